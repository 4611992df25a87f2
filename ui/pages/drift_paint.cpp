// How a DriftMap is painted: cells and their labels, what stands above, beside and below them.
#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

#include "answers/drift_words.h"
#include "charts/chart_view.h"
#include "look/marks.h"
#include "look/numbers.h"
#include "look/tokens.h"
#include "pages/drift_map.h"

namespace etscope::ui {
namespace {

constexpr double kTextWidth = 34, kTextHeight = 13;
/// Ratios of the right side, in decades.
constexpr double kLeastDecade = -2, kMostDecade = 5;
constexpr int kEvery = 10;  ///< of dense columns these have a header

QFont numberFont(const QRectF& box, const QString& text) {
    QFont font = smallFont();
    while (QFontMetricsF(font).horizontalAdvance(text) > box.width() - 2 && font.pointSizeF() > 6.5)
        font.setPointSizeF(font.pointSizeF() - 0.5);
    return font;
}

QPolygonF diamond(QPointF at, double r) {
    return {{at + QPointF(0, -r), at + QPointF(r, 0), at + QPointF(0, r), at + QPointF(-r, 0)}};
}

void worsen(std::optional<double>& worst, const std::optional<double>& other) {
    if (other && (!worst || *other > *worst)) worst = other;
}

}  // namespace

void DriftMap::paintAll(QPainter& painter) const {
    painter.fillRect(QRect({}, m_size), tokens().base);
    if (m_drift == nullptr) return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(smallFont());
    if (m_hasOutputs) paintOutputs(painter);
    paintHeader(painter);
    painter.save();
    painter.setClipRect(QRectF(0, m_cells.top(), m_size.width(), m_cells.height()));
    paintLabels(painter);
    if (m_side > 0) paintWorst(painter);
    painter.setClipRect(m_cells);
    paintCells(painter);
    paintFrame(painter);
    painter.restore();
    paintBegin(painter);
    paintLegend(painter);
    paintLanes(painter);
}

void DriftMap::paintCell(QPainter& painter, const QRectF& box, const std::optional<double>& ratio, const QString& unknown) const {
    const Tokens& t = tokens();
    const bool hasText = box.width() >= kTextWidth - 1 && box.height() >= kTextHeight - 1;
    painter.fillRect(box, ratio ? driftColour(*ratio) : t.missingBack);
    if (!hasText) return;
    const QString shown = ratio ? ratioText(*ratio) : unknown;
    writeIn(painter, numberFont(box, shown), ratio ? driftInk(*ratio) : t.text3);
    painter.drawText(box, Qt::AlignCenter, shown);
}

void DriftMap::paintCells(QPainter& painter) const {
    for (const std::size_t item : inView(count())) paintCell(painter, boxOf(item), ratioOf(cellOf(item)), QStringLiteral("–"));
}

/// Lines where the wrong area ends.
void DriftMap::paintFrame(QPainter& painter) const {
    if (m_own || m_wrong.empty()) return;
    painter.setPen(QPen(tokens().differ, 1.6));
    for (const std::size_t item : m_wrong) {
        const std::size_t shown = item / steps(), step = item % steps();
        const QRectF box = boxOf(item).adjusted(0, 0, 1, 1);
        if (shown == 0 || !isWrong(shown - 1, step)) painter.drawLine(box.topLeft(), box.topRight());
        if (shown + 1 == m_shown.size() || !isWrong(shown + 1, step)) painter.drawLine(box.bottomLeft(), box.bottomRight());
        if (step == 0 || !isWrong(shown, step - 1)) painter.drawLine(box.topLeft(), box.bottomLeft());
        if (step + 1 == steps() || !isWrong(shown, step + 1)) painter.drawLine(box.topRight(), box.bottomRight());
    }
}

void DriftMap::paintHighlight(QPainter& painter, std::size_t item) const {
    drawOutlines(painter, QPen(tokens().base, 4));
    painter.drawRect(boxOf(item));
    painter.setPen(QPen(tokens().accent, 2.2));
    painter.drawRect(boxOf(item));
}

void DriftMap::paintLabels(QPainter& painter) const {
    const Tokens& t = tokens();
    for (std::size_t shown = 0; shown < m_shown.size(); ++shown) {
        const QRectF box = labelBox(shown);
        if (box.bottom() <= m_cells.top() || box.top() >= m_cells.bottom()) continue;
        const causes::DriftRow& row = m_drift->rows[m_shown[shown]];
        const double left = 4 + static_cast<double>(row.depth) * px(14);
        if (row.below > 0)
            paintIcon(painter, {left, box.center().y() - 5, 10, 10}, m_open.contains(m_shown[shown]) ? Icon::Down : Icon::Right,
                      t.text3);
        const bool wrong = std::ranges::any_of(row.cells, [](const causes::DriftCell& cell) {
            const auto origin = causes::originOf(cell);
            return cell.wrong() && origin != causes::DriftOrigin::Inherited && origin != causes::DriftOrigin::Unknown;
        });
        if (wrong) paintMark(painter, {box.right() - 16, box.center().y() - 5, 10, 10}, Mark::Differ);
        const QRectF room(left + 14, box.top(), box.width() - left - 14 - (wrong ? 20 : 4), box.height());
        writeIn(painter, smallFont(), row.depth == 0 ? t.text : t.text2);
        painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft,
                         QFontMetricsF(smallFont()).elidedText(rowTitle(row), Qt::ElideMiddle, room.width()));
    }
}

/// "7 · 19" where there is room, else every tenth step.
void DriftMap::paintHeader(QPainter& painter) const {
    const Tokens& t = tokens();
    const QFontMetricsF metrics(smallFont());
    const QRectF line(0, m_cells.top() - metrics.height() - 4, m_labels - 6, metrics.height() + 2);
    const bool counted = std::ranges::any_of(m_drift->steps, [](const causes::DriftStep& step) { return step.tokens.has_value(); });
    const QString by = m_columns == DriftColumnsBy::Run ? tr("run") : m_columns == DriftColumnsBy::Case ? tr("case") : tr("step");
    writeIn(painter, smallFont(), t.text3);
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, counted ? tr("%1 · tokens").arg(by) : by);
    const auto [from, to] = stepsInView();
    painter.save();
    painter.setClipRect(QRectF(m_cells.left(), 0, m_cells.width(), m_cells.top()));
    const double room = m_cellWidth * (m_cellWidth < kTextWidth ? kEvery : 1);
    for (std::size_t step = from; step < to; ++step) {
        if (m_cellWidth < kTextWidth && step % kEvery != 0) continue;
        const causes::DriftStep& one = m_drift->steps[step];
        QString title = columnTitle(step);
        const QString full = one.tokens ? title + QStringLiteral(" · %1").arg(*one.tokens) : title;
        if (m_cellWidth >= kTextWidth && metrics.horizontalAdvance(full) < m_cellWidth) title = full;
        painter.setPen(step % kEvery == 0 || m_cellWidth >= kTextWidth ? t.text : t.text3);
        painter.drawText(QRectF(columnX(step), line.top(), m_cellWidth >= kTextWidth ? m_cellWidth - 1 : room, line.height()),
                         static_cast<int>(m_cellWidth >= kTextWidth ? Qt::AlignCenter : (Qt::AlignLeft | Qt::AlignVCenter)), title);
    }
    painter.restore();
}

QString DriftMap::outputsTitle() const {
    return m_drift->reference.starts_with("computed") ? tr("max |d| to computed") : tr("output, max |d|");
}

/// The largest difference of each step's worst output, and what the tolerance allows at its largest value.
void DriftMap::paintOutputs(QPainter& painter) const {
    const Tokens& t = tokens();
    const QFontMetricsF metrics(smallFont());
    const double head = 1.6 * metrics.height() + 4;  // the axis' upper number begins below the heading
    const QRectF area(m_cells.left(), head, m_cells.width(), m_cells.top() - head - metrics.height() - 10);
    painter.setPen(t.text2);
    painter.drawText(QRectF(8, 2, m_labels - 12, metrics.height()), Qt::AlignLeft, outputsTitle());
    double least = 1e300, most = 0;
    for (const causes::DriftStep& step : m_drift->steps)
        if (const causes::DriftOutput* output = worstOutput(step))
            for (const double value : {largestOf(*output), output->allowed})
                if (value > 0 && std::isfinite(value)) least = std::min(least, value), most = std::max(most, value);
    if (most == 0) return;
    const double low = std::floor(std::log10(least)) - 0.5, high = std::max(low + 1, std::ceil(std::log10(most)));
    const auto levelOf = [&](double value) {
        const double at = value > 0 ? std::clamp((std::log10(value) - low) / (high - low), 0.02, 1.0) : 0.02;
        return area.bottom() - (std::isfinite(value) ? at : 1.0) * area.height();
    };
    painter.setPen(t.text3);
    for (const double decade : {std::ceil(low), high})
        painter.drawText(QRectF(0, levelOf(std::pow(10.0, decade)) - metrics.height() / 2, m_labels - 6, metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter, decadeText(static_cast<int>(decade)));
    painter.save();
    painter.setClipRect(area.adjusted(0, -metrics.height() - 2, 0, 1));
    const auto [from, to] = stepsInView();
    for (std::size_t step = from; step < to; ++step) {
        const causes::DriftOutput* output = worstOutput(m_drift->steps[step]);
        if (output == nullptr) continue;
        const double left = columnX(step), inset = m_cellWidth >= kTextWidth ? 8 : 1, top = levelOf(largestOf(*output));
        painter.fillRect(QRectF(left + inset, top, m_cellWidth - 2 * inset, area.bottom() - top),
                         output->differs ? t.differ : t.match);
        painter.setPen(QPen(t.differ, 1, Qt::DashLine));
        painter.drawLine(QPointF(left, levelOf(output->allowed)), QPointF(left + m_cellWidth, levelOf(output->allowed)));
        if (m_cellWidth < kTextWidth) continue;
        const QString shown = floatText(largestOf(*output));
        const QRectF box(left - 2, top - metrics.height(), m_cellWidth + 4, metrics.height());
        writeIn(painter, numberFont(box, shown), output->differs ? t.text : t.text2);
        painter.drawText(box, Qt::AlignCenter, shown);
    }
    painter.restore();
    writeIn(painter, smallFont(), t.differ);
    painter.drawText(QRectF(8, area.top() + metrics.height() / 2 + 1, m_labels - 12, metrics.height()), Qt::AlignLeft,
                     tr("- - tolerance"));
}

double DriftMap::worstX(double ratio) const {
    const double decade = ratio > 0 ? std::log10(ratio) : kLeastDecade;
    const double at = std::isfinite(decade) ? std::clamp((decade - kLeastDecade) / (kMostDecade - kLeastDecade), 0.0, 1.0) : 1;
    return m_cells.right() + 16 + at * (m_side - 40);
}

void DriftMap::paintWorst(QPainter& painter) const {
    const Tokens& t = tokens();
    const double limit = worstX(1);
    for (std::size_t shown = 0; shown < m_shown.size(); ++shown) {
        const double y = rowY(shown) + m_rowHeight / 2;
        if (y < m_cells.top() - m_rowHeight || y > m_cells.bottom() + m_rowHeight) continue;
        std::optional<double> total, own, constant;
        bool wrong = false;
        for (const causes::DriftCell& cell : m_drift->rows[m_shown[shown]].cells) {
            worsen(total, cell.total), worsen(own, cell.own), worsen(constant, cell.constant);
            wrong = wrong || cell.ownWrong;
        }
        painter.setPen(QPen(t.hairline, 1));
        painter.drawLine(QPointF(worstX(0), y), QPointF(worstX(1e5), y));
        drawOutlines(painter, QPen(total && *total > 1 ? t.differ : t.series[0], 1.6));
        if (total) painter.drawEllipse(QPointF(worstX(*total), y), 3.2, 3.2);
        drawAreas(painter, t.series[1]);
        if (constant && *constant > 0.01) painter.drawRect(QRectF(worstX(*constant) - 2.6, y - 2.6, 5.2, 5.2));
        painter.setBrush(wrong ? t.differ : own && *own > 1 ? t.amberMark : t.series[0]);
        if (own) painter.drawPolygon(diamond({worstX(*own), y}, 3.6));
    }
    painter.setPen(QPen(t.text2, 1, Qt::DashLine));
    painter.drawLine(QPointF(limit, m_cells.top()), QPointF(limit, m_cells.bottom()));
}

/// What the signs of the right side are, and where it begins to be wrong.
void DriftMap::paintBegin(QPainter& painter) const {
    const Tokens& t = tokens();
    const QFontMetricsF metrics(smallFont());
    painter.setFont(smallFont());
    if (m_side > 0 && m_hasOutputs) {
        const double left = m_cells.right() + 14, line = metrics.height() + 1;
        painter.setPen(t.text2);
        painter.drawText(QRectF(left, 2, m_side - 14, line), Qt::AlignLeft, worstTitle());
        drawOutlines(painter, QPen(t.series[0], 1.6));
        painter.drawEllipse(QPointF(left + 5, 2 + 1.6 * line), 3.2, 3.2);
        drawAreas(painter, t.series[0]);
        painter.drawPolygon(diamond({left + 5, 2 + 2.6 * line}, 3.6));
        painter.setBrush(t.series[1]);
        painter.drawRect(QRectF(left + 2.4, 2 + 3.6 * line - 2.6, 5.2, 5.2));
        painter.setPen(t.text2);
        const QString words[] = {tr("total"), tr("own"), tr("constant")};
        for (int i = 0; i < 3; ++i)
            painter.drawText(QRectF(left + 16, 2 + (i + 1) * line, m_side - 30, line), Qt::AlignLeft | Qt::AlignVCenter, words[i]);
        painter.setPen(t.text3);
        for (const int decade : {-2, 0, 2, 4})
            painter.drawText(QRectF(worstX(std::pow(10.0, decade)) - 24, m_cells.top() - line - 2, 48, line), Qt::AlignCenter,
                             decade == 0 ? QStringLiteral("1") : decadeText(decade));
    }
    paintFlag(painter);
}

/// Where in a row of the right side the flag covers neither the limit nor the row's signs; nothing: nowhere.
std::optional<double> DriftMap::flagLeft(std::size_t row, double width) const {
    constexpr double kBesideSign = 9, kBesideLimit = 4;
    std::optional<double> total, own, constant;
    for (const causes::DriftCell& cell : row < m_drift->rows.size() ? m_drift->rows[row].cells : std::vector<causes::DriftCell>())
        worsen(total, cell.total), worsen(own, cell.own), worsen(constant, cell.constant);
    std::vector<std::pair<double, double>> taken{{worstX(1) - kBesideLimit, worstX(1) + kBesideLimit}};
    for (const std::optional<double>& sign : {total, own, constant})
        if (sign) taken.emplace_back(worstX(*sign) - kBesideSign, worstX(*sign) + kBesideSign);
    std::ranges::sort(taken);
    double left = m_cells.right() + 14;
    for (const auto& [from, to] : taken) {
        if (from - left >= width) return left;
        left = std::max(left, to);
    }
    return m_cells.right() + m_side - left >= width ? std::optional(left) : std::nullopt;
}

/// Beside the first wrong cell: where it begins; in fewer words where those have no room.
void DriftMap::paintFlag(QPainter& painter) const {
    if (!m_first || m_own) return;
    const Tokens& t = tokens();
    const QFontMetricsF metrics(smallFont());
    const QRectF cell = boxOf(*m_first);
    if (cell.bottom() < m_cells.top() || cell.top() > m_cells.bottom()) return;
    const auto step = stepOf(*m_first);
    for (const QString& words : {tr("begins in step %1").arg(step), tr("step %1").arg(step), QString()}) {
        const double width = metrics.horizontalAdvance(words) + (words.isEmpty() ? 20 : 26), height = metrics.height() + 4;
        const auto place = m_side > 0 ? flagLeft(m_shown[*m_first / steps()], width) : std::optional(cell.left() - 4 - width);
        if (!place || (m_side <= 0 && *place < m_cells.left())) continue;
        const QRectF box(*place, cell.center().y() - height / 2, width, height);
        painter.setBrush(t.base);
        painter.setPen(QPen(t.differ, 1));
        painter.drawRoundedRect(box, 3, 3);
        paintMark(painter, {box.left() + 5, box.center().y() - 5, 10, 10}, Mark::Differ);
        painter.setPen(t.text);
        return painter.drawText(box.adjusted(20, 0, -2, 0), Qt::AlignLeft | Qt::AlignVCenter, words);
    }
}

void DriftMap::paintLegend(QPainter& painter) const {
    const Tokens& t = tokens();
    const QFontMetricsF metrics(smallFont());
    const double bar = m_across->isVisible() ? m_across->height() : 0, top = m_cells.bottom() + bar + 8, height = metrics.height();
    writeIn(painter, smallFont(), t.text2);
    painter.drawText(QRectF(8, top, m_labels - 14, height), Qt::AlignRight | Qt::AlignVCenter, tr("× rounding"));
    const double width = px(160), left = m_labels + metrics.horizontalAdvance(QStringLiteral("0.01")) + 6;
    painter.drawText(QRectF(m_labels, top, left - m_labels, height), Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("0.01"));
    for (int x = 0; x < static_cast<int>(width); ++x)
        painter.fillRect(QRectF(left + x, top + 3, 1, height - 6),
                         driftColour(std::pow(10.0, kLeastDecade + (kMostDecade - kLeastDecade) * x / width)));
    const double limit = left + width * -kLeastDecade / (kMostDecade - kLeastDecade);
    painter.setPen(QPen(t.text, 1.5));
    painter.drawLine(QPointF(limit, top + 1), QPointF(limit, top + height - 1));
    painter.setPen(t.text2);
    const double after = left + width + 6;
    const double room = m_size.width() - after - 4;
    const QString most = decadeText(5);
    QString words = (m_own ? tr("%1 | 1 = limit of normal rounding; cell = largest own error in the row")
                           : tr("%1 | 1 = limit of normal rounding; cell = largest total error in the row"))
                        .arg(most);
    if (metrics.horizontalAdvance(words) > room) words = tr("%1 | 1 = limit of normal rounding").arg(most);
    if (metrics.horizontalAdvance(words) > room) words = most;
    painter.drawText(QRectF(after, top, room, height), Qt::AlignLeft | Qt::AlignVCenter, words);
}

std::optional<double> DriftMap::laneRatio(const Lane& lane, std::size_t step) const {
    std::optional<double> worst;
    for (const std::size_t cache : lane.caches) worsen(worst, m_drift->caches[cache].cells[step].total);
    return worst;
}

void DriftMap::paintLanes(QPainter& painter) const {
    if (!m_hasLanes) return;
    const Tokens& t = tokens();
    const QFontMetricsF metrics(smallFont());
    double y = m_cells.bottom() + (m_across->isVisible() ? m_across->height() : 0) + metrics.height() + 26;
    painter.setPen(QPen(t.hairline, 1));
    painter.drawLine(QPointF(0, y - 4), QPointF(m_size.width(), y - 4));
    std::optional<std::size_t> used, places;
    std::size_t wrong = 0;
    for (const causes::DriftCache& cache : m_drift->caches) {
        wrong += std::ranges::any_of(cache.cells, &causes::DriftCacheCell::wrong) ? 1U : 0U;
        for (const causes::DriftCacheCell& cell : cache.cells)
            if (cell.used && (!used || *cell.used > *used)) used = cell.used, places = cell.places;
    }
    writeIn(painter, smallFont(), t.text2);
    QString title =
        tr("Error of %n buffer(s) after each step, the worst of them", nullptr, static_cast<int>(m_drift->caches.size()));
    if (used) title += QStringLiteral(" · ") + tr("%1 of %2 places used").arg(countText(*used), countText(*places));
    if (wrong > 0) title += QStringLiteral(" · ") + tr("%n of them are wrong", nullptr, static_cast<int>(wrong));
    painter.drawText(QRectF(8, y, m_size.width() - 16, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(title, Qt::ElideRight, m_size.width() - 16));
    y += metrics.height() + 4;
    const auto [from, to] = stepsInView();
    for (const Lane& lane : m_lanes) {
        writeIn(painter, smallFont(), t.text);
        painter.drawText(QRectF(18, y, m_labels - 22, m_rowHeight), Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(lane.title, Qt::ElideMiddle, m_labels - 22));
        painter.save();
        painter.setClipRect(QRectF(m_cells.left(), y, m_cells.width(), m_rowHeight));
        for (std::size_t step = from; step < to; ++step)
            paintCell(painter, {columnX(step), y, m_cellWidth - 1, m_rowHeight - 1}, laneRatio(lane, step), QStringLiteral("–"));
        painter.restore();
        y += m_rowHeight;
    }
    paintByCache(painter, y);
}

QString DriftMap::worstTitle() { return tr("Worst step of each row, × rounding"); }

QString DriftMap::byCacheTitle() { return tr("via cache"); }

/// The share of the outputs' error that came in by what earlier steps left.
void DriftMap::paintByCache(QPainter& painter, double y) const {
    const Tokens& t = tokens();
    writeIn(painter, smallFont(), t.text);
    painter.drawText(QRectF(18, y, m_labels - 22, m_rowHeight), Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(smallFont()).elidedText(byCacheTitle(), Qt::ElideRight, m_labels - 22));
    painter.save();
    painter.setClipRect(QRectF(m_cells.left(), y, m_cells.width(), m_rowHeight));
    const auto [from, to] = stepsInView();
    for (std::size_t step = from; step < to; ++step) {
        const QRectF box(columnX(step), y, m_cellWidth - 1, m_rowHeight - 1);
        const auto& share = m_drift->steps[step].byCache;
        if (share) painter.fillRect(QRectF(box.left(), box.top() + 3, box.width() * 0.4 * *share, box.height() - 6), t.series[1]);
        if (m_cellWidth < kTextWidth) continue;
        painter.setPen(share ? t.text : t.text3);
        painter.drawText(box.adjusted(0, 0, -3, 0), static_cast<int>(share ? (Qt::AlignRight | Qt::AlignVCenter) : Qt::AlignCenter),
                         share ? QStringLiteral("%1 %").arg(std::lround(*share * 100)) : QStringLiteral("–"));
    }
    painter.restore();
}

}  // namespace etscope::ui
