// Verdicts on whole graphs whose inside nobody sees: right outputs in other roundings, and what is off.
#include <QtTest>
#include <cmath>

#include "base/job_context.h"
#include "evaluate/elements.h"
#include "evaluate/graph_judgement.h"
#include "evaluate/no_constants.h"
#include "graph/compose.h"
#include "graph/model_builder.h"
#include "support/test_case.h"

namespace {

using namespace etscope;
using namespace etscope::evaluate;
using graph::Argument;
using test::ModelBuilder;

Argument word(ModelBuilder& model, std::string_view text) {
    Argument argument;
    argument.kind = graph::ArgumentKind::String;
    argument.id = model.builder().intern(text).index();
    return argument;
}
Argument number(double value) {
    Argument argument;
    argument.kind = graph::ArgumentKind::Float;
    argument.number = value;
    return argument;
}
Argument type(ScalarType value) {
    Argument argument;
    argument.kind = graph::ArgumentKind::DType;
    argument.integer = static_cast<std::int64_t>(value);
    return argument;
}

/// x [8, 32] → x·v → gelu → ·w, as the inside of a delegate.
struct Perceptron {
    ModelBuilder builder;
    graph::ValueId x, v, w, hidden, active, out;
    std::shared_ptr<const graph::GraphModel> model;

    explicit Perceptron(std::string_view approximate) {
        x = builder.input("x");
        v = builder.input("v");
        w = builder.input("w");
        hidden = builder.node("hidden", "aten.mm.default", {x, v});
        Argument form = word(builder, approximate);
        form.name = builder.builder().intern("approximate");
        active = builder.node("active", "aten.gelu.default", std::vector{ModelBuilder::valueArgument(hidden), form});
        out = builder.node("out", "aten.mm.default", {active, w});
        builder.output(out);
        model = builder.finish();
    }
};

/// x → q(0.05) → dq → relu → q(0.05) → dq.
std::shared_ptr<const graph::GraphModel> quantized(double scale) {
    ModelBuilder builder;
    graph::ValueId value = builder.input("x");
    const auto quantization = [&](const char* id, const char* target) {
        value = builder.node(id, target,
                             std::vector{ModelBuilder::valueArgument(value), number(scale), ModelBuilder::intArgument(0),
                                         ModelBuilder::intArgument(-128), ModelBuilder::intArgument(127), type(ScalarType::I8)});
    };
    quantization("q", "quantized_decomposed.quantize_per_tensor.default");
    quantization("dq", "quantized_decomposed.dequantize_per_tensor.default");
    value = builder.node("relu", "aten.relu.default", {value});
    quantization("q_1", "quantized_decomposed.quantize_per_tensor.default");
    quantization("dq_1", "quantized_decomposed.dequantize_per_tensor.default");
    builder.output(value);
    return builder.finish();
}

class GraphJudgementTest : public QObject {
    Q_OBJECT

    JobContext m_job;
    Context m_context{std::make_shared<Memory>(std::uint64_t{1} << 28U), m_job};
    tests::NoConstants m_surroundings;
    std::map<std::string, Array> m_buffers;

    Array numbers(ScalarType type, const Dims& shape, double scale, std::uint32_t state) const {
        Array out = m_context.make(type, shape);
        for (std::int64_t i = 0; i < out.count(); ++i) {
            state = state * 1664525U + 1013904223U;
            const double x = (static_cast<double>(state) / 2147483648.0 - 1) * scale;
            storeDoubles(out.stored, &x, 1, out.storage->data() + static_cast<std::size_t>(i) * out.item());
        }
        return out;
    }
    Values inputs(ScalarType type) const {
        return {numbers(type, {8, 32}, 1, 1), numbers(type, {32, 48}, 0.6, 2), numbers(type, {48, 16}, 0.4, 3)};
    }
    /// Every node rounded to its type, which is that of the inputs.
    Array computed(const graph::GraphModel& model, const Values& values) const {
        Probe probe;
        return *run(model, values, {}, m_surroundings, m_context, probe)->outputs.front()->array();
    }
    Array asF32(const Array& array) const {
        Array out = m_context.make(ScalarType::F32, array.shape);
        const std::vector<double> values = doublesOf(array);
        storeDoubles(out.stored, values.data(), values.size(), out.storage->data());
        return out;
    }
    Judgement judged(const graph::GraphModel& model, const Values& values, const Array& actual) const {
        const auto all =
            judgeGraph({model, m_surroundings, values, m_buffers}, m_context, std::vector<std::optional<Array>>{actual});
        if (all) return all->front();
        qWarning("%s", all.error().message.c_str());
        return {};
    }
    /// One element moved.
    Array moved(const Array& array, std::size_t at, double by) const {
        std::vector<double> values = doublesOf(array);
        values[at] += by;
        Array out = m_context.make(array.type, array.shape);
        storeDoubles(out.stored, values.data(), values.size(), out.storage->data());
        return out;
    }

private slots:
    void roundedNodesAreNormal() {
        const Perceptron exact("none");
        const Values values = inputs(ScalarType::F32);
        const Judgement result = judged(*exact.model, values, computed(*exact.model, values));
        QVERIFY(result.verdict <= Verdict::Normal);
        QVERIFY(result.norm > 0);
        QCOMPARE(result.accumulator, std::optional(Accumulator::F32));
    }

    void anotherFormulaInsideIsFound() {
        const Perceptron exact("none"), tanh("tanh");
        const Values values = inputs(ScalarType::F32);
        const Judgement result = judged(*exact.model, values, computed(*tanh.model, values));
        QCOMPARE(result.verdict, Verdict::NotRounding);
        QVERIFY(result.units > 100);
        QVERIFY(result.maxAbs < 0.01);
    }

    void narrowComputationIsNamed() {
        const Perceptron exact("none");
        const Values values = inputs(ScalarType::F32);
        Values narrow;
        for (const Value& value : values) {
            Array half = m_context.make(ScalarType::F16, value.array()->shape);
            const std::vector<double> numbers = doublesOf(*value.array());
            storeDoubles(half.stored, numbers.data(), numbers.size(), half.storage->data());
            narrow.emplace_back(std::move(half));
        }
        const Judgement result = judged(*exact.model, values, asF32(computed(*exact.model, narrow)));
        QVERIFY(result.verdict > Verdict::Normal);
        QCOMPARE(result.accumulator, std::optional(Accumulator::F16));
    }

    void oneWrongElementIsFound() {
        const Perceptron exact("none");
        const Values values = inputs(ScalarType::F32);
        const Judgement result = judged(*exact.model, values, moved(computed(*exact.model, values), 37, 0.01));
        QCOMPARE(result.verdict, Verdict::NotRounding);
        QCOMPARE(result.worst, 37);
        QCOMPARE(result.mismatched, 1);
        QCOMPARE(judged(*exact.model, values, moved(computed(*exact.model, values), 5, std::nan(""))).units,
                 std::numeric_limits<double>::infinity());
    }

    void stepsOfQuantisedValuesAreNormal() {
        const auto model = quantized(0.05);
        const Values values{numbers(ScalarType::F32, {16, 32}, 4, 7)};
        const Array right = computed(*model, values);
        QVERIFY(judged(*model, values, right).verdict <= Verdict::Normal);
        QVERIFY(judged(*model, values, moved(right, 40, 0.05)).verdict <= Verdict::Normal);
        QCOMPARE(judged(*model, values, moved(right, 40, 1)).verdict, Verdict::NotRounding);
        QCOMPARE(judged(*model, values, computed(*quantized(0.2), values)).verdict, Verdict::High);
    }

    void aPartIsJudgedAsAGraphOfItsOwn() {
        const Perceptron exact("none");
        const Values values = inputs(ScalarType::F32);
        const Array hidden = numbers(ScalarType::F32, {8, 48}, 2, 9);  // not what the graph computes
        const Array active = *apply(*findOperator("aten.gelu.default"), m_context, {{{}, hidden}})->front().array();
        const Array out = *apply(*findOperator("aten.mm.default"), m_context, {{{}, active}, {{}, values[2]}})->front().array();
        const auto maker = [&](graph::ValueId value) { return exact.model->value(value).producer; };
        const auto part = graph::partOf(
            *exact.model, {{maker(exact.active), maker(exact.out)}, {exact.hidden, exact.w}, {exact.active, exact.out}});
        const Values known{hidden, values[2]};
        Values right;
        const auto all = judgeGraph({*part, m_surroundings, known, m_buffers}, m_context,
                                    std::vector<std::optional<Array>>{active, out}, &right);
        QVERIFY(all);
        QCOMPARE(all->size(), 2U);
        QVERIFY(all->front().verdict <= Verdict::Normal && all->back().verdict <= Verdict::Normal);
        QVERIFY(right.size() == 2 && right.back().array() != nullptr && right.back().array()->stored == ScalarType::F64);
        QCOMPARE(judged(*exact.model, values, out).verdict, Verdict::NotRounding);
    }

    void whatCannotBeJudgedIsAnError() {
        const Perceptron exact("none");
        const Values values = inputs(ScalarType::F32);
        const GraphQuestion question{*exact.model, m_surroundings, values, m_buffers};
        const auto codeOf = [](const Result<std::vector<Judgement>>& result) {
            return result ? std::string() : result.error().code;
        };
        const std::vector<std::optional<Array>> two{std::nullopt, std::nullopt};
        QCOMPARE(codeOf(judgeGraph(question, m_context, two)), std::string("judgement-results"));
        Values missing = values;
        missing[0] = Nothing{};
        const std::vector<std::optional<Array>> one{numbers(ScalarType::F32, {8, 16}, 1, 1)};
        const GraphQuestion open{*exact.model, m_surroundings, missing, m_buffers};
        QCOMPARE(codeOf(judgeGraph(open, m_context, one)), std::string("depends-on-unknown"));
        std::stop_source stop;
        stop.request_stop();
        const JobContext cancelled{stop.get_token()};
        const Context stopped{m_context.memory, cancelled};
        QCOMPARE(codeOf(judgeGraph(question, stopped, one)), std::string("cancelled"));
    }
};

}  // namespace

ETSCOPE_TEST(GraphJudgementTest)
#include "tst_graph_judgement.moc"
