// GraphModel: one stage of one method as decoded values: nodes in execution order, their arguments and results, graph inputs
// and outputs, nested graphs, symbol ranges. Readers (exported program, execution plan, delegate decoders) fill it through
// GraphBuilder; views and reports only read it. Flat arrays with 32-bit ids: 100 MB of program JSON become some 20 MB.
// Immutable once built; shared as shared_ptr<const GraphModel>; any thread may read. Owns all its text except the slices
// (TextSlice), which stay in the file and are decoded when shown.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/scalar_type.h"
#include "base/strong_id.h"
#include "graph/signature.h"
#include "io/json_text.h"
#include "io/source.h"

namespace etscope::graph {

using StringId = StrongId<struct StringTag>;
using NodeId = StrongId<struct NodeTag>;
using ValueId = StrongId<struct ValueTag>;
using GraphId = StrongId<struct GraphTag>;
using MetaId = StrongId<struct MetaTag>;

/// Interned text. Views stay valid as long as the table lives.
class StringTable {
public:
    StringTable();
    StringId intern(std::string_view text);
    /// The id of a text that was interned, or an invalid one.
    StringId find(std::string_view text) const noexcept;
    std::string_view text(StringId id) const& noexcept { return id.valid() ? m_texts[id.index()] : std::string_view{}; }
    std::string_view text(StringId id) const&& = delete;
    std::size_t size() const noexcept { return m_texts.size(); }
    std::size_t memoryUsed() const noexcept;

private:
    /// Open addressing, at most half full: a third of the memory and time of a node-based map, which readers feel.
    struct Slot {
        std::uint32_t hash = 0;
        std::uint32_t id = kFree;
    };
    static constexpr std::uint32_t kFree = 0xFFFF'FFFF;

    std::string_view store(std::string_view text);
    std::size_t slotOf(std::string_view text, std::uint32_t hash) const noexcept;
    void grow();

    std::deque<std::vector<char>> m_blocks;  ///< arena; blocks never move
    std::vector<std::string_view> m_texts;
    std::vector<Slot> m_slots;  ///< a power of two of them
};

/// Consecutive elements of one of the model's pools.
struct Slice {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

/// One size or stride. Symbolic when `expression` is valid; then `value` is the hint (example size), if `hasHint`.
struct Dim {
    std::int64_t value = 0;
    StringId expression;
    bool hasHint = true;
    friend bool operator==(const Dim&, const Dim&) = default;
};

/// Type and layout of a tensor value. Interned: equal ones are stored once.
struct TensorMeta {
    std::optional<ScalarType> type;  ///< nothing: the file says UNKNOWN or a number we do not know (`typeCode`)
    std::int64_t typeCode = 0;       ///< the file's own number
    Slice sizes;                     ///< in dims()
    Slice strides;                   ///< in dims()
    std::int32_t layout = 7;         ///< program JSON numbering; 7 = strided
    StringId device;                 ///< "cpu", "cuda:0"
    bool requiresGrad = false;
};

enum class ValueKind : std::uint8_t { Tensor, SymInt, SymBool, SymFloat, CustomObject, Token, List, None, Literal, Unknown };

/// A named result of a node or an input of a graph.
struct Value {
    StringId id;
    ValueKind kind = ValueKind::Unknown;
    GraphId graph;
    NodeId producer;            ///< invalid: an input of `graph`
    std::uint32_t output = 0;   ///< which output of the producer, or which input of the graph
    std::int32_t element = -1;  ///< index inside a list output (Tensor[]), else -1
    MetaId meta;                ///< tensors
    StringId expression;        ///< symbolic scalars: "s0 + 1"; concrete: decimal text
    StringId typeName;          ///< custom objects: class name
};

enum class ArgumentKind : std::uint8_t {
    None,            ///< null
    Value,           ///< `value`
    UnresolvedName,  ///< `text`: a reference to a name that no value of the graph has
    Int,
    Float,
    Bool,
    String,  ///< `text`
    List,    ///< `items` in listItems()
    DType,   ///< `integer`: ScalarType number, or -1 - <file's number> when unknown
    Device,  ///< `text`: "cuda:0"
    Layout,
    MemoryFormat,  ///< `text`
    Symbol,        ///< `text`: an expression
    Graph,         ///< `graph`
    Object,        ///< `text`: custom object, or the name of a lowered module
    Operator,      ///< `text`
    Number,        ///< `text`: an integer beyond 64 bits, or a complex number
    Unknown,       ///< `text`: a union tag we do not know
};

/// One argument or list element. 24 bytes.
struct Argument {
    StringId name;  ///< invalid in lists; may be empty text
    ArgumentKind kind = ArgumentKind::None;
    std::int8_t positional = -1;  ///< 1, 0, or -1 when the file does not say
    union {
        std::int64_t integer = 0;
        double number;
        Slice items;
        std::uint32_t id;  ///< StringId, ValueId or GraphId by `kind`
    };
    Argument() noexcept {}  // g++ 12 deletes the implicit one: Slice has initializers
    Argument(ArgumentKind of, std::int64_t literal) noexcept : kind(of), integer(literal) {}
    explicit Argument(double literal) noexcept : kind(ArgumentKind::Float), number(literal) {}
    explicit Argument(Slice list) noexcept : kind(ArgumentKind::List) { items = list; }
    explicit Argument(ValueId value) noexcept : Argument(ArgumentKind::Value, value.index()) {}
    /// Of a text, an object, a graph.
    Argument(ArgumentKind of, std::uint32_t reference) noexcept : kind(of) { id = reference; }
    StringId text() const noexcept { return StringId(id); }
    ValueId value() const noexcept { return ValueId(id); }
    GraphId graph() const noexcept { return GraphId(id); }
};

/// One slot of a node's results: a single value, or a list of values (`Tensor[]`), or none.
struct OutputSlot {
    ValueKind kind = ValueKind::None;  ///< List: `values` are the elements; None: no value
    Slice values;                      ///< in outputValues(); one entry unless a list
};

struct Node {
    StringId id;               ///< unique within its graph
    bool syntheticId = false;  ///< the file gives no name: made from the results (docs/FORMATS.md, "Node names")
    StringId target;           ///< as in the file: "executorch.exir.dialects.edge.ops.aten.add.Tensor"
    GraphId graph;
    Slice arguments;                          ///< in arguments()
    Slice outputs;                            ///< in outputSlots()
    std::optional<std::int64_t> debugHandle;  ///< 0 means "unset" in the file and is kept as 0
    StringId moduleStack;  ///< raw `nn_module_stack` text (docs/FORMATS.md); parse with exported::parseModuleStack
    TextSlice stackTrace;  ///< raw JSON string content
    TextSlice fromNode;    ///< raw JSON string content (itself JSON)
    StringId sourceFnStack;
    StringId torchFn;
    std::int32_t delegate = -1;  ///< index in delegates() of the graph model, or -1
};

/// A delegate call's payload, left in the file.
struct DelegateCall {
    NodeId node;
    StringId name;       ///< "lowered_module_0"
    StringId backend;    ///< "XnnpackBackend"
    TextSlice document;  ///< the LoweredBackendModule: JSON escaped inside a JSON string
};

struct GraphInput {
    ValueId value;  ///< invalid for constant inputs whose value is inline
    InputKind kind = InputKind::User;
    std::int8_t persistent = -1;  ///< buffers: 1, 0; else -1
    StringId unknownKind;         ///< the file's word of an unknown kind; invalid: none tells
    StringId target;              ///< "layers.0.weight"; invalid: none
    StringId id;                  ///< name of the input
    Argument literal;             ///< constant inputs
};

struct GraphOutput {
    Argument argument;  ///< Value for ordinary outputs, else the literal
    OutputKind kind = OutputKind::User;
    StringId unknownKind;  ///< the file's word of an unknown kind; invalid: none tells
    StringId target;
};

/// One graph: the top one is GraphId(0). Nested graphs name the node and argument that hold them.
struct Graph {
    StringId name;      ///< "submodule_0"; invalid at the top
    NodeId owner;       ///< invalid at the top
    StringId argument;  ///< label of the holding argument: its name, or the graph's own name where that is empty
    std::vector<NodeId> nodes;
    std::vector<GraphInput> inputs;
    std::vector<GraphOutput> outputs;
};

/// min/max of a symbol; infinite bounds are ±1 in the flags.
struct SymbolRange {
    StringId symbol;
    std::int64_t min = 0;
    std::int64_t max = 0;
    bool minInfinite = false;  ///< −infinity
    bool maxInfinite = false;
};

/// An edge of the data flow as the command line lists it.
struct Edge {
    ValueId value;
    NodeId to;
    StringId argument;  ///< its name; where that is empty: invalid
    std::uint32_t argumentIndex = 0;
    std::int32_t element = -1;  ///< position inside a list argument
};

class GraphModel {
public:
    const StringTable& strings() const& noexcept { return m_strings; }
    const StringTable& strings() const&& = delete;
    std::string_view text(StringId id) const& noexcept { return m_strings.text(id); }
    std::string_view text(StringId id) const&& = delete;

    std::size_t nodeCount() const noexcept { return m_nodes.size(); }
    std::size_t valueCount() const noexcept { return m_values.size(); }
    std::size_t graphCount() const noexcept { return m_graphs.size(); }
    const Node& node(NodeId id) const& noexcept { return m_nodes[id.index()]; }
    const Value& value(ValueId id) const& noexcept { return m_values[id.index()]; }
    const Graph& graph(GraphId id) const& noexcept { return m_graphs[id.index()]; }
    const TensorMeta& meta(MetaId id) const& noexcept { return m_metas[id.index()]; }
    const Graph& top() const& noexcept { return m_graphs.front(); }
    /// The top graph's inputs that a caller gives, in order: constant inputs among them, as in the inputs of the program's plan.
    std::vector<const GraphInput*> userInputs() const&;
    std::vector<const GraphInput*> userInputs() const&& = delete;
    /// The top graph's outputs that a caller gets, in order, as in the outputs of the program's plan.
    std::vector<const GraphOutput*> userOutputs() const&;
    std::vector<const GraphOutput*> userOutputs() const&& = delete;
    /// The top graph's outputs that are left in buffers, in order.
    std::vector<const GraphOutput*> bufferMutations() const&;
    std::vector<const GraphOutput*> bufferMutations() const&& = delete;
    /// The word of the kind in documents; the file's own where it is an unknown one.
    std::string_view kindWord(const GraphInput& input) const& noexcept;
    std::string_view kindWord(const GraphOutput& output) const& noexcept;

    std::span<const Argument> arguments(const Node& node) const& noexcept { return part(m_arguments, node.arguments); }
    std::span<const Argument> listItems(const Argument& list) const& noexcept { return part(m_listItems, list.items); }
    std::span<const OutputSlot> outputs(const Node& node) const& noexcept { return part(m_outputSlots, node.outputs); }
    std::span<const ValueId> values(const OutputSlot& slot) const& noexcept { return part(m_outputValues, slot.values); }
    std::span<const Dim> dims(Slice slice) const& noexcept { return part(m_dims, slice); }
    std::span<const DelegateCall> delegates() const& noexcept { return m_delegates; }
    std::span<const SymbolRange> ranges() const& noexcept { return m_ranges; }

    /// The node's path: "<outer node>/<argument>/<node>" inside nested graphs, its id at the top.
    std::string nodePath(NodeId id) const;
    std::string valuePath(ValueId id) const;
    /// The prefix of ids inside a graph ("cond/submodule_0/"); empty at the top.
    std::string graphPrefix(GraphId id) const;
    /// Every use of values in node arguments, list elements included, in node order of that graph.
    std::vector<Edge> edges(GraphId graph) const;
    /// The node with that path, or an invalid id; of several the first of the first graph. Costs the length of the path.
    NodeId findNode(std::string_view path) const;
    /// The first value with that path, or an invalid id. Walks all values.
    ValueId findValue(std::string_view path) const;
    /// The document that the TextSlices point into; empty when there are none.
    const ByteRange& document() const& noexcept { return m_document; }

    /// Heap bytes held, for the memory gate of the benchmarks.
    std::size_t memoryUsed() const noexcept;

private:
    friend class GraphBuilder;

    /// A graph by the hash of its prefix. Different prefixes may share one: graphPrefix() decides.
    struct PrefixHash {
        std::uint64_t hash = 0;
        GraphId graph;
        friend auto operator<=>(const PrefixHash&, const PrefixHash&) = default;
    };
    void indexNodes();
    std::uint64_t prefixHash(GraphId id) const;
    NodeId nodeIn(GraphId graph, std::string_view id) const;

    template <class T>
    static std::span<const T> part(const std::vector<T>& pool, Slice slice) noexcept {
        return std::span<const T>(pool).subspan(slice.first, slice.count);
    }

    StringTable m_strings;
    std::vector<Node> m_nodes;
    std::vector<Value> m_values;
    std::vector<Graph> m_graphs;
    std::vector<TensorMeta> m_metas;
    std::vector<Argument> m_arguments;
    std::vector<Argument> m_listItems;
    std::vector<OutputSlot> m_outputSlots;
    std::vector<ValueId> m_outputValues;
    std::vector<Dim> m_dims;
    std::vector<DelegateCall> m_delegates;
    std::vector<SymbolRange> m_ranges;
    std::vector<NodeId> m_byName;        ///< all nodes by graph, id and number
    std::vector<PrefixHash> m_prefixes;  ///< sorted
    ByteRange m_document;
};

/// The only way to fill a GraphModel. Owned by the reader while it decodes; `finish()` hands the model over.
class GraphBuilder {
public:
    GraphBuilder();

    StringId intern(std::string_view text) { return m_model->m_strings.intern(text); }
    GraphId addGraph(Graph graph);
    Graph& graph(GraphId id) { return m_model->m_graphs[id.index()]; }
    /// Appends to the pool and to the graph's node list.
    NodeId addNode(Node node);
    Node& node(NodeId id) { return m_model->m_nodes[id.index()]; }
    ValueId addValue(Value value);
    Value& value(ValueId id) { return m_model->m_values[id.index()]; }
    MetaId internMeta(const TensorMeta& meta, std::span<const Dim> sizes, std::span<const Dim> strides);
    Slice addArguments(std::span<const Argument> arguments);
    Slice addListItems(std::span<const Argument> items);
    Slice addOutputs(std::span<const OutputSlot> slots);
    Slice addOutputValues(std::span<const ValueId> values);
    /// Mutable views of the pools, for second passes that resolve names.
    std::span<Argument> allArguments() { return m_model->m_arguments; }
    std::span<Argument> allListItems() { return m_model->m_listItems; }
    std::uint32_t addDelegate(DelegateCall call);
    void addRange(SymbolRange range) { m_model->m_ranges.push_back(range); }
    void setDocument(ByteRange document) { m_model->m_document = std::move(document); }
    const GraphModel& model() const { return *m_model; }

    std::shared_ptr<const GraphModel> finish();

private:
    std::shared_ptr<GraphModel> m_model;
    std::unordered_multimap<std::uint64_t, std::uint32_t> m_metaIds;
};

}  // namespace etscope::graph
