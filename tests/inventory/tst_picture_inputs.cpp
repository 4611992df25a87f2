// What a session knows of pictures: the processor's numbers in the metadata, inputs in colours, what is worth offering.
#include <QtTest>
#include <cstring>

#include "inventory/picture_inputs.h"
#include "program/program_builder.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using inventory::TensorRole;

namespace {

tensor::Tensor pixels(std::vector<std::int64_t> shape) {
    tensor::Tensor tensor;
    tensor.type = ScalarType::F32;
    tensor.shape = std::move(shape);
    return tensor;
}

std::optional<tensor::Normalisation> ofProgram(const test::ProgramBuilder& builder) {
    const test::TempDir folder;
    folder.write("model.pte", builder.bytes());
    const auto session = session::Session::open({folder.path("model.pte")}, {}, {});
    return inventory::pictureNormalisation(**session);
}

}  // namespace

class TestPictureInputs : public QObject {
    Q_OBJECT
private slots:
    void metadata() {
        test::ProgramBuilder triple, one, without, odd;
        triple.addConstantMethod("image_mean", {test::doubleValue(0.1), test::doubleValue(0.2), test::doubleValue(0.3)},
                                 "L3#1#1#1($,$,$)");
        triple.addConstantMethod("image_std", {test::doubleValue(0.4), test::doubleValue(0.5), test::doubleValue(0.6)},
                                 "L3#1#1#1($,$,$)");
        const auto found = ofProgram(triple);
        QVERIFY(found && found->mean == (std::array{0.1, 0.2, 0.3}) && found->std == (std::array{0.4, 0.5, 0.6}));
        QCOMPARE(found->source, std::string("from image_mean and image_std"));
        one.addConstantMethod("Preprocess.Mean", {test::doubleValue(0.5)}, "$");
        one.addConstantMethod("Preprocess.Std", {test::intValue(2)}, "$");
        QVERIFY(ofProgram(one) && ofProgram(one)->std[2] == 2);
        without.addConstantMethod("get_mean", {test::doubleValue(0.5)}, "$");
        without.addConstantMethod("get_std", {test::doubleValue(0.5)}, "$");
        QVERIFY(!ofProgram(without));
        odd.addConstantMethod("image_mean", {test::doubleValue(0.5)}, "$");
        odd.addConstantMethod("image_std", {test::doubleValue(0)}, "$");
        QVERIFY(!ofProgram(odd));
    }

    void worthOffering_data() {
        QTest::addColumn<std::vector<std::int64_t>>("shape");
        QTest::addColumn<bool>("offered");
        using Sizes = std::vector<std::int64_t>;
        QTest::newRow("pixels") << Sizes{1, 3, 224, 224} << true;
        QTest::newRow("features") << Sizes{1, 64, 7, 7} << true;
        QTest::newRow("logits") << Sizes{1, 19, 49280} << false;
        QTest::newRow("hidden states") << Sizes{1, 1024, 768} << true;
        QTest::newRow("a matrix") << Sizes{64, 64} << false;
        QTest::newRow("too small") << Sizes{1, 3, 3, 64} << false;
    }
    void worthOffering() {
        QFETCH(std::vector<std::int64_t>, shape);
        QTEST(inventory::looksLikePicture(pixels(shape)), "offered");
    }

    /// Of the case and its method first, then of the case, then examples.
    void inputs() {
        const auto row = [](const char* name, TensorRole role, const char* method, std::optional<std::int64_t> of,
                            std::vector<std::int64_t> shape) {
            inventory::TensorRow made;
            made.name = name;
            made.role = role;
            made.method = method;
            made.caseIndex = of;
            made.tensor = pixels(std::move(shape));
            return made;
        };
        const std::vector<inventory::TensorRow> rows{
            row("example", TensorRole::ExampleInput, "vision", {}, {1, 3, 8, 8}),
            row("seven", TensorRole::BundledInput, "vision", 7, {1, 3, 8, 8}),
            row("eight", TensorRole::RepresentativeInput, "vision", 8, {1, 3, 8, 8}),
            row("grey", TensorRole::BundledInput, "vision", 7, {1, 1, 8, 8}),
            row("weight", TensorRole::Parameter, "vision", 7, {8, 3, 16, 16}),
        };
        const auto names = [&](const char* method, std::optional<std::int64_t> of) {
            std::string all;
            for (const inventory::PictureInput& one : inventory::pictureInputs(rows, method, of))
                all += one.row.name + (one.ofOtherMethod ? "* " : " ");
            return all;
        };
        QCOMPARE(names("text", 7), std::string("seven* example* "));
        QCOMPARE(names("vision", 8), std::string("eight example "));
        QCOMPARE(names("text", 9), std::string("example* "));
    }

    /// Values of the picture, and whether other files hold the same one.
    void checks() {
        const auto row = [](unsigned file, TensorRole role, float last) {
            std::vector<float> values(3 * 4 * 4, 0.5F);
            values.back() = last;
            std::vector<std::byte> bytes(values.size() * sizeof(float));
            std::memcpy(bytes.data(), values.data(), bytes.size());
            inventory::TensorRow made;
            made.role = role;
            made.method = "vision";
            made.caseIndex = 7;
            made.index = 0;
            made.tensor = pixels({1, 3, 4, 4});
            made.tensor.storage = ByteRange::whole(Source::fromBytes(std::move(bytes), "picture"));
            made.file = file;
            return made;
        };
        const std::vector<inventory::TensorRow> rows{row(0, TensorRole::RepresentativeInput, 1),
                                                     row(1, TensorRole::BundledInput, 1), row(2, TensorRole::BundledInput, -1),
                                                     row(3, TensorRole::ExampleInput, 1)};
        const auto found = inventory::pictureChecks(rows, {rows[0], false}, {});
        QVERIFY(found);
        QCOMPARE(found->equal, std::vector<unsigned>{1});
        QCOMPARE(found->different, std::vector<unsigned>{2});
        QVERIFY(found->values.min == 0.5 && found->values.max == 1 && found->values.finite == 48);
        const auto example = inventory::pictureChecks(rows, {rows[3], false}, {});
        QVERIFY(example && example->equal.empty() && example->different.empty());
    }
};

ETSCOPE_TEST(TestPictureInputs)
#include "tst_picture_inputs.moc"
