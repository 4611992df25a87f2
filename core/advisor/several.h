// Advice on several methods of one session: what each is worth, and one budget over all of them. Rules: docs/FORMATS.md "Several
// methods". One thread.
#pragma once

#include "advisor/advice.h"

namespace etscope::advisor {

/// A method of which there is no advice.
struct Unadvised {
    std::string method;
    Error why;
};

struct Several {
    std::vector<Advice> methods;
    std::vector<std::optional<std::uint64_t>> budgets;  ///< of each method, of the budget of all
    std::vector<Unadvised> without;
    std::uint64_t wholeBytes = 0;               ///< of all weights as they are; those that methods share once
    std::optional<std::uint64_t> chosenBytes;   ///< of the chosen sets, the same way; nothing: nothing was asked for, or does not fit
    std::size_t sharedWeights = 0;              ///< of them those that several methods have
    std::uint64_t sharedBytes = 0;              ///< that they would take once more
    Sentence sentence;
    std::vector<Sentence> notes;
    bool complete = false;
};

/// Every method of the session that has weights. A limit (Options::mostKl) is each method's own. Patterns have to name a weight of
/// one of them. Errors: of the first method where none can be advised on; `no-such-weight`, `cancelled` (nothing is known yet).
Result<Several> adviseAll(const session::Session& session, const Options& options, const JobContext& job);

/// What methods' costs are added in: those in other units are not.
struct Point {
    double cost = 0;
    std::uint64_t bytes = 0;
    std::vector<std::size_t> sets;  ///< one of each method
};
/// Of points of the front of each method the front of all of them together, the smallest first. `bytesOf`: of the sets that are
/// picked so far, which may share weights.
std::vector<Point> frontOfAll(const std::vector<std::vector<Point>>& fronts,
                              const std::function<std::uint64_t(const std::vector<std::size_t>&)>& bytesOf);

}  // namespace etscope::advisor
