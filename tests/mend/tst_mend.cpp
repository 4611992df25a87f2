// Sessions mended: what needs no trial, what cannot be tried, and known bugs where there is a Python with executorch.
#include <QtTest>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "mend/answer.h"
#include "mend/same_delegate.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using mend::AnswerState;
using mend::TrialState;

namespace {

const std::string kFixtures = ETSCOPE_SOURCE_DIR "/tests/fixtures/";

std::shared_ptr<const session::Session> opened(const std::string& fixture) {
    auto session = session::Session::open({kFixtures + fixture}, {}, {});
    return session ? *std::move(session) : nullptr;
}

mend::Request fakeRequest() {
    mend::Request request;
    request.python = ETSCOPE_FAKE_DRIVER;
    return request;
}

std::string textOf(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

class TestMend : public QObject {
    Q_OBJECT
private slots:
    void healthy();
    void otherReference();
    void sourcesThatContradict_data();
    void sourcesThatContradict();
    void sameDelegate();
    void whatIsLeftIsRounding();
    void withoutRecord();
    void withoutRun();
    void noSuchAddress();
    void noPython();
    void otherBackends();
    void nothingLowers();
    void cancelled();
    void knownBugs_data();
    void knownBugs();
};

void TestMend::healthy() {
    const test::TempDir dir;
    const auto session = opened("running_sum");
    QVERIFY(session);
    mend::Request request;
    request.python = "/nowhere/python";  // nothing is executed
    const auto answer = mend::mend(*session, request, dir.path("out"), {});
    QVERIFY2(answer, answer ? "" : answer.error().message.c_str());
    QCOMPARE(answer->state, AnswerState::Healthy);
    QVERIFY(answer->trials.empty() && answer->best() == nullptr);
    QVERIFY(textOf(dir.path("out") + "/report.md").find("nothing to mend") != std::string::npos);
    QVERIFY(!std::filesystem::exists(dir.path("out") + "/export_patch.py"));
}

/// The fixture's references are of another model.
void TestMend::otherReference() {
    const test::TempDir dir;
    const auto session = opened("vlm");
    QVERIFY(session);
    mend::Request request;
    request.python = "/nowhere/python";
    const auto answer = mend::mend(*session, request, dir.path("out"), {});
    QVERIFY2(answer, answer ? "" : answer.error().message.c_str());
    QCOMPARE(answer->state, AnswerState::NotOfTheExport);
    QCOMPARE(answer->cause(), std::string("reference"));
    QVERIFY(!answer->advice.empty() && answer->trials.empty());
}

void TestMend::sourcesThatContradict_data() {
    QTest::addColumn<QString>("advice");
    QTest::newRow("outputs_late") << "write the outputs";
    QTest::newRow("reference_bundle_only") << "of one model";
}

/// Output files that are not what the runs logged, references of two models: no call is wrong, and nothing is executed.
void TestMend::sourcesThatContradict() {
    QFETCH(const QString, advice);
    const std::string folder = std::string(ETSCOPE_SOURCE_DIR "/../shared/faults2/") + QTest::currentDataTag();
    if (!std::filesystem::exists(folder)) QSKIP("the shared faults are not here");
    const test::TempDir dir;
    const auto session = session::Session::open({folder}, {}, {});
    QVERIFY(session);
    mend::Request request;
    request.python = "/nowhere/python";
    const auto answer = mend::mend(**session, request, dir.path("out"), {});
    QVERIFY2(answer, answer ? "" : answer.error().message.c_str());
    QCOMPARE(answer->state, AnswerState::NotOfTheExport);
    QVERIFY2(answer->advice.text().find(advice.toStdString()) != std::string::npos, answer->advice.text().c_str());
}

/// Told by the bytes of the payload and of the named data.
void TestMend::sameDelegate() {
    const auto session = opened("shared_bias");
    QVERIFY(session);
    const auto same = [&](const std::string& file) {
        return mend::isSameDelegate(*session, kFixtures + "shared_bias/" + file, "forward", 0, {});
    };
    QCOMPARE(same("model.pte"), std::optional(true));
    QCOMPARE(same("apart/copied.pte"), std::optional(false));
    QCOMPARE(same("nothing.pte"), std::optional<bool>());
    const std::string damaged = ETSCOPE_SOURCE_DIR "/../shared/faults2/payload_int8_scale";  // one scale, which is named data
    if (!std::filesystem::exists(damaged)) QSKIP("the shared faults are not here");
    const auto whole = session::Session::open({damaged + "/model.pte"}, {}, {});
    QVERIFY(whole);
    const test::TempDir dir;
    std::string bytes = textOf(damaged + "/model.pte");
    const float wrong = 0.0025848313F, right = 0.0017232209F;
    const std::string from(reinterpret_cast<const char*>(&wrong), sizeof wrong);
    QVERIFY(bytes.find(from) != std::string::npos);
    bytes.replace(bytes.find(from), from.size(), reinterpret_cast<const char*>(&right), sizeof right);
    std::ofstream(dir.path("other.pte"), std::ios::binary) << bytes;
    QCOMPARE(mend::isSameDelegate(**whole, dir.path("other.pte"), "forward", 0, {}), std::optional(false));
}

/// What a graph rounds is not what is mended, where something else was at fault.
void TestMend::whatIsLeftIsRounding() {
    const auto session = opened("rows_xnnpack");
    QVERIFY(session);
    const auto other = mend::scoreOf(*session, causes::Cause::Delegate, {});
    const auto own = mend::scoreOf(*session, causes::Cause::Quantisation, {});
    QVERIFY(other && own);
    QVERIFY(other->right() && !own->right());
    QVERIFY(other->methods.at("forward").differ > 0);
}

void TestMend::withoutRecord() {
    const test::TempDir dir;
    const auto session = opened("known_bugs/branches");
    QVERIFY(session);
    const auto answer = mend::mend(*session, fakeRequest(), dir.path("out"), {});
    QVERIFY2(answer, answer ? "" : answer.error().message.c_str());
    QCOMPARE(answer->state, AnswerState::CannotTry);
    QVERIFY(answer->advice.text().find("generate_etrecord=True") != std::string::npos);
}

void TestMend::withoutRun() {
    const test::TempDir dir;
    auto session =
        session::Session::open({kFixtures + "known_bugs/pool/model.etrecord", kFixtures + "known_bugs/pool/model.pte"}, {}, {});
    QVERIFY(session);
    const auto answer = mend::mend(**session, fakeRequest(), dir.path("out"), {});
    QVERIFY2(answer, answer ? "" : answer.error().message.c_str());
    QCOMPARE(answer->state, AnswerState::CannotTry);
}

void TestMend::noSuchAddress() {
    const test::TempDir dir;
    const auto session = opened("known_bugs/pool");
    QVERIFY(session);
    mend::Request request = fakeRequest();
    request.of = "no/such/thing";
    const auto answer = mend::mend(*session, request, dir.path("out"), {});
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, std::string("no-such-address"));
    QVERIFY(!std::filesystem::exists(dir.path("out")));
}

void TestMend::noPython() {
    const test::TempDir dir;
    const auto session = opened("known_bugs/pool");
    QVERIFY(session);
    mend::Request request;
    request.python = "/nowhere/python";
    const auto answer = mend::mend(*session, request, dir.path("out"), {});
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, std::string("run-not-started"));
    QVERIFY(!std::filesystem::exists(dir.path("out")));
}

/// The stand-in's runtime has a backend of its own only.
void TestMend::otherBackends() {
    const test::TempDir dir;
    const auto session = opened("known_bugs/folded_norm");
    QVERIFY(session);
    const auto answer = mend::mend(*session, fakeRequest(), dir.path("out"), {});
    QVERIFY2(answer, answer ? "" : answer.error().message.c_str());
    QCOMPARE(answer->state, AnswerState::CannotTry);
    QVERIFY2(answer->summary.text().find("has no XnnpackBackend") != std::string::npos, answer->summary.text().c_str());
}

/// The stand-in says that it has built, and wrote nothing.
void TestMend::nothingLowers() {
    const test::TempDir dir;
    const auto session = opened("known_bugs/pool");
    QVERIFY(session);
    std::size_t told = 0;
    mend::Request request = fakeRequest();
    std::vector<TrialState> states;
    request.onTrial = [&](const std::vector<mend::Trial>& trials, std::size_t changed) {
        ++told;
        if (changed < trials.size()) states.push_back(trials[changed].state);
        for (const mend::Trial& one : trials)
            if (&one != &trials.front()) QVERIFY(one.state == TrialState::Waiting || one.state == TrialState::NotHere);
    };
    const auto answer = mend::mend(*session, request, dir.path("out"), {});
    QVERIFY2(answer, answer ? "" : answer.error().message.c_str());
    QCOMPARE(answer->state, AnswerState::CannotTry);
    QCOMPARE(told, states.size() + 1);  // all of them before the first one
    QVERIFY(states.size() > 1 && states.front() == TrialState::Lowering);
    QCOMPARE(states.back(), TrialState::Refused);
    QVERIFY(std::filesystem::exists(dir.path("out") + "/report.md"));
}

void TestMend::cancelled() {
    const test::TempDir dir;
    const auto session = opened("known_bugs/pool");
    QVERIFY(session);
    std::stop_source stop;
    stop.request_stop();
    const auto answer = mend::mend(*session, fakeRequest(), dir.path("out"), {stop.get_token(), {}});
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, std::string(Error::kCancelled));
    QVERIFY(!std::filesystem::exists(dir.path("out")));
}

void TestMend::knownBugs_data() {
    QTest::addColumn<QString>("remedy");
    QTest::newRow("power") << "equivalent";
    QTest::newRow("pool") << "equivalent";
    QTest::newRow("folded_norm") << "keep-operator-out";
    QTest::newRow("channels_last") << "as-it-is";
}

/// Real bugs of the runtime, with the real one.
void TestMend::knownBugs() {
    const char* python = std::getenv("ETSCOPE_EXECUTORCH_PYTHON");
    if (python == nullptr) QSKIP("ETSCOPE_EXECUTORCH_PYTHON names no Python with torch and executorch");
    QFETCH(const QString, remedy);
    const test::TempDir dir;
    const auto session = opened(std::string("known_bugs/") + QTest::currentDataTag());
    QVERIFY(session);
    mend::Request request;
    request.python = python;
    const auto answer = mend::mend(*session, request, dir.path("out"), {});
    QVERIFY2(answer, answer ? "" : answer.error().message.c_str());
    const mend::Trial* best = answer->best();
    QVERIFY2(best != nullptr, answer->summary.text().c_str());
    QCOMPARE(best->state, TrialState::Right);
    QCOMPARE(QString::fromStdString(std::string(best->measures.front().remedy->id)), remedy);
    QCOMPARE(textOf(dir.path("out") + "/export_patch.py"), best->patch);
    QVERIFY(std::filesystem::exists(dir.path("out") + "/mended.pte"));
    QVERIFY(textOf(dir.path("out") + "/report.md").find("| right |") != std::string::npos);
}

ETSCOPE_TEST(TestMend)
#include "tst_mend.moc"
