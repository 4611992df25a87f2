#include "slim/sinks.h"

#include <openssl/evp.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "base/base64.h"
#include "io/json_text.h"

namespace etscope::slim {
namespace {

constexpr std::uint64_t kSinkBlock = std::uint64_t{1} << 20U;
/// A spool in memory; texts inside program JSON are mostly far below.
constexpr std::size_t kMostInMemory = std::size_t{64} << 20U;
/// A multiple of three bytes, of four digits.
constexpr std::size_t kBase64Block = 48 << 10;

std::string_view textOf(std::span<const std::byte> bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

Failure spoolFailure() { return fail("write-failed", std::string("a temporary file cannot be written: ") + std::strerror(errno)); }

void appendEscaped(std::string& text, char c) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    if (c == '"' || c == '\\') {
        text += '\\';
        text += c;
    } else if (c == '\n') {
        text += "\\n";
    } else if (static_cast<unsigned char>(c) < 0x20U) {
        text += "\\u00";
        text += kDigits[static_cast<unsigned char>(c) >> 4U];
        text += kDigits[static_cast<unsigned char>(c) & 15U];
    } else {
        text += c;
    }
}

/// How much of the text can be decoded by itself: an escape (a pair of surrogates is one) that goes on behind its end is left.
std::size_t wholeEscapes(std::string_view text) {
    std::size_t at = 0;
    while ((at = text.find('\\', at)) != std::string_view::npos) {
        constexpr std::size_t kPair = 12;
        if (text.size() - at < kPair && text.substr(at, 2) != "\\\"" && text.substr(at, 2) != "\\\\") return at;
        const bool unicode = text[at + 1] == 'u';
        const bool pair = unicode && (text[at + 2] == 'd' || text[at + 2] == 'D') && text.substr(at + 6, 2) == "\\u";
        at += pair ? kPair : unicode ? 6 : 2;
    }
    return text.size();
}

/// Calls `take(text, last)` for block after block; it says how much of the text it took.
template <class Take>
Result<void> forEachText(const ByteRange& bytes, const JobContext& job, Take&& take) {
    std::string text;
    for (std::uint64_t at = 0; at < bytes.size;) {
        if (job.cancelled()) return cancelledFailure();
        const auto more = static_cast<std::size_t>(std::min(kSinkBlock, bytes.size - at));
        const std::size_t had = text.size();
        text.resize(had + more);
        if (auto read = bytes.read(at, std::as_writable_bytes(std::span(text).subspan(had))); !read) return read;
        at += more;
        const auto taken = take(std::string_view(text), at == bytes.size);
        if (!taken) return taken.failure();
        text.erase(0, *taken);
    }
    return {};
}

}  // namespace

Result<void> EscapingSink::write(std::span<const std::byte> bytes) {
    std::string text;
    text.reserve(bytes.size() + bytes.size() / 8);
    for (const char c : textOf(bytes)) appendEscaped(text, c);
    return m_sink.write(std::string_view(text));
}

Result<void> Base64Sink::write(std::span<const std::byte> bytes) {
    std::vector<std::byte> group(m_left.begin(), m_left.begin() + static_cast<std::ptrdiff_t>(m_count));
    std::string digits(kBase64Block / 3 * 4 + 1, '\0');
    while (!bytes.empty()) {
        const std::size_t take = std::min(bytes.size(), kBase64Block - group.size());
        group.insert(group.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(take));
        bytes = bytes.subspan(take);
        const std::size_t whole = group.size() / 3 * 3;
        const int size = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(digits.data()),
                                         reinterpret_cast<const unsigned char*>(group.data()), static_cast<int>(whole));
        if (auto written = m_sink.write(std::string_view(digits).substr(0, static_cast<std::size_t>(size))); !written)
            return written;
        group.erase(group.begin(), group.begin() + static_cast<std::ptrdiff_t>(whole));
    }
    m_count = group.size();
    std::ranges::copy(group, m_left.begin());
    return {};
}

Result<void> Base64Sink::finish() {
    std::array<unsigned char, 5> digits{};
    const int size =
        EVP_EncodeBlock(digits.data(), reinterpret_cast<const unsigned char*>(m_left.data()), static_cast<int>(m_count));
    return m_sink.write(std::string_view(reinterpret_cast<const char*>(digits.data()), static_cast<std::size_t>(size)));
}

Result<void> Spool::spill() {
    if (!m_file) {
        auto file = ScratchFile::create();
        if (!file) return spoolFailure();
        m_file.emplace(*std::move(file));
    }
    if (!m_file->append(m_bytes)) return spoolFailure();
    m_bytes.clear();
    return {};
}

Result<void> Spool::write(std::span<const std::byte> bytes) {
    m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
    return m_bytes.size() > kMostInMemory ? spill() : Result<void>();
}

Result<ByteRange> Spool::finish(std::string name) {
    if (!m_file) return ByteRange::whole(Source::fromBytes(std::move(m_bytes), std::move(name)));
    if (auto written = spill(); !written) return written.failure();
    auto source = m_file->read();
    if (!source) return source.failure();
    return ByteRange::whole(*std::move(source));
}

Result<ByteRange> unescapedText(const ByteRange& text, const std::string& name, const JobContext& job) {
    Spool spool;
    auto done = forEachText(text, job, [&](std::string_view part, bool last) -> Result<std::size_t> {
        const std::size_t whole = last ? part.size() : wholeEscapes(part);
        std::string plain;
        decodeJsonText(part.substr(0, whole), plain);
        if (auto written = spool.write(std::string_view(plain)); !written) return written.failure();
        return whole;
    });
    return done ? spool.finish(name) : Result<ByteRange>(done.failure());
}

Result<ByteRange> decodedBase64(const ByteRange& text, const std::string& name, const JobContext& job) {
    Spool spool;
    auto done = forEachText(text, job, [&](std::string_view part, bool last) -> Result<std::size_t> {
        const std::size_t whole = last ? part.size() : part.size() / 4 * 4;
        const auto bytes = decodeBase64(part.substr(0, whole));
        if (!bytes || (!last && bytes->size() != whole / 4 * 3))
            return fail("base64-damaged", "the text is not base64", text.where());
        if (auto written = spool.write(std::span<const std::byte>(*bytes)); !written) return written.failure();
        return whole;
    });
    return done ? spool.finish(name) : Result<ByteRange>(done.failure());
}

Result<void> copyRange(const ByteRange& bytes, ByteSink& sink, const JobContext& job) {
    std::vector<std::byte> block(static_cast<std::size_t>(std::min(kSinkBlock, bytes.size)));
    for (std::uint64_t at = 0; at < bytes.size; at += block.size()) {
        if (job.cancelled()) return cancelledFailure();
        const auto part = std::span(block).first(static_cast<std::size_t>(std::min<std::uint64_t>(block.size(), bytes.size - at)));
        if (auto read = bytes.read(at, part); !read) return read;
        if (auto written = sink.write(part); !written) return written;
    }
    return {};
}

}  // namespace etscope::slim
