#include "look/picture_file.h"

#include <QFileInfo>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <algorithm>

#include "base/escaped.h"
#include "io/output_file.h"

namespace etscope::ui {
namespace {

constexpr double kPdfPoints = 14'400;
constexpr int kMostPixels = 32'000;  ///< a side of a picture of pixels

/// Qt's writers look at no error: the first is kept here.
class Device : public QIODevice {
public:
    explicit Device(OutputFile file) : m_file(std::move(file)) { open(WriteOnly | Unbuffered); }

    Result<void> commit() { return m_state ? m_file.commit() : m_state; }
    const Result<void>& state() const { return m_state; }
    bool isSequential() const override { return true; }

protected:
    qint64 readData(char*, qint64) override { return -1; }
    qint64 writeData(const char* data, qint64 size) override {
        if (m_state) m_state = m_file.write(std::as_bytes(std::span(data, static_cast<std::size_t>(size))));
        return m_state ? size : -1;
    }

private:
    OutputFile m_file;
    Result<void> m_state;
};

Result<void> painted(QPaintDevice& device, const std::function<void(QPainter&)>& paint) {
    QPainter painter;
    if (!painter.begin(&device) || (paint(painter), !painter.end()))
        return fail("write-failed", QObject::tr("the picture could not be drawn").toStdString());
    return {};
}

}  // namespace

Result<void> writeThroughDevice(const QString& path, const JobContext& job, const std::function<Result<void>(QIODevice&)>& write) {
    auto file = OutputFile::create(path.toStdString(), job);
    if (!file) return file.failure();
    Device device(*std::move(file));
    const auto written = write(device);
    if (!device.state()) return device.state();  // the reason of what `write` says
    return written ? device.commit() : written;
}

Result<void> writeSvg(QIODevice& device, const VectorPicture& picture) {
    QSvgGenerator generator;
    generator.setOutputDevice(&device);
    generator.setTitle(picture.title);
    generator.setSize(picture.size.toSize());
    generator.setViewBox(QRectF({}, picture.size));
    return painted(generator, picture.paint);
}

Result<void> writePdf(QIODevice& device, const VectorPicture& picture) {
    const QSizeF& size = picture.size;
    QPdfWriter writer(&device);
    writer.setTitle(picture.title);
    writer.setPageSize(QPageSize(size * std::min(0.75, kPdfPoints / std::max(size.width(), size.height())), QPageSize::Point));
    writer.setPageMargins({});
    return painted(writer, [&](QPainter& painter) {
        painter.scale(writer.width() / size.width(), writer.height() / size.height());
        picture.paint(painter);
    });
}

Result<void> writePng(QIODevice& device, const QPixmap& picture) {
    if (picture.save(&device, "PNG")) return {};
    return fail("write-failed", QObject::tr("the picture could not be drawn").toStdString());
}

Result<void> writePng(QIODevice& device, const VectorPicture& picture) {
    const QSize size = picture.size.toSize();
    if (std::max(size.width(), size.height()) > kMostPixels)
        return fail(
            "limit-exceeded",
            QObject::tr("the picture would be %1 pixels high; .svg and .pdf have no such limit").arg(size.height()).toStdString());
    QImage image(size, QImage::Format_RGB32);
    if (const auto drawn = painted(image, picture.paint); !drawn) return drawn;
    if (image.save(&device, "PNG")) return {};
    return fail("write-failed", QObject::tr("the picture could not be drawn").toStdString());
}

QString suffixOf(const QString& path) { return QFileInfo(path).suffix().toLower(); }

Failure suffixUnsupported(const QString& path, const QString& known) {
    return fail("export-type-unsupported", QObject::tr("the name of the file must end in %1").arg(known).toStdString(),
                escaped(path.toStdString()));
}

}  // namespace etscope::ui
