// Sessions of the project's own fixtures, real exports and runs of every kind of file: what a plain checkout proves of the joins.
// What the original says about each file is in tests/fixtures/*/expected and checked by tst_cli_expected.
#include <QtTest>
#include <set>

#include "inventory/regions.h"
#include "report/documents.h"
#include "support/test_case.h"

using namespace etscope;
using report::Json;

class TestPlainSessions : public QObject {
    Q_OBJECT
private slots:
    void everyPairBelongsTogether_data();
    void everyPairBelongsTogether();
    void nothingIsDamaged_data();
    void nothingIsDamaged();
    void runsAreOfTheirMethods();
    void delegatesAreDecoded();
    void programInsideADelegate();
    void handlesLeadToNodes();
    void outputsOfTheRunMatch_data();
    void outputsOfTheRunMatch();
    void externalDataAreListed();
};

namespace {

using PlainSessionsSessionPtr = std::shared_ptr<const session::Session>;

PlainSessionsSessionPtr open(const QStringList& files) {
    std::vector<std::string> paths;
    for (const QString& file : files) paths.push_back(ETSCOPE_SOURCE_DIR "/tests/fixtures/" + file.toStdString());
    const auto opened = session::Session::open(paths, {}, {});
    return opened ? *opened : nullptr;
}

QStringList in(const char* folder, const char* files) {
    QStringList paths;
    for (const QString& file : QString(files).split(' ')) paths.append(QString(folder) + "/" + file);
    return paths;
}

}  // namespace

void TestPlainSessions::everyPairBelongsTogether_data() {
    QTest::addColumn<QStringList>("files");
    QTest::newRow("record and program") << in("delegated", "model.etrecord model.pte");
    QTest::newRow("bundled program and record") << in("delegated", "model.etrecord model.bpte");
    QTest::newRow("run and program") << in("methods", "model.pte run.etdp run.dbg");
    QTest::newRow("run and record") << in("methods", "model.etrecord run.etdp run.dbg");
    QTest::newRow("external data") << in("external", "model.pte model.ptd");
    QTest::newRow("all of several methods") << in("methods", "model.etrecord model.pte model.bpte run.etdp run.dbg");
    QTest::newRow("all with external data") << in("external", "model.etrecord model.pte model.ptd run.etdp run.dbg");
}

void TestPlainSessions::everyPairBelongsTogether() {
    QFETCH(QStringList, files);
    const PlainSessionsSessionPtr session = open(files);
    QVERIFY(session);
    const auto info = report::infoDocument(*session, {});
    QVERIFY(info);
    QVERIFY(!(*info)["joins"].empty());
    for (const Json& join : (*info)["joins"]) QVERIFY2(join["state"] == "matched", join.dump().c_str());
}

void TestPlainSessions::nothingIsDamaged_data() {
    QTest::addColumn<QStringList>("files");
    for (const char* folder : {"delegated", "methods", "external", "nested"}) QTest::newRow(folder) << QStringList{folder};
    QTest::newRow("vlm") << QStringList{"vlm"};
}

void TestPlainSessions::nothingIsDamaged() {
    QFETCH(QStringList, files);
    const PlainSessionsSessionPtr session = open(files);
    QVERIFY(session);
    bool failed = true;
    const auto document = report::verifyDocument(*session, failed, {});
    QVERIFY(document);
    QVERIFY2(!failed, (*document)["diagnostics"].dump().c_str());
}

// In the order of the calls that generate.py made.
void TestPlainSessions::runsAreOfTheirMethods() {
    for (const char* files : {"model.pte run.etdp run.dbg", "model.etrecord run.etdp run.dbg"}) {
        const auto document = report::eventsDocument(*open(in("methods", files)), {}, {}, {});
        QVERIFY(document);
        std::vector<std::string> methods;
        for (const Json& run : (*document)["runs"])
            if (run["name"] == "Execute") methods.push_back(run["method"].is_null() ? "unknown" : run["method"].get<std::string>());
        QCOMPARE(methods, (std::vector<std::string>{"embed", "choose", "choose", "embed", "numbers"}));
    }
}

void TestPlainSessions::delegatesAreDecoded() {
    const PlainSessionsSessionPtr session = open(in("delegated", "model.etrecord model.pte"));
    const auto document = report::delegatesDocument(*session, {}, {});
    QVERIFY(document);
    QCOMPARE((*document)["delegates"].size(), std::size_t{2});
    for (const Json& delegate : (*document)["delegates"]) QVERIFY2(delegate["decoded"] == true, delegate.dump().c_str());
    for (const char* stage : {"delegate:0", "delegate:1"}) {
        const auto graph = session->graph("forward", stage, {});
        QVERIFY(graph);
        QCOMPARE((*graph)->nodeCount(), 1U);
    }
}

void TestPlainSessions::programInsideADelegate() {
    const PlainSessionsSessionPtr session = open({"nested/program.pte"});
    const auto graph = session->graph("forward", "delegate:0", {});
    QVERIFY(graph && !(*graph)->top().nodes.empty());
    QVERIFY((*graph)->text((*graph)->node((*graph)->top().nodes.front()).target).starts_with("aten::"));
    std::uint64_t end = 0, inside = 0;
    for (const flat::Region& region : inventory::fileRegions(*session, 0)) {
        QCOMPARE(region.offset, end);
        end += region.size;
        if (region.name.starts_with("delegate data 0: ")) inside += region.size;
    }
    QCOMPARE(end, session->files().front().size);
    QCOMPARE(inside, (*session->delegate("forward", 0, {}))->nested.front().bytes.size);
    const auto outer = report::delegatesDocument(*open({"nested/program.pte"}), {}, {});
    QVERIFY(outer);
    QCOMPARE((*outer)["delegates"][0]["format"], "pte");
    const PlainSessionsSessionPtr inner = open({"nested/program.pte#delegate:forward:0"});
    QVERIFY(inner);
    QCOMPARE(inner->methods().size(), std::size_t{1});
    QVERIFY(inner->plan("forward") != nullptr);
    QVERIFY(!inner->plan("forward")->operators.empty());
}

void TestPlainSessions::handlesLeadToNodes() {
    const auto document = report::handlesDocument(*open(in("delegated", "model.etrecord model.pte")), {}, {});
    QVERIFY(document);
    std::set<std::string> nodes;
    for (const Json& row : (*document)["methods"][0]["instructions"])
        for (const Json& node : row["edge_nodes"]) nodes.insert(node.get<std::string>());
    QCOMPARE(nodes,
             (std::set<std::string>{"aten_linear_default", "aten_relu_default", "aten_cumsum_default", "aten_linear_default_1"}));
}

void TestPlainSessions::outputsOfTheRunMatch_data() {
    QTest::addColumn<QStringList>("files");
    QTest::addColumn<int>("matches");
    QTest::newRow("record") << in("delegated", "model.etrecord model.pte run.etdp run.dbg") << 2;
    QTest::newRow("bundled program") << in("delegated", "model.bpte run.etdp run.dbg") << 2;
    QTest::newRow("external data") << in("external", "model.etrecord model.pte model.ptd run.etdp run.dbg") << 1;
    QTest::newRow("several methods") << in("methods", "model.etrecord model.pte run.etdp run.dbg") << 4;
}

void TestPlainSessions::outputsOfTheRunMatch() {
    QFETCH(QStringList, files);
    QFETCH(int, matches);
    bool failed = false;
    const auto document = report::compareDocument(open(files), {}, {}, "", failed, {});
    QVERIFY(document);
    QCOMPARE((*document)["summary"]["match"].get<int>(), matches);
    QCOMPARE((*document)["summary"]["differ"].get<int>(), 0);
}

void TestPlainSessions::externalDataAreListed() {
    const auto document = report::tensorsDocument(*open({"external/model.ptd"}), {}, {});
    QVERIFY(document);
    std::multiset<std::string> shapes;
    for (const Json& row : (*document)["tensors"]) {
        QCOMPARE(row["role"], "external");
        shapes.insert(row["shape"].dump());
    }
    QCOMPARE(shapes, (std::multiset<std::string>{"[12,8]", "[12]", "[4,12]", "[4]"}));
}

ETSCOPE_TEST(TestPlainSessions)
#include "tst_plain_sessions.moc"
