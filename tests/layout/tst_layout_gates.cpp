// Gates on drawing quality and on the work of the layout, by counters that never vary. No times here.
#include <QThread>
#include <QtTest>
#include <functional>
#include <stop_token>
#include <thread>

#include "layout/families.h"
#include "layout/layout.h"
#include "layout/quality.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::layout;
using test::Family;

class TestLayoutGates : public QObject {
    Q_OBJECT
private slots:
    void crossings_data();
    void crossings();
    void familiesAreClean_data();
    void familiesAreClean();
    void nestedFamiliesAreClean_data();
    void nestedFamiliesAreClean();
    void dummiesAreBounded_data();
    void dummiesAreBounded();
    void sameInputSameDrawing_data();
    void sameInputSameDrawing();
    void cyclesAreDrawn_data();
    void cyclesAreDrawn();
    void smallStack_data();
    void smallStack();
    void cancelledBefore();
    void cancelledDuring_data();
    void cancelledDuring();
};

namespace {

QByteArray rowName(Family family, std::size_t size) {
    return QByteArray(std::string(test::familyWord(family)).c_str()) + " " + QByteArray::number(static_cast<qulonglong>(size));
}

LayoutResult gateLayout(const LayoutInput& input) {
    auto result = layout::layout(input);
    if (!result) qFatal("%s: %s", result.error().code.c_str(), result.error().message.c_str());
    return std::move(*result);
}

/// A ring, with work hanging on every vertex.
LayoutInput ring(std::uint32_t count) {
    LayoutInput input;
    input.nodes.assign(std::size_t{2} * count, {{120, 28}, {}, 0});
    for (std::uint32_t i = 0; i < count; ++i) {
        input.edges.push_back({LayoutEnd::node(i), LayoutEnd::node((i + 1) % count), i, false});
        input.edges.push_back({LayoutEnd::node(i), LayoutEnd::node(count + i), i, false});
    }
    return input;
}

LayoutInput chainOf(std::uint32_t count) {
    LayoutInput input;
    input.nodes.assign(count, {{120, 28}, {}, 0});
    for (std::uint32_t i = 1; i < count; ++i) input.edges.push_back({LayoutEnd::node(i - 1), LayoutEnd::node(i), i, false});
    return input;
}

/// Groups inside groups, one node in each, a chain through all of them.
LayoutInput nestedChain(std::uint32_t depth) {
    LayoutInput input = chainOf(depth);
    for (std::uint32_t i = 0; i < depth; ++i) {
        input.groups.push_back({i == 0 ? 0 : i - 1, 0, 25, 10});
        input.nodes[i].group = i;
    }
    return input;
}

/// The decoder with an edge back from the end of every block to its begin, as loops have them.
LayoutInput decoderWithLoops() {
    const test::FamilyGraph graph = test::makeFamily(Family::CutDecoder, 300);
    LayoutInput input = test::flatInput(graph);
    std::uint32_t first = 1;
    for (std::uint32_t i = 0; i < graph.nodes.size(); ++i) {
        if (graph.nodes[i].label != "add_residual" || graph.nodes[i - 1].label != "linear_w2") continue;
        input.edges.push_back({LayoutEnd::node(i), LayoutEnd::node(first), i, false});
        first = i;
    }
    return input;
}

void addFamilyRows(std::initializer_list<std::size_t> sizes) {
    QTest::addColumn<int>("family");
    QTest::addColumn<int>("size");
    for (const Family family : test::kFamilies)
        for (const std::size_t size : sizes)
            QTest::newRow(rowName(family, size).constData()) << static_cast<int>(family) << static_cast<int>(size);
}

using Inputs = std::function<LayoutInput()>;

void addInput(const char* row, Inputs make) { QTest::newRow(row) << std::move(make); }

}  // namespace

Q_DECLARE_METATYPE(Inputs)

/// At most 1.05 times the crossings of Netron's layout of the same graph, counted as straight lines between nodes.
void TestLayoutGates::crossings_data() {
    QTest::addColumn<int>("family");
    QTest::addColumn<int>("size");
    QTest::addColumn<int>("reference");
    const auto add = [](Family family, int size, int reference) {
        QTest::newRow(rowName(family, static_cast<std::size_t>(size)).constData()) << static_cast<int>(family) << size << reference;
    };
    add(Family::Decoder, 300, 1231);
    add(Family::CutDecoder, 300, 72);
    add(Family::Convolutions, 300, 13);
    add(Family::SplitAttention, 300, 3118);
    add(Family::CutDecoder, 3000, 672);
    add(Family::Convolutions, 3000, 172);
}

void TestLayoutGates::crossings() {
    QFETCH(int, family);
    QFETCH(int, size);
    QFETCH(int, reference);
    const auto graph = test::makeFamily(static_cast<Family>(family), static_cast<std::size_t>(size));
    const LayoutInput input = test::flatInput(graph);
    const auto quality = test::drawingQuality(test::rectsOf(input, gateLayout(input)), graph.edges);
    qInfo("crossings %llu, reference %d, width %.0f", static_cast<unsigned long long>(quality.crossings), reference, quality.width);
    QVERIFY(static_cast<double>(quality.crossings) <= 1.05 * reference);
}

void TestLayoutGates::familiesAreClean_data() { addFamilyRows({1, 60, 300, 3000, 10'000}); }

void TestLayoutGates::familiesAreClean() {
    QFETCH(int, family);
    QFETCH(int, size);
    const auto graph = test::makeFamily(static_cast<Family>(family), static_cast<std::size_t>(size));
    const LayoutInput input = test::flatInput(graph);
    const LayoutResult result = gateLayout(input);
    const auto quality = test::boxQuality(test::rectsOf(input, result), graph.edges);
    QCOMPARE(quality.overlaps, 0U);
    QCOMPARE(quality.upward, 0U);
    QCOMPARE(result.counters.reversed, 0U);
    QVERIFY(result.bounds.width >= quality.width);
    QVERIFY(result.bounds.height >= quality.height);
    QVERIFY(result.counters.dummies <= 10 * (input.nodes.size() + input.edges.size()));
}

void TestLayoutGates::nestedFamiliesAreClean_data() { addFamilyRows({60, 300, 3000, 10'000}); }

void TestLayoutGates::nestedFamiliesAreClean() {
    QFETCH(int, family);
    QFETCH(int, size);
    const auto graph = test::makeFamily(static_cast<Family>(family), static_cast<std::size_t>(size));
    const LayoutInput input = test::nestedInput(graph);
    const LayoutResult result = gateLayout(input);
    const auto rects = test::rectsOf(input, result);
    QCOMPARE(test::boxQuality(rects, {}).overlaps, 0U);
    for (std::size_t g = 1; g < input.groups.size(); ++g) {
        const Rect& outer = result.groups[input.groups[g].parent];
        const Rect& inner = result.groups[g];
        QVERIFY(inner.x >= outer.x && inner.right() <= outer.right() && inner.y >= outer.y && inner.bottom() <= outer.bottom());
    }
    for (std::size_t i = 0; i < rects.size(); ++i) {
        const Rect& group = result.groups[input.nodes[i].group];
        QVERIFY(rects[i].x >= group.x && rects[i].right() <= group.right() && rects[i].y >= group.y &&
                rects[i].bottom() <= group.bottom());
    }
    // Inside one group the direction holds; groups that feed each other are drawn, too.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> local;
    for (std::size_t e = 0; e < graph.edges.size(); ++e)
        if (!result.paths[e].reversed && input.nodes[graph.edges[e].first].group == input.nodes[graph.edges[e].second].group)
            local.push_back(graph.edges[e]);
    QCOMPARE(test::boxQuality(rects, local).upward, 0U);
}

void TestLayoutGates::dummiesAreBounded_data() {
    QTest::addColumn<Inputs>("make");
    addInput("mask shared by all layers", [] { return test::flatInput(test::makeFamily(Family::Decoder, 10'000)); });
    addInput("mask shared by all layers, with modules",
             [] { return test::nestedInput(test::makeFamily(Family::Decoder, 10'000)); });
    addInput("mask shared by more layers", [] { return test::flatInput(test::makeFamily(Family::Decoder, 50'000)); });
    addInput("split into 50,000, joined", [] { return test::splitAndJoin(50'000); });
    addInput("split into 50,000, added up", [] { return test::splitIntoChain(50'000, true); });
    addInput("one value for 50,000, added up", [] { return test::splitIntoChain(50'000, false); });
}

void TestLayoutGates::dummiesAreBounded() {
    QFETCH(Inputs, make);
    const LayoutInput input = make();
    const LayoutResult result = gateLayout(input);
    qInfo("dummies %.2f x (V+E)",
          static_cast<double>(result.counters.dummies) / static_cast<double>(input.nodes.size() + input.edges.size()));
    QVERIFY(result.counters.dummies <= 10 * (input.nodes.size() + input.edges.size()));
    QCOMPARE(test::boxQuality(test::rectsOf(input, result), {}).overlaps, 0U);
}

void TestLayoutGates::sameInputSameDrawing_data() { addFamilyRows({300, 3000}); }

void TestLayoutGates::sameInputSameDrawing() {
    QFETCH(int, family);
    QFETCH(int, size);
    const auto graph = test::makeFamily(static_cast<Family>(family), static_cast<std::size_t>(size));
    for (const LayoutInput& input : {test::flatInput(graph), test::nestedInput(graph)}) {
        const LayoutResult first = gateLayout(input);
        const LayoutResult second = gateLayout(LayoutInput(input));
        QVERIFY(first.nodes == second.nodes);
        QVERIFY(first.groups == second.groups);
        QVERIFY(first.points == second.points);
        QVERIFY(first.bounds == second.bounds);
        QCOMPARE(first.counters.crossings, second.counters.crossings);
        QCOMPARE(first.counters.dummies, second.counters.dummies);
    }
}

void TestLayoutGates::cyclesAreDrawn_data() {
    QTest::addColumn<Inputs>("make");
    QTest::addColumn<int>("least");  ///< reversed edges that no drawing can do without
    QTest::addColumn<int>("most");
    const auto add = [](const char* row, int least, int most, const Inputs& make) { QTest::newRow(row) << make << least << most; };
    add("two nodes", 1, 1, [] { return ring(2); });
    add("ring of 1,000", 1, 1, [] { return ring(1000); });
    add("ring of 10,000", 1, 1, [] { return ring(10'000); });
    add("decoder with loops", 9, 9, decoderWithLoops);  // one for each layer
}

void TestLayoutGates::cyclesAreDrawn() {
    QFETCH(Inputs, make);
    QFETCH(int, least);
    QFETCH(int, most);
    const LayoutInput input = make();
    const LayoutResult result = gateLayout(input);
    QVERIFY(result.counters.reversed >= static_cast<std::uint64_t>(least));
    QVERIFY(result.counters.reversed <= static_cast<std::uint64_t>(most));
    const auto rects = test::rectsOf(input, result);
    std::uint64_t reversed = 0;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> forward;
    for (std::size_t e = 0; e < input.edges.size(); ++e) {
        QVERIFY(result.paths[e].count >= 2);
        if (result.paths[e].reversed)
            ++reversed;
        else
            forward.emplace_back(input.edges[e].from.index, input.edges[e].to.index);
    }
    QCOMPARE(reversed, result.counters.reversed);
    const auto quality = test::boxQuality(rects, forward);
    QCOMPARE(quality.overlaps, 0U);
    QCOMPARE(quality.upward, 0U);
}

void TestLayoutGates::smallStack_data() {
    QTest::addColumn<Inputs>("make");
    addInput("chain of 10,000", [] { return chainOf(10'000); });
    addInput("ring of 10,000", [] { return ring(10'000); });
    addInput("decoder of 10,000", [] { return test::flatInput(test::makeFamily(Family::Decoder, 10'000)); });
    addInput("decoder of 10,000 with modules", [] { return test::nestedInput(test::makeFamily(Family::Decoder, 10'000)); });
    addInput("1,000 groups in each other", [] { return nestedChain(1000); });
}

/// A quarter of a megabyte is some 25 bytes a node: nothing that recurses along the graph fits.
void TestLayoutGates::smallStack() {
    QFETCH(Inputs, make);
    const LayoutInput input = make();
    bool done = false;
    const std::unique_ptr<QThread> thread(QThread::create([&] { done = layout::layout(input).hasValue(); }));
    thread->setStackSize(256U << 10U);
    thread->start();
    thread->wait();
    QVERIFY(done);
}

void TestLayoutGates::cancelledBefore() {
    std::stop_source stop;
    stop.request_stop();
    JobContext job;
    job.stop = stop.get_token();
    for (const LayoutInput& input : {test::flatInput(test::makeFamily(Family::Decoder, 300)),
                                     test::nestedInput(test::makeFamily(Family::Decoder, 300)), chainOf(2)}) {
        const auto result = layout::layout(input, job);
        QVERIFY(!result);
        QCOMPARE(result.error().code, std::string("cancelled"));
    }
}

void TestLayoutGates::cancelledDuring_data() {
    QTest::addColumn<Inputs>("make");
    addInput("one group", [] { return test::flatInput(test::makeFamily(Family::SplitAttention, 100'000)); });
    addInput("groups", [] { return test::nestedInput(test::makeFamily(Family::SplitAttention, 100'000)); });
}

/// 5 ms are over long before 100,000 nodes are laid out, so the way out is taken in the middle of the work.
void TestLayoutGates::cancelledDuring() {
    QFETCH(Inputs, make);
    const LayoutInput input = make();
    std::stop_source stop;
    JobContext job;
    job.stop = stop.get_token();
    std::jthread canceller([&stop] {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        stop.request_stop();
    });
    const auto result = layout::layout(input, job);
    QVERIFY(!result);
    QCOMPARE(result.error().code, std::string("cancelled"));
}

ETSCOPE_TEST(TestLayoutGates)
#include "tst_layout_gates.moc"
