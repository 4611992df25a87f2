// The table of remedies and what taking one changes.
#include <QCoreApplication>
#include <array>
#include <cmath>

#include "answers/repro_texts.h"
#include "base/enum_table.h"
#include "look/language.h"
#include "look/numbers.h"

namespace etscope::ui {
namespace {

struct RemedyTexts {
    Q_DECLARE_TR_FUNCTIONS(etscope::ui::RemedyTexts)
};

struct RemedyWords {
    const char* words;
    Mark mark;
};
const RemedyWords& remedyWords(Remedy::State state) {
    static constexpr EnumTable<Remedy::State::NotHere, RemedyWords> kWords(
        {{QT_TRANSLATE_NOOP("etscope::ui::RemedyTexts", "waiting"), Mark::None},
         {QT_TRANSLATE_NOOP("etscope::ui::RemedyTexts", "being lowered …"), Mark::None},
         {QT_TRANSLATE_NOOP("etscope::ui::RemedyTexts", "running …"), Mark::None},
         {QT_TRANSLATE_NOOP("etscope::ui::RemedyTexts", "all match"), Mark::Match},
         {QT_TRANSLATE_NOOP("etscope::ui::RemedyTexts", "less is wrong"), Mark::Warning},
         {QT_TRANSLATE_NOOP("etscope::ui::RemedyTexts", "nothing changes"), Mark::Differ},
         {QT_TRANSLATE_NOOP("etscope::ui::RemedyTexts", "something gets worse"), Mark::Differ},
         {QT_TRANSLATE_NOOP("etscope::ui::RemedyTexts", "not built"), Mark::Missing},
         {QT_TRANSLATE_NOOP("etscope::ui::RemedyTexts", "not decided"), Mark::Missing},
         {QT_TRANSLATE_NOOP("etscope::ui::RemedyTexts", "cannot be tried here"), Mark::None}});
    return kWords[state];
}

QString signedText(bool less, const QString& amount) { return (less ? QString(QChar(0x2212)) : QStringLiteral("+")) + amount; }

QString bytesChange(std::uint64_t before, std::uint64_t after) {
    if (before == after) return QStringLiteral("0");
    return signedText(after < before, bytesText(after < before ? before - after : after - before));
}
QString countChange(std::size_t before, std::size_t after) {
    if (before == after) return QStringLiteral("0");
    return signedText(after < before, countText(after < before ? before - after : after - before));
}
QString timeChange(double before, double after) {
    if (before == after) return QStringLiteral("0");
    return signedText(after < before, durationText(std::abs(after - before)));
}

/// A change of what both sides have; "–": one of them is not known.
template <class Text>
Cell changeCell(const MendAnswer& answer, const Remedy& remedy, Text text) {
    if (!answer.before || !remedy.costs) return noCell();
    const auto [words, amount, exact] = text(*answer.before, *remedy.costs);
    if (words.isEmpty()) return noCell();
    Cell cell{.text = words, .sort = amount, .tooltip = exact};
    cell.dim = amount == 0;
    return cell;
}

using CostStep = std::tuple<QString, double, QString>;

QString fromTo(const QString& before, const QString& after) { return before + QStringLiteral(" → ") + after; }

std::vector<Cell> cellsOf(const MendAnswer& answer, const Remedy& remedy) {
    const RemedyWords& words = remedyWords(remedy.state);
    QString result = RemedyTexts::tr(words.words);
    if (remedy.state == Remedy::State::Right && remedy.match)
        result = RemedyTexts::tr("all %1 match").arg(countText(*remedy.match));
    const bool wrong =
        remedy.state == Remedy::State::Better || remedy.state == Remedy::State::Same || remedy.state == Remedy::State::Worse;
    if (wrong && remedy.match && remedy.compared > *remedy.match)
        result = RemedyTexts::tr("%n differ", nullptr, counted(remedy.compared - *remedy.match));
    return {
        {.text = remedy.title, .second = remedy.detail, .tooltip = remedy.title, .strong = remedy.state == Remedy::State::Right},
        {.text = result,
         .sort = static_cast<int>(remedy.state),
         .mark = words.mark,
         .second = remedy.state >= Remedy::State::Refused ? remedy.why : QString(),
         .tooltip = remedy.why},
        changeCell(answer, remedy,
                   [](const ExportCosts& before, const ExportCosts& after) {
                       return CostStep(bytesChange(before.bytes, after.bytes),
                                       static_cast<double>(after.bytes) - static_cast<double>(before.bytes),
                                       fromTo(bytesText(before.bytes), bytesText(after.bytes)));
                   }),
        changeCell(answer, remedy,
                   [](const ExportCosts& before, const ExportCosts& after) {
                       return CostStep(countChange(before.kernels, after.kernels),
                                       static_cast<double>(after.kernels) - static_cast<double>(before.kernels),
                                       fromTo(countText(before.kernels), countText(after.kernels)));
                   }),
        changeCell(answer, remedy,
                   [](const ExportCosts& before, const ExportCosts& after) {
                       return CostStep(countChange(before.delegateCalls, after.delegateCalls),
                                       static_cast<double>(after.delegateCalls) - static_cast<double>(before.delegateCalls),
                                       fromTo(countText(before.delegateCalls), countText(after.delegateCalls)));
                   }),
        changeCell(answer, remedy, [](const ExportCosts& before, const ExportCosts& after) {
            if (!before.p50 || !after.p50) return CostStep();
            return CostStep(timeChange(*before.p50, *after.p50), *after.p50 - *before.p50,
                            fromTo(durationText(*before.p50), durationText(*after.p50)));
        })};
}

}  // namespace

std::span<const Column> remedyColumns() {
    static constexpr std::array kColumns{
        Column{QT_TRANSLATE_NOOP("Column", "Remedy"), QT_TRANSLATE_NOOP("Column", "What is changed of the export"), kPlain, 0},
        Column{QT_TRANSLATE_NOOP("Column", "Result"), QT_TRANSLATE_NOOP("Column", "Of all outputs, lowered and run that way"),
               kPlain, 20},
        Column{QT_TRANSLATE_NOOP("Column", "Bytes"), QT_TRANSLATE_NOOP("Column", "Of the program, against the export as it is"),
               kNumber, 11},
        Column{QT_TRANSLATE_NOOP("Column", "On CPU"),
               QT_TRANSLATE_NOOP("Column", "Calls of operators outside delegates, against the export as it is"), kNumber, 8},
        Column{QT_TRANSLATE_NOOP("Column", "Delegate calls"), QT_TRANSLATE_NOOP("Column", "Against the export as it is"), kNumber,
               9, 1},
        Column{QT_TRANSLATE_NOOP("Column", "p50"),
               QT_TRANSLATE_NOOP("Column", "Of a run at the median, against the export as it is"), kNumber, 10}};
    return kColumns;
}

Rows remedyRows(const MendAnswer& answer) {
    Rows rows;
    for (const Remedy& remedy : answer.remedies) rows.add(cellsOf(answer, remedy));
    return rows;
}

std::vector<ReproLine> remedyChanges(const MendAnswer& answer, const Remedy& remedy) {
    std::vector<ReproLine> lines;
    if (remedy.match && remedy.compared > 0)
        lines.push_back({*remedy.match == remedy.compared ? Mark::Match : Mark::Differ, RemedyTexts::tr("Outputs"),
                         RemedyTexts::tr("%1 of %2 match, was %3")
                             .arg(countText(*remedy.match), countText(remedy.compared), countText(answer.match)),
                         remedy.maxAbs && *remedy.maxAbs > 0 ? QStringLiteral("max |d| ") + floatText(*remedy.maxAbs) : QString()});
    else if (remedy.state == Remedy::State::Right)
        lines.push_back({Mark::Match, RemedyTexts::tr("Calls"), RemedyTexts::tr("each gives what its inputs should give"), {}});
    if (!remedy.costs || !answer.before) return lines;
    const ExportCosts &before = *answer.before, &after = *remedy.costs;
    const auto mark = [](auto was, auto is) { return is > was ? Mark::Warning : Mark::Match; };
    lines.push_back({mark(before.bytes, after.bytes), RemedyTexts::tr("Program"),
                     fromTo(bytesText(before.bytes), bytesText(after.bytes)), bytesChange(before.bytes, after.bytes)});
    lines.push_back({mark(before.kernels, after.kernels), RemedyTexts::tr("On CPU"),
                     RemedyTexts::tr("%1 calls outside delegates").arg(fromTo(countText(before.kernels), countText(after.kernels))),
                     countChange(before.kernels, after.kernels)});
    if (before.delegateCalls != after.delegateCalls)
        lines.push_back({Mark::Note, RemedyTexts::tr("Delegates"),
                         RemedyTexts::tr("%1 calls").arg(fromTo(countText(before.delegateCalls), countText(after.delegateCalls))),
                         countChange(before.delegateCalls, after.delegateCalls)});
    if (before.p50 && after.p50)
        lines.push_back({mark(*before.p50 * 1.05, *after.p50), RemedyTexts::tr("Time of a run"),
                         fromTo(durationText(*before.p50), durationText(*after.p50)), timeChange(*before.p50, *after.p50)});
    return lines;
}

}  // namespace etscope::ui
