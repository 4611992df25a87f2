// The pages of the program side in the real main window, offscreen, on the bundled sample; the treemap's arithmetic.
#include <QComboBox>
#include <QLabel>
#include <QStandardPaths>
#include <QtTest>

#include "frame/main_window.h"
#include "graph/graph_page.h"
#include "look/tokens.h"
#include "pages/memory_page.h"
#include "pages/rows_page.h"
#include "pages/sizes_page.h"

using namespace etscope::ui;

class TestProgramPages : public QObject {
    Q_OBJECT
private:
    static void settle(const MainWindow& window) {
        QTest::qWait(50);
        QTRY_VERIFY_WITH_TIMEOUT(window.settled(), 30000);
        QTest::qWait(50);
    }
    static void open(MainWindow& window, const char* page, const QString& path = QStringLiteral(ETSCOPE_SOURCE_DIR "/resources/samples/vlm")) {
        window.resize(1600, 1000);
        window.show();
        window.workspace().open({path});
        QTRY_VERIFY_WITH_TIMEOUT(window.workspace().session() != nullptr, 30000);
        window.workspace().setMethod("text_decoder");
        window.showPage(page);
        settle(window);
    }
    static QString cellText(TableView* table, int row, int column) { return table->model()->index(row, column).data().toString(); }

private slots:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName("etscope-test");
        applyTheme(*qApp, Theme::Light);
    }

    void metadataOfConstantMethods() {
        MainWindow window;
        open(window, "metadata");
        auto* table = window.findChild<TableView*>("metadataTable");
        QMap<QString, QString> values;
        for (int row = 0; row < table->model()->rowCount(); ++row) values[cellText(table, row, 0)] = cellText(table, row, 1);
        QCOMPARE(values.value("get_vocab_size"), QString("32"));
        QCOMPARE(values.value("use_kv_cache"), QString("true"));
        QCOMPARE(values.value("get_eos_ids"), QString("[2, 7]"));
    }

    void delegatesOpenTheirGraph() {
        MainWindow window;
        open(window, "delegates");
        auto* table = window.findChild<TableView*>("delegateTable");
        QCOMPARE(table->model()->rowCount(), 16);
        emit table->rowOpened(Address::ofStage("text_decoder", "delegate:1"));
        settle(window);
        QCOMPARE(window.currentPage(), QString("graph"));
        const auto scene = static_cast<GraphPage*>(window.page("graph"))->canvas()->scene();
        QVERIFY(scene != nullptr && !scene->nodes().empty());
    }

    void programStageIsAGraph() {
        MainWindow window;
        open(window, "graph");
        window.workspace().setStage("program");
        settle(window);
        const auto scene = static_cast<GraphPage*>(window.page("graph"))->canvas()->scene();
        QVERIFY(scene != nullptr);
        QCOMPARE(scene->view().index().model().nodeCount(), std::size_t{42});
    }

    void memorySelectsTheInstruction() {
        MainWindow window;
        open(window, "memory");
        auto* page = static_cast<MemoryPage*>(window.page("memory"));
        QVERIFY(page->table()->model()->rowCount() > 10);
        const QRectF box = page->view()->boxOf(23);
        QVERIFY(!box.isEmpty());
        QTest::mouseClick(page->view(), Qt::LeftButton, {}, box.center().toPoint());
        QCOMPARE(window.workspace().selection().text(), QString("text_decoder/program/0/4"));
    }

    void sizesAccountForEveryByte() {
        MainWindow window;
        open(window, "sizes");
        QVERIFY(window.findChild<QComboBox*>("sizesFile")->currentText().endsWith(".pte"));
        QVERIFY(window.findChild<QLabel*>("account")->text().endsWith("0 unknown"));

        auto* table = window.findChild<TableView*>("sizesTable");
        quint64 sum = 0;
        for (int row = 0; row < table->model()->rowCount(); ++row) sum += table->model()->index(row, 1).data(SortRole).toULongLong();
        QCOMPARE(sum, static_cast<quint64>(QFileInfo(QStringLiteral(ETSCOPE_SOURCE_DIR "/resources/samples/vlm/model.pte")).size()));
    }

    void aProgramAloneIsEnough() {
        MainWindow window;
        open(window, "memory", QStringLiteral(ETSCOPE_SOURCE_DIR "/resources/samples/vlm/model.pte"));
        QCOMPARE(window.workspace().methods().size(), 3);
        QVERIFY(static_cast<MemoryPage*>(window.page("memory"))->table()->model()->rowCount() > 0);
    }

    void aRecordAloneSaysWhatIsMissing() {
        MainWindow window;
        open(window, "delegates", QStringLiteral(ETSCOPE_SOURCE_DIR "/resources/samples/vlm/model.etrecord"));
        QVERIFY(!window.page("delegates")->hasContent());
        QVERIFY(!window.page("memory")->hasContent());
        bool told = false;
        for (const QLabel* label : window.page("delegates")->findChildren<QLabel*>()) told = told || label->text().contains(".pte");
        QVERIFY(told);
    }

    void squaresFillTheArea() {
        const QRectF area(0, 0, 60, 40);
        const QList<double> sizes{6, 6, 4, 3, 2, 2, 1};
        const QList<QRectF> placed = squarified(sizes, area);
        QCOMPARE(placed.size(), sizes.size());
        for (qsizetype i = 0; i < placed.size(); ++i) {
            QVERIFY(std::abs(placed[i].width() * placed[i].height() - sizes[i] * 100) < 1e-6);
            QVERIFY(area.adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(placed[i]));
            for (qsizetype k = 0; k < i; ++k) {
                const QRectF common = placed[i].intersected(placed[k]);
                QVERIFY(common.width() < 1e-6 || common.height() < 1e-6);
            }
        }
        // Two squares of 6 fill the left half of 24.
        QCOMPARE(placed[0].size(), QSizeF(30, 20));
        QVERIFY(squarified({}, area).isEmpty());
        QVERIFY(squarified({0, 0}, area).size() == 2);
    }
};

QTEST_MAIN(TestProgramPages)
#include "tst_program_pages.moc"
