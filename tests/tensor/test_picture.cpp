// Tensors as pictures: which axes are which, what makes pixels of values, tiles, differences, what is no number.
#include <QTest>
#include <limits>

#include "samples.h"
#include "support/test_case.h"
#include "tensor/picture.h"

using namespace etscope;
using namespace etscope::tensor;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Of 4 × 6 pixels, black and white among them, as a processor makes it of them.
Tensor processed(const Normalisation& by, std::vector<std::int64_t> shape = {1, 3, 4, 6}) {
    std::vector<float> values;
    for (std::size_t channel = 0; channel < 3; ++channel)
        for (int pixel = 0; pixel < 24; ++pixel)
            values.push_back(static_cast<float>((pixel / 23.0 - by.mean[channel]) / by.std[channel]));
    return test::floats(std::move(values), std::move(shape));
}

const Normalisation& known(std::string_view name) {
    for (const Normalisation& one : knownNormalisations())
        if (one.name == name) return one;
    qFatal("no such normalisation");
}

PicturePlanes planesOf(const Tensor& tensor, const PictureRequest& request = {}) {
    return picturePlanes(tensor, request, {}).value();
}

}  // namespace

class TestPicture : public QObject {
    Q_OBJECT
private slots:
    void axes_data() {
        QTest::addColumn<std::vector<std::int64_t>>("shape");
        QTest::addColumn<std::vector<std::int64_t>>("sizes");  // items, channels, rows, columns; empty: none
        using Sizes = std::vector<std::int64_t>;
        QTest::newRow("1,3,H,W") << Sizes{1, 3, 8, 9} << Sizes{1, 3, 8, 9};
        QTest::newRow("N,3,H,W") << Sizes{5, 3, 8, 9} << Sizes{5, 3, 8, 9};
        QTest::newRow("3,H,W") << Sizes{3, 8, 9} << Sizes{1, 3, 8, 9};
        QTest::newRow("H,W,3") << Sizes{8, 9, 3} << Sizes{1, 3, 8, 9};
        QTest::newRow("N,H,W,4") << Sizes{2, 8, 9, 4} << Sizes{2, 4, 8, 9};
        QTest::newRow("H,W") << Sizes{8, 9} << Sizes{1, 1, 8, 9};
        QTest::newRow("1,H,W") << Sizes{1, 8, 9} << Sizes{1, 1, 8, 9};
        QTest::newRow("features") << Sizes{1, 96, 8, 9} << Sizes{1, 96, 8, 9};
        QTest::newRow("both fit") << Sizes{3, 9, 3} << Sizes{1, 3, 9, 3};
        QTest::newRow("a row") << Sizes{8} << Sizes{};
        QTest::newRow("five axes") << Sizes{1, 1, 3, 8, 9} << Sizes{};
        QTest::newRow("empty") << Sizes{1, 3, 0, 9} << Sizes{};
    }
    void axes() {
        QFETCH(std::vector<std::int64_t>, shape);
        QFETCH(std::vector<std::int64_t>, sizes);
        Tensor tensor;
        tensor.type = ScalarType::F32;
        tensor.shape = shape;
        const auto axes = pictureAxes(tensor);
        QCOMPARE(axes.has_value(), !sizes.empty());
        if (axes) QCOMPARE((std::vector<std::int64_t>{axes->items, axes->channels, axes->rows, axes->columns}), sizes);
        tensor.type = ScalarType::I64;
        QVERIFY(!pictureAxes(tensor));
    }

    /// What a processor did is seen by the values, and undone: the pixels are those that it was given.
    void undoesProcessors() {
        for (const Normalisation& one : knownNormalisations()) {
            const PicturePlanes planes = planesOf(processed(one));
            const PictureMapping mapping = pictureMapping(planes, ScalarType::F32, {});
            QVERIFY2(mapping.normalisation && mapping.normalisation->name == one.name, one.name.c_str());
            QVERIFY2(mapping.evidence.find("black or white") != std::string::npos, mapping.evidence.c_str());
            const Raster made = raster(planes, mapping);
            QVERIFY(made.colour && made.rows == 4 && made.columns == 6 && made.clipped == 0);
            for (std::size_t pixel = 0; pixel < 24; ++pixel)
                for (std::size_t channel = 0; channel < 3; ++channel)
                    QCOMPARE(static_cast<long>(made.levels[pixel * 3 + channel]),
                             std::lround(static_cast<double>(pixel) / 23 * 255));
        }
        QCOMPARE(known("siglip").formula(), std::string("value × 0.5 + 0.5"));
        QCOMPARE(known("byte").formula(), std::string("value ÷ 255"));
        QCOMPARE(known("unit").formula(), std::string("value"));
        QCOMPARE(known("imagenet").formula(), std::string("value × (0.229, 0.224, 0.225) + (0.485, 0.456, 0.406)"));
    }

    void otherwiseByTheRange() {
        std::vector<float> values(48, 0.25F);
        values[0] = -7;
        values[1] = 93;
        const PicturePlanes planes = planesOf(test::floats(values, {3, 4, 4}));
        const PictureMapping mapping = pictureMapping(planes, ScalarType::F32, {});
        QVERIFY(!mapping.normalisation);
        QCOMPARE(mapping.formula(), std::string("(value + 7) ÷ 100"));
        const Raster made = raster(planes, mapping);
        QVERIFY(made.levels[0] == 0 && made.levels[3] == 255);
        // What is told counts, whatever the values look like; beyond black and white is clipped, and said.
        const Raster told = raster(planes, pictureMapping(planes, ScalarType::F32, known("unit")));
        QCOMPARE(told.clipped, std::uint64_t(2));
        QVERIFY(told.levels[0] == 0 && told.levels[3] == 255);
    }

    void typed() {
        QCOMPARE(parseNormalisation("clip")->mean[2], 0.40821073);
        QCOMPARE(parseNormalisation("0.5/0.25")->std[2], 0.25);
        QCOMPARE(parseNormalisation("1,2,3/4,5,6")->mean[1], 2.0);
        for (const char* wrong : {"", "x", "0.5", "1,2/3", "1,2,3,4/1", "0/0", "nan/1", "1/inf", "1/2/3", "1,/2"})
            QVERIFY2(test::code(parseNormalisation(wrong)) == "picture-mapping", wrong);
    }

    void notANumber() {
        std::vector<float> values(48, 0.5F);
        values[5] = std::nanf("");
        values[22] = static_cast<float>(kInfinity);
        values[0] = 0;
        values[1] = 1;
        const PicturePlanes planes = planesOf(test::floats(values, {3, 4, 4}));
        QCOMPARE(planes.notFinite, std::uint64_t(2));
        const Raster made = raster(planes, pictureMapping(planes, ScalarType::F32, {}));
        QVERIFY(made.kinds[5] == Raster::NotFinite && made.kinds[6] == Raster::NotFinite && made.kinds[7] == Raster::Shown);
        const PicturePlanes nothing = planesOf(test::floats(std::vector<float>(16, std::nanf("")), {4, 4}));
        QVERIFY(nothing.notFinite == 16 && nothing.min == 0 && nothing.max == 0);
    }

    /// The first sixteen channels as tiles on one scale, or one alone.
    void featureMaps() {
        std::vector<float> values(20 * 25);
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i / 25);
        const Tensor features = test::floats(values, {1, 20, 5, 5});
        const PicturePlanes planes = planesOf(features);
        QVERIFY(planes.planes.size() == 16 && planes.min == 0 && planes.max == 15);
        const Raster tiles = raster(planes, pictureMapping(planes, ScalarType::F32, {}));
        QVERIFY(!tiles.colour && tiles.rows == 23 && tiles.columns == 23);
        QVERIFY(tiles.kinds[5] == Raster::Gap && tiles.levels[0] == 0 && tiles.levels[22 * 23 + 22] == 255);
        const PicturePlanes one = planesOf(features, {.item = 0, .channel = 17});
        QVERIFY(one.planes.size() == 1 && one.min == 17 && one.max == 17);
        QCOMPARE(test::code(picturePlanes(features, {.item = 1}, {})), std::string("slice-out-of-range"));
        QCOMPARE(test::code(picturePlanes(features, {.item = 0, .channel = 20}, {})), std::string("slice-out-of-range"));
        QCOMPARE(test::code(picturePlanes(test::floats({1}, {1}), {}, {})), std::string("picture-shape"));
    }

    void differences() {
        std::vector<float> left(48, 1), right(48, 1);
        right[16 + 3] = 1.5F;
        right[32 + 3] = 0;
        const PicturePlanes planes =
            differencePlanes(test::floats(left, {3, 4, 4}), test::floats(right, {3, 4, 4}), {}, {}).value();
        QCOMPARE(planes.planes.size(), std::size_t(1));
        QVERIFY(planes.max == 1 && planes.planes.front().values[3] == 1 && planes.planes.front().values[2] == 0);
    }

    /// However large the sizes that a file claims: pixels are read up to a bound, and both sides are reduced alike.
    void hostileShapes() {
        Tensor tensor = test::floats({1, 2, 3}, {3});
        tensor.shape = {3, 30'000'000, 10'000'000};
        tensor.strides = {1, 0, 0};
        const PicturePlanes planes = planesOf(tensor, {.maxSide = 64});
        QVERIFY(planes.reduced && planes.planes.front().rows == 64 && planes.planes.front().columns == 21);
        QVERIFY(planes.min == 1 && planes.max == 3);
    }
};

ETSCOPE_TEST(TestPicture)
#include "test_picture.moc"
