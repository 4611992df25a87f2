#include "tokens/output_tokens.h"

#include <algorithm>

namespace etscope::tokens {

Result<std::optional<TokenSides>> tokenSides(const session::Session& session, const compare::OutputPair& pair,
                                             const JobContext& job) {
    const std::optional<TokenSides> none;
    if (!pair.reference || !pair.runtime) return none;
    auto sides = compare::comparableSides(pair);
    if (!sides || sides->reference.shape != sides->runtime.shape || !isFloating(sides->runtime.type)) return none;
    if (std::ranges::find(sides->reference.shape, 0) != sides->reference.shape.end()) return none;
    auto vocabulary = vocabularyOf(session, sides->reference, job);
    if (!vocabulary) return vocabulary.failure();
    if (!*vocabulary) return none;
    return std::optional(TokenSides{*std::move(sides), **std::move(vocabulary)});
}

Result<std::shared_ptr<const OutputTokens>> outputTokens(const session::Session& session, const compare::OutputPair& pair,
                                                         const TokenSides& sides, const JobContext& job) {
    auto choices = tokenChoices(sides.sides.reference, sides.sides.runtime, job);
    if (!choices) return choices.failure();
    auto made = std::make_shared<OutputTokens>(OutputTokens{sides, *std::move(choices), std::nullopt});
    if (pair.caseIndex) {
        auto inputs = inputTokens(session, pair.method, *pair.caseIndex, made->choices.positions.size(), job);
        if (!inputs) return inputs.failure();
        made->inputs = *std::move(inputs);
    }
    return std::shared_ptr<const OutputTokens>(std::move(made));
}

LeadJudgement judgedLead(const Position& position) noexcept {
    LeadJudgement judged{position.reference.lead, position.maxAbs, false};
    judged.close = judged.lead <= 2 * judged.error;
    return judged;
}

}  // namespace etscope::tokens
