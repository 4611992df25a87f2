#include "charts/front_chart.h"

#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>

#include "charts/chart_view.h"
#include "look/numbers.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr double kDot = 2, kFrontDot = 3.5, kChosenDot = 7, kTodayHalf = 6, kReachOfDot = 9;
constexpr double kZeroGap = 22, kLabelPad = 6;
constexpr int kMostDecades = 12;

std::vector<double> costsOf(const FrontContent& content) {
    std::vector<double> all;
    for (const FrontPoint& one : content.points) all.push_back(one.cost);
    for (const auto* mark : {&content.today, &content.chosen})
        if (*mark)
            for (const auto& cost : {(*mark)->cost, (*mark)->predicted})
                if (cost) all.push_back(*cost);
    return all;
}

}  // namespace

FrontChart::FrontChart(QWidget* parent) : ItemView(parent) {
    introduce("frontChart", tr("Sets of schemes by bytes and effect"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setMinimumHeight(px(190));
}

QSize FrontChart::sizeHint() const { return {px(520), px(330)}; }

void FrontChart::setContent(FrontContent content) {
    const bool same = content.points.size() == m_content.points.size();
    m_content = std::move(content);
    measure();
    if (!same) forgetItems();
    const auto& points = m_content.points;
    const auto& chosen = m_content.chosen;
    const auto hit = std::ranges::find_if(points, [&](const FrontPoint& one) {
        return chosen && chosen->cost && one.bytes == chosen->bytes && one.cost == *chosen->cost;
    });
    setCurrent(hit != points.end() ? static_cast<int>(hit - points.begin()) : -1);
    redraw();
}

/// What the axes reach from and to.
void FrontChart::measure() {
    std::vector<double> bytes;
    for (const FrontPoint& one : m_content.points) bytes.push_back(one.bytes);
    for (const auto* mark : {&m_content.today, &m_content.chosen})
        if (*mark) bytes.push_back((*mark)->bytes);
    m_least = bytes.empty() ? 0 : *std::ranges::min_element(bytes);
    m_most = bytes.empty() ? 1 : *std::ranges::max_element(bytes);
    const double edge = std::max(m_most - m_least, 0.02 * m_most) * 0.05;
    m_least = std::max(0.0, m_least - edge), m_most += edge;
    static constexpr std::array kUnits{Unit{1024.0 * 1024 * 1024, "GiB"}, Unit{1024.0 * 1024, "MiB"}, Unit{1024, "KiB"}};
    const auto unit = std::ranges::find_if(kUnits, [this](const Unit& one) { return m_most >= one.bytes; });
    m_unit = unit != kUnits.end() ? *unit : Unit();
    double least = m_content.limit > 0 ? m_content.limit : INFINITY, most = m_content.limit;
    m_zeros = false;
    for (const double cost : costsOf(m_content)) {
        m_zeros = m_zeros || cost <= 0;
        if (!(cost > 0) || !std::isfinite(cost)) continue;
        least = std::min(least, cost), most = std::max(most, cost);
    }
    if (!(most > 0) || !std::isfinite(least)) least = 1e-4, most = 1;
    m_highest = static_cast<int>(std::ceil(std::log10(most) - 1e-9));
    m_lowest = std::max(static_cast<int>(std::floor(std::log10(least) + 1e-9)), m_highest - kMostDecades);
    if (m_highest - m_lowest < 2) m_lowest = m_highest - 2;
}

QRectF FrontChart::plot() const {
    const QFontMetricsF metrics(smallFont());
    const double left = metrics.horizontalAdvance(decadeText(-12)) + px(24), line = metrics.height();
    return {left, line + px(12), std::max(40.0, width() - left - px(22)), std::max(40.0, height() - 3 * line - px(32))};
}

double FrontChart::xOf(double bytes) const {
    const QRectF area = plot();
    return area.left() + area.width() * (bytes - m_least) / std::max(m_most - m_least, 1.0);
}

/// Zeros lie on a line of their own, what is not finite on the upper edge.
double FrontChart::yOf(double cost) const {
    const QRectF area = plot();
    if (cost <= 0) return area.bottom();
    const double bottom = area.bottom() - (m_zeros ? px(static_cast<int>(kZeroGap)) : 0);
    const double decade = std::isfinite(cost) ? std::log10(cost) : m_highest;
    const double share = (decade - m_lowest) / static_cast<double>(m_highest - m_lowest);
    return bottom - std::clamp(share, 0.0, 1.0) * (bottom - area.top());
}

QPointF FrontChart::at(const FrontMark& mark) const {
    return {xOf(mark.bytes), yOf(mark.cost ? *mark.cost : mark.predicted.value_or(0))};
}

QRectF FrontChart::boxOf(std::size_t item) const {
    const FrontPoint& one = m_content.points[item];
    const double half = one.front ? kFrontDot + 1 : kDot + 1;
    return {xOf(one.bytes) - half, yOf(one.cost) - half, 2 * half, 2 * half};
}

/// The nearest within reach; one of the front before others.
int FrontChart::itemAt(QPointF point) const {
    int best = -1;
    double nearest = kReachOfDot;
    for (std::size_t item = 0; item < count(); ++item) {
        const QPointF apart = boxOf(item).center() - point;
        const double distance = std::hypot(apart.x(), apart.y()) - (m_content.points[item].front ? kFrontDot : 0);
        if (distance < nearest) nearest = distance, best = static_cast<int>(item);
    }
    return best;
}

QString FrontChart::nameOf(std::size_t item) const {
    const FrontPoint& one = m_content.points[item];
    return tr("%1: %2").arg(one.name, one.about.section(QLatin1Char('\n'), 0, 0));
}

QString FrontChart::tooltipOf(std::size_t item) const {
    const FrontPoint& one = m_content.points[item];
    return one.name + QLatin1Char('\n') + one.about + QLatin1Char('\n') +
           (one.front ? tr("of the front; click chooses it") : tr("a smaller set is as good; click chooses it"));
}

int FrontChart::stepFrom(int from, int key) const {
    const int last = static_cast<int>(count()) - 1;
    const bool up = key == Qt::Key_Right || key == Qt::Key_Home, ends = key == Qt::Key_Home || key == Qt::Key_End;
    if (!up && key != Qt::Key_Left && !ends) return -1;
    const auto& points = m_content.points;
    for (int i = key == Qt::Key_Home || (from < 0 && up) ? 0
                 : key == Qt::Key_End || from < 0        ? last
                                                         : from + (up ? 1 : -1);
         i >= 0 && i <= last; i += up ? 1 : -1)
        if (points[static_cast<std::size_t>(i)].front) return i;
    return from;
}

void FrontChart::paintAxes(QPainter& painter) const {
    const Tokens& t = tokens();
    const QRectF area = plot();
    const double line = QFontMetricsF(smallFont()).height();
    const auto level = [&](double cost, const QString& words) {
        const double y = std::round(yOf(cost)) + 0.5;
        painter.setPen(QPen(t.hairline, 1));
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        writeIn(painter, smallFont(), t.text3);
        painter.drawText(QRectF(0, y - line / 2, area.left() - px(8), line), Qt::AlignRight | Qt::AlignVCenter, words);
    };
    const int step = std::max(1, static_cast<int>(std::ceil((m_highest - m_lowest) * (line + 6) / area.height())));
    for (int decade = m_highest; decade >= m_lowest; decade -= step)
        level(std::pow(10.0, decade), decade == 0 ? QStringLiteral("1") : decadeText(decade));
    if (m_zeros) level(0, QStringLiteral("0"));
    writeIn(painter, smallFont(), t.text2);
    painter.drawText(QRectF(px(12), 2, width() - px(16), line), Qt::AlignLeft, m_content.yTitle);
    const double from = m_least / m_unit.bytes, to = m_most / m_unit.bytes;
    const double widest = QFontMetricsF(smallFont()).horizontalAdvance(QStringLiteral("0000.0"));
    const double each = niceStep((to - from) * (widest + 12) / area.width());
    for (double tick = std::ceil(from / each) * each; tick <= to && each > 0; tick += each) {
        const double x = std::round(xOf(tick * m_unit.bytes)) + 0.5;
        painter.setPen(QPen(t.control, 1));
        painter.drawLine(QPointF(x, area.bottom()), QPointF(x, area.bottom() + 4));
        writeIn(painter, smallFont(), t.text3);
        painter.drawText(QRectF(x - widest, area.bottom() + 6, 2 * widest, line), Qt::AlignHCenter, QString::number(tick, 'g', 6));
    }
    writeIn(painter, smallFont(), t.text2);
    painter.drawText(QRectF(area.left(), height() - line - 5, area.width(), line), Qt::AlignHCenter,
                     m_content.xTitle.isEmpty() ? QString() : m_content.xTitle.arg(QLatin1String(m_unit.name)));
}

void FrontChart::paintLimit(QPainter& painter) const {
    if (!(m_content.limit > 0)) return;
    const Tokens& t = tokens();
    const QRectF area = plot();
    const double y = std::round(yOf(m_content.limit)) + 0.5, line = QFontMetricsF(smallFont()).height();
    QPen pen(t.differ, 1.2);
    pen.setDashPattern({6, 4});
    painter.setPen(pen);
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    writeIn(painter, smallFont(), t.differ);
    const double above = y - line - 2;
    painter.drawText(QRectF(area.left(), above > 2 ? above : y + 3, area.width() - 2, line), Qt::AlignRight, m_content.limitText);
}

void FrontChart::paintSets(QPainter& painter) const {
    const Tokens& t = tokens();
    QPolygonF line;
    drawAreas(painter, mixed(t.base, t.text3, 0.6));
    for (const FrontPoint& one : m_content.points) {
        const QPointF middle(xOf(one.bytes), yOf(one.cost));
        if (one.front)
            line << middle;
        else
            painter.drawEllipse(middle, kDot, kDot);
    }
    drawOutlines(painter, QPen(t.series[0], 2));
    painter.drawPolyline(line);
    painter.setPen(QPen(t.series[0], 1.5));
    painter.setBrush(t.base);
    for (const QPointF& middle : line) painter.drawEllipse(middle, kFrontDot, kFrontDot);
}

bool FrontChart::isOnFront(const QRectF& box) const {
    constexpr int kSteps = 32;  // between two sets
    std::optional<QPointF> before;
    for (const FrontPoint& one : m_content.points) {
        if (!one.front) continue;
        const QPointF here(xOf(one.bytes), yOf(one.cost));
        for (int step = 0; step <= kSteps; ++step)
            if (const double part = static_cast<double>(step) / kSteps;
                box.contains(before ? *before + (here - *before) * part : here))
                return true;
        before = here;
    }
    return false;
}

QRectF FrontChart::labelBox(const FrontMark& mark, double apart, const QRectF& taken) const {
    const QFontMetricsF title(headingFont()), about(smallFont());
    const QSizeF size(std::max(title.horizontalAdvance(mark.title), about.horizontalAdvance(mark.about)) + 2 * kLabelPad + 2,
                      title.height() + about.height() + 2 * kLabelPad - 4);
    const QPointF middle = at(mark);
    const QRectF room = QRectF(rect()).adjusted(plot().left() + 2, 2, -4, -(height() - plot().bottom()) - 2);
    const double left = middle.x() - apart - size.width(), right = middle.x() + apart;
    const double below = middle.y() + apart, above = middle.y() - apart - size.height();
    const double centred = middle.x() - size.width() / 2, level = middle.y() - size.height() / 2;
    const std::array corners{QPointF(left, below), QPointF(right, above), QPointF(right, below),   QPointF(left, above),
                             QPointF(left, level), QPointF(right, level), QPointF(centred, above), QPointF(centred, below)};
    const auto fits = [&](const QRectF& box, bool clear) {
        return room.contains(box) && !box.intersects(taken) && !(clear && isOnFront(box));
    };
    for (const QPointF& corner : corners)
        if (const QRectF box(corner, size); fits(box, true)) return box;
    // Further above, then over the line: there is no room beside it.
    constexpr int kFurther = 6;
    const double within = std::clamp(centred, room.left(), std::max(room.left(), room.right() - size.width()));
    for (int half = 0; half <= kFurther; ++half)
        if (const QRectF box(QPointF(within, above - half * size.height() / 2), size); fits(box, true)) return box;
    for (const QPointF& corner : corners)
        if (const QRectF box(corner, size); fits(box, false)) return box;
    QRectF box(QPointF(std::clamp(left, room.left(), std::max(room.left(), room.right() - size.width())),
                       std::clamp(below, room.top(), std::max(room.top(), room.bottom() - size.height()))),
               size);
    if (box.intersects(taken)) box.moveBottom(taken.top() - 4);
    return box;
}

void FrontChart::writeLabel(QPainter& painter, const FrontMark& mark, const QRectF& box) const {
    const QFontMetricsF title(headingFont()), about(smallFont());
    writeIn(painter, headingFont(), tokens().text);
    painter.drawText(QRectF(box.left() + kLabelPad, box.top() + kLabelPad - 2, box.width(), title.height()), Qt::AlignLeft,
                     mark.title);
    writeIn(painter, smallFont(), tokens().text2);
    painter.drawText(QRectF(box.left() + kLabelPad, box.top() + kLabelPad - 2 + title.height(), box.width(), about.height()),
                     Qt::AlignLeft, mark.about);
}

void FrontChart::paintToday(QPainter& painter, const QRectF& taken) const {
    if (!m_content.today) return;
    const Tokens& t = tokens();
    const QPointF middle = at(*m_content.today);
    painter.setPen(QPen(t.base, 1.5));
    painter.setBrush(t.series[1]);
    painter.drawRect(QRectF(middle.x() - kTodayHalf, middle.y() - kTodayHalf, 2 * kTodayHalf, 2 * kTodayHalf));
    const QRectF box = labelBox(*m_content.today, kTodayHalf + 3, taken);
    painter.fillRect(box, t.base);
    writeLabel(painter, *m_content.today, box);
}

/// The prediction is a ring where it lies apart from what came out.
void FrontChart::paintChosen(QPainter& painter) const {
    if (!m_content.chosen) return paintToday(painter, {});
    const Tokens& t = tokens();
    const FrontMark& chosen = *m_content.chosen;
    const QRectF area = plot();
    const QPointF middle = at(chosen);
    QPen dashed(t.accent, 1.5);
    dashed.setDashPattern({5, 4});
    painter.setPen(dashed);
    painter.drawLine(QPointF(middle.x(), area.top()), QPointF(middle.x(), area.bottom()));
    const QRectF box = labelBox(chosen, kChosenDot + 5, {});
    paintToday(painter, box);
    if (chosen.cost && chosen.predicted) {
        painter.setPen(QPen(t.accent, 1.5));
        painter.setBrush(t.base);
        painter.drawEllipse(QPointF(middle.x(), yOf(*chosen.predicted)), kFrontDot + 1, kFrontDot + 1);
    }
    painter.setPen(QPen(chosen.cost ? t.base : t.accent, 2));
    painter.setBrush(chosen.cost ? t.accent : t.base);
    if (chosen.cost || chosen.predicted) painter.drawEllipse(middle, kChosenDot, kChosenDot);  // else nobody knows how high
    painter.setPen(QPen(t.accent, 1));
    painter.setBrush(t.base);
    painter.drawRoundedRect(box, 3, 3);
    writeLabel(painter, chosen, box);
}

void FrontChart::paintAll(QPainter& painter) const {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), tokens().base);
    paintAxes(painter);
    paintLimit(painter);
    paintSets(painter);
    paintChosen(painter);
}

void FrontChart::paintHighlight(QPainter& painter, std::size_t item) const {
    if (!hasFocus()) return;  // what is chosen stands out by itself
    const double radius = kChosenDot + 3;
    drawOutlines(painter, QPen(tokens().accent, 2));
    painter.drawEllipse(boxOf(item).center(), radius, radius);
}

QStringList FrontChart::tsvTitles() const { return {tr("Set"), tr("Bytes"), tr("Cost"), tr("Front")}; }

QStringList FrontChart::tsvCells(std::size_t item) const {
    const FrontPoint& one = m_content.points[item];
    return {one.name, QString::number(one.bytes, 'f', 0), QString::number(one.cost, 'g', 9), one.front ? tr("yes") : QString()};
}

}  // namespace etscope::ui
