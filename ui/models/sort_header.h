// SortHeader: the titles of a table. The sign of sorting stands in the margin at the right, in the accent, so that titles of
// numbers stay above them; it points down where what is largest comes first. GUI thread only.
#pragma once

#include <QHeaderView>

namespace etscope::ui {

class SortHeader : public QHeaderView {
public:
    explicit SortHeader(QWidget* parent);

protected:
    void initStyleOptionForIndex(QStyleOptionHeader* option, int section) const override;
    void paintSection(QPainter* painter, const QRect& area, int section) const override;
};

}  // namespace etscope::ui
