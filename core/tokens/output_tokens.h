// The choices of a compared output that is over a vocabulary, with the tokens that were fed. Any thread.
#pragma once

#include <memory>

#include "compare/outputs.h"
#include "tokens/token_choices.h"
#include "tokens/vocabulary.h"

namespace etscope::tokens {

struct OutputTokens {
    compare::ComparableSides sides;
    Vocabulary vocabulary;
    TokenChoices choices;
    std::optional<InputTokens> inputs;
};

/// Null: a side is missing, they do not fit, or the output is not over a vocabulary. Errors: those of vocabularyOf(),
/// tokenChoices() and inputTokens(). Kept after the first call.
Result<std::shared_ptr<const OutputTokens>> outputTokens(const session::Session& session, const compare::OutputPair& pair,
                                                         const JobContext& job);

/// How sure the reference was of its token, against the error.
struct LeadJudgement {
    double lead = 0, error = 0;  ///< logits
    bool close = false;          ///< errors of that size can turn the choice: one token down, the other up
};
LeadJudgement judgedLead(const Position& position) noexcept;

}  // namespace etscope::tokens
