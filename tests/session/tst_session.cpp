// Opening files together: what joins, what does not, what changes on disk.
#include <sys/stat.h>

#include <QtTest>
#include <thread>

#include "base/limits.h"
#include "compare/logged_tensors.h"
#include "findings/overview.h"
#include "inventory/summary.h"
#include "inventory/tensor_rows.h"
#include "session/session.h"
#include "support/bytes.h"
#include "support/pickle_builder.h"
#include "support/program_json.h"
#include "support/record_builder.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using session::Session;
using test::RecordBuilder;

class TestSession : public QObject {
    Q_OBJECT
private slots:
    void nothing();
    void cutFiles();
    void record();
    void missingFileBesideAGoodOne();
    void onlyMissingFiles();
    void secondRecordIsListed();
    void foldersStandForTheirFiles();
    void unknownFilesInAFolderAreLeftOut();
    void unknownFileByName();
    void junkThatEndsLikeAnArchive();
    void extensionsDoNotCount();
    void programJsonAlone();
    void torchSaveAlone();
    void programIsKept();
    void programErrors();
    void tensors();
    void referencesOfSeveralMethods();
    void readableShareOfACutRecord();
    void changedFiles();
    void cancelled();
    void openingReadsNoPayload();
    void sharedBetweenThreads();
    void manyMethodsAreFound();
    void methodsAreLimited();
    void stagesKeepTheModelsWay();
};

namespace {

using SessionSessionPtr = std::shared_ptr<const Session>;

SessionSessionPtr open(const std::vector<std::string>& paths) {
    auto opened = Session::open(paths, {}, {});
    if (!opened) qFatal("%s: %s", opened.error().code.c_str(), opened.error().message.c_str());
    return *opened;
}

std::vector<std::string> kindsOf(const Session& session) {
    std::vector<std::string> kinds;
    for (const auto& file : session.files()) kinds.emplace_back(fileKindName(file.kind));
    return kinds;
}
using Texts = std::vector<std::string>;

/// "name role method/stage" of each row.
Texts rowsOf(const Session& session) {
    const auto rows = compare::tensors(session, {});
    if (!rows) return {rows.error().code};
    Texts texts;
    for (const auto& row : **rows)
        texts.push_back(row.name + " " + std::string(tensorRoleName(row.role)) + " " + row.method + "/" + row.stage);
    return texts;
}

}  // namespace

/// A program and external data that are cut: their own headers tell how much is there.
void TestSession::cutFiles() {
    const test::TempDir dir;
    const std::string folder = ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm/";
    const std::string whole = *test::readFile(folder + "model.pte");
    const auto readable = [&](const char* name, const std::string& bytes) {
        const auto session = Session::open({dir.write(name, bytes)}, {}, {});
        return session ? (*session)->files().front().readable : -1.0;
    };
    QCOMPARE(readable("whole.pte", whole), 1.0);
    const double half = readable("half.pte", whole.substr(0, whole.size() / 2));
    QVERIFY2(half > 0.45 && half < 0.55, qPrintable(QString::number(half)));
    QVERIFY(readable("a segment less.pte", whole.substr(0, whole.size() - 20)) < 1.0);
    QCOMPARE(readable("longer.pte", whole + "and more"), 1.0);
}

void TestSession::nothing() {
    const auto opened = Session::open({}, {}, {});
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, std::string("no-files"));
    const test::TempDir dir;
    const auto empty = Session::open({dir.path()}, {}, {});
    QVERIFY(!empty);
    QCOMPARE(empty.error().code, std::string("no-files"));
    // Folders of raw outputs alike.
    const std::string record = dir.write("x.etrecord", test::RecordBuilder().bytes());
    session::OpenOptions options;
    options.outputFolders = {dir.path()};
    const auto noArrays = Session::open({record}, options, {});
    QVERIFY(!noArrays);
    QCOMPARE(noArrays.error().code, std::string("no-files"));
    options.outputFolders = {dir.path("nowhere")};
    const auto noFolder = Session::open({record}, options, {});
    QVERIFY(!noFolder);
    QCOMPARE(noFolder.error().code, std::string("file-unreadable"));
}

void TestSession::record() {
    const test::TempDir dir;
    const auto session = open({dir.write("model.bin", RecordBuilder().bytes())});
    QCOMPARE(kindsOf(*session), Texts{"etrecord"});
    QVERIFY(session->recordFile() == &session->files()[0]);
    QCOMPARE(session->recordFile()->readable, 1.0);
    QCOMPARE(session->methods().size(), std::size_t{1});
    const session::Method& method = session->methods()[0];
    QCOMPARE(method.name, std::string("forward"));
    QCOMPARE(method.stages, std::vector{graph::StageId::edge()});
    QVERIFY(method.hasReferenceOutputs);
    QCOMPARE(method.referenceCases, std::size_t{1});
    QVERIFY(!method.hasRepresentativeInputs);
    const auto summary = inventory::summary({*session, "forward"}, {});
    QVERIFY(summary);
    QCOMPARE((*summary)->inputs.size(), std::size_t{1});
    QCOMPARE((*summary)->inputs[0].name, std::string("x"));
    QCOMPARE(findings::portText((*summary)->inputs[0]), std::string("f32[1,3]"));
    const inventory::MethodData& data = (*summary)->data;
    QVERIFY(data.parameters && data.unusedParameters && data.unusedParameters->count == 0);
    QCOMPARE(data.parameters->count, std::uint64_t{1});
    QCOMPARE(data.parameters->elements, std::optional<std::uint64_t>(3));
    QCOMPARE(data.parameters->bytes, std::optional<std::uint64_t>(12));
    // A program alone does not tell parameters from other constants: their number is unknown, not 0.
    const auto program = session::Session::open({ETSCOPE_SOURCE_DIR "/tests/fixtures/trivial/model.pte"}, {}, {});
    QVERIFY(program);
    const auto bare = inventory::summary({**program, "forward"}, {});
    QVERIFY(bare && !(*bare)->data.parameters && !(*bare)->data.unusedParameters);
    QVERIFY((*bare)->data.constants.has_value());
    QCOMPARE((*bare)->data.constants->count, std::uint64_t{1});
    QCOMPARE((*bare)->data.constants->bytes, std::optional<std::uint64_t>(12));
    const Diagnostics diagnostics = session->diagnostics();
    QVERIFY2(diagnostics.count(Severity::Error) + diagnostics.count(Severity::Warning) == 0,
             diagnostics.empty() ? "" : diagnostics.items()[0].code.c_str());
}

void TestSession::missingFileBesideAGoodOne() {
    const test::TempDir dir;
    const auto session = open({dir.write("a", RecordBuilder().bytes()), dir.path("missing")});
    QCOMPARE(session->files().size(), std::size_t{2});
    QVERIFY(session->files()[1].source == nullptr);
    QCOMPARE(session->files()[1].error->code, std::string("file-unreadable"));
    QCOMPARE(session->methods().size(), std::size_t{1});
}

void TestSession::onlyMissingFiles() {
    const test::TempDir dir;
    const auto opened = Session::open({dir.path("missing")}, {}, {});
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, std::string("file-unreadable"));
}

void TestSession::secondRecordIsListed() {
    const test::TempDir dir;
    const auto session =
        open({dir.write("a", RecordBuilder().bytes()), dir.write("b", RecordBuilder().program("exported_program").bytes())});
    QVERIFY(session->diagnostics().has("session-second-record"));
    QCOMPARE(session->files().size(), std::size_t{2});
    QVERIFY(session->recordFile() == &session->files()[0]);
    QCOMPARE(session->methods()[0].stages, std::vector{graph::StageId::edge()});
}

void TestSession::foldersStandForTheirFiles() {
    const test::TempDir dir;
    dir.write("2.etrecord", RecordBuilder().bytes());
    dir.write("1.pte", std::string(4, '\0') + "ET12" + std::string(64, '\0'));
    QCOMPARE(::mkdir(dir.path("deeper").c_str(), 0700), 0);
    dir.write("deeper/3.etrecord", RecordBuilder().bytes());
    const auto session = open({dir.path()});
    QCOMPARE(kindsOf(*session), (Texts{"pte", "etrecord"}));
}

void TestSession::unknownFilesInAFolderAreLeftOut() {
    const test::TempDir dir;
    dir.write("README", "notes");
    dir.write("a", RecordBuilder().bytes());
    const auto session = open({dir.path()});
    QCOMPARE(kindsOf(*session), Texts{"etrecord"});
    QVERIFY(session->diagnostics().empty());
}

void TestSession::unknownFileByName() {
    const test::TempDir dir;
    const auto session = open({dir.write("README", "notes that are longer than an end record")});
    QCOMPARE(kindsOf(*session), Texts{"unknown"});
    QVERIFY(session->diagnostics().has("file-unknown"));
    QVERIFY(session->methods().empty());
    const auto rows = compare::tensors(*session, {});
    QVERIFY(rows && (*rows)->empty());
}

// Self-extractors and downloads: something stands before the archive.
void TestSession::junkThatEndsLikeAnArchive() {
    const test::TempDir dir;
    RecordBuilder builder;
    builder.zip().prefix("#!/bin/sh\nexit\n");
    const auto session = open({dir.write("a", builder.bytes())});
    QCOMPARE(kindsOf(*session), Texts{"etrecord"});
    QCOMPARE(rowsOf(*session).size(), std::size_t{2});
}

void TestSession::extensionsDoNotCount() {
    const test::TempDir dir;
    const auto session = open({dir.write("weights.etrecord", test::stateDict()), dir.write("model.pt", RecordBuilder().bytes())});
    QCOMPARE(kindsOf(*session), (Texts{"torch_save", "etrecord"}));
}

void TestSession::programJsonAlone() {
    const test::TempDir dir;
    const auto session = open({dir.write("p.json", test::programJson())});
    QCOMPARE(kindsOf(*session), Texts{"exported_program"});
    QCOMPARE(session->methods().size(), std::size_t{1});
    QCOMPARE(session->methods()[0].stages, std::vector{graph::StageId::exported()});
    const auto program = session->program("forward", "exported", {});
    QVERIFY(program);
    QCOMPARE((*program)->graph->nodeCount(), std::size_t{1});
}

void TestSession::torchSaveAlone() {
    const test::TempDir dir;
    const auto session = open({dir.write("w.pt", test::stateDict())});
    QCOMPARE(rowsOf(*session), Texts{"w parameter /"});
}

void TestSession::programIsKept() {
    const test::TempDir dir;
    const auto session = open({dir.write("a", RecordBuilder().bytes())});
    const auto first = session->program("forward", "edge", {});
    const auto second = session->program("forward", "edge", {});
    QVERIFY(first && second);
    QCOMPARE(first->get(), second->get());
}

void TestSession::programErrors() {
    const test::TempDir dir;
    const auto session = open({dir.write("a", RecordBuilder().bytes())});
    const auto codeOf = [&](const char* method, const char* stage) {
        const auto program = session->program(method, stage, {});
        return program ? std::string() : program.error().code;
    };
    QCOMPARE(codeOf("backward", "edge"), std::string("no-such-method"));
    QCOMPARE(codeOf("forward", "exported"), std::string("no-such-stage"));
    for (const char* stage : {"delegate:0", "delegate:-1", "delegate:x", "delegate:", "delegate:99999999999999999999"})
        QCOMPARE(codeOf("forward", stage), std::string("no-such-stage"));
    QVERIFY(!inventory::summary({*session, "backward"}, {}));
}

void TestSession::tensors() {
    const test::TempDir dir;
    RecordBuilder builder;
    const auto x = test::pickled::tensor({.key = "7", .numel = 3, .shape = {1, 3}, .strides = {3, 1}});
    builder.set(std::string(test::kEdgeForward) + "_example_inputs",
                test::pickled::torchSave(test::pickled::tuple({test::pickled::tuple({x}), "}"}), {{"7", test::floats({4, 5, 6})}}));
    const auto session = open({dir.write("a", builder.bytes())});
    QCOMPARE(rowsOf(*session),
             (Texts{"w parameter forward/edge", "x example_input forward/edge", "reference_output[0] reference_output forward/"}));
    const auto rows = *compare::tensors(*session, {});
    const inventory::TensorRow& reference = (*rows)[2];
    QCOMPARE(reference.caseIndex, std::optional<std::int64_t>(0));
    QCOMPARE(reference.index, std::optional<std::int64_t>(0));
    // The bytes are found in place: [1, 2, 3] as float32.
    const std::string bytes = *test::readFile(session->files()[0].path);
    QCOMPARE(bytes.substr(*reference.tensor.dataOffset(), 12), test::floats({1, 2, 3}));
    QCOMPARE(bytes.substr(*(*rows)[1].tensor.dataOffset(), 12), test::floats({4, 5, 6}));
    QVERIFY((*rows)[0].tensor.storageId != (*rows)[1].tensor.storageId);
}

void TestSession::referencesOfSeveralMethods() {
    const auto output = test::pickled::tensor({.numel = 3, .shape = {1, 3}, .strides = {3, 1}});
    const auto cases = [&](int n) {
        return test::pickled::list(std::vector<std::string>(static_cast<std::size_t>(n), test::pickled::list({output})));
    };
    RecordBuilder builder;
    builder.program("edge_dialect_exported_program/encode");
    builder.set("reference_outputs", test::pickled::torchSave(test::pickled::dict({{test::pickled::text("forward"), cases(2)},
                                                                                   {test::pickled::text("encode"), cases(3)}}),
                                                              {{"0", test::floats({1, 2, 3})}}));
    const test::TempDir dir;
    const auto session = open({dir.write("a", builder.bytes())});
    QCOMPARE(session->method("forward")->referenceCases, std::size_t{2});
    QCOMPARE(session->method("encode")->referenceCases, std::size_t{3});
}

void TestSession::readableShareOfACutRecord() {
    RecordBuilder builder;
    builder.set("edge_dialect_exported_program/forward_state_dict",
                test::pickled::torchSave("}", {{"0", std::string(100'000, 'w')}}));
    const std::string bytes = builder.bytes();
    const test::TempDir dir;
    const auto session = open({dir.write("a", bytes.substr(0, bytes.size() / 2))});
    QCOMPARE(kindsOf(*session), Texts{"etrecord"});
    QVERIFY(session->files()[0].readable > 0.3 && session->files()[0].readable < 0.7);
    QVERIFY(session->program("forward", "edge", {}));
    QVERIFY(session->diagnostics().has("zip-directory-missing"));
    bool damaged = false;
    for (const auto& finding : findings::findings(*session)) damaged = damaged || finding.state == findings::FindingState::Damaged;
    QVERIFY(damaged);
}

void TestSession::changedFiles() {
    const test::TempDir dir;
    const std::string a = dir.write("a", RecordBuilder().bytes()), b = dir.write("b", test::stateDict());
    const auto session = open({a, b});
    QVERIFY(session->changedFiles().empty());
    test::writeFile(b, test::stateDict() + "more");
    QCOMPARE(session->changedFiles(), Texts{b});
    QCOMPARE(::unlink(a.c_str()), 0);
    QCOMPARE(session->changedFiles(), (Texts{a, b}));
    QVERIFY2(session->program("forward", "edge", {}), "an open file stays readable when its name is gone");
}

void TestSession::cancelled() {
    const test::TempDir dir;
    std::stop_source stop;
    stop.request_stop();
    JobContext job;
    job.stop = stop.get_token();
    const std::string path = dir.write("a", RecordBuilder().bytes());
    const auto opened = Session::open({path}, {}, job);
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, std::string("cancelled"));
    const auto session = open({path});
    QVERIFY(!compare::tensors(*session, job));
    QVERIFY2(compare::tensors(*session, {}), "a cancelled call is not kept");
}

void TestSession::openingReadsNoPayload() {
    RecordBuilder builder;
    builder.set("edge_dialect_exported_program/forward_state_dict",
                test::pickled::torchSave("}", {{"0", std::string(20'000'000, 'w')}}));
    const test::TempDir dir;
    const auto session = open({dir.write("a", builder.bytes())});
    const std::uint64_t read = session->files()[0].source->bytesRead();
    QVERIFY2(read < 200'000, qPrintable(QString::number(read)));
    QVERIFY(compare::tensors(*session, {}));
    const std::uint64_t listed = session->files()[0].source->bytesRead();
    QVERIFY2(listed < 500'000, qPrintable(QString::number(listed)));
}

void TestSession::sharedBetweenThreads() {
    const test::TempDir dir;
    const auto session = open({dir.write("a", RecordBuilder().program("exported_program").bytes())});
    std::vector<std::jthread> threads;
    std::array<std::size_t, 4> rows{};
    for (std::size_t& count : rows)
        threads.emplace_back([&session, &count] {
            static_cast<void>(session->program("forward", "edge", {}));
            static_cast<void>(inventory::summary({*session, "forward"}, {}));
            if (const auto list = compare::tensors(*session, {})) count = (*list)->size();
        });
    threads.clear();
    for (const std::size_t count : rows) QCOMPARE(count, std::size_t{3});
}

// Methods and stages are found by their names, however many there are.
void TestSession::manyMethodsAreFound() {
    RecordBuilder builder = RecordBuilder::empty();
    builder.set("ETRECORD_V0", "");
    for (int i = 0; i < 500; ++i) builder.program("edge_dialect_exported_program/m" + std::to_string(i));
    const test::TempDir dir;
    const auto session = open({dir.write("a", builder.bytes())});
    QCOMPARE(session->methods().size(), std::size_t{500});
    for (int i = 0; i < 500; ++i) {
        const session::Method* method = session->method("m" + std::to_string(i));
        QVERIFY(method != nullptr);
        QCOMPARE(method->stages, std::vector{graph::StageId::edge()});
    }
    QVERIFY(session->method("m500") == nullptr);
    QVERIFY(session->program("m499", "edge", {}));
}

// A file of some megabytes can name a hundred thousand methods; a session lists as many as any export has.
void TestSession::methodsAreLimited() {
    RecordBuilder builder = RecordBuilder::empty();
    builder.set("ETRECORD_V0", "");
    for (std::size_t i = 0; i < limits::kMaxMethods + 10; ++i) {
        builder.zip().stored("edge_dialect_exported_program/m" + std::to_string(i), "{}");
        builder.zip().stored("edge_dialect_exported_program/m" + std::to_string(i) + "_state_dict", "");
    }
    const test::TempDir dir;
    const auto session = open({dir.write("a", builder.bytes())});
    QCOMPARE(session->methods().size(), limits::kMaxMethods);
    QVERIFY(session->diagnostics().has("session-too-many-methods"));
    QCOMPARE(session->recordFile()->record->stages().size(), limits::kMaxMethods + 10);
}

void TestSession::stagesKeepTheModelsWay() {
    RecordBuilder builder;
    builder.program("second/forward").program("edge_after_transform/forward").program("first/forward").program("exported_program");
    const test::TempDir dir;
    const auto session = open({dir.write("a", builder.bytes())});
    Texts stages;
    for (const graph::StageId& stage : session->method("forward")->stages) stages.push_back(stage.text());
    QCOMPARE(stages, (Texts{"exported", "second", "first", "edge", "edge_after_transform"}));
}

ETSCOPE_TEST(TestSession)
#include "tst_session.moc"
