#include <QtTest>

#include "io/file_kind.h"
#include "io/zip_index.h"
#include "support/bytes.h"
#include "support/test_case.h"
#include "support/zip_builder.h"

using namespace etscope;

class TestFileKind : public QObject {
    Q_OBJECT
private slots:
    void plainFiles_data();
    void plainFiles();
    void zips_data();
    void zips();
    void content_data();
    void content();
};

void TestFileKind::plainFiles_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("kind");
    const auto row = [](const char* name, const std::string& bytes, const char* kind) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes) << QString(kind);
    };
    const std::string zeros(64, '\0');
    row("empty", "", "unknown");
    row("one byte", "x", "unknown");
    row("program", std::string(4, '\0') + "ET12" + zeros, "pte");
    row("program of another version", std::string(4, '\0') + "ET13" + zeros, "pte");
    row("ET without digits", std::string(4, '\0') + "ETAB" + zeros, "unknown");
    row("tensor data", std::string(4, '\0') + "FT01" + zeros, "ptd");
    row("tensor data of another version", std::string(4, '\0') + "FT02" + zeros, "ptd");
    row("FT without digits", std::string(4, '\0') + "FTP1" + zeros, "unknown");
    row("bundled program of another version", std::string(4, '\0') + "BP10" + zeros, "bpte");
    row("dump of another version, size prefixed", std::string(8, '\0') + "ED01" + zeros, "etdump");
    row("dump of another version", std::string(4, '\0') + "ED12" + zeros, "etdump");
    row("bundled program", std::string(4, '\0') + "BP08" + zeros, "bpte");
    row("dump, size prefixed", std::string(8, '\0') + "ED00" + zeros, "etdump");
    row("dump", std::string(4, '\0') + "ED00" + zeros, "etdump");
    row("native", std::string(4, '\0') + "NPTG" + zeros, "native");
    row("native with weights", "NFAT" + zeros, "native");
    row("npy", "\x93NUMPY\x01" + zeros, "npy");
    row("legacy torch.save", std::string("\x80\x02\x8A\x0A\x6C\xFC\x9C\x46\xF9\x20\x6A\xA8\x50\x19\x2E", 15) + "\x80\x02",
        "torch_save");
    row("pickle", "\x80\x04]\x94.", "torch_save");
    row("program JSON", R"(  {"graph_module": {)", "exported_program");
    row("what a run was", R"({"schema": "etscope.run/1", "files": []})", "run_record");
    row("other JSON", R"({"a": 1})", "unknown");
    row("safetensors", test::little<std::uint64_t>(2) + "{}", "safetensors");
    row("safetensors with a header beyond the file", test::little<std::uint64_t>(20) + "{}", "unknown");
    row("text", "hello world, this is text", "unknown");
}

void TestFileKind::plainFiles() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, kind);
    const auto found = recognise(test::inMemory(bytes.toStdString()), nullptr);
    QVERIFY(found);
    QCOMPARE(QString::fromUtf8(fileKindName(*found).data()), kind);
}

void TestFileKind::zips_data() {
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<QString>("kind");
    QTest::newRow("empty") << QStringList{} << "unknown";
    QTest::newRow("record") << QStringList{"ETRECORD_V0"} << "etrecord";
    QTest::newRow("record without identifier") << QStringList{"edge_dialect_exported_program/forward"} << "etrecord";
    QTest::newRow("only a side table") << QStringList{"debug_handle_map"} << "etrecord";
    QTest::newRow("torch.save") << QStringList{"archive/data.pkl", "archive/version"} << "torch_save";
    QTest::newRow("new pt2") << QStringList{"m/models/model.json", "m/data/weights/weight_0"} << "exported_program";
    QTest::newRow("old pt2") << QStringList{"serialized_exported_program.json", "version"} << "exported_program";
    QTest::newRow("npz") << QStringList{"a.npy", "b.npy"} << "npz";
    QTest::newRow("npz and more") << QStringList{"a.npy", "readme"} << "unknown";
    QTest::newRow("something else") << QStringList{"a.txt"} << "unknown";
}

void TestFileKind::zips() {
    QFETCH(QStringList, names);
    QFETCH(QString, kind);
    test::ZipBuilder builder;
    for (const QString& name : names) builder.stored(name.toStdString(), "");
    const ByteRange file = test::inMemory(builder.bytes());
    Diagnostics diagnostics;
    const auto zip = ZipIndex::read(file, diagnostics);
    QVERIFY(zip);
    const auto found = recognise(file, &*zip);
    QVERIFY(found);
    QCOMPARE(QString::fromUtf8(fileKindName(*found).data()), kind);
}

void TestFileKind::content_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("kind");
    const auto row = [](const char* name, const char* bytes, ContentKind kind) {
        QTest::newRow(name) << QByteArray(bytes) << static_cast<int>(kind);
    };
    row("empty", "", ContentKind::Empty);
    row("JSON", "{\"a\"", ContentKind::Json);
    row("JSON after blanks", " \t\r\n{", ContentKind::Json);
    row("JSON number", "140000000012288", ContentKind::JsonNumber);
    row("negative number", "-1", ContentKind::JsonNumber);
    row("zip", "PK\x03\x04", ContentKind::TorchZip);
    row("legacy", "\x80\x02\x8A\x0A\x6C\xFC\x9C\x46\xF9\x20\x6A\xA8\x50\x19\x2E", ContentKind::LegacyTorch);
    row("pickle 2", "\x80\x02]", ContentKind::RawPickle);
    row("pickle 5", "\x80\x05", ContentKind::RawPickle);
    row("pickle 6 does not exist", "\x80\x06", ContentKind::Unknown);
    row("blanks", "   ", ContentKind::Unknown);
    row("text", "hello", ContentKind::Unknown);
}

void TestFileKind::content() {
    QFETCH(QByteArray, bytes);
    QFETCH(int, kind);
    QCOMPARE(static_cast<int>(sniff(test::toBytes(bytes.toStdString()))), kind);
}

ETSCOPE_TEST(TestFileKind)
#include "tst_file_kind.moc"
