// NameResolver: the last step of reading a graph: names in arguments and results become values. Every graph has a namespace of
// its own. Linear in the size of the graph. Internal to core/exported.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "exported/read_state.h"
#include "exported/value_types.h"
#include "graph/graph_model.h"

namespace etscope::exported {

class NameResolver {
public:
    explicit NameResolver(ReadState& state) : m_state(state) {}

    /// `values`: all values of the graph, inputs first, then results in node order. Resolves the arguments of its nodes and of
    /// `outputs`, gives the values their types, makes node ids unique.
    void resolve(graph::GraphId graph, const std::vector<graph::ValueId>& values, const std::vector<ValueType>& types);

private:
    static constexpr std::uint32_t kNone = 0xFFFF'FFFF;

    std::uint32_t& valueOf(graph::StringId name);
    void define(const std::vector<graph::ValueId>& values);
    void applyTypes(const std::vector<graph::ValueId>& values, const std::vector<ValueType>& types);
    void resolveArgument(graph::Argument& argument, graph::NodeId user);
    void nameNodes(graph::GraphId graph);
    void finding(Severity severity, std::string_view code, std::string_view name, const char* message);

    ReadState& m_state;
    std::vector<std::uint32_t> m_valueOf;  ///< by StringId; entries are cleared after each graph
};

}  // namespace etscope::exported
