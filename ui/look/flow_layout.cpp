#include "look/flow_layout.h"

#include <QWidget>
#include <algorithm>
#include <utility>
#include <vector>

namespace etscope::ui {

FlowLayout::FlowLayout(int spacing, QWidget* parent) : QLayout(parent) { setSpacing(spacing); }

FlowLayout::~FlowLayout() { qDeleteAll(m_items); }

QLayoutItem* FlowLayout::itemAt(int index) const {
    return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)] : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index) {
    QLayoutItem* item = itemAt(index);
    if (item != nullptr) m_items.erase(m_items.begin() + index);
    return item;
}

int FlowLayout::heightForWidth(int width) const { return arrange(QRect(0, 0, width, 0), false); }

QSize FlowLayout::minimumSize() const {
    QSize size;
    for (const QLayoutItem* item : m_items) size = size.expandedTo(item->minimumSize());
    const QMargins margins = contentsMargins();
    return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

void FlowLayout::setGeometry(const QRect& area) {
    QLayout::setGeometry(area);
    arrange(area, true);
}

int FlowLayout::arrange(const QRect& area, bool place) const {
    const QRect room = area.marginsRemoved(contentsMargins());
    int x = room.left(), y = room.top(), line = 0;
    std::vector<std::pair<QLayoutItem*, QRect>> inLine;
    // Each in the middle of its line.
    const auto end = [&] {
        for (const auto& [item, at] : inLine)
            if (place) item->setGeometry(at.translated(0, (line - at.height()) / 2));
        inLine.clear();
    };
    for (QLayoutItem* item : m_items) {
        if (item->isEmpty()) continue;
        QSize size = item->sizeHint();
        if (size.width() > room.width()) {
            size.setWidth(room.width());
            if (item->hasHeightForWidth()) size.setHeight(item->heightForWidth(room.width()));
        }
        if (x > room.left() && x + size.width() > room.right() + 1) {
            end();
            x = room.left();
            y += line + spacing();
            line = 0;
        }
        inLine.emplace_back(item, QRect(QPoint(x, y), size));
        x += size.width() + spacing();
        line = std::max(line, size.height());
    }
    end();
    return y + line - area.top() + contentsMargins().bottom();
}

}  // namespace etscope::ui
