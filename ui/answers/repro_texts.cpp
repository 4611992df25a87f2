#include "answers/repro_texts.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cmath>

#include "base/enum_table.h"
#include "io/output_file.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/questions.h"
#include "look/words.h"

namespace etscope::ui {
namespace {

using ReproPhase = shrink::Phase;
using ReproTrial = shrink::TrialState;

struct ReproTexts {
    Q_DECLARE_TR_FUNCTIONS(etscope::ui::ReproTexts)
};

struct PhaseWords {
    ReproPhase phase;
    const char *name, *about;
};
/// In the order in which they come.
constexpr std::array kPhases{
    PhaseWords{ReproPhase::Cut, QT_TRANSLATE_NOOP("etscope::ui::ReproTexts", "Cut at the culprit"),
               QT_TRANSLATE_NOOP("etscope::ui::ReproTexts", "its inputs become the values that were logged")},
    PhaseWords{ReproPhase::Nodes, QT_TRANSLATE_NOOP("etscope::ui::ReproTexts", "Neighbours"),
               QT_TRANSLATE_NOOP("etscope::ui::ReproTexts", "operators that it is wrong without")},
    PhaseWords{ReproPhase::Sizes, QT_TRANSLATE_NOOP("etscope::ui::ReproTexts", "Inputs and shapes"),
               QT_TRANSLATE_NOOP("etscope::ui::ReproTexts", "axes with fewer elements")},
    PhaseWords{ReproPhase::Weights, QT_TRANSLATE_NOOP("etscope::ui::ReproTexts", "Weights"),
               QT_TRANSLATE_NOOP("etscope::ui::ReproTexts", "values of a seed instead of the model's")}};

struct StateWords {
    const char* words;
    Mark mark;
};
const StateWords& stateWords(ReproTrial state) {
    static constexpr EnumTable<ReproTrial::NotDecided, StateWords> kWords(
        {{QT_TRANSLATE_NOOP("etscope::ui::ReproTexts", "still wrong in the same way: kept"), Mark::Differ},
         {QT_TRANSLATE_NOOP("etscope::ui::ReproTexts", "wrong in another way: put back"), Mark::Ambiguous},
         {QT_TRANSLATE_NOOP("etscope::ui::ReproTexts", "correct: put back"), Mark::Match},
         {QT_TRANSLATE_NOOP("etscope::ui::ReproTexts", "could not be built"), Mark::Missing},
         {QT_TRANSLATE_NOOP("etscope::ui::ReproTexts", "not decided"), Mark::Missing}});
    return kWords[state];
}

QString reproOperators(std::size_t count) { return ReproTexts::tr("%n operator(s)", nullptr, counted(count)); }
QString secondsText(double seconds) {
    const auto whole = std::lround(seconds);
    return whole < 120 ? ReproTexts::tr("%1 s").arg(whole) : ReproTexts::tr("%1 min").arg(std::lround(seconds / 60));
}

/// What became smaller between two candidates.
QString smallerText(const shrink::Step* before, const shrink::Step& after, ReproPhase phase, const WholeMethod& whole) {
    const QString arrow = QStringLiteral(" → ");
    const auto bytes = [&](std::optional<std::uint64_t> from, std::uint64_t to) {
        return (from ? bytesText(*from) + arrow : QString()) + bytesText(to);
    };
    if (phase == ReproPhase::Sizes)
        return bytes(before != nullptr ? std::optional(before->inputBytes) : whole.inputBytes, after.inputBytes);
    if (phase == ReproPhase::Weights)
        return bytes(before != nullptr ? std::optional(before->constantBytes) : whole.constantBytes, after.constantBytes);
    const std::optional<std::size_t> from = before != nullptr ? std::optional(before->operators) : whole.operators;
    return (from ? countText(*from) + arrow : QString()) + reproOperators(after.operators);
}

}  // namespace

std::vector<ReproLine> phaseLines(const ReproBook::Shrinking& shrinking) {
    std::vector<ReproLine> lines;
    const shrink::Step* kept = nullptr;
    for (std::size_t i = 0; i < kPhases.size(); ++i) {
        const PhaseWords& words = kPhases[i];
        ReproLine line{
            Mark::Missing, QStringLiteral("%1 %2").arg(i + 1).arg(ReproTexts::tr(words.name)), ReproTexts::tr(words.about), {}};
        const shrink::Step* before = kept;
        std::size_t tried = 0;
        bool later = !shrinking.running;
        for (const shrink::Step& step : shrinking.steps) {
            if (step.phase == words.phase) ++tried;
            if (step.phase == words.phase && step.state == ReproTrial::StillWrong) kept = &step;
            const auto at = std::ranges::find(kPhases, step.phase, &PhaseWords::phase) - kPhases.begin();
            later = later || at > static_cast<std::ptrdiff_t>(i);
        }
        const bool found = kept != nullptr && kept != before;
        if (tried > 0) line.mark = found ? Mark::Match : later ? Mark::Note : Mark::None;
        if (found)
            line.result = smallerText(before, *kept, words.phase, shrinking.whole);
        else if (tried > 0)
            line.result = later ? ReproTexts::tr("nothing goes, %n tried", nullptr, counted(tried))
                                : ReproTexts::tr("%n tried", nullptr, counted(tried));
        else
            line.result = later ? ReproTexts::tr("not needed") : ReproTexts::tr("to come");
        lines.push_back(std::move(line));
    }
    return lines;
}

std::vector<TrialPoint> trialPoints(const ReproBook::Shrinking& shrinking) {
    std::vector<TrialPoint> points;
    std::size_t level = 0;
    for (const shrink::Step& step : shrinking.steps) {
        const StateWords& words = stateWords(step.state);
        TrialPoint point{step.state == ReproTrial::StillWrong, words.mark, step.operators, step.seconds, text(step.what),
                         ReproTexts::tr(words.words),          {}};
        if (!step.message.empty()) point.state += QStringLiteral(" (%1)").arg(text(step.message));
        if (point.kept && level == 0) point.label = ReproTexts::tr("cut at the culprit");
        if (point.kept && level != 0 && step.operators < level) point.label = reproOperators(step.operators);
        if (point.kept) level = step.operators;
        points.push_back(std::move(point));
    }
    return points;
}

std::vector<std::pair<Mark, QString>> trialLegend(const ReproBook::Shrinking& shrinking) {
    std::vector<std::pair<Mark, QString>> legend;
    for (const ReproTrial state :
         {ReproTrial::StillWrong, ReproTrial::Right, ReproTrial::Otherwise, ReproTrial::NotBuilt, ReproTrial::NotDecided}) {
        const auto count = std::ranges::count(shrinking.steps, state, &shrink::Step::state);
        const StateWords& words = stateWords(state);
        const bool always = state == ReproTrial::StillWrong || state == ReproTrial::Right;
        if (count == 0 && !always) continue;
        legend.emplace_back(
            words.mark, QStringLiteral("%1 (%2)").arg(ReproTexts::tr(words.words), countText(static_cast<std::uint64_t>(count))));
    }
    return legend;
}

QString shrinkStatus(const ReproBook::Shrinking& shrinking) {
    const int tried = counted(shrinking.steps.size());
    if (shrinking.running) {
        if (shrinking.ending) return ReproTexts::tr("ending: what is known is written");
        if (shrinking.steps.empty()) return ReproTexts::tr("loading torch and executorch");
        const shrink::Step* smallest = shrinking.smallest();
        return smallest == nullptr
                   ? ReproTexts::tr("%n candidate(s) tried", nullptr, tried)
                   : ReproTexts::tr("%n candidate(s) tried, now %1", nullptr, tried).arg(reproOperators(smallest->operators));
    }
    if (shrinking.error) return ReproTexts::tr("failed: %1").arg(errorLine(*shrinking.error));
    if (!shrinking.answer) return shrinking.cancelled ? ReproTexts::tr("cancelled before anything was found") : QString();
    if (shrinking.answer->outcome != shrink::Outcome::Shrunk) return said(shrinking.answer->sentence);
    return shrinking.cancelled
               ? ReproTexts::tr("cancelled after %1: the smallest so far").arg(secondsText(shrinking.answer->seconds))
               : ReproTexts::tr("done in %1: the smallest program that is still wrong").arg(secondsText(shrinking.answer->seconds));
}

Mark shrinkMark(const ReproBook::Shrinking& shrinking) {
    if (shrinking.running) return Mark::None;
    if (shrinking.error) return Mark::Error;
    if (!shrinking.answer) return Mark::Missing;
    static constexpr EnumTable<shrink::Outcome::NotShrunk, Mark> kMarks({Mark::Match, Mark::Note, Mark::Note, Mark::Missing});
    return kMarks[shrinking.answer->outcome];
}

QString mendStatus(const ReproBook::Mending& mending) {
    const MendAnswer& told = mending.told;
    if (mending.running) {
        if (mending.ending) return ReproTexts::tr("ending: what is known is written");
        if (told.all == 0) return ReproTexts::tr("loading torch and executorch");
        return ReproTexts::tr("%1 of %n remedies tried", nullptr, counted(told.all)).arg(countText(told.done));
    }
    if (mending.error) return ReproTexts::tr("failed: %1").arg(errorLine(*mending.error));
    if (told.state == MendAnswer::State::Open)
        return mending.cancelled ? ReproTexts::tr("cancelled: %n of the remedies tried", nullptr, counted(told.done)) : QString();
    return told.sentence;
}

Mark mendMark(const ReproBook::Mending& mending) {
    if (mending.running) return Mark::None;
    if (mending.error) return Mark::Error;
    static constexpr EnumTable<MendAnswer::State::CannotTry, Mark> kMarks(
        {Mark::Missing, Mark::Match, Mark::Match, Mark::Warning, Mark::Missing, Mark::Note, Mark::Missing});
    return kMarks[mending.told.state];
}

/// The search ends by itself before that, mostly.
QString timeLeft(const ReproBook::Shrinking& shrinking) {
    if (!shrinking.running || shrinking.ending) return {};
    return ReproTexts::tr("at most %1 left").arg(secondsText(std::max(0.0, shrinking.asked.seconds - shrinking.seconds)));
}

QString timeLeft(const ReproBook::Mending& mending) {
    const MendAnswer& told = mending.told;
    if (!mending.running || mending.ending) return {};
    const double most = std::max(0.0, mending.asked.seconds - mending.seconds);
    if (told.done == 0) return ReproTexts::tr("at most %1 left").arg(secondsText(most));
    const double each = mending.seconds / static_cast<double>(told.done);
    return ReproTexts::tr("about %1 left").arg(secondsText(std::min(most, each * static_cast<double>(told.all - told.done))));
}

ReproSentence reproSentence(const ReproBook& book) {
    const ReproBook::Shrinking& shrinking = book.shrinking();
    const ReproBook::Mending& mending = book.mending();
    ReproSentence sentence;
    const shrink::Step* smallest = shrinking.smallest();
    if (const auto& answer = shrinking.answer; answer && answer->smallest) {
        sentence.mark = Mark::Differ;
        sentence.first =
            ReproTexts::tr("%n operator(s) and %1 of input still show it: %2", nullptr, counted(answer->smallest->operators.size()))
                .arg(bytesText(answer->smallest->inputBytes), said(answer->smallest->sentence));
    } else if (shrinking.running) {
        sentence.first = smallest == nullptr ? ReproTexts::tr("The smallest program that is still wrong is being looked for")
                                             : ReproTexts::tr("%n operator(s) and %1 of input still show it so far", nullptr,
                                                              counted(smallest->operators))
                                                   .arg(bytesText(smallest->inputBytes));
        sentence.mark = smallest == nullptr ? Mark::Missing : Mark::Differ;
    } else if (shrinking.wasAsked()) {
        sentence.first = asSentence(shrinkStatus(shrinking));
        sentence.mark = shrinkMark(shrinking);
    }
    if (!mending.wasAsked()) return sentence;
    const MendAnswer& told = mending.told;
    QString mend = asSentence(mendStatus(mending));
    if (told.best && *told.best < told.remedies.size()) {
        const Remedy& best = told.remedies[*told.best];
        const QString what =
            best.state == Remedy::State::Right ? ReproTexts::tr("all outputs match then") : ReproTexts::tr("less is wrong then");
        mend = (mending.running ? ReproTexts::tr("Smallest mend so far: %1, %2") : ReproTexts::tr("Mend: %1, %2"))
                   .arg(best.title, what);
        if (sentence.first.isEmpty()) sentence.mark = best.state == Remedy::State::Right ? Mark::Match : Mark::Warning;
    } else if (sentence.first.isEmpty()) {
        sentence.mark = mendMark(mending);
        if (mending.running) sentence.mark = Mark::Missing;
    }
    if (sentence.first.isEmpty())
        sentence.first = mend;
    else
        sentence.more = mend + QLatin1Char('.');
    return sentence;
}

ReproStep nextStep(const ReproBook& book) {
    const MendAnswer& told = book.mending().told;
    if (told.best && *told.best < told.remedies.size() && !told.remedies[*told.best].patch.isEmpty()) return ReproStep::Save;
    if (!book.whyNot().isEmpty() || book.isRunning()) return ReproStep::None;
    if (!book.shrinking().wasAsked()) return ReproStep::Shrink;
    return book.canMend() && !book.mending().wasAsked() ? ReproStep::Mend : ReproStep::None;
}

void savePatch(QWidget* asker, const Remedy& remedy, const std::function<void(const QString&)>& said) {
    askForPath(
        asker,
        {PathQuestion::Kind::Save, ReproTexts::tr("Save the patch"), QStringLiteral("export_patch.py"),
         ReproTexts::tr("Python (*.py)"), QStringLiteral("py")},
        [patch = remedy.patch, said](const QString& path) {
            const std::string bytes = patch.toStdString();
            const auto done = writeFile(path.toStdString(), std::as_bytes(std::span(bytes)));
            said(done ? ReproTexts::tr("Saved as %1").arg(path) : ReproTexts::tr("%1: %2").arg(path, text(done.error().message)));
        });
}

QString errorLine(const Error& error) {
    return error.where.empty() ? text(error.message) : text(error.where) + QStringLiteral(": ") + text(error.message);
}

}  // namespace etscope::ui
