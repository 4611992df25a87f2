// What runs tell in the real main window, offscreen: numeric gap with its choices, events, overlays of latency, error and a file's
// values, searches by number, marks.
#include <QComboBox>
#include <QCompleter>
#include <QFileDialog>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSemaphore>
#include <QTemporaryDir>
#include <QThreadPool>
#include <QTimer>
#include <QtTest>
#include <cmath>

#include "answers/known_gap.h"
#include "charts/gap_plot.h"
#include "frame/main_window.h"
#include "graph/graph_page.h"
#include "pages/events_page.h"
#include "pages/gap_page.h"
#include "report/trace.h"
#include "shell/run_bar.h"
#include "support/test_case.h"
#include "ui/windows.h"

using namespace etscope;
using namespace etscope::ui;
using test::settle;

class TestRunPages : public QObject {
    Q_OBJECT
private:
    static QString fixture(const char* name) { return QStringLiteral(ETSCOPE_SHARED_DIR "/fixtures/vlm/") + QLatin1String(name); }
    static QStringList files() {
        return {fixture("model.etrecord"), fixture("model.pte"), fixture("run-main.etdp"), fixture("run-main.dbg"),
                fixture("expected/aot-main-vision_encoder.npz")};
    }
    static void open(MainWindow& window, const char* page) {
        window.resize(1600, 1000);
        window.show();
        window.workspace().open(files());
        QTRY_VERIFY_WITH_TIMEOUT(window.workspace().session() != nullptr, 30000);
        window.workspace().setMethod("vision_encoder");
        window.workspace().setStage("edge");
        window.showPage(page);
        settle(window);
    }
    static GraphPage* graphOf(MainWindow& window) { return static_cast<GraphPage*>(window.page("graph")); }

    static constexpr int kName = 1, kModule = 2, kRunsAs = 3, kTime = 5, kP50 = 7, kOtherP50 = 11, kRatio = 14, kShare = 17;

    static void openSample(MainWindow& window, const char* method) {
        window.resize(1600, 1000);
        window.show();
        window.workspace().open({test::samplePath()});
        QTRY_VERIFY_WITH_TIMEOUT(window.workspace().session() != nullptr, 30000);
        window.workspace().setMethod(method);
        window.showPage("events");
        settle(window);
    }

private slots:
    void initTestCase() {
        if (!QFile::exists(fixture("run-main.etdp"))) QSKIP("the shared fixtures are not here");
    }

    void gapWithItsChoices() {
        MainWindow window;
        open(window, "gap");
        auto* page = static_cast<RowsPage*>(window.page("gap"));
        auto* plot = page->findChild<GapPlot*>("gapPlot");
        QCOMPARE(plot->points().size(), std::size_t(8));
        QVERIFY(plot->points().front().y < 1e-5);
        const double relative = plot->points().front().y;
        window.findChild<QComboBox*>("gapMetric")->setCurrentText("max |d|");
        settle(window);
        QVERIFY(plot->points().front().y != relative);
        // The only run of the method is not compared with itself.
        auto* reference = window.findChild<QComboBox*>("gapReference");
        reference->setCurrentIndex(reference->count() - 1);
        settle(window);
        QVERIFY(plot->points().empty());
        QCOMPARE(page->mainTable()->model()->rowCount(), 0);
    }

    /// By whatever calls are grouped, the shares of those at the top add up to all of it.
    void groupsOfEvents() {
        MainWindow window;
        openSample(window, "text_decoder");
        auto* page = static_cast<RowsPage*>(window.page("events"));
        auto* by = page->findChild<QComboBox*>("eventsBy");
        QAbstractItemModel* rows = page->mainTable()->model();
        const int calls = rows->rowCount();
        for (int kind = 0; kind < by->count(); ++kind) {
            by->setCurrentIndex(kind);
            settle(window);
            QVERIFY(rows->rowCount() > 0 && (kind == 0 || rows->rowCount() < calls));
            double share = 0;
            for (int row = 0; row < rows->rowCount(); ++row) share += rows->index(row, kShare).data(SortRole).toDouble();
            QVERIFY2(std::abs(share - 1) < 1e-9, qPrintable(by->currentText()));
            QCOMPARE(rows->index(0, 0).data(FoldRole).toInt(), 0);
        }
        // An operator that is selected elsewhere comes into view in its group.
        window.workspace().select(Address::ofInstruction("text_decoder", 10));
        settle(window);
        QCOMPARE(page->mainTable()->currentIndex().data(CopyRole).toString(), QString("0/10"));
        QCOMPARE(page->mainTable()->currentIndex().data(DepthRole).toInt(), 1);
    }

    /// Its instructions add up to all of it, the longest first, by what they run; what is inside of one tells its part of it, and
    /// nobody reads the runtime's names of calls.
    void timesOfTheChosenRun() {
        MainWindow window;
        openSample(window, "vision_encoder");
        auto* page = static_cast<EventsPage*>(window.page("events"));
        const QAbstractItemModel* rows = page->mainTable()->model();
        const auto cell = [rows](int row, int column) { return rows->index(row, column).data().toString(); };
        const auto checkShares = [&] {
            double share = 0, before = 2;
            for (int row = 0; row < rows->rowCount(); ++row) {
                QVERIFY(!cell(row, kName).endsWith("_CALL"));
                const double own = rows->index(row, kShare).data(SortRole).toDouble();
                QVERIFY(own <= before);
                before = own;
                share += own;
            }
            QVERIFY(std::abs(share - 1) < 1e-9);
        };
        auto* runs = page->findChild<QComboBox*>("eventsRun");
        QCOMPARE(runs->currentText(), QString("all 2 of vision_encoder"));
        checkShares();
        QVERIFY2(cell(0, kRunsAs).startsWith("XNNPACK "), qPrintable(cell(0, kRunsAs)));
        QVERIFY2(cell(0, kP50).endsWith(" µs"), qPrintable(cell(0, kP50)));
        QCOMPARE(cell(rows->rowCount() - 1, kName), QString("Method::execute"));
        QVERIFY(!page->mainTable()->isColumnHidden(kP50) && page->mainTable()->isColumnHidden(kTime));
        QVERIFY(page->mainTable()->isColumnHidden(kOtherP50));
        // Unfolded: steps in their order, then what they leave.
        const int calls = rows->rowCount();
        page->mainTable()->setFocus();
        page->mainTable()->setCurrentIndex(rows->index(0, kName));
        QTest::keyClick(page->mainTable(), Qt::Key_Right);
        QVERIFY(rows->rowCount() > calls);
        QVERIFY2(cell(1, kShare).endsWith(" % of it"), qPrintable(cell(1, kShare)));
        int last = 1;
        while (rows->index(last + 1, 0).data(DepthRole).toInt() == 1) ++last;
        QCOMPARE(cell(last, kName), QString("call and copy"));
        QCOMPARE(cell(last, kModule), QString("not measured inside"));
        // Copies count in nanoseconds, and say so.
        const QString copied = page->mainTable()->wholeText(TableFormat::Tsv);
        QVERIFY(copied.section('\n', 0, 0).contains("\tp50 ns\t"));
        QVERIFY(!copied.contains(" µs"));
        QTest::keyClick(page->mainTable(), Qt::Key_Left);  // what is open stays open from run to run
        QCOMPARE(rows->rowCount(), calls);
        // One run: its times alone.
        runs->setCurrentIndex(1);
        settle(window);
        const QString first = cell(0, kTime);
        QVERIFY(page->mainTable()->isColumnHidden(kP50) && !page->mainTable()->isColumnHidden(kTime));
        runs->setCurrentIndex(2);
        settle(window);
        QVERIFY(cell(0, kTime) != first);
        checkShares();
    }

    /// The whole run above the timeline, by layer: its frame is what is in view, and moves it; a row that is selected comes into
    /// view as near as it was looked at.
    void wholeRunOverTheTimeline() {
        MainWindow window;
        openSample(window, "text_decoder");
        auto* page = static_cast<EventsPage*>(window.page("events"));
        auto* strip = page->findChild<StepStrip*>("stepStrip");
        TimelineView* timeline = page->timeline();
        QVERIFY(strip != nullptr && strip->isVisible());
        QVERIFY(std::abs(strip->frame().width() - (strip->width() - strip->edges().first - strip->edges().second)) < 2);
        QCOMPARE(strip->edges(), timeline->edges());
        QCOMPARE(timeline->lanes().mid(0, 3), QStringList({"Execution", "Module", "Instructions"}));
        const auto& bars = timeline->bars();
        QStringList modules;
        for (const TimelineBar& bar : bars)
            if (bar.lane == 1) modules.append(bar.name);
        QVERIFY2(modules.contains("layers.0.attention") && modules.contains("layers.1.attention"), qPrintable(modules.join(' ')));
        timeline->setFocus();
        for (int i = 0; i < 3; ++i) QTest::keyClick(timeline, Qt::Key_W);
        const double span = timeline->to() - timeline->from();
        QVERIFY(strip->frame().width() < strip->width() / 2);
        const auto out = std::ranges::find_if(
            bars, [&](const TimelineBar& bar) { return bar.lane == 2 && bar.start > timeline->to() && bar.address.valid(); });
        QVERIFY(out != bars.end());
        const double start = out->start;
        window.workspace().select(out->address);
        settle(window);
        QVERIFY(timeline->from() <= start && start <= timeline->to());
        QVERIFY(std::abs(timeline->to() - timeline->from() - span) < 1e-9);
        QVERIFY(std::ranges::none_of(bars, [](const TimelineBar& bar) { return bar.name.endsWith("_CALL"); }));
        const int middle = static_cast<int>(strip->frame().center().y());
        QTest::mouseClick(strip, Qt::LeftButton, {}, QPoint(static_cast<int>(strip->edges().first) + 2, middle));
        QCOMPARE(timeline->from(), 0.0);
        QTest::keyClick(strip, Qt::Key_End);
        QVERIFY(timeline->from() > start - span && std::abs(timeline->to() - timeline->from() - span) < 1e-9);
        window.workspace().close();
        QVERIFY(timeline->bars().empty());
    }

    /// Against another dump: both sides and how they differ, instruction by instruction.
    void comparesRuns() {
        MainWindow window;
        openSample(window, "text_decoder");
        auto* page = static_cast<EventsPage*>(window.page("events"));
        auto* against = page->findChild<QComboBox*>("eventsAgainst");
        QCOMPARE(against->count(), 2);  // nothing, and files
        page->compareWith({test::samplePath() + "/run.etdp"});
        settle(window);
        QCOMPARE(against->currentText(), QString("run.etdp"));
        const QAbstractItemModel* rows = page->mainTable()->model();
        const auto cell = [rows](int row, int column) { return rows->index(row, column).data().toString(); };
        QVERIFY(!page->mainTable()->isColumnHidden(kOtherP50) && !page->mainTable()->isColumnHidden(kRatio));
        for (int row = 0; row < rows->rowCount(); ++row) {
            QCOMPARE(cell(row, kOtherP50), cell(row, kP50));
            QVERIFY2(cell(row, kRatio) == "× 1.00" || cell(row, kRatio) == "–", qPrintable(cell(row, kRatio)));
        }
        against->setCurrentIndex(0);
        settle(window);
        QVERIFY(page->mainTable()->isColumnHidden(kOtherP50));
        page->compareWith({test::samplePath() + "/no-such.etdp"});
        settle(window);
        QCOMPARE(against->currentIndex(), 0);
        QVERIFY(page->mainTable()->isColumnHidden(kOtherP50));
        // A dump of the session itself: the other runs against its own, also grouped.
        QTemporaryDir folder;
        QVERIFY(QFile::copy(test::samplePath() + "/run.etdp", folder.filePath("again.etdp")));
        window.workspace().add({folder.filePath("again.etdp")});
        QTRY_VERIFY_WITH_TIMEOUT(against->count() == 4, 30000);
        settle(window);
        QCOMPARE(page->findChild<QComboBox*>("eventsRun")->currentText(), QString("all 6 of text_decoder"));
        against->setCurrentText("again.etdp");
        settle(window);
        for (int row = 0; row < rows->rowCount(); ++row) QCOMPARE(cell(row, kOtherP50), cell(row, kP50));
        page->findChild<QComboBox*>("eventsBy")->setCurrentText("module");
        settle(window);
        page->mainTable()->filter()->setAllOpen(true);
        QVERIFY(rows->rowCount() > 0 && cell(1, kRatio) == "× 1.00");
    }

    /// A tensor of the memory plan tells what makes it.
    void memoryTellsWhatMakesATensor() {
        MainWindow window;
        open(window, "memory");
        const QAbstractItemModel* rows = static_cast<RowsPage*>(window.page("memory"))->mainTable()->model();
        QStringList names, makers, modules;
        for (int row = 0; row < rows->rowCount(); ++row) {
            names.append(rows->index(row, 0).data().toString());
            modules.append(rows->index(row, 1).data().toString());
            makers.append(rows->index(row, 10).data().toString());
        }
        QVERIFY2(names.contains("native_layer_norm"), qPrintable(names.join('\n')));
        QVERIFY2(makers.contains("aten::native_layer_norm.out"), qPrintable(makers.join('\n')));
        QVERIFY2(modules.contains("encoder.1.ln2"), qPrintable(modules.join('\n')));
    }

    void overlaysOfARun() {
        MainWindow window;
        open(window, "graph");
        GraphPage* page = graphOf(window);
        window.setOverlay("latency");
        settle(window);
        const GraphSubject subject{
            window.workspace().session(), "vision_encoder", graph::StageId::edge(),
            *modules::GraphIndex::build(*window.workspace().session()->graph("vision_encoder", "edge", {}), {})};
        const auto latency = OverlayMap::make(Overlay::Latency, subject, {});
        QVERIFY(latency && (*latency)->hasAmounts() && (*latency)->whole().high > 0);
        const graph::NodeId norm = subject.index->model().findNode("aten_native_layer_norm_default");
        QCOMPARE((*latency)->word(norm), QStringLiteral("7.81 µs"));
        // Nodes of one delegate call share its time: together they took no longer than it.
        std::vector<graph::NodeId> all;
        for (std::uint32_t n = 0; n < subject.index->model().nodeCount(); ++n) all.emplace_back(n);
        double sum = 0;
        for (const graph::NodeId node : all)
            if (const double one = (*latency)->amountOf({&node, 1}); !std::isnan(one)) sum += one;
        QVERIFY((*latency)->amountOf(all) < sum);
        const auto error = OverlayMap::make(Overlay::Error, subject, {});
        QVERIFY(error && (*error)->amountOf(all) > 0 && (*error)->amountOf(all) < 1e-5);
        QVERIFY(page->canvas()->scene() != nullptr);
    }

    void valuesOfAFile() {
        MainWindow window;
        open(window, "graph");
        QTemporaryDir folder;
        QFile file(folder.filePath("cycles.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("node,cycles\naten_native_layer_norm_default,1200\n");
        file.close();
        QVERIFY(graphOf(window)->loadValues(file.fileName()));
        settle(window);
        QCOMPARE(window.findChild<QComboBox*>("overlay")->currentText(), QStringLiteral("values of a file"));
        QVERIFY(!graphOf(window)->loadValues(folder.filePath("absent.csv")));
    }

    /// A number that only the session knows: it is asked for in a job, and the search goes on.
    void searchesByNumber() {
        MainWindow window;
        open(window, "graph");
        GraphPage* page = graphOf(window);
        page->find("latency>5us op:layer_norm", true);
        settle(window);
        QVERIFY(window.workspace().selection().name.contains("layer_norm"));
        page->find("latency>100s", true);
        settle(window);
        QVERIFY(!page->find("latency>100s", true));
        page->find("latency>x", true);
        bool told = false;
        for (const QLabel* label : page->findChildren<QLabel*>()) told = told || label->text().contains("a number is wanted");
        QVERIFY(told);
    }

    /// Keys are offered for the term that is being typed, and put in its place.
    void completesKeys() {
        MainWindow window;
        open(window, "graph");
        auto* line = window.findChild<QLineEdit*>("find");
        auto* completer = line->findChild<QCompleter*>();
        QVERIFY(completer != nullptr);
        line->setFocus();
        QTest::keyClicks(line, "op:add -la");
        QCOMPARE(completer->completionCount(), 1);
        emit completer->activated(completer->currentCompletion());
        QCOMPARE(line->text(), QStringLiteral("op:add -latency>"));
        QTest::keyClicks(line, "1us nothinglikeit");
        QCOMPARE(completer->completionCount(), 0);
    }

    void marks() {
        MainWindow window;
        open(window, "graph");
        window.workspace().select(Address::ofNode("vision_encoder", "edge", "aten_native_layer_norm_default"));
        const bool before = window.workspace().bookmarks().contains(window.workspace().selection().text());
        window.workspace().toggleBookmark();
        QCOMPARE(window.workspace().bookmarks().contains(window.workspace().selection().text()), !before);
        window.workspace().toggleBookmark();
        QCOMPARE(window.workspace().bookmarks().contains(window.workspace().selection().text()), before);
    }

    void runsInTheOverview() {
        MainWindow window;
        open(window, "overview");
        const auto* methods = qobject_cast<TableModel*>(window.page("overview")->mainTable()->filter()->sourceModel());
        for (int row = 0; row < methods->rows(); ++row) {
            const QString told = methods->cell(row, 0).second;
            QVERIFY2(told.contains(QRegularExpression("\\d+ case.*, \\d+ run")), qPrintable(told));
        }
    }

    /// All runs of all methods, each with what came out; a click shows one, also of another method.
    void runsOfAllMethods() {
        MainWindow window;
        window.resize(1600, 1000);
        window.show();
        window.workspace().open({test::samplePath()});
        QTRY_VERIFY_WITH_TIMEOUT(window.workspace().session() != nullptr, 30000);
        window.workspace().setMethod("text_decoder");
        window.showPage("gap");
        settle(window);
        auto* page = static_cast<GapPage*>(window.page("gap"));
        const auto chosen = [page] { return page->runInView().value_or(0); };
        auto* bar = window.findChild<RunBar*>("runBar");
        QCOMPARE(bar->runs().size(), std::size_t{8});
        const auto markOf = [bar](std::size_t run) { return std::ranges::find(bar->runs(), run, &RunBar::Run::index)->mark; };
        QCOMPARE(markOf(9), Mark::Differ);
        for (const std::size_t run : {1U, 3U, 5U, 6U, 7U, 8U, 10U}) QCOMPARE(markOf(run), Mark::Match);
        QCOMPARE(chosen(), std::size_t(9));  // the one that differs, chosen for us, and marked
        QVERIFY2(bar->accessibleDescription().startsWith("Run 9, text_decoder"), qPrintable(bar->accessibleDescription()));
        // By keys, and of another method.
        bar->setFocus();
        for (int step = 0; step < 2; ++step) QTest::keyClick(bar, Qt::Key_Left);
        settle(window);
        QCOMPARE(chosen(), std::size_t(7));
        QTest::keyClick(bar, Qt::Key_Home);
        settle(window);
        QCOMPARE(window.workspace().method(), QString("vision_encoder"));
        QCOMPARE(chosen(), std::size_t(1));
        QVERIFY(bar->accessibleDescription().startsWith("Run 1, vision_encoder"));
        // A low window leaves the table its rows.
        page->resize(page->width(), 260);
        QVERIFY(page->findChild<QWidget*>("gapTable")->isVisible());
        QVERIFY(!page->plot()->isVisible());
        page->resize(page->width(), 700);
        QVERIFY(page->plot()->isVisible());
        // So does the run that was chosen when the files are read again.
        window.workspace().setMethod("text_decoder");
        settle(window);
        window.workspace().lookAt(7, "text_decoder");
        settle(window);
        for (const char* in : {"gap", "overview"}) {
            window.showPage(in);
            window.workspace().reload();
            settle(window);
            window.showPage("gap");
            settle(window);
            QCOMPARE(chosen(), std::size_t(7));
            QVERIFY2(bar->accessibleDescription().startsWith("Run 7, text_decoder"), qPrintable(bar->accessibleDescription()));
        }
        window.workspace().setMethod("text_decoder");
        settle(window);
        window.findChild<QComboBox*>("gapReference")->setCurrentText("run 7");
        settle(window);
        QCOMPARE(markOf(7), Mark::Match);  // that its outputs are equal stays true
        window.workspace().close();
        QVERIFY(bar->runs().empty());
        QVERIFY(!bar->isVisible());
    }

    /// Wherever one is: what is told of calls is of that run, and the pages that show a run show it.
    void aRunIsChosenForTheWholeWindow() {
        MainWindow window;
        open(window, "graph");
        window.workspace().setMethod("text_decoder");
        settle(window);
        auto* bar = window.findChild<RunBar*>("runBar");
        // As long as nobody chose, one run of the method is looked at.
        QVERIFY2(bar->accessibleDescription().contains(", text_decoder"), qPrintable(bar->accessibleDescription()));
        bar->setFocus();
        QTest::keyClick(bar, Qt::Key_Home);
        for (int step = 0; step < 2; ++step) QTest::keyClick(bar, Qt::Key_Right);
        settle(window);
        QVERIFY2(bar->accessibleDescription().startsWith("Run 5, text_decoder"), qPrintable(bar->accessibleDescription()));
        const auto known = knownGap({*window.workspace().session(), "text_decoder"}, JobContext());
        QVERIFY(known && *known != nullptr);
        QCOMPARE((*known)->answer->run(), std::optional<std::size_t>(5));
        window.workspace().reload();  // it is another session then
        settle(window);
        const auto again = knownGap({*window.workspace().session(), "text_decoder"}, JobContext());
        QVERIFY(again && *again != nullptr);
        QCOMPARE((*again)->answer->run(), std::optional<std::size_t>(5));
        window.showPage("gap");
        settle(window);
        QCOMPARE(window.page("gap")->runInView(), std::optional<std::size_t>(5));
        window.showPage("events");
        settle(window);
        QCOMPARE(window.page("events")->runInView(), std::optional<std::size_t>(5));
        // Of another method it is one of that.
        window.showPage("graph");
        window.workspace().setMethod("vision_encoder");
        settle(window);
        QVERIFY2(bar->accessibleDescription().contains(", vision_encoder"), qPrintable(bar->accessibleDescription()));
    }

    /// The file that the command line writes.
    void tracesForOtherViewers() {
        QTemporaryDir folder;
        MainWindow window;
        open(window, "events");
        Page* page = window.page("events");
        auto* state = page->findChild<QLabel*>("runState");
        const auto exportAs = [&](const QString& path) {
            QTimer::singleShot(100, [&] {
                auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
                dialog->findChild<QLineEdit*>("fileNameEdit")->setText(path);
                static_cast<QDialog*>(dialog)->accept();
            });
            QTest::mouseClick(page->findChild<QPushButton*>("exportTrace"), Qt::LeftButton);
            test::settleAnswered(window);
        };
        exportAs(folder.filePath("a.trace.json"));
        QCOMPARE(state->text(), QString("Exported to a.trace.json"));
        const auto trace = report::traceDocument(*window.workspace().session(), {"vision_encoder", ""}, 1e9, {});
        QFile file(folder.filePath("a.trace.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray::fromStdString(report::jsonText(*trace)));
        const QJsonArray events =
            QJsonDocument::fromJson(QByteArray::fromStdString(report::jsonText(*trace)))["traceEvents"].toArray();
        QVERIFY(std::ranges::any_of(events, [](const QJsonValue& event) { return event["name"] == "DELEGATE_CALL"; }));
        QVERIFY(page->exportTo(folder.filePath("b.trace.json")));
        exportAs(folder.filePath("no/such/folder.trace.json"));
        QVERIFY2(state->text().startsWith("Not exported"), qPrintable(state->text()));
        exportAs(folder.filePath("c.csv"));
        QCOMPARE(state->text(), QString("Exported to c.csv"));
        QVERIFY(QFile::exists(folder.filePath("c.csv")));
    }
};

ETSCOPE_TEST(TestRunPages)
#include "tst_run_pages.moc"
