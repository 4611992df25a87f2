// The JSON documents: their frame, selection, and values that JSON cannot hold.
#include <QtTest>

#include "base/limits.h"
#include "program/program_builder.h"
#include "report/documents.h"
#include "report/graph_json.h"
#include "report/text_report.h"
#include "support/bytes.h"
#include "support/pickle_builder.h"
#include "support/program_json.h"
#include "support/record_builder.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::test;
using report::Json;

class TestDocuments : public QObject {
    Q_OBJECT
private slots:
    void frame();
    void nonFiniteNumbersAreText();
    void exactIntegers();
    void elements();
    void selection();
    void tensorQueries();
    void tensorSlices();
    void verifyNamesADamagedStorage();
    void verifyOfAWholeRecord();
    void verifyOfACutRecord();
    void invalidUtf8InNames();
    void eventsOfACutDump();
    void metadataTellsWhatIsGuessed();
};

namespace {

using DocumentsSessionPtr = std::shared_ptr<const session::Session>;

/// A session that outlives its folder: the file stays open.
DocumentsSessionPtr sessionOf(const std::string& bytes) {
    const TempDir dir;
    const auto opened = session::Session::open({dir.write("model.etrecord", bytes)}, {}, {});
    if (!opened) qFatal("%s", opened.error().message.c_str());
    return *opened;
}

std::string recordWith(const std::string& bytes, const std::string& type, std::int64_t numel) {
    const auto value = pickled::tensor({.type = type, .numel = numel, .shape = {numel}, .strides = {1}});
    RecordBuilder builder;
    builder.set(std::string(kEdgeForward) + "_state_dict",
                pickled::torchSave(pickled::dict({{pickled::text("w"), value}}), {{"0", bytes}}));
    return builder.bytes();
}

Result<Json> tensorOf(const DocumentsSessionPtr& session, const char* name, const std::string& slice = {}) {
    report::TensorQuery query;
    query.name = name;
    return report::tensorDocument(*session, query, {.values = true, .slice = slice}, {});
}

}  // namespace

void TestDocuments::frame() {
    const auto session = sessionOf(RecordBuilder().bytes());
    bool failed = false;
    const std::pair<const char*, Result<Json>> documents[] = {{"info", report::infoDocument(*session, {})},
                                                              {"graph", graphJson(*session, {})},
                                                              {"tensors", report::tensorsDocument(*session, {}, {})},
                                                              {"tensor", tensorOf(session, "w")},
                                                              {"handles", report::handlesDocument(*session, {}, {})},
                                                              {"compare", report::compareDocument(session, {}, {}, "", failed, {})},
                                                              {"verify", report::verifyDocument(*session, failed, {})}};
    for (const auto& [name, document] : documents) {
        QVERIFY2(document, name);
        QCOMPARE(document->begin().key(), std::string("schema"));
        QCOMPARE((*document)["schema"].get<std::string>(), std::string("etscope.") + name + "/1");
        QCOMPARE(std::next(document->begin()).key(), std::string("files"));
        QCOMPARE((*document)["files"][0]["kind"].get<std::string>(), std::string("etrecord"));
        QCOMPARE(std::prev(document->end()).key(), std::string("diagnostics"));
        QVERIFY2(Json::parse(document->dump(), nullptr, false) == *document, name);
    }
}

void TestDocuments::nonFiniteNumbersAreText() {
    QCOMPARE(report::number(NAN), Json("NaN"));
    QCOMPARE(report::number(INFINITY), Json("Infinity"));
    QCOMPARE(report::number(-INFINITY), Json("-Infinity"));
    QCOMPARE(report::number(0.5), Json(0.5));
    const auto document = tensorOf(sessionOf(recordWith(floats({NAN, INFINITY, -INFINITY, 0, -1.5F}), "Float", 5)), "w");
    QVERIFY(document);
    const Json& statistics = (*document)["statistics"];
    QCOMPARE(statistics["count"], Json(5));
    QCOMPARE(statistics["finite"], Json(2));
    QCOMPARE(statistics["nan"], Json(1));
    QCOMPARE(statistics["pos_inf"], Json(1));
    QCOMPARE(statistics["neg_inf"], Json(1));
    QCOMPARE(statistics["zero"], Json(1));
    QCOMPARE(statistics["min"], Json(-1.5));
    QCOMPARE(statistics["mean"], Json(-0.75));
    QCOMPARE(statistics["std"], Json(0.75));
    QCOMPARE((*document)["values"], Json({"NaN", "Infinity", "-Infinity", 0.0, -1.5}));
    const auto empty = tensorOf(sessionOf(recordWith(floats({NAN}), "Float", 1)), "w");
    QVERIFY(empty);
    QCOMPARE((*empty)["statistics"]["mean"], Json("NaN"));
}

void TestDocuments::exactIntegers() {
    const auto document = tensorOf(
        sessionOf(recordWith(little(INT64_MAX) + little(INT64_MIN) + little<std::int64_t>(9007199254740993), "Long", 3)), "w");
    QVERIFY(document);
    QCOMPARE((*document)["values"], Json({INT64_MAX, INT64_MIN, 9007199254740993}));
}

void TestDocuments::elements() {
    QCOMPARE(report::elementJson(true), Json(true));
    QCOMPARE(report::elementJson(UINT64_MAX), Json(UINT64_MAX));
    QCOMPARE(report::elementJson(std::complex<double>(1, NAN)), Json({1.0, "NaN"}));
}

void TestDocuments::selection() {
    const auto session =
        sessionOf(RecordBuilder().program("exported_program").program("edge_dialect_exported_program/encode").bytes());
    const auto names = [&](const report::Selection& selection) -> std::string {
        const auto stages = report::selectStages(*session, selection);
        if (!stages) return stages.error().code;
        std::string text;
        for (const auto& stage : *stages) text += stage.method + "/" + stage.stage.text() + " ";
        return text;
    };
    QCOMPARE(names({}), std::string("forward/exported forward/edge encode/edge "));
    QCOMPARE(names({"encode", ""}), std::string("encode/edge "));
    QCOMPARE(names({"", "edge"}), std::string("forward/edge encode/edge "));
    QCOMPARE(names({"x", ""}), std::string("no-such-method"));
    QCOMPARE(names({"encode", "exported"}), std::string("no-such-stage"));
    const auto one = graphJson(*session, {"encode", "edge"});
    QVERIFY(one && one->contains("nodes") && !one->contains("graphs"));
    const auto all = graphJson(*session, {});
    QVERIFY(all);
    QCOMPARE((*all)["graphs"].size(), std::size_t{3});
}

void TestDocuments::tensorQueries() {
    const auto session = sessionOf(RecordBuilder().program("exported_program").bytes());
    report::TensorQuery query;
    query.name = "w";
    QCOMPARE(report::findTensors(*session, query, {})->size(), std::size_t{2});
    query.stage = "edge";
    QCOMPARE(report::findTensors(*session, query, {})->size(), std::size_t{1});
    query.role = "buffer";
    const auto none = report::findTensors(*session, query, {});
    QVERIFY(!none);
    QCOMPARE(none.error().code, std::string("no-such-tensor"));
    report::TensorQuery reference;
    reference.role = "reference_output";
    reference.caseIndex = 0;
    reference.index = 0;
    QCOMPARE(report::findTensors(*session, reference, {})->size(), std::size_t{1});
}

void TestDocuments::tensorSlices() {
    const auto session = sessionOf(recordWith(floats({1, 2, 3, 4}), "Float", 4));
    QCOMPARE((*tensorOf(session, "w", "1:3"))["values"], Json({2.0, 3.0}));
    QCOMPARE((*tensorOf(session, "w", "-1"))["values"], Json(4.0));
    for (const char* slice : {"9", "a", "1:2:0", "0,0"}) {
        const auto document = tensorOf(session, "w", slice);
        QVERIFY2(!document, slice);
        QVERIFY(QString::fromStdString(document.error().code).startsWith("slice-"));
    }
}

void TestDocuments::verifyNamesADamagedStorage() {
    std::string bytes = RecordBuilder().bytes();
    const std::size_t at = bytes.find(floats({0.5F, 1.0F, 1.5F}));
    QVERIFY(at != std::string::npos);
    bytes[at] = 'X';
    bool failed = false;
    const auto document = report::verifyDocument(*sessionOf(bytes), failed, {});
    QVERIFY(document);
    QVERIFY(failed);
    bool named = false;
    for (const Json& item : (*document)["diagnostics"])
        named = named ||
                (item["code"] == "zip-checksum-differs" && item["where"].get<std::string>().find("data/0") != std::string::npos);
    QVERIFY2(named, document->dump(1).c_str());
}

void TestDocuments::verifyOfAWholeRecord() {
    bool failed = true;
    const auto document = report::verifyDocument(*sessionOf(RecordBuilder().bytes()), failed, {});
    QVERIFY(document);
    QVERIFY2(!failed, document->dump(1).c_str());
    QCOMPARE((*document)["checked"]["graphs"], Json(1));
    QCOMPARE((*document)["checked"]["tensors"], Json(2));
}

void TestDocuments::verifyOfACutRecord() {
    const std::string bytes = RecordBuilder().bytes();
    bool failed = false;
    const auto document = report::verifyDocument(*sessionOf(bytes.substr(0, bytes.size() - 300)), failed, {});
    QVERIFY(document);
    QVERIFY(failed);
    QCOMPARE((*document)["checked"]["graphs"], Json(1));
}

void TestDocuments::invalidUtf8InNames() {
    RecordBuilder builder;
    builder.set("bad \xFF\n name", "x").program("edge_dialect_exported_program/m\xFE");
    const auto session = sessionOf(builder.bytes());
    bool failed = false;
    for (const auto& document : {report::infoDocument(*session, {}), report::tensorsDocument(*session, {}, {}),
                                 graphJson(*session, {}), report::verifyDocument(*session, failed, {})}) {
        QVERIFY(document);
        try {
            QVERIFY(!document->dump().empty());
        } catch (const Json::exception& error) {
            QFAIL(error.what());
        }
    }
}

/// What is wrong with the dump stands in a document of its own, not in an error alone.
void TestDocuments::eventsOfACutDump() {
    const auto whole = readFile(ETSCOPE_SOURCE_DIR "/tests/fixtures/methods/run.etdp");
    QVERIFY(whole);
    const TempDir dir;
    const auto session = session::Session::open({dir.write("cut.etdp", whole->substr(0, whole->size() / 2))}, {}, {});
    QVERIFY(session);
    const auto document = report::eventsDocument(**session, {}, {}, {});
    QVERIFY(document);
    QVERIFY((*document)["runs"].is_array() && (*document)["runs"].empty());
    QCOMPARE((*document)["diagnostics"][0]["code"].get<std::string>(), std::string("etdump-truncated"));
    const auto none = report::eventsDocument(*sessionOf(RecordBuilder().bytes()), {}, {}, {});
    QVERIFY(!none && none.error().code == "no-runs");
}

void TestDocuments::metadataTellsWhatIsGuessed() {
    test::ProgramBuilder builder;
    builder.addNamedData("metadata.a.nan", little<std::int64_t>(0x7FF8000000000000));
    builder.addNamedData("metadata.a.either", little<std::int64_t>(0x4000000000000000));
    builder.addNamedData("metadata.model.use_kv_cache", little<std::int64_t>(1));
    builder.addConstantMethod("get_ar_len", {test::intValue(1)}, "$");
    bool failed = false;
    const auto document = report::metadataDocument(*sessionOf(builder.bytes()), failed, {});
    QVERIFY(document);
    const Json& entries = (*document)["entries"];
    QCOMPARE(entries[1]["value"], Json("NaN"));
    QCOMPARE(entries[2]["type"], Json("float"));
    QCOMPARE(entries[2]["guessed"], Json(true));
    QCOMPARE(entries[2]["other_readings"][0]["value"], Json(std::int64_t{1} << 62));
    QCOMPARE(entries[3]["value"], Json(1));
    QCOMPARE(entries[3]["flag"], Json(true));
    QCOMPARE(entries[3]["guessed"], Json(false));
    QCOMPARE((*document)["runner"]["name"], Json("Qualcomm LLM runner"));
    const std::string text = report::textOf(*document);
    QVERIFY(text.find("guess or int 4611686018427387904") != std::string::npos);
    QVERIFY(text.find("made for the Qualcomm LLM runner") != std::string::npos);
}

ETSCOPE_TEST(TestDocuments)
#include "tst_documents.moc"
