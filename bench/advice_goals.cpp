// The goal of advice on quantisation: a weight in a scheme, alone, costs what stands behind the weight in the graph, and the weight.
#include "advisor/bench.h"
#include "bench/evaluated.h"
#include "session/session.h"

namespace etscope::bench {

bool adviceCells(const std::string& folder, const std::string& method) {
    const OneThread alone;
    const auto session = need(session::Session::open({folder}, {}, {}));
    const auto bench = need(advisor::Bench::open({*session, method}, 1, {}));
    std::vector<advisor::Bench::Trial> trials;
    std::uint64_t behind = 0;
    for (std::size_t i = 0; i < bench->weights().size(); ++i)
        for (const char* id : {"f16", "int8", "8da8w", "8da4w-32"}) {
            const advisor::Scheme* scheme = advisor::schemeOf(id);
            if (!bench->weights()[i].takes(*scheme)) continue;
            trials.push_back({i, scheme});
            behind += bench->operationsBehind(i);
        }
    const double runs = static_cast<double>(behind) / static_cast<double>(bench->operationsOfOne());
    const auto whole = static_cast<int>(runs) + 1;
    const advisor::Choice asItIs(bench->weights().size(), nullptr);
    std::size_t found = 0;
    const Ratio ratio = interleaved(
        kRounds,
        [&] { return secondsOf([&] { need(bench->each(trials, [&](const auto&, const advisor::Effect&) { ++found; })); }); },
        [&] {
            return secondsOf([&] {
                for (int i = 0; i < whole; ++i) static_cast<void>(need(bench->evaluate(asItIs)));
            });
        });
    return verdict("advice", ratio.value(), 1.5, "x",
                   std::to_string(trials.size()) + " weights in schemes against the " + std::to_string(whole) +
                       " runs that stand behind them: " + milliseconds(ratio));
}

}  // namespace etscope::bench
