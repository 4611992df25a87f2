#include "charts/histogram_view.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "look/language.h"
#include "look/numbers.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr double kCap = 3;  ///< above bars that mismatch: colour is not their only sign

struct WrongColours {
    QColor line, back;
};
WrongColours wrongColours(Mark mark) {
    const Tokens& t = tokens();
    return mark == Mark::Warning ? WrongColours{t.amberMark, t.amberBack} : WrongColours{t.differ, t.differBack};
}

}  // namespace

std::size_t barsFor(std::uint64_t values) {
    return static_cast<std::size_t>(std::clamp<std::uint64_t>(values / 4, 8, tensor::kDefaultBins));
}

HistogramView::HistogramView(QWidget* parent) : ChartView(parent) {
    setMinimumHeight(px(90));
    setZooms(false);
    setAccessibleName(tr("Histogram"));
}

QMarginsF HistogramView::margins() const { return {6, 4, 6, QFontMetricsF(smallFont()).height() + 6}; }

void HistogramView::setHistogram(const tensor::Histogram& histogram, bool logarithmicX) {
    m_first = histogram;
    m_logarithmic = logarithmicX;
    std::vector<Span> spans;
    for (std::size_t i = 0; i < m_first.counts.size(); ++i) spans.push_back({place(m_first.edges[i]), place(m_first.edges[i + 1])});
    setItems(std::move(spans), 0, 1);
    setSecond(m_second);
}

void HistogramView::setSecond(const tensor::Histogram& histogram) {
    m_second = histogram;
    m_top = 1;
    for (const auto* one : {&m_first, &m_second})
        for (const std::uint64_t count : one->counts) m_top = std::max(m_top, count);
    redraw();
}

void HistogramView::setLimit(double x) {
    m_limit = x;
    redraw();
}

void HistogramView::setWrong(Mark mark) {
    m_wrong = mark;
    redraw();
}

void HistogramView::setNote(const QString& note) {
    m_note = note;
    redraw();
}

void HistogramView::clear() {
    m_second = {};
    m_limit = std::numeric_limits<double>::quiet_NaN();
    m_note.clear();
    setHistogram({});
}

double HistogramView::place(double x) const {
    if (m_first.edges.size() < 2) return 0;
    const auto scale = [this](double v) { return m_logarithmic ? std::log10(std::max(v, 1e-300)) : v; };
    const double low = scale(m_first.edges.front()), high = scale(m_first.edges.back());
    return high > low ? (scale(x) - low) / (high - low) : 0.5;
}

QRectF HistogramView::boxOf(std::size_t bar) const {
    const QRectF area = plot();
    const double left = xOf(place(m_first.edges[bar])), right = xOf(place(m_first.edges[bar + 1]));
    const double share = static_cast<double>(m_first.counts[bar]) / static_cast<double>(m_top);
    const double height = m_first.counts[bar] == 0 ? 0 : std::max(1.0, share * area.height());
    return {left + 0.5, area.bottom() - height, std::max(1.0, right - left - 1), height};
}

QString HistogramView::nameOf(std::size_t bar) const {
    return tr("%1 … %2").arg(floatText(m_first.edges[bar]), floatText(m_first.edges[bar + 1]));
}

QString HistogramView::tooltipOf(std::size_t bar) const {
    const QString counts = nameOf(bar) + QLatin1Char('\n') + tr("%1 elements").arg(countText(m_first.counts[bar]));
    return m_second.counts.empty() ? counts : counts + QLatin1Char('\n') + tr("line: %1").arg(countText(second(bar)));
}

void HistogramView::paintBack(QPainter& painter) const {
    const Tokens& t = tokens();
    const QRectF area = plot();
    painter.setPen(QPen(t.border, 1));
    painter.drawLine(QPointF(area.left(), area.bottom() + 0.5), QPointF(area.right(), area.bottom() + 0.5));
    if (m_first.counts.empty()) {
        writeIn(painter, smallFont(), t.text3);
        painter.drawText(area, Qt::AlignCenter | Qt::TextWordWrap, m_note.isEmpty() ? tr("no finite values") : m_note);
        return;
    }
    const double limit = std::isnan(m_limit) ? 2 : place(m_limit);
    if (limit > 1) return;
    const double x = xOf(std::max(0.0, limit));
    QColor tint = wrongColours(m_wrong).back;
    tint.setAlphaF(0.6F);
    painter.fillRect(QRectF(QPointF(x, area.top()), area.bottomRight()), tint);
    painter.setPen(QPen(wrongColours(m_wrong).line, 1.5, Qt::DashLine));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
}

void HistogramView::paintItems(QPainter& painter) const {
    const Tokens& t = tokens();
    for (std::size_t i = 0; i < m_first.counts.size(); ++i)
        painter.fillRect(boxOf(i), std::isnan(m_limit)                       ? t.series[0]
                                   : m_first.edges[i] < m_limit * (1 - 1e-9) ? t.match
                                                                             : wrongColours(m_wrong).line);
    if (!m_second.counts.empty() && !m_first.counts.empty()) paintSecond(painter);
}

void HistogramView::paintSecond(QPainter& painter) const {
    const QRectF area = plot();
    QPainterPath path;
    for (std::size_t i = 0; i < m_second.counts.size(); ++i) {
        const double share = static_cast<double>(m_second.counts[i]) / static_cast<double>(m_top);
        const QPointF point(xOf((place(m_second.edges[i]) + place(m_second.edges[i + 1])) / 2),
                            area.bottom() - share * area.height());
        i == 0 ? path.moveTo(point) : path.lineTo(point);
    }
    drawOutlines(painter, QPen(tokens().series[1], 1.5));
    painter.drawPath(path);
}

std::vector<ChartView::Tick> HistogramView::xTicks() const {
    std::vector<Tick> ticks;
    if (m_first.edges.size() < 2) return ticks;
    const double low = m_first.edges.front(), high = m_first.edges.back();
    if (m_logarithmic) {
        const int first = static_cast<int>(std::ceil(std::log10(low) - 1e-9)),
                  last = static_cast<int>(std::floor(std::log10(high) + 1e-9));
        for (int e = first; e <= last; e += std::max(1, (last - first) / 4))
            ticks.push_back({place(std::pow(10.0, e)), decadeText(e)});
        return ticks;
    }
    const double step = niceStep((high - low) / 5);
    for (double x = std::ceil(low / step) * step; x <= high + step * 1e-9 && ticks.size() < 12; x += step)
        ticks.push_back({place(x), floatText(std::abs(x) < step * 1e-9 ? 0 : x)});
    return ticks;
}

/// Where there are no bars, a text stands instead of the lines.
std::vector<ChartView::Tick> HistogramView::yTicks() const {
    return m_first.counts.empty() ? std::vector<Tick>() : std::vector<Tick>{{0.5, {}}, {1, {}}};
}

QStringList HistogramView::tsvTitles() const {
    QStringList titles{tr("from"), tr("to"), tr("elements")};
    if (!m_second.counts.empty()) titles.append(tr("line"));
    return titles;
}

QStringList HistogramView::tsvCells(std::size_t bar) const {
    QStringList cells{QString::number(m_first.edges[bar], 'g', 17), QString::number(m_first.edges[bar + 1], 'g', 17),
                      QString::number(m_first.counts[bar])};
    if (!m_second.counts.empty()) cells.append(QString::number(second(bar)));
    return cells;
}

PositionView::PositionView(QWidget* parent) : ChartView(parent) {
    setMinimumHeight(px(60));
    setZooms(false);
    setAccessibleName(tr("Error by position"));
}

QMarginsF PositionView::margins() const { return {6, 4 + kCap, 6, QFontMetricsF(smallFont()).height() + 6}; }

void PositionView::setWrong(Mark mark) {
    m_wrong = mark;
    redraw();
}

void PositionView::setErrors(tensor::PositionErrors errors) {
    m_errors = std::move(errors);
    m_top = 0;
    std::vector<Span> spans;
    for (std::size_t i = 0; i < m_errors.entries.size(); ++i) {
        const auto from = static_cast<double>(i * m_errors.step);
        spans.push_back({from, static_cast<double>(last(i)) + 1});
        m_top = std::max(m_top, m_errors.entries[i].meanAbs);
    }
    forgetItems();
    setItems(std::move(spans), 0, std::max(1.0, static_cast<double>(m_errors.size)));
}

void PositionView::clear(const QString& note) {
    m_note = note;
    setErrors({});
}

std::uint64_t PositionView::last(std::size_t bar) const { return std::min((bar + 1) * m_errors.step, m_errors.size) - 1; }

QString PositionView::summary() const {
    const auto bad = [](const tensor::PositionError& one) { return one.mismatched > 0; };
    const auto& all = m_errors.entries;
    const auto first = std::ranges::find_if(all, bad);
    if (first == all.end() || std::ranges::all_of(all, bad)) return {};
    const auto behind = std::find_if(all.rbegin(), all.rend(), bad).base();
    const std::uint64_t from = static_cast<std::uint64_t>(first - all.begin()) * m_errors.step,
                        to = last(static_cast<std::size_t>(behind - all.begin()) - 1);
    if (from == to) return tr("all mismatches at %1").arg(countText(from));
    return (std::all_of(first, behind, bad) ? tr("all mismatches at %1 … %2") : tr("mismatches from %1 to %2"))
        .arg(countText(from), countText(to));
}

QRectF PositionView::boxOf(std::size_t bar) const {
    const QRectF area = plot();
    const double left = xOf(static_cast<double>(bar * m_errors.step)), right = xOf(static_cast<double>(last(bar)) + 1);
    const double share = m_top > 0 ? m_errors.entries[bar].meanAbs / m_top : 0;
    const double height = std::max(1.0, share * area.height()), gap = right - left > 4 ? 1 : 0;
    return {left + gap / 2, area.bottom() - height, std::max(1.0, right - left - gap), height};
}

QString PositionView::nameOf(std::size_t bar) const {
    const std::uint64_t from = bar * m_errors.step, to = last(bar);
    return from == to ? tr("position %1").arg(countText(from)) : tr("positions %1 … %2").arg(countText(from), countText(to));
}

QString PositionView::tooltipOf(std::size_t bar) const {
    const tensor::PositionError& one = m_errors.entries[bar];
    if (one.mismatched > 0 && one.maxAbs == 0)  // all of them: no maximum knows of these
        return nameOf(bar) + QLatin1Char('\n') + tr("%n not finite on one side", nullptr, counted(one.mismatched));
    return QStringList{nameOf(bar), QStringLiteral("mean |d| ") + floatText(one.meanAbs),
                       QStringLiteral("max |d| ") + floatText(one.maxAbs), tr("%1 mismatched").arg(countText(one.mismatched))}
        .join(QLatin1Char('\n'));
}

void PositionView::activate(std::size_t bar) { emit elementChosen(m_errors.entries[bar].worst); }

std::vector<ChartView::Tick> PositionView::yTicks() const {
    return m_errors.entries.empty() ? std::vector<Tick>() : std::vector<Tick>{{0.5, {}}, {1, {}}};
}

void PositionView::paintBack(QPainter& painter) const {
    const Tokens& t = tokens();
    const QRectF area = plot();
    painter.setPen(QPen(t.border, 1));
    painter.drawLine(QPointF(area.left(), area.bottom() + 0.5), QPointF(area.right(), area.bottom() + 0.5));
    if (!m_errors.entries.empty()) return;
    writeIn(painter, smallFont(), t.text3);
    painter.drawText(area, Qt::AlignCenter | Qt::TextWordWrap, m_note);
}

void PositionView::paintItems(QPainter& painter) const {
    const Tokens& t = tokens();
    const QColor wrong = wrongColours(m_wrong).line;
    painter.setPen(Qt::NoPen);
    for (std::size_t i = 0; i < m_errors.entries.size(); ++i) {
        const bool bad = m_errors.entries[i].mismatched > 0;
        const QRectF box = boxOf(i);
        painter.fillRect(box, bad ? wrong : t.match);
        if (bad) painter.fillRect(QRectF(box.left(), box.top() - kCap, box.width(), kCap - 1), wrong);
    }
}

QStringList PositionView::tsvTitles() const { return {tr("from"), tr("to"), tr("mean |d|"), tr("max |d|"), tr("mismatched")}; }

QStringList PositionView::tsvCells(std::size_t bar) const {
    const tensor::PositionError& one = m_errors.entries[bar];
    return {QString::number(bar * m_errors.step), QString::number(last(bar)), floatText(one.meanAbs, false),
            floatText(one.maxAbs, false), QString::number(one.mismatched)};
}

}  // namespace etscope::ui
