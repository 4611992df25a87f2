#include "charts/choice_bars.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "look/marks.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr int kChoicePad = 12, kChoiceMark = 12;

QString shareText(const std::optional<double>& share) {
    return share ? QStringLiteral("%1 %").arg(100 * *share, 0, 'f', 1) : QStringLiteral("–");
}

}  // namespace

ChoiceBars::ChoiceBars(QWidget* parent) : ItemView(parent) {
    introduce("choiceBars", tr("Likeliest tokens of the choice"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

double ChoiceBars::rowHeight() const { return std::ceil(QFontMetricsF(bodyFont()).height()) + px(4); }

bool ChoiceBars::hasReference() const {
    return std::ranges::any_of(m_bars, [](const ChoiceCandidate& one) { return one.reference.has_value(); });
}

QSize ChoiceBars::sizeHint() const {
    return {px(360), static_cast<int>(std::ceil(rowHeight() * static_cast<double>(m_bars.size() + 1))) + px(8)};
}

void ChoiceBars::setBars(std::vector<ChoiceCandidate> bars) {
    m_bars = std::move(bars);
    forgetItems();
    updateGeometry();
}

/// Below the legend.
QRectF ChoiceBars::boxOf(std::size_t item) const {
    return {0, px(4) + rowHeight() * static_cast<double>(item + 1), static_cast<double>(width()), rowHeight()};
}

QString ChoiceBars::nameOf(std::size_t item) const {
    const ChoiceCandidate& one = m_bars[item];
    QStringList words{one.token, tr("id %1").arg(one.id), tr("device %1").arg(shareText(one.device))};
    if (hasReference()) words.append(tr("reference %1").arg(shareText(one.reference)));
    if (one.chosen) words.append(tr("chosen"));
    if (one.wanted) words.append(tr("the reference’s"));
    return words.join(QStringLiteral(", "));
}

void ChoiceBars::paintLegend(QPainter& painter) const {
    const Tokens& t = tokens();
    const QFontMetricsF metrics(smallFont());
    double right = width() - px(kChoicePad);
    const auto add = [&](const QColor& colour, const QString& words) {
        const double wide = metrics.horizontalAdvance(words);
        writeIn(painter, smallFont(), t.text2);
        painter.drawText(QRectF(right - wide - 1, px(2), wide + 2, rowHeight()), Qt::AlignVCenter | Qt::AlignLeft, words);
        painter.fillRect(QRectF(right - wide - px(14), px(2) + rowHeight() / 2 - px(4), px(9), px(9)), colour);
        right -= wide + px(26);
    };
    add(t.series[1], tr("device"));
    if (hasReference()) add(t.series[0], tr("reference"));
}

void ChoiceBars::paintAll(QPainter& painter) const {
    const Tokens& t = tokens();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), t.base);
    if (m_bars.empty()) return;
    paintLegend(painter);
    const QFontMetricsF body(bodyFont()), fixed(codeFont());
    const bool both = hasReference();
    double names = 0, most = 0;
    for (const ChoiceCandidate& one : m_bars) {
        names = std::max(names, fixed.horizontalAdvance(one.token));
        most = std::max({most, one.device.value_or(0), one.reference.value_or(0)});
    }
    const double share = body.horizontalAdvance(QStringLiteral("100.0 %")) + px(8), mark = px(kChoiceMark) + px(8);
    const double chosen = body.horizontalAdvance(tr("chosen")) + mark;
    const double left = px(kChoicePad) + std::min(names, width() * 0.22) + px(10);
    const double first = left + (both ? share : 0), last = width() - px(kChoicePad) - chosen - share;
    const double middle = both ? (first + last) / 2 : first, gap = both ? px(3) : 0;
    for (std::size_t i = 0; i < m_bars.size(); ++i) {
        const ChoiceCandidate& one = m_bars[i];
        const QRectF box = boxOf(i);
        const double high = box.height() * 0.42, top = box.center().y() - high / 2;
        writeIn(painter, codeFont(), t.text);
        painter.drawText(
            QRectF(px(kChoicePad), box.top(), left - px(kChoicePad) - px(4), box.height()), Qt::AlignVCenter | Qt::AlignLeft,
            painter.fontMetrics().elidedText(one.token, Qt::ElideRight, static_cast<int>(left - px(kChoicePad) - px(4))));
        const auto bar = [&](double from, double to, const std::optional<double>& value, const QColor& colour, bool mirrored) {
            painter.fillRect(QRectF(from, top, to - from, high), t.missingBack);
            if (!value || most <= 0 || to <= from) return;
            const double wide = (to - from) * *value / most;
            painter.fillRect(mirrored ? QRectF(to - wide, top, wide, high) : QRectF(from, top, wide, high), colour);
        };
        painter.setFont(bodyFont());
        painter.setPen(t.text2);
        if (both) {
            bar(first, middle - gap, one.reference, t.series[0], true);
            painter.setFont(one.wanted ? headingFont() : bodyFont());
            painter.drawText(QRectF(left, box.top(), share - px(8), box.height()), Qt::AlignVCenter | Qt::AlignRight,
                             shareText(one.reference));
        }
        bar(middle + gap, last, one.device, t.series[1], false);
        painter.setFont(one.chosen ? headingFont() : bodyFont());
        painter.drawText(QRectF(last, box.top(), share - px(2), box.height()), Qt::AlignVCenter | Qt::AlignRight,
                         shareText(one.device));
        if (!one.chosen) continue;
        const bool wrong = both && !one.wanted;
        const double at = last + share + px(6);
        paintMark(painter, QRectF(at, box.center().y() - px(kChoiceMark) / 2.0, px(kChoiceMark), px(kChoiceMark)),
                  wrong  ? Mark::Differ
                  : both ? Mark::Match
                         : Mark::Note);
        painter.setPen(t.text);
        painter.drawText(QRectF(at + px(kChoiceMark) + px(4), box.top(), chosen, box.height()), Qt::AlignVCenter | Qt::AlignLeft,
                         tr("chosen"));
    }
}

QStringList ChoiceBars::tsvTitles() const { return {tr("token"), tr("id"), tr("reference"), tr("device"), tr("chosen")}; }

QStringList ChoiceBars::tsvCells(std::size_t item) const {
    const ChoiceCandidate& one = m_bars[item];
    const auto number = [](const std::optional<double>& value) { return value ? QString::number(*value, 'g', 17) : QString(); };
    return {one.token, QString::number(one.id), number(one.reference), number(one.device), one.chosen ? tr("chosen") : QString()};
}

}  // namespace etscope::ui
