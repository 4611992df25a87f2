#include <QtTest>
#include <string>

#include "base/scalar_type.h"
#include "support/test_case.h"

using namespace etscope;

class TestScalarType : public QObject {
    Q_OBJECT
private slots:
    void types_data();
    void types();
    void unknownNumbersAreKept();
    void programJsonNumbers();
    void namesThatAreNone();
};

// Numbers: c10/core/ScalarType.h; item sizes and spellings: torch.
void TestScalarType::types_data() {
    QTest::addColumn<int>("c10");
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("torch");
    QTest::addColumn<int>("bytes");
    QTest::addColumn<QString>("family");
    struct Row {
        int c10;
        const char *word, *torch;
        int bytes;
        const char* family;
    };
    static constexpr Row kRows[] = {
        {0, "u8", "uint8", 1, "integer"},
        {1, "i8", "int8", 1, "integer"},
        {2, "i16", "int16", 2, "integer"},
        {3, "i32", "int32", 4, "integer"},
        {4, "i64", "int64", 8, "integer"},
        {5, "f16", "float16", 2, "floating"},
        {6, "f32", "float32", 4, "floating"},
        {7, "f64", "float64", 8, "floating"},
        {8, "c32", "complex32", 4, "complex"},
        {9, "c64", "complex64", 8, "complex"},
        {10, "c128", "complex128", 16, "complex"},
        {11, "bool", "bool", 1, ""},
        {12, "qint8", "qint8", 1, "quantized"},
        {13, "quint8", "quint8", 1, "quantized"},
        {14, "qint32", "qint32", 4, "quantized"},
        {15, "bf16", "bfloat16", 2, "floating"},
        {16, "quint4x2", "quint4x2", 1, "quantized"},
        {17, "quint2x4", "quint2x4", 1, "quantized"},
        {18, "bits1x8", "bits1x8", 1, ""},
        {22, "bits16", "bits16", 2, ""},
        {23, "f8e5m2", "float8_e5m2", 1, "floating"},
        {24, "f8e4m3fn", "float8_e4m3fn", 1, "floating"},
        {25, "f8e5m2fnuz", "float8_e5m2fnuz", 1, "floating"},
        {26, "f8e4m3fnuz", "float8_e4m3fnuz", 1, "floating"},
        {27, "u16", "uint16", 2, "integer"},
        {28, "u32", "uint32", 4, "integer"},
        {29, "u64", "uint64", 8, "integer"},
        {44, "f8e8m0fnu", "float8_e8m0fnu", 1, "floating"},
    };
    for (const Row& row : kRows)
        QTest::newRow(row.word) << row.c10 << QString(row.word) << QString(row.torch) << row.bytes << QString(row.family);
}

void TestScalarType::types() {
    QFETCH(int, c10);
    QFETCH(QString, word);
    QFETCH(QString, torch);
    QFETCH(int, bytes);
    QFETCH(QString, family);
    const ScalarType type = scalarTypeFromC10(c10);
    QCOMPARE(QString::fromStdString(scalarTypeName(type)), word);
    QCOMPARE(static_cast<int>(itemSize(type)), bytes);
    for (const QString& spelling : {word, torch, "torch." + torch}) {
        const auto found = scalarTypeFromName(spelling.toStdString());
        QVERIFY(found.has_value());
        QCOMPARE(static_cast<int>(*found), c10);
    }
    QCOMPARE(isInteger(type), family == "integer");
    QCOMPARE(isFloating(type), family == "floating");
    QCOMPARE(isComplex(type), family == "complex");
    QCOMPARE(isQuantized(type), family == "quantized");
}

void TestScalarType::unknownNumbersAreKept() {
    const ScalarType type = scalarTypeFromC10(77);
    QCOMPARE(scalarTypeName(type), std::string("unknown:77"));
    QCOMPARE(itemSize(type), std::size_t{0});
    QVERIFY(!isFloating(type) && !isInteger(type));
    QCOMPARE(scalarTypeName(scalarTypeFromC10(-5)), std::string("unknown:-1"));
    QCOMPARE(scalarTypeName(scalarTypeFromC10(std::int64_t{1} << 40)), std::string("unknown:-1"));
}

// Numbers: executorch exir/serde/schema.py (1 to 16), torch/_export/serde/schema.py (from 28).
void TestScalarType::programJsonNumbers() {
    static constexpr std::pair<int, const char*> kNumbers[] = {
        {1, "u8"},      {2, "i8"},         {3, "i16"},     {4, "i32"},       {5, "i64"},   {6, "f16"},
        {7, "f32"},     {8, "f64"},        {9, "c32"},     {10, "c64"},      {11, "c128"}, {12, "bool"},
        {13, "bf16"},   {14, "u16"},       {15, "f8e5m2"}, {16, "f8e4m3fn"}, {28, "u16"},  {29, "f8e4m3fn"},
        {30, "f8e5m2"}, {33, "f8e8m0fnu"}, {34, "u32"},    {35, "u64"}};
    for (const auto& [number, word] : kNumbers) {
        const auto type = scalarTypeFromProgramJson(number);
        QVERIFY2(type.has_value(), word);
        QCOMPARE(scalarTypeName(*type), std::string(word));
    }
    for (const std::int64_t number :
         {std::int64_t{0}, std::int64_t{-1}, std::int64_t{17}, std::int64_t{27}, std::int64_t{36}, INT64_MAX, INT64_MIN})
        QVERIFY(!scalarTypeFromProgramJson(number));
}

void TestScalarType::namesThatAreNone() {
    for (const char* name : {"", "float", "torch.", "<f3", "F32"}) QVERIFY2(!scalarTypeFromName(name), name);
    QCOMPARE(scalarTypeFromName("<f4"), std::optional(ScalarType::F32));
    QCOMPARE(scalarTypeFromName("|u1"), std::optional(ScalarType::U8));
}

ETSCOPE_TEST(TestScalarType)
#include "tst_scalar_type.moc"
