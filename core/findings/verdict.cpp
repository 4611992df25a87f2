#include "findings/verdict.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/base_name.h"
#include "base/enum_table.h"
#include "base/escaped.h"
#include "base/lists.h"
#include "base/number_text.h"
#include "base/out_of_memory.h"
#include "compare/run_cases.h"
#include "compare/tensor_list.h"
#include "findings/consistency_rows.h"
#include "findings/conversation_rows.h"
#include "findings/look.h"
#include "findings/not_checked.h"
#include "join/constants.h"
#include "profile/run_sets.h"
#include "session/file_names.h"
#include "tensor/removed.h"

namespace etscope::findings {
namespace {

using compare::PairState;

void count(PairState state, OutputCounts& counts) {
    using Of = OutputCounts;
    static constexpr EnumTable<PairState::Unreadable, std::size_t Of::*> kCounts(
        {&Of::match, &Of::differ, &Of::incomparable, &Of::incomparable, &Of::missing, &Of::missing, &Of::incomparable});
    ++(counts.*kCounts[state]);
}

bool isRemoved(const std::optional<compare::OutputValue>& side) {
    const auto* tensor = side ? std::get_if<tensor::Tensor>(&side->value) : nullptr;
    return tensor != nullptr && tensor::isRemoved(*tensor);
}

bool isCompared(PairState state) { return state == PairState::Match || state == PairState::Differ; }

/// Outputs of one method, pair by pair.
class OutcomeMaker {
public:
    explicit OutcomeMaker(std::string method) { m_made.method = std::move(method); }

    void add(const compare::OutputPair& pair, const compare::OutputComparison& comparison) {
        if (compare::isLoneTap(pair)) return;
        count(comparison.state, m_made.outputs);
        if (comparison.state == PairState::MissingReference && !compare::isReadable(pair.runtime->value)) m_made.unread = true;
        if (pair.runtime && pair.runtime->run) addRun(static_cast<std::size_t>(*pair.runtime->run), comparison.state);
        if (isCompared(comparison.state)) m_columns.insert(pair.column());
        if (comparison.state == PairState::Differ && (m_made.differing.empty() || m_made.differing.back() != pair.column()))
            m_made.differing.push_back(pair.column());
        const bool statistics =
            pair.tap && pair.tap->reducer == join::TapReducer::Statistics;  // a difference of these is none of values
        const bool measured = comparison.result && comparison.result->metrics && !statistics;
        const double difference = measured ? comparison.result->metrics->maxAbs : 0;
        const std::uint64_t notFinite = measured ? comparison.result->metrics->notFinite : 0;
        const int order = compare::pairSeverity(comparison.state) - compare::pairSeverity(m_made.worst);
        if (order < 0 && m_made.worstOutput.valid()) return;
        if (order > 0) m_made.maxAbs = std::nullopt, m_made.notFinite = 0;
        const bool first = order > 0 || !m_made.worstOutput.valid();
        if (first || std::pair(notFinite > 0, difference) > std::pair(m_worstNotFinite, m_made.maxAbs.value_or(0))) {
            m_made.worst = comparison.state;
            m_made.worstOutput = session::Entity::ofOutput(pair.method, pair.column(), pair.output);
            m_made.note = comparison.note;
            m_made.removed = isRemoved(pair.reference) || isRemoved(pair.runtime);
            m_worstNotFinite = notFinite > 0;
        }
        if (measured && comparison.result->metrics->compared > 0) m_made.maxAbs = std::max(m_made.maxAbs.value_or(0), difference);
        m_made.notFinite += notFinite;
    }
    MethodOutcome finish() && {
        m_made.columns = m_columns.size();
        for (const auto& [run, state] : m_runs) m_made.runs.push_back({run, state, 0, 0, std::nullopt, std::nullopt});
        return std::move(m_made);
    }

private:
    void addRun(std::size_t run, PairState state) {
        const auto known = m_runs.try_emplace(run, state).first;
        if (compare::pairSeverity(state) > compare::pairSeverity(known->second)) known->second = state;
    }

    std::map<std::size_t, PairState> m_runs;
    MethodOutcome m_made;
    std::set<std::int64_t> m_columns;
    bool m_worstNotFinite = false;
};

Result<std::shared_ptr<const std::vector<MethodOutcome>>> compareAll(const session::Session& session, const JobContext& job) {
    auto made = std::make_shared<std::vector<MethodOutcome>>();
    const auto pairs = compare::pairOutputs(session.shared_from_this(), job);
    if (!pairs) return pairs.failure();
    std::map<std::string, OutcomeMaker> makers;
    compare::OutputCompareOptions options;
    options.worst = 0;
    options.tolerance.equalNan = true;  // what the model gives, the runtime may give
    for (const compare::OutputPair& pair : *pairs) {
        if (job.cancelled()) return cancelledFailure();
        makers.try_emplace(pair.method, pair.method).first->second.add(pair, compare::compareOutput(pair, options, job));
    }
    for (const session::Method& method : session.methods())
        if (const auto maker = makers.extract(method.name))
            made->push_back(std::move(maker.mapped()).finish());
        else
            made->push_back(OutcomeMaker(method.name).finish());
    for (auto& [name, maker] : makers) made->push_back(std::move(maker).finish());  // methods that only files name
    return made;
}

int severity(const MethodOutcome& outcome) {
    if (outcome.outputs.differ > 0) return 4;
    if (outcome.culprit && outcome.culprit->cause != causes::Cause::Pairing) return 3;
    return outcome.outputs.all() == 0 ? 0 : compare::pairSeverity(outcome.worst) - 1;
}

/// Of a file's name when it is one file, else of the kind.
std::string sideName(const session::Session& session, const std::string& kind, const std::optional<unsigned>& file) {
    return file && *file < session.files().size() ? session::fileNames(session)[*file] : kind;
}

JoinOutcome outcomeOf(const session::Session& session, join::Join one) {
    JoinOutcome made;
    made.files = {sideName(session, one.from, one.fromFile), sideName(session, one.to, one.toFile)};
    made.ambiguous = one.state == join::JoinState::Ambiguous;
    if (one.state == join::JoinState::Mismatched) {
        made.state = Verdict::Differ;
        made.finding = one.evidence.empty() ? Sentence::of("they do not fit") : one.evidence.front();
    } else if (!one.differences.empty()) {
        made.state = Verdict::Differ;
        made.finding = one.differences.front().text();
    } else if (one.state == join::JoinState::Matched) {
        made.state = Verdict::Match;
    } else if (!one.evidence.empty()) {
        made.finding = one.evidence.front();
    }
    made.join = std::move(one);
    return made;
}

void nameConstant(const session::Session& session, const std::string& name, JoinOutcome& outcome, const JobContext& job) {
    outcome.constant = name;
    const auto list = compare::tensorList(session, job);
    if (list) outcome.constantTensor = (*list)->weight(name).value_or(session::Entity());
}

void addRuns(const causes::MethodCulprits& judged, std::vector<RunOutcome>& runs) {
    const auto of = [&](std::size_t run) -> RunOutcome& {
        const auto known = std::ranges::find(runs, run, &RunOutcome::run);
        return known != runs.end() ? *known : runs.emplace_back(RunOutcome{run, std::nullopt, 0, 0, std::nullopt, std::nullopt});
    };
    for (const auto& [run, calls] : judged.calls) of(run).right = calls.right, of(run).open = calls.open;
    for (const causes::RunCulprits& one : judged.runs)
        if (!one.culprits.empty()) of(one.run).culprit = one.culprits.front();
    std::ranges::sort(runs, {}, &RunOutcome::run);
}

/// A constant that calls or their arguments show to be another than the record's says of the files that they belong together and
/// differ.
void addConstants(const session::Session& session, const causes::MethodCulprits& judged, SessionVerdict& made,
                  const JobContext& job) {
    const auto list = compare::tensorList(session, job);
    const auto files = std::ranges::find_if(made.joins, [](const JoinOutcome& one) {
        return one.join.to == "etrecord" && one.join.from != "etdump" && one.join.state == join::JoinState::Matched;
    });
    if (!list || files == made.joins.end()) return;
    std::vector<causes::Culprit> culprits = judged.ofProgram;
    for (const causes::RunCulprits& run : judged.runs) culprits.insert(culprits.end(), run.culprits.begin(), run.culprits.end());
    for (const causes::Culprit& one : culprits) {
        if (one.cause != causes::Cause::Constant || !one.constant || !(*list)->weight(*one.constant)) continue;
        std::vector<join::Difference>& differences = files->join.differences;
        if (std::ranges::find(differences, *one.constant, &join::Difference::name) != differences.end()) continue;
        differences.push_back({*one.constant, Sentence::of("of %1: %2", judged.method, one.sentence)});
        ++made.differentConstants;
        if (differences.size() == 1) nameConstant(session, *one.constant, *files, job);
        files->state = Verdict::Differ, files->finding = differences.front().text();
    }
}

Result<void> addCulprits(const session::Session& session, SessionVerdict& made, const JobContext& job) {
    const auto runs = compare::runs(session, job);
    for (MethodOutcome& outcome : made.methods) {
        const auto judged = causes::methodCulprits({session, outcome.method}, job);
        if (judged.cancelled()) return judged.failure();
        if (!judged) continue;
        outcome.right = (*judged)->right, outcome.wrong = (*judged)->wrong, outcome.open = (*judged)->open;
        if (const causes::Culprit* culprit = (*judged)->first()) outcome.culprit = *culprit, outcome.proof = (*judged)->proof;
        addRuns(**judged, outcome.runs);
        for (RunOutcome& run : outcome.runs)
            if (runs && run.run < (*runs)->size()) run.caseIndex = (**runs)[run.run].caseIndex;
        addConstants(session, **judged, made, job);
    }
    return {};
}

/// "text_decoder differs in 5 of 12 cases, max |d| 3.84 in case 11".
Statement differSentence(const MethodOutcome& outcome, bool explained) {
    Sentence text =
        Sentence::of("%1 differs in %2 of %3 {3:case|cases}", outcome.method, outcome.differing.size(), outcome.columns);
    if (outcome.notFinite > 0)
        text += Sentence::of(", %1 {1:element|elements} with a NaN or an infinity that the other side does not have",
                             outcome.notFinite);
    if (outcome.maxAbs && *outcome.maxAbs > 0) text += ", max |d| " + printed("%.4g", *outcome.maxAbs);
    if (!explained) text += Sentence::of("; no cause found: %1", lookedAtText(outcome));
    return {CauseState::Differs, text, outcome.worstOutput.text()};
}

Sentence incomparableText(const MethodOutcome& outcome) {
    Sentence text = Sentence::of("%1: %2 {2:output|outputs} could not be compared", outcome.method, outcome.outputs.incomparable);
    return Sentence::list({text, outcome.note}, ": ");
}

/// Whether anything tells why outputs of the method differ, causes that are no culprits' among it.
bool isAnswered(const SessionVerdict& made, const MethodOutcome& outcome) {
    return isExplained(outcome, made.joins, made.conflicts) || std::ranges::any_of(made.causes, [&](const PossibleCause& cause) {
               return cause.state == CauseState::Differs && cause.method == outcome.method;
           });
}

void addMethodSentences(const SessionVerdict& made, std::vector<Statement>& sentences) {
    std::set<unsigned> dumps;
    for (const MethodOutcome& outcome : made.methods) {
        // What a foreign dump gave says nothing of the method, and is told of the dump once.
        if (outcome.culprit && outcome.culprit->foreignDump) {
            if (dumps.insert(*outcome.culprit->foreignDump).second)
                sentences.push_back({CauseState::Differs, outcome.culprit->sentence, outcome.method});
            continue;
        }
        if (outcome.outputs.differ > 0) sentences.push_back(differSentence(outcome, isAnswered(made, outcome)));
        if (outcome.outputs.incomparable > 0)
            sentences.push_back({CauseState::Incomparable, incomparableText(outcome),
                                 outcome.outputs.differ == 0 ? outcome.worstOutput.text() : outcome.method});
        if (!outcome.culprit) continue;
        // What the plan shows answers more than that nothing is known.
        const auto shown = std::ranges::find_if(made.causes, [&](const PossibleCause& cause) {
            return cause.state == CauseState::Differs && cause.method == outcome.method &&
                   cause.kind != causes::causeName(causes::Cause::Unknown);
        });
        if (outcome.culprit->cause == causes::Cause::Unknown && !outcome.culprit->foreignDump && shown != made.causes.end()) {
            sentences.push_back({CauseState::Differs, outcome.method + ": " + shown->title, shown->address});
            continue;
        }
        const bool pairing = outcome.culprit->cause == causes::Cause::Pairing && outcome.outputs.differ == 0;
        const auto instruction = outcome.culprit->instruction;
        sentences.push_back({pairing ? CauseState::Doubtful : CauseState::Differs,
                             outcome.method + ": " + outcome.culprit->sentence,
                             instruction ? session::Entity::ofInstruction(outcome.method, *instruction).text() : outcome.method});
    }
}

/// The first ones.
Sentence differencesText(const std::vector<join::Difference>& differences) {
    constexpr std::size_t kTold = 3;
    std::vector<Sentence> told;
    for (std::size_t i = 0; i < std::min(kTold, differences.size()); ++i) told.push_back(differences[i].text());
    if (differences.size() > kTold) told.push_back(Sentence::of("and %1 more", differences.size() - kTold));
    return Sentence::list(std::move(told), "; ");
}

void addConflictSentences(const SessionVerdict& made, std::vector<Statement>& sentences) {
    for (const compare::SourceConflict& one : made.conflicts) sentences.push_back({CauseState::Differs, one.text, one.method});
}

void addJoinSentences(const SessionVerdict& made, std::vector<Statement>& sentences) {
    for (const JoinOutcome& one : made.joins) {
        if (one.join.state == join::JoinState::Mismatched)
            sentences.push_back({CauseState::Differs,
                                 Sentence::of("%1 and %2 do not belong together: %3", one.files[0], one.files[1], one.finding),
                                 session::Entity::named(session::Entity::Kind::File, one.files[0]).text()});
        else if (one.state == Verdict::Differ)
            sentences.push_back(
                {CauseState::Differs,
                 Sentence::of("%1 and %2 belong together, but %3 of %4 {4:constant|constants} {3:differs|differ}: %5", one.files[0],
                              one.files[1], one.join.differences.size(), made.constants, differencesText(one.join.differences)),
                 session::Entity::named(session::Entity::Kind::File, one.files[0]).text()});
    }
}

/// What is said where nothing differs.
Statement quietSentence(const session::Session& session, const SessionVerdict& made) {
    if (made.outputs.match > 0) {
        Sentence text = made.outputs.match == 1 ? Sentence::of("The output that was compared matches")
                                                : Sentence::of("All %1 outputs that were compared match", made.outputs.match);
        if (made.outputs.missing > 0) text += Sentence::of(", %1 could not be: a side is missing", made.outputs.missing);
        if (made.ambiguousRuns > 0)
            text += Sentence::of("; which method %1 {1:run|runs} executed is not told, and what {1:it|they} gave was not compared",
                                 made.ambiguousRuns);
        if (made.joinsFit())
            text += made.unjoined == 0 ? Sentence::of(", and all files belong together")
                                       : Sentence::of(", and the joined files belong together");
        return {made.state == Verdict::Match ? CauseState::Matches : CauseState::Missing, text, {}};
    }
    std::vector<Sentence> reasons;
    for (const PossibleCause& cause : made.causes)
        if (saysWhyNothing(cause.kind)) reasons.push_back(cause.title);
    Sentence text = Sentence::of("Nothing to compare");
    text = Sentence::list({text, Sentence::list(std::move(reasons), "; ")}, ": ");
    std::size_t right = 0, open = 0;
    for (const MethodOutcome& outcome : made.methods) right += outcome.right, open += outcome.open;
    if (right > 0) text += Sentence::of("; %1 {1:call was|calls were} correct for what was read", right);
    if (right > 0 && open > 0) text += Sentence::of(", %1 could not be looked at", open);
    if (session.methods().empty()) text += Sentence::of("; no method is known");
    return {CauseState::Missing, text, {}};
}

/// Files that no join speaks of: values that go by their names, a second record.
std::size_t unjoinedFiles(const session::Session& session, const std::vector<JoinOutcome>& joins) {
    std::set<unsigned> joined;
    for (const JoinOutcome& one : joins)
        for (const std::optional<unsigned>& file : {one.join.fromFile, one.join.toFile})
            if (file) joined.insert(*file);
    const auto& files = session.files();
    for (unsigned file = 0; file < files.size(); ++file)
        if (files[file].kind == FileKind::MemoryMap || files[file].kind == FileKind::RunRecord)
            joined.insert(file);  // of the process, not of the export
    return files.size() - std::min(joined.size(), files.size());
}

bool hasUnreadable(const session::Session& session) {
    return std::ranges::any_of(session.files(), [](const session::SessionFile& file) { return file.error.has_value(); });
}

Verdict stateOf(const SessionVerdict& made) {
    const auto differs = [](const MethodOutcome& outcome) {
        return outcome.outputs.differ > 0 || (outcome.culprit && outcome.culprit->cause != causes::Cause::Pairing);
    };
    if (std::ranges::any_of(made.methods, differs) || !made.conflicts.empty()) return Verdict::Differ;
    if (std::ranges::any_of(made.joins, [](const JoinOutcome& one) { return one.state == Verdict::Differ; }))
        return Verdict::Differ;
    if (made.unreadable || std::ranges::any_of(made.causes, [](const PossibleCause& one) { return isNotChecked(one.kind); }))
        return Verdict::Unknown;
    /// Outputs of a method that has references, and none of them, or not those of a run that is of no case, could be held against
    /// a runtime's.
    const auto open = [](const MethodOutcome& outcome) {
        return outcome.outputs.incomparable > 0 || outcome.unread ||
               (outcome.outputs.missing > 0 && (outcome.outputs.match == 0 || outcome.culprit));
    };
    const bool all = made.ambiguousRuns == 0 && std::ranges::none_of(made.methods, open);
    return made.outputs.match > 0 && all ? Verdict::Match : Verdict::Unknown;
}

/// Whether all that differs is values of runs: files that do not fit, and what the program itself shows, are no run's.
bool differsByRuns(const SessionVerdict& made) {
    const auto ofProgram = [](const MethodOutcome& one) { return one.culprit && !one.culprit->run; };
    const auto ofTalk = [](const PossibleCause& one) {
        return one.state == CauseState::Differs && one.kind.starts_with(kConversationKind);
    };
    return made.state == Verdict::Differ && std::ranges::none_of(made.methods, ofProgram) &&
           std::ranges::none_of(made.causes, ofTalk) &&
           std::ranges::none_of(made.joins, [](const JoinOutcome& one) { return one.state == Verdict::Differ; });
}

/// Values that may be another program's accuse nobody.
void doubt(const std::vector<std::string>& files, SessionVerdict& made) {
    if (files.empty() || !differsByRuns(made)) return;
    made.state = Verdict::Unknown, made.doubtful = true;
    for (Statement& one : made.sentences)
        if (one.state == CauseState::Differs) one.state = CauseState::Doubtful;
    for (PossibleCause& one : made.causes)
        if (one.state == CauseState::Differs) one.state = CauseState::Doubtful;
    Sentence& first = made.sentences.front().text;
    first = Sentence::of("%1 may be another program's, which nothing tells: %2", escaped(baseName(files.front())), first);
}

/// Of what could not be found out.
void addUnchecked(std::string_view kind, Sentence text, std::vector<PossibleCause>& causes) {
    causes.insert(causes.begin(), {CauseState::Incomparable, std::string(kind), std::move(text), {}, {}, {}, {}, {}});
}

void addUncheckedSentences(SessionVerdict& made) {
    for (const PossibleCause& cause : made.causes)
        if (isNotChecked(cause.kind)) made.sentences.push_back({cause.state, cause.title, cause.address});
}

/// An error that leaves nothing to tell but itself.
std::shared_ptr<const SessionVerdict> unchecked(const Error& error) {
    auto made = std::make_shared<SessionVerdict>();
    addUnchecked(kNotChecked, Sentence::of("the session could not be checked: %1", error.message), made->causes);
    addUncheckedSentences(*made);
    return made;
}

/// Their outputs, as far as those could be compared; the reason where they could not.
Result<std::string> addOutcomes(const session::Session& session, SessionVerdict& made, const JobContext& job) {
    const auto compared = outcomes(session, job);
    if (compared.cancelled()) return compared.failure();
    if (compared)
        made.methods = **compared;
    else
        for (const session::Method& method : session.methods()) made.methods.push_back(OutcomeMaker(method.name).finish());
    return compared ? std::string() : compared.error().message;
}

Result<void> addUnknownRuns(const session::Session& session, SessionVerdict& made, const JobContext& job) {
    const auto runs = compare::runs(session, job);
    if (runs.cancelled()) return runs.failure();
    if (!runs) return {};
    made.ambiguousRuns = static_cast<std::size_t>(std::ranges::count_if(**runs, [](const join::SessionRun& run) {
        return run.attribution.state == join::MethodState::Ambiguous && !run.attribution.method;
    }));
    if (!session.methods().empty()) return {};
    const profile::RunSets sets = profile::runSets(**runs);
    for (std::size_t r = 0; r < (*runs)->size(); ++r) {
        const profile::RunSet& set = sets.sets[sets.setOfRun[r]];
        if (set.number > 0) made.unknownRuns.push_back({(**runs)[r].index, set.title()});
    }
    return {};
}

Result<std::shared_ptr<const SessionVerdict>> make(const session::Session& session, const JobContext& job) {
    const Look look(session);
    auto made = std::make_shared<SessionVerdict>();
    const auto notCompared = addOutcomes(session, *made, job);
    if (!notCompared) return notCompared.failure();
    if (const auto added = addUnknownRuns(session, *made, job); !added) return added.failure();
    for (const MethodOutcome& outcome : made->methods) {
        made->outputs.match += outcome.outputs.match, made->outputs.differ += outcome.outputs.differ;
        made->outputs.incomparable += outcome.outputs.incomparable, made->outputs.missing += outcome.outputs.missing;
    }
    for (join::Join& one : join::joins(session, job)) made->joins.push_back(outcomeOf(session, std::move(one)));
    made->unjoined = unjoinedFiles(session, made->joins);
    if (const auto constants = join::constants(session, job)) {
        made->differentConstants = (*constants)->different.size();
        made->constants = (*constants)->constants.found() + (*constants)->inside.found() + made->differentConstants;
        for (JoinOutcome& one : made->joins)
            if (!one.join.differences.empty()) nameConstant(session, one.join.differences.front().name, one, job);
    } else if (constants.cancelled())
        return constants.failure();
    if (const auto done = addCulprits(session, *made, job); !done) return done.failure();
    std::ranges::stable_sort(made->methods, std::greater(), severity);
    if (auto conflicts = compare::sourceConflicts(session, job))
        made->conflicts = *std::move(conflicts);
    else if (conflicts.cancelled())
        return conflicts.failure();
    // Files against what the runs of a foreign dump logged: it was not they that logged it.
    const auto isForeign = [](const MethodOutcome& one) { return one.culprit && one.culprit->foreignDump; };
    if (std::ranges::any_of(made->methods, isForeign))
        std::erase_if(made->conflicts, [](const auto& one) { return !one.reference; });
    auto causes = possibleCauses(session, made->methods, made->joins, made->conflicts, job);
    if (!causes) return causes.failure();
    made->causes = *std::move(causes);
    if (const auto done = addConsistency(session, made->causes, job); !done) return done.failure();
    if (made->ambiguousRuns > 0)
        made->causes.push_back({CauseState::Missing,
                                "runs-ambiguous",
                                Sentence::of("which method %1 {1:run|runs} executed is not told", made->ambiguousRuns),
                                {},
                                {},
                                {},
                                {},
                                Sentence::of("say it: --run-method RUN=METHOD")});
    if (!notCompared->empty())
        addUnchecked(kNotCompared, Sentence::of("outputs could not be compared: %1", *notCompared), made->causes);
    made->unreadable = hasUnreadable(session);
    made->state = stateOf(*made);
    addMethodSentences(*made, made->sentences);
    if (const auto done = addConversation(session, *made, job); !done) return done.failure();
    addConflictSentences(*made, made->sentences);
    addJoinSentences(*made, made->sentences);
    const auto differs = [](const Statement& one) { return one.state == CauseState::Differs; };
    if (std::ranges::none_of(made->sentences, differs))
        made->sentences.insert(made->sentences.begin(), quietSentence(session, *made));
    else  // what differs goes first
        std::stable_sort(made->sentences.begin(), made->sentences.end(),
                         [](const Statement& a, const Statement& b) { return a.state < b.state; });
    if (const auto& part = session.options().part; part != nullptr) doubt(part->doubtful, *made);
    addUncheckedSentences(*made);
    if (look.leftOut())
        made->sentences.push_back(
            {CauseState::Missing,
             Sentence::of("Not all was computed: some of it takes more than a look at the files may; the gap computes it"),
             {}});
    return made;
}

}  // namespace

const PossibleCause* answeredCause(const SessionVerdict& verdict) noexcept {
    const auto differs = [](const PossibleCause& cause) { return cause.state == CauseState::Differs; };
    const auto ofFirst = [&](const PossibleCause& cause) {
        const causes::Culprit* culprit = differs(cause) ? culpritOf(verdict, cause) : nullptr;
        return culprit != nullptr && culprit->cause != causes::Cause::Unknown;
    };
    auto found = std::ranges::find_if(verdict.causes, ofFirst);
    if (found == verdict.causes.end()) found = std::ranges::find_if(verdict.causes, differs);
    return verdict.state == Verdict::Differ && found != verdict.causes.end() ? &*found : nullptr;
}

const causes::Culprit* culpritOf(const SessionVerdict& verdict, const PossibleCause& cause) noexcept {
    const auto outcome = std::ranges::find(verdict.methods, cause.method, &MethodOutcome::method);
    if (outcome == verdict.methods.end() || !outcome->culprit) return nullptr;
    return outcome->culprit->sentence == cause.title ? &*outcome->culprit : nullptr;
}

bool SessionVerdict::joinsFit() const noexcept {
    return !joins.empty() && std::ranges::all_of(joins, [](const JoinOutcome& one) { return one.state == Verdict::Match; });
}

std::string_view verdictName(Verdict verdict) noexcept {
    static constexpr EnumTable<Verdict::Differ> kNames({"match", "unknown", "differ"});
    return kNames[verdict];
}

Result<std::shared_ptr<const std::vector<MethodOutcome>>> outcomes(const session::Session& session, const JobContext& job) {
    return session.store().get<std::vector<MethodOutcome>>("", job, [&] { return compareAll(session, job); });
}

Result<std::shared_ptr<const SessionVerdict>> verdict(const session::Session& session, const JobContext& job) {
    auto made = session.store().get<SessionVerdict>("", job, [&] { return withinMemory([&] { return make(session, job); }); });
    if (!made && !made.cancelled()) return unchecked(made.error());
    return made;
}

}  // namespace etscope::findings
