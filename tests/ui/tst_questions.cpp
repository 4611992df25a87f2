// Dialogs of the window while what they are about changes: jobs that end, sessions that close, pages and charts that go.
#include <QContextMenuEvent>
#include <QDirIterator>
#include <QFileDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>

#include "docks/section.h"
#include "frame/commands.h"
#include "frame/recent_list.h"
#include "look/questions.h"
#include "look/theme.h"
#include "support/test_case.h"
#include "ui/busy.h"
#include "ui/driver.h"

using namespace etscope;
using namespace etscope::ui;
using test::Driver;
using test::samplePath;

class TestQuestions : public QObject {
    Q_OBJECT
    static bool opens(Driver& driver) {
        return QTest::qWaitFor([&] { return driver.window().workspace().session() != nullptr; }, 30000);
    }
    static QFileDialog* fileDialog() {
        const auto open = [] { return qobject_cast<QFileDialog*>(QApplication::activeModalWidget()); };
        return QTest::qWaitFor([open] { return open() != nullptr; }, 5000) ? open() : nullptr;
    }
    static void answer(const QString& path) {
        QFileDialog* dialog = fileDialog();
        QVERIFY(dialog != nullptr);
        dialog->findChild<QLineEdit*>("fileNameEdit")->setText(path);
        static_cast<QDialog*>(dialog)->accept();
    }
    static bool noDialog() {
        return QTest::qWaitFor([] { return QApplication::activeModalWidget() == nullptr; }, 5000);
    }

private slots:
    void initTestCase() { applyTheme(*qApp, Theme::Light); }
    void cleanup() {
        clearRecent();
        QVERIFY(noDialog());
    }

    /// The Inspector makes its charts anew when a job ends.
    void aChartThatGoesUnderItsDialog() {
        Driver driver;
        driver.window().open({samplePath()});
        QVERIFY(opens(driver));
        driver.settle();
        driver.window().workspace().select(Address::ofInstruction("text_decoder", 16));
        driver.settle();
        auto* bars = driver.window().findChild<TimeHistogram*>("timeHistogram");
        QVERIFY(bars != nullptr && bars->isVisible());
        QContextMenuEvent asked(QContextMenuEvent::Mouse, {5, 5}, bars->mapToGlobal(QPoint(5, 5)));
        QApplication::sendEvent(bars, &asked);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu != nullptr);
        const auto actions = menu->actions();
        const auto save = std::ranges::find(actions, QStringLiteral("Save picture or table…"), &QAction::text);
        QVERIFY(save != actions.end());
        menu->close();
        (*save)->trigger();
        QVERIFY(fileDialog() != nullptr);
        driver.window().workspace().judge();  // its end tells all facts again
        const QPointer<TimeHistogram> shown(bars);
        QTRY_VERIFY_WITH_TIMEOUT(shown == nullptr, 30000);
        QVERIFY(noDialog());
        driver.settle();
    }

    void aStartPageThatGoesUnderItsDialog() {
        RecentSession gone;
        gone.paths = {"/gone/one.pte"};
        gone.opened = QDateTime::currentDateTime();
        rememberSession(gone);
        Driver driver;
        QPushButton* find = nullptr;
        for (auto* button : driver.window().findChild<RecentList*>()->findChildren<QPushButton*>())
            if (button->property("does") == "find") find = button;
        QVERIFY(find != nullptr);
        {
            const test::Busy busy;
            busy.begin();
            busy.waitUntilBusy();
            driver.window().open({samplePath()});
            QTest::mouseClick(find, Qt::LeftButton);
            QVERIFY(fileDialog() != nullptr);
        }
        QVERIFY(opens(driver));
        QVERIFY(noDialog());
        driver.settle();
        QCOMPARE(driver.window().workspace().paths(), QStringList{samplePath()});
    }

    void aWindowThatGoesUnderItsDialog() {
        auto driver = std::make_unique<Driver>();
        QVERIFY(driver->window().run("file.open"));
        QVERIFY(fileDialog() != nullptr);
        driver.reset();
        QVERIFY(noDialog());
    }

    /// Whether to replace it is a question of its own; "Cancel" leads back to the names.
    void filesThatAreThereAreNotReplacedUnasked() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("there.csv");
        QFile there(path);
        QVERIFY(there.open(QIODevice::WriteOnly) && there.write("old") == 3);
        there.close();
        QWidget asker;
        QStringList answers;
        askForPath(&asker, {PathQuestion::Kind::Save, "Save", path, "Tables (*.csv)", "csv"},
                   [&](const QString& one) { answers.append(one); });
        answer(folder.filePath("there"));
        const auto box = [] { return qobject_cast<QMessageBox*>(QApplication::activeModalWidget()); };
        QTRY_VERIFY(box() != nullptr);
        QVERIFY2(box()->text().contains("there.csv"), qPrintable(box()->text()));
        box()->button(QMessageBox::Cancel)->click();
        QTRY_VERIFY(fileDialog() != nullptr);
        QVERIFY(answers.isEmpty());
        answer(path);
        QTRY_VERIFY(box() != nullptr);
        for (QAbstractButton* button : box()->buttons())
            if (box()->buttonRole(button) == QMessageBox::AcceptRole) {
                button->click();
                break;
            }
        QTRY_COMPARE(answers, QStringList{path});
    }

    /// Whatever is open while a session comes and goes.
    void everyCommandWhileJobsEnd() {
        Driver driver;
        QStringList ids;
        for (const Commands::Row& row : driver.window().commands().rows())
            if (row.id != "file.quit" && !row.id.startsWith("file.new") && !row.id.startsWith("language.")) ids.append(row.id);
        QVERIFY(ids.size() > 40);
        for (const QString& id : ids) {
            if (driver.window().workspace().session() == nullptr) {
                driver.window().open({samplePath()});
                QVERIFY(opens(driver));
                driver.window().workspace().select(Address::ofInstruction("text_decoder", 16));
            }
            driver.window().run(id);
            driver.window().workspace().judge();
            QCoreApplication::processEvents();
            if (ids.indexOf(id) % 3 == 0) driver.window().workspace().close();
            for (QWidget* widget : QApplication::topLevelWidgets())
                if (auto* dialog = qobject_cast<QDialog*>(widget)) dialog->reject();
            if (QWidget* popup = QApplication::activePopupWidget()) popup->close();
        }
        driver.settle();
    }

    /// An event loop on the stack keeps what lies around it alive only by luck.
    void nothingWaitsForADialog() {
        static const QRegularExpression kWaits(
            R"((?:\.|->)exec\(|QFileDialog::get\w+\(|QInputDialog::get\w+\(|QMessageBox::(?:warning|question|information|critical)\(|processEvents\()");
        QDirIterator files(QStringLiteral(ETSCOPE_SOURCE_DIR "/ui"), {"*.cpp", "*.h"}, QDir::Files, QDirIterator::Subdirectories);
        int seen = 0;
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QString text = QString::fromUtf8(file.readAll());
            const auto hit = kWaits.match(text);
            QVERIFY2(!hit.hasMatch(), qPrintable(file.fileName() + ": " + hit.captured()));
            ++seen;
        }
        QVERIFY(seen > 300);
    }
};

ETSCOPE_TEST(TestQuestions)
#include "tst_questions.moc"
