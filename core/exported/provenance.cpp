#include "exported/provenance.h"

#include <string>
#include <set>

#include "base/escaped.h"
#include "base/text_hash.h"
#include "exported/metadata.h"

namespace etscope::exported {
namespace {

using graph::GraphId;
using graph::NodeId;

std::string identifier(std::string_view name, std::int64_t graphId) { return std::string(name) + "." + std::to_string(graphId); }

/// All nodes, graphs breadth first: the order in which upstream gives identifiers to handles.
std::vector<NodeId> breadthFirst(const graph::GraphModel& model) {
    std::vector<GraphId> queue{GraphId(std::uint32_t{0})};
    std::vector<NodeId> order;
    order.reserve(model.nodeCount());
    for (std::size_t next = 0; next < queue.size(); ++next) {
        for (const NodeId id : model.graph(queue[next]).nodes) {
            order.push_back(id);
            for (const graph::Argument& argument : model.arguments(model.node(id)))
                if (argument.kind == graph::ArgumentKind::Graph) queue.push_back(argument.graph());
        }
    }
    return order;
}

class Matcher {
public:
    Matcher(const Program& edge, const Program& exported, std::uint64_t exportGraphId, Diagnostics& diagnostics)
        : m_edge(*edge.graph),
          m_exported(*exported.graph),
          m_edgeWhere(edge.document.where()),
          m_exportGraphId(exportGraphId),
          m_diagnostics(diagnostics) {}

    Result<ExportedHandles> run(const JobContext& job) {
        m_result.handles.resize(m_exported.nodeCount());
        if (auto done = collect(job); !done) return done.failure();
        if (auto done = match(job); !done) return done.failure();
        m_result.edgeHandles = m_edgeHandles.size();
        m_result.matchedHandles = m_matched.size();
        reportCompleteness();
        return std::move(m_result);
    }

private:
    /// The node's ancestors; a damaged record counts as none.
    std::vector<NodeSource> ancestors(const graph::GraphModel& model, const graph::Node& node) {
        auto chain = fromNode(model, node);
        if (chain) return std::move(*chain);
        m_diagnostics.warning("provenance-damaged", model.document().where(node.fromNode.offset), chain.error().message);
        return {};
    }

    Result<void> collect(const JobContext& job) {
        for (const NodeId id : breadthFirst(m_edge)) {
            if (job.cancelled()) return cancelledFailure();
            const graph::Node& node = m_edge.node(id);
            if (!node.debugHandle || *node.debugHandle == 0) continue;
            m_edgeHandles.insert(*node.debugHandle);
            m_hasRecords |= node.fromNode.present();
            for (const NodeSource& source : ancestors(m_edge, node))
                add(identifier(source.name, source.graphId), *node.debugHandle);
        }
        return {};
    }

    void add(std::string id, std::int64_t handle) {
        const auto [known, isNew] = m_handleOf.try_emplace(std::move(id), handle);
        if (isNew || known->second == handle) return;
        ++m_result.conflicts;
        m_diagnostics.warning("provenance-conflict", m_edgeWhere,
                              "'" + escaped(known->first) + "' became nodes with different debug handles; the first is used");
    }

    Result<void> match(const JobContext& job) {
        const std::string suffix = "." + std::to_string(m_exportGraphId);
        for (std::uint32_t i = 0; i < m_exported.nodeCount(); ++i) {
            if (job.cancelled()) return cancelledFailure();
            const graph::Node& node = m_exported.node(NodeId(i));
            auto handle = m_handleOf.find(std::string(m_exported.text(node.id)) + suffix);
            if (handle == m_handleOf.end() && !m_handleOf.empty()) {
                for (const NodeSource& source : ancestors(m_exported, node)) {
                    handle = m_handleOf.find(identifier(source.name, source.graphId));
                    if (handle != m_handleOf.end()) break;
                }
            }
            if (handle == m_handleOf.end()) continue;
            m_result.handles[i] = handle->second;
            m_matched.insert(handle->second);
        }
        return {};
    }

    void reportCompleteness() {
        if (m_edgeHandles.empty() || m_result.complete()) return;
        if (!m_hasRecords) {
            m_diagnostics.warning(
                "provenance-absent", m_edgeWhere,
                "the edge program does not record where its nodes come from (older than ExecuTorch 1.0): exported nodes "
                "cannot be matched");
            return;
        }
        m_diagnostics.warning("provenance-incomplete", m_edgeWhere,
                              std::to_string(m_result.edgeHandles - m_result.matchedHandles) + " of " +
                                  std::to_string(m_result.edgeHandles) + " debug handles have no node in the exported program");
    }

    const graph::GraphModel& m_edge;
    const graph::GraphModel& m_exported;
    std::string m_edgeWhere;
    std::uint64_t m_exportGraphId;
    Diagnostics& m_diagnostics;
    ExportedHandles m_result;
    TextMap<std::int64_t> m_handleOf;  ///< identifier → debug handle
    std::set<std::int64_t> m_edgeHandles;
    std::set<std::int64_t> m_matched;
    bool m_hasRecords = false;
};

}  // namespace

Result<ExportedHandles> matchExported(const Program& edge, const Program& exported, std::uint64_t exportGraphId,
                                      Diagnostics& diagnostics, const JobContext& job) {
    return Matcher(edge, exported, exportGraphId, diagnostics).run(job);
}

}  // namespace etscope::exported
