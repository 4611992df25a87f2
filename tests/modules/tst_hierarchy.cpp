// The module tree: nesting, parts that keep drawings free of cycles, nested graphs, repeated blocks.
#include <QtTest>
#include <map>
#include <random>
#include <set>

#include "base/limits.h"
#include "graph/compare_text.h"
#include "graph/fixture_graphs.h"
#include "graph/model_builder.h"
#include "modules/hierarchy.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::graph;
using namespace etscope::modules;
using test::ModelBuilder;

class TestHierarchy : public QObject {
    Q_OBJECT
private slots:
    void rootIsOfItsOwnKind();
    void noStacks();
    void nestedModules();
    void calledAgainWithoutWorkBetween();
    void calledAgainAfterOtherWork();
    void calledAgainAfterLaterWorkOfItsOwn();
    void twoModulesFeedEachOther();
    void cycleThroughAThirdModule();
    void modulesOffTheCycleStayWhole();
    void nestedGraphsHaveBranches();
    void repeatedBlocks();
    void repeatsDiffer_data();
    void repeatsDiffer();
    void chainAndPaths();
    void randomGraphsAreAcyclic_data();
    void randomGraphsAreAcyclic();
    void fixturesAreWellFormed_data();
    void fixturesAreWellFormed();
    void decoderTree();
    void manyModulesAndLongChains();
    void modulesAreLimited();
};

namespace {

/// The child of `module` that holds the node, as a number: modules first, then nodes.
std::size_t unitOf(const GraphIndex& index, ModuleId module, NodeId node) {
    ModuleId at = index.hierarchy().moduleOf(node), below;
    while (at.valid() && at != module) below = at, at = index.hierarchy().module(at).parent;
    return below.valid() ? below.index() : index.hierarchy().size() + node.index();
}

bool liesIn(const GraphIndex& index, ModuleId module, NodeId node) {
    ModuleId at = index.hierarchy().moduleOf(node);
    while (at.valid() && at != module) at = index.hierarchy().module(at).parent;
    return at.valid();
}

/// Whether the children of the module, contracted, have a cycle among the uses that follow the order of execution.
bool contractedCycle(const GraphIndex& index, ModuleId module) {
    const GraphModel& model = index.model();
    std::map<std::size_t, std::set<std::size_t>> out;
    std::map<std::size_t, std::size_t> open;
    for (const NodeId node : index.hierarchy().nodesBelow(module)) {
        const std::size_t to = unitOf(index, module, node);
        open.try_emplace(to, 0);
        for (const ValueId value : index.flow().inputs(node)) {
            const NodeId producer = model.value(value).producer;
            if (!producer.valid() || !liesIn(index, module, producer) || model.node(producer).graph != model.node(node).graph)
                continue;
            if (index.flow().position(producer) >= index.flow().position(node)) continue;
            const std::size_t from = unitOf(index, module, producer);
            if (from != to && out[from].insert(to).second) ++open[to];
        }
    }
    std::vector<std::size_t> ready;
    for (const auto& [unit, count] : open)
        if (count == 0) ready.push_back(unit);
    std::size_t done = 0;
    while (!ready.empty()) {
        const std::size_t unit = ready.back();
        ready.pop_back();
        ++done;
        for (const std::size_t next : out[unit])
            if (--open[next] == 0) ready.push_back(next);
    }
    return done != open.size();
}

/// What is wrong with the tree; empty: nothing.
std::string treeProblem(const GraphIndex& index) {
    const Hierarchy& hierarchy = index.hierarchy();
    for (std::uint32_t i = 0; i < hierarchy.size(); ++i) {
        const ModuleId id(i);
        const Module& module = hierarchy.module(id);
        if (i > 0 && (!module.parent.valid() || module.parent >= id)) return "a parent follows its child";
        if (i > 0 && module.depth != hierarchy.module(module.parent).depth + 1) return "wrong depth";
        std::size_t count = module.nodes.size();
        for (const ModuleId child : module.children) {
            if (hierarchy.module(child).parent != id) return "a child has another parent";
            count += hierarchy.module(child).nodeCount;
        }
        if (count != module.nodeCount || hierarchy.nodesBelow(id).size() != count) return "wrong node count";
        for (const NodeId node : module.nodes)
            if (hierarchy.moduleOf(node) != id) return "a node is in two modules";
        if (!std::ranges::is_sorted(module.nodes, {}, [&](NodeId n) { return index.flow().position(n); }))
            return "nodes are not in order";
        for (const NodeId node : hierarchy.nodesBelow(id))
            if (!liesIn(index, id, node)) return "a node below is not inside";
        if (contractedCycle(index, id)) return "module '" + module.path + "' has a cycle";
        if (module.part >= module.parts) return "wrong part";
    }
    return {};
}

#define VERIFY_TREE(index)                              \
    do {                                                \
        const std::string problem = treeProblem(index); \
        QVERIFY2(problem.empty(), problem.c_str());     \
    } while (false)

/// How many modules have the path.
std::size_t countPath(const Hierarchy& hierarchy, std::string_view path) {
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < hierarchy.size(); ++i)
        if (hierarchy.module(ModuleId(i)).kind == ModuleKind::Module && hierarchy.module(ModuleId(i)).path == path) ++count;
    return count;
}

}  // namespace

void TestHierarchy::rootIsOfItsOwnKind() {
    const auto index = ModelBuilder().index();
    QCOMPARE(index->hierarchy().size(), std::size_t{1});
    const Module& root = index->hierarchy().module(index->hierarchy().root());
    QVERIFY(!root.parent.valid());
    QCOMPARE(root.kind, ModuleKind::Root);
}

void TestHierarchy::noStacks() {
    ModelBuilder m;
    m.node("b", "op", {m.node("a", "op", {m.input("x")})});
    const auto index = m.index();
    COMPARE_TEXT(test::treeText(*index), "root 2/2: a b\n");
    VERIFY_TREE(*index);
    // Without a parser every node lies in the root.
    ModelBuilder unparsed;
    unparsed.in("a A");
    unparsed.node("n", "op", {unparsed.input("x")});
    const auto bare = GraphIndex::build(unparsed.finish(), {});
    QVERIFY(bare);
    QCOMPARE((*bare)->hierarchy().size(), std::size_t{1});
}

void TestHierarchy::nestedModules() {
    ModelBuilder m;
    ValueId x = m.node("embed", "op", {m.input("x")});
    m.in(" Decoder;layers.0 models.Block;layers.0.attention models.Attention");
    x = m.node("q", "op", {x});
    m.in(" Decoder;layers.0 models.Block");
    x = m.node("add", "op", {x});
    m.in(" Decoder;norm models.Norm");
    m.node("mul", "op", {x});
    const auto index = m.index();
    COMPARE_TEXT(test::treeText(*index),
                 "root 1/4: embed\n"
                 "  layers.0 [Block] 1/2: add\n"
                 "    attention [Attention] 1/1: q\n"
                 "  norm [Norm] 1/1: mul\n");
    VERIFY_TREE(*index);
}

void TestHierarchy::calledAgainWithoutWorkBetween() {
    ModelBuilder m;
    const ValueId x = m.input("x");
    m.in("a A");
    const ValueId a1 = m.node("a1", "op", {x});
    m.in("");
    const ValueId free = m.node("free", "op", {x});
    m.in("a A");
    const ValueId a2 = m.node("a2", "op", {x});
    m.in("");
    m.node("join", "op", {a1, free, a2});
    const auto index = m.index();
    COMPARE_TEXT(test::treeText(*index),
                 "root 2/4: free join\n"
                 "  a [A] 2/2: a1 a2\n");
    VERIFY_TREE(*index);
}

void TestHierarchy::calledAgainAfterOtherWork() {
    ModelBuilder m;
    m.in("a A");
    const ValueId a1 = m.node("a1", "op", {m.input("x")});
    m.in("");
    const ValueId between = m.node("between", "op", {a1});
    m.in("a A");
    m.node("a2", "other", {between});
    const auto index = m.index();
    COMPARE_TEXT(test::treeText(*index),
                 "root 1/3: between\n"
                 "  a [A] 1/1 part 1 of 2: a1\n"
                 "  a [A] 1/1 part 2 of 2: a2\n");
    VERIFY_TREE(*index);
}

/// The value that comes back was made before the module's last own node.
void TestHierarchy::calledAgainAfterLaterWorkOfItsOwn() {
    ModelBuilder m;
    m.in("a A");
    const ValueId a1 = m.node("a1", "op", {m.input("x")});
    m.in("");
    const ValueId between = m.node("between", "op", {a1});
    m.in("a A");
    m.node("a2", "op", {a1});
    m.node("a3", "op", {between});
    VERIFY_TREE(*m.index());
}

void TestHierarchy::twoModulesFeedEachOther() {
    ModelBuilder m;
    m.in("a A");
    const ValueId a1 = m.node("a1", "op", {m.input("x")});
    m.in("b B");
    const ValueId b1 = m.node("b1", "op", {a1});
    m.in("a A");
    const ValueId a2 = m.node("a2", "op", {b1});
    m.in("b B");
    m.node("b2", "op", {a2});
    const auto index = m.index();
    VERIFY_TREE(*index);
    QCOMPARE(countPath(index->hierarchy(), "a"), std::size_t{2});
    QCOMPARE(countPath(index->hierarchy(), "b"), std::size_t{2});
}

/// a → b → c → a, where no node of a takes what b makes.
void TestHierarchy::cycleThroughAThirdModule() {
    ModelBuilder m;
    const ValueId x = m.input("x");
    m.in("c C");
    const ValueId c1 = m.node("c1", "op", {x});
    m.in("a A");
    const ValueId a1 = m.node("a1", "op", {c1});
    m.in("b B");
    const ValueId b1 = m.node("b1", "op", {a1});
    m.in("c C");
    m.node("c2", "op", {x});
    m.node("c3", "op", {b1});
    VERIFY_TREE(*m.index());
}

void TestHierarchy::modulesOffTheCycleStayWhole() {
    ModelBuilder m;
    const ValueId x = m.input("x");
    m.in("a A");
    const ValueId a1 = m.node("a1", "op", {x});
    m.in("free F");
    const ValueId f1 = m.node("f1", "op", {x});
    m.in("b B");
    const ValueId b1 = m.node("b1", "op", {a1});
    m.in("a A");
    const ValueId a2 = m.node("a2", "op", {b1});
    m.in("free F");
    const ValueId f2 = m.node("f2", "op", {f1});
    m.in("after G");
    const ValueId g1 = m.node("g1", "op", {a2, f2});
    m.in("");
    m.node("h1", "op", {x});
    m.in("after G");
    m.node("g2", "op", {g1});
    const auto index = m.index();
    VERIFY_TREE(*index);
    QCOMPARE(countPath(index->hierarchy(), "a"), std::size_t{2});
    for (const char* path : {"free", "b", "after"}) QCOMPARE(countPath(index->hierarchy(), path), std::size_t{1});
}

void TestHierarchy::nestedGraphsHaveBranches() {
    ModelBuilder m;
    const ValueId x = m.input("x");
    const GraphId yes = m.nested("true_graph"), no = m.nested("false_graph");
    m.in("block Block;block.inner Inner");
    m.into(yes);
    m.node("sin", "op", {m.input("a")});
    m.in("block Block");
    m.into(no);
    m.node("cos", "op", {m.input("b")});
    m.into(GraphId(std::uint32_t{0}));
    const ValueId cond =
        m.node("cond", "op", {ModelBuilder::valueArgument(x), ModelBuilder::graphArgument(yes), ModelBuilder::graphArgument(no)});
    const NodeId owner = m.producer(cond);
    const auto index = m.index();
    const Hierarchy& hierarchy = index->hierarchy();
    VERIFY_TREE(*index);
    const ModuleId body = hierarchy.bodyOf(owner);
    QVERIFY(body.valid());
    QCOMPARE(hierarchy.module(body).kind, ModuleKind::Operator);
    QVERIFY(hierarchy.module(body).owner == owner);
    QVERIFY(hierarchy.module(body).parent == hierarchy.moduleOf(owner));
    COMPARE_TEXT(hierarchy.module(body).name, "cond");
    QCOMPARE(hierarchy.module(body).children.size(), std::size_t{2});
    const Module& branch = hierarchy.module(hierarchy.module(body).children[0]);
    QCOMPARE(branch.kind, ModuleKind::Branch);
    QVERIFY(branch.graph == yes && branch.owner == owner);
    COMPARE_TEXT(branch.name, "true_graph");
    QCOMPARE(hierarchy.module(hierarchy.root()).nodeCount, 3U);
}

namespace {

/// `count` equal blocks of two nodes each, one after the other.
ModelBuilder blocks(int count, int odd = -1, const char* oddOperator = "op") {
    ModelBuilder m;
    ValueId x = m.input("x");
    for (int i = 0; i < count; ++i) {
        m.in("layers." + std::to_string(i) + " models.Block");
        const ValueId a = m.node("a" + std::to_string(i), i == odd ? oddOperator : "op", {x});
        x = m.node("b" + std::to_string(i), "op", {a, x});
    }
    return m;
}

}  // namespace

void TestHierarchy::repeatedBlocks() {
    const auto eleven = blocks(11).index();
    const Hierarchy& hierarchy = eleven->hierarchy();
    const ModuleId first = hierarchy.findPath("layers.0"), fourth = hierarchy.findPath("layers.3");
    const auto repeats = hierarchy.repeats(first);
    QCOMPARE(repeats.size(), std::size_t{11});
    QVERIFY(std::ranges::is_sorted(repeats));
    QVERIFY(repeats.front() == first);
    QVERIFY(std::ranges::equal(repeats, hierarchy.repeats(fourth)));
    COMPARE_TEXT(hierarchy.repeatText(first).text(), "like layers 1 … 10");
    const auto two = blocks(2).index();
    COMPARE_TEXT(two->hierarchy().repeatText(two->hierarchy().findPath("layers.0")).text(), "like layers 1");
    const auto one = blocks(1).index();
    const ModuleId only = one->hierarchy().findPath("layers.0");
    COMPARE_TEXT(one->hierarchy().repeatText(only).text(), "");
    QVERIFY(one->hierarchy().repeats(only).size() <= 1);
    COMPARE_TEXT(one->hierarchy().repeatText(one->hierarchy().root()).text(), "");
}

void TestHierarchy::repeatsDiffer_data() {
    QTest::addColumn<int>("what");
    QTest::newRow("operator") << 0;
    QTest::newRow("class") << 1;
    QTest::newRow("shape") << 2;
    QTest::newRow("type") << 3;
    QTest::newRow("wiring") << 4;
    QTest::newRow("one node more") << 5;
}

/// Three blocks, of which the one in the middle is different.
void TestHierarchy::repeatsDiffer() {
    QFETCH(int, what);
    ModelBuilder m;
    ValueId x = m.input("x");
    for (int i = 0; i < 3; ++i) {
        const bool odd = i == 1;
        m.in("layers." + std::to_string(i) + (odd && what == 1 ? " models.Other" : " models.Block"));
        if (odd && what == 2) m.shape(ScalarType::F32, {2, 8});
        if (odd && what == 3) m.shape(ScalarType::F16, {2, 4});
        const std::string number = std::to_string(i);
        const ValueId a = m.node("a" + number, odd && what == 0 ? "other" : "op", {x});
        const ValueId b = m.node("b" + number, "op", {a});
        m.shape(ScalarType::F32, {2, 4});
        x = m.node("c" + number, "op", {b, odd && what == 4 ? b : a});
        if (odd && what == 5) x = m.node("d" + number, "op", {x});
    }
    const auto index = m.index();
    const Hierarchy& hierarchy = index->hierarchy();
    const ModuleId first = hierarchy.findPath("layers.0"), second = hierarchy.findPath("layers.1"),
                   third = hierarchy.findPath("layers.2");
    QVERIFY(std::ranges::equal(hierarchy.repeats(first), std::vector{first, third}));
    QVERIFY(hierarchy.repeats(second).size() <= 1);
    COMPARE_TEXT(hierarchy.repeatText(second).text(), "");
}

void TestHierarchy::chainAndPaths() {
    ModelBuilder m;
    m.in("a A;a.b B;a.b.c C");
    const ValueId x = m.node("n", "op", {m.input("x")});
    const NodeId node = m.producer(x);
    const auto index = m.index();
    const Hierarchy& hierarchy = index->hierarchy();
    const auto chain = hierarchy.chain(hierarchy.moduleOf(node));
    QCOMPARE(chain.size(), std::size_t{4});
    QVERIFY(chain.front() == hierarchy.root());
    QVERIFY(chain.back() == hierarchy.findPath("a.b.c"));
    QCOMPARE(hierarchy.module(chain.back()).className(), std::string_view("C"));
    COMPARE_TEXT(hierarchy.module(chain.back()).name, "c");
    QVERIFY(hierarchy.findPath("") == hierarchy.root());
    QVERIFY(!hierarchy.findPath("a.b.c.d").valid());
    QVERIFY(!hierarchy.findPath("b").valid());
}

void TestHierarchy::randomGraphsAreAcyclic_data() {
    QTest::addColumn<int>("nodes");
    for (const int nodes : {6, 9, 12, 20, 40, 200}) QTest::addRow("%d nodes", nodes) << nodes;
}

/// Any node in any module, as hostile files and broken exports have it: grouping makes no cycle.
void TestHierarchy::randomGraphsAreAcyclic() {
    QFETCH(int, nodes);
    const std::vector<std::string> stacks{"",   std::string(test::kNoModule), "a A", "b B", "a A;a.c C", "a A;a.d D", "b B;b.c C",
                                          "e E"};
    int cyclic = 0;
    for (unsigned seed = 0; seed < 100; ++seed) {
        std::mt19937 random(seed);
        ModelBuilder m;
        std::vector<ValueId> values{m.input("x")};
        for (int i = 0; i < nodes; ++i) {
            m.in(stacks[random() % stacks.size()]);
            const ValueId recent = values[values.size() - 1 - random() % std::min<std::size_t>(values.size(), 4)];
            const ValueId any = values[random() % values.size()];
            values.push_back(m.node("n" + std::to_string(i), "op", {recent, any}));
        }
        if (!treeProblem(*m.index()).empty()) ++cyclic;
    }
    QCOMPARE(cyclic, 0);
}

void TestHierarchy::fixturesAreWellFormed_data() {
    QTest::addColumn<int>("stage");
    const auto stages = test::fixtureStages();
    for (std::size_t i = 0; i < stages.size(); ++i) QTest::newRow(stages[i].name().c_str()) << static_cast<int>(i);
}

void TestHierarchy::fixturesAreWellFormed() {
    QFETCH(int, stage);
    const auto index = test::fixtureIndex(test::fixtureStages()[static_cast<std::size_t>(stage)]);
    VERIFY_TREE(*index);
    QCOMPARE(index->hierarchy().module(index->hierarchy().root()).nodeCount,
             static_cast<std::uint32_t>(index->model().nodeCount()));
}

/// tests/fixtures/models.py, TextDecoder: two equal blocks, norm, output.
void TestHierarchy::decoderTree() {
    const auto index = test::fixtureIndex({"vlm/model.etrecord", "text_decoder", "exported"});
    const Hierarchy& hierarchy = index->hierarchy();
    std::vector<std::string> names;
    for (const ModuleId child : hierarchy.module(hierarchy.root()).children) names.push_back(hierarchy.module(child).name);
    QCOMPARE(names, (std::vector<std::string>{"layers.0", "layers.1", "norm", "output"}));
    const ModuleId first = hierarchy.findPath("layers.0");
    QCOMPARE(hierarchy.module(first).className(), std::string_view("DecoderBlock"));
    QCOMPARE(hierarchy.repeats(first).size(), std::size_t{2});
    std::vector<std::string> inner;
    for (const ModuleId child : hierarchy.module(first).children) inner.push_back(hierarchy.module(child).name);
    QCOMPARE(inner, (std::vector<std::string>{"attention_norm", "attention", "ffn_norm", "feed_forward"}));
    QCOMPARE(hierarchy.module(hierarchy.findPath("layers.1.attention.wq")).parent, hierarchy.findPath("layers.1.attention"));
}

/// 50,000 modules in a row, and 500 in each other: no recursion, nothing quadratic.
void TestHierarchy::manyModulesAndLongChains() {
    ModelBuilder m;
    ValueId x = m.input("x");
    for (int i = 0; i < 50'000; ++i) {
        m.in("layers." + std::to_string(i) + " Block");
        x = m.node("n" + std::to_string(i), "op", {x});
    }
    std::string path, stack;
    for (int i = 0; i < 500; ++i) {
        path += (path.empty() ? "m" : ".m");
        stack += (stack.empty() ? "" : ";") + path + " M";
    }
    m.in(stack);
    m.node("deep", "op", {x});
    const auto index = m.index();
    QCOMPARE(index->hierarchy().size(), std::size_t{1 + 50'000 + 500});
    QCOMPARE(index->hierarchy().repeats(index->hierarchy().findPath("layers.7")).size(), std::size_t{50'000});
}

// A node's stack can name hundreds of modules that no other node has: beyond the limit nodes stay where they are.
void TestHierarchy::modulesAreLimited() {
    constexpr int kNodes = 1500, kDepth = 200;
    ModelBuilder m;
    ValueId x = m.input("x");
    for (int i = 0; i < kNodes; ++i) {
        std::string stack;
        for (int d = 0; d < kDepth; ++d) stack += (d == 0 ? "" : ";") + std::to_string(i) + "." + std::to_string(d) + " M";
        m.in(stack);
        x = m.node("n" + std::to_string(i), "op", {x});
    }
    const auto index = m.index();
    QVERIFY(index->hierarchy().size() >= limits::kMaxModules);
    QVERIFY(index->hierarchy().size() <= limits::kMaxModules + kNodes);
    QCOMPARE(index->hierarchy().nodesBelow(index->hierarchy().root()).size(), std::size_t{kNodes});
}

ETSCOPE_TEST(TestHierarchy)
#include "tst_hierarchy.moc"
