// Views as DOT and scenes as SVG: goldens (read by a person; ETSCOPE_UPDATE_GOLDEN=1 writes them anew), well-formed documents,
// names that try to leave their quotes.
#include <QXmlStreamReader>
#include <QtTest>
#include <optional>
#include <set>
#include <vector>

#include "draw/graph_text.h"
#include "draw/svg.h"
#include "graph/compare_text.h"
#include "graph/fixture_graphs.h"
#include "graph/model_builder.h"
#include "support/bytes.h"
#include "support/test_case.h"
#include "view/view_text.h"

using namespace etscope;
using namespace etscope::graph;
using namespace etscope::layout;
using namespace etscope::modules;
using namespace etscope::view;
using namespace etscope::draw;
using test::makeView;
using test::ModelBuilder;

class TestDotSvg : public QObject {
    Q_OBJECT
private slots:
    void goldens_data();
    void goldens();
    void twoLinesInDot();
    void oneStatementForAllStubsInDot();
    void hostileNamesInDot_data();
    void hostileNamesInDot();
    void hostileNamesInSvg_data();
    void hostileNamesInSvg();
    void emptyGraphs();
    void fixtures_data();
    void fixtures();
};

namespace {

using ViewPtr = std::shared_ptr<const ViewGraph>;

std::string svgOf(const ViewPtr& view) {
    const TableTextMeasure measure;
    const auto scene = buildScene(view, measure);
    if (!scene) qFatal("%s", scene.error().code.c_str());
    return svgText(**scene, measure);
}

/// x → block(linear, add) → softmax → output, a weight in the block and one outside.
ViewPtr blockView() {
    ModelBuilder m;
    const ValueId inner = m.input("p_inner", graph::InputKind::Parameter, "block.weight"),
                  outer = m.input("p_outer", graph::InputKind::Parameter, "scale"), x = m.input("x");
    m.in("block models.Block");
    const ValueId linear = m.node("linear", "torch.ops.aten.linear.default", {x, inner});
    const ValueId add = m.node("add", "torch.ops.aten.add.Tensor", {linear, x});
    m.in("");
    m.output(m.node("softmax", "torch.ops.aten.softmax.int", {add, outer}));
    const auto index = m.index();
    return makeView(index, test::everythingOpen(*index));
}

/// x → block(linear with its weight) → output: one column, so that every number can be checked by hand.
ViewPtr chainView() {
    ModelBuilder m;
    const ValueId weight = m.input("p_weight", graph::InputKind::Parameter, "block.weight"), x = m.input("x");
    m.in("block models.Block");
    m.output(m.node("linear", "torch.ops.aten.linear.default", {x, weight}));
    const auto index = m.index();
    return makeView(index, test::everythingOpen(*index));
}

ViewPtr decoderView() { return makeView(test::fixtureIndex({"vlm/model.etrecord", "text_decoder", "exported"})); }

/// A graph whose every name is this one.
ViewPtr namedView(const std::string& name) {
    ModelBuilder m;
    const ValueId weight = m.input("p", graph::InputKind::Parameter, name), x = m.input(name);
    m.in("block." + name.substr(0, name.find_first_of(" ;")) + " models.Block");
    const ValueId a = m.node(name, "torch.ops.aten.linear.default", {x, weight});
    m.in("");
    m.output(m.node(name + "2", name, {a}));
    const auto index = m.index();
    return makeView(index, test::everythingOpen(*index));
}

/// Texts of a well-formed document; nothing and a message when it is not well formed.
std::optional<QStringList> svgTexts(const std::string& svg, QString& error) {
    QXmlStreamReader reader(QByteArray::fromStdString(svg));
    QStringList texts;
    while (!reader.atEnd())
        if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == QLatin1String("text"))
            texts << reader.readElementText();
    if (!reader.hasError()) return texts;
    error = reader.errorString();
    return std::nullopt;
}

/// What is wrong with the text as DOT: quotes that do not close, braces that do not match, ids that nothing defines.
std::string dotProblem(const std::string& dot) {
    std::set<std::string> defined, used;
    std::string word;
    bool quoted = false;
    int depth = 0;
    const auto end = [&] {
        if (word.size() > 1 && word[0] == 'i' &&
            std::all_of(word.begin() + 1, word.end(), [](char c) { return c >= '0' && c <= '9'; }))
            used.insert(word);
        word.clear();
    };
    for (std::size_t i = 0; i < dot.size(); ++i) {
        const char c = dot[i];
        if (quoted) {
            if (c == '\\') ++i;
            if (c == '"') quoted = false;
            if (c == '\n') return "a line ends inside quotes";
            continue;
        }
        if (c == '"') quoted = true;
        if (c == '{') ++depth;
        if (c == '}' && --depth < 0) return "a brace too many";
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_')
            word += c;
        else
            end();
    }
    if (quoted || depth != 0) return "the text ends inside quotes or braces";
    for (const std::string& id : used)
        if (dot.find(" " + id + " [label=") == std::string::npos) return id + " is not defined";
    return {};
}

const std::vector<std::pair<const char*, std::string>> kHostileNames{
    {"quotes", R"(a"b'c")"},
    {"backslashes", R"(a\b\)"},
    {"backslash quote", R"(a\"];x [label="y)"},
    {"markup", "</text><script>&amp;]]>"},
    {"line ends", "a\nb\r\nc"},
    {"control bytes", std::string("a\0b\x01\x1B[31m", 9)},
    {"C1 control and directions",
     "a\xC2\x9B"
     "31m\xE2\x80\xAE"
     "b\xD8\x9C\xE2\x81\xA6"},
    {"broken UTF-8", "a\xFF\xC3(\xED\xA0\x80"},
    {"not characters of XML", "a\xEF\xBF\xBE\xEF\xBF\xBF"},
    {"braces", "}{ subgraph <>"},
};

void addNames() {
    QTest::addColumn<QByteArray>("name");
    for (const auto& [row, name] : kHostileNames) QTest::newRow(row) << QByteArray::fromStdString(name);
}

}  // namespace

void TestDotSvg::goldens_data() {
    QTest::addColumn<QString>("file");
    for (const char* file : {"block.dot", "chain.svg", "decoder.dot"}) QTest::newRow(file) << file;
}

void TestDotSvg::goldens() {
    QFETCH(QString, file);
    const ViewPtr view = file.startsWith("block") ? blockView() : file.startsWith("chain") ? chainView() : decoderView();
    const std::string text = file.endsWith(".dot") ? dotText(*view) : svgOf(view);
    const std::string path = ETSCOPE_SOURCE_DIR "/tests/draw/golden/" + file.toStdString();
    if (qEnvironmentVariableIsSet("ETSCOPE_UPDATE_GOLDEN")) test::writeFile(path, text);
    const auto expected = test::readFile(path);
    QVERIFY2(expected.has_value(), path.c_str());
    COMPARE_TEXT(text, *expected);
}

/// Operator and node id stand on two lines: `\n` inside the quotes.
void TestDotSvg::twoLinesInDot() {
    const std::string dot = dotText(*blockView());
    QVERIFY2(dot.find(R"(label="linear\nlinear")") != std::string::npos, dot.c_str());
}

/// A second `xlabel` of a node takes the place of the first, so that all stubs of a node stand in one.
void TestDotSvg::oneStatementForAllStubsInDot() {
    const std::string dot = dotText(*decoderView());
    std::set<std::string> labelled;
    for (const QString& line : test::shownText(dot).split('\n')) {
        const QString id = line.trimmed().section(' ', 0, 0);
        if (line.contains(QLatin1String(" [xlabel=")))
            QVERIFY2(labelled.insert(id.toStdString()).second, qPrintable(id + " is labelled twice"));
    }
    QVERIFY(dot.find("attention.wq.weight") != std::string::npos);
}

void TestDotSvg::hostileNamesInDot_data() { addNames(); }

void TestDotSvg::hostileNamesInDot() {
    QFETCH(QByteArray, name);
    const std::string dot = dotText(*namedView(name.toStdString()));
    const std::string problem = dotProblem(dot);
    QVERIFY2(problem.empty(), (problem + "\n" + dot).c_str());
    QVERIFY(std::ranges::none_of(dot, [](char c) { return c != '\n' && static_cast<unsigned char>(c) < 0x20; }));
    const std::string mermaid = mermaidText(*namedView(name.toStdString()));
    for (const char* raw : {"\xC2\x9B", "\xE2\x80\xAE", "\xD8\x9C", "\xE2\x81\xA6"})
        QVERIFY(dot.find(raw) == std::string::npos && mermaid.find(raw) == std::string::npos);
}

void TestDotSvg::hostileNamesInSvg_data() { addNames(); }

void TestDotSvg::hostileNamesInSvg() {
    QFETCH(QByteArray, name);
    const std::string svg = svgOf(namedView(name.toStdString()));
    QString error;
    const auto texts = svgTexts(svg, error);
    QVERIFY2(texts.has_value(), qPrintable(error));
    QVERIFY(svg.find("<script") == std::string::npos);
    for (const char* raw : {"\xC2\x9B", "\xE2\x80\xAE", "\xD8\x9C", "\xE2\x81\xA6"}) QVERIFY(svg.find(raw) == std::string::npos);
    QVERIFY(std::ranges::none_of(svg, [](char c) { return c != '\n' && c != '\t' && static_cast<unsigned char>(c) < 0x20; }));
    if (name == "</text><script>&amp;]]>") QVERIFY(texts->contains(QString::fromUtf8(name)));
}

void TestDotSvg::emptyGraphs() {
    const ViewPtr view = makeView(ModelBuilder().index());
    COMPARE_TEXT(dotProblem(dotText(*view)), "");
    QString error;
    QVERIFY2(svgTexts(svgOf(view), error).has_value(), qPrintable(error));
}

void TestDotSvg::fixtures_data() {
    QTest::addColumn<int>("stage");
    const auto stages = test::fixtureStages();
    for (std::size_t i = 0; i < stages.size(); ++i) QTest::newRow(stages[i].name().c_str()) << static_cast<int>(i);
}

/// Every graph, closed and open: both documents are well formed, and every node's title is in them.
void TestDotSvg::fixtures() {
    QFETCH(int, stage);
    const auto index = test::fixtureIndex(test::fixtureStages()[static_cast<std::size_t>(stage)]);
    for (const ViewPtr& view : {makeView(index), makeView(index, test::everythingOpen(*index))}) {
        const std::string dot = dotText(*view), svg = svgOf(view);
        COMPARE_TEXT(dotProblem(dot), "");
        QString error;
        const auto texts = svgTexts(svg, error);
        QVERIFY2(texts.has_value(), qPrintable(error));
        for (std::size_t i = 1; i < view->items().size(); ++i) {
            const Item& item = view->items()[i];
            QVERIFY2(dot.find(item.title) != std::string::npos, item.title.c_str());
            if (item.title.size() < 12) QVERIFY2(texts->contains(QString::fromStdString(item.title)), item.title.c_str());
        }
    }
}

ETSCOPE_TEST(TestDotSvg)
#include "tst_dot_svg.moc"
