#include "charts/margin_chart.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "look/numbers.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

/// Of the room of a token, its bar and its line.
constexpr double kMarginBar = 0.56, kMarginLine = 0.84;
/// An error below this is drawn as one of it.
constexpr int kLeastDecade = -9;

}  // namespace

MarginChart::MarginChart(QWidget* parent) : ChartView(parent) {
    introduce("marginChart", tr("Margin of the reference’s token and error of the logits, token by token"));
    setMinimumHeight(px(110));
}

void MarginChart::setTokens(std::vector<MarginItem> items) {
    m_items = std::move(items);
    double least = 1, most = 1;
    std::vector<Span> spans;
    for (std::size_t i = 0; i < m_items.size(); ++i) {
        const double at = static_cast<double>(i);
        spans.push_back({at, at + 1});
        for (const auto& value : {m_items[i].margin, m_items[i].error}) {
            if (!value || !(*value > 0) || !std::isfinite(*value)) continue;
            least = std::min(least, *value);
            most = std::max(most, *value);
        }
    }
    m_lowest = std::max(kLeastDecade, static_cast<int>(std::floor(std::log10(least))) - 1);
    m_highest = std::max(m_lowest + 2, static_cast<int>(std::ceil(std::log10(most * 1.3))));
    setItems(std::move(spans), 0, std::max<double>(1, static_cast<double>(m_items.size())));
}

QMarginsF MarginChart::margins() const {
    const QFontMetricsF metrics(smallFont());
    return {metrics.horizontalAdvance(decadeText(-12)) + 20, 6, 10, metrics.height() + 8};
}

double MarginChart::levelOf(double value) const {
    const QRectF area = plot();
    const double decade = value > 0 ? std::log10(value) : m_lowest;
    return area.bottom() - std::clamp((decade - m_lowest) / (m_highest - m_lowest), 0.0, 1.0) * area.height();
}

QRectF MarginChart::boxOf(std::size_t item) const {
    const double left = xOf(static_cast<double>(item)), right = xOf(static_cast<double>(item) + 1);
    return {left, plot().top(), std::max(1.0, right - left), plot().height()};
}

QString MarginChart::nameOf(std::size_t item) const { return m_items[item].tooltip.section(QLatin1Char('\n'), 0, 0); }

QString MarginChart::xText(double value) const {
    const auto item = static_cast<std::size_t>(std::max(0.0, value));
    return item < m_items.size() ? m_items[item].token : QString();
}

std::vector<ChartView::Tick> MarginChart::yTicks() const {
    std::vector<Tick> ticks;
    const double line = QFontMetricsF(smallFont()).height() * 1.3;
    const int most = std::clamp(static_cast<int>(plot().height() / line), 1, 4);
    const int step = std::max(1, (m_highest - m_lowest + most - 1) / most);
    for (int decade = m_lowest; decade <= m_highest; decade += step)
        ticks.push_back({static_cast<double>(decade - m_lowest) / (m_highest - m_lowest),
                         decade == 0 ? QStringLiteral("1") : decadeText(decade)});
    return ticks;
}

void MarginChart::paintItems(QPainter& painter) const {
    const Tokens& t = tokens();
    painter.setRenderHint(QPainter::Antialiasing);
    each(from(), to(), [&](std::size_t i) {
        const MarginItem& item = m_items[i];
        const QRectF box = boxOf(i);
        if (item.error) {
            const double top = std::min(levelOf(*item.error), box.bottom() - 1.5), wide = std::max(1.0, box.width() * kMarginBar);
            painter.fillRect(QRectF(box.center().x() - wide / 2, top, wide, box.bottom() - top), item.other   ? t.differ
                                                                                                 : item.close ? t.amberMark
                                                                                                              : t.match);
        }
        if (!item.margin) return;
        const double wide = std::max(2.0, box.width() * kMarginLine), y = levelOf(*item.margin);
        painter.setPen(QPen(t.series[0], 2, Qt::SolidLine, Qt::FlatCap));
        painter.drawLine(QPointF(box.center().x() - wide / 2, y), QPointF(box.center().x() + wide / 2, y));
    });
}

/// Below the bars, as far as there is room.
void MarginChart::paintMarks(QPainter& painter) const {
    const QFontMetricsF metrics(smallFont());
    const double y = plot().bottom() + 4;
    double end = -1;
    each(from(), to(), [&](std::size_t i) {
        const QRectF box = boxOf(i);
        const double wide = metrics.horizontalAdvance(m_items[i].token);
        const double left = box.center().x() - wide / 2;
        const bool strong = m_items[i].other;
        if ((left < end + 4 || wide > std::max(box.width(), 30.0) + 8) && !strong) return;
        if (left < end + 4) return;
        writeIn(painter, smallFont(), strong ? tokens().text : tokens().text2);
        painter.drawText(QRectF(left, y, wide + 1, metrics.height()), Qt::AlignCenter, m_items[i].token);
        end = left + wide;
    });
}

void MarginChart::paintHighlight(QPainter& painter, std::size_t item) const {
    drawOutlines(painter, QPen(tokens().accent, 1.5));
    painter.drawRoundedRect(boxOf(item).adjusted(1, 1, -1, -1), 3, 3);
}

QStringList MarginChart::tsvTitles() const { return {tr("token"), tr("margin of the reference"), tr("error of the logits")}; }

QStringList MarginChart::tsvCells(std::size_t item) const {
    const auto number = [](const std::optional<double>& value) { return value ? QString::number(*value, 'g', 17) : QString(); };
    return {m_items[item].token, number(m_items[item].margin), number(m_items[item].error)};
}

}  // namespace etscope::ui
