#include <QtTest>

#include "etrecord/side_tables.h"
#include "support/bytes.h"

using namespace etscope;
using namespace etscope::etrecord;

class TestSideTables : public QObject {
    Q_OBJECT
private slots:
    void debugHandles();
    void delegates();
    void outputCounts();
    void exportGraphId();
    void malformed_data();
    void malformed();
};

namespace {
SideTables read(Role role, std::string_view text, Diagnostics& diagnostics) {
    SideTables tables;
    readSideTable(role, test::inMemory(text), tables, diagnostics);
    return tables;
}
using Handles = std::vector<std::int64_t>;
}  // namespace

void TestSideTables::debugHandles() {
    Diagnostics diagnostics;
    const auto tables =
        read(Role::DebugHandleMap,
             R"({"text_decoder": {"0": 4}, "vision_encoder": {"0": [1, 2, 2], "7": [], "10": 7}, "none": {}})", diagnostics);
    QVERIFY(diagnostics.empty());
    QVERIFY(tables.hasDebugHandles);
    QCOMPARE(tables.debugHandles.size(), std::size_t{3});
    QCOMPARE(tables.debugHandles.at("text_decoder").at(0), Handles{4});
    QCOMPARE(tables.debugHandles.at("vision_encoder").at(0), (Handles{1, 2, 2}));
    QCOMPARE(tables.debugHandles.at("vision_encoder").at(7), Handles{});
    QCOMPARE(tables.debugHandleIsList.at("vision_encoder").at(0), true);
    QCOMPARE(tables.debugHandleIsList.at("vision_encoder").at(10), false);
    QVERIFY(tables.debugHandles.at("none").empty());
}

void TestSideTables::delegates() {
    Diagnostics diagnostics;
    const auto tables = read(Role::DelegateMap,
                             R"({"forward": {"1": {"name": "VulkanBackend", "delegate_map": {"0": [2], "conv/op": [3, 5]}},
                                             "2": {"name": "XnnpackBackend", "delegate_map": {}}, "3": {"name": "MPSBackend", "delegate_map": null}}})",
                             diagnostics);
    QVERIFY(diagnostics.empty());
    const auto& rows = tables.delegates.at("forward");
    QCOMPARE(rows.at(1).backend, std::string("VulkanBackend"));
    QVERIFY(rows.at(1).hasMap);
    QCOMPARE(rows.at(1).handles.size(), std::size_t{2});
    QCOMPARE(rows.at(1).handles[1].first, std::string("conv/op"));
    QCOMPARE(rows.at(1).handles[1].second, (Handles{3, 5}));
    QVERIFY(rows.at(2).hasMap && rows.at(2).handles.empty());
    QVERIFY(!rows.at(3).hasMap);
}

void TestSideTables::outputCounts() {
    Diagnostics diagnostics;
    const auto tables = read(Role::InstructionOutputCounts, R"({"forward": {"3": 2}})", diagnostics);
    QVERIFY(diagnostics.empty());
    QCOMPARE(tables.outputCounts.at("forward").at(3), std::int64_t{2});
}

void TestSideTables::exportGraphId() {
    Diagnostics diagnostics;
    QCOMPARE(read(Role::ExportGraphId, "140000000012288", diagnostics).exportGraphId,
             std::optional<std::uint64_t>(140000000012288));
    QCOMPARE(read(Role::ExportGraphId, "0", diagnostics).exportGraphId, std::optional<std::uint64_t>(0));
    QVERIFY(diagnostics.empty());
    for (const char* text : {"-1", "1.5", "\"1\"", "null", "[]"}) {
        Diagnostics own;
        QVERIFY2(!read(Role::ExportGraphId, text, own).exportGraphId, text);
        QVERIFY2(own.has("side-table-malformed"), text);
    }
}

void TestSideTables::malformed_data() {
    QTest::addColumn<int>("role");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("rows");  ///< of method `m` that are read all the same
    const auto row = [](const char* name, Role role, const char* text, int rows) {
        QTest::newRow(name) << static_cast<int>(role) << QByteArray(text) << rows;
    };
    row("not JSON", Role::DebugHandleMap, "{", 0);
    row("empty", Role::DebugHandleMap, "", 0);
    row("array", Role::DebugHandleMap, "[1]", 0);
    row("method is no object", Role::DebugHandleMap, R"({"a": 1, "m": {"0": 1}})", 1);
    row("key is no number", Role::DebugHandleMap, R"({"m": {"0": 1, "x": 2}})", 1);
    row("negative instruction", Role::DebugHandleMap, R"({"m": {"0": 1, "-1": 2}})", 1);
    row("instruction beyond 64 bits", Role::DebugHandleMap, R"({"m": {"0": 1, "99999999999999999999": 2}})", 1);
    row("handle is text", Role::DebugHandleMap, R"({"m": {"0": 1, "1": "2"}})", 1);
    row("handle is a fraction", Role::DebugHandleMap, R"({"m": {"0": 1, "1": 2.5}})", 1);
    row("handle is a list of lists", Role::DebugHandleMap, R"({"m": {"0": 1, "1": [[2]]}})", 1);
    row("delegate is no object", Role::DelegateMap, R"({"m": {"0": {"name": "B"}, "1": 5}})", 1);
    row("delegate without a name", Role::DelegateMap, R"({"m": {"0": {"name": "B"}, "1": {}}})", 1);
    row("delegate's name is a number", Role::DelegateMap, R"({"m": {"0": {"name": "B"}, "1": {"name": 5}}})", 1);
    row("delegate's map is an array", Role::DelegateMap, R"({"m": {"0": {"name": "B"}, "1": {"name": "C", "delegate_map": []}}})",
        1);
    row("count is text", Role::InstructionOutputCounts, R"({"m": {"0": 1, "1": "2"}})", 1);
}

void TestSideTables::malformed() {
    QFETCH(int, role);
    QFETCH(QByteArray, text);
    QFETCH(int, rows);
    Diagnostics diagnostics;
    const auto tables = read(static_cast<Role>(role), text.toStdString(), diagnostics);
    QVERIFY(diagnostics.has("side-table-malformed"));
    const auto count = [](const auto& table) { return table.contains("m") ? static_cast<int>(table.at("m").contains(0)) : 0; };
    QCOMPARE(count(tables.debugHandles) + count(tables.delegates) + count(tables.outputCounts), rows);
}

QTEST_GUILESS_MAIN(TestSideTables)
#include "tst_side_tables.moc"
