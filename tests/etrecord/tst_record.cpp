// Classification of entries, generations, single-method names, partial and odd records.
#include <QtTest>

#include "etrecord/record.h"
#include "support/bytes.h"
#include "support/pickle_builder.h"
#include "support/program_json.h"
#include "support/record_builder.h"
#include "support/test_case.h"

using namespace etscope;
using etrecord::Record;
using etrecord::Role;
using test::RecordBuilder;

class TestRecord : public QObject {
    Q_OBJECT
private slots:
    void whole();
    void generations_data();
    void generations();
    void methodsNamedLikeArtifacts();
    void duplicatesAreSeparatedByContent();
    void duplicateSideTables();
    void aliasedNames();
    void singleMethodGetsItsName();
    void singleMethodRuleNeedsOneOfEach_data();
    void singleMethodRuleNeedsOneOfEach();
    void programWithoutArtifacts();
    void extraModules();
    void emptyExampleInputsAreAbsent();
    void unknownEntries();
    void missingIdentifier();
    void savingWasInterrupted();
    void cutFile();
    void deflatedEntries();
    void readsNoPayload();
    void cancelled();
    void unknownEntriesCostTheirBeginning();
};

namespace {

struct Opened {
    std::shared_ptr<const Record> record;
    Diagnostics diagnostics;
};

Opened open(const std::string& bytes) {
    Opened opened;
    auto zip = ZipIndex::read(test::inMemory(bytes), opened.diagnostics);
    if (!zip) qFatal("%s", zip.error().code.c_str());
    auto record = Record::read(std::make_shared<const ZipIndex>(std::move(*zip)), opened.diagnostics);
    if (!record) qFatal("%s", record.error().code.c_str());
    opened.record = *record;
    return opened;
}
Opened open(const RecordBuilder& builder) { return open(builder.bytes()); }

/// "stage/method" of each stage, in order.
std::vector<std::string> stagesOf(const Record& record) {
    std::vector<std::string> stages;
    for (const auto& stage : record.stages()) stages.push_back(stage.stage + "/" + stage.method);
    return stages;
}
using Texts = std::vector<std::string>;

std::string roleOf(const Record& record, std::string_view name) {
    for (std::size_t i = 0; i < record.entries().size(); ++i)
        if (record.zipEntry(i).name == name) return std::string(roleName(record.entries()[i].role));
    return "(absent)";
}

RecordBuilder bare() {
    RecordBuilder builder = RecordBuilder::empty();
    builder.set("ETRECORD_V0", "");
    return builder;
}

const std::string kEdgeProgram = "edge_dialect_exported_program";

}  // namespace

void TestRecord::whole() {
    const Opened opened = open(RecordBuilder());
    const Record& record = *opened.record;
    QVERIFY2(opened.diagnostics.empty(), opened.diagnostics.empty() ? "" : opened.diagnostics.items()[0].message.c_str());
    QCOMPARE(record.identifier(), std::string("ETRECORD_V0"));
    QCOMPARE(record.generation(), std::string("G10"));
    QCOMPARE(stagesOf(record), Texts{"edge/forward"});
    const auto& stage = record.stages()[0];
    QCOMPARE(record.zipEntry(stage.program).name, kEdgeProgram + "/forward");
    QCOMPARE(record.zipEntry(*stage.stateDict).name, kEdgeProgram + "/forward_state_dict");
    QCOMPARE(record.zipEntry(*stage.constants).name, kEdgeProgram + "/forward_constants");
    QVERIFY(!stage.exampleInputs);
    QVERIFY(record.referenceOutputs().has_value());
    QVERIFY(!record.representativeInputs());
    QCOMPARE(record.sideTables().debugHandles.at("forward").at(0), std::vector<std::int64_t>{1});
    QVERIFY(record.sideTables().hasDelegates && record.sideTables().hasOutputCounts);
    QCOMPARE(roleOf(record, "ETRECORD_V0"), std::string("identifier"));
    QCOMPARE(roleOf(record, kEdgeProgram + "/forward_example_inputs"), std::string("example_inputs"));
    QCOMPARE(roleOf(record, "instruction_id_to_num_outs_map"), std::string("instruction_id_to_num_outs_map"));
    QCOMPARE(test::toText(*record.content(stage.program)->readAll()), test::programJson());
}

// Every layout of docs/FORMATS.md "Generations".
void TestRecord::generations_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("generation");
    QTest::addColumn<QString>("stages");
    const auto row = [](const char* generation, const RecordBuilder& builder, const char* stages) {
        QTest::newRow(generation) << QByteArray::fromStdString(builder.bytes()) << QString(generation) << QString(stages);
    };
    const std::string handles = R"({"forward": {"0": 1}})", delegates = R"({"forward": {}})";
    const auto oldEdge = [](RecordBuilder builder) {
        builder.set(kEdgeProgram, test::programJson()).set(kEdgeProgram + "_state_dict", test::stateDict());
        return builder;
    };
    RecordBuilder g0 = bare();
    g0.set("et_dialect_graph_module/forward", test::programJson())
        .set("et_dialect_graph_module/forward_state_dict", test::stateDict());
    g0.set("program_buffer", "ET12").set("debug_handle_map", handles);
    row("G0", g0, "et_dialect_graph_module/forward");
    RecordBuilder g1 = g0;
    g1.set("delegate_map", delegates);
    row("G1", g1, "et_dialect_graph_module/forward");
    row("G2", oldEdge(g1), "et_dialect_graph_module/forward edge/forward");
    RecordBuilder g3 = oldEdge(bare());
    g3.set("debug_handle_map", handles).set("delegate_map", delegates);
    row("G3", g3, "edge/forward");
    RecordBuilder g4 = g3;
    g4.set("reference_outputs", test::rawPickleList());
    row("G4", g4, "edge/forward");
    RecordBuilder g5 = g4;
    g5.set(kEdgeProgram + "_constants", test::emptyDict()).set(kEdgeProgram + "_example_inputs", "");
    row("G5", g5, "edge/forward");
    RecordBuilder g6 = g5;
    g6.set("representative_inputs", test::rawPickleList());
    row("G6", g6, "edge/forward");
    RecordBuilder g7 = g6;
    g7.program("exported_program").set("export_graph_id", "0");
    row("G7", g7, "edge/forward exported/forward");
    RecordBuilder g8 = g7;
    g8.set("instruction_id_to_num_outs_map", delegates);
    row("G8", g8, "edge/forward exported/forward");
    RecordBuilder g9;
    g9.set("reference_outputs", test::rawPickleList());
    row("G9", g9, "edge/forward");
    row("G10", RecordBuilder(), "edge/forward");
}

void TestRecord::generations() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, generation);
    QFETCH(QString, stages);
    const Opened opened = open(bytes.toStdString());
    QCOMPARE(QString::fromStdString(opened.record->generation()), generation);
    QStringList found;
    for (const std::string& stage : stagesOf(*opened.record)) found << QString::fromStdString(stage);
    QCOMPARE(found.join(' '), stages);
    QVERIFY(opened.record->sideTables().hasDebugHandles);
    for (const auto& stage : opened.record->stages()) QVERIFY(stage.stateDict.has_value());
}

void TestRecord::methodsNamedLikeArtifacts() {
    RecordBuilder builder;
    builder.drop(kEdgeProgram + "/forward")
        .drop(kEdgeProgram + "/forward_state_dict")
        .drop(kEdgeProgram + "/forward_constants")
        .drop(kEdgeProgram + "/forward_example_inputs");
    for (const char* method : {"load_constants", "state_dict", "foo_example_inputs", "encode", "a/b", "größe"})
        builder.program(kEdgeProgram + "/" + method);
    const Opened opened = open(builder);
    QCOMPARE(stagesOf(*opened.record),
             (Texts{"edge/load_constants", "edge/state_dict", "edge/foo_example_inputs", "edge/encode", "edge/a/b", "edge/größe"}));
    for (const auto& stage : opened.record->stages()) {
        QVERIFY(stage.stateDict && stage.constants);
        QCOMPARE(opened.record->zipEntry(*stage.stateDict).name, kEdgeProgram + "/" + stage.method + "_state_dict");
    }
}

// Methods `encode` and `encode_state_dict`: two entries share the name …/encode_state_dict, one a program, one an artifact.
void TestRecord::duplicatesAreSeparatedByContent() {
    RecordBuilder builder;
    builder.program(kEdgeProgram + "/encode");
    builder.duplicate(kEdgeProgram + "/encode_state_dict", test::programJson());
    builder.set(kEdgeProgram + "/encode_state_dict_state_dict", test::stateDict());
    const Opened opened = open(builder);
    QVERIFY(opened.diagnostics.has("zip-duplicate-name"));
    QCOMPARE(stagesOf(*opened.record), (Texts{"edge/forward", "edge/encode", "edge/encode_state_dict"}));
    const auto& encode = opened.record->stages()[1];
    QVERIFY(encode.stateDict.has_value());
    QVERIFY(test::toText(*opened.record->content(*encode.stateDict)->readAll()) == test::stateDict());
    const auto& tricky = opened.record->stages()[2];
    QVERIFY(test::toText(*opened.record->content(tricky.program)->readAll()) == test::programJson());
    QCOMPARE(opened.record->zipEntry(*tricky.stateDict).name, kEdgeProgram + "/encode_state_dict_state_dict");
}

void TestRecord::duplicateSideTables() {
    RecordBuilder builder;
    builder.duplicate("debug_handle_map", R"({"forward": {"5": 9}})");
    const Opened opened = open(builder);
    QVERIFY(opened.diagnostics.has("zip-duplicate-name"));
    const auto& rows = opened.record->sideTables().debugHandles.at("forward");
    QCOMPARE(rows.size(), std::size_t{1});
    QCOMPARE(rows.at(5), std::vector<std::int64_t>{9});
}

void TestRecord::aliasedNames() {
    RecordBuilder builder = bare();
    builder.set(kEdgeProgram, test::programJson())
        .set("ETRecordReservedFileNames.EDGE_DIALECT_EXPORTED_PROGRAM_state_dict", test::stateDict());
    builder.set("debug_handle_map", R"({"forward": {}})").set("delegate_map", R"({"forward": {}})");
    const Opened opened = open(builder);
    QCOMPARE(stagesOf(*opened.record), Texts{"edge/forward"});
    QVERIFY(opened.record->stages()[0].stateDict.has_value());
    QCOMPARE(opened.record->generation(), std::string("G3"));
}

void TestRecord::singleMethodGetsItsName() {
    RecordBuilder builder;
    builder.set("debug_handle_map", R"({"encode": {"0": 1}})").set("delegate_map", R"({"encode": {}})").program("exported_program");
    const Opened opened = open(builder);
    QCOMPARE(stagesOf(*opened.record), (Texts{"edge/encode", "exported/encode"}));
    for (const auto& entry : opened.record->entries()) QVERIFY(entry.method.empty() || entry.method == "encode");
}

void TestRecord::singleMethodRuleNeedsOneOfEach_data() {
    QTest::addColumn<QByteArray>("bytes");
    RecordBuilder twoNames;
    twoNames.set("debug_handle_map", R"({"a": {}, "b": {}})");
    QTest::newRow("two names") << QByteArray::fromStdString(twoNames.bytes());
    RecordBuilder twoPrograms;
    twoPrograms.set("debug_handle_map", R"({"a": {}})").program(kEdgeProgram + "/other");
    QTest::newRow("two programs") << QByteArray::fromStdString(twoPrograms.bytes());
    RecordBuilder otherName;
    otherName.set("debug_handle_map", R"({"a": {}})").rename(kEdgeProgram + "/forward", kEdgeProgram + "/main");
    otherName.rename(kEdgeProgram + "/forward_state_dict", kEdgeProgram + "/main_state_dict");
    QTest::newRow("not called forward") << QByteArray::fromStdString(otherName.bytes());
}

void TestRecord::singleMethodRuleNeedsOneOfEach() {
    QFETCH(QByteArray, bytes);
    const Opened opened = open(bytes.toStdString());
    for (const auto& stage : opened.record->stages()) QVERIFY(stage.method != "a");
}

void TestRecord::programWithoutArtifacts() {
    RecordBuilder builder;
    builder.drop(kEdgeProgram + "/forward_state_dict")
        .drop(kEdgeProgram + "/forward_constants")
        .drop(kEdgeProgram + "/forward_example_inputs");
    const Opened opened = open(builder);
    QVERIFY(opened.diagnostics.has("record-artifact-missing"));
    QCOMPARE(stagesOf(*opened.record), Texts{"edge/forward"});
    QVERIFY(!opened.record->stages()[0].stateDict);
}

void TestRecord::extraModules() {
    RecordBuilder builder;
    builder.program("edge_after_transform/forward").program("x/y/encode").program("mine/forward");
    const Opened opened = open(builder);
    QVERIFY(opened.diagnostics.empty());
    QCOMPARE(stagesOf(*opened.record), (Texts{"edge/forward", "edge_after_transform/forward", "x/y/encode", "mine/forward"}));
}

void TestRecord::emptyExampleInputsAreAbsent() {
    RecordBuilder builder;
    QVERIFY(!open(builder).record->stages()[0].exampleInputs);
    builder.set(kEdgeProgram + "/forward_example_inputs", test::emptyDict());
    QVERIFY(open(builder).record->stages()[0].exampleInputs.has_value());
}

void TestRecord::unknownEntries() {
    RecordBuilder builder;
    builder.set("delegate_info", R"({"forward/lowered_module_0": {}})").set("notes.txt", "hello").set("../../evil", "x");
    const Opened opened = open(builder);
    QCOMPARE(stagesOf(*opened.record), Texts{"edge/forward"});
    for (const char* name : {"delegate_info", "notes.txt", "../../evil"})
        QCOMPARE(roleOf(*opened.record, name), std::string("unknown"));
    QCOMPARE(opened.diagnostics.count(Severity::Note), std::uint64_t{3});
    QCOMPARE(opened.diagnostics.count(Severity::Error), std::uint64_t{0});
}

void TestRecord::missingIdentifier() {
    RecordBuilder builder;
    builder.drop("ETRECORD_V0");
    const Opened opened = open(builder);
    QVERIFY(opened.diagnostics.has("record-identifier-missing"));
    QVERIFY(opened.record->identifier().empty());
    QCOMPARE(stagesOf(*opened.record), Texts{"edge/forward"});
}

void TestRecord::savingWasInterrupted() {
    RecordBuilder builder;
    builder.drop("debug_handle_map").drop("delegate_map").drop("instruction_id_to_num_outs_map").drop("reference_outputs");
    const Opened opened = open(builder);
    QVERIFY(opened.diagnostics.has("record-side-table-absent"));
    QCOMPARE(stagesOf(*opened.record), Texts{"edge/forward"});
    QVERIFY(!opened.record->sideTables().hasDebugHandles);
}

void TestRecord::cutFile() {
    RecordBuilder builder;
    const std::string bytes = builder.bytes();
    const std::string cut = bytes.substr(0, bytes.find("debug_handle_map"));
    const Opened opened = open(cut);
    QVERIFY(opened.diagnostics.has("zip-directory-missing"));
    QCOMPARE(stagesOf(*opened.record), Texts{"edge/forward"});
    QVERIFY(opened.record->stages()[0].stateDict.has_value());
}

void TestRecord::deflatedEntries() {
    RecordBuilder builder;
    for (test::ZipMember& member : builder.zip().members()) member.deflated = true;
    const Opened opened = open(builder);
    QVERIFY(opened.diagnostics.empty());
    QCOMPARE(stagesOf(*opened.record), Texts{"edge/forward"});
    QCOMPARE(opened.record->sideTables().debugHandles.at("forward").at(0), std::vector<std::int64_t>{1});
    QVERIFY(test::toText(*opened.record->content(opened.record->stages()[0].program)->readAll()) == test::programJson());
}

// Only side tables and the first bytes of entries whose names do not tell.
void TestRecord::readsNoPayload() {
    RecordBuilder builder;
    builder.set(kEdgeProgram + "/forward_state_dict", test::pickled::torchSave("}", {{"0", std::string(3'000'000, 'w')}}));
    const ByteRange file = test::inMemory(builder.bytes());
    Diagnostics diagnostics;
    auto zip = std::make_shared<const ZipIndex>(std::move(*ZipIndex::read(file, diagnostics)));
    const std::uint64_t before = file.source->bytesRead();
    QVERIFY(Record::read(zip, diagnostics));
    QVERIFY2(file.source->bytesRead() - before < 1'000, qPrintable(QString::number(file.source->bytesRead() - before)));
}

void TestRecord::cancelled() {
    std::stop_source stop;
    stop.request_stop();
    Diagnostics diagnostics;
    const auto opened =
        Record::read(std::make_shared<const ZipIndex>(*ZipIndex::read(test::inMemory(RecordBuilder().bytes()), diagnostics)),
                     diagnostics, {stop.get_token(), {}});
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, std::string("cancelled"));
}

// Twelve members of 20 MB whose names tell nothing: what they are is told by their first bytes.
void TestRecord::unknownEntriesCostTheirBeginning() {
    RecordBuilder builder;
    for (int i = 0; i < 12; ++i) {
        const std::string name = "unknown" + std::to_string(i);
        builder.set(name, "{" + std::string(20'000'000, ' '));
        builder.member(name).deflated = true;
    }
    const auto source = Source::fromBytes(test::toBytes(builder.bytes()), "file");
    Diagnostics diagnostics;
    auto zip = *ZipIndex::read(ByteRange::whole(source), diagnostics);
    const std::uint64_t before = source->bytesRead();
    const auto record = *Record::read(std::make_shared<const ZipIndex>(std::move(zip)), diagnostics);
    QCOMPARE(record->entries().back().content, ContentKind::Json);
    QVERIFY2(source->bytesRead() - before < 12 * 35'000 + 4000, qPrintable(QString::number(source->bytesRead() - before)));
}

ETSCOPE_TEST(TestRecord)
#include "tst_record.moc"
