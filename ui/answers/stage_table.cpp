#include "answers/stage_table.h"

#include <algorithm>
#include <cmath>

#include "answers/tables.h"
#include "base/enum_table.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "look/words.h"
#include "modules/work_title.h"

namespace etscope::ui {
namespace {

struct StageTexts {
    Q_DECLARE_TR_FUNCTIONS(etscope::ui::StageTexts)
};

/// What an arrow says, worse ones behind.
enum class Step { Exact, Normal, High, Quantisation, Unknown, Differs };

Step stepOf(gap::Agreement agreement) {
    static constexpr EnumTable<gap::Agreement::Unknown, Step> kSteps(
        {Step::Exact, Step::Normal, Step::High, Step::Differs, Step::Unknown});
    return kSteps[agreement];
}

Step stepOf(const stages::StageArrow& arrow) {
    if (arrow.breaks) return Step::Differs;
    Step worst = arrow.outputs.empty() ? Step::Unknown : Step::Exact;
    for (const stages::ArrowOutput& output : arrow.outputs) worst = std::max(worst, stepOf(output.verdict));
    return worst == Step::Differs && !arrow.quantisation.empty() ? Step::Quantisation : worst;
}

struct StepLook {
    const char* words;
    Mark mark;
    QColor Tokens::*colour;
};
const StepLook& lookOf(Step step) {
    static constexpr EnumTable<Step::Differs, StepLook> kLooks(
        {{QT_TRANSLATE_NOOP("etscope::ui::StageTexts", "✓ exact"), Mark::Match, &Tokens::match},
         {QT_TRANSLATE_NOOP("etscope::ui::StageTexts", "✓ normal"), Mark::Match, &Tokens::match},
         {QT_TRANSLATE_NOOP("etscope::ui::StageTexts", "▲ suspicious"), Mark::Warning, &Tokens::amber},
         {QT_TRANSLATE_NOOP("etscope::ui::StageTexts", "◇ quantisation"), Mark::Match, &Tokens::text2},
         {QT_TRANSLATE_NOOP("etscope::ui::StageTexts", "? not known"), Mark::Missing, &Tokens::text2},
         {QT_TRANSLATE_NOOP("etscope::ui::StageTexts", "≠ differs"), Mark::Differ, &Tokens::differ}});
    return kLooks[step];
}

QString pointText(const std::string& point, const stages::StageArrows& arrows) {
    if (point == "reference_outputs") return StageTexts::tr("reference outputs");
    if (point == "program") return StageTexts::tr("program");
    if (point == "run") return arrows.run ? StageTexts::tr("run %1").arg(*arrows.run) : StageTexts::tr("run");
    return text(point);
}

/// The stage that the nodes of an arrow's right side are of: program and run have those of the last recorded one.
QString stageOf(const stages::StageArrows& made, const stages::StageArrow& arrow) {
    std::string stage = "edge";
    for (const stages::StageArrow& one : made.arrows) {
        if (one.to != "program" && one.to != "run") stage = one.to;
        if (&one == &arrow) break;
    }
    return text(stage);
}

const stages::StageArrow& arrowOf(const StageRow& row) { return row.made->arrows[row.arrow]; }

/// The worst of its outputs by `of`; NaN: none could be compared.
double worstOf(const StageRow& row, double (*of)(const gap::Closeness& closeness), bool most) {
    double worst = std::nan("");
    for (const stages::ArrowOutput& output : arrowOf(row).outputs)
        if (output.closeness && output.closeness->fits)
            worst = most ? std::fmax(worst, of(*output.closeness)) : std::fmin(worst, of(*output.closeness));
    return worst;
}

Cell stepCell(const StageRow& row) {
    const stages::StageArrow& arrow = arrowOf(row);
    const QString way = pointText(arrow.from, *row.made) + QStringLiteral(" → ") + pointText(arrow.to, *row.made);
    return {.text = way, .tooltip = way, .strong = true};
}

Cell saysCell(const StageRow& row) {
    const Step step = stepOf(arrowOf(row));
    const StepLook& look = lookOf(step);
    return {.text = StageTexts::tr(look.words).section(QLatin1Char(' '), 1), .sort = static_cast<int>(step), .mark = look.mark};
}

Cell decibelsCell(const StageRow& row) {
    const double least = worstOf(
        row, [](const gap::Closeness& one) { return one.equal    ? HUGE_VAL
                                                    : one.finite ? one.snrDb
                                                                 : -HUGE_VAL; }, false);
    if (std::isnan(least)) return noCell();
    const QString shown = least > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
    return {.text = std::isinf(least) ? shown : withMinusSigns(QString::number(least, 'f', 1)), .sort = least};
}

Cell firstCell(const StageRow& row) {
    const auto& first = arrowOf(row).first;
    if (!first) return noCell();
    return {.text = text(modules::shownNode(first->node)), .tooltip = text(first->node), .copy = text(first->node)};
}

Cell lookedCell(const StageRow& row) {
    const stages::StageArrow& arrow = arrowOf(row);
    const std::size_t all = arrow.compared + arrow.unknown;
    if (all == 0) return noCell();
    return {.text = StageTexts::tr("%1 of %2").arg(countText(arrow.compared), countText(all)),
            .sort = static_cast<double>(arrow.compared) / static_cast<double>(all)};
}

Cell evidenceCellOf(const StageRow& row) {
    QStringList lines;
    if (const std::string& at = arrowOf(row).quantisation; !at.empty())
        lines.append(StageTexts::tr("quantised from %1 on").arg(text(modules::shownNode(at))));
    for (const Sentence& sentence : arrowOf(row).evidence) lines.append(said(sentence));
    return {.text = lines.join(QStringLiteral("; ")), .tooltip = lines.join(QLatin1Char('\n'))};
}

bool hasRecord(const session::Session& session) {
    return std::ranges::any_of(session.methods(), [](const auto& method) { return !method.stages.empty(); });
}

/// The page makes its rows itself, for the case that it shows.
Result<Rows> noRows(const SessionPtr&, const QString&, const JobContext&) { return Rows(); }

}  // namespace

const TypedSpec<StageRow>& Tables::stages() {
    using Row = StageRow;
    static const TypedSpec<Row> kSpec{
        {"stagesTable", QT_TR_NOOP("Following outputs from stage to stage"), QT_TR_NOOP("edge, outputs:differs"), hasRecord,
         QT_TR_NOOP("No stages to compare"), QT_TR_NOOP("Graphs that can be computed are in an ETRecord; the session has none."),
         QT_TR_NOOP("Add the ETRecord of the export."), noRows, nullptr, true},
        {{{QT_TR_NOOP("Step"), QT_TR_NOOP("From one point of the way to the next, with the same inputs"), kPlain, 28}, stepCell},
         {{QT_TR_NOOP("Outputs"), QT_TR_NOOP("Whether rounding or quantisation explains how far they are apart"), kPlain, 16},
          saysCell},
         {{QT_TR_NOOP("Max |d|"), QT_TR_NOOP("Largest error of an element"), kNumber, 12},
          [](const Row& row) {
              const double most = worstOf(
                  row, [](const gap::Closeness& one) { return one.finite ? one.maxAbs : HUGE_VAL; }, true);
              return std::isnan(most) ? noCell() : numberCell(most);
          }},
         {{QT_TR_NOOP("SNR dB"), QT_TR_NOOP("Signal against the difference, of the worst output; more is better"), kNumber, 9},
          decibelsCell},
         {{QT_TR_NOOP("First node that differs"), QT_TR_NOOP("By more than rounding explains"), kCode, 26}, firstCell},
         {{QT_TR_NOOP("Nodes compared"), QT_TR_NOOP("Of all nodes; outputs where a side has no nodes"), kNumber, 14}, lookedCell},
         {{QT_TR_NOOP("Evidence"), QT_TR_NOOP("What else is known of the step"), kPlain, 50}, evidenceCellOf}}};
    return kSpec;
}

Rows stageRows(const StageArrowsPtr& made) {
    std::vector<StageRow> all;
    for (std::size_t i = 0; i < made->arrows.size(); ++i) all.push_back({made, i});
    Rows rows = Tables::stages().rows(std::move(all), [](const StageRow& row) {
        const stages::StageArrow& arrow = arrowOf(row);
        return arrow.first ? Address::ofNode(text(row.made->method), stageOf(*row.made, arrow), text(arrow.first->node))
                           : Address();
    });
    rows.finding = made->breaks() ? Mark::Differ : Mark::None;
    for (std::size_t i = 0; i < made->arrows.size(); ++i)
        if (made->arrows[i].breaks) rows.blamed.push_back(i);
    return rows;
}

QString wayText(const stages::StageArrows& made) {
    QString way;
    bool broken = false;
    for (const stages::StageArrow& arrow : made.arrows) {
        if (way.isEmpty()) way = QStringLiteral("<b>%1</b>").arg(html(pointText(arrow.from, made)));
        const Step step = stepOf(arrow);
        const bool first = arrow.breaks && !broken;
        broken = broken || arrow.breaks;
        way += QStringLiteral(" → <span style='color:%1%2'>%3</span> → <b>%4</b>")
                   .arg((tokens().*lookOf(step).colour).name(),
                        first ? QStringLiteral(";font-weight:600;background:") + tokens().differBack.name() : QString(),
                        html(StageTexts::tr(lookOf(step).words)).replace(QLatin1Char(' '), QStringLiteral("&nbsp;")),
                        html(pointText(arrow.to, made)));
    }
    return way;
}

QString changeText(const stages::StageArrows& made) {
    const auto broken = std::ranges::find_if(made.arrows, &stages::StageArrow::breaks);
    if (broken == made.arrows.end()) {
        const auto apart = std::ranges::find_if(made.arrows, [](const auto& arrow) { return stepOf(arrow) == Step::Differs; });
        if (apart != made.arrows.end())
            return html(StageTexts::tr("%1 and %2 differ; what the case went on from is not recorded, so that they may have to.")
                            .arg(pointText(apart->from, made), pointText(apart->to, made)));
        const bool known = std::ranges::all_of(made.arrows, [](const auto& arrow) { return stepOf(arrow) != Step::Unknown; });
        if (made.arrows.empty()) return StageTexts::tr("No stage was compared.");
        const QString first = pointText(made.arrows.front().from, made), last = pointText(made.arrows.back().to, made);
        return html(
            (known ? StageTexts::tr("From %1 to %2 no stage changes the outputs by more than rounding or quantisation does.")
                   : StageTexts::tr("From %1 to %2 no stage that is known changes the outputs beyond rounding or quantisation."))
                .arg(first, last));
    }
    const QString from = pointText(broken->from, made), to = pointText(broken->to, made);
    if (!broken->first) return html(StageTexts::tr("The outputs change between %1 and %2.").arg(from, to));
    const QString node = text(broken->first->node);
    const QString target = Address::ofNode(text(made.method), stageOf(made, *broken), node).text();
    return html(StageTexts::tr("The outputs change between %1 and %2, first at").arg(from, to)) + QLatin1Char(' ') +
           link(target, node);
}

}  // namespace etscope::ui
