#include "conversation/played_calls.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <unordered_map>

#include "base/base_name.h"
#include "base/limits.h"
#include "conversation/played_probes.h"
#include "evaluate/elements.h"
#include "evaluate/operator_table.h"
#include "evaluate/reading.h"
#include "graph/compose.h"
#include "replay/delegate_weights.h"
#include "replay/evaluated_values.h"
#include "replay/program_constants.h"
#include "replay/program_differences.h"

namespace etscope::conversation {

using evaluate::Array;

namespace {

/// What one conversation's replay may compute, as limits::settable().operations counts it: some minutes.
constexpr std::uint64_t kMostPlayed = 1'000'000'000'000ULL;
/// Bytes that what the calls did themselves may take: some sixty million elements that differ.
constexpr std::uint64_t kMostKept = std::uint64_t{1} << 30U;
/// Graphs with operators of the program that are kept: each set of parts that is exchanged has one.
constexpr std::size_t kMostAltered = 4;

/// The run that a call of the trace says it was; nullptr: none of the session's.
const join::SessionRun* runOf(const session::Session& session, const traces::Call& call,
                              const std::vector<join::SessionRun>& runs) {
    if (!call.dump || !call.dump->run || *call.dump->run < 0) return nullptr;
    const std::string name(baseName(call.dump->file));
    for (const join::SessionRun& run : runs)
        if (baseName(session.files()[run.file].path) == name && run.runOfDump == static_cast<std::size_t>(*call.dump->run) &&
            run.kind() == etdump::BlockKind::Execute && run.buffer.hasData())
            return &run;
    return nullptr;
}

/// Rows of the last axis with their bytes; none where there are no elements.
template <class Visit>
void eachRow(const CallValue& value, Visit&& visit) {
    const SharedBytes bytes = value.shape().empty() ? nullptr : value.bytes();
    if (bytes == nullptr || bytes->empty()) return;
    const std::size_t width = static_cast<std::size_t>(value.last(0)) * itemSize(value.type());
    for (std::size_t row = 0; (row + 1) * width <= bytes->size(); ++row)
        visit(row, std::string(reinterpret_cast<const char*>(bytes->data()) + row * width, width));
}

/// Whether the node that gives the value takes what lies in memory between calls.
bool readsState(const CallGraph& graph, const std::string& path) {
    const graph::GraphModel& model = graph.model();
    const graph::ValueId value = model.findValue(path);
    if (!value.valid() || !model.value(value).producer.valid()) return false;
    for (const graph::ValueId taken : graph.prepared->flow.inputs(model.value(value).producer))
        for (const graph::GraphInput& input : model.top().inputs)
            if (input.value == taken && graph.begin.contains(std::string(model.text(input.target)))) return true;
    return false;
}

}  // namespace

/// Where an input, or a row of it, is from: an output of an earlier call.
struct PlayedCalls::Given {
    std::size_t input = 0, call = 0, output = 0;
    std::optional<std::pair<std::size_t, std::size_t>> row;  ///< of the input and of the output; nothing: the whole
};

struct PlayedCalls::Call {
    const CallStep* step = nullptr;
    CallGraph* graph = nullptr;
    Sentence why;
    std::vector<Given> given;
    NodeErrors errors;
    std::vector<Correction> outputs;          ///< what these do not explain
    bool rounding = false;                    ///< and what rounding does: the reference keeps it
    std::map<std::string, Correction> after;  ///< what the call changed of the state

    std::uint64_t bytes() const {
        std::uint64_t all = 0;
        for (const auto& [path, own] : errors.values) all += own.size();
        for (const Correction& own : outputs) all += own.size();
        for (const auto& [target, change] : after) all += change.size();
        return all;
    }
    /// It is taken as it was.
    void forget(Sentence reason) {
        why = std::move(reason);
        errors = {};
        outputs.clear();
        after.clear();
    }
};

PlayedCalls::PlayedCalls(const Opened& opened, const std::vector<const CallStep*>& steps, const JobContext& job)
    : m_opened(opened), m_job(job) {
    for (const CallStep* step : steps) {
        auto call = std::make_unique<Call>();
        call->step = step;
        call->graph = &graphOf(step->call->method);
        call->why = call->graph->why;
        const auto there = [](const CallValue& value) { return value.hasElements(); };
        if (call->why.empty() && (!std::ranges::all_of(step->inputs, there) || !std::ranges::all_of(step->outputs, there)))
            call->why = Sentence::of("the trace has not all values of the calls");
        if (call->why.empty() && call->graph->user.size() != step->outputs.size())
            call->why = Sentence::of("a call has another number of outputs than the record's graph");
        m_calls.push_back(std::move(call));
    }
    findLinks();
}

PlayedCalls::~PlayedCalls() = default;

const CallStep& PlayedCalls::step(std::size_t call) const& { return *m_calls[call]->step; }
const CallGraph& PlayedCalls::graph(std::size_t call) const& { return *m_calls[call]->graph; }
const Sentence& PlayedCalls::why(std::size_t call) const& { return m_calls[call]->why; }
bool PlayedCalls::logged(std::size_t call) const { return m_calls[call]->errors.logged; }
bool PlayedCalls::linked(std::size_t call) const { return !m_calls[call]->given.empty(); }

std::vector<OwnError> PlayedCalls::ownErrors(std::size_t index) const {
    const Call& call = *m_calls[index];
    std::vector<OwnError> found;
    if (const auto constants = m_constants.find(call.step->call->method); constants != m_constants.end())
        for (const auto& [name, value] : constants->second) found.push_back({name, true, false, {}});
    if (const auto operators = m_operators.find(call.step->call->method); operators != m_operators.end())
        for (const auto& [path, target] : operators->second) found.push_back({path, false, false, {}});
    for (const auto& [path, own] : call.errors.values) {
        const auto delegate = call.errors.delegates.find(path);
        found.push_back({path, false, readsState(*call.graph, path),
                         delegate == call.errors.delegates.end() ? std::nullopt : std::optional(delegate->second)});
    }
    return found;
}

CallGraph& PlayedCalls::graphOf(const std::string& method) {
    const auto [found, isNew] = m_graphs.try_emplace(method);
    if (!isNew) return found->second;
    found->second = callGraph(*m_opened.session, method, m_job);
    if (found->second.why.empty()) {
        addConstants(method, found->second);
        addOperators(method, found->second);
    }
    return found->second;
}

/// The program's constants that are not the record's, as far as the graph reads them and they can be put in their place.
void PlayedCalls::addConstants(const std::string& name, const CallGraph& graph) {
    const session::MethodView method(*m_opened.session, name);
    std::map<std::string, Array> other;
    if (const auto constants = replay::programConstants(method, m_job)) other = constants->different;
    const auto memory = this->memory();
    for (std::size_t i = 0; method.plan() != nullptr && i < method.plan()->delegates.size(); ++i)
        if (const auto weights = replay::delegateWeights(method, i, m_job))
            for (const replay::DelegateWeight& weight : *weights)
                if (auto array = weight.stored ? evaluate::borrowed(*weight.stored, memory) : Result<Array>(fail("", "")))
                    other.try_emplace(weight.name, *std::move(array));
    for (const graph::GraphInput& input : graph.model().top().inputs)
        if (const auto found = other.find(std::string(graph.model().text(input.target)));
            found != other.end() && graph::isHeld(input.kind))
            m_constants[name].insert(*found);
}

/// Operators that the program runs in place of the record's, where they take as many arguments.
void PlayedCalls::addOperators(const std::string& name, const CallGraph& graph) {
    if (graph.stage != graph::StageId::edge()) return;
    const auto differences = replay::programDifferences(session::MethodView(*m_opened.session, name), m_job);
    if (!differences) return;
    for (const replay::ProgramDifference& one : **differences) {
        const graph::NodeId node = graph.model().findNode(one.node);
        const evaluate::Operator* op = evaluate::findOperator(one.name);
        if (one.kind != replay::ProgramDifference::Kind::Operator || !node.valid() || op == nullptr) continue;
        const auto results = graph.prepared->flow.results(node);
        if (results.size() == 1 && graph.model().arguments(graph.model().node(node)).size() <= op->signature.parameters().size())
            m_operators[name].emplace(graph.model().valuePath(results.front()), one.name);
    }
}

struct PlayedCalls::Altered {
    std::shared_ptr<const graph::GraphModel> model;
    evaluate::PreparedGraph prepared;
};

/// The record's graph with the program's operators, but for those whose results are named; nullptr: with all of them.
const evaluate::PreparedGraph& PlayedCalls::preparedFor(const Call& call, const std::set<std::string>* without) {
    const std::string& method = call.step->call->method;
    std::map<graph::NodeId, std::string> targets;
    std::string key = method;
    const graph::GraphModel& model = call.graph->model();
    if (const auto found = m_operators.find(method); found != m_operators.end())
        for (const auto& [path, target] : found->second)
            if (without == nullptr || !without->contains(path)) {
                targets.emplace(model.value(model.findValue(path)).producer, target);
                key += '\n' + path;
            }
    if (targets.empty()) return *call.graph->prepared;
    if (!m_altered.contains(key) && m_altered.size() >= kMostAltered) m_altered.clear();
    const auto [altered, isNew] = m_altered.try_emplace(key);
    if (isNew) {
        auto other = graph::withTargets(model, targets);
        const graph::GraphModel& its = *other;
        altered->second = std::make_unique<Altered>(Altered{std::move(other), evaluate::PreparedGraph(its)});
    }
    return altered->second->prepared;
}

std::string PlayedCalls::key(const CallStep& step) const {
    return m_opened.trace->start().memory == "shared" ? std::string() : step.call->method;
}

std::shared_ptr<evaluate::Memory> PlayedCalls::memory() const {
    return std::make_shared<evaluate::Memory>(limits::settable().evaluatedBytes, limits::settable().operations);
}

/// Values that are what an earlier call gave, byte for byte; of rows of embeddings each by itself.
void PlayedCalls::findLinks() {
    std::map<std::string, std::pair<std::size_t, std::size_t>> whole;  // hash → call and output
    std::unordered_map<std::string, std::pair<std::pair<std::size_t, std::size_t>, std::size_t>> rows;
    for (std::size_t i = 0; i < m_calls.size(); ++i) {
        Call& call = *m_calls[i];
        const MethodRoles& roles = m_opened.rolesOf(*call.step);
        for (std::size_t k = 0; k < call.step->inputs.size(); ++k) {
            const CallValue& value = call.step->inputs[k];
            const InputRole role = k < roles.inputs.size() ? roles.inputs[k].role : InputRole::Other;
            if (!isFloating(value.type()) || role == InputRole::Mask || role == InputRole::Positions) continue;
            const auto found = value.hash().empty() ? whole.end() : whole.find(value.hash());
            const auto& from = found == whole.end() ? value : m_calls[found->second.first]->step->outputs[found->second.second];
            if (found != whole.end() && from.type() == value.type() && from.count() == value.count()) {
                call.given.push_back({k, found->second.first, found->second.second, {}});
                continue;
            }
            if (role == InputRole::Embeddings)
                eachRow(value, [&](std::size_t row, const std::string& bytes) {
                    if (const auto found = rows.find(bytes); found != rows.end())
                        call.given.push_back(
                            {k, found->second.first.first, found->second.first.second, std::pair(row, found->second.second)});
                });
        }
        for (std::size_t k = 0; k < call.step->outputs.size(); ++k) {
            const CallValue& value = call.step->outputs[k];
            const OutputRole role = k < roles.outputs.size() ? roles.outputs[k].role : OutputRole::Other;
            if (!isFloating(value.type()) || role == OutputRole::Logits) continue;
            if (!value.hash().empty()) whole.insert_or_assign(value.hash(), std::pair(i, k));
            if (role == OutputRole::Rows)
                eachRow(value, [&](std::size_t row, const std::string& bytes) {
                    rows.insert_or_assign(bytes, std::pair(std::pair(i, k), row));
                });
        }
        call.step->letGo();
    }
}

Result<evaluate::Values> PlayedCalls::inputsOf(std::size_t index, const std::map<std::pair<std::size_t, std::size_t>, Array>& given,
                                               const std::shared_ptr<evaluate::Memory>& memory, bool& changed) const {
    const Call& call = *m_calls[index];
    std::vector<tensor::Value> values;
    for (const CallValue& value : call.step->inputs) values.emplace_back(*value.tensor());
    auto inputs = replay::evaluatedValues(values, memory);
    if (!inputs) return inputs;
    const evaluate::Context context{memory, m_job};
    return evaluate::unlessRefused<evaluate::Values>([&]() -> Result<evaluate::Values> {
        std::set<std::size_t> own;  // inputs with bytes of their own
        for (const Given& one : call.given) {
            const auto from = given.find({one.call, one.output});
            if (from == given.end()) continue;
            changed = true;
            Array& into = std::get<Array>((*inputs)[one.input]);
            if (!one.row || own.insert(one.input).second) {
                Array copy = context.make(into.type, into.shape, evaluate::Content::Unset);
                evaluate::copyItems(one.row ? into : from->second, copy.storage->data());
                into = std::move(copy);
            }
            if (!one.row) continue;
            const std::size_t width = static_cast<std::size_t>(into.shape.back()) * into.item();
            std::vector<std::byte> rows(static_cast<std::size_t>(from->second.count()) * from->second.item());
            evaluate::copyItems(from->second, rows.data());
            if ((one.row->second + 1) * width <= rows.size())
                std::memcpy(into.storage->data() + one.row->first * width, rows.data() + one.row->second * width, width);
        }
        return *std::move(inputs);
    });
}

Result<evaluate::RunResult> PlayedCalls::compute(std::size_t index, evaluate::Values inputs, const replay::Buffers& buffers,
                                                 evaluate::Probe& probe, const std::shared_ptr<evaluate::Memory>& memory,
                                                 const evaluate::PreparedGraph& prepared) {
    if (m_job.cancelled()) return cancelledFailure();
    if (m_operations > kMostPlayed) return fail("limit-exceeded", "playing more calls again would take too long");
    const CallGraph& graph = *m_calls[index]->graph;
    const evaluate::Context context{memory, m_job};
    auto result = evaluate::run(prepared, std::move(inputs), buffers, *graph.surroundings, context, probe);
    m_operations += memory->operations();
    return result;
}

Result<void> PlayedCalls::observe() {
    std::map<std::string, replay::Buffers> states;
    std::map<std::string, Sentence> lost;  // why the state is not known
    std::uint64_t kept = 0;
    for (std::size_t i = 0; i < m_calls.size(); ++i) {
        Call& call = *m_calls[i];
        const std::string name = key(*call.step);
        if (call.why.empty() && call.graph->keeps && lost.contains(name)) call.why = lost[name];
        if (call.why.empty()) {
            replay::Buffers& state = states[name];
            for (const auto& [target, buffer] : call.graph->begin) state.try_emplace(target, buffer);
            const auto done = observe(i, state);
            if (done.cancelled()) return done;
            kept += call.bytes();
            if (!done)
                call.forget(Sentence(done.error().message));
            else if (kept > kMostKept)
                call.forget(Sentence::of("what the calls did themselves takes too much memory"));
        }
        if (!call.why.empty()) lost.try_emplace(name, call.why);
        m_job.report(static_cast<double>(i + 1) / static_cast<double>(m_calls.size()));
        call.step->letGo();
    }
    return {};
}

Result<void> PlayedCalls::observe(std::size_t index, replay::Buffers& state) {
    Call& call = *m_calls[index];
    const auto memory = this->memory();
    const evaluate::Context context{memory, m_job};
    replay::Buffers buffers = state;
    for (const auto& [name, other] : m_constants[call.step->call->method]) buffers.insert_or_assign(name, other);
    bool changed = false;
    auto inputs = inputsOf(index, {}, memory, changed);
    if (!inputs) return inputs.failure();

    const auto logged = loggedOf(index, *inputs, buffers, memory);
    if (!logged) return logged.failure();
    if (!logged->empty()) {
        const auto wrong = wrongDelegates(call);
        if (!wrong) return wrong.failure();
        Observing observing(*logged, *wrong, call.errors);
        auto seen = compute(index, *inputs, buffers, observing, memory, preparedFor(call, nullptr));
        if (!seen) return seen.failure();
        if (auto done = leave(call, *std::move(seen), state); !done) return done;
    }
    Moved moved(call.errors, nullptr);
    auto result = compute(index, *inputs, buffers, moved, memory, preparedFor(call, nullptr));
    if (!result) return result.failure();
    double most = 0;
    for (std::size_t k = 0; k < call.step->outputs.size(); ++k) {
        const auto& value = result->outputs[call.graph->user[k]];
        const Array* array = value ? value->array() : nullptr;
        if (array == nullptr) return fail("depends-on-unknown", "an output of the record's graph cannot be computed");
        auto own = Correction::between(*array, call.step->outputs[k].doubles());
        if (!own) return own.failure();
        most = std::max(most, own->relative());
        call.outputs.push_back(*std::move(own));
    }
    call.rounding = call.errors.logged || most <= kNear;
    if (!call.rounding) {
        const auto beyond = beyondRounding(*call.graph, *call.step, *inputs, buffers, context);
        if (beyond.cancelled()) return beyond.failure();
        call.rounding = beyond && !*beyond;
    }
    return logged->empty() ? leave(call, *std::move(result), state) : Result<void>();
}

/// What the call made of the state.
Result<void> PlayedCalls::leave(Call& call, evaluate::RunResult result, replay::Buffers& state) {
    for (auto& [name, buffer] : result.buffers) {
        const auto before = state.find(name);
        const auto numbers = evaluate::readDoubles(buffer);
        if (!numbers) return numbers.failure();
        if (before != state.end())
            if (auto change = Correction::between(before->second, *numbers)) call.after.insert_or_assign(name, *std::move(change));
        state.insert_or_assign(name, std::move(buffer));
    }
    return {};
}

/// Values inside the call, by path; empty: no dump of the session has them.
Result<std::map<std::string, gap::LoggedResult>> PlayedCalls::loggedOf(std::size_t index, const evaluate::Values& inputs,
                                                                       const replay::Buffers& buffers,
                                                                       const std::shared_ptr<evaluate::Memory>& memory) {
    std::map<std::string, gap::LoggedResult> none;
    const Call& call = *m_calls[index];
    const auto runs = join::runs(*m_opened.session, m_job);
    if (runs.cancelled()) return runs.failure();
    const join::SessionRun* run = runs ? runOf(*m_opened.session, *call.step->call, **runs) : nullptr;
    if (run == nullptr || call.graph->stage != graph::StageId::edge()) return none;
    const session::MethodView method(*m_opened.session, call.step->call->method);
    ExpectedValues expected;
    if (method.plan() != nullptr && !method.plan()->delegates.empty()) {
        const auto plain = compute(index, inputs, buffers, expected, memory, *call.graph->prepared);
        if (plain.cancelled()) return plain.failure();
    }
    auto told = gap::loggedResults(method, *run, expected, m_job);
    if (told.cancelled()) return told;
    return told ? *std::move(told) : none;
}

/// Instructions of the call's run that call delegates which gave what no rounding explains.
Result<std::set<std::int64_t>> PlayedCalls::wrongDelegates(const Call& call) {
    std::set<std::int64_t> wrong;
    const session::MethodView method(*m_opened.session, call.step->call->method);
    if (method.plan() == nullptr || method.plan()->delegates.empty()) return wrong;
    const auto runs = join::runs(*m_opened.session, m_job);
    const join::SessionRun* run = runs ? runOf(*m_opened.session, *call.step->call, **runs) : nullptr;
    const auto [rows, isNew] = m_audits.try_emplace(method.name);
    if (isNew && runs) {
        std::vector<const join::SessionRun*> own;
        for (const auto& one : m_calls)
            if (one->step->call->method == method.name)
                if (const auto* found = runOf(*m_opened.session, *one->step->call, **runs)) own.push_back(found);
        auto audited = replay::audit(method, own, {}, m_job);
        if (audited.cancelled()) return audited.failure();
        if (audited) rows->second = *std::move(audited);
    }
    for (const replay::AuditRow& row : rows->second)
        if (run != nullptr && row.run == run->index && row.delegate && row.wrong()) wrong.insert(row.instruction);
    return wrong;
}

Result<replay::Buffers> PlayedCalls::stateBefore(std::size_t index, const std::shared_ptr<evaluate::Memory>& memory) {
    const evaluate::Context context{memory, m_job};
    const std::string name = key(*m_calls[index]->step);
    replay::Buffers state = m_calls[index]->graph->begin;
    for (std::size_t i = 0; i < index; ++i) {
        if (key(*m_calls[i]->step) != name) continue;
        for (const auto& [target, buffer] : m_calls[i]->graph->begin) state.try_emplace(target, buffer);
        for (const auto& [target, change] : m_calls[i]->after) {
            auto array = change.onto(context, state.at(target));
            if (!array) return array.failure();
            state.insert_or_assign(target, *std::move(array));
        }
    }
    return state;
}

Result<std::vector<std::vector<double>>> PlayedCalls::logits(const Exchange& exchange, const std::vector<LogitsRow>& wanted) {
    std::size_t end = 0;
    for (const LogitsRow& one : wanted) end = std::max(end, one.call + 1);
    std::map<std::pair<std::size_t, std::size_t>, Array> given;  // outputs that are no longer the device's
    std::map<std::string, replay::Buffers> states;               // memory that is no longer the device's
    for (std::size_t i = 0; i < end; ++i) {
        Call& call = *m_calls[i];
        const std::string name = key(*call.step);
        const bool whole = exchange.whole.contains(i), inside = exchange.inside.contains(i);
        const auto fromChanged = [&](const Given& one) { return given.contains({one.call, one.output}); };
        const bool changedState = call.graph->keeps && states.contains(name);
        if (!call.why.empty() || (!whole && !inside && !changedState && std::ranges::none_of(call.given, fromChanged))) continue;
        const auto memory = this->memory();
        const evaluate::Context context{memory, m_job};
        bool changed = false;
        auto inputs = inputsOf(i, given, memory, changed);
        if (!inputs) return inputs.failure();
        if (!changedState && call.graph->keeps) {
            auto before = stateBefore(i, memory);
            if (!before) return before.failure();
            states.insert_or_assign(name, *std::move(before));
        }
        replay::Buffers buffers = call.graph->keeps ? states.at(name) : replay::Buffers();
        if (call.graph->keeps)
            for (const auto& [target, buffer] : call.graph->begin) buffers.try_emplace(target, buffer);
        if (!whole)
            for (const auto& [target, other] : m_constants[call.step->call->method])
                if (!inside || !exchange.names.contains(target)) buffers.insert_or_assign(target, other);
        evaluate::Probe plain;
        Moved moved(call.errors, inside ? &exchange.names : nullptr);
        const evaluate::PreparedGraph& graph =
            whole ? *call.graph->prepared : preparedFor(call, inside ? &exchange.names : nullptr);
        auto result = compute(i, *std::move(inputs), buffers, whole ? plain : static_cast<evaluate::Probe&>(moved), memory, graph);
        if (!result) return result.failure();
        for (std::size_t k = 0; k < call.step->outputs.size(); ++k) {
            const auto& value = result->outputs[call.graph->user[k]];
            const Array* array = value ? value->array() : nullptr;
            if (array == nullptr) return fail("depends-on-unknown", "an output of the record's graph cannot be computed");
            auto output = whole && !call.rounding ? Result<Array>(*array) : call.outputs[k].onto(context, *array);
            if (!output) return output.failure();
            const auto apart = Correction::between(*output, call.step->outputs[k].doubles());
            if (!apart) return apart.failure();
            if (!apart->none()) given.insert_or_assign(std::pair(i, k), *std::move(output));
        }
        for (auto& [target, buffer] : result->buffers) states[name].insert_or_assign(target, std::move(buffer));
        call.step->letGo();
    }
    std::vector<std::vector<double>> rows;
    for (const LogitsRow& one : wanted) {
        const CallStep& step = *m_calls[one.call]->step;
        const auto changed = given.find({one.call, one.output});
        const auto all = changed == given.end() ? Result<std::vector<double>>(step.outputs[one.output].doubles())
                                                : evaluate::readDoubles(changed->second);
        step.letGo();
        if (!all) return all.failure();
        const auto columns = static_cast<std::size_t>(std::max<std::int64_t>(step.outputs[one.output].last(0), 1));
        if ((one.row + 1) * columns > all->size()) return fail("shape-mismatch", "the logits have no such row");
        const auto first = all->begin() + static_cast<std::ptrdiff_t>(one.row * columns);
        rows.emplace_back(first, first + static_cast<std::ptrdiff_t>(columns));
    }
    return rows;
}

}  // namespace etscope::conversation
