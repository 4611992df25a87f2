// PathBands: the paths of a method's modules without what most of them have in common, and as bands along an axis of its calls:
// the layers by their numbers, what stands beside them by its name. Immutable; any thread.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace etscope::modules {

class PathBands {
public:
    PathBands() = default;  ///< of none
    /// Of paths like "model.layers.3.mlp.act"; empty ones say nothing.
    explicit PathBands(std::span<const std::string> paths);
    /// The module in whose numbered children most of these paths lie, "model.layers"; empty: there is none, or it is the root.
    const std::string& layers() const& noexcept { return m_layers; }
    const std::string& layers() const&& = delete;
    /// "3.mlp.act"; a path that does not lie in layers() stays as it is.
    std::string_view shown(std::string_view path) const noexcept;
    /// "3" of the layer, "norm" of "model.norm".
    std::string_view band(std::string_view path) const noexcept;

private:
    std::string m_layers;
    std::string m_around;  ///< what all the bands lie in, with its point: "model."
    bool m_isNumbered = false;
    bool m_shortens = false;  ///< no other path begins with a number
};

}  // namespace etscope::modules
