#include <QtTest>

#include "exported/program_reading.h"
#include "exported/tree_spec.h"
#include "support/test_case.h"

using namespace etscope;

class TestTreeSpec : public QObject {
    Q_OBJECT
private slots:
    void leaves_data();
    void leaves();
    void placesOfAProgram();
    void deepTreesOfManyLeaves();
};

namespace {

std::string joined(const Result<std::vector<std::string>>& places) {
    if (!places) return "error " + places.error().code;
    std::string text;
    for (const std::string& place : *places) text += (text.empty() ? "" : " ") + (place.empty() ? "." : place);
    return text;
}

const std::string kLeaf = R"({"type": null, "context": null, "children_spec": []})";
std::string spec(const std::string& type, const std::string& context, const std::string& children) {
    return R"({"type": ")" + type + R"(", "context": ")" + context + R"(", "children_spec": [)" + children + "]}";
}

}  // namespace

void TestTreeSpec::leaves_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("places");
    const auto row = [](const char* name, const std::string& text, const char* places) {
        QTest::newRow(name) << QString::fromStdString(text) << places;
    };
    row("leaf", "[1, " + kLeaf + "]", ".");
    row("tuple", "[1, " + spec("builtins.tuple", "null", kLeaf + "," + kLeaf) + "]", "[0] [1]");
    row("empty tuple", "[1, " + spec("builtins.tuple", "null", "") + "]", "");
    row("dict", "[1, " + spec("builtins.dict", R"([\"x\", \"mask\"])", kLeaf + "," + kLeaf) + "]", "['x'] ['mask']");
    row("dict with numbers", "[1, " + spec("builtins.dict", "[1, true]", kLeaf + "," + kLeaf) + "]", "[1] [True]");
    row("ordered dict", "[1, " + spec("collections.OrderedDict", R"([\"x\"])", kLeaf) + "]", "['x']");
    row("default dict",
        "[1, " +
            spec("collections.defaultdict", R"({\"default_factory_module\": \"builtins\", \"dict_context\": [\"x\"]})", kLeaf) +
            "]",
        "['x']");
    row("named tuple",
        "[1, " + spec("collections.namedtuple", R"({\"class_name\": \"P\", \"fields\": [\"a\", \"b\"]})", kLeaf + "," + kLeaf) +
            "]",
        "['a'] ['b']");
    row("nested",
        "[1, " +
            spec("builtins.tuple", "null",
                 kLeaf + "," + spec("builtins.dict", R"([\"k\"])", spec("builtins.list", "null", kLeaf + "," + kLeaf))) +
            "]",
        "[0] [1]['k'][0] [1]['k'][1]");
    row("registered class", "[1, " + spec("demo.Cache", R"(\"anything\")", kLeaf + "," + kLeaf) + "]", "[0] [1]");
    row("fewer keys than children", "[1, " + spec("builtins.dict", R"([\"k\"])", kLeaf + "," + kLeaf) + "]", "['k'] [1]");
    row("no JSON", "hello", "error tree-spec-damaged");
    row("cut", "[1, {\"type\": ", "error tree-spec-damaged");
    row("too short", "[1]", "error tree-spec-damaged");
    row("too deep", "[1, " + test::repeated(R"({"type":"a","children_spec":[)", 2000), "error tree-spec-damaged");
}

void TestTreeSpec::leaves() {
    QFETCH(QString, text);
    QFETCH(QString, places);
    QCOMPARE(QString::fromStdString(joined(exported::treeSpecLeaves(text.toStdString()))), places);
}

void TestTreeSpec::placesOfAProgram() {
    const auto escapedText = [](std::string text) {
        std::string out;
        for (const char c : text) out += (c == '"' || c == '\\') ? std::string("\\") + c : std::string(1, c);
        return out;
    };
    const std::string in = "[1, " +
                           spec("builtins.tuple", "null",
                                spec("builtins.tuple", "null", kLeaf + "," + spec("builtins.dict", R"([\"y\"])", kLeaf)) + "," +
                                    spec("builtins.dict", R"([\"k\"])", kLeaf)) +
                           "]";
    const std::string json =
        test::replaced(test::programJson(), R"([{"fqn":"","signature":null}])",
                       R"([{"fqn":"layers.0"},{"fqn":"","signature":{"inputs":[],"outputs":[],"in_spec":")" + escapedText(in) +
                           R"(","out_spec":")" + escapedText("[1, " + kLeaf + "]") + R"("}}])");
    const auto read = test::readProgram(json);
    QCOMPARE(read.program->moduleCalls.size(), std::size_t{2});
    QCOMPARE(read.text(read.program->moduleCalls[0].fqn), std::string("layers.0"));
    QVERIFY(!read.program->moduleCalls[0].inSpec.valid());
    QCOMPARE(joined(exported::userInputPlaces(*read.program)), std::string("args[0] args[1]['y'] kwargs['k']"));
    QCOMPARE(joined(exported::userOutputPlaces(*read.program)), std::string("."));
    const auto without = test::readProgram(test::programJson());
    QCOMPARE(joined(exported::userInputPlaces(*without.program)), std::string());
}

// A thousand levels around many leaves: each level would write all places anew.
void TestTreeSpec::deepTreesOfManyLeaves() {
    std::string spec = "{}" + test::repeated(",{}", 60'000);
    constexpr int kLevels = 400;
    spec = test::repeated(R"({"type":"builtins.list","children_spec":[)", kLevels) + spec + test::repeated("]}", kLevels);
    const auto places = exported::treeSpecLeaves("[1," + spec + "]");
    QVERIFY(!places);
    QCOMPARE(places.error().code, std::string("tree-spec-damaged"));
}

ETSCOPE_TEST(TestTreeSpec)
#include "tst_tree_spec.moc"
