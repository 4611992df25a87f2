#include "io/json_reader.h"

#include <algorithm>
#include <bit>
#include <bitset>
#include <charconv>
#include <cstring>
#include <limits>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/escaped.h"
#include "base/float_limits.h"
#include "base/limits.h"
#include "base/real_text.h"
#include "base/utf8.h"

namespace etscope {
namespace {

constexpr std::size_t kWindow = std::size_t{1} << 18U;
/// Digits of an integer beyond 64 bits that are kept; a longer token is a syntax error.
constexpr std::size_t kMaxNumber = 65'536;

bool isBlank(char c) noexcept { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
bool isNumberByte(char c) noexcept { return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E'; }

/// The first quote or backslash in [at, end), or `end`; `high` collects bytes above 0x7F before it.
const char* findStop(const char* at, const char* end, bool& high) noexcept {
#ifdef __SSE2__
    int seen = 0;
    const __m128i quotes = _mm_set1_epi8('"');
    const __m128i backslashes = _mm_set1_epi8('\\');
    for (; end - at >= 16; at += 16) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
        const int hits = _mm_movemask_epi8(_mm_or_si128(_mm_cmpeq_epi8(bytes, quotes), _mm_cmpeq_epi8(bytes, backslashes)));
        const int highs = _mm_movemask_epi8(bytes);
        if (hits != 0) {
            high |= (seen | (highs & (hits ^ (hits - 1)))) != 0;
            return at + std::countr_zero(static_cast<unsigned>(hits));
        }
        seen |= highs;
    }
    high |= seen != 0;
#endif
    while (at < end && *at != '"' && *at != '\\') high |= (*at++ & 0x80) != 0;
    return at;
}

}  // namespace

JsonReader::JsonReader(ByteRange document, const JobContext& job) : m_document(std::move(document)), m_job(&job) {
    m_window.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kWindow, m_document.size)) + 1, '\0');
    m_begin = m_at = m_end = m_window.data();
    if (ensure(3) && std::string_view(m_at, 3) == "\xEF\xBB\xBF") m_at += 3;
}

JsonReader::JsonReader(const std::string& text)
    : m_begin(text.data()), m_at(text.data()), m_end(text.data() + text.size()), m_next(text.size()) {}

void JsonReader::stop(std::string code, std::string message) {
    stop({std::move(code), std::move(message),
          m_document.hasData() ? m_document.where(offset()) : "offset " + std::to_string(offset())});
}

/// The cursor goes to the end of the window, where every look at the next byte finds the NUL.
void JsonReader::stop(Error error) {
    if (m_failed) return;
    m_error = std::move(error);
    m_failed = true;
    m_at = m_end;
}

void JsonReader::stopUnexpected(const char* wanted) {
    if (m_failed) return;
    if (m_at == m_end)
        stop("json-truncated", std::string("the text ends where ") + wanted + " is expected");
    else
        stop("json-syntax", std::string(wanted) + " is expected, not '" + escaped(std::string_view(m_at, 1)) + "'");
}

/// Drops what lies before `keep` and reads on; the window grows when little of it could be dropped. False at the end.
bool JsonReader::refill(const char*& keep) {
    if (m_failed || m_next >= m_document.size || m_job == nullptr) return false;
    if (m_job->cancelled()) {
        stop(Error::kCancelled, "the job was cancelled");
        return false;
    }
    const auto kept = static_cast<std::size_t>(m_end - keep);
    const auto position = static_cast<std::size_t>(m_at - keep);
    m_base += static_cast<std::uint64_t>(keep - m_begin);
    std::memmove(m_window.data(), keep, kept);
    if (kept > m_window.size() / 2) m_window.resize(m_window.size() * 2);
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(m_window.size() - 1 - kept, m_document.size - m_next));
    const auto into = std::as_writable_bytes(std::span(m_window)).subspan(kept, wanted);
    const auto done = m_document.read(m_next, into);
    const std::size_t got = done ? wanted : 0;
    m_next += got;
    m_begin = keep = m_window.data();
    m_at = m_begin + position;
    m_end = m_begin + kept + got;
    m_window[kept + got] = '\0';
    if (!done) stop(done.error());
    m_job->report(static_cast<double>(m_next) / static_cast<double>(m_document.size));
    return got != 0;
}

/// Whether `bytes` more bytes are in the window.
bool JsonReader::ensure(std::size_t bytes) {
    while (static_cast<std::size_t>(m_end - m_at) < bytes) {
        const char* keep = m_at;
        if (!refill(keep)) return false;
    }
    return true;
}

char JsonReader::nextByteSlow() {
    for (;;) {
        while (isBlank(*m_at)) ++m_at;
        if (m_at != m_end) return *m_at;
        const char* keep = m_at;
        if (!refill(keep)) return '\0';
    }
}

JsonReader::Kind JsonReader::peek() {
    const char c = nextByte();
    switch (c) {
        case '{': return Kind::Object;
        case '[': return Kind::Array;
        case '"': return Kind::String;
        case 't': return Kind::True;
        case 'f': return Kind::False;
        case 'n': return Kind::Null;
        default: break;
    }
    if ((c >= '0' && c <= '9') || c == '-' || c == 'N' || c == 'I') return Kind::Number;
    stopUnexpected("a value");
    return Kind::Failed;
}

/// Steps into a container; false when there is nothing to iterate over: an empty one (m_entered) or another value (skipped).
bool JsonReader::enter(char open, char close) {
    if (nextByte() != open || m_failed) {
        skip();
        m_entered = false;  // skipping enters containers, too
        return false;
    }
    m_entered = true;
    if (m_depth >= limits::kMaxJsonDepth) {
        stop("json-too-deep", "the text nests more than " + std::to_string(limits::kMaxJsonDepth) + " levels");
        return false;
    }
    ++m_at;
    if (nextByte() == close) {
        ++m_at;
        return false;
    }
    ++m_depth;
    return !m_failed;
}

/// Steps over the comma to the next item; false at the end of the container, which is then left.
bool JsonReader::more(char close) {
    const char c = nextByte();
    if (c == ',') {
        ++m_at;
        return !m_failed;
    }
    --m_depth;
    if (c == close && m_at != m_end)
        ++m_at;
    else
        stopUnexpected(close == '}' ? "',' or '}'" : "',' or ']'");
    return false;
}

std::string_view JsonReader::takeKey() {
    if (nextByte() != '"') {
        stopUnexpected("a key");
        return {};
    }
    JsonText text;
    scanText(text, kMaxText);
    const std::string_view key = text.escaped || m_highBytes || !text.whole() ? decoded(text) : text.head;
    // The colon mostly lies in the window: only a refill would move the key, so save it first.
    if (m_at == m_end || *m_at != ':') {
        if (key.data() != m_scratch.data()) m_scratch.assign(key);
        if (nextByte() != ':') {
            stopUnexpected("':'");
            return {};
        }
        ++m_at;
        return m_scratch;
    }
    ++m_at;
    return key;
}

/// Consumes a string whose opening quote is next. Bytes of the head stay in the window (or are saved, when it is long).
void JsonReader::scanText(JsonText& text, std::size_t headLimit) {
    ++m_at;
    text.slice.offset = offset();
    const char* keep = m_at;
    bool keeping = true;
    m_highBytes = false;
    for (;;) {
        m_at = findStop(m_at, m_end, m_highBytes);
        if (m_end - m_at >= 2 && *m_at == '\\') {
            text.escaped = true;
            m_at += 2;
            continue;
        }
        if (m_at != m_end && *m_at == '"') break;
        if (keeping && static_cast<std::size_t>(m_at - keep) >= headLimit) {
            m_head.assign(keep, headLimit);
            keeping = false;
        }
        if (!keeping) keep = m_at;
        if (!refill(keep)) {
            m_at = m_end;
            stop("json-truncated", "JSON cut off inside a string");
            return;
        }
    }
    text.slice.size = offset() - text.slice.offset;
    text.head = keeping ? std::string_view(keep, std::min(static_cast<std::size_t>(m_at - keep), headLimit)) : m_head;
    ++m_at;
}

std::string_view JsonReader::decoded(const JsonText& text) {
    m_scratch.clear();
    if (!decodeJsonText(text.head, m_scratch) && text.whole()) ++m_badEscapes;
    if (!isValidUtf8(m_scratch)) {
        m_scratch = repairedUtf8(m_scratch);
        ++m_repaired;
    }
    if (!text.whole()) {
        m_scratch += "…";
        ++m_cut;
    }
    return m_scratch;
}

std::optional<JsonText> JsonReader::text(std::size_t headLimit) {
    if (peek() != Kind::String) {
        skip();
        return std::nullopt;
    }
    JsonText text;
    scanText(text, headLimit);
    if (m_failed) return std::nullopt;
    return text;
}

std::optional<std::string_view> JsonReader::string() {
    const auto raw = text(kMaxText);
    if (!raw) return std::nullopt;
    return raw->escaped || m_highBytes || !raw->whole() ? decoded(*raw) : raw->head;
}

/// Steps over `word` when it is next. A text that ends inside it is cut, whatever word was meant.
bool JsonReader::takeWord(std::string_view word) {
    const bool complete = ensure(word.size());
    const std::string_view next(m_at, std::min(word.size(), static_cast<std::size_t>(m_end - m_at)));
    if (!complete && !next.empty() && word.starts_with(next)) stop("json-truncated", "the text ends inside a value");
    if (m_failed || next != word) return false;
    m_at += word.size();
    return true;
}

JsonNumber JsonReader::convert(std::string_view token) {
    JsonNumber number;
    number.text = token;
    const char* const end = token.data() + token.size();
    if (token.find_first_of(".eE") == std::string_view::npos) {
        const auto [rest, problem] = std::from_chars(token.data(), end, number.integer);
        if (problem == std::errc{} && rest == end) {
            number.real = static_cast<double>(number.integer);
            return number;
        }
        number.kind = JsonNumber::Kind::BigInt;
    } else {
        number.kind = JsonNumber::Kind::Float;
    }
    const auto [rest, problem] = readReal(token.data(), end, number.real);
    if (problem == std::errc::result_out_of_range && rest == end) {
        // Beyond a double's range: IEEE's answer, which is also Python's.
        const std::size_t exponent = token.find_first_of("eE");
        const bool tiny = exponent != std::string_view::npos && token.substr(exponent + 1).starts_with('-');
        number.real = tiny ? 0.0 : std::numeric_limits<double>::infinity();
        if (token.starts_with('-')) number.real = -number.real;
    } else if (problem != std::errc{} || rest != end) {
        stop(m_at == m_end ? "json-truncated" : "json-syntax", "'" + escaped(token.substr(0, 40)) + "' is not a number");
    }
    return number;
}

std::optional<JsonNumber> JsonReader::number() {
    if (peek() != Kind::Number) {
        skip();
        return std::nullopt;
    }
    const auto special = [](std::string_view text, double value) { return JsonNumber{JsonNumber::Kind::Float, 0, value, text}; };
    if (takeWord("NaN")) return special("NaN", std::numeric_limits<double>::quiet_NaN());
    if (takeWord("Infinity")) return special("Infinity", kInfinity);
    if (takeWord("-Infinity")) return special("-Infinity", -kInfinity);
    const char* start = m_at;
    do {
        while (isNumberByte(*m_at) && m_at - start <= static_cast<std::ptrdiff_t>(kMaxNumber)) ++m_at;
    } while (m_at == m_end && refill(start));
    const JsonNumber result = convert({start, static_cast<std::size_t>(m_at - start)});
    if (m_failed) return std::nullopt;
    return result;
}

std::optional<std::int64_t> JsonReader::integer() {
    switch (peek()) {
        case Kind::True:
        case Kind::False: return boolean().value_or(false) ? 1 : 0;
        case Kind::Number: break;
        default: skip(); return std::nullopt;
    }
    const auto value = number();
    if (!value || value->kind != JsonNumber::Kind::Int) return std::nullopt;
    return value->integer;
}

std::optional<bool> JsonReader::boolean() {
    const Kind kind = peek();
    if (kind == Kind::True && takeWord("true")) return true;
    if (kind == Kind::False && takeWord("false")) return false;
    skip();
    return std::nullopt;
}

bool JsonReader::takeNull() { return nextByte() == 'n' && takeWord("null"); }

void JsonReader::skip() {
    switch (peek()) {
        case Kind::String: {
            JsonText text;
            scanText(text, 0);
            return;
        }
        case Kind::Number: number(); return;
        case Kind::Object:
        case Kind::Array: skipTree(); return;
        case Kind::True:
            if (takeWord("true")) return;
            break;
        case Kind::False:
            if (takeWord("false")) return;
            break;
        case Kind::Null:
            if (takeWord("null")) return;
            break;
        case Kind::Failed: return;
    }
    stopUnexpected("a value");
}

/// Skips a container without recursion: which brackets are open is a bit per level.
void JsonReader::skipTree() {
    std::bitset<limits::kMaxJsonDepth + 1> isObject;
    const int outer = m_depth;
    do {
        const char open = nextByte();
        bool complete = true;
        if (open != '{' && open != '[') {
            skip();
        } else if (enter(open, open == '{' ? '}' : ']')) {
            complete = false;
            isObject[static_cast<std::size_t>(m_depth)] = open == '{';
            if (open == '{') takeKey();
        }
        while (complete && m_depth > outer && !m_failed) {
            const bool inObject = isObject[static_cast<std::size_t>(m_depth)];
            complete = !more(inObject ? '}' : ']');
            if (!complete && inObject) takeKey();
        }
    } while (m_depth > outer && !m_failed);
}

bool JsonReader::atEnd() { return nextByte() == '\0' && m_at == m_end && !m_failed; }

}  // namespace etscope
