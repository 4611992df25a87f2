#include "graph/graph_export.h"

#include <QFileInfo>
#include <QImage>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "draw/graph_text.h"
#include "graph/graph_painter.h"
#include "look/numbers.h"
#include "look/picture_file.h"
#include "look/questions.h"
#include "report/model_explorer.h"

namespace etscope::ui {
namespace {

/// Rows of a PNG that are painted at once, and columns: the raster engine's coordinates end at 32,767.
constexpr int kBandRows = 256, kTileColumns = 8192;

QSize pixels(const layout::Rect& part) {
    return {static_cast<int>(std::ceil(std::max(1.0, part.width))), static_cast<int>(std::ceil(std::max(1.0, part.height)))};
}

/// A part of `whole` at 100 %, its corner at the painter's origin.
void paintPart(QPainter& painter, const GraphLook& look, const layout::Rect& part, const layout::Rect& whole) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(-part.x, -part.y);
    painter.fillRect(QRectF(part.x, part.y, part.width, part.height), tokens().canvas);
    GraphPainter(painter, look, 1).paint(part, whole);
}

Result<void> writePng(QIODevice& device, const GraphLook& look, const layout::Rect& part, const JobContext& job) {
    const QSize size = pixels(part);
    PngWriter png(device, size);
    QImage band(size.width(), std::min(kBandRows, size.height()), QImage::Format_RGB888);
    if (band.isNull()) return fail("write-failed", QObject::tr("the picture is too wide").toStdString());
    for (int top = 0; top < size.height(); top += kBandRows) {
        if (job.cancelled()) return cancelledFailure();
        job.report(static_cast<double>(top) / size.height());
        for (int left = 0; left < size.width(); left += kTileColumns) {
            QImage tile(std::min(kTileColumns, size.width() - left), band.height(), QImage::Format_RGB888);
            QPainter painter(&tile);
            paintPart(painter, look,
                      {part.x + left, part.y + top, static_cast<double>(tile.width()), static_cast<double>(tile.height())}, part);
            painter.end();
            for (int row = 0; row < tile.height(); ++row)
                std::copy_n(tile.constScanLine(row), tile.width() * 3, band.scanLine(row) + static_cast<std::ptrdiff_t>(left) * 3);
        }
        for (int row = 0; row < std::min(kBandRows, size.height() - top); ++row) png.addRow(band.constScanLine(row));
    }
    return png.finish() ? Result<void>() : fail("write-failed", png.error().toStdString());
}

/// The whole part at 100 %, for formats that have no pixels.
VectorPicture vectorPicture(const GraphLook& look, const GraphPicture& picture) {
    return {QSizeF(pixels(picture.part)), picture.method + QLatin1Char('/') + picture.stage,
            [&look, part = picture.part](QPainter& painter) { paintPart(painter, look, part, part); }};
}

/// Of the stage as it is shown, or, for Model Explorer, all of it.
Result<std::string> textFor(const QString& suffix, const GraphPicture& picture, const JobContext& job) {
    if (suffix == QLatin1String("dot")) return draw::dotText(picture.scene->view());
    if (suffix == QLatin1String("mmd")) return draw::mermaidText(picture.scene->view());
    const auto document = report::modelExplorerDocument(
        *picture.session, {.method = picture.method.toStdString(), .stage = picture.stage.toStdString()}, job);
    if (!document) return document.failure();
    return report::jsonText(*document, 1) + "\n";
}

/// Every file that can be written, as a file dialog wants it.
QString graphFileFilter() {
    return QStringLiteral("%1 (*.svg *.pdf *.png);;Graphviz (*.dot);;Mermaid (*.mmd);;Model Explorer (*.json)")
        .arg(QObject::tr("Pictures"));
}

}  // namespace

Result<void> writeGraph(const QString& path, const GraphPicture& picture, const JobContext& job) {
    const QString suffix = suffixOf(path);
    if (!QStringList{"svg", "pdf", "png", "dot", "mmd", "json"}.contains(suffix))
        return suffixUnsupported(path, QObject::tr(".svg, .pdf, .png, .dot, .mmd or .json"));
    const PaintedWith colours(*picture.colours);
    GraphLook look;
    look.setOverlay(picture.overlay);
    look.setRange(picture.range);
    look.setStates(picture.states);
    look.setMarks(picture.marks);
    look.setScene(picture.scene);
    return writeThroughDevice(path, job, [&](QIODevice& device) -> Result<void> {
        if (suffix == QLatin1String("svg")) return writeSvg(device, vectorPicture(look, picture));
        if (suffix == QLatin1String("pdf")) return writePdf(device, vectorPicture(look, picture));
        if (suffix == QLatin1String("png")) return writePng(device, look, picture.part, job);
        const auto text = textFor(suffix, picture, job);
        if (!text) return text.failure();
        device.write(text->data(), static_cast<qint64>(text->size()));
        return {};
    });
}

GraphPicture GraphExport::picture(const layout::Rect& part) const {
    return {m_canvas.scene(),
            m_canvas.overlay(),
            m_canvas.range(),
            m_workspace.session(),
            m_workspace.method(),
            m_workspace.stage(),
            part,
            m_canvas.look().states(),
            m_canvas.look().marks()};
}

void GraphExport::ask(bool whole) {
    if (m_canvas.scene() == nullptr) return;
    const layout::Rect part = whole ? m_canvas.scene()->bounds() : m_canvas.seen();
    QString name = m_workspace.method() + QLatin1Char('-') + m_workspace.stage() + QStringLiteral(".svg");
    name.replace(QLatin1Char('/'), QLatin1Char('-')).replace(QLatin1Char(':'), QLatin1Char('-'));
    askForPath(&m_canvas, {PathQuestion::Kind::Save, tr("Export graph"), name, graphFileFilter()},
               [this, part](const QString& path) {
                   if (m_canvas.scene() == nullptr) return;  // the graph may have gone while the person chose a name
                   const auto tell = [this, name = QFileInfo(path).fileName()](const Result<void>& written) {
                       emit told(written ? tr("%1 is written").arg(name) : text(written.error().message));
                   };
                   write(path, tell, part);
               });
}

Result<void> GraphExport::writeNow(const QString& path) const {
    if (m_canvas.scene() == nullptr) return fail("export-nothing", tr("there is no graph to write").toStdString());
    return writeGraph(path, picture(m_canvas.scene()->bounds()), {});
}

void GraphExport::write(const QString& path, std::function<void(Result<void>)> done, std::optional<layout::Rect> part) {
    if (m_canvas.scene() == nullptr) return done(writeNow(path));
    m_job.start(
        tr("Writing %1").arg(QFileInfo(path).fileName()),
        [path, what = picture(part.value_or(m_canvas.scene()->bounds()))](const JobContext& job) -> Result<bool> {
            if (const auto written = writeGraph(path, what, job); !written) return written.failure();
            return true;
        },
        [done = std::move(done)](const Result<bool>& written) { done(written ? Result<void>() : written.failure()); });
}

}  // namespace etscope::ui
