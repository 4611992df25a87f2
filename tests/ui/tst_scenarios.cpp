// The six jobs of the window by keyboard alone, on the bundled sample: what a person does, and what can be read then.
// Times are those of a model whose run is not made anew.

#include "look/tokens.h"
#include "support/test_case.h"
#include "ui/driver.h"

using namespace etscope;
using namespace etscope::ui;
using etscope::test::Driver;

namespace {

/// As after starting without files: the sample by the palette.
void openSample(Driver& driver) {
    driver.command("Open sample session");
    QTRY_VERIFY_WITH_TIMEOUT(driver.window().workspace().session() != nullptr, 30000);
    driver.settle();
}

void picture(Driver& driver) {
    if (const QByteArray folder = qgetenv("ETSCOPE_PICTURES"); !folder.isEmpty())
        driver.window().grab().save(folder + '/' + QTest::currentTestFunction() + ".png");
}

#define SEES(driver, part, text) QVERIFY2((driver).texts(part).contains(text), qPrintable((driver).texts(part)))

}  // namespace

class TestScenarios : public QObject {
    Q_OBJECT
private slots:
    void init() { QSettings().clear(); }
    void initTestCase() { applyTheme(*qApp, Theme::Light); }

    /// 1. What is in these files, and do they belong together?
    void filesAndWhetherTheyBelongTogether() {
        Driver driver;
        openSample(driver);
        picture(driver);
        SEES(driver, "page-overview", "text_decoder");
        QVERIFY(driver.window().run("view.outline"));
        driver.settle();
        SEES(driver, "outline", "model.etrecord | 395.5 KiB");
        SEES(driver, "page-overview", "base file");
    }

    /// 2. What does the graph of this method look like, at this stage?
    void graphOfAMethodAtAStage() {
        Driver driver;
        openSample(driver);
        driver.press("Ctrl+2");
        driver.press("Ctrl+Shift+1");
        driver.choose("Ctrl+M", "text");
        driver.choose("Ctrl+T", "exp");
        SEES(driver, "toolBar", "text_decoder\n");
        SEES(driver, "toolBar", "exported");
        driver.press("Ctrl+F");
        driver.type("op:linear");
        driver.press(Qt::Key_Return);
        driver.press(Qt::Key_Escape);
        driver.press(Qt::Key_Escape);
        picture(driver);
        SEES(driver, "inspector", "linear");
        const QString first = driver.window().workspace().selection().name;
        QVERIFY2(first.contains("linear"), qPrintable(first));
        driver.press(Qt::Key_Down);  // to what takes it
        QVERIFY(driver.window().workspace().selection().name != first);
        SEES(driver, "inspector", driver.window().workspace().selection().name);
        driver.press("Alt+Left");
        SEES(driver, "inspector", first);
    }

    /// 3. Does the runtime give what the reference gives? Where is it worst?
    void whereTheRuntimeDiffers() {
        Driver driver;
        openSample(driver);
        driver.press("Ctrl+3");
        SEES(driver, "page-outputs", "vision_encoder · case 1 · output 0");
        SEES(driver, "page-outputs", "1 differ");
        SEES(driver, "worst", "1 | [0, 0, 6]");
        SEES(driver, "page-outputs", "Around [0, 0, 6]");
        driver.press(Qt::Key_Left);  // in the matrix
        SEES(driver, "page-outputs", "vision_encoder · case 0 · output 0");
        driver.press("F4");
        SEES(driver, "page-outputs", "vision_encoder · case 1 · output 0");
        SEES(driver, "page-outputs", "0.5157");
        picture(driver);
    }

    /// 4. Which operator is the first wrong one, and which source line made it?
    void firstWrongOperatorAndItsSource() {
        Driver driver;
        openSample(driver);
        driver.choose("Ctrl+M", "vis");
        driver.press("Ctrl+3");
        driver.press("Ctrl+Shift+3");
        driver.press("F4");
        QVERIFY2(driver.currentRow().startsWith("aten_native_layer_norm_default | pre_norm"), qPrintable(driver.currentRow()));
        SEES(driver, "inspector", "aten_native_layer_norm_default");
        driver.press(Qt::Key_Return);
        QCOMPARE(driver.window().currentPage(), QString("graph"));
        picture(driver);
        SEES(driver, "bottom", "x = self.pre_norm(x)");
    }

    /// 5. Which metadata, named data, weights, delegates are there; what is shared; what is big?
    void whatIsInIt() {
        Driver driver;
        openSample(driver);
        driver.press("Ctrl+2");
        driver.press("Ctrl+Shift+3");
        SEES(driver, "page-metadata", "get_max_seq_len");
        driver.press("Ctrl+Shift+2");
        driver.press("Ctrl+F");
        driver.type("causal_mask");
        driver.press(Qt::Key_Return);
        SEES(driver, "inspector", "causal_mask");
        driver.press("Ctrl+4");
        driver.press("Ctrl+Shift+5");
        SEES(driver, "page-delegates", "XNNPACK");
        driver.press("Ctrl+Shift+3");
        SEES(driver, "page-sizes", "accounted for");
        picture(driver);
    }

    /// 6. Where did the time go?
    void whereTheTimeWent() {
        Driver driver;
        driver.window().open({test::samplePath()});
        QTRY_VERIFY_WITH_TIMEOUT(driver.window().workspace().session() != nullptr, 30000);
        driver.settle();
        driver.choose("Ctrl+M", "text");
        driver.press("Ctrl+4");
        driver.press("Ctrl+Shift+1");
        SEES(driver, "page-events", "all 3 of text_decoder");
        SEES(driver, "page-events", "3 runs: 531 µs at the median");
        for (int i = 0; i < 40 && !driver.currentRow().contains("index_put"); ++i) driver.press(Qt::Key_Down);
        QVERIFY2(driver.currentRow().startsWith("0/10 | index_put | layers.0.attention | CPU"), qPrintable(driver.currentRow()));
        SEES(driver, "inspector", "aten::index_put.out");
        driver.press("Ctrl+Home");
        for (int i = 0; i < 40 && !driver.currentRow().contains("XNNPACK 1 "); ++i) driver.press(Qt::Key_Down);
        QVERIFY2(driver.currentRow().startsWith("0/7 | "), qPrintable(driver.currentRow()));
        picture(driver);
        SEES(driver, "inspector", "XNNPACK 1 · attention");
        driver.press("Ctrl+2");
        driver.press("Ctrl+Shift+1");
        driver.choose("Ctrl+L", "lat");
        SEES(driver, "viewRow", "latency");
        auto* canvas = test::graphOf(driver.window())->canvas();
        QStringList shown;
        for (const std::size_t item : canvas->inView(1000)) shown.append(canvas->tooltipOf(item));
        QVERIFY2(!shown.filter("attention, Attention, 26 nodes\n195 µs").isEmpty(), qPrintable(shown.join('\n')));
    }

    /// The same thing is selected by clicks where it is drawn.
    void clicksOnWhatIsDrawn() {
        Driver driver;
        openSample(driver);
        driver.choose("Ctrl+M", "vis");
        driver.press("Ctrl+3");
        driver.press("Ctrl+Shift+3");
        QVERIFY(driver.click(Address::ofInstruction("vision_encoder", 1)));
        driver.settle();
        SEES(driver, "inspector", "aten_native_layer_norm_default");
        driver.press("Ctrl+2");
        const Address node = Address::ofNode("vision_encoder", QStringLiteral("edge"), "aten_convolution_default");
        QCOMPARE(driver.window().currentPage(), QString("graph"));
        picture(driver);
        QVERIFY(driver.click(node));
        driver.settle();
        QCOMPARE(driver.window().workspace().selection().text(), node.text());
        SEES(driver, "inspector", "aten_convolution_default");
    }
};

ETSCOPE_TEST(TestScenarios)
#include "tst_scenarios.moc"
