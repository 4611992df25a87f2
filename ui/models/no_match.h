// NoMatch: what a table says in place of rows when its filter line leaves none, with a way back to all of them. GUI thread only.
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;

namespace etscope::ui {

class TableView;

class NoMatch : public QWidget {
    Q_OBJECT
public:
    /// Lies over the view's rows, which owns it; `line` is what filters them.
    NoMatch(TableView* view, QLineEdit* line);
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void follow();

    TableView* m_view;
    QLabel* m_words;
};

}  // namespace etscope::ui
