// Weights of a record against those that a backend stored: orders of axes, folded factors, a job that is cancelled.
#include <QtTest>
#include <cstring>

#include "join/weight_mismatch.h"
#include "support/test_case.h"

using namespace etscope;

namespace {

tensor::Tensor tensorOf(std::vector<std::int64_t> shape, const std::vector<float>& values) {
    std::vector<std::byte> bytes(values.size() * sizeof(float));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    tensor::Tensor tensor;
    tensor.type = ScalarType::F32;
    tensor.shape = std::move(shape);
    tensor.storage = ByteRange::whole(Source::fromBytes(std::move(bytes), "weight"));
    return tensor;
}

const tensor::Tensor kRecorded = tensorOf({2, 3, 2}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});

}  // namespace

class TestWeightMismatch : public QObject {
    Q_OBJECT
private slots:
    void same() {
        const auto least = join::leastMismatch(kRecorded, {}, kRecorded, {});
        QVERIFY(least && *least);
        QCOMPARE((*least)->count, std::uint64_t{0});
    }

    /// Of two orders that give the shape, the one that fits.
    void channelsLast() {
        const auto stored = tensorOf({2, 2, 3}, {1, 3, 5, 2, 4, 6, 7, 9, 11, 8, 10, 12});
        const auto least = join::leastMismatch(kRecorded, {}, stored, {});
        QVERIFY(least && *least);
        QCOMPARE((*least)->count, std::uint64_t{0});
    }

    /// A square matrix tells its order by no shape.
    void ownOrderAlone() {
        const auto recorded = tensorOf({2, 2}, {1, 2, 3, 4}), turned = tensorOf({2, 2}, {1, 3, 2, 4});
        QCOMPARE((**join::leastMismatch(recorded, {}, turned, {})).count, std::uint64_t{0});
        QCOMPARE((**join::leastMismatch(recorded, {}, turned, {}, join::AxisOrders::Own)).count, std::uint64_t{2});
    }

    /// Rows and columns of a window that change places are another weight.
    void spaceIsNotTurned() {
        const auto recorded = tensorOf({1, 1, 2, 2}, {1, 2, 3, 4}), turned = tensorOf({1, 2, 2, 1}, {1, 3, 2, 4});
        QCOMPARE((**join::leastMismatch(recorded, {}, turned, {})).count, std::uint64_t{2});
        QCOMPARE((**join::leastMismatch(recorded, {}, tensorOf({1, 2, 2, 1}, {1, 2, 3, 4}), {})).count, std::uint64_t{0});
    }

    void foldedFactors() {
        const double factors[] = {2, 0.5};
        const auto stored = tensorOf({3, 2, 2}, {2, 4, 3.5F, 4, 6, 8, 4.5F, 5, 10, 12, 5.5F, 6});
        const auto least = join::leastMismatch(kRecorded, factors, stored, {});
        QVERIFY(least && *least);
        QCOMPARE((*least)->count, std::uint64_t{0});
        QVERIFY((**join::leastMismatch(kRecorded, {}, stored, {})).count > 0);
    }

    void firstThatDiffers() {
        const auto stored = tensorOf({2, 3, 2}, {1, 2, 3, 4, 5, 6.5F, 7, 8, 9, 10, 11, -12});
        const auto least = join::leastMismatch(kRecorded, {}, stored, {});
        QVERIFY(least && *least);
        QCOMPARE((*least)->count, std::uint64_t{2});
        QCOMPARE((*least)->expected, 6.0);
        QCOMPARE((*least)->stored, 6.5);
    }

    void otherShape() {
        const auto least = join::leastMismatch(kRecorded, {}, tensorOf({4, 3}, std::vector<float>(12)), {});
        QVERIFY(least && !*least);
    }

    /// Between the blocks of large ones.
    void cancelled() {
        const auto large = tensorOf({4, 1 << 18}, std::vector<float>(std::size_t{1} << 20U));
        std::stop_source stop;
        int blocks = 0;
        const JobContext job{stop.get_token(), [&](double) {
                                 if (++blocks == 3) stop.request_stop();
                             }};
        const auto least = join::leastMismatch(large, {}, large, job);
        QVERIFY(!least);
        QCOMPARE(least.error().code, std::string("cancelled"));
        QCOMPARE(blocks, 3);
        const auto elements = join::weightElements(large, job);
        QVERIFY(!elements);
        QCOMPARE(elements.error().code, std::string("cancelled"));
    }
};

ETSCOPE_TEST(TestWeightMismatch)
#include "tst_weight_mismatch.moc"
