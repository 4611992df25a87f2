#include "delegates/qnn_context.h"

#include <array>
#include <charconv>

#include "base/checked_math.h"
#include "base/lists.h"
#include "delegates/decoder.h"
#include "flat/raw_table.h"

namespace etscope::delegates {
namespace {

using flat::RawTable;
using ContextBytes = std::span<const std::byte>;

constexpr std::uint32_t kPayloadMagic = 0x5678ABCD;
/// Magic, signature and size; whether more of them stands before the binary depends on the release that wrote it.
constexpr std::uint64_t kPayloadNumbers = 20, kPaddedHeader = 256;
constexpr std::uint64_t kHead = 40;
/// Descriptions are some 100 bytes a tensor.
constexpr std::uint64_t kLargestDescription = 64ULL << 20;
constexpr std::uint32_t kUndefined = 0x7FFF'FFFF;
/// The version of the tables, and the code of their union: the only ones that are known.
constexpr std::uint32_t kVersion = 3;
constexpr std::uint8_t kMember = 3;

// Fields of the tables, by their slots.
namespace wrapper_slot {
constexpr unsigned kVersion = 0, kMember = 1, kTable = 2;
}
namespace context_slot {
constexpr unsigned kBackend = 0, kBuildId = 1, kCoreApi = 2, kBackendApi = 3, kGraphCount = 9, kGraphs = 10, kSocModel = 16;
}
namespace graph_slot {
constexpr unsigned kName = 0, kInputCount = 1, kInputs = 2, kOutputCount = 3, kOutputs = 4;
}
namespace tensor_slot {
constexpr unsigned kType = 3, kDefinition = 4, kRank = 6, kDims = 7, kName = 9, kEncoding = 13, kScaleOffset = 15;
}

std::optional<RawTable> tableAt(ContextBytes bytes, const RawTable& table, unsigned slot) {
    const auto position = table.target(slot);
    return position ? RawTable::at(bytes, *position) : std::nullopt;
}

/// What a wrapper of the known version holds.
std::optional<RawTable> unwrapped(ContextBytes bytes, const RawTable& wrapper) {
    if (wrapper.u32(wrapper_slot::kVersion) != kVersion || wrapper.number<std::uint8_t>(wrapper_slot::kMember) != kMember)
        return std::nullopt;
    return tableAt(bytes, wrapper, wrapper_slot::kTable);
}

std::optional<std::string> textAt(ContextBytes bytes, const RawTable& table, unsigned slot) {
    const auto characters = table.vector(slot, 1);
    if (!characters) return std::nullopt;
    return std::string(reinterpret_cast<const char*>(bytes.data()) + characters->first, characters->count);
}

/// Major and minor number, which stand behind each other in the table.
std::string versionAt(const RawTable& table, unsigned slot) {
    const auto both = table.number<std::uint64_t>(slot);
    return both ? std::to_string(*both & 0xFFFF'FFFFU) + "." + std::to_string(*both >> 32U) : std::string();
}

class DescriptionReader {
public:
    explicit DescriptionReader(ContextBytes bytes) : m_bytes(bytes), m_budget(bytes.size()) {}

    bool read(QnnContext& context) {
        const auto root = RawTable::root(m_bytes);
        const auto outer = root ? tableAt(m_bytes, *root, 0) : std::nullopt;
        const auto table = outer ? unwrapped(m_bytes, *outer) : std::nullopt;
        if (!table) return false;
        auto build = textAt(m_bytes, *table, context_slot::kBuildId);
        if (!build || !build->starts_with('v') || !m_budget.take(build->size())) return false;
        context.buildId = *std::move(build);
        context.backend = table->u32(context_slot::kBackend);
        context.socModel = table->u32(context_slot::kSocModel);
        context.coreApi = versionAt(*table, context_slot::kCoreApi);
        context.backendApi = versionAt(*table, context_slot::kBackendApi);
        return readGraphs(*table, context);
    }

private:
    bool readGraphs(const RawTable& table, QnnContext& context) {
        const auto list = table.vector(context_slot::kGraphs, 4);
        if (!list || list->count != table.u32(context_slot::kGraphCount) || !m_budget.take(list->count)) return false;
        for (std::uint32_t i = 0; i < list->count; ++i)
            if (!readGraph(list->first + std::size_t{i} * 4, context.graphs.emplace_back())) return false;
        return true;
    }

    /// Wrapper, table of the graph with its device's data, table of names and tensors.
    bool readGraph(std::size_t at, QnnGraph& graph) {
        const auto place = flat::followOffset(m_bytes, at);
        const auto wrapper = place ? RawTable::at(m_bytes, *place) : std::nullopt;
        const auto table = wrapper ? unwrapped(m_bytes, *wrapper) : std::nullopt;
        const auto middle = table ? tableAt(m_bytes, *table, 0) : std::nullopt;
        const auto inner = middle ? tableAt(m_bytes, *middle, 0) : std::nullopt;
        if (!inner) return false;
        auto name = textAt(m_bytes, *inner, graph_slot::kName);
        if (!name || !m_budget.take(name->size())) return false;
        graph.name = *std::move(name);
        return readTensors(*inner, graph_slot::kInputs, graph_slot::kInputCount, graph.inputs) &&
               readTensors(*inner, graph_slot::kOutputs, graph_slot::kOutputCount, graph.outputs);
    }

    bool readTensors(const RawTable& graph, unsigned slot, unsigned countSlot, std::vector<QnnTensor>& tensors) {
        const std::uint32_t count = graph.u32(countSlot).value_or(0);
        const auto list = graph.vector(slot, 4);
        if (!list) return count == 0;
        if (list->count != count || !m_budget.take(count)) return false;
        for (std::uint32_t i = 0; i < count; ++i) {
            const auto place = flat::followOffset(m_bytes, list->first + std::size_t{i} * 4);
            const auto table = place ? RawTable::at(m_bytes, *place) : std::nullopt;
            if (!table || !readTensor(*table, tensors.emplace_back())) return false;
        }
        return true;
    }

    bool readTensor(const RawTable& table, QnnTensor& tensor) {
        auto name = textAt(m_bytes, table, tensor_slot::kName);
        const auto type = table.u32(tensor_slot::kType);
        if (!name || !type || !m_budget.take(name->size())) return false;
        tensor.name = *std::move(name);
        tensor.typeCode = *type;
        const std::uint32_t rank = table.u32(tensor_slot::kRank).value_or(0);
        if (const auto dims = table.vector(tensor_slot::kDims, 4)) {
            if (dims->count != rank || !m_budget.take(rank)) return false;
            for (std::uint32_t i = 0; i < rank; ++i)
                tensor.dims.push_back(loadLittle<std::uint32_t>(m_bytes.data() + dims->first + std::size_t{i} * 4));
        } else if (rank != 0) {
            return false;
        }
        readQuantization(table, tensor);
        return true;
    }

    /// One scale and offset; other encodings were not seen.
    void readQuantization(const RawTable& table, QnnTensor& tensor) const {
        const auto definition = table.u32(tensor_slot::kDefinition);
        tensor.quantized = definition && *definition != 0 && *definition != kUndefined;
        if (!tensor.quantized || table.u32(tensor_slot::kEncoding) != 0U) return;
        const auto how = tableAt(m_bytes, table, tensor_slot::kScaleOffset);
        if (!how || !how->has(0)) return;
        tensor.scale = how->number<float>(0);
        tensor.offset = how->number<std::int32_t>(1).value_or(0);
    }

    ContextBytes m_bytes;
    ElementBudget m_budget;
};

struct TypeName {
    std::uint32_t code;
    std::string_view name;
};
constexpr std::array kTypes{
    TypeName{0x0008, "i8"},      TypeName{0x0016, "i16"},      TypeName{0x0032, "i32"},      TypeName{0x0064, "i64"},
    TypeName{0x0108, "u8"},      TypeName{0x0116, "u16"},      TypeName{0x0132, "u32"},      TypeName{0x0164, "u64"},
    TypeName{0x0216, "f16"},     TypeName{0x0232, "f32"},      TypeName{0x0264, "f64"},      TypeName{0x0304, "sfixed4"},
    TypeName{0x0308, "sfixed8"}, TypeName{0x0316, "sfixed16"}, TypeName{0x0332, "sfixed32"}, TypeName{0x0404, "ufixed4"},
    TypeName{0x0408, "ufixed8"}, TypeName{0x0416, "ufixed16"}, TypeName{0x0432, "ufixed32"}, TypeName{0x0508, "bool"},
};

std::string numberText(float value) {
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), end.ptr};
}

}  // namespace

std::string QnnTensor::type() const {
    std::string text = "unknown:" + std::to_string(typeCode);
    for (const TypeName& known : kTypes)
        if (known.code == typeCode) text = known.name;
    return text + "[" + joined(dims, ",") + "]";
}

std::string QnnTensor::text() const {
    std::string text = name + " " + type();
    if (scale) return text + ", scale " + numberText(*scale) + ", offset " + std::to_string(offset.value_or(0));
    return quantized ? text + ", quantisation not decoded" : text;
}

std::optional<QnnContext> readQnnContext(const ByteRange& binary) {
    std::array<std::byte, kHead> head{};
    if (binary.size < kHead || !binary.read(0, head)) return std::nullopt;
    const auto size = loadLittle<std::uint64_t>(head.data() + 16), graphs = loadLittle<std::uint64_t>(head.data() + 24),
               graphsSize = loadLittle<std::uint64_t>(head.data() + 32);
    if (size == 0 || size > kLargestDescription || graphs > binary.size || graphsSize != binary.size - graphs ||
        !rangeFits(kHead, size, graphs))
        return std::nullopt;
    const auto part = binary.part(kHead, size);
    const auto bytes = part ? part->readAll() : Result<std::vector<std::byte>>(part.failure());
    QnnContext context;
    if (!bytes || !DescriptionReader(*bytes).read(context)) return std::nullopt;
    context.regions = {{"context header", 0, kHead}, {"context description", kHead, size}, {"compiled graphs", graphs, graphsSize}};
    return context;
}

std::optional<QnnHeader> readQnnHeader(const ByteRange& payload) {
    std::array<std::byte, kPayloadNumbers> head{};
    if (payload.size < head.size() || !payload.read(0, head) || loadLittle<std::uint32_t>(head.data()) != kPayloadMagic)
        return std::nullopt;
    QnnHeader header{loadLittle<std::int64_t>(head.data() + 4), loadLittle<std::uint64_t>(head.data() + 12), kPaddedHeader};
    const bool fills = header.contextBytes == payload.size - kPayloadNumbers;
    if (fills || (!rangeFits(kPaddedHeader, header.contextBytes, payload.size) &&
                  rangeFits(kPayloadNumbers, header.contextBytes, payload.size)))
        header.size = kPayloadNumbers;
    return header;
}

std::optional<QnnContext> qnnContextOf(const ByteRange& payload) {
    const auto header = readQnnHeader(payload);
    const auto binary = header ? payload.part(header->size, header->contextBytes) : Result<ByteRange>(ByteRange{});
    return binary && binary->hasData() ? readQnnContext(*binary) : std::nullopt;
}

}  // namespace etscope::delegates
