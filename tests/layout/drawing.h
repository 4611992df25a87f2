// Drawings that tests build by hand, laid out and judged.
#pragma once

#include <QtTest>

#include "layout/layout.h"
#include "layout/quality.h"
#include "layout/routes.h"

namespace etscope::layout {

/// Builds inputs in the order of execution.
struct Drawing {
    LayoutInput input;

    std::uint32_t node(Size size = {120, 28}, std::uint32_t group = 0) {
        input.nodes.push_back({size, {}, group});
        return static_cast<std::uint32_t>(input.nodes.size() - 1);
    }
    std::uint32_t group(std::uint32_t parent = 0, double header = 25, double padding = 10) {
        if (input.groups.empty()) input.groups.push_back({0, 0, 0, 0});
        input.groups.push_back({parent, 0, header, padding});
        return static_cast<std::uint32_t>(input.groups.size() - 1);
    }
    std::size_t edge(LayoutEnd from, LayoutEnd to, std::uint32_t value = 0, bool labelled = false) {
        input.edges.push_back({from, to, value, labelled});
        return input.edges.size() - 1;
    }
    std::size_t edge(std::uint32_t from, std::uint32_t to, std::uint32_t value = 0, bool labelled = false) {
        return edge(LayoutEnd::node(from), LayoutEnd::node(to), value, labelled);
    }
};

inline LayoutResult laidOut(const LayoutInput& input) {
    auto result = layout::layout(input);
    if (!result) qFatal("%s: %s", result.error().code.c_str(), result.error().message.c_str());
    return std::move(*result);
}

inline Rect rectOf(const Drawing& drawing, const LayoutResult& result, std::uint32_t node) {
    const Size size = drawing.input.nodes[node].size;
    return {result.nodes[node].x, result.nodes[node].y, size.width, size.height};
}

/// a → b, c → d, in different sizes.
inline Drawing diamondOf(Size a, Size b, Size c, Size d) {
    Drawing drawing;
    const auto top = drawing.node(a), left = drawing.node(b), right = drawing.node(c), end = drawing.node(d);
    drawing.edge(top, left);
    drawing.edge(top, right);
    drawing.edge(left, end);
    drawing.edge(right, end);
    return drawing;
}

/// A block with a residual, as a group, between an input and an output.
inline Drawing residualBlock(double header) {
    Drawing drawing;
    const auto group = drawing.group(0, header, 10);
    const auto in = drawing.node({120, 28});
    const auto norm = drawing.node({136, 44}, group), linear = drawing.node({160, 44}, group), add = drawing.node({120, 28}, group);
    const auto out = drawing.node({120, 28});
    drawing.edge(in, norm, 0);
    drawing.edge(norm, linear, 1);
    drawing.edge(linear, add, 2);
    drawing.edge(in, add, 0);
    drawing.edge(add, out, 3);
    return drawing;
}

inline const char* verdict(std::string& problem, const LayoutInput& input, const LayoutResult& result) {
    problem = test::nestingProblem(input, result);
    if (problem.empty()) problem = test::routeProblem(input, result);
    return problem.c_str();
}

}  // namespace etscope::layout

#define VERIFY_CLEAN(input, result)                                        \
    do {                                                                   \
        std::string problem;                                               \
        const char* said = verdict(problem, (input), (result));            \
        QVERIFY2(problem.empty(), said);                                   \
        QCOMPARE(test::sharedTracks((input), (result)), std::uint64_t{0}); \
    } while (false)
