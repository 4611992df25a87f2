// Verdicts on results of single operators: right ones in every order of summing, and what is off, for what reason.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <functional>

#include "base/job_context.h"
#include "evaluate/elements.h"
#include "evaluate/judgement.h"
#include "support/test_case.h"

namespace {

using namespace etscope;
using namespace etscope::evaluate;

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// Numbers between −1 and 1, the same every time.
std::vector<double> numbers(std::size_t count, double shift = 0) {
    std::vector<double> values(count);
    std::uint32_t state = 12345;
    for (double& x : values) {
        state = state * 1664525U + 1013904223U;
        x = static_cast<double>(static_cast<float>(static_cast<double>(state) / 2147483648.0 - 1 + shift));
    }
    return values;
}

double inF32(double x) { return roundedTo(ScalarType::F32, x); }
double inF16(double x) { return roundedTo(ScalarType::F16, x); }
double inBf16(double x) { return roundedTo(ScalarType::BF16, x); }

/// [m, k] × [k, n], every product and partial sum rounded.
std::vector<double> product(const std::vector<double>& a, const std::vector<double>& b, std::size_t m, std::size_t k, std::size_t n,
                            const std::function<double(double)>& rounded) {
    std::vector<double> result(m * n);
    for (std::size_t i = 0; i < m; ++i)
        for (std::size_t j = 0; j < n; ++j)
            for (std::size_t p = 0; p < k; ++p)
                result[i * n + j] = rounded(result[i * n + j] + rounded(a[i * k + p] * b[p * n + j]));
    return result;
}

class JudgementTest : public QObject {
    Q_OBJECT

    JobContext m_job;
    Context m_context{std::make_shared<Memory>(std::uint64_t{1} << 28U), m_job};

    Array array(ScalarType type, const Dims& shape, const std::vector<double>& values) const {
        Array out = m_context.make(type, shape);
        storeDoubles(out.stored, values.data(), values.size(), out.storage->data());
        return out;
    }
    Array floats(const Dims& shape, const std::vector<double>& values) const { return array(ScalarType::F32, shape, values); }
    Array integers(const Dims& shape, const std::vector<std::int64_t>& values, ScalarType type = ScalarType::I64) const {
        Array out = m_context.make(type, shape);
        storeInts(out.stored, values.data(), values.size(), out.storage->data());
        return out;
    }
    Result<std::vector<Judgement>> judgedAll(const char* target, const Values& arguments,
                                             const std::vector<std::optional<Array>>& actual) const {
        std::vector<NamedValue> named;
        for (const Value& value : arguments) named.push_back({{}, value});
        return judge(*findOperator(target), m_context, std::move(named), actual);
    }
    Judgement judged(const char* target, const Values& arguments, const Array& actual) const {
        const auto all = judgedAll(target, arguments, {actual});
        if (all) return all->front();
        qWarning("%s: %s", target, all.error().message.c_str());
        return {};
    }

private slots:
    void sumsInEveryOrderAreNormal() {
        for (const double shift : {0.0, 1.0, 1000.0}) {
            const std::vector<double> values = numbers(20000, shift);
            double forward = 0, backward = 0;
            std::vector<double> blocks(64);
            for (std::size_t i = 0; i < values.size(); ++i) {
                forward = inF32(forward + values[i]);
                backward = inF32(backward + values[values.size() - 1 - i]);
                blocks[i % 64] = inF32(blocks[i % 64] + values[i]);
            }
            double blocked = 0;
            for (const double x : blocks) blocked = inF32(blocked + x);
            for (const double sum : {forward, backward, blocked}) {
                const Judgement result = judged("aten.sum.default", {floats({20000}, values)}, floats({}, {sum}));
                QVERIFY(result.verdict <= Verdict::Normal);
                QCOMPARE(result.accumulator, std::optional(Accumulator::F32));
            }
            QCOMPARE(judged("aten.sum.default", {floats({20000}, values)}, floats({}, {forward + 2000 * (0.5 + shift)})).verdict,
                     Verdict::NotRounding);
        }
    }

    void cancellingProductsAreNormal() {
        std::vector<double> a = numbers(4096), b = numbers(4096, 0.25);
        for (std::size_t i = 1; i < 4096; i += 2) {
            a[i] = -a[i - 1];
            b[i] = b[i - 1];
        }
        b[4095] = inF32(b[4095] * (1 + 1e-6));
        const Judgement result = judged("aten.mm.default", {floats({1, 4096}, a), floats({4096, 1}, b)},
                                        floats({1, 1}, product(a, b, 1, 4096, 1, inF32)));
        QVERIFY(result.verdict <= Verdict::Normal);
        QCOMPARE(result.normal, 4 * std::sqrt(4097.0));
        QCOMPARE(result.limit, 4097.0);
    }

    void narrowAccumulationIsNamed() {
        const std::vector<double> a = numbers(8 * 96), b = numbers(96 * 16, 0.1), bias(16, 0.0);
        const Values arguments{floats({16}, bias), floats({8, 96}, a), floats({96, 16}, b)};
        const auto verdict = [&](const auto& rounded) {
            return judged("aten.addmm.default", arguments, floats({8, 16}, product(a, b, 8, 96, 16, rounded)));
        };
        QVERIFY(verdict(inF32).verdict <= Verdict::Normal);
        QCOMPARE(verdict(inF32).accumulator, std::optional(Accumulator::F32));
        QVERIFY(verdict(inF16).verdict > Verdict::Normal);
        QCOMPARE(verdict(inF16).accumulator, std::optional(Accumulator::F16));
        QVERIFY(verdict(inBf16).verdict > Verdict::Normal);
        QCOMPARE(verdict(inBf16).accumulator, std::optional(Accumulator::BF16));
    }

    void oneFactorIsNoNarrowAccumulation() {
        const std::vector<double> a = numbers(8 * 96), b = numbers(96 * 16, 0.1);
        const Values arguments{floats({8, 96}, a), floats({96, 16}, b)};
        std::vector<double> scaled = product(a, b, 8, 96, 16, inF32);
        for (double& x : scaled) x = inF32(x * 0.9999);
        const Judgement result = judged("aten.mm.default", arguments, floats({8, 16}, scaled));
        QVERIFY(result.verdict > Verdict::Normal);
        QVERIFY(!result.accumulator);
    }

    void oneFactorOfFewElementsIsNoNarrowAccumulation() {
        const std::vector<double> a = numbers(4 * 121, 1);
        const Values arguments{floats({4, 121}, a), Values{std::int64_t{1}}};
        std::vector<double> wide(4), narrow(4);
        for (std::size_t i = 0; i < a.size(); ++i)
            wide[i / 121] += a[i] / 121 * 1.001, narrow[i / 121] = inF16(narrow[i / 121] + a[i]);
        for (double& x : wide) x = inF32(x);
        for (double& x : narrow) x = inF32(inF16(x / 121));
        QVERIFY(!judged("aten.mean.dim", arguments, floats({4}, wide)).accumulator);
        QCOMPARE(judged("aten.mean.dim", arguments, floats({4}, narrow)).accumulator, std::optional(Accumulator::F16));
    }

    void halfResultsMayBeSummedInHalf() {
        std::vector<double> a = numbers(4 * 64), b = numbers(64 * 4);
        for (double& x : a) x = inF16(x);
        for (double& x : b) x = inF16(x);
        const Values arguments{array(ScalarType::F16, {4, 64}, a), array(ScalarType::F16, {64, 4}, b)};
        const Judgement wide = judged("aten.mm.default", arguments, array(ScalarType::F16, {4, 4}, product(a, b, 4, 64, 4, inF32)));
        const Judgement narrow =
            judged("aten.mm.default", arguments, array(ScalarType::F16, {4, 4}, product(a, b, 4, 64, 4, inF16)));
        QVERIFY(wide.verdict <= Verdict::Normal);
        QVERIFY(narrow.verdict <= Verdict::Normal);
        QCOMPARE(wide.accumulator, std::optional(Accumulator::F32));
        QCOMPARE(narrow.accumulator, std::optional(Accumulator::F16));
    }

    void otherWeightsAreNotRounding() {
        const std::vector<double> a = numbers(4 * 8), b = numbers(64);
        std::vector<double> transposed(64);
        for (std::size_t i = 0; i < 8; ++i)
            for (std::size_t j = 0; j < 8; ++j) transposed[j * 8 + i] = b[i * 8 + j];
        const Judgement result = judged("aten.mm.default", {floats({4, 8}, a), floats({8, 8}, b)},
                                        floats({4, 8}, product(a, transposed, 4, 8, 8, inF32)));
        QCOMPARE(result.verdict, Verdict::NotRounding);
        QVERIFY(!result.accumulator);
        QVERIFY(result.mismatched > 16);
        QVERIFY(result.worst >= 0);
    }

    void nanAndInfinity_data() {
        QTest::addColumn<double>("x");
        QTest::addColumn<double>("actual");
        QTest::addColumn<int>("verdict");
        const auto row = [](const char* name, double x, double actual, Verdict verdict) {
            QTest::newRow(name) << x << actual << static_cast<int>(verdict);
        };
        row("both NaN", kNan, kNan, Verdict::Exact);
        row("both infinite", kInf, kInf, Verdict::Exact);
        row("NaN for a number", 1, kNan, Verdict::NotRounding);
        row("number for NaN", kNan, 3, Verdict::NotRounding);
        row("the other infinity", kInf, -kInf, Verdict::NotRounding);
        row("infinity for a number", 1, kInf, Verdict::NotRounding);
        row("overflow at the largest", 0x1.555555p126, kInf, Verdict::Normal);
        row("the largest for overflow", 0x1.555556p126, 0x1.fffffep127, Verdict::Normal);
    }
    void nanAndInfinity() {  // three times x
        QFETCH(double, x);
        QFETCH(double, actual);
        QFETCH(int, verdict);
        const Judgement result = judged("aten.mul.Scalar", {floats({2}, {0.5, x}), std::int64_t{3}}, floats({2}, {1.5, actual}));
        QVERIFY2(static_cast<int>(result.verdict) == verdict ||
                     (verdict == static_cast<int>(Verdict::Normal) && result.verdict != Verdict::NotRounding),
                 word(result.verdict).data());
        if (result.verdict == Verdict::NotRounding) {
            QCOMPARE(result.worst, 1);
            QCOMPARE(result.mismatched, 1);
            QCOMPARE(result.units, kInf);
        }
    }

    /// Where the right result is infinite, no rounding gives the other infinity; a zero may have either sign.
    void theOtherInfinity() {
        const auto verdict = [&](const char* target, const Values& arguments, double given) {
            return judged(target, arguments, floats({1}, {given})).verdict;
        };
        const Array zero = floats({1}, {0});
        QCOMPARE(verdict("aten.log.default", {zero}, -kInf), Verdict::Exact);
        QCOMPARE(verdict("aten.log.default", {zero}, kInf), Verdict::NotRounding);
        QCOMPARE(verdict("aten.log.default", {zero}, -100), Verdict::NotRounding);
        QVERIFY(verdict("aten.rsqrt.default", {zero}, -kInf) < Verdict::NotRounding);
        const Array sum = floats({1, 3}, {1, -kInf, 2});
        const Values row{sum, Values{std::int64_t{1}}};
        QCOMPARE(verdict("aten.sum.dim_IntList", row, -kInf), Verdict::Exact);
        QCOMPARE(verdict("aten.sum.dim_IntList", row, kInf), Verdict::NotRounding);
        const double large = 0x1.8p127;
        const auto sums = [&](std::vector<double> terms, double given) {
            return verdict("aten.sum.dim_IntList",
                           {floats({1, static_cast<std::int64_t>(terms.size())}, terms), Values{std::int64_t{1}}}, given);
        };
        QVERIFY(sums({-large, -large, large, large, large}, -kInf) < Verdict::NotRounding);  // on the way, in this order
        QCOMPARE(sums({-large, -large, -large, 1}, kInf), Verdict::NotRounding);
    }

    void integersAreExact() {
        const std::int64_t large = (std::int64_t{1} << 53U) + 1;
        const Array a = integers({2}, {large, 5}), b = integers({2}, {2, 2});
        const auto verdict = [&](std::int64_t first) { return judged("aten.add.Tensor", {a, b}, integers({2}, {first, 7})); };
        QCOMPARE(verdict(large + 2).verdict, Verdict::Exact);
        QCOMPARE(verdict(large + 1).verdict, Verdict::NotRounding);  // equal as doubles
        QCOMPARE(verdict(large + 1).mismatched, 1);
        QCOMPARE(verdict(large + 1).maxAbs, 1.0);
    }

    void placesOfEqualValuesAreTies() {
        const Array x = floats({2, 3}, {1, 3, 3, kNan, 2, kNan});
        const auto verdict = [&](const char* target, const Array& actual) { return judged(target, {x, std::int64_t{1}}, actual); };
        QCOMPARE(verdict("aten.argmax.default", integers({2}, {1, 0})).verdict, Verdict::Exact);
        const Judgement tie = verdict("aten.argmax.default", integers({2}, {2, 2}));
        QCOMPARE(tie.verdict, Verdict::Normal);
        QVERIFY(tie.ties);
        QCOMPARE(verdict("aten.argmax.default", integers({2}, {0, 0})).verdict, Verdict::NotRounding);
        QCOMPARE(verdict("aten.argmax.default", integers({2}, {7, 0})).verdict, Verdict::NotRounding);
        const Values window{floats({1, 1, 2, 4}, {1, 7, 7, 2, 0, 7, 3, 2}), Values{std::int64_t{2}, std::int64_t{2}}};
        const auto pooled = judgedAll("aten.max_pool2d_with_indices.default", window,
                                      {floats({1, 1, 1, 2}, {7, 7}), integers({1, 1, 1, 2}, {5, 2})});
        QVERIFY(pooled && pooled->back().ties && pooled->back().mismatched == 0);
        const auto top = judgedAll("aten.topk.default", {floats({4}, {5, 1, 5, 5}), std::int64_t{2}, std::int64_t{0}},
                                   {floats({2}, {5, 5}), integers({2}, {3, 0})});
        QVERIFY(top && top->back().ties && top->front().verdict == Verdict::Exact);
    }

    void quantisedTiesMayFallEitherWay() {
        const Array x = floats({4}, {0.25 * 0.1, 0.35, inF32(0.05), 1.0});
        const Values arguments{x, inF32(0.1), std::int64_t{0}, std::int64_t{-128}, std::int64_t{127}, ScalarType::I8};
        const auto verdict = [&](std::vector<std::int64_t> actual) {
            return judged("quantized_decomposed.quantize_per_tensor.default", arguments, integers({4}, actual, ScalarType::I8))
                .verdict;
        };
        QVERIFY(verdict({0, 3, 0, 10}) <= Verdict::Normal);
        QVERIFY(verdict({0, 4, 1, 10}) <= Verdict::Normal);
        QCOMPARE(verdict({1, 4, 0, 10}), Verdict::NotRounding);
        QCOMPARE(verdict({0, 4, 0, 11}), Verdict::NotRounding);
    }

    void anotherFormulaOfGeluIsFound() {
        std::vector<double> x = numbers(512), erf(512), tanh(512);
        for (std::size_t i = 0; i < x.size(); ++i) {
            x[i] *= 6;
            erf[i] = inF32(0.5 * x[i]) * inF32(1 + inF32(std::erf(x[i] * std::sqrt(0.5))));
            tanh[i] = 0.5 * x[i] * (1 + std::tanh(0.7978845608028654 * (x[i] + 0.044715 * x[i] * x[i] * x[i])));
        }
        const auto verdict = [&](const std::vector<double>& actual) {
            return judged("aten.gelu.default", {floats({512}, x)}, floats({512}, actual)).verdict;
        };
        QVERIFY(verdict(erf) <= Verdict::Normal);
        QCOMPARE(verdict(tanh), Verdict::NotRounding);
    }

    void softmaxOfMaskedRowsIsNormal() {
        std::vector<double> x = numbers(64), y(64);
        for (double& v : x) v = inF32(v * 80);
        for (std::size_t i = 0; i < 12; ++i) x[i * 5] = -kInf;
        for (std::size_t row = 0; row < 4; ++row) {
            double largest = -kInf, sum = 0;
            for (std::size_t i = 0; i < 16; ++i) largest = std::max(largest, x[row * 16 + i]);
            for (std::size_t i = 0; i < 16; ++i)
                sum = inF32(sum + (y[row * 16 + i] = inF32(std::exp(inF32(x[row * 16 + i] - largest)))));
            for (std::size_t i = 0; i < 16; ++i) y[row * 16 + i] = inF32(y[row * 16 + i] * inF32(1 / sum));
        }
        const Values arguments{floats({4, 16}, x), std::int64_t{1}, false};
        QVERIFY(judged("aten._softmax.default", arguments, floats({4, 16}, y)).verdict <= Verdict::Normal);
        *std::max_element(y.begin(), y.end()) *= 1.001;
        QCOMPARE(judged("aten._softmax.default", arguments, floats({4, 16}, y)).verdict, Verdict::NotRounding);
    }

    /// A variance as mean square less squared mean is as good where the mean is small. Where it is large it loses what the right
    /// one keeps.
    void normsLoseNoMoreThanSquaredDifferencesDo() {
        for (const double shift : {0.0, 3.0, 40.0, 3000.0}) {
            const std::vector<double> x = numbers(32, shift);
            std::vector<double> once(32), twice(32);
            for (std::size_t row = 0; row < 2; ++row) {
                double sum = 0, squares = 0, spread = 0;
                for (std::size_t i = 0; i < 16; ++i) {
                    const double v = x[row * 16 + i];
                    sum = inF32(sum + v);
                    squares = inF32(squares + inF32(v * v));
                }
                const double mean = inF32(sum / 16);
                for (std::size_t i = 0; i < 16; ++i) {
                    const double v = inF32(x[row * 16 + i] - mean);
                    spread = inF32(spread + inF32(v * v));
                }
                const double a = inF32(1 / std::sqrt(std::max(0.0, inF32(squares / 16) - inF32(mean * mean)) + 1e-5)),
                             b = inF32(1 / std::sqrt(spread / 16 + 1e-5));
                for (std::size_t i = 0; i < 16; ++i) {
                    once[row * 16 + i] = inF32(inF32(x[row * 16 + i] - mean) * a);
                    twice[row * 16 + i] = inF32(inF32(x[row * 16 + i] - mean) * b);
                }
            }
            const auto verdictOf = [&](const char* target, const Dims& shape, const Value& groups,
                                       const std::vector<double>& actual) {
                return judged(target, {floats(shape, x), groups}, floats(shape, actual)).verdict;
            };
            const auto layers = [&](const std::vector<double>& actual) {
                return verdictOf("aten.layer_norm.default", {2, 16}, Values{std::int64_t{16}}, actual);
            };
            const auto groups = [&](const std::vector<double>& actual) {
                return verdictOf("aten.group_norm.default", {1, 4, 8}, std::int64_t{2}, actual);
            };
            QVERIFY(layers(twice) <= Verdict::Normal && groups(twice) <= Verdict::Normal);
            if (shift < 10) QVERIFY(layers(once) <= Verdict::Normal && groups(once) <= Verdict::Normal);
            if (shift > 10) QVERIFY(layers(once) == Verdict::NotRounding && groups(once) == Verdict::NotRounding);
            twice[3] = kNan;
            QCOMPARE(layers(twice), Verdict::NotRounding);
        }
    }

    void logicalOrderDecides() {
        Array actual = floats({3, 2}, {1, 4, 2, 5, 3, 6});
        std::swap(actual.shape[0], actual.shape[1]);
        actual.strides = {1, 2};
        QCOMPARE(judged("aten.relu.default", {floats({2, 3}, {1, 2, 3, 4, 5, 6})}, actual).verdict, Verdict::Exact);
        QCOMPARE(judged("aten.relu.default", {floats({2, 3}, {1, 2, 3, 4, 5, 6})}, floats({5}, {1, 2, 3, 4, 5})).verdict,
                 Verdict::NotRounding);
    }

    void listsAreFlatAndMissingResultsAreNotJudged() {
        const auto all =
            judgedAll("aten.split.Tensor", {floats({4}, {1, 2, 3, 4}), std::int64_t{2}}, {std::nullopt, floats({2}, {3, 5})});
        QVERIFY(all);
        QCOMPARE(all->front().verdict, Verdict::Exact);
        QCOMPARE(all->back().verdict, Verdict::NotRounding);
        QCOMPARE(all->back().worst, 1);
        const auto many = judgedAll("aten.relu.default", {floats({1}, {1})}, {floats({1}, {1}), floats({1}, {1})});
        QVERIFY(!many);
        QCOMPARE(many.error().code, std::string("judgement-results"));
    }

    void argumentsStayAsTheyAre() {
        const Array self = floats({2}, {1, 2}), other = floats({2}, {0.1, 0.2});
        QVERIFY(judged("aten.add_.Tensor", {self, other}, floats({2}, {inF32(1.1), inF32(2.2)})).verdict <= Verdict::Normal);
        QCOMPARE(doublesOf(self), (std::vector<double>{1, 2}));
    }

    void numbersAreRoundedOnTheirWayToKernels() {
        const Array x = floats({2}, {-0.1, 1});
        QVERIFY(judged("aten.add.Scalar", {x, 0.1}, floats({2}, {0, 1.1})).verdict <= Verdict::Normal);
        QVERIFY(judged("aten.gt.Scalar", {floats({1}, {0.1}), 0.1}, array(ScalarType::Bool, {1}, {0})).verdict == Verdict::Exact);
    }

    void whatIsRefusedIsAnError() {
        const auto refused =
            judgedAll("aten.mm.default", {floats({1, 2}, {1, 2}), floats({3, 1}, {1, 2, 3})}, {floats({1, 1}, {1})});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, std::string("operator-arguments-invalid"));
    }
};

}  // namespace

ETSCOPE_TEST(JudgementTest)
#include "tst_judgement.moc"
