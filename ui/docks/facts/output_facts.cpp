// What is told of an output of a method in a case or run, and of a case: both sides, what says that they belong together, how they
// compare; over a vocabulary whether the error matters, at the position that is looked at first, over all, and in the other cases.
#include <algorithm>

#include "answers/compared_output.h"
#include "answers/metric_words.h"
#include "charts/output_matrix.h"
#include "charts/token_strip.h"
#include "compare/outputs.h"
#include "compare/run_cases.h"
#include "docks/facts/entity_facts.h"
#include "docks/inspector.h"
#include "findings/related.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/words.h"
#include "tokens/output_tokens.h"
#include "workspace/verdict_words.h"

namespace etscope::ui {
namespace {

/// Why the values of a run are of that method and case.
Facts runEvidence(const session::Session& session, std::int64_t index, const JobContext& job) {
    Facts facts{{Inspector::tr("Run"), linkTo(Address::ofRun(index))}};
    const auto runs = compare::runs(session, job);
    if (!runs || index < 0 || static_cast<std::size_t>(index) >= (*runs)->size()) return facts;
    const join::SessionRun& run = (**runs)[static_cast<std::size_t>(index)];
    bool first = true;
    for (const Sentence& reason : run.attribution.evidence)
        facts.append({std::exchange(first, false) ? Inspector::tr("Method by") : QString(), html(said(reason))});
    if (!run.caseEvidence.empty()) facts.append({Inspector::tr("Case by"), html(said(run.caseEvidence))});
    return facts;
}

FactGroup pairingGroup(const session::Session& session, const compare::OutputPair* pair, const JobContext& job) {
    FactGroup group{QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Pairing"), {}, {}};
    if (pair == nullptr) {
        group.facts.append({Inspector::tr("Values"), Inspector::tr("no file of this session has any for it")});
        return group;
    }
    const auto sideText = [](const std::optional<compare::OutputValue>& side) {
        return side ? html(side->words.empty() ? text(side->place) : said(side->words)) : Inspector::tr("none");
    };
    group.facts = {{Inspector::tr("Reference"), sideText(pair->reference)}, {Inspector::tr("Runtime"), sideText(pair->runtime)}};
    if (!pair->runtime) return group;
    if (pair->runtime->run)
        group.facts += runEvidence(session, *pair->runtime->run, job);
    else if (pair->runtime->source == "file")
        group.facts.append(
            {Inspector::tr("Rule"),
             Inspector::tr("Per method, the numbers of the raw outputs in ascending order are its cases 0, 1, 2, …")});
    return group;
}

/// By the tolerances of the verdict.
Facts errorFacts(const compare::OutputComparison& compared) {
    Facts facts{{Inspector::tr("State"), pairWord(compared.state)}};
    if (!compared.note.empty()) facts.append({Inspector::tr("Note"), html(said(compared.note))});
    if (!compared.result || !compared.result->metrics) return facts;
    const tensor::Metrics& metrics = *compared.result->metrics;
    if (const QString odd = notFiniteText(*compared.result); !odd.isEmpty()) facts.append({Inspector::tr("Not finite"), html(odd)});
    const auto add = [&](const QString& label, const char* name) {
        facts.append({label, metricText(*tensor::metricColumn(name), metrics)});
    };
    add(Inspector::tr("Max |d|"), "max_abs");
    add(Inspector::tr("SNR, dB"), "snr_db");
    add(Inspector::tr("Mismatched"), "mismatched");
    return facts;
}

/// The operator that gives the output at the edge stage, and where the instruction is.
FactGroup makerGroup(const EntityQuestion& question, const QString& first, const JobContext& job) {
    FactGroup group{QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Produced by"), {}, {}};
    const auto related = findings::related(*question.session, question.address.entity(), job);
    if (!related) return group;
    const auto* outcome = question.verdict != nullptr ? outcomeOf(*question.verdict, question.address.method) : nullptr;
    bool itself = false;
    for (const findings::Related& one : related->things) {
        if (one.relation != findings::Relation::Maker) continue;
        const Address maker = Address::of(one.entity);
        if (maker.kind != Address::Kind::Node) continue;
        const bool culprit =
            outcome != nullptr && outcome->culprit && std::ranges::count(outcome->culprit->nodes, maker.name.toStdString()) > 0;
        itself = itself || culprit;
        if (maker.stageId() == graph::StageId::edge()) group.facts.append({Inspector::tr("Operator"), linkTo(maker)});
        if (maker.stageId() == graph::StageId::program()) group.facts.append({Inspector::tr("Instruction"), linkTo(maker)});
    }
    if (!first.isEmpty())
        group.facts.append({Inspector::tr("First divergence"),
                            itself ? Inspector::tr("is this operator") : Inspector::tr("is earlier: %1").arg(first)});
    return group;
}

/// Where the first call is that is at fault in the method, when this case differs; else nothing.
QString firstDivergence(const EntityQuestion& question) {
    const findings::MethodOutcome* outcome =
        question.verdict != nullptr ? outcomeOf(*question.verdict, question.address.method) : nullptr;
    const bool differs = outcome != nullptr && std::ranges::count(outcome->differing, question.address.column) > 0;
    return differs ? culpritLink(*outcome) : QString();
}

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

Told tellOutput(const EntityQuestion& question, const JobContext& job) {
    const Address& address = question.address;
    const auto pairs = compare::pairOutputs(question.session, job);
    if (!pairs) return pairs.failure();
    const auto isAsked = [&](const compare::OutputPair& one) {
        return text(one.method) == address.method && one.column() == address.column && one.output == address.index;
    };
    const auto isOfRun = [&](const compare::OutputPair& one) {
        return isAsked(one) && question.run && one.runtime && one.runtime->run == static_cast<std::int64_t>(*question.run);
    };
    auto pair = std::ranges::find_if(*pairs, isOfRun);
    if (pair == pairs->end()) pair = std::ranges::find_if(*pairs, isAsked);
    const bool known = pair != pairs->end();
    EntityFacts told{Inspector::tr("%1, %2, output %3").arg(address.method, columnTitle(address.column)).arg(address.index),
                     address.text(),
                     {},
                     {}};
    if (known) {
        const compare::OutputComparison compared = compare::compareOutput(*pair, {}, job);
        if (job.cancelled()) return cancelledFailure();
        told.state = {pairMark(compared.state), pairWord(compared.state)};
        told.groups.append({QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Difference"), {}, errorFacts(compared)});
    }
    told.groups.append(makerGroup(question, firstDivergence(question), job));
    told.groups.append(pairingGroup(*question.session, known ? &*pair : nullptr, job));
    told.groups.append({QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Where"),
                        {},
                        {{Inspector::tr("Difference"), pageLink(PageId::Outputs, address, Inspector::tr("Outputs"))},
                         {Inspector::tr("Case"), linkTo(caseAddress(address.method, address.column))},
                         {Inspector::tr("Method"), linkTo(Address::ofMethod(address.method))}}});
    return told;
}

/// By the tolerances of the verdict, as outputs are judged.
Told tellGiven(const EntityQuestion& question, const JobContext& job) {
    const Address &address = question.address, node = address.ofOperator();
    const auto compared = comparedOperator(*question.session, address, {}, job);
    if (!compared) return compared.failure();
    EntityFacts told{Inspector::tr("what %1 gave").arg(entityTitle(address)), address.text(), {}, {}};
    if (*compared) {
        const compare::PairState state = (*compared)->comparison.state;
        told.state = {pairMark(state), pairWord(state)};
        told.groups.append({QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Difference"), {}, errorFacts((*compared)->comparison)});
    }
    told.groups.append(
        {QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Produced by"), {}, {{Inspector::tr("Operator"), linkTo(node)}}});
    told.groups.append(pairingGroup(*question.session, *compared ? &(*compared)->pair : nullptr, job));
    return told;
}

Told tellCase(const EntityQuestion& question, const JobContext& job) {
    const Address& address = question.address;
    const auto pairs = compare::pairOutputs(question.session, job);
    if (!pairs) return pairs.failure();
    QList<MarkedFact> outputs;
    Facts runs;
    Mark worst = Mark::None;
    for (const compare::OutputPair& pair : *pairs) {
        if (text(pair.method) != address.method || pair.column() != address.column) continue;
        if (job.cancelled()) return cancelledFailure();
        const compare::OutputComparison compared = compare::compareOutput(pair, {}, job);
        const Mark mark = pairMark(compared.state);
        worst = worse(worst, mark);
        const auto* metrics = compared.result && compared.result->metrics ? &*compared.result->metrics : nullptr;
        outputs.append({mark, Inspector::tr("output %1").arg(pair.output),
                        linkTo(Address::ofOutput(address.method, address.column, pair.output), pairWord(compared.state)),
                        metrics != nullptr ? Inspector::tr("max |d| %1").arg(maximumText(*metrics)) : said(compared.note)});
        if (runs.isEmpty() && pair.runtime && pair.runtime->run) runs = runEvidence(*question.session, *pair.runtime->run, job);
    }
    if (outputs.isEmpty()) return fail("no-such-node", Inspector::tr("the method has no outputs of that case").toStdString());
    EntityFacts told{Inspector::tr("%1, %2").arg(address.method, columnTitle(address.column)),
                     address.text(),
                     {worst, worst == Mark::None ? QString() : markName(worst)},
                     {}};
    const QString count = countText(static_cast<std::uint64_t>(outputs.size()));
    told.groups.append({QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Outputs"), count, {}, std::move(outputs)});
    told.groups.append({QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Fed the run"), {}, runs});
    told.groups.append({QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Where"),
                        {},
                        {{Inspector::tr("Method"), linkTo(Address::ofMethod(address.method))},
                         {Inspector::tr("Outputs"), pageLink(PageId::Outputs, address, Inspector::tr("Outputs"))}}});
    return told;
}

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
