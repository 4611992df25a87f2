// Bytes of a file as they are, with the regions that they lie in.
#include <algorithm>
#include <array>

#include "base/escaped.h"
#include "base/hex.h"
#include "base/lists.h"
#include "inventory/regions.h"
#include "report/documents.h"

namespace etscope::report {
namespace {

constexpr std::uint64_t kRow = 16;

std::string hexOf(std::span<const std::byte> bytes) {
    return joined(bytes, " ", [](const std::byte& byte) { return hexText({&byte, 1}); });
}

std::string asciiOf(std::span<const std::byte> bytes) {
    std::string text;
    for (const std::byte byte : bytes) {
        const int code = std::to_integer<int>(byte);
        text += code >= 0x20 && code < 0x7F ? static_cast<char>(code) : '.';
    }
    return text;
}

/// The last region that begins at the offset or before; nullptr: none.
const flat::Region* regionAt(const std::vector<flat::Region>& regions, std::uint64_t offset) {
    const auto next = std::ranges::upper_bound(regions, offset, {}, &flat::Region::offset);
    return next == regions.begin() ? nullptr : &*std::prev(next);
}

Result<Json> hexRows(const ByteRange& bytes, std::uint64_t offset, std::uint64_t end, const std::vector<flat::Region>& regions,
                     const JobContext& job) {
    Json rows = Json::array();
    for (std::uint64_t at = offset; at < end; at += kRow) {
        if (job.cancelled()) return cancelledFailure();
        std::array<std::byte, kRow> buffer{};
        const std::span<std::byte> row = std::span(buffer).first(static_cast<std::size_t>(std::min(kRow, end - at)));
        if (const auto read = bytes.read(at, row); !read) return read.failure();
        const flat::Region* region = regionAt(regions, at);
        rows.push_back(object(F("offset", at), F("hex", hexOf(row)), F("text", asciiOf(row)),
                              F("region", region != nullptr ? Json(region->name) : Json(nullptr))));
    }
    return rows;
}

/// Of a delegate's payload, in the order of their offsets.
std::vector<flat::Region> payloadRegions(const delegates::Decoded& decoded) {
    std::vector<flat::Region> regions;
    for (const delegates::Region& one : decoded.regions)
        regions.push_back({.offset = one.offset, .size = one.size, .name = one.name});
    return regions;
}

}  // namespace

Result<Json> payloadHexDocument(const session::MethodView& method, std::size_t delegate, std::uint64_t length,
                                const JobContext& job) {
    const program::ExecutionPlan* plan = method.plan();
    if (plan == nullptr || delegate >= plan->delegates.size())
        return fail("no-such-part", "there is no such delegate", method.name + ":" + std::to_string(delegate));
    const auto bytes = method.session.programFile()->program->delegateBytes(plan->delegates[delegate]);
    if (!bytes) return bytes.failure();
    const auto decoded = method.delegate(delegate, job);
    if (decoded.cancelled()) return decoded.failure();
    const std::uint64_t end = std::min(length, bytes->size);
    auto rows = hexRows(*bytes, 0, end, decoded ? payloadRegions(**decoded) : std::vector<flat::Region>(), job);
    if (!rows) return rows.failure();
    return documentOf("hex", method.session, F("offset", 0), F("length", end), F("rows", *std::move(rows)));
}

Result<Json> hexDocument(const session::Session& session, std::uint64_t offset, std::uint64_t length, const JobContext& job) {
    const session::SessionFile& file = session.whole().files().front();
    if (!file.bytes.hasData()) return fail("file-unreadable", "the file cannot be read", escaped(file.path));
    if (offset > file.size)
        return fail("range-outside-file", "the file has " + std::to_string(file.size) + " bytes", escaped(file.path));
    const std::uint64_t end = offset + std::min(length, file.size - offset);
    auto rows = hexRows(file.bytes, offset, end, inventory::fileRegions(session, 0, job), job);
    if (!rows) return rows.failure();
    return documentOf("hex", session, F("offset", offset), F("length", end - offset), F("rows", *std::move(rows)));
}

}  // namespace etscope::report
