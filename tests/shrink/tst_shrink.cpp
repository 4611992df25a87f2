// What is to be shrunk, and what is not; with a Python that has torch and executorch the known bugs of the fixtures are.
#include <QtTest>

#include <filesystem>

#include "shrink/bench.h"
#include "shrink/shrink.h"
#include "support/own_exports.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::shrink;

namespace {

Result<Answer> shrunk(const std::string& fixture, Options options, const std::string& folder, const JobContext& job = {}) {
    const auto session = session::Session::open({test::ownFile(fixture)}, {}, {});
    if (!session) return session.failure();
    return shrink::shrink(**session, options, folder, job);
}

Options nobody(const std::string& of = {}) {
    Options options;
    options.of = of;
    options.python = "/bin/false";
    return options;
}

}  // namespace

Q_DECLARE_METATYPE(etscope::shrink::Wanted)
Q_DECLARE_METATYPE(etscope::shrink::TrialState)

class TestShrink : public QObject {
    Q_OBJECT
private slots:
    void nothingAtFault();
    void whatIsAskedFor_data();
    void whatIsAskedFor();
    void theFaultThatIsWanted_data();
    void theFaultThatIsWanted();
    void aPythonWithoutTorch();
    void aPythonThatLies();
    void aProgramAlone();
    void knownBugs_data();
    void knownBugs();
    void cancelledInTheMiddle();
    void cancelled();
};

void TestShrink::nothingAtFault() {
    const test::TempDir dir;
    const auto answer = shrunk("tied", nobody(), dir.path("out"));
    QVERIFY2(answer, answer ? "" : answer.error().message.c_str());
    QVERIFY(answer->outcome == Outcome::NothingToShrink);
    QVERIFY(answer->sentence.text().starts_with("nothing to shrink"));
    QVERIFY(!std::filesystem::exists(dir.path("out")));
}

void TestShrink::whatIsAskedFor_data() {
    QTest::addColumn<QString>("of");
    QTest::addColumn<QString>("code");
    QTest::newRow("no address") << "nobody/knows"
                                << "shrink-not-at-fault";
    QTest::newRow("an innocent one") << "forward/program/0/0"
                                     << "shrink-not-at-fault";
    QTest::newRow("the culprit") << "forward"
                                 << "run-no-executorch";
    QTest::newRow("its node") << "forward/edge/aten_pow_tensor_scalar"
                              << "run-no-executorch";
}

void TestShrink::whatIsAskedFor() {
    QFETCH(QString, of);
    QFETCH(QString, code);
    const test::TempDir dir;
    const auto answer = shrunk("known_bugs/power", nobody(of.toStdString()), dir.path("out"));
    QVERIFY(!answer);
    QCOMPARE(QString::fromStdString(answer.error().code), code);
    QVERIFY(!std::filesystem::exists(dir.path("out")));
}

void TestShrink::theFaultThatIsWanted_data() {
    using causes::Cause;
    QTest::addColumn<QString>("fixture");
    QTest::addColumn<QString>("method");
    QTest::addColumn<Wanted>("wanted");
    QTest::addColumn<TrialState>("state");
    QTest::newRow("the kernel") << "known_bugs/power"
                                << "forward" << Wanted{Cause::Kernel, {"aten.pow.Tensor_Scalar"}} << TrialState::StillWrong;
    QTest::newRow("another operator") << "known_bugs/power"
                                      << "forward" << Wanted{Cause::Kernel, {"aten.gelu.default"}} << TrialState::Otherwise;
    QTest::newRow("any output") << "known_bugs/power"
                                << "forward" << Wanted{Cause::Unknown, {}, true} << TrialState::StillWrong;
    QTest::newRow("a state, where a call is at fault") << "known_bugs/power"
                                                       << "forward" << Wanted{Cause::State, {}, true} << TrialState::Otherwise;
    QTest::newRow("any output, against references of another model")
        << "vlm"
        << "text_decoder" << Wanted{Cause::Unknown, {}, true} << TrialState::Otherwise;
    QTest::newRow("a delegate, where all that differs is quantisation")
        << "rows_xnnpack"
        << "forward" << Wanted{Cause::Delegate, {}} << TrialState::Right;
    QTest::newRow("any output, where all are right") << "tied"
                                                     << "forward" << Wanted{Cause::Unknown, {}, true} << TrialState::Right;
}

void TestShrink::theFaultThatIsWanted() {
    QFETCH(QString, fixture);
    QFETCH(QString, method);
    QFETCH(Wanted, wanted);
    QFETCH(TrialState, state);
    const auto session = session::Session::open({test::ownFile(fixture.toStdString())}, {}, {});
    QVERIFY(session);
    Trial trial;
    const auto judged = judge({**session, method.toStdString()}, wanted, trial, {});
    QVERIFY2(judged, judged ? "" : judged.error().message.c_str());
    QVERIFY2(trial.state == state, (std::string(trialStateName(trial.state)) + ": " + trial.message).c_str());
}

void TestShrink::aPythonWithoutTorch() {
    const test::TempDir dir;
    Options options;
    options.python = ETSCOPE_FAKE_DRIVER;
    qputenv("FAKE", "absent");
    const auto answer = shrunk("known_bugs/power", options, dir.path("out"));
    qunsetenv("FAKE");
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, std::string("run-no-executorch"));
}

/// It says "done" to everything and writes nothing: no candidate is decided, and nothing is claimed.
void TestShrink::aPythonThatLies() {
    const test::TempDir dir;
    Options options;
    options.python = ETSCOPE_FAKE_DRIVER;
    const auto answer = shrunk("known_bugs/power", options, dir.path("out"));
    QVERIFY2(answer, answer ? "" : answer.error().message.c_str());
    QVERIFY(answer->outcome == Outcome::NotShrunk);
    QVERIFY(!answer->steps.empty());
    for (const Step& step : answer->steps) QVERIFY(step.state == TrialState::NotDecided || step.state == TrialState::NotBuilt);
    QVERIFY(std::filesystem::exists(dir.path("out/report.md")));
    QVERIFY(!std::filesystem::exists(dir.path("out/candidates")));
}

/// Without a record there is nothing to cut.
void TestShrink::aProgramAlone() {
    const test::TempDir dir;
    Options options;
    options.python = ETSCOPE_FAKE_DRIVER;
    const auto answer = shrunk("known_bugs/branches", options, dir.path("out"));
    QVERIFY2(answer, answer ? "" : answer.error().message.c_str());
    QVERIFY(answer->outcome == Outcome::NotShrunk);
    QVERIFY(answer->sentence.text().starts_with("there is no recorded graph of 'forward'"));
}

void TestShrink::knownBugs_data() {
    QTest::addColumn<QString>("op");
    QTest::newRow("known_bugs/power") << "aten.pow.Tensor_Scalar";
    QTest::newRow("known_bugs/pool") << "aten.max_pool2d_with_indices.default";
    QTest::newRow("known_bugs/folded_norm") << "aten._native_batch_norm_legit_no_training.default";
    QTest::newRow("known_bugs/channels_last") << "aten.mul.Tensor";
}

void TestShrink::knownBugs() {
    const char* python = std::getenv("ETSCOPE_EXECUTORCH_PYTHON");
    if (python == nullptr) QSKIP("ETSCOPE_EXECUTORCH_PYTHON names no Python with torch and executorch");
    QFETCH(QString, op);
    const test::TempDir dir;
    Options options;
    options.python = python;
    const auto answer = shrunk(QTest::currentDataTag(), options, dir.path("out"));
    QVERIFY2(answer, answer ? "" : answer.error().message.c_str());
    QVERIFY2(answer->outcome == Outcome::Shrunk, answer->sentence.text().c_str());
    QVERIFY(answer->smallest->proven);
    QVERIFY(answer->smallest->operators.size() <= 3);
    QVERIFY(answer->smallest->inputBytes <= 4096);
    QCOMPARE(QString::fromStdString(answer->smallest->operators.back()), op);
    for (const char* name :
         {"model.py", "export_and_run.py", "expected.npz", "repro.pte", "repro.etrecord", "report.md", "driver.py"})
        QVERIFY2(std::filesystem::exists(dir.path(std::string("out/") + name)), name);
    QVERIFY(!answer->smallest->said.empty());  // the program of the report runs
    QVERIFY(!std::filesystem::exists(dir.path("out/.issue.py")));
}

/// What is known is kept, with its script run.
void TestShrink::cancelledInTheMiddle() {
    const char* python = std::getenv("ETSCOPE_EXECUTORCH_PYTHON");
    if (python == nullptr) QSKIP("ETSCOPE_EXECUTORCH_PYTHON names no Python with torch and executorch");
    const test::TempDir dir;
    std::stop_source stop;
    Options options;
    options.python = python;
    options.onStep = [&](const Step& step) {
        if (step.state == TrialState::StillWrong) stop.request_stop();
    };
    const auto answer = shrunk("known_bugs/pool", options, dir.path("out"), {stop.get_token()});
    QVERIFY2(answer, answer ? "" : answer.error().message.c_str());
    QVERIFY(answer->outcome == Outcome::Shrunk);
    QVERIFY(answer->smallest->proven);
    QVERIFY(std::filesystem::exists(dir.path("out/report.md")));
}

void TestShrink::cancelled() {
    const test::TempDir dir;
    std::stop_source stop;
    stop.request_stop();
    const auto answer = shrunk("known_bugs/power", nobody(), dir.path("out"), {stop.get_token()});
    QVERIFY(!answer);
    QCOMPARE(answer.error().code, std::string(Error::kCancelled));
    QVERIFY(!std::filesystem::exists(dir.path("out")));
}

ETSCOPE_TEST(TestShrink)
#include "tst_shrink.moc"
