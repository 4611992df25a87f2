#include <QtTest>
#include <string>

#include "base/diagnostics.h"
#include "base/limits.h"
#include "support/test_case.h"

using namespace etscope;

class TestDiagnostics : public QObject {
    Q_OBJECT
private slots:
    void countsRepetitions();
    void keepsPlacesApart();
    void capsPlacesPerCode();
    void capsRows();
    void countsBySeverity();
    void mergeAddsCounts();
    void mergePutsPrefixBeforePlaces();
    void severityNames();
    void longTextsAreCut();
};

void TestDiagnostics::countsRepetitions() {
    Diagnostics list;
    for (int i = 0; i < 5; ++i) list.warning("zip-entry-overlap", "a", "twice");
    QCOMPARE(list.items().size(), std::size_t{1});
    QCOMPARE(list.items()[0].count, std::uint64_t{5});
    QVERIFY(list.has("zip-entry-overlap"));
    QVERIFY(!list.has("zip-entry"));
}

void TestDiagnostics::keepsPlacesApart() {
    Diagnostics list;
    list.warning("code", "a", "m");
    list.warning("code", "b", "m");
    list.error("code", "a", "m");
    list.warning("code", "a", "other");
    QCOMPARE(list.items().size(), std::size_t{4});
    QCOMPARE(list.items()[1].where, std::string("b"));
}

void TestDiagnostics::capsPlacesPerCode() {
    Diagnostics list;
    for (std::size_t i = 0; i < 1000; ++i) list.warning("node-damaged", std::to_string(i), "m");
    list.warning("other", "0", "m");
    QCOMPARE(list.items().size(), limits::kPlacesPerCode + 1);
    QCOMPARE(list.count(Severity::Warning), std::uint64_t{1001});
    QCOMPARE(list.items()[limits::kPlacesPerCode - 1].count, std::uint64_t{1000 - limits::kPlacesPerCode + 1});
}

void TestDiagnostics::capsRows() {
    Diagnostics list;
    constexpr std::size_t kCodes = 200;
    for (std::size_t i = 0; i < kCodes * limits::kPlacesPerCode; ++i)
        list.note("code-" + std::to_string(i % kCodes), std::to_string(i), "m");
    QCOMPARE(list.items().size(), limits::kMaxDiagnostics);
    list.error("late", "", "m");  // a gate asks for it
    QVERIFY(list.has("late"));
    QCOMPARE(list.count(Severity::Note), std::uint64_t{kCodes * limits::kPlacesPerCode});
}

void TestDiagnostics::countsBySeverity() {
    Diagnostics list;
    list.note("a", "", "");
    list.error("b", "", "");
    list.error("b", "", "");
    list.error(Error{"c", "m", "w"});
    QCOMPARE(list.count(Severity::Note), std::uint64_t{1});
    QCOMPARE(list.count(Severity::Warning), std::uint64_t{0});
    QCOMPARE(list.count(Severity::Error), std::uint64_t{3});
    QCOMPARE(list.items().back().where, std::string("w"));
}

void TestDiagnostics::mergeAddsCounts() {
    Diagnostics one, two;
    one.note("a", "x", "m");
    two.note("a", "x", "m");
    two.note("a", "x", "m");
    one.merge(two);
    QCOMPARE(one.items().size(), std::size_t{1});
    QCOMPARE(one.items()[0].count, std::uint64_t{3});
}

void TestDiagnostics::mergePutsPrefixBeforePlaces() {
    Diagnostics inner, outer;
    inner.note("a", "x", "m");
    inner.note("b", "", "m");
    outer.merge(inner, "file");
    QCOMPARE(outer.items()[0].where, std::string("file · x"));
    QCOMPARE(outer.items()[1].where, std::string("file"));
}

void TestDiagnostics::severityNames() {
    QCOMPARE(severityName(Severity::Note), std::string_view("note"));
    QCOMPARE(severityName(Severity::Warning), std::string_view("warning"));
    QCOMPARE(severityName(Severity::Error), std::string_view("error"));
}

void TestDiagnostics::longTextsAreCut() {
    Diagnostics diagnostics;
    std::string text(limits::kMaxDiagnosticText - 1, 'x');
    for (int i = 0; i < 1000; ++i) text += "\xC3\xA9";
    diagnostics.error("code", text, text);
    diagnostics.error("code", text, text);
    QCOMPARE(diagnostics.items().size(), std::size_t{1});
    QCOMPARE(diagnostics.items()[0].where, std::string(limits::kMaxDiagnosticText - 1, 'x') + "…");
    QCOMPARE(diagnostics.items()[0].message, diagnostics.items()[0].where);
}

ETSCOPE_TEST(TestDiagnostics)
#include "tst_diagnostics.moc"
