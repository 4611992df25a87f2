#include "charts/gap_plot.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "look/marks.h"
#include "look/numbers.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr double kRadius = 3;
/// From the flag to the plot; in the flag.
constexpr double kStem = 8, kGapPlotFlagPad = 8, kFlagMark = 13, kFlagGap = 6;
/// Above and below the names of bands.
constexpr double kBandPad = 1;
/// Errors below are drawn on the lowest line: they are rounding.
constexpr double kSmallest = 1e-12;
/// More points than these lie on each other.
constexpr std::size_t kAllDrawn = 4000;
/// How much of their colours what rounding alone gives, what is above the tolerance, every other band, and bars within rounding have.
constexpr float kNormal = 0.7F, kGapPlotAbove = 0.45F, kStripe = 0.4F, kWithin = 0.55F;
/// Further right than this share of the plot, the flag stands left of its line.
constexpr double kFlips = 0.6;
/// Of the height, the lane below.
constexpr double kOwnLane = 0.3;
/// Decades of what calls did themselves: from this one on, and at most up to that one.
constexpr int kOwnLowest = -2, kOwnMost = 9;
/// Widths of bars, and what there is between the lanes.
constexpr double kBarWidth = 1.5, kWrongBar = 5, kLaneGap = 6;
constexpr double kTitleGap = 6;  ///< around what names a lane

QColor faint(QColor colour, float alpha) {
    colour.setAlphaF(alpha);
    return colour;
}

QPolygonF diamond(QPointF at) {
    constexpr double r = kRadius + 2.5;
    return QPolygonF({at + QPointF(0, -r), at + QPointF(r, 0), at + QPointF(0, r), at + QPointF(-r, 0)});
}

}  // namespace

GapPlot::GapPlot(QWidget* parent) : ChartView(parent) {
    setMinimumHeight(px(150));
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
    m_wrong = -1;
    double least = 1, most = 0, last = 1, ownMost = 0;
    std::vector<Span> spans;
    for (const ChartPoint& point : m_points) {
        if (!point.wrong.isEmpty() && m_wrong < 0) m_wrong = static_cast<int>(spans.size());
        spans.push_back({point.x, point.x});
        last = std::max(last, point.x);
        if (std::isfinite(point.own)) ownMost = std::max(ownMost, point.own);
        for (const double y : {point.y, point.normal, 2 * tolerance}) {  // with room for its label
            if (!std::isfinite(y) || y < kSmallest) continue;
            least = std::min(least, y);
            most = std::max(most, y);
        }
    }
    m_lowest = static_cast<int>(std::floor(std::log10(std::max(kSmallest, least)))) - 1;
    m_highest = std::max(m_lowest + 2, most > 0 ? static_cast<int>(std::ceil(std::log10(most))) : 0);
    m_ownHighest = ownMost > 0 ? std::clamp(static_cast<int>(std::ceil(std::log10(ownMost))), 1, kOwnMost) : 1;
    setTitles(title, m_points.empty() ? QString() : tr("instruction, in execution order"));
    setItems(std::move(spans), 0, last + 1);
}

/// What is beyond all, and what is no number, is at the top.
double GapPlot::Lane::levelOf(double value) const {
    if (std::isnan(value)) return top;
    const double decade = value <= 0 ? lowest : std::log10(value);
    return bottom - std::clamp((decade - lowest) / (highest - lowest), 0.0, 1.0) * (bottom - top);
}

GapPlot::Lane GapPlot::total() const { return {plot().top(), own().top - kLaneGap, m_lowest, m_highest}; }

GapPlot::Lane GapPlot::own() const {
    const double bottom = floor();
    return {bottom - kOwnLane * (bottom - plot().top()), bottom, kOwnLowest, m_ownHighest};
}

double GapPlot::floor() const {
    return plot().bottom() - (m_bands.empty() ? 0 : QFontMetricsF(smallFont()).height() + 2 * kBandPad);
}

double GapPlot::share(double level) const { return (plot().bottom() - level) / std::max(1.0, plot().height()); }

QPointF GapPlot::placeOf(std::size_t point) const { return {xOf(m_points[point].x), total().levelOf(m_points[point].y)}; }

std::optional<QPointF> GapPlot::ownPlaceOf(std::size_t point) const {
    const ChartPoint& one = m_points[point];
    if (std::isnan(one.own)) return std::nullopt;
    return QPointF(xOf(one.x), own().levelOf(one.own));
}

int GapPlot::itemAt(QPointF point) const {
    if (m_points.empty() || !plot().contains(point) || point.y() < own().top) return ChartView::itemAt(point);
    constexpr double kReach = 4;
    int nearest = -1;
    const auto farness = [&](std::size_t i) { return std::pair(std::abs(xOf(m_points[i].x) - point.x()), -m_points[i].own); };
    each(valueAt(point.x() - kReach), valueAt(point.x() + kReach), [&](std::size_t i) {
        if (std::isnan(m_points[i].own)) return;
        if (nearest < 0 || farness(i) < farness(static_cast<std::size_t>(nearest))) nearest = static_cast<int>(i);
    });
    return nearest;
}

QRectF GapPlot::boxOf(std::size_t point) const {
    const QPointF at = placeOf(point);
    return {at.x() - kRadius, at.y() - kRadius, 2 * kRadius, 2 * kRadius};
}

QString GapPlot::nameOf(std::size_t point) const { return m_points[point].tooltip.section(QLatin1Char('\n'), 0, 0); }

void GapPlot::addTicks(std::vector<Tick>& ticks, const Lane& lane) const {
    const double line = QFontMetricsF(smallFont()).height() * 1.5;
    const int most = std::max(1, static_cast<int>((lane.bottom - lane.top) / line));
    const int step = std::max(1, (lane.highest - lane.lowest + most - 1) / most);
    for (int decade = lane.lowest + step; decade <= lane.highest; decade += step)  // the lowest is that of the lane
        ticks.push_back({share(lane.levelOf(std::pow(10.0, decade))), decade == 0 ? QStringLiteral("1") : decadeText(decade)});
}

std::vector<ChartView::Tick> GapPlot::yTicks() const {
    std::vector<Tick> ticks;
    if (m_points.empty()) return ticks;
    addTicks(ticks, total());
    const Lane lane = own();
    ticks.push_back({share(lane.levelOf(1)), QStringLiteral("1")});
    if (lane.highest > 1) ticks.push_back({share(lane.top), decadeText(lane.highest)});
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
    paintOwnTitle(painter);
}

/// Every other one is filled; names stand where they have room. That of the call that is at fault is marked.
void GapPlot::paintBands(QPainter& painter) const {
    const Tokens& t = tokens();
    const QRectF area = plot();
    const QFontMetricsF metrics(smallFont());
    const double wrong = m_wrong < 0 ? ChartPoint::kNone : m_points[static_cast<std::size_t>(m_wrong)].x;
    for (std::size_t i = 0; i < m_bands.size(); ++i) {
        const ChartBand& band = m_bands[i];
        const double end = i + 1 < m_bands.size() ? std::max(band.to, m_bands[i + 1].from) : band.to + 1;
        const QRectF whole = QRectF(QPointF(xOf(band.from), area.top()), QPointF(xOf(end), area.bottom())) & area;
        if (whole.width() <= 0) continue;
        const QRectF box(QPointF(whole.left(), floor()), whole.bottomRight());
        const bool blamed = band.from <= wrong && wrong <= band.to;
        if (i % 2 == 0) painter.fillRect(whole, faint(t.missingBack, kStripe));
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
    const Lane lane = total();
    QPolygonF band;
    each(from(), to(), [&](std::size_t i) {
        if (std::isnan(m_points[i].normal)) return;
        const QPointF at(xOf(m_points[i].x), lane.levelOf(m_points[i].normal));
        if (band.isEmpty() || at.x() - band.last().x() >= 1) band.append(at);
    });
    if (band.size() < 2) return;
    const QPointF end = band.last();
    band << QPointF(end.x(), lane.bottom) << QPointF(band.first().x(), lane.bottom);
    drawAreas(painter, faint(t.matchBack, kNormal));
    painter.drawPolygon(band);
    const QString words = tr("what rounding alone may add up to");
    const QFontMetricsF metrics(smallFont());
    constexpr double kDown = 0.7;  // of the band: few points lie there
    const QPointF at(std::max(area.left(), end.x() - metrics.horizontalAdvance(words) - 4),
                     end.y() + kDown * (lane.bottom - end.y()));
    if (at.x() + metrics.horizontalAdvance(words) > area.right()) return;
    painter.setPen(t.match);
    painter.drawText(at, words);
}

void GapPlot::paintTolerance(QPainter& painter) const {
    if (std::isnan(m_tolerance) || m_tolerance <= 0) return;
    const Tokens& t = tokens();
    const QRectF area = plot();
    const double y = std::round(total().levelOf(m_tolerance)) + 0.5;
    painter.fillRect(QRectF(area.topLeft(), QPointF(area.right(), y)), faint(t.differBack, kGapPlotAbove));
    QPen pen(t.differ, 1.2);
    pen.setDashPattern({5, 3});
    painter.setPen(pen);
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    painter.drawText(QPointF(area.left() + 6, y - 4), tr("tolerance %1").arg(floatText(m_tolerance)));
}

/// What the lane below is, and where normal rounding ends.
void GapPlot::paintOwnTitle(QPainter& painter) const {
    const Tokens& t = tokens();
    const Lane lane = own();
    const QRectF area = plot();
    const QFontMetricsF metrics(smallFont());
    const double limit = std::round(lane.levelOf(1)) + 0.5;
    painter.setPen(QPen(t.hairline, 1));
    painter.drawLine(QPointF(area.left(), lane.bottom), QPointF(area.right(), lane.bottom));
    QPen pen(t.text2, 1);
    pen.setDashPattern({4, 3});
    painter.setPen(pen);
    painter.drawLine(QPointF(area.left(), limit), QPointF(area.right(), limit));
    const bool known = std::ranges::any_of(m_points, [](const ChartPoint& point) { return !std::isnan(point.own); });
    painter.setPen(t.text2);
    const double y = std::min(lane.top + metrics.ascent(), limit - metrics.descent() - 2);
    const QString title = known ? tr("own error, × rounding") : tr("own error: not judged");
    double x = area.left() + kTitleGap;
    // The bar of what is wrong is as high as the lane: the title stands behind it rather than on it.
    if (m_wrong >= 0)
        if (const double bar = xOf(m_points[static_cast<std::size_t>(m_wrong)].x); bar >= area.left() - kTitleGap && bar < x + metrics.horizontalAdvance(title) + kTitleGap)
            x = bar + kTitleGap + kWrongBar;
    if (x + metrics.horizontalAdvance(title) > area.right()) x = area.left() + kTitleGap;  // no room behind it
    painter.drawText(QPointF(x, y), title);
}

/// Of the bars of one pixel column the highest is drawn; what is not correct stands over all that is.
void GapPlot::paintOwn(QPainter& painter) const {
    const Tokens& t = tokens();
    const Lane lane = own();
    std::vector<int> highest(static_cast<std::size_t>(std::max(1, width())) + 1, -1);
    std::vector<std::size_t> odd;
    each(from(), to(), [&](std::size_t i) {
        const ChartPoint& point = m_points[i];
        if (std::isnan(point.own)) return;
        if (point.judged == Mark::Warning || point.judged == Mark::Differ) return odd.push_back(i);
        int& kept = highest[static_cast<std::size_t>(std::clamp(xOf(point.x), 0.0, static_cast<double>(highest.size() - 1)))];
        if (kept < 0 || point.own > m_points[static_cast<std::size_t>(kept)].own) kept = static_cast<int>(i);
    });
    const auto bar = [&](std::size_t i, double wide, const QColor& colour) {
        const double x = xOf(m_points[i].x), top = std::min(lane.levelOf(m_points[i].own), lane.bottom - 1);
        painter.fillRect(QRectF(x - wide / 2, top, wide, lane.bottom - top), colour);
    };
    for (const int i : highest)
        if (i >= 0) bar(static_cast<std::size_t>(i), kBarWidth, faint(t.match, kWithin));
    std::stable_partition(odd.begin(), odd.end(), [&](std::size_t i) { return m_points[i].judged == Mark::Warning; });
    for (const std::size_t i : odd) {
        const bool wrong = m_points[i].judged == Mark::Differ;
        bar(i, wrong ? kWrongBar : 2 * kBarWidth, wrong ? t.differ : t.amberMark);
        if (wrong) continue;
        drawAreas(painter, t.amberMark);
        painter.drawPolygon(diamond({xOf(m_points[i].x), std::min(lane.levelOf(m_points[i].own), lane.bottom - 1)}));
    }
}

/// Whatever its error is, it is inherited, or not known to be more: only the call that is at fault has a sign of its own.
void GapPlot::paintPoint(QPainter& painter, std::size_t item) const {
    const Tokens& t = tokens();
    const bool wrong = static_cast<int>(item) == m_wrong;
    painter.setPen(wrong ? QPen(t.base, 1) : QPen(t.accent, 1.3));
    painter.setBrush(wrong ? t.differ : t.base);
    wrong ? painter.drawPolygon(diamond(placeOf(item))) : painter.drawEllipse(placeOf(item), kRadius, kRadius);
}

/// Of many points in one pixel column the highest and the lowest are drawn.
void GapPlot::paintItems(QPainter& painter) const {
    std::vector<std::size_t> items = inView(kAllDrawn + 1);
    if (items.size() > kAllDrawn) {
        struct Extremes {
            int low = -1, high = -1;
        };
        items.clear();
        std::vector<Extremes> columns(static_cast<std::size_t>(std::max(1, width())) + 1);
        const auto yOf = [this](int item) { return m_points[static_cast<std::size_t>(item)].y; };
        each(from(), to(), [&](std::size_t i) {
            const double x = std::clamp(xOf(m_points[i].x), 0.0, static_cast<double>(columns.size() - 1));
            Extremes& kept = columns[static_cast<std::size_t>(x)];
            if (kept.low < 0 || m_points[i].y < yOf(kept.low)) kept.low = static_cast<int>(i);
            if (kept.high < 0 || m_points[i].y > yOf(kept.high)) kept.high = static_cast<int>(i);
        });
        for (const Extremes& kept : columns) {
            if (kept.low >= 0) items.push_back(static_cast<std::size_t>(kept.low));
            if (kept.high >= 0 && kept.high != kept.low) items.push_back(static_cast<std::size_t>(kept.high));
        }
    }
    paintOwn(painter);
    for (const std::size_t item : items) paintPoint(painter, item);
}

QString GapPlot::flagText() const { return m_wrong < 0 ? QString() : m_points[static_cast<std::size_t>(m_wrong)].wrong; }

/// As far as there is room the title keeps its own.
QRectF GapPlot::flag() const {
    if (m_wrong < 0) return {};
    const double at = m_points[static_cast<std::size_t>(m_wrong)].x;
    if (at < from() || at > to()) return {};
    const QRectF area = plot();
    const double title = kEdge + widestOf({m_title}) + 2 * kEdge,
                 wanted = QFontMetricsF(headingFont()).horizontalAdvance(flagText()) + kFlagMark + kFlagGap;
    const double width = std::min(wanted + 2 * kGapPlotFlagPad, std::max(area.right() - title, area.width() / 2));
    const double x = xOf(at), wished = x > area.left() + kFlips * area.width() ? x - width : std::max(x, title);
    return {std::clamp(wished, area.left(), std::max(area.left(), area.right() - width)), kEdge / 2, width, flagHeight()};
}

/// A line through both lanes, how far it is off, and the flag beside the title: the operator stands out, the rest is plain.
void GapPlot::paintMarks(QPainter& painter) const {
    const QRectF box = flag();
    if (box.isNull()) return;
    const Tokens& t = tokens();
    const auto wrong = static_cast<std::size_t>(m_wrong);
    const double x = placeOf(wrong).x(), under = box.bottom() - 2;
    painter.setPen(QPen(t.differ, 1.5));
    painter.drawLine(QPointF(x, under), QPointF(x, floor()));
    painter.drawLine(QPointF(x, under), QPointF(std::clamp(x, box.left(), box.right()), under));
    painter.setBrush(t.base);
    painter.drawRoundedRect(box, 3, 3);
    QRectF inside = box.adjusted(kGapPlotFlagPad, 0, -kGapPlotFlagPad, 0);
    paintMark(painter, {inside.left(), inside.center().y() - kFlagMark / 2, kFlagMark, kFlagMark}, Mark::Differ);
    inside.setLeft(inside.left() + kFlagMark + kFlagGap);
    const QString words = flagText(), name = words.section(QStringLiteral(" · "), 0, 0), rest = words.mid(name.size());
    for (const auto& [text, font] : {std::pair(name, headingFont()), std::pair(rest, bodyFont())}) {
        writeIn(painter, font, t.text);
        const QString shown = QFontMetricsF(font).elidedText(text, Qt::ElideRight, inside.width());
        painter.drawText(inside, Qt::AlignLeft | Qt::AlignVCenter, shown);
        inside.setLeft(inside.left() + QFontMetricsF(font).horizontalAdvance(shown));
    }
    paintPoint(painter, wrong);
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
