// Small drawings with groups checked by hand: nesting, headers, edges across borders.
#include "layout/drawing.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::layout;

class TestLayoutGroups : public QObject {
    Q_OBJECT
private slots:
    void groupHoldsItsNodes_data();
    void groupHoldsItsNodes();
    void groupIsAsWideAsItsHeader();
    void emptyGroup();
    void groupsStandInAColumn();
    void edgesCrossGroupBorders();
    void edgesEndAtGroups();
    void edgesIntoOwnGroupAreNotDrawn();
    void equalGroupsAreLaidOutOnce();
    void leftRightWithGroups();
};

void TestLayoutGroups::groupHoldsItsNodes_data() {
    QTest::addColumn<bool>("sideways");
    QTest::newRow("top-down") << false;
    QTest::newRow("left-right") << true;
}

/// Two groups, one in the other, and nodes in all of them.
void TestLayoutGroups::groupHoldsItsNodes() {
    QFETCH(bool, sideways);
    Drawing drawing;
    drawing.input.direction = sideways ? Direction::LeftRight : Direction::TopDown;
    const auto outer = drawing.group(), inner = drawing.group(outer);
    const auto in = drawing.node(), first = drawing.node({120, 44}, outer), second = drawing.node({200, 44}, inner),
               third = drawing.node({120, 44}, inner), last = drawing.node({120, 44}, outer), out = drawing.node();
    drawing.edge(in, first, 0);
    drawing.edge(first, second, 1);
    drawing.edge(second, third, 2);
    drawing.edge(third, last, 3);
    drawing.edge(last, out, 4);
    const LayoutResult result = laidOut(drawing.input);
    VERIFY_CLEAN(drawing.input, result);
    const Rect& group = result.groups[inner];
    QVERIFY(group.width >= 200 + 2 * 10);
    QVERIFY(group.height >= 25 + 2 * 10 + (sideways ? 44 : 2 * 44 + 18));
    QVERIFY(rectOf(drawing, result, second).y >= group.y + 25 + 10);
    QVERIFY((result.bounds == result.groups[0]));
}

void TestLayoutGroups::groupIsAsWideAsItsHeader() {
    Drawing drawing;
    const auto group = drawing.group();
    drawing.input.groups[group].minimumWidth = 400;
    const auto node = drawing.node({120, 28}, group);
    const LayoutResult result = laidOut(drawing.input);
    QCOMPARE(result.groups[group].width, 400.0);
    QCOMPARE(rectOf(drawing, result, node).centre().x, result.groups[group].centre().x);
    QCOMPARE(result.groups[group].height, 25.0 + 2 * 10 + 28);
}

void TestLayoutGroups::emptyGroup() {
    Drawing drawing;
    const auto group = drawing.group();
    drawing.node();
    const LayoutResult result = laidOut(drawing.input);
    QVERIFY(result.groups[group].height >= 25);
    VERIFY_CLEAN(drawing.input, result);
}

/// Groups that are left elsewhere than they are entered stand below each other all the same.
void TestLayoutGroups::groupsStandInAColumn() {
    constexpr std::uint32_t kGroups = 12;
    Drawing drawing;
    std::uint32_t last = drawing.node();
    std::uint32_t value = 0;
    for (std::uint32_t g = 0; g < kGroups; ++g) {
        const std::uint32_t group = drawing.group(), first = drawing.node({120, 28}, group);
        drawing.edge(last, first, value++);
        std::uint32_t at = first;
        for (int row = 0; row < 4; ++row) {
            const std::uint32_t aside = drawing.node({120, 28}, group), on = drawing.node({120, 28}, group);
            drawing.edge(at, aside, value);
            drawing.edge(at, on, value++);
            at = on;
        }
        last = at;
    }
    const LayoutResult result = laidOut(drawing.input);
    VERIFY_CLEAN(drawing.input, result);
    double widest = 0;
    for (std::uint32_t g = 1; g <= kGroups; ++g) widest = std::max(widest, result.groups[g].width);
    QVERIFY2(result.bounds.width < 1.6 * widest, qPrintable(QString::number(result.bounds.width / widest)));
}

void TestLayoutGroups::edgesCrossGroupBorders() {
    Drawing drawing;
    const auto left = drawing.group(), right = drawing.group(), deep = drawing.group(right);
    const auto in = drawing.node(), a = drawing.node({120, 28}, left), b = drawing.node({120, 28}, deep),
               c = drawing.node({120, 28}, right), out = drawing.node();
    drawing.edge(in, a, 0);   // into a group
    drawing.edge(in, b, 0);   // into a group in a group, the same value
    drawing.edge(a, b, 1);    // from one group into another, two borders deep
    drawing.edge(b, c, 2);    // out of a group into the one around it
    drawing.edge(b, out, 2);  // out of both
    drawing.edge(c, out, 3);
    const LayoutResult result = laidOut(drawing.input);
    VERIFY_CLEAN(drawing.input, result);
    for (const LayoutPath& path : result.paths) QVERIFY(path.count >= 2 && !path.reversed);
    QVERIFY(result.groups[left].bottom() < result.groups[right].y);
}

void TestLayoutGroups::edgesEndAtGroups() {
    Drawing drawing;
    const auto first = drawing.group(), second = drawing.group(), around = drawing.group(), third = drawing.group(around);
    for (const auto group : {first, second, third}) drawing.node({120, 28}, group);
    const auto in = drawing.node(), out = drawing.node();
    drawing.edge(LayoutEnd::node(in), LayoutEnd::group(first), 0);
    drawing.edge(LayoutEnd::group(first), LayoutEnd::group(second), 1);
    drawing.edge(LayoutEnd::group(second), LayoutEnd::group(third), 2);
    drawing.edge(LayoutEnd::group(third), LayoutEnd::node(out), 3);
    const LayoutResult result = laidOut(drawing.input);
    VERIFY_CLEAN(drawing.input, result);
    for (const LayoutPath& path : result.paths) QVERIFY(path.count >= 2);
    QVERIFY(result.groups[first].bottom() < result.groups[second].y);
    QVERIFY(result.groups[second].bottom() < result.groups[around].y);
}

/// A body's inputs are not drawn from the body to what is inside it, nor its results from the inside to the body.
void TestLayoutGroups::edgesIntoOwnGroupAreNotDrawn() {
    Drawing drawing;
    const auto outer = drawing.group(), inner = drawing.group(outer);
    const auto child = drawing.node({120, 28}, outer), grandchild = drawing.node({120, 28}, inner);
    drawing.edge(LayoutEnd::group(outer), LayoutEnd::node(child), 0);
    drawing.edge(LayoutEnd::group(outer), LayoutEnd::node(grandchild), 0);
    drawing.edge(LayoutEnd::group(outer), LayoutEnd::group(inner), 0);
    drawing.edge(LayoutEnd::node(child), LayoutEnd::group(outer), 1);
    drawing.edge(LayoutEnd::node(grandchild), LayoutEnd::group(outer), 2);
    drawing.edge(LayoutEnd::group(outer), LayoutEnd::group(outer), 3);
    drawing.edge(child, grandchild, 4);
    const LayoutResult result = laidOut(drawing.input);
    for (std::size_t e = 0; e < 6; ++e) QVERIFY2(result.paths[e].count == 0, std::to_string(e).c_str());
    QVERIFY(result.paths[6].count >= 2);
    VERIFY_CLEAN(drawing.input, result);
}

void TestLayoutGroups::equalGroupsAreLaidOutOnce() {
    Drawing drawing;
    for (std::uint32_t i = 0; i < 5; ++i) {
        const auto group = drawing.group();
        const auto a = drawing.node({120, 28}, group), b = drawing.node({i == 4 ? 200.0 : 160.0, 44}, group);
        drawing.edge(a, b, 2 * i);
        if (i > 0) drawing.edge(a - 1, a, 2 * i - 1);
    }
    const LayoutResult result = laidOut(drawing.input);
    VERIFY_CLEAN(drawing.input, result);
    for (const std::uint32_t g : {3U, 4U}) {
        QCOMPARE(result.groups[g].width, result.groups[2].width);
        QCOMPARE(result.groups[g].height, result.groups[2].height);
    }
    // The outermost; the first, which has no input; the next three; the last, which has another size and no output.
    QCOMPARE(result.counters.laidOut, 4U);
}

/// Headers stay at the top in either direction.
void TestLayoutGroups::leftRightWithGroups() {
    Drawing drawing = residualBlock(25);
    drawing.input.groups[1].minimumWidth = 700;
    drawing.input.direction = Direction::LeftRight;
    const LayoutResult result = laidOut(drawing.input);
    VERIFY_CLEAN(drawing.input, result);
    QVERIFY(result.groups[1].width >= 700);
    QVERIFY(rectOf(drawing, result, 0).right() < result.groups[1].x);
}

ETSCOPE_TEST(TestLayoutGroups)
#include "tst_layout_groups.moc"
