#include "charts/gap_plot.h"

#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>

#include "look/numbers.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr double kRadius = 3.5;
/// From the flag to the plot.
constexpr double kStem = 8, kGapPlotFlagPad = 10;
/// Above and below the names of bands.
constexpr double kBandPad = 1;
/// Errors below are drawn on the lowest line: they are rounding.
constexpr double kSmallest = 1e-12;
/// More points than these lie on each other.
constexpr std::size_t kAllDrawn = 4000;
/// How much of their colours what rounding alone gives and what is above the tolerance have.
constexpr float kNormal = 0.7F, kGapPlotAbove = 0.45F;
/// Further right than this share of the plot, the flag stands left of its line.
constexpr double kFlips = 0.6;

QPolygonF diamond(QPointF at) {
    constexpr double r = kRadius + 1;
    return QPolygonF({at + QPointF(0, -r), at + QPointF(r, 0), at + QPointF(0, r), at + QPointF(-r, 0)});
}

}  // namespace

GapPlot::GapPlot(QWidget* parent) : ChartView(parent) {
    setMinimumHeight(px(120));
    setReach(8);
    introduce("gapPlot", tr("Error of each call in the order of execution"));
}

QMarginsF GapPlot::margins() const {
    const QFontMetricsF metrics(smallFont());
    return {metrics.horizontalAdvance(decadeText(-12)) + 24, kEdge / 2 + flagHeight() + kStem, 16, 2 * metrics.height() + 10};
}

double GapPlot::titleEnd() const { return flag().isNull() ? ChartView::titleEnd() : flag().left() - kEdge; }

void GapPlot::setPoints(std::vector<ChartPoint> points, const QString& title, double tolerance) {
    m_points = std::move(points);
    m_title = title;
    m_tolerance = tolerance;
    m_first = -1;
    double least = 1, most = 0, last = 1;
    std::vector<Span> spans;
    for (const ChartPoint& point : m_points) {
        if (point.first && m_first < 0) m_first = static_cast<int>(spans.size());
        spans.push_back({point.x, point.x});
        last = std::max(last, point.x);
        for (const double y : {point.y, point.own, point.normal, 2 * tolerance}) {  // with room for its label
            if (!std::isfinite(y) || y < kSmallest) continue;
            least = std::min(least, y);
            most = std::max(most, y);
        }
    }
    m_lowest = static_cast<int>(std::floor(std::log10(std::max(kSmallest, least)))) - 1;
    m_highest = std::max(m_lowest + 2, most > 0 ? static_cast<int>(std::ceil(std::log10(most))) : 0);
    setTitles(title, m_points.empty() ? QString() : tr("instruction, in execution order"));
    setItems(std::move(spans), 0, last + 1);
}

double GapPlot::heightOf(double y) const {
    if (std::isnan(y)) return 1;
    const double decade = y <= 0 ? m_lowest : std::log10(y);
    const double under = (plot().bottom() - floor()) / std::max(1.0, plot().height());
    return under + (1 - under) * std::clamp((decade - m_lowest) / (m_highest - m_lowest), 0.0, 1.0);
}

double GapPlot::floor() const {
    return plot().bottom() - (m_bands.empty() ? 0 : QFontMetricsF(smallFont()).height() + 2 * kBandPad);
}

double GapPlot::levelOf(double y) const { return plot().bottom() - heightOf(y) * plot().height(); }

QPointF GapPlot::placeOf(std::size_t point) const { return {xOf(m_points[point].x), levelOf(m_points[point].y)}; }

QRectF GapPlot::boxOf(std::size_t point) const {
    const QPointF at = placeOf(point);
    return {at.x() - kRadius, at.y() - kRadius, 2 * kRadius, 2 * kRadius};
}

QString GapPlot::nameOf(std::size_t point) const { return m_points[point].tooltip.section(QLatin1Char('\n'), 0, 0); }

std::vector<ChartView::Tick> GapPlot::yTicks() const {
    std::vector<Tick> ticks;
    if (m_points.empty()) return ticks;
    const double line = QFontMetricsF(smallFont()).height() * 1.5;
    const int most = std::max(1, static_cast<int>((floor() - plot().top()) / line));
    const int step = std::max(1, (m_highest - m_lowest + most - 1) / most);
    for (int decade = m_lowest; decade <= m_highest; decade += step)
        ticks.push_back({heightOf(std::pow(10.0, decade)),  // the title of the bands stands at the lowest
                         decade == m_lowest && !m_bands.empty() ? QString() : decadeText(decade)});
    return ticks;
}

void GapPlot::setBands(std::vector<ChartBand> bands, const QString& title) {
    m_bands = std::move(bands);
    m_bandsOf = title;
    redraw();
}

void GapPlot::paintBack(QPainter& painter) const {
    if (m_points.empty()) return;
    painter.setFont(smallFont());
    paintBands(painter);
    paintTolerance(painter);
    paintNormal(painter);
}

/// Every other one is filled; names stand where they have room. That of the first divergence is marked up to the top.
void GapPlot::paintBands(QPainter& painter) const {
    const Tokens& t = tokens();
    const QRectF area = plot();
    const QFontMetricsF metrics(smallFont());
    const double first = m_first < 0 ? ChartPoint::kNone : m_points[static_cast<std::size_t>(m_first)].x;
    for (std::size_t i = 0; i < m_bands.size(); ++i) {
        const ChartBand& band = m_bands[i];
        const double end = i + 1 < m_bands.size() ? std::max(band.to, m_bands[i + 1].from) : band.to + 1;
        const QRectF whole = QRectF(QPointF(xOf(band.from), area.top()), QPointF(xOf(end), area.bottom())) & area;
        if (whole.width() <= 0) continue;
        const QRectF box(QPointF(whole.left(), floor()), whole.bottomRight());
        const bool blamed = band.from <= first && first <= band.to;
        QColor back = t.differBack;
        back.setAlphaF(kGapPlotAbove);
        if (blamed) painter.fillRect(whole, back);
        painter.fillRect(box, blamed ? t.differBack : i % 2 == 0 ? t.missingBack : t.base);
        QFont font = smallFont();
        if (blamed) font.setWeight(QFont::DemiBold);
        writeIn(painter, font, blamed ? t.text : t.text2);
        if (metrics.horizontalAdvance(band.name) + 4 <= whole.width()) painter.drawText(box, Qt::AlignCenter, band.name);
    }
    writeIn(painter, smallFont(), t.text3);
    if (!m_bands.empty())
        painter.drawText(QRectF(0, floor(), area.left() - kTickGap, area.bottom() - floor()), Qt::AlignRight | Qt::AlignVCenter,
                         metrics.elidedText(m_bandsOf, Qt::ElideMiddle, area.left() - kTickGap - 2));
}

/// Under it errors follow from rounding alone, call after call. One place per pixel column.
void GapPlot::paintNormal(QPainter& painter) const {
    const Tokens& t = tokens();
    const QRectF area = plot();
    QPolygonF band;
    each(from(), to(), [&](std::size_t i) {
        if (std::isnan(m_points[i].normal)) return;
        const QPointF at(xOf(m_points[i].x), levelOf(m_points[i].normal));
        if (band.isEmpty() || at.x() - band.last().x() >= 1) band.append(at);
    });
    if (band.size() < 2) return;
    const QPointF end = band.last();
    band << QPointF(end.x(), floor()) << QPointF(band.first().x(), floor());
    QColor fill = t.matchBack;
    fill.setAlphaF(kNormal);
    drawAreas(painter, fill);
    painter.drawPolygon(band);
    const QString words = tr("normal rounding");
    const QFontMetricsF metrics(smallFont());
    const QPointF at(std::max(area.left(), end.x() - metrics.horizontalAdvance(words)),
                     std::max(area.top() + metrics.height(), end.y() - metrics.descent() - 2));
    painter.fillRect(metrics.boundingRect(words).translated(at), t.base);  // no grid line goes through it
    painter.setPen(t.match);
    painter.drawText(at, words);
}

void GapPlot::paintTolerance(QPainter& painter) const {
    if (std::isnan(m_tolerance) || m_tolerance <= 0) return;
    const Tokens& t = tokens();
    const QRectF area = plot();
    const double y = std::round(levelOf(m_tolerance)) + 0.5;
    QColor above = t.differBack;
    above.setAlphaF(kGapPlotAbove);
    painter.fillRect(QRectF(area.topLeft(), QPointF(area.right(), y)), above);
    QPen pen(t.differ, 1.2);
    pen.setDashPattern({5, 3});
    painter.setPen(pen);
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    painter.drawText(QPointF(area.left() + 6, y - 4), tr("tolerance %1").arg(floatText(m_tolerance)));
}

/// What the call did itself: on its own height, with a stem from the axis.
void GapPlot::paintOwn(QPainter& painter, std::size_t item) const {
    const Tokens& t = tokens();
    const ChartPoint& point = m_points[item];
    const QPointF at(xOf(point.x), levelOf(point.own));
    const QColor& colour = point.bad && point.sign == Mark::Introduced ? t.differ : t.amberMark;
    painter.setPen(QPen(colour, 1));
    painter.drawLine(at, QPointF(at.x(), floor()));
    painter.setPen(QPen(t.base, 1));
    painter.setBrush(colour);
    painter.drawPolygon(diamond(at));
}

void GapPlot::paintPoint(QPainter& painter, std::size_t item) const {
    const Tokens& t = tokens();
    const ChartPoint& point = m_points[item];
    const QPointF at = placeOf(item);
    const bool above = point.bad && !(point.y <= m_tolerance);  // some elements may be outside where the whole is not
    const QColor& colour = above ? t.differ : t.accent;
    painter.setPen(QPen(colour, 1.4));
    const bool ring = point.sign == Mark::Inherited || !std::isnan(point.own);  // what is its own has a sign of its own
    painter.setBrush(ring ? t.base : colour);
    if (ring)
        painter.drawEllipse(at, kRadius, kRadius);
    else if (point.sign == Mark::Constant)
        painter.drawRect(QRectF(at.x() - kRadius, at.y() - kRadius, 2 * kRadius, 2 * kRadius));
    else
        painter.drawPolygon(diamond(at));
}

/// Of many points in one pixel column the highest and the lowest of each kind are drawn.
void GapPlot::paintItems(QPainter& painter) const {
    std::vector<std::size_t> items = inView(kAllDrawn + 1);
    if (items.size() > kAllDrawn) {
        struct Extremes {
            int low = -1, high = -1;
        };
        items.clear();
        std::vector<std::array<Extremes, 4>> columns(static_cast<std::size_t>(std::max(1, width())) + 1);
        each(from(), to(), [&](std::size_t i) {
            const ChartPoint& point = m_points[i];
            const auto column = static_cast<std::size_t>(std::clamp(xOf(point.x), 0.0, static_cast<double>(columns.size() - 1)));
            Extremes& kept = columns[column][(point.bad ? 1U : 0U) + (point.sign == Mark::Inherited ? 2U : 0U)];
            if (!std::isnan(point.own)) items.push_back(i);  // these are few
            const double height = heightOf(point.y);
            const auto heightAt = [this](int item) { return heightOf(m_points[static_cast<std::size_t>(item)].y); };
            if (kept.low < 0 || height < heightAt(kept.low)) kept.low = static_cast<int>(i);
            if (kept.high < 0 || height > heightAt(kept.high)) kept.high = static_cast<int>(i);
        });
        for (const auto& column : columns)
            for (const Extremes& kept : column) {
                if (kept.low >= 0) items.push_back(static_cast<std::size_t>(kept.low));
                if (kept.high >= 0 && kept.high != kept.low) items.push_back(static_cast<std::size_t>(kept.high));
            }
    }
    for (const std::size_t item : items) paintPoint(painter, item);
    for (const std::size_t item : items)
        if (!std::isnan(m_points[item].own)) paintOwn(painter, item);
}

/// The operator, without the number of its call, which the axis tells.
QString GapPlot::flagText() const {
    if (m_first < 0) return {};
    const auto first = static_cast<std::size_t>(m_first);
    const QString name = nameOf(first).section(QStringLiteral(" · "), 1), &cause = m_points[first].cause;
    const QString words = tr("First divergence: %1").arg(name.isEmpty() ? nameOf(first) : name);
    return cause.isEmpty() ? words : QStringLiteral("%1 · %2").arg(words, cause);
}

/// As far as there is room the title keeps its own.
QRectF GapPlot::flag() const {
    if (m_first < 0) return {};
    const double at = m_points[static_cast<std::size_t>(m_first)].x;
    if (at < from() || at > to()) return {};
    const QRectF area = plot();
    const double title = kEdge + widestOf({m_title}) + 2 * kEdge,
                 wanted = QFontMetricsF(headingFont()).horizontalAdvance(flagText());
    const double width = std::min(wanted + 2 * kGapPlotFlagPad, std::max(area.right() - title, area.width() / 2));
    const double x = xOf(at), wished = x > area.left() + kFlips * area.width() ? x - width : std::max(x, title);
    return {std::clamp(wished, area.left(), std::max(area.left(), area.right() - width)), kEdge / 2, width, flagHeight()};
}

/// The first divergence: a line, and a flag beside the title.
void GapPlot::paintMarks(QPainter& painter) const {
    const QRectF box = flag();
    if (box.isNull()) return;
    const Tokens& t = tokens();
    const double x = placeOf(static_cast<std::size_t>(m_first)).x(), under = box.bottom() - 2;
    painter.setPen(QPen(t.differ, 1.5));
    painter.drawLine(QPointF(x, under), QPointF(x, plot().bottom()));
    painter.drawLine(QPointF(x, under), QPointF(std::clamp(x, box.left(), box.right()), under));
    painter.setBrush(t.differBack);
    painter.drawRoundedRect(box, 3, 3);
    writeIn(painter, headingFont(), t.text);
    const QRectF inside = box.adjusted(kGapPlotFlagPad, 0, -kGapPlotFlagPad, 0);
    painter.drawText(inside, Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(headingFont()).elidedText(flagText(), Qt::ElideRight, inside.width()));
}

void GapPlot::paintHighlight(QPainter& painter, std::size_t point) const {
    drawOutlines(painter, QPen(tokens().text, 1.5));
    painter.drawEllipse(placeOf(point), kRadius + 4, kRadius + 4);
}

QStringList GapPlot::tsvTitles() const {
    return {tr("instruction"), m_title.isEmpty() ? tr("error") : m_title, tr("outside the tolerance"), tr("call")};
}

QStringList GapPlot::tsvCells(std::size_t item) const {
    const ChartPoint& point = m_points[item];
    return {QString::number(point.x), QString::number(point.y, 'g', 17), point.bad ? tr("yes") : tr("no"), nameOf(item)};
}

}  // namespace etscope::ui
