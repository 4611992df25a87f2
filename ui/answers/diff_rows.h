// The difference of two exports, from the one before to the session in view: by meaning, and as rows: counts of its parts (stages,
// weights, delegates, metadata), and everything that is not the same. Made in jobs from the core's difference; any thread.
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
    bool isAll() const { return method.isEmpty() && stage.isEmpty(); }
};

/// Two exports, and what is known and said of them.
struct ComparedExports {
    SessionPtr before, after;
    QString baseline;     ///< what the former is called
    DifferencePtr known;  ///< of all methods and stages; null: it is not known
    NodePairs pairs;
};

/// What was compared, never null; and where that is all of both, what it comes to.
struct FoundDifference {
    DifferencePtr difference;
    AnswerPtr answer;  ///< null: not all was compared

    std::size_t matchedNodes() const;
    /// Nothing is told of it: all that was compared is equal.
    bool isNothing() const;
};

/// Errors: those of compare::difference().
Result<FoundDifference> foundDifference(const ComparedExports& exports, const DiffChoice& choice, const JobContext& job);

struct ChangesByMeaning {
    FoundDifference found;
    ChangeItemsPtr items;
    std::vector<ChangeFact> facts;
};
/// Of all methods and stages. Errors: those of compare::difference().
Result<ChangesByMeaning> changesByMeaning(const ComparedExports& exports, const JobContext& job);

struct DiffRows {
    FoundDifference found;
    Rows parts;                   ///< a stage each, then weights, delegates and metadata
    Rows rows;                    ///< what is not the same; `addresses` are those of the session in view
    std::vector<Address> before;  ///< per row of `rows`: what it is in the other export; none when only the session in view has it
};
/// Errors: those of compare::difference().
Result<DiffRows> diffRows(const ComparedExports& exports, const DiffChoice& choice, const JobContext& job);

}  // namespace etscope::ui
