// Answers that come while their page is hidden and something else is in view: no page shows what it was asked of another method,
// and what was in view before is shown again as in a window that never saw anything else.

#include "look/theme.h"
#include "models/link.h"
#include "support/test_case.h"
#include "ui/busy.h"
#include "ui/driver.h"

using namespace etscope;
using namespace etscope::ui;
using test::Driver;
using test::samplePath;

class TestHiddenAnswers : public QObject {
    Q_OBJECT
    static constexpr const char *kAsked = "text_decoder", *kOther = "vision_encoder";

    static void open(Driver& driver) {
        driver.window().open({samplePath()});
        QVERIFY(QTest::qWaitFor([&] { return driver.window().workspace().session() != nullptr; }, 30000));
        QTRY_VERIFY_WITH_TIMEOUT(driver.window().workspace().verdict() != nullptr, 60000);
        driver.settle();
    }
    static QString shown(Driver& driver, const QString& page) { return driver.texts(driver.window().page(page)); }
    /// As a window shows it that has not been asked anything else.
    static QString shownAlone(const QString& page, const char* method) {
        Driver driver;
        open(driver);
        driver.window().workspace().goToMethod(method);
        driver.window().showPage(page);
        driver.settle();
        return shown(driver, page);
    }
    /// Line by line: the first one that is another is told.
    static void compare(const QString& told, const QString& alone) {
        const QStringList left = told.split('\n'), right = alone.split('\n');
        for (qsizetype i = 0; i < std::min(left.size(), right.size()); ++i) QCOMPARE(left[i], right[i]);
        QCOMPARE(left.size(), right.size());
    }

private slots:
    void initTestCase() { applyTheme(*qApp, Theme::Light); }

    void areOfWhatIsInView_data() {
        QTest::addColumn<QString>("page");
        for (const PageInfo& page : pageTable()) QTest::newRow(page.name) << QString::fromLatin1(page.name);
    }
    void areOfWhatIsInView() {
        QFETCH(QString, page);
        Driver driver;
        open(driver);
        const QString aside = page == "overview" ? QStringLiteral("tensors") : QStringLiteral("overview");
        Workspace& workspace = driver.window().workspace();
        {
            const test::Busy busy;
            busy.begin();
            busy.waitUntilBusy();
            workspace.goToMethod(kAsked);
            driver.window().showPage(page);
            QCoreApplication::processEvents();
            driver.window().showPage(aside);
            QCoreApplication::processEvents();
            workspace.goToMethod(kOther);
        }
        driver.settle();
        driver.window().showPage(page);
        driver.settle();
        compare(shown(driver, page), shownAlone(page, kOther));
        workspace.goToMethod(kAsked);
        driver.settle();
        compare(shown(driver, page), shownAlone(page, kAsked));
    }
};

ETSCOPE_TEST(TestHiddenAnswers)
#include "tst_hidden_answers.moc"
