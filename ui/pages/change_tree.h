// ChangeTree: what two exports differ in, by module: two lines a row at most, the tool tip has all of them, bytes at the right,
// nodes below. GUI thread only.
#pragma once

#include <QAbstractItemModel>
#include <QTreeView>

#include "answers/change_items.h"
#include "look/searchable.h"
#include "look/whole_picture.h"

namespace etscope::ui {

/// Two columns: what changed, bytes in the program.
class ChangeModel : public QAbstractItemModel {
    Q_OBJECT
public:
    using QAbstractItemModel::QAbstractItemModel;
    void setItems(ChangeItemsPtr items);
    /// Of the first column; empty: as always.
    void setTitle(const QString& title);
    const ChangeItemsPtr& items() const& { return m_items; }
    const ChangeItemsPtr& items() const&& = delete;
    const ChangeItem& item(const QModelIndex& index) const { return m_items->items[index.internalId()]; }
    QModelIndex indexOf(int item) const;

    QModelIndex index(int row, int column, const QModelIndex& parent) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent) const override;
    int columnCount(const QModelIndex& parent) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    const std::vector<int>& below(const QModelIndex& parent) const;

    ChangeItemsPtr m_items = std::make_shared<const ChangeItems>();
    QString m_title;
};

class ChangeTree : public QTreeView, public WholePicture, public Searchable {
    Q_OBJECT
public:
    explicit ChangeTree(QWidget* parent = nullptr);
    void setItems(ChangeItemsPtr items);
    /// What the two exports are called: they stand above the list, in pictures of it, too.
    void setSides(const QString& before, const QString& after);
    const ChangeModel& changes() const { return *m_model; }
    /// −1: none.
    int currentItem() const;
    /// Shows it and makes it the current one.
    void setCurrentItem(int item);
    /// Rows with one of the words are in view alone, with those around them.
    void setFilter(const QString& words);
    /// Of those in view and what is folded under them.
    bool find(const QString& text, bool forward, bool here = false) override;
    QSize wholeSize() const override;
    void paintWhole(QPainter& painter) override;

signals:
    void itemChosen(int item);
    void itemOpened(int item);

protected:
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void drawBranches(QPainter* painter, const QRect& area, const QModelIndex& index) const override;
    void drawRow(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void openFirst();
    /// By the filter.
    bool isFiltered(const QModelIndex& index) const;
    bool filterBelow(const QModelIndex& parent, const QString& words);

    ChangeModel* m_model;
};

}  // namespace etscope::ui
