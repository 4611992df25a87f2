#include <QtTest>

#include <cmath>

#include "io/json_reader.h"
#include "support/bytes.h"
#include "support/test_case.h"

using namespace etscope;

class TestJsonReader : public QObject {
    Q_OBJECT
private slots:
    void scalars_data();
    void scalars();
    void integersAreExact();
    void numbersOfEverySize();
    void strings_data();
    void strings();
    void rawTexts();
    void wrongKindsAreSkipped();
    void broken_data();
    void broken();
    void everyPlaceOfAWindowsEnd();
    void longTextsAreCut();
    void nestingIsLimited();
    void endOfText();
    void readErrorStops();
    void cancelled();
};

void TestJsonReader::scalars_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("value");
    QTest::newRow("int") << "42" << 42.0;
    QTest::newRow("negative") << " -7 " << -7.0;
    QTest::newRow("exponent") << "1e-05" << 1e-05;
    QTest::newRow("shortest") << "0.019897423684597015" << 0.019897423684597015;
    QTest::newRow("beyond double") << "1e999" << static_cast<double>(INFINITY);
    QTest::newRow("below double") << "-1e-999" << -0.0;
    QTest::newRow("infinity") << "Infinity" << static_cast<double>(INFINITY);
    QTest::newRow("negative infinity") << "-Infinity" << -static_cast<double>(INFINITY);
    QTest::newRow("big integer") << "18446744073709551616" << 18446744073709551616.0;
}

void TestJsonReader::scalars() {
    QFETCH(QString, text);
    QFETCH(double, value);
    const std::string owned = text.toStdString();
    JsonReader json(owned);
    const auto number = json.number();
    QVERIFY(number);
    QCOMPARE(number->real, value);
    QVERIFY(json.atEnd());
}

void TestJsonReader::integersAreExact() {
    const std::string text = "[9223372036854775807, -9223372036854775808, 9223372036854775808, true, false, 1.0, NaN]";
    JsonReader json(text);
    std::vector<std::string> seen;
    json.array([&] {
        if (json.peek() == JsonReader::Kind::Number) {
            const auto number = json.number();
            QVERIFY(number);
            seen.push_back(std::string("IBF").substr(static_cast<std::size_t>(number->kind), 1) + std::string(number->text));
            if (number->kind == JsonNumber::Kind::Int) QCOMPARE(std::to_string(number->integer), std::string(number->text));
        } else {
            seen.push_back(std::to_string(json.integer().value_or(-1)));
        }
    });
    QVERIFY(!json.failed());
    const std::vector<std::string> expected{
        "I9223372036854775807", "I-9223372036854775808", "B9223372036854775808", "1", "0", "F1.0", "FNaN"};
    QCOMPARE(seen, expected);
}

void TestJsonReader::numbersOfEverySize() {
    const std::string digits(60'000, '7');
    JsonReader good(digits);
    const auto number = good.number();
    QVERIFY(number && number->kind == JsonNumber::Kind::BigInt);
    QCOMPARE(number->text.size(), digits.size());
    const std::string tooLong(70'000, '7');
    JsonReader bad(tooLong);
    bad.skip();
    QVERIFY(bad.failed() || !bad.atEnd());
}

void TestJsonReader::strings_data() {
    QTest::addColumn<QByteArray>("raw");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("repaired");
    QTest::addColumn<bool>("badEscape");
    QTest::newRow("plain") << QByteArray("abc") << QByteArray("abc") << false << false;
    QTest::newRow("empty") << QByteArray("") << QByteArray("") << false << false;
    QTest::newRow("escapes") << QByteArray(R"(\"\\\/\b\f\n\r\t)") << QByteArray("\"\\/\b\f\n\r\t") << false << false;
    QTest::newRow("bmp") << QByteArray(R"(\u00e9\u20AC)") << QByteArray("\xC3\xA9\xE2\x82\xAC") << false << false;
    QTest::newRow("pair") << QByteArray(R"(\ud83d\ude00)") << QByteArray("\xF0\x9F\x98\x80") << false << false;
    QTest::newRow("lone high") << QByteArray(R"(a\ud83db)")
                               << QByteArray(
                                      "a\xEF\xBF\xBD"
                                      "b")
                               << false << false;
    QTest::newRow("lone low") << QByteArray(R"(\ude00)") << QByteArray("\xEF\xBF\xBD") << false << false;
    QTest::newRow("two highs") << QByteArray(R"(\ud83d\ud83d)") << QByteArray("\xEF\xBF\xBD\xEF\xBF\xBD") << false << false;
    QTest::newRow("NUL") << QByteArray(R"(a\u0000b)") << QByteArray("a\0b", 3) << false << false;
    QTest::newRow("raw newline") << QByteArray("a\nb") << QByteArray("a\nb") << false << false;
    QTest::newRow("utf-8") << QByteArray("\xC3\xA9") << QByteArray("\xC3\xA9") << false << false;
    QTest::newRow("bad byte") << QByteArray(
                                     "a\xFF"
                                     "b")
                              << QByteArray(
                                     "a\xEF\xBF\xBD"
                                     "b")
                              << true << false;
    QTest::newRow("bad byte after 16") << QByteArray("0123456789abcdefghij\xC0") << QByteArray("0123456789abcdefghij\xEF\xBF\xBD")
                                       << true << false;
    QTest::newRow("unknown escape") << QByteArray(R"(a\qb)") << QByteArray(R"(a\qb)") << false << true;
    QTest::newRow("short unicode") << QByteArray(R"(\u12)") << QByteArray(R"(\u12)") << false << true;
    QTest::newRow("no hex") << QByteArray(R"(\u12G4)") << QByteArray(R"(\u12G4)") << false << true;
}

void TestJsonReader::strings() {
    QFETCH(QByteArray, raw);
    QFETCH(QByteArray, text);
    QFETCH(bool, repaired);
    QFETCH(bool, badEscape);
    const std::string document = "{\"" + raw.toStdString() + "\": \"" + raw.toStdString() + "\"}";
    JsonReader json(document);
    json.object([&](std::string_view key) {
        QCOMPARE(std::string(key), text.toStdString());
        const auto value = json.string();
        QVERIFY(value);
        QCOMPARE(std::string(*value), text.toStdString());
    });
    QVERIFY(!json.failed());
    QCOMPARE(json.repairedTexts(), std::uint64_t{repaired ? 2U : 0U});
    QCOMPARE(json.badEscapes(), std::uint64_t{badEscape ? 2U : 0U});
}

void TestJsonReader::rawTexts() {
    const std::string document = R"(  ["ab\"cd", "xy"])";
    JsonReader json(document);
    std::vector<std::string> heads;
    json.array([&] {
        const auto text = json.text(3);
        QVERIFY(text);
        heads.push_back(document.substr(text->slice.offset, text->slice.size) + "|" + std::string(text->head) +
                        (text->whole() ? "!" : ""));
    });
    QCOMPARE(heads, (std::vector<std::string>{R"(ab\"cd|ab\)", "xy|xy!"}));
}

void TestJsonReader::wrongKindsAreSkipped() {
    const std::string document = R"([{"a": [1, {"b": "]"}]}, [[], {}], "text", 5, true, null, NaN])";
    JsonReader json(document);
    int elements = 0;
    json.array([&] {
        switch (elements++) {
            case 0: QVERIFY(!json.string()); break;
            case 1: QVERIFY(!json.object([](std::string_view) { QFAIL("a list is no object"); })); break;
            case 2: QVERIFY(!json.number()); break;
            case 3: QVERIFY(!json.array([] { QFAIL("a number is no list"); })); break;
            case 4:
                QVERIFY(!json.takeNull());
                QVERIFY(!json.string());
                break;
            case 5: QVERIFY(json.takeNull()); break;
            default: QVERIFY(!json.boolean()); break;
        }
    });
    QCOMPARE(elements, 7);
    QVERIFY(json.atEnd());
}

void TestJsonReader::broken_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("code");
    QTest::newRow("nothing") << ""
                             << "json-truncated";
    QTest::newRow("blanks") << " \n "
                            << "json-truncated";
    QTest::newRow("object") << R"({"a": 1)"
                            << "json-truncated";
    QTest::newRow("key") << R"({"a)"
                         << "json-truncated";
    QTest::newRow("colon") << R"({"a")"
                           << "json-truncated";
    QTest::newRow("value") << R"({"a":)"
                           << "json-truncated";
    QTest::newRow("comma") << R"([1,)"
                           << "json-truncated";
    QTest::newRow("string") << R"(["ab\)"
                            << "json-truncated";
    QTest::newRow("word") << "[tru"
                          << "json-truncated";
    QTest::newRow("a number with more behind its overflow") << "[1e4000.5e2]"
                                                            << "json-syntax";
    QTest::newRow("wrong word") << "[trux]"
                                << "json-syntax";
    QTest::newRow("wrong bracket") << "[1}"
                                   << "json-syntax";
    QTest::newRow("mixed nesting") << R"({"a": [}])"
                                   << "json-syntax";
    QTest::newRow("no comma") << "[1 2]"
                              << "json-syntax";
    QTest::newRow("trailing comma") << "[1,]"
                                    << "json-syntax";
    QTest::newRow("key without quotes") << "{a: 1}"
                                        << "json-syntax";
    QTest::newRow("no colon") << R"({"a" 1})"
                              << "json-syntax";
    QTest::newRow("lone minus") << "[-]"
                                << "json-syntax";
    QTest::newRow("two points") << "[1.2.3]"
                                << "json-syntax";
    QTest::newRow("half a NaN") << "[Na]"
                                << "json-syntax";
}

void TestJsonReader::broken() {
    QFETCH(QString, text);
    QFETCH(QString, code);
    const std::string owned = text.toStdString();
    JsonReader json(owned);
    json.skip();
    QVERIFY(json.failed());
    QCOMPARE(QString::fromStdString(json.error().code), code);
    // Stopped for good, whatever is asked.
    QVERIFY(!json.string() && !json.number() && !json.boolean() && !json.takeNull() && json.peek() == JsonReader::Kind::Failed);
    QVERIFY(!json.array([] { QFAIL("an element after the failure"); }));
}

/// Values of every kind, moved byte by byte over the end of the reader's window.
void TestJsonReader::everyPlaceOfAWindowsEnd() {
    const std::string piece =
        R"({"key one": "va\"lue \u00e9", "n": -12345.5e-3, "flags": [true, false, null, NaN, -Infinity, 9223372036854775807]})";
    constexpr std::size_t kWindow = std::size_t{1} << 18U;
    for (std::size_t shift = 0; shift < piece.size() + 8; ++shift) {
        const std::string filler(kWindow - 12 - shift, 'f');
        const JobContext job;
        JsonReader json(test::inMemory("[\"" + filler + "\", " + piece + "]"), job);
        int element = 0;
        std::string seen;
        json.array([&] {
            if (element++ == 0) return json.skip();
            json.object([&](std::string_view key) {
                seen += std::string(key) + "=";
                if (key == "key one") {
                    seen += json.string().value_or("?");
                } else if (key == "n") {
                    seen += json.number().value_or(JsonNumber{}).text;
                } else {
                    json.array([&] {
                        if (json.takeNull())
                            seen += "null ";
                        else if (json.peek() == JsonReader::Kind::Number)
                            seen += std::string(json.number().value_or(JsonNumber{}).text) + " ";
                        else
                            seen += json.boolean().value_or(false) ? "true " : "false ";
                    });
                }
            });
        });
        QVERIFY2(!json.failed(), json.error().message.c_str());
        QCOMPARE(seen,
                 std::string("key one=va\"lue \xC3\xA9n=-12345.5e-3flags=true false null NaN -Infinity 9223372036854775807 "));
    }
}

void TestJsonReader::longTextsAreCut() {
    const JobContext job;
    const std::string longText(JsonReader::kMaxText + 1000, 'x');
    JsonReader json(test::inMemory("[\"" + longText + "\", 7]"), job);
    std::size_t size = 0;
    std::int64_t last = 0;
    int element = 0;
    json.array([&] {
        if (element++ == 0)
            size = json.string().value_or("").size();
        else
            last = json.integer().value_or(0);
    });
    QCOMPARE(size, JsonReader::kMaxText + std::string_view("…").size());
    QCOMPARE(last, std::int64_t{7});
    QCOMPARE(json.cutTexts(), std::uint64_t{1});
}

void TestJsonReader::nestingIsLimited() {
    for (const std::size_t depth : {std::size_t{1024}, std::size_t{1025}}) {
        const std::string document = std::string(depth, '[') + std::string(depth, ']');
        JsonReader json(document);
        json.skip();
        QCOMPARE(json.failed(), depth == 1025);
        if (json.failed()) QCOMPARE(json.error().code, std::string("json-too-deep"));
    }
}

void TestJsonReader::endOfText() {
    const std::string with = "\xEF\xBB\xBF {} \n";
    const JobContext job;
    JsonReader json(test::inMemory(with), job);
    QVERIFY(json.object([](std::string_view) {}));
    QVERIFY(json.atEnd());
    const std::string more = "{} x";
    JsonReader trailing(more);
    trailing.skip();
    QVERIFY(!trailing.atEnd());
}

void TestJsonReader::readErrorStops() {
    const JobContext job;
    ByteRange range = test::inMemory("[1, 2, 3]");
    range.size = 100;  // a file that has become shorter
    JsonReader json(range, job);
    json.skip();
    QVERIFY(json.failed());
    QCOMPARE(json.error().code, std::string("read-beyond-end"));
}

void TestJsonReader::cancelled() {
    std::stop_source stop;
    stop.request_stop();
    const JobContext job{stop.get_token(), {}};
    JsonReader json(test::inMemory("[1]"), job);
    json.skip();
    QCOMPARE(json.error().code, std::string("cancelled"));
}

ETSCOPE_TEST(TestJsonReader)
#include "tst_json_reader.moc"
