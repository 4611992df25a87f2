// Budget files: what they may say, and how what they may not say is told.
#include <QtTest>

#include "base/nearest_word.h"
#include "gate/budgets.h"
#include "gate/limits.h"
#include "support/test_case.h"

using namespace etscope;
using namespace etscope::gate;

class TestBudgets : public QObject {
    Q_OBJECT
private slots:
    void limits_data();
    void limits();
    void everyTable();
    void order();
    void refused_data();
    void refused();
    void hostile();
    void words();
};

void TestBudgets::limits_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("unit");
    QTest::addColumn<int>("kind");
    QTest::addColumn<double>("value");
    const auto row = [](const char* text, Unit unit, Limit::Kind kind, double value) {
        QTest::newRow(text) << QString::fromUtf8(text) << static_cast<int>(unit) << static_cast<int>(kind) << value;
    };
    using enum Limit::Kind;
    row("4 MiB", Unit::Bytes, Absolute, 4194304);
    row("1.5kB", Unit::Bytes, Absolute, 1500);
    row("+200 KiB", Unit::Bytes, Change, 204800);
    row("-1 B", Unit::Bytes, Change, -1);
    row("+5 %", Unit::Bytes, Share, 0.05);
    row("-10%", Unit::Ticks, Share, -0.1);
    row("12 ms", Unit::Ticks, Absolute, 0.012);
    row("3 µs", Unit::Ticks, Absolute, 3e-6);
    row("1200 ticks", Unit::Ticks, Absolute, 1200);
    row("30 dB", Unit::Decibel, Absolute, 30);
    row("-1 dB", Unit::Decibel, Change, -1);
    row("+0", Unit::Count, Change, 0);
    row("1e-4", Unit::None, Absolute, 1e-4);
    row("0.01 nats", Unit::Nats, Absolute, 0.01);
    row("98.4 %", Unit::Share, Absolute, 123.0 / 125);
    row("1", Unit::Share, Absolute, 1);
    row("-1 %", Unit::Share, Share, -0.01);
}

void TestBudgets::limits() {
    QFETCH(const QString, text);
    QFETCH(const int, unit);
    QFETCH(const int, kind);
    QFETCH(const double, value);
    const auto limit = parseLimit(text.toStdString(), static_cast<Unit>(unit));
    QVERIFY2(limit, qPrintable(text));
    QCOMPARE(static_cast<int>(limit->kind), kind);
    QVERIFY(std::abs(limit->value - value) <= 1e-12 * std::abs(value));
    QCOMPARE(limit->seconds, text.endsWith("ms") || text.endsWith("µs"));
    QVERIFY(static_cast<Unit>(unit) == Unit::Share || !parseLimit("5 %", static_cast<Unit>(unit)));
    for (const char* wrong : {"", "+", "MiB", "4 MB/s", "nan", "inf", "++1", "0x10", "4 dBm"})
        QVERIFY2(!parseLimit(wrong, static_cast<Unit>(unit)), wrong);
}

void TestBudgets::everyTable() {
    const auto read = parseBudgets(R"(
ticks_per_second = 1e9
file_size = ["4 MiB", "+5 %"]
latency_p50 = { limit = "10 ms", allow_unknown = true }
[outputs]
rtol = 1e-2
equal_nan = true
envelope = true
[method.text_decoder]
peak_memory = 1000
[method."odd.name".output.3]
snr_db = 60
allow_unknown = true
[findings]
error = 0
"metadata-*" = 2
)",
                                   "b.toml");
    QVERIFY2(read, read ? "" : read.error().message.c_str());
    QCOMPARE(read->list.size(), std::size_t{8});
    QCOMPARE(*read->ticksPerSecond, 1e9);
    QStringList lines;
    for (const Budget& one : read->list)
        lines.append(QString("%1 %2/%3/%4 %5%6")
                         .arg(one.line)
                         .arg(QString::fromStdString(one.method))
                         .arg(one.output ? QString::number(*one.output) : "")
                         .arg(QString::fromStdString(one.key()))
                         .arg(one.limits.size())
                         .arg(one.allowUnknown ? "?" : ""));
    QCOMPARE(lines, QStringList({"3 //file_size 2", "4 //latency_p50 1?", "6 //tolerance 0", "8 //envelope 0",
                                 "10 text_decoder//peak_memory 1", "12 odd.name/3/snr_db 1?", "15 //findings.error 1",
                                 "16 //findings.metadata-* 1"}));
    QCOMPARE(read->list[2].tolerance.rtol, 1e-2);
    QCOMPARE(read->list[2].tolerance.atol, tensor::Tolerance{}.atol);
    QVERIFY(read->list[2].tolerance.equalNan);
    QCOMPARE(read->list[5].worse(), tensor::Worse::Smaller);
}

/// Tables of TOML have no order of their own: rows are told in that of the file.
void TestBudgets::order() {
    const auto read = parseBudgets("weights_bytes = 1\nfile_size = 2\ndelegate_calls = 3\n", "b.toml");
    QVERIFY(read);
    QCOMPARE(read->list[0].key(), std::string("weights_bytes"));
    QCOMPARE(read->list[2].key(), std::string("delegate_calls"));
}

void TestBudgets::refused_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const char* text, const char* code, const char* where, const char* message) {
        QTest::newRow(name) << text << code << where << message;
    };
    row("misspelt", "\npeak_memroy = 1\n", "budget-key", "b.toml, line 2", "the nearest is \"peak_memory\"");
    row("misspelt in a method", "[method.m]\nlatency_p5 = 1\n", "budget-key", "b.toml, line 2", "\"latency_p50\"");
    row("file_size of a method", "[method.m]\nfile_size = 1\n", "budget-key", "b.toml, line 2", "a method has no key");
    row("misspelt metric", "[outputs]\nmax_bas = 1\n", "budget-key", "b.toml, line 2", "\"max_abs\"");
    row("misspelt finding", "[findings]\nmetadata-asbent = 0\n", "budget-key", "b.toml, line 2", "\"metadata-absent\"");
    row("misspelt allow", "file_size = { limit = 1, allow_unknow = true }\n", "budget-key", "b.toml, line 1", "\"allow_unknown\"");
    row("nothing near", "zzzzzzzzzz = 1\n", "budget-key", "b.toml, line 1", "there are: file_size");
    row("no limit", "file_size = { allow_unknown = true }\n", "budget-value", "b.toml, line 1", "limit");
    row("empty list", "file_size = []\n", "budget-value", "b.toml, line 1", "no limit");
    row("wrong unit", "file_size = \"4 ms\"\n", "budget-value", "b.toml, line 1", "MiB");
    row("wrong type", "\n\nfile_size = true\n", "budget-value", "b.toml, line 3", "a number or a text");
    row("no share", "tokens_stay = 99\n", "budget-value", "b.toml, line 1", "a number from 0 to 1 or with %");
    row("no share of hundred", "tokens_stay = \"101 %\"\n", "budget-value", "b.toml, line 1", "from 0 to 1");
    row("infinite", "file_size = inf\n", "budget-value", "b.toml, line 1", "a number or a text");
    row("no table", "outputs = 3\n", "budget-value", "b.toml, line 1", "[outputs]");
    row("output name", "[method.m.output.first]\nrtol = 1\n", "budget-key", "b.toml, line 1", "a number from 0 up");
    row("negative tolerance", "[outputs]\nrtol = -1.0\n", "budget-value", "b.toml, line 2", "rtol");
    row("ticks", "ticks_per_second = 0\n", "budget-value", "b.toml, line 1", "above 0");
    row("no TOML", "file_size = = 3\n", "budget-syntax", "b.toml, line 1", "");
    row("twice", "file_size = 1\nfile_size = 2\n", "budget-syntax", "b.toml, line 2", "");
    row("no text", "\xFF\xFE\n", "budget-syntax", "b.toml, line 1", "");
}

void TestBudgets::refused() {
    QFETCH(const QString, text);
    QFETCH(const QString, code);
    QFETCH(const QString, where);
    QFETCH(const QString, message);
    const auto read = parseBudgets(text.toLatin1().toStdString(), "b.toml");
    QVERIFY(!read);
    QCOMPARE(QString::fromStdString(read.error().code), code);
    QCOMPARE(QString::fromStdString(read.error().where), where);
    QVERIFY2(QString::fromStdString(read.error().message).contains(message), read.error().message.c_str());
}

void TestBudgets::hostile() {
    const std::string deep = "a" + std::string(4000, '.') + " = 1\n", dotted = [] {
        std::string text = "a";
        for (int i = 0; i < 200'000; ++i) text += ".a";
        return text + " = 1\n";
    }();
    for (const std::string& text : {deep, dotted, std::string(100'000, '['), "a = " + std::string(100'000, '{')}) {
        const auto read = parseBudgets(text, "b.toml");
        QVERIFY(!read && read.error().code == "budget-syntax");
    }
    std::string lines;  // a bracket a line
    for (int i = 0; i < 1000; ++i) lines += "[\n";
    QVERIFY(!parseBudgets("a = " + lines, "b.toml"));
    const auto codeOf = [](const std::string& text) {
        const auto read = parseBudgets(text, "b.toml");
        return read ? std::string() : read.error().code;
    };
    QCOMPARE(codeOf(std::string(etscope::limits::kMaxBudgetBytes + 1, '#')), std::string("limit-exceeded"));
    std::string many;
    for (std::size_t i = 0; i <= etscope::limits::kMaxBudgets; ++i) many += "[method.m" + std::to_string(i) + "]\npeak_memory=1\n";
    QCOMPARE(codeOf(many), std::string("limit-exceeded"));
    QVERIFY(parseBudgets("", "b.toml"));
}

void TestBudgets::words() {
    QCOMPARE(wordDistance("", "abc"), std::size_t{3});
    QCOMPARE(wordDistance("peak_memroy", "peak_memory"), std::size_t{1});
    QCOMPARE(wordDistance("kitten", "sitting"), std::size_t{3});
    const std::string_view known[] = {"compare", "containers", "gate"};
    QCOMPARE(nearestWord("comparr", known), std::string_view("compare"));
    QCOMPARE(nearestWord("gat", known), std::string_view("gate"));
    QVERIFY(nearestWord("xyz", known).empty());
}

ETSCOPE_TEST(TestBudgets)
#include "tst_budgets.moc"
