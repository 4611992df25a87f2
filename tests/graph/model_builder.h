// ModelBuilder: small graph models for tests, in one line a node. All tensors are f32[2,4] unless said otherwise.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "graph/graph_model.h"
#include "modules/graph_index.h"

namespace etscope::test {

inline constexpr std::string_view kNoModule = "_empty_nn_module_stack_from_metadata_hook x";

class ModelBuilder {
public:
    ModelBuilder();

    /// Nodes and inputs go to this graph until another one is chosen; the top graph first.
    void into(graph::GraphId graph) { m_graph = graph; }
    /// Module stack of the nodes that follow: "layers.0 Block;layers.0.attention Attention"; empty: the root's own; kNoModule: what
    /// nodes have that passes put in.
    void in(std::string_view stack) { m_stack = stack; }

    graph::ValueId input(std::string_view name, graph::InputKind kind = graph::InputKind::User, std::string_view target = {});
    /// A node with one tensor result; arguments are values. Returns the result.
    graph::ValueId node(std::string_view id, std::string_view target, std::initializer_list<graph::ValueId> arguments);
    graph::ValueId node(std::string_view id, std::string_view target, const std::vector<graph::Argument>& arguments);
    /// A node with `count` results as one list output; they are called <id>_0, ….
    std::vector<graph::ValueId> listNode(std::string_view id, std::string_view target,
                                         std::initializer_list<graph::ValueId> arguments, std::uint32_t count);
    /// A graph inside a node that is added later and takes it as an argument (see `graphArgument`).
    graph::GraphId nested(std::string_view name);
    void output(graph::ValueId value, graph::OutputKind kind = graph::OutputKind::User, std::string_view target = {});

    /// Tensors that follow get this type and shape.
    void shape(ScalarType type, std::initializer_list<std::int64_t> sizes);

    static graph::Argument valueArgument(graph::ValueId value);
    static graph::Argument graphArgument(graph::GraphId graph);
    static graph::Argument intArgument(std::int64_t value);
    graph::Argument listArgument(std::initializer_list<graph::ValueId> values);

    graph::NodeId producer(graph::ValueId value) { return m_builder.value(value).producer; }
    graph::GraphBuilder& builder() { return m_builder; }
    std::shared_ptr<const graph::GraphModel> finish() { return m_builder.finish(); }
    /// The index over the model, module stacks parsed as `in` writes them.
    std::shared_ptr<const modules::GraphIndex> index();

private:
    graph::ValueId addValue(std::string_view id, graph::NodeId producer, std::uint32_t output, std::int32_t element);
    graph::NodeId addNode(std::string_view id, std::string_view target, const std::vector<graph::Argument>& arguments);

    graph::GraphBuilder m_builder;
    graph::GraphId m_graph;
    std::string m_stack;
    graph::MetaId m_meta;
};

/// Module stacks as ModelBuilder writes them: items "path type" with `;` between.
std::vector<modules::ModuleStep> moduleSteps(std::string_view stack);

/// Ids of nodes, with blanks between.
std::string nodeNames(const graph::GraphModel& model, const std::vector<graph::NodeId>& nodes);
/// Module tree as text, two blanks a level: "layers.0 [Block] 2/5: a b" (own nodes / all nodes: names of the own ones), with
/// "part 1 of 2" and "like …" where they apply.
std::string treeText(const modules::GraphIndex& index);

}  // namespace etscope::test
