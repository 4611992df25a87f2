#include "conversation/played_calls.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <unordered_map>

#include "base/base_name.h"
#include "base/limits.h"
#include "evaluate/elements.h"
#include "evaluate/judgement.h"
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
/// Values that tell outputs of delegates apart take at most so much; beyond that these are not told.
constexpr std::uint64_t kMostExpected = std::uint64_t{512} << 20U;
/// The values of a node's results with their paths; lists element by element.
template <class Visit>
void eachResult(const graph::GraphModel& model, graph::NodeId node, evaluate::Values& results, Visit&& visit) {
    const auto slots = model.outputs(model.node(node));
    for (std::size_t s = 0; s < std::min<std::size_t>(slots.size(), results.size()); ++s) {
        const auto values = model.values(slots[s]);
        if (auto* array = std::get_if<Array>(&results[s]); array != nullptr && !values.empty())
            visit(model.valuePath(values.front()), *array);
        if (auto* list = std::get_if<evaluate::Values>(&results[s]))
            for (std::size_t i = 0; i < std::min<std::size_t>(values.size(), list->size()); ++i)
                if (auto* array = std::get_if<Array>(&(*list)[i])) visit(model.valuePath(values[i]), *array);
    }
}

bool ofTop(const evaluate::Scope& scope) { return scope.prefix.empty() && !scope.loop; }

/// Values of a run that was not told, kept as what nodes should give.
class Expected final : public gap::ReferenceValues, public evaluate::Probe {
public:
    void take(const evaluate::Scope& scope, graph::NodeId node, graph::ValueId value, const evaluate::Value& given) override {
        const Array* array = given.array();
        if (!ofTop(scope) || !node.valid() || array == nullptr || m_bytes > kMostExpected) return;
        auto tensor = evaluate::readTensor(*array);
        if (!tensor) return;
        m_bytes += static_cast<std::uint64_t>(array->count()) * array->item();
        m_values.insert_or_assign(scope.model.valuePath(value), *std::move(tensor));
    }
    std::optional<tensor::Value> ofNode(const std::string& path) const override {
        const auto found = m_values.find(path);
        return found == m_values.end() ? std::nullopt : std::optional<tensor::Value>(found->second);
    }
    std::optional<tensor::Value> ofHandle(std::int64_t) const override { return std::nullopt; }
    std::vector<std::int64_t> handles() const override { return {}; }
    std::string source() const override { return {}; }

private:
    std::map<std::string, tensor::Tensor> m_values;
    std::uint64_t m_bytes = 0;
};

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
    std::map<std::string, Correction> values;  ///< own errors by path
    std::map<std::string, std::int64_t> delegates;
    std::vector<Correction> outputs;          ///< what these do not explain
    bool rounding = false;                    ///< and what rounding does: the reference keeps it
    std::map<std::string, Correction> after;  ///< what the call changed of the state
    bool logged = false;
};

/// Goes on from what was logged, and takes note of what no rounding makes of what a node was given.
class PlayedCalls::Observing final : public evaluate::Probe {
public:
    /// `wrong`: instructions that call delegates whose results no rounding explains.
    Observing(const std::map<std::string, gap::LoggedResult>& logged, const std::set<std::int64_t>& wrong, Call& call)
        : m_logged(logged), m_wrong(wrong), m_call(call) {}

    Result<evaluate::Values> compute(const evaluate::Scope& scope, graph::NodeId node, const evaluate::Operator& op,
                                     const evaluate::Context& context, std::vector<evaluate::NamedValue> arguments) override {
        if (m_logged.empty() || !ofTop(scope) || op.signature.writes())
            return Probe::compute(scope, node, op, context, std::move(arguments));
        auto results = Probe::compute(scope, node, op, context, arguments);
        if (!results) return results;
        std::vector<std::optional<Array>> actual;
        bool any = false;
        eachResult(scope.model, node, *results, [&](const std::string& path, Array& array) {
            actual.push_back(loggedAs(path, array, context));
            any = any || actual.back();
        });
        if (!any) return results;
        const auto judged = evaluate::judge(op, context, std::move(arguments), actual);
        if (judged.cancelled()) return judged.failure();
        std::size_t i = 0;
        eachResult(scope.model, node, *results, [&](const std::string& path, Array& array) {
            const std::size_t at = i++;
            if (!actual[at]) return;
            const bool off = !judged || at >= judged->size() || (*judged)[at].verdict == evaluate::Verdict::NotRounding;
            take(path, off, *actual[at], array, context);
        });
        return results;
    }

private:
    /// What was logged in place of the result; nothing: it was not, or as something else.
    std::optional<Array> loggedAs(const std::string& path, const Array& computed, const evaluate::Context& context) const {
        const auto found = m_logged.find(path);
        if (found == m_logged.end()) return std::nullopt;
        auto array = evaluate::borrowed(found->second.value, context.memory);
        if (!array || array->type != computed.type || array->count() != computed.count()) return std::nullopt;
        return *std::move(array);
    }

    void take(const std::string& path, bool off, const Array& actual, Array& array, const evaluate::Context& context) {
        const auto numbers = evaluate::readDoubles(actual);
        auto own = numbers ? Correction::between(array, *numbers) : Result<Correction>(numbers.failure());
        auto moved = own ? own->onto(context, array) : Result<Array>(own.failure());
        if (!moved) return;
        array = *std::move(moved);
        m_call.logged = true;
        const gap::LoggedResult& logged = m_logged.at(path);
        if (!(logged.ofDelegate ? m_wrong.contains(logged.instruction) : off) || own->none()) return;
        m_call.values.insert_or_assign(path, *std::move(own));
        if (logged.ofDelegate) m_call.delegates.emplace(path, logged.instruction);
    }

    const std::map<std::string, gap::LoggedResult>& m_logged;
    const std::set<std::int64_t>& m_wrong;
    Call& m_call;
};

/// Puts the errors of nodes onto what is computed, but for those that are exchanged.
class PlayedCalls::Moved final : public evaluate::Probe {
public:
    Moved(const Call& call, const std::set<std::string>* without) : m_call(call), m_without(without) {}

    Result<evaluate::Values> compute(const evaluate::Scope& scope, graph::NodeId node, const evaluate::Operator& op,
                                     const evaluate::Context& context, std::vector<evaluate::NamedValue> arguments) override {
        auto results = Probe::compute(scope, node, op, context, std::move(arguments));
        if (!results || m_call.values.empty() || !ofTop(scope)) return results;
        std::optional<Failure> failed;
        eachResult(scope.model, node, *results, [&](const std::string& path, Array& array) {
            const auto own = m_call.values.find(path);
            if (own == m_call.values.end() || (m_without != nullptr && m_without->contains(path))) return;
            if (auto moved = own->second.onto(context, array))
                array = *std::move(moved);
            else
                failed = moved.failure();
        });
        if (failed) return *failed;
        return results;
    }

private:
    const Call& m_call;
    const std::set<std::string>* m_without;
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
bool PlayedCalls::logged(std::size_t call) const { return m_calls[call]->logged; }
bool PlayedCalls::linked(std::size_t call) const { return !m_calls[call]->given.empty(); }

std::vector<OwnError> PlayedCalls::ownErrors(std::size_t index) const {
    const Call& call = *m_calls[index];
    std::vector<OwnError> found;
    if (const auto constants = m_constants.find(call.step->call->method); constants != m_constants.end())
        for (const auto& [name, value] : constants->second) found.push_back({name, true, false, {}});
    if (const auto operators = m_operators.find(call.step->call->method); operators != m_operators.end())
        for (const auto& [path, target] : operators->second) found.push_back({path, false, false, {}});
    for (const auto& [path, own] : call.values) {
        const auto delegate = call.delegates.find(path);
        found.push_back({path, false, readsState(*call.graph, path),
                         delegate == call.delegates.end() ? std::nullopt : std::optional(delegate->second)});
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
            if (const auto found = whole.find(value.hash()); found != whole.end() && !value.hash().empty()) {
                call.given.push_back({k, found->second.first, found->second.second, {}});
                continue;
            }
            const auto bytes = role == InputRole::Embeddings ? value.bytes() : nullptr;
            const std::size_t width = static_cast<std::size_t>(std::max<std::int64_t>(value.last(0), 1)) * itemSize(value.type());
            for (std::size_t row = 0; bytes != nullptr && (row + 1) * width <= bytes->size(); ++row)
                if (const auto found = rows.find(std::string(reinterpret_cast<const char*>(bytes->data()) + row * width, width));
                    found != rows.end())
                    call.given.push_back(
                        {k, found->second.first.first, found->second.first.second, std::pair(row, found->second.second)});
        }
        for (std::size_t k = 0; k < call.step->outputs.size(); ++k) {
            const CallValue& value = call.step->outputs[k];
            const OutputRole role = k < roles.outputs.size() ? roles.outputs[k].role : OutputRole::Other;
            if (!isFloating(value.type()) || role == OutputRole::Logits) continue;
            if (!value.hash().empty()) whole.insert_or_assign(value.hash(), std::pair(i, k));
            const auto bytes = role == OutputRole::Rows ? value.bytes() : nullptr;
            const std::size_t width = static_cast<std::size_t>(std::max<std::int64_t>(value.last(0), 1)) * itemSize(value.type());
            for (std::size_t row = 0; bytes != nullptr && (row + 1) * width <= bytes->size(); ++row)
                rows.insert_or_assign(std::string(reinterpret_cast<const char*>(bytes->data()) + row * width, width),
                                      std::pair(std::pair(i, k), row));
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
            if (!one.row) {
                (*inputs)[one.input] = from->second;
                continue;
            }
            Array& into = std::get<Array>((*inputs)[one.input]);
            if (own.insert(one.input).second) {
                Array copy = context.make(into.type, into.shape, evaluate::Content::Unset);
                evaluate::copyItems(into, copy.storage->data());
                into = std::move(copy);
            }
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
    for (std::size_t i = 0; i < m_calls.size(); ++i) {
        Call& call = *m_calls[i];
        const std::string name = key(*call.step);
        if (call.why.empty() && call.graph->keeps && lost.contains(name)) call.why = lost[name];
        if (call.why.empty()) {
            replay::Buffers& state = states[name];
            for (const auto& [target, buffer] : call.graph->begin) state.try_emplace(target, buffer);
            const auto done = observe(i, state);
            if (done.cancelled()) return done;
            if (!done) call.why = Sentence(done.error().message);
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
        Observing observing(*logged, *wrong, call);
        auto seen = compute(index, *inputs, buffers, observing, memory, preparedFor(call, nullptr));
        if (!seen) return seen.failure();
        if (auto done = leave(call, *std::move(seen), state); !done) return done;
    }
    Moved moved(call, nullptr);
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
    call.rounding = call.logged || most <= kNear;
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
    Expected expected;
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
        Moved moved(call, inside ? &exchange.names : nullptr);
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
