// Small drawings checked by hand: places, nesting, routes, directions, input checks.
#include <QtTest>

#include "layout/drawing.h"
#include "layout/families.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::layout;

class TestLayout : public QObject {
    Q_OBJECT
private slots:
    void nothing();
    void oneNode();
    void chain();
    void chainOfDifferentSizes();
    void diamond();
    void longEdgePassesNodes();
    void residualsPassAtTheLeft_data();
    void residualsPassAtTheLeft();
    void backboneIsStraight();
    void manyUsersPullTheirProducerDown();
    void wideRanksGiveWhatCanStandLower();
    void componentsStandApart();
    void oneValueLeavesAtOnePlace();
    void argumentsFromLeftToRight_data();
    void argumentsFromLeftToRight();
    void edgesEndAtTheCore();
    void labelsWidenTheGap();
    void tracksWidenTheGap();
    void sourcesStandAboveWhatTheyFeed();
    void whatHasNoEdgesStandsAboveTallGroups();
    void whatOnlyFlagsLeadOnFromStandsAboveTallGroups();
    void portsTakeTheRoomOfTheFrame();
    void selfEdgeIsNotDrawn();
    void backEdgeRunsFromSourceToTarget();
    void leftRightIsTopDownTurned_data();
    void leftRightIsTopDownTurned();
    void familiesHaveCleanRoutes_data();
    void familiesHaveCleanRoutes();
    void invalidInput_data();
    void invalidInput();
};

void TestLayout::nothing() {
    const LayoutResult result = laidOut({});
    QVERIFY(result.nodes.empty());
    QVERIFY(result.paths.empty());
    QCOMPARE(result.bounds.width, 0.0);
    QCOMPARE(result.bounds.height, 0.0);
}

void TestLayout::oneNode() {
    Drawing drawing;
    drawing.node({136, 44});
    const LayoutResult result = laidOut(drawing.input);
    QVERIFY((result.nodes[0] == Point{0, 0}));
    QVERIFY((result.bounds == Rect{0, 0, 136, 44}));
}

void TestLayout::chain() {
    Drawing drawing;
    for (int i = 0; i < 3; ++i) drawing.node();
    drawing.edge(0, 1, 0);
    drawing.edge(1, 2, 1);
    const LayoutResult result = laidOut(drawing.input);
    QVERIFY((result.nodes == std::vector<Point>{{0, 0}, {0, 28 + 18}, {0, 2 * (28 + 18)}}));
    QVERIFY((result.bounds == Rect{0, 0, 120, 3 * 28 + 2 * 18}));
    QCOMPARE(result.paths[0].count, 2U);
    QVERIFY((result.path(0)[0] == Point{60, 28}));
    QVERIFY((result.path(0)[1] == Point{60, 46}));
    QCOMPARE(result.counters.dummies, 0U);
    QCOMPARE(result.counters.crossings, 0U);
}

/// What runs straight on stands on one line, however wide it is.
void TestLayout::chainOfDifferentSizes() {
    Drawing drawing;
    for (const Size size : {Size{120, 28}, Size{300, 44}, Size{160, 30}}) drawing.node(size);
    drawing.edge(0, 1, 0);
    drawing.edge(1, 2, 1);
    const LayoutResult result = laidOut(drawing.input);
    for (std::uint32_t n = 0; n < 3; ++n) QCOMPARE(rectOf(drawing, result, n).centre().x, 150.0);
    for (std::size_t e = 0; e < 2; ++e) QCOMPARE(result.paths[e].count, 2U);
    VERIFY_CLEAN(drawing.input, result);
}

void TestLayout::diamond() {
    const Drawing drawing = diamondOf({120, 28}, {120, 28}, {120, 28}, {120, 28});
    const LayoutResult result = laidOut(drawing.input);
    const Rect top = rectOf(drawing, result, 0), left = rectOf(drawing, result, 1), right = rectOf(drawing, result, 2),
               end = rectOf(drawing, result, 3);
    QCOMPARE(left.y, right.y);
    QVERIFY(top.bottom() < left.y && left.bottom() < end.y);
    QCOMPARE(right.x - left.right(), 24.0);
    QVERIFY(top.centre().x >= left.centre().x && top.centre().x <= right.centre().x);
    QVERIFY(end.centre().x >= left.centre().x && end.centre().x <= right.centre().x);
    QCOMPARE(result.counters.crossings, 0U);
    VERIFY_CLEAN(drawing.input, result);
}

/// A residual over a chain of wide nodes goes around them.
void TestLayout::longEdgePassesNodes() {
    for (const int length : {2, 5, 40}) {
        Drawing drawing;
        for (int i = 0; i <= length + 1; ++i) drawing.node({i % 2 == 0 ? 120.0 : 300.0, 44});
        for (int i = 0; i <= length; ++i)
            drawing.edge(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(i + 1), static_cast<std::uint32_t>(i));
        const auto residual = drawing.edge(0, static_cast<std::uint32_t>(length + 1), 0);
        const LayoutResult result = laidOut(drawing.input);
        QVERIFY(result.paths[residual].count >= 2);
        QVERIFY(!result.paths[residual].reversed);
        VERIFY_CLEAN(drawing.input, result);
        for (const Point& point : result.points) QVERIFY(result.bounds.contains(point));
    }
}

void TestLayout::residualsPassAtTheLeft_data() {
    QTest::addColumn<int>("length");
    QTest::addColumn<bool>("grouped");
    for (const int length : {1, 2, 5, 40})
        for (const bool grouped : {false, true}) QTest::addRow("%d%s", length, grouped ? ", grouped" : "") << length << grouped;
}

/// Whatever order the edges come in, and whichever argument the residual is.
void TestLayout::residualsPassAtTheLeft() {
    QFETCH(int, length);
    QFETCH(bool, grouped);
    for (const bool first : {false, true}) {
        Drawing drawing;
        const std::uint32_t group = grouped ? drawing.group() : 0;
        const auto in = drawing.node();
        std::size_t residual = 0;
        const auto end = static_cast<std::uint32_t>(length) + 1;
        for (int i = 0; i < length; ++i) drawing.node({i % 2 == 0 ? 120.0 : 200.0, 44}, group);
        drawing.node({120, 28}, group);
        if (first) residual = drawing.edge(in, end, 0);
        for (std::uint32_t i = 0; i < end; ++i) drawing.edge(i, i + 1, i);
        if (!first) residual = drawing.edge(in, end, 0);
        drawing.input.edges[residual].argument = first ? 0 : 1;
        const LayoutResult result = laidOut(drawing.input);
        VERIFY_CLEAN(drawing.input, result);
        double left = result.path(residual)[0].x;
        for (const Point& point : result.path(residual)) left = std::min(left, point.x);
        for (std::uint32_t n = 1; n < end; ++n) QVERIFY(left < rectOf(drawing, result, n).x);
    }
}

/// The longest way stands in one column, whatever passes it or hangs on it.
void TestLayout::backboneIsStraight() {
    Drawing drawing;
    for (int i = 0; i < 8; ++i) drawing.node({i % 2 == 0 ? 120.0 : 200.0, 28});
    for (std::uint32_t i = 1; i < 8; ++i) drawing.edge(i - 1, i, i - 1);
    drawing.edge(0, 3, 0);
    drawing.edge(2, 7, 2);
    const auto side = drawing.node({300, 44}), table = drawing.node();
    drawing.edge(3, side, 3);
    drawing.edge(side, 6, 8);
    drawing.edge(table, 5, 9);
    const LayoutResult result = laidOut(drawing.input);
    for (std::uint32_t n = 1; n < 8; ++n) QCOMPARE(rectOf(drawing, result, n).centre().x, rectOf(drawing, result, 0).centre().x);
    VERIFY_CLEAN(drawing.input, result);
}

/// One edge in, three out: the producer stands above its users, so that one line is long instead of three.
void TestLayout::manyUsersPullTheirProducerDown() {
    Drawing drawing;
    for (int i = 0; i < 6; ++i) drawing.node();
    for (std::uint32_t i = 1; i < 6; ++i) drawing.edge(i - 1, i, i - 1);
    const auto shared = drawing.node();
    drawing.edge(0, shared, 0);
    for (int i = 0; i < 3; ++i) {
        const auto user = drawing.node();
        drawing.edge(4, user, 4);
        drawing.edge(shared, user, 6);
    }
    const LayoutResult result = laidOut(drawing.input);
    QCOMPARE(rectOf(drawing, result, shared).y, rectOf(drawing, result, 4).y);
    VERIFY_CLEAN(drawing.input, result);
}

/// Two short ways beside a long one: in the row of all three they would make the drawing wide; where they have little choice, or
/// the row is no wider than others, they stand beside each other.
void TestLayout::wideRanksGiveWhatCanStandLower() {
    const auto ways = [](int length, double width) {
        Drawing drawing;
        const auto source = drawing.node();
        auto last = source;
        for (int i = 0; i < length; ++i) {
            const auto next = drawing.node();
            drawing.edge(last, next, last);
            last = next;
        }
        const auto end = drawing.node();
        drawing.edge(last, end, last);
        for (int i = 0; i < 2; ++i) {
            const auto side = drawing.node({width, 28});
            drawing.edge(source, side, source);
            drawing.edge(side, end, side);
        }
        return drawing;
    };
    const auto rowsOf = [](const Drawing& drawing, const LayoutResult& result) {
        const auto count = static_cast<std::uint32_t>(drawing.input.nodes.size());
        return std::pair(result.nodes[count - 2].y - result.nodes[1].y, result.nodes[count - 1].y - result.nodes[1].y);
    };
    const Drawing longWay = ways(6, 300), shortWay = ways(3, 300);
    const LayoutResult apart = laidOut(longWay.input), beside = laidOut(shortWay.input);
    QVERIFY(rowsOf(longWay, apart).first != rowsOf(longWay, apart).second);
    QCOMPARE(rowsOf(shortWay, beside), std::pair(0.0, 0.0));
    QVERIFY(apart.bounds.width < beside.bounds.width);
    VERIFY_CLEAN(longWay.input, apart);
    VERIFY_CLEAN(shortWay.input, beside);
}

void TestLayout::componentsStandApart() {
    Drawing drawing;
    for (int i = 0; i < 6; ++i) drawing.node();
    drawing.edge(0, 1, 0);
    drawing.edge(2, 3, 1);
    drawing.edge(4, 5, 2);
    const LayoutResult result = laidOut(drawing.input);
    VERIFY_CLEAN(drawing.input, result);
    for (std::uint32_t a = 0; a < 6; a += 2) QCOMPARE(result.paths[a / 2].count, 2U);
}

void TestLayout::oneValueLeavesAtOnePlace() {
    Drawing drawing;
    for (int i = 0; i < 5; ++i) drawing.node();
    for (std::uint32_t i = 1; i < 5; ++i) drawing.edge(0, i, 7);
    const LayoutResult result = laidOut(drawing.input);
    for (std::size_t e = 1; e < 4; ++e) QVERIFY(result.path(e)[0] == result.path(0)[0]);
    VERIFY_CLEAN(drawing.input, result);
    // Two values of one node do not: they could not be told apart.
    drawing.input.edges.clear();
    for (std::uint32_t i = 1; i < 5; ++i) drawing.edge(0, i, i);
    const LayoutResult apart = laidOut(drawing.input);
    for (std::size_t e = 1; e < 4; ++e) QVERIFY(apart.path(e)[0] != apart.path(e - 1)[0]);
    VERIFY_CLEAN(drawing.input, apart);
}

void TestLayout::argumentsFromLeftToRight_data() {
    QTest::addColumn<QList<int>>("producers");
    QTest::newRow("in order") << QList<int>{0, 1, 2};
    QTest::newRow("backwards") << QList<int>{2, 1, 0};
    QTest::newRow("mixed") << QList<int>{1, 2, 0};
}

/// Edges enter a node in the order in which they are given: that of its arguments.
void TestLayout::argumentsFromLeftToRight() {
    QFETCH(QList<int>, producers);
    Drawing drawing;
    for (int i = 0; i < 3; ++i) drawing.node();
    const auto user = drawing.node({160, 44});
    for (const int producer : producers)
        drawing.edge(static_cast<std::uint32_t>(producer), user, static_cast<std::uint32_t>(producer));
    const LayoutResult result = laidOut(drawing.input);
    VERIFY_CLEAN(drawing.input, result);
    for (std::size_t e = 1; e < 3; ++e) QVERIFY(result.path(e - 1).back().x < result.path(e).back().x);
}

/// Stubs hang on a node inside its size; edges end at what is left of it.
void TestLayout::edgesEndAtTheCore() {
    Drawing drawing;
    for (int i = 0; i < 4; ++i) {
        drawing.node({280, 70});
        drawing.input.nodes.back().core = {0, 13, 120, 44};
    }
    drawing.edge(0, 1, 0);
    drawing.edge(0, 2, 0);
    drawing.edge(1, 3, 1);
    drawing.edge(2, 3, 2);
    const LayoutResult result = laidOut(drawing.input);
    VERIFY_CLEAN(drawing.input, result);
    QCOMPARE(result.path(0)[0].y, result.nodes[0].y + 57);
    QCOMPARE(result.path(0).back().y, result.nodes[1].y + 13);
}

void TestLayout::labelsWidenTheGap() {
    Drawing drawing;
    for (int i = 0; i < 3; ++i) drawing.node();
    drawing.edge(0, 1, 0, true);
    drawing.edge(1, 2, 1);
    const LayoutResult result = laidOut(drawing.input);
    QCOMPARE(result.nodes[1].y - (result.nodes[0].y + 28), 26.0);
    QCOMPARE(result.nodes[2].y - (result.nodes[1].y + 28), 18.0);
    drawing.input.spacing.labelGap = 50;
    QCOMPARE(laidOut(drawing.input).nodes[1].y, 28.0 + 50);
}

/// Values that run beside each other between two ranks need a track each, 8 apart.
void TestLayout::tracksWidenTheGap() {
    Drawing drawing;
    for (int i = 0; i < 4; ++i) drawing.node();
    for (std::uint32_t i = 0; i < 2; ++i)
        for (std::uint32_t k = 2; k < 4; ++k) drawing.edge(i, k, i);
    const LayoutResult result = laidOut(drawing.input);
    QVERIFY(result.nodes[2].y - (result.nodes[0].y + 28) >= 18 + 8);
    QCOMPARE(result.counters.crossings, 1U);
    VERIFY_CLEAN(drawing.input, result);
}

/// Beside something tall: at the lower end of the rank, and what nothing takes at the upper end.
void TestLayout::sourcesStandAboveWhatTheyFeed() {
    Drawing drawing;
    for (int i = 0; i < 6; ++i) drawing.node();
    drawing.input.nodes[0].size.height = drawing.input.nodes[4].size.height = 300;
    drawing.edge(0, 2, 0);
    drawing.edge(1, 2, 1);
    drawing.edge(2, 3, 2);
    drawing.edge(3, 4, 3);
    drawing.edge(3, 5, 4);
    const LayoutResult result = laidOut(drawing.input);
    QCOMPARE(result.nodes[1].y + 28, result.nodes[0].y + 300);
    QCOMPARE(result.nodes[5].y, result.nodes[4].y);
    VERIFY_CLEAN(drawing.input, result);
}

void TestLayout::whatHasNoEdgesStandsAboveTallGroups() {
    Drawing drawing;
    for (int i = 0; i < 3; ++i) drawing.node();
    drawing.edge(0, 1, 0);
    QCOMPARE(laidOut(drawing.input).nodes[2].y, laidOut(drawing.input).nodes[0].y);
    drawing.input.nodes[0].size.height = 300;
    const LayoutResult result = laidOut(drawing.input);
    QVERIFY(result.nodes[2].y + 28 < result.nodes[0].y);
    VERIFY_CLEAN(drawing.input, result);
}

/// A chain whose last one has flags; one that leads to others stays beside the groups.
void TestLayout::whatOnlyFlagsLeadOnFromStandsAboveTallGroups() {
    Drawing drawing;
    for (int i = 0; i < 6; ++i) drawing.node();
    for (const std::size_t group : {0U, 1U, 2U}) drawing.input.nodes[group].size.height = 300;
    for (const std::uint32_t from : {0U, 1U, 3U, 4U}) drawing.edge(from, from + 1, from);
    const LayoutResult beside = laidOut(drawing.input);
    QVERIFY(beside.nodes[5].y > beside.nodes[1].y);
    LayoutNode& last = drawing.input.nodes[5];
    last.core = {0, 0, last.size.width, last.size.height};
    last.size.height += 30;
    const LayoutResult above = laidOut(drawing.input);
    QVERIFY(above.nodes[5].y + last.size.height < above.nodes[0].y);
    VERIFY_CLEAN(drawing.input, above);
}

/// Header, padding and the rest of a gap above the first box of a group; the same below the last.
void TestLayout::portsTakeTheRoomOfTheFrame() {
    Drawing drawing;
    drawing.input.groups = {{0, 0, 0, 0}, {0, 0, 25, 10}};
    for (int i = 0; i < 3; ++i) drawing.node();
    drawing.input.nodes[1].group = 1;
    drawing.edge(0, 1, 0, true);
    drawing.edge(1, 2, 1);
    const LayoutResult result = laidOut(drawing.input);
    QCOMPARE(result.nodes[1].y - result.groups[1].y, 25.0 + 26);
    QCOMPARE(result.groups[1].bottom() - result.nodes[1].y - 28, 18.0);
    QCOMPARE(result.groups[1].y - result.nodes[0].y - 28, 18.0);
    VERIFY_CLEAN(drawing.input, result);
}

void TestLayout::selfEdgeIsNotDrawn() {
    Drawing drawing;
    drawing.node();
    drawing.node();
    drawing.edge(0, 0, 0);
    drawing.edge(0, 1, 0);
    const LayoutResult result = laidOut(drawing.input);
    QCOMPARE(result.paths[0].count, 0U);
    QCOMPARE(result.counters.reversed, 0U);
    VERIFY_CLEAN(drawing.input, result);
}

void TestLayout::backEdgeRunsFromSourceToTarget() {
    Drawing drawing;
    for (int i = 0; i < 4; ++i) drawing.node();
    for (std::uint32_t i = 0; i < 3; ++i) drawing.edge(i, i + 1, i);
    const auto back = drawing.edge(2, 1, 2);
    const LayoutResult result = laidOut(drawing.input);
    QCOMPARE(result.counters.reversed, 1U);
    QVERIFY(result.paths[back].reversed);
    const auto path = result.path(back);
    QVERIFY(rectOf(drawing, result, 2).contains(path.front()));
    QVERIFY(rectOf(drawing, result, 1).contains(path.back()));
    for (std::uint32_t i = 1; i < 4; ++i) QVERIFY(result.nodes[i - 1].y < result.nodes[i].y);
    VERIFY_CLEAN(drawing.input, result);
    for (const Point& point : result.points) QVERIFY(result.bounds.contains(point));
}

void TestLayout::leftRightIsTopDownTurned_data() {
    QTest::addColumn<int>("which");
    QTest::newRow("diamond") << 0;
    QTest::newRow("group without header") << 1;
    QTest::newRow("decoder") << 2;
}

/// The drawing of the turned sizes, with x and y exchanged.
void TestLayout::leftRightIsTopDownTurned() {
    QFETCH(int, which);
    LayoutInput down = which == 0   ? diamondOf({120, 28}, {200, 44}, {120, 30}, {160, 44}).input
                       : which == 1 ? residualBlock(0).input
                                    : test::flatInput(test::makeFamily(test::Family::Decoder, 100));
    LayoutInput across = down;
    across.direction = Direction::LeftRight;
    for (LayoutNode& node : across.nodes) {
        std::swap(node.size.width, node.size.height);
        std::swap(node.core.x, node.core.y);
        std::swap(node.core.width, node.core.height);
    }
    const LayoutResult a = laidOut(down), b = laidOut(across);
    QCOMPARE(a.points.size(), b.points.size());
    for (std::size_t i = 0; i < a.points.size(); ++i) QVERIFY((b.points[i] == Point{a.points[i].y, a.points[i].x}));
    for (std::size_t i = 0; i < a.nodes.size(); ++i) QVERIFY((b.nodes[i] == Point{a.nodes[i].y, a.nodes[i].x}));
    for (std::size_t i = 0; i < a.groups.size(); ++i)
        QVERIFY((b.groups[i] == Rect{a.groups[i].y, a.groups[i].x, a.groups[i].height, a.groups[i].width}));
    VERIFY_CLEAN(across, b);
}

void TestLayout::familiesHaveCleanRoutes_data() {
    QTest::addColumn<int>("family");
    QTest::addColumn<bool>("nested");
    QTest::addColumn<bool>("sideways");
    for (const test::Family family : test::kFamilies)
        for (const bool nested : {false, true})
            for (const bool sideways : {false, true})
                QTest::addRow("%s %s %s", std::string(test::familyWord(family)).c_str(), nested ? "nested" : "flat",
                              sideways ? "left-right" : "top-down")
                    << static_cast<int>(family) << nested << sideways;
}

void TestLayout::familiesHaveCleanRoutes() {
    QFETCH(int, family);
    QFETCH(bool, nested);
    QFETCH(bool, sideways);
    const auto graph = test::makeFamily(static_cast<test::Family>(family), 300);
    LayoutInput input = nested ? test::nestedInput(graph) : test::flatInput(graph);
    input.direction = sideways ? Direction::LeftRight : Direction::TopDown;
    const LayoutResult result = laidOut(input);
    std::string problem = test::nestingProblem(input, result);
    QVERIFY2(problem.empty(), problem.c_str());
    problem = test::routeProblem(input, result);
    QVERIFY2(problem.empty(), problem.c_str());
    if (!sideways) QCOMPARE(test::sharedTracks(input, result), std::uint64_t{0});
}

void TestLayout::invalidInput_data() {
    QTest::addColumn<int>("what");
    QTest::newRow("node in a missing group") << 0;
    QTest::newRow("node in a group, without groups") << 1;
    QTest::newRow("group before its parent") << 2;
    QTest::newRow("group in itself") << 3;
    QTest::newRow("edge from a missing node") << 4;
    QTest::newRow("edge to a missing node") << 5;
    QTest::newRow("edge to a missing group") << 6;
    QTest::newRow("edge to a group, without groups") << 7;
    QTest::newRow("edge with the greatest index") << 8;
}

void TestLayout::invalidInput() {
    QFETCH(int, what);
    Drawing drawing;
    if (what != 1 && what != 7) drawing.group(), drawing.group(1);
    drawing.node();
    drawing.node();
    LayoutInput& input = drawing.input;
    switch (what) {
        case 0: input.nodes[1].group = 3; break;
        case 1: input.nodes[1].group = 1; break;
        case 2: input.groups[1].parent = 2; break;
        case 3: input.groups[2].parent = 2; break;
        case 4: drawing.edge(2, 0); break;
        case 5: drawing.edge(0, 2); break;
        case 6: drawing.edge(LayoutEnd::node(0), LayoutEnd::group(3)); break;
        case 7: drawing.edge(LayoutEnd::node(0), LayoutEnd::group(1)); break;
        default: drawing.edge(0, 0xFFFF'FFFF); break;
    }
    const auto result = layout::layout(input);
    QVERIFY(!result);
    QCOMPARE(result.error().code, std::string("layout-input-invalid"));
    QVERIFY(!result.error().message.empty());
}

ETSCOPE_TEST(TestLayout)
#include "tst_layout.moc"
