#include "findings/answers.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/enum_table.h"
#include "base/escaped.h"
#include "compare/diff.h"
#include "findings/conversation_rows.h"
#include "findings/cost_answer.h"
#include "findings/lint.h"
#include "findings/not_checked.h"
#include "findings/undelegated.h"
#include "findings/verdict.h"
#include "join/call_titles.h"

namespace etscope::findings {
namespace {

using session::Session;

/// One without more than that.
Answer shortAnswer(Question question, std::optional<CauseState> state, Sentence status, Sentence text, Lead next = {}) {
    return {.question = question,
            .state = state,
            .status = std::move(status),
            .text = std::move(text),
            .more = {},
            .evidence = {},
            .next = std::move(next)};
}

Answer notFound(Question question, const Error& error) {
    return shortAnswer(question, CauseState::Incomparable, Sentence::of("not checked"),
                       Sentence::of("This could not be found out: %1", error.message));
}

// Verdict

/// "1 cause, 5 cases".
Sentence faultStatus(std::size_t causes, std::size_t cases) {
    if (causes == 0) return Sentence::of("no cause found");
    const Sentence named = Sentence::of("%1 {1:cause|causes}", causes);
    return cases == 0 ? named : Sentence::list({named, Sentence::of("%1 {1:case|cases}", cases)}, ", ");
}

/// The record's tensor of the constant that is at fault; empty: none is, or it is not known.
std::string weightOf(const SessionVerdict& verdict, const causes::Culprit* culprit) {
    if (culprit == nullptr || culprit->cause != causes::Cause::Constant || !culprit->constant) return {};
    const auto join = std::ranges::find(verdict.joins, *culprit->constant, &JoinOutcome::constant);
    return join != verdict.joins.end() && join->constantTensor.valid() ? join->constantTensor.text() : std::string();
}

/// `compared`: there is a record, so that operators are held against it.
Answer faultAnswer(const SessionVerdict& verdict, bool compared) {
    const auto differs = [](const PossibleCause& cause) { return cause.state == CauseState::Differs; };
    const PossibleCause* cause = answeredCause(verdict);
    std::size_t cases = 0;
    for (const MethodOutcome& outcome : verdict.methods) cases += outcome.differing.size();
    const Statement& first = verdict.sentences.front();
    Answer made{.question = Question::Verdict,
                .state = CauseState::Differs,
                .status = faultStatus(static_cast<std::size_t>(std::ranges::count_if(verdict.causes, differs)), cases),
                .text = first.text,
                .more = {},
                .address = first.address,
                .evidence = {},
                .next = {Target::Summary, Sentence::of("Show the causes"), first.address}};
    if (!verdict.methods.empty() && verdict.methods.front().worstOutput.valid()) {
        const std::string worst = verdict.methods.front().worstOutput.text();
        made.evidence = {Target::Outputs, Sentence::of("Compare outputs"), worst};
        made.next = {Target::Outputs, Sentence::of("Show the outputs"), worst};
    }
    if (cause == nullptr) return made;
    made.text = cause->title, made.address = cause->address, made.source = cause->source, made.cause = cause->kind;
    if (cases > 0) made.more = first.text;
    const causes::Culprit* culprit = culpritOf(verdict, *cause);
    if (const std::string weight = weightOf(verdict, culprit); !weight.empty())
        made.next = {Target::Weights, Sentence::of("Show the weight"), weight};
    else if (cause->kind == causes::causeName(causes::Cause::Quantisation))
        made.next = {Target::Quantisation, Sentence::of("Show the quantisation"), {}};
    else if (culprit != nullptr && !culprit->nodes.empty() && causes::isOfCall(*culprit))
        made.next = {compared ? Target::Operators : Target::Graph, Sentence::of("Show the operator"), cause->address};
    else if (cause->kind == "constant")
        made.next = {Target::Weights, Sentence::of("Show the weight"), cause->address};
    else if (cases == 0 && culprit != nullptr && culprit->instruction)
        made.next = {Target::Graph, Sentence::of("Show the instruction"), cause->address};
    return made;
}

Sentence openStatus(const SessionVerdict& verdict) {
    return verdict.outputs.match > 0 ? Sentence::of("not all compared") : Sentence::of("nothing compared");
}

/// What there is to compare: a run of the program that is there, else files.
Lead toCompare(const Session& session) {
    const bool ran = std::ranges::any_of(session.files(), [](const auto& file) { return file.dump != nullptr; });
    return session.programFile() != nullptr && !ran ? Lead{Target::Run, Sentence::of("Run…"), {}}
                                                    : Lead{Target::AddFiles, Sentence::of("Add files…"), {}};
}

Result<Answer> verdictAnswer(const Session& session, const AnswerOptions& /*options*/, const JobContext& job) {
    const auto verdict = findings::verdict(session, job);
    if (!verdict) return verdict.failure();
    if ((*verdict)->state == Verdict::Differ) return faultAnswer(**verdict, session.recordFile() != nullptr);
    const bool match = (*verdict)->state == Verdict::Match;
    const Statement& first = (*verdict)->sentences.front();
    Answer made{.question = Question::Verdict,
                .state = match ? CauseState::Matches : first.state,
                .status = match ? Sentence::of("no fault found") : openStatus(**verdict),
                .text = first.text,
                .more = {},
                .address = first.address,
                .evidence = {Target::Files, Sentence::of("How the files fit"), {}},
                .next = match ? Lead{Target::Time, Sentence::of("Show cost"), {}} : toCompare(session)};
    if ((*verdict)->sentences.size() > 1) made.more = (*verdict)->sentences[1].text;
    const auto damage = std::ranges::find((*verdict)->causes, kFileDamaged, &PossibleCause::kind);
    if (match || damage == (*verdict)->causes.end()) return made;
    const auto files = std::ranges::count((*verdict)->causes, kFileDamaged, &PossibleCause::kind);
    made.state = damage->state, made.cause = damage->kind, made.text = damage->title;
    if (!damage->evidence.empty()) made.text = Sentence::list({made.text, damage->evidence.front()}, ": ");
    made.status = Sentence::of("%1 {1:file|files} damaged", files);
    made.more = first.text;
    made.evidence = {Target::Problems, Sentence::of("Show the problems"), {}};
    made.next.title = Sentence::of("Choose another copy…");
    return made;
}

// Model

/// What the programs run; without one, what the record's methods are.
Sentence madeOf(const Session& session) {
    std::size_t calls = 0, operators = 0;
    std::set<std::string> backends;
    for (const session::Method& method : session.methods()) {
        const program::ExecutionPlan* plan = session.plan(method.name);
        if (plan == nullptr || plan->damaged) continue;
        for (const program::Delegate& delegate : plan->delegates) backends.insert(escaped(join::shortBackendName(delegate.id)));
        for (const program::Chain& chain : plan->chains)
            for (const program::Instruction& instruction : chain.instructions)
                calls += std::holds_alternative<program::DelegateCall>(instruction) ? 1U : 0U;
        operators += operatorCalls(*plan);
    }
    const Sentence methods = Sentence::of("%1 {1:method|methods}", session.methods().size());
    if (calls + operators == 0) return methods;
    std::vector<Sentence> names;
    for (const std::string& backend : backends) names.emplace_back(backend);
    return calls == 0 ? Sentence::of("%1: %2 {2:operator|operators}, no delegate", methods, operators)
                      : Sentence::of("%1: %2 delegate {2:call|calls} (%3) and %4 {4:operator|operators} on the CPU", methods, calls,
                                     Sentence::list(std::move(names), ", "), operators);
}

Result<Answer> modelAnswer(const Session& session, const AnswerOptions& /*options*/, const JobContext& job) {
    const auto findings = lint(session, job);
    if (!findings) return findings.failure();
    std::map<Severity, std::size_t> counts;
    for (const LintFinding& finding : *findings) ++counts[finding.severity];
    const std::size_t errors = counts[Severity::Error], warnings = counts[Severity::Warning];
    if (session.methods().empty())
        return shortAnswer(Question::Model, CauseState::Missing, Sentence::of("no model"),
                           Sentence::of("None of the files holds a method"), {Target::AddFiles, Sentence::of("Add files…"), {}});
    Answer made{.question = Question::Model,
                .state = errors > 0     ? CauseState::Differs
                         : warnings > 0 ? CauseState::Warning
                                        : CauseState::Matches,
                .status = errors > 0     ? Sentence::of("%1 {1:error|errors}", errors)
                          : warnings > 0 ? Sentence::of("%1 {1:warning|warnings}", warnings)
                                         : Sentence::of("no warnings"),
                .text = {},
                .more = madeOf(session),
                .evidence = {Target::Checks, Sentence::of("Export checks"), {}},
                .next = {Target::Graph, Sentence::of("Show the graph"), {}}};
    const Severity worst = errors > 0 ? Severity::Error : Severity::Warning;
    const auto first = std::ranges::find(*findings, worst, &LintFinding::severity);
    const auto isDamaged = [](const session::SessionFile& file) {
        return (file.program != nullptr || file.record != nullptr) && (file.damage || file.error);
    };
    if (first == findings->end() && std::ranges::any_of(session.files(), isDamaged)) {
        made.state = CauseState::Missing, made.status = Sentence::of("not all readable");
        made.text = Sentence::of("No export check objects to what can be read of the damaged files");
        return made;
    }
    if (first == findings->end()) {
        made.text = Sentence::of("No export check objects");
        return made;
    }
    made.text = Sentence::of("%1: %2", escaped(first->where), first->message);
    if (errors + warnings > 1) made.text += Sentence::of(" (and %1 more {1:finding|findings})", errors + warnings - 1);
    made.next = {Target::Checks, Sentence::of("Show the checks"), {}}, made.evidence = {};
    return made;
}

// Correctness

Sentence outputsText(const OutputCounts& counts) {
    if (counts.differ > 0) return Sentence::of("%1 of %2 {2:output|outputs} {1:differs|differ}", counts.differ, counts.all());
    if (counts.match == 0) return Sentence::of("No output was compared");
    return counts.match == counts.all() ? Sentence::of("%1 {1:output matches|outputs match}", counts.match)
                                        : Sentence::of("%1 of %2 {2:output matches|outputs match}", counts.match, counts.all());
}

/// The others of them.
Sentence restText(const OutputCounts& counts) {
    std::vector<Sentence> parts;
    if (counts.differ > 0 && counts.match > 0) parts.push_back(Sentence::of("%1 {1:matches|match}", counts.match));
    if (counts.incomparable > 0) parts.push_back(Sentence::of("%1 cannot be compared", counts.incomparable));
    if (counts.missing > 0) parts.push_back(Sentence::of("%1 {1:has|have} one side only", counts.missing));
    return Sentence::list(std::move(parts), ", ");
}

std::size_t wrongCalls(const std::vector<MethodOutcome>& methods) {
    std::size_t wrong = 0;
    for (const MethodOutcome& outcome : methods) wrong += outcome.wrong;
    return wrong;
}

/// "aten_mul_tensor_3 (models.py:252)" of the first call that is at fault; empty: none is.
Sentence wrongCall(const SessionVerdict& verdict) {
    for (const MethodOutcome& outcome : verdict.methods) {
        if (!outcome.culprit || !causes::isOfCall(*outcome.culprit) || outcome.culprit->nodes.empty()) continue;
        const std::string node = escaped(outcome.culprit->nodes.front());
        const auto cause = std::ranges::find_if(verdict.causes, [&](const PossibleCause& one) {
            return one.method == outcome.method && one.kind == causes::causeName(outcome.culprit->cause) && !one.source.empty();
        });
        return cause != verdict.causes.end() ? Sentence(node + " (" + escaped(cause->source) + ")") : Sentence(node);
    }
    return {};
}

Sentence callsText(const std::vector<MethodOutcome>& methods) {
    const std::size_t wrong = wrongCalls(methods);
    std::size_t right = 0, open = 0;
    for (const MethodOutcome& outcome : methods) right += outcome.right, open += outcome.open;
    std::vector<Sentence> parts;
    if (wrong > 0) parts.push_back(Sentence::of("%1 {1:call is|calls are} wrong", wrong));
    if (right > 0) parts.push_back(Sentence::of("%1 {1:call is|calls are} correct on what {1:it|they} read", right));
    if (open > 0) parts.push_back(Sentence::of("%1 could not be judged", open));
    return Sentence::list(std::move(parts), ", ");
}

/// Of the files whose values are held against each other, two that are of different exports; null: none are known to be.
const JoinOutcome* otherExport(const SessionVerdict& verdict) {
    constexpr std::array<std::string_view, 4> kKinds{"etrecord", "etdump", "pte", "bpte"};
    const auto isOne = [&](const std::string& kind) { return std::ranges::find(kKinds, kind) != kKinds.end(); };
    const auto hit = std::ranges::find_if(verdict.joins, [&](const JoinOutcome& one) {
        return one.join.state == join::JoinState::Mismatched && isOne(one.join.from) && isOne(one.join.to);
    });
    return hit != verdict.joins.end() ? &*hit : nullptr;
}

CauseState correctnessState(const SessionVerdict& verdict) {
    if (verdict.doubtful) return CauseState::Doubtful;
    if (verdict.outputs.differ > 0 || wrongCalls(verdict.methods) > 0) return CauseState::Differs;
    if (verdict.outputs.incomparable > 0) return CauseState::Incomparable;
    return verdict.outputs.match > 0 && verdict.outputs.match == verdict.outputs.all() ? CauseState::Matches : CauseState::Missing;
}

Sentence correctnessStatus(const SessionVerdict& verdict) {
    const OutputCounts& counts = verdict.outputs;
    const std::size_t wrong = wrongCalls(verdict.methods);
    if (counts.differ == 0 && wrong > 0) return Sentence::of("%1 {1:call|calls} wrong", wrong);
    if (counts.differ > 0) return Sentence::of("%1 of %2 {1:differs|differ}", counts.differ, counts.all());
    if (counts.match > 0) return Sentence::of("%1 of %2 {2:matches|match}", counts.match, counts.all());
    return counts.incomparable > 0 ? Sentence::of("%1 not comparable", counts.incomparable) : Sentence::of("nothing compared");
}

/// Where no output and no call is wrong: what a trace's conversation says.
void addConversation(const SessionVerdict& verdict, Answer& made) {
    if (verdict.outputs.differ > 0 || wrongCalls(verdict.methods) > 0) return;
    const auto isOne = [](const PossibleCause& cause) {
        return cause.state == CauseState::Differs && cause.kind.starts_with(kConversationKind);
    };
    const auto first = std::ranges::find_if(verdict.causes, isOne);
    if (first == verdict.causes.end()) return;
    const auto all = static_cast<std::size_t>(std::ranges::count_if(verdict.causes, isOne));
    made.state = CauseState::Differs;
    made.status = Sentence::of("conversation: %1 wrong", all);
    made.more = made.text;
    made.text = Sentence::of("conversation, %1: %2", first->evidence.front(), first->title);
    made.cause = first->kind;
    made.next = {Target::Conversation, Sentence::of("Show the conversation"), {}};
}

Result<Answer> correctnessAnswer(const Session& session, const AnswerOptions& /*options*/, const JobContext& job) {
    const auto verdict = findings::verdict(session, job);
    if (!verdict) return verdict.failure();
    const OutputCounts& counts = (*verdict)->outputs;
    Answer made{.question = Question::Correctness,
                .state = correctnessState(**verdict),
                .status = correctnessStatus(**verdict),
                .text = Sentence::list({outputsText(counts), restText(counts)}, "; "),
                .more = callsText((*verdict)->methods),
                .evidence = {},
                .next = {Target::Outputs, Sentence::of("Show the outputs"), {}}};
    for (const MethodOutcome& outcome : (*verdict)->methods) {
        if (made.address.empty() && outcome.worstOutput.valid()) made.address = outcome.worstOutput.text();
        if (!made.next.address.empty() || !outcome.culprit || !outcome.culprit->instruction) continue;
        made.next = {Target::Operators, Sentence::of("Show the operator"),
                     session::Entity::ofInstruction(outcome.method, *outcome.culprit->instruction).text()};
        made.evidence = {Target::Outputs, Sentence::of("Compare outputs"), outcome.worstOutput.text()};
    }
    const auto isDifferent = [](const MethodOutcome& outcome) { return outcome.outputs.differ > 0 || outcome.culprit.has_value(); };
    const auto first = std::ranges::find_if((*verdict)->methods, isDifferent);
    const auto sameCause = [&](const MethodOutcome& outcome) {
        return !isDifferent(outcome) || (outcome.culprit && outcome.culprit->cause == first->culprit->cause);
    };
    if (first != (*verdict)->methods.end() && first->culprit && std::ranges::all_of((*verdict)->methods, sameCause))
        made.cause = causes::causeName(first->culprit->cause);
    if (!made.more.empty())
        made.views = {{Target::Operators,
                       Sentence::list({wrongCalls((*verdict)->methods) > 0 ? wrongCall(**verdict) : Sentence(), made.more}, ": "),
                       made.text}};
    if (counts.differ == 0 && wrongCalls((*verdict)->methods) > 0) std::swap(made.text, made.more);
    if (const JoinOutcome* other = otherExport(**verdict); other != nullptr && made.state == CauseState::Matches) {
        made.state = CauseState::Doubtful, made.status = Sentence::of("other files");
        made.text = Sentence::of("%1 and %2 do not belong together: what agrees proves nothing", other->files[0], other->files[1]);
        made.more = other->finding, made.views.clear();
        made.next = {Target::Files, Sentence::of("How the files fit"), {}};
    }
    if (counts.all() == 0) made.next = toCompare(session);
    addConversation(**verdict, made);
    return made;
}

// Cost

Result<Answer> costAnswer(const Session& session, const AnswerOptions& options, const JobContext& job) {
    auto made = answerOfCost(session, options, job);
    if (made) made->views.push_back({Target::Delegates, madeOf(session)});
    return made;
}

// Changes

Result<Answer> changesAnswer(const Session& /*session*/, const AnswerOptions& options, const JobContext& job) {
    const auto known = options.baseline != nullptr ? compare::isExport(*options.baseline, job) : Result<bool>(true);
    if (!known) return known.failure();
    if (!*known)
        return shortAnswer(Question::Changes, CauseState::Missing, Sentence::of("no export"),
                           Sentence::of("%1 is no export: no method, no weight and no metadata is in it", escaped(options.other)),
                           {Target::CompareWith, Sentence::of("Compare with…"), {}});
    if (!options.other.empty())
        return shortAnswer(Question::Changes, std::nullopt, Sentence::of("compared"),
                           Sentence::of("This export is compared with %1", escaped(options.other)),
                           {Target::CompareWith, Sentence::of("Show the differences"), {}});
    return shortAnswer(Question::Changes, CauseState::Missing, Sentence::of("no baseline"),
                       Sentence::of("There is no other export to compare this one with"),
                       {Target::CompareWith, Sentence::of("Compare with…"), {}});
}

using Find = Result<Answer> (*)(const Session&, const AnswerOptions&, const JobContext&);
constexpr EnumTable<Question::Changes, Find> kFind({verdictAnswer, modelAnswer, correctnessAnswer, costAnswer, changesAnswer});

}  // namespace

std::string_view questionName(Question question) noexcept {
    static constexpr EnumTable<Question::Changes> kNames({"verdict", "model", "correctness", "cost", "changes"});
    return kNames[question];
}

std::string_view targetName(Target target) noexcept {
    static constexpr EnumTable<Target::Conversation> kNames(
        {"", "summary", "files", "checks", "problems", "graph", "weights", "outputs", "operators", "quantisation", "time", "memory",
         "sizes", "cpu-fallback", "delegates", "add-files", "run", "compare-with", "conversation"});
    return kNames[target];
}

Result<Answer> answer(const Session& session, Question question, const AnswerOptions& options, const JobContext& job) {
    auto found = kFind[question](session, options, job);
    if (!found && !found.cancelled()) return notFound(question, found.error());
    return found;
}

Result<std::vector<Answer>> answers(const Session& session, const AnswerOptions& options, const JobContext& job) {
    std::vector<Answer> made;
    for (const Question question : {Question::Verdict, Question::Model, Question::Correctness, Question::Cost, Question::Changes}) {
        auto one = answer(session, question, options, job);
        if (!one) return one.failure();
        made.push_back(*std::move(one));
    }
    return made;
}

}  // namespace etscope::findings
