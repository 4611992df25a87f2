// Windows are closed and the program is left: all windows go, what a person wrote is asked about, sessions are let go of.
#include <QMessageBox>
#include <QPlainTextEdit>

#include "frame/session_file.h"
#include "support/test_case.h"
#include "ui/driver.h"

using namespace etscope;
using namespace etscope::ui;
using test::Driver;
using test::samplePath;

class TestLeaving : public QObject {
    Q_OBJECT
    static void open(Driver& driver) {
        driver.window().open({samplePath() + "/model.pte"});
        QTRY_VERIFY_WITH_TIMEOUT(driver.window().workspace().session() != nullptr, 30000);
        driver.settle();
    }
    static void write(Driver& driver, const QString& words) {
        QVERIFY(driver.window().run("file.notes"));
        auto* notes = driver.window().findChild<QPlainTextEdit*>("notes");
        QTest::keyClicks(notes, words);
        notes->window()->close();
        QTRY_VERIFY(driver.window().findChild<QPlainTextEdit*>("notes") == nullptr);
        QApplication::setActiveWindow(&driver.window());
    }
    /// Of the window, to whatever has its focus.
    static void press(Driver& driver, const char* keys) {
        QApplication::setActiveWindow(&driver.window());
        driver.press(keys);
    }
    static QMessageBox* question() {
        const auto asked = [] { return qobject_cast<QMessageBox*>(QApplication::activeModalWidget()); };
        return QTest::qWaitFor([&] { return asked() != nullptr; }, 5000) ? asked() : nullptr;
    }
    static void answer(QMessageBox::StandardButton button) {
        QVERIFY(question() != nullptr);
        QTest::mouseClick(question()->button(button), Qt::LeftButton);
        QTRY_VERIFY(QApplication::activeModalWidget() == nullptr);
    }

private slots:
    void quittingClosesAllWindows() {
        Driver driver;
        press(driver, "Ctrl+Shift+N");
        const QPointer<MainWindow> other = test::otherThan(driver.window());
        QVERIFY(other != nullptr && other->isVisible());
        press(driver, "Ctrl+Q");
        QTRY_VERIFY(other == nullptr);
        QVERIFY(!driver.window().isVisible());
    }

    /// Beside another window that stays.
    void aClosedWindowLetsGoOfItsSession() {
        Driver driver, other;
        open(driver);
        open(other);
        const std::weak_ptr<const session::Session> session = driver.window().workspace().session();
        driver.window().close();
        QTRY_VERIFY_WITH_TIMEOUT(session.expired(), 30000);
        QVERIFY(other.window().workspace().session() != nullptr);
    }

    void notesAreNotLostUnasked() {
        Driver driver;
        open(driver);
        press(driver, "Ctrl+Shift+N");
        const QPointer<MainWindow> other = test::otherThan(driver.window());
        write(driver, "look at w2");
        press(driver, "Ctrl+Q");
        answer(QMessageBox::Cancel);
        QVERIFY(driver.window().isVisible());
        QVERIFY(driver.window().workspace().session() != nullptr);
        press(driver, "Ctrl+W");
        answer(QMessageBox::Cancel);
        QVERIFY(driver.window().workspace().session() != nullptr);
        // All windows go once it is answered.
        press(driver, "Ctrl+Q");
        answer(QMessageBox::Discard);
        QTRY_VERIFY(!driver.window().isVisible());
        QTRY_VERIFY(other == nullptr);
    }

    void notesAreSavedBeforeTheWindowGoes() {
        const QTemporaryDir folder;
        const QString file = folder.filePath("work.etscope");
        Driver driver;
        open(driver);
        write(driver, "one");
        QVERIFY(driver.window().saveSession(file));
        write(driver, " two");  // where the cursor is: before what is there
        driver.window().close();
        answer(QMessageBox::Save);
        QTRY_VERIFY(!driver.window().isVisible());
        const auto saved = readSession(file);
        QVERIFY(saved && saved->notes.contains("one") && saved->notes.contains("two"));
    }

    void savedNotesAreNotAskedAbout() {
        const QTemporaryDir folder;
        Driver driver;
        open(driver);
        write(driver, "one");
        QVERIFY(driver.window().saveSession(folder.filePath("work.etscope")));
        driver.window().close();
        QVERIFY(QApplication::activeModalWidget() == nullptr);
        QVERIFY(!driver.window().isVisible());
    }
};

ETSCOPE_TEST(TestLeaving)
#include "tst_leaving.moc"
