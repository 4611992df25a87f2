#include "tokens/tokenizer.h"

#include <algorithm>
#include <array>

#include "base/base_name.h"
#include "base/escaped.h"
#include "base/hex.h"
#include "base/utf8.h"
#include "tokens/readers.h"

namespace etscope::tokens {
namespace {

/// Bytes of a tokenizer; real ones have 40 MB at most.
constexpr std::uint64_t kMostBytes = 256ULL << 20;
/// Of a token's text, which is cut there; real ones have some hundred. A step may make a text longer by any factor.
constexpr std::size_t kMostText = 4096;

/// The character that GPT-2's table gives a byte: printable Latin-1 stands for itself, the other bytes follow from U+0100 on.
constexpr std::array<std::uint16_t, 256> byteCharacters() {
    std::array<std::uint16_t, 256> table{};
    std::uint16_t next = 256;
    for (unsigned byte = 0; byte < 256; ++byte) {
        const bool itself = (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
        table[byte] = itself ? static_cast<std::uint16_t>(byte) : next++;
    }
    return table;
}

/// Byte of each character below kByteCharacters; −1: none.
constexpr std::size_t kByteCharacters = 0x144;
constexpr std::array<std::int16_t, kByteCharacters> bytesOfCharacters() {
    std::array<std::int16_t, kByteCharacters> table{};
    for (auto& entry : table) entry = -1;
    const auto characters = byteCharacters();
    for (unsigned byte = 0; byte < 256; ++byte) table[characters[byte]] = static_cast<std::int16_t>(byte);
    return table;
}

/// Nothing where a character stands for no byte: the piece is then a text of its own.
std::optional<std::string> bytesOf(std::string_view piece) {
    static constexpr auto kBytes = bytesOfCharacters();
    std::string bytes;
    for (std::size_t i = 0; i < piece.size(); ++i) {
        std::uint32_t character = static_cast<unsigned char>(piece[i]);
        if (character >= 0x80) {  // of two bytes, or not in the table
            if ((character & 0xE0U) != 0xC0U || i + 1 >= piece.size()) return std::nullopt;
            character = (character & 0x1FU) << 6U | (static_cast<unsigned char>(piece[++i]) & 0x3FU);
        }
        if (character >= kByteCharacters || kBytes[character] < 0) return std::nullopt;
        bytes += static_cast<char>(kBytes[character]);
    }
    return bytes;
}

/// The byte of "<0x0A>".
std::optional<char> fallbackByte(std::string_view piece) {
    if (piece.size() != 6 || !piece.starts_with("<0x") || piece.back() != '>') return std::nullopt;
    unsigned value = 0;
    for (const char c : piece.substr(3, 2)) {
        const bool digit = c >= '0' && c <= '9', upper = c >= 'A' && c <= 'F', lower = c >= 'a' && c <= 'f';
        if (!digit && !upper && !lower) return std::nullopt;
        value = value * 16 + static_cast<unsigned>(digit ? c - '0' : upper ? c - 'A' + 10 : c - 'a' + 10);
    }
    return static_cast<char>(value);
}

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
    std::string out;
    while (!from.empty() && out.size() < kMostText) {
        const auto at = text.find(from);
        if (at == std::string_view::npos) break;
        out.append(text.substr(0, at)).append(to);
        text.remove_prefix(at + from.size());
    }
    return out.append(text);
}

std::string applied(const PieceStep& step, std::string text) {
    using enum PieceStep::Kind;
    switch (step.kind) {
        case ByteLevel:
            if (auto bytes = bytesOf(text)) return *std::move(bytes);
            return text;
        case ByteFallback:
            if (const auto byte = fallbackByte(text)) return std::string(1, *byte);
            return text;
        case Replace: return replaced(text, step.from, step.to);
        case WordPiece: return text.starts_with(step.from) ? text.substr(step.from.size()) : " " + text;
        case Suffix:
            if (!step.from.empty() && text.ends_with(step.from))
                text.replace(text.size() - step.from.size(), step.from.size(), " ");
            return text;
    }
    return text;
}

}  // namespace

void Tokenizer::add(std::int64_t id, std::string_view piece, bool special, bool verbatim) {
    if (id < 0 || id >= kMostTokens) {
        ++m_leftOut;
        return;
    }
    const auto at = static_cast<std::size_t>(id);
    if (at >= m_pieces.size()) m_pieces.resize(at + 1);
    m_pieces[at] = {static_cast<std::uint32_t>(m_texts.size()), static_cast<std::uint32_t>(piece.size()), true, special, verbatim};
    m_texts.append(piece);
}

std::optional<TokenText> Tokenizer::text(std::int64_t id) const {
    if (id < 0 || static_cast<std::size_t>(id) >= m_pieces.size()) return std::nullopt;
    const Piece& piece = m_pieces[static_cast<std::size_t>(id)];
    if (!piece.there) return std::nullopt;
    TokenText text{m_texts.substr(piece.first, std::min<std::size_t>(piece.size, kMostText)), piece.special};
    if (piece.special || piece.verbatim) return text;
    for (const PieceStep& step : m_steps) {
        text.bytes = applied(step, std::move(text.bytes));
        text.bytes.resize(std::min(text.bytes.size(), kMostText));
    }
    return text;
}

Result<std::shared_ptr<const Tokenizer>> readTokenizer(const ByteRange& file, Diagnostics& diagnostics, const JobContext& job) {
    std::array<std::byte, 1> first{};
    if (const auto done = file.read(0, first); !done) return done.failure();
    if (file.size > kMostBytes)
        return fail("limit-exceeded",
                    "a tokenizer of " + std::to_string(file.size) + " bytes; " + std::to_string(kMostBytes) + " are read at most");
    if (first[0] == std::byte{'{'}) return readTokenizerJson(file, diagnostics, job);
    const auto bytes = file.readAll();
    if (!bytes) return bytes.failure();
    return first[0] == std::byte{'\n'} ? readPieceModel(*bytes) : readRankFile(*bytes);
}

Result<std::shared_ptr<const SessionTokenizer>> tokenizerOf(const session::Session& session, const JobContext& job) {
    using Found = std::shared_ptr<const SessionTokenizer>;
    return session.store().get<SessionTokenizer>("tokens::tokenizerOf", job, [&]() -> Result<Found> {
        auto found = std::make_shared<SessionTokenizer>();
        for (const session::SessionFile& file : session.files()) {
            if (file.kind != FileKind::Tokenizer || file.source == nullptr) continue;
            Diagnostics own;
            auto tokenizer = readTokenizer(file.bytes, own, job);
            if (tokenizer.cancelled()) return tokenizer.failure();
            if (!tokenizer) own.error(tokenizer.error());
            session.addDiagnostics(own, escaped(baseName(file.path)));
            if (!tokenizer) continue;
            found->file = &file;
            found->tokenizer = *std::move(tokenizer);
            break;
        }
        return Found(std::move(found));
    });
}

std::string readable(const TokenText& text) {
    std::string out;
    std::string_view rest = text.bytes;
    while (!rest.empty()) {
        std::size_t size = std::min<std::size_t>(4, rest.size());
        while (size > 0 && !isValidUtf8(rest.substr(0, size))) --size;
        if (size == 0) {
            out += "<0x";
            appendHex(out, static_cast<std::byte>(rest.front()), HexCase::Upper);
            out += '>';
            size = 1;
        } else {
            out += rest.substr(0, size);
        }
        rest.remove_prefix(size);
    }
    return visible(out);
}

}  // namespace etscope::tokens
