// The verdict of the session in the window: the answer line with its button, the steps from cause to effect, the status bar's links
// and the marks of questions, known without visiting a page; real clicks.
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QTabBar>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

#include "charts/element_grid.h"
#include "frame/main_window.h"
#include "models/table_view.h"
#include "pages/effect_row.h"
#include "pages/overview_findings.h"
#include "pages/overview_page.h"
#include "shell/answer_line.h"
#include "shell/rail.h"
#include "support/test_case.h"
#include "ui/windows.h"

using namespace etscope;
using namespace etscope::ui;
using test::samplePath;
using test::settle;

class TestVerdictView : public QObject {
    Q_OBJECT
private:
    static QString fixture(const char* name) { return QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/") + QLatin1String(name); }
    static void open(MainWindow& window, const QStringList& paths) {
        window.resize(1600, 1000);
        window.show();
        window.workspace().open(paths);
        QTRY_VERIFY_WITH_TIMEOUT(window.workspace().session() != nullptr, 30000);
        settle(window);
        QVERIFY(window.workspace().verdict() != nullptr);
    }
    static QString textOf(const QWidget* widget) {
        QString shown;
        for (const QLabel* label : widget->findChildren<QLabel*>())
            if (label->isVisible()) shown += label->text() + '\n';
        return shown.remove(QRegularExpression("<[^>]*>"));
    }
    static QStringList statusLinks(const MainWindow& window) {
        QStringList all;
        for (const QToolButton* button : window.findChildren<QToolButton*>("verdict"))
            if (button->isVisible()) all.append(button->accessibleName());
        return all;
    }
    /// Of a question of the rail.
    static QString markOf(const MainWindow& window, findings::Question question) {
        const QString name = window.findChild<Rail*>()->button(question)->accessibleName();
        return name.contains('(') ? name.section('(', -1).section(')', 0, 0) : QString();
    }
    /// A record, its program, and what a runner gave, with a wrong bit in what the last method gave.
    static QStringList oneOutputThatDiffers(const QTemporaryDir& folder) {
        QStringList files{fixture("methods/model.etrecord"), fixture("methods/model.pte")};
        for (const char* name : {"out-choose-1-0.npy", "out-choose-2-0.npy", "out-embed-3-0.npy", "out-numbers-4-0.npy"})
            files.append(fixture("methods/") + QLatin1String(name));
        files.append(folder.filePath("out-embed-0-0.npy"));
        QFile from(fixture("methods/out-embed-0-0.npy")), to(files.last());
        if (!from.open(QIODevice::ReadOnly) || !to.open(QIODevice::WriteOnly)) return {};
        QByteArray bytes = from.readAll();
        bytes.back() = static_cast<char>(bytes.back() ^ 0x40);
        to.write(bytes);
        return files;
    }
    static QString answer(const MainWindow& window) { return window.findChild<AnswerLine*>()->words(); }
    /// The one primary button; null: the answer leads nowhere.
    static QPushButton* primary(const MainWindow& window) {
        auto* one = window.findChild<AnswerLine*>()->findChild<QPushButton*>("primary");
        return one->isVisible() ? one : nullptr;
    }
    /// A click on the title of a step.
    static void follow(const MainWindow& window, const QString& title) {
        for (QLabel* label : window.findChild<EffectRow*>()->findChildren<QLabel*>())
            if (label->text().remove(QRegularExpression("<[^>]*>|\\x{200B}")) == title) return emit label->linkActivated({});
        QFAIL(qPrintable("no step " + title));
    }

private slots:
    void whatDiffersIsSaidEverywhere() {
        MainWindow window;
        open(window, {samplePath()});
        QVERIFY2(answer(window).contains("text_decoder differs in 1 of 3 cases, max |d| 0.1388"), qPrintable(answer(window)));
        const QString steps = textOf(window.findChild<EffectRow*>());
        for (const char* words : {"Cause", "other expected outputs", "1 of 3", "max |d| 0.1388"})
            QVERIFY2(steps.contains(words), qPrintable(steps));
        QCOMPARE(statusLinks(window), QStringList());  // the rail says it
        QCOMPARE(markOf(window, findings::Question::Correctness), markName(Mark::Differ));
        QVERIFY(window.page("outputs") != nullptr && window.currentPage() == "overview");
        auto* methods = qobject_cast<TableModel*>(window.page("overview")->mainTable()->filter()->sourceModel());
        QCOMPARE(methods->address(0).method, QString("text_decoder"));
        const int outputs = columnOf(methods->columns(), "outputs");
        QCOMPARE(methods->cell(0, outputs).mark, Mark::Differ);
        QCOMPARE(methods->cell(0, outputs).text, QString("1 of 3 differ"));
        QCOMPARE(methods->cell(1, outputs).mark, Mark::Match);
    }

    void buttonsLeadToTheProof() {
        MainWindow window;
        open(window, {samplePath()});
        QVERIFY(primary(window) != nullptr);
        QTest::mouseClick(primary(window), Qt::LeftButton);
        settle(window);
        QCOMPARE(window.currentPage(), QString("outputs"));
        QCOMPARE(window.workspace().selection().text(), QString("text_decoder/outputs/case:2/0"));
    }

    void equalOutputsAreATick() {
        MainWindow window;
        open(window, {fixture("tied/model.etrecord"), fixture("tied/model.pte"), fixture("tied/model.bpte"),
                      fixture("tied/run.etdp"), fixture("tied/run.dbg")});
        QVERIFY2(answer(window).contains("match, and all files belong together"), qPrintable(answer(window)));
        QVERIFY(!window.findChild<EffectRow*>()->isVisible());
        QCOMPARE(statusLinks(window), QStringList());
        QCOMPARE(markOf(window, findings::Question::Verdict), markName(Mark::Match));
        QCOMPARE(markOf(window, findings::Question::Correctness), markName(Mark::Match));
    }

    void nothingComparedIsNoTick() {
        MainWindow window;
        open(window, {samplePath() + "/model.etrecord"});
        QVERIFY2(answer(window).contains("no runtime values"), qPrintable(answer(window)));
        QCOMPARE(markOf(window, findings::Question::Verdict), markName(Mark::Missing));
        QVERIFY(primary(window) != nullptr && primary(window)->text() == "Add files…");
        const QString questions = textOf(window.findChild<FindingList*>("why"));
        QVERIFY2(questions.contains("what a run gave (.etdp with .dbg)"), qPrintable(questions));
    }

    void aConstantThatDiffersIsTheCause() {
        const QString fault = QStringLiteral(ETSCOPE_SHARED_DIR "/fixtures/fault_weight");
        if (!QFileInfo::exists(fault)) QSKIP("the shared fixtures are not here");
        MainWindow window;
        open(window, {fault});
        const QString steps = textOf(window.findChild<EffectRow*>());
        QVERIFY2(steps.contains("Cause: constant") && steps.contains("out.weight"), qPrintable(steps));
        QCOMPARE(markOf(window, findings::Question::Correctness), markName(Mark::Differ));
        QTest::mouseClick(primary(window), Qt::LeftButton);
        settle(window);
        QCOMPARE(window.currentPage(), QString("tensors"));
        QVERIFY2(window.workspace().selection().name.contains("out.weight"), qPrintable(window.workspace().selection().text()));
    }

    /// What a run was fed makes no operator wrong: none is named as the cause, and no line of the script.
    void whatIsInnocentIsNoCause_data() {
        QTest::addColumn<QString>("kind");
        QTest::newRow("input_scaled") << "wrong input";
        QTest::newRow("layout_square_nhwc") << "layout";
    }
    void whatIsInnocentIsNoCause() {
        QFETCH(QString, kind);
        const QString fault = QStringLiteral(ETSCOPE_SHARED_DIR "/faults2/") + QTest::currentDataTag();
        if (!QFileInfo::exists(fault)) QSKIP("the shared fixtures are not here");
        MainWindow window;
        open(window, {fault});
        const QString steps = textOf(window.findChild<EffectRow*>());
        QVERIFY2(steps.contains("Cause\n") && steps.contains(kind), qPrintable(steps));
        for (const char* wrong : {"Cause: operator", "Source line", "Other calls"})
            QVERIFY2(!steps.contains(wrong), qPrintable(steps));
        QVERIFY(primary(window) != nullptr && primary(window)->text() != "Show the operator");
    }
    void anArgumentIsNamed() {
        const QString fault = QStringLiteral(ETSCOPE_SHARED_DIR "/faults2/arg_eps");
        if (!QFileInfo::exists(fault)) QSKIP("the shared fixtures are not here");
        MainWindow window;
        open(window, {fault});
        const QString steps = textOf(window.findChild<EffectRow*>());
        QVERIFY2(steps.contains("Cause: operator") && steps.contains("constant eps"), qPrintable(steps));
    }

    /// The step selects the constant, whose values in the record and in the program stand beside each other.
    void theConstantIsCompared() {
        const QString fault = QStringLiteral(ETSCOPE_SHARED_DIR "/fixtures/fault_weight");
        if (!QFileInfo::exists(fault)) QSKIP("the shared fixtures are not here");
        MainWindow window;
        open(window, {fault});
        follow(window, "out.weight");
        settle(window);
        QCOMPARE(window.currentPage(), QString("tensors"));
        const Address selected = window.workspace().selection();
        QVERIFY2(selected.kind == Address::Kind::Tensor && selected.name.startsWith("model.etrecord/") &&
                     selected.name.endsWith("/out.weight"),
                 qPrintable(selected.text()));
        const auto* table = window.page("tensors")->mainTable();
        QCOMPARE(table->currentIndex().siblingAtColumn(0).data(AddressRole).value<Address>(), selected);
        window.workspace().followText("page:values");
        settle(window);
        const auto shown = [&window](const char* grid) {
            return window.findChild<ElementGrid*>(grid)->findChild<QTableView*>()->model()->index(3, 5).data().toString();
        };
        QVERIFY(!shown("values").isEmpty() && shown("values") != shown("referenceValues"));
        QVERIFY2(textOf(window.findChild<QWidget*>("bottom")).contains("in the record"),
                 qPrintable(textOf(window.findChild<QWidget*>("bottom"))));
    }

    /// The first method is well and the last one is not: that is what is looked at, unless the person went elsewhere.
    void theWorstMethodComesFirst() {
        const QTemporaryDir folder;
        MainWindow window;
        open(window, oneOutputThatDiffers(folder));
        QCOMPARE(window.workspace().methods().first(), QString("choose"));
        QCOMPARE(window.workspace().method(), QString("embed"));
        QVERIFY(!window.workspace().canGoBack());
    }

    void aMarkedTabLeadsToItsMethod() {
        const QTemporaryDir folder;
        QSettings().setValue("checking/automatic", false);
        MainWindow window;
        window.resize(1600, 1000);
        window.show();
        window.workspace().open(oneOutputThatDiffers(folder));
        QTRY_VERIFY_WITH_TIMEOUT(window.workspace().session() != nullptr, 30000);
        settle(window);
        QSettings().remove("checking/automatic");
        test::clickView(window, PageId::Tensors);
        window.workspace().judge();
        settle(window);
        QCOMPARE(window.workspace().method(), QString("choose"));  // someone is at work
        QCOMPARE(markOf(window, findings::Question::Correctness), markName(Mark::Differ));
        test::clickView(window, PageId::Outputs);
        QCOMPARE(window.currentPage(), QString("outputs"));
        QCOMPARE(window.workspace().method(), QString("embed"));
        window.workspace().back();
        settle(window);
        QCOMPARE(window.currentPage(), QString("tensors"));
        // A method that was chosen stays.
        auto* methods = window.findChild<QComboBox*>("method");
        methods->setFocus();
        methods->setCurrentText("embed");
        QTest::keyClick(methods, Qt::Key_Up);
        settle(window);
        const QString chosen = window.workspace().method();
        QVERIFY(chosen != "embed");
        test::clickView(window, PageId::Outputs);
        QCOMPARE(window.workspace().method(), chosen);
    }

    /// Without a record there is no numeric gap: the call is shown in the graph.
    void theFirstButtonNeverLeadsToAnEmptyPage() {
        MainWindow window;
        open(window, {fixture("stopped/model.pte"), fixture("stopped/model.bpte"), fixture("stopped/run.etdp"),
                      fixture("stopped/run.dbg")});
        QVERIFY(primary(window) != nullptr);
        QCOMPARE(primary(window)->text(), QString("Show the instruction"));
        QTest::mouseClick(primary(window), Qt::LeftButton);
        settle(window);
        QCOMPARE(window.currentPage(), QString("graph"));
        QVERIFY(window.page("graph")->state().kind == PageState::Kind::Ready);
    }

    void aBundleThatIsMissingIsNamed() {
        const QTemporaryDir folder;
        MainWindow window;
        QStringList files = oneOutputThatDiffers(folder);
        open(window, files);
        const auto says = [&] { return textOf(window.findChild<FindingList*>("causes")).contains("the bundled program (.bpte)"); };
        QVERIFY(says());
        window.workspace().add({fixture("methods/model.bpte")});
        QTRY_COMPARE_WITH_TIMEOUT(window.workspace().paths().size(), files.size() + 1, 30000);
        settle(window);
        QVERIFY(!says());
    }

    void closingForgetsIt() {
        MainWindow window;
        open(window, {samplePath()});
        window.workspace().close();
        settle(window);
        QVERIFY(window.workspace().verdict() == nullptr);
        QVERIFY(statusLinks(window).isEmpty());
        QCOMPARE(markOf(window, findings::Question::Correctness), QString());
    }
};

ETSCOPE_TEST(TestVerdictView)
#include "tst_verdict_view.moc"
