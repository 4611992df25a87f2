// One session asked by several threads at once, as the window's pages do: all get the answers that one thread gets, and who is
// cancelled disturbs nobody. Meant for the thread sanitizer.
#include <QtTest>
#include <algorithm>
#include <array>
#include <latch>
#include <random>
#include <thread>
#include <vector>

#include "report/documents.h"
#include "report/text_report.h"
#include "support/test_case.h"

using namespace etscope;
using report::Json;

class TestSessionThreads : public QObject {
    Q_OBJECT
private slots:
    void sameAnswers_data();
    void sameAnswers();
};

namespace {

using SessionPtr = std::shared_ptr<const session::Session>;
using Ask = Result<Json> (*)(const SessionPtr&, const JobContext&);

/// The questions of the pages.
constexpr Ask kQuestions[] = {
    [](const SessionPtr& s, const JobContext& job) { return report::infoDocument(*s, job); },
    [](const SessionPtr& s, const JobContext& job) { return report::tensorsDocument(*s, {}, job); },
    [](const SessionPtr& s, const JobContext& job) { return report::handlesDocument(*s, {}, job); },
    [](const SessionPtr& s, const JobContext& job) {
        bool failed = false;
        return report::metadataDocument(*s, failed, job);
    },
    [](const SessionPtr& s, const JobContext& job) { return report::namedDataDocument(*s, job); },
    [](const SessionPtr& s, const JobContext& job) { return report::delegatesDocument(*s, {}, job); },
    [](const SessionPtr& s, const JobContext& job) { return report::memoryDocument(*s, {}, job); },
    [](const SessionPtr& s, const JobContext& job) { return report::sizesDocument(*s, job); },
    [](const SessionPtr& s, const JobContext& job) { return report::eventsDocument(*s, {}, {}, job); },
    [](const SessionPtr& s, const JobContext& job) {
        bool failed = false;
        return report::lintDocument(*s, failed, job);
    },
    [](const SessionPtr& s, const JobContext& job) {
        bool failed = false;
        return report::compareDocument(s, {}, {}, "", failed, job);
    },
};

std::string textOf(const Result<Json>& answer) {
    if (!answer) return answer.error().code;
    Json document = *answer;
    document.erase("diagnostics");  // those met so far: they depend on who asked before
    return report::jsonText(document);
}

/// Every question in an order of this thread's own; every third with a job that is cancelled meanwhile.
void askAll(const SessionPtr& session, unsigned seed, const std::vector<std::string>& truth, std::vector<std::string>& wrong) {
    std::vector<std::size_t> order(std::size(kQuestions));
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), std::mt19937(seed));
    for (const std::size_t question : order) {
        std::stop_source stop;
        JobContext job;
        job.stop = stop.get_token();
        std::jthread canceller;
        if ((question + seed) % 3 == 0) canceller = std::jthread([&stop] { stop.request_stop(); });
        const std::string text = textOf(kQuestions[question](session, job));
        if (canceller.joinable()) canceller.join();
        // What a cancelled job still made is dropped by its owner (ui/jobs/job.h): it may be a part.
        if (!stop.stop_requested() && text != truth[question])
            wrong.push_back(std::to_string(question) + ": " + text.substr(0, 300));
    }
}

}  // namespace

void TestSessionThreads::sameAnswers_data() {
    QTest::addColumn<QStringList>("files");
    const QString fixtures = ETSCOPE_SOURCE_DIR "/tests/fixtures/";
    QTest::newRow("record, program, outputs") << QStringList{fixtures + "trivial"};
    QTest::newRow("everything of three methods") << QStringList{fixtures + "vlm"};
    QTest::newRow("bundled program and run") << QStringList{fixtures + "vlm/model.bpte", fixtures + "vlm/run.etdp",
                                                            fixtures + "vlm/run.dbg"};
}

void TestSessionThreads::sameAnswers() {
    QFETCH(QStringList, files);
    std::vector<std::string> paths;
    for (const QString& file : files) paths.push_back(file.toStdString());
    const auto alone = session::Session::open(paths, {}, {});
    QVERIFY(alone);
    std::vector<std::string> truth;
    for (const Ask ask : kQuestions) truth.push_back(textOf(ask(*alone, {})));
    const auto session = session::Session::open(paths, {}, {});
    QVERIFY(session);
    constexpr unsigned kThreads = 4;
    std::array<std::vector<std::string>, kThreads> wrong;
    std::latch start(kThreads);
    {
        std::vector<std::jthread> threads;
        for (unsigned i = 0; i < kThreads; ++i)
            threads.emplace_back([&, i] {
                start.arrive_and_wait();
                askAll(*session, i, truth, wrong[i]);
            });
    }
    for (const auto& one : wrong) QVERIFY2(one.empty(), one.empty() ? "" : one.front().c_str());
}

ETSCOPE_TEST(TestSessionThreads)
#include "tst_session_threads.moc"
