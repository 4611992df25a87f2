// The search for sets: the front of bytes against effect, and the best one for a budget or a limit. A multiple-choice knapsack by
// its convex hulls first; then exchanges, each of which is evaluated. Internal to core/advisor; one thread.
#pragma once

#include "advisor/advice.h"

namespace etscope::advisor {

class Search {
public:
    /// Keeps references. The rows' cells are filled.
    Search(Bench& bench, Advice& advice, const Options& options, const JobContext& job)
        : m_bench(bench), m_advice(advice), m_options(options), m_job(job), m_before(advice.sets.size()) {}

    /// Fills sets, front and the chosen one. Errors: `cancelled`, those of Bench::evaluate().
    Result<void> run();
    /// The chosen one alone, for the budget or the limit, from the sets that are there. Errors: as run().
    Result<void> choose();
    /// The set's place in Advice::sets; it is evaluated unless that was done, however many there are. Errors: those of
    /// Bench::evaluate().
    Result<std::size_t> added(const std::vector<std::size_t>& cells);
    /// That run() evaluates.
    static std::size_t mostSets(const Options& options) noexcept;
    /// Sets by bytes, and the front: those that no smaller one is as good as.
    static void order(Advice& advice);
    /// The set as weights have it.
    static Choice choiceOf(const Advice& advice, const std::vector<std::size_t>& cells);
    static std::uint64_t bytesOf(const Advice& advice, const std::vector<std::size_t>& cells);

private:
    using Cells = std::vector<std::size_t>;
    struct Step {
        std::size_t row = 0, cell = 0;
        double slope = 0;  ///< cost that it saves for each byte
    };

    double costOf(std::size_t row, std::size_t cell) const;
    double predictedOf(const Cells& cells) const;
    /// From the smallest set upwards, the most effect for a byte first; rows along the lower hull of their cells.
    std::vector<Step> steps() const;
    Cells smallest() const;
    /// Its place in Advice::sets; evaluates it unless that was done. Nothing: there is no room for more.
    Result<std::optional<std::size_t>> evaluated(const Cells& cells);
    Result<void> sweep();
    Result<std::optional<std::size_t>> forBudget(std::uint64_t budget);
    Result<std::optional<std::size_t>> forLimit(double most);
    Result<std::size_t> repaired(std::size_t set, std::uint64_t budget);
    /// Sets that differ in one row, or in two of which one pays for the other, and fit the budget.
    std::vector<Cells> near(const Cells& cells, std::uint64_t budget) const;

    Bench& m_bench;
    Advice& m_advice;
    const Options& m_options;
    const JobContext& m_job;
    const std::size_t m_before;  ///< sets that were known already
};

}  // namespace etscope::advisor
