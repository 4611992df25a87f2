// etscope-bench-frames [FILE…]: P17, counters of first views, of the stages of these files; without files P17 of a decoder, and
// P10, frames of the canvas over a large scene and of a large matrix, painted by the raster engine without a display.
#include <malloc.h>

#include <QApplication>
#include <QImage>
#include <QScrollBar>
#include <algorithm>

#include "bench/frames.h"
#include "bench/goals.h"
#include "bench/stages.h"
#include "charts/output_matrix.h"
#include "graph/graph_canvas.h"
#include "graph/graph_painter.h"
#include "look/tokens.h"

namespace etscope::bench {
namespace {

std::size_t nodeCount() { return sized<std::size_t>(50'000, 500); }
constexpr int kPlaces = 5, kFitFrames = 20;

std::size_t heapUsed() {
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

/// One thread paints: what else the machine does is not counted.
double frame(ui::GraphCanvas& canvas, QImage& image) {
    return processorSecondsOf([&] { canvas.viewport()->render(&image, {}, {}, QWidget::DrawWindowBackground); }) * 1e3;
}

/// Frames at places all over the scene, in milliseconds.
std::vector<double> framesAt(ui::GraphCanvas& canvas, QImage& image, double zoom) {
    std::vector<double> times;
    canvas.setZoom(zoom, {});
    for (int place = 0; place < kPlaces; ++place) {
        for (QScrollBar* bar : {canvas.horizontalScrollBar(), canvas.verticalScrollBar()})
            bar->setValue(bar->minimum() + (bar->maximum() - bar->minimum()) * place / (kPlaces - 1));
        times.push_back(frame(canvas, image));
    }
    return times;
}

bool paintFrames(test::Family family) {
    const std::string name(test::familyWord(family));
    const std::size_t before = heapUsed();
    const auto index = stageOf(family, nodeCount());
    std::size_t edges = 0;
    const std::size_t model = heapUsed() - before;
    view::ViewOptions options;
    options.expanded = view::allModules(index->hierarchy());
    auto scene = need(view::buildScene(std::make_shared<const view::ViewGraph>(index, options), ui::FontMeasure()));
    edges = scene->edges().size() + scene->stubs().size();  // a use of a value that many use is a stub
    const double perPart = static_cast<double>(heapUsed() - before - model) / static_cast<double>(nodeCount() + edges);
    bool held = verdict("P10", perPart, 300, " B", name + ", scene with its index, per node and edge (stubs are edges)");

    ui::GraphCanvas canvas;
    canvas.resize(1920, 1080);
    canvas.show();
    canvas.setScene(scene);
    QApplication::processEvents();
    QImage image(canvas.viewport()->size(), QImage::Format_RGB32);
    std::vector<double> all, fit;
    double worst = 0, worstZoom = 0;
    for (const double zoom : {0.02, 0.05, 0.08, 0.12, 0.2, 0.3, 0.5, 0.7, 1.0, 2.0})
        for (const double time : framesAt(canvas, image, zoom)) {
            all.push_back(time);
            if (time > worst) worst = time, worstZoom = zoom;
        }
    canvas.fitAll();
    frame(canvas, image);
    for (int i = 0; i < kFitFrames; ++i) fit.push_back(frame(canvas, image));
    std::ranges::sort(all);
    held = verdict("P10", median(all), 8, " ms", name + ", 50,000 nodes, median over all zooms") && held;
    char text[80];
    std::snprintf(text, sizeof(text), ", 95 of 100 frames (worst %.1f ms at %.0f %%)", worst, worstZoom * 100);
    held = verdict("P10", all[all.size() * 95 / 100], 16, " ms", name + text) && held;
    // No picture of it is kept, which would show marks of before: it is painted anew, in half of the time that a frame has.
    return verdict("P10", median(fit), 8, " ms", name + ", all of it in view") && held;
}

/// Many cells cost what is in view.
bool paintMatrix() {
    ui::OutputMatrix matrix;
    std::vector<ui::OutputMatrix::CellInfo> cells;
    for (qint64 output = 0; output < 400; ++output)
        for (qint64 number = 0; number < 500; ++number)
            cells.push_back({QStringLiteral("method_%1").arg(output / 20), QString::number(output), QStringLiteral("1.5e−03"),
                             number, output, compare::PairState::Match, static_cast<int>(output % 7)});
    matrix.setCells(std::move(cells));
    matrix.resize(900, 400);
    matrix.show();
    std::vector<double> times;
    for (int i = 0; i < kFitFrames; ++i) {
        matrix.resize(900 + i, 400);  // nothing that was kept fits
        times.push_back(secondsOf([&] { matrix.repaint(); }) * 1e3);
    }
    return verdict("P10", median(times), 16, " ms", "a matrix of 200,000 cells");
}

}  // namespace
}  // namespace etscope::bench

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    etscope::ui::applyTheme(application, etscope::ui::Theme::Light);
    const std::vector<std::string> files = etscope::bench::benchArguments(argc, argv);
    bool held = etscope::bench::lookAtFirst(files);
    if (!files.empty()) return held ? 0 : 1;
    for (const etscope::test::Family family : etscope::test::kFamilies) held = etscope::bench::paintFrames(family) && held;
    held = etscope::bench::paintMatrix() && held;
    return held ? 0 : 1;
}
