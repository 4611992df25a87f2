// The pages of the program side in the real main window, offscreen, on the bundled sample; the treemap's arithmetic.
#include <QComboBox>
#include <QLabel>
#include <QtTest>

#include "frame/main_window.h"
#include "graph/graph_page.h"
#include "look/tokens.h"
#include "pages/memory_page.h"
#include "pages/rows_page.h"
#include "pages/sizes_page.h"
#include "support/test_case.h"
#include "ui/windows.h"

using namespace etscope;
using namespace etscope::ui;
using test::settle;

class TestProgramPages : public QObject {
    Q_OBJECT
private:
    static void open(MainWindow& window, const char* page,
                     const QString& path = QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm")) {
        window.resize(1600, 1000);
        window.show();
        window.workspace().open({path});
        QTRY_VERIFY_WITH_TIMEOUT(window.workspace().session() != nullptr, 30000);
        window.workspace().setMethod("text_decoder");
        window.showPage(page);
        settle(window);
    }
    static QString cellText(TableView* table, int row, int column) { return table->model()->index(row, column).data().toString(); }
    static QRectF boxOfValue(const MemoryView& view, qint64 value) {
        for (std::size_t box = 0; box < view.count(); ++box)
            if (view.addressOf(box) == Address::ofMemory("text_decoder", value)) return view.boxOf(box);
        return {};
    }

private slots:
    void initTestCase() { applyTheme(*qApp, Theme::Light); }

    void metadataOfConstantMethods() {
        MainWindow window;
        open(window, "metadata");
        auto* table = window.findChild<TableView*>("metadataTable");
        QMap<QString, QString> values;
        for (int row = 0; row < table->model()->rowCount(); ++row) values[cellText(table, row, 1)] = cellText(table, row, 2);
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

    void delegatesOpenInPlace() {
        MainWindow window;
        open(window, "graph");
        window.workspace().setStage("program");
        settle(window);
        auto* page = static_cast<GraphPage*>(window.page("graph"));
        const auto call = [&](int which) {
            const auto& model = page->canvas()->scene()->view().index().model();
            for (std::uint32_t i = 0; i < model.nodeCount(); ++i)
                if (model.node(graph::NodeId(i)).delegate == which) return graph::NodeId(i);
            return graph::NodeId();
        };
        const auto activate = [&](graph::NodeId node) {
            emit page->canvas()->itemActivated(page->canvas()->scene()->view().itemOf(node));
            settle(window);
        };
        const auto groupsOf = [&](graph::NodeId owner) {
            std::size_t count = 0;
            for (const view::Item& item : page->canvas()->scene()->view().items())
                count += item.kind == view::ItemKind::Group && item.node == owner ? 1U : 0U;
            return count;
        };
        const graph::NodeId second = call(1), first = call(0);
        activate(second);
        const auto& model = page->canvas()->scene()->view().index().model();
        QVERIFY(model.nodeCount() > 42);
        QVERIFY(groupsOf(second) >= 1);
        activate(first);  // its body comes before the other's: that one stays open
        QVERIFY(groupsOf(first) >= 1);
        QVERIFY(groupsOf(second) >= 1);

        // A node inside is selected in place and told about as what it is at home.
        const auto& both = page->canvas()->scene()->view().index().model();
        const graph::NodeId inner(std::uint32_t{42});
        const QString path = QString::fromStdString(both.nodePath(inner));
        QVERIFY2(path.contains("/delegate:"), qPrintable(path));
        window.workspace().select(Address::ofNode("text_decoder", "program", path));
        settle(window);
        QCOMPARE(window.workspace().stage(), QString("program"));
        bool chain = false;
        for (const QLabel* label : window.findChild<QWidget*>("inspector")->findChildren<QLabel*>())
            chain = chain || label->text().contains("the instruction calls it");
        QVERIFY(chain);

        // The way back to it opens the delegate again.
        window.workspace().setStage("edge");
        settle(window);
        window.workspace().select(Address::ofMethod("text_decoder"));
        window.workspace().back();
        settle(window);
        QCOMPARE(window.workspace().stage(), QString("edge"));  // chosen after the selection
        window.workspace().back();
        settle(window);
        QCOMPARE(window.workspace().stage(), QString("program"));
        QVERIFY(groupsOf(first) + groupsOf(second) == 2);
        const auto& again = page->canvas()->scene()->view().index().model();
        QCOMPARE(page->canvas()->selected().node, again.findNode(path.toStdString()));
        QVERIFY(page->canvas()->selected().node.valid());
        if (const QByteArray folder = qgetenv("ETSCOPE_PICTURES"); !folder.isEmpty()) window.grab().save(folder + "/delegates.png");
    }

    void filesInsideOpenInTheirOwnWindow() {
        const QString path = QStringLiteral(ETSCOPE_SHARED_DIR "/fixtures/executor_backend/model.pte");
        if (!QFileInfo::exists(path)) QSKIP("the shared fixtures are not here");
        MainWindow window;
        open(window, "delegates", path);
        auto* table = window.findChild<TableView*>("delegateTable");
        QCOMPARE(table->model()->rowCount(), 1);
        const auto windows = [] {
            QList<MainWindow*> list;
            for (QWidget* widget : QApplication::topLevelWidgets())
                if (auto* one = qobject_cast<MainWindow*>(widget)) list.append(one);
            return list;
        };
        QCOMPARE(windows().size(), 1);
        emit table->fileRequested(path + "#delegate:forward:0");
        QCOMPARE(windows().size(), 2);
        for (MainWindow* other : windows()) {
            if (other == &window) continue;
            QTRY_VERIFY_WITH_TIMEOUT(other->workspace().session() != nullptr, 30000);
            QCOMPARE(other->workspace().methods(), QStringList{"forward"});
            settle(*other);
            delete other;
        }
    }

    /// A box is a value; the instruction that makes it is a link away.
    void memorySelectsTheValue() {
        MainWindow window;
        open(window, "memory");
        auto* page = static_cast<MemoryPage*>(window.page("memory"));
        QVERIFY(page->mainTable()->model()->rowCount() > 10);
        const QRectF box = boxOfValue(*page->view(), 23);
        QVERIFY(!box.isEmpty());
        QTest::mouseClick(page->view(), Qt::LeftButton, {}, box.center().toPoint());
        QCOMPARE(window.workspace().selection().text(), QString("text_decoder/program/value:v23"));
        settle(window);
        QVERIFY(window.workspace().related()->all.contains(Address::ofInstruction("text_decoder", 4)));
    }

    void sizesAccountForEveryByte() {
        MainWindow window;
        open(window, "sizes");
        QVERIFY(window.findChild<QComboBox*>("sizesFile")->currentText().endsWith(".pte"));
        QVERIFY(window.findChild<QLabel*>("account")->text().endsWith("0 unknown"));

        auto* table = window.findChild<TableView*>("sizesTable");
        quint64 sum = 0;
        for (int row = 0; row < table->model()->rowCount(); ++row)
            sum += table->model()->index(row, 1).data(SortRole).toULongLong();
        QCOMPARE(sum, static_cast<quint64>(QFileInfo(QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm/model.pte")).size()));
    }

    void aProgramAloneIsEnough() {
        MainWindow window;
        open(window, "memory", QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm/model.pte"));
        QCOMPARE(window.workspace().methods().size(), 3);
        QVERIFY(static_cast<MemoryPage*>(window.page("memory"))->mainTable()->model()->rowCount() > 0);
    }

    void aRecordAloneSaysWhatIsMissing() {
        MainWindow window;
        open(window, "delegates", QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm/model.etrecord"));
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

ETSCOPE_TEST(TestProgramPages)
#include "tst_program_pages.moc"
