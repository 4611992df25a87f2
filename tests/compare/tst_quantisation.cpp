// Quantised weights against their originals: the streamed sums against a plain double loop.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "compare/dequantised.h"
#include "compare/quantisation.h"
#include "compare/quantised_error.h"
#include "inventory/delegate_tensors.h"
#include "join/weights.h"
#include "support/temp_dir.h"
#include "support/test_case.h"
#include "tensor/comparison.h"
#include "tensor/element_reader.h"

using namespace etscope;

namespace {

const std::string kQuantisationFixtures = ETSCOPE_SHARED_DIR "/fixtures/";

template <class T>
tensor::Tensor tensorOf(ScalarType type, std::vector<std::int64_t> shape, const std::vector<T>& values) {
    tensor::Tensor tensor;
    tensor.type = type;
    tensor.shape = std::move(shape);
    std::vector<std::byte> bytes(values.size() * sizeof(T));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    tensor.storage = ByteRange::whole(Source::fromBytes(std::move(bytes), "test"));
    return tensor;
}

struct Example {
    std::vector<std::int64_t> shape, block;
    std::vector<std::int8_t> integers;
    std::vector<float> originals;
    std::vector<double> scales, zeroPoints;
};

/// Integers and originals that are near them, by a fixed sequence.
Example example(std::vector<std::int64_t> shape, std::vector<std::int64_t> block) {
    Example made{std::move(shape), std::move(block), {}, {}, {}, {}};
    std::size_t count = 1, blocks = 1;
    for (std::size_t i = 0; i < made.shape.size(); ++i) {
        count *= static_cast<std::size_t>(made.shape[i]);
        blocks *= static_cast<std::size_t>((made.shape[i] + made.block[i] - 1) / made.block[i]);
    }
    for (std::size_t i = 0; i < blocks; ++i) {
        made.scales.push_back(0.01 * static_cast<double>(i + 1));
        made.zeroPoints.push_back(static_cast<double>(i % 3));
    }
    for (std::size_t i = 0; i < count; ++i) {
        made.integers.push_back(static_cast<std::int8_t>(static_cast<int>(i * 37 % 255) - 127));
        made.originals.push_back(
            static_cast<float>(std::sin(static_cast<double>(i)) + 0.02 * static_cast<double>(made.integers.back())));
    }
    return made;
}

inventory::QuantisedWeight weightOf(const Example& of) {
    inventory::QuantisedWeight weight;
    weight.values = tensorOf(ScalarType::I8, of.shape, of.integers);
    weight.block = of.block;
    weight.scales.values = of.scales;
    weight.zeroPoints.values = of.zeroPoints;
    weight.least = -127;
    weight.greatest = 127;
    return weight;
}

/// The block of element i, by its indices.
std::size_t blockOf(const Example& of, std::size_t i) {
    std::vector<std::size_t> index(of.shape.size());
    for (std::size_t axis = of.shape.size(); axis-- > 0;) {
        index[axis] = i % static_cast<std::size_t>(of.shape[axis]);
        i /= static_cast<std::size_t>(of.shape[axis]);
    }
    std::size_t block = 0;
    for (std::size_t axis = 0; axis < of.shape.size(); ++axis)
        block = block * static_cast<std::size_t>((of.shape[axis] + of.block[axis] - 1) / of.block[axis]) +
                index[axis] / static_cast<std::size_t>(of.block[axis]);
    return block;
}

}  // namespace

class TestQuantisation : public QObject {
    Q_OBJECT
private slots:
    void sums_data() {
        using Shape = std::vector<std::int64_t>;
        QTest::addColumn<Shape>("shape");
        QTest::addColumn<Shape>("block");
        QTest::newRow("per tensor") << Shape{6, 10} << Shape{6, 10};
        QTest::newRow("per row") << Shape{6, 10} << Shape{1, 10};
        QTest::newRow("per column") << Shape{6, 10} << Shape{6, 1};
        QTest::newRow("groups") << Shape{5, 64} << Shape{1, 32};
        QTest::newRow("groups that do not divide the row") << Shape{5, 50} << Shape{1, 16};
        QTest::newRow("blocks of two axes") << Shape{8, 12} << Shape{4, 3};
        QTest::newRow("the middle axis") << Shape{3, 4, 5} << Shape{3, 1, 5};
        QTest::newRow("a number") << Shape{} << Shape{};
    }

    void sums() {
        QFETCH(std::vector<std::int64_t>, shape);
        QFETCH(std::vector<std::int64_t>, block);
        const Example of = example(shape, block);
        const inventory::QuantisedWeight weight = weightOf(of);
        const auto blocks = compare::Blocks::read(weight);
        QVERIFY(blocks);
        const tensor::Tensor original = tensorOf(ScalarType::F32, shape, of.originals);
        for (std::size_t axis = 0; axis < std::max<std::size_t>(1, shape.size()); ++axis) {
            const auto errors = compare::quantisationErrors(weight, *blocks, original, axis, ~std::uint64_t{0}, {});
            QVERIFY(errors);
            double signal = 0, noise = 0, most = 0, gotSignal = 0, gotNoise = 0, gotMost = 0;
            std::uint64_t clipped = 0, gotClipped = 0, count = 0;
            for (std::size_t i = 0; i < of.integers.size(); ++i) {
                const std::size_t b = blockOf(of, i);
                const double real = static_cast<double>(of.originals[i]);
                const double d = (static_cast<double>(of.integers[i]) - of.zeroPoints[b]) * of.scales[b] - real;
                signal += real * real;
                noise += d * d;
                most = std::max(most, std::abs(d));
                const double q = real / of.scales[b] + of.zeroPoints[b];
                clipped += q < -127.5 || q > 127.5 ? 1U : 0U;
            }
            for (const compare::QuantisationError& one : *errors) {
                gotSignal += one.signal;
                gotNoise += one.noise;
                gotMost = std::max(gotMost, one.maxAbs);
                gotClipped += one.clipped;
                count += one.count;
            }
            QCOMPARE(count, static_cast<std::uint64_t>(of.integers.size()));
            QVERIFY(std::abs(gotSignal - signal) <= 1e-12 * signal && std::abs(gotNoise - noise) <= 1e-12 * noise);
            QCOMPARE(gotMost, most);
            QCOMPARE(gotClipped, clipped);
        }
    }

    void realNumbers_data() { sums_data(); }
    void realNumbers() {
        QFETCH(std::vector<std::int64_t>, shape);
        QFETCH(std::vector<std::int64_t>, block);
        const Example of = example(shape, block);
        const auto real = compare::dequantised(weightOf(of), {});
        QVERIFY(real && real->type == ScalarType::F32 && real->shape == shape);
        auto reader = tensor::ElementReader::open(*real);
        QVERIFY(reader && reader->count() == of.integers.size());
        const auto values = reader->floats(0, of.integers.size());
        QVERIFY(values);
        for (std::size_t i = 0; i < of.integers.size(); ++i) {
            const std::size_t b = blockOf(of, i);
            QCOMPARE((*values)[i], static_cast<float>((static_cast<double>(of.integers[i]) - of.zeroPoints[b]) * of.scales[b]));
        }
    }

    /// Two to a byte, the first in the low half, 8 for zero: what XNNPACK packed are the record's own integers, and the numbers
    /// are the same but for the scales, which XNNPACK has rounded to bf16.
    void packedByABackend() {
        const std::string folder = kQuantisationFixtures + "quant_8da4w/";
        if (!std::filesystem::exists(folder)) QSKIP("the shared fixtures are not there");
        const auto session = session::Session::open({folder + "model.etrecord", folder + "model.pte"}, {}, {});
        QVERIFY(session);
        const auto map = compare::quantisationMap(**session, {});
        const auto inside = inventory::delegateTensors(**session, {});
        const auto weights = join::weights(**session, {});
        const auto rows = inventory::tensors(**session, {});
        QVERIFY(map && inside && weights && rows);
        int compared = 0;
        for (const inventory::TensorRow& row : *inside) {
            const inventory::QuantisedWeight* packed = (*map)->of(row.tensor);
            if (packed == nullptr) continue;
            const join::StoredWeight* stored = (*weights)->at(row.tensor.storage);
            QVERIFY(stored != nullptr && stored->record);
            for (const inventory::TensorRow& recorded : **rows) {
                const inventory::QuantisedWeight* own = (*map)->of(recorded.tensor);
                const auto& names = stored->record->names;
                if (own == nullptr || std::ranges::find(names, recorded.name) == names.end()) continue;
                const auto a = compare::dequantised(*packed, {}), b = compare::dequantised(*own, {});
                QVERIFY(a && b && a->shape == b->shape);
                tensor::ComparisonOptions options;
                options.tolerance = {1.0 / 256, 0, false};
                const auto same = tensor::compare(*b, *a, options, {});
                QVERIFY(same && same->metrics && same->metrics->mismatched == 0);
                ++compared;
            }
        }
        QCOMPARE(compared, 3);
    }

    void whatDoesNotFit() {
        inventory::QuantisedWeight weight = weightOf(example({4, 6}, {1, 6}));
        weight.scales.values.pop_back();
        const auto blocks = compare::Blocks::read(weight);
        QVERIFY(!blocks && blocks.error().code == "quantisation-invalid");
    }

    /// A few bytes that claim 2^40 elements, and as many scales: neither is walked through.
    void expandedTensors() {
        const std::int64_t many = std::int64_t{1} << 40U;
        inventory::QuantisedWeight weight = weightOf(example({4, 6}, {1, 6}));
        weight.values.shape = {many};
        weight.values.strides = {0};
        weight.block = {1};
        const auto values = compare::Blocks::read(weight);
        QVERIFY(!values && values.error().code == "quantisation-invalid");
        weight = weightOf(example({4, 6}, {1, 6}));
        weight.scales.tensor = tensorOf<float>(ScalarType::F32, {1}, {0.5F});
        weight.scales.tensor->shape = {many};
        weight.scales.tensor->strides = {0};
        const auto scales = compare::Blocks::read(weight);
        QVERIFY(!scales && scales.error().code == "quantisation-invalid");
    }

    void originalsAreFound() {
        if (!std::filesystem::exists(kQuantisationFixtures)) QSKIP("the shared fixtures are not here");
        const auto session = session::Session::open(
            {kQuantisationFixtures + "quant_cnn/model.etrecord", kQuantisationFixtures + "quant_cnn/model.pte"}, {}, {});
        QVERIFY(session);
        const auto found = compare::quantisation(**session, {});
        QVERIFY(found);
        std::map<std::string, std::string> originals;
        double last = 0;
        for (const compare::QuantisationRow& row : found->rows) {
            if (row.weight.delegate) continue;
            originals[row.weight.name] = row.original;
            QVERIFY(row.all.sqnrDb() > 40 && row.all.sqnrDb() < 60 && row.all.sqnrDb() >= last);
            QVERIFY(row.weight.scheme() == "per_channel" &&
                    row.channels.size() == static_cast<std::size_t>(row.weight.values.shape[0]));
            last = row.all.sqnrDb();
        }
        QCOMPARE(originals.size(), std::size_t(9));
        QCOMPARE(originals["_frozen_param0"], std::string("stem.0.weight"));
        QCOMPARE(originals["_frozen_param8"], std::string("classifier.weight"));
    }

    /// Six numbers at half their size are 6 dB away, which those of another tensor may be by chance.
    void fewNumbersAreNoOriginal() {
        const test::TempDir dir;
        const std::string quantised = ETSCOPE_SOURCE_DIR "/tests/fixtures/variants/quantised_tensors.pt";
        for (const float factor : {1.01F, 0.5F}) {
            std::string header = R"({"one":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]}})", bytes(8, '\0');
            bytes[0] = static_cast<char>(header.size());
            bytes += header;
            for (const float value : {-1.0F, 0.5F, 2.0F, 0.25F, -3.0F, 8.0F}) {
                const float scaled = value * factor;
                bytes.append(reinterpret_cast<const char*>(&scaled), sizeof scaled);
            }
            const auto session = session::Session::open({quantised, dir.write("weights.safetensors", bytes)}, {}, {});
            QVERIFY(session);
            const auto found = compare::quantisation(**session, {});
            QVERIFY(found);
            const auto row = std::ranges::find(found->rows, std::string("per_tensor_qint32"),
                                               [](const compare::QuantisationRow& one) { return one.weight.name; });
            QVERIFY(row != found->rows.end());
            QCOMPARE(row->original, std::string(factor > 1 ? "one" : ""));
        }
    }

    void groupsAndRows() {
        if (!std::filesystem::exists(kQuantisationFixtures)) QSKIP("the shared fixtures are not here");
        const auto session = session::Session::open({kQuantisationFixtures + "quant_8da4w/model.etrecord"}, {}, {});
        const auto weights = inventory::quantisedWeights(**session, {});
        QVERIFY(weights && weights->size() == 3);
        QCOMPARE(weights->at(0).scheme(), std::string_view("per_group"));
        QCOMPARE(weights->at(0).groupSize(), std::int64_t(32));
        QVERIFY(weights->at(0).least == -8.0 && weights->at(0).greatest == 7.0);
    }
};

ETSCOPE_TEST(TestQuantisation)
#include "tst_quantisation.moc"
