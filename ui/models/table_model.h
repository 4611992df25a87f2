// TableModel: the item-model ritual in one place. A concrete table is a constexpr column table, a row count and one value
// function. Rows may stand under others. Sorting and filtering use the raw values, copies the texts that are shown. GUI thread
// only.
#pragma once

#include <QAbstractTableModel>
#include <QVariant>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "look/marks.h"
#include "models/link.h"

namespace etscope::ui {

/// What a column holds: words, or names and shapes in the fixed face, at the left; numbers, or offsets and elements in the fixed
/// face, at the right; signs in the middle.
enum ColumnKind : int { kPlain, kCode, kNumber, kDigits, kCentred };

/// Of Column::goes: not there until the header's menu shows it.
inline constexpr int kOnDemand = -1;

struct Column {
    const char* title;    ///< in English, as settings and queries name it; like the tooltip marked for translation:
    const char* tooltip;  ///< QT_TRANSLATE_NOOP("Column", "…")
    ColumnKind kind = kPlain;
    int width = 0;  ///< in characters of the body font; 0: takes what is left
    /// Where there is no room for all, columns go from 1 on, those of one number together, rather than that the table scrolls
    /// sideways; 0: stays.
    int goes = 0;
    /// Of copies, where cells with units of their own are copied in one: "p50 ns".
    const char* copied = nullptr;

    bool isCode() const { return kind == kCode || kind == kDigits; }
    bool isNumber() const { return kind == kNumber || kind == kDigits; }
    Qt::Alignment alignment() const {
        return Qt::AlignVCenter | (isNumber() ? Qt::AlignRight : kind == kCentred ? Qt::AlignHCenter : Qt::AlignLeft);
    }
};

/// What can be typed in queries for a title: "p50_ms", without signs.
QString queryKey(const QString& title);
/// That of the English title: what the code calls a column, too.
QString columnKey(const Column& column);
/// The column of that key, which there is.
int columnOf(std::span<const Column> columns, const char* key);
/// The title in the language shown.
QString shownTitle(const Column& column);
/// That of copies and files.
QString copiedTitle(const Column& column);

/// What one cell shows. `sort` is the raw value, where it is another than the text (a number in the column's unit or without one);
/// `copy` is the whole of a `text` that is shortened. Cells without text or with "–" are missing: they sort last.
struct Cell {
    QString text;
    QVariant sort;
    Mark mark = Mark::None;
    QString second;  ///< further lines of rows with several, in text2, parted by line breaks
    QString tooltip;
    QString copy;
    bool dim = false;
    double share = -1;         ///< 0 … 1: a bar before the text; where it is judged, of a limit that it may pass
    Mark judged = Mark::None;  ///< of the share or the sign of what is introduced: whose colour they have
    std::optional<std::pair<double, double>> span = {};  ///< from … to, both within: `column:number` asks whether it lies there
    int family = -1;                                     ///< modules::OperatorFamily: its colours before the text
    int indent = 0;                                      ///< steps that it stands to the right
    bool strong = false;                                 ///< what the row is looked for by
    bool barAbove = false;                               ///< the bar stands above the text, as wide as the cell, and has no limit
    bool framed = false;                                 ///< of the row's cells the one that is chosen
};

/// "–": there is no such thing; why, where that is to be said.
Cell noCell(const QString& why = {});
/// A text that the tooltip has whole; "–" where it is empty.
Cell nameCell(const QString& name);
Cell numberCell(double number);
Cell countCell(std::uint64_t count);
/// Of what is usually none: dim where it is 0.
Cell rareCell(std::uint64_t count);
/// With the exact number in the tooltip.
Cell bytesCell(std::uint64_t bytes);
/// In the file.
Cell offsetCell(std::uint64_t offset);

/// Of a table whose rows stand under others: of each the row before it that it is under, −1: none. What is under a row follows it.
using RowParents = std::shared_ptr<const std::vector<int>>;

/// A file inside another that can be opened on its own: "model.pte#delegate:forward:0".
struct FileInside {
    QString title;
    QString path;
};

/// The cell of a row and column.
using CellReader = std::function<Cell(int, int)>;

/// What the cell is sorted by; invalid: it is missing.
QVariant sortKey(const Cell& cell);
/// The cell in copies and files: its text, its mark's word where it shows nothing but a mark.
QString copiedText(const Cell& cell);
/// All that the cell says, its mark's word first: what filters look at and screen readers read.
QString spokenText(const Cell& cell);
/// What else a row leads to.
struct RowLink {
    QString title;
    Link link;
};

/// FoldRole and DepthRole: of TableFilter.
enum TableRole {
    SortRole = Qt::UserRole + 1,
    AddressRole,
    CopyRole,
    MarkRole,
    SecondRole,
    DimRole,
    CodeRole,
    ShareRole,
    JudgedRole,
    FamilyRole,
    IndentRole,
    StrongRole,
    BarAboveRole,
    FramedRole,
    FoldRole,
    DepthRole
};

class TableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    int rowCount(const QModelIndex& parent = {}) const final;
    int columnCount(const QModelIndex& parent = {}) const final;
    QVariant data(const QModelIndex& index, int role) const final;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const final;

    virtual std::span<const Column> columns() const = 0;
    /// As the header shows it: the column's own, or what is the same in all rows with it.
    virtual QString titleOf(int column) const { return shownTitle(columns()[static_cast<std::size_t>(column)]); }
    virtual int rows() const = 0;
    virtual Cell cell(int row, int column) const = 0;
    virtual Address address(int row) const = 0;
    /// The first row with that address; −1: none.
    virtual int rowOf(const Address& address) const;
    /// cell() of the rows that are there now, for any thread and beyond a change of them; empty: this table has no such.
    virtual CellReader sharedReader() const { return {}; }
    /// Null: no row stands under another.
    virtual RowParents parents() const { return {}; }
    /// What the row's content opens as; empty for most.
    virtual QList<FileInside> filesInside(int) const { return {}; }
    /// Shown in its menu.
    virtual QList<RowLink> links(int) const { return {}; }

protected:
    /// Replaces the content: `change` runs between the two halves of the reset.
    void reset(const std::function<void()>& change);

private:
    mutable Cell m_cell;  ///< asked for last: views ask for all its roles, one after the other
    mutable std::pair<int, int> m_asked{-1, -1};
};

}  // namespace etscope::ui
