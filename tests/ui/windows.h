// Main windows in tests that open further ones.
#pragma once

#include <QApplication>

#include "frame/main_window.h"

namespace etscope::test {

/// The other main window, once its files are open; deleted by the caller.
inline ui::MainWindow* otherThan(const ui::MainWindow& window) {
    ui::MainWindow* other = nullptr;
    for (QWidget* widget : QApplication::topLevelWidgets())
        if (auto* one = qobject_cast<ui::MainWindow*>(widget); one != nullptr && one != &window) other = one;
    return other;
}

}  // namespace etscope::test
