// What a session says is missing or wrong is so: why there is no numeric gap, what works and what does not, cut buffers, and
// problems that are found whatever else was asked for.
#include <QtTest>
#include <filesystem>

#include "findings/overview.h"
#include "findings/problems.h"
#include "findings/verdict.h"
#include "gap/obstacle.h"
#include "join/joins.h"
#include "support/bytes.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;

namespace {

const std::string kShared = ETSCOPE_SHARED_DIR;
const std::string kFault = kShared + "/faults/fault_kernel/";

std::shared_ptr<const session::Session> opened(const std::vector<std::string>& paths) {
    auto session = session::Session::open(paths, {}, {});
    if (!session) qFatal("%s", session.error().message.c_str());
    return *session;
}

std::string codeOf(const std::optional<gap::Obstacle>& obstacle) { return obstacle ? obstacle->code : std::string(); }

const findings::Finding* findingOf(const std::vector<findings::Finding>& list, std::string_view code) {
    const auto hit = std::ranges::find(list, code, &findings::Finding::code);
    return hit == list.end() ? nullptr : &*hit;
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

class TestReasons : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        if (!std::filesystem::exists(kFault + "run-main.etdp")) QSKIP("the shared fixtures are not here");
    }

    /// Only what is missing is named, and nothing where all is there.
    void missingForAGap() {
        const std::string record = kFault + "model.etrecord", dump = kFault + "run-main.etdp", buffer = kFault + "run-main.dbg";
        QCOMPARE(codeOf(gap::gapObstacle(*opened({record, dump, buffer}))), std::string());
        QCOMPARE(codeOf(gap::gapObstacle(*opened({dump, buffer}))), std::string("no-record"));
        QCOMPARE(codeOf(gap::gapObstacle(*opened({record}))), std::string("no-runs"));
        const auto withoutBuffer = gap::gapObstacle(*opened({record, dump}));
        QCOMPARE(codeOf(withoutBuffer), std::string("debug-buffer-absent"));
        QVERIFY(withoutBuffer->todo == Sentence::of("Add the debug buffer of %1 (.dbg)", std::string("run-main.etdp")));
    }

    /// All files are there: the dump is what is broken, and by what.
    void brokenDump() {
        const test::TempDir dir;
        std::string bytes = *test::readFile(kShared + "/fixtures/fault_half/run-main.etdp");
        const auto name = bytes.find("Default");
        QVERIFY(name != std::string::npos);
        bytes[name + 4] = '\1';  // a block that nothing names: it is not rebuilt
        const std::string folder = kShared + "/fixtures/fault_half/";
        const auto obstacle = gap::gapObstacle(
            *opened({folder + "model.etrecord", folder + "model.pte", folder + "run-main.dbg", dir.write("run-main.etdp", bytes)}));
        QCOMPARE(codeOf(obstacle), std::string("dump-damaged"));
        QCOMPARE(obstacle->what.text(), std::string("run-main.etdp is damaged"));
        QVERIFY2(has(obstacle->why.text(), "float16 or bfloat16"), obstacle->why.text().c_str());
        QVERIFY(!has(obstacle->todo.text(), "missing"));
    }

    /// A method whose instructions nothing tells to nodes, and one that has rows.
    void methodWithoutRows() {
        const auto session = opened({kShared + "/fixtures/control_flow"});
        const auto nested = gap::gapObstacle({*session, "nested"}, std::nullopt, {});
        QVERIFY(nested);
        QCOMPARE(codeOf(*nested), std::string("no-handles"));
        QVERIFY2(has((*nested)->what.text(), "nested"), (*nested)->what.text().c_str());
        QCOMPARE(codeOf(*gap::gapObstacle({*session, "cond"}, std::nullopt, {})), std::string());
        QCOMPARE(codeOf(*gap::gapObstacle({*session, "cond"}, 4, {})), std::string("no-runs"));  // a run of another method
    }

    /// A dump alone: the buffer is missing, not the dump; and no record is no exporter's omission.
    void dumpAlone() {
        const auto list = findings::findings(*opened({kFault + "run-main.etdp"}));
        const auto* values = findingOf(list, "runtime-values-absent");
        QVERIFY(values != nullptr);
        QVERIFY2(values->action.text() == "Add the debug buffer of run-main.etdp (.dbg)", values->action.text().c_str());
    }

    void programWithoutARecord() {
        const auto list = findings::findings(*opened({kFault + "model.pte"}));
        const auto* exported = findingOf(list, "exported-program-absent");
        QVERIFY(exported != nullptr);
        QVERIFY2(has(exported->detail.text(), "no ETRecord") && !has(exported->detail.text(), "exporter"),
                 exported->detail.text().c_str());
    }

    /// Example inputs are enough to compute from.
    void exampleInputs() {
        const auto list = findings::findings(*opened({kFault + "model.etrecord"}));
        QVERIFY(findingOf(list, "representative-inputs-absent") == nullptr);
    }

    /// What no call shows, because what it read is not known, the plan does: the value is written over before it is read.
    void lostValue() {
        const auto session = opened({ETSCOPE_SOURCE_DIR "/tests/fixtures/lost_half/"});
        QVERIFY(session);
        const auto verdict = findings::verdict(*session, {});
        QVERIFY(verdict);
        QVERIFY((*verdict)->state == findings::Verdict::Differ && !(*verdict)->methods.front().culprit);
        const findings::PossibleCause* cause = findings::answeredCause(**verdict);
        QVERIFY(cause != nullptr);
        QCOMPARE(cause->kind, std::string("lowering"));
        QCOMPARE(cause->address, std::string("forward/program/0/9"));
        QVERIFY2(has(cause->title.text(), "instruction 9 writes over v49 "), cause->title.text().c_str());
        QVERIFY(!has((*verdict)->sentences.front().text.text(), "no cause found"));
    }

    /// A value that is lost, and one that is lost before the method gives it: they answer before that no call is known to be wrong.
    void outputsThatAreLost() {
        const auto session = opened({ETSCOPE_SOURCE_DIR "/tests/fixtures/lost_output/"});
        QVERIFY(session);
        const auto verdict = findings::verdict(*session, {});
        QVERIFY(verdict);
        const findings::PossibleCause* cause = findings::answeredCause(**verdict);
        QVERIFY(cause != nullptr);
        QCOMPARE(cause->kind, std::string("lowering"));
        QVERIFY2(has(cause->title.text(), "instruction 18 writes over v43 f32[2,8,8] before instruction 21 reads it"),
                 cause->title.text().c_str());
        QVERIFY(std::ranges::any_of((*verdict)->causes, [](const findings::PossibleCause& one) {
            return has(one.title.text(), "instruction 24 writes over v99 f32[2,8] before the method gives it");
        }));
        QVERIFY(std::ranges::any_of((*verdict)->sentences,
                                    [&](const findings::Statement& one) { return has(one.text.text(), cause->title.text()); }));
    }

    /// A cut buffer is the dump's; that it is cut is found whatever was asked for, once.
    void cutBuffer() {
        const test::TempDir folder;
        const std::string whole = test::readFile(kFault + "run-main.dbg").value();
        const auto session =
            opened({kFault + "model.pte", kFault + "run-main.etdp", folder.write("run-main.dbg", whole.substr(0, 60'000))});
        for (const join::Join& join : join::joins(*session, {})) {
            if (join.from != "debug_buffer") continue;
            QVERIFY(join.state == join::JoinState::Ambiguous && join.against == 0);
            QVERIFY2(has(join.evidence.front().text(), "the buffer is cut: "), join.evidence.front().text().c_str());
        }
        const auto again = opened({kFault + "model.pte", kFault + "run-main.etdp", folder.path("run-main.dbg")});
        QVERIFY(findings::lookForProblems(*again, {}));
        const auto errors = again->diagnostics().count(Severity::Error);
        QVERIFY(again->diagnostics().has("etdump-buffer-short") && errors > 0);
        QVERIFY(findings::lookForProblems(*again, {}));
        QCOMPARE(again->diagnostics().count(Severity::Error), errors);
    }
};

ETSCOPE_TEST(TestReasons)
#include "tst_reasons.moc"
