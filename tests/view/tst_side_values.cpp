// What is shown as flags where it is read in place of edges: values with many readers, side values far away, what a switch says.
#include <QtTest>
#include <algorithm>

#include "graph/compare_text.h"
#include "graph/model_builder.h"
#include "support/test_case.h"
#include "view/view_text.h"

using namespace etscope;
using namespace etscope::graph;
using namespace etscope::modules;
using namespace etscope::view;
using test::makeView;
using test::ModelBuilder;
using test::viewText;

class TestSideValues : public QObject {
    Q_OBJECT
private slots:
    void fanOut_data();
    void fanOut();
    void sideValuesAreFlagsFarAway();
    void theTrunkIsDrawn();
    void stubsAndEdgesBySwitch();
};

namespace {

/// Two blocks over x: each multiplies by rows of a table, which are taken at a position, and adds what it was given.
std::shared_ptr<const GraphIndex> ropeModel() {
    ModelBuilder m;
    const ValueId table = m.input("b_rope", graph::InputKind::Buffer, "rope.cos"), position = m.input("position");
    ValueId x = m.input("x");
    const ValueId rope = m.node("rows", "torch.ops.aten.index.Tensor", {table, position});
    for (int i = 0; i < 2; ++i) {
        m.in("layers." + std::to_string(i) + " models.Block");
        const std::string id = std::to_string(i);
        const ValueId wq = m.node("wq" + id, "torch.ops.aten.linear.default", {x});
        const ValueId turned = m.node("turn" + id, "torch.ops.aten.mul.Tensor", {wq, rope});
        x = m.node("add" + id, "torch.ops.aten.add.Tensor", {x, turned});
    }
    m.output(x);
    return m.index();
}

}  // namespace

void TestSideValues::fanOut_data() {
    QTest::addColumn<int>("users");
    QTest::addColumn<int>("groups");  ///< the users are spread over so many, all open
    QTest::addColumn<bool>("stub");
    QTest::newRow("8 users") << 8 << 1 << false;
    QTest::newRow("9 users") << 9 << 1 << true;
    QTest::newRow("3 groups") << 3 << 3 << false;
    QTest::newRow("4 groups") << 4 << 4 << true;
}

/// look.md: fan-out > 8 and values that cross > 3 groups are stubs.
void TestSideValues::fanOut() {
    QFETCH(int, users);
    QFETCH(int, groups);
    QFETCH(bool, stub);
    ModelBuilder m;
    const ValueId x = m.input("mask");
    for (int i = 0; i < users; ++i) {
        if (groups > 1) m.in("g" + std::to_string(i % groups) + " G" + std::to_string(i % groups));
        m.node("n" + std::to_string(i), "torch.ops.aten.linear.default", {x});
    }
    const auto index = m.index();
    const auto view = makeView(index, test::everythingOpen(*index));
    VERIFY_VIEW(*view);
    const auto count = static_cast<std::size_t>(users);
    QCOMPARE(view->edges().size(), stub ? 0 : count);
    QCOMPARE(view->stubs().size(), stub ? count + 1 : 0);
    if (!stub) return;
    const Stub& producer = view->stubs().back();
    QVERIFY(producer.atProducer);
    QCOMPARE(producer.uses, static_cast<std::uint32_t>(users));
    COMPARE_TEXT(producer.text, "mask → " + std::to_string(users));
    COMPARE_TEXT(view->stubs().front().text, "mask");
}

/// Rows of a table that both blocks read are flags there, called as the table is; who takes the position nearby has an edge.
void TestSideValues::sideValuesAreFlagsFarAway() {
    const auto index = ropeModel();
    for (const auto& view : {makeView(index, test::everythingOpen(*index)), makeView(index)}) {
        VERIFY_VIEW(*view);
        const std::string text = viewText(*view);
        QVERIFY2(text.find("position -> rows (position)") != std::string::npos, text.c_str());
        QVERIFY2(text.find("rows ->") == std::string::npos, text.c_str());
        QVERIFY2(text.find("producer at rows: cos → 2") != std::string::npos, text.c_str());
        QCOMPARE(std::ranges::count_if(view->stubs(), [](const Stub& stub) { return !stub.atProducer && stub.text == "cos"; }), 2);
    }
    ViewOptions edges;
    edges.drawnAsEdges.insert(index->model().valueCount() > 3 ? makeView(index)->stubs().back().value : ValueId());
    QVERIFY(viewText(*makeView(index, edges)).find("rows ->") != std::string::npos);
}

/// What is worked on, block by block, and what bypasses the work are edges, however far they go.
void TestSideValues::theTrunkIsDrawn() {
    const auto index = ropeModel();
    const std::string text = viewText(*makeView(index, test::everythingOpen(*index)));
    for (const char* edge : {"x -> wq0 (x)", "x -> add0 (x)", "add0 -> wq1 (add0)", "add0 -> add1 (add0)"})
        QVERIFY2(text.find(edge) != std::string::npos, text.c_str());
}

void TestSideValues::stubsAndEdgesBySwitch() {
    ModelBuilder m;
    const ValueId w = m.input("p_w", graph::InputKind::Parameter, "w"), x = m.input("x");
    for (int i = 0; i < 9; ++i) m.node("n" + std::to_string(i), "torch.ops.aten.linear.default", {x, w});
    const auto index = m.index();
    QCOMPARE(makeView(index)->edges().size(), std::size_t{0});
    ViewOptions edges;
    edges.drawnAsEdges.insert(x);
    const auto drawn = makeView(index, edges);
    QCOMPARE(drawn->edges().size(), std::size_t{9});
    QCOMPARE(drawn->stubs().size(), std::size_t{9});
    ViewOptions stubs;
    stubs.fanOutLimit = 100;
    stubs.drawnAsStubs.insert(x);
    const auto flagged = makeView(index, stubs);
    QCOMPARE(flagged->edges().size(), std::size_t{0});
    QCOMPARE(flagged->stubs().size(), std::size_t{19});
    VERIFY_VIEW(*drawn);
    VERIFY_VIEW(*flagged);
}

ETSCOPE_TEST(TestSideValues)
#include "tst_side_values.moc"
