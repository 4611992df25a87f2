#include "workspace/verdict_words.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>

#include "base/enum_table.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/words.h"
#include "models/address.h"

namespace etscope::ui {
namespace {

using findings::CauseState;
using findings::JoinOutcome;
using findings::MethodOutcome;
using findings::SessionVerdict;
using findings::Verdict;

struct Verdicts {
    Q_DECLARE_TR_FUNCTIONS(etscope::ui::Verdicts)
};

/// Where a culprit is: its node in the graph, else its instruction.
Address placeOf(const MethodOutcome& outcome) {
    const causes::Culprit& culprit = *outcome.culprit;
    const QString method = text(outcome.method);
    if (!culprit.nodes.empty()) return Address::ofNode(method, QStringLiteral("edge"), text(culprit.nodes.front()));
    return culprit.instruction ? Address::ofInstruction(method, *culprit.instruction) : Address::ofMethod(method);
}

Mark markOf(causes::Cause cause) { return markOfCause(causes::causeName(cause), CauseState::Differs); }

/// The first with a call that is at fault.
const MethodOutcome* culpritMethod(const SessionVerdict& verdict) {
    const auto found = std::ranges::find_if(verdict.methods, [](const MethodOutcome& outcome) {
        return outcome.culprit && outcome.culprit->cause != causes::Cause::Pairing;
    });
    return found == verdict.methods.end() ? nullptr : &*found;
}

template <class Test>
Mark markOfAll(const SessionVerdict& verdict, Test&& test) {
    Mark mark = Mark::None;
    for (const MethodOutcome& outcome : verdict.methods) mark = worse(mark, test(outcome));
    return mark;
}

}  // namespace

bool isQuantisation(const MethodOutcome& outcome) {
    return outcome.culprit && outcome.culprit->cause == causes::Cause::Quantisation;
}

Address culpritAddress(const findings::MethodOutcome& outcome) {
    if (!outcome.culprit) return {};
    const QString method = text(outcome.method);
    const causes::Culprit& culprit = *outcome.culprit;
    if (!culprit.nodes.empty()) return Address::ofNode(method, QStringLiteral("edge"), text(culprit.nodes.front()));
    return culprit.instruction ? Address::ofInstruction(method, *culprit.instruction) : Address::ofMethod(method);
}

bool isOfProgram(const causes::Culprit& culprit) {
    using causes::Cause;
    static constexpr Cause kOthers[] = {Cause::Quantisation, Cause::Input, Cause::Pairing, Cause::OtherReference};
    return std::ranges::find(kOthers, culprit.cause) == std::end(kOthers);
}

const findings::MethodOutcome* outcomeBlaming(const findings::SessionVerdict& verdict, const Address& thing) {
    const Address asked = thing.ofOperator();
    const findings::MethodOutcome* outcome = outcomeOf(verdict, asked.method);
    if (asked.kind != Address::Kind::Node || outcome == nullptr || !outcome->culprit) return nullptr;
    const causes::Culprit& culprit = *outcome->culprit;
    const bool isCall = culprit.instruction && asked == Address::ofInstruction(asked.method, *culprit.instruction);
    const bool isNode =
        asked.stage == QLatin1String("edge") && std::ranges::find(culprit.nodes, asked.name.toStdString()) != culprit.nodes.end();
    return isCall || isNode ? outcome : nullptr;
}

QString culpritLink(const MethodOutcome& outcome) {
    if (!outcome.culprit || outcome.culprit->nodes.empty()) return {};
    return link(Link::on(PageId::Graph, placeOf(outcome)), text(outcome.culprit->nodes.front()));
}

Mark markOf(CauseState state) {
    static constexpr EnumTable<CauseState::Matches, Mark> kMarks(
        {Mark::Differ, Mark::Incomparable, Mark::Warning, Mark::Ambiguous, Mark::Missing, Mark::Match});
    return kMarks[state];
}

Mark markOfCause(std::string_view kind, CauseState state) {
    const std::array<std::pair<std::string_view, Mark>, 3> others{{{causes::causeName(causes::Cause::Pairing), Mark::Ambiguous},
                                                                   {causes::causeName(causes::Cause::Quantisation), Mark::Warning},
                                                                   {findings::kFileDamaged, Mark::Error}}};
    const auto* const other = std::ranges::find(others, kind, &std::pair<std::string_view, Mark>::first);
    const bool counts = state == CauseState::Differs || state == CauseState::Incomparable;
    return counts && other != others.end() ? other->second : markOf(state);
}

Mark outputsMark(const MethodOutcome& outcome) {
    if (outcome.outputs.differ > 0) return isQuantisation(outcome) ? Mark::Warning : Mark::Differ;
    if (outcome.outputs.incomparable > 0) return Mark::Incomparable;
    return outcome.outputs.match > 0 && outcome.outputs.missing == 0 ? Mark::Match : Mark::Missing;
}

Mark callsMark(const MethodOutcome& outcome) {
    if (outcome.culprit && !isQuantisation(outcome)) return markOf(outcome.culprit->cause);
    return outcome.right > 0 && outcome.open == 0 ? Mark::Match : Mark::Missing;
}

Mark runMark(const findings::RunOutcome& run) {
    if (run.culprit) return markOf(run.culprit->cause);
    if (run.worst && *run.worst == compare::PairState::Differ) return Mark::Differ;
    if (run.worst && compare::pairSeverity(*run.worst) == 3) return Mark::Incomparable;
    // Outputs that nothing was held against are not known, however right its calls are.
    const bool right = run.worst ? *run.worst == compare::PairState::Match : run.right > 0 && run.open == 0;
    return right ? Mark::Match : Mark::Missing;
}

QString causeText(const QString& name) {
    static constexpr std::array<std::pair<const char*, const char*>, 3> kLonger{
        {{"reference", "other expected outputs"}, {"pairing", "wrong case paired"}, {"input", "wrong input"}}};
    for (const auto& [cause, words] : kLonger)
        if (name == QLatin1String(cause)) return word(QString::fromLatin1(words));
    return word(name);
}

QString causeText(causes::Cause cause) { return causeText(text(causes::causeName(cause))); }

QString runText(const findings::RunOutcome& run) {
    if (run.culprit) return causeText(run.culprit->cause) + QStringLiteral(": ") + said(run.culprit->sentence);
    QStringList parts;
    if (run.worst)
        parts.append(*run.worst == compare::PairState::Match    ? Verdicts::tr("its outputs match")
                     : *run.worst == compare::PairState::Differ ? Verdicts::tr("its outputs differ")
                                                                : Verdicts::tr("its outputs were not compared"));
    if (run.right > 0) parts.append(Verdicts::tr("%n call(s) correct", nullptr, counted(run.right)));
    if (run.open > 0) parts.append(Verdicts::tr("%n call(s) could not be judged", nullptr, counted(run.open)));
    return parts.join(QStringLiteral(", "));
}

const MethodOutcome* outcomeOf(const SessionVerdict& verdict, const QString& method) {
    const auto found = std::ranges::find(verdict.methods, method.toStdString(), &MethodOutcome::method);
    return found == verdict.methods.end() ? nullptr : &*found;
}

Mark outputsMark(const SessionVerdict& verdict) {
    return markOfAll(verdict, [](const MethodOutcome& outcome) { return outputsMark(outcome); });
}
Mark callsMark(const SessionVerdict& verdict) {
    return markOfAll(verdict, [](const MethodOutcome& outcome) { return callsMark(outcome); });
}

Mark pageMark(const MethodOutcome& outcome, PageId page) {
    // A state that is carried wrongly is a row of the steps; the operators are correct.
    const bool ofCalls = page == PageId::Steps || (page == PageId::Gap && (!outcome.culprit || causes::isOfCall(*outcome.culprit)));
    const Mark mark = page == PageId::Outputs ? outputsMark(outcome) : ofCalls ? callsMark(outcome) : Mark::None;
    return mark == Mark::Match || mark == Mark::Missing ? Mark::None : mark;
}
Mark pageMark(const SessionVerdict& verdict, PageId page) {
    return markOfAll(verdict, [&](const MethodOutcome& outcome) { return pageMark(outcome, page); });
}

QString wrongMethod(const SessionVerdict& verdict, PageId page) {
    const Mark mark = pageMark(verdict, page);
    if (mark == Mark::None) return {};
    return text(
        std::ranges::find(verdict.methods, mark, [&](const MethodOutcome& outcome) { return pageMark(outcome, page); })->method);
}

QList<VerdictPart> verdictParts(const SessionVerdict& verdict) {
    using Kind = VerdictPart::Kind;
    QList<VerdictPart> parts;
    std::size_t columns = 0, differing = 0;
    for (const MethodOutcome& outcome : verdict.methods) columns += outcome.columns, differing += outcome.differing.size();
    const MethodOutcome* culprit = culpritMethod(verdict);
    const auto apart =
        std::ranges::count_if(verdict.joins, [](const JoinOutcome& one) { return one.join.state == join::JoinState::Mismatched; });
    const bool expected = std::ranges::all_of(
        verdict.methods, [](const MethodOutcome& outcome) { return outcome.differing.empty() || isQuantisation(outcome); });
    if (differing > 0)
        parts.append(
            {Kind::Cases, differing, columns, expected ? text(causes::causeName(causes::Cause::Quantisation)) : QString()});
    else if (culprit != nullptr)
        parts.append({Kind::Call, 1, 1, text(causes::causeName(culprit->culprit->cause))});
    if (verdict.differentConstants > 0) parts.append({Kind::Constants, verdict.differentConstants, verdict.constants, {}});
    if (apart > 0) parts.append({Kind::Joins, static_cast<std::uint64_t>(apart), verdict.joins.size(), {}});
    if (verdict.outputs.incomparable > 0)
        parts.append({Kind::Incomparable, verdict.outputs.incomparable, verdict.outputs.all(), {}});
    if (!parts.isEmpty()) return parts;
    const Kind quiet = verdict.state == Verdict::Match ? Kind::Match : verdict.outputs.match > 0 ? Kind::Partly : Kind::Nothing;
    return {{quiet, verdict.outputs.match, verdict.outputs.all(), {}}};
}

Mark markOf(const VerdictPart& part) {
    using Kind = VerdictPart::Kind;
    if (part.kind == Kind::Match) return Mark::Match;
    if (part.kind == Kind::Incomparable) return Mark::Incomparable;
    if (!part.cause.isEmpty()) return markOfCause(part.cause.toStdString(), CauseState::Differs);
    return part.kind == Kind::Partly || part.kind == Kind::Nothing ? Mark::Missing : Mark::Differ;
}

QString text(const VerdictPart& part) {
    switch (part.kind) {
        case VerdictPart::Kind::Cases: return Verdicts::tr("%1 of %n case(s) differ", nullptr, counted(part.all)).arg(part.count);
        case VerdictPart::Kind::Call: return causeText(part.cause);
        case VerdictPart::Kind::Constants: return Verdicts::tr("%n constant(s) differ(s)", nullptr, counted(part.count));
        case VerdictPart::Kind::Joins: return Verdicts::tr("%n join(s) contradict(s)", nullptr, counted(part.count));
        case VerdictPart::Kind::Incomparable: return Verdicts::tr("%n not comparable", nullptr, counted(part.count));
        case VerdictPart::Kind::Match: return Verdicts::tr("%n output(s) match", nullptr, counted(part.count));
        case VerdictPart::Kind::Partly: return Verdicts::tr("not all could be compared");
        case VerdictPart::Kind::Nothing: break;
    }
    return Verdicts::tr("nothing was compared");
}

QStringList verdictPartNames() {
    return {QStringLiteral("cases"),        QStringLiteral("call"),  QStringLiteral("constants"), QStringLiteral("joins"),
            QStringLiteral("incomparable"), QStringLiteral("match"), QStringLiteral("partly"),    QStringLiteral("nothing")};
}

}  // namespace etscope::ui
