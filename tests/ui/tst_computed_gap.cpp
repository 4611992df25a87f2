// Computed references and causes in the real main window, offscreen: what is computed at once, asked for, cancelled and closed;
// what is at fault in a faulty run; from stage to stage.
#include <QAbstractItemModelTester>
#include <QLabel>
#include <QPushButton>
#include <QSemaphore>
#include <QSettings>
#include <QToolButton>
#include <QtTest>

#include "pages/gap_page.h"
#include "support/test_case.h"
#include "ui/driver.h"

using namespace etscope;
using namespace etscope::test;
using namespace etscope::ui;

namespace {

constexpr const char* kQuick = "computing/quickOperations";

QString faults(const char* name) { return QStringLiteral(ETSCOPE_SHARED_DIR "/faults/") + QLatin1String(name); }

void open(Driver& user, const QString& path, const QString& method, const QString& page) {
    user.window().workspace().open({path});
    QTRY_VERIFY_WITH_TIMEOUT(user.window().workspace().session() != nullptr, 30000);
    user.window().workspace().setMethod(method);
    user.window().showPage(page);
    user.settle();
}

GapPage* gapOf(Driver& user) { return static_cast<GapPage*>(user.window().page("gap")); }

QString summaryOf(Driver& user) { return user.texts(gapOf(user)); }

void clickState(Driver& user) {
    auto* button = gapOf(user)->findChild<QPushButton*>("stateButton");
    QVERIFY(button != nullptr && button->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
}

/// One job at a time, and none until it is let go.
class HeldPool {
public:
    HeldPool() : m_threads(JobRegistry::pool().maxThreadCount()) {
        JobRegistry::pool().setMaxThreadCount(1);
        const auto begun = std::make_shared<QSemaphore>();
        JobRegistry::pool().start([gate = m_gate, begun] {
            begun->release();
            gate->acquire();
        });
        begun->acquire();
    }
    ~HeldPool() {
        release();
        JobRegistry::pool().setMaxThreadCount(m_threads);
    }
    void release() {
        if (!std::exchange(m_open, true)) m_gate->release();
    }

private:
    int m_threads;
    bool m_open = false;
    std::shared_ptr<QSemaphore> m_gate = std::make_shared<QSemaphore>();
};

}  // namespace

class TestComputedGap : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QSettings().remove(QLatin1String(kQuick)); }

    /// No file has values of this method: they are computed without a question, and each call is judged.
    void smallGraphsAreComputedAtOnce() {
        Driver user;
        open(user, samplePath(), "token_embedding", "gap");
        const QAbstractItemModelTester tester(gapOf(user)->mainTable()->model());
        QVERIFY2(summaryOf(user).contains("reference computed from the edge graph on"), qPrintable(summaryOf(user)));
        QVERIFY(gapOf(user)->mainTable()->model()->rowCount() > 0);
        QVERIFY(!user.sees("not judged yet"));
        QVERIFY(gapOf(user)->plot()->flagText().isEmpty());
        // The other way round: a file's values are there, and computed ones by choice.
        user.window().workspace().setMethod("text_decoder");
        user.settle();
        QVERIFY2(summaryOf(user).contains("reference-text_decoder.npz"), qPrintable(summaryOf(user)));
        auto* reference = user.window().findChild<QComboBox*>("gapReference");
        reference->setFocus();
        QTest::keyClick(reference, Qt::Key_Up);
        user.settle();
        QCOMPARE(reference->currentText(), QString("Computed from the edge graph"));
        QVERIFY2(summaryOf(user).contains("computed from the edge graph on"), qPrintable(summaryOf(user)));
        QVERIFY(gapOf(user)->mainTable()->model()->rowCount() > 0);
    }

    /// What takes long says how much it is, and waits for a click.
    void largeGraphsAreAskedFor() {
        QSettings().setValue(QLatin1String(kQuick), 0);
        Driver user;
        open(user, samplePath(), "token_embedding", "gap");
        QVERIFY(gapOf(user)->state().kind == PageState::Kind::Empty);
        QVERIFY2(user.sees("values to compare with") && user.sees("of weights are read"), qPrintable(user.texts()));
        QCOMPARE(gapOf(user)->state().button, QString("Compute reference"));
        clickState(user);
        user.settle();
        QVERIFY(gapOf(user)->state().kind == PageState::Kind::Ready);
        QVERIFY2(summaryOf(user).contains("reference computed from the edge graph on"), qPrintable(summaryOf(user)));
    }

    void computingIsCancelledAndAskedAgain() {
        QSettings().setValue(QLatin1String(kQuick), 0);
        Driver user;
        open(user, samplePath(), "token_embedding", "gap");
        {
            HeldPool pool;
            clickState(user);
            QTRY_VERIFY(gapOf(user)->state().kind == PageState::Kind::Loading);
            QTRY_COMPARE(gapOf(user)->findChild<QPushButton*>("stateButton")->text(), QString("Cancel"));
            clickState(user);
        }
        user.settle();
        QVERIFY(gapOf(user)->state().kind == PageState::Kind::Failed);
        QVERIFY2(user.sees("Cancelled"), qPrintable(user.texts()));
        clickState(user);
        user.settle();
        QVERIFY(gapOf(user)->state().kind == PageState::Kind::Ready);
        QVERIFY(gapOf(user)->mainTable()->model()->rowCount() > 0);
    }

    void closedWhileComputing() {
        QSettings().setValue(QLatin1String(kQuick), 0);
        Driver user;
        open(user, samplePath(), "token_embedding", "gap");
        {
            HeldPool pool;
            clickState(user);
            user.window().workspace().close();
        }
        user.settle();
        QCOMPARE(gapOf(user)->mainTable()->model()->rowCount(), 0);
        QVERIFY(gapOf(user)->plot()->points().empty());
    }

    void theCulpritOfAFaultyRun() {
        if (!QFile::exists(faults("fault_kernel/model.pte"))) QSKIP("the shared faults are not here");
        Driver user;
        open(user, faults("fault_kernel"), "forward", "gap");
        const QAbstractItemModel* rows = gapOf(user)->mainTable()->model();
        int wrong = 0;
        for (int row = 0; row < rows->rowCount(); ++row)
            for (int column = 0; column < rows->columnCount(); ++column)
                wrong += rows->index(row, column).data().toString() == "wrong" ? 1 : 0;
        QVERIFY2(wrong >= 1 && wrong < 4, qPrintable(QString::number(wrong)));
        const QString flag = gapOf(user)->plot()->flagText();
        QVERIFY2(flag.startsWith("Wrong: aten_gelu_default"), qPrintable(flag));
    }

    /// Nothing is accused of what nobody did, nor called correct that was not looked at.
    void noCulprit() {
        if (!QFile::exists(faults("healthy_masks/model.pte"))) QSKIP("the shared faults are not here");
        Driver user;
        open(user, faults("healthy_masks"), "forward", "gap");
        QVERIFY2(gapOf(user)->plot()->flagText().isEmpty(), qPrintable(gapOf(user)->plot()->flagText()));
        QVERIFY(!user.window().workspace().selection().valid());
        // Without the program no call is judged by itself.
        const QString sample = samplePath();
        user.window().workspace().open({sample + "/model.etrecord", sample + "/run.etdp", sample + "/run.dbg"});
        user.settle();
        user.window().workspace().setMethod("text_decoder");
        user.window().showPage("gap");
        user.settle();
        const TableView* table = gapOf(user)->mainTable();
        int unknown = 0;
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            const QModelIndex verdict = table->model()->index(row, table->columnOf("verdict"));
            const bool judged = verdict.siblingAtColumn(table->columnOf("rounding")).data(SortRole).isValid();
            if (judged) continue;
            ++unknown;
            QVERIFY(static_cast<Mark>(verdict.data(MarkRole).toInt()) != Mark::Match);
        }
        QVERIFY(unknown > 0);
    }

    void fromStageToStage() {
        if (!QFile::exists(faults("fault_transposed/model.pte"))) QSKIP("the shared faults are not here");
        Driver user;
        open(user, faults("fault_transposed"), "forward", "stages");
        const QString way = user.texts("stageWay");
        QVERIFY2(way.contains("reference outputs → ✓") && way.contains("program → ≠ differs → run 1"), qPrintable(way));
        auto* words = user.window().findChild<QLabel*>("stageWords");
        emit words->linkActivated(words->text().section("href=", 1).section(words->text().section("href=", 1).left(1), 1, 1));
        user.settle();
        QCOMPARE(user.window().currentPage(), QString("graph"));
        QCOMPARE(user.window().workspace().selection().kind, Address::Kind::Node);
        user.window().showPage("stages");
        user.settle();
        auto* table = user.window().page("stages")->mainTable();
        const int last = table->model()->rowCount() - 1;
        const QModelIndex broken = table->model()->index(last, table->columnOf("step"));
        QCOMPARE(broken.data().toString(), QString("program → run 1"));
        QCOMPARE(static_cast<Mark>(broken.siblingAtColumn(table->columnOf("outputs")).data(MarkRole).toInt()), Mark::Differ);
        QCOMPARE(table->currentIndex().row(), last);  // its node is what is selected
        user.window().workspace().close();
        user.settle();
        QVERIFY(user.texts("stageWay").isEmpty());
    }

    /// A node that neither a file nor another run tells of has its computed value, here and beside what the runtime gave.
    void computedValueOfANode() {
        const QString folder = QStringLiteral(ETSCOPE_SHARED_DIR "/fixtures/vlm/");
        if (!QFile::exists(folder + "run-main.etdp")) QSKIP("the shared fixtures are not here");
        Driver user;
        ui::Workspace& workspace = user.window().workspace();
        workspace.open({folder + "model.etrecord", folder + "model.pte", folder + "run-main.etdp", folder + "run-main.dbg"});
        QTRY_VERIFY_WITH_TIMEOUT(workspace.session() != nullptr, 30000);
        workspace.reveal(Address::ofNode("vision_encoder", QStringLiteral("edge"), "aten_squeeze_copy_dims"));
        user.settle();
        auto* inspector = user.window().findChild<QWidget*>("inspectorDock");
        QVERIFY2(user.texts(inspector).contains("computed from the edge graph on"), qPrintable(user.texts(inspector)));
        workspace.followText("page:values");
        user.settle();
        const QString values = user.texts("bottom");
        QVERIFY2(values.contains("reference of this node, computed from the edge graph on"), qPrintable(values));
    }
};

ETSCOPE_TEST(TestComputedGap)
#include "tst_computed_gap.moc"
