#include "tokens/output_tokens.h"

#include "session/store.h"

namespace etscope::tokens {
namespace {

using Made = std::shared_ptr<const OutputTokens>;

Result<Made> makeTokens(const session::Session& session, const compare::OutputPair& pair, const JobContext& job) {
    auto sides = compare::comparableSides(pair);
    if (!sides || sides->reference.shape != sides->runtime.shape || !isFloating(sides->runtime.type)) return Made();
    auto vocabulary = vocabularyOf(session, sides->reference, job);
    if (!vocabulary) return vocabulary.failure();
    if (!*vocabulary) return Made();
    std::optional<InputTokens> inputs;
    const auto elements = sides->reference.elementCount();
    if (const std::int64_t columns = sides->reference.shape.back(); pair.caseIndex && elements && columns > 0) {
        auto found = inputTokens(session, pair.method, *pair.caseIndex, *elements / static_cast<std::uint64_t>(columns), job);
        if (!found) return found.failure();
        inputs = *std::move(found);
    }
    auto choices = tokenChoices(sides->reference, sides->runtime,
                                inputs ? std::span<const std::int64_t>(inputs->ids) : std::span<const std::int64_t>(), job);
    if (!choices) return choices.failure();
    return Made(std::make_shared<OutputTokens>(
        OutputTokens{*std::move(sides), **std::move(vocabulary), *std::move(choices), std::move(inputs)}));
}

}  // namespace

Result<Made> outputTokens(const session::Session& session, const compare::OutputPair& pair, const JobContext& job) {
    if (!pair.reference || !pair.runtime) return Made();
    const std::string place = pair.method + " " + std::to_string(pair.column()) + " " + std::to_string(pair.output);
    return session.store().get<OutputTokens>(
        session::storeKey(place, session::storeKey(pair.reference->place, pair.runtime->place)), job,
        [&] { return makeTokens(session, pair, job); });
}

LeadJudgement judgedLead(const Position& position) noexcept {
    LeadJudgement judged{position.reference.lead, position.maxAbs, false};
    judged.close = judged.lead <= 2 * judged.error;
    return judged;
}

}  // namespace etscope::tokens
