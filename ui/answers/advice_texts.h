// What the window says of advice on quantisation: sentences, the table of operators by effect, the chart's content. GUI thread
// only.
#pragma once

#include "charts/front_chart.h"
#include "models/rows.h"
#include "workspace/advice_book.h"

namespace etscope::ui {

using Advising = AdviceBook::Advising;

/// "KL 0.0031 nats", or "34.2 dB" where no output is over a vocabulary.
QString effectText(const advisor::Effect& effect);
/// The same of a sum of costs.
QString costText(double cost, bool logits);
/// "0.0031" and "nats".
std::pair<QString, QString> costParts(double cost, bool logits);
/// "worst: case 3 (in-forward-3-0.npy), KL 0.012 nats"; empty: there is one case.
QString worstCaseText(const advisor::Advice& advice, const advisor::Effect& effect);
/// "8.1 of 15 KiB, KL 0.003 nats, 2.3 MiB for a nat", or how far it is; empty: it was not asked about.
QString methodWorth(const Advising& advising);
/// "83.5 MiB" and the like; nothing: that is no amount.
std::optional<std::uint64_t> bytesOfText(const QString& text);

/// Rows of weights, what they do in each scheme when they alone are narrow; the one of the chosen set is framed.
std::span<const Column> adviceColumns();
/// Which column a scheme has; -1: none.
int columnOfScheme(std::string_view id);
/// The scheme of a column; nullptr: it has none.
const advisor::Scheme* schemeOfColumn(int column);
/// Rows of the advice in the order of the table: by effect once all are known, until then that of the graph.
std::vector<std::size_t> adviceOrder(const Advising& advising);
Address adviceAddress(const advisor::Advice& advice, std::size_t row);
Rows adviceRows(const Advising& advising, const std::vector<std::size_t>& order);

FrontContent frontContent(const Advising& advising);

/// How far it is, or what came of it, in a few words.
QString adviceStatus(const Advising& advising);
Mark adviceMark(const Advising& advising);
/// "about 40 s left", or how long it took; empty: nobody can say.
QString adviceTime(const Advising& advising);
/// What it takes, by the estimate; empty: there is none.
QString advicePrice(const Advising& advising);

/// What the answer line says.
struct AdviceSentence {
    Mark mark = Mark::Note;
    QString first, more;
};
AdviceSentence adviceSentence(const Advising& advising);

/// A step of what another scheme of a row changes.
struct AdviceChange {
    Mark mark = Mark::None;
    QString name, from, to, by;
};
/// Against the set without that change; empty: the row has the scheme that the budget gives it.
std::vector<AdviceChange> whatIf(const Advising& advising, std::size_t row);

/// Asks where to, and writes the recipe there; `said`: what came of it.
void saveRecipe(QWidget* asker, const QString& recipe, const std::function<void(const QString&)>& said);

}  // namespace etscope::ui
