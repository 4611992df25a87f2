// Links between the stages of a method, on real exports: both ways, 1:n and n:1, and without one of the files.
#include <QtTest>
#include <algorithm>
#include <filesystem>

#include "join/delegate_bodies.h"
#include "join/links.h"
#include "support/test_case.h"

using namespace etscope;
using join::NodeLinks;

namespace {

const std::string kLinksFixtures = ETSCOPE_SHARED_DIR "/fixtures/";

/// A method's links, asked with the texts that people use.
struct Linked {
    std::shared_ptr<const session::Session> session;
    std::shared_ptr<const join::MethodLinks> links;
    std::string method;

    graph::NodeRef node(std::string_view stage, std::string_view path) const {
        const auto found = join::nodeAt({*session, method}, graph::StageId::parse(stage), path, {});
        return found ? *found : graph::NodeRef{graph::StageId::parse(stage), {}};
    }
    NodeLinks of(std::string_view stage, std::string_view path) const { return links->of(node(stage, path)); }
    std::vector<std::string> paths(const std::vector<graph::NodeRef>& nodes) const { return links->graphs().paths(nodes); }
    const join::MethodLinks* operator->() const { return links.get(); }
};

Linked linkedAt(const std::string& folder, const std::vector<std::string>& files, const std::string& method) {
    std::vector<std::string> paths;
    for (const std::string& file : files) paths.push_back(folder + file);
    const auto session = session::Session::open(paths, {}, {});
    if (!session) qFatal("%s", session.error().message.c_str());
    const auto links = join::links({**session, method}, {});
    if (!links) qFatal("%s", links.error().message.c_str());
    return {*session, *links, method};
}

Linked linksOf(const std::vector<std::string>& files, const char* method) { return linkedAt(kLinksFixtures, files, method); }

template <class T>
bool holds(const std::vector<T>& list, const T& item) {
    return std::ranges::find(list, item) != list.end();
}

}  // namespace

class TestLinks : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        if (!std::filesystem::exists(kLinksFixtures + "vlm/model.pte")) QSKIP("the shared fixtures are not here");
    }
    void everyLinkLeadsBack_data();
    void everyLinkLeadsBack();
    void delegateCall();
    void instructionsWithOneHandle();
    void delegateNodesByDebugId();
    void withoutRecord();
    void withoutProgram();
    void whatNothingTellsIsUnknown();
    void unknownNodes();
};

void TestLinks::everyLinkLeadsBack_data() {
    QTest::addColumn<QString>("fixture");
    QTest::addColumn<QString>("method");
    QTest::newRow("portable") << "cnn_portable"
                              << "forward";
    QTest::newRow("delegated") << "vlm"
                               << "text_decoder";
    QTest::newRow("quantised") << "quant_cnn_portable"
                               << "forward";
}

/// edge → instruction → edge, edge → exported → edge.
void TestLinks::everyLinkLeadsBack() {
    QFETCH(QString, fixture);
    QFETCH(QString, method);
    const std::string base = fixture.toStdString() + "/model.";
    const Linked links = linksOf({base + "etrecord", base + "pte"}, method.toStdString().c_str());
    const auto graph = links.session->graph(links.method, "edge", {});
    QVERIFY(graph);
    std::size_t linked = 0;
    for (std::uint32_t i = 0; i < (*graph)->nodeCount(); ++i) {
        const graph::NodeRef node{graph::StageId::edge(), graph::NodeId(i)};
        const std::string path = (*graph)->nodePath(node.node);
        const NodeLinks of = links->of(node);
        linked += of.instructions.empty() ? 0U : 1U;
        for (const std::int64_t instruction : of.instructions) {
            QVERIFY2(holds(links->ofInstruction(instruction).edge, node), path.c_str());
            QVERIFY2(links->of(links->nodeOf(instruction)).edge == links->ofInstruction(instruction).edge, path.c_str());
        }
        for (const graph::NodeRef& exported : of.exported) QVERIFY2(holds(links->of(exported).edge, node), path.c_str());
    }
    QVERIFY(linked > (*graph)->nodeCount() / 2);
}

void TestLinks::delegateCall() {
    const Linked links = linksOf({"vlm/model.etrecord", "vlm/model.pte"}, "token_embedding");
    const NodeLinks call = links.of("program", "0/1");
    QCOMPARE(call.backends, std::vector<std::string>{"XnnpackBackend"});
    QCOMPARE(call.delegates, std::vector<std::int64_t>{0});
    QVERIFY(holds(links.paths(call.edge), std::string("aten_mul_tensor")));
    const NodeLinks inside = links.of("delegate:0", "0");
    QCOMPARE(inside.instructions, std::vector<std::int64_t>{1});
    QVERIFY(inside.delegateNodes == std::vector{links.node("delegate:0", "0")});
    QCOMPARE(links.paths(inside.delegateNodes), std::vector<std::string>{"0"});
    QVERIFY(links->insideBy(0) == join::InsideBy::Handles);
    QCOMPARE(links.paths(inside.edge), std::vector<std::string>{"aten_mul_tensor"});
}

/// Kernel 5 and delegate calls 1 and 7 carry handle 5: the kernel calls none of those delegates.
void TestLinks::instructionsWithOneHandle() {
    const Linked links = linkedAt(ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm/", {"model.etrecord", "model.pte"}, "text_decoder");
    const NodeLinks kernel = links.of("program", "0/5");
    QCOMPARE(kernel.instructions, std::vector<std::int64_t>{5});
    QVERIFY(kernel.backends.empty() && kernel.delegates.empty());
    QVERIFY(holds(links.paths(kernel.edge), std::string("aten_mean_dim")));
    QCOMPARE(links.of("program", "0/7").delegates, std::vector<std::int64_t>{1});
    QCOMPARE(links.of("edge", "aten_mean_dim").instructions, (std::vector<std::int64_t>{1, 5, 6, 7}));
}

/// The demo backend gives every operator its debug handle as id: the nodes inside lead to edge nodes.
void TestLinks::delegateNodesByDebugId() {
    const Linked links = linksOf({"demo_backend/model.etrecord", "demo_backend/model.pte"}, "forward");
    const auto inside = links.session->graph("forward", "delegate:0", {});
    QVERIFY(inside);
    std::size_t found = 0;
    for (std::uint32_t i = 0; i < (*inside)->nodeCount(); ++i) {
        const graph::NodeRef node{graph::StageId::payload(0), graph::NodeId(i)};
        for (const graph::NodeRef& edge : links->of(node).edge) {
            ++found;
            QVERIFY(holds(links->of(edge).delegateNodes, node));
        }
    }
    QCOMPARE(found, std::size_t(2));
    QVERIFY(links.of("edge", "aten_mm_default").delegateNodes == std::vector{links.node("delegate:0", "0")});
    QVERIFY(links.of("edge", "aten_add_tensor").delegateNodes == std::vector{links.node("delegate:0", "1")});
    QCOMPARE(links.of("edge", "aten_add_tensor").delegateDebugIds, std::vector<std::string>{"2"});
}

void TestLinks::withoutRecord() {
    const Linked links = linksOf({"vlm/model.pte"}, "token_embedding");
    QVERIFY(!links->hasHandles() && links->hasProgram());
    QCOMPARE(links.of("program", "0/1").delegates, std::vector<std::int64_t>{0});
    QVERIFY(links.of("program", "0/1").edge.empty());
    QVERIFY(links.of("program", "0/0").delegates.empty());
}

void TestLinks::whatNothingTellsIsUnknown() {
    using join::RunsIn;
    const auto where = [](const std::vector<std::string>& files, const char* stage, const char* node) {
        const Linked links = linksOf(files, "token_embedding");
        return links->runsIn(links.of(stage, node));
    };
    const std::vector<std::string> both{"vlm/model.etrecord", "vlm/model.pte"}, record{"vlm/model.etrecord"},
        program{"vlm/model.pte"};
    QCOMPARE(where(both, "edge", "aten_embedding_default"), RunsIn::Kernels);
    QCOMPARE(where(record, "edge", "aten_embedding_default"), RunsIn::Unknown);
    QCOMPARE(where(record, "edge", "aten_mul_tensor"), RunsIn::Delegate);
    QCOMPARE(where(both, "edge", "nothing of that name"), RunsIn::Unknown);
    QCOMPARE(where(program, "program", "0/0"), RunsIn::Kernels);
    QCOMPARE(where(program, "program", "0/1"), RunsIn::Delegate);
    QCOMPARE(where(program, "program", "0/99"), RunsIn::Unknown);
}

void TestLinks::withoutProgram() {
    const Linked links = linksOf({"vlm/model.etrecord"}, "token_embedding");
    QVERIFY(links->hasHandles() && !links->hasProgram());
    QCOMPARE(links.of("edge", "aten_mul_tensor").instructions, std::vector<std::int64_t>{1});
    QCOMPARE(links.of("edge", "aten_mul_tensor").backends, std::vector<std::string>{"XnnpackBackend"});
    QVERIFY(links.of("edge", "aten_mul_tensor").delegates.empty());
}

void TestLinks::unknownNodes() {
    const Linked links = linksOf({"vlm/model.etrecord", "vlm/model.pte"}, "token_embedding");
    for (const auto& [stage, node] : {std::pair{"edge", "none"}, {"program", "0/x"}, {"program", "1/0"}, {"delegate:x", "0"}}) {
        const NodeLinks of = links.of(stage, node);
        QVERIFY(of.edge.empty() && of.instructions.empty() && of.delegates.empty());
    }
    QVERIFY(links.of("program", "0/99").instructions.empty());
    QCOMPARE(links->ofInstruction(99).instructions, std::vector<std::int64_t>{99});
    QVERIFY(links->ofInstruction(99).edge.empty());
    QVERIFY(!links->nodeOf(99).node.valid());
}

ETSCOPE_TEST(TestLinks)
#include "tst_links.moc"
