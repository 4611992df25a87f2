// The choices of a compared output that is over a vocabulary, with the tokens that were fed. Any thread.
#pragma once

#include <memory>

#include "compare/outputs.h"
#include "tokens/token_choices.h"
#include "tokens/vocabulary.h"

namespace etscope::tokens {

/// Both sides of an output that is over a vocabulary.
struct TokenSides {
    compare::ComparableSides sides;
    Vocabulary vocabulary;
};
/// By types, shapes and what the session knows of vocabularies: no element is read. Nothing: a side is missing, they do not fit, or
/// the output is not over a vocabulary or has no elements. Errors: those of vocabularyOf().
Result<std::optional<TokenSides>> tokenSides(const session::Session& session, const compare::OutputPair& pair,
                                             const JobContext& job);

struct OutputTokens {
    TokenSides of;
    TokenChoices choices;
    std::optional<InputTokens> inputs;
};
/// Reads all of both sides; kept after the first call. Errors: those of tokenChoices() and inputTokens().
Result<std::shared_ptr<const OutputTokens>> outputTokens(const session::Session& session, const compare::OutputPair& pair,
                                                         const TokenSides& sides, const JobContext& job);

/// How sure the reference was of its token, against the error.
struct LeadJudgement {
    double lead = 0, error = 0;  ///< logits
    bool close = false;          ///< errors of that size can turn the choice: one token down, the other up
};
LeadJudgement judgedLead(const Position& position) noexcept;

}  // namespace etscope::tokens
