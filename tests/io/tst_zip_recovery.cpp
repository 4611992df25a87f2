// Archives whose directory is missing: entries are found by their local headers.
#include <QtTest>
#include <algorithm>

#include "io/zip_index.h"
#include "support/bytes.h"
#include "support/test_case.h"
#include "support/zip_builder.h"

using namespace etscope;
using test::ZipBuilder;

class TestZipRecovery : public QObject {
    Q_OBJECT
private slots:
    void cutBeforeTheDirectory();
    void directoryElsewhere();
    void cutInsideAnEntry();
    void descriptors();
    void descriptorMarkInsideTheData();
    void zip64Sizes();
    void nestedArchiveWithDescriptors();
    void cutBehindANestedArchive_data();
    void cutBehindANestedArchive();
    void damagedDirectory();
    void dataFullOfMarks();
    void manySmallEntries();
    void cancelled();
};

namespace {

ZipIndex zipRecoveryOpen(const std::string& bytes, Diagnostics& diagnostics) {
    auto zip = ZipIndex::read(test::inMemory(bytes), diagnostics);
    if (!zip) {
        QTest::qFail(zip.error().code.c_str(), __FILE__, __LINE__);
        std::abort();
    }
    return std::move(*zip);
}

std::string contentOf(const ZipIndex& zip, std::string_view name) {
    const ZipEntry* entry = zip.find(name);
    if (entry == nullptr) return "(no such entry)";
    const auto content = zip.content(*entry);
    return content ? test::toText(*content->readAll()) : "(" + content.error().code + ")";
}

}  // namespace

void TestZipRecovery::cutBeforeTheDirectory() {
    ZipBuilder builder;
    builder.stored("a", "first").deflated("b", std::string(100, 'x')).withoutDirectory();
    Diagnostics diagnostics;
    const ZipIndex zip = zipRecoveryOpen(builder.bytes(), diagnostics);
    QVERIFY(zip.recovered());
    QVERIFY(diagnostics.has("zip-directory-missing"));
    QVERIFY(!diagnostics.has("zip-entry-truncated"));
    QCOMPARE(zip.entries().size(), std::size_t{2});
    QCOMPARE(contentOf(zip, "a"), std::string("first"));
    QCOMPARE(contentOf(zip, "b"), std::string(100, 'x'));
}

/// What stands there is not called absent.
void TestZipRecovery::directoryElsewhere() {
    const auto told = [](ZipBuilder builder) {
        Diagnostics diagnostics;
        zipRecoveryOpen(builder.bytes(), diagnostics);
        for (const Diagnostic& one : diagnostics.items())
            if (one.code == "zip-directory-missing") return QString::fromStdString(one.message);
        return QString();
    };
    ZipBuilder builder;
    builder.stored("a", "first");
    QVERIFY(told(ZipBuilder(builder).withoutDirectory()).startsWith("zip central directory missing (file cut off)"));
    const QString elsewhere = told(ZipBuilder(builder).claimDirectorySize(1000));
    QVERIFY2(elsewhere.startsWith("the end-of-directory record at 0x000000"), qPrintable(elsewhere));
}

void TestZipRecovery::cutInsideAnEntry() {
    ZipBuilder builder;
    builder.stored("a", "first").stored("b", std::string(1000, 'x')).withoutDirectory();
    Diagnostics diagnostics;
    const ZipIndex zip = zipRecoveryOpen(builder.bytes().substr(0, builder.dataOffsets()[1] + 400), diagnostics);
    QVERIFY(diagnostics.has("zip-entry-truncated"));
    QCOMPARE(zip.entries().size(), std::size_t{2});
    const ZipEntry& cut = zip.entries()[1];
    QVERIFY(cut.recovered && cut.truncated);
    QCOMPARE(cut.compressedSize, std::uint64_t{400});
    QCOMPARE(cut.size, std::uint64_t{1000});
    QCOMPARE(contentOf(zip, "a"), std::string("first"));
    const auto data = zip.data(cut);
    QVERIFY(data);
    QCOMPARE(data->size, std::uint64_t{400});
}

void TestZipRecovery::descriptors() {
    ZipBuilder builder;
    builder.add({.name = "a", .content = "first", .descriptor = true});
    builder.add({.name = "b", .content = "second", .descriptor = true, .zip64 = true}).withoutDirectory();
    builder.add({.name = "c", .content = "", .descriptor = true});
    Diagnostics diagnostics;
    const ZipIndex zip = zipRecoveryOpen(builder.bytes(), diagnostics);
    QCOMPARE(zip.entries().size(), std::size_t{3});
    QCOMPARE(contentOf(zip, "a"), std::string("first"));
    QCOMPARE(contentOf(zip, "b"), std::string("second"));
    QCOMPARE(contentOf(zip, "c"), std::string());
}

void TestZipRecovery::descriptorMarkInsideTheData() {
    const std::string content = "xPK\x07\x08" + std::string(12, '\0') + "PK\x07\x08PK\x03\x04 tail";
    ZipBuilder builder;
    builder.add({.name = "a", .content = content, .descriptor = true}).stored("b", "second").withoutDirectory();
    Diagnostics diagnostics;
    const ZipIndex zip = zipRecoveryOpen(builder.bytes(), diagnostics);
    QCOMPARE(contentOf(zip, "a"), content);
    QCOMPARE(contentOf(zip, "b"), std::string("second"));
}

void TestZipRecovery::zip64Sizes() {
    ZipBuilder builder;
    builder.add({.name = "a", .content = "first", .zip64 = true}).stored("b", "second").withoutDirectory();
    Diagnostics diagnostics;
    const ZipIndex zip = zipRecoveryOpen(builder.bytes(), diagnostics);
    QCOMPARE(contentOf(zip, "a"), std::string("first"));
    QCOMPARE(contentOf(zip, "b"), std::string("second"));
}

void TestZipRecovery::nestedArchiveWithDescriptors() {
    ZipBuilder inner;
    inner.add({.name = "archive/data.pkl", .content = "pickle", .descriptor = true})
        .add({.name = "archive/data/0", .content = std::string(5000, 'w'), .descriptor = true});
    ZipBuilder outer;
    outer.stored("ETRECORD_V0", "").stored("weights", inner.bytes()).withoutDirectory();
    const std::string cut = outer.bytes().substr(0, outer.dataOffsets()[1] + 200);
    Diagnostics diagnostics;
    const ZipIndex zip = zipRecoveryOpen(cut, diagnostics);
    const auto data = zip.data(zip.entries()[1]);
    QVERIFY(data);
    const auto nested = ZipIndex::read(*data, diagnostics);
    QVERIFY(nested);
    QCOMPARE(nested->entries().size(), std::size_t{2});
    QCOMPARE(contentOf(*nested, "archive/data.pkl"), std::string("pickle"));
    QVERIFY(nested->entries()[1].truncated);
}

// The nested archive's end record is whole and near the end of the file: it must not be taken for the outer one.
void TestZipRecovery::cutBehindANestedArchive_data() {
    QTest::addColumn<int>("behind");
    for (const int bytes : {0, 3, 40}) QTest::addRow("%d bytes behind it", bytes) << bytes;
}

void TestZipRecovery::cutBehindANestedArchive() {
    QFETCH(int, behind);
    ZipBuilder inner;
    inner.add({.name = "archive/data.pkl", .content = "pickle", .descriptor = true}).zip64End();
    ZipBuilder outer;
    outer.stored("first", "1").stored("weights", inner.bytes()).stored("a name of more than ten letters", "rest");
    const std::size_t size = outer.dataOffsets()[1] + inner.bytes().size() + static_cast<std::size_t>(behind);
    Diagnostics diagnostics;
    const ZipIndex zip = zipRecoveryOpen(outer.bytes().substr(0, size), diagnostics);
    QVERIFY(zip.recovered());
    QCOMPARE(contentOf(zip, "first"), std::string("1"));
    QVERIFY(contentOf(zip, "weights") == inner.bytes());
}

void TestZipRecovery::damagedDirectory() {
    ZipBuilder builder;
    builder.stored("a", "first").stored("b", "second");
    std::string bytes = builder.bytes();
    const std::size_t directory = bytes.find("PK\x01\x02");
    bytes[directory] = 'X';
    Diagnostics diagnostics;
    const ZipIndex zip = zipRecoveryOpen(bytes, diagnostics);
    QVERIFY(zip.recovered());
    QVERIFY(diagnostics.has("zip-directory-damaged"));
    QCOMPARE(contentOf(zip, "a"), std::string("first"));
    QCOMPARE(contentOf(zip, "b"), std::string("second"));
}

namespace {
/// A local header whose sizes follow the data, and data of nothing but descriptor marks.
std::string marks(std::size_t size) {
    ZipBuilder builder;
    builder.add({.name = "a", .content = test::repeated("PK\x07\x08", size / 4), .descriptor = true}).withoutDirectory();
    const std::string bytes = builder.bytes();
    return bytes.substr(0, bytes.size() - 16);
}
}  // namespace

// Each mark is judged in the window: a read per mark would be millions.
void TestZipRecovery::dataFullOfMarks() {
    const auto source = Source::fromBytes(test::toBytes(marks(8 << 20)), "file");
    Diagnostics diagnostics;
    const auto zip = ZipIndex::read(ByteRange::whole(source), diagnostics);
    QVERIFY(zip);
    QVERIFY(zip->entries().at(0).truncated);
    QVERIFY2(source->readCount() < 40, qPrintable(QString::number(source->readCount())));
    QVERIFY2(source->bytesRead() < (9U << 20), qPrintable(QString::number(source->bytesRead())));
}

// The search for a descriptor reads little ahead: as many bytes for an entry as its size asks for.
void TestZipRecovery::manySmallEntries() {
    ZipBuilder builder;
    for (int i = 0; i < 3000; ++i) builder.add({.name = "e" + std::to_string(i), .content = "small", .descriptor = true});
    builder.withoutDirectory();
    const auto source = Source::fromBytes(test::toBytes(builder.bytes()), "file");
    Diagnostics diagnostics;
    const auto zip = ZipIndex::read(ByteRange::whole(source), diagnostics);
    QVERIFY(zip);
    QCOMPARE(zip->entries().size(), std::size_t{3000});
    QVERIFY(std::ranges::none_of(zip->entries(), &ZipEntry::truncated));
    QVERIFY2(source->bytesRead() < 3000U * 5000, qPrintable(QString::number(source->bytesRead())));
}

void TestZipRecovery::cancelled() {
    const auto source = Source::fromBytes(test::toBytes(marks(8 << 20)), "file");
    std::stop_source stop;
    stop.request_stop();
    Diagnostics diagnostics;
    const auto zip = ZipIndex::read(ByteRange::whole(source), diagnostics, {stop.get_token(), {}});
    QVERIFY(!zip);
    QCOMPARE(zip.error().code, std::string("cancelled"));
    QVERIFY2(source->bytesRead() < 200'000, qPrintable(QString::number(source->bytesRead())));
}

ETSCOPE_TEST(TestZipRecovery)
#include "tst_zip_recovery.moc"
