#include <QTest>
#include <bit>
#include <map>
#include <random>

#include "samples.h"
#include "support/test_case.h"
#include "tensor/comparison.h"

using namespace etscope;
using namespace etscope::tensor;

// Long tensors are summed in float over short runs; short ones, in double (test_comparison.cpp).
namespace {

std::int64_t rankOf(float value) {
    const auto bits = std::bit_cast<std::int32_t>(value);
    return bits < 0 ? -std::int64_t{bits & 0x7FFFFFFF} : bits;
}

struct Plain {
    long double abs = 0, squares = 0, referenceSquares = 0, runtimeSquares = 0, product = 0;
    double maxAbs = 0, maxRel = 0, requiredRtol = 0, requiredAtol = 0, requiredBoth = 0;
    std::uint64_t mismatched = 0, flips = 0, odd = 0, zeros = 0;
    std::int64_t ulp = 0;
    std::map<int, std::uint64_t> halfDecades;
    std::vector<std::pair<double, std::uint64_t>> worst;
};

Plain plainly(const std::vector<float>& left, const std::vector<float>& right, const Tolerance& tolerance) {
    Plain p;
    for (std::size_t i = 0; i < left.size(); ++i) {
        const double x = left[i], y = right[i], d = std::abs(y - x), size = std::abs(x);
        if (!std::isfinite(d)) {
            ++p.odd;
            p.worst.emplace_back(-INFINITY, i);
            continue;
        }
        p.abs += d;
        p.squares += static_cast<long double>(d) * d;
        p.referenceSquares += static_cast<long double>(x) * x;
        p.runtimeSquares += static_cast<long double>(y) * y;
        p.product += static_cast<long double>(x) * y;
        p.maxAbs = std::max(p.maxAbs, d);
        if (size > 0) p.maxRel = std::max(p.maxRel, d / size);
        if (d > tolerance.atol) p.requiredRtol = std::max(p.requiredRtol, (d - tolerance.atol) / size);
        p.requiredAtol = std::max(p.requiredAtol, d - tolerance.rtol * size);
        p.requiredBoth = std::max(p.requiredBoth, d / (1 + size));
        p.mismatched += d > tolerance.atol + tolerance.rtol * size ? 1U : 0U;
        p.flips += (x < 0 && y > 0) || (x > 0 && y < 0) ? 1U : 0U;
        p.ulp = std::max(p.ulp, std::abs(rankOf(left[i]) - rankOf(right[i])));
        if (d == 0)
            ++p.zeros;
        else
            ++p.halfDecades[static_cast<int>(std::floor(2 * std::log10(d)))], p.worst.emplace_back(-d, i);
    }
    std::sort(p.worst.begin(), p.worst.end());
    return p;
}

double matchingRows(const std::vector<float>& left, const std::vector<float>& right, std::int64_t columns) {
    const auto place = [](const float* row, std::int64_t n) {
        const auto nan = std::find_if(row, row + n, [](float v) { return std::isnan(v); });
        return nan != row + n ? nan - row : std::max_element(row, row + n) - row;
    };
    const auto rows = static_cast<std::int64_t>(left.size()) / columns;
    double equal = 0;
    for (std::int64_t r = 0; r < rows; ++r)
        equal += place(&left[static_cast<std::size_t>(r * columns)], columns) ==
                         place(&right[static_cast<std::size_t>(r * columns)], columns)
                     ? 1
                     : 0;
    return equal / static_cast<double>(rows);
}

void verifyLong(const ComparisonResult& result, const std::vector<float>& x, const std::vector<float>& y, std::int64_t columns,
                const Tolerance& tolerance) {
    const Plain p = plainly(x, y, tolerance);
    const Metrics& m = result.metrics.value();
    const auto near = [](double got, long double wanted) { return test::close(got, static_cast<double>(wanted), 1e-6); };
    QCOMPARE(m.compared, x.size() - p.odd);
    QVERIFY(near(m.l1, p.abs) && near(m.mse, p.squares / m.compared) && near(m.rmse, std::sqrt(p.squares / m.compared)));
    QVERIFY(near(m.cosine, p.product / (std::sqrt(p.referenceSquares) * std::sqrt(p.runtimeSquares))));
    QVERIFY(near(m.snrDb, 10 * std::log10(p.referenceSquares / p.squares)));
    for (const auto& [got, wanted] : {std::pair{m.maxAbs, p.maxAbs},
                                      {m.maxRel, p.maxRel},
                                      {m.requiredRtol, p.odd > 0 ? INFINITY : p.requiredRtol},
                                      {m.requiredAtol, p.odd > 0 ? INFINITY : p.requiredAtol},
                                      {m.requiredBoth, p.odd > 0 ? INFINITY : p.requiredBoth},
                                      {m.top1Match.value(), matchingRows(x, y, columns)}})
        QVERIFY2(test::close(got, wanted), (std::to_string(got) + ", not " + std::to_string(wanted)).c_str());
    QCOMPARE(m.mismatched, p.mismatched + p.odd);
    QCOMPARE(m.signFlips, p.flips);
    QCOMPARE(m.maxUlp.value(), static_cast<std::uint64_t>(p.ulp));
    QCOMPARE(result.zeroDifferences, p.zeros);
    std::uint64_t counted = 0;
    for (const auto& [bin, count] : p.halfDecades) {
        const Histogram& h = result.differenceHistogram.value();
        const auto at = static_cast<std::size_t>(bin - static_cast<int>(std::lround(2 * std::log10(h.edges.front()))));
        QCOMPARE(h.counts.at(at), count);
        counted += count;
    }
    QCOMPARE(counted + p.zeros, m.compared);
    QCOMPARE(result.worst.size(), std::min<std::size_t>(50, p.worst.size()));
    for (std::size_t i = 0; i < result.worst.size(); ++i) QCOMPARE(result.worst[i].index, p.worst[i].second);
}

}  // namespace

class TestLongComparison : public QObject {
    Q_OBJECT
private slots:
    /// Against sums in long double.
    void longTensors_data() {
        QTest::addColumn<double>("size");
        QTest::addColumn<double>("noise");
        QTest::addColumn<bool>("alternating");  // products that cancel
        QTest::addColumn<bool>("special");      // zeros, NaN and infinities among them
        QTest::newRow("near") << 1.0 << 1e-6 << false << false;
        QTest::newRow("far") << 1.0 << 3.0 << false << false;
        QTest::newRow("constant") << 0.1 << 0.0 << false << false;
        QTest::newRow("cancelling") << 1.0 << 1e-3 << true << false;
        QTest::newRow("subnormal") << 1e-41 << 1e-42 << false << false;
        QTest::newRow("vanishing squares") << 1e-25 << 1e-28 << false << false;
        QTest::newRow("overflowing squares") << 1e30 << 1e27 << false << false;
        QTest::newRow("overflowing differences") << 3e38 << 0.0 << true << false;
        QTest::newRow("special") << 1.0 << 1e-4 << false << true;
    }
    void longTensors() {
        QFETCH(double, size);
        QFETCH(double, noise);
        QFETCH(bool, alternating);
        QFETCH(bool, special);
        constexpr std::int64_t kRows = 301, kColumns = 333;
        std::mt19937 random(5);
        std::normal_distribution<double> normal;
        std::vector<float> x, y;
        for (std::int64_t i = 0; i < kRows * kColumns; ++i) {
            const double v = noise == 0 ? size : size * normal(random);
            const double left = std::clamp(v, -3.4e38, 3.4e38);
            const double right = left * (alternating && i % 2 == 0 ? -1 : 1) + noise * normal(random);
            x.push_back(static_cast<float>(special && i % 5 == 0 ? 0 : left));
            y.push_back(static_cast<float>(special && i % 10 == 0 ? 0 : right));
        }
        if (special) x[70'000] = y[80'000] = NAN, y[3] = INFINITY;
        ComparisonOptions options{{1e-3, 1e-5, false}, 50, true, false, 64, false};
        const auto whole = compare(test::floats(x, {kRows, kColumns}), test::floats(y, {kRows, kColumns}), options, {});
        verifyLong(*whole, x, y, kColumns, options.tolerance);
    }

    /// Near 0 dB, decibels tell more of the sums than the sums of short runs are good for.
    void decibelsNearZero_data() {
        QTest::addColumn<double>("spread");
        QTest::addColumn<double>("offset");
        QTest::newRow("constant") << 0.0 << 1.3488515615463257;
        QTest::newRow("normal") << 1.0 << 0.0;
    }
    void decibelsNearZero() {
        QFETCH(double, spread);
        QFETCH(double, offset);
        constexpr std::int64_t kCount = 1 << 16;
        std::mt19937 random(7);
        std::normal_distribution<double> normal;
        std::vector<float> x, y;
        long double signal = 0, squares = 0;
        double peak = 0;
        for (std::int64_t i = 0; i < kCount; ++i) {
            x.push_back(static_cast<float>(offset + spread * normal(random)));
            const double noisy = static_cast<double>(x.back()) + spread * normal(random);
            y.push_back(spread == 0 ? 2.696871280670166F : static_cast<float>(noisy));
            const double left = x.back(), d = static_cast<double>(y.back()) - left;
            signal += static_cast<long double>(left) * left;
            squares += static_cast<long double>(d) * d;
            peak = std::max(peak, std::abs(left));
        }
        const Metrics m = compare(test::floats(x, {kCount}), test::floats(y, {kCount}), {}, {})->metrics.value();
        QVERIFY(test::close(m.snrDb, static_cast<double>(10 * std::log10(signal / squares)), 1e-6));
        QVERIFY(test::close(m.psnrDb, static_cast<double>(20 * std::log10(peak / std::sqrt(squares / kCount))), 1e-6));
    }

    /// Equal values point in one direction exactly, and nothing does so more than that.
    void cosineOfEqualValues() {
        for (const float value : {0.1F, 1.3488515615463257F, -3.7F, 7e-20F}) {
            const Tensor tensor = test::floats(std::vector<float>(100'003, value), {100'003});
            QCOMPARE(compare(tensor, tensor, {}, {})->metrics->cosine, 1.0);
            const Tensor third = test::floats(std::vector<float>(100'003, value / 3), {100'003});
            QVERIFY(compare(tensor, third, {}, {})->metrics->cosine <= 1);
        }
        const Tensor zeros = test::floats(std::vector<float>(100'003), {100'003});
        QVERIFY(std::isnan(compare(zeros, zeros, {}, {})->metrics->cosine));
    }

    /// Steps between half precision values of a long tensor are those of its parts, which are counted one by one.
    void stepsOfLongHalves() {
        constexpr std::size_t kParts = 2, kPart = 50'000;
        std::mt19937 random(3);
        std::vector<std::byte> left, right;
        for (std::size_t i = 0; i < kParts * kPart; ++i) {
            const auto bits = static_cast<std::uint16_t>((random() & 0x8FFFU) + 0x3000U);
            const auto near = static_cast<std::uint16_t>(bits ^ (random() % 4));
            for (const unsigned shift : {0U, 8U}) {
                left.push_back(static_cast<std::byte>(bits >> shift));
                right.push_back(static_cast<std::byte>(near >> shift));
            }
        }
        right[kPart * 3] ^= std::byte{0x70};
        for (const ScalarType type : {ScalarType::F16, ScalarType::BF16}) {
            Tensor reference = test::floats({}, {0}), runtime = reference;
            reference.type = runtime.type = type;
            const auto steps = [&](std::size_t first, std::size_t n) {
                reference.shape = runtime.shape = {static_cast<std::int64_t>(n)};
                reference.storage = ByteRange{Source::fromBytes(left, "left"), 2 * first, 2 * n};
                runtime.storage = ByteRange{Source::fromBytes(right, "right"), 2 * first, 2 * n};
                return compare(reference, runtime, {}, {})->metrics->maxUlp.value();
            };
            QVERIFY(steps(0, kPart) != steps(kPart, kPart));
            QCOMPARE(steps(0, kParts * kPart), std::max(steps(0, kPart), steps(kPart, kPart)));
        }
    }
};

ETSCOPE_TEST(TestLongComparison)
#include "test_long_comparison.moc"
