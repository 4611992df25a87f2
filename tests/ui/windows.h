// What tests of the main window share.
#pragma once

#include <QApplication>
#include <QTemporaryDir>
#include <QtTest>

#include "frame/main_window.h"
#include "graph/graph_page.h"

namespace etscope::test {

/// Settings of one run of a test: what it keeps is no one else's.
inline const bool kOwnSettings = [] {
    static const QTemporaryDir folder;
    return qputenv("XDG_CONFIG_HOME", folder.path().toUtf8());
}();

/// The other main window, once its files are open; deleted by the caller.
inline ui::MainWindow* otherThan(const ui::MainWindow& window) {
    ui::MainWindow* other = nullptr;
    for (QWidget* widget : QApplication::topLevelWidgets())
        if (auto* one = qobject_cast<ui::MainWindow*>(widget); one != nullptr && one != &window) other = one;
    return other;
}

inline QString samplePath() { return QStringLiteral(ETSCOPE_SOURCE_DIR "/resources/samples/vlm"); }

/// Until nothing is being computed and what it made is shown.
inline void settle(const ui::MainWindow& window) {
    QTest::qWait(50);
    QTRY_VERIFY_WITH_TIMEOUT(window.settled(), 30000);
    QTest::qWait(50);
    for (int i = 0; i < 8; ++i) QCoreApplication::processEvents();  // layouts ask for layouts, also where 50 ms are one event
}

/// The same, after the dialog that is open was answered.
inline void settleAnswered(const ui::MainWindow& window) {
    QTRY_VERIFY_WITH_TIMEOUT(QApplication::activeModalWidget() == nullptr, 30000);
    settle(window);
}

inline ui::GraphPage* graphOf(ui::MainWindow& window) { return static_cast<ui::GraphPage*>(window.page(QStringLiteral("graph"))); }

}  // namespace etscope::test
