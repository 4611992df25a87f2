// What is known of a method's gap, told the same everywhere in the real main window: the overlay of errors, the Inspector, the
// values of operators with several results, the plot.
#include <QLabel>
#include <QScrollArea>
#include <QStandardPaths>
#include <QtTest>

#include "pages/gap_page.h"
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

GapPage* gapOf(Driver& user) { return static_cast<GapPage*>(user.window().page("gap")); }

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
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    /// The kernel that is wrong stands out; what only carries its error on is quiet.
    void overlayOfAWrongKernel() {
        if (!QFile::exists(shared("faults/fault_kernel/model.pte"))) QSKIP("the shared faults are not here");
        Driver user;
        open(user, {shared("faults/fault_kernel")}, "forward", "graph");
        const OverlayMap& map = errorsOf(user, "edge");
        QVERIFY(!map.hasAmounts());
        const Worn culprit = wornBy(user, map, "aten_gelu_default");
        QCOMPARE(culprit.verdict, QString("not rounding"));
        QCOMPARE(culprit.sign, Mark::Introduced);
        const Worn behind = wornBy(user, map, "aten_native_layer_norm_default_4");
        QCOMPARE(behind.verdict, QString("normal"));
        QCOMPARE(wornBy(user, map, "aten_convolution_default").sign, Mark::None);
        QVERIFY(signs(map, Mark::Introduced) >= 1 && signs(map, Mark::Introduced) < 4);
        QStringList legend;
        for (const OverlayMap::Class& row : map.classes()) legend += row.name;
        for (const OverlayMap::Sign& row : map.signs()) legend += row.name;
        QCOMPARE(legend,
                 QStringList({"exact", "normal", "high", "not rounding", "unknown", "introduced", "constant", "inherited"}));
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
        QVERIFY(behind.verdict != "not rounding");
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
        for (const char* word : {"Where the error comes from", "not rounding", "Introduced", "Constant", "Inherited",
                                 "units of rounding off", "the program's constants against the record's"})
            QVERIFY2(words.contains(word), qPrintable(words));
        QLabel* label = labelWith(*inspector, "page:gap#");
        QVERIFY(label != nullptr);
        user.window().findChild<QScrollArea*>("inspector")->ensureWidgetVisible(label);
        QVERIFY(clickLinks(*label, [&] { return user.window().currentPage() == "gap"; }));
        user.settle();
        QCOMPARE(user.window().workspace().selection(), Address::ofInstruction("forward", 30));
        QVERIFY2(user.texts(inspector).contains("not rounding"), qPrintable(user.texts(inspector)));
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
        user.window().workspace().follow("page:values");
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
        GapPlot* plot = gapOf(user)->plot();
        QCOMPARE(plot->tolerance(), 1e-3);
        QVERIFY2(plot->flagText().contains("aten_"), qPrintable(plot->flagText()));
        QVERIFY2(plot->flagText().startsWith("First divergence: "), qPrintable(plot->flagText()));
        double before = 0;
        int own = 0;
        for (const ChartPoint& point : plot->points()) {
            QVERIFY2(point.normal >= before, qPrintable(point.tooltip));  // rounding adds up
            before = point.normal;
            if (std::isnan(point.own)) continue;
            ++own;
            QVERIFY2(point.tooltip.contains("introduces"), qPrintable(point.tooltip));
        }
        QVERIFY(before > 0 && before < 1e-4);
        QVERIFY2(own >= 1 && own < 4, qPrintable(QString::number(own)));
        // Of another measure rounding is not known in its units.
        auto* metric = user.window().findChild<QComboBox*>("gapMetric");
        metric->setFocus();
        QTest::keyClick(metric, Qt::Key_Down);
        user.settle();
        QVERIFY(std::isnan(plot->tolerance()));
        for (const ChartPoint& point : plot->points()) QVERIFY(std::isnan(point.normal));
    }
};

QTEST_MAIN(TestKnownGap)
#include "tst_known_gap.moc"
