#include "charts/memory_strip.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "look/numbers.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr int kHeight = 30;

}  // namespace

MemoryStrip::MemoryStrip(QWidget* parent) : FrameStrip(parent) {
    setObjectName(QStringLiteral("memoryStrip"));
    setAccessibleName(tr("Memory in use over the whole run"));
    setToolTip(tr("Memory in use over the whole run: drag the frame"));
}

double MemoryStrip::plotHeight() const { return px(kHeight); }

QSize MemoryStrip::sizeHint() const { return {200, px(kHeight) + QFontMetrics(smallFont()).height() + 8}; }

void MemoryStrip::setLevels(std::vector<program::MemoryLevel> levels, std::uint64_t bytes, std::int64_t instructions) {
    m_levels = std::move(levels);
    m_bytes = bytes;
    m_instructions = instructions;
    setAxis(-1, static_cast<double>(instructions + 1), 1);
}

QString MemoryStrip::frameText(double from, double to) const {
    return tr("instructions %1 … %2 of %3")
        .arg(std::max<std::int64_t>(0, std::llround(from)))
        .arg(std::min<std::int64_t>(m_instructions, std::llround(to)))
        .arg(m_instructions);
}

/// Never an average: what does not fit into a pixel is its highest.
std::vector<std::uint64_t> MemoryStrip::highestByPixel(int width) const {
    std::vector<std::uint64_t> highest(static_cast<std::size_t>(std::max(1, width)));
    for (std::size_t i = 0; i < m_levels.size(); ++i) {
        const std::int64_t end = i + 1 < m_levels.size() ? m_levels[i + 1].from : m_instructions + 1;
        const double left = plot().left();
        const auto first = static_cast<std::ptrdiff_t>(std::floor(xOf(static_cast<double>(m_levels[i].from)) - left));
        const auto last = static_cast<std::ptrdiff_t>(std::ceil(xOf(static_cast<double>(end)) - left));
        for (std::ptrdiff_t x = std::max<std::ptrdiff_t>(0, first); x < last && x < static_cast<std::ptrdiff_t>(highest.size());
             ++x)
            highest[static_cast<std::size_t>(x)] = std::max(highest[static_cast<std::size_t>(x)], m_levels[i].bytes);
    }
    return highest;
}

void MemoryStrip::paintBack(QPainter& painter, const QRectF& area) const {
    const Tokens& t = tokens();
    const QFontMetricsF metrics(smallFont());
    QColor bar = t.accent;
    bar.setAlpha(t.dark ? 150 : 120);
    const std::vector<std::uint64_t> highest = highestByPixel(static_cast<int>(area.width()));
    for (std::size_t x = 0; x < highest.size(); ++x) {
        const double height = static_cast<double>(highest[x]) / static_cast<double>(m_bytes) * area.height();
        painter.fillRect(QRectF(area.left() + static_cast<double>(x), area.bottom() - height, 1, height), bar);
    }
    painter.setPen(t.border);
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    writeIn(painter, smallFont(), t.text3);
    const QString words = tr("in use");
    const bool fits = metrics.horizontalAdvance(words) <= area.left() - 12;
    if (fits) painter.drawText(QRectF(0, area.top(), area.left() - 8, area.height()), Qt::AlignRight | Qt::AlignVCenter, words);
    const QRectF below(area.left(), area.bottom() + 2, area.width(), metrics.height());
    painter.drawText(below, Qt::AlignLeft, QStringLiteral("0"));
    painter.drawText(below, Qt::AlignRight, countText(static_cast<std::uint64_t>(m_instructions)));
    const QString hint = (fits ? QString() : words + QStringLiteral(" · ")) + tr("drag to zoom · Ctrl+wheel");
    painter.drawText(below, Qt::AlignHCenter, metrics.elidedText(hint, Qt::ElideRight, below.width() - px(120)));
}

}  // namespace etscope::ui
