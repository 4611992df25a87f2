// The ring around lists, tables, trees and tab bars that keys have led to: style sheets draw it around fields and buttons, where
// the content leaves room. GUI thread only.
#pragma once

#include <QPointer>
#include <QWidget>

namespace etscope::ui {

class FocusRing : public QObject {
public:
    /// One for the application; further calls change nothing.
    static void install();

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    using QObject::QObject;
    void show(QWidget* around);

    QPointer<QWidget> m_ring;  ///< a child of what it is around
};

}  // namespace etscope::ui
