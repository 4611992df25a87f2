#include "answers/advice_texts.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>

#include "answers/repro_texts.h"
#include "io/output_file.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/questions.h"
#include "look/words.h"

namespace etscope::ui {
namespace {

struct AdviceTexts {
    Q_DECLARE_TR_FUNCTIONS(etscope::ui::AdviceTexts)
};

QString spanText(double seconds) {
    const auto whole = std::max<long>(1, std::lround(seconds));
    if (whole < 90) return AdviceTexts::tr("%1 s").arg(whole);
    return AdviceTexts::tr("%1 min %2 s").arg(whole / 60).arg(whole % 60);
}

/// Cells that are asked for and those that are known.
std::pair<std::size_t, std::size_t> knownCells(const advisor::Advice& advice) {
    std::size_t known = 0, all = 0;
    for (const advisor::Row& row : advice.rows)
        for (const advisor::Cell& cell : row.cells) {
            if (cell.scheme->isFloat()) continue;
            ++all;
            known += cell.effect ? 1U : 0U;
        }
    return {known, all};
}

QString percentText(double from, double to) {
    if (!(from > 0) || !std::isfinite(from) || !std::isfinite(to)) return {};
    const double percent = 100 * (to - from) / from;
    return QStringLiteral("%1%2 %").arg(percent < 0 ? QString(QChar(0x2212)) : QStringLiteral("+"),
                                        QString::number(std::abs(percent), 'f', std::abs(percent) < 10 ? 1 : 0));
}

QString tokensThatStay(const advisor::Effect& effect) {
    return AdviceTexts::tr("%1 of %2").arg(countText(effect.stay), countText(effect.tokens));
}

Mark betterOrWorse(double from, double to) { return to < from ? Mark::Match : to > from ? Mark::Warning : Mark::None; }

QString bytesBy(std::uint64_t from, std::uint64_t to) {
    if (from == to) return QStringLiteral("0");
    return (to < from ? QString(QChar(0x2212)) : QStringLiteral("+")) + bytesText(to < from ? from - to : to - from);
}

/// Of two rows that the most is lost by, with the scheme that the set keeps them in.
QString dearestText(const Advising& advising) {
    const advisor::Advice& advice = *advising.advice;
    std::vector<std::pair<double, std::size_t>> all;
    for (std::size_t row = 0; row < advice.rows.size(); ++row) {
        double worst = 0;
        for (const advisor::Cell& cell : advice.rows[row].cells)
            if (!cell.effect)
                return {};  // the dearest may be among those that are not known
            else
                worst = std::max(worst, cell.effect->cost());
        all.emplace_back(worst, row);
    }
    std::ranges::sort(all, std::ranges::greater());
    if (all.size() < 3 || !(all[0].first > 0)) return {};
    const auto cells = advising.cells();
    const auto said = [&](std::size_t row) {
        return AdviceTexts::tr("%1 (%2)").arg(text(advice.rows[row].name), text(advice.rows[row].cells[cells[row]].scheme->id));
    };
    return AdviceTexts::tr("Narrow weights cost the most in %1 and %2.").arg(said(all[0].second), said(all[1].second));
}

}  // namespace

std::pair<QString, QString> costParts(double cost, bool logits) {
    if (logits || !std::isfinite(cost)) return {shortFloatText(cost), logits ? AdviceTexts::tr("nats") : QString()};
    if (cost <= 0) return {QStringLiteral("∞"), AdviceTexts::tr("dB")};
    return {QString::number(-10 * std::log10(cost), 'f', 1).replace(QLatin1Char('-'), QChar(0x2212)), AdviceTexts::tr("dB")};
}

QString costText(double cost, bool logits) {
    const auto [number, unit] = costParts(cost, logits);
    return logits ? AdviceTexts::tr("KL %1 %2").arg(number, unit) : number + QLatin1Char(' ') + unit;
}

QString effectText(const advisor::Effect& effect) {
    if (!effect.finite) return AdviceTexts::tr("not finite where the record is");
    return costText(effect.cost(), effect.kl.has_value());
}

QString worstCaseText(const advisor::Advice& advice, const advisor::Effect& effect) {
    if (!effect.worstCase || advice.cases < 2) return {};
    const auto& [index, cost] = *effect.worstCase;
    const QString name = index < advice.caseNames.size() ? text(advice.caseNames[index]) : QString();
    return AdviceTexts::tr("worst: case %1 (%2), %3").arg(QString::number(index), name, costText(cost, advice.logits));
}

QString methodWorth(const Advising& advising) {
    if (advising.advice == nullptr) return advising.wasAsked() || advising.error ? adviceStatus(advising) : QString();
    const ShownSet shown = advising.shown();
    const QString sizes = AdviceTexts::tr("%1 of %2").arg(bytesText(shown.bytes), bytesText(advising.advice->wholeBytes));
    const auto cost = shown.effect ? std::optional(shown.effect->cost()) : shown.predicted;
    if (!cost) return sizes;
    const QString made = AdviceTexts::tr("%1, %2").arg(sizes, costText(*cost, advising.advice->logits));
    const std::uint64_t saved = advising.advice->wholeBytes - std::min(shown.bytes, advising.advice->wholeBytes);
    if (!(*cost > 0) || !std::isfinite(*cost) || saved == 0) return made;
    const double each = static_cast<double>(saved) / *cost;
    constexpr double kMostBytes = 9e18;
    if (each > kMostBytes) return made;
    const QString amount = bytesText(static_cast<std::uint64_t>(each));
    return advising.advice->logits ? AdviceTexts::tr("%1, saves %2 per nat").arg(made, amount)
                                   : AdviceTexts::tr("%1, saves %2 per noise ÷ signal").arg(made, amount);
}

std::optional<std::uint64_t> bytesOfText(const QString& text) {
    static const QRegularExpression kAmount(QStringLiteral("^\\s*([0-9]+(?:[.,][0-9]+)?)\\s*([kmg]?)(?:i?b)?\\s*$"),
                                            QRegularExpression::CaseInsensitiveOption);
    const auto match = kAmount.match(text);
    if (!match.hasMatch()) return std::nullopt;
    const double number = match.captured(1).replace(QLatin1Char(','), QLatin1Char('.')).toDouble();
    const QString unit = match.captured(2).toLower();
    const double bytes = number * (unit == QLatin1String("k")   ? 1024.0
                                   : unit == QLatin1String("m") ? 1024.0 * 1024
                                   : unit == QLatin1String("g") ? 1024.0 * 1024 * 1024
                                                                : 1.0);
    constexpr double kMost = 9e18;
    return bytes < kMost ? std::optional(static_cast<std::uint64_t>(std::llround(bytes))) : std::nullopt;
}

QString adviceStatus(const Advising& advising) {
    const advisor::Advice* advice = advising.advice.get();
    if (advising.ending) return AdviceTexts::tr("ending: what is known is kept");
    if (advising.running && advice == nullptr) return AdviceTexts::tr("playing the graph as it is recorded");
    if (advising.error && advice == nullptr) return AdviceTexts::tr("failed: %1").arg(errorLine(*advising.error));
    if (advice == nullptr) return {};
    const auto [known, all] = knownCells(*advice);
    const std::size_t sets = advising.sets().size();
    if (advising.running)
        return sets == 0 ? AdviceTexts::tr("%1 of %2 effects are known").arg(countText(known), countText(all))
                         : AdviceTexts::tr("%n set(s) evaluated", nullptr, counted(sets));
    const QString what = AdviceTexts::tr("%n set(s) evaluated", nullptr, counted(sets)) + QStringLiteral(", ") +
                         (known == all ? AdviceTexts::tr("%n effect(s) known", nullptr, counted(known))
                                       : AdviceTexts::tr("%1 of %2 effects known").arg(countText(known), countText(all)));
    if (advising.error) return AdviceTexts::tr("failed: %1; %2").arg(errorLine(*advising.error), what);
    return advising.cancelled ? AdviceTexts::tr("cancelled: %1").arg(what) : what;
}

Mark adviceMark(const Advising& advising) {
    if (advising.running) return Mark::None;
    if (advising.error) return Mark::Error;
    return advising.advice == nullptr ? Mark::Missing : advising.cancelled ? Mark::Warning : Mark::Note;
}

QString adviceTime(const Advising& advising) {
    if (!advising.running) return advising.advice != nullptr ? spanText(advising.seconds) : QString();
    constexpr double kTells = 0.03;  // of all, before a rest is told
    if (advising.ending || advising.done < kTells) return {};
    return AdviceTexts::tr("about %1 left").arg(spanText(advising.seconds * (1 - advising.done) / advising.done));
}

QString advicePrice(const Advising& advising) {
    if (advising.estimating) return AdviceTexts::tr("estimating …");
    if (!advising.estimate) return {};
    const advisor::Estimate& estimate = *advising.estimate;
    return AdviceTexts::tr("%1 effects and at most %2 sets: about %3")
        .arg(countText(estimate.cells), countText(estimate.sets), spanText(estimate.runs * advising.secondsOfOne));
}

AdviceSentence adviceSentence(const Advising& advising) {
    if (advising.advice == nullptr) return {advising.error ? Mark::Error : Mark::Missing, asSentence(adviceStatus(advising)), {}};
    const advisor::Advice& advice = *advising.advice;
    if (advising.choice.base.empty() && advising.choice.changes.empty())
        return {advising.running ? Mark::Missing : adviceMark(advising), asSentence(adviceStatus(advising)), {}};
    const ShownSet shown = advising.shown();
    AdviceSentence made;
    const QString sizes = AdviceTexts::tr("%1 of %2").arg(bytesText(shown.bytes), bytesText(advice.wholeBytes));
    if (shown.effect && shown.effect->kl)
        made.first = AdviceTexts::tr("%1 keep %2 tokens: %3, evaluated as a set")
                         .arg(sizes, tokensThatStay(*shown.effect), effectText(*shown.effect));
    else if (shown.effect)
        made.first = AdviceTexts::tr("%1: %2, evaluated as a set").arg(sizes, effectText(*shown.effect));
    else if (shown.predicted)
        made.first =
            AdviceTexts::tr("%1: %2, predicted and not evaluated yet").arg(sizes, costText(*shown.predicted, advice.logits));
    else
        made.first = AdviceTexts::tr("%1: what it does is not known yet").arg(sizes);
    made.more = dearestText(advising);
    if (advising.cancelled) made.mark = Mark::Warning;
    if (advising.choice.byHand || advising.running) return made;
    const auto& budget = advising.choice.budget;
    const bool missed = budget ? shown.bytes > *budget : shown.effect && shown.effect->cost() > advising.choice.limit;
    if (!missed) return made;
    made.mark = Mark::Warning;
    const bool anyFits = std::ranges::any_of(advising.sets(), [&](const advisor::Set* set) {
        return budget ? set->bytes <= *budget : set->effect.cost() <= advising.choice.limit;
    });
    if (anyFits)
        made.more = budget ? AdviceTexts::tr("With what was changed it does not fit %1.").arg(bytesText(*budget))
                           : AdviceTexts::tr("With what was changed it does not stay within the limit.");
    else
        made.more = budget ? AdviceTexts::tr("No set that was evaluated fits %1.").arg(bytesText(*budget))
                           : AdviceTexts::tr("No set that was evaluated stays within the limit.");
    return made;
}

std::vector<AdviceChange> whatIf(const Advising& advising, std::size_t row) {
    if (advising.advice == nullptr) return {};
    const auto cells = advising.cells();
    auto before = cells;
    const auto base = advising.choice.base.empty() ? advising.asItIs() : advising.choice.base;
    if (row >= cells.size() || cells[row] == base[row]) return {};
    before[row] = base[row];
    const ShownSet was = advising.shownOf(before), is = advising.shownOf(cells);
    const bool logits = advising.advice->logits;
    const QString unknown = QStringLiteral("–");
    const auto predicted = [&](const ShownSet& set) { return set.predicted ? costText(*set.predicted, logits) : unknown; };
    const auto evaluated = [&](const ShownSet& set) { return set.effect ? effectText(*set.effect) : unknown; };
    std::vector<AdviceChange> changes;
    changes.push_back({Mark::None, AdviceTexts::tr("Predicted"), predicted(was), predicted(is),
                       was.predicted && is.predicted ? percentText(*was.predicted, *is.predicted) : QString()});
    const bool both = was.effect && is.effect;
    changes.push_back({both        ? betterOrWorse(was.effect->cost(), is.effect->cost())
                       : is.effect ? Mark::Note
                                   : Mark::Missing,
                       AdviceTexts::tr("Evaluated"), evaluated(was),
                       is.effect           ? evaluated(is)
                       : advising.trying   ? AdviceTexts::tr("being evaluated …")
                       : advising.tryError ? errorLine(*advising.tryError)
                                           : AdviceTexts::tr("not yet"),
                       both ? percentText(was.effect->cost(), is.effect->cost()) : QString()});
    if (logits)
        changes.push_back(
            {both ? betterOrWorse(static_cast<double>(is.effect->stay), static_cast<double>(was.effect->stay)) : Mark::None,
             AdviceTexts::tr("Tokens that stay"),
             was.effect ? tokensThatStay(*was.effect) : unknown,
             is.effect ? tokensThatStay(*is.effect) : unknown,
             {}});
    changes.push_back(
        {Mark::None, AdviceTexts::tr("Weights"), bytesText(was.bytes), bytesText(is.bytes), bytesBy(was.bytes, is.bytes)});
    return changes;
}

void saveRecipe(QWidget* asker, const QString& recipe, const std::function<void(const QString&)>& said) {
    askForPath(
        asker,
        {PathQuestion::Kind::Save, AdviceTexts::tr("Save the recipe"), QStringLiteral("recipe.py"),
         AdviceTexts::tr("Python (*.py)"), QStringLiteral("py")},
        [recipe, said](const QString& path) {
            const std::string bytes = recipe.toStdString();
            const auto done = writeFile(path.toStdString(), std::as_bytes(std::span(bytes)));
            said(done ? AdviceTexts::tr("Saved as %1").arg(path) : AdviceTexts::tr("%1: %2").arg(path, text(done.error().message)));
        });
}

}  // namespace etscope::ui
