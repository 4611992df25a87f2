// What is told of the tokens of a conversation and of the calls that made them: small values, whatever the calls' own are. Values
// and pure functions; any thread. Rules: docs/FORMATS.md "Conversations".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "conversation/finding.h"
#include "conversation/roles.h"

namespace etscope::conversation {

/// An id that stands among the likeliest.
struct Candidate {
    std::int64_t id = -1;
    std::string text;                   ///< of the tokenizer; empty: not known
    std::optional<double> probability;  ///< by the logits that the call gave, at temperature 1
    std::optional<double> reference;    ///< by those that the record's graph gives for what the call was given
};

/// What the row of logits says that a choice was made from.
struct TokenValues {
    /// The likeliest of both sides and the chosen one, by the reference where it is computed; none: the logits are not there.
    std::vector<Candidate> candidates;
    std::optional<std::int64_t> likeliest, reference;  ///< the first of the largest logits: what the call gave, the record's graph
    std::optional<double> probability;                 ///< of the chosen id
    std::optional<double> margin;                      ///< how far the reference's largest logit is above its next
    std::optional<double> error;                       ///< the largest |given − reference| of ids that are finite on both sides

    /// The likeliest id is not the reference's.
    bool other() const noexcept { return likeliest && reference && *likeliest != *reference; }
};

/// Of one row of logits each. `reference`: empty where it is not computed. `ids`: columns that stand for an id; those behind them
/// count for probabilities only.
TokenValues tokenValues(std::span<const double> given, std::span<const double> reference, std::optional<std::int64_t> chosen,
                        std::size_t ids);

/// Which row of logits is read: the last that is no padding. `real`: rows that are none; 0: not known. `rows`: at least 1.
std::size_t rowRead(std::size_t rows, std::size_t real) noexcept;

/// Rows of a decoder's input, one after the other, that are rows of one output, one after the other.
struct SpliceRange {
    enum class From : std::uint8_t { Unknown, Embedding, Picture };

    From from = From::Unknown;
    State state = State::Unknown;      ///< whether they are what belongs there, by bytes
    std::size_t first = 0, count = 0;  ///< of the input
    std::optional<std::int64_t> call;  ///< whose output they are of
    std::size_t row = 0;               ///< the first of them there
};
/// "unknown", "embedding", "picture": the words of documents.
std::string_view fromName(SpliceRange::From from) noexcept;
/// Ranges of a call beyond these are one that is not known.
inline constexpr std::size_t kMostRanges = 64;
/// Adds rows to what goes before them, where they go on there.
void addRange(std::vector<SpliceRange>& ranges, SpliceRange range);

/// One call of the trace.
struct CallFacts {
    std::int64_t index = -1;  ///< as the trace has it
    std::size_t line = 0;
    std::string conversation, method, image;
    MethodKind kind = MethodKind::Other;
    /// Wrong: of the findings one is at it. Right: its outputs are what the record computes.
    State state = State::Unknown;
    std::vector<std::int64_t> given, gave;  ///< shapes of what it is about: ids, rows or pixels to rows or logits
    std::optional<std::int64_t> nanoseconds;
    std::optional<std::size_t> first;  ///< its first place of the conversation's ids
    std::size_t count = 0;             ///< of those
    std::vector<SpliceRange> splice;   ///< of a decoder's rows
    std::optional<std::size_t> token;  ///< in whose making it stands: the first that was chosen behind it
};

/// A message, or an answer: the tokens that were chosen behind each other.
struct MessageFacts {
    std::size_t line = 0;
    std::string conversation, role;
    bool answer = false;
    std::size_t firstToken = 0, tokens = 0;  ///< of an answer
};

}  // namespace etscope::conversation
