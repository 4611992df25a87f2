// What depends on what: upstream, downstream, between two nodes, through nested graphs.
#include <QtTest>
#include <set>

#include "graph/compare_text.h"
#include "graph/fixture_graphs.h"
#include "graph/model_builder.h"
#include "support/test_case.h"
#include "view/trace.h"

using namespace etscope;
using namespace etscope::graph;
using namespace etscope::modules;
using namespace etscope::view;
using test::ModelBuilder;

class TestTrace : public QObject {
    Q_OBJECT
private slots:
    void diamond_data();
    void diamond();
    void stepByStep();
    void severalStarts();
    void nothing();
    void between();
    void consumers();
    void nestedGraphsCountWhole();
    void deepChain();
    void upAndDownAgree();
};

namespace {

/// x → a → b, c → d; a separate e; b writes into f after d.
struct Diamond {
    ModelBuilder m;
    std::shared_ptr<const GraphIndex> index;
    ValueId a;

    Diamond() {
        const ValueId x = m.input("x");
        a = m.node("a", "op", {x});
        const ValueId b = m.node("b", "op", {a}), c = m.node("c", "op", {a}), d = m.node("d", "op", {b, c});
        m.node("e", "op", {x});
        m.node("f", "op", {m.listArgument({d, b})});
        index = m.index();
    }
    NodeId node(std::string_view id) const { return index->model().findNode(id); }
    std::string names(const std::vector<NodeId>& nodes) const { return test::nodeNames(index->model(), nodes); }
    std::string from(std::string_view id, TraceDirection direction) const {
        const NodeId start = node(id);
        return names(trace(*index, std::span(&start, 1), direction));
    }
};

}  // namespace

void TestTrace::diamond_data() {
    QTest::addColumn<QString>("start");
    QTest::addColumn<QString>("up");
    QTest::addColumn<QString>("down");
    QTest::newRow("a") << "a"
                       << "a"
                       << "a b c d f";
    QTest::newRow("b") << "b"
                       << "a b"
                       << "b d f";
    QTest::newRow("c") << "c"
                       << "a c"
                       << "c d f";
    QTest::newRow("d") << "d"
                       << "a b c d"
                       << "d f";
    QTest::newRow("e") << "e"
                       << "e"
                       << "e";
    QTest::newRow("f") << "f"
                       << "a b c d f"
                       << "f";
}

void TestTrace::diamond() {
    const Diamond diamond;
    QFETCH(QString, start);
    const std::string id = start.toStdString();
    QTEST(QString::fromStdString(diamond.from(id, TraceDirection::Up)), "up");
    QTEST(QString::fromStdString(diamond.from(id, TraceDirection::Down)), "down");
}

void TestTrace::stepByStep() {
    const Diamond diamond;
    const NodeId a = diamond.node("a"), f = diamond.node("f");
    const auto names = [&](const NodeId& from, TraceDirection direction, std::uint32_t hops) {
        return diamond.names(trace(*diamond.index, std::span(&from, 1), direction, hops));
    };
    QCOMPARE(names(a, TraceDirection::Down, 0), std::string("a"));
    QCOMPARE(names(a, TraceDirection::Down, 1), std::string("a b c"));
    QCOMPARE(names(a, TraceDirection::Down, 2), std::string("a b c d f"));
    QCOMPARE(names(f, TraceDirection::Up, 1), std::string("b d f"));
    QCOMPARE(names(f, TraceDirection::Up, kAllHops), std::string("a b c d f"));
}

void TestTrace::severalStarts() {
    const Diamond diamond;
    const std::vector<NodeId> starts{diamond.node("e"), diamond.node("c"), diamond.node("e")};
    COMPARE_TEXT(diamond.names(trace(*diamond.index, starts, TraceDirection::Down)), "c d e f");
    COMPARE_TEXT(diamond.names(trace(*diamond.index, starts, TraceDirection::Up)), "a c e");
}

void TestTrace::nothing() {
    const Diamond diamond;
    QVERIFY(trace(*diamond.index, {}, TraceDirection::Down).empty());
    const std::vector<NodeId> invalid{NodeId()};
    QVERIFY(trace(*diamond.index, invalid, TraceDirection::Up).empty());
}

void TestTrace::between() {
    const Diamond diamond;
    const auto names = [&](const char* from, const char* to) {
        return diamond.names(traceBetween(*diamond.index, diamond.node(from), diamond.node(to)));
    };
    COMPARE_TEXT(names("a", "d"), "a b c d");
    COMPARE_TEXT(names("c", "f"), "c d f");
    COMPARE_TEXT(names("d", "d"), "d");
    COMPARE_TEXT(names("d", "a"), "");
    COMPARE_TEXT(names("a", "e"), "");
}

void TestTrace::consumers() {
    const Diamond diamond;
    COMPARE_TEXT(diamond.names(consumersOf(*diamond.index, diamond.a)), "b c");
    COMPARE_TEXT(diamond.names(consumersOf(*diamond.index, ValueId(std::uint32_t{0}))), "a e");
}

/// From the inside the way goes on at the node that holds the graph; reaching that node reaches all that is inside.
void TestTrace::nestedGraphsCountWhole() {
    ModelBuilder m;
    const ValueId before = m.node("before", "op", {m.input("x")});
    const GraphId yes = m.nested("yes"), no = m.nested("no"), deep = m.nested("deep");
    m.into(deep);
    m.node("deep_node", "op", {m.input("d")});
    m.into(yes);
    m.node("yes_node", "op", {m.input("a")});
    m.into(no);
    const ValueId first = m.node("no_first", "op", {m.input("b")});
    m.node("no_cond", "op", {ModelBuilder::valueArgument(first), ModelBuilder::graphArgument(deep)});
    m.into(GraphId(std::uint32_t{0}));
    const ValueId cond = m.node(
        "cond", "op", {ModelBuilder::valueArgument(before), ModelBuilder::graphArgument(yes), ModelBuilder::graphArgument(no)});
    m.node("after", "op", {cond});
    const auto index = m.index();
    const auto& model = index->model();
    const auto sorted = [&](std::string_view path, TraceDirection direction) {
        const NodeId start = model.findNode(path);
        std::set<std::string> names;
        for (const NodeId node : trace(*index, std::span(&start, 1), direction)) names.emplace(model.text(model.node(node).id));
        return names;
    };
    const std::set<std::string> body{"cond", "yes_node", "no_first", "no_cond", "deep_node"};
    std::set<std::string> up = body, down = body;
    up.insert("before");
    down.insert("after");
    QCOMPARE(sorted("cond/no/no_cond/deep/deep_node", TraceDirection::Up), up);
    QCOMPARE(sorted("cond/no/no_cond/deep/deep_node", TraceDirection::Down), down);
    QCOMPARE(sorted("cond", TraceDirection::Up), up);
    up.insert("after");
    QCOMPARE(sorted("after", TraceDirection::Up), up);
}

void TestTrace::deepChain() {
    ModelBuilder m;
    ValueId value = m.input("x");
    for (int i = 0; i < 200'000; ++i) value = m.node("n" + std::to_string(i), "op", {value});
    const auto index = m.index();
    const NodeId last = index->model().value(value).producer;
    QCOMPARE(trace(*index, std::span(&last, 1), TraceDirection::Up).size(), std::size_t{200'000});
}

/// On every graph: a is upstream of b exactly when b is downstream of a.
void TestTrace::upAndDownAgree() {
    for (const auto& stage : test::fixtureStages()) {
        const auto index = test::fixtureIndex(stage);
        const auto count = static_cast<std::uint32_t>(index->model().nodeCount());
        std::vector<std::vector<bool>> reaches(count, std::vector<bool>(count, false));
        for (std::uint32_t n = 0; n < count; ++n) {
            const NodeId node(n);
            for (const NodeId down : trace(*index, std::span(&node, 1), TraceDirection::Down)) reaches[n][down.index()] = true;
        }
        for (std::uint32_t n = 0; n < count; ++n) {
            const NodeId node(n);
            std::vector<bool> up(count, false);
            for (const NodeId id : trace(*index, std::span(&node, 1), TraceDirection::Up)) up[id.index()] = true;
            for (std::uint32_t k = 0; k < count; ++k) QVERIFY2(up[k] == reaches[k][n], stage.name().c_str());
        }
    }
}

ETSCOPE_TEST(TestTrace)
#include "tst_trace.moc"
