// Tokenizer: the texts of tokens, from a `tokenizer.json`, a SentencePiece model or a rank file of tiktoken. Only what decoding a
// single token needs: nothing here splits texts. Immutable; any thread. Rules: docs/FORMATS.md "Tokenizers".
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/job_context.h"
#include "base/result.h"
#include "io/source.h"
#include "session/session.h"

namespace etscope::tokens {

/// How a piece of the vocabulary becomes the text of its token: the decoder of a `tokenizer.json`, step by step.
struct PieceStep {
    enum class Kind : std::uint8_t {
        ByteLevel,     ///< each character stands for a byte (the table of GPT-2), where all of the piece do
        ByteFallback,  ///< "<0x0A>" is that byte
        Replace,       ///< `from` becomes `to`
        WordPiece,     ///< without the prefix `from` the piece begins a word
        Suffix,        ///< `from` at the end becomes a blank
    };
    Kind kind;
    std::string from, to;
};

/// One token's text.
struct TokenText {
    std::string bytes;     ///< what the token adds to a text; a part of a character where tokens are bytes; 4096 at most
    bool special = false;  ///< a mark, no text: "<end>"
};

class Tokenizer {
public:
    /// Pieces are added once, by a reader; of two of one number the later stands. Numbers below 0 and from kMostTokens on are left
    /// out.
    void add(std::int64_t id, std::string_view piece, bool special, bool verbatim);
    void setSteps(std::vector<PieceStep> steps) { m_steps = std::move(steps); }
    void setFormat(std::string format) { m_format = std::move(format); }

    /// The highest number and one.
    std::size_t size() const noexcept { return m_pieces.size(); }
    /// Numbers that were left out.
    std::size_t leftOut() const noexcept { return m_leftOut; }
    /// "tokenizer.json, BPE", "SentencePiece", "tiktoken".
    const std::string& format() const& noexcept { return m_format; }
    const std::string& format() const&& = delete;
    /// Nothing: no piece has that number.
    std::optional<TokenText> text(std::int64_t id) const;

    static constexpr std::int64_t kMostTokens = std::int64_t{1} << 22;

private:
    struct Piece {
        std::uint32_t first = 0, size = 0;  ///< in m_texts
        bool there = false, special = false;
        bool verbatim = false;  ///< no step applies
    };
    std::vector<Piece> m_pieces;
    std::string m_texts;
    std::vector<PieceStep> m_steps;
    std::string m_format;
    std::size_t m_leftOut = 0;
};

/// Reads a file of FileKind::Tokenizer. Errors: `tokenizer-invalid` with the place, `limit-exceeded`, `cancelled`, those of the
/// source.
Result<std::shared_ptr<const Tokenizer>> readTokenizer(const ByteRange& file, Diagnostics& diagnostics, const JobContext& job);

struct SessionTokenizer {
    const session::SessionFile* file = nullptr;  ///< null: the session has none
    std::shared_ptr<const Tokenizer> tokenizer;
};
/// The first tokenizer of the session that can be read; kept. What cannot be read is a diagnostic of the session. Errors:
/// `cancelled`.
Result<std::shared_ptr<const SessionTokenizer>> tokenizerOf(const session::Session& session, const JobContext& job);

/// A token for a line of text: valid UTF-8, bytes that are none as "<0xE2>", controls visible.
std::string readable(const TokenText& text);

}  // namespace etscope::tokens
