#include <QTest>
#include <charconv>
#include <limits>

#include "support/test_case.h"
#include "tensor/element_codec.h"
#include "tensor/format.h"

using namespace etscope;
using namespace etscope::tensor;

class TestFormat : public QObject {
    Q_OBJECT
private slots:
    void elements() {
        QCOMPARE(elementText(true, ScalarType::Bool), std::string("true"));
        QCOMPARE(elementText(std::int64_t{INT64_MIN}, ScalarType::I64), std::string("-9223372036854775808"));
        QCOMPARE(elementText(std::uint64_t{UINT64_MAX}, ScalarType::U64), std::string("18446744073709551615"));
        QCOMPARE(elementText(std::uint64_t{0x3F}, ScalarType::Bits8), std::string("0x3F"));
        QCOMPARE(elementText(std::uint64_t{0xA}, ScalarType::Bits16), std::string("0x000A"));
        QCOMPARE(elementText(static_cast<double>(0.1F), ScalarType::F32), std::string("0.1"));
        QCOMPARE(elementText(static_cast<double>(0.1F), ScalarType::F64), std::string("0.10000000149011612"));
        QCOMPARE(elementText(std::numeric_limits<double>::quiet_NaN(), ScalarType::F16), std::string("NaN"));
        QCOMPARE(elementText(-std::numeric_limits<double>::infinity(), ScalarType::BF16), std::string("-Infinity"));
        QCOMPARE(elementText(std::complex<double>(1.5, -2), ScalarType::C64), std::string("1.5-2i"));
        QCOMPARE(elementText(std::complex<double>(0, 0.25), ScalarType::C32), std::string("0+0.25i"));
    }

    void smallFloatsAreShort() {
        QCOMPARE(elementText(0.0999755859375, ScalarType::F16), std::string("0.1"));
        QCOMPARE(elementText(65504.0, ScalarType::F16), std::string("65500"));  // as numpy prints it
        QCOMPARE(elementText(0.10009765625, ScalarType::BF16), std::string("0.1"));
        QCOMPARE(elementText(-448.0, ScalarType::F8E4M3FN), std::string("-450"));
        QCOMPARE(elementText(0.0, ScalarType::F16), std::string("0"));
    }

    /// Every finite value of a small type: its text is nearer to it than to any other.
    void smallFloatsReadBack() {
        for (const ScalarType type : {ScalarType::F16, ScalarType::BF16, ScalarType::F8E5M2, ScalarType::F8E4M3FN,
                                      ScalarType::F8E5M2FNUZ, ScalarType::F8E4M3FNUZ, ScalarType::F8E8M0FNU}) {
            const std::uint32_t step = floatCodes(type) > 256 ? 37 : 1;
            for (std::uint32_t code = 0; code < floatCodes(type); code += step) {
                const double value = floatOfCode(type, code);
                if (!std::isfinite(value)) continue;
                const std::string text = elementText(value, type);
                double back = 0;
                std::from_chars(text.data(), text.data() + text.size(), back);
                double nearest = 0, distance = HUGE_VAL;
                for (std::int64_t other = static_cast<std::int64_t>(code) - 1; other <= static_cast<std::int64_t>(code) + 1;
                     ++other) {
                    if (other < 0 || other >= static_cast<std::int64_t>(floatCodes(type))) continue;
                    const double v = floatOfCode(type, static_cast<std::uint32_t>(other));
                    if (std::abs(v - back) < distance) {
                        distance = std::abs(v - back);
                        nearest = v;
                    }
                }
                QVERIFY2(nearest == value, text.c_str());
            }
        }
    }

    void shapes() {
        QCOMPARE(shapeText(std::vector<std::int64_t>{}), std::string("[]"));
        QCOMPARE(typeAndShapeText(ScalarType::F32, std::vector<std::int64_t>{1, 576}), std::string("f32[1,576]"));
        QCOMPARE(indexText(std::vector<std::int64_t>{0, 3, 1}), std::string("[0, 3, 1]"));
    }
};

ETSCOPE_TEST(TestFormat)
#include "test_format.moc"
