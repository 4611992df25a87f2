// What the decoders of delegate payloads share: their entry in the table, what they are given, and the account of the bytes.
// Used within core/delegates only.
#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include "base/byte_cursor.h"
#include "base/text_hash.h"
#include "delegates/delegates.h"
#include "delegates/limits.h"

namespace etscope::delegates {

/// Counts decoded elements; once spent it stays spent, and the decoder stops with `delegate-too-many-elements`.
class ElementBudget {
public:
    explicit ElementBudget(std::uint64_t payloadBytes) noexcept : m_left(payloadBytes + limits::kDelegateElementFloor) {}
    bool take(std::uint64_t count) noexcept {
        if (m_spent || count > m_left) {
            m_spent = true;
            return false;
        }
        m_left -= count;
        return true;
    }
    bool spent() const noexcept { return m_spent; }

private:
    std::uint64_t m_left;
    bool m_spent = false;
};

/// Bytes of payloads inside payloads that are still decoded: each byte of the outermost one counts once a level. Entries that lie
/// over each other, in containers that do so again, would be decoded without end.
class NestedBudget {
public:
    explicit NestedBudget(std::uint64_t size)
        : m_left(std::max<std::uint64_t>(size, limits::kPayloadHead) * static_cast<std::uint64_t>(limits::kMaxPayloadDepth)) {}
    bool take(std::uint64_t size) noexcept {
        const std::uint64_t cost = std::max<std::uint64_t>(size, limits::kPayloadHead);
        const bool enough = cost <= m_left;
        m_left -= enough ? cost : m_left;
        return enough;
    }

private:
    std::uint64_t m_left;
};

/// The type that a payload's code stands for, by its row; nothing: it has none.
template <class Code, std::size_t count>
std::optional<ScalarType> typeOf(const std::pair<Code, ScalarType> (&rows)[count], Code code) noexcept {
    const auto found = std::ranges::find(rows, code, &std::pair<Code, ScalarType>::first);
    return found == std::end(rows) ? std::nullopt : std::optional(found->second);
}

struct Context {
    const Payload& payload;
    Diagnostics& diagnostics;
    const JobContext& job;
    NestedBudget& nested;
    int depth = 0;

    const ByteRange& bytes() const noexcept { return payload.bytes; }
    std::string where(std::uint64_t at = 0) const { return payload.bytes.where(at); }
    /// The bytes of a named-data key, or an empty range with the note `delegate-data-missing`.
    ByteRange named(const std::string& key) const;
    /// The same without a note: whoever looks for many says once which are missing.
    ByteRange find(const std::string& key) const;
    const CompileSpec* spec(std::string_view key) const noexcept;
    /// A constant whose bytes stand under a named-data key.
    Weight namedWeight(std::string name, std::string key) const;
    /// The first N bytes. Errors: `delegate-truncated`, those of reading.
    template <std::size_t N>
    Result<std::array<std::byte, N>> head() const {
        std::array<std::byte, N> bytes{};
        if (payload.bytes.size < N) return fail("delegate-truncated", "the payload ends inside its header", where());
        if (auto read = payload.bytes.read(0, bytes); !read) return read.failure();
        return bytes;
    }
};

/// The start of a payload, by which a decoder says whether it is its own.
struct Probe {
    std::span<const std::byte> head;
    std::uint64_t size = 0;
    const Payload& payload;

    bool hasWord(std::size_t at, std::string_view word) const noexcept;
    template <class T>
    std::optional<T> number(std::size_t at) const noexcept {
        if (at > head.size() || head.size() - at < sizeof(T)) return std::nullopt;
        return loadLittle<T>(head.data() + at);
    }
};

struct Decoder {
    std::string_view format;
    std::array<std::string_view, 3> backends;  ///< ids whose payloads have this form; the rest is empty
    std::string_view kind;                     ///< the word of payloadKind() that tells the form, or empty
    bool (*matches)(const Probe& probe);       ///< tells it where no such word does; null with no kind: only the id can tell
    Result<Decoded> (*decode)(const Context& context);
};

/// The decoder's work for a payload at this depth; see decode().
/// `nested`: of the payload around it; null: there is none.
Result<Decoded> decodeAt(const Payload& payload, int depth, NestedBudget* nested, Diagnostics& diagnostics, const JobContext& job);

/// Sorts the regions, cuts what overlaps or reaches beyond, and names the gaps, so that they cover [0, size) once.
void completeRegions(std::vector<Region>& regions, std::uint64_t size);

/// "Conv2d 3, Clamp 2": how often each word occurs, most frequent first; at most `limits::kMaxHistogramRows` words.
class Histogram {
public:
    void count(std::string_view word);
    std::string text() const;

private:
    std::vector<std::pair<std::string, std::size_t>> m_rows;  ///< in the order of their first occurrence
    TextMap<std::size_t> m_index;
};

// One function per form, each in a file of its own.
Result<Decoded> decodeXnnpack(const Context& context);
Result<Decoded> decodeVulkan(const Context& context);
Result<Decoded> decodeMps(const Context& context);
Result<Decoded> decodeMlx(const Context& context);
Result<Decoded> decodeTosa(const Context& context);
Result<Decoded> decodeEthosU(const Context& context);
Result<Decoded> decodeVgf(const Context& context);
Result<Decoded> decodeCoreMl(const Context& context);
Result<Decoded> decodeQnn(const Context& context);
Result<Decoded> decodeAoti(const Context& context);
Result<Decoded> decodeCuda(const Context& context);
Result<Decoded> decodeCoreAi(const Context& context);
Result<Decoded> decodeCoreAiModel(const Context& context);
Result<Decoded> decodeOpenVino(const Context& context);
Result<Decoded> decodeNeutron(const Context& context);
Result<Decoded> decodeEnn(const Context& context);
Result<Decoded> decodeNeuropilot(const Context& context);
Result<Decoded> decodeNativeGraph(const Context& context);
Result<Decoded> decodeNativeContainer(const Context& context);
Result<Decoded> decodeDemo(const Context& context);
Result<Decoded> decodeNestedFile(const Context& context);

}  // namespace etscope::delegates
