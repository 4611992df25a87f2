// Opening: of very many files the window does no more work than it can show; what the person cancels is no error; what is shown is
// asked for once; the Outline follows what is selected into modules.
#include <QFileSystemWatcher>
#include <QHeaderView>
#include <QTemporaryDir>
#include <QTreeWidget>
#include <QtTest>

#include "docks/outline.h"
#include "look/numbers.h"
#include "session/file_names.h"
#include "support/test_case.h"
#include "ui/busy.h"
#include "ui/driver.h"
#include "ui/heartbeat.h"

using namespace etscope;
using namespace etscope::ui;
using test::Driver;
using test::samplePath;

namespace {

constexpr int kFiles = 3000, kMostRows = 1000;  // rows of one group of the Outline

/// Arrays of 128 bytes without an element.
void writeArrays(const QTemporaryDir& folder) {
    QByteArray header("{'descr': '<f4', 'fortran_order': False, 'shape': (0,), }");
    header = QByteArray("\x93NUMPY\x01\x00\x76\x00", 10) + header.leftJustified(117, ' ') + '\n';
    QCOMPARE(header.size(), 128);
    for (int i = 0; i < kFiles; ++i) {
        QFile file(folder.filePath(QStringLiteral("out-%1.npy").arg(i, 5, 10, QLatin1Char('0'))));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(header) == header.size());
    }
}

/// Opened for it.
QTreeWidget* outlineOf(Driver& driver) {
    auto* outline = driver.window().findChild<QTreeWidget*>("outline");
    if (!outline->isVisible()) {
        driver.window().run("view.outline");
        driver.settle();
    }
    return outline;
}

QTreeWidgetItem* groupOf(Driver& driver, int group) { return outlineOf(driver)->topLevelItem(0)->child(group); }

void open(Driver& driver, const QString& path) {
    driver.window().open({path});
    QTRY_VERIFY_WITH_TIMEOUT(driver.window().workspace().session() != nullptr, 30000);
    driver.settle();
}

/// Asks nothing.
class CountingPage : public Page {
public:
    using Page::Page;
    int refreshed = 0, followed = 0;

protected:
    void refresh() override { ++refreshed; }
    void followSelection(const Address&) override { ++followed; }
    void leave() override {}
};

}  // namespace

class TestOpening : public QObject {
    Q_OBJECT
private slots:
    void manyFiles() {
        const QTemporaryDir folder;
        writeArrays(folder);
        Driver driver;
        const test::Heartbeat heart;
        QElapsedTimer time;
        time.start();
        open(driver, folder.path());
        qInfo("%d files: %lld ms, longest turn of the event loop %.1f ms", kFiles, static_cast<long long>(time.elapsed()),
              heart.longest());
        const SessionPtr session = driver.window().workspace().session();
        QCOMPARE(session->files().size(), std::size_t{kFiles});
        QCOMPARE(&session::fileNames(*session), &session::fileNames(*session));  // made once
        // Those that there is no room for are counted.
        QCOMPARE(groupOf(driver, 0)->childCount(), 1);
        const QTreeWidgetItem* arrays = groupOf(driver, 0)->child(0);
        QCOMPARE(arrays->childCount(), kMostRows + 1);
        QCOMPARE(arrays->child(7)->text(0), QString("out-00007.npy"));
        QVERIFY(arrays->child(kMostRows)->text(0).contains(countText(quint64{kFiles - kMostRows})));
        // Marks that stay as they are are not told to the view again.
        QSignalSpy changed(outlineOf(driver)->model(), &QAbstractItemModel::dataChanged);
        driver.window().workspace().judge();
        driver.settle();
        QVERIFY2(changed.size() < 50, qPrintable(QString::number(changed.size())));
        // Each file that is watched is looked for among all that are.
        const auto* watcher = driver.window().findChild<QFileSystemWatcher*>();
        QVERIFY(watcher != nullptr);
        QVERIFY(watcher->files().size() <= 500);
        QCOMPARE(watcher->directories(), QStringList{folder.path()});
    }

    /// Heights of rows are measured as far as one turn has time.
    void rowsAreFittedInTurns() {
        const QTemporaryDir folder;
        writeArrays(folder);
        Driver driver;
        open(driver, folder.path());
        auto* table = driver.window().findChild<TableView*>("card");
        for (TableView* one : driver.window().findChildren<TableView*>())
            if (one->model()->rowCount() == kFiles) table = one;
        QCOMPARE(table->model()->rowCount(), kFiles);
        QSignalSpy fitted(table, &TableView::rowsFitted), sized(table->verticalHeader(), &QHeaderView::sectionResized);
        table->setWraps(true);
        QCOMPARE(fitted.size(), 1);
        QVERIFY2(sized.size() <= 40, qPrintable(QString::number(sized.size())));
        QTRY_VERIFY_WITH_TIMEOUT(fitted.size() >= kFiles / 40, 30000);
    }

    void aCancelledOpeningSaysNothing() {
        Driver driver;
        MainWindow& window = driver.window();
        open(driver, samplePath());
        const SessionPtr before = window.workspace().session();
        QSignalSpy failed(&window.workspace(), &Workspace::openFailed);
        {
            const test::Busy busy;
            busy.begin();
            busy.waitUntilBusy();
            driver.window().add({samplePath() + "/model.pte"});
            window.jobs().cancelAll();
        }
        driver.settle();
        QVERIFY(window.workspace().session() == before);
        QVERIFY(failed.isEmpty());
        QVERIFY(!driver.sees("cancelled") && !driver.sees("Could not be opened."));
    }

    void reloadedAgainAndAgain() {
        Driver driver;
        open(driver, samplePath());
        const Diagnostics told = driver.window().workspace().session()->diagnostics();
        const auto problems = told.items().size();
        for (int round = 0; round < 4; ++round) {
            for (int press = 0; press < 4; ++press) {
                QTest::keyClick(driver.window().windowHandle(), Qt::Key_F5);
                for (int turn = 0; turn < 5 * round; ++turn) QCoreApplication::processEvents();
            }
            driver.settle();
            const Diagnostics diagnostics = driver.window().workspace().session()->diagnostics();
            for (const Diagnostic& one : diagnostics.items())
                QVERIFY2(one.message.find("cancelled") == std::string::npos, (one.where + ": " + one.message).c_str());
            QCOMPARE(diagnostics.items().size(), problems);
            for (const session::SessionFile& file : driver.window().workspace().session()->files())
                QVERIFY(!file.error && !file.damage);
        }
    }

    void pagesAreAskedOnce() {
        QWidget window;
        Workspace workspace;
        auto* page = new CountingPage(workspace, &window);
        window.show();
        const auto asked = [&] { return std::pair(std::exchange(page->refreshed, 0), std::exchange(page->followed, 0) <= 1); };
        asked();
        workspace.open({samplePath()});
        QTRY_VERIFY_WITH_TIMEOUT(workspace.session() != nullptr, 30000);
        QCOMPARE(asked(), std::pair(1, true));
        workspace.select(Address::ofMethod(workspace.method()));
        QCOMPARE(asked(), std::pair(0, true));
        const SessionPtr before = workspace.session();
        workspace.reload();
        QTRY_VERIFY_WITH_TIMEOUT(workspace.session() != before, 30000);
        QCOMPARE(asked(), std::pair(1, true));
        workspace.close();
        QCOMPARE(asked(), std::pair(1, true));
    }

    /// Also once a module's row was chosen, and into modules that nobody has opened yet.
    void theOutlineFollowsIntoModules() {
        Driver driver;
        open(driver, samplePath());
        QTreeWidget* outline = outlineOf(driver);
        Workspace& workspace = driver.window().workspace();
        QTreeWidgetItem* method = groupOf(driver, 1)->child(0);
        QTreeWidgetItem* edge = method->child(1);
        QCOMPARE(edge->text(0), QString("edge"));
        method->setExpanded(true);
        edge->setExpanded(true);
        driver.settle();
        outline->scrollToItem(edge->child(0));
        QTest::mouseClick(outline->viewport(), Qt::LeftButton, {}, outline->visualItemRect(edge->child(0)).center());
        driver.settle();
        QCOMPARE(outline->currentItem(), edge->child(0));
        QCOMPARE(workspace.selection().kind, Address::Kind::Module);
        // A node: the deepest module around it that has a row.
        const auto graph = workspace.session()->graph(method->text(0).toStdString(), "edge", {});
        QVERIFY(graph);
        const std::string last = (*graph)->nodePath((*graph)->top().nodes.back());
        workspace.reveal(Address::ofNode(method->text(0), QStringLiteral("edge"), QString::fromStdString(last)));
        driver.settle();
        QVERIFY(isBelow(outline->currentItem(), edge));
        QVERIFY(outline->currentItem()->parent()->isExpanded());
        // What is of no module.
        workspace.reveal(Address::ofFile(groupOf(driver, 0)->child(0)->text(0)));
        driver.settle();
        QCOMPARE(outline->currentItem(), groupOf(driver, 0)->child(0));
        // By the address of a module that lies deep.
        const QString deep = deepestModule(edge->child(0));
        workspace.reveal(Address::ofModule(method->text(0), QStringLiteral("edge"), deep));
        driver.settle();
        QVERIFY(isBelow(outline->currentItem(), edge));
        QCOMPARE(outline->currentItem()->data(0, ModulePath).toString(), deep);
    }

private:
    static bool isBelow(const QTreeWidgetItem* item, const QTreeWidgetItem* around) {
        while (item != nullptr && item != around) item = item->parent();
        return item != nullptr;
    }
    /// Opens the first one in each.
    static QString deepestModule(QTreeWidgetItem* item) {
        QString path;
        for (; item != nullptr; item = item->child(0)) {
            path = item->data(0, ModulePath).toString();
            item->setExpanded(true);
        }
        return path;
    }
};

ETSCOPE_TEST(TestOpening)
#include "tst_opening.moc"
