// XNNPACK payloads: header "XH00" and a FlatBuffers graph, or, before the header existed, the graph alone with its weights
// inside. Rules: docs/FORMATS.md "XNNPACK payload".
#include "delegates/flat_header.h"
#include "delegates/xnnpack_values.h"

#include "schema/xnnpack_bfbs_generated.h"

namespace etscope::delegates {
namespace {

namespace xnnpack_fb = schema::xnnpack;
using graph::Argument;

constexpr std::uint32_t kNoValue = 0xFFFF'FFFF;
/// Debug handle of nodes that the exporter put in (changes of memory format).
constexpr std::uint32_t kNoHandle = 65'535;

/// Fields that name values end in "_id"; those that are written begin with "output".
bool namesValue(std::string_view field) noexcept { return field.ends_with("_id"); }

class GraphReader {
public:
    GraphReader(const Context& context, const xnnpack_fb::XNNGraph& file, const XnnpackConstants& constants, Decoded& decoded)
        : m_context(context),
          m_file(file),
          m_decoded(decoded),
          m_budget(context.bytes().size),
          m_graph(m_budget),
          m_values(context, file, constants, m_graph, m_budget, decoded),
          m_schema(xnnpack_fb::XNNGraphBinarySchema::data()) {}

    Result<void> read() {
        m_values.declareAll();
        for (std::size_t i = 0; i < countOf(m_file.input_ids()); ++i)
            addInput(m_file.input_ids()->Get(static_cast<std::uint32_t>(i)));
        m_values.addConstants();
        if (m_file.xnodes() != nullptr)
            for (const xnnpack_fb::XNode* node : *m_file.xnodes()) {
                if (m_context.job.cancelled()) return cancelledFailure();
                addNode(*node);
            }
        if (m_file.output_ids() != nullptr && m_budget.take(m_file.output_ids()->size()))
            for (const std::uint32_t id : *m_file.output_ids()) m_graph.addOutput(id);
        if (m_budget.spent()) return tooManyElements(m_context);
        if (m_graph.unresolved() != 0)
            m_context.diagnostics.warning("delegate-unknown-value", m_context.where(), "operators read values that nothing writes");
        m_decoded.facts.push_back({"operators", m_operators.text()});
        m_decoded.graph = m_graph.finish();
        return {};
    }

private:
    void addInput(std::uint32_t id) {
        if (m_budget.take(1) && !m_graph.addInput(id))
            m_context.diagnostics.warning("delegate-unknown-value", m_context.where(), "an input id is not among the values");
    }

    void addNode(const xnnpack_fb::XNode& node) {
        const auto code = static_cast<std::int64_t>(node.xnode_union_type());
        const FieldSchema::Member member = m_schema.member("XNodeUnion", code);
        SlotGraph::NodeSpec spec;
        spec.id = std::to_string(m_graph.nodeCount());
        spec.target = member.name.empty() ? "unknown:" + std::to_string(code) : std::string(member.name);
        if (node.debug_handle() != kNoHandle) spec.debugHandle = node.debug_handle();
        m_operators.count(spec.target);
        if (member.object != nullptr && node.xnode_union() != nullptr)
            for (const FieldView& field : m_schema.fields(*member.object, node.xnode_union())) addField(field, spec);
        else
            m_context.diagnostics.warning("delegate-unknown-operator", m_context.where(),
                                          "the operator " + spec.target + " is not known");
        if (const xnnpack_fb::OutputMinMax* bounds = node.output_min_max()) {
            spec.arguments.push_back(m_graph.named("output_min", m_graph.number(double{bounds->output_min()})));
            spec.arguments.push_back(m_graph.named("output_max", m_graph.number(double{bounds->output_max()})));
        }
        m_graph.addNode(spec);
    }

    void addField(const FieldView& field, SlotGraph::NodeSpec& spec) {
        if (!namesValue(field.name)) {
            spec.arguments.push_back(m_graph.named(field.name, plainArgument(m_graph, field, m_budget)));
            return;
        }
        const auto id = static_cast<std::uint32_t>(field.integer);
        if (field.name.starts_with("output")) {
            if (id != kNoValue) spec.writes.push_back(id);
            return;
        }
        // The concatenations have five inputs and say how many of them count only by their kind.
        const std::string_view name = field.name.substr(0, field.name.size() - 3);
        if (!takesInput(spec.target, name)) return;
        spec.arguments.push_back(m_graph.named(name, id == kNoValue ? Argument{} : m_graph.read(id)));
    }

    /// Whether an operator has this input: "XNNConcatenate2" has input1 and input2 of the five that its table holds.
    static bool takesInput(std::string_view target, std::string_view input) noexcept {
        static constexpr std::string_view kConcatenate = "XNNConcatenate";
        if (!target.starts_with(kConcatenate) || target.size() != kConcatenate.size() + 1) return true;
        return !input.starts_with("input") || input.back() <= target.back();
    }

    const Context& m_context;
    const xnnpack_fb::XNNGraph& m_file;
    Decoded& m_decoded;
    ElementBudget m_budget;
    SlotGraph m_graph;
    XnnpackValues m_values;
    FieldSchema m_schema;
    Histogram m_operators;
};

void addRegions(const FlatHeader& layout, Decoded& decoded) {
    if (layout.present) decoded.regions.push_back({"header", 0, FlatHeader::kSize});
    decoded.regions.push_back({"graph", layout.graphOffset, layout.graphSize});
    if (layout.dataSize != 0) decoded.regions.push_back({"constants", layout.dataOffset, layout.dataSize});
}

}  // namespace

Result<Decoded> decodeXnnpack(const Context& context) {
    const auto layout = readFlatHeader(context, "XH00");
    if (!layout) return layout.failure();
    const auto image = FlatImage::read(context, layout->graphOffset, layout->graphSize);
    if (!image) return image.failure();
    const auto* file = image->root<xnnpack_fb::XNNGraph>();
    if (file == nullptr) return damagedFlatbuffer(context, layout->graphOffset);
    Decoded decoded;
    decoded.version = textOf(file->version());
    addRegions(*layout, decoded);
    const XnnpackConstants constants{*image, layout->present ? layout->dataOffset : 0, layout->dataSize};
    if (auto read = GraphReader(context, *file, constants, decoded).read(); !read) return read.failure();
    return decoded;
}

}  // namespace etscope::delegates
