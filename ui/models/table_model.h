// TableModel: the item-model ritual in one place. A concrete table is a constexpr column table, a row count and one value
// function. Sorting, filtering and copying use the raw values. GUI thread only.
#pragma once

#include <QAbstractTableModel>
#include <QVariant>
#include <functional>
#include <span>

#include "frame/address.h"
#include "look/marks.h"

namespace etscope::ui {

struct Column {
    const char* title;
    const char* tooltip;
    Qt::Alignment alignment = Qt::AlignLeft;
    bool code = false;    ///< names, shapes, offsets: the fixed face
    int width = 0;        ///< in characters of the body font; 0: takes what is left
    bool hidden = false;  ///< until the header's menu shows it
};

/// What one cell shows. `sort` is the raw value (invalid: missing, sorts last); `copy` replaces `text` in copies.
struct Cell {
    QString text;
    QVariant sort;
    Mark mark = Mark::None;
    QString second;  ///< second line of two-line rows, in text2
    QString tooltip;
    QString copy;
    bool dim = false;
    double share = -1;  ///< 0 … 1: a bar behind the text
};

/// A file inside another that can be opened on its own: "model.pte#delegate:forward:0".
struct FileInside {
    QString title;
    QString path;
};

/// What else a row leads to: a link of Workspace::follow().
struct RowLink {
    QString title;
    QString link;
};

enum TableRole { SortRole = Qt::UserRole + 1, AddressRole, CopyRole, MarkRole, SecondRole, DimRole, CodeRole, ShareRole };

class TableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    int rowCount(const QModelIndex& parent = {}) const final;
    int columnCount(const QModelIndex& parent = {}) const final;
    QVariant data(const QModelIndex& index, int role) const final;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const final;

    virtual std::span<const Column> columns() const = 0;
    virtual int rows() const = 0;
    virtual Cell cell(int row, int column) const = 0;
    virtual Address address(int row) const = 0;
    /// What the row's content opens as; empty for most.
    virtual QList<FileInside> filesInside(int) const { return {}; }
    /// Shown in its menu.
    virtual QList<RowLink> links(int) const { return {}; }

protected:
    /// Replaces the content: `change` runs between the two halves of the reset.
    void reset(const std::function<void()>& change);
};

}  // namespace etscope::ui
