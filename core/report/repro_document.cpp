#include "report/documents.h"

#include <algorithm>
#include <functional>

#include "base/escaped.h"
#include "base/limits.h"
#include "base/name_text.h"
#include "compare/run_cases.h"
#include "evaluate/operator_table.h"
#include "join/weights.h"
#include "replay/audit.h"
#include "replay/evaluated_values.h"
#include "replay/fed_inputs.h"
#include "replay/record_surroundings.h"
#include "report/repro_call.h"
#include "report/repro_pack.h"
#include "stages/computed_graph.h"

namespace etscope::report {
namespace {

constexpr const char* kNoRuntime = "no run of the session logged it";

/// One pack under way.
class Repro {
public:
    Repro(const session::Session& session, ReproCall asked, OutputFolder& folder, Json& document, const JobContext& job)
        : m_session(session), m_asked(std::move(asked)), m_pack(folder, job), m_document(document), m_job(job) {}

    /// What the run logged of the instruction. False: the run did not execute it.
    Result<bool> fromRun(const std::vector<const join::SessionRun*>& runs) {
        const session::MethodView method(m_session, m_asked.method);
        replay::AuditOptions options{.delegate = replay::delegateReader(method, m_job), .only = {runs.back()->index}};
        bool seen = false;
        options.visit = [&, read = options.delegate](const replay::ReplayedCall& call, const replay::AuditRow& row,
                                                     const evaluate::Values& computed) -> Result<void> {
            if (seen || row.run != runs.back()->index || call.instruction != *m_asked.instruction) return {};
            seen = true;
            return take(call, row, computed, read);
        };
        const auto rows = replay::audit(method, runs, options, m_job);
        if (!rows) return rows.failure();
        m_document["run"] = runs.back()->index;
        return seen;
    }

    /// What the record's graph gives.
    Result<void> fromGraph(std::optional<std::size_t> run) {
        const auto ran = replay::fedRun({m_session, m_asked.method}, run, m_job);
        if (!ran) return ran.failure();
        const auto program = m_session.program(m_asked.method, *m_asked.stage, m_job);
        if (!program) return program.failure();
        const graph::GraphModel& model = *(*program)->graph;
        const graph::NodeId id = model.findNode(m_asked.node);
        if (!id.valid()) return fail("no-such-address", "the graph has no such node: " + escaped(m_asked.node));
        if (model.node(id).graph != graph::GraphId(std::uint32_t{0}))
            return fail("repro-nothing", "the node stands in the body of a control flow operator: its values depend on the turn");
        const auto inputs = replay::graphInputs({m_session, m_asked.method}, *m_asked.stage, ran->fed.choice(), m_job);
        if (!inputs) return inputs.failure();
        begin("computed", "computed from the record's graph on its " + inputs->from + " inputs");
        return takeNode(model, model.node(id), *inputs);
    }

    Result<void> finish() { return m_pack.finish(m_document); }

private:
    void begin(const std::string& inputsFrom, const std::string& reason) {
        m_document["inputs_from"] = inputsFrom;
        m_document["reason"] = reason;
    }
    void cannotRun(const std::string& why) { m_document["cannot_run"] = why; }

    Result<void> take(const replay::ReplayedCall& call, const replay::AuditRow& row, const evaluate::Values& computed,
                      const replay::ReadDelegate& read) {
        begin("logged", call.assumed ? "what the run logged; it reads state that was not logged, which is taken as it starts"
                                     : "what the run logged");
        m_document["operator"] = validName(call.call->target);
        m_document["verdict"] = row.judgement() != nullptr ? Json(evaluate::word(row.judgement()->verdict)) : Json(nullptr);
        m_document["verdict_reason"] = row.reason.text();
        const bool delegate = call.call->target == "delegate_call";
        std::vector<std::string> ids(call.results.size());
        if (auto taken = delegate ? takeDelegate(call, row, read, ids) : takeKernel(call, ids); !taken) return taken;
        const std::string whyNot = row.reason.empty() ? "it was not computed" : row.reason.text();
        for (std::size_t i = 0; i < std::max(call.results.size(), computed.size()); ++i) {
            const auto reference = i < computed.size() ? std::optional(computed[i]) : std::nullopt;
            const auto runtime = i < call.results.size() ? call.results[i] : std::nullopt;
            const std::string id = i < ids.size() ? ids[i] : "result_" + std::to_string(i);
            if (auto added = m_pack.addResult(id, reference, whyNot, runtime, "the run did not log it"); !added) return added;
        }
        return {};
    }

    const program::ExecutionPlan& plan() const { return *m_session.plan(m_asked.method); }

    ReproPack::Role roleOf(const replay::ReplayedArgument& argument) const {
        const program::TensorInfo* info = plan().tensor(argument.index);
        if (info != nullptr && info->kind() == program::TensorKind::Constant) return {"weight", weightName(*info), "the program"};
        if (argument.input) return {"input", "input " + std::to_string(*argument.input), "an input of the method"};
        return {"input", {}, argument.producer >= 0 ? "instruction " + std::to_string(argument.producer) : std::string()};
    }

    std::string weightName(const program::TensorInfo& info) const {
        if (!info.name().empty()) return std::string(info.name());
        const auto bytes = m_session.programFile()->program->tensorBytes(info);
        const auto map = bytes ? join::weights(m_session, m_job) : Result<std::shared_ptr<const join::WeightMap>>(bytes.failure());
        const join::StoredWeight* weight = map ? (*map)->at(*bytes) : nullptr;
        return weight == nullptr ? std::string() : weight->nameInRecord();
    }

    Result<void> takeKernel(const replay::ReplayedCall& call, std::vector<std::string>& ids) {
        const JobContext& job = m_job;
        const evaluate::Context context{m_memory, job};
        for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = "result_" + std::to_string(i);
        if (call.op == nullptr || !call.unknown.empty()) {
            cannotRun(call.op == nullptr ? "the operator is not one whose form for PyTorch is known" : call.unknown.text());
            return takeArguments(call);
        }
        const auto arguments = replay::argumentsOf(call, context);
        if (!arguments) return arguments.failure();
        Json list = Json::array();
        for (const evaluate::NamedValue& one : *arguments) {
            const auto read = std::ranges::find(call.arguments, std::string_view(one.name), &replay::ReplayedArgument::name);
            const auto role = read == call.arguments.end() ? ReproPack::Role{"input", {}, {}} : roleOf(*read);
            auto value = m_pack.argument(one.name.empty() ? "argument_" + std::to_string(list.size()) : one.name, role, one.value);
            if (!value) return value.failure();
            if (one.name != "memory_format" && one.name != "layout" && one.name != "device" && one.name != "pin_memory")
                list.push_back(object(F("name", one.name), F("value", *std::move(value))));
        }
        Json outputs = Json::array();
        for (const std::string& id : ids) outputs.push_back(id);
        m_pack.addStep(call.op->row.target, std::move(list), std::move(outputs));
        return {};
    }

    /// All that is known of what the call read, where it is no step.
    Result<void> takeArguments(const replay::ReplayedCall& call) {
        for (std::size_t i = 0; i < call.arguments.size(); ++i) {
            const replay::ReplayedArgument& argument = call.arguments[i];
            const std::string id = argument.name.empty() ? "argument_" + std::to_string(i) : std::string(argument.name);
            if (argument.value.none() && !call.unknown.empty())
                m_pack.addUnknown(id, roleOf(argument), call.unknown.text());
            else if (auto added = m_pack.argument(id, roleOf(argument), argument.value); !added)
                return added.failure();
        }
        return {};
    }

    /// What the call was judged by: of each result, where it can be several things.
    static std::vector<const replay::DelegateBody*> bodiesOf(const replay::DelegateReadings& readings,
                                                             const replay::AuditRow& row) {
        if (readings.whole && row.ways.empty()) return {&*readings.whole};
        std::vector<const replay::DelegateBody*> bodies;
        const bool told = row.ways.size() == readings.ways.size();
        for (std::size_t i = 0; i < readings.ways.size(); ++i)
            if (told ? row.ways[i] < readings.ways[i].size() : readings.ways[i].size() == 1)
                bodies.push_back(&readings.ways[i][told ? row.ways[i] : 0]);
        return bodies;
    }

    Result<void> takeDelegate(const replay::ReplayedCall& call, const replay::AuditRow& row, const replay::ReadDelegate& read,
                              std::vector<std::string>& ids) {
        const auto index = plan().calledDelegate(*plan().instructionAt(0, call.instruction));
        if (index) m_document["backend"] = validName(plan().delegates[*index].id);
        for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = "result_" + std::to_string(i);
        const auto readings = read(call);
        const auto bodies = readings ? bodiesOf(*readings, row) : std::vector<const replay::DelegateBody*>();
        if (bodies.empty()) {
            cannotRun(readings ? "which part of the graph gives which result of the delegate is not known"
                               : readings.error().message);
            return takeArguments(call);
        }
        for (const replay::DelegateBody* body : bodies)
            if (auto taken = takeBody(*body, call, ids); !taken) return taken;
        return {};
    }

    Result<void> takeBody(const replay::DelegateBody& body, const replay::ReplayedCall& call, std::vector<std::string>& ids) {
        const graph::GraphModel& model = *body.body.graph;
        std::size_t next = 0;
        for (const graph::GraphInput& input : model.top().inputs) {
            const std::string id(model.text(input.id));
            const std::string target(model.text(input.target));
            const bool user = graph::isUser(input.kind);
            const ReproPack::Role role{user ? "input" : "weight", target, user ? "the run" : "the record"};
            auto value = user ? next < body.inputs.size()
                                    ? Result<evaluate::Value>(body.inputs[next])
                                    : Result<evaluate::Value>(fail("evaluation-inputs", "the call has no such argument"))
                              : body.body.surroundings->constant(target, m_memory);
            if (user) ++next;
            if (!value || (value->none() && !call.unknown.empty()))
                m_pack.addUnknown(id, role, value ? call.unknown.text() : value.error().message);
            else if (auto added = m_pack.addValue(id, role, *value); !added)
                return added;
        }
        for (const graph::NodeId node : model.top().nodes) m_pack.addStep(model, model.node(node));
        const auto outputs = body.outputs();
        for (std::size_t k = 0; k < body.results.size(); ++k) {
            const graph::GraphOutput& output = model.top().outputs[outputs[k]];
            if (body.results[k] < ids.size() && output.argument.kind == graph::ArgumentKind::Value)
                ids[body.results[k]] = model.text(model.value(output.argument.value()).id);
        }
        return {};
    }

    static void addNeeded(const graph::GraphModel& model, const graph::Argument& argument, std::vector<graph::ValueId>& needed) {
        if (argument.kind == graph::ArgumentKind::Value) needed.push_back(argument.value());
        if (argument.kind == graph::ArgumentKind::List)
            for (const graph::Argument& item : model.listItems(argument)) addNeeded(model, item, needed);
    }

    static ReproPack::Role roleOf(const graph::GraphModel& model, graph::ValueId value) {
        const graph::Value& one = model.value(value);
        if (one.producer.valid()) return {"input", {}, "node " + std::string(model.text(model.node(one.producer).id))};
        const graph::GraphInput& input = model.graph(one.graph).inputs[one.output];
        const bool weight = input.target.valid() && !graph::isUser(input.kind);
        return {weight ? "weight" : "input", std::string(model.text(input.target)), std::string(model.kindWord(input))};
    }

    /// A user input of the graph; nothing for other values.
    std::optional<evaluate::Value> userInput(const graph::GraphModel& model, graph::ValueId value,
                                             const replay::GraphInputs& inputs) {
        const auto ports = model.userInputs();
        const auto port = static_cast<std::size_t>(std::ranges::find(ports, value, &graph::GraphInput::value) - ports.begin());
        if (port >= std::min(ports.size(), inputs.values.size())) return std::nullopt;
        auto given = replay::evaluatedValue(inputs.values[port], m_memory);
        return given ? std::optional(*std::move(given)) : std::nullopt;
    }

    /// What the node reads: computed, an input, a weight; a weight of a type that is not computed with, too.
    Result<void> takeNeeded(const graph::GraphModel& model, const std::vector<graph::ValueId>& needed,
                            const std::function<std::optional<evaluate::Value>(graph::ValueId)>& computed,
                            const replay::GraphInputs& inputs, const std::string& why) {
        const auto constants = replay::recordConstants({m_session, m_asked.method}, *m_asked.stage, m_job);
        if (!constants) return constants.failure();
        for (const graph::ValueId value : needed) {
            const std::string id(model.text(model.value(value).id));
            const auto role = roleOf(model, value);
            auto found = computed(value);
            if (!found) found = userInput(model, value, inputs);
            const auto stored = !found && role.word == "weight" ? constants->find(role.name) : std::nullopt;
            const auto* tensor = stored ? std::get_if<tensor::Tensor>(&*stored) : nullptr;
            if (stored && tensor == nullptr)
                if (auto plain = replay::evaluatedValue(*stored, m_memory)) found = *std::move(plain);
            if (!found && tensor == nullptr) {
                m_pack.addUnknown(id, role, why);
                continue;
            }
            if (auto added = found ? m_pack.addValue(id, role, *found) : m_pack.addTensor(id, role, *tensor); !added) return added;
        }
        return {};
    }

    /// The reason of the node itself, else of the first that was not computed.
    static std::string whyNot(const std::vector<stages::NotComputed>& all, std::string_view node) {
        if (all.empty()) return "it was not computed";
        const auto own = std::ranges::find(all, node, &stages::NotComputed::node);
        const stages::NotComputed& one = own == all.end() ? all.front() : *own;
        return (one.node.empty() ? "" : one.node + ": ") + "is not computed by etscope: " + one.why.message;
    }

    Result<void> takeNode(const graph::GraphModel& model, const graph::Node& node, const replay::GraphInputs& inputs) {
        std::vector<graph::ValueId> needed, made;
        for (const graph::Argument& argument : model.arguments(node)) addNeeded(model, argument, needed);
        for (const graph::OutputSlot& slot : model.outputs(node))
            for (const graph::ValueId value : model.values(slot)) made.push_back(value);
        std::set<std::string> wanted;
        for (const auto& list : {needed, made})
            for (const graph::ValueId value : list) wanted.insert(model.valuePath(value));
        stages::ComputeOptions compute;
        compute.keep = [&wanted](const std::string& path) { return wanted.contains(path); };
        const auto computed = stages::computeGraph({m_session, m_asked.method}, *m_asked.stage, inputs, compute, m_job);
        if (!computed) return computed.failure();
        m_document["operator"] = validName(model.text(node.target));
        m_document["verdict"] = nullptr;
        m_document["verdict_reason"] = "no run is judged";
        const std::string why = whyNot(computed->notComputed, model.text(node.id));
        const auto find = [&](graph::ValueId value) -> std::optional<evaluate::Value> {
            const std::string path = model.valuePath(value);
            const auto found = std::ranges::find(computed->values, path, &std::pair<std::string, evaluate::Value>::first);
            return found == computed->values.end() ? std::nullopt : std::optional(found->second);
        };
        if (auto taken = takeNeeded(model, needed, find, inputs, why); !taken) return taken;
        m_pack.addStep(model, node);
        if (node.delegate >= 0) cannotRun("the node calls a delegate: take the pack of its instruction, with a run");
        for (const graph::ValueId value : made)
            if (auto added =
                    m_pack.addResult(std::string(model.text(model.value(value).id)), find(value), why, std::nullopt, kNoRuntime);
                !added)
                return added;
        return {};
    }

    const session::Session& m_session;
    ReproCall m_asked;
    ReproPack m_pack;
    Json& m_document;
    const JobContext& m_job;
    std::shared_ptr<evaluate::Memory> m_memory = std::make_shared<evaluate::Memory>(limits::settable().evaluatedBytes);
};

}  // namespace

Result<Json> reproDocument(const session::Session& session, const std::string& address, std::optional<std::size_t> run,
                           const std::string& path, const JobContext& job) {
    const auto asked = reproCall(session, address, job);
    if (!asked) return asked.failure();
    const auto all = compare::runs(session, job);
    if (!all) return all.failure();
    const auto runs = executionsUpTo(**all, asked->method, run);
    if (!runs) return runs.failure();
    auto folder = OutputFolder::create(path);
    if (!folder) return folder.failure();
    Json document = beginDocument("repro", session);
    document["address"] = address;
    document["folder"] = validName(path);
    document["method"] = asked->method;
    document["instruction"] = orNull(asked->instruction);
    document["node"] = asked->stage ? Json(asked->stage->text() + "/" + validName(asked->node)) : Json(nullptr);
    document["not_joined"] = textOrNull(asked->whyAlone);
    document["run"] = nullptr;
    document["backend"] = nullptr;
    document["cannot_run"] = nullptr;
    Repro repro(session, *asked, *folder, document, job);
    bool taken = false;
    if (asked->instruction && !runs->empty() && session.plan(asked->method) != nullptr) {
        const auto seen = repro.fromRun(*runs);
        if (!seen) return seen.failure();
        taken = *seen;
    }
    if (!taken && !asked->stage)
        return fail("repro-nothing",
                    runs->empty()
                        ? "no run of the method is here, and no node of a graph is joined with the call: " + asked->whyAlone
                        : "the run did not execute this instruction");
    if (!taken)
        if (auto computed = repro.fromGraph(run); !computed) return computed.failure();
    document = endDocument(document, session);
    if (auto finished = repro.finish(); !finished) return finished.failure();
    if (auto committed = folder->commit(); !committed) return committed.failure();
    return document;
}

}  // namespace etscope::report
