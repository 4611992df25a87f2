// Links between the stages of a method, on real exports: both ways, 1:n and n:1, and without one of the files.
#include <QtTest>
#include <algorithm>
#include <filesystem>

#include "join/links.h"

using namespace etscope;
using join::NodeLinks;

namespace {

const std::string kFixtures = ETSCOPE_SHARED_DIR "/fixtures/";

std::shared_ptr<const join::MethodLinks> linksOf(const std::vector<std::string>& files, const char* method) {
    std::vector<std::string> paths;
    for (const std::string& file : files) paths.push_back(kFixtures + file);
    const auto session = session::Session::open(paths, {}, {});
    if (!session) qFatal("%s", session.error().message.c_str());
    const auto links = join::links(**session, method, {});
    return links ? *links : nullptr;
}

template <class T>
bool holds(const std::vector<T>& list, const T& item) {
    return std::ranges::find(list, item) != list.end();
}

}  // namespace

class TestLinks : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        if (!std::filesystem::exists(kFixtures + "vlm/model.pte")) QSKIP("the shared fixtures are not here");
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
    const auto session = session::Session::open({kFixtures + base + "etrecord", kFixtures + base + "pte"}, {}, {});
    QVERIFY(session);
    const auto links = join::links(**session, method.toStdString(), {});
    const auto graph = (*session)->graph(method.toStdString(), "edge", {});
    QVERIFY(links && graph);
    std::size_t linked = 0;
    for (std::uint32_t i = 0; i < (*graph)->nodeCount(); ++i) {
        const std::string path = (*graph)->nodePath(graph::NodeId(i));
        const NodeLinks of = (*links)->of("edge", path);
        linked += of.instructions.empty() ? 0U : 1U;
        for (const std::int64_t instruction : of.instructions)
            QVERIFY2(holds((*links)->of("program", "0/" + std::to_string(instruction)).edge, path), path.c_str());
        for (const std::string& exported : of.exported)
            QVERIFY2(holds((*links)->of("exported", exported).edge, path), path.c_str());
    }
    QVERIFY(linked > (*graph)->nodeCount() / 2);
}

void TestLinks::delegateCall() {
    const auto links = linksOf({"vlm/model.etrecord", "vlm/model.pte"}, "token_embedding");
    const NodeLinks call = links->of("program", "0/1");
    QCOMPARE(call.backends, std::vector<std::string>{"XnnpackBackend"});
    QCOMPARE(call.delegates, std::vector<std::int64_t>{0});
    QVERIFY(holds(call.edge, std::string("aten_mul_tensor")));
    const NodeLinks inside = links->of("delegate:0", "0");
    QCOMPARE(inside.instructions, std::vector<std::int64_t>{1});
    QCOMPARE(inside.delegateNodes, (std::vector<join::DelegateNode>{{0, "0"}}));
}

/// Kernel 5 and delegate calls 1 and 7 carry handle 5: the kernel calls none of those delegates.
void TestLinks::instructionsWithOneHandle() {
    const std::string sample = ETSCOPE_SOURCE_DIR "/resources/samples/vlm/model.";
    const auto session = session::Session::open({sample + "etrecord", sample + "pte"}, {}, {});
    QVERIFY(session);
    const auto links = join::links(**session, "text_decoder", {});
    QVERIFY(links);
    const NodeLinks kernel = (*links)->of("program", "0/5");
    QCOMPARE(kernel.instructions, std::vector<std::int64_t>{5});
    QVERIFY(kernel.backends.empty() && kernel.delegates.empty());
    QVERIFY(holds(kernel.edge, std::string("aten_mean_dim")));
    QCOMPARE((*links)->of("program", "0/7").delegates, std::vector<std::int64_t>{1});
    QCOMPARE((*links)->of("edge", "aten_mean_dim").instructions, (std::vector<std::int64_t>{1, 5, 6, 7}));
}

/// The demo backend gives every operator its debug handle as id: the nodes inside lead to edge nodes.
void TestLinks::delegateNodesByDebugId() {
    const auto session =
        session::Session::open({kFixtures + "demo_backend/model.etrecord", kFixtures + "demo_backend/model.pte"}, {}, {});
    QVERIFY(session);
    const auto links = join::links(**session, "forward", {});
    const auto inside = (*session)->graph("forward", "delegate:0", {});
    QVERIFY(links && inside);
    std::size_t found = 0;
    for (std::uint32_t i = 0; i < (*inside)->nodeCount(); ++i) {
        const std::string node = (*inside)->nodePath(graph::NodeId(i));
        for (const std::string& edge : (*links)->of("delegate:0", node).edge) {
            ++found;
            QVERIFY(holds((*links)->of("edge", edge).delegateNodes, join::DelegateNode{0, node}));
        }
    }
    QCOMPARE(found, std::size_t(2));
    QCOMPARE((*links)->of("edge", "aten_mm_default").delegateNodes, (std::vector<join::DelegateNode>{{0, "0"}}));
    QCOMPARE((*links)->of("edge", "aten_add_tensor").delegateNodes, (std::vector<join::DelegateNode>{{0, "1"}}));
    QCOMPARE((*links)->of("edge", "aten_add_tensor").delegateDebugIds, std::vector<std::string>{"2"});
}

void TestLinks::withoutRecord() {
    const auto links = linksOf({"vlm/model.pte"}, "token_embedding");
    QVERIFY(!links->hasHandles() && links->hasProgram());
    QCOMPARE(links->of("program", "0/1").delegates, std::vector<std::int64_t>{0});
    QVERIFY(links->of("program", "0/1").edge.empty());
    QVERIFY(links->of("program", "0/0").delegates.empty());
}

void TestLinks::whatNothingTellsIsUnknown() {
    using join::RunsIn;
    const auto where = [](const std::vector<std::string>& files, const char* stage, const char* node) {
        const auto links = linksOf(files, "token_embedding");
        return links->runsIn(links->of(stage, node));
    };
    const std::vector<std::string> both{"vlm/model.etrecord", "vlm/model.pte"}, record{"vlm/model.etrecord"}, program{"vlm/model.pte"};
    QCOMPARE(where(both, "edge", "aten_embedding_default"), RunsIn::Kernels);
    QCOMPARE(where(record, "edge", "aten_embedding_default"), RunsIn::Unknown);
    QCOMPARE(where(record, "edge", "aten_mul_tensor"), RunsIn::Delegate);
    QCOMPARE(where(both, "edge", "nothing of that name"), RunsIn::Unknown);
    QCOMPARE(where(program, "program", "0/0"), RunsIn::Kernels);
    QCOMPARE(where(program, "program", "0/1"), RunsIn::Delegate);
    QCOMPARE(where(program, "program", "0/99"), RunsIn::Unknown);
}

void TestLinks::withoutProgram() {
    const auto links = linksOf({"vlm/model.etrecord"}, "token_embedding");
    QVERIFY(links->hasHandles() && !links->hasProgram());
    QCOMPARE(links->of("edge", "aten_mul_tensor").instructions, std::vector<std::int64_t>{1});
    QCOMPARE(links->of("edge", "aten_mul_tensor").backends, std::vector<std::string>{"XnnpackBackend"});
    QVERIFY(links->of("edge", "aten_mul_tensor").delegates.empty());
}

void TestLinks::unknownNodes() {
    const auto links = linksOf({"vlm/model.etrecord", "vlm/model.pte"}, "token_embedding");
    for (const auto& [stage, node] : {std::pair{"edge", "none"}, {"program", "0/x"}, {"program", "1/0"}, {"delegate:x", "0"}}) {
        const NodeLinks of = links->of(stage, node);
        QVERIFY(of.edge.empty() && of.instructions.empty() && of.delegates.empty());
    }
    QCOMPARE(links->of("program", "0/99").instructions, std::vector<std::int64_t>{99});
    QVERIFY(links->of("program", "0/99").edge.empty());
}

QTEST_GUILESS_MAIN(TestLinks)
#include "tst_links.moc"
