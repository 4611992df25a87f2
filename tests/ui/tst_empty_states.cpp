// What a page says where it has nothing to show is so, and tells the way on; problems do not depend on the page that is visited;
// files that are gone are named; the start page says what sessions are.
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QToolButton>

#include "charts/treemap.h"
#include "docks/outline.h"
#include "look/tokens.h"
#include "support/test_case.h"
#include "ui/driver.h"

using namespace etscope;
using namespace etscope::ui;
using etscope::test::Driver;

namespace {

const QString kFault = QStringLiteral(ETSCOPE_SHARED_DIR "/faults/fault_kernel/");

#define SEES(driver, part, text) QVERIFY2((driver).texts(part).contains(text), qPrintable((driver).texts(part)))

/// What the status bar counts: "5 errors, 3 warnings".
QString problemCounts(Driver& driver) {
    QStringList counts;
    for (const QToolButton* button : driver.window().findChildren<QToolButton*>("problemCounts"))
        if (button->isVisibleTo(&driver.window())) counts += button->toolTip();
    return counts.join(", ");
}

void open(Driver& driver, const QStringList& paths, const char* page) {
    driver.window().open(paths);
    QTRY_VERIFY_WITH_TIMEOUT(driver.window().workspace().session() != nullptr, 30000);
    driver.window().showPage(page);
    driver.settle();
}

/// Remembers what a row of the tree said when it was painted last.
class LastPainted : public QObject {
public:
    explicit LastPainted(QTreeWidget* tree) : m_tree(tree) { tree->viewport()->installEventFilter(this); }
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() == QEvent::Paint) painted = now();
        return false;
    }
    QString now() const {
        const QTreeWidgetItem* root = m_tree->topLevelItem(0);
        const QTreeWidgetItem* methods = root != nullptr && root->childCount() > 1 ? root->child(1) : nullptr;
        return methods != nullptr && methods->childCount() > 0 ? methods->child(0)->text(1) : QString();
    }
    QString painted;

private:
    QTreeWidget* m_tree;
};

}  // namespace

class TestEmptyStates : public QObject {
    Q_OBJECT
private slots:
    void init() { QSettings().clear(); }
    void initTestCase() {
        applyTheme(*qApp, Theme::Light);
        if (!QFile::exists(kFault + "run-main.etdp")) QSKIP("the shared fixtures are not here");
    }

    /// The program is there: it is not asked for.
    void filesThatHoldNone_data() {
        QTest::addColumn<QString>("page");
        QTest::addColumn<QString>("words");
        QTest::newRow("metadata") << "metadata"
                                  << "There are none in model.pte.";
        QTest::newRow("named data") << "named-data"
                                    << "There are no named data in model.pte.";
        QTest::newRow("delegates") << "delegates"
                                   << "There are no delegates in model.pte";
    }
    void filesThatHoldNone() {
        QFETCH(QString, page);
        QFETCH(QString, words);
        Driver driver;
        open(driver, {kFault + "model.pte"}, page.toLatin1());
        const QByteArray part = "page-" + page.toLatin1();
        SEES(driver, part.constData(), words);
        QVERIFY(!driver.texts(part.constData()).contains("Add the"));
    }

    void methodWithoutARun() {
        Driver driver;
        open(driver, {kFault + "run-main.etdp", kFault + "model.pte", test::samplePath() + "/model.etrecord"}, "events");
        driver.window().workspace().setMethod("vision_encoder");
        driver.settle();
        SEES(driver, "page-events", "No events of vision_encoder");
    }

    void sessionWithoutTensors() {
        QTemporaryDir folder;
        QFile file(folder.filePath("out.npy"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("\x93NUMPY\x01\x00\x76\x00{'descr'", 18);
        file.close();
        Driver driver;
        open(driver, {file.fileName()}, "tensors");
        SEES(driver, "page-tensors", "No tensors");
        SEES(driver, "page-tensors", "the file ends inside the header");
        QVERIFY(!driver.window().findChild<QPushButton*>("exportTensor")->isVisible());
    }

    /// A filter that leaves no row says so, and how many there are; one click, or Return, shows all again.
    void filterThatFindsNothing() {
        Driver driver;
        open(driver, {test::samplePath()}, "named-data");
        auto* page = driver.window().page("named-data");
        auto* line = page->findChild<QLineEdit*>("filter");
        auto* clear = page->findChild<QPushButton*>("clearFilter");
        const int all = page->mainTable()->model()->rowCount();
        QVERIFY(all > 0 && !clear->isVisible());
        QTest::mouseClick(line, Qt::LeftButton);
        driver.type("zzz");
        SEES(driver, "page-named-data", "No row matches “zzz”.");
        SEES(driver, "page-named-data", QStringLiteral("0 of %1 entries").arg(all));
        QVERIFY(clear->isVisible());
        QTest::mouseClick(clear, Qt::LeftButton);
        driver.settle();
        QCOMPARE(page->mainTable()->model()->rowCount(), all);
        QVERIFY(line->text().isEmpty() && line->hasFocus() && !clear->isVisible());
        QVERIFY(!driver.sees("0 of "));
    }

    /// A reload finds what a fresh start finds, and names the file that is gone.
    void reloadWithoutAFile() {
        QTemporaryDir folder;
        for (const char* name : {"model.etrecord", "model.pte", "run-main.etdp", "run-main.dbg"})
            QVERIFY(QFile::copy(kFault + QLatin1String(name), folder.filePath(name)));
        QVERIFY(QFile::setPermissions(folder.filePath("run-main.dbg"), QFile::ReadOwner | QFile::WriteOwner));
        QVERIFY(QFile::resize(folder.filePath("run-main.dbg"), 60'000));
        Driver driver;
        open(driver, {folder.path()}, "metadata");
        const auto isCut = [&driver] { return driver.window().workspace().session()->diagnostics().has("etdump-buffer-short"); };
        QVERIFY(isCut());
        QVERIFY(QFile::remove(folder.filePath("model.etrecord")));
        driver.press("F5");
        QTRY_VERIFY(driver.window().workspace().session()->recordFile() == nullptr);
        driver.settle();
        QVERIFY(isCut());
        QVERIFY(driver.sees("model.etrecord is no longer there."));
        QTRY_COMPARE(problemCounts(driver), QString("1 error"));
        driver.press("F5");
        driver.settle();
        QVERIFY(driver.sees("model.etrecord is no longer there."));  // it still is not
        driver.window().open({test::samplePath()});
        driver.settle();
        QVERIFY(!driver.sees("is no longer there."));
    }

    /// The page of the problems and the status bar count the same; what is wrong stands before where it is. A damaged dump is no
    /// dump of another export.
    void problemsOfABrokenDump() {
        Driver driver;
        const QString folder = QStringLiteral(ETSCOPE_SHARED_DIR "/fixtures/partial_dumps/");
        open(driver, {folder + "model.etrecord", folder + "model.pte", folder + "run-cut.etdp"}, "metadata");
        const auto diagnostics = driver.window().workspace().session()->diagnostics();
        QVERIFY(diagnostics.has("etdump-truncated") && !diagnostics.has("files-mismatched"));
        QTRY_COMPARE(problemCounts(driver), QString("5 errors"));
        driver.window().showPage("problems");
        driver.settle();
        const auto* problems = driver.window().findChild<TableView*>("problems");
        QCOMPARE(problems->model()->rowCount(), static_cast<int>(diagnostics.items().size()));
        QCOMPARE(problems->model()->headerData(1, Qt::Horizontal).toString(), QString("Message"));
    }

    /// Doubts that are found later are told by the status bar; they take no room from the page.
    void doubtsLeaveThePageItsRoom() {
        Driver driver;
        open(driver, {test::samplePath()}, "outputs");
        QTRY_COMPARE(problemCounts(driver), QString("3 warnings"));
        driver.window().showPage("tensors");
        driver.settle();
        QVERIFY(!driver.window().findChild<TableView*>("problems")->isVisible());
    }

    /// What has no name in a file is told apart by its role and place.
    void tensorsWithoutNames() {
        Driver driver;
        open(driver, {kFault + "model.pte"}, "tensors");
        const QAbstractItemModel* rows = driver.window().page("tensors")->mainTable()->model();
        for (int row = 0; row < rows->rowCount(); ++row) QVERIFY(!rows->index(row, 0).data().toString().isEmpty());
        QVERIFY(driver.sees("constant at 0x"));
    }

    /// A weight under a key that is a hash is called as in the record, in the map and in the table.
    void sizesNameWeights() {
        Driver driver;
        open(driver, {test::samplePath()}, "sizes");
        auto* page = driver.window().page("sizes");
        const QString table = page->mainTable()->wholeText(TableFormat::Tsv), map = page->findChild<Treemap*>()->tsv();
        QVERIFY2(table.contains("layers.0.attention"), qPrintable(table));
        QVERIFY2(map.contains("layers.0.attention"), qPrintable(map));
    }

    /// Counts that arrive later are painted, not only known.
    void outlinePaintsItsCounts() {
        Driver driver;
        QVERIFY(driver.window().run("view.outline"));
        LastPainted last(driver.window().findChild<QTreeWidget*>("outline"));
        driver.window().open({test::samplePath()});
        QTRY_VERIFY_WITH_TIMEOUT(driver.window().workspace().session() != nullptr, 30000);
        QTRY_VERIFY_WITH_TIMEOUT(last.now().contains("case"), 30000);
        driver.settle();
        QCOMPARE(last.painted, last.now());
    }
};

ETSCOPE_TEST(TestEmptyStates)
#include "tst_empty_states.moc"
