// The drift of a method, kept while the session is open: the gap page and the Inspector tell the same. Any thread.
#pragma once

#include "causes/drift.h"
#include "pages/gap_choice.h"

namespace etscope::ui {

using DriftPtr = std::shared_ptr<const causes::Drift>;

/// Of all runs of the method against what was chosen. Errors: those of causes::drift() and of the references.
Result<DriftPtr> keptDrift(const session::MethodView& method, const GapChoice& choice, const JobContext& job);
/// A drift, and what it was asked for.
struct ShownDrift {
    DriftPtr drift;  ///< null: nothing is shown
    GapChoice choice = {};
};
/// What a person looks at now.
void showDrift(const session::MethodView& method, ShownDrift drift);
ShownDrift shownDrift(const session::MethodView& method);

/// A cell by its address; nothing: the drift in view has none there.
struct DriftPlace {
    DriftPtr drift;
    std::size_t row = 0, step = 0;

    const causes::DriftRow& at() const { return drift->rows[row]; }
    const causes::DriftCell& cell() const { return drift->rows[row].cells[step]; }
};
std::optional<DriftPlace> placeOf(const session::MethodView& method, const std::string& row, std::size_t step);
/// What its address calls a row: the path of a module, else its name.
const std::string& rowKey(const causes::DriftRow& row);

}  // namespace etscope::ui
