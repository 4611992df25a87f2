#include <QtTest>
#include <algorithm>

#include "join/handles.h"
#include "join/links.h"
#include "join/source_lines.h"
#include "modules/operator_family.h"
#include "session/delegate_stages.h"
#include "support/bytes.h"
#include "support/program_json.h"
#include "support/record_builder.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

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
    void aBrokenMethodHidesNoOther();
    void nodesOfLoweredModules_data();
    void nodesOfLoweredModules();
    void aBrokenLoweredModuleHidesNothingElse();
    void sharedHandlesAreSaidOnce();
    void withoutProgramNothingTellsThemApart();
    void delegatesThatCarryHandles();
};

namespace {

const std::string kVariants = ETSCOPE_SOURCE_DIR "/tests/fixtures/variants/";

/// Of all methods.
Result<std::vector<join::MethodHandles>> allHandles(const session::Session& session) {
    const auto names = join::methodsWithHandles(session);
    if (!names) return names.failure();
    std::vector<join::MethodHandles> all;
    for (const std::string& name : *names) {
        const auto one = join::handles({session, name}, {});
        if (!one) return one.failure();
        all.push_back(**one);
    }
    return all;
}

Result<std::vector<join::MethodHandles>> handlesOf(const std::string& record, Diagnostics* diagnostics = nullptr) {
    const test::TempDir dir;
    const auto session = session::Session::open({dir.write("a", record)}, {}, {});
    if (!session) return session.failure();
    auto found = allHandles(**session);
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

/// Of two methods' graphs one cannot be read.
void TestHandles::aBrokenMethodHidesNoOther() {
    RecordBuilder builder;
    builder.set("debug_handle_map", R"({"forward": {"0": 1}, "other": {"0": 1}})");
    builder.set(std::string(test::kEdgeForward).replace(std::string(test::kEdgeForward).rfind('/') + 1, 7, "other"), "{broken");
    const auto methods = handlesOf(builder.bytes());
    QVERIFY(methods);
    QCOMPARE(methods->size(), std::size_t{2});
    const auto of = [&](const char* name) { return *std::ranges::find(*methods, name, &join::MethodHandles::method); };
    QVERIFY(of("forward").hasEdge && !of("other").hasEdge);
    QCOMPARE(of("forward").rows[0].edgeNodes.size(), std::size_t{1});
    QCOMPARE(of("other").rows.size(), std::size_t{1});
}

void TestHandles::nodesOfLoweredModules_data() {
    QTest::addColumn<bool>("withProgram");
    QTest::newRow("record alone") << false;
    QTest::newRow("with the program") << true;
}

/// The edge graph was recorded after lowering: what carries the handles is inside its calls, with or without a program.
void TestHandles::nodesOfLoweredModules() {
    QFETCH(bool, withProgram);
    std::vector<std::string> files{kVariants + "lowered.etrecord"};
    if (withProgram) files.push_back(kVariants + "lowered.pte");
    const auto session = session::Session::open(files, {}, {});
    QVERIFY(session);
    const auto method = join::handles({**session, "forward"}, {});
    QVERIFY(method);
    QCOMPARE((*method)->unknownHandles, std::uint64_t{0});
    QVERIFY(!(*session)->diagnostics().has("side-table-unknown-handle"));
    const join::HandleRow& call = (*method)->rows.at(0);
    QVERIFY(call.isDelegate && !call.edgeNodes.empty());
    std::set<std::int64_t> carried;
    for (const graph::NodeRef& node : call.edgeNodes) {
        QVERIFY(node.stage == graph::StageId::lowered(0));
        const graph::GraphModel& model = **(*session)->graph("forward", node.stage, {});
        carried.insert(model.node(node.node).debugHandle.value_or(0));
        QCOMPARE((*method)->graphs.path(node), model.nodePath(node.node));
    }
    QCOMPARE(carried, (std::set<std::int64_t>(call.debugHandles.begin(), call.debugHandles.end())));
    const auto links = join::links({**session, "forward"}, {});
    QVERIFY(links);
    QCOMPARE((*links)->of(call.edgeNodes.front()).instructions, std::vector<std::int64_t>{call.instruction});
    const auto lines =
        join::sourceLines({**session, "forward"}, call.edgeNodes.front().stage, (*method)->graphs.path(call.edgeNodes.front()), {});
    QVERIFY(lines && !lines->frames.empty());
    if (!withProgram) return;
    // The payload and what it was made from are stages of their own, and the call's source lines are those of the latter.
    const auto stages = session::delegateStages({**session, "forward"}, {});
    QVERIFY(stages);
    QVERIFY(std::ranges::find(*stages, graph::StageId::payload(0)) != stages->end());
    QVERIFY(std::ranges::find(*stages, graph::StageId::lowered(0)) != stages->end());
    QVERIFY(*(*session)->graph("forward", "delegate:0", {}) != *(*session)->graph("forward", "lowered:0", {}));
    const auto ofCall = join::sourceLines({**session, "forward"}, graph::StageId::program(), "0/0", {});
    QVERIFY(ofCall && !ofCall->frames.empty());
    QVERIFY(ofCall->stage == graph::StageId::lowered(0));
}

/// Its handles are unknown then, the rest stands, and the damage is told.
void TestHandles::aBrokenLoweredModuleHidesNothingElse() {
    std::string json = twoNodes("\"2\"");
    const std::string call =
        R"({"name":"executorch_call_delegate","target":"torch.ops.higher_order.executorch_call_delegate",)"
        R"("inputs":[{"name":"lowered_module_0","arg":{"as_string":"{\"backend_id\": \"B\", \"processed_bytes\": \"AA==\"}"}}],)"
        R"("outputs":[],"metadata":{}},)";
    const auto at = json.find("\"nodes\":[");
    QVERIFY(at != std::string::npos);
    json.insert(at + 9, call);
    RecordBuilder builder;
    builder.set(std::string(test::kEdgeForward), json);
    builder.set("debug_handle_map", R"({"forward": {"0": [1], "1": [2], "2": [3]}})");
    Diagnostics diagnostics;
    const auto methods = handlesOf(builder.bytes(), &diagnostics);
    QVERIFY(methods);
    const join::MethodHandles& method = (*methods)[0];
    QCOMPARE(method.graphs.paths(method.rows[0].edgeNodes), Texts{"first"});
    QCOMPARE(method.graphs.paths(method.rows[1].edgeNodes), Texts{"aten_add_tensor"});
    QCOMPARE(method.unknownHandles, std::uint64_t{1});
    QVERIFY(std::ranges::any_of(diagnostics.items(), [](const Diagnostic& one) { return one.where == "forward/lowered:0"; }));
}

/// An LSTM: a hundred instructions that all carry one handle, as all its nodes do.
void TestHandles::sharedHandlesAreSaidOnce() {
    const auto session = session::Session::open({kVariants + "shared.etrecord", kVariants + "shared.pte"}, {}, {});
    QVERIFY(session);
    const auto method = join::handles({**session, "forward"}, {});
    const auto links = join::links({**session, "forward"}, {});
    QVERIFY(method && links);
    QCOMPARE((*method)->shared.size(), std::size_t{1});
    const join::SharedHandles& shared = (*method)->shared.front();
    QVERIFY(shared.instructions.size() > 30 && shared.edgeNodes.size() > 30);
    const graph::GraphModel& edge = *(*method)->graphs.find(graph::StageId::edge());
    std::size_t told = 0, names = 0;
    for (const join::HandleRow& row : (*method)->rows) {
        names += row.edgeNodes.size() + row.exportedNodes.size();
        if (!row.shared) continue;
        QVERIFY(row.edgeNodes.size() <= 1 && row.exportedNodes.empty());
        QVERIFY(std::ranges::find(shared.instructions, row.instruction) != shared.instructions.end());
        if (row.edgeNodes.empty()) continue;
        ++told;
        const graph::NodeRef node = row.edgeNodes.front();
        QCOMPARE(modules::operatorWord(edge.text(edge.node(node.node).target)), modules::operatorWord(row.op));
        QCOMPARE((*links)->of(node).instructions, std::vector<std::int64_t>{row.instruction});
        QVERIFY((*links)->ofInstruction(row.instruction).edge == std::vector{node});
    }
    QVERIFY(told > 30);
    // The nodes of the graph that ExecuTorch emitted, in its order (exported_program().graph after to_executorch()).
    for (const auto& [instruction, name] : {std::pair{std::size_t{8}, "aten_addmm_default"},
                                            {21, "aten_tanh_default"},
                                            {42, "aten_addmm_default_3"},
                                            {48, "aten_sigmoid_default_8"},
                                            {53, "aten_mul_tensor_8"}})
        QCOMPARE((*method)->graphs.paths((*method)->rows.at(instruction).edgeNodes), Texts{name});
    QVERIFY2(names <= (*method)->rows.size() * 2, std::to_string(names).c_str());
}

void TestHandles::withoutProgramNothingTellsThemApart() {
    const auto session = session::Session::open({kVariants + "shared.etrecord"}, {}, {});
    QVERIFY(session);
    const auto method = join::handles({**session, "forward"}, {});
    QVERIFY(method);
    QCOMPARE((*method)->shared.size(), std::size_t{1});
    for (const join::HandleRow& row : (*method)->rows) QVERIFY(!row.shared || row.edgeNodes.empty());
}

/// XNNPACK writes the handles of the edge nodes into its own nodes: each is joined with the nodes of the record that carry the
/// same.
void TestHandles::delegatesThatCarryHandles() {
    const std::string folder = ETSCOPE_SOURCE_DIR "/tests/fixtures/delegated/";
    const auto session = session::Session::open({folder + "model.etrecord", folder + "model.pte"}, {}, {});
    QVERIFY(session);
    const auto links = join::links({**session, "forward"}, {});
    QVERIFY(links);
    const auto edge = (*session)->graph("forward", graph::StageId::edge(), {});
    QVERIFY(edge);
    std::size_t joined = 0;
    for (std::uint32_t delegate = 0; delegate < (*session)->plan("forward")->delegates.size(); ++delegate) {
        const graph::StageId payload = graph::StageId::payload(delegate);
        const auto inside = (*session)->graph("forward", payload, {});
        QVERIFY(inside);
        QVERIFY((*links)->insideBy(delegate) == join::InsideBy::Handles);
        for (std::uint32_t n = 0; n < (*inside)->nodeCount(); ++n) {
            const auto handle = (*inside)->node(graph::NodeId(n)).debugHandle;
            if (!handle) continue;
            std::vector<std::string> expected;
            for (std::uint32_t i = 0; i < (*edge)->nodeCount(); ++i)
                if ((*edge)->node(graph::NodeId(i)).debugHandle == handle) expected.push_back((*edge)->nodePath(graph::NodeId(i)));
            QVERIFY(!expected.empty());
            const join::NodeLinks of = (*links)->of({payload, graph::NodeId(n)});
            QCOMPARE((*links)->graphs().paths(of.edge), expected);
            for (const graph::NodeRef& node : of.edge) {
                const auto back = (*links)->of(node).delegateNodes;
                QVERIFY(std::ranges::find(back, graph::NodeRef{payload, graph::NodeId(n)}) != back.end());
            }
            ++joined;
        }
    }
    QVERIFY(joined >= 2);
}

ETSCOPE_TEST(TestHandles)
#include "tst_handles.moc"
