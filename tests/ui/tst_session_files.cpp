// The files of a session in the window: what arrays are by their names, files that are taken out by key and menu and put back, and
// weights that count once however many files and stages hold them.
#include <QMenu>
#include <QTemporaryDir>

#include "answers/weight_count.h"
#include "support/test_case.h"
#include "ui/driver.h"
#include "workspace/page_state.h"

using namespace etscope;
using namespace etscope::ui;
using test::Driver;
using test::samplePath;

namespace {

inventory::TensorRow weightRow(const char* name, inventory::TensorRole role, const char* method, const char* stage, unsigned file,
                               std::int64_t elements, const char* storage = "") {
    inventory::TensorRow row;
    row.name = name, row.role = role, row.method = method, row.stage = stage, row.file = file;
    row.tensor.type = ScalarType::F32;
    row.tensor.shape = {elements};
    row.tensor.storageId = storage;
    return row;
}

}  // namespace

class TestSessionFiles : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;

    static void open(Driver& user, const QStringList& paths) {
        user.window().open(paths);
        QTRY_VERIFY_WITH_TIMEOUT(user.window().workspace().session() != nullptr, 30000);
        user.window().showPage("containers");
        user.settle();
    }
    static TableView* filesOf(Driver& user) { return user.window().page("containers")->findChild<TableView*>("card"); }
    static int rowOf(const TableView& table, const QString& name) {
        for (int row = 0; row < table.model()->rowCount(); ++row)
            if (table.model()->index(row, 0).data().toString() == name) return row;
        return -1;
    }
    static void select(TableView& table, const QString& name) {
        const QModelIndex index = table.model()->index(rowOf(table, name), 0);
        table.scrollTo(index);
        QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, table.visualRect(index).center());
    }
    static QString cell(const TableView& table, const QString& name, const char* column) {
        return table.model()->index(rowOf(table, name), table.columnOf(column)).data().toString();
    }

private slots:
    void init() { QSettings().clear(); }

    void arraysSayWhatTheyAre() {
        const QString out = m_folder.filePath("out-nothing-3-1.npy"), in = m_folder.filePath("in-text_decoder-0-0.npy"),
                      other = m_folder.filePath("noise.npy");
        for (const QString& to : {out, in, other}) QVERIFY(QFile::copy(samplePath() + "/out-text_decoder-2-0.npy", to));
        Driver user;
        open(user, {samplePath(), out, in, other});
        const TableView& files = *filesOf(user);
        QCOMPARE(cell(files, "out-text_decoder-4-0.npy", "what_was_found"), QString("output 0 that text_decoder gave, case 1"));
        QCOMPARE(cell(files, "out-text_decoder-4-0.npy", "belongs"), QString("by its name"));
        QCOMPARE(cell(files, "in-text_decoder-0-0.npy", "what_was_found"), QString("input 0 of text_decoder, case 0"));
        QCOMPARE(cell(files, "out-nothing-3-1.npy", "belongs"), QString("no such method"));
        QVERIFY(cell(files, "noise.npy", "what_was_found").contains("its name says no method"));
        for (int row = 0; row < files.model()->rowCount(); ++row)
            QVERIFY(!files.model()->index(row, files.columnOf("what_was_found")).data().toString().contains("raw values"));
    }

    /// Of two lone files the first is what is expected.
    void loneArrays() {
        const QString one = m_folder.filePath("one.npy"), two = m_folder.filePath("two.npy");
        for (const QString& to : {one, two}) QVERIFY(QFile::copy(samplePath() + "/out-text_decoder-2-0.npy", to));
        Driver user;
        open(user, {one, two});
        QCOMPARE(cell(*filesOf(user), "one.npy", "what_was_found"), QString("expected output 0 of one, case 0"));
        QCOMPARE(cell(*filesOf(user), "two.npy", "what_was_found"), QString("output 0 that one gave, case 0"));
    }

    void deleteTakesAFileOut() {
        Driver user;
        open(user, {samplePath()});
        const auto count = [&user] { return user.window().workspace().session()->files().size(); };
        const std::size_t before = count();
        select(*filesOf(user), "out-text_decoder-2-0.npy");
        QTest::keyClick(filesOf(user), Qt::Key_Delete);
        user.settle();
        QTRY_COMPARE_WITH_TIMEOUT(count(), before - 1, 30000);
        user.settle();
        QCOMPARE(rowOf(*filesOf(user), "out-text_decoder-2-0.npy"), -1);
        QCOMPARE(user.window().currentPage(), QString("containers"));
        auto* banner = user.window().findChild<Banner*>("removedBanner");
        QVERIFY(banner != nullptr && banner->isVisible());
        QVERIFY2(user.texts(banner).contains("out-text_decoder-2-0.npy was removed"), qPrintable(user.texts(banner)));
        QTest::mouseClick(banner->findChild<QPushButton*>(), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(count(), before, 30000);
        user.settle();
        QVERIFY(rowOf(*filesOf(user), "out-text_decoder-2-0.npy") >= 0);
        QVERIFY(user.window().findChild<Banner*>("removedBanner") == nullptr);
    }

    /// A row that stands for several files, and other tables, have nothing to remove.
    void theMenuTakesAFileOut() {
        Driver user;
        open(user, {samplePath()});
        TableView* files = filesOf(user);
        select(*files, "model.bpte");
        const QRect row = files->visualRect(files->model()->index(rowOf(*files, "model.bpte"), 0));
        QContextMenuEvent asked(QContextMenuEvent::Mouse, row.center(), files->viewport()->mapToGlobal(row.center()));
        QApplication::sendEvent(files->viewport(), &asked);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu != nullptr);
        QAction* remove = nullptr;
        for (QAction* action : menu->actions())
            if (action->text().startsWith("Remove from the session")) remove = action;
        QVERIFY(remove != nullptr);
        remove->trigger();
        menu->close();
        QTRY_VERIFY_WITH_TIMEOUT(user.window().workspace().removed().endsWith("model.bpte"), 30000);
        user.settle();
        QCOMPARE(rowOf(*filesOf(user), "model.bpte"), -1);
        user.window().showPage("tensors");
        user.settle();
        const std::size_t now = user.window().workspace().session()->files().size();
        QTest::keyClick(user.window().page("tensors")->mainTable(), Qt::Key_Delete);
        user.settle();
        QCOMPARE(user.window().workspace().session()->files().size(), now);
    }

    /// A dump that is cut has no run to look at: what is wrong with it comes first.
    void aDumpWithoutRunsBeginsWithTheVerdict() {
        QFile whole(test::bundledSample() + "/run.etdp"), cut(m_folder.filePath("cut.etdp"));
        QVERIFY(whole.open(QIODevice::ReadOnly) && cut.open(QIODevice::WriteOnly));
        cut.write(whole.read(60000));
        cut.close();
        Driver user;
        user.window().open({cut.fileName()});
        QTRY_VERIFY_WITH_TIMEOUT(user.window().workspace().session() != nullptr, 30000);
        user.settle();
        QCOMPARE(user.window().currentPage(), QString("overview"));
        QVERIFY2(user.sees("Part of cut.etdp is damaged"), qPrintable(user.texts()));
        user.window().showPage("events");
        user.settle();
        QVERIFY(user.sees("These files hold no run that could be read."));
    }

    /// One name in all stages of a method, one storage in all methods, and of nameless ones the most that one file has.
    void weightsCountOnce() {
        using enum inventory::TensorRole;
        std::vector<inventory::TensorRow> rows{
            weightRow("a.weight", Parameter, "forward", "edge", 0, 4, "1"),
            weightRow("a.weight", Parameter, "forward", "exported", 0, 4, "2"),
            weightRow("a.weight", Parameter, "other", "edge", 0, 4, "3"),  // another's, though its name is the same
            weightRow("tied", Parameter, "other", "edge", 0, 8, "1"),      // the storage of the first
            weightRow("state", Buffer, "forward", "edge", 0, 16, "4"),
            weightRow("x", ExampleInput, "forward", "edge", 0, 16, "5"),
            weightRow("", Constant, "forward", "program", 1, 4),
            weightRow("", Constant, "forward", "program", 1, 64),
            weightRow("", Constant, "forward", "program", 1, 64),
            weightRow("", Constant, "forward", "program", 2, 64)};
        const WeightCount count = countWeights(rows);
        QCOMPARE(count.distinct, std::size_t{3 + 2});
        QCOMPARE(count.rows, std::size_t{9});
        QCOMPARE(count.places.size(), std::size_t{4});
        QVERIFY(countWeights({}).distinct == 0);
        // External data answer for all methods.
        rows = {weightRow("w", Parameter, "a", "edge", 0, 4, "1"), weightRow("w", Parameter, "b", "edge", 0, 4, "2"),
                weightRow("w", External, "", "", 1, 4, "3")};
        QCOMPARE(countWeights(rows).distinct, std::size_t{1});
    }

    void theSummaryTellsRowsApart() {
        Driver user;
        open(user, {samplePath()});
        user.window().showPage("tensors");
        user.settle();
        const auto words = [&user] { return user.texts(user.window().page("tensors")); };
        static const QRegularExpression kSummary(
            "(\\d+) weights and buffers in (\\d+) rows, one for each stage and file; (\\d+) other");
        const auto hit = kSummary.match(words());
        QVERIFY2(hit.hasMatch(), qPrintable(words()));
        QVERIFY(hit.captured(1).toInt() < hit.captured(2).toInt());
        TableView* table = user.window().page("tensors")->mainTable();
        QVERIFY(!table->isColumnHidden(table->columnOf("file")));
        table->filter()->setQuery("no such weight");
        user.settle();
        QVERIFY2(words().contains("0 of "), qPrintable(words()));
    }
};

ETSCOPE_TEST(TestSessionFiles)
#include "tst_session_files.moc"
