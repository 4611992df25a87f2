// Times, medians, memory and child processes for the speed goals.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace etscope::bench {

/// Whether every goal runs once on tiny input, only to show that it runs (`--smoke`): its numbers mean nothing and none falls
/// short.
bool isSmoke();
/// Takes "--smoke" out of the arguments. Before anything is measured.
std::vector<std::string> benchArguments(int count, char** arguments);
/// The size of an input: `full`, or `tiny` in a smoke run.
template <class T>
T sized(T full, T tiny) {
    return isSmoke() ? tiny : full;
}

double secondsOf(const std::function<void()>& work);
/// Of the processor, over all threads of this process: other processes do not count.
double processorSecondsOf(const std::function<void()>& work);
double median(std::vector<double> values);

/// Runs both by turns, so that a busy machine slows both, and gives the median of the ratios' parts: work / floor.
struct Ratio {
    double work = 0, floor = 0;  ///< median seconds
    double value() const { return work / floor; }
};
Ratio interleaved(int rounds, const std::function<double()>& work, const std::function<double()>& floor);

/// Private memory of this process now, and its peak while `work` runs (sampled every millisecond). Bytes.
std::uint64_t rssAnon();
std::uint64_t peakGrowth(const std::function<void()>& work);

/// Runs this program again as `etscope-bench --child <arguments>` and reads the one number it prints.
double inFreshProcess(const std::vector<std::string>& arguments);
/// The standard output of a command; empty when it fails.
std::string outputOf(const std::vector<std::string>& command);

}  // namespace etscope::bench
