// What backends note beside their events, and the nodes that steps inside delegates are.
#include <QtTest>
#include <cstring>

#include "compare/run_cases.h"
#include "etdump/dump_builder.h"
#include "join/handles.h"
#include "profile/call_places.h"
#include "profile/delegate_metadata.h"
#include "profile/summary.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using profile::DelegateMetadata;
using profile::MetadataKind;

namespace {

DelegateMetadata read(std::string_view backend, std::string_view bytes) {
    return profile::delegateMetadata(backend, {reinterpret_cast<const std::byte*>(bytes.data()), bytes.size()});
}

const profile::MetadataField* field(const DelegateMetadata& metadata, std::string_view name) {
    const auto found = std::ranges::find(metadata.fields, name, &profile::MetadataField::name);
    return found == metadata.fields.end() ? nullptr : &*found;
}

/// As VGFBackend notes it: one segment with its memory and a text, one whose statistics cannot be had.
const std::string kVgf = R"({"schema":"executorch.vgf.neural_statistics","schema_version":1,"backend":"VgfBackend",
 "api":"VK_ARM_data_graph","event_name":"VGF_NEURAL_STATISTICS","api_available":true,"data_available":true,"available":true,"reason":"",
 "segments":[{"segment_id":0,"is_data_graph_pipeline":true,"statistics_bind_point_available":true,"statistics_memory_host_visible":true,
 "statistics_memory_host_coherent":false,"statistics_bind_point_reason":"",
 "debug_database":{"available":true,"is_text":true,"vulkan_result":0,"size":5,"encoding":"base64","reason":"","data":"aGVsbG8="},
 "statistics_info":{"available":false,"is_text":false,"vulkan_result":-3,"size":0,"encoding":"base64","reason":"not supported","data":""},
 "statistics_memory":{"available":true,"is_text":false,"vulkan_result":0,"size":6,"encoding":"base64","reason":"","data":"AAECAwQF"}},
 {"segment_id":1,"is_data_graph_pipeline":false}]})";

std::string changed(std::string text, std::string_view from, std::string_view to) {
    const auto at = text.find(from);
    if (at == std::string::npos) qFatal("not there");
    return text.replace(at, from.size(), to);
}

}  // namespace

class TestDelegateMetadata : public QObject {
    Q_OBJECT
private slots:
    void vgfStatistics();
    void vgfThatIsDamaged_data();
    void vgfThatIsDamaged();
    void neutronKernels();
    void coreMlOperations();
    void bytesOfNoForm_data();
    void bytesOfNoForm();
    void manySegments();
    void nodesOfSteps_data();
    void nodesOfSteps();
    void rowsHaveThem();
    void vulkanShadersAreNodes();
};

void TestDelegateMetadata::vgfStatistics() {
    for (const char* backend : {"VgfBackend", ""}) {  // it says itself what it is
        const DelegateMetadata made = read(backend, kVgf);
        QVERIFY(made.kind == MetadataKind::VgfNeuralStatistics && made.problem.empty());
        QVERIFY(field(made, "available") != nullptr && std::get<bool>(field(made, "available")->value));
        QCOMPARE(std::get<std::int64_t>(field(made, "segments")->value), std::int64_t{2});
        const auto* memory = field(made, "segments[0].statistics_memory");
        QVERIFY(memory != nullptr);
        QCOMPARE(std::get<std::int64_t>(memory->value), std::int64_t{6});
        QCOMPARE(memory->unit, std::string_view("bytes"));
        QCOMPARE(std::get<std::string>(field(made, "segments[0].debug_database.text")->value), std::string("hello"));
        QVERIFY(field(made, "segments[0].statistics_info") == nullptr);
        QCOMPARE(std::get<std::string>(field(made, "segments[0].statistics_info.reason")->value), std::string("not supported"));
        QCOMPARE(std::get<std::int64_t>(field(made, "segments[0].statistics_info.vulkan_result")->value), std::int64_t{-3});
        QVERIFY(!std::get<bool>(field(made, "segments[1].is_data_graph_pipeline")->value));
        QVERIFY(made.text().starts_with("backend VgfBackend, api VK_ARM_data_graph"));
    }
}

void TestDelegateMetadata::vgfThatIsDamaged_data() {
    QTest::addColumn<QByteArray>("bytes");
    const auto row = [](const char* name, const std::string& bytes) { QTest::newRow(name) << QByteArray::fromStdString(bytes); };
    row("cut", kVgf.substr(0, kVgf.size() / 2));
    row("another version", changed(kVgf, "\"schema_version\":1", "\"schema_version\":2"));
    row("no version", changed(kVgf, "\"schema_version\":1,", ""));
    row("no base64", changed(kVgf, "AAECAwQF", "AAEC*wQF"));
    row("another encoding", changed(kVgf, "\"encoding\":\"base64\",\"reason\":\"\",\"data\":\"AAEC",
                                    "\"encoding\":\"hex\",\"reason\":\"\",\"data\":\"AAEC"));
    row("data that is a number", changed(kVgf, "\"AAECAwQF\"", "7"));
    row("segments that are no list", changed(kVgf, "\"segments\":[", "\"segments\":7,\"x\":["));
    row("deep", "{\"schema\":\"executorch.vgf.neural_statistics\",\"x\":" + std::string(100'000, '['));
}

void TestDelegateMetadata::vgfThatIsDamaged() {
    QFETCH(const QByteArray, bytes);
    const DelegateMetadata made = read("VgfBackend", bytes.toStdString());
    QVERIFY(made.kind == MetadataKind::VgfNeuralStatistics);
    QVERIFY(!made.problem.empty());
    QVERIFY(made.text().starts_with(made.problem));
}

void TestDelegateMetadata::neutronKernels() {
    const DelegateMetadata kernel = read("NeutronBackend", "\x0c");
    QVERIFY(kernel.kind == MetadataKind::NeutronKernel && kernel.problem.empty());
    QCOMPARE(kernel.text(), std::string("kernel 12"));
    QCOMPARE(read("NeutronBackend", "\xff").text(), std::string("kernel 255"));
    QCOMPARE(read("NeutronBackend", std::string_view("\0", 1)).text(), std::string("kernel profiling dump"));
    QVERIFY(!read("NeutronBackend", "\x01\x02").problem.empty());
    QVERIFY(read("", "\x0c").kind == MetadataKind::Unknown);  // a byte alone says nothing
}

void TestDelegateMetadata::coreMlOperations() {
    const std::string json =
        R"({"operatorName":"ios17.add","estimatedCost":0.25,"preferredComputeUnit":"NE","supportedComputeUnits":["CPU","GPU","NE"],"more":1})";
    const DelegateMetadata made = read("CoreMLBackend", json);
    QVERIFY(made.kind == MetadataKind::CoreMlOperation);
    QCOMPARE(made.fields.size(), std::size_t{4});
    QCOMPARE(std::get<double>(field(made, "estimatedCost")->value), 0.25);
    QCOMPARE(std::get<std::string>(field(made, "supportedComputeUnits")->value), std::string("CPU, GPU, NE"));
    QVERIFY(read("XnnpackBackend", json).kind == MetadataKind::Unknown);
}

void TestDelegateMetadata::bytesOfNoForm_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("none") << QByteArray();
    QTest::newRow("a zero") << QByteArray("\0", 1);
    QTest::newRow("text") << QByteArray("kernel 7");
    QTest::newRow("bytes") << QByteArray("\xff\xfe\x00\x01", 4);
    QTest::newRow("a number") << QByteArray("7");
    QTest::newRow("a list") << QByteArray("[1,2]");
    QTest::newRow("an object of another schema") << QByteArray("{\"schema\":\"mine\",\"schema_version\":1}");
}

void TestDelegateMetadata::bytesOfNoForm() {
    QFETCH(const QByteArray, bytes);
    for (const char* backend : {"", "VgfBackend", "CoreMLBackend", "VulkanBackend"}) {
        const DelegateMetadata made = read(backend, bytes.toStdString());
        QVERIFY(made.kind == MetadataKind::Unknown && made.fields.empty() && made.problem.empty());
    }
}

void TestDelegateMetadata::manySegments() {
    std::string segments;
    for (int i = 0; i < 5000; ++i) segments += (i > 0 ? ",{\"segment_id\":" : "{\"segment_id\":") + std::to_string(i) + "}";
    const DelegateMetadata made =
        read("", R"({"schema":"executorch.vgf.neural_statistics","schema_version":1,"segments":[)" + segments + "]}");
    QCOMPARE(std::get<std::int64_t>(field(made, "segments")->value), std::int64_t{5000});
    QVERIFY(made.fields.size() < 100);
}

void TestDelegateMetadata::nodesOfSteps_data() {
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QByteArray>("node");
    const auto shader = [](const char* inner) {
        return QByteArray("{") + inner + "\"kernel_name\": \"add\", \"operator_id\": 3, \"dispatch_id\": 7}";
    };
    QTest::newRow("an operator")
        << shader("\"operator\": {\"name\": \"aten.add.Tensor\", \"delegate_node_id\": 12, \"args\": [3, 4]}, ")
        << QByteArray("12");
    QTest::newRow("the first") << shader("\"operator\": {\"name\": \"aten.add.Tensor\", \"delegate_node_id\": 0, \"args\": []}, ")
                               << QByteArray("0");
    QTest::newRow("no operator") << shader("") << QByteArray();
    QTest::newRow("cut") << QByteArray("{\"operator\": {\"name\": \"a\", \"delegate_node_id\"") << QByteArray();
    QTest::newRow("no number") << QByteArray("{\"operator\": {\"delegate_node_id\": \"x\"}}") << QByteArray();
    QTest::newRow("negative") << QByteArray("{\"operator\": {\"delegate_node_id\": -4}}") << QByteArray();
    QTest::newRow("a number") << QByteArray("7") << QByteArray("7");
    QTest::newRow("a name") << QByteArray("Add (ND) #1") << QByteArray("Add (ND) #1");
}

void TestDelegateMetadata::nodesOfSteps() {
    QFETCH(const QByteArray, id);
    QFETCH(const QByteArray, node);
    QCOMPARE(profile::stepNode(id.toStdString()), node.toStdString());
}

void TestDelegateMetadata::rowsHaveThem() {
    test::DumpEvent first{.instruction = 1, .delegateText = "VGF_NEURAL_STATISTICS", .metadata = kVgf, .start = 5, .end = 9};
    test::DumpEvent plain{.instruction = 1, .delegateText = "VGF_COPY_OUTPUTS", .start = 10, .end = 12};
    test::DumpEvent other = first;
    other.metadata = changed(kVgf, "AAECAwQF", "AAEC");
    const test::TempDir folder;
    const auto path =
        folder.write("run.etdp", test::dumpBytes({{"Execute", {first, plain}, {}, -1}, {"Execute", {other, plain}, {}, -1}}));
    const auto session = session::Session::open({path}, {}, {});
    QVERIFY(session);
    const auto runs = compare::runs(**session, {});
    const auto summary = profile::summary(**session, **runs, {});
    QVERIFY(summary);
    std::size_t seen = 0;
    for (const profile::SummaryRow& row : summary->rows) {
        if (row.event.name != "VGF_NEURAL_STATISTICS") {
            QVERIFY(!row.metadata);
            continue;
        }
        ++seen;
        QVERIFY(row.metadata && row.metadata->kind == MetadataKind::VgfNeuralStatistics);
        QVERIFY(row.metadataVaries);
    }
    QCOMPARE(seen, std::size_t{1});
}

/// A program and record of the real partitioner; the shaders are noted as the runtime names them.
void TestDelegateMetadata::vulkanShadersAreNodes() {
    const std::string folder = ETSCOPE_SOURCE_DIR "/tests/fixtures/vulkan/";
    std::vector<test::DumpEvent> events;
    const auto shader = [](const std::string& op, int number) {
        return "{\"operator\": {\"name\": \"" + op + "\", \"delegate_node_id\": " + std::to_string(number) +
               ", \"args\": [1, 2]}, \"kernel_name\": \"shader\", \"operator_id\": 40, \"dispatch_id\": 9}";
    };
    const auto alone = session::Session::open({folder + "model.etrecord", folder + "model.pte"}, {}, {});
    QVERIFY(alone);
    const auto payload = (*alone)->graph("forward", graph::StageId::payload(0), {});
    QVERIFY2(payload, payload ? "" : payload.error().message.c_str());
    const auto handles = join::handles({**alone, "forward"}, {});
    QVERIFY(handles);
    const auto call = std::ranges::find(std::as_const((*handles)->rows), true, &join::HandleRow::isDelegate);
    QVERIFY(call != (*handles)->rows.end() && call->delegateHandles.size() > 2);
    const auto instruction = static_cast<std::int32_t>(call->instruction);
    for (const join::DelegateHandleRow& inner : call->delegateHandles) {
        test::DumpEvent event{.instruction = instruction, .start = 5, .end = 9};
        event.delegateText = shader("op", std::stoi(inner.delegateDebugId));
        events.push_back(event);
    }
    events.push_back({.name = "DELEGATE_CALL", .instruction = instruction, .start = 1, .end = 20});
    const test::TempDir dir;
    const auto dump = dir.write("run.etdp", test::dumpBytes({{"Execute", events, {}, -1}}));
    session::OpenOptions options;
    options.runMethods = {{0, "forward"}};
    const auto session = session::Session::open({folder + "model.etrecord", folder + "model.pte", dump}, options, {});
    QVERIFY(session);
    const auto summary = profile::methodSummary({**session, "forward"}, {});
    QVERIFY(summary);
    std::size_t seen = 0;
    for (const profile::SummaryRow& row : (*summary)->rows) {
        if (row.event.delegateId.empty()) continue;
        const std::string id = profile::stepNode(row.event.delegateId);
        QCOMPARE(row.delegateNode, id);
        QVERIFY((*payload)->findNode(id).valid());
        QCOMPARE(row.unit, profile::TimeUnit::Nanoseconds);
        // The numbers of the map are places in the payload's own graph: structure tells, and of what passes made nothing does.
        static const std::map<std::string, std::vector<std::string>> kNodes{
            {"2", {"aten_permute_copy_default", "aten_addmm_default"}},
            {"3", {"aten_relu_default"}},
            {"4", {"aten_add_tensor"}},
            {"5", {"aten_permute_copy_default_1", "aten_addmm_default_1"}},
            {"6", {"aten_sigmoid_default"}},
            {"7", {"aten_mul_tensor"}}};
        const auto known = kNodes.find(id);
        QCOMPARE(row.nodes, known == kNodes.end() ? std::vector<std::string>() : known->second);
        QCOMPARE(row.module, std::string(id == "2" ? "first" : id == "5" ? "second" : ""));
        ++seen;
    }
    QCOMPARE(seen, call->delegateHandles.size());
}

ETSCOPE_TEST(TestDelegateMetadata)
#include "tst_delegate_metadata.moc"
