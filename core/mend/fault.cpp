#include "mend/fault.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/escaped.h"
#include "exported/metadata.h"
#include "findings/verdict.h"
#include "graph/data_flow.h"
#include "join/links.h"
#include "session/entity.h"

namespace etscope::mend {
namespace {

using causes::Cause;
using causes::Culprit;
using session::Entity;

Suspect& add(std::vector<Suspect>& suspects, const std::string& op, const std::string& node) {
    auto found = std::ranges::find(suspects, op, &Suspect::op);
    if (found == suspects.end()) found = suspects.insert(found, Suspect{.op = op});
    if (std::ranges::find(found->nodes, node) == found->nodes.end()) found->nodes.push_back(node);
    return *found;
}

bool isOperator(const graph::GraphModel& model, graph::NodeId node) {
    return !edgeOperator(model.text(model.node(node).target)).empty();
}

/// Whether two arguments are the same as far as they are no values.
bool isLike(const graph::GraphModel& model, const graph::Argument& a, const graph::Argument& b) {
    using Kind = graph::ArgumentKind;
    if (a.kind != b.kind || a.name != b.name) return false;
    switch (a.kind) {
        case Kind::None:
        case Kind::Value: return true;
        case Kind::Float: return a.number == b.number;
        case Kind::List: {
            const auto left = model.listItems(a), right = model.listItems(b);
            return std::ranges::equal(left, right, [&](const auto& x, const auto& y) { return isLike(model, x, y); });
        }
        case Kind::Int:
        case Kind::Bool:
        case Kind::DType:
        case Kind::Layout: return a.integer == b.integer;
        default: return a.id == b.id;
    }
}

/// The innermost module that the node stands in; empty: the root, or none is known.
std::string moduleOf(const graph::GraphModel& model, const graph::Node& node) {
    const auto stack = exported::parseModuleStack(model.text(node.moduleStack));
    return stack.empty() ? std::string() : stack.back().path;
}

void sortBySize(std::vector<Suspect>& suspects) {
    std::stable_sort(suspects.begin(), suspects.end(),
                     [](const Suspect& a, const Suspect& b) { return a.nodes.size() < b.nodes.size(); });
}

class Finder {
public:
    Finder(const session::MethodView& method, const JobContext& job) : m_method(method) {
        if (auto links = join::MethodLinks::make(method, job)) m_links = *std::move(links);
        if (auto graph = method.graph(graph::StageId::edge(), job)) m_edge = *std::move(graph);
    }

    Fault faultOf(const Culprit& culprit) const {
        Fault fault;
        fault.method = m_method.name;
        fault.culprit = culprit;
        fault.address = culprit.instruction ? Entity::ofInstruction(m_method.name, *culprit.instruction).text()
                                            : Entity::ofMethod(m_method.name).text();
        if (const program::Delegate* delegate = delegateOf(culprit)) fault.backend = delegate->id;
        fault.suspects = suspects(culprit);
        return fault;
    }

private:
    const program::Delegate* delegateOf(const Culprit& culprit) const {
        const program::ExecutionPlan* plan = m_method.plan();
        return plan != nullptr && culprit.delegate ? plan->delegateAt(static_cast<std::int64_t>(*culprit.delegate)) : nullptr;
    }

    /// Those that the culprit names, then the others of its instruction.
    std::vector<Suspect> suspects(const Culprit& culprit) const {
        std::vector<Suspect> named, others;
        for (const std::string& path : culprit.nodes) addPath(named, path);
        if (culprit.instruction && m_links != nullptr)
            for (const graph::NodeRef& node : m_links->ofInstruction(*culprit.instruction).edge) addNode(others, node.node);
        sortBySize(named);
        sortBySize(others);
        for (Suspect& one : others)
            if (std::ranges::find(named, one.op, &Suspect::op) == named.end()) named.push_back(std::move(one));
        return named;
    }
    void addPath(std::vector<Suspect>& suspects, const std::string& path) const {
        if (m_edge == nullptr) return;
        if (const graph::NodeId node = m_edge->findNode(path); node.valid()) addNode(suspects, node);
    }
    void addNode(std::vector<Suspect>& suspects, graph::NodeId id) const {
        if (m_edge == nullptr || id.index() >= m_edge->nodeCount()) return;
        const graph::Node& node = m_edge->node(id);
        const std::string op = edgeOperator(m_edge->text(node.target));
        if (op.empty()) return;
        add(suspects, op, std::string(m_edge->text(node.id))).ids.insert(id.index());
    }

    const session::MethodView& m_method;
    std::shared_ptr<const join::MethodLinks> m_links;
    std::shared_ptr<const graph::GraphModel> m_edge;
};

/// Counts what is about the suspects of a graph.
class Counter {
public:
    explicit Counter(const graph::GraphModel& edge) : m_edge(edge), m_flow(edge) {}

    /// Of the operator whose nodes are `ids`, which are some.
    Counts count(const std::set<std::uint32_t>& ids) const {
        Counts one;
        std::set<std::uint32_t> around;
        std::set<std::string> modules;
        for (const std::uint32_t id : ids) {
            addAround(graph::NodeId(id), around);
            if (std::string module = moduleOf(m_edge, m_edge.node(graph::NodeId(id))); !module.empty())
                modules.insert(std::move(module));
        }
        one.around = around.size();
        one.modules.assign(modules.begin(), modules.end());
        const graph::StringId target = m_edge.node(graph::NodeId(*ids.begin())).target;
        for (std::uint32_t i = 0; i < m_edge.nodeCount(); ++i) {
            const graph::Node& node = m_edge.node(graph::NodeId(i));
            if (!modules.empty() && isOperator(m_edge, graph::NodeId(i)) && modules.contains(moduleOf(m_edge, node)))
                ++one.inModules;
            if (node.target != target) continue;
            ++one.all;
            if (std::ranges::any_of(ids, [&](std::uint32_t id) { return isAlike(node, m_edge.node(graph::NodeId(id))); }))
                ++one.like;
        }
        return one;
    }

private:
    bool isAlike(const graph::Node& a, const graph::Node& b) const {
        return std::ranges::equal(m_edge.arguments(a), m_edge.arguments(b),
                                  [&](const auto& x, const auto& y) { return isLike(m_edge, x, y); });
    }
    /// The node, and operators beside it; what takes a result of several apart is none.
    void addAround(graph::NodeId id, std::set<std::uint32_t>& around) const {
        around.insert(id.index());
        for (const graph::ValueId value : m_flow.inputs(id))
            if (const graph::NodeId from = m_edge.value(value).producer; from.valid() && isOperator(m_edge, from))
                around.insert(from.index());
        for (const graph::ValueId value : m_flow.results(id))
            for (const graph::NodeId to : m_flow.consumers(value))
                if (isOperator(m_edge, to)) around.insert(to.index());
    }

    const graph::GraphModel& m_edge;
    graph::DataFlow m_flow;
};

/// The counts of the method's suspects: of each operator over all faults together.
void countAll(std::vector<Fault>& faults, const session::MethodView& method, const JobContext& job) {
    std::map<std::string, std::vector<Suspect*>> byOperator;
    for (Fault& fault : faults)
        for (Suspect& one : fault.suspects)
            if (fault.method == method.name) byOperator[one.op].push_back(&one);
    if (byOperator.empty()) return;
    const auto edge = method.graph(graph::StageId::edge(), job);
    if (!edge || *edge == nullptr) return;
    const Counter counter(**edge);
    for (const auto& [op, suspects] : byOperator) {
        std::set<std::uint32_t> ids;
        for (const Suspect* one : suspects) ids.insert(one->ids.begin(), one->ids.end());
        if (ids.empty()) continue;
        const Counts counts = counter.count(ids);
        for (Suspect* one : suspects) one->counts = counts;
    }
}

/// Whether `of` speaks of the culprit.
bool isAsked(const Entity& of, const Fault& fault) {
    if (!of.valid()) return true;
    if (of.method != fault.method) return false;
    if (of.kind != Entity::Kind::Node) return true;
    return of.text() == fault.address || std::ranges::find(fault.culprit.nodes, of.name) != fault.culprit.nodes.end();
}

/// The cause that all are asked for: the most certain one, of the first where several are.
void keepOneCause(std::vector<Fault>& faults) {
    const auto first = std::ranges::min_element(faults, {}, [](const Fault& one) { return causes::inferred(one.culprit); });
    if (first == faults.end()) return;
    const Cause cause = first->culprit.cause;
    std::erase_if(faults, [&](const Fault& one) { return one.culprit.cause != cause; });
}

}  // namespace

std::string edgeOperator(std::string_view target) {
    constexpr std::string_view kEdge = "executorch.exir.dialects.edge.ops.";
    if (!target.starts_with(kEdge)) return {};
    const std::string_view op = target.substr(kEdge.size());
    const auto inWord = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
    };
    const bool isName = std::ranges::all_of(op, inWord) && op.find("..") == std::string_view::npos && !op.ends_with('.');
    return isName && !op.empty() && op.front() != '.' ? std::string(op) : std::string();
}

Result<std::vector<Fault>> faultsOf(const session::Session& session, const std::string& of, const JobContext& job) {
    const std::vector<std::string> names = session.methodNames();
    const Entity asked = of.empty() ? Entity() : Entity::parse(of, names);
    if (!of.empty() && (!asked.valid() || session.method(asked.method) == nullptr))
        return fail("no-such-address", "this is no method and no address of one", escaped(of));
    std::vector<Fault> faults;
    std::set<std::string> known;
    for (const std::string& name : names) {
        const session::MethodView method(session, name);
        const auto culprits = causes::methodCulprits(method, job);
        if (!culprits) return culprits.failure();
        const Finder finder(method, job);
        const auto take = [&](const Culprit& culprit) {
            Fault fault = finder.faultOf(culprit);
            if (isAsked(asked, fault) && known.insert(fault.address + culprit.sentence.text()).second)
                faults.push_back(std::move(fault));
        };
        for (const causes::RunCulprits& run : (*culprits)->runs) std::ranges::for_each(run.culprits, take);
        std::ranges::for_each((*culprits)->ofProgram, take);
    }
    keepOneCause(faults);
    for (const std::string& name : names) countAll(faults, session::MethodView(session, name), job);
    return faults;
}

Counts& Counts::operator+=(const Counts& other) {
    all += other.all, like += other.like, around += other.around, inModules += other.inModules;
    for (const std::string& module : other.modules)
        if (std::ranges::find(modules, module) == modules.end()) modules.push_back(module);
    return *this;
}

std::vector<Suspect> suspectsOf(const std::vector<Fault>& faults) {
    std::vector<Suspect> all;
    std::set<std::pair<std::string, std::string>> counted;
    for (const Fault& fault : faults)
        for (const Suspect& one : fault.suspects) {
            for (const std::string& node : one.nodes) add(all, one.op, fault.method + "/" + node);
            Suspect& sum = *std::ranges::find(all, one.op, &Suspect::op);
            if (!counted.emplace(fault.method, one.op).second) continue;
            sum.counts += one.counts;
        }
    return all;
}

}  // namespace etscope::mend
