#include "look/whole_picture.h"

#include <QScrollArea>
#include <algorithm>
#include <span>
#include <tuple>

namespace etscope::ui {
namespace {

/// From the top, those of one height from the left.
QList<QWidget*> inReadingOrder(const QWidget& widget) {
    QList<QWidget*> parts = widget.findChildren<QWidget*>(Qt::FindDirectChildrenOnly);
    parts.removeIf([](const QWidget* part) { return part->isHidden() || part->isWindow(); });
    const auto place = [](const QWidget* part) { return std::tuple(part->y(), part->x()); };
    std::stable_sort(parts.begin(), parts.end(), [&](const QWidget* one, const QWidget* two) { return place(one) < place(two); });
    return parts;
}

}  // namespace

WholeWidget::WholeWidget(QWidget& widget) : WholeWidget(widget, QPoint()) { m_at = {}; }

WholeWidget::WholeWidget(QWidget& widget, QPoint at)
    : m_widget(widget), m_seen(at, widget.size()), m_at(at), m_size(widget.size()), m_picture(dynamic_cast<WholePicture*>(&widget)) {
    if (m_picture != nullptr) {
        m_size = m_picture->wholeSize();
        m_holdsPicture = true;
    } else if (const auto* area = qobject_cast<QScrollArea*>(&widget); area != nullptr && area->widget() != nullptr) {
        m_parts.push_back(WholeWidget(*area->widget(), QPoint()));
        m_size = m_parts.front().m_size;
        m_holdsPicture = true;
    } else {
        for (QWidget* part : inReadingOrder(widget)) m_parts.push_back(WholeWidget(*part, part->pos()));
        m_holdsPicture = std::ranges::any_of(m_parts, &WholeWidget::m_holdsPicture);
        m_holdsPicture ? placeParts() : m_parts.clear();
    }
}

/// What ends above a part, or beside it at its left, moves it by what that has grown; the room around all of them stays.
void WholeWidget::placeParts() {
    QPoint seen, whole;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        WholeWidget& part = m_parts[i];
        std::optional<int> down, right;
        const auto grows = [](std::optional<int>& by, int grown) { by = std::max(by.value_or(grown), grown); };
        for (const WholeWidget& before : std::span(m_parts).first(i)) {
            const bool isBeside = before.m_seen.top() <= part.m_seen.bottom() && part.m_seen.top() <= before.m_seen.bottom();
            if (before.m_seen.bottom() < part.m_seen.top()) grows(down, before.rect().bottom() - before.m_seen.bottom());
            if (isBeside && before.m_seen.right() < part.m_seen.left())
                grows(right, before.rect().right() - before.m_seen.right());
        }
        part.m_at += QPoint(right.value_or(0), down.value_or(0));
        seen = {std::max(seen.x(), part.m_seen.right()), std::max(seen.y(), part.m_seen.bottom())};
        whole = {std::max(whole.x(), part.rect().right()), std::max(whole.y(), part.rect().bottom())};
    }
    m_size += QSize(whole.x() - seen.x(), whole.y() - seen.y());
}

void WholeWidget::paint(QPainter& painter) const {
    painter.save();
    painter.translate(m_at);
    if (m_picture != nullptr)
        m_picture->paintWhole(painter);
    else if (!m_holdsPicture)
        m_widget.render(&painter, {}, {}, QWidget::DrawChildren);
    else if (qobject_cast<QScrollArea*>(&m_widget) == nullptr)
        m_widget.render(&painter, {}, {}, {});  // without its parts
    for (const WholeWidget& part : m_parts) part.paint(painter);
    painter.restore();
}

}  // namespace etscope::ui
