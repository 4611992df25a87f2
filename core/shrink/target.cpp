#include "shrink/target.h"

#include <algorithm>

#include "base/escaped.h"
#include "findings/conflict_alone.h"
#include "join/links.h"
#include "lowering/partitioners.h"
#include "session/entity.h"

namespace etscope::shrink {
namespace {

using causes::Cause;
using causes::Culprit;
using session::Entity;

/// Why nothing of the program is at fault; nothing: it may be.
std::optional<Sentence> innocent(const Culprit& culprit) {
    switch (culprit.cause) {
        case Cause::Quantisation: return Sentence::of("nothing to shrink: the quantised graph itself gives this");
        case Cause::Input: return Sentence::of("nothing to shrink: the run was fed with something else");
        case Cause::Pairing: return Sentence::of("nothing to shrink: outputs and references belong to different cases");
        case Cause::OtherReference: return Sentence::of("nothing to shrink: the references are not this model's");
        default: return std::nullopt;
    }
}

std::string addressOf(const std::string& method, const Culprit& culprit) {
    if (culprit.instruction) return Entity::ofInstruction(method, *culprit.instruction).text();
    if (!culprit.nodes.empty()) return Entity::ofNode(method, graph::StageId::edge(), culprit.nodes.front()).text();
    return Entity::ofMethod(method).text();
}

/// The top node that holds it, or the node.
graph::NodeId topOf(const graph::GraphModel& model, graph::NodeId node) {
    for (int depth = 0; node.valid() && model.node(node).graph != graph::GraphId(0U) && depth < 64; ++depth)
        node = model.graph(model.node(node).graph).owner;
    return node;
}

void add(std::vector<graph::NodeId>& nodes, graph::NodeId node) {
    if (node.valid() && std::ranges::find(nodes, node) == nodes.end()) nodes.push_back(node);
}

class Chooser {
public:
    Chooser(const session::Session& session, const JobContext& job) : m_session(session), m_job(job) {}

    Result<Choice> choose(const std::string& of) {
        const auto names = m_session.methodNames();
        const Entity asked = of.empty() ? Entity() : Entity::parse(of, names);
        if (!of.empty() && !asked.valid()) return fail("shrink-not-at-fault", "this is no address of the session", escaped(of));
        const auto verdict = findings::verdict(m_session, m_job);
        if (!verdict) return verdict.failure();
        Choice choice;
        bool anyRun = false, differs = asked.method.empty() && (*verdict)->state == findings::Verdict::Differ, looked = false;
        for (const findings::MethodOutcome& outcome : (*verdict)->methods) {
            if (!asked.method.empty() && asked.method != outcome.method) continue;
            auto culprits = causes::methodCulprits({m_session, outcome.method}, m_job);
            if (!culprits) return culprits.failure();
            anyRun = anyRun || !(*culprits)->runs.empty() || !outcome.runs.empty();
            differs = differs || outcome.outputs.differ > 0;
            looked = looked || outcome.outputs.match + outcome.right > 0;
            const Culprit* first = asked.kind == Entity::Kind::None || asked.kind == Entity::Kind::Method
                                       ? firstOf(outcome, **culprits)
                                       : namedBy(asked, **culprits);
            if (first == nullptr) continue;
            if (auto why = innocent(*first)) {
                if (choice.why.empty()) choice.why = *std::move(why);
                continue;
            }
            choice.target = made(outcome.method, *first);
            return choice;
        }
        if (!asked.method.empty() && m_session.method(asked.method) == nullptr)
            return fail("no-such-method", "the session has no such method", escaped(asked.method));
        if (!anyRun) return fail("shrink-no-run", "no run tells what is wrong: run the program first, etscope-cli run");
        const bool isThing = asked.valid() && asked.kind != Entity::Kind::Method;
        if (choice.why.empty() && isThing && (*verdict)->state == findings::Verdict::Differ)
            return fail("shrink-not-at-fault", "nothing tells that this is at fault; leave --of out for what is", escaped(of));
        if (!choice.why.empty()) return choice;
        if (const auto* conflict = differs && !isThing ? findings::conflictAlone(**verdict) : nullptr) {
            choice.why = Sentence::of("nothing to shrink: %1; no call that was judged is wrong", conflict->text);
            return choice;
        }
        choice.open = differs || !looked;
        choice.why = differs   ? Sentence::of("nothing tells what is at fault: %1", (*verdict)->sentences.front().text)
                     : !looked ? Sentence::of("nothing was compared: there is nothing to shrink")
                               : Sentence::of("nothing to shrink: nothing is at fault");
        return choice;
    }

private:
    static const Culprit* firstOf(const findings::MethodOutcome& outcome, const causes::MethodCulprits& all) {
        return outcome.culprit ? &*outcome.culprit : all.first();
    }
    const Culprit* namedBy(const Entity& asked, const causes::MethodCulprits& all) const {
        const auto isMeant = [&](const Culprit& culprit) {
            if (culprit.instruction && asked == Entity::ofInstruction(asked.method, *culprit.instruction)) return true;
            if (asked.kind == Entity::Kind::Stage && culprit.delegate &&
                asked.stageId() == graph::StageId::payload(static_cast<std::uint32_t>(*culprit.delegate)))
                return true;
            return std::ranges::find(culprit.nodes, asked.name) != culprit.nodes.end();
        };
        for (const causes::RunCulprits& run : all.runs)
            for (const Culprit& culprit : run.culprits)
                if (isMeant(culprit)) return &culprit;
        return nullptr;
    }

    Target made(const std::string& method, const Culprit& culprit) const {
        Target target{method, addressOf(method, culprit), culprit, {culprit.cause, {}, false, false}, StateAs::Input, {}, {}};
        target.wanted.byOutputs =
            culprit.cause == Cause::Layout || culprit.cause == Cause::Unknown || culprit.cause == Cause::State;
        target.wanted.stops = culprit.stopped;
        if (culprit.cause == Cause::State) target.states = StateAs::State;
        const program::ExecutionPlan* plan = m_session.plan(method);
        const bool isKernel = culprit.cause == Cause::Kernel && !culprit.delegate;
        for (std::size_t d = 0; plan != nullptr && !isKernel && d < plan->delegates.size(); ++d) {
            const std::string& backend = plan->delegates[d].id;
            const bool isMeant = !culprit.delegate || *culprit.delegate == d;
            if (culprit.delegate && isMeant && lowering::partitionerOf(backend) == nullptr) target.foreign = backend;
            const bool isKnown = lowering::partitionerOf(backend) != nullptr;
            if (isMeant && isKnown && std::ranges::find(target.backends, backend) == target.backends.end())
                target.backends.push_back(backend);
        }
        return target;
    }

    const session::Session& m_session;
    const JobContext& m_job;
};

}  // namespace

Result<Choice> chooseTarget(const session::Session& session, const std::string& of, const JobContext& job) {
    return Chooser(session, job).choose(of);
}

Result<Site> siteOf(const session::Session& session, const Target& target, const Material& material, const JobContext& job) {
    const graph::GraphModel& model = *material.graph;
    const auto links = join::links({session, target.method}, job);
    if (!links) return links.failure();
    const bool isExported = material.stage == graph::StageId::exported();
    Site site;
    const auto edge = session.graph(target.method, graph::StageId::edge(), job);
    for (const std::string& path : target.culprit.nodes) {
        if (!isExported) {
            const graph::NodeId node = model.findNode(path), top = topOf(model, node);
            add(site.seeds, top);
            if (node != top) add(site.inner, node);
        } else if (const graph::NodeId node = edge ? (*edge)->findNode(path) : graph::NodeId(); node.valid()) {
            for (const graph::NodeRef& one : (*links)->of({graph::StageId::edge(), node}).exported)
                add(site.seeds, topOf(model, one.node));
        }
        // An input that is at fault: what reads it.
        if (const graph::ValueId value = model.findValue(path); value.valid() && !model.value(value).producer.valid())
            for (const graph::NodeId reader : material.flow->consumers(value)) add(site.seeds, topOf(model, reader));
    }
    for (const causes::OtherState& state : target.culprit.state)
        for (const graph::GraphOutput* output : model.bufferMutations())
            if (model.text(output->target) == state.buffer && output->argument.kind == graph::ArgumentKind::Value)
                add(site.seeds, model.value(output->argument.value()).producer);
    if (target.culprit.instruction) {
        const join::NodeLinks found = (*links)->ofInstruction(*target.culprit.instruction);
        for (const graph::NodeRef& one : isExported ? found.exported : found.edge) add(site.within, topOf(model, one.node));
    }
    if (site.seeds.empty() && !target.culprit.delegate) site.seeds = site.within;
    return site;
}

std::map<std::string, std::vector<std::uint8_t>> ordersOf(const Target& target, const Material& material) {
    std::map<std::string, std::vector<std::uint8_t>> orders;
    if (target.culprit.cause != Cause::Layout) return orders;
    const graph::GraphModel& model = *material.graph;
    for (const graph::GraphInput* input : model.userInputs()) {
        const std::string name(model.text(input->id));
        const auto value = material.last().find(input->value);
        const evaluate::Array* array = value == material.last().end() ? nullptr : value->second.array();
        if (array == nullptr || std::ranges::find(target.culprit.nodes, name) == target.culprit.nodes.end()) continue;
        std::vector<std::uint8_t> order{0};
        for (std::size_t axis = 2; axis < array->rank(); ++axis) order.push_back(static_cast<std::uint8_t>(axis));
        if (array->rank() > 2) order.push_back(1);
        if (array->rank() == 2) order = {1, 0};
        orders[name] = order;
    }
    return orders;
}

}  // namespace etscope::shrink
