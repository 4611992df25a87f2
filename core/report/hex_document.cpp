// Bytes of a file as they are, with the regions that they lie in.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "inventory/regions.h"
#include "report/documents.h"

namespace etscope::report {
namespace {

constexpr std::uint64_t kRow = 16;

std::string hexOf(std::span<const std::byte> bytes) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (const std::byte byte : bytes) {
        if (!text.empty()) text += ' ';
        text += kDigits[std::to_integer<std::size_t>(byte) >> 4U];
        text += kDigits[std::to_integer<std::size_t>(byte) & 15U];
    }
    return text;
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

}  // namespace

Result<Json> hexDocument(const session::Session& session, std::uint64_t offset, std::uint64_t length, const JobContext& job) {
    const session::SessionFile& file = session.files().front();
    if (!file.bytes.hasData()) return fail("file-unreadable", "the file cannot be read", escaped(file.path));
    if (offset > file.size)
        return fail("range-outside-file", "the file has " + std::to_string(file.size) + " bytes", escaped(file.path));
    const std::uint64_t end = offset + std::min(length, file.size - offset);
    const std::vector<flat::Region> regions = inventory::fileRegions(session, 0);
    Json document = beginDocument("hex", session);
    document["offset"] = offset;
    document["length"] = end - offset;
    Json& rows = document["rows"] = Json::array();
    for (std::uint64_t at = offset; at < end; at += kRow) {
        if (job.cancelled()) return cancelledFailure();
        std::array<std::byte, kRow> buffer{};
        const std::span<std::byte> bytes = std::span(buffer).first(static_cast<std::size_t>(std::min(kRow, end - at)));
        if (const auto read = file.bytes.read(at, bytes); !read) return read.failure();
        const flat::Region* region = regionAt(regions, at);
        rows.push_back({{"offset", at},
                        {"hex", hexOf(bytes)},
                        {"text", asciiOf(bytes)},
                        {"region", region != nullptr ? Json(region->name) : Json(nullptr)}});
    }
    endDocument(document, session);
    return document;
}

}  // namespace etscope::report
