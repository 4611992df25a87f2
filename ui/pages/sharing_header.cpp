#include "pages/sharing_header.h"

#include <QEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr double kTurn = -45;  // degrees
constexpr qsizetype kMostLetters = 24;
constexpr int kSharingHeaderPad = 6;

}  // namespace

TurnedTitles::TurnedTitles(QHeaderView& header, int first, int end)
    : QObject(&header), m_header(header), m_first(first), m_end(end) {
    header.viewport()->installEventFilter(this);
    header.installEventFilter(this);
    fit();
}

QString TurnedTitles::titleOf(int column) const {
    const QString title = m_header.model()->headerData(column, Qt::Horizontal).toString();
    const bool cut = isTurned(column) && title.size() > kMostLetters;
    return cut ? title.first(kMostLetters / 2) + QChar(0x2026) + title.last(kMostLetters / 2 - 1) : title;
}

/// As high as the longest of the titles is when it is turned.
void TurnedTitles::fit() {
    const QFontMetricsF metrics(smallFont());
    double widest = 0;
    for (int column = m_first; column < m_end; ++column) widest = std::max(widest, metrics.horizontalAdvance(titleOf(column)));
    m_header.setFixedHeight(static_cast<int>(std::ceil((widest + metrics.height()) * std::sqrt(0.5))) + 2 * kSharingHeaderPad);
}

bool TurnedTitles::eventFilter(QObject* watched, QEvent* event) {
    if (watched == &m_header) {
        if (event->type() == QEvent::FontChange) fit();
        return false;
    }
    if (event->type() != QEvent::Paint) return false;
    paint();
    return true;
}

void TurnedTitles::paint() {
    const Tokens& t = tokens();
    QPainter painter(m_header.viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF area(m_header.viewport()->rect());
    painter.fillRect(area, t.raised);
    painter.setPen(t.border);
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    painter.setFont(smallFont());
    painter.setPen(t.text2);
    const QFontMetricsF metrics(smallFont());
    for (int column = 0; column < m_header.count(); ++column) {
        if (m_header.isSectionHidden(column)) continue;
        const double left = m_header.sectionViewportPosition(column), width = m_header.sectionSize(column);
        if (!isTurned(column)) {
            const QRectF place(left + kSharingHeaderPad, area.bottom() - metrics.height() - kSharingHeaderPad,
                               width - 2 * kSharingHeaderPad, metrics.height());
            painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter,
                             metrics.elidedText(titleOf(column), Qt::ElideRight, place.width()));
            continue;
        }
        painter.save();
        painter.translate(left + width / 2 + metrics.height() / 4, area.bottom() - kSharingHeaderPad);
        painter.rotate(kTurn);
        painter.drawText(QPointF(0, 0), titleOf(column));
        painter.restore();
    }
}

}  // namespace etscope::ui
