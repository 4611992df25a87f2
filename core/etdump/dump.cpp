#include "etdump/dump.h"

#include <algorithm>
#include <array>

#include "base/checked_math.h"
#include "base/enum_table.h"
#include "base/limits.h"
#include "etdump/dump_reader.h"
#include "flat/identifier.h"

namespace etscope::etdump {
namespace {

constexpr std::string_view kIdentifier = "ED00";
constexpr std::size_t kPrefix = 4, kIdentifierAt = 4;

std::string_view identifierAt(std::span<const std::byte> bytes, std::size_t position) {
    if (!rangeFits(position, kIdentifier.size(), bytes.size())) return {};
    return {reinterpret_cast<const char*>(bytes.data()) + position, kIdentifier.size()};
}

/// Where the identifier stands; one of a newer version counts where the known one is at neither place.
std::optional<std::size_t> placeOfIdentifier(std::span<const std::byte> bytes) {
    for (const flat::IdentifierAge age : {flat::IdentifierAge::Known, flat::IdentifierAge::Newer})
        for (const std::size_t place : {kPrefix + kIdentifierAt, kIdentifierAt})
            if (flat::ageOf(identifierAt(bytes, place), kIdentifier) == age) return place;
    return std::nullopt;
}

/// Line feeds that a text-mode write on Windows made two bytes.
std::vector<std::byte> withoutCarriageReturns(std::span<const std::byte> bytes) {
    std::vector<std::byte> out;
    out.reserve(bytes.size());
    for (std::size_t i = 0; i < bytes.size(); ++i)
        if (bytes[i] != std::byte{'\r'} || i + 1 == bytes.size() || bytes[i + 1] != std::byte{'\n'}) out.push_back(bytes[i]);
    return out;
}

}  // namespace

std::string_view eventKindName(EventKind kind) noexcept {
    static constexpr EnumTable<EventKind::Other> kNames({"operator", "delegate", "delegate_call", "other"});
    return kNames[kind];
}

std::string_view valueKindName(ValueKind kind) noexcept {
    static constexpr EnumTable<ValueKind::Unknown> kNames(
        {"none", "int", "bool", "float", "float", "tensor", "tensor_list", "string", "unknown"});
    return kNames[kind];
}

std::string_view valueOriginName(ValueOrigin origin) noexcept {
    static constexpr EnumTable<ValueOrigin::Lost> kNames({"logged", "placed", "lost"});
    return kNames[origin];
}

Result<std::shared_ptr<const Dump>> Dump::open(const ByteRange& file, Diagnostics& diagnostics, const JobContext& job) {
    if (file.size == 0)
        return fail("etdump-empty", "the file is empty: the runner was built without ET_EVENT_TRACER_ENABLED", file.where());
    if (file.size > limits::kMaxDump)
        return fail("etdump-too-large", "an ETDump of 2 GiB and more cannot be one FlatBuffers region", file.where());
    auto bytes = file.readAll();
    if (!bytes) return bytes.failure();
    auto dump = std::make_shared<Dump>();
    dump->m_file = file;
    const auto place = placeOfIdentifier(*bytes);
    if (!place) return fail("etdump-identifier", "the file has no ETDump identifier (ED00)", file.where());
    dump->m_prefixed = *place != kIdentifierAt;
    if (const std::string_view identifier = identifierAt(*bytes, *place); identifier != kIdentifier)
        flat::reportNewer(identifier, kIdentifier, "etdump-identifier", file.where(*place), diagnostics);
    if (dump->m_prefixed) {
        dump->m_claimed = loadLittle<std::uint32_t>(bytes->data());
        const std::uint64_t claimed = dump->m_claimed + kPrefix;
        if (claimed > bytes->size())
            diagnostics.error("etdump-truncated", file.where(bytes->size()),
                              "the dump has " + std::to_string(claimed) + " bytes by its own account; " +
                                  std::to_string(bytes->size()) + " are there");
        if (claimed < bytes->size()) {
            std::vector<std::byte> mended = withoutCarriageReturns(*bytes);
            dump->m_repaired = mended.size() == claimed;
            if (dump->m_repaired) *bytes = std::move(mended);
            diagnostics.warning(
                dump->m_repaired ? "etdump-line-ends" : "etdump-trailing-bytes", file.where(claimed),
                dump->m_repaired ? "written in text mode: line ends were mended" : "bytes follow the end of the dump");
        }
        bytes->erase(bytes->begin(), bytes->begin() + kPrefix);
        dump->m_file = file.part(kPrefix, file.size - kPrefix).valueOr(file);
    }
    dump->m_content = std::make_shared<const std::vector<std::byte>>(*std::move(bytes));
    if (auto read = DumpReader(*dump, diagnostics, job).read(); !read) return read.failure();
    dump->m_file = file;
    return std::shared_ptr<const Dump>(std::move(dump));
}

BlockKind Dump::blockKind(const Run& run) const noexcept {
    const std::string_view name = text(run.name);
    return name == "Default" ? BlockKind::Load : name == "Execute" ? BlockKind::Execute : BlockKind::User;
}

bool isLogged(ScalarType type) noexcept {
    constexpr std::array kTypes{ScalarType::U8,  ScalarType::I8,  ScalarType::I16,  ScalarType::I32, ScalarType::I64,
                                ScalarType::F32, ScalarType::F64, ScalarType::Bool, ScalarType::U16, ScalarType::Bits16};
    return std::ranges::find(kTypes, type) != kTypes.end();
}

std::optional<std::uint64_t> byteCount(const Dump& dump, const LoggedTensor& tensor) noexcept {
    std::uint64_t bytes = itemSize(tensor.type);
    if (bytes == 0) return std::nullopt;
    bool empty = false;
    for (const std::int64_t size : dump.sizes(tensor)) {
        if (size < 0) return std::nullopt;
        empty = empty || size == 0;
    }
    if (empty) return 0;
    for (const std::int64_t size : dump.sizes(tensor)) {
        const auto product = checkedMul(bytes, static_cast<std::uint64_t>(size));
        if (!product) return std::nullopt;
        bytes = *product;
    }
    return bytes;
}

std::uint64_t Dump::highestByte() const noexcept {
    std::uint64_t highest = 0;
    for (const LoggedTensor& tensor : m_tensors) {
        const auto bytes = byteCount(*this, tensor);
        if (tensor.offset < 0 || !bytes) continue;
        highest = std::max(highest, checkedAdd(static_cast<std::uint64_t>(tensor.offset), *bytes).value_or(highest));
    }
    return highest;
}

}  // namespace etscope::etdump
