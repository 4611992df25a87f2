// A view as text, for comparisons: one line an item, indented by its group, then edges, then stubs.
#pragma once

#include <memory>
#include <string>

#include "view/view_graph.h"

namespace etscope::test {

/// "group layers.0 Block", "node aten.add add_1", "pattern silu ×2", "module layers.1 Block ×3", "input x", "output output 0".
std::string itemText(const view::Item& item);
/// Items, then "a -> b (x)" for edges, then "stub at a: w f32[2,4]" (constants), "state", "fan" and "producer" stubs.
std::string viewText(const view::ViewGraph& view);
/// What is wrong with the view's ids and groups; empty: nothing.
std::string viewProblem(const view::ViewGraph& view);

std::shared_ptr<const view::ViewGraph> makeView(std::shared_ptr<const modules::GraphIndex> index, view::ViewOptions options = {});
/// All modules open, patterns not folded.
view::ViewOptions everythingOpen(const modules::GraphIndex& index);

}  // namespace etscope::test

/// Fails the test with what is wrong.
#define VERIFY_VIEW(view)                                             \
    do {                                                              \
        const std::string problem = etscope::test::viewProblem(view); \
        QVERIFY2(problem.empty(), problem.c_str());                   \
    } while (false)
