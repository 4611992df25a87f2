#include "conversation/program_check.h"

#include <algorithm>
#include <set>

#include "exported/metadata.h"
#include "findings/verdict.h"
#include "join/call_titles.h"
#include "replay/delegate_weights.h"

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

}  // namespace

Result<void> checkProgram(const Opened& opened, Findings& findings, const JobContext& job) {
    if (opened.session->programFile() == nullptr || opened.session->recordFile() == nullptr) {
        findings.open(Check::Program, Sentence::of("there is no program and record to hold against each other"));
        return {};
    }
    const auto verdict = findings::verdict(*opened.session, job);
    if (!verdict) return verdict.failure();
    findings.looked(Check::Program);
    for (const findings::PossibleCause& cause : (*verdict)->causes) {
        if (cause.state != findings::CauseState::Differs) continue;
        Finding finding{Check::Program, cause.kind, {}, cause.title, Evidence::Computed};
        std::string method = cause.method;
        std::vector<std::string> names;
        if (const causes::Culprit* culprit = findings::culpritOf(**verdict, cause)) {
            names = culprit->nodes;
            names.push_back(culprit->constant.value_or(""));
        }
        const auto slash = cause.address.rfind('/');
        if (slash != std::string::npos) names.push_back(cause.address.substr(slash + 1));
        // Constants of several methods are told of one of them.
        std::size_t line = lineOf(opened, method);
        if (method.empty())
            for (const std::string& known : opened.session->methodNames())
                if (cause.address.find("/" + known + "/") != std::string::npos) method = known;
        if (line == 0 && !opened.steps.empty()) line = opened.steps.front().line->number;
        finding.place.line = line;
        finding.place.method = method;
        finding.place.module = method.empty() ? std::string() : moduleOf({*opened.session, method}, names, job);
        finding.place.node = names.empty() ? std::string() : names.front();
        finding.place.address = cause.address;
        findings.add(std::move(finding));
    }
    if (findings.wrong(Check::Program)) return {};
    for (const auto& [name, roles] : opened.roles)
        if (auto done = checkDelegates(opened, name, findings, job); !done) return done;
    return {};
}

}  // namespace etscope::conversation
