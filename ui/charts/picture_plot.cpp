#include "charts/picture_plot.h"

#include <QPainter>
#include <algorithm>

#include "look/numbers.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr double kBetween = 16, kPicturePlotPad = 8, kPicturePlotRampHeight = 8, kMostRamp = 120;

double captionHeight() { return 2 * QFontMetricsF(smallFont()).height() + 6; }

QImage imageOf(const PicturePlot::Picture& picture) {
    const tensor::Raster& raster = *picture.raster;
    std::array<QRgb, 256> ramp{};
    for (int level = 0; level < 256; ++level)
        ramp[static_cast<std::size_t>(level)] = picture.heat ? heatColour(level / 255.0).rgb() : qRgb(level, level, level);
    const QRgb odd = tokens().series[3].rgb(), gap = tokens().base.rgb();
    QImage image(static_cast<int>(raster.columns), static_cast<int>(raster.rows), QImage::Format_RGB32);
    for (std::size_t row = 0; row < raster.rows; ++row) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(static_cast<int>(row)));
        for (std::size_t column = 0; column < raster.columns; ++column) {
            const std::size_t at = row * raster.columns + column;
            const std::uint8_t* level = raster.levels.data() + (raster.colour ? 3 * at : at);
            line[column] = raster.kinds[at] == tensor::Raster::NotFinite ? odd
                           : raster.kinds[at] == tensor::Raster::Gap     ? gap
                           : raster.colour                               ? qRgb(level[0], level[1], level[2])
                                                                         : ramp[*level];
        }
    }
    return image;
}

}  // namespace

PicturePlot::PicturePlot(QWidget* parent) : ItemView(parent) { introduce("picturePlot", tr("Pictures")); }

QSize PicturePlot::sizeHint() const {
    const double side = m_mostSide > 0 ? m_mostSide : px(160);
    return {static_cast<int>(static_cast<double>(std::max<std::size_t>(1, m_pictures.size())) * (side + kBetween)),
            static_cast<int>(side + captionHeight() + 2 * kPicturePlotPad)};
}

void PicturePlot::setPictures(std::vector<Picture> pictures) {
    m_pictures = std::move(pictures);
    makeImages();
    forgetItems();
    updateGeometry();
}

void PicturePlot::makeImages() {
    m_images.clear();
    for (const Picture& picture : m_pictures) m_images.push_back(imageOf(picture));
}

void PicturePlot::setMostSide(int pixels) {
    m_mostSide = pixels;
    updateGeometry();
    redraw();
}

void PicturePlot::setNote(const QString& note) {
    m_note = note;
    redraw();
}

QRectF PicturePlot::placeOf(std::size_t picture) const {
    const auto count = static_cast<double>(m_pictures.size());
    double room = (width() - 2 * kPicturePlotPad - (count - 1) * kBetween) / count;
    if (m_mostSide > 0) room = std::min<double>(room, m_mostSide);
    return {kPicturePlotPad + static_cast<double>(picture) * (room + kBetween), kPicturePlotPad, std::max(1.0, room),
            std::max(1.0, height() - 2 * kPicturePlotPad)};
}

QRectF PicturePlot::boxOf(std::size_t picture) const {
    const QRectF place = placeOf(picture);
    const QSizeF size = m_images[picture].size();
    double highest = std::max(1.0, place.height() - captionHeight());
    if (m_mostSide > 0) highest = std::min<double>(highest, m_mostSide);
    const double scale = std::min(place.width() / size.width(), highest / size.height());
    return {place.topLeft(), size * scale};
}

QString PicturePlot::nameOf(std::size_t picture) const {
    const Picture& one = m_pictures[picture];
    return tr("%1: %2 × %3 pixels").arg(one.title).arg(m_images[picture].width()).arg(m_images[picture].height());
}

QString PicturePlot::tooltipOf(std::size_t picture) const {
    const QString& about = m_pictures[picture].about;
    return about.isEmpty() ? nameOf(picture) : nameOf(picture) + QLatin1Char('\n') + about;
}

void PicturePlot::paintAll(QPainter& painter) const {
    const Tokens& t = tokens();
    painter.fillRect(rect(), t.base);
    writeIn(painter, smallFont(), t.text3);
    if (m_pictures.empty()) {
        painter.drawText(QRectF(rect()).adjusted(kPicturePlotPad, 0, -kPicturePlotPad, 0), Qt::AlignCenter | Qt::TextWordWrap,
                         m_note);
        return;
    }
    for (std::size_t picture = 0; picture < count(); ++picture) {
        const QRectF box = boxOf(picture);
        painter.setRenderHint(QPainter::SmoothPixmapTransform, box.width() < m_images[picture].width());
        painter.drawImage(box, m_images[picture]);
        drawOutlines(painter, QPen(t.border, 1));
        painter.drawRect(box.adjusted(-0.5, -0.5, 0.5, 0.5));
        paintCaption(painter, picture, box);
    }
}

/// The title, and below it the scale or what was done.
void PicturePlot::paintCaption(QPainter& painter, std::size_t picture, const QRectF& box) const {
    const Tokens& t = tokens();
    const Picture& one = m_pictures[picture];
    const QFontMetricsF metrics(smallFont());
    const double line = metrics.height();
    const QRectF room(box.left(), box.bottom() + 3, placeOf(picture).width(), line);
    painter.setPen(t.text2);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(one.title, Qt::ElideMiddle, room.width()));
    if (!one.heat) return;
    const QRectF below = room.translated(0, line);
    const QString low = floatText(one.low), high = floatText(one.high);
    const double left = below.left() + metrics.horizontalAdvance(low) + 4;
    const double wide = std::min(kMostRamp, below.right() - left - 4 - metrics.horizontalAdvance(high));
    painter.setPen(t.text3);
    painter.drawText(below, Qt::AlignLeft | Qt::AlignVCenter, low);
    if (wide < 10) return;
    const QRectF ramp(left, below.center().y() - kPicturePlotRampHeight / 2, wide, kPicturePlotRampHeight);
    for (int x = 0; x < static_cast<int>(ramp.width()); ++x)
        painter.fillRect(QRectF(ramp.left() + x, ramp.top(), 1, ramp.height()), heatColour(x / ramp.width()));
    painter.drawText(QPointF(ramp.right() + 4, below.top() + metrics.ascent()), high);
}

QStringList PicturePlot::tsvTitles() const { return {tr("picture"), tr("rows"), tr("columns"), tr("pixels are")}; }

QStringList PicturePlot::tsvCells(std::size_t picture) const {
    return {m_pictures[picture].title, QString::number(m_images[picture].height()), QString::number(m_images[picture].width()),
            m_pictures[picture].about};
}

}  // namespace etscope::ui
