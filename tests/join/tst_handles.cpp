#include <QtTest>

#include "join/handles.h"
#include "support/bytes.h"
#include "support/program_json.h"
#include "support/record_builder.h"
#include "support/temp_dir.h"

using namespace etscope;
using test::RecordBuilder;

class TestHandles : public QObject {
    Q_OBJECT
private slots:
    void joinsInstructionsAndNodes();
    void manyNodesPerHandle();
    void unknownHandles();
    void methodWithoutGraph();
    void withoutRecord();
};

namespace {

Result<std::vector<join::MethodHandles>> handlesOf(const std::string& record, Diagnostics* diagnostics = nullptr) {
    const test::TempDir dir;
    const auto session = session::Session::open({dir.write("a", record)}, {}, {});
    if (!session) return session.failure();
    auto found = join::handles(**session, {});
    if (diagnostics != nullptr) *diagnostics = (*session)->diagnostics();
    return found;
}
using Texts = std::vector<std::string>;

std::string twoNodes(const std::string& secondHandle) {
    test::ProgramSpec spec;
    spec.nodes = "[" + test::addNode("first", "x", "p_w", "\"1\"") + "," +
                 test::addNode("aten_add_tensor", "first", "p_w", secondHandle) + "]";
    spec.tensorValues = R"({"p_w":)" + test::tensorMeta() + R"(,"x":)" + test::tensorMeta() + R"(,"first":)" + test::tensorMeta() +
                        R"(,"aten_add_tensor":)" + test::tensorMeta() + "}";
    return test::programJson(spec);
}

}  // namespace

void TestHandles::joinsInstructionsAndNodes() {
    RecordBuilder builder;
    builder.set(std::string(test::kEdgeForward), twoNodes("\"2\""));
    builder.set("debug_handle_map", R"({"forward": {"10": 1, "2": [2, 1, 2]}})");
    builder.set("delegate_map", R"({"forward": {"2": {"name": "XnnpackBackend", "delegate_map": {"0": [2]}}}})");
    builder.set("instruction_id_to_num_outs_map", R"({"forward": {"2": 3}})");
    const auto methods = handlesOf(builder.bytes());
    QVERIFY(methods);
    QCOMPARE(methods->size(), std::size_t{1});
    const join::MethodHandles& method = (*methods)[0];
    QVERIFY(method.hasEdge && !method.hasExported);
    QCOMPARE(method.rows.size(), std::size_t{2});
    const join::HandleRow& delegate = method.rows[0];
    QCOMPARE(delegate.instruction, std::int64_t{2});
    QCOMPARE(delegate.debugHandles, (std::vector<std::int64_t>{2, 1, 2}));
    QVERIFY(delegate.isDelegate);
    QCOMPARE(delegate.backend, std::string("XnnpackBackend"));
    QCOMPARE(delegate.outputs, std::int64_t{3});
    QCOMPARE(delegate.delegateHandles[0].delegateDebugId, std::string("0"));
    QCOMPARE(method.graphs.paths(delegate.edgeNodes), (Texts{"aten_add_tensor", "first"}));
    QCOMPARE(method.rows[1].instruction, std::int64_t{10});
    QVERIFY(!method.rows[1].isDelegate);
    QCOMPARE(method.rows[1].outputs, std::int64_t{1});
    QCOMPARE(method.graphs.paths(method.rows[1].edgeNodes), Texts{"first"});
    QCOMPARE(method.unknownHandles + method.unmappedNodes, std::uint64_t{0});
}

void TestHandles::manyNodesPerHandle() {
    RecordBuilder builder;
    builder.set(std::string(test::kEdgeForward), twoNodes("\"1\""));
    const auto methods = handlesOf(builder.bytes());
    QVERIFY(methods);
    QCOMPARE((*methods)[0].graphs.paths((*methods)[0].rows[0].edgeNodes), (Texts{"first", "aten_add_tensor"}));
}

void TestHandles::unknownHandles() {
    RecordBuilder builder;
    builder.set("debug_handle_map", R"({"forward": {"0": [77, 78, 77]}})");
    Diagnostics diagnostics;
    const auto methods = handlesOf(builder.bytes(), &diagnostics);
    QVERIFY(methods);
    QCOMPARE((*methods)[0].unknownHandles, std::uint64_t{2});
    QCOMPARE((*methods)[0].unmappedNodes, std::uint64_t{1});
    QVERIFY(diagnostics.has("side-table-unknown-handle"));
}

void TestHandles::methodWithoutGraph() {
    RecordBuilder builder;
    builder.set("debug_handle_map", R"({"forward": {"0": 1}, "gone": {"0": 5}})");
    const auto methods = handlesOf(builder.bytes());
    QVERIFY(methods);
    QCOMPARE(methods->size(), std::size_t{2});
    QCOMPARE((*methods)[1].method, std::string("gone"));
    QVERIFY(!(*methods)[1].hasEdge);
    QCOMPARE((*methods)[1].rows.size(), std::size_t{1});
}

void TestHandles::withoutRecord() {
    const auto methods = handlesOf(test::programJson());
    QVERIFY(!methods);
    QCOMPARE(methods.error().code, std::string("no-record"));
}

QTEST_GUILESS_MAIN(TestHandles)
#include "tst_handles.moc"
