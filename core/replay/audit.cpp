#include "replay/audit.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "base/limits.h"
#include "evaluate/graph_judgement.h"
#include "evaluate/reading.h"
#include "join/joins.h"
#include "program/memory_plan.h"
#include "replay/executed.h"
#include "replay/shared_runs.h"

namespace etscope::replay {
namespace {

using evaluate::Array;
using evaluate::Judgement;

const Judgement& worstOf(const std::vector<Judgement>& results) { return *std::ranges::min_element(results, isWorse); }

/// Its only tensor, where it only moves elements; nothing: it does something else.
const ReplayedArgument* movedArgument(const ReplayedCall& call) {
    const ReplayedArgument* moved = nullptr;
    if (call.op == nullptr || call.op->row.rule != evaluate::Rule::Exact || call.results.size() != 1) return nullptr;
    for (const ReplayedArgument& argument : call.arguments) {
        if (argument.value.array() == nullptr) continue;
        if (moved != nullptr) return nullptr;
        moved = &argument;
    }
    const Array* result = call.results.front() ? call.results.front()->array() : nullptr;
    const bool whole = moved != nullptr && result != nullptr && result->count() == moved->value.array()->count();
    return whole && result->type == moved->value.array()->type ? moved : nullptr;
}

std::optional<program::ValueIndex> movedConstant(const ReplayedCall& call, const program::ExecutionPlan& plan) {
    const ReplayedArgument* moved = movedArgument(call);
    const program::TensorInfo* tensor = moved != nullptr ? plan.tensor(moved->index) : nullptr;
    const bool constant = tensor != nullptr && (tensor->kind() == program::TensorKind::Constant ||
                                                tensor->kind() == program::TensorKind::ExternalConstant);
    return constant ? std::optional(moved->index) : std::nullopt;
}

/// Whether hardly an element of what it gave is one of those that it moved: a kernel that puts them elsewhere gives the same ones.
bool holdsOthers(const ReplayedCall& call) {
    constexpr std::size_t kHardly = 50;    // one of these may be the same by chance
    constexpr std::size_t kLooked = 4096;  // elements all over the result
    const auto moved = evaluate::readDoubles(*movedArgument(call)->value.array());
    const auto given = evaluate::readDoubles(*call.results.front()->array());
    if (!moved || !given || given->empty()) return false;
    std::set<double> wanted;
    const std::size_t step = given->size() / kLooked + 1;
    for (std::size_t i = 0; i < given->size(); i += step)
        if (!std::isnan((*given)[i])) wanted.insert((*given)[i]);
    const std::size_t all = wanted.size();
    for (const double x : *moved) wanted.erase(x);
    return all > 0 && (all - wanted.size()) * kHardly <= all;
}

class Auditor {
public:
    Auditor(const AuditOptions& options, std::map<std::size_t, std::int64_t> stopped, std::shared_ptr<evaluate::Memory> memory,
            const JobContext& job)
        : m_options(options), m_stopped(std::move(stopped)), m_memory(std::move(memory)), m_job(job) {}

    /// `strange`: why what the run logged is of another program; empty: nothing says so.
    Result<void> add(std::size_t run, const ReplayedCall& call, const program::ExecutionPlan& plan, const Sentence& strange) {
        AuditRow row;
        row.run = run;
        row.execution = call.execution;
        row.instruction = call.instruction;
        row.op = call.call->target;
        row.assumed = call.assumed;
        row.fromInput = call.fromInput;
        row.sums = call.op != nullptr && (call.op->row.rule == evaluate::Rule::Dot || call.op->row.rule == evaluate::Rule::Sum);
        row.delegate = delegateOf(call, plan);
        row.moved = movedConstant(call, plan);
        evaluate::Values computed;
        const auto judged = strange.empty() ? judge(call, row, computed) : state(row, AuditState::NotEvaluated, strange);
        if (!judged) return judged;
        if (row.wrong() && !row.overwritten) row.overwritten = overItself(call, plan);
        row.otherElements = row.wrong() && row.moved && !row.overwritten && holdsOthers(call);
        if (const auto carried = carry(call, plan, row); !carried) return carried;
        if (m_options.visit)
            if (const auto seen = m_options.visit(call, row, computed); !seen) return seen;
        m_rows.push_back(std::move(row));
        return {};
    }
    std::vector<AuditRow> rows() && { return std::move(m_rows); }

    /// A result that lies where an argument does, which the operator reads while it writes. One that changes its argument means to.
    static std::optional<Overwritten> overItself(const ReplayedCall& call, const program::ExecutionPlan& plan) {
        if (call.op != nullptr && std::ranges::any_of(call.op->signature.parameters(), &evaluate::Parameter::written))
            return std::nullopt;
        const std::vector<program::ValueIndex> results = plan.flattened(call.call->makes);
        for (const ReplayedArgument& argument : call.arguments)
            for (const program::ValueIndex taken : plan.flattened({argument.index}))
                for (const program::ValueIndex made : results) {
                    const program::TensorInfo *read = plan.tensor(taken), *written = plan.tensor(made);
                    if (made != taken && read != nullptr && written != nullptr && program::shareMemory(*read, *written))
                        return Overwritten{taken, argument.producer, call.instruction, std::string(argument.name)};
                }
        return std::nullopt;
    }

    /// What the call leaves in the buffers that its delegate owns.
    Result<void> carry(const ReplayedCall& call, const program::ExecutionPlan& plan, AuditRow& row) {
        const auto delegate = delegateOf(call, plan);
        if (!delegate) return {};
        const auto readings = m_options.delegate(call);
        const DelegateBody* body = readings ? ownerOf(*readings) : nullptr;
        row.keepsState = body != nullptr;
        std::optional<Buffers>& state = m_states.try_emplace(*delegate, Buffers{}).first->second;
        if (body == nullptr || !state) return {};
        const evaluate::Context context{m_memory, m_job};
        evaluate::Probe probe;
        auto left = call.unknown.empty()
                        ? evaluate::run(*body->prepared, body->inputs, *state, *body->body.surroundings, context, probe)
                        : Result<evaluate::RunResult>(fail("depends-on-unknown", call.unknown.text()));
        if (left.cancelled()) return left.failure();
        const auto isLeft = [&](const graph::GraphOutput* output) {
            return left->buffers.contains(std::string(body->body.graph->text(output->target)));
        };
        const bool known = left && std::ranges::all_of(body->body.graph->bufferMutations(), isLeft);
        state = known ? std::optional(std::move(left->buffers)) : std::nullopt;
        return {};
    }

private:
    using Buffers = std::map<std::string, Array>;

    static std::optional<std::size_t> delegateOf(const ReplayedCall& call, const program::ExecutionPlan& plan) {
        const auto* instruction = plan.instructionAt(0, call.instruction);
        return instruction != nullptr ? plan.calledDelegate(*instruction) : std::nullopt;
    }

    /// nullptr: it is not known to write buffers of its own.
    static const DelegateBody* ownerOf(const DelegateReadings& readings) {
        for (const auto& ways : readings.ways)
            for (const DelegateBody& way : ways)
                if (way.keepsState()) return &way;
        return nullptr;
    }

    /// Calls that read what calls before left in the delegate: what the first found there is the record's word alone.
    Result<void> giveState(DelegateReadings& readings, AuditRow& row) const {
        const auto known = row.delegate ? m_states.find(*row.delegate) : m_states.end();
        for (auto& ways : readings.ways)
            for (DelegateBody& way : ways) {
                if (!way.keepsState()) continue;
                row.assumed = true;
                if (known == m_states.end()) continue;
                if (!known->second) return fail("depends-on-unknown", "what the calls before left in the delegate is not known");
                way.state = *known->second;
            }
        return {};
    }

    Result<void> judge(const ReplayedCall& call, AuditRow& row, evaluate::Values& computed) {
        if (!call.logged) return state(row, AuditState::NotLogged, Sentence::of("its results were not logged"));
        if (const auto stop = m_stopped.find(row.run); stop != m_stopped.end() && stop->second == row.instruction)
            return state(row, AuditState::NotEvaluated, Sentence::of("the run stopped here: what the call left is no result"));
        if (!call.unknown.empty()) return state(row, AuditState::UnknownInput, call.unknown);
        const bool delegate = call.call->target == "delegate_call";
        if (call.op == nullptr && !delegate)
            return state(row, AuditState::NotEvaluated, Sentence::of("the operator '%1' is not computed", call.call->target));
        if (call.op != nullptr && call.op->row.rule == evaluate::Rule::Shape)
            return state(row, AuditState::NotEvaluated, Sentence::of("its result says nothing: it writes into its arguments"));
        if (const auto done = judgeOn(call, row, computed); !done || row.state != AuditState::Judged) return done;
        const auto changed = std::ranges::find_if(call.arguments, [](const ReplayedArgument& a) { return a.given.has_value(); });
        return changed == call.arguments.end() ? Result<void>{} : judgeOverwritten(call, *changed, row, computed);
    }

    /// Memory says that other bytes lie where an argument was. Which of both the instruction read, its result tells: where what was
    /// given explains it, nothing was wrong.
    Result<void> judgeOverwritten(const ReplayedCall& call, const ReplayedArgument& changed, AuditRow& row,
                                  evaluate::Values& computed) {
        if (changed.overwriter < 0 && changed.producer < 0) return {};
        ReplayedCall given = call;
        for (ReplayedArgument& argument : given.arguments)
            if (argument.given) argument.value = *argument.given;
        AuditRow other = row;
        evaluate::Values otherwise;
        if (const auto done = judgeOn(given, other, otherwise); !done) return done;
        if (other.state != AuditState::Judged) return {};
        const bool found = !row.wrong(), right = !other.wrong();
        if (right && (!found || !isWorse(*other.judgement(), *row.judgement()))) {
            row = std::move(other);
            computed = std::move(otherwise);
        } else if (found && !right) {
            row.overwritten = Overwritten{changed.index, changed.producer, changed.overwriter, std::string(changed.name)};
        }
        return {};
    }

    Result<void> judgeOn(const ReplayedCall& call, AuditRow& row, evaluate::Values& computed) {
        const evaluate::Context context{m_memory, m_job, true};
        row.ways.clear();
        std::vector<std::optional<Array>> actual;
        for (const auto& result : call.results) {
            const Array* array = result ? result->array() : nullptr;
            actual.push_back(array != nullptr ? std::optional(*array) : std::nullopt);
        }
        auto judged =
            call.op != nullptr ? judgeKernel(call, context, actual, computed) : judgeDelegate(call, context, actual, computed, row);
        if (judged.cancelled()) return judged.failure();
        if (!judged) return state(row, AuditState::NotEvaluated, judged.error().message);
        row.results = *std::move(judged);
        if (row.results.empty()) return state(row, AuditState::NotEvaluated, Sentence::of("it has no result"));
        row.state = AuditState::Judged;
        row.worst = static_cast<std::size_t>(&worstOf(row.results) - row.results.data());
        return {};
    }

    static Result<std::vector<Judgement>> judgeKernel(const ReplayedCall& call, const evaluate::Context& context,
                                                      const std::vector<std::optional<Array>>& actual, evaluate::Values& computed) {
        auto arguments = argumentsOf(call, context);
        if (!arguments) return arguments.failure();
        return evaluate::judge(*call.op, context, *std::move(arguments), actual, &computed);
    }

    Result<std::vector<Judgement>> judgeDelegate(const ReplayedCall& call, const evaluate::Context& context,
                                                 const std::vector<std::optional<Array>>& actual, evaluate::Values& computed,
                                                 AuditRow& row) {
        auto readings = m_options.delegate(call);
        if (!readings) return readings.failure();
        if (const auto known = giveState(*readings, row); !known) return known.failure();
        std::vector<Judgement> results(actual.size());
        computed.resize(actual.size());
        Result<std::vector<Judgement>> failure = results;
        const bool whole = readings->whole && !m_notWhole.contains(call.instruction);
        if (whole && judgeWhole(*readings->whole, context, actual, results, computed)) return results;
        if (context.job.cancelled()) return cancelledFailure();
        if (whole) m_notWhole.insert(call.instruction);
        for (std::size_t i = 0; i < readings->ways.size(); ++i) {
            std::size_t& known = m_ways[{call.instruction, i}];  // what explained it once does so again
            const auto judged = judgeWays(readings->ways[i], known, context, actual, results, computed);
            if (!judged) failure = judged.failure();
            row.ways.push_back(known);
        }
        if (!failure) return failure;
        const auto untold = untoldResult(*readings, actual);
        if (untold && worstOf(results).verdict != evaluate::Verdict::NotRounding)
            return fail("no-such-delegate", "nothing tells what its result " + std::to_string(*untold) +
                                                " is; its other results are what rounding gives");
        if (!readings->sure && worstOf(results).verdict == evaluate::Verdict::NotRounding)
            return fail("no-such-delegate",
                        "nothing tells which nodes of the record it runs, and none of those it can be gives its result");
        return results;
    }

    /// Whether the likeliest way explains every result.
    static bool judgeWhole(const DelegateBody& way, const evaluate::Context& context,
                           const std::vector<std::optional<Array>>& actual, std::vector<Judgement>& results,
                           evaluate::Values& computed) {
        evaluate::Values right;
        const auto judged = judgeWay(way, false, context, actual, right);
        if (!judged || way.results.size() != actual.size() || worstOf(*judged).verdict > evaluate::Verdict::Normal) return false;
        take(way, *judged, right, results, computed);
        return true;
    }

    /// The first result that was logged and that no way judges.
    static std::optional<std::size_t> untoldResult(const DelegateReadings& readings,
                                                   const std::vector<std::optional<Array>>& actual) {
        std::vector<bool> told(actual.size());
        for (const auto& ways : readings.ways)
            for (const DelegateBody& way : ways)
                for (const std::size_t result : way.results) told[result] = true;
        for (std::size_t i = 0; i < actual.size(); ++i)
            if (actual[i] && !told[i]) return i;
        return std::nullopt;
    }

    /// The first way that explains the results that it judges, else the nearest; the known one first.
    Result<void> judgeWays(const std::vector<DelegateBody>& ways, std::size_t& known, const evaluate::Context& context,
                           const std::vector<std::optional<Array>>& actual, std::vector<Judgement>& results,
                           evaluate::Values& computed) {
        std::vector<std::size_t> order(ways.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        if (known < order.size())
            std::rotate(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(known),
                        order.begin() + static_cast<std::ptrdiff_t>(known) + 1);
        Result<void> failure;
        std::optional<std::size_t> best;
        for (const std::size_t i : order) {
            evaluate::Values right;
            const auto judged = judgeWay(ways[i], ways.size() == 1, context, actual, right);
            if (!judged) failure = judged.failure();
            if (judged.cancelled()) return failure;
            if (!judged || (best && !isWorse(results[ways[i].results.front()], worstOf(*judged)))) continue;
            best = i;
            take(ways[i], *judged, right, results, computed);
            if (worstOf(*judged).verdict != evaluate::Verdict::NotRounding) break;
        }
        // Where one of them cannot be computed, that may be the one.
        const auto verdict = best ? results[ways[*best].results.front()].verdict : evaluate::Verdict::NotRounding;
        if (!best || (!failure && verdict == evaluate::Verdict::NotRounding)) return failure;
        known = *best;
        if (ways.size() == 1 || verdict <= evaluate::Verdict::Normal) return {};
        evaluate::Values right;
        const auto judged = judgeWay(ways[*best], true, context, actual, right);
        if (judged) take(ways[*best], *judged, right, results, computed);
        return judged ? Result<void>{} : Result<void>(judged.failure());
    }

    static Result<std::vector<Judgement>> judgeWay(const DelegateBody& way, bool narrow, const evaluate::Context& context,
                                                   const std::vector<std::optional<Array>>& actual, evaluate::Values& right) {
        const auto outputs = way.outputs();
        std::vector<std::optional<Array>> given(way.body.graph->top().outputs.size());
        for (std::size_t i = 0; i < way.results.size(); ++i) given[outputs[i]] = actual[way.results[i]];
        evaluate::Values all;
        const auto judged = evaluate::judgeGraph(
            {*way.body.graph, *way.body.surroundings, way.inputs, way.state, narrow, way.prepared.get()}, context, given, &all);
        if (!judged) return judged;
        std::vector<Judgement> ofResults;
        for (std::size_t i = 0; i < way.results.size(); ++i) {
            ofResults.push_back((*judged)[outputs[i]]);
            right.push_back(std::move(all[outputs[i]]));
        }
        return ofResults;
    }

    static void take(const DelegateBody& way, const std::vector<Judgement>& judged, const evaluate::Values& right,
                     std::vector<Judgement>& results, evaluate::Values& computed) {
        for (std::size_t i = 0; i < way.results.size(); ++i) {
            results[way.results[i]] = judged[i];
            if (i < right.size()) computed[way.results[i]] = right[i];
        }
    }

    static Result<void> state(AuditRow& row, AuditState state, Sentence reason) {
        row.state = state;
        row.reason = std::move(reason);
        row.results.clear();
        return {};
    }

    const AuditOptions& m_options;
    const std::map<std::size_t, std::int64_t> m_stopped;  ///< by run: the instruction at which it ended
    std::shared_ptr<evaluate::Memory> m_memory;
    const JobContext& m_job;
    std::vector<AuditRow> m_rows;
    std::map<std::size_t, std::optional<Buffers>> m_states;              ///< by delegate; nothing: a call's is not known
    std::set<std::int64_t> m_notWhole;                                   ///< instructions that the likeliest ways do not explain
    std::map<std::pair<std::int64_t, std::size_t>, std::size_t> m_ways;  ///< by instruction and result: of DelegateReadings::ways
};

/// Whether nothing says that the program is not an export of the record: delegates are judged by the record's nodes.
bool ownExport(const session::Session& session, const JobContext& job) {
    return std::ranges::none_of(join::joins(session, job), [](const join::Join& one) {
        return one.from == "pte" && one.to == "etrecord" && one.state == join::JoinState::Mismatched;
    });
}

ReadDelegate noReader() {
    return [](const ReplayedCall&) -> Result<DelegateReadings> {
        return fail("no-such-delegate", "the program is not an export of the record whose nodes would tell what it gives");
    };
}

}  // namespace

bool isWorse(const Judgement& left, const Judgement& right) noexcept {
    if (left.verdict != right.verdict) return left.verdict > right.verdict;
    const auto share = [](const Judgement& j) { return j.limit > 0 ? j.units / j.limit : j.units; };
    return share(left) != share(right) ? share(left) > share(right) : left.mismatched > right.mismatched;
}

Result<std::vector<AuditRow>> audit(const session::MethodView& method, const std::vector<const join::SessionRun*>& runs,
                                    AuditOptions options, const JobContext& job) {
    if (method.session.programFile() == nullptr) return fail("no-program", "the session has no program");
    const program::ExecutionPlan* plan = method.plan();
    if (plan == nullptr) return fail("no-such-method", "the program has no such method", method.name);
    const auto fed = fedRuns(method, job);
    if (!fed) return fed.failure();
    if (!options.delegate) options.delegate = ownExport(method.session, job) ? delegateReader(method, job) : noReader();
    const auto memory = std::make_shared<evaluate::Memory>(limits::settable().evaluatedBytes);
    Auditor auditor(options, stoppedRuns(runs, *plan), memory, job);
    std::optional<Replay> replay;
    const auto others = SharedRuns::make(method.session, *plan, memory, job);
    if (!others) return others.failure();
    std::map<std::optional<unsigned>, Sentence> strangers;
    for (const join::Join& one : join::joins(method.session, job))
        if (one.from == "etdump" && one.to != "etrecord" && one.state == join::JoinState::Mismatched)
            strangers.emplace(one.fromFile, Sentence::of("the dump is not of this program"));
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (i == 0 || runs[i]->file != runs[i - 1]->file) replay.emplace(method.session, *plan, memory);  // a process of its own
        const auto known = (*fed)->find(runs[i]->index);
        const auto inputs = known != (*fed)->end() ? known->second.seen(memory) : std::vector<std::optional<evaluate::Value>>();
        const bool judged = options.only.empty() || options.only.contains(runs[i]->index);
        const auto visit = [&](const ReplayedCall& call) -> Result<Replay::Next> {
            AuditRow unasked;
            const auto done =
                judged ? auditor.add(runs[i]->index, call, *plan, strangers[runs[i]->file]) : auditor.carry(call, *plan, unasked);
            if (!done) return done.failure();
            return Replay::Next::GoOn;
        };
        if (const auto done = (*others)->before(*runs[i], replay->memory(), job); !done) return done.failure();
        if (const auto done = replay->run(*runs[i], inputs, visit, job); !done) return done.failure();
        (*others)->after(replay->memory());
        job.report(static_cast<double>(i + 1) / static_cast<double>(runs.size()));
    }
    return std::move(auditor).rows();
}

}  // namespace etscope::replay
