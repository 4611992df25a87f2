// run.json: written, read, and what it proves of the files beside it. Damaged ones prove nothing and do no harm.
#include <QtTest>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "compare/output_sources.h"
#include "compare/run_cases.h"
#include "io/sha256.h"
#include "join/run_records.h"
#include "runrecord/run_record.h"
#include "support/bytes.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using runrecord::RunRecord;
namespace fs = std::filesystem;

namespace {

const std::string kCircular = ETSCOPE_SOURCE_DIR "/tests/fixtures/circular/";

runrecord::HashedFile hashed(const std::string& path) {
    const auto source = Source::open(path);
    if (!source) qFatal("%s", source.error().message.c_str());
    return {fs::path(path).filename().string(), (*source)->size(), *sha256(ByteRange::whole(*source), {})};
}

/// The fixture's run as a record has it, its two calls as the cases 1 and 0.
RunRecord recordOf(const std::string& folder) {
    RunRecord record;
    record.state = runrecord::RunState::Done;
    record.program = hashed(kCircular + "model.pte");
    for (const std::int64_t index : {1, 0}) {
        runrecord::RunCall& call = record.calls.emplace_back();
        call.method = "forward";
        call.source = runrecord::CaseSource::Bundle;
        call.caseIndex = index;
        call.caseText = "case " + std::to_string(index) + " of model.bpte";
        call.state = runrecord::CallState::Done;
        call.outputs = {{"out-forward-" + std::to_string(record.calls.size() - 1) + "-0.npy", "f32"}};
        record.written.push_back(hashed(folder + "/" + call.outputs[0].file));
    }
    record.passes.push_back({runrecord::Pass::Values, "run.etdp", "run.dbg", {0, 1}, {{1, 0}, {2, 1}}});
    for (const char* file : {"run.etdp", "run.dbg"}) record.written.push_back(hashed(folder + "/" + file));
    return record;
}

void write(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

std::shared_ptr<const session::Session> opened(const std::vector<std::string>& paths) {
    auto session = session::Session::open(paths, {}, {});
    if (!session) qFatal("%s", session.error().message.c_str());
    return *session;
}

}  // namespace

class TestRunRecord : public QObject {
    Q_OBJECT
private slots:
    void isReadAsItWasWritten();
    void provesRunsAndOutputs();
    void ofAnotherProgramItProvesNothing();
    void ofAnotherFileItProvesNothing();
    void damaged_data();
    void damaged();
    void namesStayBelow();
    void cutAnywhere();

private:
    std::string folderOfRun() {
        const std::string folder = m_dir.path("run" + std::to_string(++m_folders));
        fs::create_directory(folder);
        for (const char* file : {"run.etdp", "run.dbg", "out-forward-0-0.npy", "out-forward-1-0.npy"})
            fs::copy_file(kCircular + file, folder + "/" + file);
        return folder;
    }
    const test::TempDir m_dir;
    int m_folders = 0;
};

void TestRunRecord::isReadAsItWasWritten() {
    RunRecord record = recordOf(folderOfRun());
    record.error = Error{"run-aborted", "it said \"no\"", {}};
    record.calls[0].inputs = {{runrecord::CallInput::Kind::Int, false, 7, 0, {}, {}, {}},
                              {runrecord::CallInput::Kind::Tensor, false, 0, 0, "bf16", {2, 3}, "inputs/forward-0-1.npy"},
                              {}};
    record.methods = {{"forward", true}, {"other", std::nullopt}};
    record.notes = {"a note"};
    const std::string text = runrecord::toJson(record).dump();
    Diagnostics diagnostics;
    const auto again = runrecord::read(test::inMemory(text), diagnostics);
    QVERIFY(again);
    QVERIFY(diagnostics.items().empty());
    QCOMPARE(runrecord::toJson(*again).dump(), text);
}

void TestRunRecord::provesRunsAndOutputs() {
    const std::string folder = folderOfRun();
    write(folder + "/run.json", runrecord::toJson(recordOf(folder)).dump());
    const auto session = opened({kCircular + "model.pte", kCircular + "model.bpte", folder});
    const auto runs = compare::runs(*session, {});
    QVERIFY(runs);
    std::vector<std::int64_t> cases;
    for (const join::SessionRun& run : **runs) {
        if (run.kind() != etdump::BlockKind::Execute) continue;
        QVERIFY(run.recorded != nullptr);
        QVERIFY(run.attribution.state == join::MethodState::Certain);
        QVERIFY(run.pairing == join::Pairing::Told);
        cases.push_back(*run.caseIndex);
    }
    QCOMPARE(cases, (std::vector<std::int64_t>{1, 0}));  // not in the order of the cases
    const auto records = join::runRecords(*session, {});
    QVERIFY(records);
    QCOMPARE((*records)->outputs.size(), std::size_t{2});
    QCOMPARE((*records)->outputs.at(folder + "/out-forward-0-0.npy").call.caseIndex(), std::optional<std::int64_t>(1));
}

void TestRunRecord::ofAnotherProgramItProvesNothing() {
    const std::string folder = folderOfRun();
    RunRecord record = recordOf(folder);
    record.program.sha256[0] = record.program.sha256[0] == 'a' ? 'b' : 'a';
    write(folder + "/run.json", runrecord::toJson(record).dump());
    const auto session = opened({kCircular + "model.pte", folder});
    const auto records = join::runRecords(*session, {});
    QVERIFY(records);
    QVERIFY((*records)->runs.empty() && (*records)->outputs.empty());
    QVERIFY(!(*records)->records.at(0).doubt.empty());
    QVERIFY(session->diagnostics().has("run-record-other-program"));
}

void TestRunRecord::ofAnotherFileItProvesNothing() {
    const std::string folder = folderOfRun();
    write(folder + "/run.json", runrecord::toJson(recordOf(folder)).dump());
    fs::copy_file(folder + "/out-forward-0-0.npy", folder + "/out-forward-1-0.npy", fs::copy_options::overwrite_existing);
    const auto session = opened({kCircular + "model.pte", folder});
    const auto records = join::runRecords(*session, {});
    QVERIFY(records);
    QCOMPARE((*records)->outputs.size(), std::size_t{1});
    QCOMPARE((*records)->runs.size(), std::size_t{2});
    QVERIFY(session->diagnostics().has("run-record-other-file"));
}

void TestRunRecord::damaged_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isRead");
    const auto row = [](const char* name, const char* text, bool isRead) { QTest::newRow(name) << QByteArray(text) << isRead; };
    row("no object", "[1, 2]", false);
    row("no JSON", "{", false);
    row("another schema", R"({"schema": "etscope.run/2"})", false);
    row("nothing else", R"({"schema": "etscope.run/1"})", true);
    row("other types",
        R"({"schema": "etscope.run/1", "calls": 7, "passes": {"a": 1}, "written": "x", "target": [], "host": 3, "program": 9})",
        true);
    row("entries of other types",
        R"({"schema": "etscope.run/1", "calls": [1, null, {"method": 5, "case": "x", "inputs": [3], "outputs": [[]]}],
            "passes": [{"pass": "values", "dump": "run.etdp", "calls": [-1, 1e9, "x"], "runs": [{"run": 0, "call": 77}, {"run": -5, "call": 0}]}]})",
        true);
    row("paths that lead away",
        R"({"schema": "etscope.run/1", "calls": [{"outputs": [{"file": "../../etc/passwd"}], "inputs": [{"kind": "tensor", "file": "/etc/passwd"}]}],
            "passes": [{"dump": "a/../../b", "buffer": "x\u0000y"}], "written": [{"file": "..", "sha256": "zz"}]})",
        true);
    row("numbers beyond", R"({"schema": "etscope.run/1", "repeat": 99999999999999999999999, "seconds": 1e999, "calls": []})",
        false);
}

void TestRunRecord::damaged() {
    QFETCH(QByteArray, text);
    QFETCH(bool, isRead);
    Diagnostics diagnostics;
    const auto record = runrecord::read(test::inMemory(text.toStdString()), diagnostics);
    QCOMPARE(static_cast<bool>(record), isRead);
    if (!record) return;
    for (const runrecord::RunCall& call : record->calls) {
        for (const auto& output : call.outputs) QVERIFY(output.file.empty() || runrecord::staysBelow(output.file));
        for (const auto& input : call.inputs) QVERIFY(input.file.empty() || runrecord::staysBelow(input.file));
    }
    for (const auto& file : record->written) QVERIFY(runrecord::staysBelow(file.file));
    for (const runrecord::RunModule& module : record->passes) {
        QVERIFY(module.dump.empty() || runrecord::staysBelow(module.dump));
        for (const auto& block : module.runs) QVERIFY(block.call < record->calls.size() && block.run >= 0);
    }
}

void TestRunRecord::namesStayBelow() {
    for (const char* name : {"run.etdp", "inputs/a.npy", "a..b", "..a"}) QVERIFY2(runrecord::staysBelow(name), name);
    for (const char* name : {"", "/etc/passwd", "..", "../a", "a/../b", "a//b", "a/", "./a", "a\\b", "a\nb"})
        QVERIFY2(!runrecord::staysBelow(name), name);
    QVERIFY(!runrecord::staysBelow(std::string(5000, 'a')));
}

void TestRunRecord::cutAnywhere() {
    const std::string text = runrecord::toJson(recordOf(folderOfRun())).dump();
    for (std::size_t size = 0; size < text.size(); ++size) {
        Diagnostics diagnostics;
        QVERIFY(!runrecord::read(test::inMemory(text.substr(0, size)), diagnostics));
    }
}

ETSCOPE_TEST(TestRunRecord)
#include "tst_run_record.moc"
