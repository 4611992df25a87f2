#include "tokens/output_tokens.h"

#include <algorithm>

#include "session/store.h"

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

namespace {

using Made = std::shared_ptr<const OutputTokens>;

Result<Made> makeTokens(const session::Session& session, const compare::OutputPair& pair, const TokenSides& sides,
                        const JobContext& job) {
    std::optional<InputTokens> inputs;
    const auto elements = sides.sides.reference.elementCount();
    if (const std::int64_t columns = sides.sides.reference.shape.back(); pair.caseIndex && elements && columns > 0) {
        auto found = inputTokens({session, pair.method}, *pair.caseIndex, *elements / static_cast<std::uint64_t>(columns), job);
        if (!found) return found.failure();
        inputs = *std::move(found);
    }
    auto choices = tokenChoices(sides.sides.reference, sides.sides.runtime,
                                inputs ? std::span<const std::int64_t>(inputs->ids) : std::span<const std::int64_t>(), job);
    if (!choices) return choices.failure();
    return Made(std::make_shared<OutputTokens>(OutputTokens{sides, *std::move(choices), std::move(inputs)}));
}

}  // namespace

Result<Made> outputTokens(const session::Session& session, const compare::OutputPair& pair, const TokenSides& sides,
                          const JobContext& job) {
    const std::string place = pair.method + " " + std::to_string(pair.column()) + " " + std::to_string(pair.output);
    return session.store().get<OutputTokens>(
        session::storeKey(place, session::storeKey(pair.reference->place, pair.runtime->place)), job,
        [&] { return makeTokens(session, pair, sides, job); });
}

LeadJudgement judgedLead(const Position& position) noexcept {
    LeadJudgement judged{position.reference.lead, position.maxAbs, false};
    judged.close = judged.lead <= 2 * judged.error;
    return judged;
}

}  // namespace etscope::tokens
