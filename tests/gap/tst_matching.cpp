// The vectors of docs/FORMATS.md "Numeric gap", and a literal transcription of the original's merging against ours.
#include <QtTest>
#include <algorithm>
#include <random>
#include <set>

#include "gap/matching.h"
#include "gap/upstream_metric.h"
#include "support/test_case.h"

using namespace etscope;
using gap::Handles;
using gap::RuntimeEntry;

namespace {

std::vector<gap::RuntimeEntry> merge(std::vector<gap::RuntimeEntry> entries) {
    auto merged = gap::mergeOverlapping(std::move(entries), {});
    return merged ? *std::move(merged) : std::vector<gap::RuntimeEntry>{};
}

Handles slowJoin(const Handles& first, const Handles& second) {
    Handles out;
    for (const auto x : first)
        if (std::ranges::find(second, x) == second.end()) out.push_back(x);
    for (const auto x : second)
        if (std::ranges::find(out, x) == out.end()) out.push_back(x);
    return out;
}

/// Every pair is looked at, as the original does.
std::vector<RuntimeEntry> slowMerge(const std::vector<RuntimeEntry>& entries) {
    std::vector<RuntimeEntry> merged;
    for (const RuntimeEntry& entry : entries) {
        RuntimeEntry kept = entry;
        std::vector<RuntimeEntry> rest;
        for (const RuntimeEntry& earlier : merged) {
            const bool meets = std::ranges::any_of(
                entry.handles, [&](std::int64_t h) { return std::ranges::find(earlier.handles, h) != earlier.handles.end(); });
            if (!meets) {
                rest.push_back(earlier);
            } else if (earlier.instruction < entry.instruction) {
                kept.handles = slowJoin(earlier.handles, kept.handles);
            } else {
                kept = {slowJoin(kept.handles, earlier.handles), earlier.instruction, earlier.id};
            }
        }
        rest.push_back(kept);
        merged = std::move(rest);
    }
    return merged;
}

tensor::Tensor tensorOf(ScalarType type, std::vector<std::int64_t> shape) {
    tensor::Tensor tensor;
    tensor.type = type;
    tensor.shape = std::move(shape);
    return tensor;
}

tensor::Tensor doubles(std::vector<double> values) {
    tensor::Tensor tensor = tensorOf(ScalarType::F64, {static_cast<std::int64_t>(values.size())});
    const auto bytes = std::as_bytes(std::span(values));
    tensor.storage = ByteRange::whole(Source::fromBytes({bytes.begin(), bytes.end()}, "values"));
    return tensor;
}

}  // namespace

Q_DECLARE_METATYPE(std::vector<RuntimeEntry>)

class TestMatching : public QObject {
    Q_OBJECT
private slots:
    void merging_data();
    void merging();
    void mergingAsTheOriginal();
    void referenceHandles();
    void runtimeValues();
    void numbers();
    void numbersWithNan();
    void numbersOfEqualSides();
};

void TestMatching::merging_data() {
    QTest::addColumn<std::vector<RuntimeEntry>>("input");
    QTest::addColumn<std::vector<RuntimeEntry>>("merged");
    using List = std::vector<RuntimeEntry>;
    const auto row = [](const char* name, List input, List merged) { QTest::newRow(name) << input << merged; };
    row("M1", {{{1}, 0, 0}, {{2}, 1, 1}}, {{{1}, 0, 0}, {{2}, 1, 1}});
    row("M2", {{{1, 2}, 0, 0}, {{2, 3}, 1, 1}}, {{{1, 2, 3}, 1, 1}});
    row("M3", {{{2, 3}, 1, 0}, {{1, 2}, 0, 1}}, {{{1, 2, 3}, 1, 0}});
    row("M4", {{{1, 2}, 0, 0}, {{3, 4}, 1, 1}, {{2, 3}, 2, 2}}, {{{4, 1, 2, 3}, 2, 2}});
    row("M5", {{{1, 2}, 5, 0}, {{2, 3}, 5, 1}}, {{{3, 1, 2}, 5, 0}});
    row("M6", {{{1, 1, 2}, 0, 0}, {{4, 4}, 1, 1}, {{2, 2, 3}, 2, 2}}, {{{4, 4}, 1, 1}, {{1, 1, 2, 3}, 2, 2}});
    row("M7", {{{10, 11}, 3, 0}, {{12, 13}, 1, 1}, {{11, 12}, 2, 2}}, {{{13, 12, 10, 11}, 3, 0}});
    row("M8", {{{1, 2}, 5, 0}, {{3, 4}, 3, 1}, {{2, 3}, 2, 2}}, {{{1, 2, 3, 4}, 3, 1}});
    row("nothing", {}, {});
}

void TestMatching::merging() {
    QFETCH(std::vector<RuntimeEntry>, input);
    QFETCH(std::vector<RuntimeEntry>, merged);
    QVERIFY(merge(input) == merged);
}

void TestMatching::mergingAsTheOriginal() {
    std::mt19937 random(7);
    for (int round = 0; round < 500; ++round) {
        std::vector<RuntimeEntry> entries;
        for (std::size_t i = 0; i < 12; ++i) {
            RuntimeEntry entry{{}, static_cast<std::int64_t>(random() % 8), i};
            for (std::size_t h = 0; h < 1 + random() % 4; ++h) entry.handles.push_back(static_cast<std::int64_t>(random() % 24));
            // The same tuple of handles occurs once: it is the key of the original's map.
            const bool known = std::ranges::any_of(entries, [&](const RuntimeEntry& one) { return one.handles == entry.handles; });
            if (!known) entries.push_back(std::move(entry));
        }
        QVERIFY(merge(entries) == slowMerge(entries));
    }
}

void TestMatching::referenceHandles() {
    const std::set<std::int64_t> known{1, 2, 3};
    QCOMPARE(gap::referenceHandle({1, 2, 3}, 0, known), std::optional<std::int64_t>(3));
    QCOMPARE(gap::referenceHandle({1, 2, 3}, 1, known), std::optional<std::int64_t>(2));
    QVERIFY(!gap::referenceHandle({1, 2, 4}, 0, known));  // P3: the last handle has no reference
    QVERIFY(!gap::referenceHandle({1}, 1, known));        // P11: more outputs than handles
    QVERIFY(!gap::referenceHandle({}, 0, known));
}

void TestMatching::runtimeValues() {
    using Values = std::vector<tensor::Value>;
    const tensor::Value wanted = tensorOf(ScalarType::F32, {4, 8});
    const auto f = [](std::vector<std::int64_t> shape) { return tensorOf(ScalarType::F32, std::move(shape)); };
    QCOMPARE(gap::runtimeValue(wanted, Values{f({4, 8}), f({4, 1}), f({4, 1})}, 0, 1), std::optional<std::size_t>(0));  // P5
    QCOMPARE(gap::runtimeValue(wanted, Values{f({4, 8}), tensorOf(ScalarType::Bool, {4, 8})}, 0, 1),
             std::optional<std::size_t>(0));                                                                         // P6
    QCOMPARE(gap::runtimeValue(wanted, Values{f({4, 8}), f({4, 8})}, 0, 1), std::optional<std::size_t>(1));          // P7
    QCOMPARE(gap::runtimeValue(wanted, Values{f({1}), f({4, 8}), f({4, 8})}, 1, 2), std::optional<std::size_t>(1));  // P4
    QCOMPARE(gap::runtimeValue(std::int64_t{3}, Values{std::int64_t{3}}, 0, 1), std::optional<std::size_t>(0));      // P13
    QVERIFY(!gap::runtimeValue(wanted, Values{}, 0, 1));                                                             // P12
    QVERIFY(!gap::runtimeValue(wanted, Values{f({4, 8})}, 1, 2));
}

void TestMatching::numbers() {
    const auto numbers = gap::upstreamNumbers(doubles({1, 2, 3, 4}), doubles({1.1, 1.9, 3.2, 3.8}), {});
    QVERIFY(numbers);
    QVERIFY(std::abs(numbers->mse - 0.025) < 1e-12);
    QVERIFY(std::abs(numbers->l1 - 0.6) < 1e-12);
    QVERIFY(std::abs(numbers->snrDb - 24.771213) < 1e-6);
    QVERIFY(!gap::upstreamNumbers(doubles({1}), doubles({1, 2}), {}));
}

void TestMatching::numbersWithNan() {
    const double nan = std::nan(""), inf = std::numeric_limits<double>::infinity();
    const auto zero = gap::upstreamNumbers(doubles({nan, 2}), doubles({0, 2}), {});
    QVERIFY(zero && zero->mse == 0 && zero->l1 == 0);
    // An infinity stays one where there is no NaN, and is the largest double beside one.
    QVERIFY(std::isinf(gap::upstreamNumbers(doubles({inf, 2}), doubles({0, 2}), {})->l1));
    QCOMPARE(gap::upstreamNumbers(doubles({inf, nan}), doubles({0, 0}), {})->l1, std::numeric_limits<double>::max());
}

void TestMatching::numbersOfEqualSides() {
    const auto equal = gap::upstreamNumbers(doubles({1, 2}), doubles({1, 2}), {});
    QVERIFY(equal && equal->mse == 0 && std::isinf(equal->snrDb) && equal->snrDb > 0);
    QVERIFY(std::isnan(gap::upstreamNumbers(doubles({0, 0}), doubles({0, 0}), {})->snrDb));
    QVERIFY(std::isnan(gap::upstreamNumbers(doubles({}), doubles({}), {})->mse));
}

ETSCOPE_TEST(TestMatching)
#include "tst_matching.moc"
