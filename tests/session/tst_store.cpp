// The store: one computation a key at a time, whoever asks; what failed is not kept; waiting ends with the waiter's own job.
#include <QtTest>
#include <array>
#include <atomic>
#include <latch>
#include <new>
#include <thread>
#include <vector>

#include "session/store.h"
#include "support/test_case.h"

using namespace etscope;
using session::Store;

class TestStore : public QObject {
    Q_OBJECT
private slots:
    void computedOnceForAllAskers();
    void keysAndTypesAreApart();
    void failureIsNotKept();
    void exceptionGivesTheSlotBack();
    void waiterIsCancelledAlone();
    void whoWaitsSaysSo();
    void keysMayAskForOthers();
};

namespace {

using Number = std::shared_ptr<const int>;

Result<Number> number(int value) { return std::make_shared<const int>(value); }

}  // namespace

void TestStore::computedOnceForAllAskers() {
    constexpr int kThreads = 8, kKeys = 20;
    Store store;
    std::array<std::atomic<int>, kKeys> made{};
    std::array<std::array<Number, kKeys>, kThreads> seen;
    std::latch start(kThreads);
    {
        std::vector<std::jthread> threads;
        for (auto& own : seen)
            threads.emplace_back([&] {
                start.arrive_and_wait();
                for (std::size_t key = 0; key < kKeys; ++key) {
                    const auto got = store.get<int>(std::to_string(key), {}, [&] { return number(++made[key]); });
                    if (got) own[key] = *got;
                }
            });
    }
    for (std::size_t key = 0; key < kKeys; ++key) {
        QCOMPARE(made[key].load(), 1);
        for (const auto& own : seen) QVERIFY2(own[key] == seen[0][key] && own[key] != nullptr, "all have the same object");
    }
}

void TestStore::keysAndTypesAreApart() {
    Store store;
    QCOMPARE(**store.get<int>("a", {}, [] { return number(1); }), 1);
    QCOMPARE(**store.get<int>("b", {}, [] { return number(2); }), 2);
    const auto text = store.get<std::string>(
        "a", {}, [] { return Result<std::shared_ptr<const std::string>>(std::make_shared<const std::string>("text")); });
    QCOMPARE(**text, std::string("text"));
    QCOMPARE(**store.get<int>("a", {}, [] { return number(3); }), 1);
    QVERIFY(session::storeKey("a", "b") != session::storeKey("ab", ""));
}

void TestStore::failureIsNotKept() {
    Store store;
    const auto failed = store.get<int>("a", {}, []() -> Result<Number> { return fail("broken", "it is broken"); });
    QVERIFY(!failed);
    QCOMPARE(failed.error().code, std::string("broken"));
    QCOMPARE(**store.get<int>("a", {}, [] { return number(7); }), 7);
}

void TestStore::exceptionGivesTheSlotBack() {
    Store store;
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(store.get<int>("a", {}, []() -> Result<Number> { throw std::bad_alloc(); })),
                             std::bad_alloc);
    QCOMPARE(**store.get<int>("a", {}, [] { return number(7); }), 7);
}

// One computes and does not end before it is told to; another waits for it and is cancelled; the first is not disturbed.
void TestStore::waiterIsCancelledAlone() {
    Store store;
    std::latch computing(1), go(1);
    Result<Number> first = fail("unset", ""), second = fail("unset", "");
    std::jthread maker([&] {
        first = store.get<int>("a", {}, [&] {
            computing.count_down();
            go.wait();
            return number(1);
        });
    });
    computing.wait();
    std::stop_source stop;
    std::jthread waiter([&] {
        JobContext job;
        job.stop = stop.get_token();
        second = store.get<int>("a", job, [] { return number(2); });
    });
    stop.request_stop();
    waiter.join();
    QVERIFY(!second);
    QCOMPARE(second.error().code, std::string("cancelled"));
    go.count_down();
    maker.join();
    QVERIFY(first);
    QCOMPARE(**first, 1);
    QCOMPARE(**store.get<int>("a", {}, [] { return number(3); }), 1);
}

// Before and after it waits, and only then.
void TestStore::whoWaitsSaysSo() {
    Store store;
    std::latch computing(1), waits(1);
    std::vector<bool> told;
    JobContext job;
    job.waiting = [&](bool waiting) {
        told.push_back(waiting);
        if (waiting) waits.count_down();
    };
    std::jthread maker([&] {
        static_cast<void>(store.get<int>("a", job, [&] {
            computing.count_down();
            waits.wait();
            return number(1);
        }));
    });
    computing.wait();
    QCOMPARE(**store.get<int>("a", job, [] { return number(2); }), 1);
    maker.join();
    QCOMPARE(**store.get<int>("a", job, [] { return number(3); }), 1);
    QCOMPARE(told, (std::vector<bool>{true, false}));
}

void TestStore::keysMayAskForOthers() {
    Store store;
    const auto sum = store.get<int>("sum", {}, [&] {
        const auto one = store.get<int>("one", {}, [] { return number(1); });
        return number(**one + 1);
    });
    QCOMPARE(**sum, 2);
    QCOMPARE(**store.get<int>("one", {}, [] { return number(5); }), 1);
}

ETSCOPE_TEST(TestStore)
#include "tst_store.moc"
