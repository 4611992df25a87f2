// What the numeric gap is asked for: which reference values, which run. Any thread.
#pragma once

#include "gap/gap.h"
#include "look/marks.h"
#include "pages/computed_values.h"

namespace etscope::ui {

/// What the user chose.
struct GapChoice {
    causes::ReferenceChoice reference;
    bool patient = false;  ///< computes also where that takes long
    bool kept = true;      ///< what is computed stays until the session is closed
    gap::GapOptions options;
    std::size_t metric = 0;
};

/// A record, a run, and something to hold it against: what it logged can be computed; else values, or another run.
bool hasGap(const session::Session& session);

/// A run against references, or why there are none.
struct ChosenRun {
    causes::HeldRun held;                ///< `references` is never null: without any value where there are none
    std::optional<evaluate::Plan> plan;  ///< they are still to be computed, which takes long; the table has no rows then
    QString why;                         ///< they cannot be computed, and nothing else was chosen
};
/// Errors: those of causes::heldRun().
Result<ChosenRun> chosenRun(const session::MethodView& method, const GapChoice& choice, const JobContext& job);

/// What came out of one run against the references of its method.
struct RunVerdict {
    Mark mark = Mark::Missing;  ///< Missing: nothing could be compared
    QString words;              ///< lines: what it is, the worst error, where it begins; or why nothing was compared
    double worst = 0;           ///< the largest relative error
    QString firstDivergence;    ///< node, or empty
};
RunVerdict runVerdict(const gap::GapTable& table, const gap::ReferenceValues& references);

}  // namespace etscope::ui
