// P17: what a graph looks like before anybody has done anything: counters, no times. Their definitions are in docs/ARCHITECTURE.md.
#include <cmath>
#include <set>

#include "bench/frames.h"
#include "bench/goals.h"
#include "bench/stages.h"
#include "graph/graph_canvas.h"
#include "graph/graph_painter.h"
#include "join/stage_graph.h"
#include "session/session.h"
#include "view/first_view.h"

namespace etscope::bench {
namespace {

/// A decoder of thirty layers.
std::size_t nodeCount() { return sized<std::size_t>(950, 500); }
/// The canvas of a window of 1600 × 1000, and the cells in which empty room is counted, in pixels.
constexpr int kWidth = 990, kHeight = 650;
constexpr double kCell = 32;

using ScenePtr = std::shared_ptr<const view::Scene>;
using IndexPtr = std::shared_ptr<const modules::GraphIndex>;

/// The share of cells of the part, as far as the drawing reaches, that no box, flag, header, label or line touches.
double emptyShare(const view::Scene& scene, const layout::Rect& seen, double zoom) {
    const double cell = kCell / zoom;
    const layout::Rect all = scene.bounds().grown(-view::measure::kMargin);  // beyond that is no drawing
    const double left = std::max(seen.x, all.x), top = std::max(seen.y, all.y);
    const layout::Rect part{left, top, std::min(seen.right(), all.right()) - left, std::min(seen.bottom(), all.bottom()) - top};
    std::set<std::pair<int, int>> touched;
    const int columns = static_cast<int>(std::ceil(part.width / cell)), rows = static_cast<int>(std::ceil(part.height / cell));
    const auto touch = [&](const layout::Rect& rect) {
        const auto at = [cell](double place) { return static_cast<int>(std::floor(place / cell)); };
        for (int y = std::max(0, at(rect.y - part.y)); y <= std::min(rows - 1, at(rect.bottom() - part.y)); ++y)
            for (int x = std::max(0, at(rect.x - part.x)); x <= std::min(columns - 1, at(rect.right() - part.x)); ++x)
                touched.emplace(x, y);
    };
    const view::SceneParts parts = scene.visible(part);
    for (const std::uint32_t i : parts.nodes) touch(scene.nodes()[i].rect);
    for (const std::uint32_t i : parts.stubs) touch(scene.stubs()[i].rect);
    for (const std::uint32_t i : parts.groups) touch(scene.groups()[i].header);
    for (const std::uint32_t i : parts.edges) {
        if (scene.edges()[i].label.width > 0) touch(scene.edges()[i].label);
        const auto points = scene.points(scene.edges()[i]);
        for (std::size_t k = 1; k < points.size(); ++k)
            touch(layout::Rect{points[k - 1].x, points[k - 1].y, 0, 0}.united({points[k].x, points[k].y, 0, 0}));
    }
    return 1 - static_cast<double>(touched.size()) / (static_cast<double>(columns) * rows);
}

/// Blocks and closed modules without a name when all of the scene is in view.
std::size_t unnamed(ui::GraphCanvas& canvas) {
    canvas.fitAll();
    if (ui::detailOf(canvas.zoom()) >= ui::Detail::Titles) return 0;
    std::set<view::ItemId> named;
    for (const ui::FarName& name : ui::farNames(canvas.look(), canvas.seen(), canvas.zoom())) named.insert(name.item);
    std::size_t without = 0;
    for (const view::ItemId item : ui::farBlocks(canvas.look(), canvas.seen(), canvas.zoom()))
        without += named.contains(item) ? 0U : 1U;
    return without;
}

bool lookAt(const std::string& name, const IndexPtr& index) {
    view::ViewOptions options;
    options.foldRepeats = options.gatherStubs = true;
    const ui::FontMeasure measure;
    const ScenePtr first = need(view::firstView(index, options, measure, {}, ui::GraphCanvas::firstWidth(kWidth)));
    options = first->view().options();
    options.foldRepeats = false;
    const ScenePtr unfolded = need(view::buildScene(std::make_shared<const view::ViewGraph>(index, options), measure));
    ui::GraphCanvas canvas;
    canvas.resize(kWidth, kHeight);
    canvas.show();
    canvas.setScene(first);
    const layout::Rect seen = canvas.seen();
    const layout::Rect bounds = unfolded->bounds();
    std::printf("     %s: %zu items, %.0f × %.0f; unfolded %zu items, %.0f × %.0f\n", name.c_str(), first->view().items().size(),
                first->bounds().width, first->bounds().height, unfolded->view().items().size(), bounds.width, bounds.height);
    bool held = verdict("P17", bounds.height / bounds.width, 6, "", name + ", height against width, unfolded");
    held = verdict("P17", emptyShare(*first, seen, canvas.zoom()) * 100, 60, " %", name + ", empty part of the first view") && held;
    held =
        verdict("P17", static_cast<double>(unnamed(canvas)), 0, "", name + ", blocks without a name when all is in view") && held;
    const double edges = std::max<double>(1, static_cast<double>(first->edges().size()));
    return verdict("P17", static_cast<double>(first->counters().crossings) / edges, 1, "", name + ", crossings per edge") && held;
}

}  // namespace

bool lookAtFirst(const std::vector<std::string>& files) {
    if (files.empty()) return lookAt("a decoder of thirty layers", stageOf(test::Family::Decoder, nodeCount()));
    const auto session = need(session::Session::open(files, {}, {}));
    bool held = true;
    for (const session::Method& method : session->methods())
        for (const graph::StageId& stage : method.stages)
            held = lookAt(method.name + "/" + stage.text(), need(join::graphIndex({*session, method.name}, stage, {}))) && held;
    return held;
}

}  // namespace etscope::bench
