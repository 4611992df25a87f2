// Several programs in one folder: the breadcrumb offers them, and choosing one opens its files.
#include <QComboBox>

#include "support/test_case.h"
#include "ui/driver.h"

using namespace etscope;
using namespace etscope::ui;
using test::Driver;

namespace {

QString membersOf(const char* name) { return QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/") + QLatin1String(name); }

}  // namespace

class TestMembers : public QObject {
    Q_OBJECT

    static void open(Driver& user, const QStringList& paths) {
        user.window().open(paths);
        QTRY_VERIFY_WITH_TIMEOUT(user.window().workspace().session() != nullptr, 30000);
        user.settle();
    }
    static QComboBox* choice(Driver& user) {
        return user.window().findChild<QWidget*>("breadcrumb")->findChild<QComboBox*>("member");
    }
    static QStringList offered(Driver& user) {
        QStringList names;
        for (int i = 0; i < choice(user)->count(); ++i) names.append(choice(user)->itemText(i));
        return names;
    }
    static void choose(Driver& user, int member) {
        choice(user)->setCurrentIndex(member);
        emit choice(user)->textActivated(choice(user)->itemText(member));
        user.settle();
    }

private slots:
    void init() { QSettings().clear(); }

    void oneOfSeveral() {
        Driver user;
        open(user, {membersOf("family")});
        Workspace& workspace = user.window().workspace();
        QTRY_COMPARE(offered(user), QStringList({"base", "coder", "poet"}));
        QVERIFY(choice(user)->isVisible());
        QCOMPARE(choice(user)->currentText(), "base");
        QCOMPARE(workspace.session()->files().size(), 5U);  // those of the program that is named, and no others
        QTRY_VERIFY(workspace.verdict() != nullptr);
        QCOMPARE(workspace.verdict()->state, findings::Verdict::Match);
        choose(user, 2);
        QTRY_COMPARE(workspace.session()->files().size(), 6U);
        QCOMPARE(workspace.paths(), QStringList{membersOf("family")});
        QCOMPARE(choice(user)->currentText(), "poet");
        QCOMPARE(offered(user).size(), 3);
        QTRY_VERIFY(workspace.verdict() != nullptr);
        QCOMPARE(workspace.verdict()->state, findings::Verdict::Match);
        QVERIFY(workspace.session()->diagnostics().empty());
        choose(user, 1);
        QTRY_COMPARE(QString::fromStdString(workspace.session()->programFile()->path), membersOf("family/coder.pte"));
        QCOMPARE(choice(user)->currentText(), "coder");
        workspace.reload();
        user.settle();
        QCOMPARE(choice(user)->currentText(), "coder");
    }

    void noneOfOne() {
        Driver user;
        open(user, {membersOf("family")});
        QTRY_COMPARE(offered(user).size(), 3);
        open(user, {test::samplePath()});
        QTRY_COMPARE(offered(user).size(), 0);
        QVERIFY(!choice(user)->isVisible());
        user.window().workspace().close();
        user.settle();
        QVERIFY(offered(user).isEmpty());
    }
};

ETSCOPE_TEST(TestMembers)
#include "tst_members.moc"
