// The difference of two sessions as rows: counts of its parts (stages, weights, delegates, metadata), and everything that is not
// the same. Made in a job from the core's difference; any thread.
#pragma once

#include "answers/change_facts.h"
#include "answers/change_items.h"
#include "findings/answers.h"
#include "models/rows.h"
#include "workspace/workspace.h"

namespace etscope::ui {

/// What is compared; empty: all.
struct DiffChoice {
    QString method, stage;
};

struct DiffRows {
    Rows parts;                  ///< a stage each, then weights, delegates and metadata
    Rows rows;                   ///< what is not the same; `addresses` are those of the left session
    std::vector<Address> right;  ///< per row of `rows`: what it is in the right session; none when it is only on the left
    ChangeItemsPtr meaning;      ///< the same by module; null: not all methods and stages were compared
    std::vector<ChangeFact> facts;
    std::shared_ptr<const findings::Answer> answer;  ///< to the question Changes; null as `meaning`
    std::size_t nodes = 0;    ///< that have a counterpart
    std::size_t weights = 0;  ///< whose contents are the same
};

/// Errors: those of compare::difference().
/// `other`: what the right export is called.
Result<DiffRows> diffRows(const session::Session& left, const session::Session& right, const QString& other, const DiffChoice& choice,
                          const NodePairs& pairs, const JobContext& job);

}  // namespace etscope::ui
