// What the numeric gap is asked for: which reference values, which run; and what computing them costs, and what was computed
// already. Any thread, except where it says otherwise. Rules: docs/FORMATS.md "Computed values".
#pragma once

#include <QString>
#include <optional>

#include "causes/investigation.h"
#include "evaluate/plan.h"
#include "gap/gap.h"
#include "look/marks.h"
#include "session/session.h"

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

using causes::References;

/// What computing the edge graph of a method takes. Errors: those of session::Session::program().
Result<evaluate::Plan> computingPlan(const session::MethodView& method, const JobContext& job);
/// Whether it is computed without asking: that is done before one would have read the question. Up to how many
/// operations is a setting (computing/quickOperations).
bool isQuick(const evaluate::Plan& plan);
/// causes::keptReferences() where that is quick, else causes::knownReferences(); null where the method cannot be computed. Errors:
/// `cancelled`.
Result<References> quickReferences(const session::MethodView& method, std::optional<std::size_t> run, const JobContext& job);

/// What a node gives, computed.
struct ComputedValues {
    std::vector<tensor::Value> values;  ///< its results, in order; none: not known
    QString source;                     ///< where from
};
/// Of a node of the edge graph, where quickReferences() has it. Errors: `cancelled`.
Result<ComputedValues> computedValues(const session::MethodView& method, const graph::StageId& stage, const std::string& path,
                                      const JobContext& job);

/// "the example inputs", … : what values were computed on.
QString inputsText(const gap::ComputedSource& source);
/// Where reference values come from, in the language shown.
QString sourceText(const gap::ReferenceValues& references);
/// How much there is to compute, a line.
QString planText(const evaluate::Plan& plan);
/// What cannot be computed of it and what becomes of that; empty: everything can.
QString unsupportedText(const evaluate::Plan& plan);

}  // namespace etscope::ui
