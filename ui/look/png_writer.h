// PngWriter: an RGB picture written row by row, so that its size is bounded by the disk and not by memory.
#pragma once

#include <QIODevice>
#include <QSize>
#include <QString>
#include <memory>

namespace etscope::ui {

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
