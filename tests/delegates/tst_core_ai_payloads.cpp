// Payloads of CoreAIBackend: manifests in each packaging, and models whose graphs the format's own library told (graphs.json of the
// fixture core_ai, made by tests/fixtures/payloads.py).
#include <QtTest>

#include <filesystem>
#include <map>
#include <set>

#include "delegates/delegates.h"
#include "delegates/payload_builder.h"
#include "io/json.h"
#include "io/sha256.h"
#include "support/bytes.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::delegates;
using nlohmann::json;
using test::PayloadRead;

namespace {

const std::string kCoreAiFixture = ETSCOPE_SOURCE_DIR "/tests/fixtures/core_ai/";
const std::string kCoreAiData = ETSCOPE_SOURCE_DIR "/tests/delegates/data/";

using FilesByName = std::map<std::string, std::string, std::less<>>;

/// `data`: named data; `beside`: files that lie beside the program.
PayloadRead readCoreAi(const std::string& bytes, const FilesByName& data = {}, const FilesByName& beside = {},
                       const std::vector<CompileSpec>& specs = {}) {
    Payload payload = test::payloadOf("CoreAIBackend", bytes);
    const auto in = [](const FilesByName& files, std::string_view name) -> std::optional<ByteRange> {
        const auto hit = files.find(name);
        return hit == files.end() ? std::nullopt : std::optional(test::inMemory(hit->second));
    };
    payload.compileSpecs = specs;
    payload.namedData = [&](std::string_view key) { return in(data, key); };
    payload.sidecar = [&](std::string_view path, std::string_view) { return in(beside, path); };
    return test::readPayload(payload);
}

PayloadRead readModelFile(const std::string& path) {
    const auto bytes = test::readFile(path);
    if (!bytes) qFatal("%s is not there", path.c_str());
    return readCoreAi(*bytes);
}

/// The program of the asset beside the fixture's sidecar.pte.
std::string besideProgram() {
    for (const auto& entry : std::filesystem::directory_iterator(kCoreAiFixture + "beside"))
        return (entry.path() / "model.aimodel" / "main.mlirb").string();
    return {};
}

std::string valueName(const graph::GraphModel& model, graph::ValueId id) { return std::string(model.text(model.value(id).id)); }

json valueType(const graph::GraphModel& model, graph::ValueId id) {
    json shape = json::array();
    const graph::Value& value = model.value(id);
    if (value.meta.valid())
        for (const graph::Dim& dim : model.dims(model.meta(value.meta).sizes))
            shape.push_back(dim.hasHint ? json(dim.value) : json());
    const auto type = value.meta.valid() ? model.meta(value.meta).type : std::nullopt;
    return {valueName(model, id), type ? scalarTypeName(*type) : "?", shape};
}

/// The library's words for signed and unsigned integers.
json asOurs(json value) {
    std::string type = value[1];
    if (type.starts_with("si")) type = "i" + type.substr(2);
    if (type.starts_with("ui")) type = "u" + type.substr(2);
    return {value[0], type, value[2]};
}

/// Constants that became arguments are no values of ours: they are left out of what the library says is read.
void compareGraphs(const graph::GraphModel& model, const json& told) {
    std::set<std::string> constants, values;
    for (const json& one : told["constants"]) constants.insert(one[0].get<std::string>());
    for (const graph::GraphInput& input : model.top().inputs) values.insert(valueName(model, input.value));
    const json& nodes = told["nodes"];
    QCOMPARE(model.nodeCount(), nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const graph::Node& node = model.node(graph::NodeId(i));
        QCOMPARE(std::string(model.text(node.target)), nodes[i][0].get<std::string>());
        json reads = json::array(), expected = json::array(), writes = json::array(), made = json::array();
        for (const graph::Argument& argument : model.arguments(node))
            if (argument.kind == graph::ArgumentKind::Value) reads.push_back(valueName(model, argument.value()));
        for (const json& name : nodes[i][1])
            if (!constants.contains(name) || values.contains(name)) expected.push_back(name);
        for (const graph::OutputSlot& slot : model.outputs(node))
            for (const graph::ValueId value : model.values(slot)) writes.push_back(valueType(model, value));
        for (const json& one : nodes[i][2]) made.push_back(asOurs(one));
        QCOMPARE(reads.dump(), expected.dump());
        QCOMPARE(writes.dump(), made.dump());
    }
    json inputs = json::array(), outputs = json::array(), given = json::array();
    for (const graph::GraphInput* input : model.userInputs()) inputs.push_back(valueType(model, input->value));
    for (const json& one : told["inputs"]) given.push_back(asOurs(one));
    for (const graph::GraphOutput& output : model.top().outputs) outputs.push_back(valueName(model, output.argument.value()));
    QCOMPARE(inputs.dump(), given.dump());
    QCOMPARE(outputs.dump(), told["outputs"].dump());
}

std::map<std::string, std::size_t> histogram(const std::string& text) {
    std::map<std::string, std::size_t> counts;
    for (const QString& word : QString::fromStdString(text).split(QStringLiteral(", ")))
        counts[word.section(' ', 0, 0).toStdString()] = word.section(' ', 1).toULongLong();
    return counts;
}

const std::string kAssetHash(64, 'c');

std::string manifest(json fields) {
    fields["hash"] = kAssetHash;
    return fields.dump();
}

}  // namespace

class CoreAiPayloads : public QObject {
    Q_OBJECT
private slots:
    /// Every operator, value, type and size as the library that wrote the file tells them.
    void graphsOfARealModel() {
        const auto text = test::readFile(kCoreAiFixture + "graphs.json");
        QVERIFY(text);
        const json told = json::parse(*text)["sidecar.pte"];
        const PayloadRead read = readModelFile(besideProgram());
        QVERIFY2(read.diagnostics.empty(), read.diagnostics.empty() ? "" : read.diagnostics.items().front().message.c_str());
        QCOMPARE(read.decoded.format, std::string("Core AI model"));
        QCOMPARE(read.decoded.version, std::string("20260317"));
        QCOMPARE(read.decoded.graphName, std::string("main"));
        QCOMPARE(read.decoded.otherGraphs.size() + 1, told["graphs"].size());
        for (const json& graph : told["graphs"]) {
            const bool main = graph["name"] == "main";
            QCOMPARE(graph["private"].get<bool>(), !main);
            const std::string name = main ? "main" : "main/" + graph["name"].get<std::string>();
            const auto hit = std::ranges::find(read.decoded.otherGraphs, name, &NamedGraph::name);
            QVERIFY(main || hit != read.decoded.otherGraphs.end());
            compareGraphs(main ? *read.decoded.graph : *hit->graph, graph);
        }
        const auto counts = histogram(read.fact("operations"));
        std::map<std::string, std::size_t> expected;
        for (const auto& [operation, count] : told["operations"].items()) expected[operation] = count.get<std::size_t>();
        QCOMPARE(counts, expected);
    }

    /// Releases that the wheel calls, and the one after: each notes locations in its own way.
    void releases_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<std::size_t>("nodes");  // of "main": each release lowers the model in its own way
        QTest::addColumn<std::size_t>("weights");
        QTest::newRow("1.0.0b1: builtin locations") << "core_ai_1.0.0b1.mlirb" << std::size_t{14} << std::size_t{7};
        QTest::newRow("1.0.0b3: locations of the dialect") << "core_ai_1.0.0b3.mlirb" << std::size_t{13} << std::size_t{6};
    }
    void releases() {
        QFETCH(QString, file);
        QFETCH(std::size_t, nodes);
        QFETCH(std::size_t, weights);
        const PayloadRead read = readModelFile(kCoreAiData + file.toStdString());
        QVERIFY2(read.diagnostics.empty(), read.diagnostics.empty() ? "" : read.diagnostics.items().front().message.c_str());
        QVERIFY(read.decoded.graph != nullptr);
        QCOMPARE(read.decoded.graph->nodeCount(), nodes);
        std::set<std::string> names;
        for (const Origin& one : read.decoded.origins) names.insert(one.names.begin(), one.names.end());
        for (const char* name : {"aten_addmm_default", "aten_addmm_default_1", "aten_gelu_default", "aten_sub_tensor"})
            QVERIFY2(names.contains(name), name);
        QCOMPARE(read.decoded.weights.size(), weights);
        for (const Weight& weight : read.decoded.weights) QVERIFY(weight.type == ScalarType::F32 && weight.bytes.hasData());
    }

    void constants() {
        const PayloadRead read = readCoreAi(test::coreAiModel());
        QVERIFY2(read.diagnostics.empty(), read.diagnostics.empty() ? "" : read.diagnostics.items().front().message.c_str());
        QCOMPARE(read.decoded.weights.size(), std::size_t{2});
        for (const Weight& weight : read.decoded.weights) QCOMPARE(weight.shape, std::vector<std::int64_t>{2});
        const auto inside = read.decoded.weights[0].bytes.readAll(), held = read.decoded.weights[1].bytes.readAll();
        QVERIFY(inside && held);
        QCOMPARE(test::toText(*inside), test::floats({1.5F, -2.0F}));
        QCOMPARE(test::toText(*held), test::floats({0.25F, 4.0F}));
        QCOMPARE(read.decoded.graph->nodeCount(), std::size_t{3});
        QCOMPARE(read.fact("operators of main"), std::string("coreai.add 2, coreai.relu 1"));
        QCOMPARE(read.fact("operations"), std::string("add 3, constant 2, relu 1"));
    }

    /// One element that stands for all has no strides.
    void splats() {
        const PayloadRead read = readModelFile(besideProgram());
        const auto splat = std::ranges::find_if(read.decoded.weights, [](const Weight& one) { return !one.strides.empty(); });
        QVERIFY(splat != read.decoded.weights.end());
        QCOMPARE(splat->size, std::uint64_t{4});
        QCOMPARE(splat->strides, std::vector<std::int64_t>(splat->shape.size(), 0));
    }

    void inside() {
        const std::string model = test::coreAiModel(), key = "coreai/" + kAssetHash + "/model.aimodel/";
        const json metadata{{"producer", "coreai-core 1.0.0b2"}, {"assetVersion", "2.0"}};
        const FilesByName data{
            {key + "main.mlirb", model}, {key + "main.hash", std::string(32, '\xCC')}, {key + "metadata.json", metadata.dump()}};
        const json files{"model.aimodel/main.hash", "model.aimodel/main.mlirb", "model.aimodel/metadata.json"};
        const PayloadRead read = readCoreAi(manifest({{"packaging", "inline"},
                                                      {"files", files},
                                                      {"path", kAssetHash + "/model.aimodel"},
                                                      {"min_deployment_version", nullptr}}),
                                            data);
        QVERIFY2(read.diagnostics.empty(), read.diagnostics.empty() ? "" : read.diagnostics.items().front().message.c_str());
        QCOMPARE(read.decoded.format, std::string("Core AI"));
        QCOMPARE(read.fact("packaging"), std::string("inline"));
        QCOMPARE(read.fact("min_deployment_version"), std::string("not set"));
        QCOMPARE(read.fact("metadata producer"), std::string("coreai-core 1.0.0b2"));
        QCOMPARE(read.decoded.nested.size(), std::size_t{3});
        QCOMPARE(read.decoded.nested[1].kind, std::string("mlir"));
        QCOMPARE(read.decoded.nested[1].key, key + "main.mlirb");
        QCOMPARE(read.decoded.nested[1].sha256, kAssetHash);
        QVERIFY(read.decoded.graph != nullptr && read.decoded.reason.empty() && read.decoded.weights.size() == 2);
    }

    void besideTheProgram() {
        const std::string text =
            manifest({{"packaging", "sidecar"}, {"path", kAssetHash + "/model.aimodel"}, {"min_deployment_version", "27.0"}});
        const PayloadRead absent = readCoreAi(text);
        QCOMPARE(absent.decoded.missingBeside, std::vector<std::string>{kAssetHash + "/model.aimodel"});
        QVERIFY(absent.decoded.reason.find("beside the program, in " + kAssetHash + "/model.aimodel") != std::string::npos);
        QVERIFY(absent.diagnostics.has("core-ai-sidecar-missing"));
        const PayloadRead there = readCoreAi(text, {}, {{kAssetHash + "/model.aimodel/main.mlirb", test::coreAiModel()}});
        QVERIFY(there.diagnostics.empty() && there.decoded.missingBeside.empty());
        QVERIFY(there.decoded.graph != nullptr);
        QCOMPARE(there.decoded.nested.front().sha256, kAssetHash);
    }

    void compiled() {
        const json archs{{"h17p", kAssetHash + "/model.h17p.aimodelc"}, {"h18p", kAssetHash + "/model.h18p.aimodelc"}};
        const PayloadRead beside =
            readCoreAi(manifest({{"packaging", "aot_compiled_sidecar"}, {"platform", "iOS"}, {"archs", archs}}));
        QCOMPARE(beside.fact("architectures"), std::string("h17p, h18p"));
        QCOMPARE(beside.fact("path of h18p"), kAssetHash + "/model.h18p.aimodelc");
        QCOMPARE(beside.fact("platform"), std::string("iOS"));
        QVERIFY(beside.decoded.reason.find("/model.h17p.aimodelc") != std::string::npos);
        QVERIFY(beside.diagnostics.empty());
        const std::string file = "model.h17p.aimodelc/model.bin";
        const PayloadRead inside =
            readCoreAi(manifest({{"packaging", "aot_compiled_inline"}, {"files", json::array({file})}, {"archs", archs}}),
                       {{"coreai/" + kAssetHash + "/" + file, "compiled"}});
        QVERIFY(inside.diagnostics.empty());
        QCOMPARE(inside.decoded.nested.front().bytes.size, std::uint64_t{8});
        QVERIFY(inside.decoded.graph == nullptr && inside.decoded.reason.find("private") != std::string::npos);
    }

    /// Of manifests that are no longer those of 1.5.1: files with sizes.
    void sizes() {
        const std::string text =
            manifest({{"version", 2}, {"files", {{"model.aimodel/main.mlirb", 7}}}, {"packaging", "inline"}, {"path", "p"}});
        const PayloadRead read = readCoreAi(text, {{"coreai/" + kAssetHash + "/model.aimodel/main.mlirb", test::coreAiModel()}});
        QCOMPARE(read.decoded.version, std::string("2"));
        QVERIFY(read.diagnostics.has("core-ai-manifest-damaged"));
        QVERIFY(read.decoded.graph != nullptr);
    }

    void damaged_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("code");
        const auto row = [](const char* name, const std::string& text, const char* code) {
            QTest::newRow(name) << QString::fromStdString(text) << QString(code);
        };
        const char* damaged = "core-ai-manifest-damaged";
        row("no JSON", "packaging", damaged);
        row("a list", "[1, 2]", damaged);
        row("breaks off", "{ \"packaging\": \"inl", damaged);
        row("no packaging", manifest({{"files", json::array()}}), damaged);
        row("a packaging of its own", manifest({{"packaging", "zipped"}}), damaged);
        row("a packaging that is no word", manifest({{"packaging", {{"inline", 1}}}}), damaged);
        row("no files", manifest({{"packaging", "inline"}}), damaged);
        row("files that are numbers", manifest({{"packaging", "inline"}, {"files", {1, nullptr}}}), damaged);
        const json files{"../../etc/passwd", "model.aimodel/main.mlirb"};
        row("files that nobody has", manifest({{"packaging", "inline"}, {"files", files}}), "delegate-data-missing");
        row("no place", manifest({{"packaging", "sidecar"}, {"path", 7}}), damaged);
        row("no hash", json{{"packaging", "sidecar"}, {"path", "x"}}.dump(), damaged);
        row("no architectures", manifest({{"packaging", "aot_compiled_sidecar"}, {"archs", json::object()}}), damaged);
        row("deep", "{ \"files\": " + std::string(5000, '[') + std::string(5000, ']') + "}", damaged);
    }

    void damaged() {
        QFETCH(QString, text);
        QFETCH(QString, code);
        const PayloadRead read = readCoreAi(text.toStdString());
        QVERIFY2(read.diagnostics.has(code.toStdString()),
                 read.diagnostics.empty() ? "no diagnostic" : read.diagnostics.items().front().code.c_str());
        QVERIFY(read.decoded.graph == nullptr && !read.decoded.reason.empty());
    }

    void contradictions() {
        const std::string key = "coreai/" + kAssetHash + "/model.aimodel/";
        const json names{"model.aimodel/main.mlirb", "model.aimodel/main.hash"};
        const json files{{"packaging", "inline"}, {"path", "p"}, {"files", names}};
        const PayloadRead other =
            readCoreAi(manifest(files), {{key + "main.mlirb", test::coreAiModel()}, {key + "main.hash", std::string(32, 'x')}});
        QVERIFY(other.diagnostics.has("core-ai-manifest-damaged") && other.decoded.graph != nullptr);
        const PayloadRead none =
            readCoreAi(manifest(files), {{key + "main.mlirb", "no bytecode"}, {key + "main.hash", std::string(32, '\xCC')}});
        QVERIFY(none.diagnostics.has("mlir-damaged") && none.decoded.graph == nullptr);
        const std::string text = manifest({{"packaging", "sidecar"}, {"path", "p"}});
        const CompileSpec platform{"coreai_min_deployment_version", test::toBytes("27.0")},
            uses{"coreai_uses_sidecar", test::toBytes("1")};
        QVERIFY(readCoreAi(text, {}, {}, {platform}).diagnostics.has("core-ai-specs-differ"));
        QVERIFY(!readCoreAi(text, {}, {}, {platform, uses}).diagnostics.has("core-ai-specs-differ"));
    }

    /// A real model, changed and cut all over.
    void brokenModels() {
        const auto whole = test::readFile(kCoreAiData + "core_ai_1.0.0b1.mlirb");
        QVERIFY(whole);
        const auto anyway = [](const std::string& bytes) {
            const PayloadRead read = readCoreAi(bytes);
            std::uint64_t at = 0;
            for (const Region& region : read.decoded.regions) at += region.size;
            QCOMPARE(at, bytes.size());
        };
        for (std::size_t size = 0; size < whole->size(); size += 31) anyway(whole->substr(0, size));
        for (std::size_t at = 0; at < whole->size(); at += 3) {
            std::string changed = *whole;
            changed[at] = static_cast<char>(changed[at] ^ (at % 2 == 0 ? '\xFF' : '\x10'));
            anyway(changed);
        }
    }

    void hostileModels_data() {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QString>("code");
        const auto row = [](const char* name, const std::string& from, const std::string& to, const char* code) {
            QTest::newRow(name) << QByteArray::fromStdString(from) << QByteArray::fromStdString(to) << QString(code);
        };
        const std::string head = std::string("ML\xEF") + "R";
        row("an early version", head + "\x0D", head + "\x05", "mlir-version-unknown");
        row("a later version", head + "\x0D", head + "\x0F", "mlir-version-unknown");
        row("no end of the producer", std::string("test\0", 5), "testy", "mlir-damaged");
        // Sections: id and length. Strings, operations and resources whose length reaches beyond the file.
        row("a section without end", std::string("test\0\x01", 6), std::string("test\0\x01\0\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 15),
            "mlir-damaged");
        row("a section twice", std::string("test\0", 5), std::string("test\0\x01\x01\x01\x01", 9), "mlir-damaged");
    }

    void hostileModels() {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(QString, code);
        const std::string bytes = test::replaced(test::coreAiModel(), from.toStdString(), to.toStdString());
        const PayloadRead read = readCoreAi(bytes);
        QVERIFY2(code.isEmpty() || read.diagnostics.has(code.toStdString()),
                 read.diagnostics.empty() ? "no diagnostic" : read.diagnostics.items().front().message.c_str());
    }
};

ETSCOPE_TEST(CoreAiPayloads)
#include "tst_core_ai_payloads.moc"
