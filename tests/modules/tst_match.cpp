// Which node of one graph is which of another, and what changed.
#include <QtTest>

#include "graph/model_builder.h"
#include "modules/match.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::graph;
using namespace etscope::modules;
using test::ModelBuilder;

namespace {

constexpr const char* kAdd = "torch.ops.aten.add.Tensor";
constexpr const char* kRelu = "torch.ops.aten.relu.default";
constexpr const char* kGelu = "torch.ops.aten.gelu.default";

std::string nameOf(std::string_view word, std::size_t number) {
    return std::string(word) + (number == 0 ? "" : "_" + std::to_string(number));
}

/// Blocks of relu and add, numbered as exporters number them; before block `extra` there is a gelu.
std::shared_ptr<const GraphModel> chain(std::size_t blocks, std::size_t extra = SIZE_MAX, bool modules = true) {
    ModelBuilder m;
    ValueId x = m.input("x");
    for (std::size_t i = 0; i < blocks; ++i) {
        if (modules) m.in("layers." + std::to_string(i) + " Block");
        if (i == extra) x = m.node("gelu", kGelu, {x});
        const ValueId y = m.node(nameOf("relu", i), kRelu, {x});
        x = m.node(nameOf("add", i), kAdd, {x, y});
    }
    m.output(x);
    return m.finish();
}

struct Told {
    std::size_t added = 0, removed = 0, changed = 0;
    friend bool operator==(const Told&, const Told&) = default;
};

Told tell(const GraphModel& left, const GraphModel& right) {
    const auto match = matchGraphs(left, right, {});
    if (!match) qFatal("cancelled");
    Told told;
    for (const NodeId node : match->leftOf) told.added += node.valid() ? 0U : 1U;
    for (std::uint32_t n = 0; n < left.nodeCount(); ++n) {
        const bool matched = match->rightOf[n].valid();
        told.removed += matched ? 0U : 1U;
        told.changed += matched && !changesOf(left, right, *match, NodeId(n)).empty() ? 1U : 0U;
    }
    return told;
}

}  // namespace

class TestMatch : public QObject {
    Q_OBJECT
private slots:
    /// What a person says comes before all else; what hangs together with a doubtful pair is as doubtful.
    void byHand() {
        const auto left = chain(4), right = chain(4);
        const NodeId a = left->findNode("relu"), b = right->findNode("relu_2");
        QVERIFY(a.valid() && b.valid());
        const std::vector<NodePair> pairs{{a, b}, {a, right->findNode("relu_1")}};
        const auto match = matchGraphs(*left, *right, {}, pairs);
        QVERIFY(match && match->rightOf[a.index()] == b && match->leftOf[b.index()] == a);
        QVERIFY(match->by[a.index()] == MatchedBy::Hand && isCertain(MatchedBy::Hand));
        std::size_t matched = 0;
        for (std::uint32_t n = 0; n < left->nodeCount(); ++n) {
            QCOMPARE(match->rightOf[n].valid(), match->by[n] != MatchedBy::None);
            matched += match->rightOf[n].valid() ? 1U : 0U;
        }
        QCOMPARE(matched, match->matched);
    }

    void equalGraphs() {
        QVERIFY(tell(*chain(30), *chain(30)) == (Told{0, 0, 0}));
        QVERIFY(tell(*chain(30, SIZE_MAX, false), *chain(30, SIZE_MAX, false)) == (Told{0, 0, 0}));
        QVERIFY(tell(*ModelBuilder().finish(), *ModelBuilder().finish()) == (Told{0, 0, 0}));
    }

    /// A node put in: its two consumers take something else, and that is all.
    /// Keys of a module stack may be addresses, which are others in each export.
    void keysOfModules() {
        const auto block = [](const char* stack) {
            ModelBuilder m;
            m.in(stack);
            m.output(m.node("relu", kRelu, {m.input("x")}));
            return m.finish();
        };
        QVERIFY(tell(*block("L['self'],,M;139895632987728,c,Conv"), *block("L['self'],,M;139895604295440,c,Conv")) == Told());
        QVERIFY(tell(*block("L['self'],,M;1,c,Conv"), *block("L['self'],,M;1,d,Conv")).changed == 1);
    }
    void anInsertedNode() {
        QVERIFY(tell(*chain(30), *chain(30, 7)) == (Told{1, 0, 2}));
        QVERIFY(tell(*chain(30, 7), *chain(30)) == (Told{0, 1, 2}));
    }

    /// A new operator before others of its kind moves all their numbers; nothing else changes.
    void numbersThatMove() {
        const auto build = [](bool extra) {
            ModelBuilder m;
            ValueId x = m.input("x"), y = m.input("y");
            std::size_t number = 0;
            if (extra) m.output(m.node(nameOf("add", number++), kAdd, {y, y}));
            for (std::size_t i = 0; i < 20; ++i) {
                m.shape(ScalarType::F32, {static_cast<std::int64_t>(i + 1)});
                x = m.node(nameOf("add", number++), kAdd, {x, x});
            }
            m.output(x);
            return m.finish();
        };
        QVERIFY(tell(*build(false), *build(true)) == (Told{1, 0, 0}));
    }

    void aReplacedOperator() {
        ModelBuilder a, b;
        const ValueId x = a.input("x"), y = b.input("x");
        const ValueId p = a.node("add", kAdd, {x, x}), q = b.node("add", kAdd, {y, y});
        a.output(a.node("relu", kRelu, {p}));
        b.output(b.node("gelu", kGelu, {q}));
        const auto left = a.finish(), right = b.finish();
        const auto match = matchGraphs(*left, *right, {});
        QCOMPARE(match->matched, std::size_t(2));
        const auto changes = changesOf(*left, *right, *match, NodeId(1U));
        QCOMPARE(changes.size(), std::size_t(1));
        QVERIFY((changes[0] == FieldChange{"target", kRelu, kGelu}));
    }

    /// One taken away at the start, another put in at the end: not one node that went round.
    void nodesStayInPlace() {
        const auto build = [](std::int64_t first) {
            ModelBuilder m;
            ValueId x = m.input("x");
            for (std::int64_t i = first; i < first + 4; ++i)
                x = m.node(nameOf("relu", static_cast<std::size_t>(i - first)), kRelu,
                           std::vector<Argument>{ModelBuilder::valueArgument(x), ModelBuilder::intArgument(i)});
            m.output(x);
            return m.finish();
        };
        QVERIFY(tell(*build(1), *build(2)) == (Told{1, 1, 1}));
        QVERIFY(tell(*build(1), *build(9)) == (Told{0, 0, 4}));  // all of them changed, where they are
    }

    void fieldsOfANode() {
        const auto build = [](std::int64_t dim, const char* weight, ScalarType type) {
            ModelBuilder m;
            const ValueId x = m.input("x"), w = m.input("p_weight", graph::InputKind::Parameter, weight);
            m.shape(type, {4});
            m.output(m.node("sum", "torch.ops.aten.sum.dim",
                            std::vector<Argument>{ModelBuilder::valueArgument(x), ModelBuilder::valueArgument(w),
                                                  ModelBuilder::intArgument(dim)}));
            return m.finish();
        };
        const auto left = build(1, "a.weight", ScalarType::F32), right = build(-1, "b.weight", ScalarType::F16);
        const auto match = matchGraphs(*left, *right, {});
        const auto changes = changesOf(*left, *right, *match, NodeId(0U));
        QCOMPARE(changes.size(), std::size_t(3));
        QCOMPARE(changes[0].left + " " + changes[0].right, std::string("a.weight b.weight"));
        QCOMPARE(changes[1].left + " " + changes[1].right, std::string("1 -1"));
        QCOMPARE(changes[2].left + " " + changes[2].right, std::string("f32[4] f16[4]"));
    }

    void nodesInNestedGraphs() {
        const auto build = [](const char* inner) {
            ModelBuilder m;
            const ValueId x = m.input("x");
            const GraphId branch = m.nested("true_graph");
            m.into(branch);
            const ValueId y = m.input("arg");
            m.output(m.node("inner", inner, {y}));
            m.into(GraphId(0U));
            m.output(m.node("cond", "torch.ops.higher_order.cond",
                            std::vector<Argument>{ModelBuilder::valueArgument(x), ModelBuilder::graphArgument(branch)}));
            return m.finish();
        };
        QVERIFY(tell(*build(kRelu), *build(kRelu)) == (Told{0, 0, 0}));
        QVERIFY(tell(*build(kRelu), *build(kGelu)).added == 1);
    }

    /// Work in proportion to the nodes: 20,000 of them with one in the middle put in.
    void largeGraphs() { QVERIFY(tell(*chain(10'000), *chain(10'000, 5'000)) == (Told{1, 0, 2})); }

    void cancelled() {
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(!matchGraphs(*chain(3), *chain(3), {stop.get_token(), {}}));
    }
};

ETSCOPE_TEST(TestMatch)
#include "tst_match.moc"
