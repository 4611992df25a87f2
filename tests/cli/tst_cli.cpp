// The command line: exit statuses, one JSON document, export, extract, interruption, self description.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QtTest>
#include <csignal>
#include <filesystem>

#include "support/bytes.h"
#include "support/pickle_builder.h"
#include "support/program_json.h"
#include "support/record_builder.h"
#include "support/run_cli.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope::test;

class TestCli : public QObject {
    Q_OBJECT
private slots:
    void exitStatus_data();
    void exitStatus();
    void jsonIsOneDocument_data();
    void jsonIsOneDocument();
    void infinityIsText();
    void textGoesToStandardOutput();
    void damagedFileGivesWhatIsReadable();
    void unreadFileIsToldFirst_data();
    void unreadFileIsToldFirst();
    void extractEntry();
    void extractToStandardOutput();
    void extractTensor();
    void exportTensors_data();
    void exportTensors();
    void exportOfHostileNamesStaysInside();
    void drawings();
    void otherDrawings();
    void differenceOfTwo();
    void interruptLeavesNothing();
    void limits();
    void completion_data();
    void completion();
    void manual();
    void version();
    void theSampleHasOneAnswer();
    void foldersOfCases_data();
    void foldersOfCases();
    void methodNameThatIsNoText();
    void memoryThatCannotBeHad();

private:
    QString path(const char* name) const { return QString::fromStdString(m_dir.path(name)); }
    TempDir m_dir;
};

namespace {

Ran runPlainly(const QStringList& arguments) { return runProcess(ETSCOPE_CLI, arguments); }

QString write(const TempDir& dir, const char* name, const std::string& bytes) {
    return QString::fromStdString(dir.write(name, bytes));
}

std::string npyOf(const std::string& data) {
    std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 3), }";
    header.resize(117, ' ');
    header += '\n';
    return std::string("\x93NUMPY\x01\x00", 8) + little<std::uint16_t>(static_cast<std::uint16_t>(header.size())) + header + data;
}

std::string largeRecord(std::int64_t floatsInside) {
    RecordBuilder builder;
    const auto value = pickled::tensor({.numel = floatsInside, .shape = {floatsInside}, .strides = {1}});
    builder.set(std::string(kEdgeForward) + "_state_dict",
                pickled::torchSave(pickled::dict({{pickled::text("w"), value}}),
                                   {{"0", std::string(static_cast<std::size_t>(floatsInside) * 4, '\0')}}));
    return builder.bytes();
}

}  // namespace

void TestCli::exitStatus_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("status");
    const QString record = write(m_dir, "model.etrecord", RecordBuilder().bytes());
    std::string changed = RecordBuilder().bytes();
    changed[changed.find(floats({0.5F, 1.0F, 1.5F}))] = 'X';
    const QString damaged = write(m_dir, "damaged.etrecord", changed);
    const QString cut = write(m_dir, "cut.etrecord", RecordBuilder().bytes().substr(0, 2500));
    const QString same = write(m_dir, "out-forward-0-0.npy", npyOf(floats({1, 2, 3})));
    std::filesystem::create_directory(m_dir.path("other"));
    write(m_dir, "other/out-forward-0-0.npy", npyOf(floats({1, 2, 4})));
    const QString missing = path("missing");
    const auto row = [](const char* name, const QStringList& arguments, int status) { QTest::newRow(name) << arguments << status; };
    row("info", {"info", record}, 0);
    row("info of a cut file", {"info", cut}, 0);
    row("graph", {"graph", record, "--method", "forward", "--stage", "edge"}, 0);
    row("verify", {"verify", record}, 0);
    row("verify of a damaged file", {"verify", damaged}, 1);
    row("verify of a cut file", {"verify", cut}, 1);
    row("outputs agree", {"compare", record, same}, 0);
    row("outputs differ", {"compare", record, "--npy", path("other")}, 1);
    row("outputs within a tolerance", {"compare", record, "--npy", path("other"), "--atol", "2"}, 0);
    row("outputs within one's own tolerance", {"compare", record, "--npy", path("other"), "--output-tolerance", "forward:0=0,2"},
        0);
    const QString sample = QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm");
    const auto gap = [&sample](const char* method) {
        return QStringList{"gap", sample, "--method", method, "--reference-values", sample + "/reference-text_decoder.npz"};
    };
    row("gap", gap("text_decoder"), 0);
    row("gap to values of other nodes", gap("token_embedding"), 1);
    row("no command", {}, 2);
    row("unknown command", {"inform", record}, 2);
    row("unknown option", {"info", record, "--nonsense"}, 2);
    row("no file", {"info"}, 2);
    row("no such method", {"graph", record, "--method", "x"}, 2);
    row("no such tensor", {"tensor", record, "nothing"}, 2);
    row("wrong slice", {"tensor", record, "w", "--values", "--slice", "7"}, 2);
    row("unknown metric", {"compare", record, same, "--metric", "beauty"}, 2);
    row("wrong tolerance", {"compare", record, same, "--output-tolerance", "forward"}, 2);
    row("wrong limit", {"info", record, "--limits", "elements"}, 2);
    row("unknown limit", {"info", record, "--limits", "x=1"}, 2);
    row("unknown shell", {"completion", "csh"}, 2);
    row("export to an unknown kind", {"tensor", record, "w", "--export", path("w.jpg")}, 2);
    row("missing file", {"info", missing}, 3);
    row("one of two missing", {"info", record, missing}, 3);
    row("folder without files", {"info", path("none")}, 3);
    row("unwritable target", {"extract", record, "debug_handle_map", "-o", path("no/such/folder")}, 3);
    row("help", {"--help"}, 0);
    row("help of a command", {"compare", "--help"}, 0);
}

void TestCli::exitStatus() {
    QFETCH(QStringList, arguments);
    QFETCH(int, status);
    const Ran ran = runPlainly(arguments);
    QVERIFY2(ran.status == status, "status " + QByteArray::number(ran.status) + ": " + ran.out + ran.err);
    if (status == 2 || status == 3) {
        QVERIFY2(ran.out.isEmpty(), ran.out);
        QVERIFY(!ran.err.isEmpty());
    }
}

void TestCli::jsonIsOneDocument_data() {
    QTest::addColumn<QStringList>("arguments");
    const QString record = write(m_dir, "j.etrecord", RecordBuilder().program("exported_program").bytes());
    for (const char* command : {"info", "graph", "tensors", "handles", "compare", "verify"})
        QTest::newRow(command) << QStringList{command, record, "--json"};
    QTest::newRow("tensor") << QStringList{"tensor", record, "w", "--stage", "edge", "--values", "--json"};
    const QString cut = write(m_dir, "jcut.etrecord", RecordBuilder().bytes().substr(0, 2500));
    for (const char* command : {"info", "graph", "tensors", "handles", "verify"})
        QTest::addRow("%s of a cut file", command) << QStringList{command, cut, "--json"};
}

void TestCli::jsonIsOneDocument() {
    QFETCH(QStringList, arguments);
    const Ran ran = runPlainly(arguments);
    QVERIFY(ran.status == 0 || ran.status == 1);
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(ran.out, &error);
    QVERIFY2(error.error == QJsonParseError::NoError, qPrintable(error.errorString()));
    const QJsonObject object = document.object();
    QCOMPARE(object["schema"].toString(), "etscope." + arguments[0] + "/1");
    QCOMPARE(object["files"].toArray()[0].toObject()["path"].toString(), arguments[1]);
    QVERIFY(object["diagnostics"].isArray());
    QCOMPARE(ran.out.count('\n'), 1);
    for (const char* bare : {": NaN", ":NaN", ",NaN", "[NaN", ":Infinity", ":-Infinity", ",Infinity", "[Infinity"})
        QVERIFY(!ran.out.contains(bare));
}

void TestCli::infinityIsText() {
    ProgramSpec spec;
    spec.ranges = R"({"s0": {"min_val": 2, "max_val": Infinity}})";
    spec.nodes =
        "[" +
        replaced(addNode("aten_add_tensor", "x", "p_w", "\"1\""), R"({"as_tensor":{"name":"p_w"}})", R"({"as_float":-Infinity})") +
        "]";
    RecordBuilder builder;
    builder.set(std::string(kEdgeForward), programJson(spec));
    const Ran ran = runPlainly({"graph", write(m_dir, "inf.etrecord", builder.bytes()), "--json"});
    QCOMPARE(ran.status, 0);
    const QJsonObject object = QJsonDocument::fromJson(ran.out).object();
    QVERIFY2(!object.isEmpty(), ran.out);
    QVERIFY2(ran.out.contains("\"-Infinity\""), ran.out);
}

void TestCli::textGoesToStandardOutput() {
    const Ran ran = runPlainly({"info", write(m_dir, "t.etrecord", RecordBuilder().bytes())});
    QCOMPARE(ran.status, 0);
    QVERIFY(ran.out.contains("forward"));
    QVERIFY(ran.err.isEmpty());
}

void TestCli::unreadFileIsToldFirst_data() {
    QTest::addColumn<QString>("command");
    for (const char* command : {"gap", "events", "graph", "kernels", "stages", "check", "memory"})
        QTest::newRow(command) << command;
}

/// What is wrong with a file comes before what the session has not, and the runner of a program is not blamed.
void TestCli::unreadFileIsToldFirst() {
    QFETCH(QString, command);
    const Ran ran = runPlainly({command, write(m_dir, "model.pte", {})});
    QCOMPARE(ran.status, 3);
    QVERIFY2(ran.err.startsWith("etscope-cli: model.pte @ 0x00000000: the file is empty; "), ran.err.constData());
    QVERIFY2(!ran.err.contains("ET_EVENT_TRACER"), ran.err.constData());
}

void TestCli::damagedFileGivesWhatIsReadable() {
    const Ran ran = runPlainly({"tensors", write(m_dir, "c.etrecord", RecordBuilder().bytes().substr(0, 4000))});
    QCOMPARE(ran.status, 0);
    QVERIFY2(ran.out.contains("parameter"), ran.out);
    QVERIFY2(ran.err.contains("zip-directory-missing"), ran.err);
}

void TestCli::extractEntry() {
    const QString record = write(m_dir, "x.etrecord", RecordBuilder().bytes());
    QCOMPARE(runPlainly({"extract", record, QString::fromUtf8(kEdgeForward.data()), "-o", path("program.json")}).status, 0);
    QCOMPARE(*readFile(m_dir.path("program.json")), programJson());
    QCOMPARE(runPlainly({"extract", record, "no such entry", "-o", path("nothing")}).status, 2);
    QVERIFY(!std::filesystem::exists(m_dir.path("nothing")));
}

void TestCli::extractToStandardOutput() {
    const Ran ran = runPlainly({"extract", write(m_dir, "x.etrecord", RecordBuilder().bytes()), "debug_handle_map", "-o", "-"});
    QCOMPARE(ran.status, 0);
    QCOMPARE(ran.out, QByteArray(R"({"forward": {"0": 1}})"));
}

void TestCli::extractTensor() {
    const QString record = write(m_dir, "x.etrecord", RecordBuilder().bytes());
    QCOMPARE(runPlainly({"extract", record, "w", "-o", path("w.bin")}).status, 0);
    QCOMPARE(*readFile(m_dir.path("w.bin")), floats({0.5F, 1.0F, 1.5F}));
}

void TestCli::exportTensors_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("start");
    QTest::newRow("npy") << "w.npy" << QByteArray("\x93NUMPY");
    QTest::newRow("npz") << "w.npz" << QByteArray("PK\x03\x04");
    QTest::newRow("safetensors") << "w.safetensors" << QByteArray();
    QTest::newRow("csv") << "w.csv" << QByteArray("0.5,1,1.5");
    QTest::newRow("bin") << "w.bin" << QByteArray::fromStdString(floats({0.5F, 1.0F, 1.5F}));
}

void TestCli::exportTensors() {
    QFETCH(QString, name);
    QFETCH(QByteArray, start);
    const TempDir dir;
    const QString record = write(dir, "x.etrecord", RecordBuilder().bytes());
    const Ran ran = runPlainly({"tensor", record, "w", "--export", QString::fromStdString(dir.path(name.toStdString()))});
    QVERIFY2(ran.status == 0, ran.err);
    const auto written = readFile(dir.path(name.toStdString()));
    QVERIFY(written.has_value());
    QVERIFY2(QByteArray::fromStdString(*written).startsWith(start), written->c_str());
    QCOMPARE(dir.names().size(), std::size_t{2});
}

// Tensor names are text of the file: none may lead out of the folder that was asked for.
void TestCli::exportOfHostileNamesStaysInside() {
    const auto value = pickled::tensor({.numel = 3, .shape = {3}, .strides = {1}});
    std::vector<std::pair<std::string, std::string>> items;
    for (const char* name : {"../../escaped", "/tmp/etscope-escaped", "a/../../../escaped", "..", "C:\\x", "new\nline", ""})
        items.emplace_back(pickled::text(name), value);
    const TempDir dir;
    std::filesystem::create_directories(dir.path("deep/inside"));
    const QString file = write(dir, "hostile.pt", pickled::torchSave(pickled::dict(items), {{"0", floats({1, 2, 3})}}));
    const Ran ran = runPlainly({"tensors", file, "--export", QString::fromStdString(dir.path("deep/inside/out"))});
    QVERIFY2(ran.status == 0, ran.err);
    QCOMPARE(dir.names(), (std::vector<std::string>{"deep", "hostile.pt"}));
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(dir.path("deep")))
        files += entry.is_regular_file() ? 1U : 0U;
    for (const auto& entry : std::filesystem::directory_iterator(dir.path("deep")))
        QCOMPARE(entry.path().filename().string(), std::string("inside"));
    for (const auto& entry : std::filesystem::directory_iterator(dir.path("deep/inside")))
        QCOMPARE(entry.path().filename().string(), std::string("out"));
    QVERIFY(files >= 1);
    QVERIFY(!std::filesystem::exists("/tmp/etscope-escaped.npy"));
}

void TestCli::drawings() {
    const QString record = write(m_dir, "d.etrecord", RecordBuilder().bytes());
    const Ran dot = runPlainly({"graph", record, "--dot"});
    QVERIFY2(dot.status == 0, dot.err);
    QVERIFY(dot.out.startsWith("digraph"));
    const Ran svg = runPlainly({"graph", record, "--svg", path("g.svg")});
    QVERIFY2(svg.status == 0, svg.err);
    QVERIFY(readFile(m_dir.path("g.svg"))->find("<svg") != std::string::npos);
}

// The CSV of 32 million numbers takes seconds; after SIGINT the process ends soon and leaves no file.
/// The sample's graphs for Mermaid and Model Explorer: every edge leads to a node that is there.
void TestCli::otherDrawings() {
    const QString record = QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm/model.etrecord");
    const Ran mermaid = runPlainly({"graph", record, "--method", "token_embedding", "--stage", "edge", "--mermaid"});
    QCOMPARE(mermaid.status, 0);
    QVERIFY(mermaid.out.startsWith("flowchart TD\n") && mermaid.out.contains("-->|"));
    QCOMPARE(runPlainly({"graph", record, "--method", "text_decoder", "--model-explorer", path("graphs.json")}).status, 0);
    QFile file(path("graphs.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonArray graphs = QJsonDocument::fromJson(file.readAll()).object()["graphs"].toArray();
    QVERIFY(!graphs.isEmpty());
    for (const auto& graph : graphs) {
        QSet<QString> ids;
        for (const auto& node : graph.toObject()["nodes"].toArray()) ids.insert(node.toObject()["id"].toString());
        for (const auto& node : graph.toObject()["nodes"].toArray())
            for (const auto& edge : node.toObject()["incomingEdges"].toArray())
                QVERIFY(ids.contains(edge.toObject()["sourceNodeId"].toString()));
    }
}

void TestCli::differenceOfTwo() {
    const QString sample = QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm/model.etrecord");
    const QString other = QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/trivial/model.etrecord");
    const Ran same = runPlainly({"diff", sample, sample, "--json", "--exit-code"});
    QCOMPARE(same.status, 0);
    const QJsonObject document = QJsonDocument::fromJson(same.out).object();
    QCOMPARE(document["schema"].toString(), QStringLiteral("etscope.diff/1"));
    for (const auto& method : document["methods"].toArray()) {
        QVERIFY(method.toObject()["added"].toArray().isEmpty() && method.toObject()["changed"].toArray().isEmpty());
        QVERIFY(method.toObject()["matched"].toInt() > 0);
    }
    QVERIFY(document["tensors"].toArray().isEmpty() && document["metadata"].toArray().isEmpty());
    const QString program = QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm/model.pte");
    const QJsonObject programs = QJsonDocument::fromJson(runPlainly({"diff", program, program, "--json"}).out).object();
    QVERIFY(programs["equal_tensors"].toInt() > 10);  // nameless ones, too
    QVERIFY(programs["delegates"].toArray().isEmpty());
    const QString pair = QStringLiteral("text_decoder/edge/aten_linear_default=aten_linear_default_1");
    const QJsonObject paired =
        QJsonDocument::fromJson(runPlainly({"diff", sample, sample, "--pair-nodes", pair, "--json"}).out).object();
    bool moved = false;
    for (const auto& method : paired["methods"].toArray())
        for (const auto& row : method.toObject()["changed"].toArray())
            moved = moved ||
                    (row.toObject()["node"] == "aten_linear_default" && row.toObject()["right_node"] == "aten_linear_default_1");
    QVERIFY(moved);
    QCOMPARE(runPlainly({"diff", sample, sample, "--pair-nodes", "text_decoder/edge/aten_linear_default"}).status, 2);
    QCOMPARE(runPlainly({"diff", sample, sample, "--pair-nodes", "text_decoder/edge/aten_linear_default=nowhere"}).status, 2);
    if (!QFile::exists(other)) return;
    QCOMPARE(runPlainly({"diff", sample, other}).status, 0);
    QCOMPARE(runPlainly({"diff", sample, other, "--exit-code"}).status, 1);
    QCOMPARE(runPlainly({"diff", sample, other, "--method", "nowhere"}).status, 2);
    QCOMPARE(runPlainly({"diff", sample, path("absent")}).status, 3);
    QCOMPARE(runPlainly({"diff", sample}).status, 2);
}

void TestCli::interruptLeavesNothing() {
    const TempDir dir;
    const QString record = write(dir, "big.etrecord", largeRecord(32'000'000));
    QProcess process;
    process.start(ETSCOPE_CLI, {"tensor", record, "w", "--export", QString::fromStdString(dir.path("w.csv"))});
    QVERIFY(process.waitForStarted());
    // It writes to a file that has no name yet.
    const auto writes = [&] {
        const QDir open(QStringLiteral("/proc/%1/fd").arg(process.processId()));
        for (const QFileInfo& file : open.entryInfoList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot))
            if (file.symLinkTarget().contains(QString::fromStdString(dir.path()) + "/#")) return true;
        return dir.names().size() > 1;
    };
    QTRY_VERIFY_WITH_TIMEOUT(writes() || process.state() == QProcess::NotRunning, 10'000);
    QVERIFY2(process.state() == QProcess::Running, "it must still be writing");
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
    QVERIFY(process.waitForFinished(5'000));
    QVERIFY2(timer.elapsed() < 1'000, qPrintable(QString::number(timer.elapsed())));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 130);
    QCOMPARE(dir.names(), std::vector<std::string>{"big.etrecord"});
}

void TestCli::limits() {
    const QString record = write(m_dir, "l.etrecord", RecordBuilder().bytes());
    const Ran refused = runPlainly({"tensor", record, "w", "--limits", "elements=2"});
    QCOMPARE(refused.status, 0);
    QVERIFY2(refused.err.contains("limit-exceeded"), refused.err);
    const Ran raised = runPlainly({"tensor", record, "w", "--limits", "elements=3"});
    QCOMPARE(raised.status, 0);
    QVERIFY2(raised.err.isEmpty(), raised.err);
}

void TestCli::completion_data() {
    QTest::addColumn<QString>("shell");
    for (const char* shell : {"bash", "zsh", "fish"}) QTest::newRow(shell) << QString(shell);
}

void TestCli::completion() {
    QFETCH(QString, shell);
    const Ran ran = runPlainly({"completion", shell});
    QCOMPARE(ran.status, 0);
    for (const char* word : {"info", "compare", "rtol", "export"}) QVERIFY2(ran.out.contains(word), word);
    if (QStandardPaths::findExecutable(shell).isEmpty()) QSKIP("this shell is not installed");
    const QString script = write(m_dir, "completion", ran.out.toStdString());
    QProcess check;
    check.start(shell, {"-n", script});
    QVERIFY(check.waitForFinished());
    QVERIFY2(check.exitCode() == 0, check.readAllStandardError());
}

void TestCli::manual() {
    const Ran ran = runPlainly({"manual"});
    QCOMPARE(ran.status, 0);
    QVERIFY(ran.out.startsWith(".TH ETSCOPE"));
    for (const char* section : {".SH NAME", ".SH SYNOPSIS", ".SH COMMANDS", ".SH EXIT STATUS"})
        QVERIFY2(ran.out.contains(section), section);
}

void TestCli::version() {
    const Ran ran = runPlainly({"--version"});
    QCOMPARE(ran.status, 0);
    QVERIFY(ran.out.startsWith("etscope-cli "));
}

/// All commands that seek the cause name the one call of the bundled sample, and none of another method.
void TestCli::theSampleHasOneAnswer() {
    const QString sample = QStringLiteral(ETSCOPE_SOURCE_DIR "/resources/samples/vlm");
    const QByteArray kernel = "kernel 'aten::native_layer_norm.out' at instruction 1 ";
    const Ran verdict = runPlainly({"verdict", sample});
    QCOMPARE(verdict.status, 1);
    QVERIFY(verdict.out.contains("differ: vision_encoder: " + kernel) && verdict.out.contains("models.py:342"));
    const auto of = [&sample](const char* command, const char* method) {
        return runPlainly({command, sample, "--method", method});
    };
    for (const char* command : {"gap", "drift"}) QVERIFY(of(command, "vision_encoder").out.contains("culprit, kernel: " + kernel));
    QVERIFY(of("stages", "vision_encoder").out.contains("first node that differs: aten_native_layer_norm_default,"));
    QCOMPARE(of("check", "vision_encoder").out.count("not_rounding"), 1);
    for (const char* method : {"text_decoder", "token_embedding"}) {
        QVERIFY(!of("gap", method).out.contains("culprit"));
        for (const char* command : {"drift", "stages", "check"}) QCOMPARE(of(command, method).status, 0);
    }
}

void TestCli::foldersOfCases_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("content");  ///< null: a folder
    QTest::addColumn<QByteArray>("code");
    QTest::newRow("nothing in it") << QString() << QByteArray() << QByteArray("bundle-count");
    QTest::newRow("a folder named like an array") << QString("a.npy") << QByteArray() << QByteArray("file-unreadable");
    QTest::newRow("an empty dict named like an array")
        << QString("a.npy") << QByteArray::fromStdString(pickled::stream(pickled::dict({}))) << QByteArray("npy-");
    QTest::newRow("an empty file") << QString("a.npy") << QByteArray("") << QByteArray("npy-");
}

void TestCli::foldersOfCases() {
    QFETCH(QString, name);
    QFETCH(QByteArray, content);
    QFETCH(QByteArray, code);
    const TempDir dir;
    const QString folder = QString::fromStdString(dir.path("cases"));
    QVERIFY(QDir().mkpath(folder));
    if (!name.isEmpty() && content.isNull()) QVERIFY(QDir(folder).mkdir(name));
    if (!content.isNull()) writeFile((folder + "/" + name).toStdString(), content.toStdString());
    const QString program = QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/trivial/model.pte");
    const QString output = QString::fromStdString(dir.path("o.bpte"));
    const Ran ran = runPlainly({"bundle", program, "--inputs", folder, "-o", output});
    QCOMPARE(ran.status, 3);
    QVERIFY2(ran.err.contains("[" + code), ran.err);
    QVERIFY(!QFile::exists(output));
}

void TestCli::methodNameThatIsNoText() {
    const QString program = QStringLiteral(ETSCOPE_SOURCE_DIR "/tests/fixtures/trivial/model.pte");
    const std::string tensor =
        pickled::torchSave(pickled::tensor({.numel = 3, .shape = {1, 3}, .strides = {3, 1}}), {{"0", floats({1, 2, 3})}});
    const QString bundle = path("name.bpte");
    const Ran made = runPlainly({"bundle", program, "--inputs", write(m_dir, "in.pt", tensor), "-o", bundle});
    QVERIFY2(made.status == 0, made.err);
    const std::string bytes = replaced(*readFile(bundle.toStdString()), "forward", "forwar\xFF");
    const Ran ran = runPlainly({"verify", write(m_dir, "name.bpte", bytes)});
    QVERIFY2(ran.status == 0 || ran.status == 1, ran.err);
    QVERIFY(!ran.out.isEmpty());
}

namespace {

/// The command with so much address space, in KiB.
Ran runWithin(int memory, const QStringList& arguments) {
    const QString command = QStringLiteral("ulimit -v %1 && exec \"$0\" \"$@\"").arg(memory);
    return runProcess("/bin/sh", QStringList{"-c", command, ETSCOPE_CLI} + arguments);
}

}  // namespace

// What cannot be allocated is an error of the command, not the end of the process: with little more than a small file needs.
void TestCli::memoryThatCannotBeHad() {
#ifdef ETSCOPE_SANITIZED
    QSKIP("sanitizers reserve more address space than this allows");
#endif
    constexpr int kStep = 10'000, kMost = 1'000'000;
    const QString small = write(m_dir, "chain-small.json", chainProgramJson(10)),
                  large = write(m_dir, "chain.json", chainProgramJson(100'000));
    int enough = kStep;
    while (enough < kMost && runWithin(enough, {"info", small}).status != 0) enough += kStep;
    QVERIFY(enough < kMost);
    const Ran ran = runWithin(enough + kStep, {"info", large});
    QCOMPARE(ran.status, 3);  // negative: it was ended by a signal
    QVERIFY2(ran.err.contains("[out-of-memory]"), ran.err);
}

ETSCOPE_TEST(TestCli)
#include "tst_cli.moc"
