// Small floating types against torch 2.13: single values by a table, and the CRC-32 over the float32 bits of all values.
#include <zlib.h>

#include <QtTest>
#include <bit>
#include <cmath>

#include "base/half_float.h"
#include "support/test_case.h"

using namespace etscope;

class TestHalfFloat : public QObject {
    Q_OBJECT
private slots:
    void values_data();
    void values();
    void allValues_data();
    void allValues();
};

namespace {

using Convert = float (*)(std::uint32_t);
struct Type {
    const char* name;
    std::uint32_t values;
    Convert convert;
    /// CRC-32 of all values as float32, little endian, every NaN as 7FC00000. Made with torch: arange(n).view(type).float().
    std::uint32_t crc;
};
constexpr Type kTypes[] = {
    {"float16", 65536, [](std::uint32_t b) { return floatFromF16(static_cast<std::uint16_t>(b)); }, 0x3020C7A7},
    {"bfloat16", 65536, [](std::uint32_t b) { return floatFromBf16(static_cast<std::uint16_t>(b)); }, 0x28C5ED34},
    {"float8_e5m2", 256, [](std::uint32_t b) { return floatFromF8E5M2(static_cast<std::uint8_t>(b)); }, 0x3D83FD11},
    {"float8_e4m3fn", 256, [](std::uint32_t b) { return floatFromF8E4M3FN(static_cast<std::uint8_t>(b)); }, 0x2FDEE9AC},
    {"float8_e5m2fnuz", 256, [](std::uint32_t b) { return floatFromF8E5M2FNUZ(static_cast<std::uint8_t>(b)); }, 0x09C70B84},
    {"float8_e4m3fnuz", 256, [](std::uint32_t b) { return floatFromF8E4M3FNUZ(static_cast<std::uint8_t>(b)); }, 0xF2DFA052},
    {"float8_e8m0fnu", 256, [](std::uint32_t b) { return floatFromF8E8M0FNU(static_cast<std::uint8_t>(b)); }, 0x719979BA},
};

struct Value {
    int type;
    std::uint32_t bits;
    double value;
};
const double kNaN = std::nan("");
const Value kValues[] = {
    {0, 0x0000, 0.0},
    {0, 0x8000, -0.0},
    {0, 0x0001, 5.960464477539063e-08},
    {0, 0x03FF, 6.097555160522461e-05},
    {0, 0x0400, 6.103515625e-05},
    {0, 0x3C00, 1.0},
    {0, 0xBC00, -1.0},
    {0, 0x7BFF, 65504.0},
    {0, 0x7C00, INFINITY},
    {0, 0xFC00, -INFINITY},
    {0, 0x7E00, kNaN},
    {0, 0x3555, 0.333251953125},
    {1, 0x3F80, 1.0},
    {1, 0xC2F7, -123.5},
    {1, 0x7F80, INFINITY},
    {1, 0x0001, 9.183549615799121e-41},
    {1, 0x7F7F, 3.3895313892515355e+38},
    {2, 0x01, 1.52587890625e-05},
    {2, 0x3C, 1.0},
    {2, 0x7B, 57344.0},
    {2, 0x7C, INFINITY},
    {2, 0x7D, kNaN},
    {2, 0xBC, -1.0},
    {3, 0x01, 0.001953125},
    {3, 0x38, 1.0},
    {3, 0x7E, 448.0},
    {3, 0x7F, kNaN},
    {3, 0xFF, kNaN},
    {4, 0x01, 7.62939453125e-06},
    {4, 0x40, 1.0},
    {4, 0x7F, 57344.0},
    {4, 0x80, kNaN},
    {5, 0x01, 0.0009765625},
    {5, 0x40, 1.0},
    {5, 0x7F, 240.0},
    {5, 0x80, kNaN},
    {6, 0x00, 5.877471754111438e-39},
    {6, 0x7F, 1.0},
    {6, 0xFE, 1.7014118346046923e+38},
    {6, 0xFF, kNaN},
};

}  // namespace

void TestHalfFloat::values_data() {
    QTest::addColumn<int>("row");
    for (int i = 0; i < static_cast<int>(std::size(kValues)); ++i)
        QTest::addRow("%s %x", kTypes[kValues[i].type].name, kValues[i].bits) << i;
}

void TestHalfFloat::values() {
    QFETCH(int, row);
    const Value& value = kValues[row];
    const float actual = kTypes[value.type].convert(value.bits);
    if (std::isnan(value.value)) {
        QVERIFY(std::isnan(actual));
        return;
    }
    QVERIFY2(static_cast<double>(actual) == value.value, qPrintable(QString::number(static_cast<double>(actual))));
    QCOMPARE(std::signbit(actual), std::signbit(value.value));
}

void TestHalfFloat::allValues_data() {
    QTest::addColumn<int>("type");
    for (int i = 0; i < static_cast<int>(std::size(kTypes)); ++i) QTest::newRow(kTypes[i].name) << i;
}

void TestHalfFloat::allValues() {
    QFETCH(int, type);
    uLong crc = crc32(0, nullptr, 0);
    for (std::uint32_t bits = 0; bits < kTypes[type].values; ++bits) {
        const float value = kTypes[type].convert(bits);
        const std::uint32_t out = std::isnan(value) ? 0x7FC00000 : std::bit_cast<std::uint32_t>(value);
        crc = crc32(crc, reinterpret_cast<const Bytef*>(&out), sizeof(out));
    }
    QCOMPARE(static_cast<std::uint32_t>(crc), kTypes[type].crc);
}

ETSCOPE_TEST(TestHalfFloat)
#include "tst_half_float.moc"
