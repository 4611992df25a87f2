// The ring around the list, table, tree, tab bar, text, chart or graph that keys have led to. Fields and buttons have theirs from
// the style sheet; what fills its widget to the edge would hide that one. GUI thread only.
#pragma once

#include <QPointer>
#include <QWidget>

namespace etscope::ui {

constexpr int kFocusRing = 2;  ///< its width; lines do not grow with texts

class FocusRing : public QObject {
public:
    /// One for the application; further calls change nothing.
    static void install();

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    explicit FocusRing(QObject* parent);
    void follow(QWidget* focus);

    QPointer<QWidget> m_ring;  ///< a child of what it is around
    bool m_keys = false;       ///< the person's last act was a key, not the mouse
};

}  // namespace etscope::ui
