// Values that people bring for the nodes of a graph: a CSV or JSON file keyed by node name, debug handle or instruction. For
// overlays. Immutable; any thread. Form of the files: docs/FORMATS.md "Values for an overlay".
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "join/links.h"

namespace etscope::profile {

class CustomValues {
public:
    using Value = std::variant<double, std::string>;

    /// Reads a file of at most limits::kMaxCustomValues bytes. Errors: those of Source, `limit-exceeded`, `custom-values-syntax`
    /// (with the line), `custom-values-empty`.
    static Result<std::shared_ptr<const CustomValues>> read(const std::string& path);

    /// The value of a node of that stage: by its path, its debug handles, its instructions, in this order.
    std::optional<Value> of(const std::string& node, const join::NodeLinks& links) const;
    /// Whether all values are numbers.
    bool numeric() const noexcept { return m_numeric; }
    std::size_t size() const noexcept { return m_byNode.size() + m_byHandle.size() + m_byInstruction.size(); }
    /// What the values are, as the file names its column; else the file's name.
    const std::string& title() const& noexcept { return m_title; }
    const std::string& title() const&& = delete;

private:
    enum class Key { Node, Handle, Instruction };
    void add(std::optional<Key> kind, const std::string& key, Value value);
    Result<void> readCsv(std::string_view text, const std::string& path);
    Result<void> readJson(std::string_view text, const std::string& path);
    static std::optional<Key> keyNamed(std::string_view name);

    std::map<std::string, Value> m_byNode;
    std::map<std::int64_t, Value> m_byHandle, m_byInstruction;
    std::string m_title;
    bool m_numeric = true;
};

}  // namespace etscope::profile
