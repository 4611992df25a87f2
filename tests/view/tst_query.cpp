// The search line's language: terms, keys, quotes, expressions, errors at their place; and what it finds in graphs.
#include <QtTest>
#include <set>
#include <stop_token>

#include "graph/compare_text.h"
#include "graph/fixture_graphs.h"
#include "graph/model_builder.h"
#include "support/test_case.h"
#include "view/query.h"

using namespace etscope;
using namespace etscope::graph;
using namespace etscope::modules;
using namespace etscope::view;
using test::ModelBuilder;

class TestQuery : public QObject {
    Q_OBJECT
private slots:
    void terms_data();
    void terms();
    void places();
    void unknownKeys();
    void expressions_data();
    void expressions();
    void wrongExpressions_data();
    void wrongExpressions();
    void wrongExpressionsKeepTheirPlace();
    void expressionsTakeLinearTime_data();
    void expressionsTakeLinearTime();
    void longQueriesAreCut();
    void rowsHold_data();
    void rowsHold();
    void numbers_data();
    void numbers();
    void wrongNumbers_data();
    void wrongNumbers();
    void findsNodes_data();
    void findsNodes();
    void wrongTermsFindNothing();
    void findsInFixtures_data();
    void findsInFixtures();
    void nestedGraphsAreSearched();
    void cancelled();
    void anyTextIsFine();
};

namespace {

/// "key=text" of each term, "-" in front of negated ones, "/" around expressions, "!" behind wrong ones.
std::string termText(const std::vector<QueryTerm>& terms) {
    std::string text;
    for (const QueryTerm& term : terms) {
        if (!text.empty()) text += " | ";
        text += (term.negated ? "-" : "") + (term.key.empty() ? "" : term.key + "=");
        text += (term.pattern ? "/" + term.text + "/" : term.text) + (term.error.empty() ? "" : "!");
    }
    return text;
}

/// A small model with a bit of everything that keys look at.
std::shared_ptr<const GraphIndex> model() {
    ModelBuilder m;
    const ValueId x = m.input("x");
    m.in("layers.0 models.Block;layers.0.attention models.Attention");
    const ValueId q = m.node("linear_q", "executorch.exir.dialects.edge.ops.aten.linear.default", {x});
    m.in("layers.0 models.Block");
    m.shape(ScalarType::F16, {1, 576});
    const ValueId add = m.node("Add_1", "torch.ops.aten.add.Tensor", {q, x});
    m.in("");
    m.shape(ScalarType::I64, {});
    const ValueId mul = m.node("mul", "torch.ops.aten.mul.Tensor", {add});
    m.builder().node(m.producer(add)).debugHandle = 12;
    m.builder().node(m.producer(mul)).debugHandle = 120;
    m.builder().node(m.producer(q)).torchFn = m.builder().intern("linear_1;torch.nn.functional.linear");
    return m.index();
}

std::string found(const GraphIndex& index, const std::string& query) {
    return test::nodeNames(index.model(), findNodes(index, parseGraphQuery(query)));
}

}  // namespace

void TestQuery::terms_data() {
    QTest::addColumn<QString>("query");
    QTest::addColumn<QString>("terms");
    const auto add = [](const char* query, const char* terms) {
        QTest::newRow(*query == '\0' ? "(empty)" : query) << query << terms;
    };
    add("", "");
    add("   ", "");
    add("add", "add");
    add("  Add  MUL ", "add | mul");
    add("op:Linear", "op=linear");
    add("OP:linear", "op=linear");
    add("-op:add", "-op=add");
    add("-add", "-add");
    add("-", "-");
    add("op:\"two words\"", "op=two words");
    add("\"two words\" x", "two words | x");
    add("-\"a b\"", "-a b");
    add("\"open end", "open end");
    add("/^Add_\\d+$/", "/^Add_\\d+$/");
    add("id:/a b/ c", "id=/a b/ | c");
    add("-id:/x/", "-id=/x/");
    add("/a\\/b/", "/a\\/b/");
    add("/open", "/open/");
    add("op:", "");
    add("op:\"\"", "");
    add("id:a:b", "id=a:b");
    add("3:4", "3:4");
    add("a-b", "a-b");
    add("shape:[1,s29,576]", "shape=[1,s29,576]");
}

void TestQuery::terms() {
    QFETCH(QString, query);
    QTEST(test::shownText(termText(parseQuery(query.toStdString()))), "terms");
}

/// Places cover the whole term, so that the line can underline it.
void TestQuery::places() {
    const std::string query = "add  -op:\"x y\" id:/z/";
    const auto terms = parseQuery(query);
    QCOMPARE(terms.size(), std::size_t{3});
    const auto covered = [&](std::size_t i) { return query.substr(terms[i].begin, terms[i].end - terms[i].begin); };
    COMPARE_TEXT(covered(0), "add");
    COMPARE_TEXT(covered(1), "-op:\"x y\"");
    COMPARE_TEXT(covered(2), "id:/z/");
}

void TestQuery::unknownKeys() {
    const auto free = parseQuery("colour:red");
    QVERIFY(free.at(0).error.empty());
    const auto terms = parseGraphQuery("op:add colour:red");
    QCOMPARE(terms.size(), std::size_t{2});
    QVERIFY(terms[0].error.empty());
    const std::string& error = terms[1].error;
    QVERIFY2(error.find("colour") != std::string::npos && error.find("module:") != std::string::npos, error.c_str());
    for (const char* key : {"op", "module", "id", "shape", "type", "handle", "class", "family", "torch"})
        QVERIFY2(parseGraphQuery(std::string(key) + ":x").at(0).error.empty(), key);
}

void TestQuery::expressions_data() {
    QTest::addColumn<QString>("expression");
    QTest::addColumn<QStringList>("yes");
    QTest::addColumn<QStringList>("no");
    const auto add = [](const char* expression, QStringList yes, QStringList no) {
        QTest::newRow(expression) << expression << std::move(yes) << std::move(no);
    };
    add("LINEAR", {"aten.linear"}, {"liner"});
    add("a.c", {"abc", "a.c", "a\nc", "aüc"}, {"ac", "abbc"});
    add("a\\.c", {"xa.cx"}, {"abc"});
    add("a\\/b", {"a/b"}, {"ab"});
    add("^add$", {"add", "ADD"}, {"adder", "xadd", "add\nx"});
    add("[A-C]d", {"ad", "Bd"}, {"dd"});
    add("[^abc]d", {"xd", " d"}, {"ad", "Bd", "d"});
    add("^\\w+\\d$", {"aten_add1"}, {"aten.add1"});
    add("^(ab){2,3}$", {"abab", "ababab"}, {"ab", "aba", "abababab"});
    add("^(add|sub|mul)(_\\d+)?$", {"add", "sub_1", "mul_23"}, {"div", "add_", "add_x"});
    add("layers\\.(1|3)\\.", {"layers.1.attention", "layers.3.w"}, {"layers.2.x", "layers.13.x"});
    add("ü", {"größe über", "Ü"}, {"u"});
}

void TestQuery::expressions() {
    QFETCH(QString, expression);
    QFETCH(QStringList, yes);
    QFETCH(QStringList, no);
    const auto terms = parseQuery("/" + expression.toStdString() + "/");
    QCOMPARE(terms.size(), std::size_t{1});
    QVERIFY2(terms[0].pattern, terms[0].error.c_str());
    for (const QString& text : yes) QVERIFY2(terms[0].matches(text.toStdString()), qPrintable("no match: " + text));
    for (const QString& text : no) QVERIFY2(!terms[0].matches(text.toStdString()), qPrintable("match: " + text));
}

void TestQuery::wrongExpressions_data() {
    QTest::addColumn<QByteArray>("expression");
    for (const char* expression : {"(", "(ab", ")", "a)b", "[abc", "*a", "a**", "a|*", "\\k", "a{3,2}", "a{1,10000}",
                                   "((a{100}){100}){100}", "(?=a)", "\\1", "\xFF"})
        QTest::newRow(expression) << QByteArray(expression);
    QTest::newRow("many groups") << QByteArray(kMaxQueryLength, '(');
}

/// Refused with the expression and the reason, and nothing matches.
void TestQuery::wrongExpressions() {
    QFETCH(QByteArray, expression);
    const auto terms = parseQuery("/" + expression.toStdString() + "/");
    QCOMPARE(terms.size(), std::size_t{1});
    const std::string& error = terms[0].error;
    QVERIFY2(error.find(" in /" + terms[0].text + "/") != std::string::npos, error.c_str());
    QVERIFY(!terms[0].pattern);
    QVERIFY(!terms[0].matches(std::string_view("a")));
}

void TestQuery::expressionsTakeLinearTime_data() {
    QTest::addColumn<QString>("expression");
    for (const char* expression : {"(a*)*b", "(a|aa)+b", "(a|a)*b", "(.*)(.*)(.*)(.*)b", "(a?){50}a{50}b", "^(a+)+$b"})
        QTest::newRow(expression) << expression;
}

/// These take a backtracking machine longer than there is time; the test's time limit is the judge.
void TestQuery::expressionsTakeLinearTime() {
    QFETCH(QString, expression);
    const auto terms = parseQuery("/" + expression.toStdString() + "/");
    QVERIFY2(terms.at(0).pattern, terms.at(0).error.c_str());
    QVERIFY(!terms[0].matches(std::string(20'000, 'a')));
}

void TestQuery::wrongExpressionsKeepTheirPlace() {
    const auto terms = parseQuery("id:/(/ add");
    QCOMPARE(terms.size(), std::size_t{2});
    QVERIFY(!terms[0].error.empty());
    QVERIFY(!terms[0].matches("("));
    QVERIFY(terms[1].error.empty());
    QCOMPARE(terms[0].begin, std::size_t{0});
    QCOMPARE(terms[0].end, std::size_t{6});
}

void TestQuery::longQueriesAreCut() {
    const auto terms = parseQuery(std::string(1'000'000, 'a'));
    QCOMPARE(terms.size(), std::size_t{1});
    QCOMPARE(terms[0].text.size(), kMaxQueryLength);
    std::string many;
    for (int i = 0; i < 100'000; ++i) many += "a ";
    QCOMPARE(parseQuery(many).size(), kMaxQueryLength / 2);
}

void TestQuery::rowsHold_data() {
    QTest::addColumn<QString>("query");
    QTest::addColumn<bool>("expected");
    const auto add = [](const char* query, bool expected) {
        QTest::newRow(*query == '\0' ? "(empty)" : query) << query << expected;
    };
    add("", true);
    add("weight", true);
    add("WEIGHT", true);
    add("name:weight", true);
    add("role:weight", false);
    add("weight f16", true);
    add("weight bias", false);
    add("-bias", true);
    add("-weight", false);
    add("-role:weight", true);
    add("name:/^layers\\.\\d+\\.weight$/", true);
    add("/^parameter$/", true);
    add("/^weight$/", false);
    add("-/^f1.$/", false);
    add("absent:x", false);
    add("-absent:x", true);
    add("-/(/", false);
}

void TestQuery::rowsHold() {
    QFETCH(QString, query);
    QFETCH(bool, expected);
    const std::pair<std::string, std::string> row[] = {{"name", "layers.3.weight"}, {"role", "parameter"}, {"type", "f16"}};
    const auto terms = parseQuery(query.toStdString());
    const bool holds = std::ranges::all_of(terms, [&](const QueryTerm& term) {
        const bool found = std::ranges::any_of(row, [&](const auto& field) {
            return (term.key.empty() || term.key == field.first) && term.matches(std::string_view(field.second));
        });
        return term.error.empty() && found != term.negated;
    });
    QCOMPARE(holds, expected);
}

void TestQuery::numbers_data() {
    QTest::addColumn<QString>("query");
    QTest::addColumn<QString>("nodes");
    const auto add = [](const char* query, const char* nodes) { QTest::newRow(query) << query << nodes; };
    // Facts: linear_q 1 KiB and 20 µs, Add_1 3 MiB and 1 ms, mul nothing and 2 s.
    add("bytes>1k", "Add_1");
    add("bytes>1KiB", "Add_1");
    add("bytes > 1k", "Add_1");
    add("-bytes  >1k latency <  1s", "linear_q");
    add("bytes>=1K", "linear_q Add_1");
    add("bytes<1M", "linear_q");
    add("bytes>0 latency<1ms", "linear_q");
    add("latency>20us", "Add_1 mul");
    add("latency>=20µs", "linear_q Add_1 mul");
    add("latency<=2s", "linear_q Add_1 mul");
    add("latency>p50", "mul");
    add("latency>=p50", "Add_1 mul");
    add("latency<p0", "");
    add("-bytes>1k", "linear_q mul");
    add("handle>12", "mul");
    add("handle<=12", "Add_1");
    add("delegated:yes", "linear_q");
    add("delegated:xnn", "linear_q");
    add("delegated:no", "Add_1 mul");
    add("-delegated:no op:linear", "linear_q");
    add("dtype:f16", "Add_1");
    add("error>0", "");  // nobody knows
    add("-error>0", "");
}

void TestQuery::numbers() {
    QFETCH(QString, query);
    NodeFacts facts;
    facts.numbers["bytes"] = {1024, 3.0 * 1024 * 1024, std::nan("")};
    facts.numbers["latency"] = {20e3, 1e6, 2e9};
    facts.words["delegated"] = {"yes XnnpackBackend", "no", "no"};
    const auto index = model();
    const auto terms = parseGraphQuery(query.toStdString());
    QTEST(test::shownText(test::nodeNames(index->model(), findNodes(*index, terms, {}, facts))), "nodes");
}

void TestQuery::wrongNumbers_data() {
    QTest::addColumn<QString>("query");
    for (const char* query : {"bytes>x", "bytes>", "bytes>1z", "latency>p101", "latency>p9k", "bytes>>1", "colour>1", "op>3",
                              "-op>3", "bytes:3", "bytes>nan", "latency>pnan", "handle>p99"})
        QTest::newRow(query) << query;
}

void TestQuery::wrongNumbers() {
    QFETCH(QString, query);
    const auto terms = parseGraphQuery(query.toStdString());
    QCOMPARE(terms.size(), std::size_t(1));
    QVERIFY(!terms[0].error.empty());
    QCOMPARE(static_cast<int>(terms[0].end), query.toUtf8().size());
    QVERIFY(findNodes(*model(), terms).empty());
}

void TestQuery::findsNodes_data() {
    QTest::addColumn<QString>("query");
    QTest::addColumn<QString>("nodes");
    const auto add = [](const char* query, const char* nodes) {
        QTest::newRow(*query == '\0' ? "(empty)" : query) << query << nodes;
    };
    add("", "");
    add("linear", "linear_q");
    add("op:linear", "linear_q");
    add("op:aten.", "linear_q Add_1 mul");
    add("op:edge.ops", "linear_q");
    add("id:add", "Add_1");
    add("id:/^add_1$/", "Add_1");
    add("module:layers.0", "linear_q Add_1");
    add("module:attention", "linear_q");
    add("class:Block", "Add_1");
    add("class:models", "linear_q Add_1");
    add("type:f16", "Add_1");
    add("type:i64", "mul");
    add("shape:576", "Add_1");
    add("shape:[2,4]", "linear_q");
    add("shape:f32", "");
    add("handle:12", "Add_1 mul");
    add("handle:/^12$/", "Add_1");
    add("family:compute", "linear_q");
    add("family:element", "Add_1 mul");
    add("torch:functional", "linear_q");
    add("-module:layers", "mul");
    add("aten -linear", "Add_1 mul");
    add("module:layers -class:attention", "Add_1");
    add("add mul", "");
    add("nothing", "");
}

void TestQuery::findsNodes() {
    QFETCH(QString, query);
    QTEST(test::shownText(found(*model(), query.toStdString())), "nodes");
}

void TestQuery::wrongTermsFindNothing() {
    const auto index = model();
    for (const char* query : {"colour:red", "-colour:red", "op=linear", "bytes=1", "id:/(/", "-id:/(/", "op:aten colour:red"})
        QVERIFY2(found(*index, query).empty(), query);
}

void TestQuery::findsInFixtures_data() {
    QTest::addColumn<QString>("query");
    QTest::addColumn<int>("count");
    // Counts of the graph that torch itself listed: tests/fixtures/vlm/expected/graph-text_decoder-exported.json.
    const auto add = [](const char* query, int count) { QTest::newRow(query) << query << count; };
    add("op:linear", 15);
    add("op:rms_norm", 5);
    add("op:aten.softmax", 2);
    add("module:layers.0", 34);
    add("module:/^layers\\.0(\\.|$)/", 34);
    add("class:Attention", 42);  // the innermost module counts: without the four projections
    add("class:/Attention$/ -op:linear", 42);
    add("op:index_put family:memory", 4);
    add("-op:/./", 0);
}

void TestQuery::findsInFixtures() {
    QFETCH(QString, query);
    const auto index = test::fixtureIndex({"vlm/model.etrecord", "text_decoder", "exported"});
    const auto nodes = findNodes(*index, parseGraphQuery(query.toStdString()));
    QVERIFY(std::ranges::is_sorted(nodes));
    QTEST(static_cast<int>(nodes.size()), "count");
}

void TestQuery::nestedGraphsAreSearched() {
    const auto index = test::fixtureIndex({"variants/control_flow.etrecord", "choice", "edge"});
    COMPARE_TEXT(found(*index, "op:/\\.(sin|cos)$/"), "aten_sin_default aten_cos_default");
    QCOMPARE(findNodes(*index, parseGraphQuery("op:cond")).size(), std::size_t{2});
}

void TestQuery::cancelled() {
    std::stop_source stop;
    stop.request_stop();
    JobContext job;
    job.stop = stop.get_token();
    QVERIFY(findNodes(*model(), parseGraphQuery("aten"), job).empty());
}

/// What a hand types on the way to a query: every beginning, and every byte.
void TestQuery::anyTextIsFine() {
    const auto index = model();
    const std::string query = "-op:\"a b\" id:/^(x|y)[a-z]{2,3}$/ -/\\d/ \xFF\xC3 :: -- \"";
    for (std::size_t length = 0; length <= query.size(); ++length) findNodes(*index, parseGraphQuery(query.substr(0, length)));
    for (int c = 0; c < 256; ++c)
        for (const char* around : {"", "-", "op:", "/", "\""})
            for (const QueryTerm& term : parseGraphQuery(around + std::string(1, static_cast<char>(c))))
                QVERIFY(term.end >= term.begin);
}

ETSCOPE_TEST(TestQuery)
#include "tst_query.moc"
