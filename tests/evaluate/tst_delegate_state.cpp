// Delegates that own buffers: what a call gives, and what it leaves for the next.
#include <QtTest>

#include "base/job_context.h"
#include "evaluate/elements.h"
#include "evaluate/interpreter.h"
#include "evaluate/no_constants.h"
#include "graph/model_builder.h"
#include "support/test_case.h"

namespace {

using namespace etscope;
using namespace etscope::evaluate;
using graph::Argument;
using test::ModelBuilder;

/// sum = cache + x, left in the cache; gives sum · sum. The cache comes first, as in lowered modules.
std::shared_ptr<const graph::GraphModel> lowered() {
    ModelBuilder builder;
    const auto cache = builder.input("b_cache", graph::InputKind::Buffer, "cache"), x = builder.input("x");
    const auto sum = builder.node("sum", "aten.add.Tensor", {cache, x});
    builder.output(sum, graph::OutputKind::BufferMutation, "cache");
    builder.output(builder.node("square", "aten.mul.Tensor", {sum, sum}));
    return builder.finish();
}

/// Two calls of it. Records name a result more than a call gives, which nobody takes.
std::shared_ptr<const graph::GraphModel> calling(bool takesMore) {
    ModelBuilder builder;
    graph::GraphBuilder& inner = builder.builder();
    const auto x = builder.input("x");
    Argument module;
    module.kind = graph::ArgumentKind::Object;
    module.id = inner.intern("lowered_module_0").index();
    for (const char* name : {"first", "second"}) {
        const auto given = builder.node(name, "torch.ops.higher_order.executorch_call_delegate",
                                        std::vector{module, ModelBuilder::valueArgument(x)});
        const graph::NodeId call = builder.producer(given);
        graph::Value more = inner.value(given);
        more.id = inner.intern(std::string(name) + "_more");
        more.output = 1;
        const graph::ValueId unused = inner.addValue(more);
        const std::vector<graph::OutputSlot> named{{graph::ValueKind::Tensor, inner.addOutputValues({&given, 1})},
                                                   {graph::ValueKind::Tensor, inner.addOutputValues({&unused, 1})}};
        inner.node(call).outputs = inner.addOutputs(named);
        inner.node(call).delegate = static_cast<std::int32_t>(inner.addDelegate({call, inner.intern("lowered_module_0"), {}, {}}));
        builder.output(takesMore ? unused : given);
    }
    return builder.finish();
}

class OneDelegate : public tests::NoConstants {
public:
    explicit OneDelegate(Array cache) : m_cache(std::move(cache)) {}
    Result<Value> constant(std::string_view target, const std::shared_ptr<Memory>&) const override {
        return target == "cache" ? Result<Value>(m_cache) : Result<Value>(fail("no-such-constant", ""));
    }
    Result<LoweredBody> lowered(const graph::GraphModel&, std::size_t, const JobContext&) const override {
        return LoweredBody{::lowered(), std::make_shared<OneDelegate>(m_cache)};
    }

private:
    Array m_cache;
};

class DelegateStateTest : public QObject {
    Q_OBJECT

    JobContext m_job;
    Context m_context{std::make_shared<Memory>(std::uint64_t{1} << 24U), m_job};

    Array filled(double value) {
        Array array = m_context.make(ScalarType::F32, {2, 4});
        const std::vector<double> values(static_cast<std::size_t>(array.count()), value);
        storeDoubles(array.stored, values.data(), values.size(), array.storage->data());
        return array;
    }
    RunResult run(const graph::GraphModel& model, const std::map<std::string, Array>& buffers) {
        Probe probe;
        auto result = evaluate::run(model, {filled(1)}, buffers, OneDelegate(filled(0)), m_context, probe);
        if (!result) qFatal("%s", result.error().message.c_str());
        return *std::move(result);
    }
    static double first(const std::optional<Value>& value) { return doublesOf(*value->array()).front(); }

private slots:
    void resultsAreWhatLeaves() {
        const auto model = calling(false);
        const RunResult result = run(*model, {});
        QCOMPARE(first(result.outputs[0]), 1.0);
        QCOMPARE(first(result.outputs[1]), 4.0);
        QCOMPARE(doublesOf(result.buffers.at("cache")).front(), 2.0);
    }
    void stateGoesOn() {
        const auto model = calling(false);
        const RunResult second = run(*model, run(*model, {}).buffers);
        QCOMPARE(first(second.outputs[0]), 9.0);
        QCOMPARE(first(second.outputs[1]), 16.0);
    }
    /// Of others that a caller's state names nothing is taken.
    void otherBuffers() { QCOMPARE(first(run(*calling(false), {{"other", filled(7)}}).outputs[0]), 1.0); }
    void moreThanItGives() {
        const RunResult result = run(*calling(true), {});
        QVERIFY(!result.outputs[0] && !result.outputs[1]);
    }
};

}  // namespace

ETSCOPE_TEST(DelegateStateTest)
#include "tst_delegate_state.moc"
