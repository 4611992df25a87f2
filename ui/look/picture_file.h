// Files that the window writes: Qt's writers of pictures on top of core/io/output_file, so that a file appears whole or not at all
// and every failure is told. Any thread.
#pragma once

#include <QIODevice>
#include <QPainter>
#include <QPixmap>
#include <QSize>
#include <QSizeF>
#include <QString>
#include <functional>
#include <memory>

#include "base/job_context.h"
#include "base/result.h"

namespace etscope::ui {

/// What `write` puts into the device becomes the file's content. Errors: those of OutputFile and of `write`.
Result<void> writeThroughDevice(const QString& path, const JobContext& job, const std::function<Result<void>(QIODevice&)>& write);

/// A drawing that is not of pixels; `size` is that of the painter's coordinates.
struct VectorPicture {
    QSizeF size;
    QString title;
    std::function<void(QPainter&)> paint;
};
Result<void> writeSvg(QIODevice& device, const VectorPicture& picture);
/// Pages end at 200 inches: larger pictures are drawn smaller.
Result<void> writePdf(QIODevice& device, const VectorPicture& picture);

Result<void> writePng(QIODevice& device, const QPixmap& picture);
/// Errors: also `limit-exceeded` for what other programs could not open.
Result<void> writePng(QIODevice& device, const VectorPicture& picture);

/// "svg" of a path, in lower case.
QString suffixOf(const QString& path);
/// `export-type-unsupported`: no file is written with this suffix. `known`: ".png, .svg or .pdf".
Failure suffixUnsupported(const QString& path, const QString& known);

/// An RGB picture written row by row, so that its size is bounded by the disk and not by memory.
class PngWriter {
public:
    /// `device` is open and outlives the writer.
    PngWriter(QIODevice& device, QSize size);
    ~PngWriter();
    PngWriter(const PngWriter&) = delete;
    PngWriter& operator=(const PngWriter&) = delete;

    /// 3 × width bytes, from the top down. Does nothing after an error.
    void addRow(const unsigned char* row);
    /// After the last row; whether all was written.
    bool finish();
    const QString& error() const { return m_error; }

private:
    struct State;
    template <class Step>
    void guarded(const Step& step);

    std::unique_ptr<State> m_state;
    QString m_error;
};

}  // namespace etscope::ui
