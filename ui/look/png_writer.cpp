#include "look/png_writer.h"

#include <png.h>

namespace etscope::ui {

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
