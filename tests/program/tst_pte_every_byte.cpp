// A small program, cut at every byte and damaged at every byte in several ways: no crash, no hang, no broken account.
#include <QtTest>

#include "program/program_builder.h"
#include "program/touch_everything.h"
#include "support/test_case.h"

using namespace etscope::test;

class TestPteEveryByte : public QObject {
    Q_OBJECT
private slots:
    void cut();
    void flip_data();
    void flip();
    void doubleFlip();
};

namespace {

/// With constants, a constant method, metadata, a move and a jump.
std::string smallProgram() {
    ProgramBuilder builder(trivialProgram());
    builder.addConstantMethod("get_eos_ids", {intValue(2), intValue(7)}, "L2#1#1($,$)");
    builder.addConstantMethod("scale", {doubleValue(0.5)}, "$");
    builder.addNamedData("metadata.tokenizer.bos_id", std::string("\x01\0\0\0\0\0\0\0", 8));
    builder.addNamedData("metadata.general.name", "tiny");
    addValue(builder.plan(), boolValue(false));
    addValue(builder.plan(), stringValue("text"));
    addInstruction(builder.plan(), jumpFalse(static_cast<std::int32_t>(builder.plan().values.size()) - 2, 0));
    return builder.bytes();
}

}  // namespace

void TestPteEveryByte::cut() {
    const std::string bytes = smallProgram();
    QVERIFY(touchProgram(bytes).opened);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const ProgramTouch touch = touchProgram(bytes.substr(0, size));
        QVERIFY2(touch.trouble.empty(), (std::to_string(size) + ": " + touch.trouble).c_str());
        QVERIFY2(!touch.diagnostics.empty(), ("no diagnostic for a file cut at " + std::to_string(size)).c_str());
    }
}

void TestPteEveryByte::flip_data() {
    QTest::addColumn<uint>("mask");
    for (const uint mask : {0x01U, 0x02U, 0x04U, 0x10U, 0x40U, 0x80U, 0xFFU}) QTest::addRow("xor %02x", mask) << mask;
}

void TestPteEveryByte::flip() {
    QFETCH(uint, mask);
    for (std::string bytes : {smallProgram(), trivialProgram()}) {
        for (char& byte : bytes) {
            const char before = byte;
            byte = static_cast<char>(static_cast<unsigned char>(byte) ^ mask);
            const ProgramTouch touch = touchProgram(bytes);
            QVERIFY2(touch.trouble.empty(), (std::to_string(&byte - bytes.data()) + ": " + touch.trouble).c_str());
            byte = before;
        }
    }
}

// Two damages at once, at places a fixed generator chooses.
void TestPteEveryByte::doubleFlip() {
    const std::string whole = smallProgram();
    std::uint64_t state = 1;
    const auto next = [&state] { return state = state * 6364136223846793005ULL + 1442695040888963407ULL, state >> 33U; };
    for (int round = 0; round < 20'000; ++round) {
        std::string bytes = whole;
        for (int k = 0; k < 2; ++k) bytes[next() % bytes.size()] = static_cast<char>(next());
        const ProgramTouch touch = touchProgram(bytes);
        QVERIFY2(touch.trouble.empty(), touch.trouble.c_str());
    }
}

ETSCOPE_TEST(TestPteEveryByte)
#include "tst_pte_every_byte.moc"
