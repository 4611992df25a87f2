// A culprit is shrunk and mended in the window: it asks first, tells candidates and remedies as they come, keeps what is known when
// it is cancelled, goes on behind other pages, and forgets what is of other files.
#include <QClipboard>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTreeWidget>

#include "charts/trial_chart.h"
#include "frame/repro_sheet.h"
#include "shell/answer_line.h"
#include "support/temp_dir.h"
#include "support/test_case.h"
#include "ui/driver.h"
#include "workspace/repro_book.h"

using namespace etscope;
using namespace etscope::ui;
using test::Driver;

namespace {

QString power() { return QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/known_bugs/power"); }

QString standIn() { return QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/ui/stand_in_python"); }

Remedy remedy(const QString& title, Remedy::State state, std::size_t match, std::uint64_t bytes) {
    Remedy made{title, QStringLiteral("changes 1 operator"), state, {}};
    made.match = match;
    made.compared = 3;
    made.costs = ExportCosts{bytes, 4, 1, 2e6};
    made.patch = QStringLiteral("# %1\ndef change(program):\n    return program\n").arg(title);
    return made;
}

/// Tells of three remedies, the last but one of which is right; waits before the end until `go`.
ReproBook::Mender mender(const std::shared_ptr<std::atomic<bool>>& go) {
    return [go](const session::Session&, const ReproRequest&, const ReproBook::Tell& tell,
                const JobContext& job) -> Result<MendAnswer> {
        MendAnswer answer;
        answer.before = ExportCosts{1000, 3, 2, 1e6};
        answer.all = 3;
        Remedy other{QStringLiteral("The other kernel"), {}, Remedy::State::NotHere, QStringLiteral("it is not in this runtime")};
        answer.remedies = {remedy(QStringLiteral("As it is"), Remedy::State::Same, 1, 1000),
                           {QStringLiteral("Keep it out"), {}, Remedy::State::Lowering, {}},
                           {QStringLiteral("Cast"), {}},
                           other};
        answer.done = 1;
        answer.match = 1, answer.compared = 3;
        tell(answer);
        answer.remedies[1] = remedy(QStringLiteral("Keep it out"), Remedy::State::Right, 3, 3048);
        answer.best = 1;
        answer.done = 2;
        tell(answer);
        answer.remedies[2].state = Remedy::State::Running;
        tell(answer);
        while (!*go && !job.cancelled()) QThread::msleep(5);
        if (job.cancelled()) return cancelledFailure();
        std::swap(answer.remedies[0], answer.remedies[1]);
        answer.best = 0;
        answer.done = 3;
        answer.state = MendAnswer::State::Mended;
        answer.sentence = QStringLiteral("all outputs are right with this");
        return answer;
    };
}

}  // namespace

class TestShrinkView : public QObject {
    Q_OBJECT

    static ReproBook& book(Driver& user) { return *user.window().findChild<ReproBook*>(); }
    static ReproSheet* sheet(Driver& user) { return user.window().findChild<ReproSheet*>(); }
    template <class Widget>
    static Widget* in(QWidget* parent, const char* name) {
        return parent->findChild<Widget*>(QLatin1String(name));
    }
    static void open(Driver& user, PageId page = PageId::Gap) {
        user.window().open({power()});
        QTRY_VERIFY_WITH_TIMEOUT(user.window().workspace().verdict() != nullptr, 60000);
        user.window().workspace().showPage(page);
        user.settle();
    }
    static QPushButton* primary(Driver& user) {
        for (auto* button : in<AnswerLine>(&user.window(), "answerLine")->findChildren<QPushButton*>())
            if (button->objectName() == QLatin1String("primary")) return button;
        return nullptr;
    }
    /// As a person starts it: the button of Operators, the sheet, its button.
    static void begin(Driver& user, const QString& folder) {
        QTest::mouseClick(primary(user), Qt::LeftButton);
        QVERIFY(sheet(user) != nullptr);
        in<QLineEdit>(sheet(user), "reproPython")->setText(standIn());
        in<QLineEdit>(sheet(user), "reproFolder")->setText(folder);
        auto* start = in<QPushButton>(sheet(user), "reproStart");
        QVERIFY(start->isEnabled());
        QTest::mouseClick(start, Qt::LeftButton);
    }

private slots:
    void init() {
        QSettings().clear();
        qunsetenv("SLOW");
    }

    /// Links to what is done with a culprit are texts and back.
    void linksAreTexts() {
        const Address node = Address::ofNode("forward", "edge", "aten_pow");
        for (const Link& link : {Link::shrink(node), Link::mend(node), Link::shrink({})})
            QCOMPARE(Link::parse(link.text(), {"forward"}), link);
    }

    /// It says that it executes, and nothing is executed before its button.
    void asksFirst() {
        Driver user;
        open(user);
        QVERIFY(primary(user)->isVisible());
        QCOMPARE(primary(user)->text(), QStringLiteral("Shrink…"));
        QTest::mouseClick(primary(user), Qt::LeftButton);
        ReproSheet* asked = sheet(user);
        QVERIFY(asked != nullptr);
        QVERIFY2(in<QLabel>(asked, "reproSays")->text().contains("executes"), qPrintable(in<QLabel>(asked, "reproSays")->text()));
        const QString command = in<QLabel>(asked, "reproCommand")->text();
        QVERIFY2(command.contains("shrink") && command.contains("--of"), qPrintable(command));
        in<QLineEdit>(asked, "reproFolder")->setText(power());
        QVERIFY(!in<QPushButton>(asked, "reproStart")->isEnabled());
        QVERIFY2(in<QLabel>(asked, "reproSays")->text().contains("not empty"), qPrintable(in<QLabel>(asked, "reproSays")->text()));
        asked->reject();
        user.settle();
        QVERIFY(!book(user).of().valid());
    }

    /// Candidates stand in the chart and the phases; the folder is there, with its files.
    void candidatesAreTold() {
        const test::TempDir dir;
        const QString folder = QString::fromStdString(dir.path("result"));
        Driver user;
        open(user);
        begin(user, folder);
        QCOMPARE(user.window().currentPage(), QStringLiteral("shrink"));
        QTRY_VERIFY_WITH_TIMEOUT(!book(user).isRunning(), 60000);
        user.settle();
        QVERIFY2(!book(user).shrinking().error, book(user).shrinking().error ? book(user).shrinking().error->message.c_str() : "");
        auto* chart = in<TrialChart>(&user.window(), "trialChart");
        QVERIFY(chart->isVisible());
        QCOMPARE(chart->count(), book(user).shrinking().steps.size());
        QVERIFY(chart->count() > 0);
        QVERIFY2(chart->nameOf(0).contains("could not be built"), qPrintable(chart->nameOf(0)));
        QVERIFY2(user.texts("shrinkPhases").contains("1 Cut at the culprit"), qPrintable(user.texts("shrinkPhases")));
        QVERIFY2(user.texts("shrinkStatus").contains("no candidate could be lowered and run"),
                 qPrintable(user.texts("shrinkStatus")));
        auto* files = in<QTreeWidget>(&user.window(), "resultFiles");
        QCOMPARE(files->topLevelItem(0)->text(0), QStringLiteral("report.md"));
        QVERIFY(QFile::exists(folder + "/report.md"));
        QTRY_VERIFY(in<QPlainTextEdit>(&user.window(), "resultText")->toPlainText().contains("What was tried"));
        QCOMPARE(QSettings().value("run/python").toString(), standIn());
        // The way back.
        QTest::mouseClick(in<QPushButton>(&user.window(), "backToTable"), Qt::LeftButton);
        user.settle();
        QCOMPARE(user.window().currentPage(), QStringLiteral("gap"));
        QCOMPARE(primary(user)->text(), QStringLiteral("Smallest program"));
    }

    /// Who leaves the page and comes back finds the job; cancelled it keeps what is known.
    void goesOnBehindOtherPages() {
        qputenv("SLOW", "0.3");
        const test::TempDir dir;
        Driver user;
        open(user);
        begin(user, QString::fromStdString(dir.path("result")));
        QTRY_VERIFY_WITH_TIMEOUT(!book(user).shrinking().steps.empty(), 60000);
        user.window().workspace().showPage(PageId::Graph);
        QVERIFY(book(user).isRunning());
        QTRY_VERIFY_WITH_TIMEOUT(book(user).shrinking().steps.size() > 1, 60000);
        user.window().workspace().showPage(PageId::Shrink);
        QVERIFY2(user.texts("shrinkStatus").contains("tried"), qPrintable(user.texts("shrinkStatus")));
        auto* cancel = in<QPushButton>(&user.window(), "shrinkStatusCancel");
        QVERIFY(cancel->isVisible());
        QTest::mouseClick(cancel, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!book(user).isRunning(), 20000);
        QVERIFY(book(user).shrinking().steps.size() > 1);
        QVERIFY2(user.texts("shrinkStatus").contains("cancelled"), qPrintable(user.texts("shrinkStatus")));
        QVERIFY(!cancel->isVisible());
    }

    /// Of other files nothing of it is shown, whether it runs or has ended.
    void otherFilesForgetIt() {
        qputenv("SLOW", "0.3");
        const test::TempDir dir;
        Driver user;
        open(user);
        begin(user, QString::fromStdString(dir.path("result")));
        QTRY_VERIFY_WITH_TIMEOUT(!book(user).shrinking().steps.empty(), 60000);
        user.window().open({test::samplePath()});
        QTRY_VERIFY_WITH_TIMEOUT(!user.window().workspace().opening() && !book(user).isRunning(), 30000);
        user.settle();
        QVERIFY(!book(user).of().valid() && book(user).shrinking().steps.empty());
        user.window().workspace().showPage(PageId::Shrink);
        user.settle();
        QVERIFY2(!user.texts().contains("Cut at the culprit"), qPrintable(user.texts()));
        user.window().workspace().close();
        user.settle();
        QVERIFY(sheet(user) == nullptr);
    }

    /// Remedies come one by one; the best one is on top in the end, its code is shown, copied and offered by the answer line.
    void remediesAreTold() {
        const auto go = std::make_shared<std::atomic<bool>>(false);
        Driver user;
        open(user, PageId::Shrink);
        book(user).setMender(mender(go));
        const Address culprit = book(user).culpritAt({});
        QVERIFY(culprit.valid());
        book(user).mend({culprit, QStringLiteral("python3"), QStringLiteral("/nowhere")});
        QTRY_COMPARE_WITH_TIMEOUT(book(user).mending().told.done, std::size_t{2}, 10000);
        QVERIFY2(user.texts("mendStatus").contains("2 of 3"), qPrintable(user.texts("mendStatus")));
        QTRY_VERIFY2(user.texts("answerLine").contains("Keep it out"), qPrintable(user.texts("answerLine")));
        auto* remedies = user.window().page(PageId::Shrink)->mainTable();
        QTRY_COMPARE(remedies->model()->rowCount(), 4);
        const auto resultOf = [&](int row) { return remedies->model()->index(row, 1).data().toString(); };
        QTRY_COMPARE(resultOf(2), QStringLiteral("running …"));
        QCOMPARE(resultOf(3), QStringLiteral("cannot be tried here"));
        // All of them are seen: the table is as high as its rows.
        QTRY_VERIFY2(remedies->viewport()->height() >= remedies->rowViewportPosition(3) + remedies->rowHeight(3),
                     qPrintable(QString::number(remedies->height())));
        remedies->setCurrentIndex(remedies->model()->index(3, 0));
        QTRY_VERIFY2(user.texts("mendPart").contains("The other kernel: it is not in this runtime"),
                     qPrintable(user.texts("mendPart")));
        QVERIFY(!in<QPlainTextEdit>(&user.window(), "patchText")->isVisible());  // nothing is offered
        remedies->setCurrentIndex(remedies->model()->index(1, 0));
        *go = true;
        QTRY_VERIFY_WITH_TIMEOUT(!book(user).isRunning(), 10000);
        user.settle();
        const QString told = user.texts("mendPart");
        const QAbstractItemModel* rows = user.window().page(PageId::Shrink)->mainTable()->model();
        QStringList results;
        for (int row = 0; row < rows->rowCount(); ++row)
            for (int column = 0; column < rows->columnCount(); ++column) results.append(rows->index(row, column).data().toString());
        const QString all = results.join(QLatin1Char('|'));
        QVERIFY2(all.contains("all 3 match") && all.contains("2 differ"), qPrintable(all));
        QVERIFY2(told.contains("+2.0 KiB"), qPrintable(told));
        QVERIFY2(told.contains("3 of 3 match, was 1"), qPrintable(told));
        QVERIFY(in<QPlainTextEdit>(&user.window(), "patchText")->toPlainText().startsWith("# Keep it out"));
        emit in<QLabel>(&user.window(), "copyPatch")->linkActivated(QStringLiteral("act"));
        QVERIFY(QGuiApplication::clipboard()->text().startsWith("# Keep it out"));
        QCOMPARE(primary(user)->text(), QStringLiteral("Save patch…"));
        // Another row, another patch.
        auto* table = user.window().page(PageId::Shrink)->mainTable();
        table->setCurrentIndex(table->model()->index(1, 0));
        user.settle();
        QVERIFY(in<QPlainTextEdit>(&user.window(), "patchText")->toPlainText().startsWith("# As it is"));
    }

    /// Who mends what was shrunk finds the smallest program still beside it.
    void mendingKeepsWhatWasShrunk() {
        const test::TempDir dir;
        Driver user;
        open(user);
        begin(user, QString::fromStdString(dir.path("result")));
        QTRY_VERIFY_WITH_TIMEOUT(!book(user).isRunning(), 60000);
        const std::size_t steps = book(user).shrinking().steps.size();
        QVERIFY(steps > 0 && book(user).shrinking().answer);
        book(user).setMender(mender(std::make_shared<std::atomic<bool>>(true)));
        book(user).mend({book(user).of(), QStringLiteral("python3"), QStringLiteral("/nowhere")});
        QTRY_VERIFY_WITH_TIMEOUT(!book(user).isRunning(), 10000);
        user.settle();
        QCOMPARE(book(user).shrinking().steps.size(), steps);
        QVERIFY(book(user).shrinking().answer);
        QCOMPARE(book(user).mending().told.done, std::size_t{3});
    }

    /// What is known when it is cancelled stays.
    void aCancelledMendKeepsItsRemedies() {
        Driver user;
        open(user, PageId::Shrink);
        book(user).setMender(mender(std::make_shared<std::atomic<bool>>(false)));
        book(user).mend({book(user).culpritAt({}), QStringLiteral("python3"), QStringLiteral("/nowhere")});
        QTRY_COMPARE_WITH_TIMEOUT(book(user).mending().told.done, std::size_t{2}, 10000);
        QTest::mouseClick(in<QPushButton>(&user.window(), "mendStatusCancel"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!book(user).isRunning(), 10000);
        user.settle();
        QCOMPARE(book(user).mending().told.remedies.size(), std::size_t{4});
        QVERIFY2(user.texts("mendPart").contains("all 3 match"), qPrintable(user.texts("mendPart")));
        QCOMPARE(primary(user)->text(), QStringLiteral("Save patch…"));
    }

    /// From the palette, of the details and of rows; where nothing is at fault it says so.
    void everywhere() {
        Driver user;
        open(user, PageId::Overview);
        QVERIFY2(user.texts("effects").contains("Shrink…"), qPrintable(user.texts("effects")));
        QVERIFY(user.window().run(QStringLiteral("run.shrink")));
        QVERIFY(sheet(user) != nullptr);
        sheet(user)->reject();
        user.settle();
        user.window().workspace().visit(book(user).culpritAt({}));
        user.settle();
        QVERIFY2(user.texts("inspectorDeeds").contains("Shrink…"), qPrintable(user.texts("inspectorDeeds")));
        user.window().open({test::samplePath()});
        QTRY_VERIFY_WITH_TIMEOUT(user.window().workspace().verdict() != nullptr, 60000);
        user.settle();
        if (!book(user).culpritAt({}).valid()) QVERIFY(!user.window().run(QStringLiteral("run.shrink")));
    }
};

ETSCOPE_TEST(TestShrinkView)
#include "tst_shrink_view.moc"
