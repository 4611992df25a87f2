// The expressions of the search line: what matches, what is refused, and that no expression takes long.
#include <QtTest>

#include "graph/compare_text.h"
#include "view/text_pattern.h"

using namespace etscope;
using graph::TextPattern;

class TestTextPattern : public QObject {
    Q_OBJECT
private slots:
    void matches_data();
    void matches();
    void invalid_data();
    void invalid();
    void tooLarge_data();
    void tooLarge();
    void linearTime_data();
    void linearTime();
    void everyShortExpression();
};

namespace {

bool found(const std::string& expression, std::string_view text) {
    const auto pattern = TextPattern::compile(expression);
    if (!pattern) qFatal("%s: %s", expression.c_str(), pattern.error().message.c_str());
    return pattern->found(text);
}

}  // namespace

void TestTextPattern::matches_data() {
    QTest::addColumn<QString>("expression");
    QTest::addColumn<QStringList>("yes");
    QTest::addColumn<QStringList>("no");
    const auto add = [](const char* expression, QStringList yes, QStringList no) {
        QTest::newRow(*expression == '\0' ? "(empty)" : expression) << expression << std::move(yes) << std::move(no);
    };
    add("", {"", "x"}, {});
    add("add", {"add", "aten.add_1", "AdD"}, {"ad", "a d d", ""});
    add("LINEAR", {"aten.linear"}, {"liner"});
    add("a.c", {"abc", "a.c", "a c"}, {"ac", "abbc"});
    add("a\\.c", {"xa.cx"}, {"abc"});
    add("\\(\\)\\[\\]\\*\\\\", {"()[]*\\"}, {"()[]*"});
    add("^add", {"add_1"}, {"my_add"});
    add("add$", {"my_add"}, {"add_1"});
    add("^$", {""}, {"x"});
    add("^add$", {"add"}, {"adder", "xadd"});
    add("[abc]d", {"ad", "CD"}, {"d", "ed"});
    add("[^abc]d", {"xd", " d"}, {"ad", "Bd", "d"});
    add("[a-cx-z0-9_]+$", {"abcxyz", "a_9"}, {"d", "a-"});
    add("[A-C]d", {"ad", "Bd"}, {"dd"});
    add("[]x]", {"]", "x"}, {"[", "y"});
    add("[^]x]", {"a"}, {"]", "x", "x]"});
    add("[a-]b", {"-b", "ab"}, {"b", "cb"});
    add("[.]", {"."}, {"x"});
    add("[\\d.]+x", {"1.5x"}, {"ax"});
    add("[\\]]", {"]"}, {"\\"});
    add("\\d\\d", {"x42"}, {"4x2"});
    add("^\\D+$", {"abc"}, {"ab1"});
    add("^\\w+$", {"aten_add1"}, {"aten.add"});
    add("\\W", {"a.b"}, {"a_b"});
    add("^\\s\\S$", {" x", "\tx"}, {"  ", "xx"});
    add("ab*c", {"ac", "abc", "abbbc"}, {"adc"});
    add("ab+c", {"abc", "abbbc"}, {"ac"});
    add("ab?c", {"ac", "abc"}, {"abbc"});
    add("^a{2}$", {"aa"}, {"a", "aaa"});
    add("^a{2,}$", {"aa", "aaaa"}, {"a"});
    add("^a{1,3}$", {"a", "aa", "aaa"}, {"", "aaaa"});
    add("^a{0,2}b$", {"b", "ab", "aab"}, {"aaab"});
    add("^a{0,}$", {"", "aaa"}, {"b"});
    add("^(ab){2,3}$", {"abab", "ababab"}, {"ab", "aba", "abababab"});
    add("^(a|bc){2}$", {"aa", "abc", "bca", "bcbc"}, {"a", "bc", "aabc"});
    add("^(a*){2,3}$", {"", "aaaaa"}, {"b"});
    add("cat|dog", {"a cat", "dogs"}, {"cow"});
    add("^cat|dog$", {"cats", "my dog"}, {"a cat", "dogs"});
    add("a|b|c|d", {"xax", "xbx", "xcx", "xdx"}, {"x"});
    add("^(add|sub|mul)(_\\d+)?$", {"add", "sub_1", "mul_23"}, {"div", "add_", "add_x"});
    add("^(|a)b$", {"b", "ab"}, {"aab"});
    add("^(a|)b$", {"b", "ab"}, {"aab"});
    add("a(b(c(d)))", {"xabcd"}, {"abc"});
    add("layers\\.(1|3)\\.", {"layers.1.attention", "layers.3.w"}, {"layers.2.x", "layers.13.x"});
    add("^(a+b)*$", {"", "ab", "aabab"}, {"ba", "b"});
    add("(x|^)a", {"a", "xa"}, {"ba"});
    add("a**", {"", "aaa"}, {});
    add("^a+?$", {"", "a", "aa"}, {"b"});
    add("ü", {"größe über", "ü"}, {"u"});
}

void TestTextPattern::matches() {
    QFETCH(QString, expression);
    QFETCH(QStringList, yes);
    QFETCH(QStringList, no);
    for (const QString& text : yes) QVERIFY2(found(expression.toStdString(), text.toStdString()), qPrintable("no match: " + text));
    for (const QString& text : no) QVERIFY2(!found(expression.toStdString(), text.toStdString()), qPrintable("match: " + text));
}

void TestTextPattern::invalid_data() {
    QTest::addColumn<QString>("expression");
    QTest::addColumn<int>("place");  ///< first character where it can be seen, from 1; 0: any
    const auto add = [](const char* expression, int place) { QTest::newRow(expression) << expression << place; };
    add("(", 2);
    add("(ab", 4);
    add(")", 1);
    add("a)b", 2);
    add("[abc", 5);
    add("[", 2);
    add("[^", 3);
    add("*a", 1);
    add("+", 1);
    add("a|*", 3);
    add("(?:a)", 2);
    add("\\", 2);
    add("a{", 3);
    add("a{x}", 3);
    add("a{2", 4);
    add("a{3,2}", 0);
    add("a{1,1000}", 0);
    add("a{99999999999}", 0);
}

void TestTextPattern::invalid() {
    QFETCH(QString, expression);
    QFETCH(int, place);
    const auto pattern = TextPattern::compile(expression.toStdString());
    QVERIFY(!pattern);
    COMPARE_TEXT(pattern.error().code, "pattern-invalid");
    const std::string message = pattern.error().message;
    QVERIFY2(message.find(expression.toStdString()) != std::string::npos, message.c_str());
    if (place == 0) return;
    QVERIFY2(message.find("at character " + std::to_string(place) + " ") != std::string::npos, message.c_str());
}

void TestTextPattern::tooLarge_data() {
    QTest::addColumn<QByteArray>("expression");
    QTest::newRow("repetitions of repetitions") << QByteArray("((a{100}){100}){100}");
    QTest::newRow("long") << QByteArray(100'000, 'a');
    QTest::newRow("many alternatives") << QByteArray("a|").repeated(50'000);
    QTest::newRow("many groups") << QByteArray(100'000, '(');
    QTest::newRow("many closed groups") << QByteArray(10'000, '(') + QByteArray(10'000, ')');
}

/// Refused, by either code; and not by running out of stack.
void TestTextPattern::tooLarge() {
    QFETCH(QByteArray, expression);
    const auto pattern =
        TextPattern::compile(std::string_view(expression.constData(), static_cast<std::size_t>(expression.size())));
    QVERIFY(!pattern);
    QVERIFY(pattern.error().code == "pattern-too-large" || pattern.error().code == "pattern-invalid");
}

void TestTextPattern::linearTime_data() {
    QTest::addColumn<QString>("expression");
    for (const char* expression : {"(a*)*b", "(a|aa)+b", "(a|a)*b", "(.*)(.*)(.*)(.*)b", "(a?){50}a{50}b", "^(a+)+$b"})
        QTest::newRow(expression) << expression;
}

/// These take a backtracking machine longer than there is time; the test's time limit is the judge.
void TestTextPattern::linearTime() {
    QFETCH(QString, expression);
    QVERIFY(!found(expression.toStdString(), std::string(20'000, 'a')));
}

/// All expressions of up to four of these characters are compiled and tried, or refused with a reason.
void TestTextPattern::everyShortExpression() {
    const std::string_view alphabet = "a.(|)[]*+{1,}^$\\-";
    std::size_t compiled = 0;
    std::vector<std::string> level{""};
    for (int length = 0; length < 4; ++length) {
        std::vector<std::string> next;
        for (const std::string& start : level)
            for (const char c : alphabet) {
                next.push_back(start + c);
                const auto pattern = TextPattern::compile(next.back());
                if (!pattern) {
                    QVERIFY(!pattern.error().message.empty());
                    continue;
                }
                ++compiled;
                for (const std::string_view text : {"", "a", "aa(1", "-^$"}) static_cast<void>(pattern->found(text));
            }
        level = std::move(next);
    }
    QVERIFY(compiled > 1000);
}

QTEST_GUILESS_MAIN(TestTextPattern)
#include "tst_text_pattern.moc"
