// One method of a native (NPTG) program as a graph model. Used by the native decoders only.
#pragma once

#include <string_view>
#include <vector>

#include "base/text_hash.h"
#include "delegates/flat_image.h"
#include "graph/graph_model.h"
#include "schema/native_graph_generated.h"

namespace etscope::delegates {

/// The native numbering: c10's, but for the unsigned types.
ScalarType nativeScalarType(schema::native_graph::ScalarType type) noexcept;

class NativeMethodReader {
public:
    NativeMethodReader(const Context& context, const schema::native_graph::Method& method, ElementBudget& budget, Decoded& decoded);

    /// The method's graph; its constants and quantizations are added to the result. Errors: `cancelled`,
    /// `delegate-too-many-elements`.
    Result<std::shared_ptr<const graph::GraphModel>> read();
    const Histogram& operators() const noexcept { return m_operators; }

private:
    /// The names of one graph: values, and lists of values.
    struct Scope {
        graph::GraphId graph;
        TextViewMap<graph::ValueId> values;
        TextViewMap<std::vector<graph::ValueId>> lists;
        TextViewMap<const schema::native_graph::TensorMeta*> metas;
    };
    /// How a placeholder is bound.
    struct Binding {
        graph::InputKind kind;
        std::string_view target;
    };

    void bindInputs();
    bool readGraph(const schema::native_graph::Graph& file, Scope& scope, int depth);
    void addInput(std::string_view name, Scope& scope);
    void addNode(const schema::native_graph::Node& node, Scope& scope, int depth);
    void addOutputs(const schema::native_graph::Graph& file, Scope& scope);
    graph::OutputSlot outputSlot(const schema::native_graph::Output& output, Scope& scope, graph::NodeId node, std::uint32_t index);
    graph::ValueId addValue(std::string_view name, graph::ValueKind kind, Scope& scope);
    graph::MetaId meta(const schema::native_graph::TensorMeta& file);
    void addWeight(const schema::native_graph::NamedTensorRef& file);
    std::optional<Quantization> quantization(const schema::native_graph::TensorMeta& file) const;

    graph::Argument argument(const schema::native_graph::Argument* file, Scope& scope, graph::NodeId owner, int depth,
                             std::string_view name);
    graph::Argument reference(std::string_view name, Scope& scope);
    graph::Argument listOf(const std::vector<graph::Argument>& items);
    graph::Argument tensorList(const schema::native_graph::ArgumentValue kind, const void* table, Scope& scope);
    graph::Argument numberList(const schema::native_graph::Argument& file, Scope& scope);
    graph::Argument nestedGraph(const schema::native_graph::GraphArg& file, graph::NodeId owner, int depth, std::string_view name);

    const Context& m_context;
    const schema::native_graph::Method& m_method;
    ElementBudget& m_budget;
    Decoded& m_decoded;
    graph::GraphBuilder m_builder;
    TextViewMap<Binding> m_bindings;
    TextViewMap<const schema::native_graph::TensorMeta*> m_constantMetas;
    Histogram m_operators;
};

}  // namespace etscope::delegates
