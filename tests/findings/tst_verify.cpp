// The gate of a build: every kind of damage fails it and says where; files that are whole pass.
#include <QtTest>

#include "findings/verify.h"
#include "inventory/tensor_rows.h"
#include "support/bytes.h"
#include "support/program_json.h"
#include "support/record_builder.h"
#include "support/reference_outputs.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using test::ProgramSpec;
using test::RecordBuilder;
using test::replaced;

class TestVerify : public QObject {
    Q_OBJECT
private slots:
    void wholeFiles_data();
    void wholeFiles();
    void damage_data();
    void damage();
    void folderWithADamagedFile();
    void brokenFileIsNoDebugBuffer_data();
    void brokenFileIsNoDebugBuffer();
    void constantThatDiffers();
    void constantsOfAnotherMethod();
    void filesOfTwoExports();
    void doubtsAreNoDamage();
    void referenceOutputsThatDoNotFollow();
};

namespace {

const std::string kSample = ETSCOPE_SOURCE_DIR "/tests/fixtures/vlm/";
const std::string kVerifyFixtures = ETSCOPE_SOURCE_DIR "/tests/fixtures/";

std::shared_ptr<const session::Session> open(const std::vector<std::string>& paths) {
    const auto session = session::Session::open(paths, {}, {});
    return session ? *session : nullptr;
}

/// Of the first diagnostic that is damage: "code where"; "ok".
QString verdict(const std::vector<std::string>& paths) {
    const auto session = open(paths);
    if (session == nullptr) return "not opened";
    const auto seen = findings::verify(*session, {});
    if (!seen) return QString::fromStdString(seen.error().code);
    const Diagnostics diagnostics = session->diagnostics();
    for (const Diagnostic& item : diagnostics.items())
        if (findings::isDamage(item)) return seen->sound ? "contradiction" : QString::fromStdString(item.code + " " + item.where);
    return seen->sound ? "ok" : "contradiction";
}

std::string flipped(const std::string& path, std::size_t at) {
    std::string bytes = *test::readFile(path);
    bytes[at] = static_cast<char>(bytes[at] ^ 0x20);
    return bytes;
}

std::string recordWith(const std::string& name, const std::string& content) { return RecordBuilder().set(name, content).bytes(); }

std::string recordWithSize(const std::string& size) {
    ProgramSpec spec;
    spec.tensorValues =
        replaced(test::programJson(), R"({"as_int":3}],"requires_grad")", R"({"as_int":)" + size + R"(}],"requires_grad")");
    return recordWith(std::string(test::kEdgeForward), spec.tensorValues);
}

}  // namespace

void TestVerify::wholeFiles_data() {
    QTest::addColumn<QStringList>("files");
    const auto row = [](const char* name, const QStringList& files) { QTest::newRow(name) << files; };
    const QString sample = QString::fromStdString(kSample), fixtures = QString::fromStdString(kVerifyFixtures);
    row("sample", {sample});
    row("record", {sample + "model.etrecord"});
    row("program", {sample + "model.pte"});
    row("dump with its buffer", {sample + "run.etdp", sample + "run.dbg"});
    row("two entries of one name", {fixtures + "variants/names.etrecord"});
    row("lowered before it was recorded", {fixtures + "variants/lowered.etrecord"});
    row("exported program", {fixtures + "variants/archive.pt2"});
    row("legacy torch.save", {fixtures + "variants/legacy.pt"});
}

void TestVerify::wholeFiles() {
    QFETCH(QStringList, files);
    std::vector<std::string> paths;
    for (const QString& file : files) paths.push_back(file.toStdString());
    QCOMPARE(verdict(paths), QString("ok"));
}

void TestVerify::damage_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("verdict");
    const auto row = [](const char* what, const char* name, const std::string& bytes, const char* verdict) {
        QTest::newRow(what) << QString(name) << QByteArray::fromStdString(bytes) << QString(verdict);
    };
    row("empty file", "model.pte", "", "file-unknown model.pte @ 0x00000000");
    row("zeros", "model.bin", std::string(4096, '\0'), "file-unknown model.bin @ 0x00000000");
    row("web page", "model.pte", "<!DOCTYPE html>\n<html><body>404</body></html>\n", "file-unknown model.pte @ 0x00000000");
    row("signature of a program", "m", flipped(kSample + "model.pte", 5), "file-unknown m @ 0x00000005");
    row("signature of a dump", "m", flipped(kSample + "run.etdp", 8), "file-unknown m @ 0x00000008");
    row("signature of an array", "m", flipped(kSample + "out-token_embedding-1-0.npy", 1), "file-unknown m @ 0x00000001");

    const std::string edge(test::kEdgeForward), json = test::programJson();
    row("side table is a list", "r", recordWith("debug_handle_map", "[]"), "side-table-malformed r · debug_handle_map");
    row("cell of a side table", "r", recordWith("delegate_map", R"({"forward": {"0": 5}})"),
        "side-table-malformed r · delegate_map[forward][0]");
    row("side table with a method twice", "r", recordWith("debug_handle_map", R"({"forward": {"0": 1}, "forward": {"0": 1}})"),
        "json-duplicate-key r · debug_handle_map[forward]");
    row("side table is no JSON", "r", recordWith("debug_handle_map", "{"), "side-table-malformed r · debug_handle_map");
    row("side table without UTF-8", "r", recordWith("debug_handle_map", "{\"for\xFFward\": {}}"), "json-invalid-utf8 r");
    row("program is no JSON", "r", recordWith(edge, json.substr(0, json.size() - 1)), "json-truncated r");
    row("text behind the program", "r", recordWith(edge, json + " x"), "json-trailing-data r");
    row("key twice", "r", recordWith(edge, replaced(json, R"("dialect":"")", R"("dialect":"","dialect":"")")),
        "json-duplicate-key r");
    row("node without target", "r", recordWith(edge, replaced(json, R"("target":")", R"("xarget":")")), "node-damaged r");
    for (const char* size : {"1e999", "NaN", "-1", "0.5"})
        row((std::string("size ") + size).c_str(), "r", recordWithSize(size), "tensor-meta-damaged r");
}

void TestVerify::damage() {
    QFETCH(QString, name);
    QFETCH(QByteArray, bytes);
    QFETCH(QString, verdict);
    const test::TempDir dir;
    const QString found = ::verdict({dir.write(name.toStdString(), bytes.toStdString())});
    QVERIFY2(found.startsWith(verdict), qPrintable(found));
}

/// Files of a folder that nothing recognises are left out, but for those that look like a part of the export.
void TestVerify::folderWithADamagedFile() {
    const test::TempDir dir;
    dir.write("model.etrecord", RecordBuilder().bytes());
    dir.write("notes.txt", "text");
    dir.write("blob", std::string(100, '\x01'));
    QCOMPARE(verdict({dir.path()}), QString("ok"));
    dir.write("model.pte", flipped(kSample + "model.pte", 4));
    QCOMPARE(verdict({dir.path()}), QString("file-unknown model.pte @ 0x00000004"));
}

void TestVerify::brokenFileIsNoDebugBuffer_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("buffer");
    const QByteArray program = QByteArray::fromStdString(*test::readFile(kSample + "model.pte"));
    QByteArray wiped = program;
    QTest::newRow("a buffer") << "any" << QByteArray::fromStdString(*test::readFile(kSample + "run.dbg")) << true;
    QTest::newRow("notes that were chosen") << "README.md"
                                            << QByteArray("# The export\n\nMade on a Tuesday \xe2\x80\x93 by hand.\n") << false;
    QTest::newRow("notes of the dump's name, cut within a character")
        << "run.md" << QByteArray(4095, 'x') + QByteArray("\xe2\x80\x93 and more") << false;
    QTest::newRow("four numbers without a zero byte") << "any" << QByteArray("\xcd\xcc\x8c\x3f").repeated(4) << true;
    QTest::newRow("one flipped bit") << "any" << QByteArray::fromStdString(flipped(kSample + "model.pte", 6)) << false;
    QTest::newRow("named like the dump") << "run.dat" << QByteArray::fromStdString(flipped(kSample + "model.pte", 6)) << false;
    QTest::newRow("no signature, extended header") << "any" << wiped.replace(0, 8, QByteArray(8, '\0')) << false;
    QTest::newRow("no header") << "model.pte" << wiped.replace(0, 64, QByteArray(64, '\0')) << false;
}

void TestVerify::brokenFileIsNoDebugBuffer() {
    QFETCH(QString, name);
    QFETCH(QByteArray, bytes);
    QFETCH(bool, buffer);
    const test::TempDir dir;
    const auto session =
        open({dir.write("run.etdp", *test::readFile(kSample + "run.etdp")), dir.write(name.toStdString(), bytes.toStdString())});
    QVERIFY(session != nullptr);
    QCOMPARE(session->files()[1].kind, buffer ? FileKind::DebugBuffer : FileKind::Unknown);
    QCOMPARE(session->diagnostics().has("file-unknown"), !buffer);
}

/// The program's copy of a weight has one bit turned.
void TestVerify::constantThatDiffers() {
    const std::string record = kSample + "model.etrecord", program = kSample + "model.pte";
    const auto whole = open({program});
    const auto rows = inventory::tensors(*whole, {});
    QVERIFY(rows);
    const auto weight = std::ranges::find_if(**rows, [](const inventory::TensorRow& row) {
        return row.role == inventory::TensorRole::Constant && row.tensor.type == ScalarType::F32 &&
               row.tensor.byteCount().value_or(0) >= 256;
    });
    QVERIFY(weight != (*rows)->end());
    const test::TempDir folder;
    const std::string changed =
        folder.write("model.pte", flipped(program, static_cast<std::size_t>(*weight->tensor.dataOffset()) + 1));
    QCOMPARE(verdict({record, program}), QString("ok"));
    const QString told = verdict({record, changed});
    QVERIFY2(told.startsWith("constant-differs "), qPrintable(told));
}

/// Two methods have each other's adapters: all constants are tensors of the record.
void TestVerify::constantsOfAnotherMethod() {
    const std::string folder = kVerifyFixtures + "adapters/";
    const auto whole = open({folder + "model.pte"});
    const auto rows = inventory::tensors(*whole, {});
    QVERIFY(rows);
    std::vector<std::ptrdiff_t> places;  // of `down.weight`, by method
    for (const inventory::TensorRow& row : **rows)
        if (row.role == inventory::TensorRole::Constant && row.tensor.shape == std::vector<std::int64_t>{2, 6})
            places.push_back(static_cast<std::ptrdiff_t>(*row.tensor.dataOffset()));
    QCOMPARE(places.size(), std::size_t{3});
    std::string bytes = *test::readFile(folder + "model.pte");
    std::swap_ranges(bytes.begin() + places[0], bytes.begin() + places[0] + 48, bytes.begin() + places[2]);
    const test::TempDir dir;
    QCOMPARE(verdict({folder + "model.etrecord", folder + "model.pte"}), QString("ok"));
    QCOMPARE(verdict({folder + "model.etrecord", dir.write("model.pte", bytes)}), QString("constant-differs down.weight"));
}

void TestVerify::filesOfTwoExports() {
    const std::string folder = ETSCOPE_SOURCE_DIR "/tests/fixtures/";
    QCOMPARE(verdict({folder + "specialised/model.etrecord", folder + "specialised/model.pte"}), QString("ok"));
    const QString told = verdict({folder + "specialised/model.etrecord", folder + "specialised/apart.pte"});
    QVERIFY2(told.contains("files-mismatched "), qPrintable(told));
}

void TestVerify::doubtsAreNoDamage() {
    QVERIFY(!findings::isDamage({Severity::Note, "anything", "", "", 1}));
    QVERIFY(!findings::isDamage({Severity::Warning, "session-second-record", "", "", 1}));
    QVERIFY(findings::isDamage({Severity::Warning, "a-warning-that-is-new", "", "", 1}));
    QVERIFY(findings::isDamage({Severity::Error, "session-second-record", "", "", 1}));
}

/// The file is whole: it is told, and passes.
void TestVerify::referenceOutputsThatDoNotFollow() {
    const test::TempDir dir;
    const std::string record = kVerifyFixtures + "trivial/model.etrecord";
    const std::string right = dir.write("right.etrecord", test::withReferences(record, test::referencesOf({1.5F, 1, 5})));
    const std::string wrong = dir.write("wrong.etrecord", test::withReferences(record, test::referencesOf({1.5F, 2, 5})));
    for (const auto& [path, count] : {std::pair(right, 0), std::pair(wrong, 1)}) {
        const auto session = open({path});
        QVERIFY(session != nullptr);
        const auto seen = findings::verify(*session, {});
        QVERIFY(seen && seen->sound);
        int told = 0;
        const Diagnostics diagnostics = session->diagnostics();
        for (const Diagnostic& item : diagnostics.items()) {
            if (item.code != "reference-outputs-differ") continue;
            ++told;
            QCOMPARE(item.where, std::string("reference_outputs[forward][0][0]"));
        }
        QCOMPARE(told, count);
    }
}

ETSCOPE_TEST(TestVerify)
#include "tst_verify.moc"
