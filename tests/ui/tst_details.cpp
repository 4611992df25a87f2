// What pages tell about delegates, inputs and rows in the real main window, offscreen: variants of containers, payloads as text,
// classes of inputs, metrics of rows, and what rows of another shape are judged by.
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QtTest>

#include "frame/text_window.h"
#include "pages/rows_page.h"
#include "support/test_case.h"
#include "ui/windows.h"

using namespace etscope;
using namespace etscope::ui;
using test::samplePath;
using test::settle;

class TestDetails : public QObject {
    Q_OBJECT
private:
    static QString shared(const QString& name) { return QStringLiteral(ETSCOPE_SHARED_DIR "/") + name; }
    static void open(MainWindow& window, const QStringList& paths, const QString& method, const QString& page) {
        window.resize(1600, 1000);
        window.show();
        window.workspace().open(paths);
        QTRY_VERIFY_WITH_TIMEOUT(window.workspace().session() != nullptr, 30000);
        window.workspace().setMethod(method);
        window.showPage(page);
        settle(window);
    }
    static QStringList runOf(const QString& fixture, const QString& values) {
        QStringList files;
        for (const char* name : {"model.etrecord", "model.pte", "run-main.etdp", "run-main.dbg"})
            files.append(shared("fixtures/" + fixture + "/" + QLatin1String(name)));
        return files << shared("fixtures/" + fixture + "/" + values);
    }
    static int columnOf(const TableView* table, const QString& title) {
        for (int c = 0; c < table->model()->columnCount(); ++c)
            if (table->model()->headerData(c, Qt::Horizontal).toString() == title) return c;
        return -1;
    }
    static QModelIndex cell(const TableView* table, int row, const QString& title) {
        return table->model()->index(row, columnOf(table, title));
    }
    static int rowOf(const TableView* table, const QString& title, const QString& text) {
        for (int row = 0; row < table->model()->rowCount(); ++row)
            if (cell(table, row, title).data().toString() == text) return row;
        return -1;
    }
    /// The rows before the culprit stand under the first one.
    static TableView* unfoldedGap(const MainWindow& window) {
        TableView* table = static_cast<RowsPage*>(window.page("gap"))->mainTable();
        table->setCurrentIndex(table->model()->index(0, table->indexAt({4, 4}).column()));
        QTest::keyClick(table, Qt::Key_Right);
        return table;
    }
    /// As the menu of the header does.
    static void showColumn(TableView* table, const QString& title) { table->showColumn(columnOf(table, title), true); }
    /// The line of the Inspector that begins with a label.
    static const QLabel* fact(const MainWindow& window, const QString& label) {
        const QList<QLabel*> all = window.findChild<QWidget*>("inspector")->findChildren<QLabel*>();
        for (qsizetype i = 0; i + 1 < all.size(); ++i)
            if (all[i]->text() == label) return all[i + 1];
        return nullptr;
    }
    static void picture(QWidget& window, const char* name = QTest::currentTestFunction()) {
        if (const QByteArray folder = qgetenv("ETSCOPE_PICTURES"); !folder.isEmpty())
            window.grab().save(folder + '/' + name + ".png");
    }

private slots:
    void init() { QSettings().clear(); }

    void variantsOfAContainer() {
        const QString path = shared("fixtures/nfat/model.pte");
        if (!QFile::exists(path)) QSKIP("the shared fixtures are not here");
        MainWindow window;
        open(window, {path}, "forward", "containers");
        const TableView* table = static_cast<RowsPage*>(window.page("containers"))->mainTable();
        QCOMPARE(table->model()->rowCount(), 2);
        QCOMPARE(cell(table, 0, "Delegates").data().toString(), QString("forward 0"));
        QCOMPARE(cell(table, 0, "Backend").data().toString(), QString("NativeBackend"));
        QCOMPARE(cell(table, 0, "Inputs").data().toString(), QString("f32[2,6]"));
        QCOMPARE(cell(table, 0, "Own").data(SortRole).toULongLong(), 3816ULL);
        QCOMPARE(cell(table, 0, "Shared").data().toString(), QString("896 B"));
        QVERIFY(cell(table, 0, "Against the others").data().toString().startsWith("same inputs; constants: 6 equal (896 B)"));
        QVERIFY(cell(table, 0, "Against the others").data(Qt::ToolTipRole).toString().contains("against XnnpackBackend forward"));
        // The one other variant sees the same pair from its side.
        QVERIFY(cell(table, 1, "Against the others").data(Qt::ToolTipRole).toString().contains("against NativeBackend forward"));
        QCOMPARE(cell(table, 0, "Backend").data(AddressRole).value<Address>().method, QString("forward"));
        picture(window);
    }

    /// What is not known is no number: contents of a context of QNN.
    void boundsOfWhatIsNotKnown() {
        const QString path = shared("corpus/pte/pytorch__executorch__79bfb9b6__stories260k_hybrid_llama_qnn.pte");
        if (!QFile::exists(path)) QSKIP("the corpus is not here");
        MainWindow window;
        open(window, {path}, "kv_forward", "containers");
        const TableView* table = static_cast<RowsPage*>(window.page("containers"))->mainTable();
        QCOMPARE(table->model()->rowCount(), 2);
        QCOMPARE(cell(table, 1, "Function").data().toString(), QString("prefill_forward"));
        QCOMPARE(cell(table, 1, "Delegates").data().toString(), QString("prefill_forward 0"));
        QCOMPARE(cell(table, 1, "Device").data().toString(), QString("SM8650"));
        QCOMPARE(cell(table, 1, "Own").data().toString(), QString("0 B"));
        QVERIFY(cell(table, 1, "Against the others").data().toString().contains("constants not known"));
        picture(window);
    }

    void withoutContainersThereAreTheFiles() {
        MainWindow window;
        open(window, {samplePath() + "/model.pte"}, "text_decoder", "containers");
        QVERIFY(!window.findChild<TableView*>("containerTable")->isVisible());
        const TableView* files = static_cast<RowsPage*>(window.page("containers"))->mainTable();
        QVERIFY(files->isVisible());
        QCOMPARE(files->model()->rowCount(), 1);
        QVERIFY(files->model()->index(0, 0).data().toString().contains("model.pte"));
    }

    void listingOfADelegate() {
        const QString path = shared("fixtures/arm_ethosu/model.pte");
        if (!QFile::exists(path)) QSKIP("the shared fixtures are not here");
        MainWindow window;
        open(window, {path}, "forward", "delegates");
        const auto* model = static_cast<RowsPage*>(window.page("delegates"))->mainTable()->filter()->sourceModel();
        const QList<RowLink> links = static_cast<const RowsModel*>(model)->links(0);
        QCOMPARE(links.size(), 2);
        for (const RowLink& link : links) {
            window.workspace().follow(link.link);
            settle(window);
            auto* shown = window.findChildren<TextWindow*>().constLast();
            const QString text = shown->findChild<QPlainTextEdit*>()->toPlainText();
            const bool commands = link.title == "Show listing";
            QVERIFY2(text.contains(commands ? "NPU_SET_IFM_REGION" : "vela_bin_stream"), qPrintable(text.left(200)));
            QVERIFY(shown->findChild<QLabel*>("textNote")->isHidden());  // it is whole
            picture(*shown, commands ? "listing" : "bytes");
        }
        // The Inspector of the call has the same links, and texts of a session go with it.
        window.workspace().select(Address::ofInstruction("forward", 1));
        settle(window);
        QVERIFY(fact(window, "Commands") != nullptr && fact(window, "Commands")->text().contains("listing:forward/delegate:0"));
        window.workspace().close();
        QTRY_VERIFY(window.findChildren<TextWindow*>().isEmpty());
    }

    void longTextsSayWhatIsLeftOut() {
        MainWindow window;
        open(window, {samplePath() + "/model.pte"}, "text_decoder", "delegates");
        auto* shown = new TextWindow(
            window.workspace(), "Listing",
            [](const JobContext&) {
                return LongText{"one\ntwo\n", 2, 31};
            },
            &window);
        shown->show();
        settle(window);
        QCOMPARE(shown->findChild<QLabel*>("textNote")->text(), QString("The first 2 of 31 lines"));
        QVERIFY(shown->findChild<QLabel*>("textNote")->isVisible());
    }

    void classesOfInputs() {
        MainWindow window;
        open(window, {samplePath() + "/model.etrecord"}, "text_decoder", "graph");
        window.workspace().select(Address::ofNode("text_decoder", "edge", "aten_index_put_default"));
        settle(window);
        QVERIFY(fact(window, "self")->text().contains("KV cache"));
        QVERIFY(fact(window, "self")->toolTip().contains("a buffer of three axes or more that the method writes"));
        QVERIFY(fact(window, "indices")->text().contains("index</span>"));
        QVERIFY(fact(window, "values")->toolTip().isEmpty());
        window.workspace().select(Address::ofNode("text_decoder", "edge", "aten_add_tensor_1"));
        settle(window);
        QVERIFY(fact(window, "other")->text().contains("mask</span>"));
        window.workspace().select(Address::ofNode("text_decoder", "edge", "aten_add_tensor_2"));
        settle(window);
        QVERIFY(fact(window, "self")->text().contains("residual</span>"));
    }

    /// They are made when a column of them is shown, and are no zeros before.
    void metricsOfRowsInTheGap() {
        const QStringList files = runOf("fault_early", "expected/aot-main-forward.npz");
        if (!QFile::exists(files.back())) QSKIP("the shared fixtures are not here");
        MainWindow window;
        open(window, files, "forward", "gap");
        TableView* table = unfoldedGap(window);
        const int row = rowOf(table, "Instr.", "0/23");
        QVERIFY(row >= 0);
        QVERIFY(table->isColumnHidden(columnOf(table, "KL divergence, nats")));
        QCOMPARE(cell(table, row, "KL divergence, nats").data().toString(), QString("–"));
        QVERIFY(cell(table, row, "Relative L2").data(SortRole).isValid());
        showColumn(table, "KL divergence, nats");
        settle(window);
        const int again = rowOf(unfoldedGap(window), "Instr.", "0/23");  // of the rows that were made anew
        QVERIFY(cell(table, again, "KL divergence, nats").data(SortRole).isValid());
        QVERIFY(cell(table, again, "In the top 5").data(SortRole).toDouble() <= 1);
    }

    /// A column that was left shown has its numbers after a restart: nobody shows it anew.
    void keptMetricsOfRowsAreMade() {
        const QStringList files = runOf("fault_early", "expected/aot-main-forward.npz");
        if (!QFile::exists(files.back())) QSKIP("the shared fixtures are not here");
        {
            MainWindow before;
            open(before, files, "forward", "gap");
            showColumn(static_cast<RowsPage*>(before.page("gap"))->mainTable(), "KL divergence, nats");
            settle(before);
        }
        MainWindow window;
        open(window, files, "forward", "gap");
        const TableView* table = unfoldedGap(window);
        QVERIFY(!table->isColumnHidden(columnOf(table, "KL divergence, nats")));
        QVERIFY(cell(table, rowOf(table, "Instr.", "0/23"), "KL divergence, nats").data(SortRole).isValid());
    }

    /// By the right button and a click in the menu that comes.
    void filtersOnTheValueOfACell() {
        MainWindow window;
        open(window, {samplePath()}, "text_decoder", "metadata");
        Page* page = window.page("metadata");
        TableView* table = static_cast<RowsPage*>(page)->mainTable();
        const int all = table->model()->rowCount();
        int column = 0;
        while (table->isColumnHidden(column) || table->model()->index(all - 1, column).data().toString().isEmpty()) ++column;
        const QModelIndex index = table->model()->index(all - 1, column);
        const QString value = index.data().toString();
        table->scrollTo(index);
        const QPoint place = table->viewport()->mapTo(&window, table->visualRect(index).center());
        QTest::mouseClick(window.windowHandle(), Qt::RightButton, {}, place);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu != nullptr);
        for (QAction* action : menu->actions())
            if (action->text() == "Filter on this value")
                QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
        QVERIFY(page->findChild<QLineEdit*>("filter")->text().endsWith(":\"" + value + "\""));
        QVERIFY(table->model()->rowCount() >= 1 && table->model()->rowCount() < all);
        for (int row = 0; row < table->model()->rowCount(); ++row)
            QVERIFY(table->model()->index(row, column).data().toString().contains(value, Qt::CaseInsensitive));
    }

    void rowsOfAnotherShapeSayWhatJudgedThem() {
        const QStringList files = runOf("fault_early", "expected/aot-main-forward.npz");
        if (!QFile::exists(files.back())) QSKIP("the shared fixtures are not here");
        MainWindow window;
        open(window, files, "forward", "gap");
        const TableView* table = unfoldedGap(window);
        const int row = rowOf(table, "Instr.", "0/23");
        QVERIFY(cell(table, row, "Max |d|").data(SortRole).isValid());
        QVERIFY(cell(table, row, "Max |d|").data(Qt::ToolTipRole).toString().contains("judged by"));
        QVERIFY(cell(table, row, "Note").data().toString().contains("f32[1,4,2,4]"));
        QCOMPARE(cell(table, row, "Error is").data(MarkRole).toInt(), static_cast<int>(Mark::Ambiguous));
        picture(window);
    }

    /// Of all outputs, and still there when another tolerance has judged them again.
    void metricsOfRowsOfOutputs() {
        MainWindow window;
        open(window, {samplePath()}, "text_decoder", "outputs");
        const auto* metrics = window.page("outputs")->findChild<QLabel*>("metrics");
        for (const char* name :
             {"Verdict", "Similarity", "Size of the error", "KL divergence, nats", "relative L2", "top-5 overlap", "in the top 10"})
            QVERIFY2(metrics->text().contains(QLatin1String(name)), qPrintable(metrics->text()));
        QVERIFY(!metrics->text().contains("Not finite"));  // there is none
        const QString before = metrics->text();
        window.page("outputs")->findChild<QLineEdit*>("rtol")->setText("1e-2");
        settle(window);
        QVERIFY(metrics->text() != before);
        for (const char* name : {"KL divergence, nats", "top-5 overlap", "in the top 10"})
            QVERIFY(metrics->text().contains(QLatin1String(name)));
    }
};

ETSCOPE_TEST(TestDetails)
#include "tst_details.moc"
