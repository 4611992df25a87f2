// What the measured goals share: the line of a verdict, inputs that must open, and the goals that live in files of their own.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/result.h"
#include "bench/large_files.h"
#include "bench/measure.h"

namespace etscope::bench {

inline constexpr std::uint64_t kMiB = 1ULL << 20U;

/// Prints the line of a goal. A value may be at most (or, `atLeast`, at least) the limit.
bool verdict(const char* goal, double value, double limit, const char* unit, const std::string& what, bool atLeast = false);
/// "12.3 ms against 4.5 ms"
std::string milliseconds(const Ratio& ratio);

/// The value, or the error on stderr and the end of the program.
template <class T>
T need(Result<T> result) {
    if (result) return *std::move(result);
    std::fprintf(stderr, "%s: %s\n", result.error().code.c_str(), result.error().message.c_str());
    std::exit(2);
}
inline void need(Result<void> result) {
    if (result) return;
    std::fprintf(stderr, "%s: %s\n", result.error().code.c_str(), result.error().message.c_str());
    std::exit(2);
}

/// Opening of records, programs and tensors (file_goals.cpp).
bool openRecord(LargeFiles& files);
bool againstPython(LargeFiles& files);
bool directoryPhase(LargeFiles& files);
bool decodeProgram(LargeFiles& files);
bool decodeMemory(LargeFiles& files);
bool firstByte(LargeFiles& files);
bool openProgram(LargeFiles& files);

/// Comparison of tensors in memory against reading both; of outputs in files, with its memory.
bool compareTensors(LargeFiles& files);
bool compareOutputs(LargeFiles& files);
/// Layout of the graph families; one group opened; search, difference and drawing of large stages.
bool layOutGraphs(LargeFiles& files);
bool expandGroups(LargeFiles& files);
bool searchAndCompare(LargeFiles& files);
/// A million events opened and grouped; a bundled program written around a large program.
bool openDump(LargeFiles& files);
bool writeBundle(LargeFiles& files);

}  // namespace etscope::bench
