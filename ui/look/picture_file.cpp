#include "look/picture_file.h"

#include <png.h>
#include <QFileInfo>
#include <QGuiApplication>
#include <QPdfWriter>
#include <QScreen>
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
    // That of the window: what was laid out there has room for its texts. A page in finer units would have larger ones.
    writer.setResolution(qRound(QGuiApplication::primaryScreen()->logicalDotsPerInch()));
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

/// libpng leaves by longjmp where it fails: nothing with a destructor may stand between guarded() and libpng.
struct PngWriter::State {
    png_structp png = nullptr;
    png_infop info = nullptr;
    QIODevice* device = nullptr;
    QString* error = nullptr;

    static void fail(png_structp png, png_const_charp message) {
        *static_cast<State*>(png_get_error_ptr(png))->error = QString::fromLatin1(message);
        png_longjmp(png, 1);
    }
    static void ignore(png_structp, png_const_charp) {}
    static void write(png_structp png, png_bytep data, std::size_t size) {
        auto* state = static_cast<State*>(png_get_io_ptr(png));
        const auto length = static_cast<qint64>(size);
        if (state->device->write(reinterpret_cast<const char*>(data), length) != length) png_error(png, "the disk is full");
    }
    static void flush(png_structp) {}
};

template <class Step>
void PngWriter::guarded(const Step& step) {
    if (!m_error.isEmpty() || m_state->png == nullptr) return;
    if (setjmp(png_jmpbuf(m_state->png)) != 0) return;
    step();
}

PngWriter::PngWriter(QIODevice& device, QSize size) : m_state(std::make_unique<State>()) {
    State& state = *m_state;
    state.device = &device;
    state.error = &m_error;
    state.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &state, State::fail, State::ignore);
    if (state.png == nullptr) {
        m_error = QStringLiteral("libpng could not be started");
        return;
    }
    guarded([&state, size] {
        state.info = png_create_info_struct(state.png);
        png_set_write_fn(state.png, &state, State::write, State::flush);
        png_set_user_limits(state.png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
        png_set_IHDR(state.png, state.info, static_cast<png_uint_32>(size.width()), static_cast<png_uint_32>(size.height()), 8,
                     PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
        png_write_info(state.png, state.info);
    });
}

PngWriter::~PngWriter() { png_destroy_write_struct(&m_state->png, &m_state->info); }

void PngWriter::addRow(const unsigned char* row) {
    guarded([this, row] { png_write_row(m_state->png, row); });
}

bool PngWriter::finish() {
    guarded([this] { png_write_end(m_state->png, m_state->info); });
    return m_error.isEmpty();
}

}  // namespace etscope::ui
