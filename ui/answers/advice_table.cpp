// The table of operators by what narrow weights of theirs do to the outputs, and the chart of sets.
#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "answers/advice_texts.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/words.h"

namespace etscope::ui {
namespace {

struct AdviceTable {
    Q_DECLARE_TR_FUNCTIONS(etscope::ui::AdviceTable)
};

/// Columns before and behind those of the schemes.
constexpr int kBefore = 2;

/// The id among those of schemes that is a word.
[[maybe_unused]] constexpr const char* kWordOfScheme = QT_TRANSLATE_NOOP("Column", "today");

const std::vector<Column>& allAdviceColumns() {
    static const std::vector<Column> kAll = [] {
        std::vector<Column> columns{
            {QT_TRANSLATE_NOOP("Column", "Operators"), QT_TRANSLATE_NOOP("Column", "Modules whose weights have one scheme"), kCode,
             0},
            {QT_TRANSLATE_NOOP("Column", "×"), QT_TRANSLATE_NOOP("Column", "Weights of the row"), kNumber, 4}};
        for (const advisor::Scheme& scheme : advisor::schemes())
            columns.push_back({scheme.id.data(),
                               QT_TRANSLATE_NOOP("Column",
                                                 "What the outputs are apart by when these weights alone are kept so: KL in "
                                                 "nats, else decibels of signal over noise; a click chooses it"),
                               kNumber, 9});
        columns.push_back(
            {QT_TRANSLATE_NOOP("Column", "Chosen"), QT_TRANSLATE_NOOP("Column", "The scheme in the set in view"), kPlain, 10, 1});
        columns.push_back(
            {QT_TRANSLATE_NOOP("Column", "Bytes"), QT_TRANSLATE_NOOP("Column", "Of these weights with that scheme"), kNumber, 10});
        return columns;
    }();
    return kAll;
}

/// Of all cells that are known: the ends of their bars.
struct BarScale {
    double low = -6, high = -1;  ///< decades
    double share(double cost) const {
        if (!(cost > 0)) return 0;
        if (!std::isfinite(cost)) return 1;
        return std::clamp((std::log10(cost) - low) / (high - low), 0.03, 1.0);
    }
};

BarScale barScale(const advisor::Advice& advice) {
    double least = INFINITY, most = 0;
    for (const advisor::Row& row : advice.rows)
        for (const advisor::Cell& cell : row.cells) {
            const double cost = cell.effect ? cell.effect->cost() : 0;
            if (cost > 0 && std::isfinite(cost)) least = std::min(least, cost), most = std::max(most, cost);
        }
    if (!(most > 0)) return {};
    return {std::log10(least) - 0.4, std::max(std::log10(most), std::log10(least) + 1)};
}

/// Alone beyond the limit, alone a tenth of it, less.
Mark judgedBy(double cost, double limit) { return cost > limit ? Mark::Differ : cost > limit / 10 ? Mark::Warning : Mark::Match; }

Cell effectCell(const advisor::Advice& advice, const advisor::Cell& one, bool chosen, double limit, const BarScale& scale) {
    const bool logits = advice.logits;
    Cell cell;
    cell.barAbove = true;
    cell.framed = chosen;
    cell.share = 0;
    const QString title = said(Sentence::of(one.scheme->title));
    if (!one.effect) {
        cell.text = QStringLiteral("…");
        cell.dim = true;
        cell.tooltip = AdviceTable::tr("%1: not known yet").arg(title);
        return cell;
    }
    const double cost = one.effect->cost();
    cell.text = costParts(cost, logits).first;
    cell.sort = cost;
    cell.share = scale.share(cost);
    cell.judged = judgedBy(cost, limit);
    cell.copy = QString::number(logits ? cost : one.effect->snrDb(), 'g', 9);
    cell.tooltip = title + QLatin1Char('\n') + costText(cost, logits) + QStringLiteral(", ") + bytesText(one.bytes);
    if (one.effect->kl)
        cell.tooltip += QLatin1Char('\n') +
                        AdviceTable::tr("%1 of %2 tokens stay").arg(countText(one.effect->stay), countText(one.effect->tokens));
    if (const QString worst = worstCaseText(advice, *one.effect); !worst.isEmpty()) cell.tooltip += QLatin1Char('\n') + worst;
    return cell;
}

double worstEffect(const advisor::Row& row) {
    double worst = 0;
    for (const advisor::Cell& cell : row.cells)
        if (cell.effect) worst = std::max(worst, cell.effect->cost());
    return worst;
}

QString weightsTip(const advisor::Advice& advice, const advisor::Row& row) {
    constexpr std::size_t kShown = 20;
    QStringList names;
    for (std::size_t i = 0; i < std::min(row.weights.size(), kShown); ++i) names += text(advice.weights[row.weights[i]].name);
    if (row.weights.size() > kShown) names += AdviceTable::tr("and %1 more").arg(row.weights.size() - kShown);
    return names.join(QLatin1Char('\n'));
}

FrontPoint frontPointOf(const advisor::Advice& advice, const advisor::Set& set, bool front) {
    FrontPoint made{static_cast<double>(set.bytes), set.effect.cost(), front, bytesText(set.bytes), effectText(set.effect)};
    if (set.effect.kl)
        made.about += QLatin1Char('\n') +
                      AdviceTable::tr("%1 of %2 tokens stay").arg(countText(set.effect.stay), countText(set.effect.tokens));
    if (const QString worst = worstCaseText(advice, set.effect); !worst.isEmpty()) made.about += QLatin1Char('\n') + worst;
    return made;
}

}  // namespace

std::span<const Column> adviceColumns() { return allAdviceColumns(); }

int columnOfScheme(std::string_view id) {
    const auto all = advisor::schemes();
    const auto found = std::ranges::find(all, id, &advisor::Scheme::id);
    return found != all.end() ? kBefore + static_cast<int>(found - all.begin()) : -1;
}

const advisor::Scheme* schemeOfColumn(int column) {
    const auto all = advisor::schemes();
    const int at = column - kBefore;
    return at >= 0 && at < static_cast<int>(all.size()) ? &all[static_cast<std::size_t>(at)] : nullptr;
}

std::vector<std::size_t> adviceOrder(const Advising& advising) {
    if (advising.advice == nullptr) return {};
    const auto& rows = advising.advice->rows;
    std::vector<std::size_t> order(rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (!advising.running)
        std::ranges::stable_sort(order, std::ranges::greater(), [&](std::size_t row) { return worstEffect(rows[row]); });
    return order;
}

/// Of tied weights that of the first.
Address adviceAddress(const advisor::Advice& advice, std::size_t row) {
    const advisor::Weight& weight = advice.weights[advice.rows[row].weights.front()];
    return Address::ofModule(text(advice.method), text(advice.stage), text(weight.module.empty() ? weight.name : weight.module));
}

Rows adviceRows(const Advising& advising, const std::vector<std::size_t>& order) {
    Rows rows;
    if (advising.advice == nullptr) return rows;
    const advisor::Advice& advice = *advising.advice;
    const auto chosen = advising.cells();
    const BarScale scale = barScale(advice);
    const std::size_t columns = adviceColumns().size();
    for (const std::size_t r : order) {
        const advisor::Row& row = advice.rows[r];
        std::vector<Cell> cells(columns, noCell());
        cells[0] = {.text = text(row.name), .tooltip = weightsTip(advice, row), .strong = advising.choice.changes.contains(r)};
        cells[1] = countCell(row.weights.size());
        for (std::size_t c = 0; c < row.cells.size(); ++c) {
            const int column = columnOfScheme(row.cells[c].scheme->id);
            if (column >= 0)
                cells[static_cast<std::size_t>(column)] =
                    effectCell(advice, row.cells[c], chosen[r] == c, advising.choice.limit, scale);
        }
        if (const int column = columnOfScheme("today"); row.today && column >= 0)
            cells[static_cast<std::size_t>(column)] = effectCell(advice, *row.today, false, advising.choice.limit, scale);
        const advisor::Cell& own = row.cells[chosen[r]];
        cells[columns - 2] = {.text = text(own.scheme->id), .tooltip = said(Sentence::of(own.scheme->title))};
        cells[columns - 1] = bytesCell(own.bytes);
        const Address address = adviceAddress(advice, r);
        for (const std::size_t weight : row.weights)
            rows.alias(Address::ofModule(text(advice.method), text(advice.stage), text(advice.weights[weight].module)), address);
        rows.add(std::move(cells), address);
    }
    return rows;
}

FrontContent frontContent(const Advising& advising) {
    FrontContent content;
    if (advising.advice == nullptr) return content;
    const advisor::Advice& advice = *advising.advice;
    const auto front = advising.front();
    for (const advisor::Set* set : advising.sets())
        content.points.push_back(frontPointOf(advice, *set, std::ranges::find(front, set) != front.end()));
    const ShownSet today = advising.shownOf(advising.asItIs());
    content.today =
        FrontMark{static_cast<double>(today.bytes),
                  0.0,
                  {},
                  advice.today.quantised() ? AdviceTable::tr("today: as it is exported") : AdviceTable::tr("today: as it is"),
                  bytesText(today.bytes)};
    if (const auto& effect = advice.today.effect)
        content.today = FrontMark{static_cast<double>(advice.today.bytes),
                                  effect->cost(),
                                  {},
                                  AdviceTable::tr("today: as it is exported"),
                                  AdviceTable::tr("%1, %2").arg(bytesText(advice.today.bytes), effectText(*effect))};
    if (!advising.choice.base.empty() || !advising.choice.changes.empty()) {
        const ShownSet shown = advising.shown();
        FrontMark chosen{
            static_cast<double>(shown.bytes), {}, shown.predicted, AdviceTable::tr("chosen: %1").arg(bytesText(shown.bytes)), {}};
        if (shown.effect) chosen.cost = shown.effect->cost();
        chosen.about = shown.effect      ? AdviceTable::tr("%1, evaluated as a set").arg(effectText(*shown.effect))
                       : shown.predicted ? AdviceTable::tr("%1, predicted").arg(costText(*shown.predicted, advice.logits))
                                         : AdviceTable::tr("not known yet");
        content.chosen = chosen;
    }
    content.limit = advising.choice.limit;
    content.limitText = AdviceTable::tr("your limit: %1").arg(costText(advising.choice.limit, advice.logits));
    content.yTitle = advice.logits ? AdviceTable::tr("KL, nats") : AdviceTable::tr("noise ÷ signal");
    content.xTitle = AdviceTable::tr("%1 of weights, %2").arg(QStringLiteral("%1"), text(advice.method));
    return content;
}

}  // namespace etscope::ui
