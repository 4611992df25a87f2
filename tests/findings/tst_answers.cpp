// Answers to the five questions, of sessions whose truth is known.
#include <QtTest>
#include <filesystem>
#include <stop_token>

#include "compare/diff.h"
#include "findings/answers.h"
#include "findings/changes_answer.h"
#include "findings/questions.h"
#include "findings/verdict.h"
#include "support/bytes.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using findings::Answer;
using findings::CauseState;
using findings::Question;
using findings::Target;

class TestAnswers : public QObject {
    Q_OBJECT
private slots:
    void eachQuestionOnce();
    void theCauseIsTheAnswer();
    void wrongCallsBehindEqualOutputs();
    void wrongConversation();
    void nothingIsClaimedOfWhatIsNotThere();
    void whatMatchesLeadsToItsCost();
    void timesInSeconds();
    void viewsAnswerWhatTheyShow();
    void timesOfEachMethod();
    void timesOfUnknownMethods();
    void anotherCaseIsACause();
    void besideAnotherExport();
    void fromTheBaseline();
    void whatFilesAnswer_data();
    void whatFilesAnswer();
    void cancelled();
};

namespace {

const std::string kSample = ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm/";
const std::string kFixtures = ETSCOPE_SOURCE_DIR "/tests/fixtures/";

std::shared_ptr<const session::Session> opened(const std::vector<std::string>& paths) {
    auto session = session::Session::open(paths, {}, {});
    return session ? *session : nullptr;
}

std::vector<Answer> answersOf(const std::vector<std::string>& paths, const findings::AnswerOptions& options = {}) {
    const auto session = opened(paths);
    const auto made = session ? findings::answers(*session, options, {}) : Result<std::vector<Answer>>(cancelledFailure());
    return made ? *made : std::vector<Answer>(5);
}

const Answer& of(const std::vector<Answer>& answers, Question question) { return answers[static_cast<std::size_t>(question)]; }

}  // namespace

void TestAnswers::eachQuestionOnce() {
    const auto answers = answersOf({kSample});
    QCOMPARE(answers.size(), std::size_t{5});
    for (std::size_t i = 0; i < answers.size(); ++i) {
        QCOMPARE(static_cast<std::size_t>(answers[i].question), i);
        QVERIFY(!answers[i].text.empty() && !answers[i].status.empty());
        QVERIFY(answers[i].next.target != Target::None && !answers[i].next.title.empty());
        QVERIFY2(answers[i].status.text().size() <= 30, answers[i].status.text().c_str());
    }
}

void TestAnswers::theCauseIsTheAnswer() {
    const auto answers = answersOf({kFixtures + "causes/kernel_beside_state"});
    const Answer& verdict = of(answers, Question::Verdict);
    const auto session = opened({kFixtures + "causes/kernel_beside_state"});
    QVERIFY(session);
    const auto whole = findings::verdict(*session, {});
    QVERIFY(whole && !(*whole)->causes.empty());
    QVERIFY(verdict.state == CauseState::Differs);
    QCOMPARE(verdict.text.text(), (*whole)->causes.front().title.text());
    QCOMPARE(verdict.cause, (*whole)->causes.front().kind);
    QCOMPARE(verdict.source, (*whole)->causes.front().source);
    QVERIFY(verdict.next.target == Target::Operators);
    QCOMPARE(verdict.next.address, (*whole)->causes.front().address);
    // Without a record no operator is held against one: the graph is where it can be seen.
    const std::string stopped = kFixtures + "stopped/";
    const auto alone = answersOf({stopped + "model.pte", stopped + "model.bpte", stopped + "run.etdp", stopped + "run.dbg"});
    QVERIFY(of(alone, Question::Verdict).next.target == Target::Graph);
}

/// Nothing but a trace tells: correctness is what its conversation says, not that nothing was compared.
void TestAnswers::wrongConversation() {
    const auto answers = answersOf({kFixtures + "conversations/stray"});
    const Answer& correctness = of(answers, Question::Correctness);
    QVERIFY(correctness.state == CauseState::Differs);
    QVERIFY2(correctness.text.text().starts_with("conversation, text_decoder call 2, output 0: "), correctness.text.text().c_str());
    QCOMPARE(correctness.more.text(), std::string("No output was compared"));
    QVERIFY(correctness.next.target == Target::Conversation);
    const auto healthy = answersOf({kFixtures + "conversations/talk"});
    QVERIFY(of(healthy, Question::Correctness).state == CauseState::Missing);
}

void TestAnswers::wrongCallsBehindEqualOutputs() {
    if (!std::filesystem::exists(ETSCOPE_SHARED_DIR "/faults/fault_kernel")) QSKIP("there is no ../shared");
    const auto answers = answersOf({ETSCOPE_SHARED_DIR "/faults/fault_kernel"});
    const Answer& correctness = of(answers, Question::Correctness);
    QVERIFY(correctness.state == CauseState::Differs);
    QVERIFY(correctness.text.text().starts_with("4 calls are wrong"));
    QCOMPARE(correctness.more.text(), std::string("2 outputs match"));
    QCOMPARE(correctness.status.text(), std::string("4 calls wrong"));
    QCOMPARE(of(answers, Question::Verdict).status.text().substr(0, 8), std::string("2 causes"));
}

void TestAnswers::nothingIsClaimedOfWhatIsNotThere() {
    const auto program = answersOf({kSample + "model.pte"});
    QVERIFY(of(program, Question::Verdict).state == CauseState::Missing);
    QCOMPARE(of(program, Question::Verdict).status.text(), std::string("nothing compared"));
    QVERIFY(of(program, Question::Correctness).state == CauseState::Missing);
    QVERIFY(of(program, Question::Correctness).next.target == Target::Run);
    QVERIFY(!of(program, Question::Cost).state);
    QCOMPARE(of(program, Question::Cost).more.text(), std::string("No run says how long it takes"));
    const auto dump = answersOf({kSample + "run.etdp"});
    QVERIFY(of(dump, Question::Model).state == CauseState::Missing);
    QCOMPARE(of(dump, Question::Model).status.text(), std::string("no model"));
    QVERIFY(of(dump, Question::Cost).text.text().starts_with("A run of unknown method "));
    const test::TempDir dir;
    const auto damaged = answersOf({dir.write("model.pte", test::readFile(kSample + "model.pte")->substr(0, 700))});
    QVERIFY(of(damaged, Question::Verdict).state != CauseState::Matches);
    QVERIFY(of(damaged, Question::Model).state != CauseState::Matches);
}

void TestAnswers::whatMatchesLeadsToItsCost() {
    std::vector<std::string> paths;
    for (const char* name : {"model.etrecord", "model.pte", "model.bpte", "run.etdp", "run.dbg"})
        paths.push_back(kFixtures + "tied/" + name);
    const auto answers = answersOf(paths);
    QVERIFY(of(answers, Question::Verdict).state == CauseState::Matches);
    QCOMPARE(of(answers, Question::Verdict).status.text(), std::string("no fault found"));
    QVERIFY(of(answers, Question::Verdict).next.target == Target::Time);
    QVERIFY(of(answers, Question::Correctness).state == CauseState::Matches);
    QVERIFY(of(answers, Question::Changes).state == CauseState::Missing);
}

void TestAnswers::timesInSeconds() {
    const std::string ticks = of(answersOf({kSample}), Question::Cost).status.text();
    QVERIFY2(ticks.find(" ticks") != std::string::npos, ticks.c_str());
    const std::string seconds = of(answersOf({kSample}, {1e9}), Question::Cost).status.text();
    QVERIFY2(seconds.find("ticks") == std::string::npos && seconds.find("µs") != std::string::npos, seconds.c_str());
}

void TestAnswers::viewsAnswerWhatTheyShow() {
    const auto answers = answersOf({kSample});
    const auto told = [&](Question question, Target view) {
        for (const findings::ViewAnswer& one : of(answers, question).views)
            if (one.view == view) return one.text.text();
        return std::string();
    };
    QVERIFY(told(Question::Cost, Target::Memory).find(" will be resident with all methods loaded: ") != std::string::npos);
    QVERIFY(told(Question::Cost, Target::Memory).find(" of state, ") != std::string::npos);
    QVERIFY(told(Question::Cost, Target::Sizes).find("model.etrecord the most: ") != std::string::npos);
    // Views are no operators, here and there: 30 outside delegates and one of a method without any are the 31 on the CPU.
    const std::string delegates = told(Question::Cost, Target::Delegates), fallback = told(Question::Cost, Target::Fallback);
    QVERIFY2(delegates.starts_with("3 methods: ") && delegates.ends_with(" and 31 operators on the CPU"), delegates.c_str());
    QVERIFY2(fallback.starts_with("30 operators run outside delegates"), fallback.c_str());
    for (const findings::ViewAnswer& one : of(answers, Question::Cost).views)
        if (one.view == Target::Fallback)
            QVERIFY2(one.more.text().find("1 operator, is outside") != std::string::npos, one.more.text().c_str());
    QCOMPARE(told(Question::Correctness, Target::Operators), of(answers, Question::Correctness).more.text());
    // Of a dump alone nothing is known of memory and delegates.
    const auto dump = answersOf({kSample + "run.etdp"});
    for (const findings::ViewAnswer& one : of(dump, Question::Cost).views)
        if (one.view == Target::Memory || one.view == Target::Fallback)
            QVERIFY2(one.text.text().starts_with("No program says "), one.text.text().c_str());
}

/// The view of times shows one method: each has an answer, that of the longest run is the question's.
void TestAnswers::timesOfEachMethod() {
    const auto session = opened({kSample});
    const Answer cost = of(answersOf({kSample}), Question::Cost);
    QVERIFY(session);
    for (const session::Method& method : session->methods()) {
        std::vector<std::string> told;
        if (cost.text.text().starts_with("A run of " + method.name + " takes ")) told.push_back(cost.text.text());
        for (const findings::ViewAnswer& one : cost.views)
            if (one.view == Target::Time && one.method == method.name) told.push_back(one.text.text());
        QCOMPARE(told.size(), std::size_t{1});
        QVERIFY2(told.front().starts_with("A run of " + method.name + " takes "), told.front().c_str());
    }
    // Of a method that did not run nothing is claimed.
    const std::string alone = kFixtures + "trivial/";
    for (const findings::ViewAnswer& one : of(answersOf({alone + "model.pte"}), Question::Cost).views)
        QVERIFY(one.view != Target::Time);
}

/// Of a dump alone: kinds of runs by what they executed, none joined with another.
void TestAnswers::timesOfUnknownMethods() {
    const Answer cost = of(answersOf({kSample + "run.etdp"}), Question::Cost);
    std::set<std::string> names;
    std::set<std::size_t> runs;
    std::size_t kinds = 0;
    for (const findings::ViewAnswer& one : cost.views) {
        if (one.view != Target::Time) continue;
        ++kinds;
        QVERIFY(one.method.empty() && !one.runs.empty());
        names.insert(one.text.text().substr(0, one.text.text().find(" takes ")));
        for (const std::size_t run : one.runs) QVERIFY(runs.insert(run).second);
    }
    QCOMPARE(kinds, std::size_t{2});  // and that of the longest
    QCOMPARE(names.size(), kinds);
    QVERIFY2(cost.text.text().find(" instructions) takes ") != std::string::npos, cost.text.text().c_str());
}

/// The outputs of a run that was fed with another case differ from those of the case that its order says: that is why.
void TestAnswers::anotherCaseIsACause() {
    if (!std::filesystem::exists(ETSCOPE_SHARED_DIR "/faults2/pairing_repeated")) QSKIP("there is no ../shared");
    const auto answers = answersOf({ETSCOPE_SHARED_DIR "/faults2/pairing_repeated"});
    QCOMPARE(of(answers, Question::Verdict).cause, std::string("pairing"));
    QCOMPARE(of(answers, Question::Verdict).status.text().substr(0, 7), std::string("1 cause"));
    QVERIFY(of(answers, Question::Verdict).text.text().starts_with("run 2 was fed with case 0"));
}

/// What there is to compare with is said, and what came of it is not claimed.
void TestAnswers::besideAnotherExport() {
    findings::AnswerOptions options;
    options.other = "old.pte";
    const Answer changes = of(answersOf({kSample + "model.pte"}, options), Question::Changes);
    QVERIFY(!changes.state);
    QCOMPARE(changes.text.text(), std::string("This export is compared with old.pte"));
    QVERIFY(changes.next.target == Target::CompareWith);
}

/// Worse, better, fewer bytes: from the baseline, which is named, to what is asked about.
void TestAnswers::fromTheBaseline() {
    const std::string folder = ETSCOPE_SHARED_DIR "/fixtures/";
    if (!std::filesystem::exists(folder + "vlm_portable")) QSKIP("there is no ../shared");
    const auto told = [&folder](const char* before, const char* after) {
        const auto a = opened({folder + before}), b = opened({folder + after});
        const auto diff = compare::difference(*a, *b, {}, {}, {});
        return findings::changesAnswer(*a, *b, *diff, before);
    };
    const Answer worse = told("vlm_portable", "vlm"), better = told("vlm", "vlm_portable");
    QVERIFY(worse.state == CauseState::Differs && !better.state);
    QCOMPARE(worse.status.text(), std::string("1 got worse"));
    QVERIFY(worse.next.target == Target::Outputs && worse.next.address.starts_with("text_decoder/"));
    QVERIFY2(worse.text.text().starts_with("1 output agrees less with the reference than in vlm_portable"),
             worse.text.text().c_str());
    QVERIFY2(better.text.text().starts_with("1 output agrees better with the reference than in vlm"), better.text.text().c_str());
    QVERIFY2(worse.more.text().ends_with("% fewer bytes"), worse.more.text().c_str());
    QVERIFY2(better.more.text().ends_with("% more bytes"), better.more.text().c_str());
    QCOMPARE(told("vlm", "vlm").text.text(), std::string("Nothing that was compared differs between this export and vlm"));
}

void TestAnswers::whatFilesAnswer_data() {
    QTest::addColumn<std::vector<std::string>>("files");
    QTest::addColumn<QString>("answered");
    QTest::addColumn<QString>("needed");  // of the first that has no answer
    using Files = std::vector<std::string>;
    QTest::newRow("all") << Files{""} << "contents memory fallback time correctness weights source"
                         << "";
    QTest::newRow("a program") << Files{"model.pte"} << "contents memory fallback weights"
                               << "needs a run: an ETDump (.etdp)";
    QTest::newRow("a record") << Files{"model.etrecord"} << "contents weights source"
                              << "needs the program (.pte)";
    QTest::newRow("a dump") << Files{"run.etdp"} << "time"
                            << "needs the program (.pte) or the ETRecord";
    QTest::newRow("a run without its buffer")
        << Files{"model.etrecord", "model.pte", "run.etdp"} << "contents memory fallback time weights source"
        << "needs the debug buffer of run.etdp (.dbg)";
}

void TestAnswers::whatFilesAnswer() {
    QFETCH(std::vector<std::string>, files);
    QFETCH(QString, answered);
    QFETCH(QString, needed);
    for (std::string& file : files) file = kSample + file;
    const auto session = opened(files);
    QVERIFY(session);
    const auto questions = findings::fileQuestions(*session, {});
    QVERIFY(questions);
    QCOMPARE(questions->size(), std::size_t{7});
    QStringList answers;
    QString first;
    for (const findings::FileQuestion& one : *questions)
        if (one.answered)
            answers.append(QString::fromStdString(one.id));
        else if (first.isEmpty())
            first = QString::fromStdString(one.detail.text());
    QCOMPARE(answers.join(u' '), answered);
    QCOMPARE(first, needed);
}

void TestAnswers::cancelled() {
    const auto session = opened({kSample});
    QVERIFY(session);
    std::stop_source stop;
    stop.request_stop();
    JobContext job;
    job.stop = stop.get_token();
    QVERIFY(findings::answers(*session, {}, job).cancelled());
}

ETSCOPE_TEST(TestAnswers)
#include "tst_answers.moc"
