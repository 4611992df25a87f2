// Outputs and cost of two exports as tables: reached by keys, filled for both sides, gone with the other export.
#include <QtTest>

#include "models/table_view.h"
#include "pages/change_rows_page.h"
#include "support/test_case.h"
#include "ui/driver.h"

using namespace etscope;
using namespace etscope::ui;
using test::Driver;

class TestChangeRows : public QObject {
    Q_OBJECT
private:
    static QString fixture(const char* name) { return QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/") + QLatin1String(name); }
    static void open(Driver& user, const QStringList& before, const QStringList& after) {
        user.window().workspace().open(after);
        QTRY_VERIFY_WITH_TIMEOUT(user.window().workspace().session() != nullptr, 30000);
        user.window().showPage("diff");
        user.window().workspace().compareWith(before);
        user.settle();
    }
    static QStringList row(const TableView* table, int row) {
        QStringList cells;
        for (int column = 0; column < table->model()->columnCount(); ++column)
            cells.append(table->model()->index(row, column).data().toString());
        return cells;
    }
    static int rowOf(const TableView* table, const QString& first) {
        for (int i = 0; i < table->model()->rowCount(); ++i)
            if (row(table, i).front() == first) return i;
        return -1;
    }

private slots:
    void costBeforeAndAfter() {
        Driver user;
        open(user, {fixture("tied/portable.pte")}, {fixture("tied/model.pte"), fixture("tied/run.etdp")});
        user.press("Ctrl+Shift+4");
        user.settle();
        QCOMPARE(user.window().currentPage(), QString("diff-cost"));
        const TableView* table = static_cast<ChangeRowsPage*>(user.window().page("diff-cost"))->mainTable();
        const int shipped = rowOf(table, "Program and external data");
        QCOMPARE(row(table, shipped), QStringList({"Program and external data", "7.7 KiB", "11.2 KiB", "+46 %"}));
        QCOMPARE(row(table, rowOf(table, "Weights packed by XNNPACK")).mid(1, 1), QStringList("0 B"));
        const int run = rowOf(table, "A run of forward (p50)");
        QVERIFY(run >= 0 && row(table, run)[1] == QStringLiteral("–") && row(table, run)[2].endsWith("s"));
        // A row of a method leads to it.
        user.window().workspace().setMethod("embed");
        QVERIFY(user.click(Address::ofMethod("forward")));
        QCOMPARE(user.window().workspace().selection(), Address::ofMethod("forward"));
    }

    /// How each module keeps its weights: by name, and of programs alone in order.
    void schemesBeforeAndAfter() {
        Driver user;
        open(user, {fixture("schemes/before")}, {fixture("schemes/after")});
        user.press("Ctrl+Shift+5");
        user.settle();
        QCOMPARE(user.window().currentPage(), QString("diff-schemes"));
        const TableView* table = static_cast<ChangeRowsPage*>(user.window().page("diff-schemes"))->mainTable();
        QCOMPARE(table->model()->rowCount(), 9);
        const QStringList up = row(table, rowOf(table, "layers.0.up"));
        QCOMPARE(up.mid(1, 5), QStringList({"decode", "linear", "otherwise", "float", "8da4w, groups of 32"}));
        QCOMPARE(up.back(), QStringLiteral("−86 %"));
        QCOMPARE(row(table, rowOf(table, "lm_head")).mid(3, 1), QStringList("the same"));
        QCOMPARE(row(table, rowOf(table, "stem"))[5], QString("int8, operands in int8 with fixed scales"));
        QVERIFY(user.sees("8 of 9 modules are kept otherwise"));
        user.window().workspace().compareWith({});
        user.settle();
        QCOMPARE(table->model()->rowCount(), 0);
        Driver alone;
        open(alone, {fixture("schemes/before/model.pte")}, {fixture("schemes/after/model.pte")});
        alone.window().showPage("diff-schemes");
        alone.settle();
        const TableView* programs = static_cast<ChangeRowsPage*>(alone.window().page("diff-schemes"))->mainTable();
        QCOMPARE(programs->model()->rowCount(), 9);
        QCOMPARE(row(programs, 1).mid(3, 3), QStringList({"otherwise", "float", "8da4w, groups of 32"}));
    }

    /// Of each output whether it came nearer to its reference, or is only another; those of one export with itself are the same.
    void outputsBeforeAndAfter() {
        Driver user;
        open(user, {fixture("vlm")}, {fixture("kernel_vlm")});
        user.press("Ctrl+Shift+3");
        user.settle();
        QCOMPARE(user.window().currentPage(), QString("diff-outputs"));
        const auto* page = static_cast<ChangeRowsPage*>(user.window().page("diff-outputs"));
        const QStringList cells = row(page->mainTable(), rowOf(page->mainTable(), "text_decoder"));
        QCOMPARE(cells.mid(2, 3), QStringList({"agrees better", "2 of 3 cases match", "3 of 3 cases match"}));
        QCOMPARE(row(page->mainTable(), rowOf(page->mainTable(), "token_embedding"))[2], QString("other values"));
        QCOMPARE(page->stateMark(), Mark::Differ);
        user.window().workspace().compareWith({fixture("kernel_vlm")});
        user.settle();
        QVERIFY2(user.sees("No output was found that is not the same"), qPrintable(user.texts()));
        user.window().workspace().compareWith({});
        user.settle();
        QVERIFY(user.sees("Nothing to compare with"));
        QCOMPARE(page->mainTable()->model()->rowCount(), 0);
    }

    /// One that agrees less has the sign, on its view, too; the one asked for last is shown.
    void oneThatAgreesLess() {
        const QString shared = QStringLiteral(ETSCOPE_SHARED_DIR "/fixtures/");
        if (!QFileInfo::exists(shared + "vlm_portable")) QSKIP("the shared fixtures are not here");
        Driver user;
        open(user, {shared + "vlm_portable"}, {shared + "vlm"});
        user.window().showPage("diff-outputs");
        user.window().showPage("diff-cost");
        user.window().showPage("diff-outputs");
        user.settle();
        const auto* page = static_cast<ChangeRowsPage*>(user.window().page("diff-outputs"));
        QCOMPARE(page->stateMark(), Mark::Differ);
        const QStringList cells = row(page->mainTable(), rowOf(page->mainTable(), "text_decoder"));
        QCOMPARE(cells.mid(2, 3), QStringList({"agrees less", "3 of 3 cases match", "0 of 3 cases match"}));
        QCOMPARE(row(page->mainTable(), rowOf(page->mainTable(), "vision_encoder"))[2], QString("other values"));
    }
};

ETSCOPE_TEST(TestChangeRows)
#include "tst_change_rows.moc"
