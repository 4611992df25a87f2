// Commands as they are used: keys, menus, palette and the list of keys run the same ones, and those that cannot be run say why.
#include <QDialog>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QStatusBar>
#include <QTreeWidget>
#include <QtTest>

#include "charts/gap_plot.h"
#include "frame/commands.h"
#include "frame/palette_rows.h"
#include "models/link.h"
#include "support/test_case.h"
#include "windows.h"

using namespace etscope::ui;
using namespace etscope::test;

class TestCommands : public QObject {
    Q_OBJECT
private slots:
    void init() {
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1440, 900);
        m_window->show();
        activate();
    }
    void cleanup() { m_window.reset(); }

    void idsAndKeysAreUnique() {
        QSet<QString> ids, keys;
        for (const Commands::Row& row : commands().rows()) {
            QVERIFY2(!ids.contains(row.id), qPrintable(row.id));
            ids.insert(row.id);
            QVERIFY2(row.id.contains('.') && !row.title.isEmpty() && !row.title.contains('&'), qPrintable(row.id));
            // A view answers its keys only where it has the focus: they are its own.
            const QString key = row.id.section('.', 0, 0) + ' ' + row.keys;
            if (!row.keys.isEmpty()) QVERIFY2(!keys.contains(key), qPrintable(row.id + ' ' + row.keys));
            keys.insert(key);
        }
        QSet<QKeySequence> ofWindow;
        for (const QAction* action : m_window->actions()) {
            QVERIFY2(action->shortcut().isEmpty() || !ofWindow.contains(action->shortcut()), qPrintable(action->text()));
            ofWindow.insert(action->shortcut());
        }
        for (const PageInfo& page : pageTable()) QVERIFY2(ids.contains(QLatin1String(page.id)), page.id);
    }

    void lettersOfAMenuAreUnique() {
        for (const QMenu* menu : m_window->menuBar()->findChildren<QMenu*>()) {
            QSet<QChar> letters;
            for (const QAction* action : menu->actions()) {
                const qsizetype at = action->text().indexOf('&');
                if (at < 0) continue;
                const QChar letter = action->text()[at + 1].toLower();
                QVERIFY2(!letters.contains(letter), qPrintable(menu->title() + ": " + action->text()));
                letters.insert(letter);
            }
        }
    }

    /// Without a session: the key says why in the status bar, the menu in its tooltip.
    void whatCannotBeRunSaysWhy() {
        const QAction* close = commands().action("file.close");
        QVERIFY(!close->isEnabled());
        QCOMPARE(close->toolTip(), QString("Nothing is open."));
        QTest::keyClick(m_window.get(), Qt::Key_W, Qt::ControlModifier);
        QVERIFY2(message().contains("Nothing is open."), qPrintable(message()));
        QVERIFY(!m_window->run("file.close"));
        QVERIFY(!m_window->run("no.such"));
        open();
        QVERIFY(close->isEnabled());
        QVERIFY(close->toolTip().contains("Ctrl+W"));
        QTest::keyClick(m_window.get(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY2(message().contains("Nothing is selected."), qPrintable(message()));
        QTest::keyClick(m_window.get(), Qt::Key_W, Qt::ControlModifier);
        QVERIFY(m_window->workspace().session() == nullptr);
        QVERIFY(!close->isEnabled());
    }

    void keysOfPagesShowThem() {
        open();
        QTest::keyClick(m_window.get(), Qt::Key_2, Qt::ControlModifier);
        QTest::keyClick(m_window.get(), Qt::Key_2, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(m_window->currentPage(), QString("tensors"));
        QVERIFY(commands().action("page.tensors")->isChecked() && !commands().action("page.overview")->isChecked());
        QVERIFY(m_window->run("page.memory"));
        QCOMPARE(m_window->currentPage(), QString("memory"));
    }

    void thePaletteListsAllAndSaysWhyNot() {
        QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
        auto* list = m_window->findChild<QListWidget*>("paletteList");
        auto* line = m_window->findChild<QDialog*>("palette")->findChild<QLineEdit*>();
        QTRY_VERIFY(line->hasFocus());
        QTest::keyClicks(line, ">reload");
        QCOMPARE(list->count(), 1);
        QVERIFY2(list->item(0)->text().contains("Nothing is open."), qPrintable(list->item(0)->text()));
        QTest::keyClick(line, Qt::Key_Return);
        QVERIFY(message().contains("Nothing is open."));
        open();
        QVERIFY(m_window->run("tools.commands"));
        QTest::keyClicks(line, ">reload");
        QVERIFY2(list->item(0)->text().contains("F5"), qPrintable(list->item(0)->text()));
        line->setText(">page: mem");
        QTest::keyClick(line, Qt::Key_Return);
        QCOMPARE(m_window->currentPage(), QString("memory"));
    }

    /// What is found stands by groups, heads cannot be chosen, what was typed is marked, keys are apart.
    void thePaletteGroupsWhatItFinds() {
        open();
        QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
        auto* list = m_window->findChild<QListWidget*>("paletteList");
        auto* line = m_window->findChild<QDialog*>("palette")->findChild<QLineEdit*>();
        QTRY_VERIFY(line->hasFocus());
        QTest::keyClicks(line, "output");
        settle(*m_window);
        QStringList heads;
        for (int row = 0; row < list->count(); ++row) {
            const QListWidgetItem* item = list->item(row);
            if (item->data(PaletteRows::HeadRole).toBool()) heads.append(item->text());
            QCOMPARE(item->flags().testFlag(Qt::ItemIsSelectable), !item->data(PaletteRows::HeadRole).toBool());
            if (item->flags().testFlag(Qt::ItemIsSelectable))
                QCOMPARE(item->data(PaletteRows::WantedRole).toString(), QString("output"));
            QVERIFY(list->visualItemRect(item).height() >= px(24));
        }
        QVERIFY2(heads.contains("Commands") && heads.contains("Tensors"), qPrintable(heads.join(' ')));
        QCOMPARE(list->currentRow(), 1);  // behind the first head
        for (int step = 0; step < list->count(); ++step) {
            QTest::keyClick(line, Qt::Key_Down);
            QVERIFY(!list->currentItem()->data(PaletteRows::HeadRole).toBool());
        }
        QCOMPARE(list->currentRow(), list->count() - 1);
        line->setText(">find in page");
        QCOMPARE(list->count(), 1);  // one group needs no head
        QCOMPARE(list->item(0)->data(PaletteRows::KeysRole).toString(), QString("Ctrl+F"));
        QTest::keyClick(line, Qt::Key_Escape);
    }

    /// Where a question has fewer views, their number is said.
    void noSuchViewIsSaid() {
        open();
        QVERIFY(m_window->run("question.verdict"));
        QTest::keyClick(m_window.get(), Qt::Key_6, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(message(), QString("Sixth view: Verdict has 5 views."));
    }

    /// The keys of the graph and what the palette runs are one table.
    void thePaletteRunsCommandsOfTheGraph() {
        open();
        QVERIFY(reasonOf("graph.zoom-in").contains("not in view"));
        m_window->showPage("graph");
        settle(*m_window);
        GraphCanvas* canvas = graphOf(*m_window)->canvas();
        const double before = canvas->zoom();
        QVERIFY(m_window->run("graph.zoom-in"));
        QVERIFY(canvas->zoom() > before);
        QTest::keyClick(canvas, Qt::Key_Minus);
        QCOMPARE(canvas->zoom(), before);
        QTest::keyClick(canvas, Qt::Key_Plus, Qt::ShiftModifier);  // as some keyboards give it
        QVERIFY(canvas->zoom() > before);
        QCOMPARE(reasonOf("graph.trace-up"), QString("Nothing is selected."));
        QVERIFY(!m_window->run("graph.trace-up"));
        QVERIFY2(message().contains("Trace up"), qPrintable(message()));
        QVERIFY(canvas->panelsShown());
        QTest::keyClick(canvas, Qt::Key_O);
        QVERIFY(!canvas->panelsShown());
    }

    void thePaletteRunsCommandsOfTheChartInView() {
        open();
        m_window->showPage("metadata");
        settle(*m_window);
        QCOMPARE(reasonOf("chart.zoom-in"), QString("No chart is in view."));
        m_window->showPage("gap");
        settle(*m_window);
        auto* plot = m_window->page("gap")->findChild<GapPlot*>();
        QVERIFY(plot != nullptr && plot->isVisible());
        const double whole = plot->to() - plot->from();
        QVERIFY(m_window->run("chart.zoom-in"));
        QVERIFY(plot->to() - plot->from() < whole);
        QVERIFY(m_window->run("chart.fit"));
        QCOMPARE(plot->to() - plot->from(), whole);
    }

    void theListOfKeysIsSearchedAndRuns() {
        open();
        QTest::keyClick(m_window.get(), Qt::Key_F1);
        QPointer<QDialog> dialog = m_window->findChild<QDialog*>("keys");
        QVERIFY(dialog != nullptr);
        auto* list = dialog->findChild<QTreeWidget*>();
        auto* line = dialog->findChild<QLineEdit*>();
        QCOMPARE(static_cast<std::size_t>(list->topLevelItemCount()), commands().rows().size());
        QTest::keyClicks(line, "page time");
        QStringList shown;
        for (int i = 0; i < list->topLevelItemCount(); ++i)
            if (!list->topLevelItem(i)->isHidden()) shown.append(list->topLevelItem(i)->text(1));
        QCOMPARE(shown, QStringList{"Page: Time"});
        QTest::keyClick(line, Qt::Key_Return);
        QCOMPARE(m_window->currentPage(), QString("events"));
        QTRY_VERIFY(dialog == nullptr);
        activate();
        // A letter of a view is no key of the window: it is listed by the view's name.
        QTest::keyClick(m_window.get(), Qt::Key_F1);
        list = m_window->findChild<QDialog*>("keys")->findChild<QTreeWidget*>();
        QVERIFY(!list->findItems("Chart: Zoom in", Qt::MatchExactly, 1).isEmpty());
        QCOMPARE(list->findItems("Chart: Zoom in", Qt::MatchExactly, 1).first()->text(0), QString("W"));
        QVERIFY(!list->findItems("Values: Next NaN or Inf", Qt::MatchExactly, 1).isEmpty());
    }

private:
    Commands& commands() const { return m_window->commands(); }
    /// Keys are given to the active window only.
    void activate() {
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    QString message() const { return m_window->statusBar()->currentMessage(); }
    QString reasonOf(const QString& id) const {
        for (const Commands::Row& row : commands().rows())
            if (row.id == id) return row.reason;
        return "no such command";
    }
    void open() {
        m_window->workspace().open({samplePath()});
        QTRY_VERIFY_WITH_TIMEOUT(m_window->workspace().session() != nullptr, 30000);
        settle(*m_window);
    }

    std::unique_ptr<MainWindow> m_window;
};

ETSCOPE_TEST(TestCommands)
#include "tst_commands.moc"
