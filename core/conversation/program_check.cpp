#include "conversation/program_check.h"

#include <algorithm>
#include <set>

#include "causes/method_culprits.h"
#include "exported/metadata.h"
#include "join/call_titles.h"
#include "replay/delegate_weights.h"
#include "session/entity.h"

namespace etscope::conversation {
namespace {

/// The module of a node, or of what reads a constant: what stands in none (its conversion) is that of what reads it.
std::string moduleIn(const graph::GraphModel& model, const std::string& name) {
    constexpr int kFollowed = 4;
    const auto pathOf = [&](graph::NodeId id) {
        const auto steps = exported::parseModuleStack(model.text(model.node(id).moduleStack));
        return steps.empty() ? std::string() : steps.back().path;
    };
    std::set<graph::ValueId> values;
    if (const graph::NodeId node = model.findNode(name); node.valid()) {
        if (std::string path = pathOf(node); !path.empty()) return path;
        for (const graph::OutputSlot& slot : model.outputs(model.node(node)))
            for (const graph::ValueId value : model.values(slot)) values.insert(value);
    }
    for (const graph::GraphInput& input : model.top().inputs)
        if (input.value.valid() && model.text(input.target) == name) values.insert(input.value);
    if (values.empty()) return {};
    const std::vector<graph::Edge> edges = model.edges(graph::GraphId(std::size_t{0}));
    for (int step = 0; step < kFollowed && !values.empty(); ++step) {
        std::set<graph::ValueId> next;
        for (const graph::Edge& edge : edges) {
            if (!values.contains(edge.value)) continue;
            if (std::string path = pathOf(edge.to); !path.empty()) return path;
            for (const graph::OutputSlot& slot : model.outputs(model.node(edge.to)))
                for (const graph::ValueId value : model.values(slot)) next.insert(value);
        }
        values = std::move(next);
    }
    return {};
}

std::string moduleOf(const session::MethodView& method, const std::vector<std::string>& names, const JobContext& job) {
    const auto edge = method.graph(graph::StageId::edge(), job);
    if (!edge) return {};
    for (const std::string& name : names) {
        if (name.empty()) continue;
        if (std::string path = moduleIn(**edge, name); !path.empty()) return path;
        for (std::size_t call = 0; call < (*edge)->delegates().size(); ++call) {
            const auto lowered = method.graph(graph::StageId::lowered(static_cast<std::uint32_t>(call)), job);
            if (std::string path = lowered ? moduleIn(**lowered, name) : std::string(); !path.empty()) return path;
        }
    }
    return {};
}

/// Where the first call of the method stands.
std::size_t lineOf(const Opened& opened, const std::string& method) {
    for (const CallStep& step : opened.steps)
        if (step.call->method == method) return step.line->number;
    return 0;
}

/// Weights inside the delegates of one method.
Result<void> checkDelegates(const Opened& opened, const std::string& name, Findings& findings, const JobContext& job) {
    const session::MethodView method(*opened.session, name);
    const program::ExecutionPlan* plan = method.plan();
    for (std::size_t i = 0; plan != nullptr && i < plan->delegates.size(); ++i) {
        const auto weights = replay::delegateWeights(method, i, job);
        if (weights.cancelled()) return weights.failure();
        if (!weights) continue;
        for (const replay::DelegateWeight& weight : *weights) {
            Finding finding{Check::Program, "constant", {}, {}, Evidence::Computed};
            std::vector<std::string> names = weight.nodes;
            names.push_back(weight.name);
            finding.place.line = lineOf(opened, name);
            finding.place.method = name;
            finding.place.module = moduleOf(method, names, job);
            if (finding.place.module.empty())
                finding.place.module = join::delegateTitle(method, static_cast<std::int64_t>(i), job).work.place;
            finding.place.node = weight.nodes.empty() ? std::string() : weight.nodes.front();
            finding.place.address = name + "/program/delegate/" + std::to_string(i);
            finding.sentence = Sentence::of("delegate %1 holds other weights than the record: %2", i, weight.text);
            findings.add(std::move(finding));
        }
    }
    return {};
}

/// What is at fault in the program, and what its runs showed of calls; of inputs and pairs the trace itself tells more.
std::vector<const causes::Culprit*> culpritsOf(const causes::MethodCulprits& judged) {
    std::vector<const causes::Culprit*> found;
    for (const causes::Culprit& one : judged.ofProgram) found.push_back(&one);
    for (const causes::RunCulprits& run : judged.runs)
        for (const causes::Culprit& one : run.culprits) found.push_back(&one);
    std::erase_if(found,
                  [](const causes::Culprit* one) { return !causes::isOfCall(*one) && one->cause != causes::Cause::Lowering; });
    return found;
}

void tell(const Opened& opened, const session::MethodView& method, const causes::Culprit& culprit, Findings& findings,
          const JobContext& job) {
    Finding finding{Check::Program, std::string(causes::causeName(culprit.cause)), {}, culprit.sentence, Evidence::Computed};
    std::vector<std::string> names = culprit.nodes;
    names.push_back(culprit.constant.value_or(""));
    finding.place.line = lineOf(opened, method.name);
    finding.place.method = method.name;
    finding.place.module = moduleOf(method, names, job);
    finding.place.node = names.front();
    if (culprit.instruction) finding.place.address = session::Entity::ofInstruction(method.name, *culprit.instruction).text();
    findings.add(std::move(finding));
}

}  // namespace

Result<void> checkProgram(const Opened& opened, Findings& findings, const JobContext& job) {
    if (opened.session->programFile() == nullptr || opened.session->recordFile() == nullptr) {
        findings.open(Check::Program, Sentence::of("there is no program and record to hold against each other"));
        return {};
    }
    findings.looked(Check::Program);
    for (const auto& [name, roles] : opened.roles) {
        const session::MethodView method(*opened.session, name);
        const auto judged = causes::methodCulprits(method, job);
        if (judged.cancelled()) return judged.failure();
        if (!judged) continue;
        std::set<std::string> told;
        for (const causes::Culprit* culprit : culpritsOf(**judged))
            if (told.insert(culprit->sentence.text()).second) tell(opened, method, *culprit, findings, job);
    }
    if (findings.wrong(Check::Program)) return {};
    for (const auto& [name, roles] : opened.roles)
        if (auto done = checkDelegates(opened, name, findings, job); !done) return done;
    return {};
}

}  // namespace etscope::conversation
