// GraphIndex: everything that is computed once per stage for its views: uses, module tree, repeated blocks, folded patterns,
// operator names. Immutable; shared by views and jobs; any thread.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/job_context.h"
#include "base/result.h"
#include "graph/data_flow.h"
#include "graph/graph_model.h"
#include "modules/fold.h"
#include "modules/hierarchy.h"
#include "modules/operator_family.h"
#include "modules/repeated_blocks.h"
#include "modules/shown_names.h"
#include "modules/side_values.h"

namespace etscope::modules {

// PartNames: what the runs of a split module (hierarchy.h) are called. The largest keeps the module's name, or the first of equally
// large ones; the others say what lies in them ("layers.0 · aten.where") and when they run. Immutable; any thread.

struct PartName {
    std::string title;  ///< of the part alone
    Sentence note;      ///< "runs before the rest of layers.0", "called again"
};

class PartNames {
public:
    PartNames(const graph::GraphModel& model, const Hierarchy& hierarchy);
    /// Null: the module is whole, or the largest part, and its own name says what it is.
    const PartName* of(ModuleId module) const& noexcept;

private:
    std::unordered_map<ModuleId, PartName> m_names;
};

class GraphIndex {
public:
    /// `parser` splits Node::moduleStack; an empty one puts every node into the root. Errors: `cancelled`.
    static Result<std::shared_ptr<const GraphIndex>> build(std::shared_ptr<const graph::GraphModel> model,
                                                           const ModuleStackParser& parser, const JobContext& job = {});

    const graph::GraphModel& model() const& noexcept { return *m_model; }
    const graph::DataFlow& flow() const& noexcept { return m_flow; }
    const Hierarchy& hierarchy() const& noexcept { return m_hierarchy; }
    const RepeatedBlocks& blocks() const& noexcept { return m_blocks; }
    const PartNames& parts() const& noexcept { return m_parts; }
    const Folding& folding() const& noexcept { return m_folding; }
    const ShownNodes& shownNodes() const& noexcept { return m_shown; }
    const SideValues& sideValues() const& noexcept { return m_side; }
    /// What a module is called among its siblings: its name; of a part of a split one what tells it from the others.
    const std::string& titleOf(ModuleId module) const& noexcept {
        const PartName* part = m_parts.of(module);
        return part != nullptr ? part->title : m_hierarchy.module(module).name;
    }
    const OperatorName& operatorOf(graph::NodeId node) const& noexcept { return m_operators[m_operatorOf[node.index()]]; }

private:
    GraphIndex(std::shared_ptr<const graph::GraphModel> model, const ModuleStackParser& parser);

    std::shared_ptr<const graph::GraphModel> m_model;
    graph::DataFlow m_flow;
    Hierarchy m_hierarchy;
    RepeatedBlocks m_blocks;
    PartNames m_parts;
    Folding m_folding;
    ShownNodes m_shown;
    SideValues m_side;
    std::vector<OperatorName> m_operators;
    std::vector<std::uint32_t> m_operatorOf;
};

/// "f32[1,s29,576]"; scalars: "int", "float", "bool"; empty when the value has no type to show.
std::string valueText(const graph::GraphModel& model, graph::ValueId value);

}  // namespace etscope::modules
