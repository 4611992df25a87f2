#include <QtTest>
#include <memory>
#include <string>

#include "base/result.h"
#include "support/test_case.h"

using namespace etscope;

class TestResult : public QObject {
    Q_OBJECT
private slots:
    void value();
    void failure();
    void failureConvertsToAnyResult();
    void moveOnlyValue();
    void valueOr();
    void voidResult();
};

namespace {
Result<int> half(int n) {
    if (n % 2 != 0) return fail("odd", "an odd number has no half", "n");
    return n / 2;
}
Result<std::string> halfText(int n) {
    const auto result = half(n);
    if (!result) return result.failure();
    return std::to_string(*result);
}
}  // namespace

void TestResult::value() {
    const auto result = half(8);
    QVERIFY(result.hasValue());
    QVERIFY(static_cast<bool>(result));
    QCOMPARE(*result, 4);
}

void TestResult::failure() {
    const auto result = half(7);
    QVERIFY(!result);
    QCOMPARE(result.error().code, std::string("odd"));
    QCOMPARE(result.error().message, std::string("an odd number has no half"));
    QCOMPARE(result.error().where, std::string("n"));
}

void TestResult::failureConvertsToAnyResult() {
    QCOMPARE(*halfText(6), std::string("3"));
    const auto result = halfText(5);
    QVERIFY(!result);
    QCOMPARE(result.error().code, std::string("odd"));
}

void TestResult::moveOnlyValue() {
    Result<std::unique_ptr<int>> result(std::make_unique<int>(5));
    const std::unique_ptr<int> taken = *std::move(result);
    QCOMPARE(*taken, 5);
}

void TestResult::valueOr() {
    QCOMPARE(half(4).valueOr(-1), 2);
    QCOMPARE(half(3).valueOr(-1), -1);
}

void TestResult::voidResult() {
    const Result<void> done;
    QVERIFY(done);
    const Result<void> failed = fail("late", "too late");
    QVERIFY(!failed);
    QCOMPARE(failed.error().code, std::string("late"));
    const Result<int> handedOn = failed.failure();
    QCOMPARE(handedOn.error().message, std::string("too late"));
}

ETSCOPE_TEST(TestResult)
#include "tst_result.moc"
