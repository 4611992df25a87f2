// Graphs of `.pt2` archives, computed: against what torch gives for them, on their own inputs and on cases; damaged ones.
#include <QtTest>
#include <algorithm>

#include "causes/method_culprits.h"
#include "evaluate/reading.h"
#include "gap/closeness.h"
#include "join/joins.h"
#include "session/open_file.h"
#include "session/pt2_stages.h"
#include "stages/computed_graph.h"
#include "stages/stage_arrows.h"
#include "support/bytes.h"
#include "support/temp_dir.h"
#include "support/test_case.h"
#include "support/zip_builder.h"

using namespace etscope;
using graph::StageId;

namespace {

const std::string kArchives = ETSCOPE_SOURCE_DIR "/tests/fixtures/archives/";

std::shared_ptr<const session::Session> archiveSession(const std::vector<std::string>& paths) {
    const auto session = session::Session::open(paths, {}, {});
    if (!session) qFatal("%s", session.error().message.c_str());
    return *session;
}

Result<stages::ComputedGraph> computedArchive(const session::Session& session, const std::string& name,
                                              const replay::InputChoice& choice = {}) {
    const session::MethodView method(session, name);
    const auto inputs = replay::graphInputs(method, StageId::exported(), choice, {});
    if (!inputs) return inputs.failure();
    return stages::computeGraph(method, StageId::exported(), *inputs, {}, {});
}

/// What torch gave: expected.pt, archive → method → outputs, nodes.
class Expected {
public:
    Expected() {
        Diagnostics diagnostics;
        const auto source = Source::open(kArchives + "expected.pt");
        m_artifact = *pickle::Artifact::open(ByteRange::whole(*source), diagnostics);
    }
    std::map<std::string, tensor::Tensor> of(const std::string& prefix) const {
        std::map<std::string, tensor::Tensor> found;
        for (const auto& leaf : m_artifact->leaves(m_artifact->root(), pickle::LeafScope::Flat).values) {
            const std::string path = pickle::pathText(leaf.path);
            if (path.starts_with(prefix)) found.emplace(path.substr(prefix.size()), std::get<tensor::Tensor>(leaf.value));
        }
        return found;
    }

private:
    std::shared_ptr<const pickle::Artifact> m_artifact;
};

/// Whether the value is torch's, but for rounding: within a few units of its type, over its norm.
bool isTorchs(const evaluate::Value& value, const tensor::Tensor& torchs) {
    const auto* array = value.array();
    const auto read = array != nullptr ? evaluate::readTensor(*array) : Result<tensor::Tensor>(fail("", ""));
    const auto close = read ? gap::closeness(*read, torchs, {}) : Result<gap::Closeness>(fail("", ""));
    return close && close->fits && close->finite && read->type == torchs.type &&
           (close->equal || (close->floating && close->distance <= 16 * gap::roundingOf(close->type, close->norm)));
}

using Entries = std::map<std::string, std::string>;

/// The entries of an archive, to be changed.
Entries entriesOf(const std::string& path) {
    Diagnostics diagnostics;
    const auto zip = ZipIndex::read(ByteRange::whole(*Source::open(path)), diagnostics);
    Entries entries;
    for (const ZipEntry& entry : zip->entries()) entries[entry.name] = test::toText(*zip->content(entry)->readAll());
    return entries;
}

std::string written(const Entries& entries, bool deflated = false) {
    test::ZipBuilder zip;
    for (const auto& [name, content] : entries) deflated ? zip.deflated(name, content) : zip.stored(name, content);
    return zip.bytes();
}

void replaceOnce(std::string& text, std::string_view from, std::string_view to) {
    const auto at = text.find(from);
    if (at == std::string::npos) qFatal("not there");
    text.replace(at, from.size(), to);
}

}  // namespace

class TestPt2Stages : public QObject {
    Q_OBJECT
private slots:
    void valuesAreTorchs_data();
    void valuesAreTorchs();
    void rewrittenArchives_data();
    void rewrittenArchives();
    void methodsOfFilesNames();
    void recordsComeFirst();
    void programAndRun();
    void ofAnotherTraining();
    void casesOfBundles();
    void damagedArchives_data();
    void damagedArchives();
    void withoutSampleInputs();
    void otherByteOrder();
};

void TestPt2Stages::valuesAreTorchs_data() {
    QTest::addColumn<QString>("archive");
    QTest::addColumn<QString>("method");
    QTest::newRow("storages") << "storages"
                              << "forward";
    QTest::newRow("encode") << "several"
                            << "encode";
    QTest::newRow("decode") << "several"
                            << "decode";
    QTest::newRow("model") << "model"
                           << "forward";
}

/// torch.export.save names no method: its file does, where the session's program has several.
void TestPt2Stages::methodsOfFilesNames() {
    const std::string newest = ETSCOPE_SOURCE_DIR "/tests/fixtures/newest/";
    const auto exported = [](const session::Session& session) {
        QStringList methods;
        for (const session::Method& method : session.methods())
            if (method.has(StageId::exported())) methods.append(QString::fromStdString(method.name));
        return methods;
    };
    const auto session = archiveSession({newest + "apart/encode.pt2", newest + "model.pte", newest + "model.bpte"});
    QCOMPARE(exported(*session), QStringList{"encode"});
    QVERIFY(session::pt2Stage(*session, "encode", StageId::exported()).has_value());
    for (const join::Join& one : join::joins(*session, {})) QVERIFY(one.state != join::JoinState::Mismatched);

    const test::TempDir dir;
    const std::string archive = *test::readFile(newest + "apart/encode.pt2"), program = *test::readFile(newest + "model.pte");
    const auto named = archiveSession({dir.write("vlm_encode.pt2", archive), dir.write("vlm.pte", program)});
    QCOMPARE(exported(*named), QStringList{"encode"});
    // A name that says nothing is the usual one, and no contradiction.
    const auto unnamed = archiveSession({dir.write("some.pt2", archive), dir.write("vlm.pte", program)});
    QCOMPARE(exported(*unnamed), QStringList{"forward"});
    for (const join::Join& one : join::joins(*unnamed, {})) QVERIFY(one.state != join::JoinState::Mismatched);
    // The only method is meant whatever it is called.
    const auto only = archiveSession({kArchives + "model.pt2", dir.write("one.pte", *test::readFile(kArchives + "model.pte"))});
    QCOMPARE(exported(*only), QStringList{"forward"});
    // Without a program the second has the name of its file.
    const auto two = archiveSession({dir.write("a.pt2", archive), dir.write("b.pt2", archive)});
    QCOMPARE(exported(*two), QStringList({"forward", "b"}));
}

/// Shared and strided storages, buffers of all kinds, lifted constants, keyword arguments: every node.
void TestPt2Stages::valuesAreTorchs() {
    QFETCH(const QString, archive);
    QFETCH(const QString, method);
    const auto session = archiveSession({kArchives + archive.toStdString() + ".pt2"});
    const auto computed = computedArchive(*session, method.toStdString());
    QVERIFY2(computed, computed ? "" : computed.error().message.c_str());
    QCOMPARE(computed->unknown, std::size_t{0});
    const Expected expected;
    const std::string prefix = archive.toStdString() + "." + method.toStdString() + ".";
    const auto outputs = expected.of(prefix + "outputs");
    QVERIFY(!outputs.empty());
    QCOMPARE(computed->userOutputs.size(), outputs.size());
    for (std::size_t i = 0; i < outputs.size(); ++i)
        QVERIFY(computed->userOutputs[i] && isTorchs(*computed->userOutputs[i], outputs.at("[" + std::to_string(i) + "]")));
    const auto nodes = expected.of(prefix + "nodes.");
    QVERIFY(nodes.size() > 1);
    std::size_t seen = 0;
    for (const auto& [path, value] : computed->values) {
        const auto known = nodes.find(path);
        if (known == nodes.end()) continue;
        ++seen;
        QVERIFY2(isTorchs(value, known->second), path.c_str());
    }
    QCOMPARE(seen, nodes.size());
}

void TestPt2Stages::rewrittenArchives_data() {
    QTest::addColumn<int>("how");
    QTest::newRow("deflated") << 0;
    QTest::newRow("without a folder") << 1;
    QTest::newRow("dicts in place of configurations") << 2;
}

/// The same archive in other layouts gives the same.
void TestPt2Stages::rewrittenArchives() {
    QFETCH(const int, how);
    Entries entries = entriesOf(kArchives + "model.pt2");
    if (how == 1) {
        Entries plain;
        for (auto& [name, content] : entries) plain[name.substr(name.find('/') + 1)] = content;
        entries = std::move(plain);
    }
    if (how == 2) {  // as torch wrote it before 2.9: model.state.pt is the state dict of that model
        entries.erase("model/data/weights/model_weights_config.json");
        entries.erase("model/data/constants/model_constants_config.json");
        entries["model/data/weights/model.pt"] = test::toText(*ByteRange::whole(*Source::open(kArchives + "state.pt")).readAll());
    }
    const test::TempDir dir;
    const auto session = archiveSession({dir.write("a.pt2", written(entries, how == 0))});
    const auto computed = computedArchive(*session, "forward");
    QVERIFY2(computed, computed ? "" : computed.error().message.c_str());
    QVERIFY(computed->userOutputs[0] && isTorchs(*computed->userOutputs[0], Expected().of("model.forward.outputs").at("[0]")));
}

void TestPt2Stages::recordsComeFirst() {
    const std::string record = ETSCOPE_SOURCE_DIR "/tests/fixtures/trivial/model.etrecord";
    for (const auto& paths : {std::vector{record, kArchives + "model.pt2"}, std::vector{kArchives + "model.pt2", record}}) {
        const auto session = archiveSession(paths);
        QVERIFY(!session::pt2Stage(*session, "forward", StageId::exported()));
        QVERIFY(!session::hasPt2Stage(*session));
        QVERIFY(computedArchive(*session, "forward"));
    }
    const auto both = archiveSession({kArchives + "model.pt2", kArchives + "several.pt2"});
    QCOMPARE(session::pt2Stage(*both, "forward", StageId::exported())->file, 0U);
    QCOMPARE(session::pt2Stage(*both, "encode", StageId::exported())->file, 1U);
    QVERIFY(!session::pt2Stage(*both, "encode", StageId::edge()));
    QVERIFY(!session::pt2Stage(*both, "none", StageId::exported()));
}

void TestPt2Stages::programAndRun() {
    const auto session =
        archiveSession({kArchives + "model.pt2", kArchives + "model.pte", kArchives + "run.etdp", kArchives + "run.dbg"});
    const auto joins = join::joins(*session, {});
    const auto own = std::ranges::find(joins, "exported_program", &join::Join::to);
    QVERIFY(own != joins.end());
    QVERIFY(own->from == "pte" && own->state == join::JoinState::Matched && own->differences.empty());
    const auto arrows = stages::stageArrows({*session, "forward"}, std::nullopt, {});
    QVERIFY2(arrows, arrows ? "" : arrows.error().message.c_str());
    QVERIFY(arrows->run.has_value());
    const stages::StageArrow& last = arrows->arrows.back();
    QVERIFY(last.from == "exported" && last.to == "run" && !last.breaks);
    QCOMPARE(last.outputs.size(), std::size_t{1});
    QVERIFY(last.outputs[0].verdict == gap::Agreement::Normal || last.outputs[0].verdict == gap::Agreement::Exact);
}

void TestPt2Stages::ofAnotherTraining() {
    const auto session = archiveSession({kArchives + "model.pt2", kArchives + "other.pte"});
    const auto joins = join::joins(*session, {});
    const auto own = std::ranges::find(joins, "exported_program", &join::Join::to);
    QVERIFY(own != joins.end() && own->state == join::JoinState::Mismatched);
}

void TestPt2Stages::casesOfBundles() {
    const auto session = archiveSession({kArchives + "model.pt2", kArchives + "model.pte", kArchives + "model.bpte",
                                         kArchives + "run.etdp", kArchives + "run.dbg"});
    const auto arrows = stages::stageArrows({*session, "forward"}, std::nullopt, {});
    QVERIFY(arrows && arrows->caseIndex && arrows->run);
    QVERIFY(!arrows->breaks());
    for (const stages::StageArrow& arrow : arrows->arrows)
        for (const auto& output : arrow.outputs)
            QVERIFY(output.verdict == gap::Agreement::Exact || output.verdict == gap::Agreement::Normal);
    replay::InputChoice choice{replay::InputChoice::Kind::Case, 1, {}};
    QVERIFY(computedArchive(*session, "forward", choice));
}

void TestPt2Stages::damagedArchives_data() {
    QTest::addColumn<QString>("entry");
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    const QString config = "model/data/weights/model_weights_config.json";
    QTest::newRow("a size beyond the storage") << config << "{\"as_int\": 8}"
                                               << "{\"as_int\": 9000}";
    QTest::newRow("a negative size") << config << "{\"as_int\": 8}"
                                     << "{\"as_int\": -8}";
    QTest::newRow("a product that overflows") << config << "{\"as_int\": 8}"
                                              << "{\"as_int\": 9223372036854775807}";
    QTest::newRow("an offset beyond the storage") << config << "\"storage_offset\": {\"as_int\": 0}"
                                                  << "\"storage_offset\": {\"as_int\": 7}";
    QTest::newRow("no such entry") << config << "weight_0"
                                   << "weight_9";
    QTest::newRow("a type that nobody knows") << config << "\"dtype\": 7"
                                              << "\"dtype\": 99";
    QTest::newRow("a pickle that is none") << config << "\"use_pickle\": false"
                                           << "\"use_pickle\": true";
    QTest::newRow("no list of strides") << config << "\"strides\": ["
                                        << "\"strides\": 5, \"x\": [";
    QTest::newRow("an empty entry") << "model/data/weights/weight_0"
                                    << ""
                                    << "";
    QTest::newRow("a cut entry") << "model/data/weights/weight_0"
                                 << "cut"
                                 << "";
    QTest::newRow("no configuration") << config << ""
                                      << "";
}

/// One weight is not there: what needs it is unknown, with the reason; nothing else is.
void TestPt2Stages::damagedArchives() {
    QFETCH(const QString, entry);
    QFETCH(const QString, from);
    QFETCH(const QString, to);
    Entries entries = entriesOf(kArchives + "model.pt2");
    std::string& content = entries.at(entry.toStdString());
    if (from.isEmpty())
        content.clear();
    else if (from == "cut")
        content.resize(content.size() / 2);
    else
        replaceOnce(content, from.toStdString(), to.toStdString());
    const test::TempDir dir;
    const auto session = archiveSession({dir.write("a.pt2", written(entries))});
    const auto computed = computedArchive(*session, "forward");
    QVERIFY2(computed, computed ? "" : computed.error().message.c_str());
    QVERIFY(computed->unknown > 0 && !computed->notComputed.empty());
    QVERIFY(!computed->userOutputs[0]);
    QVERIFY(!computed->notComputed[0].why.message.empty());
}

void TestPt2Stages::withoutSampleInputs() {
    const test::TempDir dir;
    for (const char* content : {"", "gone", "no archive"}) {
        Entries entries = entriesOf(kArchives + "model.pt2");
        if (std::string_view(content) == "gone")
            entries.erase("model/data/sample_inputs/model.pt");
        else
            entries["model/data/sample_inputs/model.pt"] = content;
        const auto session = archiveSession({dir.write(std::string(content) + ".pt2", written(entries))});
        const auto computed = computedArchive(*session, "forward");
        QVERIFY(!computed);
        QVERIFY2(*content != 'n' ? computed.error().code == "no-example-inputs" : !computed.error().message.empty(),
                 computed.error().code.c_str());
    }
}

void TestPt2Stages::otherByteOrder() {
    Entries entries = entriesOf(kArchives + "model.pt2");
    entries["model/byteorder"] = "big";
    for (auto& [name, content] : entries)
        if (name.find("/weights/weight_") != std::string::npos)
            for (std::size_t i = 0; i + 4 <= content.size(); i += 4) std::reverse(content.data() + i, content.data() + i + 4);
    const test::TempDir dir;
    const auto session = archiveSession({dir.write("a.pt2", written(entries))});
    const auto computed = computedArchive(*session, "forward");
    QVERIFY(computed && computed->userOutputs[0]);
    QVERIFY(isTorchs(*computed->userOutputs[0], Expected().of("model.forward.outputs").at("[0]")));
}

ETSCOPE_TEST(TestPt2Stages)
#include "tst_pt2_stages.moc"
