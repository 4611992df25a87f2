#include "answers/method_table.h"

#include <algorithm>
#include <array>
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
#include "workspace/verdict_words.h"

namespace etscope::ui {
namespace {

/// Lines that a row has room for.
constexpr std::size_t kLines = 3;

QStringList portLines(const std::vector<inventory::Port>& ports, const QString& direction) {
    QStringList lines;
    for (const inventory::Port& port : ports)
        lines.append((lines.isEmpty() ? direction : QString(direction.size(), QChar(0x2007))) + QLatin1Char(' ') +
                     (port.name.empty() || isValueNumber(text(port.name)) ? QString() : text(port.name) + QLatin1Char(' ')) +
                     text(findings::portText(port)));
    return lines;
}

/// At most three lines; of the others how many there are.
QStringList inLines(QStringList in, QStringList out) {
    const auto shorten = [](QStringList& lines, qsizetype most) {
        if (lines.size() <= most) return;
        const qsizetype more = lines.size() - most + 1;
        lines = lines.mid(0, most - 1);
        lines.append(QObject::tr("+ %n more", nullptr, static_cast<int>(more)));
    };
    const auto room = static_cast<qsizetype>(kLines);
    shorten(out, std::max<qsizetype>(1, room - in.size()));
    shorten(in, std::max<qsizetype>(1, room - out.size()));
    return in + out;
}

Cell lined(QStringList lines) {
    Cell cell;
    cell.text = lines.value(0);
    cell.second = lines.mid(1).join(QLatin1Char('\n'));
    return cell;
}

/// What each cause is at an operator, and its sign where it has one of the three.
struct Fault {
    Mark sign;
    const char* words;
};
constexpr EnumTable<causes::Cause::Unknown, Fault> kFaults(
    {{Mark::Introduced, QT_TRANSLATE_NOOP("QObject", "kernel is wrong")},
     {Mark::Introduced, QT_TRANSLATE_NOOP("QObject", "delegate is wrong")},
     {Mark::Constant, QT_TRANSLATE_NOOP("QObject", "constant differs")},
     {Mark::Introduced, QT_TRANSLATE_NOOP("QObject", "changed by the lowering")},
     {Mark::Introduced, QT_TRANSLATE_NOOP("QObject", "precision of its type")},
     {Mark::Introduced, QT_TRANSLATE_NOOP("QObject", "quantised")},
     {Mark::None, QT_TRANSLATE_NOOP("QObject", "input has other axes")},
     {Mark::None, QT_TRANSLATE_NOOP("QObject", "input is another")},
     {Mark::None, QT_TRANSLATE_NOOP("QObject", "state before it differs")},
     {Mark::None, QT_TRANSLATE_NOOP("QObject", "run is of another case")},
     {Mark::None, QT_TRANSLATE_NOOP("QObject", "reference is another")},
     {Mark::None, QT_TRANSLATE_NOOP("QObject", "cause not known")}});

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

/// The row of one method.
class MethodCells {
public:
    MethodCells(const MethodFacts& facts, std::size_t number)
        : m_facts(facts),
          m_method(facts.session->methods()[number]),
          m_summary(number < facts.summaries.size() ? facts.summaries[number].get() : nullptr),
          m_outcome(facts.verdict != nullptr ? outcomeOf(*facts.verdict, text(m_method.name)) : nullptr) {}
    std::vector<Cell> all() const { return {name(), ports(), worst(), firstWrong(), nodes(), time(), weights()}; }

private:
    Cell name() const;
    Cell ports() const;
    Cell worst() const;
    Cell firstWrong() const;
    Cell nodes() const;
    Cell time() const;
    Cell weights() const;
    const inventory::MethodSummary& summary() const {
        static const inventory::MethodSummary kNone;
        return m_summary != nullptr ? *m_summary : kNone;
    }

    const MethodFacts& m_facts;
    const session::Method& m_method;
    const inventory::MethodSummary* m_summary;  ///< null: not read yet
    const findings::MethodOutcome* m_outcome;   ///< null: not known
};

Cell MethodCells::name() const {
    QStringList backends, counts;
    for (const inventory::DelegateTotals& one : summary().delegates)
        backends.append(text(one.backend) + QStringLiteral(" × ") + countText(one.calls));
    if (const auto cases = m_facts.cases.find(m_method.name); cases != m_facts.cases.end())
        counts.append(QObject::tr("%n case(s)", nullptr, counted(cases->second)));
    if (const auto runs = m_facts.runs.find(m_method.name); runs != m_facts.runs.end())
        counts.append(QObject::tr("%n run(s)", nullptr, counted(runs->second.runs)));
    QStringList lines{text(m_method.name)};
    if (!backends.isEmpty()) lines.append(backends.join(QStringLiteral(", ")));
    if (!counts.isEmpty()) lines.append(counts.join(QStringLiteral(", ")));
    Cell cell = lined(lines);
    cell.strong = true;
    return cell;
}

Cell MethodCells::ports() const {
    if (m_summary == nullptr) return {.text = QObject::tr("reading …"), .dim = true};
    const QStringList in = portLines(summary().inputs, QObject::tr("in")), out = portLines(summary().outputs, QObject::tr("out"));
    Cell cell = lined(inLines(in, out));
    cell.tooltip = (in + out).join(QLatin1Char('\n'));
    return cell;
}

Cell MethodCells::worst() const {
    if (m_facts.verdict == nullptr) return {.text = QObject::tr("checking …"), .mark = Mark::Missing, .dim = true};
    if (m_outcome == nullptr || m_outcome->outputs.all() == 0)
        return {.text = QObject::tr("not compared"),
                .mark = Mark::Missing,
                .tooltip = QObject::tr("nothing to compare in this session"),
                .dim = true};
    QStringList lines;
    const findings::OutputCounts& outputs = m_outcome->outputs;
    if (outputs.differ > 0) {
        lines.append(QObject::tr("%1 of %2 differ").arg(m_outcome->differing.size()).arg(m_outcome->columns));
        if (m_outcome->notFinite > 0) lines.append(QObject::tr("%n not finite", nullptr, counted(m_outcome->notFinite)));
        if (m_outcome->maxAbs && (*m_outcome->maxAbs > 0 || m_outcome->notFinite == 0))
            lines.append(QStringLiteral("max |d| ") + floatText(*m_outcome->maxAbs));
        lines.append(columnList(m_outcome->differing));
    } else if (outputs.incomparable > 0) {
        lines = {QObject::tr("%n not compared", nullptr, counted(outputs.incomparable)), said(m_outcome->note)};
        if (outputs.match > 0) lines.append(QObject::tr("%n match", nullptr, counted(outputs.match)));
    } else if (outputs.match > 0) {
        lines = {QObject::tr("%1 of %2 match").arg(outputs.match).arg(outputs.all())};
        if (m_outcome->maxAbs) lines.append(QStringLiteral("max |d| ") + floatText(*m_outcome->maxAbs));
    } else {
        lines = {QObject::tr("%n missing", nullptr, counted(outputs.missing))};
    }
    Cell cell = lined(lines.mid(0, static_cast<qsizetype>(kLines)));
    cell.mark = outputsMark(*m_outcome);
    cell.strong = cell.mark == Mark::Differ;
    cell.sort = compare::pairSeverity(m_outcome->worst);
    cell.tooltip = lines.join(QLatin1Char('\n'));
    return cell;
}

Cell MethodCells::firstWrong() const {
    if (m_outcome == nullptr) return noCell();
    if (!m_outcome->culprit) {
        if (m_outcome->right == 0)
            return {.text = m_outcome->outputs.differ > 0 ? QObject::tr("not known") : QStringLiteral("–"),
                    .tooltip = QObject::tr("no call of its runs could be judged"),
                    .dim = true};
        Cell cell{.text = QObject::tr("none"), .dim = true};
        cell.second = m_outcome->open == 0 ? QObject::tr("%n call(s) are right", nullptr, counted(m_outcome->right))
                                           : QObject::tr("%1 right, %2 not judged").arg(m_outcome->right).arg(m_outcome->open);
        return cell;
    }
    const causes::Culprit& culprit = *m_outcome->culprit;
    QStringList lines;
    if (!culprit.nodes.empty()) lines.append(text(culprit.nodes.front()));  // as the causes name it
    if (const auto module = m_facts.modules.find(m_method.name); module != m_facts.modules.end())
        lines.append(text(module->second));
    else if (culprit.instruction)
        lines.append(QObject::tr("instruction 0/%1").arg(*culprit.instruction));
    if (lines.isEmpty()) lines.append(QObject::tr("no operator"));
    lines.append(QObject::tr(kFaults[culprit.cause].words));
    Cell cell = lined(lines);
    const Mark sign = kFaults[culprit.cause].sign;
    cell.mark = sign == Mark::None ? callsMark(*m_outcome) : sign;
    cell.tooltip = said(culprit.sentence);
    return cell;
}

Cell MethodCells::nodes() const {
    QStringList lines;
    qulonglong largest = 0;
    for (const auto& [stage, count] : summary().nodeCounts) {
        lines.append(text(stage) + QLatin1Char(' ') + countText(count));
        largest = std::max<qulonglong>(largest, count);
    }
    if (lines.isEmpty()) return noCell();
    Cell cell =
        lined(lines.size() > static_cast<qsizetype>(kLines) ? lines.mid(0, kLines - 1) + lines.mid(lines.size() - 1) : lines);
    cell.sort = largest;
    cell.tooltip = lines.join(QLatin1Char('\n'));
    return cell;
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

Result<CulpritModules> culpritModules(const session::Session& session, const findings::SessionVerdict& verdict,
                                      const JobContext& job) {
    CulpritModules found;
    for (const findings::MethodOutcome& method : verdict.methods) {
        if (!method.culprit || method.culprit->nodes.empty()) continue;
        const auto index = join::graphIndex({session, method.method}, graph::StageId::edge(), job);
        if (job.cancelled()) return cancelledFailure();
        if (!index) continue;  // a graph that cannot be read has no modules
        const graph::NodeId node = (*index)->model().findNode(method.culprit->nodes.front());
        const auto module = node.valid() ? (*index)->hierarchy().moduleOf(node) : modules::ModuleId();
        if (module.valid()) found.emplace(method.method, (*index)->hierarchy().module(module).path);
    }
    return found;
}

std::span<const Column> Tables::methods() {
    static constexpr Column kColumns[] = {
        {QT_TR_NOOP("Method"), QT_TR_NOOP("Entry point, its delegate calls, cases and runs"), kPlain, 18},
        {QT_TR_NOOP("Inputs and outputs"), QT_TR_NOOP("Of the earliest stage, so symbolic where it was exported symbolically")},
        {QT_TR_NOOP("Worst state"), QT_TR_NOOP("Of the outputs: reference against runtime values of this session"), kPlain, 18},
        {QT_TR_NOOP("First wrong operator"),
         QT_TR_NOOP("What is at fault in the runs: every call was judged on the values that it read"), kPlain, 20},
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
    static const std::map<QString, PageId> kPages{{QStringLiteral("worst_state"), PageId::Outputs},
                                                  {QStringLiteral("first_wrong_operator"), PageId::Gap},
                                                  {QStringLiteral("time_p50"), PageId::Events},
                                                  {QStringLiteral("weights"), PageId::Tensors}};
    const auto page = kPages.find(columnKey(column));
    return page == kPages.end() ? PageId::Graph : page->second;
}

}  // namespace etscope::ui
