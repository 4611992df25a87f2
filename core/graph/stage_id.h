// StageId and NodeRef: which graph of a method, which node of it. Values that joins and tables hold; text is made for people only.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "graph/graph_model.h"

namespace etscope::graph {

/// A graph of a method on its way. Ordered as that way goes.
class StageId {
public:
    enum class Kind : std::uint8_t {
        Exported,
        Extra,  ///< recorded on the way, under a name of its own
        Edge,
        Program,  ///< the execution plan
        Payload,  ///< decoded payload of the plan's delegate `index`; `name`: another graph in it than the main one
        Lowered,  ///< the program of the lowered module that call `index` of the edge graph runs
    };

    StageId() = default;
    static StageId exported() { return {}; }
    static StageId extra(std::string_view name) { return {Kind::Extra, 0, name}; }
    static StageId edge() { return {Kind::Edge, 0, {}}; }
    static StageId program() { return {Kind::Program, 0, {}}; }
    static StageId payload(std::uint32_t delegate, std::string_view name = {}) { return {Kind::Payload, delegate, name}; }
    static StageId lowered(std::uint32_t call) { return {Kind::Lowered, call, {}}; }

    /// The inverse of text(): "exported", "edge", "program", "delegate:2", "delegate:2/name", "lowered:2"; every other text is the
    /// name of an extra stage.
    static StageId parse(std::string_view text);
    std::string text() const;

    Kind kind() const noexcept { return m_kind; }
    bool is(Kind kind) const noexcept { return m_kind == kind; }
    /// Payload: the delegate's number in the plan. Lowered: the number of the edge graph's call. Else 0.
    std::uint32_t index() const noexcept { return m_index; }
    const std::string& name() const& noexcept { return m_name; }
    const std::string& name() const&& = delete;
    /// Whether it is the inside of a delegate, which a method does not list among its stages.
    bool insideDelegate() const noexcept { return m_kind == Kind::Payload || m_kind == Kind::Lowered; }

    friend auto operator<=>(const StageId&, const StageId&) = default;

private:
    StageId(Kind kind, std::uint32_t index, std::string_view name) : m_kind(kind), m_index(index), m_name(name) {}

    Kind m_kind = Kind::Exported;
    std::uint32_t m_index = 0;
    std::string m_name;
};

/// A node of a method's stage.
struct NodeRef {
    StageId stage;
    NodeId node;
    friend auto operator<=>(const NodeRef&, const NodeRef&) = default;
};

}  // namespace etscope::graph

template <>
struct std::hash<etscope::graph::StageId> {
    std::size_t operator()(const etscope::graph::StageId& id) const noexcept {
        const auto number = (static_cast<std::uint64_t>(id.kind()) << 32U) | id.index();
        return std::hash<std::uint64_t>{}(number) ^ (std::hash<std::string>{}(id.name()) << 1U);
    }
};

template <>
struct std::hash<etscope::graph::NodeRef> {
    std::size_t operator()(const etscope::graph::NodeRef& ref) const noexcept {
        return std::hash<etscope::graph::StageId>{}(ref.stage) * 31 + ref.node.index();
    }
};
