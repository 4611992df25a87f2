// The pages of data (named data, memory and what is beside them) as a person uses them: keys, clicks, and what can be read then.
#include <QStandardPaths>

#include "pages/named_data_page.h"
#include "ui/driver.h"

using namespace etscope;
using namespace etscope::ui;
using etscope::test::Driver;

#define SEES(driver, part, text) QVERIFY2((driver).texts(part).contains(text), qPrintable((driver).texts(part)))

class TestDataPages : public QObject {
    Q_OBJECT
private:
    static void open(Driver& driver, const QStringList& paths, const char* page, const char* method = nullptr) {
        driver.window().workspace().open(paths);
        driver.settle();
        QVERIFY(driver.window().workspace().session() != nullptr);
        if (method != nullptr) driver.window().workspace().setMethod(QString::fromLatin1(method));
        driver.window().showPage(QString::fromLatin1(page));
        driver.settle();
    }
    static QString own(const char* name) {
        return QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/") + QString::fromLatin1(name);
    }
    static void picture(Driver& driver) {
        if (const QByteArray folder = qgetenv("ETSCOPE_PICTURES"); !folder.isEmpty())
            driver.window().grab().save(folder + '/' + QTest::currentTestFunction() + ".png");
    }
    template <class T>
    static T* page(Driver& driver, const char* name) {
        return qobject_cast<T*>(driver.window().page(QString::fromLatin1(name)));
    }

private slots:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName("etscope-test");
        applyTheme(*qApp, Theme::Light);
    }

    /// What is shared? The sentence has the amounts, the rows which method reads which copy; a click leads to it everywhere.
    void sharingIsAnswered() {
        Driver driver;
        open(driver, {own("tied/model.pte"), own("tied/model.etrecord")}, "named-data");
        picture(driver);
        SEES(driver, "sharingPanel", "1 shared, saves 3.0 KiB");
        SEES(driver, "sharingPanel", "1 stored twice or more, could save 3.0 KiB");
        SEES(driver, "sharingTable", "copy 1 model.pte | copy 1+2 model.pte");
        TableView* table = page<NamedDataPage>(driver, "named-data")->panel()->table();
        QVERIFY(table != nullptr && table->height() <= px(260));
        const auto address = table->model()->index(0, 0).data(AddressRole).value<Address>();
        QVERIFY(address.valid());
        QVERIFY(driver.click(address));
        driver.settle();
        QCOMPARE(driver.window().workspace().selection(), address);
        SEES(driver, "inspector", "2 times, equal bytes");
        SEES(driver, "inspector", "one copy would save 3.0 KiB");
        QCOMPARE(page<NamedDataPage>(driver, "named-data")->mainTable()->currentIndex().data(AddressRole).value<Address>(),
                 address);
    }

    /// Constants of a program without named data are shared as well.
    void constantsAreSharedToo() {
        Driver driver;
        open(driver, {own("tied/portable.pte")}, "named-data");
        SEES(driver, "sharingPanel", "1 shared, saves 3.0 KiB");
        SEES(driver, "page-named-data", "no named data");
        auto* table = page<NamedDataPage>(driver, "named-data")->panel()->table();
        table->setFocus();
        driver.press(Qt::Key_Return);
        QCOMPARE(driver.window().workspace().selection().kind, Address::Kind::Region);
    }

    void nothingSharedIsOneLine() {
        Driver driver;
        open(driver, {test::samplePath()}, "named-data");
        SEES(driver, "sharingPanel", "Nothing is shared, nothing is stored twice");
        QVERIFY(page<NamedDataPage>(driver, "named-data")->panel()->table() == nullptr);
        SEES(driver, "namedDataTable", "projector.weight");
    }

    /// Another session is told anew, without what was there before.
    void anotherSessionIsToldAnew() {
        Driver driver;
        open(driver, {own("tied/model.pte")}, "named-data");
        QVERIFY(page<NamedDataPage>(driver, "named-data")->panel()->table() != nullptr);
        open(driver, {test::samplePath()}, "named-data");
        QTRY_VERIFY(driver.texts("sharingPanel").contains("Nothing is shared"));
        QVERIFY(!driver.texts("sharingPanel").contains("stored twice or more"));
    }
};

QTEST_MAIN(TestDataPages)
#include "tst_data_pages.moc"
