// TableView: the one table of the window: sort by raw value, filter, find, next bad row, copy and save as it is shown, header menu.
// Rows are addressed, never numbered: selecting tells an Address, and an Address selects. What is selected and where it is scrolled
// to stays through sorting, filtering and other rows. Order, visibility, sort and widths that the person chose are kept in the
// settings. Rows that stand under others are folded by the sign before them, by Left and Right,
// and by the menu. GUI thread only.
#pragma once

#include <QHash>
#include <QPainter>
#include <QSet>
#include <QTableView>
#include <QTimer>

#include "look/searchable.h"
#include "look/whole_picture.h"
#include "models/column_widths.h"
#include "models/table_filter.h"
#include "models/table_text.h"

class QLineEdit;

namespace etscope::ui {

class MoreColumns;
class RowDelegate;

class TableView : public QTableView, public WholePicture, public Searchable {
    Q_OBJECT
public:
    explicit TableView(QWidget* parent = nullptr);
    /// The view does not own the model. `keptAs`: the name of what the person chose in the settings; "": nothing is kept.
    void setTable(TableModel* model, const QString& keptAs = {});
    bool isKept() const { return !m_keptAs.isEmpty(); }
    /// All columns as they come, unsorted; what was kept is forgotten.
    void forgetLayout();
    void setRowLines(int lines);
    /// Texts wrap, and each row is as high as it needs: for tables of few rows that are read as sentences.
    void setWraps(bool wraps);
    /// What the person chose.
    void showColumn(int column, bool on);
    /// Where the person has not chosen another.
    void setUsualWidth(int column, int width);
    /// The column of that key in queries: "error_is".
    int columnOf(const char* key) const { return ui::columnOf(m_model->columns(), key); }
    /// Until sortAsChosen(): what the person chose comes back then, and is what is kept.
    void sortForNow(int column, Qt::SortOrder order);
    void sortAsChosen() { sortForNow(m_sort.first, m_sort.second); }
    /// A column that has the same in all rows is hidden, unless the person shows it.
    void setSaysLittle(int column, bool on);
    void setSaysLittle(const char* key, bool on) { setSaysLittle(columnOf(key), on); }
    /// Columns that have no room are no news: there is another row of them for each place.
    void setTellsMissing(bool on) { m_tellsMissing = on; }
    /// The width that shows all columns with what they need at least.
    int leastWidth() const;
    /// Selects the row with that address without telling anyone; clears the selection when there is none.
    void selectAddress(const Address& address);
    /// Scrolls so that the row stands first, where the person has not scrolled.
    void startAt(int row);
    /// Rows that are what is selected elsewhere.
    void setRelated(const QSet<Address>& related);
    TableFilter* filter() const { return m_filter; }
    /// Goes to the next row that the query (as in filter lines) holds for. Large tables are searched in a job: true until
    /// searched() tells.
    bool find(const QString& query, bool forward, bool here = false) override;
    /// Goes to the next row with something wrong: differs, damaged, doubtful.
    bool nextBad(bool forward);
    /// Rows of the selection (or all, when there is none) as text.
    QString copyText(TableFormat format) const { return textOf(format, copiedRows())(); }
    /// All rows that are shown, as text.
    QString wholeText(TableFormat format) const { return textOf(format, m_filter->rows())(); }
    /// Writes that to a file, in a job. Errors: `write-failed`.
    void writeWhole(const QString& path, TableFormat format, std::function<void(Result<void>)> done);
    /// Height that shows all rows without scrolling, at most `rows` of them.
    int heightFor(int rows) const;
    /// It is always that high from now on; where rows change, what stands below moves in the same turn.
    void setMostRows(int rows);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    /// All rows with the header, as they would be painted if the view were high enough.
    QSize wholeSize() const override;
    void paintWhole(QPainter& painter) override;

signals:
    void rowSelected(Address address);
    /// What find() and nextBad() answered before it could be known.
    void searched(bool found);
    /// A row without a graph that holds one file opens that one instead.
    void rowOpened(Address address);
    void fileRequested(QString path);
    /// Of a row that is a file of the session: by Delete and the menu, where somebody listens.
    void removeRequested(Address file);
    /// The filter line should show this.
    void filterChosen(QString query);
    void linkRequested(etscope::ui::Link link);
    /// By the header's menu.
    void columnShown(int column);
    /// Rows that wrap are as high as they need now.
    void rowsFitted();

protected:
    void focusInEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void openRow(const QModelIndex& index);
    void setOpen(int shownRow, bool open);
    bool foldByKey(int key);
    QList<FileInside> filesInside(const QModelIndex& index) const;
    bool isRemovable(const Address& address) const;
    void addRowActions(QMenu& menu, const QModelIndex& index);
    void goTo(int shownRow);
    /// Before the rows that are shown change: what is chosen and where it is scrolled to, as far as it is not known already.
    void keep();
    /// The same before the table gets other rows, which are known by their addresses.
    void keepAddresses();
    /// After that.
    void restore();
    void restoreScroll();
    /// Of the scroll bar, where the row stands first.
    int scrollPlace(int shownRow) const;
    /// What is asked of a row, made for the cells that there are then.
    using Wanted = std::function<std::function<bool(int row)>(const CellReader& cell, const JobContext& job)>;
    bool goToNext(bool forward, bool here, Wanted wanted);
    void uncoverAndGo(int row);
    /// Makes the text of these rows of the table, in any thread where the table has a shared reader, which large ones have.
    std::function<QString()> textOf(TableFormat format, std::vector<int> rows) const;
    /// Of the table, in the order in which they are shown.
    std::vector<int> copiedRows() const;
    void copy(TableFormat format);
    QList<int> shownColumns() const;
    void save();
    /// Widths for the rows that are there now.
    void measure();
    void fitColumns();
    /// What the person chose, what says little, and from `room` on what has none, which is `missing`.
    std::vector<bool> hiddenColumns(int room, std::vector<std::size_t>& missing) const;
    void tellMissing(const std::vector<std::size_t>& missing);
    /// Heights of rows that wrap: of the first ones at once, of the others soon.
    void fitRows();
    void fitNextRows();
    std::vector<int> givenWidths() const;
    void widen(int column, int width);
    void headerMenu(QPoint position);
    void restoreOrder(const QStringList& order);
    void restoreLayout();
    void keepLayout();

    TableModel* m_model = nullptr;
    QString m_keptAs;
    TableFilter* m_filter;
    RowDelegate* m_delegate;
    MoreColumns* m_more;
    bool m_tellsMissing = true;
    std::vector<ColumnNeed> m_needs;
    std::vector<int> m_fixed;                  ///< widths that the person chose, −1: none
    std::vector<int> m_usual;                  ///< widths where the person chose none, −1: what the rows need
    std::vector<std::optional<bool>> m_shown;  ///< columns that the person showed or hid
    std::vector<bool> m_saysLittle;
    std::pair<int, Qt::SortOrder> m_sort{-1, Qt::AscendingOrder};  ///< that the person chose
    /// By rows of the table: what comes back with them, however they are arranged, filtered away or replaced.
    struct Kept {
        int current = -1, column = 0;
        std::vector<int> selected;
        int first = -1, below = 0;  ///< the row that keeps its place in view, and how far from the top that is; −1: the top stays
    };
    Kept m_kept;
    std::optional<QHash<int, Address>> m_replaced;  ///< of kept rows, while the table gets others
    bool m_arranging = false;                       ///< it is not the person who scrolls
    int m_rowsFitted = 0, m_mostRows = 0;           ///< 0: as many as there is room for
    QTimer m_fitRows;                               ///< there are more
    bool m_quiet = false, m_fitting = false, m_wraps = false;
    Job<int> m_seek{this};
    Job<QString> m_copy{this};
    Job<bool> m_write{this};
};

/// A line edit that filters a table; wrong terms are underlined by its tooltip and colour.
QLineEdit* makeFilterLine(TableView* view, const QString& placeholder, QWidget* parent);

}  // namespace etscope::ui
