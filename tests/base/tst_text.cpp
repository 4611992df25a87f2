#include <QtTest>

#include <cstdlib>
#include <set>
#include <string>

#include "base/base_name.h"
#include "base/escaped.h"
#include "base/hex.h"
#include "base/name_text.h"
#include "base/number_text.h"
#include "base/text.h"
#include "base/utf8.h"
#include "support/test_case.h"

using namespace etscope;
using namespace std::string_literals;

class TestText : public QObject {
    Q_OBJECT
private slots:
    void escapedKeepsWhatIsHarmless();
    void escapedShowsTheRest();
    void escapedShowsWhatActsOnTerminals();
    void visibleKeepsBackslashes();
    void jsonStaysTheSameDocument();
    void validUtf8();
    void invalidUtf8_data();
    void invalidUtf8();
    void names();
    void noNameIsLost();
    void longTexts();
    void xml();
    void csv();
    void spreadsheets();
    void python();
    void hex();
    void hexOffsets();
    void shortestReadsBack();
    void integers();
    void baseNames();
};

void TestText::escapedKeepsWhatIsHarmless() {
    for (const std::string& text : {""s, "a b/c"s, "größe \xE2\x82\xAC \xF0\x9F\x98\x80"s}) QCOMPARE(escaped(text), text);
}

void TestText::escapedShowsTheRest() {
    QCOMPARE(escaped("a\nb\x1B[2J\x7F"), "a\\x0Ab\\x1B[2J\\x7F"s);
    QCOMPARE(escaped("a\0b"s), "a\\x00b"s);
    QCOMPARE(escaped("\\"), "\\\\"s);
    QCOMPARE(escaped("\xFFz"), "\\xFFz"s);
    QCOMPARE(escaped("\xC3"), "\\xC3"s);
}

// Every control character and every control of direction, and what stands just beside them.
void TestText::escapedShowsWhatActsOnTerminals() {
    const auto utf8 = [](char32_t point) { return QString::fromUcs4(&point, 1).toStdString(); };
    int shown = 0;
    for (char32_t point = 0x80; point < 0x3000; ++point) {
        const bool acts = point < 0xA0 || point == 0x61C || point == 0x200E || point == 0x200F ||
                          (point >= 0x2028 && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
        const QString wanted = QStringLiteral("a\\u%1b").arg(static_cast<uint>(point), 4, 16, QLatin1Char('0'));
        const std::string text = "a" + utf8(point) + "b";
        QCOMPARE(escaped(text) != text, acts);
        if (!acts) continue;
        ++shown;
        QCOMPARE(QString::fromStdString(escaped(text)).toLower(), wanted.toLower());
    }
    QCOMPARE(shown, 32 + 1 + 2 + 7 + 4);
}

void TestText::visibleKeepsBackslashes() {
    QCOMPARE(visible("C:\\x \xC2\x9B 31m"), "C:\\x \\u009B 31m"s);
    for (const std::string& name : {"a\xE2\x80\xAE"s, "\x1B[2J"s, "\xFF\\"s}) QCOMPARE(visible(escaped(name)), escaped(name));
}

void TestText::jsonStaysTheSameDocument() {
    QCOMPARE(terminalJson("{\n \"a\": \"\\u001B \xC2\x85\x7F\xE2\x81\xA6 \\\\ \xC3\xA9\"}"),
             "{\n \"a\": \"\\u001B \\u0085\\u007F\\u2066 \\\\ \xC3\xA9\"}"s);
}

void TestText::validUtf8() {
    for (const std::string& text : {""s, "abc"s, "\x7F"s, "\xC2\x80"s, "\xDF\xBF"s, "\xE0\xA0\x80"s, "\xED\x9F\xBF"s,
                                    "\xEE\x80\x80"s, "\xEF\xBF\xBF"s, "\xF0\x90\x80\x80"s, "\xF4\x8F\xBF\xBF"s}) {
        QVERIFY(isValidUtf8(text));
        QCOMPARE(repairedUtf8(text), text);
    }
}

// RFC 3629, section 3 and 4: what is no UTF-8.
void TestText::invalidUtf8_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("lone continuation") << QByteArray("\x80");
    QTest::newRow("cut two") << QByteArray("\xC3");
    QTest::newRow("cut three") << QByteArray("\xE2\x82");
    QTest::newRow("cut four") << QByteArray("\xF0\x9F\x98");
    QTest::newRow("overlong slash") << QByteArray("\xC0\xAF");
    QTest::newRow("overlong three") << QByteArray("\xE0\x80\xAF");
    QTest::newRow("overlong four") << QByteArray("\xF0\x80\x80\xAF");
    QTest::newRow("surrogate") << QByteArray("\xED\xA0\x80");
    QTest::newRow("above the last code point") << QByteArray("\xF4\x90\x80\x80");
    QTest::newRow("five bytes") << QByteArray("\xF8\x88\x80\x80\x80");
    QTest::newRow("FF") << QByteArray("\xFF");
}

void TestText::invalidUtf8() {
    QFETCH(QByteArray, bytes);
    const std::string text = "a" + bytes.toStdString() + "z";
    QVERIFY(!isValidUtf8(text));
    const std::string repaired = repairedUtf8(text);
    QVERIFY(isValidUtf8(repaired));
    QCOMPARE(repaired.front(), 'a');
    QCOMPARE(repaired.back(), 'z');
    QVERIFY(repaired.find("\xEF\xBF\xBD") != std::string::npos);
    QVERIFY(isValidUtf8(escaped(text)));
}

void TestText::names() {
    for (const std::string& name : {""s, "layers.0.weight"s, "gr\xC3\xB6\xC3\x9F"s, "a\\b\n"s}) {
        QCOMPARE(nameText(name), name);
        QCOMPARE(nameBytes(name), name);
    }
    QCOMPARE(nameText("w\xFE.\xC3"), "w\\xFE.\\xC3"s);
    QCOMPARE(nameText("\xED\xA0\x80"), "\\xED\\xA0\\x80"s);
    QCOMPARE(nameText("w\\xFE"), "w\\\\xFE"s);
    QCOMPARE(validName("w\\xFE"), "w\\xFE"s);
    QCOMPARE(validName("w\xFE"), "w\\xFE"s);
}

/// No two names of a few bytes, whatever they are, are one text, and each can be had back.
void TestText::noNameIsLost() {
    const std::string letters = "a\\xF\xFF\xC3\xB6"s;
    std::vector<std::string> names{""};
    for (std::size_t from = 0; names.front().size() <= 4;) {
        const std::vector<std::string> shorter(names.begin() + static_cast<std::ptrdiff_t>(from), names.end());
        from = names.size();
        if (shorter.front().size() == 4) break;
        for (const std::string& name : shorter)
            for (const char letter : letters) names.push_back(name + letter);
    }
    QVERIFY(names.size() > 2'000);
    std::set<std::string> texts;
    for (const std::string& name : names) {
        const std::string text = nameText(name);
        QVERIFY(isValidUtf8(text));
        QVERIFY2(texts.insert(text).second, text.c_str());
        QVERIFY2(nameBytes(text) == name, text.c_str());
    }
}

/// Whatever stands before and behind the eight bytes that are looked at together.
void TestText::longTexts() {
    for (std::size_t before = 0; before < 20; ++before)
        for (std::size_t behind = 0; behind < 10; ++behind) {
            const std::string a(before, 'a'), z(behind, 'z');
            QVERIFY(isValidUtf8(a + "\xC3\xB6" + z));
            QVERIFY(!isValidUtf8(a + "\xFF" + z));
        }
}

/// XML 1.0, 2.2: no control characters but tab and line ends, no U+FFFE, no U+FFFF.
void TestText::xml() {
    QCOMPARE(xmlText("a<b>&\"c\"'"), "a&lt;b&gt;&amp;&quot;c&quot;'"s);
    QCOMPARE(xmlText("\x1B[2J\0\tx\xFF \xE2\x80\xAE"s), "\\x1B[2J\\x00\\x09x\\xFF \\u202E"s);
    QCOMPARE(xmlText("\xEF\xBF\xBE\xEF\xBF\xBD\xEF\xBF\xBFz"), "\xEF\xBF\xBDz"s);
}

/// Names cannot be formulas; numbers stay numbers.
void TestText::spreadsheets() {
    for (const std::string& text : {"=1+1"s, "+cmd"s, "-a"s, "@SUM(A1)"s, "\t=1"s, "\r=1"s, "-1+1"s, "=5"s})
        QCOMPARE(spreadsheetText(text), "'" + text);
    for (const std::string& text : {""s, "-1"s, "+1.5e-7"s, "-Infinity"s, "-0"s, "-1e999"s, "a=b"s, "5-3"s, "−x"s})
        QCOMPARE(spreadsheetText(text), text);
}

/// RFC 4180, 2.
void TestText::csv() {
    for (const std::string& text : {""s, "a b"s, "größe;x"s}) QCOMPARE(csvField(text), text);
    QCOMPARE(csvField("a,b"), "\"a,b\""s);
    QCOMPARE(csvField("say \"x\""), "\"say \"\"x\"\"\""s);
    QCOMPARE(csvField("a\r\nb"), "\"a\r\nb\""s);
}

// The Python language reference, "String and Bytes literals".
void TestText::python() {
    QCOMPARE(pythonText("layers.0.wq"), "\"layers.0.wq\""s);
    QCOMPARE(pythonText("a\"\\b\nc\xE2\x80\xAE"), "\"a\\\"\\\\b\\x0Ac\\u202E\""s);
    QCOMPARE(docstringText("of 'm'\nand n.\n"), "of 'm'\nand n.\n"s);
    QCOMPARE(docstringText("a\"\"\"\\\nimport os\r\x01"), "a'''\\\\\nimport os\\x0D\\x01"s);
    QCOMPARE(docstringText(""), ""s);
}

void TestText::hex() {
    const std::byte bytes[] = {std::byte{0}, std::byte{0x9A}, std::byte{0xFF}};
    QCOMPARE(hexText(bytes), "009aff"s);
    QCOMPARE(hexText({}), ""s);
    std::string text = "x";
    appendHex(text, std::byte{0xAB}, HexCase::Upper);
    QCOMPARE(text, "xAB"s);
}

void TestText::hexOffsets() {
    QCOMPARE(hexOffset(0), "0x00000000"s);
    QCOMPARE(hexOffset(0xA2D000), "0x00A2D000"s);
    QCOMPARE(hexOffset(0x123456789AB), "0x123456789AB"s);
    QCOMPARE(hexOffset(UINT64_MAX), "0xFFFFFFFFFFFFFFFF"s);
}

void TestText::shortestReadsBack() {
    QCOMPARE(shortest(0.1), "0.1"s);
    QCOMPARE(shortest(-3), "-3"s);
    QCOMPARE(shortest(std::nan("")), "NaN"s);
    QCOMPARE(shortest(INFINITY), "Infinity"s);
    QCOMPARE(shortest(-INFINITY), "-Infinity"s);
    for (const double value : {1.0 / 3, 1e300, 5e-324, -2.5e-7, 1.7976931348623157e308})
        QCOMPARE(std::strtod(shortest(value).c_str(), nullptr), value);
}

void TestText::integers() {
    QCOMPARE(parseInt("42"), std::optional<std::int64_t>(42));
    QCOMPARE(parseInt("-9223372036854775808"), std::optional<std::int64_t>(INT64_MIN));
    for (const char* text : {"", " 1", "1 ", "1.0", "9223372036854775808", "0x10", "+1", "--1"}) QVERIFY2(!parseInt(text), text);
}

void TestText::baseNames() {
    QCOMPARE(baseName("/a/b/c.pte"), std::string_view("c.pte"));
    QCOMPARE(baseName("c"), std::string_view("c"));
    QCOMPARE(baseName("a/"), std::string_view(""));
}

ETSCOPE_TEST(TestText)
#include "tst_text.moc"
