// What the window finds out itself: whether a model agrees with itself, what is wrong in a conversation, and a run that it makes.
#include <QDialog>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>

#include "frame/run_sheet.h"
#include "support/temp_dir.h"
#include "support/test_case.h"
#include "ui/driver.h"

using namespace etscope;
using namespace etscope::ui;
using test::Driver;

namespace {

QString ofOwn(const QString& name) { return QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/") + name; }

}  // namespace

class TestOwnEvidence : public QObject {
    Q_OBJECT

    static void open(Driver& user, const QStringList& paths, PageId page) {
        user.window().open(paths);
        QTRY_VERIFY_WITH_TIMEOUT(user.window().workspace().session() != nullptr, 30000);
        user.window().workspace().showPage(page);
        user.settle();
    }
    static RunSheet* sheet(Driver& user) {
        user.press("Ctrl+R");
        return user.window().findChild<RunSheet*>();
    }
    template <class Widget>
    static Widget* in(QWidget* parent, const char* name) {
        return parent->findChild<Widget*>(QLatin1String(name));
    }

private slots:
    void init() { QSettings().clear(); }

    /// The line that took the wrong end of a state is named; a healthy one has no red mark.
    void aModelAgainstItself() {
        Driver user;
        open(user, {ofOwn("consistency/conv_state_wrong")}, PageId::Consistency);
        const QString wrong = user.texts();
        QVERIFY2(wrong.contains("disagree") && wrong.contains("slice"), qPrintable(wrong));
        QVERIFY2(wrong.contains("Inputs are taken for:"), qPrintable(wrong));
        Driver healthy;
        open(healthy, {ofOwn("consistency/conv_state")}, PageId::Consistency);
        const QString right = healthy.texts();
        QVERIFY2(right.contains(" agree") && !right.contains("disagree,") && !right.contains("disagrees,"), qPrintable(right));
    }

    /// Another role asks anew, and says so.
    void rolesAreChosen() {
        Driver user;
        open(user, {ofOwn("consistency/conv_state")}, PageId::Consistency);
        auto* roles = in<QLabel>(&user.window(), "consistencyRoles");
        QVERIFY(roles != nullptr && roles->text().contains("role:"));
        const QString before = roles->text();
        const qsizetype at = before.indexOf(QLatin1String("role:"));
        const QString link = before.mid(at, before.indexOf(QLatin1Char('\''), at) - at);
        emit roles->linkActivated(link);
        auto* menu = in<QMenu>(&user.window(), "roleMenu");
        QVERIFY(menu != nullptr);
        const auto actions = menu->actions();
        const auto other =
            std::ranges::find_if(actions, [](const QAction* one) { return one->isCheckable() && !one->isChecked(); });
        QVERIFY(other != actions.end());
        (*other)->trigger();
        menu->close();
        user.settle();
        QVERIFY(roles->text() != before);
    }

    /// The program is executed when somebody says where, once; what it gave stands beside what the graph gave.
    void theProgramAgainstItself() {
        Driver user;
        open(user, {ofOwn("ways/other/model.etrecord"), ofOwn("ways/other/model.pte")}, PageId::Consistency);
        auto* button = in<QPushButton>(&user.window(), "consistencyOnRuntime");
        QVERIFY(button != nullptr && button->isVisible());
        QVERIFY(!user.texts().contains("Executed by"));
        button->click();
        auto* question = in<QDialog>(&user.window(), "targetQuestion");
        QVERIFY(question != nullptr);
        qputenv("FAKE", "works");
        in<QLineEdit>(question, "targetPath")->setText(ETSCOPE_SOURCE_DIR "/tests/run/fake_python");
        in<QPushButton>(question, "targetExecute")->click();
        user.settle();
        const QString played = user.texts();
        QVERIFY2(played.contains("fake_python") && played.contains("other sizes"), qPrintable(played));
    }

    /// The text as it grew, what was checked, and for a token what made it.
    void aConversation() {
        Driver user;
        open(user, {ofOwn("conversations/talk")}, PageId::Conversation);
        const QString seen = user.texts();
        for (const char* words : {"User", "Template", "Assistant", "What was checked", "Splice", "Calls that made it"})
            QVERIFY2(seen.contains(QLatin1String(words)), qPrintable(seen));
        QVERIFY2(in<QLabel>(&user.window(), "tokenTitle")->text().contains("<bot>"), qPrintable(seen));
    }

    /// What cannot run anything says so, and leaves nothing.
    void aTargetThatIsNone() {
        Driver user;
        const test::TempDir folder;
        const QString program = QString::fromStdString(folder.path("model.pte"));
        QVERIFY(QFile::copy(ofOwn("vlm/model.pte"), program));
        QVERIFY(QFile::copy(ofOwn("vlm/model.etrecord"), QString::fromStdString(folder.path("model.etrecord"))));
        open(user, {QString::fromStdString(folder.path())}, PageId::Gap);
        RunSheet* made = sheet(user);
        QVERIFY(made != nullptr);
        QCOMPARE(sheet(user), made);  // the one that is open
        in<QLineEdit>(made, "runPython")->setText(QStringLiteral("/nowhere/python"));
        user.settle();
        auto* button = in<QPushButton>(made, "runButton");
        QTRY_VERIFY_WITH_TIMEOUT(button->isEnabled(), 10000);
        QVERIFY2(in<QLabel>(made, "runCommand")->text().contains("--python /nowhere/python"),
                 qPrintable(in<QLabel>(made, "runCommand")->text()));
        button->click();
        user.settle();
        QTRY_VERIFY_WITH_TIMEOUT(!made->isRunning(), 20000);
        QVERIFY2(in<QLabel>(made, "runSays")->text().contains("/nowhere/python"), qPrintable(in<QLabel>(made, "runSays")->text()));
        QCOMPARE(folder.names().size(), 2U);
        user.window().workspace().close();
        user.settle();
        QTRY_VERIFY(user.window().findChild<RunSheet*>() == nullptr);
    }

    /// With a Python that has executorch: from an export to its runs by two actions.
    void aRun() {
        const QString python = qEnvironmentVariable("ETSCOPE_EXECUTORCH_PYTHON");
        if (python.isEmpty()) QSKIP("ETSCOPE_EXECUTORCH_PYTHON names no Python with executorch");
        Driver user;
        const test::TempDir folder;
        for (const char* name : {"model.pte", "model.etrecord"})
            QVERIFY(QFile::copy(ofOwn(QStringLiteral("vlm/") + QLatin1String(name)), QString::fromStdString(folder.path(name))));
        open(user, {QString::fromStdString(folder.path())}, PageId::Gap);
        QVERIFY2(user.texts().contains("Run…"), qPrintable(user.texts()));
        RunSheet* made = sheet(user);
        in<QLineEdit>(made, "runPython")->setText(python);
        user.settle();
        QTRY_VERIFY_WITH_TIMEOUT(in<QPushButton>(made, "runButton")->isEnabled(), 10000);
        in<QPushButton>(made, "runButton")->click();
        QTRY_VERIFY_WITH_TIMEOUT(user.window().findChild<RunSheet*>() == nullptr, 120000);
        user.settle();
        QTRY_VERIFY_WITH_TIMEOUT(!user.window().workspace().opening(), 30000);
        const auto& files = user.window().workspace().session()->files();
        QVERIFY(std::ranges::any_of(files, [](const session::SessionFile& file) { return file.dump != nullptr; }));
    }
};

ETSCOPE_TEST(TestOwnEvidence)
#include "tst_own_evidence.moc"
