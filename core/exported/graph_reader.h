// GraphReader: Graph and Node objects of the program JSON → GraphBuilder, nested graphs included, in file order. Internal to
// core/exported.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "exported/argument_reader.h"
#include "exported/name_resolver.h"
#include "exported/read_state.h"
#include "exported/value_types.h"
#include "graph/graph_model.h"

namespace etscope::exported {

class GraphReader {
public:
    explicit GraphReader(ReadState& state);

    /// Reads the next value, a Graph. Invalid (and the value skipped) when it is no object or lies too deep. Also after a
    /// failure of the text the graph that was begun is complete in itself: every node has its graph, every nested graph its
    /// node.
    graph::GraphId read();
    /// Which `nodes` member of the top graph counts, when it occurs several times; asked with its offset.
    std::function<bool(std::uint64_t)> takesTopNodes;

private:
    struct GraphDraft {
        graph::GraphId id;
        std::vector<ArgumentReader::Outcome> inputs;
        std::vector<ArgumentReader::Outcome> outputs;
        std::vector<ValueType> types;
        std::vector<graph::ValueId> results;  ///< values of the nodes, in order
        bool hasNodes = false;
    };
    struct NodeDraft {
        graph::Node node;
        std::vector<graph::Argument> arguments;
        std::vector<graph::OutputSlot> outputs;
        std::vector<graph::ValueId> values;
        std::optional<LoweredText> lowered;
        std::size_t firstGraph = 0;  ///< in m_pendingGraphs
    };

    void readMember(std::string_view key, std::uint32_t& seen, GraphDraft& draft);
    void readNodes(GraphDraft& draft);
    void readNode(GraphDraft& draft);
    void readNodeMember(std::string_view key, std::uint32_t& seen, GraphDraft& graph, NodeDraft& draft);
    void readNamedArgument(NodeDraft& draft);
    void readResult(GraphDraft& graph, NodeDraft& draft);
    void readMetadata(NodeDraft& draft);
    void readModuleStack(graph::Node& node);
    void readDebugHandle(NodeDraft& draft);
    TextSlice readSlice();
    void addResult(const ArgumentReader::Outcome& outcome, const graph::Argument& item, std::uint32_t output, std::int32_t element,
                   GraphDraft& graph, NodeDraft& draft);
    void finishNode(GraphDraft& graph, NodeDraft& draft);
    graph::StringId derivedName(const GraphDraft& graph, const NodeDraft& draft);
    void finishGraph(GraphDraft& draft);
    graph::StringId literalText(const graph::Argument& literal);

    ReadState& m_state;
    ArgumentReader m_arguments;
    NameResolver m_names;
    std::vector<graph::GraphId> m_pendingGraphs;  ///< read, and waiting for the node that holds them
    std::deque<NodeDraft> m_drafts;               ///< one per depth, reused
    std::size_t m_depth = 0;
};

}  // namespace etscope::exported
