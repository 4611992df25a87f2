// Operators of the user: read from a file, computed step by step, known to the plan; damaged files are told what is wrong.
#include <QtTest>

#include "evaluate/decompositions.h"
#include "evaluate/elements.h"
#include "evaluate/interpreter.h"
#include "evaluate/no_constants.h"
#include "evaluate/plan.h"
#include "graph/model_builder.h"
#include "support/test_case.h"

using namespace etscope;

namespace {

constexpr const char* kScaledAdd = R"({"operators": [{"name": "torch.ops.my.scaled_add.default", "parameters": ["x", "y", "scale"],
    "defaults": {"scale": 2}, "steps": [
        {"op": "aten.mul.Tensor", "arguments": {"self": "%y", "other": "%scale"}},
        {"op": "aten.add.Tensor", "arguments": {"self": "%x", "other": "%0"}},
        {"op": "aten.cat.default", "arguments": {"tensors": ["%1", "%x"], "dim": -1}}], "results": ["%2", "%1"]}]})";

/// Of one operator with one step.
std::string withStep(const std::string& step, const std::string& more = {}) {
    return R"({"operators": [{"name": "my.op.default", "parameters": ["x"], )" + more + R"("steps": [)" + step + "]}]}";
}

evaluate::Array numbers(const evaluate::Context& context, std::initializer_list<double> values) {
    evaluate::Array array = context.make(ScalarType::F32, {static_cast<std::int64_t>(values.size())});
    evaluate::storeDoubles(array.stored, std::data(values), values.size(), array.storage->data());
    return array;
}

}  // namespace

class TestDecompositions : public QObject {
    Q_OBJECT
private slots:
    void steps() {
        const auto read = evaluate::parseDecompositions(kScaledAdd, "operators.json");
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        const evaluate::Decomposition& own = read->front();
        QCOMPARE(own.target, std::string("my.scaled_add.default"));
        const JobContext job;
        const evaluate::Context context{std::make_shared<evaluate::Memory>(1 << 20), job};
        const auto results =
            evaluate::decomposed(own, context, {{"", numbers(context, {1, 2})}, {"y", numbers(context, {10, 20})}});
        QCOMPARE(evaluate::doublesOf(*results[0].array()), (std::vector<double>{21, 42, 1, 2}));
        QCOMPARE(evaluate::doublesOf(*results[1].array()), (std::vector<double>{21, 42}));
        const auto scaled = evaluate::decomposed(
            own, context, {{"x", numbers(context, {1})}, {"y", numbers(context, {10})}, {"scale", std::int64_t{3}}});
        QCOMPARE(evaluate::doublesOf(*scaled[1].array()), std::vector<double>{31});
    }

    void refusals() {
        const auto read = evaluate::parseDecompositions(kScaledAdd, "operators.json");
        const JobContext job;
        const evaluate::Context context{std::make_shared<evaluate::Memory>(1 << 20), job};
        const auto refused = [&](std::vector<evaluate::NamedValue> arguments) {
            try {
                evaluate::decomposed(read->front(), context, std::move(arguments));
            } catch (const evaluate::Refusal& refusal) {
                return QString::fromStdString(refusal.error.message);
            }
            return QString();
        };
        QCOMPARE(refused({{"x", numbers(context, {1})}}), QString("the argument 'y' is missing"));
        QCOMPARE(refused({{"z", numbers(context, {1})}}), QString("the operator takes no argument 'z' in place 1"));
        QVERIFY(refused({{"x", numbers(context, {1, 2})}, {"y", numbers(context, {1, 2, 3})}})
                    .startsWith("step 1 (aten.add.Tensor): "));
    }

    /// The graph is planned and computed with it, and without it says what it lacks.
    void inAGraph() {
        test::ModelBuilder builder;
        builder.shape(ScalarType::F32, {2});
        const graph::ValueId x = builder.input("x"), y = builder.input("y");
        builder.output(builder.node("z", "executorch.exir.dialects.edge.ops.my.scaled_add.default", {x, y}));
        const auto model = builder.finish();
        QCOMPARE(evaluate::planOf(*model).unsupported.size(), std::size_t(1));
        evaluate::addDecompositions(*evaluate::parseDecompositions(kScaledAdd, "operators.json"));
        const evaluate::Plan plan = evaluate::planOf(*model);
        QVERIFY(plan.unsupported.empty());
        QCOMPARE(plan.operations, std::uint64_t(6));
        const JobContext job;
        const evaluate::Context context{std::make_shared<evaluate::Memory>(1 << 20), job};
        evaluate::Probe probe;
        const auto result =
            evaluate::run(*model, {numbers(context, {1, 2}), numbers(context, {10, 20})}, {}, tests::NoConstants(), context, probe);
        QVERIFY(result && result->outputs.front());
        QCOMPARE(evaluate::doublesOf(*result->outputs.front()->array()), (std::vector<double>{21, 42, 1, 2}));
    }

    void damagedFiles_data() {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const std::string& json, const char* message) {
            QTest::newRow(name) << QString::fromStdString(json) << message;
        };
        row("no JSON", "{", "a JSON object with a list \"operators\" is wanted");
        row("no list", R"({"operators": 3})", "a JSON object with a list \"operators\" is wanted");
        row("no object", R"({"operators": [3]})", "operator 0: it has no name");
        row("known", R"({"operators": [{"name": "aten.add.Tensor"}]})", "operator 0: the operator is known; it is not replaced");
        row("no steps", R"({"operators": [{"name": "my.op.default", "steps": []}]})", "operator 0: it wants 1 to 256 steps");
        row("parameters", R"({"operators": [{"name": "my.op.default", "parameters": ["x", "x"], "steps": [{}]}]})",
            "operator 0: a parameter is named twice, or not by a word");
        row("default", withStep("{}", R"("defaults": {"x": [1]}, )"),
            "operator 0: the default of 'x' is no number, text, flag or null");
        row("no operator", withStep("{}"), "operator 0: step 0: it has no \"op\"");
        row("unknown operator", withStep(R"({"op": "my.other.default"})"),
            "operator 0: step 0: 'my.other.default' is no operator that is computed");
        row("writes", withStep(R"({"op": "aten.add_.Tensor", "arguments": {"self": "%x", "other": "%x"}})"),
            "operator 0: step 0: the operator writes into what it is given");
        row("unknown argument", withStep(R"({"op": "aten.relu.default", "arguments": {"x": "%x"}})"),
            "operator 0: step 0: the operator has no argument 'x'");
        row("missing argument", withStep(R"({"op": "aten.relu.default"})"), "operator 0: step 0: the argument 'self' is missing");
        row("unknown parameter", withStep(R"({"op": "aten.relu.default", "arguments": {"self": "%y"}})"),
            "operator 0: step 0: '%y' names no parameter");
        row("later step", withStep(R"({"op": "aten.relu.default", "arguments": {"self": "%0"}})"),
            "operator 0: step 0: '%0' names no earlier step");
        row("huge step", withStep(R"({"op": "aten.relu.default", "arguments": {"self": "%99999999999999999999"}})"),
            "operator 0: step 0: '%99999999999999999999' names no parameter");
        row("nested",
            withStep(R"({"op": "aten.relu.default", "arguments": {"self": )" + std::string(100, '[') + std::string(100, ']') +
                     "}}"),
            "operator 0: step 0: a list is nested too deep");
        row("type", withStep(R"({"op": "aten.relu.default", "arguments": {"self": {"dtype": "f33"}}})"),
            "operator 0: step 0: an object is no {\"dtype\": name of a type}");
        row("results", withStep(R"({"op": "aten.relu.default", "arguments": {"self": "%x"}})", R"("results": ["%3"], )"),
            "operator 0: results: '%3' names no earlier step");
    }
    void damagedFiles() {
        QFETCH(QString, json);
        QFETCH(QString, message);
        const auto read = evaluate::parseDecompositions(json.toStdString(), "operators.json");
        QVERIFY(!read);
        QCOMPARE(read.error().code, std::string("operators-invalid"));
        QCOMPARE(QString::fromStdString(read.error().message), message);
    }
};

ETSCOPE_TEST(TestDecompositions)
#include "tst_decompositions.moc"
