// SubViews: the views of a question as one segmented row, each with its mark; what has no room stands in a menu behind them, with
// the worst mark of those. Knows no pages: a view is its number. GUI thread only.
#pragma once

#include <QAbstractButton>
#include <QList>

#include "look/marks.h"

class QButtonGroup;
class QToolButton;

namespace etscope::ui {

class SubViews : public QWidget {
    Q_OBJECT
public:
    explicit SubViews(QWidget* parent);
    /// In place of those that were there.
    void setTitles(const QList<std::pair<int, QString>>& views);
    void setCurrent(int view);
    /// Views without content are dimmed.
    void setState(int view, Mark mark, bool content);
    QAbstractButton* button(int view) const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void chosen(int view);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    void arrange();
    void showRest();

    QButtonGroup* m_group;
    QList<QAbstractButton*> m_rest;  ///< those without room
    QToolButton* m_more;
    std::optional<Mark> m_worst;  ///< of those without room: whose icon is shown; nothing: none yet
};

}  // namespace etscope::ui
