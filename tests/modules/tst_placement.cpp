// Guests: nodes that stand in a module that is not their own, and why.
#include <QtTest>

#include "graph/compare_text.h"
#include "graph/model_builder.h"
#include "modules/hierarchy.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::graph;
using namespace etscope::modules;
using test::kNoModule;
using test::ModelBuilder;

namespace {

/// What the guest of that name is told about itself; empty: no guest.
std::string toldAt(const GraphIndex& index, std::string_view node) {
    const Guest* guest = index.hierarchy().guest(index.model().findNode(node));
    return guest == nullptr ? std::string() : guestText(index.model(), *guest).text();
}

/// Layers that each add a position of their own, which the model makes before all of them; the first has none.
ModelBuilder positions(int count) {
    ModelBuilder m;
    ValueId x = m.input("x");
    m.shape(ScalarType::I64, {});
    const ValueId position = m.input("position");
    std::vector<ValueId> places{m.input("start")};
    for (int i = 1; i < count; ++i) {
        const std::string n = std::to_string(i);
        places.push_back(
            m.node("clone" + n, "torch.ops.aten.clone.default", {m.node("select" + n, "torch.ops.aten.select.int", {position})}));
    }
    m.shape(ScalarType::F32, {2, 4});
    for (int i = 0; i < count; ++i) {
        m.in("layers." + std::to_string(i) + " Block");
        x = m.node("add" + std::to_string(i), "torch.ops.aten.add.Tensor", {x, places[static_cast<std::size_t>(i)]});
    }
    m.in("");
    m.output(x);
    return m;
}

}  // namespace

class TestPlacement : public QObject {
    Q_OBJECT
private slots:
    void quantisePairsStandWithTheirOperators() {
        ModelBuilder m;
        ValueId x = m.input("x");
        m.in(kNoModule);
        const ValueId weight = m.node("w", "dequantize_per_channel", {m.input("p", graph::InputKind::Parameter, "p")});
        x = m.node("dq", "dequantize_per_tensor", {m.node("q", "quantize_per_tensor", {x})});
        m.in("stem.0 Conv2d");
        x = m.node("conv", "convolution", {x, weight});
        m.in(kNoModule);
        x = m.node("q1", "quantize_per_tensor", {x});
        const ValueId left = m.node("dq1", "dequantize_per_tensor", {x}), right = m.node("dq2", "dequantize_per_tensor", {x});
        m.in("a A");
        const ValueId a = m.node("relu", "relu", {left});
        m.in("b B");
        const ValueId b = m.node("tanh", "tanh", {right});
        m.in("");
        m.output(m.node("add", "add", {a, b}));
        const auto index = m.index();
        COMPARE_TEXT(test::treeText(*index),
                     "root 1/10: add\n"
                     "  stem.0 [Conv2d] 5/5: w q dq conv q1\n"
                     "  a [A] 2/2: dq1 relu\n"
                     "  b [B] 2/2: dq2 tanh\n");
        QCOMPARE(toldAt(*index, "w"), std::string("placed here because only convolution conv uses it"));
        QCOMPARE(toldAt(*index, "q"), std::string("placed here because only dequantize_per_tensor dq uses it"));
        QCOMPARE(toldAt(*index, "q1"), std::string("placed here because it takes what convolution conv makes"));
        QCOMPARE(toldAt(*index, "conv"), std::string());
    }

    /// A module stays whole when what passes put in lies between its parts.
    void noPartsForWhatPassesPutIn() {
        ModelBuilder m;
        m.in("a A");
        ValueId x = m.node("a1", "op", {m.input("x")});
        m.in(kNoModule);
        x = m.node("between", "op", {x});
        m.in("a A");
        m.output(m.node("a2", "op", {x}));
        COMPARE_TEXT(test::treeText(*m.index()), "root 0/3\n  a [A] 3/3: a1 between a2\n");
    }

    void usersInSeveralModules() {
        ModelBuilder m;
        const ValueId x = m.input("x");
        m.in(kNoModule);
        const ValueId inner = m.node("inner", "op", {x}), outer = m.node("outer", "op", {x});
        m.in("block Block;block.a A");
        const ValueId a = m.node("a", "op", {inner, outer});
        m.in("block Block;block.b B");
        const ValueId b = m.node("b", "op", {inner, a});
        m.in("other Other");
        m.output(m.node("c", "op", {b, outer}));
        const auto index = m.index();
        COMPARE_TEXT(test::treeText(*index),
                     "root 1/5: outer\n"
                     "  block [Block] 1/3: inner\n"
                     "    a [A] 1/1: a\n"
                     "    b [B] 1/1: b\n"
                     "  other [Other] 1/1: c\n");
        QCOMPARE(toldAt(*index, "inner"), std::string("placed here because only op a and 1 more use it"));
        QCOMPARE(toldAt(*index, "outer"), std::string());
    }

    /// What prepares an input for one layer stands in it, and does not tell the layers apart.
    void positionsStandInTheirLayers() {
        const auto index = positions(5).index();
        const Hierarchy& hierarchy = index->hierarchy();
        COMPARE_TEXT(test::treeText(*index),
                     "root 0/13\n"
                     "  layers.0 [Block] 1/1 like layers 1 … 4: add0\n"
                     "  layers.1 [Block] 3/3 like layers 0 … 4: select1 clone1 add1\n"
                     "  layers.2 [Block] 3/3 like layers 0 … 4: select2 clone2 add2\n"
                     "  layers.3 [Block] 3/3 like layers 0 … 4: select3 clone3 add3\n"
                     "  layers.4 [Block] 3/3 like layers 0 … 3: select4 clone4 add4\n");
        QCOMPARE(index->blocks().restOf(hierarchy.findPath("layers.0")).size(), std::size_t{4});
        QCOMPARE(toldAt(*index, "clone3"), std::string("placed here because only aten.add add3 uses it"));
    }

    /// The model's own work is never moved; nor is what prepares something for a module without a number.
    void ownWorkStays() {
        ModelBuilder m;
        m.shape(ScalarType::I64, {2});
        const ValueId mask = m.node("mask", "op", {m.input("lengths")});
        m.shape(ScalarType::F32, {2, 4});
        const ValueId x = m.input("x");
        const ValueId weight = m.node("scale", "op", {m.input("p", graph::InputKind::Parameter, "p")});
        m.in("encoder Encoder");
        const ValueId y = m.node("y", "op", {x, mask});
        m.in("");
        const ValueId z = m.node("z", "op", {y});
        m.in("layers.0 Block");
        m.output(m.node("n", "op", {z, weight}));
        COMPARE_TEXT(test::treeText(*m.index()),
                     "root 3/5: mask scale z\n"
                     "  encoder [Encoder] 1/1: y\n"
                     "  layers.0 [Block] 1/1: n\n");
    }
};

ETSCOPE_TEST(TestPlacement)
#include "tst_placement.moc"
