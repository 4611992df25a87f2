// etscope-bench [--smoke] [goal…]: measures the speed goals and prints a line each: "P4 held: 5.1x (goal <= 6x) …".
// Ratios are against a floor measured in the same run, by turns; absolute times are for information.
#include <algorithm>

#include "bench/child.h"
#include "bench/goals.h"

namespace etscope::bench {

namespace {

struct Goal {
    const char* name;
    const char* group;  ///< by which several goals can be asked for
    bool (*measure)(LargeFiles&);

    bool isAskedFor(const std::string& word) const { return word == name || word == group; }
};
constexpr Goal kGoals[] = {
    {"P1", "files", openRecord},    {"P2", "files", againstPython},        {"P3", "files", directoryPhase},
    {"P4", "files", decodeProgram}, {"P5", "files", decodeMemory},         {"P6", "graph", layOutGraphs},
    {"P9", "graph", expandGroups},  {"search", "graph", searchAndCompare}, {"P11", "runtime", compareTensors},
    {"P12", "files", firstByte},    {"program", "files", openProgram},     {"outputs", "runtime", compareOutputs},
    {"dump", "runtime", openDump},  {"bundle", "runtime", writeBundle}};

}  // namespace
}  // namespace etscope::bench

int main(int argc, char** argv) {
    using namespace etscope::bench;
    const std::vector<std::string> arguments = benchArguments(argc, argv);
    if (arguments.size() > 2 && arguments[0] == "--child") return runChild({arguments.begin() + 1, arguments.end()});
    for (const std::string& name : arguments)
        if (std::none_of(std::begin(kGoals), std::end(kGoals), [&](const Goal& goal) { return goal.isAskedFor(name); })) {
            std::fprintf(stderr, "there is no goal %s; there are:", name.c_str());
            for (const Goal& goal : kGoals) std::fprintf(stderr, " %s", goal.name);
            std::fprintf(stderr, " files graph runtime");
            std::fprintf(stderr, "\n");
            return 2;
        }
    LargeFiles files;
    bool held = true;
    for (const Goal& goal : kGoals)
        if (arguments.empty() ||
            std::any_of(arguments.begin(), arguments.end(), [&goal](const std::string& word) { return goal.isAskedFor(word); }))
            held = goal.measure(files) && held;
    return held ? 0 : 1;
}
