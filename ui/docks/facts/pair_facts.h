// What is told of an operator beside its counterpart in the other export: which one it is, by what, and what is another there.
// Texts and values: made in a job, shown by the Inspector. Any thread.
#pragma once

#include "docks/facts/entity_facts.h"

namespace etscope::ui {

struct PairQuestion {
    SessionPtr before, after;
    Address node;  ///< of the latter
    NodePairs pairs;
};

/// A node of the export before.
struct PairCandidate {
    QString path, about;  ///< operator and module
    bool free = false;    ///< it has no counterpart
};

struct PairFacts {
    QList<FactGroup> groups;
    bool certain = false, byHand = false;
    QList<PairCandidate> candidates;  ///< those that are alike and free first
};

/// Errors: `no-such-stage` where a side does not have it, those of compare::stageDifference().
Result<PairFacts> pairFacts(const PairQuestion& question, const JobContext& job);

}  // namespace etscope::ui
