// The vocabulary of a plan: what its numbers name, and which tensors a value can hold.
#include <QtTest>

#include "program/plan.h"
#include "support/test_case.h"

using namespace etscope::program;

class TestPlan : public QObject {
    Q_OBJECT
private slots:
    void numbersNameThingsOrNothing() {
        const ExecutionPlan plan = small();
        QCOMPARE(plan.operatorAt(0), &plan.operators[0]);
        QCOMPARE(plan.delegateAt(0), &plan.delegates[0]);
        QCOMPARE(plan.instructionAt(1, 0), &plan.chains[1].instructions[0]);
        for (const std::int64_t beyond : {std::int64_t{-1}, std::int64_t{1} << 31, INT64_MAX, INT64_MIN}) {
            QVERIFY(plan.operatorAt(beyond) == nullptr && plan.delegateAt(beyond) == nullptr);
            QVERIFY(plan.instructionAt(0, beyond) == nullptr && plan.instructionAt(beyond, 0) == nullptr);
        }
        QVERIFY(plan.instructionAt(0, 7) == nullptr && plan.instructionAt(1, 1) == nullptr);
        QCOMPARE(&plan.mainInstructions(), &plan.chains[0].instructions);
        const ExecutionPlan empty;
        QVERIFY(empty.mainInstructions().empty());
    }

    void calleesAndKinds() {
        const ExecutionPlan plan = small();
        const char* kinds[] = {"kernel", "kernel", "delegate", "delegate", "move", "jump_false", "free"};
        for (std::int64_t i = 0; i < 7; ++i) {
            const Instruction& instruction = *plan.instructionAt(0, i);
            QCOMPARE(instructionKind(instruction), std::string_view(kinds[i]));
            QCOMPARE(plan.calledOperator(instruction) != nullptr, i == 0);
            QCOMPARE(plan.calledDelegate(instruction).has_value(), i == 2);
        }
        QCOMPARE(instructionKind(UnknownInstruction{9}), std::string_view());
        QVERIFY(plan.calledOperator(UnknownInstruction{9}) == nullptr && !plan.calledDelegate(UnknownInstruction{9}));
    }

    void fits_data() {
        QTest::addColumn<int>("dynamism");
        QTest::addColumn<QList<qint64>>("shape");
        QTest::addColumn<bool>("fits");
        const auto row = [](const char* name, Dynamism dynamism, const QList<qint64>& shape, bool fits) {
            QTest::newRow(name) << static_cast<int>(dynamism) << shape << fits;
        };
        row("static, the same", Dynamism::Static, {2, 3}, true);
        row("static, smaller", Dynamism::Static, {1, 3}, false);
        row("bounded, smaller", Dynamism::UpperBound, {1, 3}, true);
        row("bounded, larger", Dynamism::UpperBound, {2, 4}, false);
        row("unbounded, larger", Dynamism::Unbounded, {200, 300}, true);
        row("unknown, larger", Dynamism::Unknown, {200, 300}, true);
        row("static, another rank", Dynamism::Static, {6}, false);
        row("unbounded, another rank", Dynamism::Unbounded, {2, 3, 1}, false);
        row("beyond 32 bits", Dynamism::Static, {2, (qint64{1} << 32) + 3}, false);
    }

    void fits() {
        QFETCH(int, dynamism);
        QFETCH(QList<qint64>, shape);
        TensorInfo tensor;
        tensor.sizes = {2, 3};
        tensor.dynamism = static_cast<Dynamism>(dynamism);
        QTEST(tensor.fits(std::vector<std::int64_t>(shape.begin(), shape.end())), "fits");
    }

private:
    static ExecutionPlan small() {
        ExecutionPlan plan;
        plan.operators = {{"aten::add", "out"}};
        plan.delegates.resize(1);
        plan.chains.resize(2);
        plan.chains[0].instructions = {KernelCall{0, {}}, KernelCall{1, {}}, DelegateCall{0, {}}, DelegateCall{-1, {}},
                                       MoveCall{},        JumpFalseCall{},   FreeCall{}};
        plan.chains[1].instructions = {FreeCall{}};
        return plan;
    }
};

ETSCOPE_TEST(TestPlan)
#include "tst_plan.moc"
