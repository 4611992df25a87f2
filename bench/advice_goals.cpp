// The goals of advice on quantisation: a weight in a scheme, alone, costs what stands behind the weight in the graph, and the
// weight; a real decoder fits into memory.
#include <cmath>

#include "advisor/bench.h"
#include "bench/evaluated.h"
#include "session/session.h"

namespace etscope::bench {
namespace {

/// Weights in four schemes, and what stands behind them, in runs of the whole graph.
struct Trials {
    std::vector<advisor::Bench::Trial> all;
    double runs = 0;
};

/// Of at most so many weights, from the first to the last.
Trials trialsOf(const advisor::Bench& bench, std::size_t most) {
    Trials made;
    const std::size_t last = bench.weights().size() - 1, picked = std::min(most, last + 1);
    std::uint64_t behind = 0;
    for (std::size_t k = 0; k < picked; ++k) {
        const std::size_t weight = picked == 1 ? 0 : k * last / (picked - 1);
        for (const char* id : {"f16", "int8", "8da8w", "8da4w-32"}) {
            const advisor::Scheme* scheme = advisor::schemeOf(id);
            if (!bench.weights()[weight].takes(*scheme)) continue;
            made.all.push_back({weight, scheme});
            behind += bench.operationsBehind(weight);
        }
    }
    made.runs = static_cast<double>(behind) / static_cast<double>(bench.operationsOfOne());
    return made;
}

}  // namespace

bool adviceCells(const std::string& folder, const std::string& method) {
    const OneThread alone;
    const auto session = need(session::Session::open({folder}, {}, {}));
    const auto bench = need(advisor::Bench::open({*session, method}, 1, {}));
    const Trials trials = trialsOf(*bench, SIZE_MAX);
    const auto whole = static_cast<int>(trials.runs) + 1;
    const advisor::Choice asItIs(bench->weights().size(), nullptr);
    std::size_t found = 0;
    const Ratio ratio = interleaved(
        kRounds,
        [&] { return secondsOf([&] { need(bench->each(trials.all, [&](const auto&, const advisor::Effect&) { ++found; })); }); },
        [&] {
            return secondsOf([&] {
                for (int i = 0; i < whole; ++i) static_cast<void>(need(bench->evaluate(asItIs)));
            });
        });
    return verdict("advice", ratio.value(), 1.5, "x",
                   std::to_string(trials.all.size()) + " weights in schemes against the " + std::to_string(whole) +
                       " runs that stand behind them: " + milliseconds(ratio));
}

bool adviceMemory() {
    constexpr std::size_t kPicked = 8;
    const char* folder = std::getenv("ETSCOPE_REALSCALE");
    if (folder == nullptr || isSmoke()) {
        std::printf("advice memory skipped: %s\n", isSmoke() ? "it is of a real decoder" : "ETSCOPE_REALSCALE names no folder");
        return true;
    }
    std::string what;
    const std::uint64_t grown = peakGrowth([&] {
        const auto session = need(session::Session::open({folder}, {}, {}));
        const auto bench = need(advisor::Bench::open({*session, "text_decoder"}, 1, {}));
        const Trials some = trialsOf(*bench, kPicked), every = trialsOf(*bench, SIZE_MAX);
        const double seconds = secondsOf([&] { need(bench->each(some.all, [](const auto&, const advisor::Effect&) {})); });
        what = std::to_string(some.all.size()) + " of " + std::to_string(every.all.size()) + " weights in schemes, " +
               std::to_string(bench->threads()) + " threads, " + std::to_string(std::lround(seconds)) + " s; all of them some " +
               std::to_string(std::lround(seconds * every.runs / some.runs / 60)) + " min";
    });
    return verdict("advice memory", static_cast<double>(grown) / static_cast<double>(kMiB), 2048, " MiB", what);
}

}  // namespace etscope::bench
