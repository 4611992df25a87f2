// Base64: what is read, and that nothing else is; what is written.
#include <QtTest>

#include "base/base64.h"
#include "support/test_case.h"

using namespace etscope;

class TestBase64 : public QObject {
    Q_OBJECT
private slots:
    void reads_data();
    void reads();
    void everyLength();
    void refuses_data();
    void refuses();
};

namespace {

std::optional<QByteArray> decoded(const QByteArray& text) {
    const auto bytes = decodeBase64({text.constData(), static_cast<std::size_t>(text.size())});
    if (!bytes) return std::nullopt;
    return QByteArray(reinterpret_cast<const char*>(bytes->data()), static_cast<qsizetype>(bytes->size()));
}

}  // namespace

void TestBase64::reads_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QByteArray() << QByteArray();
    QTest::newRow("one") << QByteArray("Zg==") << QByteArray("f");
    QTest::newRow("two") << QByteArray("Zm8=") << QByteArray("fo");
    QTest::newRow("three") << QByteArray("Zm9v") << QByteArray("foo");
    QTest::newRow("no padding") << QByteArray("Zm8") << QByteArray("fo");
    QTest::newRow("line ends") << QByteArray("Zm9v\r\nYmFy\n") << QByteArray("foobar");
    QTest::newRow("blanks within a group") << QByteArray(" Z m\t9v Zg=\n=") << QByteArray("foof");
    QTest::newRow("all bytes high") << QByteArray("//79") << QByteArray("\xFF\xFE\xFD");
}

void TestBase64::reads() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, bytes);
    QVERIFY(decoded(text).has_value());
    QCOMPARE(*decoded(text), bytes);
}

/// What Qt's encoder writes, whole and unpadded with a line end in it; lengths around a block (16384 digits) as well.
void TestBase64::everyLength() {
    QByteArray bytes;
    for (int i = 0; i < 40'000; ++i) {
        bytes.append(static_cast<char>(i * 7 + i / 251));
        const bool borders = (i + 4) % 12288 < 8;
        if (i > 300 && !borders) continue;
        QCOMPARE(decoded(bytes.toBase64()).value_or("refused"), bytes);
        QCOMPARE(encodeBase64(std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size())))),
                 bytes.toBase64().toStdString());
        QCOMPARE(decoded(bytes.toBase64(QByteArray::OmitTrailingEquals).insert(1, '\n')).value_or("refused"), bytes);
    }
}

void TestBase64::refuses_data() {
    QTest::addColumn<QByteArray>("text");
    for (const char* text : {"Z", "Zm9vZ", "_-_-", "Zg==Zg==", "hello!", "=", "====", "Zm9v=", "Zg=", "Zg===", "Z===", "Z=g=",
                             "=Zg=", "Zg==-", "-Zg==", "Zm9v-", "Zm9v\x0BZm9v", "Zm9\xC3\xA4", "Zm9vYm.y"})
        QTest::newRow(text) << QByteArray(text);
    QTest::newRow("zero byte") << QByteArray("Zm9v\0Zm9", 8);
    QTest::newRow("behind a block") << QByteArray(16384, 'A') + "=AAA";
}

void TestBase64::refuses() {
    QFETCH(QByteArray, text);
    QVERIFY(!decoded(text));
}

ETSCOPE_TEST(TestBase64)
#include "tst_base64.moc"
