// Jobs: answers arrive in the thread that asked, cancelled ones never, and no work outlives its job. What the work of one cannot
// have, the others do not lose. Meant for the thread sanitizer, too.
#include <QtTest>
#include <atomic>
#include <memory>
#include <new>
#include <stdexcept>
#include <vector>

#include "jobs/job.h"
#include "session/store.h"
#include "support/test_case.h"

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
    void nobodyWaitsForTheWork();
    void cancelledByTheUser();
    void oneOfSeveralIsCancelled();
    void whatIsThrownIsAnError();
    void windowsHaveTheirOwn();
    void windowsGoBeforeTheirJobs();
    void progressIsToldSeldom();
    void whatFillsInLeavesRoom();
    void waitingLeavesRoom();
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
    ui::JobRegistry::pool().waitForDone();
    QCoreApplication::processEvents();
    QVERIFY(!answered);
}

/// The destructor cancels; what the work owns is let go of when it has noticed that.
void TestJob::nobodyWaitsForTheWork() {
    const auto gone = std::make_shared<std::atomic<bool>>(false);
    auto owned = std::make_shared<int>(1);
    const std::weak_ptr<int> left = owned;
    {
        Job<int> job;
        const auto begun = std::make_shared<std::atomic<bool>>(false);
        job.start(
            "job",
            [gone, begun, owned = std::move(owned)](const JobContext& context) -> Result<int> {
                *begun = true;
                while (!*gone) QThread::usleep(50);
                return context.cancelled() ? *owned : 0;
            },
            [](Result<int>) {});
        while (!*begun) QThread::usleep(50);
    }
    QVERIFY(!left.expired());  // the work goes on, and nobody waited for it
    *gone = true;
    QTRY_VERIFY(left.expired());
}

void TestJob::cancelledByTheUser() {
    Job<int> job;
    std::string code;
    job.start("job", untilCancelled, [&](Result<int> result) { code = result ? "done" : result.error().code; });
    ui::JobRegistry::of(nullptr).cancelAll();
    QTRY_COMPARE(code, std::string("cancelled"));
}

void TestJob::oneOfSeveralIsCancelled() {
    Job<int> first, second;
    QStringList answers;
    const auto note = [&](const QString& name) {
        return [&answers, name](Result<int> result) { answers += name + (result ? " done" : " cancelled"); };
    };
    first.start("first", untilCancelled, note("first"));
    second.start("second", untilCancelled, note("second"));
    ui::JobRegistry& registry = ui::JobRegistry::of(nullptr);
    QCOMPARE(registry.running().size(), 2);
    QCOMPARE(registry.running().last()->title, QString("second"));
    registry.running().last()->stop.request_stop();
    QTRY_COMPARE(answers, QStringList{"second cancelled"});
    QVERIFY(first.running());
}

void TestJob::whatIsThrownIsAnError() {
    Job<int> job;
    Error error;
    job.start(
        "job", [](const JobContext&) -> Result<int> { throw std::runtime_error("the sky fell"); },
        [&](const Result<int>& result) { error = result ? Error{} : result.error(); });
    QTRY_COMPARE(error.code, std::string("internal"));
    QCOMPARE(error.message, std::string("the sky fell"));
    QVERIFY(!job.running());
}

/// A job is shown, and cancelled, in the window that its owner is in.
void TestJob::windowsHaveTheirOwn() {
    QObject left, right;
    auto *ofLeft = new ui::JobRegistry(&left), *ofRight = new ui::JobRegistry(&right);
    auto *inLeft = new QObject(new QObject(&left)), *inRight = new QObject(&right);
    Job<int> first(inLeft), second(inRight);
    bool firstEnded = false;
    first.start("first", untilCancelled, [&](const Result<int>&) { firstEnded = true; });
    second.start("second", untilCancelled, [](const Result<int>&) {});
    QCOMPARE(ofLeft->running().size(), 1);
    QCOMPARE(ofRight->running().size(), 1);
    QVERIFY(ui::JobRegistry::of(nullptr).running().isEmpty());
    ofLeft->cancelAll();
    QTRY_VERIFY(firstEnded);
    QVERIFY(second.running());
}

void TestJob::windowsGoBeforeTheirJobs() {
    auto window = std::make_unique<QObject>();
    auto* part = new QObject(window.get());
    new ui::JobRegistry(window.get());
    auto job = std::make_unique<Job<int>>(part);
    job->start("job", untilCancelled, [](const Result<int>&) {});
    window.reset();
    job.reset();  // knows nothing of a registry that is gone
}

/// However often work reports, the window hears of it some times a second, and of the last value in any case.
void TestJob::progressIsToldSeldom() {
    Job<int> job;
    ui::JobRegistry& registry = ui::JobRegistry::of(nullptr);
    job.start(
        "job",
        [](const JobContext& context) -> Result<int> {
            for (int i = 0; i < 200'000; ++i) context.report(i / 400'000.0);
            context.report(0.75);
            return untilCancelled(context);
        },
        [](const Result<int>&) {});
    QList<double> told;
    connect(&registry, &ui::JobRegistry::changed, this, [&] {
        if (job.running()) told += job.entry()->fraction;
    });
    QTRY_VERIFY(!told.isEmpty() && told.last() == 0.75);
    QTest::qWait(120);
    QVERIFY2(told.size() < 1000, qPrintable(QString::number(told.size())));
    const auto before = told.size();
    QTest::qWait(200);
    QCOMPARE(told.size(), before);  // nothing new, nothing told
    registry.disconnect(this);
}

/// As many as there are: what is waited for has a thread all the same.
void TestJob::whatFillsInLeavesRoom() {
    std::vector<std::unique_ptr<Job<int>>> filling;
    int ended = 0;
    for (int i = 0; i < 40; ++i) {
        filling.push_back(std::make_unique<Job<int>>());
        filling.back()->start(
            "fills in", untilCancelled, [&](const Result<int>&) { ++ended; }, ui::Urgency::Filling);
    }
    Job<int> awaited;
    int answer = 0;
    awaited.start(
        "awaited", [](const JobContext&) -> Result<int> { return 7; }, [&](Result<int> result) { answer = *result; });
    QTRY_COMPARE(answer, 7);
    QCOMPARE(ended, 0);
    ui::JobRegistry::of(nullptr).cancelAll();
    QTRY_COMPARE(ended, 40);
    filling.front()->start(
        "fills in", [](const JobContext&) -> Result<int> { return 8; }, [&](Result<int> result) { answer = *result; },
        ui::Urgency::Filling);
    QTRY_COMPARE(answer, 8);
}

/// On two cores two jobs wait for a value that a third computes: what is asked meanwhile is answered all the same.
void TestJob::waitingLeavesRoom() {
    using Number = std::shared_ptr<const int>;
    QThreadPool& pool = ui::JobRegistry::pool();
    const int threads = pool.maxThreadCount();
    pool.setMaxThreadCount(2);
    session::Store store;
    std::atomic<int> begun = 0;
    std::atomic<bool> computed = false;
    const auto wait = [&](const JobContext& context) -> Result<Number> {
        ++begun;
        return store.get<int>("value", context, [&]() -> Result<Number> {
            while (!computed && !context.cancelled()) QThread::usleep(50);
            return std::make_shared<const int>(7);
        });
    };
    std::vector<int> answers;
    Job<Number> computing, first, second;
    for (Job<Number>* one : {&computing, &first, &second})
        one->start("waits", wait, [&](const Result<Number>& number) { answers.push_back(number ? **number : -1); });
    QTRY_COMPARE(begun.load(), 3);
    Job<int> other;
    int answer = 0;
    other.start(
        "other", [](const JobContext&) -> Result<int> { return 1; }, [&](Result<int> result) { answer = *result; });
    QTRY_COMPARE(answer, 1);
    QVERIFY(answers.empty());
    computed = true;
    QTRY_COMPARE(answers, (std::vector<int>{7, 7, 7}));
    pool.waitForDone();
    QCOMPARE(pool.activeThreadCount(), 0);
    pool.setMaxThreadCount(threads);
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

ETSCOPE_TEST(TestJob)
#include "tst_job.moc"
