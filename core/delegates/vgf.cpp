// VGF payloads: modules, resources and constants of a model, and the sequence of segments that runs them, as a graph. Rules:
// docs/FORMATS.md "VGF payload".
#include <array>
#include <map>

#include "delegates/flat_image.h"
#include "delegates/slot_graph.h"
#include "delegates/vgf_tables.h"

namespace etscope::delegates {
namespace {

constexpr std::uint64_t kVgfHeaderSize = 128;
constexpr std::array<std::string_view, 4> kSections{"module table", "model sequence table", "model resource table", "constants"};

std::string_view moduleType(std::uint8_t type) noexcept { return type == 0 ? "COMPUTE" : type == 1 ? "GRAPH" : "UNKNOWN"; }

/// The numbers of VkFormat that tensors have.
std::optional<ScalarType> scalarType(std::uint32_t format) noexcept {
    using S = ScalarType;
    static constexpr std::pair<std::uint32_t, S> kTypes[] = {{13, S::U8},   {14, S::I8},   {74, S::U16},  {75, S::I16},
                                                             {76, S::F16},  {98, S::U32},  {99, S::I32},  {100, S::F32},
                                                             {110, S::U64}, {111, S::I64}, {112, S::F64}, {1000460000, S::Bool}};
    return typeOf(kTypes, format);
}

/// The segments as nodes; resources are the values between them.
class SequenceGraph {
public:
    SequenceGraph(const VgfTables& tables, ElementBudget& budget) : m_tables(tables), m_budget(budget), m_graph(budget) {}

    std::shared_ptr<const graph::GraphModel> make(Decoded& decoded) {
        const VgfSequence& sequence = m_tables.sequence;
        nameEnds(sequence.inputs, sequence.inputNames);
        nameEnds(sequence.outputs, sequence.outputNames);
        for (std::size_t i = 0; i < m_tables.resources.size(); ++i) declare(i);
        for (const VgfBinding& input : sequence.inputs) static_cast<void>(m_graph.addInput(input.resource));
        for (const VgfConstant& constant : m_tables.constants) addConstant(constant, decoded);
        for (std::size_t i = 0; i < sequence.segments.size(); ++i) addSegment(i, sequence.segments[i]);
        for (const VgfBinding& output : sequence.outputs)
            if (m_budget.take(1)) m_graph.addOutput(output.resource);
        return m_graph.finish();
    }
    std::string operators() const { return m_operators.text(); }

private:
    void nameEnds(const std::vector<VgfBinding>& bindings, const std::vector<std::string>& names) {
        for (std::size_t i = 0; i < bindings.size() && i < names.size(); ++i)
            if (!names[i].empty()) m_names.try_emplace(bindings[i].resource, names[i]);
    }

    void declare(std::size_t index) {
        const VgfResource& resource = m_tables.resources[index];
        SlotSpec spec;
        const auto named = m_names.find(index);
        spec.name = named != m_names.end() ? named->second : "r" + std::to_string(index);
        spec.type = scalarType(resource.format);
        spec.typeCode = resource.format;
        spec.dims = fixedDims(&resource.shape, m_budget);
        static_cast<void>(m_graph.declare(index, std::move(spec)));
    }

    void addConstant(const VgfConstant& constant, Decoded& decoded) {
        Weight weight;
        weight.bytes = constant.bytes;
        weight.size = constant.bytes.size;
        if (const SlotSpec* spec = m_graph.spec(constant.resource); spec != nullptr) {
            weight.name = spec->name;
            weight.type = spec->type;
            if (m_budget.take(spec->dims.size())) weight.shape = sizesOf(spec->dims);
        }
        static_cast<void>(m_graph.addInput(constant.resource, graph::InputKind::TensorConstant, weight.name));
        decoded.weights.push_back(std::move(weight));
    }

    void addSegment(std::size_t index, const VgfSegment& segment) {
        SlotGraph::NodeSpec spec;
        spec.id = segment.name.empty() ? std::to_string(index) : segment.name;
        spec.target = moduleType(segment.type);
        m_operators.count(spec.target);
        for (const VgfBinding& input : segment.inputs)
            addArgument(spec, "binding" + std::to_string(input.binding), m_graph.readOrInput(input.resource));
        for (const std::uint32_t constant : segment.constants)
            if (constant < m_tables.constants.size())
                addArgument(spec, "constant" + std::to_string(constant), m_graph.read(m_tables.constants[constant].resource));
        if (segment.module < m_tables.modules.size()) {
            addArgument(spec, "module", m_graph.text(m_tables.modules[segment.module].name));
            addArgument(spec, "entry_point", m_graph.text(m_tables.modules[segment.module].entryPoint));
        }
        std::vector<graph::Argument> shape;
        for (const std::uint32_t size : segment.dispatchShape) shape.push_back(m_graph.integer(size));
        if (!shape.empty()) addArgument(spec, "dispatch_shape", m_graph.list(shape));
        for (const VgfBinding& output : segment.outputs) spec.writes.push_back(output.resource);
        m_graph.addNode(spec);
    }
    void addArgument(SlotGraph::NodeSpec& spec, std::string_view name, graph::Argument argument) {
        if (m_budget.take(1)) spec.arguments.push_back(m_graph.named(name, argument));
    }

    const VgfTables& m_tables;
    ElementBudget& m_budget;
    SlotGraph m_graph;
    std::map<std::uint64_t, std::string> m_names;
    Histogram m_operators;
};

void addFacts(const VgfTables& tables, Decoded& decoded) {
    decoded.facts.push_back({"modules", std::to_string(tables.modules.size())});
    decoded.facts.push_back({"segments", std::to_string(tables.sequence.segments.size())});
    decoded.facts.push_back({"resources", std::to_string(tables.resources.size())});
    decoded.facts.push_back({"constants", std::to_string(tables.constants.size())});
    for (std::size_t i = 0; i < tables.modules.size(); ++i) {
        const VgfModule& module = tables.modules[i];
        std::string text = std::string(moduleType(module.type)) + " " + module.name + ", entry point " + module.entryPoint;
        text += module.codeForm.empty() ? ", no code" : ", " + module.codeForm + " " + std::to_string(module.codeBytes) + " bytes";
        decoded.facts.push_back({"module " + std::to_string(i), std::move(text)});
    }
}

}  // namespace

Result<Decoded> decodeVgf(const Context& context) {
    if (context.bytes().size < kVgfHeaderSize)
        return fail("delegate-truncated", "the payload ends inside its header", context.where());
    std::array<std::byte, kVgfHeaderSize> head{};
    if (auto read = context.bytes().read(0, head); !read) return read.failure();
    Decoded decoded;
    for (std::size_t i = 8; i < 11; ++i) decoded.version += (i == 8 ? "" : ".") + std::to_string(std::to_integer<int>(head[i]));
    decoded.facts.push_back({"Vulkan header version", std::to_string(loadLittle<std::uint16_t>(head.data() + 4))});
    decoded.regions.push_back({"header", 0, kVgfHeaderSize});
    std::array<ByteRange, kSections.size()> sections;
    for (std::size_t i = 0; i < kSections.size(); ++i) {
        const std::byte* field = head.data() + 16 + i * 16;
        const auto offset = loadLittle<std::uint64_t>(field), size = loadLittle<std::uint64_t>(field + 8);
        auto part = context.bytes().part(offset, size);
        if (!part) {
            context.diagnostics.error("delegate-truncated", context.where(16 + i * 16),
                                      "the " + std::string(kSections[i]) + " reaches beyond the end");
            continue;
        }
        decoded.regions.push_back({std::string(kSections[i]), offset, size});
        sections[i] = *std::move(part);
    }
    ElementBudget budget(context.bytes().size);
    const VgfTables tables = readVgfTables(context, sections[0], sections[1], sections[2], sections[3], budget);
    if (context.job.cancelled()) return cancelledFailure();
    addFacts(tables, decoded);
    SequenceGraph sequence(tables, budget);
    auto graph = sequence.make(decoded);
    if (budget.spent()) return tooManyElements(context);
    decoded.facts.push_back({"operators", sequence.operators()});
    if (tables.sequence.segments.empty())
        decoded.reason = "the model sequence has no segment that can be read";
    else
        decoded.graph = std::move(graph);
    return decoded;
}

}  // namespace etscope::delegates
