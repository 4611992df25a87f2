#include "stages/computed_references.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "gap/gap.h"
#include "gap/node_references.h"
#include "graph/data_flow.h"
#include "replay/fed_inputs.h"
#include "replay/program_constants.h"
#include "stages/carried_state.h"
#include "stages/kept_values.h"

namespace etscope::stages {

namespace {

/// Nodes whose values follow from those of `from`, and these.
std::unordered_set<std::string> nodesBehind(const graph::GraphModel& model, const std::vector<graph::NodeId>& from) {
    std::unordered_set<std::string> paths;
    if (from.empty()) return paths;
    const graph::DataFlow flow(model);
    std::vector<graph::NodeId> open = from;
    while (!open.empty()) {
        const graph::NodeId node = open.back();
        open.pop_back();
        if (!paths.insert(model.nodePath(node)).second) continue;
        for (const graph::ValueId result : flow.results(node))
            for (const graph::NodeId user : flow.consumers(result)) open.push_back(user);
    }
    return paths;
}

/// Paths of the results of top nodes that do not stand under the path of their node.
std::unordered_map<std::string, std::vector<std::string>> resultsOf(const graph::GraphModel& model) {
    std::unordered_map<std::string, std::vector<std::string>> results;
    for (const graph::NodeId node : model.top().nodes) {
        std::vector<std::string> paths;
        for (const graph::OutputSlot& slot : model.outputs(model.node(node)))
            for (const graph::ValueId value : model.values(slot)) paths.push_back(model.valuePath(value));
        std::string path = model.nodePath(node);
        if (!paths.empty() && (paths.size() > 1 || paths.front() != path)) results.emplace(std::move(path), std::move(paths));
    }
    return results;
}

class ComputedReferences : public gap::ReferenceValues {
public:
    ComputedReferences(std::unordered_map<std::string, tensor::Tensor> values, const ComputedGraph& computed,
                       const graph::GraphModel& model, gap::ComputedSource source)
        : m_values(std::move(values)),
          m_results(resultsOf(model)),
          m_source(std::move(source)),
          m_restarted(nodesBehind(model, computed.restarts)) {
        for (const graph::NodeId node : computed.restarts) {  // those are the run's own values
            m_values.erase(model.nodePath(node));
            for (const graph::OutputSlot& slot : model.outputs(model.node(node)))
                for (const graph::ValueId value : model.values(slot)) m_values.erase(model.valuePath(value));
        }
        for (const NotComputed& row : computed.notComputed) m_source.notComputed.push_back({row.node, row.target, row.why.message});
    }

    std::optional<tensor::Value> ofNode(const std::string& path) const override {
        const auto found = m_values.find(path);
        return found == m_values.end() ? std::nullopt : std::optional<tensor::Value>(found->second);
    }
    std::vector<tensor::Value> listOfNode(const std::string& path) const override {
        std::vector<tensor::Value> list;
        const auto results = m_results.find(path);
        if (results == m_results.end()) return list;
        for (const std::string& result : results->second) {
            auto value = ofNode(result);
            if (!value) return {};
            list.push_back(*std::move(value));
        }
        return list;
    }
    std::optional<tensor::Value> ofHandle(std::int64_t) const override { return std::nullopt; }
    std::vector<std::int64_t> handles() const override { return {}; }
    std::string source() const override {
        return "computed from the " + m_source.stage + " graph on " + m_source.inputsText.text();
    }
    bool restarted(const std::vector<std::string>& nodes) const override {
        return std::ranges::any_of(nodes, [this](const std::string& node) { return m_restarted.contains(node); });
    }
    const gap::ComputedSource* computed() const override { return &m_source; }

private:
    std::unordered_map<std::string, tensor::Tensor> m_values;
    std::unordered_map<std::string, std::vector<std::string>> m_results;
    gap::ComputedSource m_source;
    std::unordered_set<std::string> m_restarted;
};

/// Paths of the values that rows of the gap stand against: of nodes that carry debug handles. Bodies of delegates and turns of
/// loops have none. Empty: the stage has no handles, and any value may be asked for.
Result<std::set<std::string>> askedFor(const session::MethodView& method, const graph::StageId& stage, const JobContext& job) {
    const auto handles = join::handles(method, job);
    if (!handles) return handles.failure();
    std::set<std::string> paths;
    for (const auto& [handle, nodes] : gap::namesOf(**handles, stage))
        for (const gap::NodeName& node : nodes) {
            paths.insert(node.path);
            paths.insert(node.results.begin(), node.results.end());
        }
    return paths;
}

}  // namespace

Result<std::shared_ptr<const gap::ReferenceValues>> computedReferences(const session::MethodView& method,
                                                                       const graph::StageId& asked, const ComputedChoice& choice,
                                                                       const JobContext& job) {
    const bool ofProgram = asked.is(graph::StageId::Kind::Program);
    const graph::StageId stage = ofProgram ? graph::StageId::edge() : asked;
    gap::ComputedSource source;
    source.stage = asked.text();
    source.wide = choice.wide;
    const auto ran = replay::fedRun(method, choice.run, job);
    if (!ran) return ran.failure();
    const replay::InputChoice chosen = choice.inputs.value_or(ran->fed.choice());
    source.run = ran->run;
    if (choice.inputs)
        source.inputsOf = gap::InputsOf::Asked;
    else if (ran->run && ran->fed.known())
        source.inputsOf = gap::InputsOf::Run;
    source.contradicted = ran->fed.contradicted;
    if (!choice.inputs) source.evidence = ran->fed.why();
    auto inputs = replay::graphInputs(method, stage, chosen, job);
    if (!inputs && !choice.inputs && chosen.kind == replay::InputChoice::Kind::Case) {  // paired by its outputs alone
        source.evidence = Sentence::of("the run belongs to case %1, whose inputs no file has", chosen.caseIndex);
        source.inputsOf = gap::InputsOf::Assumed;
        inputs = replay::graphInputs(method, stage, replay::InputChoice{}, job);
    }
    if (!inputs) return inputs.failure();
    source.from = inputs->from;
    source.caseIndex = inputs->caseIndex;
    source.inputsText = inputs->caseIndex        ? Sentence::of("the inputs of case %1", *inputs->caseIndex)
                        : inputs->from == "file" ? Sentence(inputs->source)
                                                 : Sentence::of("the example inputs");
    ComputeOptions options;
    options.wide = choice.wide;
    CarriedState before;
    if (ran->run) {  // what was asked for is not what ran between
        auto state = choice.inputs ? programState(method, stage, job) : stateBeforeRun(method, asked, *ran->run, choice.wide, job);
        if (!state) return state.failure();
        before = *std::move(state);
        options.buffers = before.buffers;
        if (!before.evidence.empty()) {
            source.evidence = Sentence::list({source.evidence, before.evidence}, "; ");
            if (choice.inputs) source.inputsOf = gap::InputsOf::Assumed;
        }
    }
    if (ofProgram) {
        auto constants = replay::programConstants(method, job);
        if (!constants) return constants.failure();
        options.buffers.merge(std::move(constants->different));
        for (const Sentence& sentence : constants->evidence) source.evidence = Sentence::list({source.evidence, sentence}, "; ");
    }
    const auto logged = ran->run ? gap::runReferences(method, *ran->run, stage, job)
                                 : Result<std::shared_ptr<const gap::ReferenceValues>>(fail("no-runs", ""));
    if (logged)
        options.instead = [&logged](const graph::Node& node) {
            return node.debugHandle ? (*logged)->ofHandle(*node.debugHandle) : std::nullopt;
        };
    const auto program = method.program(stage, job);
    if (!program) return program.failure();
    const auto wanted = askedFor(method, stage, job);
    if (!wanted) return wanted.failure();
    KeptValues kept = KeptValues::allowed();
    options.keep = [](const std::string&) { return false; };
    options.look = [&](const std::string& path, const evaluate::Value& value) {
        if (wanted->empty() || wanted->contains(path)) kept.take(path, value);
    };
    auto computed = computeGraph(method, stage, *inputs, options, job);
    if (!computed) return computed.failure();
    if (source.inputsOf == gap::InputsOf::Run) keepState(before, chosen, *computed, method, asked, choice.wide);
    auto values = std::move(kept).all();
    if (!values) return values.failure();
    return std::shared_ptr<const gap::ReferenceValues>(
        std::make_shared<ComputedReferences>(*std::move(values), *computed, *(*program)->graph, std::move(source)));
}

}  // namespace etscope::stages
