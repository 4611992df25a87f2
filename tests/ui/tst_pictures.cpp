// Tensors as pictures in the real main window: inputs of the page Tensors, outputs with both sides, the image of a prompt.
#include <QComboBox>
#include <QLineEdit>
#include <QTabWidget>
#include <QTemporaryDir>

#include "pages/picture_view.h"
#include "support/test_case.h"
#include "ui/driver.h"

using namespace etscope;
using namespace etscope::ui;
using test::Driver;

namespace {

/// Numpy's file of f32.
void writeArray(const QString& path, const QByteArray& shape, const std::vector<float>& values) {
    const QByteArray header =
        QByteArray("{'descr': '<f4', 'fortran_order': False, 'shape': (" + shape + "), }").leftJustified(117) + '\n';
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromHex("934e554d50590100") + QByteArray::fromHex("7600") + header);
    file.write(reinterpret_cast<const char*>(values.data()), static_cast<qint64>(values.size() * sizeof(float)));
}

/// Of n × 8 × 8 values from −1 to 1.
std::vector<float> ramp(int channels) {
    std::vector<float> values;
    for (int i = 0; i < channels * 64; ++i) values.push_back(static_cast<float>(i % 64) / 31.5F - 1);
    return values;
}

}  // namespace

class TestPictures : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;

    void open(Driver& driver, const QStringList& names, const char* page) {
        QStringList paths;
        for (const QString& name : names) paths.append(m_folder.filePath(name));
        driver.window().open(paths);
        QTRY_VERIFY_WITH_TIMEOUT(driver.window().workspace().session() != nullptr, 30000);
        driver.window().showPage(page);
        driver.settle();
    }
    static PictureView* tensorPicture(Driver& driver) {
        auto* tabs = driver.window().page("tensors")->findChild<QTabWidget*>("tensorTabs");
        auto* view = tabs->findChild<PictureView*>("pictureView");
        QTest::mouseClick(tabs->tabBar(), Qt::LeftButton, {}, tabs->tabBar()->tabRect(tabs->indexOf(view)).center());
        driver.settle();
        return view;
    }

private slots:
    /// What the command line writes, read by another program's reader.
    void writesPng() {
        tensor::Raster raster{2, 3, true, {}, std::vector<std::uint8_t>(6, tensor::Raster::Shown), 0};
        for (int level = 0; level < 18; ++level) raster.levels.push_back(static_cast<std::uint8_t>(level * 15));
        raster.kinds[4] = tensor::Raster::NotFinite;
        const auto png = tensor::pngOf(raster);
        QVERIFY(png);
        QImage read;
        QVERIFY(
            read.loadFromData(QByteArray(reinterpret_cast<const char*>(png->data()), static_cast<qsizetype>(png->size())), "PNG"));
        QCOMPARE(read.size(), QSize(3, 2));
        QCOMPARE(read.pixel(1, 0), qRgb(45, 60, 75));
        QCOMPARE(read.pixel(2, 1), qRgb(225, 240, 255));
        QVERIFY(read.pixel(1, 1) != qRgb(180, 195, 210));
        QVERIFY(!tensor::pngOf(tensor::Raster{}));
    }

    /// By the values, by a name, as typed; channels alone.
    void inputs() {
        writeArray(m_folder.filePath("pixels.npy"), "1, 3, 8, 8", ramp(3));
        Driver driver;
        open(driver, {"pixels.npy"}, "tensors");
        PictureView* view = tensorPicture(driver);
        QCOMPARE(view->plot()->count(), std::size_t(1));
        QCOMPARE(view->plot()->image(0).size(), QSize(8, 8));
        QCOMPARE(view->plot()->image(0).pixel(0, 0), qRgb(0, 0, 0));
        QCOMPARE(view->plot()->image(0).pixel(7, 7), qRgb(255, 255, 255));
        auto* note = view->findChild<QLabel*>("pictureNote");
        QVERIFY2(note->text().startsWith("shown as value × 0.5 + 0.5: the values are -1 … 1"), qPrintable(note->text()));
        auto* pixels = view->findChild<QComboBox*>("pictureMapping");
        pixels->setCurrentText("0 … 1");
        driver.settle();
        QVERIFY2(note->text().contains("beyond black or white"), qPrintable(note->text()));
        pixels->setCurrentText("typed");
        auto* typed = view->findChild<QLineEdit*>("pictureTyped");
        QVERIFY(typed->isVisible());
        typed->setFocus();
        typed->selectAll();
        driver.type("0/0.25");
        driver.press(Qt::Key_Return);
        QVERIFY2(note->text().startsWith("shown as value × 0.25: as told"), qPrintable(note->text()));
        typed->setFocus();
        typed->selectAll();
        driver.type("what");
        driver.press(Qt::Key_Return);
        QCOMPARE(view->plot()->count(), std::size_t(0));
        pixels->setCurrentIndex(0);
        view->findChild<QComboBox*>("pictureChannel")->setCurrentText("green");
        driver.settle();
        QVERIFY(view->plot()->count() == 1 && view->plot()->image(0).pixel(7, 7) == qRgb(255, 255, 255));
        driver.window().workspace().close();
        QCOMPARE(view->plot()->count(), std::size_t(0));
    }

    /// The first sixteen channels, on the scale of colours; what is no number is counted.
    void featureMaps() {
        std::vector<float> values = ramp(20);
        values[3] = std::nanf("");
        writeArray(m_folder.filePath("features.npy"), "1, 20, 8, 8", values);
        Driver driver;
        open(driver, {"features.npy"}, "tensors");
        PictureView* view = tensorPicture(driver);
        QCOMPARE(view->plot()->image(0).size(), QSize(35, 35));
        QVERIFY(view->plot()->pictures().front().heat);
        QVERIFY(view->findChild<QLabel*>("pictureNote")->text().contains("1 pixel"));
        view->findChild<QComboBox*>("pictureChannel")->setCurrentText("channel 19");
        driver.settle();
        QCOMPARE(view->plot()->image(0).size(), QSize(8, 8));
    }

    /// Both sides of an output and their difference.
    void outputs() {
        std::vector<float> values = ramp(3);
        writeArray(m_folder.filePath("a.npy"), "1, 3, 8, 8", values);
        values[20] = 0;
        writeArray(m_folder.filePath("b.npy"), "1, 3, 8, 8", values);
        Driver driver;
        open(driver, {"a.npy", "b.npy"}, "outputs");
        auto* modes = driver.window().findChild<QTabBar*>("differenceModes");
        QVERIFY(modes->isTabVisible(2));
        QTest::mouseClick(modes, Qt::LeftButton, {}, modes->tabRect(2).center());
        driver.settle();
        PicturePlot* plot = driver.window().page("outputs")->findChild<PictureView*>("pictureView")->plot();
        QCOMPARE(plot->count(), std::size_t(3));
        QCOMPARE(plot->nameOf(2), QString("difference: 8 × 8 pixels"));
        QVERIFY(plot->image(2).pixel(4, 2) != plot->image(2).pixel(5, 2));
        plot->setFocus();
        QTest::keyClick(plot, Qt::Key_Right);
        QCOMPARE(plot->current(), 0);
        QVERIFY(plot->tsv().contains("\ndifference\t8\t8\t"));
    }

    /// What was fed with the tokens; a click leads to its elements.
    void prompts() {
        Driver driver;
        driver.window().open({test::samplePath()});
        QTRY_VERIFY_WITH_TIMEOUT(driver.window().workspace().session() != nullptr, 30000);
        driver.window().workspace().setMethod("text_decoder");
        driver.window().showPage("outputs");
        driver.settle();
        QVERIFY(!driver.window().findChild<QTabBar*>("differenceModes")->isTabVisible(2));  // logits are no picture
        driver.window().showPage("tokens");
        driver.settle();
        auto* strip = driver.window().findChild<ImageStrip*>("imageStrip");
        QTRY_VERIFY(strip->isVisible());
        QCOMPARE(strip->plot()->count(), std::size_t(4));
        // The run is fed behind the first picture, and before the second.
        QVERIFY2(driver.texts("imageStrip").contains("vision_encoder, case 0"), qPrintable(driver.texts("imageStrip")));
        const QString checks = driver.texts("imageChecks");
        for (const char* one : {"Checks", "Values", "mean", "inferred from the order of runs and cases"})
            QVERIFY2(checks.contains(one), qPrintable(checks));
        QVERIFY(strip->plot()->boxOf(0).width() <= 128);
        QTest::mouseClick(strip->plot(), Qt::LeftButton, {}, strip->plot()->boxOf(0).center().toPoint());
        driver.settle();
        QCOMPARE(driver.window().workspace().selection().kind, Address::Kind::Tensor);
        QVERIFY(driver.window().findChild<QWidget*>("values")->isVisible());
    }
};

ETSCOPE_TEST(TestPictures)
#include "tst_pictures.moc"
