// Vulkan payloads (also of the WebGPU runtime): header "VH00", a FlatBuffers graph, raw bytes. Rules: docs/FORMATS.md "Vulkan
// payload".
#include <array>
#include <map>

#include "base/checked_math.h"
#include "delegates/flat_image.h"
#include "delegates/slot_graph.h"
#include "graph/operator_arguments.h"
#include "schema/vulkan_generated.h"

namespace etscope::delegates {
namespace {

namespace vulkan_fb = schema::vulkan;
using graph::Argument;

std::optional<ScalarType> scalarType(vulkan_fb::VkDataType type) noexcept {
    static constexpr std::array kTypes{ScalarType::Bool, ScalarType::U8,  ScalarType::I8,  ScalarType::I32,
                                       ScalarType::F16,  ScalarType::F32, ScalarType::F64, ScalarType::I64};
    const auto code = static_cast<std::size_t>(type);
    return code < kTypes.size() ? std::optional(kTypes[code]) : std::nullopt;
}

/// An operator's last tensor (or list of tensors) is what it writes; the arguments before it are read. A tensor that an operator
/// has only written is told apart from one it updates by whether anything has written it before.
class VulkanGraphReader {
public:
    VulkanGraphReader(const Context& context, const vulkan_fb::VkGraph& file, const FlatHeader& layout, Decoded& decoded)
        : m_context(context),
          m_file(file),
          m_layout(layout),
          m_decoded(decoded),
          m_budget(context.bytes().size),
          m_graph(m_budget) {}

    Result<void> read() {
        declareValues();
        addInputs();
        if (m_file.chain() != nullptr)
            for (const vulkan_fb::OperatorCall* call : *m_file.chain()) {
                if (m_context.job.cancelled()) return cancelledFailure();
                addCall(*call);
            }
        for (const std::uint32_t id : Elements(m_file.output_ids(), m_budget)) addOutput(id);
        if (m_budget.spent()) return tooManyElements(m_context);
        if (m_graph.unresolved() != 0)
            m_context.diagnostics.warning("delegate-unknown-value", m_context.where(), "operators read values that nothing writes");
        m_decoded.facts.push_back({"operators", m_operators.text()});
        m_decoded.graph = m_graph.finish();
        return {};
    }

private:
    const vulkan_fb::VkValue* value(std::int64_t id) const {
        if (id < 0 || static_cast<std::uint64_t>(id) >= countOf(m_file.values())) return nullptr;
        return m_file.values()->Get(static_cast<std::uint32_t>(id));
    }
    const vulkan_fb::VkTensor* tensor(std::int64_t id) const {
        const vulkan_fb::VkValue* found = value(id);
        return found == nullptr ? nullptr : found->value_as_VkTensor();
    }
    const vulkan_fb::ValueList* valueList(std::int64_t id) const {
        const vulkan_fb::VkValue* found = value(id);
        return found == nullptr ? nullptr : found->value_as_ValueList();
    }
    bool isSymbol(std::int64_t id) const {
        const vulkan_fb::VkValue* found = value(id);
        return found != nullptr && found->value_as_SymInt() != nullptr;
    }

    void declareValues() {
        const std::size_t count = countOf(m_file.values());
        if (!m_budget.take(count)) return;
        for (std::size_t i = 0; i < count; ++i) {
            const auto id = static_cast<std::int64_t>(i);
            SlotSpec spec;
            spec.name = "v" + std::to_string(i);
            if (const vulkan_fb::VkTensor* found = tensor(id)) {
                spec.type = scalarType(found->datatype());
                spec.typeCode = static_cast<std::int64_t>(found->datatype());
                spec.dims = fixedDims(found->dims(), m_budget);
            } else if (isSymbol(id)) {
                spec.kind = graph::ValueKind::SymInt;
            } else {
                continue;
            }
            static_cast<void>(m_graph.declare(i, std::move(spec)));
        }
    }

    void addInputs() {
        for (const std::uint32_t id : Elements(m_file.input_ids(), m_budget)) addInput(id);
        for (std::size_t i = 0; i < countOf(m_file.values()); ++i) {
            const auto id = static_cast<std::int64_t>(i);
            const vulkan_fb::VkTensor* found = tensor(id);
            if (found != nullptr && found->constant_id() >= 0) addConstant(i, *found);
            if (isSymbol(id)) static_cast<void>(m_graph.addInput(i, graph::InputKind::Symbol));
        }
    }

    void addInput(std::uint32_t id) {
        if (m_graph.addInput(id)) return;
        m_context.diagnostics.warning("delegate-unknown-value", m_context.where(),
                                      "an input id is not that of a tensor, or occurs twice");
    }

    void addConstant(std::size_t id, const vulkan_fb::VkTensor& tensor) {
        Weight weight = m_graph.weight(id);
        weight.type = scalarType(tensor.datatype());
        const auto index = static_cast<std::uint32_t>(tensor.constant_id());
        const vulkan_fb::VkBytes* place = index < countOf(m_file.constants()) ? m_file.constants()->Get(index) : nullptr;
        if (place == nullptr) {
            m_context.diagnostics.error("delegate-constant-missing", m_context.where(),
                                        "a tensor names a constant that the payload does not have");
        } else {
            weight.key = textOf(place->named_key());
            weight.size = place->length();
            weight.bytes = weight.key.empty() ? rawBytes(*place) : m_context.named(weight.key);
        }
        static_cast<void>(m_graph.addInput(id, graph::InputKind::TensorConstant, weight.key));
        m_decoded.weights.push_back(std::move(weight));
    }

    ByteRange rawBytes(const vulkan_fb::VkBytes& place) const {
        if (!rangeFits(place.offset(), place.length(), m_layout.dataSize)) return {};
        auto part = m_context.bytes().part(m_layout.dataOffset + place.offset(), place.length());
        return part ? *std::move(part) : ByteRange{};
    }

    void addCall(const vulkan_fb::OperatorCall& call) {
        SlotGraph::NodeSpec spec;
        // The id that events of the delegate carry; made unique where the payload repeats one.
        spec.id = std::to_string(call.node_id());
        if (const auto seen = m_ids[call.node_id()]++; seen != 0) spec.id += "_" + std::to_string(seen);
        spec.target = textOf(call.name());
        m_operators.count(spec.target);
        const std::size_t count = countOf(call.args());
        if (!m_budget.take(count)) return;
        const graph::OperatorArguments* schema = graph::argumentsOfTarget(spec.target);
        const auto names = graph::argumentNames(schema == nullptr ? std::string_view() : schema->inputs);
        for (std::size_t i = 0; i < count; ++i) {
            const std::int64_t id = call.args()->Get(static_cast<std::uint32_t>(i));
            const bool writes = i + 1 == count && takeWrites(id, spec);
            const std::string name = i < names.size() ? std::string(names[i]) : "arg" + std::to_string(i);
            if (!writes) spec.arguments.push_back(m_graph.named(name, argument(id, 0)));
        }
        m_graph.addNode(spec);
    }

    /// False when the value is not something that an operator can write.
    bool takeWrites(std::int64_t id, SlotGraph::NodeSpec& spec) {
        if (tensor(id) != nullptr || isSymbol(id)) {
            spec.writes.push_back(static_cast<SlotGraph::Slot>(id));
            return true;
        }
        const vulkan_fb::ValueList* list = valueList(id);
        if (list == nullptr || list->items() == nullptr || !m_budget.take(list->items()->size())) return false;
        for (const std::int32_t item : *list->items()) {
            if (tensor(item) == nullptr) {
                spec.writes.clear();
                return false;
            }
            spec.writes.push_back(static_cast<SlotGraph::Slot>(item));
        }
        return true;
    }

    template <class Items, class Make>
    Argument items(const Items* items, Make&& make) {
        std::vector<Argument> out;
        for (const auto item : Elements(items, m_budget)) out.push_back(make(item));
        return m_graph.list(out);
    }

    Argument argument(std::int64_t id, int depth) {
        const vulkan_fb::VkValue* found = value(id);
        if (found == nullptr) return m_graph.word(graph::ArgumentKind::UnresolvedName, "v" + std::to_string(id));
        if (found->value() == nullptr) return {};
        switch (found->value_type()) {
            case vulkan_fb::GraphTypes::Null: return {};
            case vulkan_fb::GraphTypes::VkTensor:
            case vulkan_fb::GraphTypes::SymInt: return m_graph.read(static_cast<SlotGraph::Slot>(id));
            case vulkan_fb::GraphTypes::Int: return m_graph.integer(found->value_as_Int()->int_val());
            case vulkan_fb::GraphTypes::Double: return m_graph.number(found->value_as_Double()->double_val());
            case vulkan_fb::GraphTypes::Bool: return m_graph.boolean(found->value_as_Bool()->bool_val());
            case vulkan_fb::GraphTypes::String: return m_graph.text(textOf(found->value_as_String()->string_val()));
            case vulkan_fb::GraphTypes::IntList:
                return items(found->value_as_IntList()->items(), [&](std::int64_t item) { return m_graph.integer(item); });
            case vulkan_fb::GraphTypes::DoubleList:
                return items(found->value_as_DoubleList()->items(), [&](double item) { return m_graph.number(item); });
            case vulkan_fb::GraphTypes::BoolList:
                return items(found->value_as_BoolList()->items(), [&](std::uint8_t item) { return m_graph.boolean(item != 0); });
            case vulkan_fb::GraphTypes::ValueList:
                if (depth > 0) return m_graph.word(graph::ArgumentKind::Unknown, "list in a list");
                return items(found->value_as_ValueList()->items(), [&](std::int32_t item) { return argument(item, depth + 1); });
            default: return m_graph.word(graph::ArgumentKind::Unknown, std::to_string(static_cast<int>(found->value_type())));
        }
    }

    void addOutput(std::uint32_t id) {
        if (valueList(id) == nullptr) m_graph.addOutput(id);
        if (const vulkan_fb::ValueList* list = valueList(id))
            for (const std::int32_t item : Elements(list->items(), m_budget)) m_graph.addOutput(static_cast<SlotGraph::Slot>(item));
    }

    const Context& m_context;
    const vulkan_fb::VkGraph& m_file;
    const FlatHeader& m_layout;
    Decoded& m_decoded;
    ElementBudget m_budget;
    SlotGraph m_graph;
    Histogram m_operators;
    std::map<std::uint32_t, std::size_t> m_ids;
};

void addStorageFacts(const vulkan_fb::VkGraph& file, Decoded& decoded) {
    static constexpr std::array<std::string_view, 3> kStorage{"buffer", "texture_3d", "texture_2d"};
    const auto storage = static_cast<std::size_t>(file.storage_type_override());
    if (storage < kStorage.size()) decoded.facts.push_back({"storage type", std::string(kStorage[storage])});
    if (countOf(file.shaders()) != 0) decoded.facts.push_back({"shaders", std::to_string(countOf(file.shaders()))});
}

}  // namespace

Result<Decoded> decodeVulkan(const Context& context) {
    const auto layout = readFlatHeader(context, "VH00");
    if (!layout) return layout.failure();
    const auto image = FlatImage::read(context, layout->graphOffset, layout->graphSize);
    if (!image) return image.failure();
    const auto* file = image->root<vulkan_fb::VkGraph>();
    if (file == nullptr) return damagedFlatbuffer(context, layout->graphOffset);
    Decoded decoded;
    decoded.version = textOf(file->version());
    if (layout->present) decoded.regions.push_back({"header", 0, FlatHeader::kSize});
    decoded.regions.push_back({"graph", layout->graphOffset, layout->graphSize});
    if (layout->dataSize != 0) decoded.regions.push_back({"raw bytes", layout->dataOffset, layout->dataSize});
    if (auto read = VulkanGraphReader(context, *file, *layout, decoded).read(); !read) return read.failure();
    addStorageFacts(*file, decoded);
    return decoded;
}

}  // namespace etscope::delegates
