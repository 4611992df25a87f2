// The graph of a plan: views that the emitter left out, lists, jumps, what delegates take and make.
#include <QtTest>
#include <algorithm>

#include "graph/data_flow.h"
#include "program/plan_graph.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::program;

namespace {

/// Values are f32 tensors of `sizes`, each at an offset of buffer 1; a negative one is not planned: a constant.
struct Builder {
    ExecutionPlan plan;

    ValueIndex tensor(std::int64_t offset, std::vector<std::int32_t> sizes) {
        TensorInfo info;
        info.scalarType = ScalarType::F32;
        info.sizes = std::move(sizes);
        for (std::size_t i = 0; i < info.sizes.size(); ++i) info.dimOrder.push_back(static_cast<std::uint8_t>(i));
        if (offset >= 0) info.allocation = Allocation{1, static_cast<std::uint64_t>(offset)};
        info.dataBufferIndex = offset >= 0 ? 0 : 1;
        plan.tensors.push_back(std::move(info));
        plan.values.emplace_back(TensorValue{static_cast<std::uint32_t>(plan.tensors.size() - 1)});
        return static_cast<ValueIndex>(plan.values.size() - 1);
    }
    ValueIndex value(Value value) {
        plan.values.push_back(std::move(value));
        return static_cast<ValueIndex>(plan.values.size() - 1);
    }
    void kernel(const char* name, const char* overload, std::vector<ValueIndex> arguments) {
        plan.operators.push_back({name, overload});
        add(KernelCall{static_cast<std::int32_t>(plan.operators.size() - 1), std::move(arguments)});
    }
    void add(Instruction instruction) {
        if (plan.chains.empty()) plan.chains.emplace_back();
        plan.chains[0].instructions.push_back(std::move(instruction));
    }
};

/// "producer>consumer:argument" of every edge, sorted; inputs are named themselves.
QStringList edgesOf(const ExecutionPlan& plan) {
    const auto model = planGraph(plan);
    QStringList list;
    const auto textOf = [&](graph::StringId id) {
        const std::string_view text = model->text(id);
        return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    };
    for (const graph::Edge& edge : model->edges(graph::GraphId(0U))) {
        const graph::Value& value = model->value(edge.value);
        const QString from = value.producer.valid() ? textOf(model->node(value.producer).id) : textOf(value.id);
        list.append(from + ">" + textOf(model->node(edge.to).id) + ":" + textOf(edge.argument));
    }
    list.sort();
    return list;
}

}  // namespace

class TestPlanGraph : public QObject {
    Q_OBJECT
private slots:
    /// A list of a million items that a million calls name: looked at as long as a compiler's plan could make it, then passed over.
    void listsThatEachCallNames() {
        Builder b;
        const ValueIndex x = b.tensor(0, {2, 3}), out = b.tensor(64, {2, 3});
        const ValueIndex list = b.value(program::TensorList{std::vector<ValueIndex>(1'000'000, x)});
        b.plan.operators.push_back({"aten::cat", "out"});
        for (int i = 0; i < 1'000'000; ++i) b.add(KernelCall{0, {list, out, out}});
        program::PlanCalls calls(b.plan);
        for (const program::Instruction& instruction : b.plan.chains[0].instructions) calls.finish(calls.read(instruction));
        QVERIFY(calls.writers().holding(out));
    }

    /// relu(x) → at 64; its view as [6] is written by nobody; add reads the view.
    void aViewThatWasLeftOut() {
        Builder b;
        const ValueIndex x = b.tensor(0, {2, 3}), made = b.tensor(64, {2, 3}), view = b.tensor(64, {6}), out = b.tensor(128, {6});
        const ValueIndex one = b.value(std::int64_t{1});
        b.plan.inputs = {x};
        b.plan.outputs = {out};
        b.kernel("aten::relu", "out", {x, made, made});
        b.kernel("aten::add", "out", {view, view, one, out, out});
        QCOMPARE(edgesOf(b.plan), QStringList({"0/0>0/1:other", "0/0>0/1:self", "v0>0/0:self"}));
        const auto model = planGraph(b.plan);
        QCOMPARE(model->top().inputs.size(), std::size_t{1});
        const auto taken = model->arguments(model->node(graph::NodeId(1U)))[0];
        QCOMPARE(model->text(model->value(taken.value()).id), std::string_view("v2"));
        QCOMPARE(model->dims(model->meta(model->value(taken.value()).meta).sizes).size(), std::size_t{1});
        QCOMPARE(graph::DataFlow(*model).results(graph::NodeId(0U)).size(), std::size_t{2});
    }

    /// A place of other bytes, or another offset, is no view: it stays state.
    void whatIsNoView_data() {
        QTest::addColumn<int>("offset");
        QTest::addColumn<int>("size");
        QTest::newRow("other size") << 64 << 5;
        QTest::newRow("other offset") << 68 << 6;
        QTest::newRow("nothing was written there") << 4096 << 6;
    }
    void whatIsNoView() {
        QFETCH(int, offset);
        QFETCH(int, size);
        Builder b;
        const ValueIndex x = b.tensor(0, {6}), made = b.tensor(64, {6}), other = b.tensor(offset, {size});
        const ValueIndex out = b.tensor(256, {6});
        b.plan.inputs = {x};
        b.kernel("aten::relu", "out", {x, made, made});
        b.kernel("aten::neg", "out", {other, out, out});
        QCOMPARE(edgesOf(b.plan), QStringList({"v0>0/0:self", "v2>0/1:self"}));
    }

    /// A place that was written again is a view of what was written last.
    void theLastWriterCounts() {
        Builder b;
        const ValueIndex x = b.tensor(0, {6}), first = b.tensor(64, {6}), second = b.tensor(64, {6}), view = b.tensor(64, {2, 3});
        const ValueIndex a = b.tensor(128, {2, 3}), c = b.tensor(192, {2, 3});
        b.plan.inputs = {x};
        b.kernel("aten::relu", "out", {x, first, first});
        b.kernel("aten::neg", "out", {view, a, a});
        b.kernel("aten::abs", "out", {x, second, second});
        b.kernel("aten::neg", "out", {view, c, c});
        QCOMPARE(edgesOf(b.plan), QStringList({"0/0>0/1:self", "0/2>0/3:self", "v0>0/0:self", "v0>0/2:self"}));
    }

    void listsAreTheirTensors() {
        Builder b;
        const ValueIndex x = b.tensor(0, {4}), left = b.tensor(64, {2}), right = b.tensor(128, {2}), out = b.tensor(192, {2});
        const ValueIndex two = b.value(std::int64_t{2}), axis = b.value(std::int64_t{0});
        const ValueIndex list = b.value(TensorList{{left, right}});
        b.plan.inputs = {x};
        b.kernel("aten::split_copy", "Tensor_out", {x, two, axis, list, list});
        b.kernel("aten::neg", "out", {right, out, out});
        QCOMPARE(edgesOf(b.plan), QStringList({"0/0>0/1:self", "v0>0/0:self"}));
        const auto model = planGraph(b.plan);
        const auto made = model->outputs(model->node(graph::NodeId(0U)));
        QCOMPARE(made.size(), std::size_t{1});
        QVERIFY(made[0].kind == graph::ValueKind::List);
        QCOMPARE(model->values(made[0]).size(), std::size_t{2});
        QCOMPARE(model->value(model->values(made[0])[1]).element, 1);
    }

    /// Back to the beginning of a loop, and ahead over a branch.
    void jumps() {
        Builder b;
        const ValueIndex x = b.tensor(0, {6}), a = b.tensor(64, {6}), c = b.tensor(128, {6}), yes = b.value(true);
        b.plan.inputs = {x, yes};
        b.kernel("aten::relu", "out", {x, a, a});
        b.add(JumpFalseCall{yes, 3});
        b.kernel("aten::neg", "out", {a, c, c});
        b.add(JumpFalseCall{yes, 0});
        b.add(JumpFalseCall{yes, 99});  // leads nowhere
        QCOMPARE(edgesOf(b.plan), QStringList({"0/0>0/2:self", "0/1>0/3:from_jump", "0/3>0/0:from_jump", "v0>0/0:self",
                                               "v3>0/1:condition", "v3>0/3:condition", "v3>0/4:condition"}));
    }

    void writtenInPlace() {
        Builder b;
        const ValueIndex to = b.tensor(0, {4, 3}), from = b.tensor(64, {3}), index = b.value(std::int64_t{0});
        b.plan.inputs = {from};
        b.plan.outputs = {to};
        b.kernel("executorch_prim::et_copy_index", "tensor", {to, from, index});
        const auto model = planGraph(b.plan);
        QCOMPARE(model->arguments(model->node(graph::NodeId(0U))).size(), std::size_t{3});
        QVERIFY(model->value(model->top().outputs[0].argument.value()).producer == graph::NodeId(0U));
    }

    /// A delegate takes x and the view of what the kernel made, and makes `out`; in the second plan the place is free: it makes
    /// both.
    void whatDelegatesTake_data() {
        QTest::addColumn<bool>("readBefore");
        QTest::addColumn<bool>("readLater");
        QTest::addColumn<int>("taken");
        QTest::newRow("nobody named it: a view") << false << false << 2;
        QTest::newRow("named before: free memory") << true << false << 1;
        QTest::newRow("named later: still there") << true << true << 2;
    }
    void whatDelegatesTake() {
        QFETCH(bool, readBefore);
        QFETCH(bool, readLater);
        QFETCH(int, taken);
        Builder b;
        const ValueIndex x = b.tensor(0, {6}), made = b.tensor(64, {6}), view = b.tensor(64, {2, 3}), out = b.tensor(128, {6});
        const ValueIndex other = b.tensor(192, {6});
        b.plan.inputs = {x};
        b.plan.delegates.emplace_back();
        b.kernel("aten::relu", "out", {x, made, made});
        if (readBefore) b.kernel("aten::neg", "out", {made, other, other});
        b.add(DelegateCall{0, {x, view, out}});
        if (readLater) b.kernel("aten::abs", "out", {made, other, other});
        const auto model = planGraph(b.plan);
        const graph::NodeId call = model->findNode(readBefore ? "0/2" : "0/1");
        QCOMPARE(static_cast<int>(model->arguments(model->node(call)).size()), taken);
        QCOMPARE(static_cast<int>(model->outputs(model->node(call)).size()), 3 - taken);
    }

    /// A larger value was written over it: what lay there is gone.
    void whatWasWrittenOver() {
        Builder b;
        const ValueIndex x = b.tensor(0, {6}), small = b.tensor(64, {2}), large = b.tensor(60, {4}), same = b.tensor(64, {2});
        const ValueIndex out = b.tensor(256, {2});
        b.plan.inputs = {x};
        b.kernel("aten::relu", "out", {x, small, small});
        b.kernel("aten::abs", "out", {x, large, large});
        b.kernel("aten::neg", "out", {same, out, out});
        QCOMPARE(edgesOf(b.plan), QStringList({"v0>0/0:self", "v0>0/1:self", "v3>0/2:self"}));
    }

    /// What was read through a view is free, too: the second delegate writes there.
    void aPlaceThatAViewReadIsFree() {
        Builder b;
        const ValueIndex x = b.tensor(0, {6}), made = b.tensor(64, {6}), view = b.tensor(64, {2, 3}), a = b.tensor(128, {6});
        const ValueIndex again = b.tensor(64, {3, 2});
        b.plan.inputs = {x};
        b.plan.delegates.emplace_back();
        b.kernel("aten::relu", "out", {x, made, made});
        b.kernel("aten::neg", "out", {view, a, a});
        b.add(DelegateCall{0, {x, again}});
        const auto model = planGraph(b.plan);
        const graph::Node& call = model->node(model->findNode("0/2"));
        QCOMPARE(model->arguments(call).size(), std::size_t{1});
        QCOMPARE(model->outputs(call).size(), std::size_t{1});
    }

    void indicesThatNameNothing() {
        Builder b;
        const ValueIndex list = b.value(TensorList{{-1, 77, INT32_MAX}});
        b.plan.inputs = {-5, 1 << 30};
        b.kernel("aten::cat", "out", {list, 99, -7, 1 << 30});
        b.add(MoveCall{-3, INT32_MAX});
        b.add(DelegateCall{-1, {-1, INT32_MIN}});
        QVERIFY(planGraph(b.plan)->nodeCount() == 3);
    }
};

ETSCOPE_TEST(TestPlanGraph)
#include "tst_plan_graph.moc"
