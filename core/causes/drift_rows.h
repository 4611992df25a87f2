// The rows of drift(): modules as they lie in each other, operators in them, and what each call adds to them. Internal to
// core/causes. One thread.
#pragma once

#include <map>
#include <vector>

#include "causes/drift.h"
#include "modules/graph_index.h"

namespace etscope::causes {

class DriftRows {
public:
    /// Keeps the index.
    DriftRows(std::shared_ptr<const modules::GraphIndex> index, std::size_t steps);
    /// The operator's row; made where it is new.
    std::size_t rowOf(const gap::GapRow& call);
    /// The top row of a node of the graph; nothing: it lies in none.
    std::optional<std::size_t> topOf(graph::NodeId node);
    /// Adds a call to its operator's row and to all around that.
    void add(std::size_t row, std::size_t step, const DriftCell& call);
    /// Cells without a call have this reason.
    void explain(std::size_t step, const Sentence& reason);
    /// In their order; `moved`: where each row went.
    std::vector<DriftRow> finish(std::vector<std::size_t>& moved) &&;

private:
    struct Made {
        DriftRow row;
        std::uint64_t order = 0;  ///< of its first node
        std::vector<std::size_t> children;
    };
    void findOpened();
    void addTops();
    bool isLayer(modules::ModuleId module) const;
    std::size_t moduleRow(modules::ModuleId module, std::optional<std::size_t> parent);
    std::optional<std::size_t> parentRowOf(graph::NodeId node);
    std::size_t operatorsRow(modules::ModuleId opened, graph::NodeId node);
    std::size_t make(const std::string& key, DriftRow row, std::uint64_t order, std::optional<std::size_t> parent);
    graph::NodeId nodeOf(const gap::GapRow& call) const;

    std::shared_ptr<const modules::GraphIndex> m_index;
    std::size_t m_steps;
    std::vector<bool> m_opened;                          ///< by module: its children stand in its place
    std::vector<std::optional<std::uint32_t>> m_layers;  ///< by opened module: the first node of its first layer
    std::vector<Made> m_rows;
    std::map<std::string, std::size_t> m_byKey;
};

}  // namespace etscope::causes
