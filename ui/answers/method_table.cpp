#include "answers/method_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "answers/tables.h"
#include "base/enum_table.h"
#include "charts/output_matrix.h"
#include "compare/outputs.h"
#include "findings/overview.h"
#include "join/stage_graph.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/words.h"
#include "tokens/output_tokens.h"
#include "workspace/verdict_words.h"

namespace etscope::ui {
namespace {

/// "inputs_embeds, cache_position"; those without a name by their types.
QString portNames(const std::vector<inventory::Port>& ports) {
    QStringList names;
    for (const inventory::Port& port : ports) {
        const bool unnamed = port.name.empty() || isValueNumber(text(port.name));
        names.append(unnamed ? text(findings::portText(port)) : text(port.name));
    }
    constexpr qsizetype kTold = 4;
    if (names.size() > kTold)
        names = names.mid(0, kTold - 1) << QObject::tr("+ %n more", nullptr, static_cast<int>(names.size() - kTold + 1));
    return names.join(QStringLiteral(", "));
}

QStringList portTypes(const std::vector<inventory::Port>& ports, const QString& direction) {
    QStringList lines;
    for (const inventory::Port& port : ports)
        lines.append(QStringLiteral("%1 %2 %3").arg(direction, text(port.name), text(findings::portText(port))).simplified());
    return lines;
}

/// Two lines, and all of them in the tooltip.
Cell found(Mark mark, const QStringList& lines, const QString& more = {}) {
    Cell cell{.text = lines.value(0), .mark = mark, .second = lines.value(1)};
    const QStringList rest = more.isEmpty() ? lines.mid(2) : QStringList(more);
    if (!rest.isEmpty()) cell.tooltip = (lines.mid(0, 2) + rest).join(QLatin1Char('\n'));
    cell.strong = mark == Mark::Differ;
    return cell;
}

/// Nobody looked: what has to be there for it.
Cell notLooked(const QString& words, const QString& needs) {
    return {.text = words, .mark = Mark::Missing, .second = needs, .dim = true};
}

/// What a cause is at its operator.
constexpr EnumTable<causes::Cause::Unknown, const char*> kFaults(
    {QT_TRANSLATE_NOOP("QObject", "kernel is wrong"), QT_TRANSLATE_NOOP("QObject", "delegate is wrong"),
     QT_TRANSLATE_NOOP("QObject", "constant differs"), QT_TRANSLATE_NOOP("QObject", "changed by the lowering"),
     QT_TRANSLATE_NOOP("QObject", "precision of its type"), QT_TRANSLATE_NOOP("QObject", "quantised"),
     QT_TRANSLATE_NOOP("QObject", "input has other axes"), QT_TRANSLATE_NOOP("QObject", "input is another"),
     QT_TRANSLATE_NOOP("QObject", "state before it differs"), QT_TRANSLATE_NOOP("QObject", "run is of another case"),
     QT_TRANSLATE_NOOP("QObject", "reference is another"), QT_TRANSLATE_NOOP("QObject", "cause not known")});

QString columnList(const std::vector<std::int64_t>& columns) {
    if (columns.front() < 0) return QObject::tr("run %1").arg(-1 - columns.front());
    if (columns.size() == 1) return QObject::tr("case %1").arg(columns.front());
    const bool all = columns.back() - columns.front() + 1 == static_cast<std::int64_t>(columns.size());
    if (all) return QObject::tr("cases %1 … %2").arg(columns.front()).arg(columns.back());
    constexpr std::size_t kTold = 3;
    QStringList told;
    for (std::size_t i = 0; i < std::min(kTold, columns.size()); ++i) told.append(QString::number(columns[i]));
    if (columns.size() > kTold) told.append(QStringLiteral("…"));
    return QObject::tr("cases %1").arg(told.join(QStringLiteral(", ")));
}

/// What of a session's files is not there, that a check needs.
bool hasDump(const session::Session& session) {
    return std::ranges::any_of(session.files(), [](const session::SessionFile& file) { return file.dump != nullptr; });
}

bool wasJudged(const findings::MethodOutcome& outcome) {
    return outcome.outputs.all() > 0 || outcome.right + outcome.wrong + outcome.open > 0;
}

/// The row of one method.
class MethodCells {
public:
    MethodCells(const MethodFacts& facts, std::size_t number)
        : m_facts(facts),
          m_method(facts.session->methods()[number]),
          m_summary(number < facts.summaries.size() ? facts.summaries[number].get() : nullptr),
          m_outcome(facts.verdict != nullptr ? outcomeOf(*facts.verdict, text(m_method.name)) : nullptr) {}
    std::vector<Cell> all() const {
        std::vector<Cell> cells{name(), ports(), files(), outputs(), operators(), tokens(), state(), checks()};
        const bool judged = m_facts.verdict == nullptr || std::ranges::any_of(m_facts.verdict->methods, wasJudged);
        for (const Cell& size : judged ? std::vector{noCell(), noCell(), noCell()} : std::vector{nodes(), time(), weights()})
            cells.push_back(size);
        return cells;
    }

private:
    Cell name() const;
    Cell ports() const;
    Cell files() const;
    Cell outputs() const;
    Cell operators() const;
    Cell tokens() const;
    Cell state() const;
    Cell checks() const;
    Cell nodes() const;
    Cell time() const;
    Cell weights() const;
    const inventory::MethodSummary& summary() const {
        static const inventory::MethodSummary kNone;
        return m_summary != nullptr ? *m_summary : kNone;
    }
    static Cell checking() { return {.text = QObject::tr("checking …"), .mark = Mark::Missing, .dim = true}; }

    const MethodFacts& m_facts;
    const session::Method& m_method;
    const inventory::MethodSummary* m_summary;  ///< null: not read yet
    const findings::MethodOutcome* m_outcome;   ///< null: not known
};

Cell MethodCells::name() const {
    QStringList counts;
    if (const auto cases = m_facts.cases.find(m_method.name); cases != m_facts.cases.end())
        counts.append(QObject::tr("%n case(s)", nullptr, counted(cases->second)));
    if (const auto runs = m_facts.runs.find(m_method.name); runs != m_facts.runs.end())
        counts.append(QObject::tr("%n run(s)", nullptr, counted(runs->second.runs)));
    QStringList backends;
    for (const inventory::DelegateTotals& one : summary().delegates)
        backends.append(text(one.backend) + QStringLiteral(" × ") + countText(one.calls));
    Cell cell{.text = text(m_method.name), .second = (counts.isEmpty() ? backends : counts).join(QStringLiteral(", "))};
    cell.tooltip = backends.join(QLatin1Char('\n'));
    cell.strong = true;
    return cell;
}

Cell MethodCells::ports() const {
    if (m_summary == nullptr) return {.text = QObject::tr("reading …"), .dim = true};
    return {.text = portNames(summary().inputs),
            .second = QStringLiteral("→ ") + portNames(summary().outputs),
            .tooltip = (portTypes(summary().inputs, QObject::tr("in")) + portTypes(summary().outputs, QObject::tr("out")))
                           .join(QLatin1Char('\n'))};
}

/// Of all files: what belongs together holds for each of the methods.
Cell MethodCells::files() const {
    if (m_facts.verdict == nullptr || m_facts.verdict->joins.empty()) return noCell();
    std::size_t match = 0, differ = 0, open = 0;
    for (const findings::JoinOutcome& one : m_facts.verdict->joins)
        ++(one.state == findings::Verdict::Match ? match : one.state == findings::Verdict::Differ ? differ : open);
    QStringList lines;
    if (differ > 0) lines.append(QObject::tr("%n contradict(s)", nullptr, counted(differ)));
    if (open > 0) lines.append(QObject::tr("%n uncertain", nullptr, counted(open)));
    if (match > 0) lines.append(QObject::tr("%n match", nullptr, counted(match)));
    return found(differ > 0 ? Mark::Differ : open > 0 ? Mark::Ambiguous : Mark::Match, lines);
}

Cell MethodCells::outputs() const {
    if (m_facts.verdict == nullptr) return checking();
    const session::Session& session = *m_facts.session;
    if (m_outcome == nullptr || m_outcome->outputs.all() == 0)
        return notLooked(QObject::tr("not compared"), !hasDump(session) ? QObject::tr("needs a run: .etdp with .dbg")
                                                      : session.recordFile() == nullptr ? QObject::tr("needs the ETRecord")
                                                                                        : QObject::tr("needs reference outputs"));
    const findings::OutputCounts& counts = m_outcome->outputs;
    const QString largest = !m_outcome->maxAbs        ? QString()
                            : *m_outcome->maxAbs == 0 ? QObject::tr("exact")
                                                      : QStringLiteral("max |d| ") + floatText(*m_outcome->maxAbs);
    QStringList lines;
    if (counts.differ > 0) {
        lines.append(QObject::tr("%1 of %2 differ").arg(m_outcome->differing.size()).arg(m_outcome->columns));
        if (m_outcome->notFinite > 0) lines.append(QObject::tr("%n not finite", nullptr, counted(m_outcome->notFinite)));
        if (m_outcome->maxAbs && (*m_outcome->maxAbs > 0 || m_outcome->notFinite == 0)) lines.append(largest);
        lines.append(columnList(m_outcome->differing));
    } else if (counts.incomparable > 0) {
        lines.append(QObject::tr("%n cannot be compared", nullptr, counted(counts.incomparable)));
        if (counts.match > 0) lines.append(QObject::tr("%n match", nullptr, counted(counts.match)));
        lines.append(said(m_outcome->note));
    } else if (counts.match > 0) {
        lines.append(QObject::tr("%1 of %2 match").arg(counts.match).arg(counts.all()));
        if (counts.missing > 0) lines.append(QObject::tr("%n missing", nullptr, counted(counts.missing)));
        if (!largest.isEmpty()) lines.append(largest);
    } else {
        return notLooked(QObject::tr("not compared"), hasDump(session) || session.recordFile() == nullptr
                                                          ? QObject::tr("%n missing", nullptr, counted(counts.missing))
                                                          : QObject::tr("needs a run: .etdp with .dbg"));
    }
    Cell cell = found(outputsMark(*m_outcome), lines);
    cell.sort = compare::pairSeverity(m_outcome->worst);
    return cell;
}

/// What its calls gave for what they read. Where nothing is wrong with a call that is another's fault, it is suspicious at most.
Cell MethodCells::operators() const {
    if (m_facts.verdict == nullptr) return checking();
    const session::Session& session = *m_facts.session;
    const std::size_t right = m_outcome != nullptr ? m_outcome->right : 0, wrong = m_outcome != nullptr ? m_outcome->wrong : 0,
                      open = m_outcome != nullptr ? m_outcome->open : 0;
    const causes::Culprit* culprit = m_outcome != nullptr && m_outcome->culprit ? &*m_outcome->culprit : nullptr;
    const bool ofCall = culprit != nullptr && culprit->cause != causes::Cause::Quantisation && causes::isOfCall(*culprit);
    if (!ofCall && right + wrong == 0)
        return notLooked(QObject::tr("not recomputed"), session.programFile() == nullptr ? QObject::tr("needs the .pte")
                                                        : !hasDump(session) ? QObject::tr("needs a run: .etdp with .dbg")
                                                                            : QObject::tr("%n not judged", nullptr, counted(open)));
    QStringList lines;
    if (ofCall) lines.append(wrong > 0 ? QObject::tr("%n wrong", nullptr, counted(wrong)) : QObject::tr(kFaults[culprit->cause]));
    if (!ofCall && wrong > 0) lines.append(QObject::tr("%n suspicious", nullptr, counted(wrong)));
    QStringList rest;
    if (right > 0) rest.append(QObject::tr("%n correct", nullptr, counted(right)));
    if (open > 0) rest.append(QObject::tr("%n not judged", nullptr, counted(open)));
    if (lines.isEmpty())
        lines = rest;  // a line each
    else if (!rest.isEmpty())
        lines.append(rest.join(QStringLiteral(", ")));
    const Mark mark = ofCall ? Mark::Differ : wrong > 0 ? Mark::Ambiguous : open > right ? Mark::Missing : Mark::Match;
    return found(mark, lines, ofCall ? said(culprit->sentence) : QString());
}

Cell MethodCells::tokens() const {
    const auto known = m_facts.tokens.find(m_method.name);
    if (known == m_facts.tokens.end()) return noCell();
    const MethodTokens& tokens = known->second;
    const std::size_t changed = tokens.positions - tokens.agreeing;
    const QString divergence =
        std::isnan(tokens.divergence) ? QString() : QObject::tr("KL ≤ %1 nats").arg(floatText(tokens.divergence));
    // Within the tolerance two tokens that are about as likely may change places: that is no fault.
    const bool differ = m_outcome != nullptr && m_outcome->outputs.differ > 0;
    return found(changed == 0 ? Mark::Match
                 : differ     ? Mark::Differ
                              : Mark::Ambiguous,
                 {changed > 0 ? QObject::tr("%1 of %2 change").arg(changed).arg(tokens.positions)
                              : QObject::tr("%1 of %2 agree").arg(tokens.agreeing).arg(tokens.positions),
                  divergence});
}

Cell MethodCells::state() const {
    const auto known = m_facts.buffers.find(m_method.name);
    const causes::Culprit* culprit = m_outcome != nullptr && m_outcome->culprit ? &*m_outcome->culprit : nullptr;
    if (culprit != nullptr && culprit->cause == causes::Cause::State) {
        const std::size_t differ = culprit->state.size();
        return found(
            Mark::Differ,
            {differ > 0 ? QObject::tr("%n buffer(s) differ", nullptr, counted(differ)) : QObject::tr("begins with another"),
             culprit->run ? QObject::tr("before run %1").arg(*culprit->run) : QString()},
            said(culprit->sentence));
    }
    if (known == m_facts.buffers.end() || known->second == 0) return noCell();
    Cell cell = notLooked(QObject::tr("%n buffer(s)", nullptr, counted(known->second)), QObject::tr("not compared apart"));
    cell.tooltip = QObject::tr("What calls leave in them is compared by layer and step.");
    return cell;
}

Cell MethodCells::checks() const {
    if (!m_facts.lint) return checking();
    static constexpr std::array<std::pair<Severity, Mark>, 2> kTold{
        {{Severity::Error, Mark::Error}, {Severity::Warning, Mark::Warning}}};
    QStringList lines, messages;
    Mark worst = Mark::None;
    std::size_t notes = 0;
    for (const findings::LintFinding& one : *m_facts.lint) {
        if (one.where != m_method.name) continue;
        notes += one.severity == Severity::Note ? 1 : 0;
        messages.append(said(one.message));
    }
    for (const auto& [severity, mark] : kTold) {
        const auto all = std::ranges::count_if(
            *m_facts.lint, [&, told = severity](const auto& one) { return one.severity == told && one.where == m_method.name; });
        if (all == 0) continue;
        if (worst == Mark::None) worst = mark;
        lines.append(severity == Severity::Error ? QObject::tr("%n error(s)", nullptr, static_cast<int>(all))
                                                 : QObject::tr("%n warning(s)", nullptr, static_cast<int>(all)));
    }
    if (worst == Mark::None) worst = notes > 0 ? Mark::Note : Mark::Match;
    if (notes > 0) lines.append(QObject::tr("%n note(s)", nullptr, counted(notes)));
    if (lines.isEmpty()) lines.append(QObject::tr("no warnings of its own"));
    return found(worst, lines, messages.join(QLatin1Char('\n')));
}

Cell MethodCells::nodes() const {
    QStringList lines;
    qulonglong largest = 0;
    for (const auto& [stage, count] : summary().nodeCounts) {
        lines.append(text(stage) + QLatin1Char(' ') + countText(count));
        largest = std::max<qulonglong>(largest, count);
    }
    if (lines.isEmpty()) return noCell();
    return {.text = lines.first(),
            .sort = largest,
            .second = lines.size() > 1 ? lines.last() : QString(),
            .tooltip = lines.join(QLatin1Char('\n'))};
}

Cell MethodCells::time() const {
    const auto runs = m_facts.runs.find(m_method.name);
    if (runs == m_facts.runs.end() || !runs->second.ticks) return noCell();
    return {.text = durationText(*runs->second.ticks), .sort = *runs->second.ticks};
}

Cell MethodCells::weights() const {
    const inventory::MethodData& data = summary().data;
    const bool known = data.parameters.has_value();
    // Where no file tells parameters: constants of the program and what its delegates hold.
    std::uint64_t bytes = 0, elements = 0, count = 0;
    bool whole = true, any = false;
    for (const auto* totals : {known ? &data.parameters : &data.constants, known ? nullptr : &data.delegateData}) {
        if (totals == nullptr) continue;
        whole = whole && totals->has_value() && (*totals)->bytes.has_value();
        if (!totals->has_value()) continue;
        any = any || (*totals)->bytes.has_value();
        bytes += (*totals)->bytes.value_or(0), elements += (*totals)->elements.value_or(0), count += (*totals)->count;
    }
    if (!any) return noCell(QObject::tr("no file tells"));
    return {.text = (whole ? QString() : QStringLiteral("≥ ")) + bytesText(bytes),
            .sort = QVariant::fromValue(static_cast<qulonglong>(bytes)),
            .second = known ? countText(elements) : QObject::tr("%n constant(s)", nullptr, counted(count)),
            .tooltip = known ? QObject::tr("%n parameter(s)", nullptr, counted(count))
                             : QObject::tr("These files do not tell parameters from other constants.")};
}

}  // namespace

Result<std::map<std::string, MethodTokens>> tokensOfMethods(const session::Session& session, const JobContext& job) {
    std::map<std::string, MethodTokens> found;
    const auto pairs = compare::pairOutputs(session.shared_from_this(), job);
    for (std::size_t i = 0; pairs && i < pairs->size(); ++i) {
        const compare::OutputPair& pair = (*pairs)[i];
        const auto sides = tokens::tokenSides(session, pair, job);
        const auto read = sides && *sides ? tokens::outputTokens(session, pair, **sides, job)
                                          : Result<std::shared_ptr<const tokens::OutputTokens>>(nullptr);
        if (job.cancelled()) return cancelledFailure();
        if (!read || *read == nullptr) continue;  // what cannot be read has no tokens
        const tokens::TokenChoices& choices = (*read)->choices;
        MethodTokens& all = found[pair.method];
        all.positions += choices.positions.size(), all.agreeing += choices.agreeing;
        if (choices.worstDivergence < choices.positions.size())
            all.divergence = std::fmax(all.divergence, choices.positions[choices.worstDivergence].divergence);
    }
    return found;
}

Result<std::map<std::string, std::size_t>> stateOfMethods(const session::Session& session, const JobContext& job) {
    std::map<std::string, std::size_t> found;
    for (const session::Method& method : session.methods()) {
        const auto index = join::graphIndex({session, method.name}, graph::StageId::edge(), job);
        if (job.cancelled()) return cancelledFailure();
        if (index) found[method.name] = (*index)->model().bufferMutations().size();
    }
    return found;
}

std::span<const Column> Tables::methods() {
    static constexpr Column kColumns[] = {
        {QT_TR_NOOP("Method"), QT_TR_NOOP("Entry point, its cases and runs"), kPlain, 17},
        {QT_TR_NOOP("Inputs → outputs"), QT_TR_NOOP("Of the earliest stage; the tooltip has their types"), kCode},
        {QT_TR_NOOP("Files"), QT_TR_NOOP("Whether the files of the session belong together"), kPlain, 13, 2},
        {QT_TR_NOOP("Outputs"), QT_TR_NOOP("Reference against runtime values of this session"), kPlain, 18},
        {QT_TR_NOOP("Operators"), QT_TR_NOOP("Calls of its runs, each recomputed on the values that it read"), kPlain, 18},
        {QT_TR_NOOP("Tokens"), QT_TR_NOOP("The likeliest token of both sides, at each position"), kPlain, 15, 4},
        {QT_TR_NOOP("State"), QT_TR_NOOP("Buffers that the method writes, as a KV cache"), kPlain, 15, 3},
        {QT_TR_NOOP("Export checks"), QT_TR_NOOP("What is doubtful about the export for its runner and device"), kPlain, 14, 1},
        {QT_TR_NOOP("Nodes"), QT_TR_NOOP("Of each stage"), kNumber, 14},
        {QT_TR_NOOP("Time, p50"), QT_TR_NOOP("Median of an execution; the dump's ticks are taken as nanoseconds"), kNumber, 10},
        {QT_TR_NOOP("Weights"), QT_TR_NOOP("Parameters: bytes, and how many numbers"), kNumber, 11}};
    return kColumns;
}

Rows methodRows(const MethodFacts& facts) {
    Rows rows;
    if (facts.session == nullptr) return rows;
    const auto& methods = facts.session->methods();
    std::vector<std::size_t> order(methods.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (facts.verdict != nullptr)
        std::ranges::stable_sort(order, {}, [&](std::size_t i) {
            return std::ranges::find(facts.verdict->methods, methods[i].name, &findings::MethodOutcome::method) -
                   facts.verdict->methods.begin();
        });
    for (const std::size_t i : order) rows.add(MethodCells(facts, i).all(), Address::ofMethod(text(methods[i].name)));
    return rows;
}

PageId pageOfMethodColumn(const Column& column) {
    static const std::map<QString, PageId> kPages{
        {QStringLiteral("outputs"), PageId::Outputs},      {QStringLiteral("operators"), PageId::Gap},
        {QStringLiteral("tokens"), PageId::Tokens},        {QStringLiteral("state"), PageId::Gap},
        {QStringLiteral("export_checks"), PageId::Checks}, {QStringLiteral("nodes"), PageId::Graph},
        {QStringLiteral("time_p50"), PageId::Events},      {QStringLiteral("weights"), PageId::Tensors}};
    const auto page = kPages.find(columnKey(column));
    return page == kPages.end() ? PageId::None : page->second;
}

}  // namespace etscope::ui
