// ByteCursor, checked arithmetic, strong ids, limits.
#include <QtTest>
#include <unordered_set>

#include "base/byte_cursor.h"
#include "base/checked_math.h"
#include "base/limits.h"
#include "base/strong_id.h"
#include "support/bytes.h"
#include "support/test_case.h"

using namespace etscope;

class TestBytes : public QObject {
    Q_OBJECT
private slots:
    void cursorTakesNumbers();
    void cursorRefusesWithoutMoving();
    void cursorTakesLines();
    void sums();
    void products();
    void ranges();
    void ids();
    void settableLimits();
};

void TestBytes::cursorTakesNumbers() {
    const auto bytes = test::toBytes(std::string("\x01\x02\x03\x04\x05", 5));
    ByteCursor cursor(bytes);
    QCOMPARE(cursor.take<std::uint8_t>(), std::optional<std::uint8_t>(1));
    QCOMPARE(cursor.take<std::uint32_t>(), std::optional<std::uint32_t>(0x05040302));
    QCOMPARE(cursor.remaining(), std::size_t{0});
    QVERIFY(!cursor.take<std::uint8_t>());
}

void TestBytes::cursorRefusesWithoutMoving() {
    const auto bytes = test::toBytes("abc");
    ByteCursor cursor(bytes);
    QVERIFY(!cursor.take<std::uint32_t>());
    QVERIFY(!cursor.takeBytes(4));
    QVERIFY(!cursor.takeBytes(UINT64_MAX));
    QCOMPARE(cursor.position(), std::size_t{0});
    QCOMPARE(cursor.takeBytes(3)->size(), std::size_t{3});
    QVERIFY(cursor.takeBytes(0).has_value());
}

void TestBytes::cursorTakesLines() {
    const auto bytes = test::toBytes("one\n\nthree");
    ByteCursor cursor(bytes);
    QCOMPARE(cursor.takeLine(), std::optional<std::string_view>("one"));
    QCOMPARE(cursor.takeLine(), std::optional<std::string_view>(""));
    QVERIFY(!cursor.takeLine());
    QCOMPARE(cursor.position(), std::size_t{5});
    QVERIFY(!ByteCursor({}).takeLine());
}

void TestBytes::sums() {
    QCOMPARE(checkedAdd<std::uint64_t>(1, 2), std::optional<std::uint64_t>(3));
    QVERIFY(!checkedAdd<std::uint64_t>(UINT64_MAX, 1));
    QVERIFY(!checkedAdd<std::int64_t>(INT64_MIN, -1));
}

void TestBytes::products() {
    QCOMPARE(checkedMul<std::int64_t>(-3, 4), std::optional<std::int64_t>(-12));
    QVERIFY(!checkedMul<std::int64_t>(std::int64_t{1} << 62, 2));
    QVERIFY(!checkedMul<std::uint64_t>(std::uint64_t{1} << 33, std::uint64_t{1} << 33));
    QCOMPARE(checkedMul<std::uint64_t>(0, UINT64_MAX), std::optional<std::uint64_t>(0));
}

void TestBytes::ranges() {
    QVERIFY(rangeFits(0, 0, 0));
    QVERIFY(rangeFits(3, 7, 10));
    QVERIFY(rangeFits(10, 0, 10));
    QVERIFY(!rangeFits(3, 8, 10));
    QVERIFY(!rangeFits(11, 0, 10));
    QVERIFY(!rangeFits(UINT64_MAX, UINT64_MAX, UINT64_MAX - 1));
    QVERIFY(!rangeFits(5, UINT64_MAX - 2, 10));
}

void TestBytes::ids() {
    using Id = StrongId<struct Tag>;
    QVERIFY(!Id().valid());
    QVERIFY(Id(0U).valid());
    QCOMPARE(Id(7U).index(), 7U);
    QVERIFY(Id(1U) < Id(2U));
    const std::unordered_set<Id> set{Id(1U), Id(2U), Id(1U)};
    QCOMPARE(set.size(), std::size_t{2});
}

void TestBytes::settableLimits() {
    const limits::Settable before = limits::settable();
    QVERIFY(limits::set("elements", 5));
    QCOMPARE(limits::settable().elements, std::uint64_t{5});
    QVERIFY(!limits::set("no-such-limit", 5));
    limits::settable() = before;
}

ETSCOPE_TEST(TestBytes)
#include "tst_bytes.moc"
