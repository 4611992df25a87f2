// JsonReader: pulls values out of a JSON text in one forward pass through a window of 256 KiB, so that neither the text nor
// an index of it is ever in memory. Accepts what Python's json module writes: bare NaN and infinities, any integer, control
// characters inside strings. A syntax error, the end of the text, a read error or cancellation stops the reader for good:
// every later call returns nothing at once, and what came before stays valid. One thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/job_context.h"
#include "base/result.h"
#include "io/json_text.h"
#include "io/source.h"

namespace etscope {

/// A number as written. `text` is valid until the next call of the reader.
struct JsonNumber {
    enum class Kind : std::uint8_t { Int, BigInt, Float };
    Kind kind = Kind::Int;
    std::int64_t integer = 0;  ///< Int
    double real = 0.0;         ///< the value, of any kind
    std::string_view text;
};

/// A string, still escaped. `head` is valid until the next call of the reader.
struct JsonText {
    TextSlice slice;        ///< all of it, in the document
    std::string_view head;  ///< its first bytes, at most as many as asked for
    bool escaped = false;   ///< `head` holds backslashes
    bool whole() const noexcept { return head.size() == slice.size; }
};

class JsonReader {
public:
    /// What the next value is; Failed when there is none.
    enum class Kind : std::uint8_t { Object, Array, String, Number, True, False, Null, Failed };

    JsonReader(ByteRange document, const JobContext& job);
    /// Reads a text in memory, which must outlive the reader.
    explicit JsonReader(const std::string& text);

    Kind peek();

    // Each of these consumes exactly one value, whatever it is; the result says whether it was of the wanted kind.

    /// Calls `onMember(key)` for each member, which must consume its value. The key is valid until the reader is used.
    template <class F>
    bool object(F&& onMember) {
        if (!enter('{', '}')) return m_entered;
        do {
            const std::string_view key = takeKey();
            if (m_failed) break;
            onMember(key);
        } while (more('}'));
        return true;
    }
    /// The same for members by name, `json.members("a", [&] { … }, "b", [&] { … })`; all others are skipped.
    template <class... Named>
    bool members(const Named&... named) {
        return object([&](std::string_view key) { take(key, named...); });
    }
    /// Calls `onElement()` for each element, which must consume it.
    template <class F>
    bool array(F&& onElement) {
        if (!enter('[', ']')) return m_entered;
        do {
            onElement();
        } while (more(']'));
        return true;
    }
    /// Decoded and repaired text, valid until the next call; longer ones than `kMaxText` are cut.
    std::optional<std::string_view> string();
    /// Raw text: place and at most `headLimit` first bytes.
    std::optional<JsonText> text(std::size_t headLimit);
    std::optional<JsonNumber> number();
    /// Integers; true and false count as 1 and 0.
    std::optional<std::int64_t> integer();
    std::optional<bool> boolean();
    /// True when the next value is null, which is then consumed; else nothing is.
    bool takeNull();
    void skip();

    /// Whether nothing but blanks follows.
    bool atEnd();
    /// Offset of the next unread byte from the start of the document.
    std::uint64_t offset() const noexcept { return m_base + static_cast<std::uint64_t>(m_at - m_begin); }
    bool failed() const noexcept { return m_failed; }
    const Error& error() const& noexcept { return m_error; }
    const Error& error() const&& = delete;
    /// Strings met with invalid UTF-8 (repaired), bad escapes (kept) and cut ones.
    std::uint64_t repairedTexts() const noexcept { return m_repaired; }
    std::uint64_t badEscapes() const noexcept { return m_badEscapes; }
    std::uint64_t cutTexts() const noexcept { return m_cut; }

    /// Stops the reader for a reason of the caller's, as a syntax error would.
    void stop(std::string code, std::string message);

    /// Decoded form of a text's head, repaired; valid until the next call.
    std::string_view decoded(const JsonText& text);

    static constexpr std::size_t kMaxText = std::size_t{1} << 20U;

private:
    void take(std::string_view) { skip(); }
    template <class F, class... Rest>
    void take(std::string_view key, std::string_view name, const F& onMember, const Rest&... rest) {
        if (key == name)
            onMember();
        else
            take(key, rest...);
    }
    void stop(Error error);
    void stopUnexpected(const char* wanted);
    bool enter(char open, char close);
    bool more(char close);
    std::string_view takeKey();
    /// The next byte that is not blank, not consumed; NUL when there is none (or the reader has stopped).
    char nextByte() { return *m_at > ' ' ? *m_at : nextByteSlow(); }
    char nextByteSlow();
    bool refill(const char*& keep);
    bool ensure(std::size_t bytes);
    bool takeWord(std::string_view word);
    void scanText(JsonText& text, std::size_t headLimit);
    void skipTree();
    JsonNumber convert(std::string_view token);

    ByteRange m_document;
    const JobContext* m_job = nullptr;
    std::vector<char> m_window;
    const char* m_begin = nullptr;  ///< the window: [m_begin, m_end), a NUL behind it
    const char* m_at = nullptr;
    const char* m_end = nullptr;
    std::uint64_t m_base = 0;  ///< offset of m_begin
    std::uint64_t m_next = 0;  ///< offset of the first byte not read into the window
    int m_depth = 0;
    bool m_entered = false;
    bool m_failed = false;
    bool m_highBytes = false;  ///< the last text has bytes above 0x7F
    Error m_error;
    std::string m_head;
    std::string m_scratch;
    std::uint64_t m_repaired = 0;
    std::uint64_t m_badEscapes = 0;
    std::uint64_t m_cut = 0;
};

}  // namespace etscope
