// The model inside a Core AI asset: MLIR bytecode of the dialect "aicode". Each of its graphs becomes a graph, constants become
// literals or weights. Rules: docs/FORMATS.md "Core AI model".
#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>

#include "base/checked_math.h"
#include "base/lists.h"
#include "base/number_text.h"
#include "delegates/core_ai_values.h"
#include "delegates/mlir_operations.h"

namespace etscope::delegates {
namespace {

using graph::Argument;

/// Constants are decoded where they are used, which real models do once or twice.
constexpr std::uint64_t kUsesOfConstants = 8;
/// Integers up to this many are arguments of the operators (axes, sizes); what is more, and numbers of floating types, are weights.
constexpr std::uint64_t kMostLiteralElements = 64;

/// "primitive.transpose_v1" → "transpose": kind of operation and version are the file's own matter.
std::string_view plainName(std::string_view name) noexcept {
    for (const std::string_view prefix : {"primitive.", "dataflow.", "serialization."})
        if (name.starts_with(prefix)) {
            name.remove_prefix(prefix.size());
            break;
        }
    const auto version = name.rfind("_v");
    if (version == std::string_view::npos || version == 0 || version + 2 == name.size()) return name;
    const bool digits = std::ranges::all_of(name.substr(version + 2), [](char c) { return c >= '0' && c <= '9'; });
    return digits ? name.substr(0, version) : name;
}

/// Properties that operators have beside their operands, in the order in which the file has them.
struct CoreAiProperties {
    std::string_view operation, names;  ///< blank-separated
};
constexpr std::array kProperties{CoreAiProperties{"invoke", "arg_attrs callee res_attrs"}, CoreAiProperties{"pad", "padding_mode"},
                                 CoreAiProperties{"gelu", "approximate"}};

std::string propertyName(std::string_view operation, std::size_t number) {
    const auto row = std::ranges::find(kProperties, operation, &CoreAiProperties::operation);
    std::string_view names = row == kProperties.end() ? std::string_view{} : row->names;
    for (std::size_t i = 0; i < number && !names.empty(); ++i) {
        const auto blank = names.find(' ');
        names = blank == std::string_view::npos ? std::string_view{} : names.substr(blank + 1);
    }
    return names.empty() ? "property " + std::to_string(number) : std::string(names.substr(0, names.find(' ')));
}

/// What is known of a graph of the file before it is read.
struct CoreAiGraph {
    std::string name;
    bool isPrivate = false;
    std::uint32_t operation = 0;
    std::uint32_t inputs = MlirOperation::kNone, outputs = MlirOperation::kNone;  ///< attributes: lists with a list for each
};

/// What the readers of all graphs share.
struct CoreAiFile {
    const Context& context;
    const MlirBytecode& bytecode;
    const MlirOperations& operations;
    CoreAiValues& values;
    ElementBudget& budget;
    Decoded& decoded;

    /// Without the dialect's name: "primitive.constant_v1"; empty for operations of other dialects.
    std::string_view own(const MlirOperation& one) const noexcept {
        const MlirOperationName& name = bytecode.operationNames[one.name];
        return bytecode.dialects[name.dialect].name == "aicode" ? name.name : std::string_view{};
    }
    std::string_view plain(const MlirOperation& one) const noexcept { return plainName(bytecode.operationNames[one.name].name); }
    std::string target(const MlirOperation& one) const {
        const MlirOperationName& name = bytecode.operationNames[one.name];
        const std::string_view dialect = bytecode.dialects[name.dialect].name;
        return dialect == "aicode" ? "coreai." + std::string(plainName(name.name))
                                   : std::string(dialect) + "." + std::string(name.name);
    }
    /// The attributes that are its properties.
    std::vector<std::uint32_t> properties(const MlirOperation& one) const {
        std::vector<std::uint32_t> list;
        if (one.properties >= bytecode.properties.size()) return list;
        MlirCursor cursor(bytecode.properties[one.properties]);
        while (cursor.remaining() > 0 && budget.take(1)) {
            const auto number = cursor.index();
            if (!number) break;
            list.push_back(*number);
        }
        return list;
    }
};

/// One region as a graph.
class CoreAiReader {
public:
    /// `prefix` stands before the names of its constants; `name`: of the graph, "main".
    CoreAiReader(CoreAiFile& file, std::string name, std::string prefix)
        : m_file(file), m_graph(file.budget), m_name(std::move(name)), m_prefix(std::move(prefix)) {}

    /// `known`: what the file says of a graph's inputs and outputs; null for the blocks of an operation.
    void read(const MlirRegion& region, const CoreAiGraph* known, bool main, int depth) {
        const auto blocks = m_file.operations.blocks(region.blocks);
        if (blocks.empty()) return;
        if (blocks.size() > 1)
            m_file.context.diagnostics.warning("delegate-unknown-operator", m_file.context.where(),
                                               "a graph has several blocks: only the first is shown");
        addInputs(blocks.front(), known);
        for (const std::uint32_t number : m_file.operations.blockOperations(blocks.front().operations)) {
            if (m_file.context.job.cancelled() || m_file.budget.spent()) return;
            add(m_file.operations.operation(number), main, depth);
        }
    }
    std::shared_ptr<const graph::GraphModel> finish() { return m_graph.finish(); }
    std::string operators() const { return m_operators.text(); }
    std::size_t unresolved() const noexcept { return m_graph.unresolved(); }

private:
    void declare(std::uint32_t value, std::uint32_t type, std::string name) {
        SlotSpec spec;
        spec.name = m_names.insert(name).second ? std::move(name) : "v" + std::to_string(value);
        m_file.values.setType(type, m_graph, spec);
        if (m_file.budget.take(1)) static_cast<void>(m_graph.declare(value, std::move(spec)));
    }

    void addInputs(const MlirBlock& block, const CoreAiGraph* known) {
        const auto types = m_file.operations.numbers(block.arguments);
        const auto told = known != nullptr ? m_file.values.list(known->inputs) : std::vector<std::uint32_t>{};
        for (std::size_t i = 0; i < types.size(); ++i) {
            const std::uint32_t value = block.firstArgument + static_cast<std::uint32_t>(i);
            const std::string name(i < told.size() ? m_file.values.entryText(told[i], "aicode.name") : std::string_view{});
            declare(value, types[i], name.empty() ? "v" + std::to_string(value) : name);
            static_cast<void>(m_graph.addInput(value));
        }
    }

    void add(const MlirOperation& one, bool main, int depth) {
        const std::string_view own = m_file.own(one), plain = own.empty() ? std::string_view{} : m_file.plain(one);
        const auto types = m_file.operations.numbers(one.results);
        for (std::size_t i = 0; i < types.size(); ++i)
            declare(one.firstResult + static_cast<std::uint32_t>(i), types[i], "v" + std::to_string(one.firstResult + i));
        if (plain == "constant" && types.size() == 1 && addConstant(one)) return;
        if (plain == "output" || plain == "yield") return addOutputs(one);
        addNode(one, own, main, depth);
    }

    void addOutputs(const MlirOperation& one) {
        for (const std::uint32_t value : m_file.operations.numbers(one.operands))
            if (m_file.budget.take(1)) m_graph.addOutput(value);
    }

    void addNode(const MlirOperation& one, std::string_view own, bool main, int depth) {
        SlotGraph::NodeSpec spec;
        spec.id = std::to_string(m_graph.nodeCount());
        spec.target = m_file.target(one);
        m_operators.count(spec.target);
        for (const std::uint32_t value : m_file.operations.numbers(one.operands)) spec.arguments.push_back(operand(value));
        const auto properties = m_file.properties(one);
        for (std::size_t i = 0; i < properties.size(); ++i) {
            const std::string name = propertyName(m_file.plain(one), i);
            if (!name.ends_with("_attrs"))
                spec.arguments.push_back(m_graph.named(name, m_file.values.argument(properties[i], m_graph)));
        }
        for (std::uint32_t i = 0; i < one.results.count; ++i) spec.writes.push_back(one.firstResult + i);
        m_graph.addNode(spec);
        if (main && m_file.budget.take(1))
            if (const auto& names = m_file.values.origins(one.location); !names.empty())
                m_file.decoded.origins.push_back({spec.id, names});
        // Operations that are no primitives hold what they are made of: what runs may be either, and they say what it does.
        if (own.starts_with("dataflow.") || own.empty()) addBlocks(one, spec.id, depth);
    }

    void addBlocks(const MlirOperation& one, const std::string& id, int depth) {
        const auto regions = m_file.operations.regions(one.regions);
        for (std::size_t i = 0; i < regions.size() && depth < limits::kMaxMessageDepth; ++i) {
            CoreAiReader inner(m_file, m_name + "/" + id + "/" + std::to_string(i), m_prefix + id + "/" + std::to_string(i) + "/");
            if (!regions[i].isolated) inner.m_outer = this;
            inner.read(regions[i], nullptr, false, depth + 1);
            m_file.decoded.otherGraphs.push_back({inner.m_name, inner.finish()});
        }
    }

    Argument operand(std::uint32_t value) {
        for (const CoreAiReader* reader = this; reader != nullptr; reader = reader->m_outer)
            if (const auto literal = reader->m_literals.find(value); literal != reader->m_literals.end())
                return literalOf(literal->second);
        return m_graph.named({}, m_graph.readOrInput(value));
    }

    /// False: it has no data that are known, and stays a node.
    bool addConstant(const MlirOperation& one) {
        const auto properties = m_file.properties(one);
        const auto data = properties.empty() ? std::nullopt : m_file.values.data(properties.front());
        const SlotSpec* spec = m_graph.spec(one.firstResult);
        if (!data || spec == nullptr || !m_file.budget.take(1)) return false;
        if (const auto elements = elementsOf(*spec); elements && isLiteral(*spec, *elements))
            if (auto bytes = literalBytes(*data, *spec, *elements)) {
                m_literals.insert_or_assign(one.firstResult, Literal{std::move(*bytes), spec->type, spec->dims.empty()});
                return true;
            }
        addWeight(one.firstResult, *spec, *data);
        return true;
    }

    static std::optional<std::uint64_t> elementsOf(const SlotSpec& spec) {
        std::optional<std::uint64_t> count = 1;
        for (const graph::Dim& dim : spec.dims)
            count = count && dim.hasHint ? checkedMul(*count, static_cast<std::uint64_t>(dim.value)) : std::nullopt;
        return count;
    }
    static bool isLiteral(const SlotSpec& spec, std::uint64_t elements) {
        if (!spec.type || spec.kind != graph::ValueKind::Tensor || itemSize(*spec.type) == 0) return false;
        return spec.dims.empty() ||
               (!isFloating(*spec.type) && !isComplex(*spec.type) && spec.dims.size() == 1 && elements <= kMostLiteralElements);
    }
    static std::optional<std::vector<std::byte>> literalBytes(const CoreAiData& data, const SlotSpec& spec,
                                                              std::uint64_t elements) {
        const std::size_t size = itemSize(*spec.type);
        if (data.bytes.size > kMostLiteralElements * 16) return std::nullopt;
        auto bytes = data.bytes.readAll();
        if (!bytes) return std::nullopt;
        if (data.splat && bytes->size() == size) {
            const std::vector<std::byte> item = *bytes;
            for (std::uint64_t i = 1; i < elements; ++i) bytes->insert(bytes->end(), item.begin(), item.end());
        }
        return bytes->size() == size * elements ? std::optional(*std::move(bytes)) : std::nullopt;
    }

    void addWeight(std::uint32_t value, const SlotSpec& spec, const CoreAiData& data) {
        Weight weight;
        weight.name = m_prefix + spec.name;
        weight.bytes = data.bytes;
        weight.size = data.bytes.size;
        if (spec.kind == graph::ValueKind::Tensor && spec.type && m_file.budget.take(spec.dims.size())) {
            weight.type = spec.type;
            weight.shape = sizesOf(spec.dims);
            const auto elements = elementsOf(spec);
            if (data.splat && weight.size == itemSize(*spec.type) && elements && *elements > 1)
                weight.strides.assign(weight.shape.size(), 0);
        }
        static_cast<void>(m_graph.addInput(value, graph::InputKind::TensorConstant, weight.name));
        m_file.decoded.weights.push_back(std::move(weight));
    }

    /// A constant that stands in the place of the argument.
    struct Literal {
        std::vector<std::byte> bytes;
        std::optional<ScalarType> type;
        bool scalar = false;
    };
    Argument literalOf(const Literal& literal) {
        if (!m_file.budget.take(1 + literal.bytes.size())) return m_graph.word(graph::ArgumentKind::Object, "constant");
        const auto values = packedValues(m_graph, literal.type, literal.bytes);
        if (!values) return m_graph.word(graph::ArgumentKind::Object, std::to_string(literal.bytes.size()) + " bytes");
        return m_graph.named({}, literal.scalar && values->size() == 1 ? values->front() : m_graph.list(*values));
    }

    CoreAiFile& m_file;
    SlotGraph m_graph;
    const CoreAiReader* m_outer = nullptr;  ///< of the graph whose values are in view inside this one
    std::string m_name, m_prefix;
    std::unordered_map<SlotGraph::Slot, Literal> m_literals;
    std::set<std::string> m_names;
    Histogram m_operators;
};

class CoreAiModel {
public:
    explicit CoreAiModel(CoreAiFile& file) : m_file(file) {}

    void read() {
        findGraphs();
        tell();
        std::string names;
        for (const CoreAiGraph& one : m_graphs) {
            if (m_file.context.job.cancelled()) return;
            if (!m_file.budget.take(1)) break;
            add(one);
        }
        if (m_unresolved > 0)
            m_file.context.diagnostics.warning("delegate-unknown-value", m_file.context.where(),
                                               "operators read values that nothing writes");
        if (m_file.budget.spent())
            m_file.context.diagnostics.error("delegate-too-many-elements", m_file.context.where(),
                                             "the model is repeated beyond all proportion to its size");
    }

private:
    // Properties of a graph, in the order of the file. What may be absent (kComposite) is 0, or the attribute's number doubled and
    // 1; so are both properties of the asset, whose second is its version.
    enum GraphProperty : std::size_t {
        kInputs,
        kComposite,
        kExternal,
        kType,
        kPrivate,
        kName,
        kNotInlined,
        kParameters,
        kOutputs,
        kCount
    };

    /// The graphs that are called from outside, "main" first, then those that others call, named after the first of them.
    void findGraphs() {
        const auto all = m_file.operations.all();
        for (std::uint32_t i = 0; i < all.size(); ++i)
            if (m_file.plain(all[i]) == "graph" && m_file.own(all[i]).starts_with("dataflow.graph"))
                m_graphs.push_back(describe(i));
        std::ranges::stable_sort(m_graphs, {}, [](const CoreAiGraph& one) {
            return one.isPrivate ? 2 : one.name == "main" ? 0 : 1;
        });
        if (m_graphs.empty()) return;
        for (CoreAiGraph& one : m_graphs)
            if (one.isPrivate && !m_graphs.front().isPrivate) one.name = m_graphs.front().name + "/" + one.name;
    }

    CoreAiGraph describe(std::uint32_t number) const {
        const auto properties = m_file.properties(m_file.operations.operation(number));
        CoreAiGraph one;
        one.operation = number;
        one.name = "graph " + std::to_string(m_graphs.size());
        if (properties.size() != kCount) return one;
        if (const auto name = m_file.values.text(properties[kName]); name && !name->empty()) one.name = *name;
        one.isPrivate = m_file.values.integer(properties[kPrivate]).value_or(0) != 0;
        one.inputs = properties[kInputs];
        one.outputs = properties[kOutputs];
        return one;
    }

    void tell() {
        auto& facts = m_file.decoded.facts;
        facts.push_back({"producer of the bytecode", m_file.bytecode.producer});
        facts.push_back({"bytecode version", std::to_string(m_file.bytecode.version)});
        for (const MlirOperation& one : m_file.operations.all())
            if (m_file.own(one) == "serialization.asset")
                if (const auto properties = m_file.properties(one); properties.size() == 2 && properties.back() % 2 == 1)
                    if (const auto version = m_file.values.integer(properties.back() / 2))
                        m_file.decoded.version = std::to_string(*version);
        const auto isPublic = [](const CoreAiGraph& one) { return !one.isPrivate; };
        if (std::ranges::count_if(m_graphs, isPublic) > 1) {
            std::string names;
            for (const CoreAiGraph& one : m_graphs)
                if (isPublic(one)) names += (names.empty() ? "" : ", ") + one.name;
            facts.push_back({"functions", names});
        }
        facts.push_back({"operations", allOperations()});
    }

    /// Of all graphs, with those that operators are made of: what the format's own library counts.
    std::string allOperations() const {
        Histogram all;
        for (const MlirOperation& one : m_file.operations.all()) {
            const std::string_view plain = m_file.own(one).empty() ? std::string_view{} : m_file.plain(one);
            const bool frame = plain == "asset" || plain == "graph" || plain == "output" || plain == "yield";
            if (!frame) all.count(plain.empty() ? m_file.target(one) : std::string(plain));
        }
        return all.text();
    }

    void add(const CoreAiGraph& one) {
        Decoded& decoded = m_file.decoded;
        const bool main = decoded.graph == nullptr;
        const auto regions = m_file.operations.regions(m_file.operations.operation(one.operation).regions);
        if (regions.empty()) return;
        CoreAiReader reader(m_file, one.name, main ? std::string() : one.name + "/");
        reader.read(regions.front(), &one, main, 0);
        m_unresolved += reader.unresolved();
        decoded.facts.push_back({"operators of " + one.name, reader.operators()});
        if (!one.isPrivate) tellOutputs(one), tellSizes(one);
        if (!main) {
            decoded.otherGraphs.push_back({one.name, reader.finish()});
            return;
        }
        decoded.graph = reader.finish();
        decoded.graphName = one.name;
    }

    void tellOutputs(const CoreAiGraph& one) {
        std::string names;
        for (const std::uint32_t output : m_file.values.list(one.outputs)) {
            const std::string_view name = m_file.values.entryText(output, "aicode.name");
            names += (names.empty() ? "" : ", ") + std::string(name.empty() ? "?" : name);
            if (names.size() > limits::kMaxSpecText) break;
        }
        if (!names.empty()) m_file.decoded.facts.push_back({"outputs of " + one.name, names});
    }

    /// Inputs of which the exporter listed the sizes that may come: "s77_4 [4,8], s77_8 [8,8]".
    void tellSizes(const CoreAiGraph& one) {
        for (const std::uint32_t input : m_file.values.list(one.inputs)) {
            const auto shapes = m_file.values.entry(input, "aicode.enumerated_shapes");
            if (!shapes) continue;
            std::string text;
            for (const CoreAiNamed& shape : m_file.values.entries(*shapes)) {
                if (text.size() > limits::kMaxSpecText) break;
                const auto size = [&](std::uint32_t item) { return std::to_string(m_file.values.integer(item).value_or(-1)); };
                text += (text.empty() ? "" : ", ") + std::string(shape.name) + " [" +
                        joined(m_file.values.list(shape.attribute), ",", size) + "]";
            }
            m_file.decoded.facts.push_back({"sizes of " + std::string(m_file.values.entryText(input, "aicode.name")), text});
        }
    }

    CoreAiFile& m_file;
    std::vector<CoreAiGraph> m_graphs;
    std::size_t m_unresolved = 0;
};

}  // namespace

Result<Decoded> decodeCoreAiModel(const Context& context) {
    const auto bytecode = MlirBytecode::read(context.bytes(), context.job);
    if (!bytecode) return bytecode.failure();
    const auto operations = MlirOperations::read(*bytecode, context.job);
    if (!operations) return operations.failure();
    std::uint64_t size = bytecode->operations.size();
    for (const MlirEntry& one : bytecode->attributes) size += one.bytes.size();
    for (const MlirEntry& one : bytecode->types) size += one.bytes.size();
    Decoded decoded;
    decoded.regions = bytecode->regions;
    ElementBudget budget(size * kUsesOfConstants);
    CoreAiValues values(*bytecode, budget);
    CoreAiFile file{context, *bytecode, *operations, values, budget, decoded};
    CoreAiModel(file).read();
    if (context.job.cancelled()) return cancelledFailure();
    if (decoded.graph == nullptr) decoded.reason = "the MLIR module has no graph of the Core AI dialect";
    return decoded;
}

}  // namespace etscope::delegates
