// Names: what names of a record's user are replaced by, the same everywhere: segments of module paths, last segments of parameters
// and buffers, classes, values that are inputs of graphs, keys of inputs. Numbers stay, and what is PyTorch's own: repeated layers
// and operators can still be told. One thread.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace etscope::slim {

class Names {
public:
    /// "layers.0.attn" → "m0.0.m1".
    std::string modulePath(std::string_view path);
    /// "layers.0.attn.weight" → "m0.0.m1.p0".
    std::string parameter(std::string_view name);
    /// "model.Block" → "user.C0"; classes of torch and operators stay.
    std::string typeName(std::string_view type);
    /// A keyword or a key of the user's inputs.
    std::string key(std::string_view key);

    /// A graph's input: later asked for by value(). `target` is the parameter or buffer that it stands for, else empty.
    void addInput(std::string_view value, std::string_view target);
    /// A name that graphs have: no input is called like it.
    void addTaken(std::string_view name) { m_taken.emplace(name); }
    /// The new name of a value; nodes that are no inputs keep theirs.
    std::string value(std::string_view name) const;

    /// Items of node metadata (docs/FORMATS.md "Node metadata").
    std::string moduleStack(std::string_view text);
    std::string sourceFunctions(std::string_view text);
    /// A node of an earlier graph, or what it called.
    std::string source(std::string_view text);

    /// Whether it replaced anything.
    std::size_t count() const noexcept {
        return m_modules.size() + m_leaves.size() + m_types.size() + m_keys.size() + m_values.size();
    }

private:
    using Map = std::map<std::string, std::string, std::less<>>;
    static std::string numbered(Map& map, std::string_view old, std::string_view prefix);

    Map m_modules, m_leaves, m_types, m_keys, m_values, m_sources;
    std::set<std::string, std::less<>> m_taken;
    std::size_t m_inputs = 0;
};

}  // namespace etscope::slim
