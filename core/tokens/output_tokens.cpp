#include "tokens/output_tokens.h"

namespace etscope::tokens {

using Made = std::shared_ptr<const OutputTokens>;

Result<Made> outputTokens(const session::Session& session, const compare::OutputPair& pair, const JobContext& job) {
    if (!pair.reference || !pair.runtime) return Made();
    auto sides = compare::comparableSides(pair);
    if (!sides || sides->reference.shape != sides->runtime.shape || !isFloating(sides->runtime.type)) return Made();
    auto vocabulary = vocabularyOf(session, sides->reference, job);
    if (!vocabulary) return vocabulary.failure();
    if (!*vocabulary) return Made();
    auto choices = tokenChoices(sides->reference, sides->runtime, job);
    if (!choices) return choices.failure();
    auto made =
        std::make_shared<OutputTokens>(OutputTokens{*std::move(sides), **std::move(vocabulary), *std::move(choices), std::nullopt});
    if (pair.caseIndex) {
        auto inputs = inputTokens(session, pair.method, *pair.caseIndex, made->choices.positions.size(), job);
        if (!inputs) return inputs.failure();
        made->inputs = *std::move(inputs);
    }
    return Made(std::move(made));
}

LeadJudgement judgedLead(const Position& position) noexcept {
    LeadJudgement judged{position.reference.lead, position.maxAbs, false};
    judged.close = judged.lead <= 2 * judged.error;
    return judged;
}

}  // namespace etscope::tokens
