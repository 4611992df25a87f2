// The verdict of sessions whose truth is known: what differs, why, and what cannot be told.
#include <QtTest>
#include <cstring>
#include <filesystem>
#include <set>

#include "findings/verdict.h"
#include "inventory/tensor_rows.h"
#include "join/weights.h"
#include "support/bytes.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using findings::CauseState;
using findings::Verdict;

class TestVerdict : public QObject {
    Q_OBJECT
private slots:
    void sampleDiffers();
    void equalOutputsMatch();
    void filesOfANewerTorch();
    void nothingComparedIsUnknown_data();
    void nothingComparedIsUnknown();
    void damageIsTold();
    void anUnreadableFileIsNoMatch();
    void anotherExport();
    void aBorderThatDiffersIsTheCause();
    void swappedAdapters();
    void filesInPlaceOfLostValues_data();
    void filesInPlaceOfLostValues();
    void lostOutputsAreOfNoCase();
    void referencesOfTensorsAlone();
    void nothingIsHeldAgainstAnotherMethod();
    void aForeignBufferExcusesAllMethods();
    void aCutDumpIsNotOneWithoutValues();
    void noFileIsJoinedWithItself();
    void runsOfNoToldMethod();
    void expectedOutputsInFiles();
    void faults_data();
    void faults();
    void ownCauses_data();
    void ownCauses();
};

namespace {

const std::string kVerdictSample = ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm/";
const std::string kFixtures = ETSCOPE_SOURCE_DIR "/tests/fixtures/";
const QString kFaults = QStringLiteral(ETSCOPE_SHARED_DIR "/faults/");

std::shared_ptr<const findings::SessionVerdict> verdictOf(const std::vector<std::string>& paths) {
    const auto session = session::Session::open(paths, {}, {});
    if (!session) return nullptr;
    const auto verdict = findings::verdict(**session, {});
    return verdict ? *verdict : nullptr;
}

QStringList kinds(const findings::SessionVerdict& verdict, CauseState state) {
    QStringList all;
    for (const findings::PossibleCause& cause : verdict.causes)
        if (cause.state == state) all.append(QString::fromStdString(cause.kind));
    return all;
}

QString sentences(const findings::SessionVerdict& verdict) {
    QStringList all;
    for (const findings::Statement& one : verdict.sentences) all.append(QString::fromStdString(one.text.text()));
    return all.join('\n');
}

const std::string kBundledSample = ETSCOPE_SOURCE_DIR "/resources/samples/vlm/";

/// A copy of a folder without files of that name.
void copyWithout(const std::string& from, const test::TempDir& to, const std::set<std::string>& names) {
    for (const auto& entry : std::filesystem::directory_iterator(from))
        if (const std::string name = entry.path().filename().string(); entry.is_regular_file() && !names.contains(name))
            to.write(name, *test::readFile(entry.path().string()));
}

/// The beginning of a file of the bundled sample.
std::string beginning(const std::string& name, std::size_t size) { return test::readFile(kBundledSample + name)->substr(0, size); }

}  // namespace

void TestVerdict::sampleDiffers() {
    const auto verdict = verdictOf({kVerdictSample});
    QVERIFY(verdict != nullptr);
    QCOMPARE(verdict->state, Verdict::Differ);
    QCOMPARE(verdict->outputs.match, 7U);
    QCOMPARE(verdict->outputs.differ, 1U);
    QCOMPARE(verdict->outputs.all(), 8U);
    const findings::MethodOutcome& worst = verdict->methods.front();
    QCOMPARE(worst.method, "text_decoder");
    QCOMPARE(worst.differing, std::vector<std::int64_t>{2});
    QCOMPARE(worst.columns, 3U);
    QCOMPARE(worst.worstOutput.text(), "text_decoder/outputs/case:2/0");
    QVERIFY(std::abs(*worst.maxAbs - 0.1388) < 1e-4);
    QCOMPARE(verdict->sentences.front().state, CauseState::Differs);
    QCOMPARE(verdict->sentences.front().text.text(), "text_decoder differs in 1 of 3 cases, max |d| 0.1388");
    QCOMPARE(verdict->joins.size(), 5U);
    for (const findings::JoinOutcome& one : verdict->joins) QCOMPARE(one.state, Verdict::Match);
}

void TestVerdict::equalOutputsMatch() {
    const auto verdict = verdictOf({kFixtures + "tied/model.etrecord", kFixtures + "tied/model.pte", kFixtures + "tied/model.bpte",
                                    kFixtures + "tied/run.etdp", kFixtures + "tied/run.dbg"});
    QVERIFY(verdict != nullptr);
    QVERIFY2(verdict->state == Verdict::Match, qPrintable(sentences(*verdict)));
    QVERIFY(verdict->outputs.match > 0);
    QCOMPARE(verdict->outputs.differ, 0U);
    QCOMPARE(verdict->sentences.front().state, CauseState::Matches);
    QVERIFY(kinds(*verdict, CauseState::Differs).isEmpty());
}

/// Record, program, run and archive of torch 2.14 are read and judged as those of 2.13.
void TestVerdict::filesOfANewerTorch() {
    const std::string from = kFixtures + "newest/";
    const auto verdict = verdictOf({from});
    QVERIFY(verdict != nullptr);
    QVERIFY2(verdict->state == Verdict::Match, qPrintable(sentences(*verdict)));
    QCOMPARE(verdict->outputs.match, 4U);
    QCOMPARE(verdict->outputs.all(), 4U);
    QVERIFY(verdict->joins.size() >= 4 && verdict->joinsFit());
    for (const findings::MethodOutcome& one : verdict->methods) QVERIFY(one.right > 0 && one.wrong == 0);
    const auto archive =
        verdictOf({from + "apart/encode.pt2", from + "model.pte", from + "model.bpte", from + "run.etdp", from + "run.dbg"});
    QVERIFY(archive != nullptr);
    QVERIFY2(archive->state == Verdict::Match, qPrintable(sentences(*archive)));
}

void TestVerdict::nothingComparedIsUnknown_data() {
    QTest::addColumn<QStringList>("files");
    QTest::addColumn<QString>("missing");
    QTest::newRow("a record alone") << QStringList{"model.etrecord"} << "runtime-values-absent";
    QTest::newRow("a program alone") << QStringList{"model.pte"} << "reference-outputs-absent";
    QTest::newRow("without the debug buffer") << QStringList{"model.etrecord", "model.pte", "run.etdp"} << "runtime-values-absent";
}

void TestVerdict::nothingComparedIsUnknown() {
    QFETCH(const QStringList, files);
    QFETCH(const QString, missing);
    std::vector<std::string> paths;
    for (const QString& file : files) paths.push_back(kVerdictSample + file.toStdString());
    const auto verdict = verdictOf(paths);
    QVERIFY(verdict != nullptr);
    QCOMPARE(verdict->state, Verdict::Unknown);
    QCOMPARE(verdict->outputs.match + verdict->outputs.differ, 0U);
    QCOMPARE(verdict->sentences.front().state, CauseState::Missing);
    QVERIFY2(verdict->sentences.front().text.text().starts_with("Nothing to compare: "), qPrintable(sentences(*verdict)));
    QVERIFY(kinds(*verdict, CauseState::Missing).contains(missing));
}

void TestVerdict::damageIsTold() {
    const test::TempDir folder;
    std::string bytes = *test::readFile(kFixtures + "tied/model.pte");
    const std::string program = folder.write("model.pte", bytes.substr(0, bytes.size() - 64));
    std::vector<std::string> paths{program};
    for (const char* name : {"model.etrecord", "run.etdp", "run.dbg"}) paths.push_back(kFixtures + "tied/" + name);
    const auto verdict = verdictOf(paths);
    QVERIFY(verdict != nullptr);
    QVERIFY2(kinds(*verdict, CauseState::Incomparable).contains("file-damaged"),
             qPrintable(kinds(*verdict, CauseState::Incomparable).join(' ')));
}

void TestVerdict::anUnreadableFileIsNoMatch() {
    const test::TempDir folder;
    std::vector<std::string> paths{folder.write("other.etrecord", "PK\x03\x04 and nothing that could be read")};
    for (const char* name : {"model.etrecord", "model.pte", "model.bpte", "run.etdp", "run.dbg"})
        paths.push_back(kFixtures + "tied/" + name);
    const auto verdict = verdictOf(paths);
    QVERIFY(verdict != nullptr);
    QVERIFY(verdict->unreadable);
    QCOMPARE(verdict->outputs.differ, 0U);
    QVERIFY(verdict->outputs.match > 0);
    QCOMPARE(verdict->state, Verdict::Unknown);
}

void TestVerdict::anotherExport() {
    const auto verdict = verdictOf({kVerdictSample + "model.etrecord", kFixtures + "tied/model.pte"});
    QVERIFY(verdict != nullptr);
    QCOMPARE(verdict->state, Verdict::Differ);
    QVERIFY(kinds(*verdict, CauseState::Differs).contains("export"));
    QVERIFY2(sentences(*verdict).contains("do not belong together"), qPrintable(sentences(*verdict)));
}

/// Two methods hold each other's adapter: every constant is the record's, byte for byte, and of the other method.
/// An int8 payload in a plan of f32: the runtime says nothing, and no call can be judged.
void TestVerdict::aBorderThatDiffersIsTheCause() {
    const auto verdict = verdictOf({kFixtures + "border"});
    QVERIFY(verdict != nullptr);
    QCOMPARE(verdict->state, Verdict::Differ);
    QCOMPARE(kinds(*verdict, CauseState::Differs), QStringList({"lint-delegate-border", "lint-delegate-border"}));
    QVERIFY(!kinds(*verdict, CauseState::Incomparable).contains("no-cause"));
    QVERIFY2(!sentences(*verdict).contains("no cause"), qPrintable(sentences(*verdict)));
    QCOMPARE(findings::answeredCause(*verdict)->address, "forward/program/0/0");
}

void TestVerdict::swappedAdapters() {
    const std::string folder = kFixtures + "adapters/";
    const auto healthy = session::Session::open({folder + "model.etrecord", folder + "model.pte"}, {}, {});
    QVERIFY(healthy);
    std::string bytes = test::readFile(folder + "model.pte").value();
    for (const char* name : {"down.weight", "up.weight"}) {
        std::vector<ByteRange> places;
        for (const inventory::TensorRow& row : **inventory::tensors(**healthy, {}))
            if (row.name == name && row.stage == "edge" && row.method != "plain")
                places.push_back((*join::weights(**healthy, {}))->of(row, 1).front()->tensor.storage);
        QCOMPARE(places.size(), std::size_t{2});
        std::swap_ranges(bytes.begin() + static_cast<std::ptrdiff_t>(places[0].offset),
                         bytes.begin() + static_cast<std::ptrdiff_t>(places[0].offset + places[0].size),
                         bytes.begin() + static_cast<std::ptrdiff_t>(places[1].offset));
    }
    const test::TempDir temp;
    const auto verdict = verdictOf({folder + "model.etrecord", temp.write("model.pte", bytes)});
    QVERIFY(verdict != nullptr);
    QCOMPARE(verdict->state, Verdict::Differ);
    QCOMPARE(kinds(*verdict, CauseState::Differs), (QStringList{"constant", "constant", "constant", "constant"}));
    QVERIFY2(sentences(*verdict).contains("it is another method's"), qPrintable(sentences(*verdict)));
    QCOMPARE(verdict->joins.front().state, Verdict::Differ);
}

void TestVerdict::filesInPlaceOfLostValues_data() {
    QTest::addColumn<int>("left");
    QTest::newRow("no debug buffer") << 0;
    QTest::newRow("half of it") << 39192;
}

/// What a runner wrote answers for values that the debug buffer has lost: the one output that differs is found, and none is open.
void TestVerdict::filesInPlaceOfLostValues() {
    QFETCH(const int, left);
    const test::TempDir folder;
    copyWithout(kBundledSample, folder, {"run.dbg"});
    if (left > 0) folder.write("run.dbg", beginning("run.dbg", static_cast<std::size_t>(left)));
    const auto verdict = verdictOf({folder.path()});
    QVERIFY(verdict != nullptr);
    QCOMPARE(verdict->state, Verdict::Differ);
    QCOMPARE(verdict->outputs.differ, 1U);
    QCOMPARE(verdict->outputs.match, 8U);
    QCOMPARE(verdict->outputs.all(), 9U);
    QVERIFY2(sentences(*verdict).startsWith("vision_encoder differs in 1 of 3 cases, max |d| 0.5157"),
             qPrintable(sentences(*verdict)));
    QVERIFY(!kinds(*verdict, CauseState::Incomparable).contains("values"));
}

/// More runs than cases, and no value can be read: nothing says that the outputs are those of no case, nor that they match.
void TestVerdict::lostOutputsAreOfNoCase() {
    const QString folder = QStringLiteral(ETSCOPE_SHARED_DIR "/faults2/kernel_run_75");
    if (!QFile::exists(folder)) QSKIP("the shared files are not here");
    const test::TempDir copy;
    copyWithout(folder.toStdString(), copy, {"run-main.dbg"});
    const auto verdict = verdictOf({copy.path()});
    QVERIFY(verdict != nullptr);
    QCOMPARE(verdict->state, Verdict::Unknown);
    QVERIFY2(sentences(*verdict).startsWith("All 2 outputs that were compared match, 80 could not be"),
             qPrintable(sentences(*verdict)));
    QVERIFY2(!sentences(*verdict).contains("are those of no case"), qPrintable(sentences(*verdict)));
    QVERIFY(!kinds(*verdict, CauseState::Doubtful).contains("pairing") &&
            !kinds(*verdict, CauseState::Differs).contains("pairing"));
}

/// The record lists the four tensors among seven outputs; the others are numbers and None, which only files have.
void TestVerdict::referencesOfTensorsAlone() {
    const QString folder = QStringLiteral(ETSCOPE_SHARED_DIR "/fixtures/multi_io");
    if (!QFile::exists(folder)) QSKIP("the shared fixtures are not here");
    const test::TempDir withoutProgram;
    copyWithout(folder.toStdString(), withoutProgram, {"model.pte"});
    for (const std::string& path : {folder.toStdString(), withoutProgram.path()}) {
        const auto verdict = verdictOf({path});
        QVERIFY(verdict != nullptr);
        QVERIFY2(verdict->outputs.match == 6U && verdict->outputs.all() == 6U, qPrintable(sentences(*verdict)));
        QVERIFY(!kinds(*verdict, CauseState::Incomparable).contains("shape"));
    }
}

/// Cut program and cut record: of the tensors that are left one has the type and size of another method's, which is lost.
void TestVerdict::nothingIsHeldAgainstAnotherMethod() {
    const test::TempDir folder;
    copyWithout(kBundledSample, folder, {"model.pte", "model.etrecord"});
    folder.write("model.pte", beginning("model.pte", 30000));
    folder.write("model.etrecord", beginning("model.etrecord", 200000));
    const auto verdict = verdictOf({folder.path()});
    QVERIFY(verdict != nullptr);
    QCOMPARE(verdict->differentConstants, 0U);
    QVERIFY2(kinds(*verdict, CauseState::Differs) == QStringList{"kernel"},
             qPrintable(kinds(*verdict, CauseState::Differs).join(' ')));
}

/// The debug buffer of another run: the method with the most calls shows it, the others have too few to tell. One finding, of the
/// dump.
void TestVerdict::aForeignBufferExcusesAllMethods() {
    const test::TempDir folder;
    copyWithout(kBundledSample, folder, {"run.dbg"});
    folder.write("run.dbg", *test::readFile(kVerdictSample + "run.dbg"));
    const auto verdict = verdictOf({folder.path()});
    QVERIFY(verdict != nullptr);
    QCOMPARE(verdict->state, Verdict::Differ);
    QVERIFY2(kinds(*verdict, CauseState::Differs) == QStringList{"unknown"},
             qPrintable(kinds(*verdict, CauseState::Differs).join(' ')));
    QCOMPARE(sentences(*verdict).count("the debug buffer may be of another one"), 1);
    for (const char* accusation : {"differs in", "was fed", "delegate", "contradict"})
        QVERIFY2(!sentences(*verdict).contains(accusation), qPrintable(sentences(*verdict)));
    for (const findings::MethodOutcome& method : verdict->methods) {
        QVERIFY(method.culprit && method.culprit->foreignDump);
        QCOMPARE(method.wrong, 0U);
    }
}

void TestVerdict::aCutDumpIsNotOneWithoutValues() {
    const test::TempDir folder;
    const std::vector<std::string> paths{kBundledSample + "model.pte", kBundledSample + "model.etrecord",
                                         folder.write("run.etdp", beginning("run.etdp", 50000))};
    const auto verdict = verdictOf(paths);
    QVERIFY(verdict != nullptr);
    QVERIFY(kinds(*verdict, CauseState::Incomparable).contains("file-damaged"));
    QVERIFY(kinds(*verdict, CauseState::Missing).contains("runtime-values-absent"));
    for (const findings::PossibleCause& cause : verdict->causes)
        for (const Sentence& line : cause.evidence) QVERIFY2(!line.text().ends_with("without debug values"), line.text().c_str());
}

/// A bundle is the program of a session without another one.
void TestVerdict::noFileIsJoinedWithItself() {
    const test::TempDir folder;
    copyWithout(kBundledSample, folder, {"model.pte"});
    const auto verdict = verdictOf({folder.path()});
    QVERIFY(verdict != nullptr);
    QVERIFY(!verdict->joins.empty());
    for (const findings::JoinOutcome& one : verdict->joins) QVERIFY2(one.files[0] != one.files[1], one.files[0].c_str());
}

/// Files of expected outputs that are not the bundle's in any case are of another model.
void TestVerdict::expectedOutputsInFiles() {
    const std::string from = kFixtures + "newest/";
    const test::TempDir folder;
    copyWithout(from, folder, {});
    const std::string given = *test::readFile(from + "out-encode-0-0.npy");
    folder.write("ref-encode-0-0.npy", given);
    QCOMPARE(verdictOf({folder.path()})->state, Verdict::Match);
    // Of a model in float they are the same within the tolerance: near is not enough.
    std::string near = given;
    float last = 0;
    std::memcpy(&last, near.data() + near.size() - sizeof last, sizeof last);
    last *= 1.03F;
    std::memcpy(near.data() + near.size() - sizeof last, &last, sizeof last);
    folder.write("ref-encode-0-0.npy", near);
    QCOMPARE(verdictOf({folder.path()})->conflicts.size(), 1U);
    std::string other = given;
    for (std::size_t at = other.size() - 8 * sizeof(float); at < other.size(); at += sizeof(float)) {
        float value = 0;
        std::memcpy(&value, other.data() + at, sizeof value);
        value = 2 - value;
        std::memcpy(other.data() + at, &value, sizeof value);
    }
    folder.write("ref-encode-0-0.npy", other);
    const auto verdict = verdictOf({folder.path()});
    QCOMPARE(verdict->state, Verdict::Differ);
    QCOMPARE(verdict->conflicts.size(), 1U);
    QVERIFY2(sentences(*verdict).contains("two sources of the expected outputs of encode are not of one model: 1 of 1 differ"),
             qPrintable(sentences(*verdict)));
}

/// Methods of one plan: a run whose values are those of none of them was compared with nothing, and is told.
void TestVerdict::runsOfNoToldMethod() {
    const std::string from = kFixtures + "adapters/";
    QCOMPARE(verdictOf({from})->state, Verdict::Match);
    const test::TempDir folder;
    copyWithout(from, folder, {});
    std::string values = *test::readFile(from + "run.dbg");
    for (std::size_t i = 3; i < values.size(); i += 4)  // a bit of each number that is not 0
        if (values[i - 3] != 0 || values[i - 2] != 0 || values[i - 1] != 0) values[i - 1] = static_cast<char>(values[i - 1] ^ 0x40);
    folder.write("later.etdp", *test::readFile(from + "run.etdp"));
    folder.write("later.dbg", values);
    const auto verdict = verdictOf({folder.path()});
    QCOMPARE(verdict->state, Verdict::Unknown);
    QCOMPARE(verdict->ambiguousRuns, 6U);
    QVERIFY2(sentences(*verdict).contains("which method 6 runs executed is not told"), qPrintable(sentences(*verdict)));
}

void TestVerdict::faults_data() {
    QTest::addColumn<QString>("cause");
    for (const QString& name : QDir(kFaults).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        QFile file(kFaults + name + "/fixture.json");
        if (!file.open(QIODevice::ReadOnly)) continue;
        const QString cause = QJsonDocument::fromJson(file.readAll())["truth"]["cause"].toString();
        if (!cause.isEmpty()) QTest::newRow(qPrintable(name)) << cause;
    }
    if (!QDir(kFaults).exists()) QTest::newRow("absent") << QString();
}

/// Runs that are wrong for a known reason say it; a pair that was found out is a doubt, a healthy run matches.
void TestVerdict::faults() {
    QFETCH(const QString, cause);
    if (cause.isEmpty()) QSKIP("runs whose truth is known are not there");
    const auto verdict = verdictOf({(kFaults + QTest::currentDataTag()).toStdString()});
    QVERIFY(verdict != nullptr);
    const bool healthy = cause == "none" || cause == "pairing";
    QVERIFY2(verdict->state == (healthy ? Verdict::Match : Verdict::Differ), qPrintable(sentences(*verdict)));
    QCOMPARE(kinds(*verdict, CauseState::Differs).contains(cause), !healthy);
    QCOMPARE(kinds(*verdict, CauseState::Doubtful).contains("pairing"), cause == "pairing");
    for (const findings::PossibleCause& one : verdict->causes)
        if (one.state == CauseState::Differs) QVERIFY2(!one.action.empty() && !one.address.empty(), one.title.text().c_str());
}

void TestVerdict::ownCauses_data() {
    QTest::addColumn<QString>("cause");
    const QDir folder(QString::fromStdString(kFixtures + "causes"));
    for (const QString& name : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        QFile file(folder.filePath(name + "/fixture.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QTest::newRow(qPrintable(name)) << QJsonDocument::fromJson(file.readAll())["truth"]["cause"][0].toString();
    }
}

/// The first cause is the answer: one that is known before one that is not.
void TestVerdict::ownCauses() {
    QFETCH(const QString, cause);
    const auto verdict = verdictOf({kFixtures + "causes/" + QTest::currentDataTag()});
    QVERIFY(verdict != nullptr);
    if (cause.isEmpty()) {  // healthy
        QVERIFY2(verdict->state == Verdict::Match, qPrintable(sentences(*verdict)));
        return;
    }
    const bool doubt = cause == "pairing";  // nothing that was compared differs
    QCOMPARE(verdict->state, doubt ? Verdict::Unknown : Verdict::Differ);
    const QStringList told = kinds(*verdict, doubt ? CauseState::Doubtful : CauseState::Differs);
    QVERIFY2(!told.isEmpty() && told.front() == cause, qPrintable(sentences(*verdict)));
    QVERIFY(sentences(*verdict).contains(QString::fromStdString(verdict->causes.front().title.text())));
}

ETSCOPE_TEST(TestVerdict)
#include "tst_verdict.moc"
