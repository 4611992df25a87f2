// Operators that indices lead through memory: what leads outside is refused, what is written lands where it belongs.
#include <QtTest>

#include "base/job_context.h"
#include "evaluate/elements.h"
#include "evaluate/operator_table.h"
#include "support/test_case.h"

namespace {

using namespace etscope;
using namespace etscope::evaluate;

constexpr std::int64_t kHuge = std::int64_t{1} << 62U;

class ChosenElements : public QObject {
    Q_OBJECT

    JobContext m_job;
    Context m_context{std::make_shared<Memory>(std::uint64_t{1} << 24U), m_job};

    Array numbers(const Dims& shape) const {
        Array array = m_context.make(ScalarType::F32, shape);
        for (std::int64_t i = 0; i < array.count(); ++i) {
            const auto value = static_cast<double>(i);
            storeDoubles(array.stored, &value, 1, array.storage->data() + static_cast<std::size_t>(i) * array.item());
        }
        return array;
    }
    Array index(const Dims& shape, const std::vector<std::int64_t>& values) const {
        Array array = m_context.make(ScalarType::I64, shape);
        storeInts(array.stored, values.data(), values.size(), array.storage->data());
        return array;
    }
    Result<Values> applied(const char* target, const Values& arguments, bool wide = false) const {
        Context context = m_context;
        context.wide = wide;
        std::vector<NamedValue> named;
        for (const Value& value : arguments) named.push_back({{}, value});
        return apply(*findOperator(target), context, std::move(named));
    }
    std::string refusal(const char* target, const Values& arguments) const {
        const auto results = applied(target, arguments);
        return results ? "computed" : results.error().code;
    }

private slots:
    void indicesOutsideAreRefused() {
        const Array table = numbers({3, 4});
        for (const std::int64_t outside : {std::int64_t{3}, std::int64_t{-4}, kHuge, -kHuge}) {
            const Array one = index({1}, {outside}), row = index({1, 1}, {outside});
            const std::string wanted = "operator-arguments-invalid";
            QCOMPARE(refusal("aten.index.Tensor", {table, Values{one}}), wanted);
            QCOMPARE(refusal("aten.index_put.default", {table, Values{one}, numbers({1, 4}), true}), wanted);
            QCOMPARE(refusal("aten.index_select.default", {table, std::int64_t{0}, one}), wanted);
            QCOMPARE(refusal("aten.gather.default", {table, std::int64_t{0}, row}), wanted);
            QCOMPARE(refusal("aten.scatter.src", {table, std::int64_t{0}, row, table}), wanted);
            QCOMPARE(refusal("aten.embedding.default", {table, one}), wanted);
            QCOMPARE(refusal("llama.update_cache.default", {numbers({1, 1, 2, 3}), numbers({1, 2, 2, 3}), outside}), wanted);
        }
    }

    void sizesBeyondMemoryAreRefused() {
        const Array table = numbers({3, 4});
        const std::string wanted = "limit-exceeded";
        QCOMPARE(refusal("aten.repeat.default", {table, Values{kHuge, kHuge}}), wanted);
        QCOMPARE(refusal("aten.one_hot.default", {index({1}, {0}), std::int64_t{1} << 40U}), wanted);
        QCOMPARE(refusal("aten.bincount.default", {index({1}, {kHuge})}), wanted);
        QCOMPARE(refusal("aten.repeat_interleave.Tensor", {index({2}, {kHuge, kHuge})}), wanted);
        QCOMPARE(refusal("aten.nonzero_static.default", {table, kHuge}), wanted);
    }

    void cachesAreWrittenInPlace() {
        const Array cache = numbers({1, 3, 1, 2}), value = numbers({1, 1, 1, 2});
        QVERIFY(applied("llama.update_cache.default", {value, cache, std::int64_t{1}}));
        QCOMPARE(doublesOf(cache), (std::vector<double>{0, 1, 0, 1, 4, 5}));
        QVERIFY(applied("llama.update_cache_with_indices.default", {value, cache, std::int64_t{0}, index({1, 1}, {2})}));
        QCOMPARE(doublesOf(cache), (std::vector<double>{0, 1, 0, 1, 0, 1}));
    }

    void writtenElementsTakeWiderValues() {
        Context wide = m_context;
        wide.wide = true;
        Array value = wide.make(ScalarType::F32, {1, 2});
        const double third[] = {1.0 / 3, 2.0 / 3};
        storeDoubles(value.stored, third, 2, value.storage->data());
        const auto results = applied("aten.index_put.default", {numbers({2, 2}), Values{index({1}, {1})}, value}, true);
        QVERIFY(results);
        QCOMPARE(doublesOf(*results->front().array()), (std::vector<double>{0, 1, 1.0 / 3, 2.0 / 3}));
    }

    /// The quotient is rounded to f32 before it is rounded to a step, also where values are kept wider.
    void quantisationIsOfF32() {
        for (const bool wide : {false, true}) {
            const auto results =
                applied("quantized_decomposed.quantize_per_tensor.default",
                        {numbers({4}), 0.4, std::int64_t{1}, std::int64_t{-8}, std::int64_t{7}, ScalarType::I8}, wide);
            QVERIFY(results);
            QCOMPARE(intsOf(*results->front().array()), (std::vector<std::int64_t>{1, 3, 6, 7}));
        }
    }
};

}  // namespace

ETSCOPE_TEST(ChosenElements)
#include "tst_chosen_elements.moc"
