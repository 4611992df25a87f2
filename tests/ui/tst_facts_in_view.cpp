// One fact, said alike everywhere: what is no fault is not red, a constant is not called a wrong operator, a damaged file is said
// to be one; pages are of the run that is looked at, and what is selected in another method is not named as if it were in this one.
#include <QAbstractItemView>
#include <QComboBox>
#include <QDir>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>

#include "answers/known_gap.h"
#include "charts/output_matrix.h"
#include "findings/verdict.h"
#include "frame/session_file.h"
#include "pages/drift_map.h"
#include "pages/drift_view.h"
#include "shell/answer_line.h"
#include "shell/breadcrumb.h"
#include "shell/run_bar.h"
#include "support/test_case.h"
#include "ui/driver.h"
#include "workspace/verdict_words.h"

using namespace etscope;
using namespace etscope::ui;
using test::Driver;

namespace {

QString fixture(const QString& name) { return QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/") + name; }

}  // namespace

class TestFactsInView : public QObject {
    Q_OBJECT

    static void open(Driver& user, const QStringList& paths) {
        user.window().open(paths);
        QTRY_VERIFY_WITH_TIMEOUT(user.window().workspace().session() != nullptr, 30000);
        user.settle();
    }
    static QString answer(Driver& user) { return user.window().findChild<AnswerLine*>("answerLine")->words(); }

private slots:
    void init() { QSettings().clear(); }

    /// Outputs differ by what quantising costs: amber, and no operator is wrong.
    void quantisedIsNotRed() {
        Driver user;
        open(user, {fixture("causes/steps_of_delegates")});
        const findings::SessionVerdict& verdict = *user.window().workspace().verdict();
        QCOMPARE(verdict.state, findings::Verdict::Differ);
        QCOMPARE(verdict.methods.front().culprit->cause, causes::Cause::Quantisation);
        QCOMPARE(outputsMark(verdict), Mark::Warning);
        QVERIFY(callsMark(verdict) != Mark::Differ);
        for (const findings::RunOutcome& run : verdict.methods.front().runs) QVERIFY(runMark(run) != Mark::Differ);
        auto* next = user.window().findChild<AnswerLine*>("answerLine")->findChild<QPushButton*>("primary");
        QCOMPARE(next->text(), QString("Show the quantisation"));
        QTest::mouseClick(next, Qt::LeftButton);
        user.settle();
        QCOMPARE(user.window().currentPage(), QString("quantisation"));
    }

    /// Outputs that nothing was held against have no tick, however many others match and however right the calls are.
    void whatWasNotComparedHasNoTick() {
        findings::MethodOutcome method;
        method.outputs.match = 4, method.outputs.missing = 7;
        QCOMPARE(outputsMark(method), Mark::Missing);
        findings::RunOutcome run;
        run.worst = compare::PairState::MissingReference, run.right = 8;
        QCOMPARE(runMark(run), Mark::Missing);
        run.worst.reset();
        QCOMPARE(runMark(run), Mark::Match);
    }

    /// A run that gave no output is not looked at in another's.
    void aRunWithoutOutputs() {
        const QString folder = QStringLiteral(ETSCOPE_SHARED_DIR "/fixtures/partial_dumps/");
        if (!QFile::exists(folder)) QSKIP("the shared fixtures are not here");
        Driver user;
        open(user, {folder});
        user.window().showPage("outputs");
        user.settle();
        auto* bar = user.window().findChild<RunBar*>("runBar");
        const auto place = std::ranges::find(bar->runs(), std::size_t(5), &RunBar::Run::index) - bar->runs().begin();
        for (const std::size_t at : {std::size_t(0), static_cast<std::size_t>(place)}) {
            QTest::mouseClick(bar, Qt::LeftButton, {}, bar->boxOf(at).center().toPoint());
            user.settle();
        }
        QCOMPARE(user.window().workspace().run(), std::optional(std::size_t(5)));
        QVERIFY(!user.window().page("outputs")->runInView());
        QCOMPARE(user.window().workspace().selection(), Address::ofRun(5));
        QVERIFY2(user.sees("No output of run 5 is known."), qPrintable(user.texts("page-outputs")));
    }

    /// As long as nobody chose, all pages tell of one run of a method; what was chosen comes back with its method.
    void oneRunForAllPages() {
        Driver user;
        open(user, {test::samplePath()});
        Workspace& workspace = user.window().workspace();
        for (const char* method : {"text_decoder", "token_embedding", "text_decoder"}) {
            workspace.setMethod(method);
            user.settle();
            QVERIFY(workspace.run());
            for (const char* page : {"gap", "events", "outputs", "stages"}) {
                user.window().showPage(page);
                user.settle();
                QVERIFY2(user.window().page(page)->runInView() == workspace.run(), page);
            }
        }
        auto* bar = user.window().findChild<RunBar*>("runBar");
        const auto last =
            std::ranges::find(bar->runs().rbegin(), bar->runs().rend(), QString("text_decoder"), &RunBar::Run::method);
        emit bar->runChosen(last->index, last->method);
        user.settle();
        workspace.setMethod("vision_encoder");
        user.settle();
        QVERIFY(workspace.run() != last->index);
        workspace.setMethod("text_decoder");
        user.settle();
        QCOMPARE(workspace.run(), std::optional(last->index));
    }

    /// The operator of a cell of layers and steps is in its module, and has its source line; its run is looked at.
    void theOperatorOfACell() {
        Driver user;
        open(user, {fixture("kernel_vlm")});
        Workspace& workspace = user.window().workspace();
        workspace.setMethod("vision_encoder");
        user.window().showPage("steps");
        user.settle();
        auto* map = user.window().findChild<DriftMap*>();
        const auto& drift = *user.window().findChild<DriftView*>()->drift();
        const auto row = std::ranges::find(drift.rows, causes::DriftRow::Kind::Operator, &causes::DriftRow::kind);
        QVERIFY(row != drift.rows.end());
        emit map->cellChosen(static_cast<qulonglong>(row - drift.rows.begin()), 0);
        user.settle();
        QCOMPARE(workspace.run(), std::optional(drift.steps[0].run));
        const auto thing = thingOf(*workspace.session(), workspace.selection());
        QVERIFY(thing && thing->thing.kind == Address::Kind::Node && thing->module.kind == Address::Kind::Module);
        const QString way = Driver::plain(user.texts(user.window().findChild<Breadcrumb*>()));
        QVERIFY2(way.contains(thing->module.name.section('.', 0, 0)) && way.contains(thing->thing.name), qPrintable(way));
        user.press("F9");
        QVERIFY2(!user.sees("Select an operator to see the source line"), qPrintable(user.texts()));
    }

    /// A node of a delegate that is shown in its call's place is no instruction of the program.
    void aNodeInsideOfADelegate() {
        Driver user;
        open(user, {fixture("kernel_vlm")});
        user.window().workspace().reveal(Address::ofNode("vision_encoder", "program", "0/0/delegate:0/1"));
        user.settle();
        const QString told = user.texts("inspector");
        QVERIFY2(told.contains("aten_convolution_default"), qPrintable(told));
        QVERIFY2(!told.contains("native_layer_norm") && !told.contains("instruction 0/0/"), qPrintable(told));
    }

    /// Several files that are gone are one banner, as long as they are.
    void filesThatAreGone() {
        const QTemporaryDir folder;
        for (const QString& name : QDir(test::samplePath()).entryList(QDir::Files))
            QVERIFY(QFile::copy(test::samplePath() + QLatin1Char('/') + name, folder.filePath(name)));
        Driver user;
        open(user, {folder.path()});
        const QStringList gone = QDir(folder.path()).entryList({"*.npy"}, QDir::Files);
        QVERIFY(gone.size() > 1);
        for (const QString& name : gone) QVERIFY(QFile::remove(folder.filePath(name)));
        user.press(Qt::Key_F5);
        QTRY_COMPARE(user.window().findChildren<QWidget*>("goneBanner").size(), 1);
        QVERIFY2(user.sees("are no longer there.") && user.sees(gone.join(", ")), qPrintable(user.texts()));
        for (const QString& name : gone) QVERIFY(QFile::copy(test::samplePath() + QLatin1Char('/') + name, folder.filePath(name)));
        user.press(Qt::Key_F5);
        QTRY_COMPARE(user.window().findChildren<QWidget*>("goneBanner").size(), 0);
    }

    /// A filter's count is that of its rows.
    void countOfAFilter() {
        Driver user;
        open(user, {test::samplePath()});
        user.window().showPage("tensors");
        user.settle();
        for (QLineEdit* line : user.window().page("tensors")->findChildren<QLineEdit*>())
            if (line->placeholderText().startsWith("Filter")) line->setText("zzz");
        user.settle();
        QVERIFY2(user.texts("page-tensors").contains("0 of "), qPrintable(user.texts("page-tensors")));
    }

    /// What is no export is said to be none, wherever changes are told.
    void comparedWithNoExport() {
        const QTemporaryDir folder;
        QFile picture(folder.filePath("plot.png"));
        QVERIFY(picture.open(QIODevice::WriteOnly) && picture.write("\x89PNG\r\n\x1a\n and more") > 0);
        picture.close();
        Driver user;
        open(user, {test::samplePath()});
        user.window().workspace().compareWith({picture.fileName()});
        user.settle();
        for (const char* page : {"diff", "diff-cost"}) {
            user.window().showPage(page);
            user.settle();
            QVERIFY2(user.sees("plot.png is no export") && !user.sees("failed"), qPrintable(user.texts()));
            QVERIFY2(answer(user).startsWith("plot.png is no export"), qPrintable(answer(user)));
        }
    }

    /// What the call did itself is correct: its constant is at fault.
    void aConstantIsNoWrongOperator() {
        Driver user;
        open(user, {fixture("causes/default_argument")});
        user.window().showPage("overview");
        user.settle();
        QVERIFY2(user.sees("Why this constant") && !user.sees("Why this operator"), qPrintable(user.texts()));
        user.window().showPage("gap");
        user.settle();
        auto* table = user.window().page("gap")->mainTable();
        const int verdict = table->columnOf("verdict");
        QStringList told;
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            const QModelIndex cell = table->model()->index(row, verdict);
            told.append(cell.data().toString());
            if (cell.data().toString() == QLatin1String("constant differs"))
                QCOMPARE(static_cast<Mark>(cell.data(MarkRole).toInt()), Mark::Constant);
        }
        QVERIFY2(told.contains("constant differs") && !told.contains("wrong"), qPrintable(told.join(", ")));
    }

    /// A file that is cut is what there is to say, and contradicts nothing.
    void aDamagedFileIsSaid() {
        const QTemporaryDir folder;
        for (const char* name : {"model.etrecord", "model.pte"})
            QVERIFY(QFile::copy(test::samplePath() + QLatin1Char('/') + QLatin1String(name), folder.filePath(name)));
        QFile record(folder.filePath("model.etrecord"));
        QVERIFY(record.setPermissions(QFile::ReadOwner | QFile::WriteOwner) && record.resize(record.size() * 2 / 3));
        Driver user;
        open(user, {folder.path()});
        QVERIFY2(answer(user).startsWith("Model.etrecord is cut off") || answer(user).startsWith("model.etrecord is cut off"),
                 qPrintable(answer(user)));
        const findings::SessionVerdict& verdict = *user.window().workspace().verdict();
        QCOMPARE(verdict.state, findings::Verdict::Unknown);
        for (const findings::JoinOutcome& join : verdict.joins) QVERIFY(join.state != findings::Verdict::Differ);
        const auto damaged = std::ranges::find(verdict.causes, findings::kFileDamaged, &findings::PossibleCause::kind);
        QVERIFY(damaged != verdict.causes.end());
        QCOMPARE(markOfCause(damaged->kind, damaged->state), Mark::Error);
        QCOMPARE(std::ranges::count(verdict.causes, std::string("file"), &findings::PossibleCause::kind), 0);
    }

    /// A click on a run shows its outputs; what was selected stays what it is.
    void outputsAreOfTheRun() {
        Driver user;
        open(user, {test::samplePath()});
        Workspace& workspace = user.window().workspace();
        user.window().showPage("outputs");
        user.settle();
        auto* bar = user.window().findChild<RunBar*>("runBar");
        for (const RunBar::Run& run : bar->runs()) {
            emit bar->runChosen(run.index, run.method);
            user.settle();
            QCOMPARE(user.window().page("outputs")->runInView(), std::optional(run.index));
            QCOMPARE(workspace.selection().method, run.method);
        }
    }

    /// Where the way ends is the run that is looked at, not another one of the method.
    void stagesAreOfTheRun() {
        Driver user;
        open(user, {test::samplePath()});
        auto* bar = user.window().findChild<RunBar*>("runBar");
        user.window().showPage("stages");
        user.settle();
        int looked = 0;
        for (const RunBar::Run& run : bar->runs()) {
            if (run.method != QLatin1String("text_decoder")) continue;
            emit bar->runChosen(run.index, run.method);
            user.settle();
            QCOMPARE(user.window().page("stages")->runInView(), std::optional(run.index));
            QVERIFY2(user.texts("stageWay").endsWith(QStringLiteral("run %1").arg(run.index)), qPrintable(user.texts("stageWay")));
            ++looked;
        }
        QVERIFY(looked > 1);
    }

    /// Ctrl+click adds a run, and takes it away; times are those of all that are chosen, and of one method.
    void timesOfSeveralRuns() {
        Driver user;
        open(user, {test::samplePath()});
        user.window().showPage("events");
        user.settle();
        auto* bar = user.window().findChild<RunBar*>("runBar");
        std::vector<std::size_t> decoder, others;
        for (std::size_t at = 0; at < bar->runs().size(); ++at)
            (bar->runs()[at].method == QLatin1String("text_decoder") ? decoder : others).push_back(at);
        QVERIFY(decoder.size() >= 3 && !others.empty());
        const auto click = [&](std::size_t at, Qt::KeyboardModifiers keys) {
            QTest::mouseClick(bar, Qt::LeftButton, keys, bar->boxOf(at).center().toPoint());
            user.settle();
        };
        const auto chosen = [&] { return user.window().page("events")->findChild<QComboBox*>("eventsRun")->currentText(); };
        const auto number = [&](std::size_t at) { return QString::number(bar->runs()[at].index); };
        click(decoder[0], {});
        click(decoder[1], Qt::ControlModifier);
        click(decoder[2], Qt::ControlModifier);
        QCOMPARE(chosen(), QStringLiteral("runs %1, %2, %3").arg(number(decoder[0]), number(decoder[1]), number(decoder[2])));
        QVERIFY2(user.sees("3 runs: "), qPrintable(user.texts()));
        click(decoder[2], Qt::ControlModifier);
        QVERIFY2(user.sees("2 runs: "), qPrintable(user.texts()));
        click(others[0], Qt::ControlModifier);
        QVERIFY(user.window().workspace().runsBeside().empty());
        QCOMPARE(user.window().workspace().method(), bar->runs()[others[0]].method);
        QVERIFY2(chosen().startsWith("all "), qPrintable(chosen()));
        click(decoder[1], {});
        QVERIFY2(chosen().startsWith("all "), qPrintable(chosen()));
    }

    /// Arrows beside the number step through the runs.
    void stepsThroughRuns() {
        Driver user;
        open(user, {test::samplePath()});
        auto* bar = user.window().findChild<RunBar*>("runBar");
        QTest::mouseClick(bar, Qt::LeftButton, {}, bar->boxOf(0).center().toPoint());
        user.settle();
        const auto buttons = bar->findChildren<QToolButton*>();
        QCOMPARE(buttons.size(), 2);
        QVERIFY(!buttons[0]->isEnabled());
        QTest::mouseClick(buttons[1], Qt::LeftButton);
        user.settle();
        QCOMPARE(bar->chosen(), std::optional(bar->runs()[1].index));
        QVERIFY(buttons[0]->isEnabled());
        QTest::mouseClick(buttons[0], Qt::LeftButton);
        user.settle();
        QCOMPARE(user.window().workspace().run(), std::optional(bar->runs()[0].index));
    }

    /// Of many runs that one case fed each can be looked at.
    void outputsOfEveryRun() {
        const QString many = QStringLiteral(ETSCOPE_SHARED_DIR "/faults2/kernel_run_75");
        if (!QFile::exists(many)) QSKIP("there is no ../shared");
        Driver user;
        open(user, {many});
        user.window().showPage("outputs");
        user.settle();
        auto* bar = user.window().findChild<RunBar*>("runBar");
        QVERIFY(bar->runs().size() > 70);
        for (const std::size_t at : {std::size_t{10}, std::size_t{48}, std::size_t{63}}) {
            const RunBar::Run run = bar->runs()[at];
            emit bar->runChosen(run.index, run.method);
            user.settle();
            QCOMPARE(user.window().page("outputs")->runInView(), std::optional(run.index));
            QCOMPARE(bar->chosen(), std::optional(run.index));
            QVERIFY2(user.texts("inspectorDock").contains(QStringLiteral("run %1 of").arg(run.index)),
                     qPrintable(user.texts("inspectorDock")));
        }
        // A click on a cell looks at its run.
        auto* matrix = user.window().findChild<OutputMatrix*>("outputMatrix");
        QSignalSpy chosen(matrix, &OutputMatrix::cellSelected);
        QTest::mouseClick(matrix, Qt::LeftButton, {},
                          matrix->boxOf(static_cast<std::size_t>(matrix->current() - 1)).center().toPoint());
        user.settle();
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(bar->chosen(), user.window().page("outputs")->runInView());
        QCOMPARE(user.window().workspace().run(), bar->chosen());
    }

    /// A run of no case has no stages: what is shown instead is said.
    void stagesOfARunWithoutACase() {
        const QString stale = QStringLiteral(ETSCOPE_SHARED_DIR "/faults2/state_counter_kept");
        if (!QFile::exists(stale)) QSKIP("there is no ../shared");
        Driver user;
        open(user, {stale});
        user.window().showPage("stages");
        user.settle();
        user.window().workspace().lookAt(3, "push");
        user.settle();
        QVERIFY2(user.texts("stageWords").contains("Run 3 is of no case"), qPrintable(user.texts("stageWords")));
    }

    /// A run of another method leaves no selection behind that is of the first.
    void theSelectionIsOfTheMethod() {
        Driver user;
        open(user, {test::samplePath()});
        Workspace& workspace = user.window().workspace();
        user.window().showPage("gap");
        user.settle();
        workspace.select(Address::ofInstruction("vision_encoder", 1));
        user.settle();
        for (const RunBar::Run& run : user.window().findChild<RunBar*>("runBar")->runs()) {
            if (run.method != QLatin1String("text_decoder")) continue;
            emit user.window().findChild<RunBar*>("runBar")->runChosen(run.index, run.method);
            user.settle();
            QVERIFY2(workspace.selection().method != QLatin1String("vision_encoder"), qPrintable(workspace.selection().text()));
            break;
        }
    }

    /// Views of cost say what they show; a dump alone has times, and nothing else.
    void viewsSayWhatTheyShow() {
        Driver user;
        open(user, {test::samplePath()});
        for (const auto& [page, words] :
             {std::pair{"memory", "will be resident"}, {"sizes", "files hold"}, {"undelegated", "outside delegates"}}) {
            user.window().showPage(page);
            user.settle();
            QVERIFY2(answer(user).contains(words), qPrintable(answer(user)));
        }
        user.window().open({test::samplePath() + "/run.etdp"});
        QTRY_COMPARE_WITH_TIMEOUT(user.window().currentPage(), QString("events"), 30000);
    }

    /// The frame of the focus is a frame: what it is around can be read as before.
    void theStripCanBeReadWithFocus() {
        Driver user;
        open(user, {test::samplePath()});
        auto* bar = user.window().findChild<RunBar*>("runBar");
        emit bar->runChosen(bar->runs().front().index, bar->runs().front().method);
        user.settle();
        user.window().setFocus();
        const QImage before = bar->grab().toImage();
        bar->setFocus();
        const QImage after = bar->grab().toImage();
        const QRect inside = before.rect().adjusted(4, 4, -4, -4);
        QCOMPARE(after.copy(inside), before.copy(inside));
        QVERIFY(after != before);
    }

    void theWayNamesWhatIsThere() {
        Driver user;
        open(user, {test::samplePath()});
        Workspace& workspace = user.window().workspace();
        workspace.setMethod("vision_encoder");
        workspace.select(Address::ofInstruction("vision_encoder", 1));
        user.settle();
        QVERIFY2(user.texts("breadcrumb").contains("0/1"), qPrintable(user.texts("breadcrumb")));
        workspace.setMethod("token_embedding");
        user.settle();
        QVERIFY2(!user.texts("breadcrumb").contains("0/1"), qPrintable(user.texts("breadcrumb")));
        user.window().workspace().open({fixture("tokenizers/byte_level.json")});
        user.settle();
        QVERIFY(!user.window().findChild<QWidget*>("breadcrumb")->findChild<QComboBox*>()->isVisible());
    }

    /// All entries of a short list are in view.
    void theListOfMethodsIsWhole() {
        Driver user;
        open(user, {test::samplePath()});
        auto* methods = user.window().findChild<QWidget*>("breadcrumb")->findChild<QComboBox*>();
        QVERIFY(methods->count() >= 3);
        methods->showPopup();
        user.settle();
        QAbstractItemView* view = methods->view();
        for (int row = 0; row < methods->count(); ++row) {
            const QRect entry = view->visualRect(methods->model()->index(row, 0));
            const int high = view->viewport()->height();
            QVERIFY2(entry.top() >= 0 && entry.bottom() <= high, qPrintable(QStringLiteral("%1: %2 … %3 of %4")
                                                                                .arg(methods->itemText(row))
                                                                                .arg(entry.top())
                                                                                .arg(entry.bottom())
                                                                                .arg(high)));
        }
        methods->hidePopup();
    }

    /// By the command, of the file that is selected; all others stay.
    void aFileIsRemoved() {
        const QTemporaryDir folder;
        for (const char* name : {"model.etrecord", "model.pte"})
            QVERIFY(QFile::copy(test::samplePath() + QLatin1Char('/') + QLatin1String(name), folder.filePath(name)));
        Driver user;
        open(user, {folder.path()});
        Workspace& workspace = user.window().workspace();
        QCOMPARE(workspace.session()->files().size(), std::size_t(2));
        const QString gone = QString::fromStdString(workspace.session()->files().front().path);
        user.window().showPage("containers");
        user.settle();
        QVERIFY(user.click(Address::ofFile(QFileInfo(gone).fileName())));
        user.command("Remove file from session");
        QTRY_VERIFY_WITH_TIMEOUT(!workspace.opening(), 30000);
        user.settle();
        QCOMPARE(workspace.session()->files().size(), std::size_t(1));
        QVERIFY(QString::fromStdString(workspace.session()->files().front().path) != gone);
        QVERIFY(QFile::exists(gone));
        QVERIFY(!workspace.selection().valid());
    }

    /// A session that was saved comes back at the run that was looked at.
    void theRunIsKept() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("kept.etscope");
        std::size_t last = 0;
        {
            Driver user;
            open(user, {test::samplePath()});
            const auto& run = user.window().findChild<RunBar*>("runBar")->runs().back();
            last = run.index;
            user.window().workspace().lookAt(run.index, run.method);
            user.settle();
            QVERIFY(user.window().saveSession(path));
        }
        Driver user;
        user.window().open({path});
        QTRY_VERIFY_WITH_TIMEOUT(user.window().workspace().session() != nullptr, 30000);
        user.settle();
        QCOMPARE(user.window().workspace().run(), std::optional(last));
    }
};

ETSCOPE_TEST(TestFactsInView)
#include "tst_facts_in_view.moc"
