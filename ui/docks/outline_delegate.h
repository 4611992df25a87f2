// OutlineDelegate: rows of the Outline: a name, at the right end a value and the mark of how the thing stands. GUI thread only.
#pragma once

#include <QStyledItemDelegate>

namespace etscope::ui {

/// What items of the Outline hold.
enum OutlineRole : int {
    AddressOfItem = Qt::UserRole,
    ModulePath,
    FoldedPaths,  ///< of modules that are one row
    ToFill,
    ModuleNumber,
    PageOfItem,
    MarkOfItem,  ///< Mark
    FileOfItem   ///< its index in Session::files()
};

/// Value and mark take only the room that they need; the name has the rest.
class OutlineDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& given, const QModelIndex& index) const override;
};

}  // namespace etscope::ui
