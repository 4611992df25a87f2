// Slim records: what is taken out is gone, told, and known by its hash; what is not stays.
#include <QtTest>
#include <filesystem>

#include "etrecord/removed.h"
#include "exported/lowered_module.h"
#include "findings/verify.h"
#include "inventory/tensor_rows.h"
#include "join/joins.h"
#include "report/documents.h"
#include "slim/slim.h"
#include "support/bytes.h"
#include "support/own_exports.h"
#include "support/temp_dir.h"
#include "support/test_case.h"
#include "tensor/removed.h"

using namespace etscope;
using SessionPtr = std::shared_ptr<const session::Session>;

namespace {

const std::string kSample = ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm/model.etrecord";

SessionPtr open(const std::vector<std::string>& paths) {
    auto session = session::Session::open(paths, {}, {});
    if (!session || (*session)->files().front().error) qFatal("a file cannot be opened");
    return *session;
}

slim::Slimmed slimmed(const std::string& from, const std::string& to, std::string_view drop) {
    const auto session = open({from});
    auto done = slim::slim(*session->recordFile()->record, *slim::parseDrop(drop), to, {});
    if (!done) qFatal("%s", done.error().message.c_str());
    return *done;
}

/// Targets and debug handles of every node of every graph.
std::string structureOf(const session::Session& session) {
    std::string text;
    for (const session::Method& method : session.methods())
        for (const graph::StageId& stage : method.stages) {
            const auto program = session.program(method.name, stage, {});
            if (!program) continue;
            const graph::GraphModel& model = *(*program)->graph;
            text += method.name + "/" + stage.text() + "\n";
            for (std::uint32_t i = 0; i < model.nodeCount(); ++i) {
                const graph::Node& node = model.node(graph::NodeId(i));
                text += std::string(model.text(node.target)) + " " + std::to_string(node.debugHandle.value_or(-1)) + " " +
                        std::to_string(model.arguments(node).size()) + "\n";
            }
            for (const graph::Edge& edge : model.edges(graph::GraphId(std::uint32_t{0})))
                text += std::to_string(edge.to.index()) + ",";
        }
    return text;
}

bool isWeight(inventory::TensorRole role) {
    using enum inventory::TensorRole;
    return role == Parameter || role == Buffer || role == Constant;
}

/// All bytes of a record's entries.
std::string contentOf(const std::string& path) {
    const auto session = open({path});
    std::string text;
    const etrecord::Record& record = *session->recordFile()->record;
    for (std::size_t i = 0; i < record.entries().size(); ++i)
        if (const auto content = record.content(i); content && record.zipEntry(i).name != etrecord::kRemovedEntry)
            text += test::toText(*content->readAll());
    return text;
}

}  // namespace

class TestSlim : public QObject {
    Q_OBJECT
private slots:
    void weightsAreKnownByTheirHashes();
    void structureStays_data();
    void structureStays();
    void sourcesAreGone();
    void namesAreGone();
    void namesOfMethodsStay();
    void inputsAreGone();
    void payloadsSayThatTheyWereRemoved();
    void belongsToItsProgram();
    void twice();
    void cancelledLeavesNothing();
    void wrongParts();
};

void TestSlim::weightsAreKnownByTheirHashes() {
    const test::TempDir dir;
    const auto done = slimmed(kSample, dir.path("slim"), "weights");
    QVERIFY(done.after < done.before && done.counts.tensors > 10 && done.leftOut.empty());
    const auto before = open({kSample}), after = open({dir.path("slim")});
    const auto left = inventory::tensors(*before, {}), right = inventory::tensors(*after, {});
    QVERIFY(left && right);
    QCOMPARE((*left)->size(), (*right)->size());
    for (std::size_t i = 0; i < (*left)->size(); ++i) {
        const inventory::TensorRow &a = (**left)[i], &b = (**right)[i];
        QCOMPARE(b.name, a.name);
        QVERIFY(a.tensor.shape == b.tensor.shape && a.tensor.type == b.tensor.type && a.tensor.strides == b.tensor.strides);
        QCOMPARE(tensor::isRemoved(b.tensor), isWeight(a.role));
        if (a.tensor.state == tensor::DataState::Dense)
            QCOMPARE(*tensor::elementsSha256(b.tensor, {}), *tensor::elementsSha256(a.tensor, {}));
    }
    QVERIFY(after->diagnostics().has("record-parts-removed"));
    QCOMPARE(etrecord::removedParts(*after->recordFile()->record).words(), std::vector<std::string>{"weights"});
    const auto verified = findings::verify(*after, {});
    QVERIFY(verified && verified->sound);
}

void TestSlim::structureStays_data() {
    QTest::addColumn<QString>("record");
    QTest::addColumn<QString>("drop");
    const QDir fixtures(ETSCOPE_SOURCE_DIR "/tests/fixtures");
    QStringList records{QString::fromStdString(kSample)};
    for (const QString& name : fixtures.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        if (QFile::exists(fixtures.filePath(name + "/model.etrecord"))) records << fixtures.filePath(name + "/model.etrecord");
    for (const QString& record : records)
        for (const char* drop : {"weights", "weights,sources,inputs,names"})
            QTest::addRow("%s %s", qPrintable(QFileInfo(record).dir().dirName()), drop) << record << QString(drop);
}

void TestSlim::structureStays() {
    QFETCH(QString, record);
    QFETCH(QString, drop);
    const test::TempDir dir;
    slimmed(record.toStdString(), dir.path("slim"), drop.toStdString());
    const auto before = open({record.toStdString()}), after = open({dir.path("slim")});
    QCOMPARE(structureOf(*after), structureOf(*before));
    QCOMPARE(after->recordFile()->record->generation(), before->recordFile()->record->generation());
    QVERIFY(after->recordFile()->record->sideTables().debugHandles == before->recordFile()->record->sideTables().debugHandles);
    const auto verified = findings::verify(*after, {});
    QVERIFY(verified);
    QCOMPARE(verified->sound, findings::verify(*before, {})->sound);
}

void TestSlim::sourcesAreGone() {
    const test::TempDir dir;
    QVERIFY(contentOf(kSample).find(".py") != std::string::npos);
    const auto done = slimmed(kSample, dir.path("slim"), "sources");
    QVERIFY(done.counts.traces > 10);
    const auto after = open({dir.path("slim")});
    for (const session::Method& method : after->methods())
        for (const graph::StageId& stage : method.stages)
            if (const auto program = after->program(method.name, stage, {}))
                for (std::uint32_t i = 0; i < (*program)->graph->nodeCount(); ++i)
                    QVERIFY(!(*program)->graph->node(graph::NodeId(i)).stackTrace.present());
    QVERIFY(contentOf(dir.path("slim")).find("File \\\"") == std::string::npos);
}

void TestSlim::namesAreGone() {
    const test::TempDir dir;
    slimmed(kSample, dir.path("slim"), "names");
    const std::string before = contentOf(kSample), after = contentOf(dir.path("slim"));
    for (const char* name : {"attention", "ffn_norm", "feed_forward", "projector", "File \\\""}) {
        QVERIFY2(before.find(name) != std::string::npos, name);
        QVERIFY2(after.find(name) == std::string::npos, name);
    }
    const auto session = open({dir.path("slim")});
    const auto rows = inventory::tensors(*session, {});
    QVERIFY(rows);
    std::size_t weights = 0;
    for (const inventory::TensorRow& row : **rows)
        weights += isWeight(row.role) && row.tensor.state == tensor::DataState::Dense ? 1U : 0U;
    QVERIFY(weights > 20);  // found by their new names, with what they held
}

/// What is kept by method is still found: reference outputs and representative inputs.
void TestSlim::namesOfMethodsStay() {
    const test::TempDir dir;
    slimmed(kSample, dir.path("slim"), "names");
    const auto before = open({kSample}), after = open({dir.path("slim")});
    const auto left = inventory::tensors(*before, {}), right = inventory::tensors(*after, {});
    QVERIFY(left && right);
    QCOMPARE((*right)->size(), (*left)->size());
    std::size_t outputs = 0;
    for (std::size_t i = 0; i < (*left)->size(); ++i) {
        QCOMPARE((**right)[i].method, (**left)[i].method);
        outputs += (**right)[i].role == inventory::TensorRole::ReferenceOutput ? 1U : 0U;
    }
    QVERIFY(outputs > 0);
}

void TestSlim::inputsAreGone() {
    const test::TempDir dir;
    slimmed(kSample, dir.path("slim"), "inputs");
    const auto session = open({dir.path("slim")});
    const auto rows = inventory::tensors(*session, {});
    QVERIFY(rows);
    for (const inventory::TensorRow& row : **rows) QCOMPARE(tensor::isRemoved(row.tensor), !isWeight(row.role));
}

void TestSlim::payloadsSayThatTheyWereRemoved() {
    const test::TempDir dir;
    std::size_t payloads = 0;
    std::vector<std::string> records{ETSCOPE_SHARED_DIR "/fixtures/cnn_xnnpack/model.etrecord"};
    for (const char* name : {"delegated", "nested", "masked_xnnpack", "grouped_xnnpack"})
        records.push_back(test::ownFile(std::string(name) + "/model.etrecord"));
    for (const std::string& record : records) {
        if (!std::filesystem::exists(record)) continue;
        payloads += slimmed(record, dir.path("slim"), "weights").counts.payloads;
        const auto after = open({dir.path("slim")});
        for (const session::Method& method : after->methods()) {
            const auto program = after->program(method.name, graph::StageId::edge(), {});
            if (!program) continue;
            Diagnostics diagnostics;
            for (std::size_t i = 0; i < (*program)->graph->delegates().size(); ++i) {
                const auto lowered = exported::LoweredModule::read(*(*program)->graph, i, diagnostics, {});
                QVERIFY(lowered);
                const auto bytes = lowered->processed.decode("payload");
                QVERIFY(bytes && test::toText(*bytes->readAll()).starts_with("ETSCOPE_REMOVED "));
                QVERIFY(lowered->program(diagnostics, {}));
            }
        }
    }
    if (payloads == 0) QSKIP("no record of the project holds a lowered module, and the shared ones are not here");
}

/// Weights that the program has byte for byte are found by their hashes; none that is not says that the files do not fit.
void TestSlim::belongsToItsProgram() {
    const test::TempDir dir;
    slimmed(kSample, dir.path("slim.etrecord"), "weights");
    const auto session = open({dir.path("slim.etrecord"), ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm/model.pte"});
    const auto joins = join::joins(*session, {});
    QVERIFY(!joins.empty());
    for (const join::Join& one : joins) QVERIFY(one.state != join::JoinState::Mismatched);
}

void TestSlim::twice() {
    const test::TempDir dir;
    slimmed(kSample, dir.path("once"), "weights");
    slimmed(dir.path("once"), dir.path("twice"), "weights,sources");
    const auto session = open({dir.path("twice")}), before = open({kSample});
    QCOMPARE(etrecord::removedParts(*session->recordFile()->record).words(), (std::vector<std::string>{"weights", "sources"}));
    const auto left = inventory::tensors(*before, {}), right = inventory::tensors(*session, {});
    for (std::size_t i = 0; i < (*left)->size(); ++i)
        if ((**left)[i].tensor.state == tensor::DataState::Dense)
            QCOMPARE(*tensor::elementsSha256((**right)[i].tensor, {}), *tensor::elementsSha256((**left)[i].tensor, {}));
}

void TestSlim::cancelledLeavesNothing() {
    const test::TempDir dir;
    const auto session = open({kSample});
    std::stop_source stop;
    stop.request_stop();
    const auto done =
        slim::slim(*session->recordFile()->record, *slim::parseDrop("weights"), dir.path("slim"), {stop.get_token(), {}});
    QVERIFY(done.cancelled());
    QVERIFY(dir.names().empty());
}

void TestSlim::wrongParts() {
    for (const char* text : {"", "weight", "weights,,names", ","}) QVERIFY2(!slim::parseDrop(text), text);
    QVERIFY(slim::parseDrop("names,weights"));
}

ETSCOPE_TEST(TestSlim)
#include "tst_slim.moc"
