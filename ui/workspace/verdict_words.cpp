#include "workspace/verdict_words.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>

#include "base/enum_table.h"
#include "findings/not_checked.h"
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

/// Sentences of one kind that a headline has; of the rest it says how many.
constexpr qsizetype kMostLines = 4;

/// Where a culprit is: its node in the graph, else its instruction.
Address placeOf(const MethodOutcome& outcome) {
    const causes::Culprit& culprit = *outcome.culprit;
    const QString method = text(outcome.method);
    if (!culprit.nodes.empty()) return Address::ofNode(method, QStringLiteral("edge"), text(culprit.nodes.front()));
    return culprit.instruction ? Address::ofInstruction(method, *culprit.instruction) : Address::ofMethod(method);
}

QString columnWords(std::int64_t column) {
    return column >= 0 ? Verdicts::tr("case %1").arg(column) : Verdicts::tr("run %1").arg(-1 - column);
}

/// ", begins at aten_linear_default_83".
QString beginsAt(const MethodOutcome& outcome) {
    const QString place = culpritLink(outcome);
    return place.isEmpty() ? QString() : Verdicts::tr(", begins at %1").arg(place);
}

HeadlineLine differLine(const MethodOutcome& outcome) {
    HeadlineLine line{Mark::Differ,
                      Verdicts::tr("%1 differs in %2 of %n case(s)", nullptr, counted(outcome.columns))
                          .arg(text(outcome.method))
                          .arg(outcome.differing.size()),
                      {}};
    const QString where =
        link(Link::on(PageId::Outputs, Address::of(outcome.worstOutput)), columnWords(outcome.worstOutput.column));
    const QString size = outcome.notFinite > 0
                             ? Verdicts::tr("%n element(s) finite on one side only", nullptr, counted(outcome.notFinite))
                         : outcome.maxAbs ? QStringLiteral("max |d| <b>%1</b>").arg(floatText(*outcome.maxAbs))
                                          : Verdicts::tr("values that differ");
    line.rest = Verdicts::tr("%1 in %2").arg(size, where) + beginsAt(outcome);
    return line;
}

void addMethodLines(const MethodOutcome& outcome, bool gap, QList<HeadlineLine>& lines) {
    if (outcome.outputs.differ > 0) lines.append(differLine(outcome));
    if (outcome.outputs.incomparable > 0)
        lines.append({Mark::Incomparable,
                      Verdicts::tr("%n output(s) of %1 could not be compared", nullptr, counted(outcome.outputs.incomparable))
                          .arg(text(outcome.method)),
                      html(said(outcome.note))});
    if (!outcome.culprit) return;
    const bool pairing = outcome.culprit->cause == causes::Cause::Pairing;
    const QString shown = outcome.outputs.differ > 0
                              ? Verdicts::tr("Why: %1").arg(causeText(outcome.culprit->cause))
                              : Verdicts::tr("%1: %2").arg(text(outcome.method), causeText(outcome.culprit->cause));
    lines.append({pairing ? Mark::Ambiguous : Mark::Differ, shown,
                  html(said(outcome.culprit->sentence)) + QStringLiteral(" – ") +
                      (gap ? link(Link::on(PageId::Gap, placeOf(outcome)), Verdicts::tr("Numeric gap"))
                           : link(Link::on(PageId::Graph, placeOf(outcome)), Verdicts::tr("Show in graph")))});
}

void addJoinLines(const SessionVerdict& verdict, QList<HeadlineLine>& lines) {
    for (const JoinOutcome& one : verdict.joins) {
        if (one.state != Verdict::Differ) continue;
        const QString from = text(one.files[0]), to = text(one.files[1]);
        if (one.join.state == join::JoinState::Mismatched)
            lines.append({Mark::Differ, Verdicts::tr("%1 does not belong to %2").arg(from, to), html(said(one.finding))});
        else
            lines.append(
                {Mark::Differ,
                 Verdicts::tr("%1 belongs to %2, but %n of %3 constant(s) differ(s)", nullptr, counted(one.join.differences.size()))
                     .arg(from, to)
                     .arg(verdict.constants),
                 link(Link::on(PageId::Tensors, Address::of(one.constantTensor)), text(one.constant))});
    }
}

/// Where nothing differs: what was compared, or what is missing for it.
HeadlineLine quietLine(const SessionVerdict& verdict) {
    if (verdict.outputs.match > 0) {
        QString bold = verdict.joinsFit() && verdict.unjoined == 0
                           ? Verdicts::tr("All %n compared output(s) match, and all files belong together", nullptr,
                                          counted(verdict.outputs.match))
                           : Verdicts::tr("All %n compared output(s) match", nullptr, counted(verdict.outputs.match));
        const QString missing = verdict.outputs.missing > 0 ? Verdicts::tr("%n output(s) could not be compared: a side is missing",
                                                                           nullptr, counted(verdict.outputs.missing))
                                                            : QString();
        return {verdict.state == Verdict::Match ? Mark::Match : Mark::Missing, bold, missing};
    }
    QStringList missing;
    for (const findings::PossibleCause& cause : verdict.causes)
        if (findings::saysWhyNothing(cause.kind)) missing.append(html(said(cause.title)));
    return {Mark::Missing, Verdicts::tr("Nothing to compare"), missing.join(QStringLiteral(" · "))};
}

/// What an error kept from being found out.
void addUncheckedLines(const SessionVerdict& verdict, QList<HeadlineLine>& lines) {
    for (const findings::PossibleCause& cause : verdict.causes)
        if (findings::isNotChecked(cause.kind))
            lines.append({Mark::Incomparable, Verdicts::tr("Not all was checked"), html(said(cause.title))});
}

/// The first constant that differs.
Address constantOf(const SessionVerdict& verdict) {
    for (const JoinOutcome& one : verdict.joins)
        if (one.constantTensor.valid()) return Address::of(one.constantTensor);
    return {};
}

const MethodOutcome* worstMethod(const SessionVerdict& verdict) {
    return verdict.methods.empty() ? nullptr : &verdict.methods.front();
}

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

QString culpritLink(const MethodOutcome& outcome) {
    if (!outcome.culprit || outcome.culprit->nodes.empty()) return {};
    return link(Link::on(PageId::Graph, placeOf(outcome)), text(outcome.culprit->nodes.front()));
}

Mark worse(Mark left, Mark right) {
    static constexpr std::array kOrder{Mark::None,       Mark::Match,     Mark::Note,    Mark::Missing,
                                       Mark::Ambiguous,  Mark::Inherited, Mark::Warning, Mark::Incomparable,
                                       Mark::Unreadable, Mark::Error,     Mark::Differ};
    const auto at = [](Mark mark) { return std::ranges::find(kOrder, mark); };
    return at(left) < at(right) ? right : left;
}

Mark markOf(CauseState state) {
    static constexpr EnumTable<CauseState::Matches, Mark> kMarks(
        {Mark::Differ, Mark::Incomparable, Mark::Warning, Mark::Ambiguous, Mark::Missing, Mark::Match});
    return kMarks[state];
}

Mark outputsMark(const MethodOutcome& outcome) {
    if (outcome.outputs.differ > 0) return Mark::Differ;
    if (outcome.outputs.incomparable > 0) return Mark::Incomparable;
    return outcome.outputs.match > 0 ? Mark::Match : Mark::Missing;
}

Mark callsMark(const MethodOutcome& outcome) {
    if (outcome.culprit) return outcome.culprit->cause == causes::Cause::Pairing ? Mark::Ambiguous : Mark::Differ;
    return outcome.right > 0 && outcome.open == 0 ? Mark::Match : Mark::Missing;
}

Mark runMark(const findings::RunOutcome& run) {
    if (run.culprit) return run.culprit->cause == causes::Cause::Pairing ? Mark::Ambiguous : Mark::Differ;
    if (run.worst && *run.worst == compare::PairState::Differ) return Mark::Differ;
    if (run.worst && compare::pairSeverity(*run.worst) == 3) return Mark::Incomparable;
    const bool equal = run.worst && *run.worst == compare::PairState::Match;
    return equal || (run.right > 0 && run.open == 0) ? Mark::Match : Mark::Missing;
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
    if (run.right > 0) parts.append(Verdicts::tr("%n call(s) are right on what they read", nullptr, counted(run.right)));
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
    const Mark mark = page == PageId::Outputs ? outputsMark(outcome) : page == PageId::Gap ? callsMark(outcome) : Mark::None;
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

QList<HeadlineLine> headline(const SessionVerdict& verdict, bool gap) {
    QList<HeadlineLine> lines;
    for (const MethodOutcome& outcome : verdict.methods) addMethodLines(outcome, gap, lines);
    addJoinLines(verdict, lines);
    if (std::ranges::none_of(lines, [](const HeadlineLine& line) { return line.mark == Mark::Differ; }))
        lines.prepend(quietLine(verdict));
    addUncheckedLines(verdict, lines);
    const qsizetype more = lines.size() - kMostLines;
    if (more <= 1) return lines;
    lines = lines.mid(0, kMostLines);
    lines.append({Mark::None, {}, Verdicts::tr("%n more: see possible causes", nullptr, static_cast<int>(more))});
    return lines;
}

QString restText(const SessionVerdict& verdict) {
    QStringList parts;
    if (verdict.outputs.match > 0 && verdict.outputs.match < verdict.outputs.all())
        parts.append(Verdicts::tr("%1 of %n output(s) match", nullptr, counted(verdict.outputs.all()))
                         .arg(countText(verdict.outputs.match)));
    if (verdict.differentConstants > 0 && verdict.constants > verdict.differentConstants)
        parts.append(Verdicts::tr("%1 of %n constant(s) are equal", nullptr, counted(verdict.constants))
                         .arg(countText(verdict.constants - verdict.differentConstants)));
    return parts.join(QStringLiteral(", "));
}

QList<HeadlineAction> headlineActions(const SessionVerdict& verdict, bool gap) {
    const MethodOutcome* worst = worstMethod(verdict);
    QList<HeadlineAction> actions;
    if (verdict.state == Verdict::Differ && worst != nullptr) {
        if (worst->outputs.differ > 0 || worst->outputs.incomparable > 0)
            actions.append({Verdicts::tr("Show values"), Link::on(PageId::Outputs, Address::of(worst->worstOutput))});
        if (worst->culprit && gap) actions.append({Verdicts::tr("Show in numeric gap"), Link::on(PageId::Gap, placeOf(*worst))});
        if (worst->culprit) actions.append({Verdicts::tr("Show in graph"), Link::on(PageId::Graph, placeOf(*worst))});
        if (verdict.differentConstants > 0)
            actions.append({Verdicts::tr("Compare constants"), Link::on(PageId::Tensors, constantOf(verdict))});
        if (std::ranges::find(verdict.causes, findings::kBundleAbsent, &findings::PossibleCause::kind) != verdict.causes.end())
            actions.append({Verdicts::tr("Add files…"), Link::addFiles()});
        return actions;
    }
    if (verdict.state == Verdict::Match)
        return {{Verdicts::tr("Show graph"), Link::on(PageId::Graph)}, {Verdicts::tr("Show times"), Link::on(PageId::Events)}};
    return {{Verdicts::tr("Add files…"), Link::addFiles()}, {Verdicts::tr("Show graph"), Link::on(PageId::Graph)}};
}

QList<VerdictPart> verdictParts(const SessionVerdict& verdict) {
    using Kind = VerdictPart::Kind;
    QList<VerdictPart> parts;
    std::size_t columns = 0, differing = 0;
    for (const MethodOutcome& outcome : verdict.methods) columns += outcome.columns, differing += outcome.differing.size();
    const MethodOutcome* culprit = culpritMethod(verdict);
    const auto apart =
        std::ranges::count_if(verdict.joins, [](const JoinOutcome& one) { return one.join.state == join::JoinState::Mismatched; });
    if (differing > 0)
        parts.append({Kind::Cases, differing, columns, {}});
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

QList<VerdictLink> verdictLinks(const SessionVerdict& verdict, bool gap) {
    QList<VerdictLink> links;
    for (const VerdictPart& part : verdictParts(verdict)) {
        Link target;
        switch (part.kind) {
            case VerdictPart::Kind::Cases:
                target = Link::on(PageId::Outputs, Address::of(worstMethod(verdict)->worstOutput));
                break;
            case VerdictPart::Kind::Call:
                target = Link::on(gap ? PageId::Gap : PageId::Graph, placeOf(*culpritMethod(verdict)));
                break;
            case VerdictPart::Kind::Constants: target = Link::on(PageId::Tensors); break;
            case VerdictPart::Kind::Incomparable:
            case VerdictPart::Kind::Match: target = Link::on(PageId::Outputs); break;
            default: target = Link::on(PageId::Overview);
        }
        links.append({markOf(part), text(part), target});
    }
    return links;
}

}  // namespace etscope::ui
