// Two sets of durations: the difference of the medians and whether it is more than their scatter.
#include <QtTest>

#include "profile/time_difference.h"
#include "support/test_case.h"

using namespace etscope;
using Durations = std::vector<std::uint64_t>;

class TestTimeDifference : public QObject {
    Q_OBJECT
private slots:
    void medians_data() {
        QTest::addColumn<Durations>("left");
        QTest::addColumn<Durations>("right");
        QTest::addColumn<double>("difference");
        QTest::addColumn<int>("within");  // 1, 0; −1: not known
        QTest::newRow("the same") << Durations{10, 11, 12, 13, 14} << Durations{10, 11, 12, 13, 14} << 0.0 << 1;
        QTest::newRow("apart") << Durations{10, 11, 12, 13, 14} << Durations{110, 111, 112, 113, 114} << 100.0 << 0;
        QTest::newRow("faster") << Durations{50, 51, 52, 53} << Durations{40, 41, 42, 43} << -10.0 << 0;
        QTest::newRow("inside the scatter") << Durations{10, 20, 30, 40, 50} << Durations{15, 25, 35, 45, 55} << 5.0 << 1;
        QTest::newRow("constant") << Durations{7, 7, 7} << Durations{8, 8, 8} << 1.0 << 0;
        QTest::newRow("too few") << Durations{10, 11} << Durations{110, 111} << 100.0 << -1;
        QTest::newRow("one") << Durations{10} << Durations{30, 31, 32} << 21.0 << -1;
    }

    void medians() {
        QFETCH(Durations, left);
        QFETCH(Durations, right);
        const auto result = profile::medianDifference(left, right);
        QTEST(result.difference(), "difference");
        const auto within = result.withinNoise();
        QTEST(within ? static_cast<int>(*within) : -1, "within");
        if (!within) return;
        QVERIFY(*result.low <= result.difference() && result.difference() <= *result.high);
        const auto again = profile::medianDifference(left, right);
        QVERIFY(again.low == result.low && again.high == result.high);
    }

    /// Of samples of one distribution about 95 in 100 intervals hold 0.
    void coverage() {
        std::uint64_t state = 12345;
        const auto next = [&state] { return (state = state * 6364136223846793005ULL + 1442695040888963407ULL) >> 40U; };
        int within = 0;
        for (int round = 0; round < 100; ++round) {
            Durations left, right;
            for (int i = 0; i < 25; ++i) left.push_back(next() % 1000), right.push_back(next() % 1000);
            std::ranges::sort(left);
            std::ranges::sort(right);
            within += *profile::medianDifference(left, right).withinNoise() ? 1 : 0;
        }
        QVERIFY2(within >= 85, std::to_string(within).c_str());
    }

    void levels() {
        const auto level = [](etdump::EventKind kind, const char* name, const char* id) {
            profile::EventStatistics event;
            event.kind = kind;
            event.name = name;
            event.delegateId = id;
            return profile::timeLevelOf(event);
        };
        using enum etdump::EventKind;
        QCOMPARE(level(Other, "Method::execute", ""), profile::TimeLevel::Execute);
        QCOMPARE(level(Operator, "OPERATOR_CALL", ""), profile::TimeLevel::Instruction);
        QCOMPARE(level(DelegateCall, "DELEGATE_CALL", ""), profile::TimeLevel::Instruction);
        QCOMPARE(level(Operator, "native_call_add.out", ""), profile::TimeLevel::Kernel);
        QCOMPARE(level(Delegate, "Add (ND) #1", "3"), profile::TimeLevel::Inside);
        QCOMPARE(level(Other, "Program::load_method", ""), profile::TimeLevel::Other);
    }
};

ETSCOPE_TEST(TestTimeDifference)
#include "tst_time_difference.moc"
