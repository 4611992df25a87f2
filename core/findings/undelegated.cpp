#include "findings/undelegated.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/escaped.h"
#include "base/lists.h"
#include "graph/data_flow.h"
#include "join/joins.h"
#include "join/links.h"
#include "modules/operator_family.h"
#include "profile/summary.h"

namespace etscope::findings {
namespace {

using graph::GraphModel;
using graph::NodeId;
using graph::StageId;

/// What nodes of one operator have been seen with.
struct Seen {
    std::size_t nodes = 0;
    std::set<ScalarType> types;
    std::set<std::size_t> ranks;
    bool dynamic = false;
};

void look(const GraphModel& model, graph::ValueId id, Seen& seen) {
    const graph::Value& value = model.value(id);
    if (!value.meta.valid()) return;
    const graph::TensorMeta& meta = model.meta(value.meta);
    if (meta.type) seen.types.insert(*meta.type);
    const auto sizes = model.dims(meta.sizes);
    seen.ranks.insert(sizes.size());
    seen.dynamic = seen.dynamic || std::ranges::any_of(sizes, [](const graph::Dim& dim) { return dim.expression.valid(); });
}

void look(const GraphModel& model, const graph::DataFlow& flow, NodeId node, Seen& seen) {
    ++seen.nodes;
    for (const graph::ValueId value : flow.inputs(node)) look(model, value, seen);
    for (const graph::ValueId value : flow.results(node)) look(model, value, seen);
}

/// "executorch.exir.dialects.edge.ops.dim_order_ops._clone_dim_order.default" → "dim_order_ops._clone_dim_order.default".
std::string shortTarget(std::string_view target) {
    constexpr std::string_view kOps = ".ops.";
    const auto at = target.rfind(kOps);
    return std::string(at == std::string_view::npos ? target : target.substr(at + kOps.size()));
}

/// What a backend could be given: calls of operators, not the parts of the graph's own machinery.
bool isOperator(const GraphModel& model, const graph::Node& node) {
    using modules::OperatorFamily;
    const std::string_view target = model.text(node.target);
    if (node.delegate >= 0 || target.find("ops.") == std::string_view::npos || target.find("getitem") != std::string_view::npos ||
        target.find(".sym_") != std::string_view::npos)
        return false;
    const OperatorFamily family = modules::describeOperator(target).family;
    return family != OperatorFamily::Delegate && family != OperatorFamily::Input && family != OperatorFamily::Constant;
}

/// Of the node's instructions those that are kernels of its operator: parts of a decomposed operator share a handle, and only some
/// of them may run in a delegate.
std::vector<std::int64_t> kernelsOf(const program::ExecutionPlan* plan, const join::NodeLinks& links, const std::string& target) {
    std::vector<std::int64_t> kernels;
    for (const std::int64_t number : links.instructions) {
        const program::Instruction* instruction = plan != nullptr ? plan->instructionAt(0, number) : nullptr;
        const program::Operator* op = instruction != nullptr ? plan->calledOperator(*instruction) : nullptr;
        if (op != nullptr && modules::operatorWord(op->fullName()) == modules::operatorWord(target)) kernels.push_back(number);
    }
    return kernels;
}

/// Instructions of one handle from which on all its nodes of an operator are placed together: steps of a long LSTM carry one.
constexpr std::size_t kManyInstructions = 256;

/// An operator of one method that no delegate runs.
struct Group {
    std::vector<NodeId> nodes;
    std::set<std::int64_t> instructions;  ///< that run them
    Seen seen;
};

/// The operators of the session's edge graphs by who runs them: lowered modules and the record's maps tell.
class Placement {
public:
    Placement(const session::Session& session, const JobContext& job) : m_session(session), m_job(job) {
        for (const session::Method& method : session.methods())
            if (method.has(StageId::edge()) && !job.cancelled()) addMethod(method.name);
    }

    /// Backends that run something of the method; empty: none, or nothing tells.
    std::set<std::string> backendsOf(const std::string& method) const { return valueOf(m_backends, method); }
    std::map<std::string, Group> outsideOf(const std::string& method) const { return valueOf(m_outside, method); }
    const Seen* find(const std::string& backend, const std::string& target) const {
        const auto hit = m_seen.find({backend, target});
        return hit == m_seen.end() ? nullptr : &hit->second;
    }

private:
    template <class Map>
    static typename Map::mapped_type valueOf(const Map& map, const std::string& key) {
        const auto hit = map.find(key);
        return hit == map.end() ? typename Map::mapped_type() : hit->second;
    }

    void addMethod(const std::string& method) {
        const auto edge = m_session.graph(method, StageId::edge(), m_job);
        const auto links = join::links({m_session, method}, m_job);
        if (!edge || !links) return;
        const auto calls = (*edge)->delegates();
        for (std::uint32_t i = 0; i < calls.size(); ++i) {
            const std::string backend((*edge)->text(calls[i].backend));
            m_backends[method].insert(backend);
            if (const auto lowered = m_session.graph(method, StageId::lowered(i), m_job)) addLowered(**lowered, backend);
        }
        addEdge(method, **edge, **links);
    }

    void addLowered(const GraphModel& model, const std::string& backend) {
        const graph::DataFlow flow(model);
        for (std::uint32_t n = 0; n < model.nodeCount(); ++n)
            if (const graph::Node& node = model.node(NodeId(n)); isOperator(model, node))
                look(model, flow, NodeId(n), m_seen[{backend, shortTarget(model.text(node.target))}]);
    }

    /// A graph recorded before it was lowered holds what delegates run, too: the maps tell which.
    void addEdge(const std::string& method, const GraphModel& model, const join::MethodLinks& links) {
        const graph::DataFlow flow(model);
        std::map<std::pair<std::int64_t, std::string>, Place> together;  // by handle and operator
        for (std::uint32_t n = 0; n < model.nodeCount() && !m_job.cancelled(); ++n) {
            const graph::Node& node = model.node(NodeId(n));
            if (!isOperator(model, node)) continue;
            const std::string target = shortTarget(model.text(node.target));
            const std::pair key{node.debugHandle.value_or(-1), target};
            const auto known = together.find(key);
            if (known != together.end()) {
                addNode(method, model, flow, NodeId(n), target, known->second);
                continue;
            }
            const join::NodeLinks of = links.of({StageId::edge(), NodeId(n)});
            const bool outsideElse = !model.delegates().empty() || links.runsIn(of) == join::RunsIn::Kernels;
            const Place place = placeOf(method, of, target, outsideElse);
            addNode(method, model, flow, NodeId(n), target, place);
            if (of.instructions.size() > kManyInstructions) together.emplace(key, place);
        }
    }

    /// Who runs nodes with these links; `outsideElse`: what no link leads into a delegate runs outside.
    struct Place {
        bool outside = false;
        std::vector<std::string> backends;
    };
    Place placeOf(const std::string& method, const join::NodeLinks& of, const std::string& target, bool outsideElse) {
        m_backends[method].insert(of.backends.begin(), of.backends.end());
        const std::vector<std::int64_t> kernels = kernelsOf(m_session.plan(method), of, target);
        if (kernels.empty()) return {of.backends.empty() && outsideElse, of.backends};
        m_outside[method][target].instructions.insert(kernels.begin(), kernels.end());
        return {true, {}};
    }

    void addNode(const std::string& method, const GraphModel& model, const graph::DataFlow& flow, NodeId node,
                 const std::string& target, const Place& place) {
        for (const std::string& backend : place.backends) look(model, flow, node, m_seen[{backend, target}]);
        if (!place.outside) return;
        Group& group = m_outside[method][target];
        group.nodes.push_back(node);
        look(model, flow, node, group.seen);
    }

    const session::Session& m_session;
    const JobContext& m_job;
    std::map<std::string, std::set<std::string>> m_backends;        ///< of a method
    std::map<std::string, std::map<std::string, Group>> m_outside;  ///< of a method, by operator
    std::map<std::pair<std::string, std::string>, Seen> m_seen;     ///< of a backend and operator
};

template <class T, class Name>
std::string namesBeyond(std::set<T> mine, const std::set<T>& its, Name&& name) {
    std::erase_if(mine, [&its](const T& one) { return its.contains(one); });
    return joined(mine, ", ", name);
}

/// What tells the nodes apart from those of the operator that the backend runs.
std::vector<Sentence> differences(const Seen& mine, const Seen& its) {
    const auto typeName = [](ScalarType type) { return std::string(scalarTypeName(type)); };
    std::vector<Sentence> found;
    if (const std::string types = namesBeyond(mine.types, its.types, typeName); !types.empty())
        found.push_back(Sentence::of("type %1; delegated ones have %2", types, joined(its.types, ", ", typeName)));
    if (const std::string ranks = namesBeyond(mine.ranks, its.ranks, std::identity()); !ranks.empty())
        found.push_back(Sentence::of("tensors of rank %1; delegated ones of rank %2", ranks, joined(its.ranks, ", ")));
    if (mine.dynamic && !its.dynamic) found.push_back(Sentence::of("a size is dynamic; delegated ones have fixed sizes only"));
    return found;
}

void explain(const Placement& placement, const Seen& seen, UndelegatedOperator& row) {
    std::vector<Sentence> reasons;
    for (const std::string& backend : placement.backendsOf(row.method)) {
        const Seen* its = placement.find(backend, row.target);
        if (its == nullptr) {
            reasons.push_back(Sentence::of("no delegate of %1 in this session has this operator", backend));
            continue;
        }
        const std::vector<Sentence> found = differences(seen, *its);
        const char* words =
            found.empty() ? Sentence::phrase("%1 runs %2 of this operator; types, ranks and dynamic sizes do not tell these apart")
                          : Sentence::phrase("%1 runs %2 of this operator; these differ");
        reasons.push_back(Sentence::of(words, backend, its->nodes));
        row.evidence.insert(row.evidence.end(), found.begin(), found.end());
    }
    row.reason = Sentence::list(std::move(reasons), "; ");
}

/// What a method's calls take in a run.
class Times {
public:
    Times(const session::MethodView& method, const JobContext& job) {
        const auto summary = profile::methodSummary(method, job);
        if (summary && !(*summary)->calls.empty()) m_summary = *summary;
    }

    /// Says it of all these instructions together.
    void tell(const std::set<std::int64_t>& instructions, UndelegatedOperator& row) const {
        if (m_summary == nullptr) return;
        const profile::DumpedCalls& calls = m_summary->calls.front();
        for (const std::int64_t instruction : instructions)
            if (const profile::DumpedCall* call = calls.find(instruction); call != nullptr && call->ticks)
                row.ticks = row.ticks.value_or(0) + *call->ticks;
        if (row.ticks) row.share = calls.shareOf(*row.ticks);
    }

private:
    std::shared_ptr<const profile::Summary> m_summary;  ///< null: no run tells
};

Result<void> addEdge(const session::Session& session, const session::Method& method, const Placement& placement,
                     std::vector<UndelegatedOperator>& rows, const JobContext& job) {
    const auto edge = session.graph(method.name, StageId::edge(), job);
    if (!edge) return {};
    const Times times({session, method.name}, job);
    if (job.cancelled()) return cancelledFailure();
    for (const auto& [target, group] : placement.outsideOf(method.name)) {
        UndelegatedOperator row{.method = method.name, .stage = StageId::edge(), .target = target};
        times.tell(group.instructions, row);
        for (const NodeId node : group.nodes) row.nodes.push_back((*edge)->nodePath(node));
        explain(placement, group.seen, row);
        rows.push_back(std::move(row));
    }
    return {};
}

/// No operator of the model: views and sums of sizes, which the runtime does itself.
bool isBookkeeping(const program::Operator& op) {
    return op.name.starts_with("executorch_prim::") || op.name.find("::sym_") != std::string::npos;
}

/// Instructions that the record's map gives handles.
std::set<std::int64_t> mappedInstructions(const session::MethodView& method, const JobContext& job) {
    std::set<std::int64_t> mapped;
    if (const auto known = join::handles(method, job))
        for (const join::HandleRow& row : (*known)->rows)
            if (!row.debugHandles.empty()) mapped.insert(row.instruction);
    return mapped;
}

/// Whether the record contradicts the program: its graphs tell nothing of its kernels then.
bool ofAnotherExport(const session::Session& session, const JobContext& job) {
    return std::ranges::any_of(join::joins(session, job), [](const join::Join& one) {
        return one.to == "etrecord" && one.from != "etdump" && one.state == join::JoinState::Mismatched;
    });
}

/// Recorded stages beside the exported and the edge graph: what passes made of that.
std::string laterStageWith(const session::Session& session, const session::Method& method, const std::string& kernel,
                           const JobContext& job) {
    for (const StageId& stage : method.stages) {
        if (!stage.is(StageId::Kind::Extra)) continue;
        const auto graph = session.graph(method.name, stage, job);
        if (!graph) continue;
        for (std::uint32_t n = 0; n < (*graph)->nodeCount(); ++n)
            if (const graph::Node& node = (*graph)->node(NodeId(n));
                isOperator(**graph, node) && modules::operatorWord((*graph)->text(node.target)) == modules::operatorWord(kernel))
                return stage.text();
    }
    return {};
}

/// Why no node of the edge graph stands behind a kernel, as far as the session tells.
Sentence withoutNode(const session::Session& session, const session::Method& method, const std::string& kernel,
                     const JobContext& job) {
    const std::string stage = laterStageWith(session, method, kernel, job);
    if (stage.empty()) return Sentence::of("not in the edge graph: inserted after it, as to_executorch() does");
    return Sentence::of("no node of the edge graph stands behind it; stage %1 has the operator", escaped(stage));
}

/// Kernels that no node of the edge graph stands behind; without that graph, all of them.
Result<void> addProgram(const session::Session& session, const session::Method& method, bool hasEdge,
                        std::vector<UndelegatedOperator>& rows, const JobContext& job) {
    const program::ExecutionPlan* plan = session.plan(method.name);
    const auto links = join::links({session, method.name}, job);
    if (!links) return links.failure();
    if (plan == nullptr || (hasEdge && !(*links)->hasHandles())) return {};
    const auto graph = session.graph(method.name, StageId::program(), job);
    if (!graph) return {};
    const std::set<std::int64_t> mapped = hasEdge ? mappedInstructions({session, method.name}, job) : std::set<std::int64_t>();
    std::map<std::string, std::set<std::int64_t>> groups;
    const auto& instructions = plan->mainInstructions();
    for (std::size_t i = 0; i < instructions.size(); ++i) {
        const program::Operator* op = plan->calledOperator(instructions[i]);
        const auto number = static_cast<std::int64_t>(i);
        if (op == nullptr || isBookkeeping(*op) || mapped.contains(number)) continue;
        if ((*links)->nodeOf(number).node.valid()) groups[op->fullName()].insert(number);
    }
    const Times times({session, method.name}, job);
    const bool other = hasEdge && !groups.empty() && ofAnotherExport(session, job);
    for (const auto& [target, numbers] : groups) {
        UndelegatedOperator row{.method = method.name, .stage = StageId::program(), .target = target};
        times.tell(numbers, row);
        for (const std::int64_t number : numbers) row.nodes.push_back((*graph)->nodePath((*links)->nodeOf(number).node));
        row.reason = !hasEdge ? Sentence::of("not known: a record of this export would tell")
                     : other  ? Sentence::of("not known: the record is of another export")
                              : withoutNode(session, method, target, job);
        rows.push_back(std::move(row));
    }
    return {};
}

}  // namespace

std::size_t operatorCalls(const program::ExecutionPlan& plan) {
    std::size_t calls = 0;
    for (const program::Chain& chain : plan.chains)
        for (const program::Instruction& instruction : chain.instructions) {
            if (!std::holds_alternative<program::KernelCall>(instruction)) continue;
            const program::Operator* op = plan.calledOperator(instruction);
            calls += op == nullptr || !isBookkeeping(*op) ? 1U : 0U;
        }
    return calls;
}

Result<std::vector<UndelegatedOperator>> undelegated(const session::MethodView& method, const JobContext& job) {
    const Placement placement(method.session, job);
    std::vector<UndelegatedOperator> rows;
    for (const session::Method& one : method.session.methods()) {
        if (job.cancelled()) return cancelledFailure();
        if (!method.name.empty() && method.name != one.name) continue;
        const program::ExecutionPlan* plan = method.session.plan(one.name);
        const bool hasEdge = one.has(StageId::edge()) && !placement.backendsOf(one.name).empty();
        if (!hasEdge && (plan == nullptr || plan->delegates.empty())) continue;
        if (hasEdge)
            if (auto added = addEdge(method.session, one, placement, rows, job); !added) return added.failure();
        if (auto added = addProgram(method.session, one, hasEdge, rows, job); !added) return added.failure();
    }
    const auto order = [](const UndelegatedOperator& row) { return std::pair(row.ticks.value_or(-1.0), row.nodes.size()); };
    std::ranges::stable_sort(rows, [&](const auto& a, const auto& b) { return order(a) > order(b); });
    return rows;
}

}  // namespace etscope::findings
