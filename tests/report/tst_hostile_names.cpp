// Names that are no UTF-8, wherever a file can hold one: documents stay valid, and names that differ stay two.
#include <QtTest>

#include "base/utf8.h"
#include "delegates/payload_builder.h"
#include "etdump/dump_builder.h"
#include "program/program_builder.h"
#include "report/documents.h"
#include "report/graph_json.h"
#include "report/table_form.h"
#include "report/text_report.h"
#include "support/bytes.h"
#include "support/pickle_builder.h"
#include "support/record_builder.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::test;
using report::Json;

namespace {

using HostileNamesSessionPtr = std::shared_ptr<const session::Session>;

HostileNamesSessionPtr opened(const std::vector<std::pair<std::string, std::string>>& files) {
    const TempDir dir;
    std::vector<std::string> paths;
    for (const auto& [name, bytes] : files) paths.push_back(dir.write(name, bytes));
    const auto session = session::Session::open(paths, {}, {});
    if (!session) qFatal("%s", session.error().message.c_str());
    return *session;
}

/// Every document of the session that can be had, with its command.
std::vector<std::pair<std::string, Json>> documentsOf(const HostileNamesSessionPtr& session) {
    bool failed = false;
    std::vector<std::pair<std::string, Json>> documents;
    const auto take = [&](const char* name, const Result<Json>& document) {
        if (document) documents.emplace_back(name, *document);
    };
    take("info", report::infoDocument(*session, {}));
    take("graph", graphJson(*session, {}));
    take("tensors", report::tensorsDocument(*session, {}, {}));
    take("handles", report::handlesDocument(*session, {}, {}));
    take("metadata", report::metadataDocument(*session, failed, {}));
    take("named-data", report::namedDataDocument(*session, {}));
    take("delegates", report::delegatesDocument(*session, {}, {}));
    take("memory", report::memoryDocument(*session, {}, {}));
    take("sizes", report::sizesDocument(*session, {}));
    take("events", report::eventsDocument(*session, {}, {}, {}));
    take("compare", report::compareDocument(session, {}, {}, "", failed, {}));
    take("verify", report::verifyDocument(*session, failed, {}));
    take("lint", report::lintDocument(*session, failed, {}));
    return documents;
}

/// Throws where a document holds what JSON cannot: dump() is strict.
void checkForms(const HostileNamesSessionPtr& session) {
    for (const auto& [name, document] : documentsOf(session)) {
        QVERIFY2(Json::parse(document.dump()) == document, name.c_str());
        QVERIFY2(isValidUtf8(report::textOf(document)), name.c_str());
        for (const auto format : {report::RowFormat::Csv, report::RowFormat::Tsv})
            QVERIFY2(isValidUtf8(report::rowsText(document, format)), name.c_str());
    }
}

Json documentOf(const HostileNamesSessionPtr& session, const std::string& command) {
    for (auto& [name, document] : documentsOf(session))
        if (name == command) return document;
    return {};
}

std::vector<std::string> fieldOf(const Json& rows, const char* field) {
    std::vector<std::string> texts;
    for (const Json& row : rows) texts.push_back(row[field].get<std::string>());
    return texts;
}

bool holds(const std::vector<std::string>& texts, const std::string& text) {
    return std::count(texts.begin(), texts.end(), text) == 1;
}

void addDelegate(ProgramBuilder& builder, const std::string& payload) {
    auto delegate = std::make_unique<schema::program::BackendDelegateT>();
    delegate->id = "Xnn\xFFpack";
    delegate->compile_specs.push_back(std::make_unique<schema::program::CompileSpecT>());
    delegate->compile_specs.back()->key = "spec\xFF";
    delegate->processed = std::make_unique<schema::program::BackendDelegateDataReferenceT>();
    delegate->processed->location = 1;  // a segment
    delegate->processed->index = builder.addSegment(payload);
    builder.plan().delegates.push_back(std::move(delegate));
}

}  // namespace

class TestHostileNames : public QObject {
    Q_OBJECT
private slots:
    void program();
    void keysOfDelegates();
    void record();
    void dump();
    void files();
};

void TestHostileNames::program() {
    ProgramBuilder builder;
    builder.plan().name = "m\xFE";
    builder.plan().operators[0]->name = "aten::add\xFF";
    builder.addNamedData("k\xFE", "one");
    builder.addNamedData("k\xFF", "other");
    builder.addNamedData("metadata.\xFF", little<std::int64_t>(1));
    builder.addConstantMethod("c\xFE", {stringValue("text \xFF")}, "$");
    builder.addConstantMethod("c\xFF", {intValue(2)}, "$");
    addDelegate(builder, "no form \xFF that is known");
    const auto session = opened({{"model.pte", builder.bytes()}});
    checkForms(session);
    const auto keys = fieldOf(documentOf(session, "named-data")["entries"], "key");
    QVERIFY(holds(keys, "k\\xFE") && holds(keys, "k\\xFF"));
    const auto metadata = fieldOf(documentOf(session, "metadata")["entries"], "key");
    QVERIFY(holds(metadata, "c\\xFE") && holds(metadata, "c\\xFF"));
    QVERIFY(holds(fieldOf(documentOf(session, "info")["methods"], "name"), "m\\xFE"));
    QVERIFY(session->diagnostics().has("pte-named-data-key-text"));
    QVERIFY(!session->diagnostics().has("pte-named-data-key-duplicate"));
    QVERIFY(!session->diagnostics().has("pte-plan-name-duplicate"));
    QCOMPARE(documentOf(session, "delegates")["delegates"][0]["compile_specs"][0]["key"], Json("spec\\xFF"));
    QVERIFY(session->plan("m\\xFE") != nullptr);
}

/// A payload asks for one of two keys that differ in a byte that is no UTF-8: it is given that one's bytes.
void TestHostileNames::keysOfDelegates() {
    ProgramBuilder builder;
    builder.addNamedData("k\xFE", std::string(8, 'a'));
    builder.addNamedData("k\xFF", std::string(8, 'b'));
    addDelegate(builder, xnnpackNamedPayload("k\xFF"));
    const auto session = opened({{"model.pte", builder.bytes()}});
    checkForms(session);
    const auto decoded = session->delegate("forward", 0, {});
    QVERIFY(decoded && !(*decoded)->weights.empty());
    QCOMPARE((*decoded)->weights.front().key, std::string("k\\xFF"));
    QCOMPARE(toText(*(*decoded)->weights.front().bytes.readAll()), std::string(8, 'b'));
    for (const Json& entry : documentOf(session, "named-data")["entries"])
        QCOMPARE(entry["users"].size(), entry["key"] == "k\\xFF" ? std::size_t{1} : std::size_t{0});
}

void TestHostileNames::record() {
    const auto tensor = pickled::tensor({.numel = 1, .shape = {1}, .strides = {1}});
    RecordBuilder builder;
    builder.set("odd \xFE", "x").set("odd \xFF", "x");
    builder.program("edge_dialect_exported_program/m\xFE").program("edge_dialect_exported_program/m\xFF");
    builder.set(std::string(kEdgeForward) + "_state_dict",
                pickled::torchSave(pickled::dict({{pickled::text("w\xFE"), tensor}, {pickled::text("w\xFF"), tensor}}),
                                   {{"0", little(1.0F)}}));
    const auto session = opened({{"model.etrecord", builder.bytes()}});
    checkForms(session);
    const Json info = documentOf(session, "info");
    QVERIFY(holds(info["etrecord"]["unknown_entries"], "odd \\xFE") && holds(info["etrecord"]["unknown_entries"], "odd \\xFF"));
    const auto methods = fieldOf(info["methods"], "name");
    QVERIFY(holds(methods, "m\\xFE") && holds(methods, "m\\xFF"));
    const auto tensors = fieldOf(documentOf(session, "tensors")["tensors"], "name");
    QVERIFY(holds(tensors, "w\\xFE") && holds(tensors, "w\\xFF"));
    QVERIFY(!session->diagnostics().has("zip-duplicate-name"));
}

void TestHostileNames::dump() {
    DumpRun run;
    run.name = "Execute";
    run.allocators = {"pool \xFF"};
    run.events = {{.name = "native_call_a\xFE", .delegateText = "id \xFF", .metadata = "note \xFF", .start = 1, .end = 2},
                  {.name = "native_call_a\xFF", .instruction = 1, .start = 3, .end = 4}};
    const auto session = opened({{"run.etdp", dumpBytes({run, run})}});
    checkForms(session);
    const Json events = documentOf(session, "events")["runs"][0];
    const auto names = fieldOf(events["events"], "name");
    QVERIFY(holds(names, "native_call_a\\xFE") && holds(names, "native_call_a\\xFF"));
    QCOMPARE(events["allocators"][0], Json("pool \\xFF"));
    QCOMPARE(events["events"][0]["delegate_debug_id"], Json("id \\xFF"));
    QCOMPARE(events["events"][0]["metadata"], Json("note \\xFF"));
}

/// Names that the system gives to files.
void TestHostileNames::files() {
    const auto session = opened({{"model \xFF.etrecord", RecordBuilder().bytes()}, {"notes \xFE.txt", "nothing"}});
    checkForms(session);
    QVERIFY(documentOf(session, "info")["files"][0]["path"].get<std::string>().ends_with("model \\xFF.etrecord"));
}

ETSCOPE_TEST(TestHostileNames)
#include "tst_hostile_names.moc"
