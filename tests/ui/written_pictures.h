// What pictures that were written show, without reading letters: runs of text of vector pictures, lines of rows of pixels.
#pragma once

#include <QByteArray>
#include <QImage>
#include <QtEndian>

namespace etscope::test {

/// Of an SVG.
inline qsizetype textRuns(const QByteArray& svg) { return svg.count("<text"); }

/// Of a PDF whose pages are deflated: fonts and colours are, too, and have none.
inline qsizetype textRunsOfPdf(const QByteArray& pdf) {
    const QByteArray begin = ">>\nstream\n\x78";  // and of what is deflated the first byte
    qsizetype runs = 0;
    for (qsizetype at = pdf.indexOf(begin); at >= 0; at = pdf.indexOf(begin, at + 1)) {
        constexpr quint32 kGuess = 1U << 20;  // qUncompress() makes more room itself
        const qsizetype from = at + begin.size() - 1;
        QByteArray packed(4, '\0');
        qToBigEndian(kGuess, packed.data());
        packed += pdf.mid(from, pdf.indexOf("endstream", from) - from);
        runs += qUncompress(packed).count("\nBT");
    }
    return runs;
}

/// How often dark pixels begin from the top down, between the two columns: lines of text that do not stand beside each other.
inline int darkBands(const QImage& picture, int from, int to) {
    constexpr int kDark = 120;
    int bands = 0;
    bool within = false;
    for (int y = 0; y < picture.height(); ++y) {
        bool dark = false;
        for (int x = std::max(0, from); x < std::min(to, picture.width()) && !dark; ++x) dark = qGray(picture.pixel(x, y)) < kDark;
        bands += dark && !within ? 1 : 0;
        within = dark;
    }
    return bands;
}

}  // namespace etscope::test
