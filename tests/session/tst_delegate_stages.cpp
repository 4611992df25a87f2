// Stages inside delegates, source lines through links, files inside files, on real exports.
#include <QFile>
#include <QtEndian>
#include <QtTest>
#include <algorithm>
#include <filesystem>

#include "inventory/metadata.h"
#include "join/handles.h"
#include "join/joins.h"
#include "join/source_lines.h"
#include "join/stage_graph.h"
#include "session/delegate_stages.h"
#include "session/parts.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using graph::StageId;

namespace {

const std::string kFixtures = ETSCOPE_SHARED_DIR "/fixtures/";

std::shared_ptr<const session::Session> opened(const std::vector<std::string>& files) {
    std::vector<std::string> paths;
    for (const std::string& file : files) paths.push_back(file.starts_with('/') ? file : kFixtures + file);
    auto session = session::Session::open(paths, {}, {});
    if (!session) qFatal("%s", session.error().message.c_str());
    return *session;
}

std::vector<graph::StageId> stagesOf(const session::MethodView& method) {
    auto stages = session::delegateStages(method, {});
    if (!stages) qFatal("%s", stages.error().message.c_str());
    return *stages;
}

const std::string kSample = ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm/model.";

}  // namespace

class TestDelegateStages : public QObject {
    Q_OBJECT
private slots:
    void ofTheSample();
    void everyStageHasAGraph();
    void withoutProgram();
    void undecodedOnesAreLeftOut();
    void programsInAContainer();
    void resultsAreKept();
    void cancelled();
    void sourceLinesOfInstructions();
    void ownSourceLinesComeFirst();
    void openableParts();
    void joinsNameTheirFiles();
};

void TestDelegateStages::ofTheSample() {
    const auto session = opened({kSample + "pte"});
    const auto stages = stagesOf({*session, "text_decoder"});
    QCOMPARE(stages.size(), std::size_t{12});
    QVERIFY(stages.front() == graph::StageId::payload(0));
    QVERIFY(stages.back() == graph::StageId::payload(11));
    QVERIFY(stagesOf({*session, "token_embedding"}).empty());
    QVERIFY(stagesOf({*session, "no such method"}).empty());
}

void TestDelegateStages::everyStageHasAGraph() {
    if (!std::filesystem::exists(kFixtures)) QSKIP("the shared fixtures are not here");
    for (const char* fixture : {"mlx", "coreml", "native", "vulkan", "demo_backend", "mixed_delegates", "arm_tosa", "nfat"}) {
        const auto session = opened({std::string(fixture) + "/model.pte"});
        for (const session::Method& method : session->methods())
            for (const graph::StageId& stage : stagesOf({*session, method.name})) {
                const auto graph = session->graph(method.name, stage, {});
                QVERIFY2(graph, (std::string(fixture) + " " + stage.text()).c_str());
            }
    }
}

/// The record's lowered modules hold the graphs; its edge graph numbers the calls.
void TestDelegateStages::withoutProgram() {
    if (!std::filesystem::exists(kFixtures)) QSKIP("the shared fixtures are not here");
    std::size_t found = 0;
    for (const auto& folder : std::filesystem::directory_iterator(kFixtures)) {
        const auto record = folder.path() / "model.etrecord";
        if (!std::filesystem::exists(record)) continue;
        const auto session = opened({record.string()});
        for (const session::Method& method : session->methods())
            for (const graph::StageId& stage : stagesOf({*session, method.name})) {
                ++found;
                const auto graph = session->graph(method.name, stage, {}),
                           byCall = session->graph(method.name, graph::StageId::payload(stage.index()), {});
                QVERIFY2(graph, (record.string() + " " + stage.text()).c_str());
                QVERIFY(stage.is(graph::StageId::Kind::Lowered) && byCall && *byCall == *graph);
            }
    }
    QVERIFY(found > 0);
}

void TestDelegateStages::programsInAContainer() {
    if (!std::filesystem::exists(kFixtures)) QSKIP("the shared fixtures are not here");
    QFile file(QString::fromStdString(kFixtures + "nfat/nested.pte"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QByteArray bytes = file.readAll();
    const auto openedAs = [&bytes] {
        const test::TempDir folder;
        return opened({folder.write("nested.pte", bytes.toStdString())});
    };
    QCOMPARE(stagesOf({*openedAs(), "forward"}).size(), std::size_t{2});  // two of its three files are programs
    // The second one and the third begin where the first does: what costs nothing in the file must not be decoded again and again.
    const qsizetype table = bytes.indexOf("NFAT") + 12, row = 48;
    for (const int entry : {1, 2}) {
        qToLittleEndian<quint64>(0, bytes.data() + table + entry * row + 32);
        qToLittleEndian<quint64>(7000, bytes.data() + table + entry * row + 40);
    }
    const auto session = openedAs();
    QCOMPARE(stagesOf({*session, "forward"}).size(), std::size_t{1});
    const Diagnostics diagnostics = session->diagnostics();
    QVERIFY(std::ranges::any_of(diagnostics.items(), [](const Diagnostic& item) {
        return item.code == "limit-exceeded" && item.message.find("lie over each other") != std::string::npos;
    }));
}

void TestDelegateStages::undecodedOnesAreLeftOut() {
    if (!std::filesystem::exists(kFixtures)) QSKIP("the shared fixtures are not here");
    const auto session = opened({"nfat/overflow.pte"});
    QCOMPARE(session->plan("forward")->delegates.size(), std::size_t{1});
    QVERIFY(stagesOf({*session, "forward"}).empty());
}

/// Whoever asks again gets what was computed first.
void TestDelegateStages::resultsAreKept() {
    const auto session = opened({kSample + "etrecord", kSample + "pte"});
    const auto index = join::graphIndex({*session, "text_decoder"}, StageId::edge(), {});
    QVERIFY(index);
    QCOMPARE(join::graphIndex({*session, "text_decoder"}, StageId::edge(), {})->get(), index->get());
    QCOMPARE(&(*index)->model(), session->graph("text_decoder", StageId::edge(), {})->get());
    const auto other = join::graphIndex({*session, "text_decoder"}, StageId::program(), {});
    QVERIFY(other && *other != *index);
    QCOMPARE(inventory::metadata(*session), inventory::metadata(*session));
    const auto handles = join::handles({*session, "text_decoder"}, {});
    QVERIFY(handles);
    QCOMPARE(join::handles({*session, "text_decoder"}, {})->get(), handles->get());
    const auto none = join::graphIndex({*session, "text_decoder"}, StageId::extra("none"), {});
    QVERIFY(!none);
    QCOMPARE(none.error().code, std::string("no-such-stage"));
}

void TestDelegateStages::cancelled() {
    const auto session = opened({kSample + "pte"});
    std::stop_source stop;
    stop.request_stop();
    JobContext job;
    job.stop = stop.get_token();
    const auto stages = session::delegateStages({*session, "text_decoder"}, job);
    QVERIFY(!stages);
    QCOMPARE(stages.error().code, std::string("cancelled"));
}

void TestDelegateStages::sourceLinesOfInstructions() {
    const auto session = opened({kSample + "etrecord", kSample + "pte"});
    const auto kernel = join::sourceLines({*session, "text_decoder"}, StageId::program(), "0/4", {});
    QVERIFY(kernel);
    QVERIFY(!kernel->frames.empty());
    QVERIFY(kernel->stage == StageId::edge());
    QCOMPARE(kernel->node, std::string("aten_index_tensor_2"));
    QCOMPARE(kernel->nodes, std::size_t{1});
    const auto own = join::sourceLines({*session, "text_decoder"}, StageId::edge(), "aten_index_tensor_2", {});
    QVERIFY(own);
    QCOMPARE(own->frames.back().line, kernel->frames.back().line);

    const auto call = join::sourceLines({*session, "text_decoder"}, StageId::program(), "0/1", {});
    QVERIFY(call && !call->frames.empty());
    QVERIFY(call->nodes > 1);
}

void TestDelegateStages::ownSourceLinesComeFirst() {
    const auto session = opened({kSample + "etrecord"});
    const auto own = join::sourceLines({*session, "text_decoder"}, StageId::exported(), "linear", {});
    QVERIFY(own);
    QVERIFY(own->stage == StageId::exported());
    const auto none = join::sourceLines({*session, "text_decoder"}, StageId::edge(), "no such node", {});
    QVERIFY(!none);
    QCOMPARE(none.error().code, std::string("no-such-node"));
}

void TestDelegateStages::openableParts() {
    if (!std::filesystem::exists(kFixtures)) QSKIP("the shared fixtures are not here");
    const auto session = opened({"nfat/nested.pte#delegate:forward:0"});
    const auto parts = session::openableParts(session->files().front());
    QCOMPARE(parts.size(), std::size_t{2});
    for (const session::OpenablePart& part : parts) {
        QCOMPARE(part.kind, std::string("pte"));
        QVERIFY(part.bytes > 0);
        const auto inner = session::Session::open({part.path}, {}, {});
        QVERIFY2(inner && (*inner)->files().front().kind == FileKind::Pte, part.path.c_str());
    }
    QVERIFY(session::openableParts(opened({"nfat/nested.pte"})->files().front()).empty());
}

void TestDelegateStages::joinsNameTheirFiles() {
    if (!std::filesystem::exists(kFixtures)) QSKIP("the shared fixtures are not here");
    const auto session = opened({"mismatched/model.etrecord", "mismatched/model.pte"});
    const auto joins = join::joins(*session, {});
    QCOMPARE(joins.size(), std::size_t{1});
    QVERIFY(joins[0].state == join::JoinState::Mismatched);
    QCOMPARE(joins[0].fromFile, std::optional<unsigned>(1));
    QCOMPARE(joins[0].toFile, std::optional<unsigned>(0));
    QVERIFY(joins[0].against >= 1 && joins[0].against < joins[0].evidence.size());
    QVERIFY(joins[0].evidence[0].text().find("constants") != std::string::npos);
}

ETSCOPE_TEST(TestDelegateStages)
#include "tst_delegate_stages.moc"
