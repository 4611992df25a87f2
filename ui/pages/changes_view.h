// ChangesView: what two exports differ in, by meaning: facts above, the tree of modules, and beside it the one that is chosen. GUI
// thread only.
#pragma once

#include <QWidget>

#include "answers/change_items.h"

class QSplitter;

namespace etscope::ui {

class ChangePanel;
class ChangeTree;

class ChangesView : public QWidget {
    Q_OBJECT
public:
    explicit ChangesView(QWidget* parent = nullptr);
    /// null: nothing is told.
    void setItems(ChangeItemsPtr items);
    const ChangeItemsPtr& items() const& { return m_items; }
    const ChangeItemsPtr& items() const&& = delete;
    ChangeTree* tree() const { return m_tree; }
    /// Makes the row of that module, node or metadata entry of the session in view the current one, where there is one.
    void select(const Address& chosen);
    /// To the next one that is not the same, in the order of the tree, modules opened; false: there is none.
    bool next(bool forward);

signals:
    /// Of both sides; invalid: that side does not have it.
    void chosen(etscope::ui::Address before, etscope::ui::Address after);
    void opened(etscope::ui::Address before, etscope::ui::Address after);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void choose(int item);
    void choosePlace(int item, const QString& path);

    ChangeItemsPtr m_items;
    ChangeTree* m_tree;
    ChangePanel* m_panel;
    QSplitter* m_split;
};

}  // namespace etscope::ui
