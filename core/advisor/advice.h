// Advice: which weights may be kept narrow, what it does to the outputs, and the best sets for a size or an effect. Every set that
// is named was evaluated as a set. One thread. Rules: docs/FORMATS.md "Advice on quantisation".
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "advisor/bench.h"
#include "advisor/today.h"
#include "base/sentence.h"

namespace etscope::advisor {

/// A scheme's id, and a pattern of weights, modules or rows, with `*` and `?`.
using SchemeOf = std::pair<std::string, std::string>;

struct Options {
    std::vector<std::string> schemes;     ///< ids; empty: the usual ones of each kind
    std::vector<SchemeOf> keep;           ///< what must be so
    std::vector<SchemeOf> set;            ///< what is tried, from the chosen set or from what is there; then no more is asked than
                                          ///< that takes, unless there is a budget or a limit
    std::optional<std::uint64_t> budget;  ///< bytes of all weights that may be narrow
    std::optional<double> mostKl;         ///< or another cost, see Effect::cost()
    bool worst = false;                   ///< costs are those of the worst case
    bool tied = false;                    ///< weights that are alike but for numbers in their names have one scheme
    std::size_t cases = 12;               ///< at most
    std::size_t sets = 96;                ///< evaluated at most; 0: single weights are all that is asked
    /// The float export that the method's is made of: what is advised is of it, and what is narrow today is told against it.
    std::shared_ptr<const session::Session> original;
    std::function<void(const struct Advice&)> known;  ///< what is known so far; may be empty
    std::function<void(struct Advice&)> recall;       ///< fills what is known from before (takeKept()); may be empty
};

/// A weight with one scheme, alone.
struct Cell {
    const Scheme* scheme = nullptr;
    std::uint64_t bytes = 0;
    std::optional<Effect> effect;  ///< nothing: not asked yet
};

/// One weight, or those that are tied together.
struct Row {
    std::vector<std::size_t> weights;  ///< of Advice::weights
    std::string name;                  ///< "layers.*.feed_forward.w2"
    OperatorKind kind = OperatorKind::Linear;
    std::vector<Cell> cells;          ///< widest first: as the graph has it
    std::optional<std::size_t> kept;  ///< the cell that was asked for
    std::optional<Cell> today;        ///< as the quantised export holds it, where that is another one; of no set
};

/// A cell of each row, evaluated together.
struct Set {
    std::vector<std::size_t> cells;
    std::uint64_t bytes = 0;
    double predicted = 0;  ///< the sum of its cells' costs
    Effect effect;
};

struct Advice {
    std::string method, stage, source;
    std::size_t cases = 0;
    std::vector<std::string> caseNames;
    std::size_t elements = 0, notFinite = 0;  ///< of the outputs as they are; the latter are not compared
    bool byWorst = false;  ///< costs are those of the worst case
    bool logits = false;  ///< costs are KL in nats; else noise over signal
    std::vector<Weight> weights;
    std::vector<Row> rows;
    std::vector<Set> sets;              ///< all that were evaluated, by bytes
    std::vector<std::size_t> front;     ///< of them those that no other is smaller and better than
    std::optional<std::size_t> chosen;  ///< for the budget or the limit
    std::optional<std::size_t> tried;   ///< that Options::set makes of `triedFrom`
    std::optional<std::size_t> triedFrom;
    std::uint64_t wholeBytes = 0;  ///< of these weights as they are
    Today today;                   ///< how the export holds them
    Sentence sentence;
    std::vector<Sentence> notes;
    std::uint64_t operations = 0;
    bool complete = false;  ///< all cells and sets that were asked for; else it was cancelled, and what is known is here
};

/// What it takes, before it is asked for: operations of one run of all cases, runs.
struct Estimate {
    std::uint64_t operationsOfOne = 0;
    std::size_t cells = 0, sets = 0;  ///< sets: at most
    double runs = 0;                  ///< of all cases, about
    double seconds = 0;               ///< at the speed of the one run that the estimate took
};

/// Errors: those of Bench::open(), `no-such-method` (of the original), `no-such-scheme`, `no-such-weight`, `scheme-unfit` (of keep and set), `no-weights` (nothing of
/// it can be narrow), `cancelled` (before anything of it was known: later what is known is the answer, see Advice::complete).
Result<Advice> advise(const session::MethodView& method, const Options& options, const JobContext& job);
Result<Estimate> estimate(const session::MethodView& method, const Options& options, const JobContext& job);
/// The rows and their cells without effects: a page's first sight. Costs one run of all cases. Errors: as advise().
Result<Advice> outline(const session::MethodView& method, const Options& options, const JobContext& job);

/// What is known of a set without computing anything. Cells: one of each row of the advice.
struct Guess {
    std::uint64_t bytes = 0;
    std::optional<double> predicted;  ///< nothing: a cell of it was not asked yet
};
Guess guessOf(const Advice& advice, const std::vector<std::size_t>& cells);
/// Where it is among the advice's sets; nothing: it was not evaluated.
std::optional<std::size_t> setOf(const Advice& advice, const std::vector<std::size_t>& cells);

/// One set of an advice (of the same method, schemes, ties and cases) evaluated as a set, with what its cells predict: those that
/// were not asked yet are evaluated alone before, and told to options.known in a copy of the advice. Errors: as advise();
/// `no-such-set` (the advice has no such cells, or the method has other weights by now).
Result<Set> tryOut(const session::MethodView& method, const Advice& advice, const std::vector<std::size_t>& cells,
                   const Options& options, const JobContext& job);

}  // namespace etscope::advisor
