#include "charts/heat_plot.h"

#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "look/numbers.h"
#include "look/tokens.h"
#include "tensor/format.h"

namespace etscope::ui {
namespace {

constexpr double kHeatPlotGap = 4, kRowHeight = 14, kRampWidth = 110, kLeastRamp = 20, kRampHeight = 8, kLeastMark = 6;
constexpr double kDecadesWidth = 240, kPasses = 1, kLeastPassing = 1e-3, kLeastFailing = 10, kMostFailing = 1e6, kQuiet = 0.25;

/// Pixel r of `pixels` begins with this one of `size` elements.
std::int64_t firstOf(std::size_t pixel, std::size_t pixels, std::uint64_t size) {
    return static_cast<std::int64_t>((pixel * size + pixels - 1) / pixels);
}

}  // namespace

HeatPlot::HeatPlot(QWidget* parent) : ItemView(parent) { introduce("heatPlot", tr("Heat map")); }

void HeatPlot::setMap(tensor::HeatMap map, const tensor::PlaneRequest& plane, Kind kind) {
    m_map = std::move(map);
    m_plane = plane;
    m_kind = kind;
    m_stale = false;
    makeImage();
    forgetItems();
    markPlace(m_place);
}

void HeatPlot::setNote(const QString& note) {
    m_note = note;
    redraw();
}

void HeatPlot::setWrong(Mark mark) {
    if (std::exchange(m_wrong, mark) == mark) return;
    makeImage();
    redraw();
}

void HeatPlot::markPlace(const Place& place) {
    m_place = place;
    setCurrent(pixelAt(place));
}

HeatPlot::Place HeatPlot::placeOf(std::size_t pixel) const {
    Place place = m_plane.index;
    if (m_plane.rowAxis) place[*m_plane.rowAxis] = firstOf(pixelOf(pixel).row, m_map.rows, m_map.planeRows);
    if (m_plane.columnAxis) place[*m_plane.columnAxis] = firstOf(pixelOf(pixel).column, m_map.columns, m_map.planeColumns);
    return place;
}

int HeatPlot::pixelAt(const Place& place) const {
    if (place.empty() || place.size() != m_plane.index.size() || count() == 0) return -1;
    for (std::size_t axis = 0; axis < place.size(); ++axis)
        if (axis != m_plane.rowAxis && axis != m_plane.columnAxis && place[axis] != m_plane.index[axis]) return -1;
    const auto along = [&](const std::optional<std::size_t>& axis, std::size_t pixels, std::uint64_t size) -> std::size_t {
        if (!axis || size == 0) return 0;
        return std::min<std::size_t>(pixels - 1, static_cast<std::size_t>(place[*axis]) * pixels / size);
    };
    return static_cast<int>(along(m_plane.rowAxis, m_map.rows, m_map.planeRows) * m_map.columns +
                            along(m_plane.columnAxis, m_map.columns, m_map.planeColumns));
}

bool HeatPlot::notFinite(std::size_t pixel) const {
    return (m_map.flags[pixel] & (tensor::HeatMap::HasNan | tensor::HeatMap::HasInf)) != 0;
}

/// Tolerances: what fails has room of a decade at least, so that what passes looks it.
double HeatPlot::top() const { return m_kind == Kind::Tolerances ? std::clamp(m_map.max, kLeastFailing, kMostFailing) : m_map.max; }

double HeatPlot::low() const { return m_kind == Kind::Tolerances ? kLeastPassing : top() * 1e-6; }

/// Differences: a log scale over six decades up to the top; tolerances: from a thousandth of one; values: from the least to the
/// largest.
double HeatPlot::scaled(double value) const {
    constexpr double kOfOneValue = 0.5;  // neither end of the ramp: the lower one is hardly seen on the page
    if (m_kind == Kind::Values) return m_map.max > m_map.min ? (value - m_map.min) / (m_map.max - m_map.min) : kOfOneValue;
    if (value <= 0 || top() <= 0) return 0;
    return std::clamp(std::log10(value / low()) / std::log10(top() / low()), 0.0, 1.0);
}

/// Of a share of the ramp. Tolerances: what passes stays near the background, and there is a step where it fails.
QColor HeatPlot::colourOf(double share) const {
    const auto ramp = [this](double at) { return m_wrong == Mark::Warning ? amberColour(at) : heatColour(at); };
    if (m_kind == Kind::Differences) return ramp(share);
    if (m_kind != Kind::Tolerances) return heatColour(share);
    const double limit = scaled(kPasses);
    if (share > limit) return ramp(kQuiet + (1 - kQuiet) * (share - limit) / (1 - limit));
    return mixed(tokens().base, tokens().border, 0.2 + 0.6 * share / limit);
}

/// In scan lines, with a ramp of as many steps as can be told apart; the map has at most 512 × 512 pixels (PlaneRequest).
void HeatPlot::makeImage() {
    constexpr int kSteps = 1024;
    std::array<QRgb, kSteps + 1> ramp;
    for (int i = 0; i <= kSteps; ++i) ramp[static_cast<std::size_t>(i)] = colourOf(static_cast<double>(i) / kSteps).rgb();
    const QRgb odd[2] = {tokens().series[3].darker(115).rgb(), tokens().series[3].rgb()};
    const int rows = static_cast<int>(m_map.rows), columns = static_cast<int>(m_map.columns);
    m_image = rows * columns > 0 ? QImage(columns, rows, QImage::Format_RGB32) : QImage();
    for (int y = 0; y < rows; ++y) {
        const std::size_t start = static_cast<std::size_t>(y) * m_map.columns;
        auto* line = reinterpret_cast<QRgb*>(m_image.scanLine(y));
        for (int x = 0; x < columns; ++x) {
            const std::size_t at = start + static_cast<std::size_t>(x);
            const double share = std::clamp(scaled(static_cast<double>(m_map.values[at])), 0.0, 1.0);
            line[x] = notFinite(at) ? odd[(x + y) % 2] : ramp[static_cast<std::size_t>(std::lround(share * kSteps))];
        }
    }
}

/// Beside it the number of the last row, below it that of the last column, and the scale.
QRectF HeatPlot::imageRect() const {
    const QFontMetricsF metrics(smallFont());
    const double left = metrics.horizontalAdvance(countText(std::max<std::uint64_t>(10, m_map.planeRows))) + 2 * kHeatPlotGap;
    const int lines = m_kind == Kind::Tolerances ? 3 : 2;
    QRectF area =
        QRectF(rect()).adjusted(left, kHeatPlotGap, -kHeatPlotGap, -lines * (metrics.height() + kHeatPlotGap) - kHeatPlotGap);
    // A few rows are no higher than those of a table.
    area.setHeight(std::min(area.height(), std::max<double>(px(kRowHeight) * static_cast<double>(m_map.rows), metrics.height())));
    return area;
}

void HeatPlot::paintAll(QPainter& painter) const {
    const Tokens& t = tokens();
    painter.fillRect(rect(), t.base);
    writeIn(painter, smallFont(), t.text3);
    if (m_image.isNull()) {
        painter.drawText(QRectF(rect()), Qt::AlignCenter | Qt::TextWordWrap, m_note);
        return;
    }
    const QRectF area = imageRect();
    const double line = QFontMetricsF(smallFont()).height();
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.drawImage(area, m_image);
    painter.setPen(QPen(t.border, 1));
    painter.drawRect(area.adjusted(-0.5, -0.5, 0.5, 0.5));
    painter.setPen(t.text3);
    const QRectF left(0, area.top(), area.left() - kHeatPlotGap, area.height()),
        below(area.left(), area.bottom() + kHeatPlotGap, area.width(), line);
    painter.drawText(left, Qt::AlignRight | Qt::AlignTop, QStringLiteral("0"));
    if (area.height() > 2 * line) painter.drawText(left, Qt::AlignRight | Qt::AlignBottom, countText(m_map.planeRows - 1));
    painter.drawText(below, Qt::AlignLeft, QStringLiteral("0"));
    painter.drawText(below, Qt::AlignRight, countText(m_map.planeColumns - 1));
    paintScale(painter, area);
}

/// The ramp of tolerances: its decades are named below it as far as there is room, with a bar at 1.
void HeatPlot::paintDecades(QPainter& painter, const QRectF& ramp, const QRectF& row) const {
    const QFontMetricsF metrics(smallFont());
    double free = 0;
    for (double decade = low(); decade <= top() * (1 + 1e-9); decade *= 10) {
        const bool limit = std::abs(decade - kPasses) < 1e-9;
        const double x = ramp.left() + scaled(decade) * ramp.width();
        if (limit) painter.fillRect(QRectF(x - 1, ramp.top() - 3, 2, ramp.height() + 6), tokens().text);
        const QString name = floatText(decade);
        const double width = metrics.horizontalAdvance(name),
                     left = std::max(ramp.left(), std::min(x - width / 2, ramp.right() - width));
        if (!limit && (left < free || std::abs(x - ramp.left() - scaled(kPasses) * ramp.width()) < width)) continue;
        painter.drawText(QPointF(left, row.bottom() + metrics.ascent()), name);
        free = left + width + kHeatPlotGap;
    }
}

/// Ramp, both ends, the tolerance, and what a pixel is.
void HeatPlot::paintScale(QPainter& painter, const QRectF& image) const {
    const QFontMetricsF metrics(smallFont());
    const double line = metrics.height();
    const bool ratio = m_kind == Kind::Tolerances;
    const QRectF row(0, image.bottom() + 2 * kHeatPlotGap + line, width() - kHeatPlotGap, line);
    const QString low = ratio                         ? tr("|d| ÷ tolerance")
                        : m_kind == Kind::Differences ? QStringLiteral("≤ ") + floatText(this->low())
                                                      : floatText(m_map.min),
                  high = ratio ? tr("up to 1 passes") : floatText(top());
    const double left = image.left() + metrics.horizontalAdvance(low) + kHeatPlotGap,
                 room = row.right() - left - kHeatPlotGap - metrics.horizontalAdvance(high);
    const QRectF ramp(left, row.center().y() - kRampHeight / 2,
                      std::max(kLeastRamp, std::min<double>(px(ratio ? kDecadesWidth : kRampWidth), room)), kRampHeight);
    for (int x = 0; x < static_cast<int>(ramp.width()); ++x)
        painter.fillRect(QRectF(ramp.left() + x, ramp.top(), 1, ramp.height()), colourOf(x / ramp.width()));
    painter.drawText(QRectF(image.left(), row.top(), ramp.left() - image.left(), line), Qt::AlignLeft | Qt::AlignVCenter, low);
    painter.drawText(QPointF(ramp.right() + kHeatPlotGap, row.top() + metrics.ascent()), high);
    if (ratio) paintDecades(painter, ramp, row);
    const std::uint64_t perPixel = (m_map.planeRows / m_map.rows) * (m_map.planeColumns / m_map.columns);
    if (perPixel <= 1) return;
    const QString pixel = (m_kind != Kind::Values ? tr("1 px = max of %1") : tr("1 px = mean of %1")).arg(countText(perPixel));
    const double free = ramp.right() + metrics.horizontalAdvance(high) + 3 * kHeatPlotGap;
    if (free + metrics.horizontalAdvance(pixel) <= row.right()) painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, pixel);
}

QRectF HeatPlot::boxOf(std::size_t pixel) const {
    const QRectF area = imageRect();
    const double width = area.width() / static_cast<double>(m_map.columns),
                 height = area.height() / static_cast<double>(m_map.rows);
    const Pixel at = pixelOf(pixel);
    return {area.left() + static_cast<double>(at.column) * width, area.top() + static_cast<double>(at.row) * height, width, height};
}

/// Pixels may be too small to be seen.
void HeatPlot::paintHighlight(QPainter& painter, std::size_t pixel) const {
    QRectF box = boxOf(pixel);
    box.setSize(box.size().expandedTo({kLeastMark, kLeastMark}));
    drawOutlines(painter, QPen(tokens().base, 4));
    painter.drawRect(box);
    painter.setPen(QPen(tokens().accent, 2));
    painter.drawRect(box);
}

int HeatPlot::itemAt(QPointF point) const {
    const QRectF area = imageRect();
    if (count() == 0 || !area.contains(point)) return -1;
    const auto along = [](double share, std::size_t pixels) {
        return std::min(pixels - 1, static_cast<std::size_t>(share * static_cast<double>(pixels)));
    };
    return static_cast<int>(along((point.y() - area.top()) / area.height(), m_map.rows) * m_map.columns +
                            along((point.x() - area.left()) / area.width(), m_map.columns));
}

std::vector<std::size_t> HeatPlot::inView(std::size_t most) const {
    const std::size_t wanted = std::min(most, count()), here = current() < 0 ? 0 : static_cast<std::size_t>(current());
    const std::size_t first = std::min(here - std::min(here, wanted / 2), count() - wanted);
    std::vector<std::size_t> pixels(wanted);
    for (std::size_t i = 0; i < wanted; ++i) pixels[i] = first + i;
    return pixels;
}

int HeatPlot::stepFrom(int from, int key) const {
    auto [row, column] = pixelOf(static_cast<std::size_t>(std::max(0, from)));
    switch (key) {
        case Qt::Key_Up: row -= row > 0 ? 1U : 0U; break;
        case Qt::Key_Down: row = std::min(m_map.rows - 1, row + 1); break;
        case Qt::Key_Left: column -= column > 0 ? 1U : 0U; break;
        case Qt::Key_Right: column = std::min(m_map.columns - 1, column + 1); break;
        case Qt::Key_Home: column = 0; break;
        case Qt::Key_End: column = m_map.columns - 1; break;
        default: return -1;
    }
    return static_cast<int>(row * m_map.columns + column);
}

/// A place that was marked within the pixel is more exact.
void HeatPlot::activate(std::size_t pixel) {
    if (pixelAt(m_place) != static_cast<int>(pixel)) m_place = placeOf(pixel);
    emit placeClicked(Place(m_place));
}

QString HeatPlot::valueText(std::size_t pixel) const {
    const auto amount = static_cast<double>(m_map.values[pixel]);
    const bool beyond =
        m_kind == Kind::Tolerances && amount >= tensor::kBeyondTolerance * (1 - 1e-6);  // nothing is tolerated there
    const QString value = beyond ? QStringLiteral("∞") : floatText(amount);
    return (notFinite(pixel) ? tr("%1, NaN or Inf") : QStringLiteral("%1"))
        .arg(m_kind == Kind::Tolerances    ? tr("|d| ÷ tolerance %1").arg(value)
             : m_kind == Kind::Differences ? tr("|difference| %1").arg(value)
                                           : value);
}

QString HeatPlot::nameOf(std::size_t pixel) const {
    return text(tensor::indexText(placeOf(pixel))) + QStringLiteral(": ") + valueText(pixel);
}

QString HeatPlot::tooltipOf(std::size_t pixel) const {
    return text(tensor::indexText(placeOf(pixel))) + QLatin1Char('\n') + valueText(pixel);
}

QStringList HeatPlot::tsvTitles() const {
    return {tr("index"),
            m_kind == Kind::Tolerances    ? tr("|d| ÷ tolerance")
            : m_kind == Kind::Differences ? tr("|difference|")
                                          : tr("value"),
            tr("not finite")};
}

QStringList HeatPlot::tsvCells(std::size_t pixel) const {
    return {text(tensor::indexText(placeOf(pixel))), QString::number(static_cast<double>(m_map.values[pixel]), 'g', 9),
            notFinite(pixel) ? tr("yes") : QString()};
}

}  // namespace etscope::ui
