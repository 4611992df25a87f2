// Convolutions, pools, resampling: what the cases of single operators do not show - memory layouts, processors, refusals.
#include <QTest>
#include <limits>
#include <numeric>

#include "evaluate/elements.h"
#include "evaluate/operator_table.h"
#include "evaluate/operators/gemm_lanes.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::evaluate;

namespace {

struct SpatialRoom {
    std::stop_source stop;
    JobContext job{stop.get_token(), {}};
    Context context{std::make_shared<Memory>(std::uint64_t{64} << 20U), job};
};

/// Values that follow no pattern, small integers for exact sums.
Array filled(const Context& context, ScalarType type, Dims shape) {
    Array array = context.make(type, std::move(shape));
    std::vector<double> values(static_cast<std::size_t>(array.count()));
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<double>((i * i * 7 + i * 13) % 31) / (isFloating(type) ? 7 : 1) - 2;
    storeDoubles(array.stored, values.data(), values.size(), array.storage->data());
    return array;
}

/// The same elements with the channels last in memory.
Array channelsLast(const Context& context, const Array& array) {
    Array out = context.make(array.type, {array.shape[0], array.shape[2], array.shape[3], array.shape[1]});
    out.shape = array.shape;
    out.strides = {out.strides[0], out.strides[3], out.strides[1], out.strides[2]};
    std::size_t i = 0;
    const std::vector<double> values = doublesOf(array);
    for (std::int64_t n = 0; n < out.shape[0]; ++n)
        for (std::int64_t c = 0; c < out.shape[1]; ++c)
            for (std::int64_t p = 0; p < out.shape[2] * out.shape[3]; ++p)
                storeDoubles(
                    out.stored, &values[i++], 1,
                    out.storage->data() + static_cast<std::size_t>(n * out.strides[0] + c + p * out.shape[1]) * out.item());
    return out;
}

Value ints(const Dims& values) {
    Values list;
    for (const std::int64_t value : values) list.emplace_back(value);
    return list;
}

using Arguments = std::vector<NamedValue>;

Result<Values> run(const SpatialRoom& room, std::string_view target, Arguments arguments) {
    return apply(*findOperator(target), room.context, std::move(arguments));
}
Array first(const Result<Values>& results) { return results ? *results->front().array() : Array{}; }

struct Convolution {
    const char* name;
    Dims input, weight;  ///< the weight of the transposed one
    std::int64_t stride, padding, dilation, outputPadding, groups;
};

}  // namespace

class TestSpatialOperators : public QObject {
    Q_OBJECT
private slots:
    void layoutsAndProcessorsGiveTheSameBits() {
        const SpatialRoom room;
        const Array input = filled(room.context, ScalarType::F32, {2, 9, 23, 29});
        const Array weight = filled(room.context, ScalarType::F32, {12, 9, 3, 3});
        std::vector<std::vector<double>> results;
        for (const int level : {0, 1, 2}) {
            useGemmLanes(level);
            for (const Array& laid : {input, channelsLast(room.context, input)})
                results.push_back(doublesOf(
                    first(run(room, "aten.conv2d.default", {{"input", laid}, {"weight", weight}, {"padding", std::int64_t{1}}}))));
        }
        for (const auto& result : results) {
            QCOMPARE(result.size(), std::size_t{2 * 12 * 23 * 29});
            QVERIFY(result == results.front());
        }
    }

    /// Few rows of weights are summed without a matrix product: the same sums.
    void depthwiseIsAGroupOfEach() {
        const SpatialRoom room;
        const Array input = filled(room.context, ScalarType::F32, {1, 3, 40, 40}),
                    weight = filled(room.context, ScalarType::F32, {8, 1, 3, 3});
        Array one = input;
        one.shape[1] = 1;
        const auto wide = doublesOf(first(run(room, "aten.conv2d.default", {{"input", one}, {"weight", weight}})));
        Array row = weight;
        row.shape[0] = 1;
        const auto narrow = doublesOf(first(run(room, "aten.conv2d.default", {{"input", one}, {"weight", row}})));
        QVERIFY(std::equal(narrow.begin(), narrow.end(), wide.begin()));
    }

    void transposedIsTheAdjoint_data() {
        QTest::addColumn<int>("row");
        for (std::size_t i = 0; i < kAdjoint.size(); ++i) QTest::newRow(kAdjoint[i].name) << static_cast<int>(i);
    }
    /// Σ transposed(x) · y = Σ x · convolved(y), exact in integers.
    void transposedIsTheAdjoint() {
        QFETCH(int, row);
        const Convolution& asked = kAdjoint[static_cast<std::size_t>(row)];
        const SpatialRoom room;
        const Array x = filled(room.context, ScalarType::I64, asked.input), w = filled(room.context, ScalarType::I64, asked.weight);
        const auto common = [&](const Array& input) {
            return Arguments{{"input", input},
                             {"weight", w},
                             {"stride", asked.stride},
                             {"padding", asked.padding},
                             {"dilation", asked.dilation},
                             {"groups", asked.groups}};
        };
        Arguments arguments = common(x);
        arguments.push_back({"output_padding", asked.outputPadding});
        const Array forward = first(run(room, "aten.conv_transpose2d.input", arguments));
        const Array y = filled(room.context, ScalarType::I64, forward.shape);
        const Array back = first(run(room, "aten.conv2d.default", common(y)));
        QVERIFY(back.shape == x.shape);
        const auto dot = [](const Array& a, const Array& b) {
            const auto left = intsOf(a), right = intsOf(b);
            return std::inner_product(left.begin(), left.end(), right.begin(), std::int64_t{0});
        };
        QCOMPARE(dot(forward, y), dot(x, back));
    }

    void bytesAreResampledAsImagesAre() {
        const SpatialRoom room;
        Array row = room.context.make(ScalarType::U8, {1, 1, 1, 2});
        row.storage->data()[1] = std::byte{255};
        const Array out = first(run(room, "aten.upsample_bilinear2d.default",
                                    {{"self", row}, {"output_size", ints({1, 4})}, {"align_corners", false}}));
        QVERIFY(intsOf(out) == (std::vector<std::int64_t>{0, 64, 191, 255}));
    }

    void wideModeKeepsDoubles() {
        SpatialRoom room;
        room.context.wide = true;
        const Array input = filled(room.context, ScalarType::F16, {1, 1, 3, 3});
        for (const char* target : {"aten.avg_pool2d.default", "aten.max_pool2d.default"}) {
            const Array out = first(run(room, target, {{"self", input}, {"kernel_size", std::int64_t{3}}}));
            QVERIFY(out.type == ScalarType::F16 && out.stored == ScalarType::F64);
        }
        const Array padded =
            first(run(room, "aten.constant_pad_nd.default", {{"self", input}, {"pad", ints({1, 1})}, {"value", 0.1}}));
        QCOMPARE(doublesOf(padded).front(), 0.1);
    }

    void refusals_data() {
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("name");
        QTest::addColumn<qint64>("value");
        QTest::addColumn<QString>("code");
        const QString conv = "aten.conv2d.default", max = "aten.max_pool2d.default", invalid = "operator-arguments-invalid";
        constexpr qint64 kHuge = std::numeric_limits<qint64>::max();
        QTest::newRow("stride of 0") << conv << "stride" << qint64{0} << invalid;
        QTest::newRow("negative padding") << conv << "padding" << qint64{-1} << invalid;
        QTest::newRow("padding beyond sizes") << conv << "padding" << kHuge << invalid;
        QTest::newRow("padding beyond memory") << conv << "padding" << (qint64{1} << 29) << QString("limit-exceeded");
        QTest::newRow("dilation beyond the input") << conv << "dilation" << (qint64{1} << 29) << invalid;
        QTest::newRow("groups that do not divide") << conv << "groups" << qint64{3} << invalid;
        QTest::newRow("window of 0") << max << "kernel_size" << qint64{0} << invalid;
        QTest::newRow("window beyond the input") << max << "kernel_size" << qint64{100} << invalid;
        QTest::newRow("more than half in the padding") << max << "padding" << qint64{2} << invalid;
        QTest::newRow("results beyond memory") << "aten._adaptive_avg_pool2d.default"
                                               << "output_size" << (qint64{1} << 29) << QString("limit-exceeded");
        QTest::newRow("nearest beyond memory") << "aten.upsample_nearest2d.default"
                                               << "output_size" << (qint64{1} << 29) << QString("limit-exceeded");
        QTest::newRow("shuffle of too few channels") << "aten.pixel_shuffle.default"
                                                     << "upscale_factor" << qint64{3} << invalid;
    }
    void refusals() {
        QFETCH(QString, target);
        QFETCH(QString, name);
        QFETCH(qint64, value);
        QFETCH(QString, code);
        const SpatialRoom room;
        const Array input = filled(room.context, ScalarType::F32, {1, 4, 8, 8});
        Arguments arguments{{target.contains("conv") ? "input" : "self", input}, {name.toStdString(), std::int64_t{value}}};
        if (target.contains("conv")) arguments.push_back({"weight", filled(room.context, ScalarType::F32, {4, 4, 3, 3})});
        if (target.contains("max_pool") && name != "kernel_size") arguments.push_back({"kernel_size", std::int64_t{3}});
        const auto results = run(room, target.toStdString(), arguments);
        QVERIFY(!results);
        QCOMPARE(QString::fromStdString(results.error().code), code);
    }

    void stopsWhenCancelled() {
        SpatialRoom room;
        const Array input = filled(room.context, ScalarType::F32, {1, 4, 8, 8}),
                    weight = filled(room.context, ScalarType::F32, {4, 4, 3, 3});
        room.stop.request_stop();
        const auto results = run(room, "aten.conv2d.default", {{"input", input}, {"weight", weight}});
        QVERIFY(!results);
        QCOMPARE(results.error().code, std::string("cancelled"));
    }

private:
    static inline const std::vector<Convolution> kAdjoint = {
        {"plain", {2, 4, 5, 6}, {4, 3, 3, 2}, 1, 0, 1, 0, 1},
        {"strided, padded, in groups", {1, 6, 5, 7}, {6, 2, 3, 3}, 2, 1, 1, 1, 3},
        {"dilation and stride with a common factor", {1, 2, 4, 4}, {2, 1, 3, 3}, 4, 2, 6, 1, 1},
        {"stride beyond the kernel", {1, 2, 3, 3}, {2, 2, 2, 1}, 5, 0, 1, 3, 2},
    };
};

ETSCOPE_TEST(TestSpatialOperators)
#include "tst_spatial_operators.moc"
