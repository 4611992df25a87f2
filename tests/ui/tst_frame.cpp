// The frame of the window as it is used, with keys and the mouse: find on every page, history, focus, messages, docks.
#include <QAbstractButton>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QSplitter>
#include <QStatusBar>
#include <QTabBar>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

#include "charts/output_matrix.h"
#include "compare/tensor_list.h"
#include "frame/commands.h"
#include "look/tokens.h"
#include "models/link.h"
#include "models/table_view.h"
#include "support/test_case.h"
#include "windows.h"

using namespace etscope::ui;
using etscope::test::samplePath;
using etscope::test::settle;

class TestFrame : public QObject {
    Q_OBJECT
private slots:
    void init() {
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1440, 900);
        m_window->show();
        m_window->workspace().open({samplePath()});
        QTRY_VERIFY_WITH_TIMEOUT(workspace().session() != nullptr, 30000);
        workspace().setMethod("text_decoder");
        settle(*m_window);
    }
    void cleanup() { m_window.reset(); }

    void findGoesThroughEveryTable_data() {
        QTest::addColumn<QString>("page");
        QTest::addColumn<QString>("text");
        QTest::newRow("gap") << "gap"
                             << "index";
        QTest::newRow("events") << "events"
                                << "xnn";
        QTest::newRow("memory") << "memory"
                                << "f32";
        QTest::newRow("delegates") << "delegates"
                                   << "xnnpack";
        QTest::newRow("handles") << "handles"
                                 << "linear";
        QTest::newRow("sizes") << "sizes"
                               << "header";
        QTest::newRow("metadata") << "metadata"
                                  << "kv";
        QTest::newRow("named data") << "named-data"
                                    << "weight";
        QTest::newRow("overview") << "overview"
                                  << "decoder";
        QTest::newRow("tensors") << "tensors"
                                 << "weight";
    }
    void findGoesThroughEveryTable() {
        QFETCH(QString, page);
        QFETCH(QString, text);
        m_window->showPage(page);
        settle(*m_window);
        QTest::keyClick(m_window.get(), Qt::Key_F, Qt::ControlModifier);
        QTRY_VERIFY(find()->hasFocus());
        QTest::keyClicks(find(), text);
        const TableView* table = m_window->page(page)->mainTable();
        QVERIFY(table->currentIndex().isValid());
        QVERIFY(find()->palette().color(QPalette::Text) != wrongColour());
        const int first = table->currentIndex().row();
        QTest::keyClick(find(), Qt::Key_Return);
        QVERIFY(table->currentIndex().isValid());
        QVERIFY(table->currentIndex().row() != first || table->model()->rowCount() == 1 || onlyOne(*table, text));
        QTest::keyClicks(find(), "zzz");
        QCOMPARE(find()->palette().color(QPalette::Text), wrongColour());
    }

    /// Also where no table is in view: outputs are found by method, output, case and how they are.
    void findGoesThroughOutputs() {
        m_window->showPage("outputs");
        settle(*m_window);
        QTest::keyClick(m_window.get(), Qt::Key_F, Qt::ControlModifier);
        QTRY_VERIFY(find()->hasFocus());
        QTest::keyClicks(find(), "vision_encoder");
        QVERIFY(find()->palette().color(QPalette::Text) != wrongColour());
        QCOMPARE(workspace().selection().kind, Address::Kind::Output);
        QCOMPARE(workspace().selection().method, QString("vision_encoder"));
        const auto* matrix = m_window->findChild<OutputMatrix*>("outputMatrix");
        const int first = matrix->current();
        QTest::keyClick(find(), Qt::Key_Return);
        QVERIFY(matrix->current() != first);
        QTest::keyClick(m_window.get(), Qt::Key_F3, Qt::ShiftModifier);
        QCOMPARE(matrix->current(), first);
        QTest::keyClicks(find(), "zzz");
        QCOMPARE(find()->palette().color(QPalette::Text), wrongColour());
    }
    void findSaysThatThereIsNothingToSearch() {
        m_window->showPage("diff");
        settle(*m_window);
        QTest::keyClick(m_window.get(), Qt::Key_F, Qt::ControlModifier);
        QTRY_VERIFY(find()->hasFocus());
        QTest::keyClicks(find(), "linear");
        QVERIFY(find()->palette().color(QPalette::Text) != wrongColour());
        QCOMPARE(m_window->statusBar()->currentMessage(), QString("There is nothing to search on this page now."));
    }

    void aQueryThatNeedsFactsIsNotRed() {
        m_window->showPage("graph");
        settle(*m_window);
        find()->setText("latency>1us");
        settle(*m_window);
        QVERIFY(find()->palette().color(QPalette::Text) != wrongColour());
        QVERIFY(workspace().selection().kind == Address::Kind::Node);
    }

    void historyHasOneStopForATypedSearch() {
        m_window->showPage("graph");
        settle(*m_window);
        const Address before = workspace().selection();
        find()->setFocus();
        QTest::keyClicks(find(), "linear");
        settle(*m_window);
        QVERIFY(workspace().selection().kind == Address::Kind::Node);
        QTest::keyClick(m_window.get(), Qt::Key_Left, Qt::AltModifier);
        QVERIFY(workspace().selection() == before);
        QTest::keyClick(m_window.get(), Qt::Key_Right, Qt::AltModifier);
        QVERIFY(workspace().selection().name.contains("linear"));
    }

    void historyGoesBackToPageAndStage() {
        m_window->showPage("gap");
        settle(*m_window);
        workspace().setStage("program");
        settle(*m_window);
        m_window->showPage("memory");
        settle(*m_window);
        QTest::keyClick(m_window.get(), Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(m_window->currentPage(), QString("gap"));
        QCOMPARE(workspace().stage(), QString("program"));
        QTest::keyClick(m_window.get(), Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(m_window->currentPage(), QString("gap"));
        QCOMPARE(workspace().stage(), QString("edge"));
        QTest::keyClick(m_window.get(), Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(m_window->currentPage(), QString("overview"));
    }

    /// A stage that is chosen after the selection is a stop of its own; Back does not stay there.
    void historyGoesBackThroughAStageOfAnotherSelection() {
        workspace().select(Address::ofNode("text_decoder", "edge", "aten_linear_default_3"));
        settle(*m_window);
        workspace().setStage("program");
        settle(*m_window);
        workspace().select(Address::ofMethod("vision_encoder"));
        settle(*m_window);
        workspace().back();
        QCOMPARE(workspace().stage(), QString("program"));
        workspace().back();
        QCOMPARE(workspace().stage(), QString("edge"));
        QCOMPARE(workspace().selection().name, QString("aten_linear_default_3"));
        workspace().back();
        QVERIFY(!workspace().selection().valid());
        QVERIFY(!workspace().canGoBack() && workspace().canGoForward());
    }

    void buttonsKnowWhatCanBeGoneBackTo() {
        const QAction* back = m_window->commands().action("go.back");
        workspace().open({samplePath()});
        settle(*m_window);
        QVERIFY(back != nullptr && !back->isEnabled());
        workspace().setStage("program");
        QVERIFY(back->isEnabled());
        workspace().open({samplePath()});
        settle(*m_window);
        QVERIFY(!back->isEnabled());
    }

    void escapeLeavesTheFindLine() {
        m_window->showPage("tensors");
        find()->setFocus();
        QTest::keyClicks(find(), "a");
        QTest::keyClick(find(), Qt::Key_Escape);
        QVERIFY(find()->text().isEmpty() && find()->hasFocus());
        QTest::keyClick(find(), Qt::Key_Escape);
        QVERIFY(m_window->page("tensors")->mainTable()->hasFocus());
    }

    void keysGoToThePageThatIsShown() {
        for (const char* page : {"tensors", "gap", "events", "memory"}) {
            const Address before = workspace().selection();
            m_window->showPage(page);
            settle(*m_window);
            QVERIFY2(m_window->page(page)->mainTable()->hasFocus(), page);
            QVERIFY2(workspace().selection() == before, page);  // arriving selects nothing
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
            QVERIFY2(m_window->page(page)->mainTable()->currentIndex().isValid(), page);
        }
        m_window->showPage("graph");
        settle(*m_window);
        QVERIFY(m_window->page("graph")->isAncestorOf(QApplication::focusWidget()));
    }

    void f6StopsAtNoCloseButton() {
        m_window->showPage("gap");
        settle(*m_window);
        for (int i = 0; i < 4; ++i) {
            QTest::keyClick(m_window.get(), Qt::Key_F6);
            QVERIFY(QApplication::focusWidget() != nullptr);
            QVERIFY2(qobject_cast<QAbstractButton*>(QApplication::focusWidget()) == nullptr,
                     qPrintable(QApplication::focusWidget()->accessibleName()));
        }
    }

    /// The Selection is there while something is selected; a pin keeps it, Escape and its close button leave the selection.
    void theSelectionIsThereWithOne() {
        auto* panel = m_window->findChild<QDockWidget*>("inspectorDock");
        auto* pin = m_window->findChild<QAbstractButton*>("pinSelection");
        const Address node = Address::ofNode("text_decoder", "edge", "aten_linear_default_3");
        QVERIFY(!panel->isVisible());
        m_window->showPage("overview");
        for (const bool byKey : {true, false}) {
            workspace().select(node);
            settle(*m_window);
            QVERIFY(panel->isVisible() && !pin->isChecked());
            if (byKey)
                QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
            else
                QTest::keyClick(m_window.get(), Qt::Key_F8);
            QVERIFY(!panel->isVisible() && !workspace().selection().valid());
        }
        workspace().back();
        settle(*m_window);
        QVERIFY(panel->isVisible() && workspace().selection() == node);
        QTest::mouseClick(pin, Qt::LeftButton);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(panel->isVisible() && workspace().selection() == node);
        workspace().select({});
        settle(*m_window);
        QVERIFY(panel->isVisible());
        const auto heading = [panel] {
            QStringList texts;
            for (const QLabel* label : panel->findChildren<QLabel*>()) texts.append(label->text());
            return texts.join('\n');
        };
        for (const char* method : {"vision_encoder", "text_decoder"}) {  // the method in view, when none
            workspace().setMethod(method);
            settle(*m_window);
            QVERIFY2(heading().contains(method), qPrintable(heading()));
        }
        QTest::mouseClick(pin, Qt::LeftButton);
        QVERIFY(!panel->isVisible());
        QTest::keyClick(m_window.get(), Qt::Key_F5);
        settle(*m_window);
        QVERIFY(!panel->isVisible());
    }

    /// On a narrow window it lies over the page, and leaves it its room.
    void theSelectionLiesOverANarrowPage() {
        auto* panel = m_window->findChild<QDockWidget*>("inspectorDock");
        const QSize before = m_window->size();
        m_window->resize(960, 540);
        settle(*m_window);
        const QRect page = m_window->centralWidget()->geometry();
        workspace().select(Address::ofNode("text_decoder", "edge", "aten_linear_default_3"));
        settle(*m_window);
        QVERIFY(panel->isVisible() && !panel->isWindow());
        QCOMPARE(m_window->centralWidget()->geometry(), page);
        QVERIFY(page.contains(panel->geometry()));
        QCOMPARE(panel->geometry().right(), page.right());
        m_window->resize(1600, 1000);
        settle(*m_window);
        QVERIFY(panel->isVisible() && !panel->geometry().intersects(m_window->centralWidget()->geometry()));
        QTest::keyClick(m_window.get(), Qt::Key_Escape);
        QVERIFY(!panel->isVisible());
        m_window->resize(before);
    }

    void addressesNameTheSameTensorWhenFilesCome() {
        const auto before = etscope::compare::tensorList(*workspace().session(), {});
        QVERIFY(before && (*before)->rows()->size() > 20);
        QSet<QString> texts;
        for (std::size_t row = 0; row < (*before)->rows()->size(); ++row) {
            const Address address = Address::of((*before)->entity(row));
            QVERIFY((*before)->row(address.entity()) == row);
            QVERIFY(Address::parse(address.text(), workspace().methods()) == address);
            texts.insert(address.text());
        }
        QCOMPARE(static_cast<std::size_t>(texts.size()), (*before)->rows()->size());
        QTemporaryDir folder;
        QVERIFY(QFile::copy(samplePath() + "/out-text_decoder-2-0.npy", folder.filePath("a.npy")));
        workspace().add({folder.filePath("a.npy")});
        settle(*m_window);
        const auto after = etscope::compare::tensorList(*workspace().session(), {});
        QVERIFY(after);
        for (std::size_t row = 0; row < (*before)->rows()->size(); ++row) {
            const auto now = (*after)->row((*before)->entity(row));
            QVERIFY2(now, (*before)->entity(row).text().c_str());
            QCOMPARE((*(*after)->rows())[*now].name, (*(*before)->rows())[row].name);
        }
    }

    void anotherSessionBeginsWithItsOverview() {
        m_window->showPage("memory");
        workspace().open({samplePath()});
        settle(*m_window);
        QCOMPARE(m_window->currentPage(), QString("overview"));
        m_window->showPage("memory");
        workspace().reload();
        settle(*m_window);
        QCOMPARE(m_window->currentPage(), QString("memory"));
    }

    void messagesHaveRoom() {
        QTest::keyClick(m_window.get(), Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);  // saves an empty query
        QVERIFY(!m_window->statusBar()->currentMessage().isEmpty());
        QVERIFY(!m_window->findChild<QLabel*>("address")->isVisible());
    }

    void aLongPathDoesNotWidenTheWindow() {
        const int before = m_window->width();
        workspace().open({"/no/such/" + QString(400, 'x') + "/model.pte"});
        settle(*m_window);
        QVERIFY(!m_window->findChildren<QLabel*>().isEmpty());
        QCOMPARE(m_window->width(), before);
        QVERIFY(m_window->minimumSizeHint().width() <= before);
    }

    void viewsThatHaveNoRoomAreListed() {
        applyTheme(*qApp, Theme::Light);
        m_window->resize(2400, 900);
        m_window->showPage("steps");
        settle(*m_window);
        auto* more = m_window->findChild<QToolButton*>("moreViews");
        QVERIFY(!more->isVisible());
        QVERIFY(etscope::test::viewButton(*m_window, "Quantisation") != nullptr);
        setTextScale(1.5);
        applyTheme(*qApp, Theme::Light);
        m_window->resize(960, 540);
        settle(*m_window);
        QVERIFY(more->isVisible());
        QVERIFY(etscope::test::viewButton(*m_window, "Layers × steps") != nullptr);  // the one in view always has room
        QVERIFY(etscope::test::viewButton(*m_window, "Quantisation") == nullptr);
        more->click();
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu != nullptr);
        menu->actions().last()->trigger();
        menu->close();
        settle(*m_window);
        QCOMPARE(m_window->currentPage(), QString("shrink"));
        QVERIFY(etscope::test::viewButton(*m_window, "Shrink and mend") != nullptr);
        setTextScale(1);
        applyTheme(*qApp, Theme::Light);
        m_window->resize(1440, 900);
        settle(*m_window);
    }

    void theTabOfTheBottomDockStaysAsChosen() {
        auto* tabs = m_window->findChild<QTabBar*>("dockTabs");
        QCOMPARE(m_window->findChildren<QWidget*>("dockTabs").size(), 1);
        m_window->showPage("graph");
        settle(*m_window);
        QCOMPARE(tabs->tabText(tabs->currentIndex()), QString("Source"));
        QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(1).center());
        m_window->showPage("memory");
        settle(*m_window);
        QCOMPARE(tabs->currentIndex(), 1);
        QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(0).center());
        m_window->showPage("graph");
        settle(*m_window);
        QCOMPARE(tabs->currentIndex(), 0);
        QVERIFY(m_window->run("view.default-layout"));
        QCOMPARE(tabs->tabText(tabs->currentIndex()), QString("Source"));
    }

    void splittersComeBackAsTheyWereMoved() {
        QSettings().clear();
        m_window->remember();
        m_window->showPage("tensors");
        settle(*m_window);
        auto* splitter = m_window->findChild<QSplitter*>("tensorsSplit");
        const QList<int> first = splitter->sizes();
        QTest::mousePress(splitter->handle(1), Qt::LeftButton, {}, {2, 0});
        QTest::mouseMove(splitter->handle(1), {2, -120});
        QTest::mouseRelease(splitter->handle(1), Qt::LeftButton, {}, {2, -120});
        const QList<int> moved = splitter->sizes();
        QVERIFY(moved != first);
        m_window->close();
        MainWindow other;
        other.remember();
        other.resize(1440, 900);
        other.show();
        other.workspace().open({samplePath()});
        settle(other);
        other.showPage("tensors");
        settle(other);
        const QList<int> kept = other.findChild<QSplitter*>("tensorsSplit")->sizes();
        QVERIFY2(std::abs(kept[0] * moved[1] - kept[1] * moved[0]) < 20 * moved[1],
                 qPrintable(QString("%1:%2, not %3:%4").arg(kept[0]).arg(kept[1]).arg(moved[0]).arg(moved[1])));
        QVERIFY(!QSettings().value("splitters").toMap().contains("sizesSplit"));  // nobody moved it
        QVERIFY(other.run("view.default-layout"));
        settle(other);
        const QList<int> again = other.findChild<QSplitter*>("tensorsSplit")->sizes();
        QVERIFY2(std::abs(again[0] * first[1] - again[1] * first[0]) < 20 * first[1],
                 qPrintable(QString("%1:%2, not %3:%4").arg(again[0]).arg(again[1]).arg(first[0]).arg(first[1])));
        other.close();
        QVERIFY(!QSettings().value("splitters").toMap().contains("tensorsSplit"));
        QSettings().clear();
    }

    /// Each table keeps what the person chose of its columns, and none of them what only a view asks of it.
    void everyTableIsKept() {
        for (const TableView* table : m_window->findChildren<TableView*>())
            QVERIFY2(table->isKept(), qPrintable(table->objectName()));
    }
    void aSortForNowIsNotKept() {
        QSettings().remove("tables/memoryTable");
        m_window->showPage("memory");
        settle(*m_window);
        TableView* table = m_window->page("memory")->mainTable();
        QHeaderView* header = table->horizontalHeader();
        const int first = header->logicalIndex(0);
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                          {header->sectionViewportPosition(first) + 20, header->height() / 2});
        QCOMPARE(header->sortIndicatorSection(), first);
        auto* live = m_window->findChild<QPushButton*>("memoryLiveButton");
        QTest::mouseClick(live, Qt::LeftButton);
        settle(*m_window);
        QVERIFY(header->sortIndicatorSection() != first);
        const QString kept = QSettings().value("tables/memoryTable/sort").toString();
        QCOMPARE(kept, QString::fromUtf8(table->filter()->table()->columns()[static_cast<std::size_t>(first)].title));
        QTest::mouseClick(live, Qt::LeftButton);
        settle(*m_window);
        QCOMPARE(header->sortIndicatorSection(), first);
        table->forgetLayout();
    }

    /// F7 says what the person wants from then on: in the next window, too, and whatever is opened.
    void closedDocksStayClosed() {
        QSettings().clear();
        m_window->remember();
        const auto shown = [](MainWindow& window, const char* name) { return window.findChild<QDockWidget*>(name)->isVisible(); };
        QVERIFY(!shown(*m_window, "outlineDock"));  // until it is asked for
        QTest::keyClick(m_window.get(), Qt::Key_F7);
        QVERIFY(shown(*m_window, "outlineDock"));
        QTest::keyClick(m_window.get(), Qt::Key_F7);
        QVERIFY(!shown(*m_window, "outlineDock") && !shown(*m_window, "inspectorDock"));
        m_window->close();
        MainWindow other;
        other.remember();
        other.show();
        QApplication::setActiveWindow(&other);
        settle(other);
        QVERIFY(!shown(other, "outlineDock"));
        other.workspace().open({samplePath()});
        settle(other);
        QVERIFY(!shown(other, "outlineDock") && !shown(other, "inspectorDock"));
        // What the window closes itself comes back.
        QTest::keyClick(&other, Qt::Key_F8);
        QVERIFY(shown(other, "inspectorDock"));
        other.workspace().close();
        settle(other);
        QVERIFY(!shown(other, "inspectorDock"));
        other.workspace().open({samplePath()});
        settle(other);
        QVERIFY(!shown(other, "outlineDock") && shown(other, "inspectorDock"));
        QTest::keyClick(&other, Qt::Key_F7);
        QVERIFY(other.run("view.default-layout"));
        QVERIFY(!shown(other, "outlineDock") && !shown(other, "inspectorDock"));
        QSettings().clear();
    }

    /// Where docks were dragged and how a table was sorted is kept until the default layout is asked for.
    void theDefaultLayoutIsAllOfIt() {
        QSettings().clear();
        m_window->remember();
        m_window->showPage("memory");
        settle(*m_window);
        QVERIFY(m_window->run("view.outline"));
        m_window->addDockWidget(Qt::RightDockWidgetArea, m_window->findChild<QDockWidget*>("outlineDock"));  // as a drag does
        auto* header = m_window->page("memory")->mainTable()->horizontalHeader();
        const int sorted = header->logicalIndexAt(QPoint(8, 5));
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, {8, 5});
        QCOMPARE(header->sortIndicatorSection(), sorted);
        m_window->close();
        MainWindow other;
        other.remember();
        other.resize(1440, 900);
        other.show();
        other.workspace().open({samplePath()});
        settle(other);
        auto* outline = other.findChild<QDockWidget*>("outlineDock");
        auto* kept = other.page("memory")->mainTable()->horizontalHeader();
        QCOMPARE(other.dockWidgetArea(outline), Qt::RightDockWidgetArea);
        QCOMPARE(kept->sortIndicatorSection(), sorted);
        QVERIFY(other.run("view.default-layout"));
        QCOMPARE(other.dockWidgetArea(outline), Qt::LeftDockWidgetArea);
        QVERIFY(!outline->isVisible());
        QCOMPARE(kept->sortIndicatorSection(), -1);
        MainWindow next;
        next.remember();
        QCOMPARE(next.page("memory")->mainTable()->horizontalHeader()->sortIndicatorSection(), -1);
        QSettings().clear();
    }

    void docksGrowBack() {
        QVERIFY(m_window->run("view.outline"));
        settle(*m_window);
        auto* outline = m_window->findChild<QDockWidget*>("outlineDock");
        const int before = outline->width();
        m_window->resize(720, 500);
        settle(*m_window);
        m_window->resize(1440, 900);
        settle(*m_window);
        QCOMPARE(outline->width(), before);
    }

private:
    Workspace& workspace() { return m_window->workspace(); }
    QLineEdit* find() { return m_window->findChild<QLineEdit*>("find"); }
    static QColor wrongColour() { return tokens().differ; }
    static bool onlyOne(const TableView& table, const QString& text) {
        int count = 0;
        for (int row = 0; row < table.model()->rowCount(); ++row) {
            bool holds = false;
            for (int column = 0; column < table.model()->columnCount(); ++column)
                holds =
                    holds ||
                    table.model()->index(row, column).data(Qt::AccessibleTextRole).toString().contains(text, Qt::CaseInsensitive);
            count += holds ? 1 : 0;
        }
        return count == 1;
    }

    std::unique_ptr<MainWindow> m_window;
};

ETSCOPE_TEST(TestFrame)
#include "tst_frame.moc"
