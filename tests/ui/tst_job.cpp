// Jobs: answers arrive in the thread that asked, cancelled ones never, and no work outlives its job. What the work of one cannot
// have, the others do not lose. Meant for the thread sanitizer, too.
#include <QtTest>
#include <atomic>
#include <memory>
#include <new>
#include <stdexcept>
#include <vector>

#include "jobs/job.h"

using namespace etscope;
using ui::Job;

class TestJob : public QObject {
    Q_OBJECT
private slots:
    void memoryThatCannotBeHad_data();
    void memoryThatCannotBeHad();
    void answersArriveHere();
    void startedAnewDropsTheFirst();
    void cancelledIsNotAnswered();
    void destructorWaitsForTheWork();
    void cancelledByTheUser();
    void manyAtOnce();
};

namespace {

/// Work that ends when it is told to.
Result<int> untilCancelled(const JobContext& job) {
    while (!job.cancelled()) QThread::usleep(50);
    return cancelledFailure();
}

}  // namespace

void TestJob::memoryThatCannotBeHad_data() {
    QTest::addColumn<bool>("tooLong");
    QTest::newRow("allocation fails") << false;
    QTest::newRow("longer than anything can be") << true;
}

void TestJob::memoryThatCannotBeHad() {
    QFETCH(bool, tooLong);
    Job<int> job;
    std::string code;
    job.start(
        "job",
        [tooLong](const JobContext&) -> Result<int> {
            if (!tooLong) throw std::bad_alloc();
            std::vector<int> numbers;
            numbers.reserve(numbers.max_size() + 1);
            return static_cast<int>(numbers.capacity());
        },
        [&](Result<int> result) { code = result ? "done" : result.error().code; });
    QTRY_COMPARE(code, std::string("out-of-memory"));
    QVERIFY(!job.running());
}

void TestJob::answersArriveHere() {
    Job<std::vector<int>> job;
    std::vector<int> seen;
    QThread* thread = nullptr;
    job.start(
        "job",
        [](const JobContext& context) -> Result<std::vector<int>> {
            for (int i = 0; i < 100; ++i) context.report(i / 100.0);
            return std::vector<int>{1, 2, 3};
        },
        [&](Result<std::vector<int>> result) {
            seen = *result;
            thread = QThread::currentThread();
        });
    QVERIFY(job.running());
    QTRY_COMPARE(seen, (std::vector<int>{1, 2, 3}));
    QCOMPARE(thread, QThread::currentThread());
}

void TestJob::startedAnewDropsTheFirst() {
    Job<int> job;
    std::vector<int> answers;
    for (int i = 0; i < 50; ++i)
        job.start(
            "job",
            [i](const JobContext& context) -> Result<int> {
                return i % 2 == 0 && i < 49 ? untilCancelled(context) : Result<int>(i);
            },
            [&](Result<int> result) { answers.push_back(result ? *result : -1); });
    QTRY_COMPARE(answers, std::vector<int>{49});
}

void TestJob::cancelledIsNotAnswered() {
    Job<int> job;
    bool answered = false;
    job.start("job", untilCancelled, [&](Result<int>) { answered = true; });
    job.cancel();
    QVERIFY(!job.running());
    QTest::qWait(20);
    QVERIFY(!answered);
}

void TestJob::destructorWaitsForTheWork() {
    for (int i = 0; i < 20; ++i) {
        const auto ended = std::make_shared<std::atomic<bool>>(false);
        {
            Job<int> job;
            std::atomic<bool> begun = false;
            job.start(
                "job",
                [ended, &begun](const JobContext& context) {
                    begun = true;
                    auto result = untilCancelled(context);
                    *ended = true;
                    return result;
                },
                [](Result<int>) {});
            while (!begun) QThread::usleep(50);
        }
        QVERIFY(*ended);
    }
}

void TestJob::cancelledByTheUser() {
    Job<int> job;
    std::string code;
    job.start("job", untilCancelled, [&](Result<int> result) { code = result ? "done" : result.error().code; });
    ui::JobRegistry::instance().cancelAll();
    QTRY_COMPARE(code, std::string("cancelled"));
}

void TestJob::manyAtOnce() {
    std::vector<std::unique_ptr<Job<int>>> jobs;
    int sum = 0, answers = 0;
    for (int i = 0; i < 64; ++i) {
        jobs.push_back(std::make_unique<Job<int>>());
        jobs.back()->start(
            "job", [i](const JobContext&) -> Result<int> { return i; },
            [&](Result<int> result) {
                sum += *result;
                ++answers;
            });
    }
    QTRY_COMPARE(answers, 64);
    QCOMPARE(sum, 64 * 63 / 2);
}

QTEST_GUILESS_MAIN(TestJob)
#include "tst_job.moc"
