// The numeric gap of a method with what each call did itself, and its drift over all runs, kept while the session is open: the gap
// page, the graph's overlay and the Inspector tell the same. Any thread.
#pragma once

#include "answers/gap_choice.h"
#include "answers/gap_rows.h"
#include "causes/drift.h"
#include "models/address.h"
#include "profile/node_amounts.h"

namespace etscope::ui {

using causes::AuditPtr;

struct KnownGap {
    GapAnswerPtr answer;
    AuditPtr audited;  ///< of the answer's rows; some of them are judged
};
/// Of those of which something is known: compared or replayed.
profile::GapRows knownRows(const KnownGap& gap);
using KnownGapPtr = std::shared_ptr<const KnownGap>;
/// The run that a person looks at: from here on what is known is of it. False: it was already.
bool lookAtRun(const session::MethodView& method, std::size_t run);
/// The same of a run that is at fault, as long as none is looked at.
bool lookAtFaultyRun(const session::MethodView& method, std::size_t run);
/// What a person looks at now: from here on it is what is known of the method. Null: nothing any more.
void showGap(const session::MethodView& method, KnownGapPtr gap);
/// What a person looks at, else of the choice that nobody made: found values, else computed ones, of the run that fits or that is
/// looked at. Null where nothing can be judged, or where that takes long and nobody asked for it yet. Errors: `cancelled`.
Result<KnownGapPtr> knownGap(const session::MethodView& method, const JobContext& job);

/// The row of an operator in what is known of its method's gap.
struct RowInView {
    KnownGapPtr gap;
    std::size_t at = 0;

    const gap::GapRow& row() const { return gap->answer->table().rows[at]; }
    const causes::RowParts& parts() const { return gap->audited->rows[at]; }
    const gap::ReferenceValues& references() const { return gap->answer->references(); }
};
/// Nothing where nothing is known, or no call of the run is the operator's. Errors: `cancelled`, those of join::links().
Result<std::optional<RowInView>> rowInView(const session::MethodView& method, const graph::NodeRef& node, const JobContext& job);

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
/// What the row of a cell is in the graph.
struct CellThing {
    Address thing;   ///< the node of an operator, else the module
    Address module;  ///< around a node
};
/// Of the table that is shown; nothing: it is not known, or the row is neither.
std::optional<CellThing> thingOf(const session::Session& session, const Address& cell);
/// What its address calls a row: the path of a module, else its name.
const std::string& rowKey(const causes::DriftRow& row);

}  // namespace etscope::ui
