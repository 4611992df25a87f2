// What the attributes and types of a Core AI model say. Their encodings are the dialect's own ("aicode"), written down in
// docs/FORMATS.md "Core AI model"; what is not known there is named by its number. Views the bytecode. Used by the Core AI decoder
// only; one thread.
#pragma once

#include <map>

#include "delegates/mlir_bytecode.h"
#include "delegates/slot_graph.h"

namespace etscope::delegates {

/// The elements of a constant: all of them, or one that stands for all.
struct CoreAiData {
    ByteRange bytes;
    bool splat = false;
};

struct CoreAiNamed {
    std::string_view name;
    std::uint32_t attribute = 0;
};

class CoreAiValues {
public:
    CoreAiValues(const MlirBytecode& file, ElementBudget& budget) : m_file(file), m_budget(budget) {}

    /// Type and sizes of a value; a size that is not fixed is "?".
    void setType(std::uint32_t type, SlotGraph& graph, SlotSpec& spec) const;
    /// Nothing: it is no text.
    std::optional<std::string_view> text(std::uint32_t attribute) const;
    std::optional<std::int64_t> integer(std::uint32_t attribute) const;
    /// The attributes of a list; empty: it is none.
    std::vector<std::uint32_t> list(std::uint32_t attribute) const;
    /// The named attributes of a list.
    std::vector<CoreAiNamed> entries(std::uint32_t attribute) const;
    std::optional<std::uint32_t> entry(std::uint32_t attribute, std::string_view name) const;
    /// The text of that entry; empty: there is none.
    std::string_view entryText(std::uint32_t attribute, std::string_view name) const {
        const auto found = entry(attribute, name);
        return found ? text(*found).value_or(std::string_view{}) : std::string_view{};
    }
    std::optional<CoreAiData> data(std::uint32_t attribute) const;
    /// The name of a graph that an operation calls.
    std::optional<std::string_view> symbol(std::uint32_t attribute) const;
    /// As the argument of a node.
    graph::Argument argument(std::uint32_t attribute, SlotGraph& graph, int depth = 0) const;
    /// The nodes of the lowered graph that an operation with this location was made of.
    const std::vector<std::string>& origins(std::uint32_t location);

private:
    /// An attribute taken apart by the layout of its kind.
    struct Fields {
        std::uint64_t kind = 0;
        bool own = false;  ///< of the dialect; else builtin
        std::string_view text;
        std::vector<std::uint32_t> attributes;
    };
    std::optional<Fields> fields(std::uint32_t attribute) const;
    const MlirEntry* attributeOf(std::uint32_t number) const noexcept {
        return number < m_file.attributes.size() ? &m_file.attributes[number] : nullptr;
    }
    /// The cursor behind the kind of an attribute of the dialect's own, if it is of that kind.
    std::optional<MlirCursor> ofKind(std::uint32_t attribute, std::uint64_t kind) const;
    void addOrigins(std::uint32_t attribute, bool named, int depth, std::vector<std::string>& names) const;

    const MlirBytecode& m_file;
    ElementBudget& m_budget;
    std::map<std::uint32_t, std::vector<std::string>> m_origins;
};

}  // namespace etscope::delegates
