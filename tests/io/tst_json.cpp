#include <QtTest>

#include "base/limits.h"
#include "io/json.h"
#include "support/bytes.h"
#include "support/test_case.h"

using namespace etscope;

class TestJson : public QObject {
    Q_OBJECT
private slots:
    void reads();
    void wrongByteIsNamed_data();
    void wrongByteIsNamed();
    void invalidUtf8IsRepaired();
    void tooLarge();
    void deepNesting();
    void memoryIsLimited_data();
    void memoryIsLimited();
    void lastOfAMemberCounts();
};

void TestJson::reads() {
    Diagnostics diagnostics;
    const auto document = readJson(test::inMemory(R"({"forward": {"0": [1, 9223372036854775807]}})"), diagnostics);
    QVERIFY(document);
    QVERIFY(diagnostics.empty());
    QCOMPARE((*document)["forward"]["0"][1].get<std::int64_t>(), INT64_MAX);
}

void TestJson::wrongByteIsNamed_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("place");
    QTest::newRow("empty") << QByteArray() << "0x00000000";
    QTest::newRow("wrong letter") << QByteArray("{\"a\": x}") << "0x00000006";
    QTest::newRow("two documents") << QByteArray("{} {}") << "0x00000003";
    QTest::newRow("bare NaN") << QByteArray("[NaN]") << "0x00000001";
}

void TestJson::wrongByteIsNamed() {
    QFETCH(QByteArray, text);
    QFETCH(QString, place);
    Diagnostics diagnostics;
    const auto document = readJson(test::inMemory(text.toStdString(), "f"), diagnostics);
    QVERIFY(!document);
    QCOMPARE(document.error().code, std::string("json-invalid"));
    QCOMPARE(QString::fromStdString(document.error().where), "f @ " + place);
}

void TestJson::invalidUtf8IsRepaired() {
    Diagnostics diagnostics;
    const auto document = readJson(test::inMemory("{\"a\xFF\": 1}"), diagnostics);
    QVERIFY(document);
    QVERIFY(diagnostics.has("json-invalid-utf8"));
    QVERIFY(document->contains("a\xEF\xBF\xBD"));
}

void TestJson::tooLarge() {
    Diagnostics diagnostics;
    const auto document = readJson(test::inMemory(std::string(limits::kMaxDomJson + 1, ' ')), diagnostics);
    QVERIFY(!document);
    QCOMPARE(document.error().code, std::string("limit-exceeded"));
}

// A million open brackets: an error or a document, and no exhausted stack.
void TestJson::deepNesting() {
    Diagnostics diagnostics;
    const auto open = readJson(test::inMemory(std::string(1'000'000, '[')), diagnostics);
    QVERIFY(!open);
    const auto closed = readJson(test::inMemory(std::string(1'000'000, '[') + std::string(1'000'000, ']')), diagnostics);
    QVERIFY(closed || closed.error().code == "json-invalid" || closed.error().code == "limit-exceeded");
}

// A DOM of these costs 20 to 80 times their text.
void TestJson::memoryIsLimited_data() {
    QTest::addColumn<QByteArray>("piece");
    QTest::newRow("empty lists") << QByteArray("[],");
    QTest::newRow("empty objects") << QByteArray("{},");
    QTest::newRow("members") << QByteArray("{\"a\":[0]},");
}

void TestJson::memoryIsLimited() {
    QFETCH(QByteArray, piece);
    const std::string text = "[" + test::repeated(piece.toStdString(), (15U << 20) / static_cast<std::size_t>(piece.size())) + "0]";
    Diagnostics diagnostics;
    const auto document = readJson(test::inMemory(text), diagnostics);
    QVERIFY(!document);
    QCOMPARE(document.error().code, std::string("limit-exceeded"));
}

void TestJson::lastOfAMemberCounts() {
    Diagnostics diagnostics;
    const auto document =
        readJson(test::inMemory(R"({"a": [1, {"b": null}], "a": "x", "c": {"d": [true, 0.5, -1]}})"), diagnostics);
    QVERIFY(document);
    QCOMPARE(document->dump(), std::string(R"({"a":"x","c":{"d":[true,0.5,-1]}})"));
}

ETSCOPE_TEST(TestJson)
#include "tst_json.moc"
