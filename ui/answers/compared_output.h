// One pair of a reference and what a runtime gave, compared, with its sides kept for judging again: outputs of methods, and values
// that operators give on the way. Any thread.
#pragma once

#include <QString>

#include "compare/outputs.h"
#include "models/address.h"
#include "tensor/comparison.h"

namespace etscope::ui {

struct ComparedOutput {
    compare::OutputPair pair;
    std::shared_ptr<const tensor::ComparedPair> sides;  ///< null: not comparable as numbers
    compare::OutputComparison comparison;
    QString name = {};  ///< of what an operator gave; empty: it is an output, called after its method, case and number
};

/// What cannot be compared as numbers has a state and a note.
ComparedOutput comparedOutput(compare::OutputPair pair, const compare::OutputCompareOptions& options, const JobContext& job);
/// Against another tolerance, without reading again. Errors: `cancelled`.
Result<void> judgeAgain(ComparedOutput& output, const compare::OutputCompareOptions& options, const JobContext& job);

/// What the operator of a Given gave and its reference: of the row that is looked at where that is of the run, else of the run's
/// own; nothing: no row of a gap is the operator's. Errors: those of join::nodeAt(), `no-such-run`, `cancelled`.
Result<std::optional<ComparedOutput>> comparedOperator(const session::Session& session, const Address& given,
                                                       const compare::OutputCompareOptions& options, const JobContext& job);

}  // namespace etscope::ui
