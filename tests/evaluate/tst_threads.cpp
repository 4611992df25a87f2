// Large products, convolutions and element-wise functions on several threads and processors: the same bits for any, refusals and
// cancelling pass through.
#include <QtTest>
#include <atomic>
#include <chrono>
#include <cstring>
#include <random>
#include <stdexcept>
#include <thread>

#include "evaluate/elements.h"
#include "evaluate/operator_table.h"
#include "evaluate/operators/elementwise.h"
#include "evaluate/operators/gemm_lanes.h"
#include "evaluate/operators/product_sizes.h"
#include "evaluate/parallel.h"
#include "support/test_case.h"

using namespace etscope;
using evaluate::Array;

namespace {

class Threads {
public:
    explicit Threads(std::size_t count) { evaluate::useThreads(count); }
    ~Threads() { evaluate::useThreads(0); }
    Threads(const Threads&) = delete;
    Threads& operator=(const Threads&) = delete;
};

Array stored(const evaluate::Context& context, ScalarType type, evaluate::Dims shape, const std::vector<double>& numbers) {
    Array array = context.makeStored(type, type, std::move(shape));
    evaluate::storeDoubles(array.stored, numbers.data(), numbers.size(), array.storage->data());
    return array;
}

Array randomArray(const evaluate::Context& context, evaluate::Dims shape, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> values(-1, 1);
    std::vector<double> numbers(static_cast<std::size_t>(evaluate::checkedCount(shape)));
    for (double& number : numbers) number = values(random);
    return stored(context, ScalarType::F32, std::move(shape), numbers);
}

/// The same values in f64.
Array widened(const evaluate::Context& context, const Array& array) {
    return stored(context, ScalarType::F64, array.shape, evaluate::doublesOf(array));
}

Result<evaluate::Values> compute(const std::string& target, const evaluate::Context& context) {
    std::vector<evaluate::NamedValue> arguments;
    if (target == "aten.mm.default") {
        arguments = {{"self", randomArray(context, {301, 257}, 1)}, {"mat2", randomArray(context, {257, 509}, 2)}};
    } else if (target == "aten.linear.default") {
        arguments = {{"input", randomArray(context, {1000, 130}, 1)}, {"weight", randomArray(context, {131, 130}, 2)}};
    } else if (target == "aten.add.Tensor") {  // broadcast, the outermost axis of one index, other types
        arguments = {{"self", widened(context, randomArray(context, {1, 5, 1, 357}, 1))},
                     {"other", randomArray(context, {1, 1, 431, 357}, 2)}};
    } else {
        arguments = {{"input", randomArray(context, {1, 24, 65, 63}, 1)}, {"weight", randomArray(context, {40, 24, 3, 3}, 2)}};
    }
    return evaluate::apply(*evaluate::findOperator(target), context, std::move(arguments));
}

std::vector<double> valuesOf(const std::string& target) {
    const JobContext job;
    const evaluate::Context context{std::make_shared<evaluate::Memory>(std::uint64_t{1} << 30U), job, true};
    const auto results = compute(target, context);
    if (!results) qFatal("%s", results.error().message.c_str());
    return evaluate::doublesOf(*results->front().array());
}

}  // namespace

class TestThreads : public QObject {
    Q_OBJECT
private slots:
    void bits_data() {
        QTest::addColumn<QString>("target");
        for (const char* target : {"aten.mm.default", "aten.linear.default", "aten.conv2d.default", "aten.add.Tensor"})
            QTest::newRow(target) << target;
    }
    void bits() {
        QFETCH(QString, target);
        const Threads single(1);
        const auto alone = valuesOf(target.toStdString());
        for (const std::size_t count : {2U, 3U, 7U, 16U}) {
            const Threads several(count);
            QVERIFY(valuesOf(target.toStdString()) == alone);
        }
    }

    /// Products of f32 are exact, so that they may go into their sums unrounded: the bits of every processor are those of f64.
    void bitsOfProcessors() {
        const JobContext job;
        const evaluate::Context context{std::make_shared<evaluate::Memory>(std::uint64_t{1} << 30U), job, true};
        std::vector<std::vector<double>> all;
        for (const bool wide : {false, true})
            for (const int level : {0, 1, 2}) {
                evaluate::useGemmLanes(level);
                const auto operand = [&](evaluate::Dims shape, unsigned seed) {
                    const Array narrow = randomArray(context, std::move(shape), seed);
                    return wide ? widened(context, narrow) : narrow;
                };
                const auto results = evaluate::apply(*evaluate::findOperator("aten.mm.default"), context,
                                                     {{"self", operand({13, 301}, 1)}, {"mat2", operand({301, 67}, 2)}});
                QVERIFY(results);
                all.push_back(evaluate::doublesOf(*results->front().array()));
            }
        evaluate::useGemmLanes(2);
        for (const auto& values : all) QVERIFY(values == all.front());
    }

    /// Sizes are summed in f32, in the same order and without fused products on every processor.
    void sizesOfProcessors() {
        const JobContext job;
        const evaluate::Context context{std::make_shared<evaluate::Memory>(std::uint64_t{1} << 30U), job, true};
        const Array left = randomArray(context, {13, 301}, 1), right = randomArray(context, {301, 67}, 2);
        const auto a = evaluate::doublesOf(left), b = evaluate::doublesOf(right);
        std::vector<std::vector<double>> all;
        for (const int level : {0, 1, 2}) {
            evaluate::useGemmLanes(level);
            const evaluate::MeasuredProducts measured(true);
            QVERIFY(evaluate::apply(*evaluate::findOperator("aten.mm.default"), context, {{"self", left}, {"mat2", right}}));
            QVERIFY(measured.sizes);
            all.push_back(evaluate::doublesOf(*measured.sizes));
        }
        evaluate::useGemmLanes(2);
        for (const auto& sizes : all) QVERIFY(sizes == all.front());
        for (std::size_t i = 0; i < 13; ++i)
            for (std::size_t j = 0; j < 67; ++j) {
                double exact = 0;
                for (std::size_t k = 0; k < 301; ++k) exact += std::fabs(a[i * 301 + k] * b[k * 67 + j]);
                QVERIFY(std::fabs(all.front()[i * 67 + j] - exact) <= 1e-5 * exact);
            }
    }

    /// A function that is given the number of an element gets that of the result's, in whichever part a thread takes.
    void numbersOfElements() {
        const JobContext job;
        const evaluate::Context context{std::make_shared<evaluate::Memory>(std::uint64_t{1} << 30U), job, true};
        const Threads several(3);
        const Array row = context.makeStored(ScalarType::I64, ScalarType::I64, {1, 1, 357}),
                    block = context.makeStored(ScalarType::I64, ScalarType::I64, {5, 431, 1});
        const Array numbered = evaluate::mapInts<2>(
            context, {&row, &block}, ScalarType::I64,
            evaluate::Numbered{[](std::uint64_t i, std::int64_t, std::int64_t) { return static_cast<std::int64_t>(i); }});
        const std::vector<std::int64_t> numbers = evaluate::intsOf(numbered);
        QCOMPARE(numbers.size(), std::size_t{5 * 431 * 357});
        for (std::size_t i = 0; i < numbers.size(); ++i) QCOMPARE(numbers[i], static_cast<std::int64_t>(i));
    }

    void everyTileOnce() {
        const Threads several(5);
        std::vector<std::atomic<int>> seen(1000);
        evaluate::inParallel(seen.size(), [&](std::size_t i) {
            ++seen[i];
            evaluate::inParallel(2, [&](std::size_t) {});  // in the tile's own thread
        });
        for (const auto& count : seen) QCOMPARE(count.load(), 1);
        evaluate::inParallel(0, [](std::size_t) { QFAIL("there is no tile"); });
    }

    void whatATileThrows() {
        const Threads several(4);
        std::atomic<int> begun{0};
        QVERIFY_EXCEPTION_THROWN(
            evaluate::inParallel(10'000,
                                 [&](std::size_t i) {
                                     ++begun;
                                     if (i == 3) throw std::runtime_error("three");
                                     std::this_thread::sleep_for(std::chrono::microseconds(100));  // it may be late
                                 }),
            std::runtime_error);
        QVERIFY(begun < 10'000);
    }

    void cancelled() {
        const Threads several(4);
        std::stop_source stop;
        stop.request_stop();
        const JobContext job{stop.get_token(), {}};
        for (const char* target : {"aten.mm.default", "aten.conv2d.default", "aten.add.Tensor"}) {
            const evaluate::Context context{std::make_shared<evaluate::Memory>(std::uint64_t{1} << 30U), job, true};
            const auto results = compute(target, context);
            QVERIFY(!results);
            QCOMPARE(results.error().code, std::string("cancelled"));
        }
    }
};

ETSCOPE_TEST(TestThreads)
#include "tst_threads.moc"
