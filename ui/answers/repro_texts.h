// What the window says of a culprit that is shrunk and mended: sentences, phases, candidates, remedies. GUI thread only.
#pragma once

#include "charts/trial_chart.h"
#include "models/rows.h"
#include "workspace/repro_book.h"

namespace etscope::ui {

/// A line of a list: a mark, its name, what was done, what came of it.
struct ReproLine {
    Mark mark = Mark::None;
    QString name, what, result;
};

/// The four phases of a search, those that it has not come to yet with Mark::Missing.
std::vector<ReproLine> phaseLines(const ReproBook::Shrinking& shrinking);
std::vector<TrialPoint> trialPoints(const ReproBook::Shrinking& shrinking);
/// How many were kept, were put back, are undecided: a legend.
std::vector<std::pair<Mark, QString>> trialLegend(const ReproBook::Shrinking& shrinking);
/// How far it is, or what came of it, in a few words.
QString shrinkStatus(const ReproBook::Shrinking& shrinking);
QString mendStatus(const ReproBook::Mending& mending);
Mark shrinkMark(const ReproBook::Shrinking& shrinking);
Mark mendMark(const ReproBook::Mending& mending);
/// "about 40 s left"; empty: nobody can say.
QString timeLeft(const ReproBook::Shrinking& shrinking);
QString timeLeft(const ReproBook::Mending& mending);

/// Of remedies, in their order.
std::span<const Column> remedyColumns();
Rows remedyRows(const MendAnswer& answer);
/// What taking one changes.
std::vector<ReproLine> remedyChanges(const MendAnswer& answer, const Remedy& remedy);

/// What the answer line says of both.
struct ReproSentence {
    Mark mark = Mark::Missing;
    QString first, more;
};
ReproSentence reproSentence(const ReproBook& book);

/// The next step with the culprit in view.
enum class ReproStep { None, Shrink, Mend, Save };
ReproStep nextStep(const ReproBook& book);

/// Asks where to, and writes the remedy's code there; `said`: what came of it.
void savePatch(QWidget* asker, const Remedy& remedy, const std::function<void(const QString&)>& said);

/// An error in one line.
QString errorLine(const Error& error);

}  // namespace etscope::ui
