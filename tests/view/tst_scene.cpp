// The drawable scene: measures, stubs and labels beside nodes, queries by rectangle and point; and the grid under them.
#include <QtTest>
#include <map>
#include <random>
#include <stop_token>

#include "graph/compare_text.h"
#include "graph/fixture_graphs.h"
#include "graph/model_builder.h"
#include "layout/grid_index.h"
#include "support/test_case.h"
#include "view/scene.h"
#include "view/second_line.h"
#include "view/view_text.h"

using namespace etscope;
using namespace etscope::graph;
using namespace etscope::layout;
using namespace etscope::modules;
using namespace etscope::view;
using test::makeView;
using test::ModelBuilder;

class TestScene : public QObject {
    Q_OBJECT
private slots:
    void gridFindsWhatTouches_data();
    void gridFindsWhatTouches();
    void gridOfNothing();
    void empty();
    void measures();
    void widthsFollowTexts();
    void tagsTakeRoom();
    void headersHaveRoom();
    void consumerStubs_data();
    void consumerStubs();
    void producerStubsStayOnTheirNode();
    void argumentsFromLeftToRight();
    void residualsComeInAtTheLeft();
    void labelsWhereTheShapeChanges();
    void outlinesAroundWhatRunsAsOne();
    void outlinesAreNotLeftAndEnteredAgain();
    void secondLines();
    void hits();
    void edgesOfAnItem();
    void cancelled();
    void elision_data();
    void elision();
    void fixtures_data();
    void fixtures();
};

namespace {

std::shared_ptr<const Scene> sceneOf(std::shared_ptr<const ViewGraph> view, const SceneOptions& options = {}) {
    const TableTextMeasure measure;
    auto scene = buildScene(std::move(view), measure, options);
    if (!scene) qFatal("%s", scene.error().code.c_str());
    return *scene;
}

std::shared_ptr<const Scene> openScene(const std::shared_ptr<const GraphIndex>& index, const SceneOptions& options = {}) {
    return sceneOf(makeView(index, test::everythingOpen(*index)), options);
}

ItemId itemNamed(const ViewGraph& view, std::string_view name) {
    for (std::size_t i = 1; i < view.items().size(); ++i)
        if (view.items()[i].detail == name || view.items()[i].title == name) return ItemId(i);
    qFatal("no item %s", std::string(name).c_str());
}

Rect rectNamed(const Scene& scene, std::string_view name) { return scene.rectOf(itemNamed(scene.view(), name)); }

/// Whether the insides share more than a hair.
bool overlap(const Rect& a, const Rect& b) { return a.grown(-0.05).intersects(b.grown(-0.05)); }

bool holds(const Rect& outer, const Rect& inner) {
    const Rect room = outer.grown(0.05);
    return room.contains({inner.x, inner.y}) && room.contains({inner.right(), inner.bottom()});
}

/// What no scene may show; empty: nothing.
std::string sceneProblem(const Scene& scene) {
    const ViewGraph& view = scene.view();
    const auto name = [&](ItemId id) { return test::itemText(view.item(id)); };
    for (const SceneGroup& group : scene.groups()) {
        const ItemId parent = view.item(group.item).parent;
        if (parent.valid() && !holds(scene.rectOf(parent), group.rect)) return name(group.item) + " leaves its group";
    }
    for (std::size_t i = 0; i < scene.nodes().size(); ++i) {
        const SceneNode& node = scene.nodes()[i];
        const ItemId parent = view.item(node.item).parent;
        if (parent.valid()) {
            Rect room = scene.rectOf(parent);
            room.y += measure::kHeader, room.height -= measure::kHeader;
            if (!holds(room, node.rect)) return name(node.item) + " leaves its group or covers the header";
        }
        for (std::size_t k = 0; k < i; ++k)
            if (overlap(node.rect, scene.nodes()[k].rect)) return name(node.item) + " overlaps " + name(scene.nodes()[k].item);
    }
    for (std::size_t i = 0; i < scene.stubs().size(); ++i) {
        const SceneStub& stub = scene.stubs()[i];
        const std::string text = view.stubs()[stub.stub].text;
        for (const SceneNode& node : scene.nodes())
            if (overlap(stub.rect, node.rect)) return "stub " + text + " covers " + name(node.item);
        for (std::size_t k = 0; k < i; ++k)
            if (overlap(stub.rect, scene.stubs()[k].rect))
                return "stub " + text + " covers " + view.stubs()[scene.stubs()[k].stub].text;
        const ItemId group = view.item(view.stubs()[stub.stub].item).parent;
        if (!holds(group.valid() ? scene.rectOf(group) : scene.bounds(), stub.rect)) return "stub " + text + " leaves its group";
    }
    for (const SceneOutline& outline : scene.outlines()) {
        if (!holds(outline.rect, outline.name)) return "a name leaves its outline";
        const auto partly = [&](const Rect& rect) { return overlap(rect, outline.rect) && !holds(outline.rect, rect); };
        for (const SceneNode& node : scene.nodes())
            if (partly(node.rect) || overlap(node.rect, outline.name)) return name(node.item) + " crosses an outline";
        for (const SceneStub& stub : scene.stubs())
            if (partly(stub.rect) || overlap(stub.rect, outline.name)) return "a stub crosses an outline";
        for (const SceneGroup& group : scene.groups())
            if (partly(group.rect) && !holds(group.rect, outline.rect)) return name(group.item) + " crosses an outline";
        for (const SceneEdge& edge : scene.edges())
            if (edge.label.width > 0 && overlap(edge.label, outline.name)) return "a label covers the name of an outline";
    }
    for (const SceneEdge& edge : scene.edges()) {
        const auto points = scene.points(edge);
        if (points.size() < 2) return "an edge without a way";
        for (const Point& point : points)
            if (!scene.bounds().grown(0.05).contains(point) || !edge.bounds.grown(0.05).contains(point))
                return "an edge leaves its bounds";
        for (const SceneNode& node : scene.nodes())
            if (edge.label.width > 0 && overlap(edge.label, node.rect)) return "a label covers " + name(node.item);
    }
    return {};
}

/// Every thing is found where it is, and nothing else is.
std::string queryProblem(const Scene& scene) {
    const Rect all = scene.bounds();
    const SceneParts whole = scene.visible(all);
    if (whole.nodes.size() != scene.nodes().size() || whole.groups.size() != scene.groups().size() ||
        whole.edges.size() != scene.edges().size() || whole.stubs.size() != scene.stubs().size())
        return "the whole area does not show everything";
    const SceneParts none = scene.visible({all.right() + 1000, all.bottom() + 1000, 100, 100});
    if (!none.nodes.empty() || !none.edges.empty() || !none.groups.empty() || !none.stubs.empty()) return "something lies outside";
    for (std::uint32_t i = 0; i < scene.nodes().size(); ++i) {
        const SceneNode& node = scene.nodes()[i];
        const auto seen = scene.visible(node.rect.grown(-1)).nodes;
        if (std::ranges::find(seen, i) == seen.end()) return "a node is not seen at its place";
        const SceneHit hit = scene.hit(node.rect.centre());
        if (hit.kind != SceneHit::Kind::Node || hit.number != i) return "a node is not hit in its middle";
        if (scene.numberOf(node.item) != i || !(scene.rectOf(node.item) == node.rect)) return "a node's number is wrong";
    }
    for (std::uint32_t i = 0; i < scene.groups().size(); ++i) {
        const SceneGroup& group = scene.groups()[i];
        if (scene.numberOf(group.item) != i || !(scene.rectOf(group.item) == group.rect)) return "a group's number is wrong";
        const SceneHit hit = scene.hit({group.header.x + 3, group.header.y + 6}, 0);
        if (hit.kind != SceneHit::Kind::GroupHeader || hit.number != i) return "a header is not hit";
    }
    return {};
}

#define VERIFY_SCENE(scene)                                 \
    do {                                                    \
        std::string problem = sceneProblem(scene);          \
        if (problem.empty()) problem = queryProblem(scene); \
        QVERIFY2(problem.empty(), problem.c_str());         \
    } while (false)

constexpr const char *kLinear = "torch.ops.aten.linear.default", *kAdd = "torch.ops.aten.add.Tensor";

}  // namespace

void TestScene::gridFindsWhatTouches_data() {
    QTest::addColumn<int>("count");
    QTest::addColumn<double>("extent");
    QTest::addColumn<double>("largest");
    QTest::newRow("one") << 1 << 100.0 << 10.0;
    QTest::newRow("points") << 500 << 1000.0 << 0.0;
    QTest::newRow("small") << 1000 << 5000.0 << 40.0;
    QTest::newRow("long and short") << 1000 << 5000.0 << 4000.0;
    QTest::newRow("one on the other") << 300 << 0.0 << 50.0;
    QTest::newRow("far away") << 300 << 1e9 << 100.0;
}

void TestScene::gridFindsWhatTouches() {
    QFETCH(int, count);
    QFETCH(double, extent);
    QFETCH(double, largest);
    std::mt19937 random(7);
    const auto upTo = [&](double limit) {
        return limit * static_cast<double>(random()) / static_cast<double>(std::mt19937::max());
    };
    std::vector<Rect> rects;
    for (int i = 0; i < count; ++i)
        rects.push_back({upTo(extent) - extent / 2, upTo(extent) - extent / 2, upTo(largest), upTo(largest)});
    const GridIndex grid(rects);
    for (int i = 0; i < 200; ++i) {
        const double size = i % 3 == 0 ? 0 : upTo(extent / (1 + i % 7));
        const Rect area{upTo(extent * 1.5) - extent * 0.75, upTo(extent * 1.5) - extent * 0.75, size, size};
        std::vector<std::uint32_t> expected;
        for (std::uint32_t k = 0; k < rects.size(); ++k)
            if (rects[k].x <= area.right() && area.x <= rects[k].right() && rects[k].y <= area.bottom() &&
                area.y <= rects[k].bottom())
                expected.push_back(k);
        QCOMPARE(grid.touching(area), expected);
    }
    // Also those that only touch.
    const Rect& first = rects.front();
    const auto beside = grid.touching({first.right(), first.bottom(), 0, 0});
    QVERIFY(std::ranges::find(beside, 0U) != beside.end());
}

void TestScene::gridOfNothing() {
    QVERIFY(GridIndex().touching({0, 0, 1e9, 1e9}).empty());
    QVERIFY(GridIndex(std::vector<Rect>{}).touching({0, 0, 1e9, 1e9}).empty());
}

void TestScene::empty() {
    const auto scene = sceneOf(makeView(ModelBuilder().index()));
    QVERIFY(scene->nodes().empty() && scene->groups().empty() && scene->edges().empty() && scene->stubs().empty());
    QCOMPARE(scene->hit({0, 0}).kind, SceneHit::Kind::Nothing);
    QVERIFY(scene->visible({-1e6, -1e6, 2e6, 2e6}).nodes.empty());
    QVERIFY((scene->rectOf(ItemId(std::uint32_t{0})) == Rect{}));
}

/// look.md, "Graph": heights and header.
void TestScene::measures() {
    ModelBuilder m;
    const ValueId x = m.input("x");
    const ValueId linear = m.node("linear", kLinear, {x});
    const ValueId add = m.node("add", kAdd, {linear, x});
    const ValueId gate = m.node("sigmoid", "torch.ops.aten.sigmoid.default", {add});
    m.in("inner models.Inner");
    m.output(m.node("hidden", kLinear, {m.node("mul", "torch.ops.aten.mul.Tensor", {add, gate})}));
    m.in("");
    const auto index = m.index();
    const auto closed = sceneOf(makeView(index));
    QCOMPARE(rectNamed(*closed, "linear").height, 44.0);
    QCOMPARE(rectNamed(*closed, "add").height, 28.0);
    QCOMPARE(rectNamed(*closed, "inner").height, 34.0);
    QCOMPARE(rectNamed(*closed, "x").height, 44.0);
    VERIFY_SCENE(*closed);
    const auto open = openScene(index);
    QCOMPARE(open->groups().size(), std::size_t{1});
    QCOMPARE(open->groups()[0].header.height, 25.0);
    QCOMPARE(open->groups()[0].header.width, open->groups()[0].rect.width);
    VERIFY_SCENE(*open);

    ModelBuilder folded;
    const ValueId y = folded.input("y");
    folded.node("mul", "torch.ops.aten.mul.Tensor", {y, folded.node("sigmoid", "torch.ops.aten.sigmoid.default", {y})});
    const auto pattern = sceneOf(makeView(folded.index()));
    QCOMPARE(rectNamed(*pattern, "silu").height, 30.0);
}

/// Text + 28, from 120 to 300, rounded up to 8.
void TestScene::widthsFollowTexts() {
    ModelBuilder m;
    ValueId x = m.input("x");
    const std::string longId(80, 'n');
    for (const std::string& id : {std::string("short"), std::string("a_node_with_a_rather_long"), longId})
        x = m.node(id, kLinear, {x});
    const auto scene = sceneOf(makeView(m.index()));
    const TableTextMeasure text;
    QCOMPARE(rectNamed(*scene, "short").width, 120.0);
    QCOMPARE(rectNamed(*scene, longId).width, 300.0);
    const double needed = text.width("a_node_with_a_rather_long", TextRole::Code) + 28,
                 width = rectNamed(*scene, "a_node_with_a_rather_long").width;
    QVERIFY(width >= needed && width < needed + 8);
    QCOMPARE(width / 8, std::floor(width / 8));
}

void TestScene::tagsTakeRoom() {
    ModelBuilder m;
    m.node("n", "torch.ops.aten.scaled_dot_product_attention.default", {m.input("x")});
    const auto index = m.index();
    SceneOptions options;
    options.tagRoom = true;
    const auto plain = sceneOf(makeView(index)), tagged = sceneOf(makeView(index), options);
    QVERIFY(rectNamed(*tagged, "n").width >= rectNamed(*plain, "n").width);
    const SceneNode& node = tagged->nodes()[tagged->numberOf(itemNamed(tagged->view(), "n"))];
    QVERIFY(holds(node.rect, node.tag));
    const TableTextMeasure text;
    const double titleEnd = node.rect.x + measure::kTextLeft + text.width(tagged->view().item(node.item).title, TextRole::Title);
    QVERIFY(titleEnd <= node.tag.x || node.rect.width == measure::kMaxWidth);
}

/// A group is at least as wide as its title, class and count, in both directions.
void TestScene::headersHaveRoom() {
    ModelBuilder m;
    m.in("a_module_with_a_name_that_is_long models.AndAClassThatIsNotShortEither");
    m.node("n", kLinear, {m.input("x")});
    const auto index = m.index();
    const TableTextMeasure text;
    const double needed = text.width("a_module_with_a_name_that_is_long", TextRole::Title) +
                          text.width("AndAClassThatIsNotShortEither", TextRole::Body);
    for (const Direction direction : {Direction::TopDown, Direction::LeftRight}) {
        SceneOptions options;
        options.direction = direction;
        const auto scene = openScene(index, options);
        QVERIFY(scene->groups()[0].header.width >= needed);
        VERIFY_SCENE(*scene);
    }
}

void TestScene::consumerStubs_data() {
    QTest::addColumn<int>("stubs");
    QTest::addColumn<bool>("sideways");
    for (const int stubs : {1, 2, 6})
        for (const bool sideways : {false, true})
            QTest::addRow("%d %s", stubs, sideways ? "left-right" : "top-down") << stubs << sideways;
}

/// At the right of the node, under it in left-right; 18 high, behind a stem of 12.
void TestScene::consumerStubs() {
    QFETCH(int, stubs);
    QFETCH(bool, sideways);
    ModelBuilder m;
    std::vector<Argument> arguments{ModelBuilder::valueArgument(m.input("x"))};
    for (int i = 0; i < stubs; ++i)
        arguments.push_back(ModelBuilder::valueArgument(
            m.input("p" + std::to_string(i), graph::InputKind::Parameter, "weight_" + std::to_string(i))));
    const ValueId first = m.node("first", kLinear, arguments);
    m.output(m.node("second", kLinear, {first}));
    SceneOptions options;
    options.direction = sideways ? Direction::LeftRight : Direction::TopDown;
    const auto scene = sceneOf(makeView(m.index()), options);
    VERIFY_SCENE(*scene);
    QCOMPARE(scene->stubs().size(), static_cast<std::size_t>(stubs));
    const Rect node = rectNamed(*scene, "first");
    for (const SceneStub& stub : scene->stubs()) {
        QCOMPARE(stub.rect.height, 18.0);
        QCOMPARE(stub.below, sideways);
        if (sideways) {
            QVERIFY(stub.rect.y >= node.bottom() + 12 - 0.05);
            QCOMPARE(stub.stem.y, node.bottom());
        } else {
            QCOMPARE(stub.rect.x, node.right() + 12);
            QCOMPARE(stub.stem.x, node.right());
        }
        const SceneHit hit = scene->hit(stub.rect.centre());
        QCOMPARE(hit.kind, SceneHit::Kind::Stub);
    }
}

/// Two narrow producers of values with long names, side by side.
void TestScene::producerStubsStayOnTheirNode() {
    ModelBuilder m;
    const ValueId x = m.input("x");
    const ValueId a = m.node("first_value_with_a_name_that_is_long", kAdd, {x}),
                  b = m.node("second_value_with_a_name_that_is_long", kAdd, {x});
    for (int i = 0; i < 10; ++i) m.node("n" + std::to_string(i), kLinear, {a, b});
    const auto scene = sceneOf(makeView(m.index()));
    QCOMPARE(std::ranges::count_if(scene->stubs(), [](const SceneStub& stub) { return stub.below; }), 2);
    VERIFY_SCENE(*scene);
}

/// Edges enter a node in the order of its arguments, whatever the order in which their values are made.
void TestScene::argumentsFromLeftToRight() {
    ModelBuilder m;
    const ValueId x = m.input("x");
    const ValueId a = m.node("a", kLinear, {x}), b = m.node("b", kLinear, {x}), c = m.node("c", kLinear, {x});
    m.node("user", kLinear, {c, a, b});
    const auto scene = sceneOf(makeView(m.index()));
    VERIFY_SCENE(*scene);
    std::map<std::string, double> end;
    for (const SceneEdge& edge : scene->edges()) {
        const ViewEdge& shown = scene->view().edges()[edge.edge];
        if (scene->view().item(shown.to).detail == "user")
            end[scene->view().item(shown.from).detail] = scene->points(edge).back().x;
    }
    QCOMPARE(end.size(), std::size_t{3});
    QVERIFY(end["c"] < end["a"] && end["a"] < end["b"]);
}

/// Whichever argument of the sum they are, in or below modules.
void TestScene::residualsComeInAtTheLeft() {
    for (const bool first : {false, true}) {
        ModelBuilder m;
        const ValueId x = m.input("x");
        m.in("block Block");
        const ValueId before = m.node("before", kLinear, {x});
        m.in("block Block;block.inner Inner");
        const ValueId a = m.node("a", kLinear, {before}), b = m.node("b", kLinear, {a});
        m.in("block Block");
        const ValueId sum = first ? m.node("sum", kAdd, {before, b}) : m.node("sum", kAdd, {b, before});
        m.output(sum);
        const auto scene = openScene(m.index());
        VERIFY_SCENE(*scene);
        const Rect inner = scene->groups().back().rect;
        for (const SceneEdge& edge : scene->edges()) {
            if (scene->view().edges()[edge.edge].to != itemNamed(scene->view(), "sum")) continue;
            const auto points = scene->points(edge);
            const bool residual = scene->view().edges()[edge.edge].value == before;
            double left = points[0].x;
            for (const Point& point : points) left = std::min(left, point.x);
            QCOMPARE(left < inner.x, residual);
            QCOMPARE(points.back().x < rectNamed(*scene, "sum").centre().x, residual);
        }
    }
}

/// Once for a value, however many read it; a border alone says nothing new.
void TestScene::labelsWhereTheShapeChanges() {
    ModelBuilder m;
    const ValueId x = m.input("x");
    const ValueId outside = m.node("outside", kLinear, {x});
    m.in("block Block");
    m.shape(ScalarType::F32, {4, 8});
    const ValueId inside = m.node("inside", kLinear, {outside});
    m.output(m.node("last", kLinear, {inside}));
    m.output(m.node("other", kLinear, {inside}));
    const auto index = m.index();
    const auto scene = openScene(index);
    VERIFY_SCENE(*scene);
    int labels = 0;
    for (const SceneEdge& edge : scene->edges()) {
        const ViewEdge& shown = scene->view().edges()[edge.edge];
        QCOMPARE(shown.typeChanges, shown.value == inside);
        if (edge.label.width <= 0) continue;
        ++labels;
        QCOMPARE(shown.value, inside);
        QCOMPARE(scene->hit(edge.label.centre(), 0).kind, SceneHit::Kind::EdgeLabel);
    }
    QCOMPARE(labels, 1);
    SceneOptions options;
    options.labels = false;
    const auto bare = openScene(index, options);
    for (const SceneEdge& edge : bare->edges()) QVERIFY(edge.label.width <= 0);
    VERIFY_SCENE(*bare);
}

namespace {

/// A view whose nodes are in these bundles: "a b|c" are two.
std::shared_ptr<const ViewGraph> bundled(const std::shared_ptr<const GraphIndex>& index, const QString& text, ViewOptions options) {
    auto bundles = std::make_shared<Bundles>();
    bundles->ofNodes.assign(index->model().nodeCount(), Bundles::kNone);
    for (const QString& one : text.split('|')) {
        for (const QString& node : one.split(' '))
            bundles->ofNodes[index->model().findNode(node.toStdString()).index()] =
                static_cast<std::uint32_t>(bundles->names.size());
        bundles->names.push_back("XNNPACK " + std::to_string(bundles->names.size()) + " · attention");
    }
    options.bundles = std::move(bundles);
    return makeView(index, std::move(options));
}

/// Names of the boxes inside each outline, and of groups that it holds whole.
QString outlinedText(const Scene& scene) {
    QStringList outlines;
    for (const SceneOutline& outline : scene.outlines()) {
        QStringList inside;
        for (const SceneGroup& group : scene.groups())
            if (holds(outline.rect, group.rect)) inside.append(QString::fromStdString(scene.view().item(group.item).title));
        for (const SceneNode& node : scene.nodes())
            if (holds(outline.rect, node.rect)) {
                const Item& item = scene.view().item(node.item);
                inside.append(QString::fromStdString(item.kind == ItemKind::Module ? item.title : item.detail));
            }
        outlines.append(QString::number(outline.bundle) + ": " + inside.join(' '));
    }
    return outlines.join(" | ");
}

}  // namespace

void TestScene::outlinesAroundWhatRunsAsOne() {
    ModelBuilder m;
    const ValueId x = m.input("x");
    const ValueId a = m.node("a", kLinear, {x}), b = m.node("b", kLinear, {a});
    m.in("block Block");
    const ValueId c = m.node("c", kLinear, {b}), d = m.node("d", kLinear, {c}), e = m.node("e", kLinear, {d});
    m.in("tail Tail");
    const ValueId f = m.node("f", kLinear, {e}), g = m.node("g", kLinear, {f});
    m.in("");
    m.output(m.node("h", kLinear, {g}));
    const auto index = m.index();
    const auto text = [&](const ViewOptions& options) {
        const auto scene = sceneOf(bundled(index, "a b c|d e|f g", options));
        const std::string problem = sceneProblem(*scene);
        return problem.empty() ? outlinedText(*scene) : QString::fromStdString(problem);
    };
    ViewOptions open;
    open.expanded = allModules(index->hierarchy());
    // A closed module is outlined when it runs as one, an open one is held whole.
    QCOMPARE(text({}), QString("0: a b | 2: tail"));
    QCOMPARE(text(open), QString("0: a b | 0: c | 1: d e | 2: tail f g"));
    open.modules = false;
    QCOMPARE(text(open), QString("0: a b c | 1: d e | 2: f g"));
    QVERIFY(sceneOf(makeView(index, open))->outlines().empty());
    SceneOptions sideways;
    sideways.direction = Direction::LeftRight;
    VERIFY_SCENE(*sceneOf(bundled(index, "a b c|d e|f g", open), sideways));
}

/// A box that an edge leaves and comes back to cannot be drawn: there are several then.
void TestScene::outlinesAreNotLeftAndEnteredAgain() {
    ModelBuilder m;
    const ValueId x = m.input("x");
    const ValueId a = m.node("a", kLinear, {x}), b = m.node("b", kLinear, {a});
    const ValueId other = m.node("other", kLinear, {b});
    const ValueId c = m.node("c", kAdd, {other, a}), d = m.node("d", kLinear, {c});
    m.output(m.node("e", kLinear, {d}));
    const auto index = m.index();
    // What hangs together stays together, where that can be drawn.
    const auto parted = sceneOf(bundled(index, "b c d", {}));
    VERIFY_SCENE(*parted);
    QCOMPARE(outlinedText(*parted), QString("0: b | 0: c d"));
    const auto single = sceneOf(bundled(index, "a b c d", {}));
    VERIFY_SCENE(*single);
    for (const SceneOutline& outline : single->outlines())
        QVERIFY(!holds(outline.rect, single->rectOf(itemNamed(single->view(), "other"))));
    QCOMPARE(single->outlines().size(), std::size_t{4});
    for (const SceneEdge& edge : single->edges()) {
        const auto points = single->points(edge);
        QVERIFY(points.front().y < points.back().y);
    }
}

/// A name that says no more than the title gives way to what the node gives.
void TestScene::secondLines() {
    ModelBuilder m;
    m.shape(ScalarType::F32, {4, 8});
    const ValueId x = m.input("x");
    const ValueId first = m.node("aten_linear_default", kLinear, {x}), second = m.node("aten_linear_default_1", kLinear, {first});
    m.output(second);
    const auto view = makeView(m.index());
    QCOMPARE(secondLine(*view, view->item(view->itemOf(first))), std::string("f32[4,8]"));
    QCOMPARE(secondLine(*view, view->item(view->itemOf(second))), std::string("linear_1"));
    QCOMPARE(secondLine(*view, view->item(view->itemOf(x))), std::string("f32[4,8]"));
}

void TestScene::hits() {
    ModelBuilder m;
    const ValueId x = m.input("x");
    m.in("block Block");
    m.node("b", kLinear, {m.node("a", kLinear, {x})});
    const auto index = m.index();
    SceneOptions options;
    options.labels = false;
    const auto scene = openScene(index, options);
    const SceneGroup& group = scene->groups()[0];
    QCOMPARE(scene->hit({group.rect.x + 3, group.rect.bottom() - 3}, 0).kind, SceneHit::Kind::Group);
    QCOMPARE(scene->hit({group.rect.x + 3, group.rect.y + 3}, 0).kind, SceneHit::Kind::GroupHeader);
    QCOMPARE(scene->hit({group.rect.right() + 500, 0}).kind, SceneHit::Kind::Nothing);
    const SceneEdge& edge = scene->edges()[scene->edgesAt(itemNamed(scene->view(), "b")).at(0)];
    const auto points = scene->points(edge);
    const Point middle{(points[0].x + points[1].x) / 2, (points[0].y + points[1].y) / 2};
    QCOMPARE(scene->hit(middle, 4).kind, SceneHit::Kind::Edge);
    QCOMPARE(scene->hit({middle.x + 3.5, middle.y}, 4).kind, SceneHit::Kind::Edge);
    QCOMPARE(scene->hit({middle.x + 4.5, middle.y}, 4).kind, SceneHit::Kind::Group);
}

void TestScene::edgesOfAnItem() {
    ModelBuilder m;
    const ValueId x = m.input("x");
    const ValueId a = m.node("a", kLinear, {x});
    const ValueId b = m.node("b", kLinear, {a}), c = m.node("c", kLinear, {a});
    m.output(m.node("d", kLinear, {b, c, a}));
    const auto scene = sceneOf(makeView(m.index()));
    const auto count = [&](const char* name) { return scene->edgesAt(itemNamed(scene->view(), name)).size(); };
    QCOMPARE(count("x"), std::size_t{1});
    QCOMPARE(count("a"), std::size_t{4});
    QCOMPARE(count("b"), std::size_t{2});
    QCOMPARE(count("d"), std::size_t{4});
    for (const std::uint32_t edge : scene->edgesAt(itemNamed(scene->view(), "b"))) {
        const ViewEdge& shown = scene->view().edges()[scene->edges()[edge].edge];
        const ItemId b2 = itemNamed(scene->view(), "b");
        QVERIFY(shown.from == b2 || shown.to == b2);
    }
    QVERIFY(scene->edgesAt(ItemId(std::uint32_t{0})).empty());
}

void TestScene::cancelled() {
    std::stop_source stop;
    stop.request_stop();
    JobContext job;
    job.stop = stop.get_token();
    const TableTextMeasure measure;
    ModelBuilder m;
    m.node("n", kLinear, {m.input("x")});
    const auto scene = buildScene(makeView(m.index()), measure, {}, job);
    QVERIFY(!scene);
    COMPARE_TEXT(scene.error().code, "cancelled");
}

void TestScene::elision_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("width");
    QTest::addColumn<QString>("expected");
    // Code is 6.9 wide a character.
    QTest::newRow("fits") << "aten_add_6" << 69.0 << "aten_add_6";
    QTest::newRow("keeps the end") << "torchao_dequantize_affine_default_6" << 173.0 << "torchao_dequ…ne_default_6";
    QTest::newRow("nothing fits") << "abcdef" << 3.0 << "…";
    QTest::newRow("empty") << "" << 0.0 << "";
}

void TestScene::elision() {
    QFETCH(QString, text);
    QFETCH(double, width);
    QFETCH(QString, expected);
    const TableTextMeasure measure;
    const std::string shorter = elidedMiddle(text.toStdString(), width, TextRole::Code, measure);
    if (text.size() > 20) {
        QVERIFY(measure.width(shorter, TextRole::Code) <= width);
        QVERIFY(shorter.starts_with("torchao_") && shorter.ends_with("_default_6") && shorter.find("…") != std::string::npos);
        return;
    }
    COMPARE_TEXT(shorter, expected.toStdString());
    // Never inside a character.
    for (double w = 0; w < 100; w += 3)
        QVERIFY(
            QString::fromStdString(elidedMiddle("größeüberäöü", w, TextRole::Body, measure)).indexOf(QChar::ReplacementCharacter) <
            0);
}

void TestScene::fixtures_data() {
    QTest::addColumn<int>("stage");
    QTest::addColumn<bool>("sideways");
    const auto stages = test::fixtureStages();
    for (std::size_t i = 0; i < stages.size(); ++i)
        for (const bool sideways : {false, true})
            QTest::newRow((stages[i].name() + (sideways ? " left-right" : "")).c_str()) << static_cast<int>(i) << sideways;
}

/// Every graph, closed, folded and open: nothing covers anything, everything is found.
void TestScene::fixtures() {
    QFETCH(int, stage);
    QFETCH(bool, sideways);
    const auto index = test::fixtureIndex(test::fixtureStages()[static_cast<std::size_t>(stage)]);
    SceneOptions options;
    options.direction = sideways ? Direction::LeftRight : Direction::TopDown;
    ViewOptions folded;
    folded.expanded = allModules(index->hierarchy());
    ViewOptions flat;
    flat.modules = false;
    for (const ViewOptions& view : {ViewOptions{}, folded, flat, test::everythingOpen(*index)}) {
        const auto scene = sceneOf(makeView(index, view), options);
        VERIFY_SCENE(*scene);
        QCOMPARE(scene->direction(), options.direction);
    }
}

ETSCOPE_TEST(TestScene)
#include "tst_scene.moc"
