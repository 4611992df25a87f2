#include <QtTest>

#include "exported/program_reading.h"
#include "exported/provenance.h"
#include "support/test_case.h"

using namespace etscope;

/// Which exported node became which edge nodes. Names e<i> are of the edge program, x<i> of the exported one.
class TestProvenance : public QObject {
    Q_OBJECT
private slots:
    void directAncestors();
    void ancestorsOfExportedNodes();
    void conflicts();
    void incomplete();
    void absent();
    void innerGraphs();
    void damagedRecords();
    void cancelled();
};

namespace {

/// "name.graph" records from nearest to greatest, as the file nests them.
std::string records(const std::vector<std::pair<std::string, int>>& chain) {
    std::string json = "[]";
    for (auto record = chain.rbegin(); record != chain.rend(); ++record)
        json = R"([{\"name\": \")" + record->first + R"(\", \"graph_id\": )" + std::to_string(record->second) +
               R"(, \"from_node\": )" + json + "}]";
    return json;
}

std::string node(const std::string& name, const std::string& handle, const std::string& fromNode,
                 const std::string& inputs = "[]") {
    std::string metadata;
    if (!handle.empty()) metadata += R"("debug_handle":")" + handle + "\"";
    if (!fromNode.empty()) metadata += (metadata.empty() ? "" : ",") + (R"("from_node":")" + fromNode + "\"");
    return R"({"name":")" + name + R"(","target":"op","inputs":)" + inputs + R"(,"outputs":[],"metadata":{)" + metadata + "}}";
}

struct Match {
    exported::ExportedHandles result;
    Diagnostics diagnostics;
    std::string text;  ///< "x0=1 x1=-"
};
Match match(const std::string& edge, const std::string& exportedNodes, std::uint64_t graphId) {
    Match match;
    const auto left = test::readProgram(test::programWithNodes("[" + edge + "]"));
    const auto right = test::readProgram(test::programWithNodes("[" + exportedNodes + "]"));
    auto found = exported::matchExported(*left.program, *right.program, graphId, match.diagnostics, {});
    if (!found) return match;
    match.result = *found;
    for (std::uint32_t i = 0; i < right.graph().nodeCount(); ++i)
        match.text += (i == 0 ? "" : " ") + right.text(right.graph().node(graph::NodeId(i)).id) + "=" +
                      (found->handles[i] ? std::to_string(*found->handles[i]) : "-");
    return match;
}

}  // namespace

void TestProvenance::directAncestors() {
    // x0 became e0; x1 was removed; x2 became e1 and e2, which share a handle.
    const Match found = match(node("e0", "1", records({{"x0", 7}})) + "," + node("e1", "2", records({{"t", 9}, {"x2", 7}})) + "," +
                                  node("e2", "2", records({{"x2", 7}})) + "," + node("e3", "0", records({{"x1", 7}})),
                              node("x0", "", "") + "," + node("x1", "", "") + "," + node("x2", "", ""), 7);
    QCOMPARE(found.text, std::string("x0=1 x1=- x2=2"));
    QCOMPARE(found.result.edgeHandles, std::size_t{2});
    QVERIFY(found.result.complete() && found.diagnostics.empty());
}

void TestProvenance::ancestorsOfExportedNodes() {
    // The export's id does not fit, but both sides name the same greatest ancestor.
    const Match found =
        match(node("e0", "4", records({{"x0", 7}, {"root", 3}})), node("x0", "", records({{"mid", 5}, {"root", 3}})), 99);
    QCOMPARE(found.text, std::string("x0=4"));
    QVERIFY(found.result.complete());
}

void TestProvenance::conflicts() {
    const Match found =
        match(node("e0", "1", records({{"x0", 7}})) + "," + node("e1", "2", records({{"x0", 7}})), node("x0", "", ""), 7);
    QCOMPARE(found.text, std::string("x0=1"));
    QCOMPARE(found.result.conflicts, std::size_t{1});
    QVERIFY(found.diagnostics.has("provenance-conflict"));
    QVERIFY(!found.result.complete() && found.diagnostics.has("provenance-incomplete"));
}

void TestProvenance::incomplete() {
    const Match found =
        match(node("e0", "1", records({{"x0", 7}})) + "," + node("e1", "2", records({{"y", 8}})), node("x0", "", ""), 7);
    QCOMPARE(found.result.matchedHandles, std::size_t{1});
    QCOMPARE(found.result.edgeHandles, std::size_t{2});
    QVERIFY(found.diagnostics.has("provenance-incomplete"));
}

void TestProvenance::absent() {
    const Match found = match(node("e0", "1", ""), node("x0", "", ""), 7);
    QCOMPARE(found.text, std::string("x0=-"));
    QVERIFY(found.diagnostics.has("provenance-absent"));
}

void TestProvenance::innerGraphs() {
    const std::string inner = R"([{"name":"","arg":{"as_graph":{"name":"g","graph":{"inputs":[],"outputs":[],"nodes":[)" +
                              node("i", "2", records({{"xi", 7}})) + "]}}}}]";
    // Breadth first: the outer node's claim on "both" comes before the inner one's.
    const std::string claim = R"([{"name":"","arg":{"as_graph":{"name":"g","graph":{"inputs":[],"outputs":[],"nodes":[)" +
                              node("j", "5", records({{"both", 7}})) + "]}}}}]";
    const Match found = match(node("cond", "1", records({{"x0", 7}}), inner) + "," + node("c2", "3", "null", claim) + "," +
                                  node("late", "4", records({{"both", 7}})),
                              node("x0", "", "") + "," + node("xi", "", "") + "," + node("both", "", ""), 7);
    QCOMPARE(found.text, std::string("x0=1 xi=2 both=4"));
}

void TestProvenance::damagedRecords() {
    const Match found =
        match(node("e0", "1", R"([{\"name\": )") + "," + node("e1", "2", records({{"x0", 7}})), node("x0", "", ""), 7);
    QCOMPARE(found.text, std::string("x0=2"));
    QVERIFY(found.diagnostics.has("provenance-damaged"));
}

void TestProvenance::cancelled() {
    std::stop_source stop;
    stop.request_stop();
    Diagnostics diagnostics;
    const auto program = test::readProgram(test::programJson());
    const auto found =
        exported::matchExported(*program.program, *program.program, 1, diagnostics, JobContext{stop.get_token(), {}});
    QVERIFY(!found);
    QCOMPARE(found.error().code, std::string("cancelled"));
}

ETSCOPE_TEST(TestProvenance)
#include "tst_provenance.moc"
