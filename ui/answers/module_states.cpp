#include "answers/module_states.h"

#include <QCoreApplication>
#include <algorithm>

#include "answers/gap_columns.h"
#include "answers/known_gap.h"
#include "workspace/verdict_words.h"

namespace etscope::ui {
namespace {

struct StatesByModule {
    Q_DECLARE_TR_FUNCTIONS(etscope::ui::States)
};

/// Of the call in a row. Unknown calls keep their module from being green.
Mark rowMark(const gap::GapRow& row, const causes::RowParts& parts, causes::Origin blame) {
    const evaluate::Judgement* judgement = parts.audit ? parts.audit->judgement() : nullptr;
    if (blame == causes::Origin::Introduced || blame == causes::Origin::Constant) return Mark::Differ;
    if (blame == causes::Origin::Inherited || (judgement != nullptr && parts.diverges(row))) return Mark::Inherited;
    return judgement != nullptr ? markOf(judgement->verdict) : Mark::Missing;
}

}  // namespace

class ModuleJudge {
public:
    ModuleJudge(const modules::GraphIndex& index, ModuleStates& states) : m_index(index), m_states(states) {
        m_states.m_ofNode.resize(index.model().nodeCount(), Mark::None);
    }

    /// For the node, its module and all around that.
    void add(graph::NodeId node, Mark mark) {
        if (mark == Mark::Differ || mark == Mark::Inherited) m_states.m_ofNode[node.index()] = mark;
        const modules::Hierarchy& hierarchy = m_index.hierarchy();
        for (modules::ModuleId at = hierarchy.moduleOf(node); at.valid(); at = hierarchy.module(at).parent) {
            Mark& known = m_states.m_marks[hierarchy.module(at).path];
            known = worse(known, mark);
            if (at == hierarchy.root()) break;
        }
    }
    /// Where nothing was judged, nothing is said.
    void finish(const std::map<std::size_t, graph::NodeId>& atFault) {
        std::erase_if(m_states.m_marks, [](const auto& one) { return one.second == Mark::Missing; });
        for (const auto& [row, node] : atFault) m_states.m_atFault.push_back(node);
    }

private:
    const modules::GraphIndex& m_index;
    ModuleStates& m_states;
};

EntityState ModuleStates::of(const std::string& path) const {
    const auto hit = m_marks.find(path);
    if (hit == m_marks.end()) return {};
    switch (hit->second) {
        case Mark::Differ: return {Mark::Differ, StatesByModule::tr("differs")};
        case Mark::Warning: return {Mark::Warning, StatesByModule::tr("higher than normal")};
        case Mark::Match: return {Mark::Match, StatesByModule::tr("correct")};
        case Mark::Inherited: return {Mark::Inherited, StatesByModule::tr("inherits an error")};
        default: return {hit->second, {}};
    }
}

EntityState ModuleStates::ofAll(std::span<const std::string> paths) const {
    EntityState worst;
    bool all = true;
    for (const std::string& path : paths) {
        const EntityState state = of(path);
        all = all && state.mark != Mark::None;
        if (worse(worst.mark, state.mark) != worst.mark) worst = state;
    }
    return worst.mark == Mark::Match && !all ? EntityState() : worst;
}

QString ModuleStates::sentence(const EntityState& state) {
    switch (state.mark) {
        case Mark::None: return {};
        case Mark::Differ: return StatesByModule::tr("a result inside is not what it should be");
        case Mark::Warning: return StatesByModule::tr("the error of a call inside is higher than normal");
        case Mark::Match: return StatesByModule::tr("every call inside is correct for its inputs");
        case Mark::Inherited:
            return StatesByModule::tr("an error from before goes on inside; no call inside is known to be at fault");
        default: return state.words.isEmpty() ? markName(state.mark) : state.words;
    }
}

Mark ModuleStates::ofNodes(std::span<const graph::NodeId> nodes) const {
    Mark worst = Mark::None;
    for (const graph::NodeId node : nodes)  // those of opened delegates have greater ids
        if (node.index() < m_ofNode.size()) worst = worse(worst, m_ofNode[node.index()]);
    return worst;
}

QString ModuleStates::sentenceOfNodes(Mark mark) {
    if (mark == Mark::Differ) return StatesByModule::tr("at fault: its result is not what it should be");
    return mark == Mark::Inherited ? StatesByModule::tr("an error from before goes on here") : QString();
}

Result<ModuleStatesPtr> moduleStates(const session::MethodView& method, const graph::StageId& stage, const JobContext& job) {
    auto states = std::make_shared<ModuleStates>();
    const auto known = knownGap(method, job);
    if (!known) return known.failure();
    if (*known == nullptr) return ModuleStatesPtr(std::move(states));
    const auto index = join::graphIndex(method, stage, job);
    if (!index) return index.failure();
    const gap::GapTable& table = (*known)->answer->table();
    const causes::AuditedGap& audited = *(*known)->audited;
    const profile::GapRows all(table.rows, [](std::size_t) { return true; });
    const auto rowOf = profile::nodeRows(method, stage, (*index)->model(), all, job);
    if (!rowOf) return rowOf.failure();
    const auto blames = causes::blames(table, audited);
    ModuleJudge judge(**index, *states);
    std::map<std::size_t, graph::NodeId> atFault;  // by row
    for (std::uint32_t n = 0; n < rowOf->size(); ++n) {
        const auto row = (*rowOf)[n];
        if (!row) continue;
        const Mark mark = rowMark(table.rows[*row], audited.rows[*row], blames[*row]);
        judge.add(graph::NodeId(n), mark);
        if (mark == Mark::Differ) atFault.try_emplace(*row, n);
    }
    judge.finish(atFault);
    return ModuleStatesPtr(std::move(states));
}

}  // namespace etscope::ui
