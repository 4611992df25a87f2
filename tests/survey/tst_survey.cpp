// Sessions below folders, and what each says in the table.
#include <QtTest>

#include <filesystem>
#include <fstream>
#include <set>

#include "support/temp_dir.h"
#include "support/test_case.h"
#include "survey/places.h"
#include "survey/survey.h"

using namespace etscope;
namespace fs = std::filesystem;

namespace {

const std::string kSurveyFixtures = ETSCOPE_SOURCE_DIR "/tests/fixtures/";
const std::string kSurveySample = ETSCOPE_SOURCE_DIR "/resources/samples/vlm";

void surveyCopy(const std::string& file, const fs::path& folder) {
    fs::create_directories(folder);
    fs::copy(file, folder / fs::path(file).filename());
}

std::vector<std::string> surveyNames(const std::vector<survey::Place>& places, const std::string& root) {
    std::vector<std::string> names;
    for (const survey::Place& place : places) names.push_back(fs::relative(place.name, root).string());
    return names;
}

}  // namespace

class TestSurvey : public QObject {
    Q_OBJECT
private slots:
    void foldersAreSessions();
    void runsBelowTheirProgram();
    void oddFolders();
    void whatCannotBeRead();
    void manyFiles();
    void rowsOfTheSample();
    void whatIsWrongWhere();
    void withoutRuns();
    void outputsOfNoRun();
    void runsOfUnknownMethods();
    void foldersBelowWhatWasNamed();
};

void TestSurvey::foldersAreSessions() {
    const test::TempDir dir;
    surveyCopy(kSurveySample + "/model.pte", dir.path() + "/b/first");
    surveyCopy(kSurveySample + "/model.etrecord", dir.path() + "/b/first");
    surveyCopy(kSurveySample + "/model.pte", dir.path() + "/a");
    fs::create_directories(dir.path() + "/empty/deeper");
    std::ofstream(dir.path() + "/notes.txt") << "no file of an export";
    const auto places = survey::placesOf({dir.path()}, {});
    QVERIFY(places);
    QCOMPARE(surveyNames(*places, dir.path()), (std::vector<std::string>{"a", "b/first"}));
    const auto file = survey::placesOf({dir.path() + "/a/model.pte"}, {});
    QVERIFY(file && file->size() == 1 && file->front().files.size() == 1);
    const auto nothing = survey::placesOf({dir.path() + "/no such folder"}, {});
    QVERIFY(!nothing);
    QCOMPARE(nothing.error().code, std::string("file-unreadable"));
}

/// What the nearest folder above has of an export is theirs; an export of their own is enough.
void TestSurvey::runsBelowTheirProgram() {
    const test::TempDir dir;
    surveyCopy(kSurveySample + "/model.pte", dir.path());
    surveyCopy(kSurveySample + "/model.etrecord", dir.path());
    for (const char* device : {"phone", "board"})
        for (const char* name : {"/run.etdp", "/run.dbg"}) surveyCopy(kSurveySample + name, dir.path() + "/runs/" + device);
    surveyCopy(kSurveySample + "/run.etdp", dir.path() + "/runs/own");
    surveyCopy(kSurveySample + "/model.pte", dir.path() + "/runs/own");
    const auto places = survey::placesOf({dir.path()}, {});
    QVERIFY(places);
    QCOMPARE(surveyNames(*places, dir.path()), (std::vector<std::string>{".", "runs/board", "runs/own", "runs/phone"}));
    QCOMPARE((*places)[0].files.size(), std::size_t{1});
    QCOMPARE((*places)[1].files,
             (std::vector<std::string>{dir.path() + "/runs/board", dir.path() + "/model.etrecord", dir.path() + "/model.pte"}));
    QCOMPARE((*places)[2].files.size(), std::size_t{1});
    const auto session = session::Session::open((*places)[1].files, {}, {});
    QVERIFY(session);
    const auto rows = survey::rowsOf(*session, {});
    QVERIFY(rows);
    QCOMPARE(rows->size(), std::size_t{9});
}

void TestSurvey::oddFolders() {
    const test::TempDir dir;
    surveyCopy(kSurveySample + "/model.pte", dir.path() + "/a");
    fs::create_directory_symlink(dir.path(), dir.path() + "/a/loop");
    fs::create_directory_symlink(dir.path() + "/nowhere", dir.path() + "/broken");
    std::string deep = dir.path() + "/deep";
    for (int i = 0; i < 60; ++i) deep += "/d";
    surveyCopy(kSurveySample + "/model.pte", deep);
    const auto places = survey::placesOf({dir.path()}, {});
    QVERIFY(places);
    QCOMPARE(places->size(), std::size_t{2});
    QVERIFY(places->front().name == dir.path() + "/a" && !places->front().failure);
    const auto& tooDeep = places->back();
    QVERIFY(tooDeep.files.empty() && tooDeep.failure && tooDeep.failure->code == "limit-exceeded");
    QCOMPARE(std::ranges::count(tooDeep.name, '/'), std::ranges::count(dir.path(), '/') + 32);
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(survey::placesOf({dir.path()}, {.stop = stop.get_token(), .progress = {}}).cancelled());
}

/// What is called like an export or a run and is none is told; other files are nobody's fault.
void TestSurvey::whatCannotBeRead() {
    const test::TempDir dir;
    const auto folder = [&](const char* name) {
        fs::create_directories(dir.path() + "/" + name);
        return dir.path() + "/" + name;
    };
    std::ofstream(folder("empty") + "/model.pte").close();
    std::ofstream(folder("text") + "/run.json") << "{";
    fs::create_symlink("nowhere.etdp", folder("link") + "/run.etdp");
    std::ofstream(folder("notes") + "/notes.txt") << "nothing of an export";
    fs::create_symlink("nowhere", folder("notes") + "/latest");
    std::ofstream(folder("notes") + "/model.pt") << "of no kind that makes a session";
    surveyCopy(kSurveySample + "/model.pte", folder("half"));
    std::ofstream(folder("half") + "/run.etdp").close();
    const auto places = survey::placesOf({dir.path()}, {});
    QVERIFY(places);
    QCOMPARE(surveyNames(*places, dir.path()), (std::vector<std::string>{"empty", "half", "link", "text"}));
    for (const survey::Place& place : *places) {
        QVERIFY2(place.failure, place.name.c_str());
        QCOMPARE(place.files.empty(), place.folder != "half");
    }
    QCOMPARE((*places)[0].failure->code, std::string("file-unreadable"));
    QCOMPARE((*places)[2].failure->code, std::string("file-unreadable"));
    // The same folder by another name is the same.
    const auto again = survey::placesOf({dir.path(), dir.path() + "/", dir.path() + "/./half"}, {});
    QVERIFY(again && again->size() == 4);
}

/// A folder may hold any number of other files.
void TestSurvey::manyFiles() {
    const test::TempDir dir;
    for (int i = 0; i < 700; ++i) std::ofstream(dir.path() + "/a" + std::to_string(i) + ".txt") << i;
    surveyCopy(kSurveySample + "/model.pte", dir.path());
    const auto places = survey::placesOf({dir.path()}, {});
    QVERIFY(places && places->size() == 1);
    QVERIFY(!places->front().failure);
}

void TestSurvey::rowsOfTheSample() {
    const auto session = session::Session::open({kSurveySample}, {}, {});
    QVERIFY(session);
    const auto rows = survey::rowsOf(*session, {});
    QVERIFY(rows);
    QCOMPARE(rows->size(), std::size_t{9});
    std::size_t wrong = 0;
    for (const survey::Row& row : *rows) {
        QVERIFY(row.run && row.caseIndex);
        QCOMPARE(row.match + row.differ, std::size_t{1});
        QVERIFY(row.ticks && row.p50 && row.programBytes && row.memoryBytes);
        QCOMPARE(*row.programBytes, 58368.0);
        QCOMPARE(row.dump, std::string("run.etdp"));
        QCOMPARE(row.kl.has_value(), row.method == "text_decoder");
        if (row.state != findings::Verdict::Differ) continue;
        ++wrong;
        QCOMPARE(row.method, std::string("vision_encoder"));
        QCOMPARE(row.cause, std::string("kernel"));
        QCOMPARE(row.node, std::string("aten_native_layer_norm_default"));
        QVERIFY(!row.source.empty() && row.culprit && *row.maxAbs > 0.5);
    }
    QCOMPARE(wrong, std::size_t{1});
}

/// A call that is wrong behind outputs that match is told in the rows of its runs; healthy runs beside it are not accused.
void TestSurvey::whatIsWrongWhere() {
    const std::string folder = ETSCOPE_SHARED_DIR "/faults/fault_kernel";
    if (!fs::exists(folder)) QSKIP("there is no ../shared");
    const auto session = session::Session::open({folder}, {}, {});
    QVERIFY(session);
    const auto verdict = findings::verdict(**session, {});
    const auto rows = survey::rowsOf(*session, {});
    QVERIFY(verdict && rows);
    for (const survey::Row& row : *rows)
        for (const findings::MethodOutcome& outcome : (*verdict)->methods)
            for (const findings::RunOutcome& run : outcome.runs)
                if (outcome.method == row.method && row.run == run.run) QCOMPARE(row.culprit, run.culprit.has_value());
    const auto isWrong = [](const survey::Row& row) { return row.state == findings::Verdict::Differ; };
    QVERIFY(std::ranges::any_of(*rows, isWrong));
}

/// Files of outputs belong to no run: what a run did is not said of them.
void TestSurvey::outputsOfNoRun() {
    const std::string folder = ETSCOPE_SHARED_DIR "/faults/wild_maxpool_nan";
    if (!fs::exists(folder)) QSKIP("there is no ../shared");
    const auto session = session::Session::open({folder}, {}, {});
    QVERIFY(session);
    const auto rows = survey::rowsOf(*session, {});
    QVERIFY(rows);
    for (const survey::Row& row : *rows) QVERIFY(row.run || row.differ > 0 || !row.culprit);
}

void TestSurvey::withoutRuns() {
    const auto session = session::Session::open({kSurveySample + "/model.pte"}, {}, {});
    QVERIFY(session);
    const auto rows = survey::rowsOf(*session, {});
    QVERIFY(rows);
    QCOMPARE(rows->size(), std::size_t{3});
    for (const survey::Row& row : *rows) {
        QVERIFY(!row.run && !row.maxAbs && !row.kl && !row.ticks && !row.culprit);
        QVERIFY(row.state == findings::Verdict::Unknown);
        QVERIFY(!row.backends.empty() || row.delegateCalls == 0.0);
    }
    const auto tokenizer = session::Session::open({kSurveyFixtures + "conversations/talk/tokenizer.json"}, {}, {});
    if (!tokenizer) return;
    const auto alone = survey::rowsOf(*tokenizer, {});
    QVERIFY(alone && alone->size() == 1 && alone->front().method.empty());
}

/// A dump alone names no method: its runs have times, and no verdict.
void TestSurvey::runsOfUnknownMethods() {
    const auto session = session::Session::open({kSurveySample + "/run.etdp"}, {}, {});
    QVERIFY(session);
    const auto rows = survey::rowsOf(*session, {});
    QVERIFY(rows);
    QCOMPARE(rows->size(), std::size_t{9});
    std::set<std::size_t> runs;
    for (const survey::Row& row : *rows) {
        QVERIFY(row.method.empty() && row.program.empty() && row.run && row.ticks && row.p50 && *row.p50 > 0);
        QVERIFY(row.state == findings::Verdict::Unknown && row.match + row.differ + row.open == 0);
        runs.insert(*row.run);
    }
    QCOMPARE(runs.size(), rows->size());
}

void TestSurvey::foldersBelowWhatWasNamed() {
    const test::TempDir dir;
    for (const char* folder : {"/2026-11-01/small", "/2026-11-02/small", "/2026-11-02/large"})
        surveyCopy(kSurveySample + "/model.pte", dir.path() + folder);
    const auto folders = [&](const std::vector<std::string>& named) {
        std::vector<std::string> found;
        if (const auto places = survey::placesOf(named, {}))
            for (const survey::Place& place : *places) found.push_back(place.folder);
        return found;
    };
    QCOMPARE(folders({dir.path() + "/2026-11-01/"}), (std::vector<std::string>{"small"}));
    QCOMPARE(folders({dir.path() + "/2026-11-02/large"}), (std::vector<std::string>{"."}));
    QCOMPARE(folders({dir.path() + "/2026-11-02/large", dir.path() + "/2026-11-02/small"}),
             (std::vector<std::string>{"large", "small"}));
    QCOMPARE(folders({dir.path()}), (std::vector<std::string>{"2026-11-01/small", "2026-11-02/large", "2026-11-02/small"}));
}

ETSCOPE_TEST(TestSurvey)
#include "tst_survey.moc"
