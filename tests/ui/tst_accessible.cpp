// What a screen reader and a keyboard meet: everything that takes keys has a name, Tab reaches it and shows where it is.
#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QComboBox>
#include <QLineEdit>
#include <QTabBar>
#include <QtTest>

#include "look/labelled_combo.h"
#include "models/link.h"
#include "support/test_case.h"
#include "windows.h"

using namespace etscope::ui;
using etscope::test::samplePath;
using etscope::test::settle;

class TestAccessible : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1440, 900);
        m_window->show();
        m_window->workspace().open({samplePath()});
        QTRY_VERIFY_WITH_TIMEOUT(m_window->workspace().session() != nullptr, 30000);
        m_window->workspace().reveal(Address::ofNode("text_decoder", QStringLiteral("edge"), "aten_linear_default_3"));
        settle(*m_window);
    }
    void cleanupTestCase() { m_window.reset(); }

    void everythingThatTakesKeysHasAName_data() {
        QTest::addColumn<QString>("page");
        for (const PageInfo& page : pageTable()) QTest::newRow(page.name) << QString::fromLatin1(page.name);
    }
    void everythingThatTakesKeysHasAName() {
        QFETCH(QString, page);
        m_window->showPage(page);
        settle(*m_window);
        QStringList nameless;
        int met = 0;
        for (QWidget* widget : m_window->findChildren<QWidget*>()) {
            if (!widget->isVisible() || !takesKeys(widget)) continue;
            ++met;
            QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(widget);
            if (spoken == nullptr || spoken->text(QAccessible::Name).trimmed().isEmpty())
                nameless.append(QStringLiteral("%1 '%2' in %3")
                                    .arg(QLatin1String(widget->metaObject()->className()), widget->objectName(),
                                         widget->parentWidget() != nullptr ? widget->parentWidget()->objectName() : QString()));
        }
        QVERIFY(met > 10);
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join('\n')));
    }

    /// A combo is named by what it chooses, and says what is chosen; its list is whole.
    void combosAreNamedByTheirLabels_data() { everythingThatTakesKeysHasAName_data(); }
    void combosAreNamedByTheirLabels() {
        QFETCH(QString, page);
        m_window->showPage(page);
        settle(*m_window);
        int met = 0;
        for (auto* combo : m_window->findChildren<LabelledCombo*>()) {
            if (!combo->isVisible() || combo->count() == 0) continue;
            ++met;
            QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(combo);
            QCOMPARE(spoken->role(), QAccessible::ComboBox);
            QCOMPARE(spoken->text(QAccessible::Name), combo->accessibleName());
            QCOMPARE(spoken->text(QAccessible::Value), combo->currentText());
            if (!combo->isEnabled()) continue;
            spoken->actionInterface()->doAction(QAccessibleActionInterface::showMenuAction());
            QTRY_VERIFY(spoken->state().expanded);
            const QAbstractItemView* list = combo->view();
            constexpr int kShort = 8;
            for (int row = 0; row < combo->count() && combo->count() <= kShort; ++row) {
                const QRect box = list->visualRect(combo->model()->index(row, 0));
                QVERIFY2(box.top() >= 0 && box.bottom() < list->viewport()->height(), qPrintable(combo->accessibleName()));
            }
            combo->hidePopup();
            QTRY_VERIFY(QApplication::activePopupWidget() == nullptr);
        }
        QVERIFY(met > 0);  // those of the bar
    }

    /// Round the window by Tab: what the page is about is met, and nothing holds the focus for good.
    void tabGoesRound() {
        m_window->showPage("events");
        settle(*m_window);
        QApplication::setActiveWindow(m_window.get());  // lists that popped up may have been it
        QSet<QWidget*> met;
        for (int step = 0; step < 200; ++step) {
            QWidget* at = QApplication::focusWidget();
            if (at == nullptr) at = m_window.get();
            met.insert(at);
            QTest::keyClick(at, Qt::Key_Tab);
        }
        QVERIFY2(met.size() > 8, qPrintable(QString::number(met.size())));
        QVERIFY(std::ranges::any_of(met, [](QWidget* one) { return one->objectName() == QLatin1String("eventTable"); }) ||
                std::ranges::any_of(met, [this](QWidget* one) {
                    return m_window->page("events")->isAncestorOf(one) && qobject_cast<QAbstractScrollArea*>(one) != nullptr;
                }));
    }

private:
    /// Labels take keys for their links alone: they are their text.
    static bool takesKeys(const QWidget* widget) {
        const auto is = [widget](const char* name) { return widget->inherits(name); };
        if (is("QLabel") || is("QMenuBar") || is("QSplitter") || is("QMainWindow") || is("QDockWidget") ||
            is("QTableCornerButton") || is("QHeaderView"))
            return false;
        // Parts of what has a name itself.
        const QWidget* around = widget->parentWidget();
        for (; around != nullptr; around = around->parentWidget())
            if (qobject_cast<const QComboBox*>(around) != nullptr || qobject_cast<const QTabBar*>(around) != nullptr ||
                qobject_cast<const QLineEdit*>(around) != nullptr || qobject_cast<const QAbstractSpinBox*>(around) != nullptr)
                return false;
        return widget->focusPolicy() != Qt::NoFocus || qobject_cast<const QAbstractButton*>(widget) != nullptr;
    }

    std::unique_ptr<MainWindow> m_window;
};

ETSCOPE_TEST(TestAccessible)
#include "tst_accessible.moc"
