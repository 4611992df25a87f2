#include "pages/module_states.h"

#include <QCoreApplication>
#include <algorithm>

#include "frame/verdict_words.h"
#include "pages/gap_columns.h"
#include "pages/known_gap.h"

namespace etscope::ui {
namespace {

struct StatesByModule {
    Q_DECLARE_TR_FUNCTIONS(etscope::ui::States)
};

/// Of the call in a row. Unknown calls keep their module from being green.
Mark rowMark(const gap::GapRow& row, const causes::RowParts& parts, causes::Origin blame) {
    const evaluate::Judgement* judgement = parts.audit ? parts.audit->judgement() : nullptr;
    if (blame == causes::Origin::Introduced || blame == causes::Origin::Constant || parts.diverges(row)) return Mark::Differ;
    if (judgement == nullptr) return Mark::Missing;
    return markOf(judgement->verdict);
}

}  // namespace

class ModuleJudge {
public:
    ModuleJudge(const modules::GraphIndex& index, ModuleStates& states) : m_index(index), m_states(states) {}

    /// For the module of the node and all around it.
    void add(graph::NodeId node, Mark mark) {
        const modules::Hierarchy& hierarchy = m_index.hierarchy();
        for (modules::ModuleId at = hierarchy.moduleOf(node); at.valid(); at = hierarchy.module(at).parent) {
            Mark& known = m_states.m_marks[hierarchy.module(at).path];
            known = worse(known, mark);
            if (at == hierarchy.root()) break;
        }
    }
    /// Where nothing was judged, nothing is said.
    void dropUnknown() {
        std::erase_if(m_states.m_marks, [](const auto& one) { return one.second == Mark::Missing; });
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
        case Mark::Match: return {Mark::Match, StatesByModule::tr("right")};
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
        case Mark::Match: return StatesByModule::tr("every call inside is right on what it read");
        default: return state.words.isEmpty() ? markName(state.mark) : state.words;
    }
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
    for (std::uint32_t n = 0; n < rowOf->size(); ++n)
        if (const auto row = (*rowOf)[n]) judge.add(graph::NodeId(n), rowMark(table.rows[*row], audited.rows[*row], blames[*row]));
    judge.dropUnknown();
    return ModuleStatesPtr(std::move(states));
}

}  // namespace etscope::ui
