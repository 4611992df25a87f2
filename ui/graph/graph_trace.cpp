#include "graph/graph_trace.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "look/language.h"

namespace etscope::ui {

void GraphTrace::trace(IndexPtr index, const Nodes& from, bool up, bool down) {
    if (from.empty()) return emit shown(false);
    dimAllBut(std::move(index), [from, up, down](const modules::GraphIndex& in) {
        Nodes reached;
        for (const auto& [wanted, direction] :
             {std::pair{up, view::TraceDirection::Up}, std::pair{down, view::TraceDirection::Down}})
            if (wanted) std::ranges::copy(view::trace(in, from, direction), std::back_inserter(reached));
        return reached;
    });
}

void GraphTrace::further(IndexPtr index, const Nodes& from, view::TraceDirection direction) {
    if (from.empty()) return;
    const bool again = m_from == from.front() && m_direction == direction;
    m_hops = again ? m_hops + 1 : 1;
    m_from = from.front();
    m_direction = direction;
    const int hops = counted(m_hops);
    const QString steps =
        direction == view::TraceDirection::Up ? tr("%n step(s) up", nullptr, hops) : tr("%n step(s) down", nullptr, hops);
    dimAllBut(
        std::move(index),
        [from, direction, hops = m_hops](const modules::GraphIndex& in) { return view::trace(in, from, direction, hops); },
        [this, steps](const Nodes& reached) { emit told(tr("%1: %n node(s)", nullptr, counted(reached.size())).arg(steps)); });
}

void GraphTrace::isolate(IndexPtr index, const Nodes& nodes) {
    if (nodes.empty()) return;
    dimAllBut(std::move(index), [nodes](const modules::GraphIndex& in) {
        Nodes reached = nodes;
        for (const graph::NodeId node : nodes)
            for (const graph::ValueId value : in.flow().results(node))
                std::ranges::copy(in.flow().consumers(value), std::back_inserter(reached));
        return reached;
    });
}

void GraphTrace::between(IndexPtr index, graph::NodeId one, graph::NodeId other) {
    dimAllBut(
        std::move(index),
        [one, other](const modules::GraphIndex& in) {
            auto nodes = view::traceBetween(in, one, other);
            return nodes.empty() ? view::traceBetween(in, other, one) : nodes;
        },
        [this](const Nodes& reached) {
            if (reached.empty()) emit told(tr("no way leads from one to the other"));
        });
}

void GraphTrace::only(const Nodes& nodes) {
    m_job.cancel();
    emit shown(true);
    m_canvas.setNodes(NodeSet::Traced, {nodes.begin(), nodes.end()});
}

void GraphTrace::end() {
    m_job.cancel();
    emit shown(false);
    m_canvas.setNodes(NodeSet::Traced, {});
}

void GraphTrace::dimAllBut(IndexPtr index, Reach reach, std::function<void(const Nodes&)> done) {
    emit shown(true);
    m_job.start(
        tr("Trace"),
        [index = std::move(index), reach = std::move(reach)](const JobContext&) -> Result<Nodes> { return reach(*index); },
        [this, done = std::move(done)](const Result<Nodes>& reached) {
            if (reached && !reached->empty()) m_canvas.setNodes(NodeSet::Traced, {reached->begin(), reached->end()});
            emit shown(!m_canvas.look().nodes(NodeSet::Traced).empty());
            if (reached && done) done(*reached);
        });
}

}  // namespace etscope::ui
