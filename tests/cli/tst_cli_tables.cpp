// CSV and TSV of every command, read back as a program would read them: the values are those of the command's JSON.
#include <QtTest>

#include "support/bytes.h"
#include "support/run_cli.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope::test;

namespace {

const QString kCliTablesFixtures = QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures");
const QString kSampleFolder = QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm"),
              kSampleRecord = kSampleFolder + "/model.etrecord", kSampleProgram = kSampleFolder + "/model.pte";

using Rows = QList<QStringList>;

/// RFC 4180: records end with CR LF, fields are plain or between quotes; a fault gives its place in `fault`.
Rows readCsv(const QByteArray& bytes, QString& fault) {
    Rows rows;
    QStringList row;
    for (qsizetype at = 0; at < bytes.size();) {
        QByteArray field;
        if (bytes[at] == '"') {
            for (++at; at < bytes.size() && (bytes[at] != '"' || bytes.mid(at + 1, 1) == "\""); ++at) {
                if (bytes[at] == '"') ++at;
                field += bytes[at];
            }
            if (at++ >= bytes.size()) fault = "a quote is not closed";
        } else {
            while (at < bytes.size() && bytes[at] != ',' && bytes[at] != '\r') {
                if (bytes[at] == '"' || bytes[at] == '\n') fault = "a bare quote or line end at " + QString::number(at);
                field += bytes[at++];
            }
        }
        row.append(QString::fromUtf8(field));
        if (bytes.mid(at, 1) == ",") {
            ++at;
        } else if (bytes.mid(at, 2) == "\r\n") {
            at += 2;
            rows.append(row);
            row.clear();
        } else {
            fault = "no comma and no line end at " + QString::number(at);
            return rows;
        }
    }
    if (!row.isEmpty()) fault = "the last line has no end";
    return rows;
}

Rows readTsv(const QByteArray& bytes) {
    Rows rows;
    for (const QByteArray& line : bytes.split('\n')) rows.append(QString::fromUtf8(line).split('\t'));
    rows.removeLast();
    return rows;
}

QJsonValue valueAt(const QJsonValue& from, const QString& path) {
    QJsonValue value = from;
    for (const QString& step : path.split('.')) value = value.toObject().value(step);
    return value;
}

/// A cell as what it says; lists are joined by commas.
QString expectedText(const QJsonValue& value) {
    if (value.isBool()) return value.toBool() ? "true" : "false";
    if (value.isString()) return value.toString();
    QStringList items;
    for (const QJsonValue& item : value.toArray())
        items.append(item.isDouble() ? QString::number(item.toInteger()) : item.toString());
    return items.join(',');
}

bool same(const QString& cell, const QJsonValue& value) {
    if (value.isNull() || value.isUndefined()) return cell.isEmpty();
    bool isNumber = false;
    const double number = cell.toDouble(&isNumber);
    return value.isDouble() ? isNumber && number == value.toDouble() : cell == expectedText(value);
}

struct Column {
    const char *title, *field;  ///< "^name": of what holds the row
};
struct Table {
    const char* command;
    QStringList arguments;
    const char *outer, *list;  ///< where the rows are; outer may be null
    std::vector<Column> columns;
};

const std::vector<Table>& tables() {
    static const std::vector<Table> kTables{
        {"info",
         {kSampleFolder},
         nullptr,
         "methods",
         {{"method", "name"}, {"stages", "stages"}, {"parameters", "parameters.count"}, {"runs", "runs"}}},
        {"tensors",
         {kSampleFolder},
         nullptr,
         "tensors",
         {{"name", "name"},
          {"role", "role"},
          {"method", "method"},
          {"stage", "stage"},
          {"case", "case"},
          {"index", "index"},
          {"bytes", "bytes"},
          {"offset", "data_offset"},
          {"run", "run"},
          {"file", "file"},
          {"storage", "storage"}}},
        {"handles",
         {kSampleRecord},
         "methods",
         "instructions",
         {{"method", "^method"},
          {"instruction", "instruction"},
          {"kind", "kind"},
          {"operator", "operator"},
          {"backend", "delegate.name"},
          {"debug handles", "debug_handles"},
          {"edge nodes", "edge_nodes"},
          {"exported nodes", "exported_nodes"}}},
        {"metadata",
         {kSampleProgram},
         nullptr,
         "entries",
         {{"key", "key"}, {"type", "type"}, {"source", "source"}, {"bytes", "bytes"}}},
        {"named-data",
         {kSampleProgram},
         nullptr,
         "entries",
         {{"key", "key"}, {"segment", "segment"}, {"offset", "data_offset"}, {"bytes", "bytes"}, {"sha256", "sha256"}}},
        {"delegates",
         {kSampleProgram},
         nullptr,
         "delegates",
         {{"method", "method"}, {"index", "index"}, {"backend", "backend"}, {"bytes", "bytes"}, {"reason", "reason"}}},
        {"memory",
         {kSampleProgram},
         "methods",
         "tensors",
         {{"method", "^method"},
          {"memory", "memory_id"},
          {"offset", "offset"},
          {"bytes", "bytes"},
          {"value", "value"},
          {"first use", "first_use"},
          {"last use", "last_use"},
          {"upper bound", "upper_bound"},
          {"name", "name"}}},
        {"sizes",
         {kSampleFolder},
         nullptr,
         "regions",
         {{"file", "file"}, {"offset", "offset"}, {"size", "size"}, {"kind", "kind"}, {"name", "name"}, {"owner", "owner"}}},
        {"events",
         {kSampleFolder, "--ticks-per-second", "1000000000"},
         "runs",
         "events",
         {{"method", "^method"},
          {"run", "^index"},
          {"case", "^case"},
          {"instruction", "instruction"},
          {"name", "name"},
          {"kind", "kind"},
          {"delegate id", "delegate_debug_id"},
          {"start", "start"},
          {"end", "end"},
          {"duration", "duration"},
          {"duration_ms", "duration_ms"},
          {"index", "index"},
          {"parent", "parent"}}},
        {"events", {kSampleFolder, "--summary"}, nullptr, "summary", {{"level", "level"},     {"instr.", "instruction"},
                                                                      {"name", "name"},       {"operator", "operator"},
                                                                      {"module", "module"},   {"layer", "layer"},
                                                                      {"backend", "backend"}, {"count", "count"},
                                                                      {"min", "min"},         {"p10", "p10"},
                                                                      {"p50", "p50"},         {"mean", "mean"},
                                                                      {"p90", "p90"},         {"max", "max"},
                                                                      {"per run", "per_run"}, {"share", "share"},
                                                                      {"unit", "unit"},       {"delegate id", "delegate_debug_id"},
                                                                      {"method", "method"},   {"set", "set"}}},
        {"tokens",
         {kSampleFolder, "--method", "text_decoder"},
         nullptr,
         "outputs",
         {{"case", "case"},
          {"positions", "positions"},
          {"agree", "agree"},
          {"first different", "first_different"},
          {"kl mean", "kl_mean"},
          {"vocabulary", "vocabulary.evidence"}}},
        {"gap",
         {kSampleFolder, "--method", "text_decoder", "--reference-values", kSampleFolder + "/reference-text_decoder.npz"},
         nullptr,
         "rows",
         {{"instruction", "instruction"},
          {"runs as", "runtime"},
          {"state", "state"},
          {"max_abs", "metrics.max_abs"},
          {"error", "error"},
          {"inherited", "inherited"},
          {"introduced", "introduced"},
          {"verdict", "verdict"},
          {"diverges", "diverges"},
          {"nodes", "aot_nodes"},
          {"run", "run"},
          {"debug handles", "debug_handles"},
          {"note", "note"},
          {"mse", "metrics.mse"},
          {"cosine", "metrics.cosine"},
          {"snr_db", "metrics.snr_db"}}},
        {"drift",
         {kSampleFolder, "--method", "text_decoder"},
         "rows",
         "cells",
         {{"step", "step"},
          {"state", "state"},
          {"total", "total"},
          {"own", "own"},
          {"node", "node"},
          {"origin", "origin"},
          {"path", "^path"}}},
        {"compare",
         {kSampleFolder},
         nullptr,
         "comparisons",
         {{"state", "state"},
          {"method", "method"},
          {"case", "case"},
          {"output", "output"},
          {"run", "run"},
          {"note", "note"},
          {"reference", "reference.source"},
          {"runtime", "runtime.source"},
          {"rtol", "tolerance.rtol"},
          {"atol", "tolerance.atol"},
          {"mismatched", "metrics.mismatched"},
          {"max_abs", "metrics.max_abs"},
          {"max_rel", "metrics.max_rel"},
          {"mean_abs", "metrics.mean_abs"},
          {"mse", "metrics.mse"},
          {"snr_db", "metrics.snr_db"},
          {"cosine", "metrics.cosine"},
          {"max_ulp", "metrics.max_ulp"},
          {"required_rtol", "metrics.required_rtol"}}},
        {"lint",
         {kSampleFolder},
         nullptr,
         "findings",
         {{"severity", "severity"}, {"code", "code"}, {"where", "where"}, {"message", "message"}, {"suggestion", "suggestion"}}},
    };
    return kTables;
}

Ran runAs(const QString& command, const QStringList& arguments, const char* form) {
    return runProcess(ETSCOPE_CLI, QStringList{command} + arguments + QStringList{form}, {}, 60'000);
}

/// Pairs of a row and what holds it.
QList<std::pair<QJsonValue, QJsonValue>> jsonRows(const QJsonObject& document, const char* outer, const char* list) {
    QList<std::pair<QJsonValue, QJsonValue>> rows;
    if (outer == nullptr)
        for (const QJsonValue& row : document[list].toArray()) rows.append({row, {}});
    else
        for (const QJsonValue& holder : document[outer].toArray())
            for (const QJsonValue& row : holder[list].toArray()) rows.append({row, holder});
    return rows;
}

}  // namespace

class TestCliTables : public QObject {
    Q_OBJECT
private slots:
    void values_data();
    void values();
    void oneTensor();
    void graph();
    void differences();
    void diagnostics();
    void quoting();
    void oneFormAtATime();
};

void TestCliTables::values_data() {
    QTest::addColumn<int>("index");
    for (int i = 0; i < static_cast<int>(tables().size()); ++i) QTest::newRow(tables()[static_cast<std::size_t>(i)].command) << i;
}

void TestCliTables::values() {
    QFETCH(int, index);
    const Table& table = tables()[static_cast<std::size_t>(index)];

    const auto document = QJsonDocument::fromJson(runAs(table.command, table.arguments, "--json").out).object();
    const auto expected = jsonRows(document, table.outer, table.list);
    QString fault;
    const Rows csv = readCsv(runAs(table.command, table.arguments, "--csv").out, fault);
    QVERIFY2(fault.isEmpty(), qPrintable(fault));
    QCOMPARE(readTsv(runAs(table.command, table.arguments, "--tsv").out), csv);
    QVERIFY(!csv.isEmpty());
    QCOMPARE(csv.size() - 1, expected.size());
    QCOMPARE(QSet<QString>(csv[0].begin(), csv[0].end()).size(), csv[0].size());
    for (const Column& column : table.columns) {
        const qsizetype at = csv[0].indexOf(column.title);
        QVERIFY2(at >= 0, column.title);
        for (qsizetype i = 0; i < expected.size(); ++i) {
            QCOMPARE(csv[i + 1].size(), csv[0].size());
            const QString field = column.field;
            const QJsonValue value =
                field.startsWith('^') ? valueAt(expected[i].second, field.mid(1)) : valueAt(expected[i].first, field);
            QVERIFY2(same(csv[i + 1][at], value),
                     qPrintable(QString("%1 of row %2: “%3”").arg(column.title).arg(i).arg(csv[i + 1][at])));
        }
    }
}

void TestCliTables::oneTensor() {
    const auto document =
        QJsonDocument::fromJson(runAs("tensor", {kSampleRecord, "projector.weight", "--stage", "edge"}, "--json").out).object();
    QString fault;
    const Rows csv = readCsv(runAs("tensor", {kSampleRecord, "projector.weight", "--stage", "edge"}, "--csv").out, fault);
    QVERIFY2(fault.isEmpty(), qPrintable(fault));
    QCOMPARE(csv.size(), document.contains("tensors") ? document["tensors"].toArray().size() + 1 : 2);
    const QJsonValue first = document.contains("tensors") ? document["tensors"][0] : QJsonValue(document);
    for (const char* name : {"count", "finite", "nan", "zero", "min", "max", "mean", "std", "l1", "l2"})
        QVERIFY2(same(csv[1][csv[0].indexOf(name)], valueAt(first, QString("statistics.") + name)), name);
}

void TestCliTables::graph() {
    const QStringList arguments{kSampleRecord, "--method", "text_decoder", "--stage", "edge"};
    const auto nodes = QJsonDocument::fromJson(runAs("graph", arguments, "--json").out).object()["nodes"].toArray();
    QString fault;
    const Rows csv = readCsv(runAs("graph", arguments, "--csv").out, fault);
    QVERIFY2(fault.isEmpty(), qPrintable(fault));
    QVERIFY(nodes.size() > 10);
    QCOMPARE(csv.size() - 1, nodes.size());
    for (qsizetype i = 0; i < nodes.size(); ++i) {
        const QJsonValue node = nodes[i];
        const auto cell = [&](const char* title) { return csv[i + 1][csv[0].indexOf(title)]; };
        QCOMPARE(cell("node"), node["id"].toString());
        QCOMPARE(cell("operator"), node["target"].toString());
        QVERIFY(same(cell("debug handle"), node["debug_handle"]));
        const QJsonArray modules = node["module_stack"].toArray(), frames = node["stack_trace"].toArray();
        QCOMPARE(cell("module"), modules.isEmpty() ? QString() : modules.last()["path"].toString());
        QVERIFY(same(cell("line"), frames.isEmpty() ? QJsonValue() : frames.last()["line"]));
    }
}

/// A line for each field that changed, one for what is on one side only.
void TestCliTables::differences() {
    const QStringList arguments{kSampleRecord, kCliTablesFixtures + "/tiny/model.etrecord"};
    const auto document = QJsonDocument::fromJson(runAs("diff", arguments, "--json").out).object();
    QStringList names;
    const auto add = [&](const QJsonValue& row, const QString& name) {
        for (qsizetype i = 0; i < std::max<qsizetype>(1, row["fields"].toArray().size()); ++i) names.append(name);
    };
    for (const QJsonValue& stage : document["methods"].toArray())
        for (const char* state : {"removed", "added", "changed"})
            for (const QJsonValue& row : stage[state].toArray()) add(row, row["node"].toString());
    for (const char* list : {"tensors", "delegates", "outputs"})
        for (const QJsonValue& row : document[list].toArray()) add(row, row["name"].toString());
    for (const QJsonValue& row : document["metadata"].toArray()) add(row, row["key"].toString());
    QString fault;
    const Rows csv = readCsv(runAs("diff", arguments, "--csv").out, fault);
    QVERIFY2(fault.isEmpty(), qPrintable(fault));
    QStringList seen;
    for (qsizetype i = 1; i < csv.size(); ++i) seen.append(csv[i][csv[0].indexOf("name")]);
    QVERIFY(seen.size() > 10);
    QCOMPARE(seen, names);
}

void TestCliTables::diagnostics() {
    const TempDir dir;
    const std::string bytes = *readFile(kSampleRecord.toStdString());
    const QString cut = QString::fromStdString(dir.write("cut.etrecord", bytes.substr(0, bytes.size() - 300)));
    const auto expected = QJsonDocument::fromJson(runAs("verify", {cut}, "--json").out).object()["diagnostics"].toArray();
    QString fault;
    const Rows csv = readCsv(runAs("verify", {cut}, "--csv").out, fault);
    QVERIFY2(fault.isEmpty(), qPrintable(fault));
    QVERIFY(!expected.isEmpty());
    QCOMPARE(csv.size() - 1, expected.size());
    for (qsizetype i = 0; i < expected.size(); ++i)
        for (const char* name : {"severity", "code", "where", "message", "count"})
            QVERIFY2(same(csv[i + 1][csv[0].indexOf(name)], expected[i][name]), name);
}

/// Commas and quotes in a name; tabs and line ends are escaped in either form.
void TestCliTables::quoting() {
    const TempDir dir;
    const std::string npy = *readFile((kSampleFolder + "/out-text_decoder-2-0.npy").toStdString());
    const QString path = QString::fromStdString(dir.write("a,\"b\".npy", npy));
    QString fault;
    const Rows csv = readCsv(runAs("sizes", {path, kSampleProgram}, "--csv").out, fault);
    QVERIFY2(fault.isEmpty(), qPrintable(fault));
    const Rows tsv = readTsv(runAs("sizes", {path, kSampleProgram}, "--tsv").out);
    QCOMPARE(tsv, csv);
    for (const QStringList& row : csv) QCOMPARE(row.size(), csv[0].size());
}

void TestCliTables::oneFormAtATime() {
    for (const QStringList& forms : {QStringList{"--csv", "--tsv"}, QStringList{"--csv", "--json"}, QStringList{"--tsv", "--json"}})
        QCOMPARE(runProcess(ETSCOPE_CLI, QStringList{"sizes", kSampleProgram} + forms).status, 2);
    QCOMPARE(runProcess(ETSCOPE_CLI, {"bundle", kSampleProgram, "-o", "x", "--csv"}).status, 2);
}

ETSCOPE_TEST(TestCliTables)
#include "tst_cli_tables.moc"
