#include "graph/graph_export.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>
#include <algorithm>
#include <cmath>

#include "draw/dot.h"
#include "draw/mermaid.h"
#include "graph/graph_painter.h"
#include "look/numbers.h"
#include "look/png_writer.h"
#include "report/model_explorer.h"

namespace etscope::ui {
namespace {

/// Rows of a PNG that are painted at once, and columns: the raster engine's coordinates end at 32,767.
constexpr int kBandRows = 256, kTileColumns = 8192;
constexpr double kPdfPoints = 14'400;

QString tr(const char* text) { return QCoreApplication::translate("GraphExport", text); }

Failure writeFailed(const QString& path, const QString& why) {
    return fail("write-failed", tr("the file could not be written: %1").arg(why).toStdString(), path.toStdString());
}

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

Result<void> writePng(QSaveFile& file, const GraphLook& look, const layout::Rect& part, const JobContext& job) {
    const QSize size = pixels(part);
    PngWriter png(file, size);
    QImage band(size.width(), std::min(kBandRows, size.height()), QImage::Format_RGB888);
    if (band.isNull()) return writeFailed(file.fileName(), tr("it is too wide"));
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
    return png.finish() ? Result<void>() : writeFailed(file.fileName(), png.error());
}

Result<void> writeSvg(QSaveFile& file, const GraphLook& look, const GraphPicture& picture) {
    const QSizeF size(pixels(picture.part));
    QSvgGenerator generator;
    generator.setOutputDevice(&file);
    generator.setTitle(picture.method + QLatin1Char('/') + picture.stage);
    generator.setSize(size.toSize());
    generator.setViewBox(QRectF({}, size));
    QPainter painter;
    if (!painter.begin(&generator)) return writeFailed(file.fileName(), file.errorString());
    paintPart(painter, look, picture.part, picture.part);
    painter.end();
    return {};
}

Result<void> writePdf(QSaveFile& file, const GraphLook& look, const GraphPicture& picture) {
    const QSizeF size(pixels(picture.part));
    QPdfWriter writer(&file);
    writer.setTitle(picture.method + QLatin1Char('/') + picture.stage);
    // Readers take pages up to 200 inches.
    writer.setPageSize(QPageSize(size * std::min(0.75, kPdfPoints / std::max(size.width(), size.height())), QPageSize::Point));
    writer.setPageMargins({});
    QPainter painter;
    if (!painter.begin(&writer)) return writeFailed(file.fileName(), file.errorString());
    painter.scale(writer.width() / size.width(), writer.height() / size.height());
    paintPart(painter, look, picture.part, picture.part);
    painter.end();
    return {};
}

/// Of the stage as it is shown, or, for Model Explorer, all of it.
Result<std::string> textFor(const QString& suffix, const GraphPicture& picture, const JobContext& job) {
    if (suffix == QLatin1String("dot")) return draw::dotText(picture.scene->view());
    if (suffix == QLatin1String("mmd")) return draw::mermaidText(picture.scene->view());
    const auto document = report::modelExplorerDocument(
        *picture.session, {.method = picture.method.toStdString(), .stage = picture.stage.toStdString()}, job);
    if (!document) return document.failure();
    return document->dump(1) + "\n";
}

}  // namespace

QString graphFileFilter() {
    return QStringLiteral("%1 (*.svg *.pdf *.png);;Graphviz (*.dot);;Mermaid (*.mmd);;Model Explorer (*.json)").arg(tr("Pictures"));
}

Result<void> writeGraph(const QString& path, const GraphPicture& picture, const JobContext& job) {
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return writeFailed(path, file.errorString());
    GraphLook look;
    look.setOverlay(picture.overlay);
    look.setRange(picture.range);
    look.setScene(picture.scene);
    const QString suffix = QFileInfo(path).suffix().toLower();
    Result<void> written;
    if (suffix == QLatin1String("svg")) {
        written = writeSvg(file, look, picture);
    } else if (suffix == QLatin1String("pdf")) {
        written = writePdf(file, look, picture);
    } else if (suffix == QLatin1String("dot") || suffix == QLatin1String("mmd") || suffix == QLatin1String("json")) {
        const auto text = textFor(suffix, picture, job);
        if (!text) return text.failure();
        file.write(text->data(), static_cast<qint64>(text->size()));
    } else {
        written = writePng(file, look, picture.part, job);
    }
    if (!written) return written;
    return file.commit() ? Result<void>() : writeFailed(path, file.errorString());
}

}  // namespace etscope::ui
