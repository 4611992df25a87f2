// PaletteRows: how rows of the palette are painted: heads of groups, what was typed in bold, what a row is in the second colour, its
// keys as a key cap. GUI thread only.
#pragma once

#include <QStyledItemDelegate>

namespace etscope::ui {

class PaletteRows : public QStyledItemDelegate {
    Q_OBJECT
public:
    enum Role {
        TitleRole = Qt::UserRole + 1,
        DetailRole,
        KeysRole,
        WantedRole,  ///< what was typed
        HeadRole,    ///< true: the head of a group, which cannot be chosen
        PossibleRole
    };
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace etscope::ui
