// Sizes as expressions: exact arithmetic, bounds, symbols taken from values.
#include <QtTest>

#include "evaluate/interpreter.h"
#include "evaluate/no_constants.h"
#include "evaluate/refusal.h"
#include "evaluate/symbols.h"
#include "graph/model_builder.h"
#include "support/test_case.h"

using namespace etscope;
using evaluate::Symbols;

namespace {

/// "12", "0.5", or the code of the refusal.
QString valueOf(const Symbols& symbols, const std::string& expression) {
    try {
        const evaluate::Value value = symbols.number(expression);
        if (const auto* integer = std::get_if<std::int64_t>(&value.base())) return QString::number(*integer);
        return QString::number(std::get<double>(value.base()));
    } catch (const evaluate::Refusal& refusal) {
        return QString::fromStdString(refusal.error.code);
    }
}

}  // namespace

class TestSymbols : public QObject {
    Q_OBJECT
private slots:
    void expressions_data() {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("value");
        const auto row = [](const char* expression, const char* value) { QTest::newRow(expression) << expression << value; };
        // s0 = 7, s1 = 3, u0 = -5
        row("s0", "7");
        row("2*s0 + 1", "15");
        row("1 + s0*s1 - 4", "18");
        row("-s0", "-7");
        row("-s1**2", "-9");
        row("2**s1", "8");
        row("2**-1", "0.5");
        row("s0/2", "3.5");
        row("floor(s0/2)", "3");
        row("ceiling(s0/2)", "4");
        row("s0//2", "3");
        row("u0//2", "-3");
        row("u0 % 3", "1");
        row("FloorDiv(s0, 2)", "3");
        row("FloorDiv(u0, 2)", "-3");
        row("CeilDiv(s0, 2)", "4");
        row("CleanDiv(s0 - 1, 2)", "3");
        row("Mod(s0, s1)", "1");
        row("PythonMod(u0, 3)", "1");
        row("ModularIndexing(s0*s0, 5, 4)", "1");
        row("Max(1, s0, s1)", "7");
        row("Min(s0, Max(1, s1))", "3");
        row("Mul(Integer, 2)", "operator-not-supported");
        row("Add(Mul(2, s0), -1)", "13");
        row("Pow(s1, 3)", "27");
        row("Rational(1, 2)*s0", "3.5");
        row("TruncToInt(u0/2)", "-2");
        row("RoundToInt(s0/2)", "4");
        row("RoundToInt(u0/2)", "-2");
        row("IntTrueDiv(s0, 2)", "3.5");
        row("Where(Gt(s0, s1), s1, 0)", "3");
        row("And(Eq(s0, 7), Ne(s1, 7))", "1");
        row("s0 <= s1", "0");
        row("(s0 + 1)*(s1 - 1)", "16");
        row("0.5*s0", "3.5");
        row("Mul(2, s0, evaluate=False)", "14");
        row("9223372036854775807", "9223372036854775807");
        row("9223372036854775808", "operator-arguments-invalid");
        row("9223372036854775807 + 1", "operator-arguments-invalid");
        row("s0**1000000", "operator-arguments-invalid");
        row("1**1000000", "1");
        row("(-1)**1000001", "-1");
        row("s0/0", "operator-arguments-invalid");
        row("s0 % 0", "operator-arguments-invalid");
        row("s9", "operator-not-supported");
        row("sin(s0)", "operator-not-supported");
        row("s0 +", "operator-not-supported");
        row("s0 s1", "operator-not-supported");
        row("(s0", "operator-not-supported");
        row("", "operator-not-supported");
        row("Max()", "operator-not-supported");
    }
    void expressions() {
        QFETCH(QString, expression);
        QFETCH(QString, value);
        Symbols symbols;
        symbols.bind("s0", 7, graph::ValueId(0U));
        symbols.bind("s1", 3, graph::ValueId(1U));
        symbols.bind("u0", -5, graph::ValueId(2U));
        QCOMPARE(valueOf(symbols, expression.toStdString()), value);
    }

    void hostileExpressions() {
        const Symbols symbols;
        QCOMPARE(valueOf(symbols, std::string(1000, '(')), QString("limit-exceeded"));
        QCOMPARE(valueOf(symbols, std::string(1000, '-') + "1"), QString("limit-exceeded"));
        QCOMPARE(valueOf(symbols, std::string(5000, '1')), QString("limit-exceeded"));
        std::string sum = "1";
        while (sum.size() < 4000) sum += "+1";
        QCOMPARE(valueOf(symbols, sum), QString::number((sum.size() + 1) / 2));
    }

    void twoSizesOfOneSymbol() {
        Symbols symbols;
        symbols.bind("s0", 7, graph::ValueId(0U));
        symbols.bind("s0", 8, graph::ValueId(0U));  // the value was made again
        QCOMPARE(valueOf(symbols, "s0"), QString("8"));
        symbols.bind("s0", 9, graph::ValueId(1U));
        QCOMPARE(valueOf(symbols, "s0"), QString("graph-assertion-fails"));
        symbols.bind("2*s1", 9, graph::ValueId(2U));  // no symbol: nothing is told
        QCOMPARE(valueOf(symbols, "s1"), QString("operator-not-supported"));
    }

    /// Of x f32[s0, 4] a view [2*s0, 2] is taken: sizes are those of what is given, not the hint of the file.
    void inAGraph() {
        test::ModelBuilder builder;
        graph::GraphBuilder& raw = builder.builder();
        graph::TensorMeta meta;
        meta.type = ScalarType::F32;
        const graph::ValueId x = builder.input("x");
        const std::vector<graph::Dim> dims{{3, raw.intern("s0"), true}, {4, {}, true}};
        raw.value(x).meta = raw.internMeta(meta, dims, {});
        graph::Argument size, list;
        size.kind = graph::ArgumentKind::Symbol;
        size.id = raw.intern("2*s0").index();
        const std::vector<graph::Argument> sizes{size, test::ModelBuilder::intArgument(2)};
        list.kind = graph::ArgumentKind::List;
        list.items = raw.addListItems(sizes);
        const graph::ValueId y =
            builder.node("y", "aten.view_copy.default", std::vector{test::ModelBuilder::valueArgument(x), list});
        builder.output(y);
        const auto model = builder.finish();
        QVERIFY(evaluate::usesSymbols(*model));
        const auto memory = std::make_shared<evaluate::Memory>(1 << 20);
        const JobContext job;
        const evaluate::Context context{memory, job};
        evaluate::Probe probe;
        const auto result =
            evaluate::run(*model, {context.make(ScalarType::F32, {5, 4})}, {}, tests::NoConstants(), context, probe);
        QVERIFY(result && result->outputs.front());
        QCOMPARE(result->outputs.front()->array()->shape, (evaluate::Dims{10, 2}));
    }
};

ETSCOPE_TEST(TestSymbols)
#include "tst_symbols.moc"
