// What is told of an output over a vocabulary: whether the error matters, at the position that is looked at first, over all
// positions, and in the other cases.
#include "docks/facts/entity_facts.h"
#include "docks/inspector.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "pages/output_matrix.h"
#include "pages/token_words.h"
#include "tokens/output_tokens.h"

namespace etscope::ui {
namespace {

/// Cases beside the one in view that are looked at.
constexpr unsigned kMostCases = 24;
/// Their elements: what is read beside the one in view.
constexpr unsigned kMostElements = 1U << 26U;

/// "18 of 19 agree, first different at 14".
QString agreementText(const tokens::TokenChoices& choices) {
    const auto all = choices.positions.size();
    if (choices.agreeing == all) return Inspector::tr("all %n token(s) agree", nullptr, counted(all));
    return Inspector::tr("%1 of %n token(s) differ, first at %2", nullptr, counted(all))
        .arg(countText(all - choices.agreeing), countText(*choices.firstDifferent));
}

/// Of the position that is looked at first: the first one where another token is chosen, else the last.
Facts positionFacts(const tokens::TokenChoices& choices, std::size_t at, const TokenTexts& texts) {
    const tokens::Position& position = choices.positions[at];
    return {{Inspector::tr("Position %1").arg(at), html(leadText(position, texts))},
            {Inspector::tr("Lead"), floatText(position.reference.lead), Inspector::tr("of the reference's token")},
            {Inspector::tr("Error"), floatText(position.maxAbs), Inspector::tr("of the logits, at most")},
            {Inspector::tr("KL divergence"), floatText(position.divergence) + QStringLiteral(" nat")},
            {Inspector::tr("Entropy"),
             Inspector::tr("%1 nat, runtime %2").arg(floatText(position.reference.entropy), floatText(position.runtime.entropy))},
            {Inspector::tr("Same in top 5"), Inspector::tr("%1 of 5").arg(position.shared[0])},
            {Inspector::tr("Same in top 10"), Inspector::tr("%1 of 10").arg(position.shared[1])}};
}

Facts allFacts(const tokens::TokenChoices& choices) {
    const auto all = choices.positions.size();
    const auto worst = choices.worstDivergence;
    Facts facts{{Inspector::tr("Token agrees"),
                 Inspector::tr("%1 of %2, %3 %")
                     .arg(countText(choices.agreeing), countText(all),
                          QString::number(100.0 * static_cast<double>(choices.agreeing) / static_cast<double>(all), 'f', 1))},
                {Inspector::tr("KL, mean"), floatText(choices.meanDivergence) + QStringLiteral(" nat")},
                {Inspector::tr("KL, worst"),
                 Inspector::tr("%1 nat at position %2").arg(floatText(choices.positions[worst].divergence), countText(worst))}};
    if (choices.followed > 0)
        facts.append(
            {Inspector::tr("Perplexity"),
             Inspector::tr("%1, runtime %2").arg(floatText(choices.referencePerplexity), floatText(choices.runtimePerplexity)),
             Inspector::tr("of the tokens that follow")});
    return facts;
}

}  // namespace

/// Nothing where the output is not over a vocabulary.
Result<QList<FactGroup>> tokenGroups(const SessionPtr& session, const Address& address, const JobContext& job) {
    QList<FactGroup> groups;
    const auto pairs = compare::pairOutputs(session, job);
    if (!pairs) return pairs.failure();
    const auto tokenizer = tokens::tokenizerOf(*session, job);
    if (!tokenizer) return tokenizer.failure();
    const TokenTexts texts(*tokenizer);
    Facts others;
    std::uint64_t read = 0;
    std::size_t left = 0;
    for (const compare::OutputPair& pair : *pairs) {
        if (text(pair.method) != address.method || pair.output != address.index) continue;
        const bool own = pair.column() == address.column;
        const auto sides = tokens::tokenSides(*session, pair, job);
        if (!sides) return sides.failure();
        if (!*sides) continue;
        const auto elements = (*sides)->sides.reference.elementCount().value_or(kMostElements);
        if (!own && (others.size() >= kMostCases || read + elements > kMostElements)) {
            ++left;
            continue;
        }
        if (!own) read += elements;
        const auto made = tokens::outputTokens(*session, pair, **sides, job);
        if (!made) return made.failure();
        if ((*made)->choices.positions.empty()) continue;
        const tokens::TokenChoices& choices = (*made)->choices;
        if (!own) {
            others.append({columnTitle(pair.column()),
                           link(Address::ofOutput(address.method, pair.column(), pair.output).text(), agreementText(choices))});
            continue;
        }
        const std::size_t at = choices.firstDifferent.value_or(choices.positions.size() - 1);
        groups.append({QT_TRANSLATE_NOOP("etscope::ui::Inspector", "How sure was the reference?"),
                       Inspector::tr("lead %1").arg(floatText(choices.positions[at].reference.lead)),
                       positionFacts(choices, at, texts)});
        groups.append(
            {QT_TRANSLATE_NOOP("etscope::ui::Inspector", "All positions"), countText(choices.positions.size()), allFacts(choices)});
    }
    const auto looked = static_cast<std::uint64_t>(others.size());
    if (left > 0) others.append({QString(), Inspector::tr("%n more case(s) are not looked at", nullptr, counted(left))});
    if (!groups.isEmpty() && !others.isEmpty())
        groups.append({QT_TRANSLATE_NOOP("etscope::ui::Inspector", "In the other cases"), countText(looked), others});
    return groups;
}

}  // namespace etscope::ui
