#include "causes/drift_state.h"

#include <algorithm>
#include <map>

#include "gap/closeness.h"

namespace etscope::causes {
namespace {

DriftRow rowNamed(const std::string& name, std::size_t steps) {
    DriftRow row;
    row.kind = DriftRow::Kind::State;
    row.name = name;
    row.cells.resize(steps);
    for (DriftCell& cell : row.cells) {
        cell.state = DriftState::NotCompared;
        cell.reason = Sentence::of("nothing says that the run began with another state than its case expects");
    }
    return row;
}

void tell(DriftCell& cell, const OtherState& state) {
    cell.state = DriftState::Known;
    cell.reason = {};
    cell.carried = true;
    cell.total = state.error / gap::roundingOf(ScalarType::F32, 1.0);
    cell.parts.error = state.error;
    cell.parts.maxAbs = state.maxAbs;
}

}  // namespace

void addCarriedState(Drift& drift, const std::vector<RunCulprits>& culprits) {
    std::map<std::size_t, const Culprit*> ofStep;
    for (std::size_t step = 0; step < drift.steps.size(); ++step)
        for (const RunCulprits& run : culprits) {
            const auto state = std::ranges::find(run.culprits, Cause::State, &Culprit::cause);
            if (run.run == drift.steps[step].run && state != run.culprits.end()) ofStep.emplace(step, &*state);
        }
    if (ofStep.empty()) return;
    std::vector<DriftRow> rows{rowNamed("carried state", drift.steps.size())};
    std::map<std::string, std::size_t> rowOf;
    std::optional<Drift::Place> first;
    for (const auto& [step, culprit] : ofStep) {
        rows.front().cells[step].carried = true;
        rows.front().cells[step].reason = culprit->sentence;
        std::size_t worst = 0;
        for (const OtherState& state : culprit->state) {
            const auto [row, fresh] = rowOf.try_emplace(state.buffer, rows.size());
            if (fresh) {
                rows.push_back(rowNamed(state.buffer, drift.steps.size()));
                rows.back().parent = 0;
                rows.back().depth = 1;
            }
            tell(rows[row->second].cells[step], state);
            if (worst == 0 || state.error > rows[worst].cells[step].parts.error) worst = row->second;
        }
        if (worst > 0) rows.front().cells[step] = rows[worst].cells[step];
        if (!first) first = Drift::Place{worst, step};
    }
    const std::size_t added = rows.size();
    rows.front().below = added - 1;
    for (DriftRow& row : drift.rows)
        if (row.parent) *row.parent += added;
    for (DriftCache& cache : drift.caches)
        if (cache.row) *cache.row += added;
    if (drift.first) drift.first->row += added;
    if (!drift.first || first->step <= drift.first->step) drift.first = first;
    std::ranges::move(drift.rows, std::back_inserter(rows));
    drift.rows = std::move(rows);
}

}  // namespace etscope::causes
