// Payloads of the native backend: NPTG graphs and the fat container NFAT that holds one payload for each of several backends.
// Rules: docs/FORMATS.md "Native graph", "Native fat container".
#include <algorithm>
#include <set>

#include "base/checked_math.h"
#include "delegates/native_graph.h"

namespace etscope::delegates {
namespace {

namespace native_graph_fb = schema::native_graph;

constexpr std::uint64_t kContainerHeader = 12;
constexpr std::uint64_t kEntrySize = 48;
constexpr std::size_t kIdSize = 32;

struct Entry {
    std::string id;
    std::uint64_t offset = 0;  ///< from the data section
    std::uint64_t size = 0;
};

/// The id up to its first NUL; what follows must be NULs, and the whole be ASCII.
std::string entryId(const Context& context, std::string_view field, std::size_t index) {
    const std::string id(field.substr(0, field.find('\0')));
    const bool padded = std::ranges::all_of(field.substr(id.size()), [](char c) { return c == '\0'; });
    const bool ascii = std::ranges::all_of(id, [](char c) { return c >= 0x20 && c < 0x7F; });
    if (id.empty() || !padded || !ascii)
        context.diagnostics.warning("native-container-id", context.where(kContainerHeader + index * kEntrySize),
                                    "the backend id of an entry is empty, not ASCII, or not padded with zeros");
    return id;
}

/// How many entries to read. A count that cannot be is replaced by the number of rows that look like entries.
std::uint64_t plausibleCount(const Context& context, std::uint32_t count, std::span<const std::byte> table) {
    const std::uint64_t room = (context.bytes().size - kContainerHeader) / kEntrySize;
    if (count <= room) return std::min<std::uint64_t>(count, limits::kMaxContainerEntries);
    context.diagnostics.error(
        "native-container-damaged", context.where(8),
        "the container claims " + std::to_string(count) + " entries; it has room for " + std::to_string(room));
    std::uint64_t found = 0;
    for (; (found + 1) * kEntrySize <= table.size() && found < limits::kMaxContainerEntries; ++found) {
        const std::byte* row = table.data() + found * kEntrySize;
        const auto letter = [&](std::size_t at) { return row[at] >= std::byte{0x21} && row[at] < std::byte{0x7F}; };
        const bool named = letter(0) && letter(1) && letter(2) && row[kIdSize - 1] == std::byte{0};
        const auto offset = loadLittle<std::uint64_t>(row + kIdSize), size = loadLittle<std::uint64_t>(row + kIdSize + 8);
        if (!named || !rangeFits(offset, size, context.bytes().size)) break;
    }
    return found;
}

Result<std::vector<Entry>> readEntries(const Context& context) {
    const std::uint64_t size = context.bytes().size;
    if (size < kContainerHeader) return fail("delegate-truncated", "the container ends inside its header", context.where());
    const std::uint64_t headSize = std::min<std::uint64_t>(size, kContainerHeader + limits::kMaxContainerEntries * kEntrySize);
    std::vector<std::byte> head(static_cast<std::size_t>(headSize));
    if (auto read = context.bytes().read(0, head); !read) return read.failure();
    const auto version = loadLittle<std::uint32_t>(head.data() + 4);
    const auto count = loadLittle<std::uint32_t>(head.data() + 8);
    if (version != 1)
        context.diagnostics.warning("native-container-version", context.where(4),
                                    "the container has version " + std::to_string(version));
    if (count > limits::kMaxContainerEntries && count <= (size - kContainerHeader) / kEntrySize)
        context.diagnostics.warning("limit-exceeded", context.where(8), "only the first entries of the container are shown");
    const auto table = std::span<const std::byte>(head).subspan(kContainerHeader);
    std::vector<Entry> entries;
    const std::uint64_t shown = plausibleCount(context, count, table);
    for (std::size_t i = 0; i < shown; ++i) {
        const std::byte* row = table.data() + i * kEntrySize;
        entries.push_back({entryId(context, {reinterpret_cast<const char*>(row), kIdSize}, i),
                           loadLittle<std::uint64_t>(row + kIdSize), loadLittle<std::uint64_t>(row + kIdSize + 8)});
    }
    return entries;
}

/// A payload that another decoder reads is decoded with the same named data; programs are for their own reader.
NestedFile readEntry(const Context& context, const Entry& entry, ByteRange bytes) {
    NestedFile nested{entry.id, {}, std::move(bytes), nullptr};
    std::vector<std::byte> head(static_cast<std::size_t>(std::min<std::uint64_t>(nested.bytes.size, limits::kPayloadHead)));
    if (!head.empty() && !nested.bytes.read(0, head)) return nested;
    nested.kind = payloadKind(head, nested.bytes.size);
    if (nested.kind == "pte" || context.depth + 1 >= limits::kMaxPayloadDepth) return nested;
    if (!context.nested.take(nested.bytes.size)) {
        context.diagnostics.warning("limit-exceeded", context.where(),
                                    "the container's payloads lie over each other: not all of them are decoded");
        return nested;
    }
    Payload inner{entry.id, nested.bytes, context.payload.compileSpecs, context.payload.namedData, context.payload.index};
    Diagnostics diagnostics;
    auto decoded = decodeAt(inner, context.depth + 1, &context.nested, diagnostics, context.job);
    context.diagnostics.merge(diagnostics);
    if (decoded) nested.decoded = std::make_shared<const Decoded>(*std::move(decoded));
    return nested;
}

void checkEntries(const Context& context, const std::vector<Entry>& entries, std::uint64_t dataStart) {
    std::set<std::string_view> ids;
    std::uint64_t end = 0;
    for (const Entry& entry : entries) {
        if (!ids.insert(entry.id).second)
            context.diagnostics.warning("native-container-id", context.where(),
                                        "two entries of the container have the same backend id");
        if (entry.offset != end)
            context.diagnostics.warning("native-container-gap", context.where(dataStart),
                                        "the container's payloads leave gaps or overlap");
        end = entry.offset > ~entry.size ? end : entry.offset + entry.size;
    }
    if (dataStart + end < context.bytes().size)
        context.diagnostics.note("native-container-gap", context.where(dataStart + end),
                                 "bytes follow the container's last payload");
}

std::optional<ByteRange> entryBytes(const Context& context, const Entry& entry, std::uint64_t dataStart) {
    const std::uint64_t total = context.bytes().size - dataStart;
    if (rangeFits(entry.offset, entry.size, total)) {
        auto part = context.bytes().part(dataStart + entry.offset, entry.size);
        return part ? std::optional(*std::move(part)) : std::nullopt;
    }
    context.diagnostics.error(
        "native-container-damaged", context.where(dataStart),
        "the payload of " + (entry.id.empty() ? "an entry" : entry.id) + " reaches beyond the end of the container");
    if (entry.offset >= total) return std::nullopt;
    auto rest = context.bytes().part(dataStart + entry.offset, total - entry.offset);
    return rest ? std::optional(*std::move(rest)) : std::nullopt;
}

}  // namespace

Result<Decoded> decodeNativeGraph(const Context& context) {
    const auto image = FlatImage::read(context, 0, context.bytes().size);
    if (!image) return image.failure();
    const auto* file = image->root<native_graph_fb::Program>();
    if (file == nullptr) return damagedFlatbuffer(context, 0);
    Decoded decoded;
    decoded.format = "NPTG";
    decoded.version = textOf(file->version());
    decoded.regions.push_back({"graph", 0, context.bytes().size});
    ElementBudget budget(context.bytes().size);
    if (file->methods() != nullptr && budget.take(file->methods()->size()))
        for (const native_graph_fb::Method* method : *file->methods()) {
            NativeMethodReader reader(context, *method, budget, decoded);
            auto model = reader.read();
            if (!model) return model.failure();
            const std::string name(textOf(method->name()));
            decoded.facts.push_back({"operators of " + name, reader.operators().text()});
            if (decoded.graph == nullptr)
                decoded.graph = *std::move(model), decoded.graphName = name;
            else
                decoded.otherGraphs.push_back({name, *std::move(model)});
        }
    if (const CompileSpec* spec = context.spec("serialize_as_ptn"); spec != nullptr && compileSpecText(*spec) == "1")
        context.diagnostics.warning("native-constants-absent", context.where(),
                                    "lowered for a .ptn package: this program lacks its constants");
    if (decoded.graph == nullptr) decoded.reason = "the program has no method";
    return decoded;
}

Result<Decoded> decodeNativeContainer(const Context& context) {
    auto entries = readEntries(context);
    if (!entries) return entries.failure();
    Decoded decoded;
    decoded.format = "NFAT";
    const std::uint64_t dataStart = kContainerHeader + entries->size() * kEntrySize;
    decoded.regions.push_back({"header", 0, kContainerHeader});
    decoded.regions.push_back({"entries", kContainerHeader, dataStart - kContainerHeader});
    checkEntries(context, *entries, dataStart);
    std::string ids;
    for (const Entry& entry : *entries) {
        if (context.job.cancelled()) return cancelledFailure();
        ids += (ids.empty() ? "" : ", ") + entry.id;
        auto bytes = entryBytes(context, entry, dataStart);
        if (!bytes) continue;
        decoded.regions.push_back({"payload " + entry.id, dataStart + entry.offset, bytes->size});
        decoded.nested.push_back(readEntry(context, entry, *std::move(bytes)));
        const NestedFile& nested = decoded.nested.back();
        if (decoded.graph == nullptr && nested.decoded != nullptr && nested.decoded->graph != nullptr) {
            decoded.graph = nested.decoded->graph;
            decoded.graphName = nested.decoded->graphName;
            decoded.otherGraphs = nested.decoded->otherGraphs;
            decoded.weights = nested.decoded->weights;
            decoded.quantization = nested.decoded->quantization;
        }
    }
    decoded.facts.push_back({"specializations", ids});
    if (decoded.graph == nullptr) decoded.reason = "no payload of the container has a graph that can be decoded here";
    return decoded;
}

}  // namespace etscope::delegates
