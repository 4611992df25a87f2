#include "pages/archive_strip.h"

#include <QPainter>
#include <algorithm>

#include "base/base_name.h"
#include "base/hex.h"
#include "look/numbers.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

double stripLine(const QFont& font) { return QFontMetricsF(font).height(); }

}  // namespace

ArchiveStrip::ArchiveStrip(const session::SessionFile& file, QWidget* parent)
    : QWidget(parent), m_size(static_cast<double>(std::max<std::uint64_t>(1, file.size))), m_name(text(baseName(file.path))) {
    m_claimed = m_size;
    for (const ZipEntry& entry : file.zip->entries()) {
        const double from = static_cast<double>(entry.headerOffset);
        m_parts.push_back({from, from + static_cast<double>(entry.compressedSize), text(entry.name), entry.truncated});
        m_claimed = std::max(m_claimed, from + static_cast<double>(std::max(entry.size, entry.compressedSize)));
    }
    m_claimed = std::max(m_claimed, m_size * 1.15);
    setAccessibleName(tr("%1 by offset").arg(m_name));
}

/// Where the file ends, the bar, its first offset.
QSize ArchiveStrip::sizeHint() const { return {px(400), static_cast<int>(3 * stripLine(smallFont())) + 30}; }

void ArchiveStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Tokens& t = tokens();
    const QFontMetricsF small(smallFont());
    const double line = small.height();
    const QRectF bar(0.5, line + 6.5, width() - 1.0, line + 14);
    const auto x = [&](double offset) { return bar.left() + offset / m_claimed * bar.width(); };
    painter.setPen(QPen(t.control, 1, Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(bar);
    painter.setFont(smallFont());
    for (const Part& part : m_parts) {
        const QRectF area(x(part.from), bar.top(), std::max(1.0, x(part.to) - x(part.from)), bar.height());
        painter.setPen(part.truncated ? t.differ : t.match);
        painter.setBrush(part.truncated ? t.differBack : t.matchBack);
        painter.drawRect(area);
        painter.setPen(t.text);
        if (area.width() > px(80))
            painter.drawText(area.adjusted(6, 0, -4, 0), Qt::AlignVCenter,
                             painter.fontMetrics().elidedText(part.name, Qt::ElideMiddle, static_cast<int>(area.width()) - 10));
    }
    const double end = x(m_size);
    painter.fillRect(QRectF(end, bar.top() - 8, 2, bar.height() + 16), t.differ);
    painter.setPen(t.text);
    const QString ends = tr("file ends at %1").arg(hexText(static_cast<std::uint64_t>(m_size)));
    const double room = small.horizontalAdvance(ends) + 2;
    painter.drawText(QRectF(std::clamp(end - 4, 0.0, std::max(0.0, width() - room)), 0, room, line), Qt::AlignLeft, ends);
    painter.setPen(t.text3);
    painter.drawText(QRectF(0, bar.bottom() + 4, px(40), line), Qt::AlignLeft, QStringLiteral("0"));
    if (const double left = bar.right() - end - 12; left > px(100))
        painter.drawText(QRectF(end + 8, bar.top(), left, bar.height()), Qt::AlignVCenter,
                         small.elidedText(tr("named by a header, not in the file"), Qt::ElideRight, left));
}

}  // namespace etscope::ui
