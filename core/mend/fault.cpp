#include "mend/fault.h"

#include <algorithm>
#include <set>

#include "base/escaped.h"
#include "findings/verdict.h"
#include "join/links.h"
#include "session/entity.h"

namespace etscope::mend {
namespace {

using causes::Cause;
using causes::Culprit;
using session::Entity;

constexpr std::string_view kEdge = "executorch.exir.dialects.edge.ops.";

/// "aten.gelu.default"; empty: it is no operator of the edge dialect. What is no name with dots is none: it becomes code.
std::string operatorOf(std::string_view target) {
    if (!target.starts_with(kEdge)) return {};
    const std::string_view op = target.substr(kEdge.size());
    const auto inWord = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
    };
    const bool isName = std::ranges::all_of(op, inWord) && op.find("..") == std::string_view::npos && !op.ends_with('.');
    return isName && !op.empty() && op.front() != '.' ? std::string(op) : std::string();
}

void add(std::vector<Suspect>& suspects, const std::string& op, const std::string& node) {
    auto found = std::ranges::find(suspects, op, &Suspect::op);
    if (found == suspects.end()) found = suspects.insert(found, Suspect{op, {}, 0});
    if (std::ranges::find(found->nodes, node) == found->nodes.end()) found->nodes.push_back(node);
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
        const std::string op = operatorOf(m_edge->text(node.target));
        if (op.empty()) return;
        add(suspects, op, std::string(m_edge->text(node.id)));
        std::ranges::find(suspects, op, &Suspect::op)->all = countOf(node.target);
    }
    std::size_t countOf(graph::StringId target) const {
        std::size_t count = 0;
        for (std::uint32_t i = 0; i < m_edge->nodeCount(); ++i) count += m_edge->node(graph::NodeId(i)).target == target ? 1U : 0U;
        return count;
    }

    const session::MethodView& m_method;
    std::shared_ptr<const join::MethodLinks> m_links;
    std::shared_ptr<const graph::GraphModel> m_edge;
};

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
    return faults;
}

std::vector<Suspect> suspectsOf(const std::vector<Fault>& faults) {
    std::vector<Suspect> all;
    std::set<std::pair<std::string, std::string>> counted;
    for (const Fault& fault : faults)
        for (const Suspect& one : fault.suspects) {
            for (const std::string& node : one.nodes) add(all, one.op, fault.method + "/" + node);
            if (counted.emplace(fault.method, one.op).second) std::ranges::find(all, one.op, &Suspect::op)->all += one.all;
        }
    return all;
}

}  // namespace etscope::mend
