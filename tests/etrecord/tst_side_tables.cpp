#include <QtTest>

#include "base/limits.h"
#include "etrecord/record.h"
#include "support/bytes.h"
#include "support/record_builder.h"
#include "support/test_case.h"

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
    void brokenTextsKeepWhatStandsBefore();
    void lastOfAMethodCounts();
    void whatComesTwiceIsTold_data();
    void whatComesTwiceIsTold();
    void hugeTextsAreNotRead();
    void deepTextsEnd();
    void itemsAreLimited();
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

void TestSideTables::brokenTextsKeepWhatStandsBefore() {
    Diagnostics diagnostics;
    const auto tables = read(Role::DebugHandleMap, R"({"m": {"0": 1, "1": [2, 3], "2": [4, )", diagnostics);
    QVERIFY(diagnostics.has("side-table-malformed"));
    QCOMPARE(tables.debugHandles.at("m").at(0), Handles{1});
    QCOMPARE(tables.debugHandles.at("m").at(1), (Handles{2, 3}));
}

void TestSideTables::lastOfAMethodCounts() {
    Diagnostics diagnostics;
    const auto tables = read(Role::DebugHandleMap, R"({"m": {"0": 1, "0": 5}, "n": {"0": 2}, "n": {"1": [3]}})", diagnostics);
    QCOMPARE(tables.debugHandles.at("m").at(0), Handles{5});
    QCOMPARE(tables.debugHandles.at("n").size(), std::size_t{1});
    QCOMPARE(tables.debugHandles.at("n").at(1), Handles{3});
    const auto counts = read(Role::InstructionOutputCounts, R"({"m": {"0": 1}, "m": {"1": 2}})", diagnostics);
    QCOMPARE(counts.outputCounts.at("m").size(), std::size_t{1});
    const auto delegates =
        read(Role::DelegateMap, R"({"m": {"0": {"name": "B", "delegate_map": {"b": [1], "a": [4], "b": [2, 3]}}}})", diagnostics);
    const auto& handles = delegates.delegates.at("m").at(0).handles;
    QCOMPARE(handles.size(), std::size_t{2});
    QCOMPARE(handles.back(), std::pair(std::string("b"), Handles{2, 3}));
}

void TestSideTables::whatComesTwiceIsTold_data() {
    QTest::addColumn<int>("role");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("place");
    const auto row = [](const char* name, Role role, const char* text, const char* place) {
        QTest::newRow(name) << static_cast<int>(role) << text << place;
    };
    row("method", Role::DebugHandleMap, R"({"m": {"0": 1}, "n": {}, "m": {"1": 2}})", "debug_handle_map[m]");
    row("instruction", Role::DebugHandleMap, R"({"m": {"7": 1, "8": 2, "7": 1}})", "debug_handle_map[m][7]");
    row("instruction, written otherwise", Role::DebugHandleMap, R"({"m": {"7": 1, "07": 1}})", "debug_handle_map[m][07]");
    row("row of a delegate", Role::DelegateMap, R"({"m": {"0": {"name": "A"}, "0": {"name": "B"}}})", "delegate_map[m][0]");
    row("delegate debug id", Role::DelegateMap, R"({"m": {"3": {"name": "A", "delegate_map": {"x": [1], "x": [1]}}}})",
        "delegate_map[m][3][x]");
    row("name of a row", Role::DelegateMap, R"({"m": {"3": {"name": "A", "name": "B"}}})", "delegate_map[m][3][name]");
    row("number of outputs", Role::InstructionOutputCounts, R"({"m": {"0": 1, "0": 2}})", "instruction_id_to_num_outs_map[m][0]");
}

void TestSideTables::whatComesTwiceIsTold() {
    QFETCH(int, role);
    QFETCH(QString, text);
    QFETCH(QString, place);
    Diagnostics diagnostics;
    read(static_cast<Role>(role), text.toStdString(), diagnostics);
    QCOMPARE(diagnostics.items().size(), std::size_t{1});
    QCOMPARE(diagnostics.items()[0].code, std::string("json-duplicate-key"));
    QCOMPARE(QString::fromStdString(diagnostics.items()[0].where), place);
    QCOMPARE(diagnostics.items()[0].severity, Severity::Warning);
}

namespace {
/// A record whose delegate map is this text, deflated.
struct Deflated {
    std::shared_ptr<const Source> source;
    std::shared_ptr<const Record> record;
    Diagnostics diagnostics;
    explicit Deflated(const char* table, std::string text) {
        test::RecordBuilder builder;
        builder.set(table, std::move(text));
        builder.member(table).deflated = true;
        source = Source::fromBytes(test::toBytes(builder.bytes()), "file");
        auto zip = ZipIndex::read(ByteRange::whole(source), diagnostics);
        record = *Record::read(std::make_shared<const ZipIndex>(std::move(*zip)), diagnostics);
    }
};
}  // namespace

// The declared size decides: nothing is inflated.
void TestSideTables::hugeTextsAreNotRead() {
    for (const char* table : {"debug_handle_map", "export_graph_id", "delegate_map"}) {
        const Deflated file(table, "{" + std::string(40'000'000, ' ') + "}");
        QVERIFY(file.diagnostics.has("side-table-malformed"));
        QVERIFY2(file.source->bytesRead() < 40'000, qPrintable(QString::number(file.source->bytesRead())));
    }
}

void TestSideTables::deepTextsEnd() {
    const Deflated file("delegate_map", std::string(16'000'000, '['));
    QVERIFY(file.diagnostics.has("side-table-malformed"));
    QVERIFY2(file.source->bytesRead() < 60'000, qPrintable(QString::number(file.source->bytesRead())));
}

// 16 MB of text that are 20 KB in the file: as many rows as 20 KB may hold, not two million.
void TestSideTables::itemsAreLimited() {
    std::string rows = "{\"forward\": {";
    for (int i = 0; i < 1000; ++i) rows += "\"" + std::to_string(i) + "\":[1" + test::repeated(",1", 7'500) + "],";
    const Deflated file("debug_handle_map", rows + "\"1000\": 1}}");
    QVERIFY(file.diagnostics.has("side-table-malformed"));
    const auto stored = file.record->zip().find("debug_handle_map")->compressedSize;
    // The other tables have a row each.
    QCOMPARE(file.record->sideTables().items, limits::kSideTableItems / 4 + stored / limits::kSideTableBytesPerItem + 2);
    Diagnostics diagnostics;
    const auto plain = read(Role::DebugHandleMap, rows + "\"1000\": 1}}", diagnostics);
    QVERIFY2(diagnostics.empty(), "an honest table of that size is read");
    QVERIFY(plain.items > 5'000'000);
}

ETSCOPE_TEST(TestSideTables)
#include "tst_side_tables.moc"
