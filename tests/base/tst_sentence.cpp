// Sentences: words and what stands in them, in English and in a language that knows some of the words.
#include <QtTest>
#include <map>

#include "base/sentence.h"
#include "support/test_case.h"

using namespace etscope;

namespace {

/// Turns the order of arguments, has other forms, and does not know all.
std::string inGerman(const char* english) {
    static const std::map<std::string, std::string> kWords{{"%1 of %2 {2:call|calls}", "%2 {2:Aufruf|Aufrufe}, davon %1"},
                                                           {"input %1", "Eingabe %1"}};
    const auto known = kWords.find(english);
    return known == kWords.end() ? english : known->second;
}

}  // namespace

class TestSentence : public QObject {
    Q_OBJECT
private slots:
    void arguments() {
        const std::string name = "%2 {1:a|b}";  // of a file: stays as it is
        QCOMPARE(Sentence::of("kernel '%1' at instruction %2", name, 7).text(),
                 std::string("kernel '%2 {1:a|b}' at instruction 7"));
        QCOMPARE(Sentence::of("5 % of %1, {x} and %9", 3).text(), std::string("5 % of 3, {x} and %9"));
        const Sentence input = Sentence::of("input %1", 0);
        QCOMPARE(Sentence::of("%1 was fed %2", input, Sentence::of("times %1", std::string("0.5"))).text(),
                 std::string("input 0 was fed times 0.5"));
    }
    void plurals() {
        const auto calls = [](int part, int all) { return Sentence::of("%1 of %2 {2:call|calls}", part, all); };
        QCOMPARE(calls(0, 1).text(), std::string("0 of 1 call"));
        QCOMPARE(calls(1, 12).text(), std::string("1 of 12 calls"));
        QCOMPARE(calls(1, 1).text(inGerman), std::string("1 Aufruf, davon 1"));
        QCOMPARE(calls(1, 12).text(inGerman), std::string("12 Aufrufe, davon 1"));
    }
    /// Also inside of one that the language does not know.
    void whatIsNotTranslatedIsEnglish() {
        QCOMPARE(Sentence::of("%1 is left out", Sentence::of("input %1", 2)).text(inGerman), std::string("Eingabe 2 is left out"));
    }
    void lists() {
        const std::vector<Sentence> parts{Sentence::of("input %1", 1), std::string("x")};
        QCOMPARE(Sentence::list(parts, "; ").text(inGerman), std::string("Eingabe 1; x"));
        QVERIFY(Sentence::list({}, "; ").empty() && Sentence::list({Sentence()}, "; ").text().empty());
        QCOMPARE(Sentence::list({Sentence(), parts.front(), Sentence()}, "; "), parts.front());
    }
    void oneBehindTheOther() {
        Sentence text;
        QVERIFY(text.empty());
        text += Sentence();
        QVERIFY(text.empty());
        text += Sentence::of("input %1", 1);
        QVERIFY(text.beginsWithWords());
        text += Sentence::of(", input %1", 2);
        QCOMPARE(text.text(inGerman), std::string("Eingabe 1, input 2"));
        text += std::string("!");
        QCOMPARE((std::string("a: ") + text).text(), std::string("a: input 1, input 2!"));
        const Sentence list = Sentence::list({std::string("a"), std::string("b")}, ", ") + std::string(".");
        QCOMPARE(list.text(), std::string("a, b."));
    }
    void beginnings() {
        const std::string name = "forward";
        QVERIFY(Sentence::of("the outputs differ").beginsWithWords());
        QVERIFY(!Sentence::of("%1 differs", name).beginsWithWords());
        QVERIFY(Sentence::of("%1 was fed %2", Sentence::of("input %1", 0), name).beginsWithWords());
        QVERIFY(!(name + Sentence::of(": the outputs differ")).beginsWithWords());
        QVERIFY(!Sentence(name).beginsWithWords() && !Sentence().beginsWithWords());
    }
};

ETSCOPE_TEST(TestSentence)
#include "tst_sentence.moc"
