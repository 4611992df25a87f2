// What is known of a method's gap, told the same everywhere in the real main window: the overlay of errors, the Inspector, the
// values of operators with several results, the plot, and what the page says where something is missing.
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QStatusBar>
#include <QtTest>

#include "answers/gap_columns.h"
#include "frame/errands.h"
#include "pages/gap_guide.h"
#include "pages/gap_page.h"
#include "support/test_case.h"
#include "ui/driver.h"

using namespace etscope;
using namespace etscope::test;
using namespace etscope::ui;

namespace {

QString shared(const char* name) { return QStringLiteral(ETSCOPE_SHARED_DIR "/") + QLatin1String(name); }

void open(Driver& user, const QStringList& paths, const QString& method, const QString& page) {
    user.window().workspace().open(paths);
    QTRY_VERIFY_WITH_TIMEOUT(user.window().workspace().session() != nullptr, 30000);
    user.window().workspace().setMethod(method);
    user.window().showPage(page);
    user.settle();
}

GapPage* knownGapGapOf(Driver& user) { return static_cast<GapPage*>(user.window().page("gap")); }

/// The overlay of errors of a stage, in view.
const OverlayMap& errorsOf(Driver& user, const QString& stage) {
    user.window().workspace().setStage(stage);
    user.window().setOverlay(QStringLiteral("error"));
    user.settle();
    return *graphOf(user.window())->canvas()->look().overlay();
}

const modules::GraphIndex& indexOf(Driver& user) { return graphOf(user.window())->canvas()->scene()->view().index(); }

/// Of a node by its path.
struct Worn {
    QString verdict;
    Mark sign;
};
Worn wornBy(Driver& user, const OverlayMap& map, const char* path) {
    const graph::NodeId node = indexOf(user).model().findNode(path);
    return {map.classOf(node).name, map.signOf({&node, 1})};
}

std::uint64_t signs(const OverlayMap& map, Mark sign) {
    const auto found = std::ranges::find(map.signs(), sign, &OverlayMap::Sign::mark);
    return found == map.signs().end() ? 0 : found->nodes;
}

/// Real clicks along the lines of a label, until `done`.
template <class Done>
bool clickLinks(QLabel& label, Done done) {
    for (int y = 6; y < label.height(); y += 8)
        for (int x = 3; x < label.width(); x += 6) {
            QTest::mouseClick(&label, Qt::LeftButton, {}, {x, y});
            if (done()) return true;
        }
    return false;
}

QLabel* labelWith(const QWidget& part, const QString& words) {
    for (auto* label : part.findChildren<QLabel*>())
        if (label->isVisible() && label->text().contains(words)) return label;
    return nullptr;
}

}  // namespace

class TestKnownGap : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QSettings().remove(QStringLiteral("computing/quickOperations")); }

    /// The kernel that is wrong stands out; what only carries its error on is quiet.
    void overlayOfAWrongKernel() {
        if (!QFile::exists(shared("faults/fault_kernel/model.pte"))) QSKIP("the shared faults are not here");
        Driver user;
        open(user, {shared("faults/fault_kernel")}, "forward", "graph");
        const OverlayMap& map = errorsOf(user, "edge");
        QVERIFY(!map.hasAmounts());
        const Worn culprit = wornBy(user, map, "aten_gelu_default");
        QCOMPARE(culprit.verdict, QString("wrong"));
        QCOMPARE(culprit.sign, Mark::Introduced);
        const Worn behind = wornBy(user, map, "aten_native_layer_norm_default_4");
        QCOMPARE(behind.verdict, QString("correct"));
        QCOMPARE(wornBy(user, map, "aten_convolution_default").sign, Mark::None);
        QVERIFY(signs(map, Mark::Introduced) >= 1 && signs(map, Mark::Introduced) < 4);
        QStringList legend;
        for (const OverlayMap::Class& row : map.classes()) legend += row.name;
        for (const OverlayMap::Sign& row : map.signs()) legend += row.name;
        QCOMPARE(legend,
                 QStringList({"exact", "correct", "suspicious", "wrong", "unknown", "introduced", "constant", "inherited"}));
        QVERIFY2(map.note().contains("computed from the edge graph"), qPrintable(map.note()));
        // The same of the program's instruction.
        const OverlayMap& program = errorsOf(user, "program");
        const auto node = Address::ofInstruction("forward", 30).name;
        QCOMPARE(wornBy(user, program, node.toUtf8().constData()).sign, Mark::Introduced);
    }

    void overlayOfAWrongConstant() {
        if (!QFile::exists(shared("faults/fault_transposed/model.pte"))) QSKIP("the shared faults are not here");
        Driver user;
        open(user, {shared("faults/fault_transposed")}, "forward", "graph");
        const OverlayMap& map = errorsOf(user, "edge");
        QCOMPARE(wornBy(user, map, "aten_permute_copy_default_12").sign, Mark::Constant);
        QCOMPARE(signs(map, Mark::Introduced), std::uint64_t(0));
        const Worn behind = wornBy(user, map, "aten_add_tensor_3");
        QCOMPARE(behind.sign, Mark::Inherited);
        QVERIFY(behind.verdict != "wrong");
        QVERIFY(map.classOf(indexOf(user).model().findNode("aten_add_tensor_3")).hue != OverlayMap::kNotRun);
    }

    void overlayOfAHealthyRun() {
        if (!QFile::exists(shared("faults/healthy_masks/model.pte"))) QSKIP("the shared faults are not here");
        Driver user;
        open(user, {shared("faults/healthy_masks")}, "forward", "graph");
        const OverlayMap& map = errorsOf(user, "edge");
        for (const Mark sign : {Mark::Introduced, Mark::Constant, Mark::Inherited}) QCOMPARE(signs(map, sign), std::uint64_t(0));
    }

    /// Without a program nothing judges the calls: the error as such.
    void overlayWithoutVerdicts() {
        if (!QFile::exists(shared("faults/fault_kernel/model.pte"))) QSKIP("the shared faults are not here");
        Driver user;
        const QString folder = shared("faults/fault_kernel/");
        open(user, {folder + "model.etrecord", folder + "run-main.etdp", folder + "run-main.dbg"}, "forward", "graph");
        QVERIFY(errorsOf(user, "edge").signs().empty());
    }

    /// The Inspector has the parts, the verdict and its envelope in words, and leads to the row and to the values.
    void inspectorTellsWhereTheErrorComesFrom() {
        if (!QFile::exists(shared("faults/fault_kernel/model.pte"))) QSKIP("the shared faults are not here");
        Driver user;
        open(user, {shared("faults/fault_kernel")}, "forward", "graph");
        auto* inspector = user.window().findChild<QWidget*>("inspectorDock");
        user.window().workspace().select(Address::ofNode("forward", QStringLiteral("edge"), "aten_gelu_default"));
        user.settle();
        const QString words = user.texts(inspector);
        for (const char* word : {"Where the error comes from", "wrong", "Introduced", "Constant", "Inherited", "rounding units off",
                                 "the program's constants against the record's"})
            QVERIFY2(words.contains(word), qPrintable(words));
        QLabel* label = labelWith(*inspector, "page:gap#");
        QVERIFY(label != nullptr);
        user.window().findChild<QScrollArea*>("inspector")->ensureWidgetVisible(label);
        QVERIFY(clickLinks(*label, [&] { return user.window().currentPage() == "gap"; }));
        user.settle();
        QCOMPARE(user.window().workspace().selection(), Address::ofInstruction("forward", 30));
        QVERIFY2(user.texts(inspector).contains("wrong"), qPrintable(user.texts(inspector)));
    }

    /// An operator with several results has them all, beside what the runs logged.
    void valuesOfSeveralResults() {
        const QString folder = shared("fixtures/vlm/");
        if (!QFile::exists(folder + "run-main.etdp")) QSKIP("the shared fixtures are not here");
        Driver user;
        open(user, {folder + "model.etrecord", folder + "model.pte", folder + "run-main.etdp", folder + "run-main.dbg"},
             "vision_encoder", "graph");
        user.window().workspace().reveal(
            Address::ofNode("vision_encoder", QStringLiteral("edge"), "aten_native_layer_norm_default"));
        user.settle();
        // A second run is no proof: the computed value stands beside what it logged.
        auto* inspector = user.window().findChild<QWidget*>("inspectorDock");
        QVERIFY2(user.texts(inspector).contains("computed from the edge graph on"), qPrintable(user.texts(inspector)));
        user.window().workspace().followText("page:values");
        user.settle();
        auto* choice = user.window().findChild<QComboBox*>("valueChoice");
        QStringList seen;
        choice->setFocus();
        for (int i = 0; i < choice->count(); ++i) {
            seen += user.texts("bottom");
            QTest::keyClick(choice, Qt::Key_Down);
            user.settle();
        }
        const QString all = seen.join('\n');
        for (const char* result : {"result 1 of 3", "result 2 of 3", "result 3 of 3"})
            QVERIFY2(all.contains(result), qPrintable(all));
    }

    /// Band, tolerance, the flag with operator and cause, and what a call did itself.
    void plotOfAWrongKernel() {
        if (!QFile::exists(shared("faults/fault_kernel/model.pte"))) QSKIP("the shared faults are not here");
        Driver user;
        open(user, {shared("faults/fault_kernel")}, "forward", "gap");
        GapPlot* plot = knownGapGapOf(user)->plot();
        QCOMPARE(plot->tolerance(), 1e-3);
        QVERIFY2(plot->flagText().startsWith("Wrong: aten_gelu_default · CPU, own error × "), qPrintable(plot->flagText()));
        double normal = 0;  // the most that rounding explains of a call
        int wrong = 0, flags = 0;
        for (const ChartPoint& point : plot->points()) {
            QVERIFY2(!(point.normal < 0), qPrintable(point.tooltip));
            if (std::isfinite(point.normal)) normal = std::max(normal, point.normal);
            flags += point.wrong.isEmpty() ? 0 : 1;
            if (point.judged != Mark::Differ) continue;
            ++wrong;
            QVERIFY2(point.own > 1 && point.tooltip.contains("own error, × rounding: × "), qPrintable(point.tooltip));
        }
        QVERIFY2(normal > 0 && normal < 1e-4, qPrintable(QString::number(normal)));
        QVERIFY2(wrong >= 1 && wrong < 4, qPrintable(QString::number(wrong)));
        QCOMPARE(flags, 1);
        // Of another measure rounding is not known in its units.
        auto* metric = user.window().findChild<QComboBox*>("gapMetric");
        metric->setFocus();
        QTest::keyClick(metric, Qt::Key_Down);
        user.settle();
        QVERIFY(std::isnan(plot->tolerance()));
        for (const ChartPoint& point : plot->points()) QVERIFY(std::isnan(point.normal));
    }

    /// The page opens with the call that is at fault; the button leads to the next one. Esc lets go of it for good.
    void theCallAtFaultIsSelected() {
        if (!QFile::exists(shared("faults/fault_kernel/model.pte"))) QSKIP("the shared faults are not here");
        Driver user;
        user.window().resize(1600, 1000);
        open(user, {shared("faults/fault_kernel")}, "forward", "gap");
        const TableView* table = knownGapGapOf(user)->mainTable();
        QCOMPARE(user.window().workspace().selection(), Address::ofInstruction("forward", 30));
        QCOMPARE(table->currentIndex().data(AddressRole).value<Address>(), Address::ofInstruction("forward", 30));
        QVERIFY(table->viewport()->rect().contains(table->visualRect(table->currentIndex())));
        QTest::mouseClick(knownGapGapOf(user)->findChild<QPushButton*>("gapNext"), Qt::LeftButton);
        QCOMPARE(user.window().workspace().selection(), Address::ofInstruction("forward", 61));
        user.window().workspace().select({});
        auto* metric = user.window().findChild<QComboBox*>("gapMetric");
        metric->setFocus();
        QTest::keyClick(metric, Qt::Key_Down);
        user.settle();
        QVERIFY(!user.window().workspace().selection().valid());
    }

    /// A cause that is no call's accuses none of them: no flag, nothing red, nothing selected.
    void anInputThatIsWrongAccusesNoCall() {
        if (!QFile::exists(shared("faults2/input_scaled/model.pte"))) QSKIP("the shared faults are not here");
        Driver user;
        open(user, {shared("faults2/input_scaled")}, "forward", "gap");
        const GapPlot* plot = knownGapGapOf(user)->plot();
        QVERIFY(!plot->points().empty());
        QVERIFY2(plot->flagText().isEmpty(), qPrintable(plot->flagText()));
        QVERIFY(std::ranges::none_of(plot->points(), [](const ChartPoint& point) { return point.judged == Mark::Differ; }));
        QVERIFY(!user.window().workspace().selection().valid());
        const TableView* table = knownGapGapOf(user)->mainTable();
        for (int row = 0; row < table->model()->rowCount(); ++row)
            QVERIFY(table->model()->index(row, table->columnOf("verdict")).data().toString() != "wrong");
    }

    /// What was opened stays open when the same rows are told by another measure, in which their parts are, too.
    void anotherMeasure() {
        if (!QFile::exists(shared("faults/fault_kernel/model.pte"))) QSKIP("the shared faults are not here");
        Driver user;
        user.window().resize(1600, 1000);
        open(user, {shared("faults/fault_kernel")}, "forward", "gap");
        TableView* table = knownGapGapOf(user)->mainTable();
        const auto introduced = [&] {
            for (int row = 0; row < table->model()->rowCount(); ++row)
                if (const QModelIndex index = table->model()->index(row, table->columnOf("instr"));
                    index.data().toString() == "0/30")
                    return index.siblingAtColumn(table->columnOf("own_error")).data(SortRole).toDouble();
            return 0.0;
        };
        const double relative = introduced();
        const int folded = table->model()->rowCount();
        table->scrollToTop();
        table->setFocus();
        table->setCurrentIndex(table->model()->index(0, 0));
        QTest::keyClick(table, Qt::Key_Right);
        const int open = table->model()->rowCount();
        QVERIFY(open > folded);
        auto* metric = user.window().findChild<QComboBox*>("gapMetric");
        metric->setFocus();
        QTest::keyClick(metric, Qt::Key_Down);
        user.settle();
        QCOMPARE(metric->currentText(), QString("max |d|"));
        QCOMPARE(table->model()->rowCount(), open);
        QVERIFY(introduced() > 0 && introduced() != relative);
        // The culprit has little of its own inputs' error: its largest difference is its own.
        const auto& points = knownGapGapOf(user)->plot()->points();
        const auto first = std::ranges::find_if(points, [](const ChartPoint& point) { return !point.wrong.isEmpty(); });
        QVERIFY(first != points.end());
        QVERIFY2(std::abs(first->y - introduced()) < 0.2 * first->y, qPrintable(QString::number(introduced())));
    }

    /// What comes before the culprit is right: one line that opens, and the culprit behind it. Rows are named by operator, module
    /// and source line, and the part of the error that is the largest has its sign.
    void tableBeginsAtTheCulprit() {
        if (!QFile::exists(shared("faults/fault_kernel/model.pte"))) QSKIP("the shared faults are not here");
        Driver user;
        user.window().resize(1600, 1000);
        open(user, {shared("faults/fault_kernel")}, "forward", "gap");
        TableView* table = knownGapGapOf(user)->mainTable();
        const QModelIndex folded = table->indexAt({4, 4}), first = folded.siblingAtRow(folded.row() + 1);
        QCOMPARE(folded.data(FoldRole).toInt(), 0);
        const QString before = folded.siblingAtColumn(table->columnOf("operator")).data().toString();
        QVERIFY2(before.contains("before it"), qPrintable(before));
        QVERIFY(folded.siblingAtColumn(table->columnOf("own_error")).data(SortRole).toDouble() < 1e-4);
        QCOMPARE(first.siblingAtColumn(table->columnOf("instr")).data().toString(), QString("0/30"));
        for (const char* key : {"operator", "own_error", "inherited", "rounding", "verdict", "runs_as", "source"})
            QVERIFY2(!table->isColumnHidden(table->columnOf(key)), key);
        QVERIFY(table->isColumnHidden(table->columnOf("growth")));
        QCOMPARE(table->horizontalScrollBar()->maximum(), 0);
        const auto cell = [&](const char* title) {
            const auto columns = static_cast<const TableModel*>(table->filter()->sourceModel())->columns();
            const auto at =
                std::ranges::find(columns, std::string_view(title), [](const Column& one) { return std::string_view(one.title); });
            return first.siblingAtColumn(static_cast<int>(at - columns.begin()));
        };
        QCOMPARE(cell("Operator").data().toString(), QString("aten_gelu_default"));
        QVERIFY(cell("Operator").data(FamilyRole).toInt() >= 0);
        // Without what the modules of most rows have in common, which the title says.
        QCOMPARE(cell("Module").data().toString(), QString("0.mlp.act"));
        QVERIFY(cell("Module").data(Qt::ToolTipRole).toString().contains("encoder.0.mlp.act"));
        for (const char* query : {"module:encoder.0.mlp.act", "module:/^0\\.mlp\\.act$/"}) {
            table->filter()->setQuery(QLatin1String(query));
            QVERIFY2(table->filter()->shownRow(table->filter()->table()->rowOf(Address::ofInstruction("forward", 30))) >= 0, query);
        }
        table->filter()->setQuery({});
        QCOMPARE(table->model()->headerData(table->columnOf("module"), Qt::Horizontal).toString(), QString("Module in encoder"));
        QVERIFY2(cell("Source").data().toString().contains(".py:"), qPrintable(cell("Source").data().toString()));
        QCOMPARE(static_cast<Mark>(cell("Own error").data(MarkRole).toInt()), Mark::Introduced);
        QCOMPARE(static_cast<Mark>(cell("Own error").data(JudgedRole).toInt()), Mark::Differ);
        const QModelIndex times = cell("× rounding");
        QVERIFY2(times.data().toString().startsWith(QString::fromUtf8("× ")), qPrintable(times.data().toString()));
        QVERIFY(times.data(ShareRole).toDouble() > 1);
        QCOMPARE(static_cast<Mark>(times.data(JudgedRole).toInt()), Mark::Differ);
        QCOMPARE(cell("Runs as").data().toString(), QString("CPU"));
        QCOMPARE(static_cast<Mark>(cell("Inherited").data(MarkRole).toInt()), Mark::None);
        QCOMPARE(cell("Verdict").data().toString(), QString("wrong"));
    }

    /// Only what is missing is bold; each line names its file and leads there.
    void guideWithoutAReference() {
        QSettings().setValue(QStringLiteral("computing/quickOperations"), 0);
        Driver user;
        open(user, {samplePath()}, "token_embedding", "gap");
        QCOMPARE(knownGapGapOf(user)->stateMark(), Mark::Missing);
        auto* state = knownGapGapOf(user)->findChild<QWidget*>("stateSteps");
        QVERIFY(state != nullptr && state->isVisible());
        const QString words = user.texts(state);
        for (const char* word : {"model.etrecord", "model.pte", "run.etdp", "run.dbg", "Summary", "Debug buffer"})
            QVERIFY2(words.contains(word), qPrintable(words));
        QStringList bold;
        for (const auto* label : state->findChildren<QLabel*>())
            if (label->font().weight() > QFont::Normal) bold += label->text();
        QCOMPARE(bold, QStringList("Reference values"));
        QVERIFY(labelWith(*state, "add:") != nullptr && words.contains(".npz"));
        QLabel* events = labelWith(*state, "page:events");
        QVERIFY(events != nullptr && clickLinks(*events, [&] {
                    QCoreApplication::processEvents();
                    return user.window().currentPage() == "events";
                }));
        user.settle();
        user.window().showPage("gap");
        user.settle();
        QTest::mouseClick(knownGapGapOf(user)->findChild<QPushButton*>("stateButton"), Qt::LeftButton);
        user.settle();
        QVERIFY(knownGapGapOf(user)->state().kind == PageState::Kind::Ready);
        // What was computed on demand is known everywhere from then on.
        user.window().showPage("graph");
        QVERIFY(!errorsOf(user, "edge").signs().empty());
    }

    void guideWithoutARun() {
        Driver user;
        open(user, {samplePath() + "/model.etrecord", samplePath() + "/model.pte"}, "token_embedding", "gap");
        const QString words = user.texts(knownGapGapOf(user));
        for (const char* word : {"No operator is compared", "3 things are missing", "run the program with an ETDump"})
            QVERIFY2(words.contains(word), qPrintable(words));
    }

    /// What the original interpreter would say: a script with the files of the session.
    void guideHasAScript() {
        Driver user;
        open(user, {samplePath()}, "token_embedding", "gap");
        const PageState state = missingReference(*user.window().workspace().session(), "token_embedding", ChosenRun{}, [] {});
        const auto line = std::ranges::find(state.steps, Link::script("token_embedding"), &PageState::Step::link);
        QVERIFY(line != state.steps.end());
        QApplication::clipboard()->clear();
        user.window().workspace().follow(line->link);
        QTRY_VERIFY(QApplication::clipboard()->text().contains("method = \"token_embedding\"\n"));
        QVERIFY(QApplication::clipboard()->text().contains("/model.etrecord\"\n"));
        QTRY_VERIFY(user.window().findChildren<ScriptCopier*>().isEmpty());
        user.window().workspace().follow(Link::script("nothing"));
        QTRY_VERIFY(user.window().statusBar()->currentMessage().contains("no edge graph of 'nothing'"));
    }

    /// What cannot be computed says why beside a button that cannot be clicked.
    void guideWhereNothingCanBeComputed() {
        Driver user;
        open(user, {samplePath()}, "token_embedding", "gap");
        ChosenRun chosen;
        chosen.why = QStringLiteral("the graph has no inputs");
        const PageState state = missingReference(*user.window().workspace().session(), "token_embedding", chosen, [] {});
        QVERIFY(!state.act);
        QVERIFY(state.price.contains("the graph has no inputs"));
        chosen.plan = evaluate::Plan{};
        for (int i = 0; i < 8; ++i) chosen.plan->unsupported.push_back({"n", "my.op" + std::to_string(i), "unknown"});
        const PageState computable = missingReference(*user.window().workspace().session(), "token_embedding", chosen, [] {});
        QVERIFY(computable.act != nullptr);
        QVERIFY2(computable.todo.contains("my.op0 × 1") && computable.todo.contains("+ 5 more"), qPrintable(computable.todo));
    }
};

ETSCOPE_TEST(TestKnownGap)
#include "tst_known_gap.moc"
