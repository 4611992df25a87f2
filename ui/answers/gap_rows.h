// Rows of the numeric gap's table and points of its plot, made of a gap and, once that is there, of its audit: what each call did
// itself. Any thread.
#pragma once

#include <span>

#include "answers/gap_choice.h"
#include "causes/investigation.h"
#include "models/rows.h"
#include "modules/path_bands.h"

namespace etscope::ui {

/// What the plot can show: sizes of which more is worse.
struct PlotMetric {
    const char* name;                ///< of the context etscope::ui::GapPage
    const char* formula;             ///< the same
    double tensor::Metrics::*value;  ///< null: the relative error of the row
    bool relative;                   ///< the relative tolerance is one of its values
    bool largest;                    ///< parts are told by their largest element; else as relative errors
};
std::span<const PlotMetric> plotMetrics();

/// Where the node that a call is named after stands in the model; empty: not known.
struct NodePlace {
    std::string module;  ///< its path
    std::string source;  ///< "models.py:252"
};

/// The answer to a GapChoice.
struct GapAnswer {
    ChosenRun chosen;
    std::map<std::string, NodePlace> places;  ///< of the rows' nodes
    modules::PathBands bands;                 ///< of their modules
    std::map<std::int64_t, QString> runsAs;   ///< by instruction: "CPU", "XNNPACK 227"

    NodePlace placeOf(const gap::GapRow& row) const;
    const gap::GapTable& table() const { return chosen.held.table; }
    const gap::ReferenceValues& references() const { return *chosen.held.references; }
    std::optional<std::size_t> run() const { return chosen.held.run; }  ///< whose rows they are; nothing: all runs, folded
};
using GapAnswerPtr = std::shared_ptr<const GapAnswer>;

/// A call, with all that is known of it.
struct GapLine {
    const GapAnswer* answer;
    const PlotMetric* metric;
    const gap::GapRow* row;
    const causes::RowParts* parts;           ///< null: not judged yet
    const causes::Culprit* blame = nullptr;  ///< a finding of the run that is of this call

    /// Of what the call did itself: Differ is wrong, Warning suspicious, Match correct, None not known. What is not the call's
    /// fault is not wrong.
    Mark judged() const;
    /// Empty: not known.
    QString runsAs() const;
    causes::Origin largest() const {
        return row->compared() && parts != nullptr ? causes::originOf(*row, parts) : causes::Origin::None;
    }
};

/// Errors: those of chosenRun().
Result<GapAnswerPtr> gapAnswer(const session::MethodView& method, const GapChoice& choice, const JobContext& job);

/// `audited`: of this answer; null: not yet.
Rows gapRows(const QString& method, const GapAnswerPtr& answer, const causes::AuditPtr& audited, const GapChoice& choice);

}  // namespace etscope::ui
