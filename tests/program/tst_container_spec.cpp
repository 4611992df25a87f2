// Both encodings of trees of inputs and outputs.
#include <QtTest>

#include "program/container_spec.h"
#include "support/test_case.h"

using namespace etscope::program;

class TestContainerSpec : public QObject {
    Q_OBJECT
private slots:
    void places_data();
    void places();
    void damaged_data();
    void damaged();
    void deepNestingIsRefused();
};

namespace {

QString joined(const std::vector<std::string>& places) {
    QStringList list;
    for (const std::string& place : places) list << QString::fromStdString(place);
    return list.join(" ");
}

const char* const kLeaf = R"({"type":null,"context":null,"children_spec":[]})";

}  // namespace

void TestContainerSpec::places_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("places");
    const QByteArray leaf = kLeaf;
    QTest::newRow("leaf") << QByteArray("$") << "";
    QTest::newRow("arguments and no keywords") << QByteArray("T2#1#0(T1#1($),D0())") << "[0][0]";
    QTest::newRow("two arguments") << QByteArray("T2#2#0(T2#1#1($,$),D0())") << "[0][0] [0][1]";
    QTest::newRow("dict with text keys") << QByteArray("D2#1#1('mask':$,'ids':$)") << "['mask'] ['ids']";
    QTest::newRow("dict with number keys") << QByteArray("D1#1(7:$)") << "['7']";
    QTest::newRow("custom") << QByteArray("C(my.Type)1#2(L2#1#1($,$))") << "[0][0] [0][1]";
    QTest::newRow("named tuple") << QByteArray("N1#1($)") << "[0]";
    QTest::newRow("empty list") << QByteArray("L0()") << "";
    QTest::newRow("JSON leaf") << "[1, " + leaf + "]"
                               << "";
    QTest::newRow("JSON list") << R"([1, {"type":"builtins.list","context":"null","children_spec":[)" + leaf + "," + leaf + "]}]"
                               << "[0] [1]";
    QTest::newRow("JSON dict") << R"([1, {"type":"builtins.dict","context":"[\"a\", \"b\"]","children_spec":[)" + leaf + "," +
                                      leaf + "]}]"
                               << "['a'] ['b']";
}

void TestContainerSpec::places() {
    QFETCH(QByteArray, text);
    QFETCH(QString, places);
    const auto spec = parseContainerSpec(text.toStdString());
    QVERIFY2(spec.hasValue(), spec ? "" : spec.error().message.c_str());
    QCOMPARE(joined(leafPlaces(*spec)), places);
    QCOMPARE(spec->leafCount(), leafPlaces(*spec).size());
}

void TestContainerSpec::damaged_data() {
    QTest::addColumn<QByteArray>("text");
    for (const char* text : {"T", "T1", "T1#1", "T1#1(", "T1#1($", "T1#1($,$)", "$$", "X1#1($)", "D1#1($)", "D1#1('a:$)",
                             "C(x1#1($)", "T9999999999#1($)", "T4000000#1($)", "[", "[1]", "[1, 2]", "{}",
                             "[1, {\"type\":\"builtins.list\"}]", "[1, {\"type\":5,\"children_spec\":[]}]"})
        QTest::newRow(text) << QByteArray(text);
}

void TestContainerSpec::damaged() {
    QFETCH(QByteArray, text);
    const auto spec = parseContainerSpec(text.toStdString());
    QVERIFY(!spec);
    QCOMPARE(spec.error().code, std::string("container-spec-damaged"));
}

void TestContainerSpec::deepNestingIsRefused() {
    std::string compact, json = "[1, ";
    for (int i = 0; i < 50'000; ++i) {
        compact += "T1#1(";
        json += "[";
    }
    for (const std::string& text : {compact, json}) QVERIFY(!parseContainerSpec(text));
    const auto absent = parseContainerSpec("");
    QCOMPARE(absent.error().code, std::string("container-spec-absent"));
}

ETSCOPE_TEST(TestContainerSpec)
#include "tst_container_spec.moc"
