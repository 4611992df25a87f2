#include <QtTest>

#include <QCryptographicHash>
#include <QDirIterator>

#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "exported/lowered_module.h"
#include "exported/metadata.h"
#include "exported/program_reading.h"
#include "exported/provenance.h"
#include "io/zip_index.h"
#include "support/test_case.h"

using namespace etscope;
using nlohmann::json;

/// All programs of all real records: read without an error, and as torch and ExecuTorch themselves see them.
class TestProgramFixtures : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void programsRead_data();
    void programsRead();
    void graphsAgree_data();
    void graphsAgree();
    void exportedNodesAgree_data();
    void exportedNodesAgree();

private:
    void addDocuments(const QString& pattern);
    QStringList m_folders;
};

namespace {

struct Entry {
    std::string name;
    ByteRange content;
};

std::vector<Entry> programsOf(const QString& record) {
    std::vector<Entry> programs;
    const auto source = Source::open(record.toStdString());
    if (!source) return programs;
    Diagnostics diagnostics;
    const auto zip = ZipIndex::read(ByteRange::whole(*source), diagnostics);
    if (!zip) return programs;
    for (const ZipEntry& entry : zip->entries()) {
        auto content = zip->content(entry);
        if (!content || content->size < 64) continue;
        const auto start = content->part(0, 64)->readAll();
        if (start && test::toText(*start).find("\"graph_module\"") != std::string::npos)
            programs.push_back({entry.name, std::move(*content)});
    }
    return programs;
}

/// The entry of a stage; a single method's entries carry no name of their own.
const Entry* findEntry(const std::vector<Entry>& programs, const std::string& stage, const std::string& method) {
    const std::string base = stage == "exported" ? "exported_program" : stage == "edge" ? "edge_dialect_exported_program" : stage;
    for (const std::string& name : {base + "/" + method, base, base + "/forward", stage + "/" + method})
        for (const Entry& entry : programs)
            if (entry.name == name) return &entry;
    return nullptr;
}

/// The record's export_graph_id; nothing when there is none.
std::optional<std::uint64_t> exportGraphId(const QString& record) {
    const auto source = Source::open(record.toStdString());
    if (!source) return std::nullopt;
    Diagnostics diagnostics;
    const auto zip = ZipIndex::read(ByteRange::whole(*source), diagnostics);
    const ZipEntry* entry = zip ? zip->find("export_graph_id") : nullptr;
    const auto content = entry != nullptr ? zip->content(*entry) : Result<ByteRange>(fail("absent", "absent"));
    const auto bytes = content ? content->readAll() : Result<std::vector<std::byte>>(content.failure());
    if (!bytes) return std::nullopt;
    const json id = json::parse(test::toText(*bytes), nullptr, false);
    return id.is_number_unsigned() ? std::optional(id.get<std::uint64_t>()) : std::nullopt;
}

/// The rows of a list, or of what stands for one.
const json& rowsOf(const json& list) { return list.is_object() ? list["$list"]["items"] : list; }

json shapeOf(const graph::GraphModel& model, graph::Slice dims) {
    json shape = json::array();
    for (const graph::Dim& dim : model.dims(dims))
        if (dim.expression.valid())
            shape.push_back(std::string(model.text(dim.expression)));
        else
            shape.push_back(dim.value);
    return shape;
}

/// Whether a member agrees; one that the document does not state does.
template <class T>
bool agrees(const json& stated, const char* member, const T& value) {
    return !stated.contains(member) || stated[member] == json(value);
}

/// The stated members of a value agree with the model's.
QString valueDifference(const graph::GraphModel& model, graph::ValueId id, const json& stated) {
    const graph::Value& value = model.value(id);
    if (!agrees(stated, "id", model.valuePath(id))) return "id " + QString::fromStdString(model.valuePath(id));
    if (!value.meta.valid()) return stated.contains("shape") && !stated["shape"].is_null() ? "no shape" : QString();
    const graph::TensorMeta& meta = model.meta(value.meta);
    if (!agrees(stated, "value_type", scalarTypeName(meta.type.value_or(ScalarType::Unknown)))) return "value type";
    if (!agrees(stated, "shape", shapeOf(model, meta.sizes))) return "shape";
    if (!agrees(stated, "strides", shapeOf(model, meta.strides))) return "strides";
    return {};
}

QString portsDifference(const graph::GraphModel& model, const graph::Node& node, const json& stated) {
    std::vector<graph::ValueId> values;
    for (const graph::OutputSlot& slot : model.outputs(node))
        values.insert(values.end(), model.values(slot).begin(), model.values(slot).end());
    const json outputs = stated.value("outputs", json::array());
    if (stated.contains("outputs") && outputs.size() != values.size()) return "number of outputs";
    for (std::size_t i = 0; i < outputs.size(); ++i)
        if (const QString found = valueDifference(model, values[i], outputs[i]); !found.isEmpty()) return found;
    const json arguments = stated.value("arguments", json::array());
    if (stated.contains("arguments") && arguments.size() != node.arguments.count) return "number of arguments";
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const graph::Argument& argument = model.arguments(node)[i];
        if (!agrees(arguments[i], "name", std::string(model.text(argument.name)))) return "argument name";
        if (!agrees(arguments[i], "positional", argument.positional < 0 ? json() : json(argument.positional == 1)))
            return "positional";
        if (!arguments[i].contains("value")) continue;
        const json& value = arguments[i]["value"];
        using graph::ArgumentKind;
        if (value.is_number_integer() &&
            (argument.kind == ArgumentKind::Int ? value != argument.integer : argument.kind != ArgumentKind::Float))
            return "integer argument";
        if (value.is_object() && value.contains("value") &&
            (argument.kind != ArgumentKind::Value || value["value"] != model.valuePath(argument.value())))
            return "value argument";
        if (value.is_array() && (argument.kind != ArgumentKind::List || argument.items.count != value.size()))
            return "list argument";
        if (value.is_null() && argument.kind != ArgumentKind::None) return "null argument";
    }
    return {};
}

QString nodeDifference(const graph::GraphModel& model, graph::NodeId id, const json& stated) {
    const graph::Node& node = model.node(id);
    if (!agrees(stated, "id", model.nodePath(id))) return "id " + QString::fromStdString(model.nodePath(id));
    if (!agrees(stated, "target", std::string(model.text(node.target)))) return "target";
    if (!agrees(stated, "debug_handle", node.debugHandle ? json(*node.debugHandle) : json())) return "debug handle";
    if (const QString found = portsDifference(model, node, stated); !found.isEmpty()) return found;
    json modules = json::array();
    for (const exported::ModuleCall& call : exported::moduleStack(model, node))
        modules.push_back({{"path", call.path}, {"type", call.type}});
    if (!agrees(stated, "module_stack", modules)) return "module stack";
    const auto frames = exported::stackTrace(model, node);
    if (!frames || (stated.contains("stack_trace") && frames->size() != stated["stack_trace"].size())) return "frames";
    for (std::size_t i = 0; stated.contains("stack_trace") && i < frames->size(); ++i) {
        const json& frame = stated["stack_trace"][i];
        const exported::Frame& read = (*frames)[i];
        if (!agrees(frame, "line", read.line) || !agrees(frame, "function", read.function) || !agrees(frame, "text", read.text))
            return "frame";
    }
    return {};
}

}  // namespace

void TestProgramFixtures::initTestCase() {
    for (const char* folder : {ETSCOPE_SHARED_DIR "/fixtures", ETSCOPE_SOURCE_DIR "/tests/fixtures"})
        if (QDir(folder).exists()) m_folders << folder;
    if (m_folders.isEmpty()) QSKIP("no fixtures here");
}

void TestProgramFixtures::programsRead_data() {
    QTest::addColumn<QString>("record");
    for (const QString& folder : m_folders) {
        QDirIterator files(folder, {"*.etrecord"}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString record = files.next();
            QTest::newRow(qPrintable(record.section('/', -3))) << record;
        }
    }
}

void TestProgramFixtures::programsRead() {
    QFETCH(QString, record);
    for (const Entry& entry : programsOf(record)) {
        const auto read = test::readProgram(entry.content);
        QVERIFY2(read.program, (entry.name + ": " + read.error.message).c_str());
        QVERIFY(read.program->complete);
        for (const Diagnostic& item : read.diagnostics.items())
            QVERIFY2(item.severity == Severity::Note, (entry.name + ": " + item.code + " " + item.message).c_str());
        Diagnostics inner;
        for (std::size_t i = 0; i < read.graph().delegates().size(); ++i) {
            const auto module = exported::LoweredModule::read(read.graph(), i, inner, {});
            QVERIFY(module);
            QCOMPARE(module->backendId, read.text(read.graph().delegates()[i].backend));
            const auto blob = module->processed.decode("blob");
            QVERIFY(blob && blob->size != 0);
            QVERIFY(module->program(inner, {}));
        }
        QCOMPARE(inner.count(Severity::Error), std::uint64_t{0});
        for (std::uint32_t i = 0; i < read.graph().nodeCount(); ++i)
            QVERIFY(exported::fromNode(read.graph(), read.graph().node(graph::NodeId(i))));
    }
}

void TestProgramFixtures::addDocuments(const QString& pattern) {
    QTest::addColumn<QString>("expected");
    for (const QString& folder : m_folders) {
        QDirIterator files(folder, {pattern}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString expected = files.next();
            if (!expected.endsWith("-program.json")) QTest::newRow(qPrintable(expected.section('/', -3))) << expected;
        }
    }
}

void TestProgramFixtures::graphsAgree_data() { addDocuments("*graph-*.json"); }

void TestProgramFixtures::graphsAgree() {
    QFETCH(QString, expected);
    const auto text = test::readFile(expected.toStdString());
    QVERIFY(text);
    const json document = json::parse(*text);
    const auto& argv = document["argv"];
    const QString record = expected.section('/', 0, -3) + "/" + QString::fromStdString(argv[1].get<std::string>());
    if (!record.endsWith(".etrecord")) QSKIP("not about a record");
    const auto option = [&](const char* name) {
        const auto at = std::find(argv.begin(), argv.end(), json(name));
        return at == argv.end() ? std::string() : std::next(at)->get<std::string>();
    };
    const bool isDelegate = option("--stage").starts_with("delegate:");
    const auto programs = programsOf(record);
    const Entry* entry = findEntry(programs, isDelegate ? "edge" : option("--stage"), option("--method"));
    QVERIFY(entry != nullptr);
    auto read = test::readProgram(entry->content);
    QVERIFY(read.program);
    if (isDelegate) {
        const auto module =
            exported::LoweredModule::read(read.graph(), std::stoul(option("--stage").substr(9)), read.diagnostics, {});
        QVERIFY(module);
        const auto inner = module->program(read.diagnostics, {});
        QVERIFY(inner);
        read.program = *inner;
    }
    const json& stated = document["document"]["nodes"];
    const bool partial = stated.is_object();
    const json& rows = partial ? stated["$list"]["items"] : stated;
    const auto& nodes = read.graph().top().nodes;
    QCOMPARE(nodes.size(), partial ? stated["$list"]["count"].get<std::size_t>() : rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::size_t at = partial && stated["$list"].contains("at") ? stated["$list"]["at"][i].get<std::size_t>() : i;
        const QString difference = nodeDifference(read.graph(), nodes.at(at), rows[i]);
        QVERIFY2(difference.isEmpty(), qPrintable(QString("node %1: %2").arg(at).arg(difference)));
    }
    if (partial && stated["$list"].contains("digest")) {
        QByteArray ids;
        for (const graph::NodeId id : nodes)
            ids += (ids.isEmpty() ? "" : "\n") + QByteArray::fromStdString(read.graph().nodePath(id));
        QCOMPARE(QCryptographicHash::hash(ids, QCryptographicHash::Sha256).toHex().toStdString(),
                 stated["$list"]["digest"]["id"].get<std::string>());
    }
    const json& edges = document["document"]["edges"]["$list"];
    if (edges.contains("count")) QCOMPARE(read.graph().edges(graph::GraphId(0U)).size(), edges["count"].get<std::size_t>());
    const json& ranges = document["document"]["ranges"]["$list"];
    if (ranges.contains("count")) QCOMPARE(read.graph().ranges().size(), ranges["count"].get<std::size_t>());
}

void TestProgramFixtures::exportedNodesAgree_data() { addDocuments("*handles.json"); }

/// Upstream's propagation of debug handles to the exported program, per instruction.
void TestProgramFixtures::exportedNodesAgree() {
    QFETCH(QString, expected);
    const auto text = test::readFile(expected.toStdString());
    QVERIFY(text);
    const json document = json::parse(*text);
    const QString record = expected.section('/', 0, -3) + "/" + QString::fromStdString(document["argv"][1].get<std::string>());
    const auto programs = programsOf(record);
    const Entry* exportedEntry = findEntry(programs, "exported", "forward");
    const Entry* edgeEntry = findEntry(programs, "edge", "forward");
    const auto graphId = exportGraphId(record);
    if (exportedEntry == nullptr || edgeEntry == nullptr || !graphId) QSKIP("no exported program of that name");
    const auto edge = test::readProgram(edgeEntry->content);
    const auto source = test::readProgram(exportedEntry->content);
    QVERIFY(edge.program && source.program);
    Diagnostics diagnostics;
    const auto matched = exported::matchExported(*edge.program, *source.program, *graphId, diagnostics, {});
    QVERIFY(matched);
    QCOMPARE(matched->conflicts, std::size_t{0});
    std::size_t checked = 0;
    for (const json& method : rowsOf(document["document"]["methods"])) {
        if (method["method"] != "forward") continue;
        for (const json& instruction : rowsOf(method["instructions"])) {
            if (!instruction.contains("exported_nodes")) continue;
            std::set<std::string> nodes;
            for (std::uint32_t i = 0; i < source.graph().nodeCount(); ++i)
                for (const json& handle : instruction["debug_handles"])
                    if (matched->handles[i] && handle == *matched->handles[i])
                        nodes.insert(source.graph().nodePath(graph::NodeId(i)));
            const json& stated = instruction["exported_nodes"];
            QCOMPARE(nodes, (stated.is_object() ? stated["$set"] : stated).get<std::set<std::string>>());
            ++checked;
        }
    }
    if (checked == 0) QSKIP("the document states no exported nodes");
}

ETSCOPE_TEST(TestProgramFixtures)
#include "tst_program_fixtures.moc"
