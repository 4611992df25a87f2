// RowDelegate: how cells of tables are painted: hairline, bar of the current row, mark, first and second line, share bar. Numbers
// are never cut; of names that have no room the part goes that tells least, and the tool tip has all of it. GUI thread only.
#pragma once

#include <QSet>
#include <QStyledItemDelegate>

#include "models/table_model.h"

namespace etscope::ui {

/// Where in a cell of the first column the sign is that folds a row; what is beside it begins behind that.
QRect foldArea(const QRect& cell, int depth);

class RowDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    /// What is behind all that a cell shows: selection, hairline, bar of the current row.
    void paintBack(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;

    /// All that the cell shows, with its margins.
    static int widthOf(const Cell& cell, const Column& column);
    /// Texts that have no room go on below, and are not cut.
    void setWraps(bool wraps) { m_wraps = wraps; }
    /// Of a row for this cell, `width` wide, where texts wrap.
    static int heightOf(const QModelIndex& index, int width);
    /// Rows with one of these addresses are tinted: they are what is selected elsewhere.
    void setRelated(const QSet<Address>& related) { m_related = related; }

signals:
    /// A number was painted that is wider than its column.
    void needsWidth(int column, int width) const;

private:
    QSet<Address> m_related;
    bool m_wraps = false;
};

}  // namespace etscope::ui
