#include "models/sort_header.h"

#include <QPainter>
#include <QStyleOptionHeader>

#include "look/tokens.h"

namespace etscope::ui {
namespace {

/// Half the width of the sign, its height, and how far its middle is from the end of the section.
constexpr double kHalf = 3, kSortHeaderHeight = 4, kFromEnd = 5;

}  // namespace

SortHeader::SortHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) { setSectionsClickable(true); }

/// The style's own sign would lie on the titles.
void SortHeader::initStyleOptionForIndex(QStyleOptionHeader* option, int section) const {
    QHeaderView::initStyleOptionForIndex(option, section);
    option->sortIndicator = QStyleOptionHeader::None;
}

void SortHeader::paintSection(QPainter* painter, const QRect& area, int section) const {
    painter->save();
    QHeaderView::paintSection(painter, area, section);
    painter->restore();  // what it leaves clips all
    if (!isSortIndicatorShown() || sortIndicatorSection() != section || area.width() <= 2 * kFromEnd) return;
    const QPointF middle(area.right() + 1 - kFromEnd, area.center().y() + 0.5);
    const double tip = sortIndicatorOrder() == Qt::DescendingOrder ? kSortHeaderHeight / 2 : -kSortHeaderHeight / 2;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(tokens().accent);
    painter->drawPolygon(QPolygonF{middle + QPointF(-kHalf, -tip), middle + QPointF(kHalf, -tip), middle + QPointF(0, tip)});
    painter->restore();
}

}  // namespace etscope::ui
