// TableView: the one table of the window: hairlines, marks, two-line rows, sort by raw value, filter, copy as TSV, Markdown or
// JSON, header menu. Rows are addressed, never numbered: selecting tells an Address, and an Address selects. GUI thread only.
#pragma once

#include <QSortFilterProxyModel>
#include <QTableView>

#include "models/table_model.h"
#include "view/query.h"

class QLineEdit;

namespace etscope::ui {

/// Filters by the terms of the search line's language (core/view/query.h); keys are the titles of columns, in lower case with _
/// for blanks; `column>number` and `column>p90` compare the values that are sorted by.
class TableFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;
    void setQuery(const QString& query);
    /// Those that cannot be used; they do not filter.
    const std::vector<view::QueryTerm>& wrongTerms() const { return m_wrong; }
    void setSourceModel(QAbstractItemModel* model) override;

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    struct Term {
        view::QueryTerm query;
        int column = -1;  ///< −1: all
    };
    std::vector<std::string> keys() const;
    bool holds(const Term& term, int row, const QModelIndex& parent) const;
    QString m_query;
    std::vector<Term> m_terms;
    std::vector<view::QueryTerm> m_wrong;
};

class TableView : public QTableView {
    Q_OBJECT
public:
    explicit TableView(QWidget* parent = nullptr);
    /// The view does not own the model.
    void setTable(TableModel* model);
    void setTwoLineRows(bool on);
    /// Selects the row with that address without telling anyone; clears the selection when there is none.
    void selectAddress(const Address& address);
    TableFilter* filter() const { return m_filter; }
    /// Rows of the selection (or all, when nothing is selected) as text.
    QString copyText(const QString& format) const;
    /// Height that shows all rows without scrolling, at most `rows` of them.
    int heightFor(int rows) const;

signals:
    void rowSelected(Address address);
    /// A row without a graph that holds one file opens that one instead.
    void rowOpened(Address address);
    void fileRequested(QString path);
    void linkRequested(QString link);
    /// By the header's menu.
    void columnShown(int column);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void openRow(const QModelIndex& index);
    QList<FileInside> filesInside(const QModelIndex& index) const;
    void fitColumns();
    void headerMenu(QPoint position);

    TableModel* m_model = nullptr;
    TableFilter* m_filter;
    bool m_quiet = false;
};

/// A line edit that filters a table; wrong terms are underlined by its tooltip and colour.
QLineEdit* makeFilterLine(TableView* view, const QString& placeholder, QWidget* parent);

}  // namespace etscope::ui
