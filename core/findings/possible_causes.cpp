#include "findings/possible_causes.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/base_name.h"
#include "base/enum_table.h"
#include "base/lists.h"
#include "base/number_text.h"
#include "compare/output_likeness.h"
#include "compare/tensor_list.h"
#include "findings/advisories.h"
#include "findings/consistency_rows.h"
#include "findings/lint_rules.h"
#include "findings/lost_values.h"
#include "findings/not_checked.h"
#include "findings/overview.h"
#include "findings/program_lint.h"
#include "findings/verdict.h"
#include "inventory/delegate_borders.h"
#include "inventory/metadata.h"
#include "join/constants.h"
#include "join/source_lines.h"
#include "session/damage.h"

namespace etscope::findings {
namespace {

using causes::Cause;

/// What a person can do about each cause.
struct Advice {
    Cause cause;
    const char* action;
};
constexpr std::array kAdvice{
    Advice{
        Cause::Kernel,
        Sentence::phrase("use another kernel, or save this call as a repro (Extract call…) and file it with the kernel's owner")},
    Advice{Cause::Delegate, Sentence::phrase("run the call without the delegate, or report it to the backend with its inputs")},
    Advice{Cause::Constant, Sentence::phrase("export the program again, or find what changed it")},
    Advice{Cause::Lowering, Sentence::phrase("look at the pass that made this operator; keep it out of the lowering")},
    Advice{Cause::Precision,
           Sentence::phrase("keep this operator in f32, or judge its outputs with the tolerance of the shorter type")},
    Advice{Cause::Quantisation, Sentence::phrase("leave the operator out of the quantisation, or calibrate with data like this")},
    Advice{Cause::Layout, Sentence::phrase("feed the input with its axes as the method was exported with")},
    Advice{Cause::Input, Sentence::phrase("feed the input as the case has it")},
    Advice{Cause::State, Sentence::phrase("reset the method's state before the first case, and run the cases in order")},
    Advice{Cause::Pairing, Sentence::phrase("name the pairs, or run the cases in their order")},
    Advice{Cause::OtherReference, Sentence::phrase("make the reference outputs again with the model that was exported")},
    Advice{Cause::Unknown, Sentence::phrase("open the files of one export and of one run")},
};

Sentence adviceOf(Cause cause) {
    const auto found = std::ranges::find(kAdvice, cause, &Advice::cause);
    return found == kAdvice.end() ? Sentence() : Sentence::of(found->action);
}

std::string addressOf(session::Entity::Kind kind, std::string_view name) { return session::Entity::named(kind, name).text(); }

constexpr std::string_view kBorder = "lint-delegate-border";

/// Runs that one cause names.
constexpr std::size_t kMostRuns = 8;

class CauseList {
public:
    CauseList(const session::Session& session, const JobContext& job) : m_session(session), m_job(job) {}

    /// What is at fault in the runs of a method, each once.
    Result<void> addCulprits(const MethodOutcome& outcome) {
        const auto judged = causes::methodCulprits({m_session, outcome.method}, m_job);
        if (judged.cancelled()) return judged.failure();
        if (!judged) {
            add(CauseState::Incomparable, std::string(kNotJudged),
                Sentence::of("the calls of %1 could not be judged: %2", outcome.method, judged.error().message), {}, outcome.method,
                outcome.method, Sentence::of("see Problems for what could not be read"));
            return {};
        }
        struct Told {
            causes::Culprit culprit;
            std::vector<std::size_t> runs;
        };
        std::vector<Told> told;
        for (const causes::RunCulprits& run : (*judged)->runs)
            for (const causes::Culprit& culprit : run.culprits) {
                const auto same = std::ranges::find_if(told, [&](const Told& one) {
                    return one.culprit.cause == culprit.cause && one.culprit.instruction == culprit.instruction &&
                           one.culprit.constant == culprit.constant && one.culprit.argument == culprit.argument;
                });
                if (same == told.end())
                    told.push_back({culprit, {run.run}});
                else
                    same->runs.push_back(run.run);
            }
        for (const causes::Culprit& culprit : (*judged)->ofProgram) told.push_back({culprit, {}});
        std::ranges::stable_sort(told, {}, [](const Told& one) { return causes::inferred(one.culprit); });
        const std::size_t before = m_causes.size();
        // Runs that were fed with another case than their order says: why outputs differ, where nothing else is found.
        const bool swapped = outcome.outputs.differ > 0 &&
                             std::ranges::all_of(told, [](const Told& one) { return one.culprit.cause == Cause::Pairing; });
        for (const Told& one : told) {
            if (m_job.cancelled()) return cancelledFailure();
            if (one.culprit.foreignDump && !m_foreignDumps.insert(*one.culprit.foreignDump).second) continue;
            const bool doubtful = one.culprit.cause == Cause::Pairing && !swapped;
            if (auto added =
                    addCulprit(outcome.method, one.culprit, one.runs, doubtful ? CauseState::Doubtful : CauseState::Differs);
                !added)
                return added;
        }
        if ((*judged)->left > 0) addLeft(outcome, **judged);
        if (outcome.worst != compare::PairState::Differ || outcome.note.empty()) return {};
        if (m_causes.size() > before) m_causes[before].evidence.push_back(Sentence::of("the worst output: %1", outcome.note));
        return {};
    }

    void addConflict(const compare::SourceConflict& one) {
        add(CauseState::Differs, one.reference ? "reference" : "runner", one.text, {}, one.method, one.method,
            one.reference
                ? Sentence::of("find out which of them are of the model that was exported")
                : Sentence::of("take the outputs of the run that was logged; see when the runner writes its output files"));
    }

    /// Outputs differ, and nothing tells why.
    void addUnexplained(const MethodOutcome& outcome) {
        add(CauseState::Incomparable, "no-cause", Sentence::of("%1: no cause was found why its outputs differ", outcome.method),
            {lookedAtText(outcome)}, outcome.worstOutput.text(), outcome.method,
            Sentence::of("open the record, the program, the bundle that fed the run, and a dump with debug values"));
    }

    /// Values that the method's delegates and its plan state differently. They answer why outputs differ where nothing else does.
    /// True where there are any.
    Result<bool> addBorders(const MethodOutcome& outcome, bool answers) {
        const auto borders = inventory::delegateBorders(m_session, m_job);
        if (!borders) return borders.failure();
        bool any = false;
        for (const inventory::BorderRow& row : **borders) {
            if (row.method != outcome.method || row.state != inventory::BorderState::Differs) continue;
            any = true;
            const LintRule* rule = lintRule(kBorder);
            add(answers ? CauseState::Differs : CauseState::Warning, std::string(kBorder),
                Sentence::of("delegate %1 of %2: %3", row.delegate, row.method, row.text()),
                {Sentence::of("called by instruction %1", row.instruction)},
                session::Entity::ofInstruction(row.method, row.instruction).text(), row.method,
                rule != nullptr ? Sentence::of(rule->hint) : Sentence());
        }
        return any;
    }

    /// Values that the plan writes over before they are read: why outputs differ, where nothing that was computed tells. True where
    /// there are any.
    bool addLost(const MethodOutcome& outcome) {
        constexpr std::size_t kMostLost = 4;
        const program::ExecutionPlan* plan = m_session.plan(outcome.method);
        if (plan == nullptr || plan->damaged) return false;
        auto lost = lostValues(*plan);
        // Calls that were all judged, each on what it read, have shown every value that was lost to one of them.
        if (outcome.right > 0 && outcome.open == 0) std::erase_if(lost, [](const LostValue& one) { return !one.output; });
        const bool jumps = std::ranges::any_of(plan->mainInstructions(), [](const program::Instruction& one) {
            return std::holds_alternative<program::JumpFalseCall>(one);  // the run may have gone another way
        });
        for (std::size_t i = 0; i < std::min(lost.size(), kMostLost); ++i)
            add(jumps ? CauseState::Doubtful : CauseState::Differs, std::string(causes::causeName(Cause::Lowering)),
                Sentence::of("instruction %1 writes over %2 before %3: the plan puts both into the same memory", lost[i].overwriter,
                             tensorText(*plan, lost[i].value), lost[i].readText()),
                {}, session::Entity::ofInstruction(outcome.method, lost[i].overwriter).text(), outcome.method,
                adviceOf(Cause::Lowering));
        return !lost.empty() && !jumps;
    }

    /// Known bugs that the method shows: they may be why its outputs differ, where nothing else tells.
    Result<void> addKnownBugs(const MethodOutcome& outcome) {
        const auto matches = staticAdvisories(m_session, m_job);
        if (!matches) return matches.failure();
        std::set<const Advisory*> told;
        for (const AdvisoryMatch& match : **matches)
            if (match.method == outcome.method && told.insert(match.advisory).second)
                add(CauseState::Doubtful, "lint-known-bug", match.advisory->text(), {match.proof, match.advisory->effectText()},
                    match.address(), match.method, match.advisory->remedy());
        return {};
    }

    /// What the outputs that differ are of their references, as far as statistics tell.
    Result<void> addLikeness(const MethodOutcome& outcome) {
        const auto outputs = compare::outputLikeness(m_session, outcome.method, m_job);
        if (outputs.cancelled()) return outputs.failure();
        for (const compare::OutputLikeness& one : outputs ? *outputs : std::vector<compare::OutputLikeness>())
            if (auto text = one.text())
                add(CauseState::Doubtful, "likeness", *std::move(text), {},
                    session::Entity::ofOutput(outcome.method, one.column, one.output).text(), outcome.method, one.advice());
        return {};
    }

    /// What would tell more of outputs that nothing explains.
    void addBundle(const MethodOutcome& outcome) {
        if (std::ranges::any_of(m_session.files(), [](const session::SessionFile& file) { return file.bundle != nullptr; })) return;
        add(CauseState::Missing, std::string(kBundleAbsent),
            Sentence::of("%1: the bundled program (.bpte) is missing", outcome.method),
            {Sentence::of("it says what each case is fed with and what it should give")}, outcome.method, outcome.method,
            Sentence::of("add the bundled program (.bpte) that fed the runs"));
    }

    void addOutputs(const MethodOutcome& outcome) {
        if (outcome.outputs.incomparable == 0) return;
        const bool type = outcome.worst == compare::PairState::TypeMismatch,
                   shape = outcome.worst == compare::PairState::ShapeMismatch;
        add(CauseState::Incomparable,
            type    ? "type"
            : shape ? "shape"
                    : "values",
            Sentence::of("%1: %2 {2:output|outputs} could not be compared", outcome.method, outcome.outputs.incomparable),
            outcome.note.empty() ? std::vector<Sentence>() : std::vector<Sentence>{outcome.note}, outcome.worstOutput.text(),
            outcome.method,
            type              ? Sentence::of("look for a cast in this case")
            : shape           ? Sentence::of("see which case the run was fed with")
            : outcome.removed ? Sentence::of("open the record that this one was made of")
                              : Sentence::of("open the whole debug buffer of this run"));
    }

    void addJoin(const JoinOutcome& one) {
        const std::string address = addressOf(session::Entity::Kind::File, one.files[0]);
        if (one.join.state == join::JoinState::Mismatched)
            add(CauseState::Differs, "export", Sentence::of("%1 and %2 do not belong together", one.files[0], one.files[1]),
                one.join.evidence, address, {}, Sentence::of("open the files of one export"));
        else if (one.ambiguous && !(one.join.toFile && m_foreignDumps.contains(*one.join.toFile)))
            add(CauseState::Doubtful, "export", Sentence::of("%1 and %2 were taken to belong together", one.files[0], one.files[1]),
                one.join.evidence, address, {}, Sentence::of("confirm the pair, or open the files that belong to it"));
        for (const join::Difference& difference : one.join.differences) addConstant(one, difference);
    }

    /// Of metadata and of what the runner calls.
    void addContracts() {
        std::vector<LintFinding> contracts;
        for (const program::MetadataFinding& finding : inventory::metadata(m_session)->findings)
            contracts.push_back({finding.severity, finding.code, finding.key, finding.message, {}});
        lintContracts(m_session, contracts, m_job);
        for (const LintFinding& finding : contracts) {
            if (finding.severity == Severity::Note) continue;
            const LintRule* rule = lintRule(finding.code);
            Sentence action = finding.suggestion.empty() && rule != nullptr ? Sentence::of(rule->hint) : finding.suggestion;
            const auto methods = m_session.methods();
            const bool method = std::ranges::any_of(methods, [&](const auto& one) { return one.name == finding.where; });
            add(CauseState::Warning, "metadata", finding.message, {finding.code},
                method ? finding.where : addressOf(session::Entity::Kind::Metadata, finding.where),
                method ? finding.where : std::string(), std::move(action));
        }
    }

    /// Errors of the session, each kind of a place once, but for those of files that are said to be damaged.
    void addDamage() {
        const auto told = [&](const Diagnostic& one) {
            return std::ranges::any_of(m_session.files(), [&](const session::SessionFile& file) {
                return session::isDamaged(file) && one.where.starts_with(baseName(file.path));
            });
        };
        const Diagnostics seen = m_session.diagnostics();
        for (const Diagnostic& one : seen.items())
            if (one.severity == Severity::Error && !told(one))
                add(CauseState::Incomparable, "file", one.where + ": " + one.message, {one.code},
                    addressOf(session::Entity::Kind::Problem, one.code + "@" + one.where), {},
                    Sentence::of("see Problems; copy the file again, or export it again"));
    }

    /// Ways of computing a method that must agree, and do not.
    Result<void> addConsistency() {
        const auto found = consistencies(m_session, m_job);
        if (!found) return found.failure();
        for (const consistency::MethodConsistency& one : **found)
            for (const consistency::CheckResult& check : one.checks)
                if (check.state == consistency::State::Disagree) addInconsistent(one, check);
        return {};
    }

    void addGaps() {
        for (const Finding& finding : findings::findings(m_session)) {
            const bool damaged = finding.state == FindingState::Damaged;
            const LintRule* rule = finding.action.empty() ? lintRule(finding.code) : nullptr;
            add(damaged                                   ? CauseState::Incomparable
                : finding.state == FindingState::Doubtful ? CauseState::Doubtful
                                                          : CauseState::Missing,
                finding.code, finding.title, {finding.detail}, {}, {}, rule != nullptr ? Sentence::of(rule->hint) : finding.action);
        }
    }

    std::vector<PossibleCause> finish() && {
        std::ranges::stable_sort(m_causes, {}, &PossibleCause::state);
        return std::move(m_causes);
    }

private:
    void add(CauseState state, std::string kind, Sentence title, std::vector<Sentence> evidence, std::string address,
             std::string method, Sentence action) {
        m_causes.push_back({state,
                            std::move(kind),
                            std::move(title),
                            std::move(evidence),
                            std::move(address),
                            std::move(method),
                            {},
                            std::move(action)});
    }

    void addInconsistent(const consistency::MethodConsistency& method, const consistency::CheckResult& check) {
        PossibleCause cause;
        cause.state = CauseState::Warning;
        cause.kind = "consistency";
        cause.method = method.method;
        cause.address = method.method;
        cause.title = Sentence::of("%1 does not agree with itself: %2, and %3", method.method, check.left, check.right);
        cause.evidence.push_back(Sentence::of("they differ by %1, rounding may do %2", printed("%.3g", check.difference),
                                              printed("%.3g", check.envelope)));
        if (check.blame) {
            const consistency::Place& first = check.blame->first;
            cause.address = method.method + "/" + method.stage.text() + "/" + first.node;
            cause.source = first.source.substr(first.source.find_last_of('/') + 1);
            cause.evidence.push_back(Sentence::of("the first node that differs is %1 (%2)", first.node, first.target));
        }
        cause.action = Sentence::of("look at that line of the model; no reference shows it, which computes the same");
        m_causes.push_back(std::move(cause));
    }

    void addLeft(const MethodOutcome& outcome, const causes::MethodCulprits& judged) {
        const std::size_t all = judged.left + judged.runs.size();
        add(CauseState::Missing, "runs-not-judged",
            Sentence::of("the calls of %1 of %2 runs of %3 were not judged", judged.left, all, outcome.method),
            {Sentence::of("at most %1 runs of a method are, those whose outputs are not the expected ones first",
                          causes::kMostJudgedRuns)},
            outcome.method, outcome.method, Sentence::of("open a dump of fewer runs"));
    }

    Result<void> addCulprit(const std::string& method, const causes::Culprit& culprit, const std::vector<std::size_t>& runs,
                            CauseState state) {
        PossibleCause cause;
        cause.state = state;
        cause.kind = causes::causeName(culprit.cause);
        cause.title = culprit.sentence;
        cause.method = method;
        if (culprit.instruction)
            cause.address = session::Entity::ofInstruction(method, *culprit.instruction).text();
        else if (!culprit.nodes.empty())
            cause.address = session::Entity::ofNode(method, graph::StageId::edge(), culprit.nodes.front()).text();
        else
            cause.address = method;
        if (!runs.empty())
            cause.evidence.push_back(runs.size() == 1 ? Sentence::of("in run %1", runs.front())
                                                      : Sentence::of("in runs %1", firstOf(runs, kMostRuns)));
        if (!culprit.nodes.empty()) {
            cause.evidence.push_back(Sentence::of("operator %1 of the edge graph", culprit.nodes.front()));
            cause.source = sourceOf(method, culprit.nodes.front());
        }
        // Axes that the program was given, not those of what it was fed with.
        const bool argument = culprit.cause == Cause::Layout && !culprit.argument.empty();
        cause.action = culprit.action.empty() ? adviceOf(argument ? Cause::Constant : culprit.cause) : culprit.action;
        const auto known = advisoryOf({m_session, method}, culprit, m_job);
        if (!known) return known.failure();
        if (*known != nullptr) {
            // A delegate that shows one may be wrong for another reason.
            const bool proven = (*known)->when.site != AdvisorySite::Delegated || culprit.cause == Cause::Lowering;
            cause.evidence.push_back((*known)->text());
            if (proven) cause.action = (*known)->remedy();
        }
        if (culprit.constant) m_constants.push_back(*culprit.constant);
        m_causes.push_back(std::move(cause));
        return {};
    }

    /// One that no culprit has told of.
    void addConstant(const JoinOutcome& one, const join::Difference& difference) {
        if (std::ranges::find(m_constants, difference.name) != m_constants.end()) return;
        const auto list = compare::tensorList(m_session, m_job);
        const auto tensor = list ? (*list)->weight(difference.name) : std::nullopt;
        add(CauseState::Differs, "constant", Sentence::of("constant %1", difference.text()),
            {Sentence::of("%1 against %2", one.files[0], one.files[1])}, tensor ? tensor->text() : std::string(), {},
            adviceOf(Cause::Constant));
    }

    std::string sourceOf(const std::string& method, const std::string& node) const {
        const auto frame = join::ownLine({m_session, method}, graph::StageId::edge(), node, m_job);
        return frame ? std::string(baseName(frame->file)) + ":" + std::to_string(frame->line) : std::string();
    }

    const session::Session& m_session;
    const JobContext& m_job;
    std::vector<PossibleCause> m_causes;
    std::vector<std::string> m_constants;  ///< told by culprits
    std::set<unsigned> m_foreignDumps;     ///< the same
};

}  // namespace

bool isExplained(const MethodOutcome& outcome, const std::vector<JoinOutcome>& joins,
                 const std::vector<compare::SourceConflict>& conflicts) {
    const auto contradicts = [](const JoinOutcome& one) { return one.state == Verdict::Differ; };
    const auto ofMethod = [&](const compare::SourceConflict& one) { return one.method == outcome.method; };
    return outcome.culprit || std::ranges::any_of(joins, contradicts) || std::ranges::any_of(conflicts, ofMethod);
}

namespace {

/// Outputs that are wrong by something between the calls of a run, which nothing names.
bool isOpen(const MethodOutcome& outcome) {
    const auto& culprit = outcome.culprit;
    return outcome.outputs.differ > 0 && culprit && culprit->cause == causes::Cause::Unknown && !culprit->foreignDump &&
           !culprit->stopped;
}

}  // namespace

Sentence lookedAtText(const MethodOutcome& outcome) {
    const std::size_t judged = outcome.right + outcome.wrong;
    if (judged == 0) return Sentence::of("no call of a run could be looked at");
    return Sentence::of("none of %1 {1:call|calls} that could be looked at is wrong, %2 could not be", judged, outcome.open);
}

std::string_view causeStateName(CauseState state) noexcept {
    static constexpr EnumTable<CauseState::Matches> kNames({"differ", "incomparable", "warning", "doubtful", "missing", "match"});
    return kNames[state];
}

Result<std::vector<PossibleCause>> possibleCauses(const session::Session& session, const std::vector<MethodOutcome>& methods,
                                                  const std::vector<JoinOutcome>& joins,
                                                  const std::vector<compare::SourceConflict>& conflicts, const JobContext& job) {
    CauseList list(session, job);
    for (const MethodOutcome& outcome : methods) {
        if (isOpen(outcome)) list.addLost(outcome);
        if (const auto done = list.addCulprits(outcome); !done) return done.failure();
        list.addOutputs(outcome);
        const bool unexplained = outcome.outputs.differ > 0 && !isExplained(outcome, joins, conflicts);
        const auto border = list.addBorders(outcome, unexplained);
        if (!border) return border.failure();
        if (!unexplained || *border || list.addLost(outcome)) continue;
        list.addUnexplained(outcome);
        if (const auto known = list.addKnownBugs(outcome); !known) return known.failure();
        if (const auto alike = list.addLikeness(outcome); !alike) return alike.failure();
        list.addBundle(outcome);
    }
    for (const compare::SourceConflict& one : conflicts) list.addConflict(one);
    for (const JoinOutcome& one : joins) list.addJoin(one);
    list.addContracts();
    list.addDamage();
    if (const auto asked = list.addConsistency(); !asked) return asked.failure();
    list.addGaps();
    return std::move(list).finish();
}

}  // namespace etscope::findings
