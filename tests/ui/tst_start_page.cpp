// The start page: what is offered, what was opened before, and what files are that are dragged over it.
#include <QClipboard>
#include <QFileDialog>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QToolButton>

#include "frame/recent_list.h"
#include "frame/start_page.h"
#include "look/theme.h"
#include "support/test_case.h"
#include "ui/busy.h"
#include "ui/driver.h"

using namespace etscope;
using namespace etscope::ui;
using test::Driver;
using test::samplePath;

namespace {

RecentSession sessionOf(const QStringList& paths) {
    RecentSession made;
    made.paths = paths;
    made.opened = QDateTime::currentDateTime();
    return made;
}

/// Files over the window, or dropped on it.
template <class Event>
void drag(MainWindow& window, const QStringList& files, Qt::KeyboardModifiers keys = {}) {
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& file : files) urls.append(QUrl::fromLocalFile(file));
    data.setUrls(urls);
    if constexpr (std::is_same_v<Event, QDropEvent>) {
        drag<QDragEnterEvent>(window, files, keys);  // what was not entered gets no drop
        QDropEvent event({20, 20}, Qt::CopyAction, &data, Qt::LeftButton, keys);
        QApplication::sendEvent(&window, &event);
    } else {
        QDragEnterEvent event({20, 20}, Qt::CopyAction, &data, Qt::LeftButton, keys);
        QApplication::sendEvent(&window, &event);
    }
}

}  // namespace

class TestStartPage : public QObject {
    Q_OBJECT
    static RecentList* list(Driver& driver) { return driver.window().findChild<RecentList*>(); }
    static bool opens(Driver& driver) {
        return QTest::qWaitFor([&] { return driver.window().workspace().session() != nullptr; }, 30000);
    }

private slots:
    void initTestCase() { applyTheme(*qApp, Theme::Light); }
    void init() { clearRecent(); }

    void namesSayWhatAndWhere() {
        const RecentName folder = recentName(sessionOf({"/exports/samples/vlm"}));
        QCOMPARE(folder.what, QString("vlm"));
        QCOMPARE(folder.where, QString("/exports/samples"));
        QCOMPARE(recentName(sessionOf({"/a/m.pte"})).what, QString("m.pte"));
        QCOMPARE(recentName(sessionOf({"/a/m.pte", "/a/m.etrecord"})).what, QString("m"));
        QCOMPARE(recentName(sessionOf({QDir::homePath() + "/m.pte"})).where, QString("~"));
        QCOMPARE(recentFiles(sessionOf({"/a/m.pte", "/a/m.etrecord", "/a/r.etdp", "/a/r.dbg"})),
                 QString("m.pte, .etrecord, r.etdp, .dbg"));
    }

    void datesAreWords() {
        const QDateTime now(QDate(2026, 11, 23), QTime(15, 0));
        QCOMPARE(dateText({QDate(2026, 11, 23), QTime(14, 2)}, now), QString("today, 14:02"));
        QCOMPARE(dateText({QDate(2026, 11, 22), QTime(23, 59)}, now), QString("yesterday"));
        QCOMPARE(dateText({QDate(2026, 11, 18), QTime(1, 0)}, now), QString("18 Nov"));
        QCOMPARE(dateText({QDate(2025, 11, 18), QTime(1, 0)}, now), QString("18 Nov 2025"));
        QCOMPARE(dateText({}, now), QString());
    }

    void theLastPartOfAFolderStays() {
        const QFontMetrics metrics(bodyFont());
        const QString folder = "/mnt/build/experiments/of/last/week/vit";
        QCOMPARE(elidedFolder(folder, metrics, metrics.horizontalAdvance(folder)), folder);
        const QString shorter = elidedFolder(folder, metrics, metrics.horizontalAdvance(folder) * 2 / 3);
        QVERIFY2(shorter.startsWith("/mnt/build") && shorter.endsWith("/…/vit"), qPrintable(shorter));
    }

    /// A verdict stays until another one is known; an entry of an earlier version says nothing.
    void sessionsAreKept() {
        QSettings settings;
        settings.beginWriteArray("recent");
        settings.setArrayIndex(0);
        settings.setValue("paths", QStringList{"/old/m.pte"});
        settings.endArray();
        QCOMPARE(recentSessions().size(), 1);
        QVERIFY(!recentSessions()[0].verdict && !recentSessions()[0].opened.isValid());
        rememberSession(sessionOf({"/a/m.pte"}));
        rememberVerdict({"/a/m.pte"}, {VerdictPart::Kind::Cases, 5, 12, {}});
        rememberSession(sessionOf({"/b/m.pte"}));
        rememberSession(sessionOf({"/a/m.pte"}));
        QCOMPARE(recentSessions().size(), 3);
        QCOMPARE(recentSessions()[0].paths, QStringList{"/a/m.pte"});
        QCOMPARE(text(*recentSessions()[0].verdict), QString("5 of 12 cases differ"));
        moveRecent({"/a/m.pte"}, {"/c/m.pte"});
        QCOMPARE(recentSessions()[0].paths, QStringList{"/c/m.pte"});
        forgetRecent({"/b/m.pte"});
        QCOMPARE(recentSessions().size(), 2);
        clearRecent();
        QVERIFY(recentSessions().isEmpty());
    }

    /// What is asked for again comes from the disk: the files that are gone at their new place, the others where they were.
    void lostFilesAreFoundTogether() {
        const QTemporaryDir folder;
        for (const char* name : {"m.pte", "r.etdp"}) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
        }
        QCOMPARE(foundPaths({"/gone/m.pte", "/gone/r.etdp", "/gone/x.dbg"}, "/gone/m.pte", folder.filePath("m.pte")),
                 (QStringList{folder.filePath("m.pte"), folder.filePath("r.etdp"), "/gone/x.dbg"}));
    }

    void nothingIsOffered() {
        Driver driver;
        driver.window().run("view.outline");
        driver.settle();
        MainWindow& window = driver.window();
        for (const char* name : {"method", "stage", "overlay"}) QVERIFY2(!window.findChild<QWidget*>(name)->isVisible(), name);
        QVERIFY(!window.findChild<QLineEdit*>("find")->isEnabled());
        for (const char* text : {"No session", "Files, methods and modules will be listed here.", "Drop files or a folder here",
                                 "Sessions that you open are listed here.", "all four, or a substitute", "any name", "gives it",
                                 "Ctrl+Shift+O", "nothing in them is run"})
            QVERIFY2(driver.sees(text), text);
    }

    /// A click selects, a double click opens; the verdict is kept, and a window that keeps nothing leaves the list alone.
    void opensWhatWasOpen() {
        rememberSession(sessionOf({samplePath()}));
        rememberSession(sessionOf({"/gone/m.pte"}));
        {
            Driver driver;
            driver.window().remember();
            RecentList* recent = list(driver);
            QCOMPARE(recent->count(), 2);
            const QPoint at = recent->visualItemRect(recent->item(1)).center();
            QTest::mouseClick(recent->viewport(), Qt::LeftButton, {}, at);
            QCOMPARE(recent->currentRow(), 1);
            driver.settle();
            QVERIFY(driver.window().workspace().session() == nullptr);
            QTest::mouseDClick(recent->viewport(), Qt::LeftButton, {}, at);
            QVERIFY(opens(driver));
            QTRY_VERIFY_WITH_TIMEOUT(driver.window().workspace().verdict() != nullptr, 30000);
            driver.settle();
            driver.window().run("file.close");
            driver.settle();
            const QString row = list(driver)->item(0)->text();
            QVERIFY2(row.startsWith("vlm\n") && row.contains("cases differ") && row.contains("today, "), qPrintable(row));
            QCOMPARE(recentSessions()[0].kind, QString("etrecord"));
        }
        clearRecent();
        Driver driver;
        driver.window().open({samplePath()});
        QVERIFY(opens(driver));
        driver.settle();
        QVERIFY(recentSessions().isEmpty());
    }

    void keysOpenToo() {
        rememberSession(sessionOf({samplePath()}));
        Driver driver;
        QCOMPARE(driver.window().focusWidget(), list(driver));
        driver.press(Qt::Key_Return);
        QVERIFY(opens(driver));
    }

    void whatIsGoneIsFoundOrRemoved() {
        const QTemporaryDir folder;
        const QString now = folder.filePath("now.pte");
        QVERIFY(QFile::copy(samplePath() + "/model.pte", now));
        rememberSession(sessionOf({"/gone/one.pte"}));
        rememberSession(sessionOf({"/gone/two.pte"}));
        Driver driver;
        const auto link = [&](const char* does) -> QPushButton* {
            for (auto* button : list(driver)->findChildren<QPushButton*>())
                if (button->property("does") == does) return button;
            return nullptr;
        };
        QVERIFY(driver.sees("gone"));
        QTest::mouseClick(link("remove"), Qt::LeftButton);
        QTRY_COMPARE(list(driver)->count(), 1);
        QCOMPARE(recentSessions()[0].paths, QStringList{"/gone/one.pte"});
        QTimer::singleShot(300, this, [&] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog != nullptr);
            dialog->findChild<QLineEdit*>("fileNameEdit")->setText(now);
            static_cast<QDialog*>(dialog)->accept();
        });
        QTest::mouseClick(link("find"), Qt::LeftButton);
        QVERIFY(opens(driver));
        QCOMPARE(recentSessions()[0].paths, QStringList{now});
    }

    /// A disk that is away may not answer for long: the list is there without it.
    void filesAreLookedForInTheBackground() {
        rememberSession(sessionOf({"/away/one.pte"}));
        const test::Busy busy;
        busy.begin();
        busy.waitUntilBusy();
        MainWindow window;
        window.resize(1600, 1000);
        window.show();
        test::takeTurns();
        auto* recent = window.findChild<RecentList*>();
        QCOMPARE(recent->count(), 1);
        QVERIFY2(!recent->item(0)->text().contains("gone"), qPrintable(recent->item(0)->text()));
        busy.end();
        QTRY_VERIFY2(recent->item(0)->text().contains("1 file gone"), qPrintable(recent->item(0)->text()));
        QVERIFY(!recent->findChildren<QPushButton*>().isEmpty());
    }

    void theListIsCleared() {
        rememberSession(sessionOf({"/gone/one.pte"}));
        Driver driver;
        for (auto* button : driver.window().findChildren<QPushButton*>("link"))
            if (button->text() == "Clear") QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY(driver.sees("Sessions that you open are listed here."));
        QVERIFY(recentSessions().isEmpty());
    }

    /// By their content, whatever they are called.
    void draggedFilesAreToldApart() {
        const QTemporaryDir folder;
        const QString disguised = folder.filePath("notes.txt");
        QVERIFY(QFile::copy(samplePath() + "/model.pte", disguised));
        Driver driver;
        drag<QDragEnterEvent>(driver.window(), {disguised, samplePath() + "/run.etdp", samplePath() + "/run.dbg"});
        QTRY_VERIFY2(driver.sees("Program · ETDump · Debug buffer"), qPrintable(driver.texts("dropArea")));
        QVERIFY(driver.sees("Open 3 "));
        drag<QDragEnterEvent>(driver.window(), {samplePath()});
        QTRY_VERIFY2(driver.texts("dropArea").contains("Record · Program · Bundled program"), qPrintable(driver.texts("dropArea")));
        QDragLeaveEvent leave;
        QApplication::sendEvent(&driver.window(), &leave);
        QVERIFY(driver.sees("Drop files or a folder here"));
        drag<QDropEvent>(driver.window(), {disguised});
        QVERIFY(opens(driver));
        driver.settle();
        // The left half adds; with Shift nothing is added anywhere.
        drag<QDropEvent>(driver.window(), {samplePath() + "/model.etrecord"}, Qt::ShiftModifier);
        QTRY_COMPARE_WITH_TIMEOUT(driver.window().workspace().paths(), QStringList{samplePath() + "/model.etrecord"}, 30000);
    }

    void waysInAreCopied() {
        Driver driver;
        for (auto* button : driver.window().findChildren<QToolButton*>())
            if (button->toolTip().startsWith("Copy: etscope-cli")) QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(QApplication::clipboard()->text(), QString("etscope-cli verdict model.*"));
    }

    /// Without room Recent goes under the drop area, and nothing is beyond what can be scrolled to.
    void narrowWindowsHaveOneColumn() {
        rememberSession(sessionOf({"/gone/one.pte"}));
        Driver wide({1600, 1000}), narrow({740, 700});
        narrow.settle();
        const auto at = [](Driver& driver, const char* name) {
            const auto* part = driver.window().findChild<QWidget*>(name);
            return part->mapTo(&driver.window(), QPoint());
        };
        QVERIFY(at(wide, "recent").x() > at(wide, "dropArea").x());
        QCOMPARE(at(narrow, "recent").x(), at(narrow, "dropArea").x());
        QVERIFY(at(narrow, "recent").y() > at(narrow, "dropArea").y());
        QVERIFY(wide.sees("Open from the command line") && !narrow.sees("Open from the command line"));
    }
};

ETSCOPE_TEST(TestStartPage)
#include "tst_start_page.moc"
