// What tests of the main window share.
#pragma once

#include <QAbstractEventDispatcher>
#include <QApplication>
#include <QTimer>
#include <QtTest>
#include <algorithm>

#include "findings/answers.h"
#include "frame/main_window.h"
#include "graph/graph_page.h"

namespace etscope::test {

/// The other main window, once its files are open; deleted by the caller.
inline ui::MainWindow* otherThan(const ui::MainWindow& window) {
    ui::MainWindow* other = nullptr;
    for (QWidget* widget : QApplication::topLevelWidgets())
        if (auto* one = qobject_cast<ui::MainWindow*>(widget); one != nullptr && one != &window) other = one;
    return other;
}

inline QString samplePath() { return QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm"); }
/// What the application brings.
inline QString bundledSample() { return QStringLiteral(ETSCOPE_SOURCE_DIR "/resources/samples/vlm"); }

/// All that is to happen now: posted events, what is deleted later, timers that are due, layouts that ask for layouts.
inline void takeTurns() {
    constexpr int kMost = 1000;  // what moves by itself never ends
    QAbstractEventDispatcher& loop = *QAbstractEventDispatcher::instance();
    for (int quiet = 0, turn = 0; quiet < 2 && turn < kMost; ++turn) {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        quiet = loop.processEvents(QEventLoop::AllEvents) ? 0 : quiet + 1;
    }
}

/// Whether a part of it does soon what was typed or chosen. Messages of the status bar stay longer.
inline bool isDelayed(const QWidget& window) {
    constexpr int kSoon = 1000;
    return std::ranges::any_of(window.findChildren<QTimer*>(), [](const QTimer* timer) {
        return timer->isSingleShot() && timer->isActive() && timer->interval() <= kSoon;
    });
}

/// Whether nothing is being computed or about to be, and what that made is shown.
inline bool isSettled(const ui::MainWindow& window) {
    takeTurns();
    return window.settled() && !isDelayed(window);
}

inline void settle(const ui::MainWindow& window) {
    QVERIFY(QTest::qWaitFor([&window] { return isSettled(window); }, 30000));
}

/// The same, after every dialog was answered: what the first one asked for may end with another.
inline void settleAnswered(const ui::MainWindow& window) {
    const auto settled = [&window] { return isSettled(window) && QApplication::activeModalWidget() == nullptr; };
    QVERIFY(QTest::qWaitFor(settled, 30000));
}

/// The view of a question by its title; null: another question is in view, or it has no room.
inline QAbstractButton* viewButton(const ui::MainWindow& window, const QString& title) {
    for (auto* button : window.findChild<QWidget*>(QStringLiteral("subViews"))->findChildren<QAbstractButton*>())
        if (button->isVisible() && button->text() == title) return button;
    return nullptr;
}

/// Clicks the question that has a page, and then its view.
inline void clickView(ui::MainWindow& window, ui::PageId page) {
    const auto question = ui::questionOf(page);
    auto* asked = window.findChild<QAbstractButton*>(QStringLiteral("question-") +
                                                     QString::fromStdString(std::string(findings::questionName(question))));
    if (!asked->isChecked()) QTest::mouseClick(asked, Qt::LeftButton);
    settle(window);
    const auto titled = std::ranges::find(ui::pageTable(), ui::viewOf(page), &ui::PageInfo::page);
    auto* view = viewButton(window, QCoreApplication::translate("Command", titled->title));
    QVERIFY2(view != nullptr, titled->title);
    QTest::mouseClick(view, Qt::LeftButton);
    if (titled->page == ui::PageId::Quantisation) {
        settle(window);
        const bool advisor = page == ui::PageId::Advisor;
        for (auto* button :
             window.findChildren<QAbstractButton*>(advisor ? QStringLiteral("viewAdvisor") : QStringLiteral("viewAsExported")))
            if (button->isVisible()) QTest::mouseClick(button, Qt::LeftButton);
    }
    QCOMPARE(window.currentPage(), ui::pageName(page));
    settle(window);
}

inline ui::GraphPage* graphOf(ui::MainWindow& window) { return static_cast<ui::GraphPage*>(window.page(QStringLiteral("graph"))); }

}  // namespace etscope::test
