// The core's mend as the window tells it.
#include <QCoreApplication>
#include <QFile>
#include <algorithm>

#include "base/enum_table.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/words.h"
#include "mend/answer.h"
#include "workspace/repro_book.h"

namespace etscope::ui {

namespace {

constexpr std::string_view kAsItIs = "as-it-is";  ///< the row of the table that changes nothing

struct Mending {
    Q_DECLARE_TR_FUNCTIONS(etscope::ui::Mending)
};

ExportCosts costsOf(const mend::Costs& costs) { return {costs.bytes, costs.kernels, costs.delegateCalls, costs.p50}; }

bool isAsItIs(const mend::Trial& trial) {
    return trial.measures.size() == 1 && trial.measures.front().remedy != nullptr && trial.measures.front().remedy->id == kAsItIs;
}

Remedy::State stateOf(mend::TrialState state) {
    static constexpr EnumTable<mend::TrialState::Running, Remedy::State> kStates(
        {Remedy::State::Right, Remedy::State::Better, Remedy::State::Same, Remedy::State::Worse, Remedy::State::Refused,
         Remedy::State::NotDecided, Remedy::State::NotHere, Remedy::State::Waiting, Remedy::State::Lowering,
         Remedy::State::Running});
    return kStates[state];
}

QString detailOf(const mend::Trial& trial) {
    QStringList parts;
    for (const mend::Measure& measure : trial.measures) {
        if (measure.remedy == nullptr || isAsItIs(trial)) continue;
        parts.append(measure.remedy->over == mend::Over::Export
                         ? Mending::tr("of the whole export")
                         : Mending::tr("changes %n operator(s)", nullptr, counted(measure.touches)));
    }
    parts.removeDuplicates();
    return parts.join(QStringLiteral(", "));
}

Remedy remedyOf(const mend::Trial& trial) {
    const QString why = trial.reason.empty() ? text(trial.message) : said(trial.reason);
    Remedy remedy{asSentence(said(trial.title())), detailOf(trial), stateOf(trial.state), why};
    const bool ran = trial.ran();
    std::size_t differ = 0;
    double most = 0;
    for (const auto& [name, method] : trial.score.methods) {
        remedy.compared += method.compared;
        differ += method.differ;
        most = std::max(most, method.maxAbs);
    }
    if (ran && remedy.compared > 0) remedy.match = remedy.compared - std::min(differ, remedy.compared);
    if (ran && most > 0) remedy.maxAbs = most;
    if (ran) remedy.costs = costsOf(trial.costs);
    remedy.patch = text(trial.patch);  // of those that wait there is none yet
    return remedy;
}

/// What is not changed is what all others are held against.
void addTrial(MendAnswer& answer, const mend::Trial& trial) {
    Remedy remedy = remedyOf(trial);
    if (isAsItIs(trial) && remedy.costs) {
        answer.before = remedy.costs;
        answer.match = remedy.match.value_or(0);
        answer.compared = remedy.compared;
    }
    const auto rank = [](Remedy::State state) {
        return state == Remedy::State::Right ? 2 : state == Remedy::State::Better ? 1 : 0;
    };
    const int best = answer.best ? rank(answer.remedies[*answer.best].state) : 0;
    if (rank(remedy.state) > best) answer.best = answer.remedies.size();
    answer.remedies.push_back(std::move(remedy));
}

/// What cannot be tried here is not waited for.
void count(MendAnswer& answer, const std::vector<mend::Trial>& trials) {
    const auto notHere = std::ranges::count(trials, mend::TrialState::NotHere, &mend::Trial::state);
    answer.done = mend::decidedOf(trials) - static_cast<std::size_t>(notHere);
    answer.all = trials.size() - static_cast<std::size_t>(notHere);
}

MendAnswer told(const mend::Answer& answer) {
    static constexpr EnumTable<mend::AnswerState::CannotTry, MendAnswer::State> kStates(
        {MendAnswer::State::Healthy, MendAnswer::State::Mended, MendAnswer::State::Better, MendAnswer::State::NothingHelped,
         MendAnswer::State::NotOfTheExport, MendAnswer::State::CannotTry});
    MendAnswer made;
    for (const mend::Trial& trial : answer.trials) addTrial(made, trial);
    if (answer.before) made.before = costsOf(*answer.before);
    made.best = answer.best() != nullptr && !isAsItIs(*answer.best()) ? std::optional<std::size_t>(0) : std::nullopt;
    made.state = kStates[answer.state];
    made.sentence = said(answer.summary);
    QStringList advice;
    if (!answer.advice.empty()) advice.append(asSentence(said(answer.advice)) + QLatin1Char('.'));
    for (const Sentence& note : answer.notes) advice.append(asSentence(said(note)) + QLatin1Char('.'));
    if (answer.left > 0 && !answer.cancelled)
        advice.append(Mending::tr("%n remedies were not tried: the time was over.", nullptr, counted(answer.left)));
    made.advice = advice.join(QLatin1Char(' '));
    count(made, answer.trials);
    made.executorch = text(answer.versions.executorch);
    made.seconds = answer.seconds;
    return made;
}

Result<MendAnswer> mendWithCore(const session::Session& session, const ReproRequest& asked, const ReproBook::Tell& tell,
                                const JobContext& job) {
    constexpr double kGib = 1024.0 * 1024 * 1024;
    mend::Request request;
    request.of = asked.of.text().toStdString();
    request.python = QFile::encodeName(asked.python).toStdString();
    request.time = std::chrono::seconds(asked.seconds);
    request.memory = static_cast<std::uint64_t>(asked.memoryGib * kGib);
    request.version = QCoreApplication::applicationVersion().toStdString();
    request.onTrial = [&](const std::vector<mend::Trial>& trials, std::size_t) {
        MendAnswer sofar;
        for (const mend::Trial& trial : trials) addTrial(sofar, trial);
        count(sofar, trials);
        tell(sofar);
    };
    const auto answer = mend::mend(session, request, QFile::encodeName(asked.folder).toStdString(), job);
    if (!answer) return answer.failure();
    return told(*answer);
}

}  // namespace

ReproBook::Mender coreMender() { return mendWithCore; }

}  // namespace etscope::ui
