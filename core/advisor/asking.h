// A method that is asked about: its benches, and the search on them, in parts that several methods together need. Internal to
// core/advisor; one thread.
#pragma once

#include "advisor/advice.h"

namespace etscope::advisor {

/// The graph that is asked about; where it is the original of a quantised export, that one, too.
struct Benches {
    std::unique_ptr<Bench> asked, quantised;
    std::vector<std::string> unjoined;  ///< see Bench::joinToday()
};

/// Errors: those of Bench::open(), `no-such-method`.
Result<Benches> openBenches(const session::MethodView& method, const Options& options, const JobContext& job);
/// All that was asked for; where it is cancelled what is known by then. Errors: as advise().
Result<Advice> answered(Benches& benches, const std::string& method, const Options& options, const JobContext& job);
/// The best set for another budget, from what is known: options.budget. Errors: those of Bench::evaluate(). Cancelled: the best
/// that is known.
Result<void> chooseAgain(Benches& benches, Advice& advice, const Options& options, const JobContext& job);

}  // namespace etscope::advisor
