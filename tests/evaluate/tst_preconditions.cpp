// Arguments that contradict each other are refused before a kernel indexes by them; what computing takes is counted before it is
// taken: operations, lists of its own, views, turns of loops.
#include <QtTest>
#include <cmath>
#include <limits>
#include <set>

#include "base/job_context.h"
#include "evaluate/elements.h"
#include "evaluate/interpreter.h"
#include "evaluate/no_constants.h"
#include "evaluate/operator_table.h"
#include "graph/model_builder.h"
#include "support/test_case.h"

namespace {

using namespace etscope;
using namespace etscope::evaluate;
using test::ModelBuilder;

constexpr std::int64_t kMostInteger = std::numeric_limits<std::int64_t>::max(),
                       kLeastInteger = std::numeric_limits<std::int64_t>::min();
const JobContext kNoJob;

struct SmallRoom {
    std::shared_ptr<Memory> memory;
    Context context{memory, kNoJob};
    explicit SmallRoom(std::uint64_t bytes = std::uint64_t{1} << 24U, std::uint64_t operations = std::uint64_t{1} << 24U)
        : memory(std::make_shared<Memory>(bytes, operations)) {}

    Array tensor(Dims shape, ScalarType type = ScalarType::F32) const { return context.make(type, std::move(shape)); }
    Array range(std::int64_t count) const {
        const auto made = apply(*findOperator("aten.arange.default"), context, {{"end", count}, {"dtype", ScalarType::F32}});
        return *made->front().array();
    }
    /// One element that is seen as `count`.
    Array repeated(std::int64_t count) const {
        Array array = tensor({1});
        array.shape = {count};
        array.strides = {0};
        return array;
    }
    std::string code(const char* target, std::vector<NamedValue> arguments) const {
        const auto results = apply(*findOperator(target), context, std::move(arguments));
        return results ? "" : results.error().code;
    }
    std::vector<double> first(const char* target, std::vector<NamedValue> arguments) const {
        const auto results = apply(*findOperator(target), context, std::move(arguments));
        return results ? doublesOf(*results->front().array()) : std::vector<double>();
    }
};

const std::string kInvalidCode = "operator-arguments-invalid", kLimitCode = "limit-exceeded";

}  // namespace

class PreconditionsTest : public QObject {
    Q_OBJECT
private slots:
    void contradictionsAreRefused();
    void sizesBeyondIntegersAreRefused();
    void everyPreconditionNamesArguments();
    void listsAndPartsCountAsMemory();
    void whatTakesLongIsCounted();
    void loopsEnd();
    void allowancesAreShared();
    void asTorchGives();
};

void PreconditionsTest::contradictionsAreRefused() {
    const SmallRoom room;
    const Array x = room.tensor({2, 3, 4});
    const auto batchNorm = [&](std::int64_t weights, std::int64_t statistics, bool training) {
        return room.code("aten._native_batch_norm_legit.default", {{"input", x},
                                                                   {"weight", room.tensor({weights})},
                                                                   {"bias", room.tensor({weights})},
                                                                   {"running_mean", room.tensor({statistics})},
                                                                   {"running_var", room.tensor({statistics})},
                                                                   {"training", training},
                                                                   {"momentum", 0.1},
                                                                   {"eps", 1e-5}});
    };
    QCOMPARE(batchNorm(3, 3, true), std::string());
    for (const std::int64_t statistics : {1, 2, 4, 4096}) QCOMPARE(batchNorm(3, statistics, true), kInvalidCode);
    QCOMPARE(batchNorm(3, 2, false), kInvalidCode);
    QCOMPARE(batchNorm(2, 3, false), kInvalidCode);
    for (const std::int64_t size : {std::int64_t{-1}, std::int64_t{0}, kLeastInteger})
        QCOMPARE(room.code("aten.split.Tensor", {{"self", x}, {"split_size", size}, {"dim", std::int64_t{1}}}), kInvalidCode);
    for (const Values& sizes : {Values{std::int64_t{1}, std::int64_t{1}}, Values{std::int64_t{4}, std::int64_t{-1}},
                                Values{kMostInteger, kMostInteger, std::int64_t{5}}, Values{}})
        QCOMPARE(room.code("aten.split_with_sizes.default", {{"self", x}, {"split_sizes", sizes}, {"dim", std::int64_t{1}}}),
                 kInvalidCode);
    QCOMPARE(room.code("aten.group_norm.default", {{"input", x}, {"num_groups", false}}), kInvalidCode);
    QCOMPARE(room.code("aten.mm.default", {{"self", room.tensor({2, 3})}, {"mat2", room.tensor({4, 2})}}), kInvalidCode);
    QCOMPARE(room.code("aten.embedding.default", {{"weight", room.tensor({4})}, {"indices", room.tensor({2}, ScalarType::I64)}}),
             kInvalidCode);
    QCOMPARE(
        room.code("aten.unflatten.int", {{"self", room.tensor({})}, {"dim", std::int64_t{0}}, {"sizes", Values{std::int64_t{-1}}}}),
        kInvalidCode);
    QCOMPARE(room.code("quantized_decomposed.quantize_per_channel.default", {{"input", x},
                                                                             {"scales", room.tensor({2})},
                                                                             {"zero_points", room.tensor({3}, ScalarType::I64)},
                                                                             {"axis", std::int64_t{1}},
                                                                             {"quant_min", std::int64_t{-128}},
                                                                             {"quant_max", std::int64_t{127}},
                                                                             {"dtype", ScalarType::I8}}),
             kInvalidCode);
}

void PreconditionsTest::sizesBeyondIntegersAreRefused() {
    const SmallRoom room;
    const Array x = room.range(10);
    QCOMPARE(room.first("aten.slice.Tensor", {{"self", x}, {"step", kMostInteger}}), std::vector<double>{0});
    const auto parts = apply(*findOperator("aten.split.Tensor"), room.context, {{"self", x}, {"split_size", kMostInteger}});
    QVERIFY(parts && parts->front().list()->size() == 1);
    QCOMPARE(room.first("aten.unfold.default",
                        {{"self", x}, {"dimension", std::int64_t{0}}, {"size", std::int64_t{10}}, {"step", kMostInteger}})
                 .size(),
             std::size_t{10});
    const auto chunks = apply(*findOperator("aten.chunk.default"), room.context, {{"self", x}, {"chunks", kMostInteger}});
    QVERIFY(chunks && chunks->front().list()->size() == 10);
    for (const std::int64_t amount : {kMostInteger, kLeastInteger})
        QCOMPARE(room.code("aten.constant_pad_nd.default", {{"self", x}, {"pad", Values{amount, amount}}}), kInvalidCode);
    QCOMPARE(room.first("aten.arange.start_step", {{"start", kMostInteger - 1}, {"end", kMostInteger}, {"step", std::int64_t{1}}})
                 .size(),
             std::size_t{0});
    QCOMPARE(room.first("aten.tril_indices.default", {{"row", std::int64_t{2}}, {"col", std::int64_t{2}}, {"offset", kMostInteger}})
                 .size(),
             std::size_t{8});
    QCOMPARE(
        room.first("aten.movedim.int", {{"self", room.tensor({})}, {"source", std::int64_t{0}}, {"destination", std::int64_t{0}}})
            .size(),
        std::size_t{1});
}

/// A word that no operator of the name takes says nothing.
void PreconditionsTest::everyPreconditionNamesArguments() {
    std::size_t count = 0;
    for (const Operator& op : operators()) count += op.precondition != nullptr ? 1 : 0;
    QVERIFY(count > 100);
    const Signature signature("input weight step=1");
    const Precondition precondition("input:N,*,C weight#C step>=1");
    const SmallRoom room;
    const auto refused = [&](const Dims& input, const Dims& weight, std::int64_t step) {
        try {
            precondition.check(
                Call(room.context, signature, {{"input", room.tensor(input)}, {"weight", room.tensor(weight)}, {"step", step}}));
        } catch (const Refusal& refusal) {
            return refusal.error.message;
        }
        return std::string();
    };
    QCOMPARE(refused({2, 5, 3}, {3, 1}, 1), std::string());
    QCOMPARE(refused({2, 3}, {3}, 1), std::string());
    QCOMPARE(refused({2, 4}, {3}, 1), std::string("'weight' has a size of 3 where 'input' has one of 4"));
    QCOMPARE(refused({2}, {3}, 1), std::string("'input' has 1 dimensions, not 2 or more"));
    QCOMPARE(refused({2, 3}, {3}, 0), std::string("'step' is 0, at least 1 is wanted"));
}

void PreconditionsTest::listsAndPartsCountAsMemory() {
    const SmallRoom room;
    const Array large = room.repeated(std::int64_t{1} << 22U);  // 32 MB as doubles
    QCOMPARE(room.code("aten.median.default", {{"self", large}}), kLimitCode);
    QCOMPARE(room.code("aten.sort.default", {{"self", large}}), kLimitCode);
    QCOMPARE(room.code("aten.layer_norm.default", {{"input", large}, {"normalized_shape", Values{std::int64_t{1} << 22U}}}),
             kLimitCode);
    QCOMPARE(room.code("aten.unbind.int", {{"self", large}}), kLimitCode);
    QCOMPARE(room.code("aten.split.Tensor", {{"self", large}, {"split_size", std::int64_t{1}}}), kLimitCode);
    QCOMPARE(
        room.code("aten.adaptive_avg_pool1d.default", {{"self", room.tensor({1, 1, 1})}, {"output_size", std::int64_t{1} << 21U}}),
        kLimitCode);
    QCOMPARE(room.memory->used(), static_cast<std::uint64_t>(sizeof(float)));
}

void PreconditionsTest::whatTakesLongIsCounted() {
    const SmallRoom room(std::uint64_t{1} << 28U);
    Array rows = room.repeated(1 << 20);
    rows.shape = {1 << 10, 1 << 10};
    rows.strides = {0, 0};
    QCOMPARE(room.code("aten.cdist.default", {{"x1", rows}, {"x2", rows}, {"p", 3.0}}), kLimitCode);
    QCOMPARE(room.code("aten.tril_indices.default", {{"row", std::int64_t{1} << 31U}, {"col", std::int64_t{0}}}), kLimitCode);
    Array image = rows;
    image.shape = {1, 1, 1 << 10, 1 << 10};
    image.strides = {0, 0, 0, 0};
    QCOMPARE(room.code("aten.max_pool2d.default", {{"self", image},
                                                   {"kernel_size", Values{std::int64_t{512}, std::int64_t{512}}},
                                                   {"stride", Values{std::int64_t{1}, std::int64_t{1}}}}),
             kLimitCode);
    const SmallRoom other(std::uint64_t{1} << 28U);
    std::stop_source stop;
    stop.request_stop();
    const JobContext cancelled{stop.get_token(), {}};
    const Context context{other.memory, cancelled};
    for (const char* target : {"aten.sort.default", "aten.clone.default", "aten.exp.default", "aten.cumsum.default"}) {
        const auto results = apply(*findOperator(target), context, {{"self", rows}, {"dim", std::int64_t{0}}});
        const auto plain = apply(*findOperator(target), context, {{"self", rows}});
        QVERIFY2(!results || !plain, target);
        QVERIFY2((results.cancelled()) || (plain.cancelled()), target);
    }
}

/// A loop in a loop, each without an end.
void PreconditionsTest::loopsEnd() {
    ModelBuilder model;
    const graph::ValueId x = model.input("x"), always = model.input("always");
    const auto loopOver = [&](graph::GraphId parent, graph::ValueId carried, graph::ValueId more, graph::GraphId condition,
                              graph::GraphId body) {
        model.into(parent);
        return model.node("loop_" + std::to_string(parent.index()), "higher_order.while_loop",
                          std::vector{ModelBuilder::graphArgument(condition), ModelBuilder::graphArgument(body),
                                      model.listArgument({carried}), model.listArgument({more})});
    };
    const auto condition = [&](const char* name) {
        const graph::GraphId graph = model.nested(name);
        model.into(graph);
        model.input(std::string(name) + "_x");
        model.output(model.input(std::string(name) + "_again"));
        return graph;
    };
    const graph::GraphId outerCondition = condition("c"), innerCondition = condition("d");
    const graph::GraphId innerBody = model.nested("e");
    model.into(innerBody);
    const graph::ValueId value = model.input("e_x");
    model.input("e_again");
    model.output(model.node("abs", "aten.abs.default", {value}));
    const graph::GraphId outerBody = model.nested("f");
    model.into(outerBody);
    const graph::ValueId carried = model.input("f_x"), again = model.input("f_again");
    model.output(loopOver(outerBody, carried, again, innerCondition, innerBody));
    model.into(graph::GraphId(0U));
    model.output(loopOver(graph::GraphId(0U), x, always, outerCondition, outerBody));
    const auto finished = model.finish();

    const SmallRoom room(std::uint64_t{1} << 24U, std::uint64_t{1} << 22U);
    struct Refusals : Probe {
        std::set<std::string> codes;
        void refused(const Scope&, graph::NodeId, const Error& error) override { codes.insert(error.code); }
    } probe;
    const auto result =
        evaluate::run(*finished, {room.tensor({2}), std::int64_t{1}}, {}, tests::NoConstants(), room.context, probe);
    QVERIFY(result);
    QVERIFY(!result->outputs.front());
    QVERIFY(probe.codes.contains(kLimitCode));
}

void PreconditionsTest::allowancesAreShared() {
    const auto allowance = std::make_shared<Allowance>(std::uint64_t{1000}, std::uint64_t{4096}, std::uint64_t{0});
    const Allowance::Scope scope(allowance);
    const SmallRoom one, other;
    const Context &context = one.context, &beside = other.context;
    const auto zeros = [](const Context& in, std::int64_t count) {
        return apply(*findOperator("aten.full.default"), in, {{"size", Values{count}}, {"fill_value", 0.0}});
    };
    const auto held = zeros(context, 200);
    QVERIFY(held);
    QCOMPARE(allowance->cuts(), std::uint64_t{0});
    const auto more = zeros(beside, 1000);
    QVERIFY(!more);
    QCOMPARE(more.error().code, kLimitCode);
    QVERIFY(allowance->cuts() > 0);
    while (zeros(context, 20)) {
    }
    const auto last = zeros(beside, 200);
    QVERIFY(!last);
    QCOMPARE(last.error().code, kLimitCode);
}

void PreconditionsTest::asTorchGives() {
    const SmallRoom room;
    Array x = room.tensor({4});
    const std::vector<double> values{std::nan(""), HUGE_VAL, -HUGE_VAL, 1.5};
    storeDoubles(x.stored, values.data(), 4, x.storage->data());
    constexpr double kLargest = static_cast<double>(std::numeric_limits<float>::max());
    QCOMPARE(room.first("aten.nan_to_num.default", {{"self", x}}), (std::vector<double>{0, kLargest, -kLargest, 1.5}));
    QCOMPARE(room.first("aten.nan_to_num.default", {{"self", x}, {"nan", 2.0}, {"posinf", 3.0}, {"neginf", 4.0}}),
             (std::vector<double>{2, 3, 4, 1.5}));
    Array start = room.tensor({}, ScalarType::I64);
    const std::int64_t at = -3;
    storeInts(start.stored, &at, 1, start.storage->data());
    QCOMPARE(room.first("aten.narrow.Tensor",
                        {{"self", room.range(6)}, {"dim", std::int64_t{0}}, {"start", start}, {"length", std::int64_t{2}}}),
             (std::vector<double>{3, 4}));
}

ETSCOPE_TEST(PreconditionsTest)
#include "tst_preconditions.moc"
