#include "charts/position_view.h"

#include <QPainter>
#include <algorithm>

#include "look/language.h"
#include "look/numbers.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr double kCap = 3;  ///< above bars that mismatch: colour is not their only sign

}  // namespace

PositionView::PositionView(QWidget* parent) : ChartView(parent) {
    setMinimumHeight(px(60));
    setZooms(false);
    setAccessibleName(tr("Error by position"));
}

QMarginsF PositionView::margins() const { return {6, 4 + kCap, 6, QFontMetricsF(smallFont()).height() + 6}; }

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
    painter.setPen(t.text3);
    painter.setFont(smallFont());
    painter.drawText(area, Qt::AlignCenter | Qt::TextWordWrap, m_note);
}

void PositionView::paintItems(QPainter& painter) const {
    const Tokens& t = tokens();
    painter.setPen(Qt::NoPen);
    for (std::size_t i = 0; i < m_errors.entries.size(); ++i) {
        const bool bad = m_errors.entries[i].mismatched > 0;
        const QRectF box = boxOf(i);
        painter.fillRect(box, bad ? t.differ : t.match);
        if (bad) painter.fillRect(QRectF(box.left(), box.top() - kCap, box.width(), kCap - 1), t.differ);
    }
}

QStringList PositionView::tsvTitles() const { return {tr("from"), tr("to"), tr("mean |d|"), tr("max |d|"), tr("mismatched")}; }

QStringList PositionView::tsvCells(std::size_t bar) const {
    const tensor::PositionError& one = m_errors.entries[bar];
    return {QString::number(bar * m_errors.step), QString::number(last(bar)), floatText(one.meanAbs, false),
            floatText(one.maxAbs, false), QString::number(one.mismatched)};
}

}  // namespace etscope::ui
