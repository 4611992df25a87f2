// Whole archives: every form that zip writers produce.
#include <QtTest>

#include "base/name_text.h"
#include "io/zip_index.h"
#include "support/bytes.h"
#include "support/test_case.h"
#include "support/zip_builder.h"

using namespace etscope;
using test::ZipBuilder;

class TestZipIndex : public QObject {
    Q_OBJECT
private slots:
    void forms_data();
    void forms();
    void dataLieInPlace();
    void deflatedIsInflated();
    void zip64Entry();
    void manyEntries();
    void prefixIsFound_data();
    void prefixIsFound();
    void commentWithFakeEndRecords();
    void nestedInPlace();
    void emptyArchive();
    void oddNames();
    void duplicateNames();
    void checksums();
};

namespace {

Result<ZipIndex> open(const std::string& bytes, Diagnostics& diagnostics) {
    return ZipIndex::read(test::inMemory(bytes), diagnostics);
}

std::string zipIndexContentOf(const ZipIndex& zip, std::string_view name) {
    const ZipEntry* entry = zip.find(name);
    if (entry == nullptr) return "(no such entry)";
    const auto content = zip.content(*entry);
    if (!content) return "(" + content.error().code + ")";
    return test::toText(*content->readAll());
}

ZipBuilder twoEntries() {
    ZipBuilder zip;
    zip.stored("a", "first").stored("b/c", std::string(300, 'x'));
    return zip;
}

}  // namespace

void TestZipIndex::forms_data() {
    QTest::addColumn<QByteArray>("bytes");
    const auto row = [](const char* name, const ZipBuilder& zip) { QTest::newRow(name) << QByteArray::fromStdString(zip.bytes()); };
    row("stored", twoEntries());
    row("comment", twoEntries().comment("made by hand"));
    row("longest comment", twoEntries().comment(std::string(65'535, 'c')));
    row("zip64 end", twoEntries().zip64End());
    row("zip64 end only", twoEntries().zip64End(true));
    row("prefix", twoEntries().prefix(std::string(1000, 'p')));
    row("prefix and zip64", twoEntries().prefix(std::string(1000, 'p')).zip64End(true));
    row("counted prefix", twoEntries().prefix(std::string(1000, 'p'), true));
    row("junk behind the end", ZipBuilder(twoEntries()));
    ZipBuilder descriptors;
    descriptors.add({.name = "a", .content = "first", .descriptor = true});
    descriptors.add({.name = "b/c", .content = std::string(300, 'x'), .descriptor = true, .zip64 = true});
    row("descriptors", descriptors);
    ZipBuilder deflated;
    deflated.deflated("a", "first").add({.name = "b/c", .content = std::string(300, 'x'), .deflated = true, .descriptor = true});
    row("deflated", deflated);
    ZipBuilder extras;
    extras.add({.name = "a", .content = "first", .localExtra = std::string("FB\x03\x00ZZZ", 7), .comment = "about a"});
    extras.add({.name = "b/c", .content = std::string(300, 'x'), .rawExtra = std::string("\x99\x99\x02\x00zz", 6)});
    row("extras and entry comments", extras);
    ZipBuilder brokenExtra;
    brokenExtra.stored("a", "first")
        .add({.name = "b/c", .content = std::string(300, 'x'), .rawExtra = std::string("\x01\x00\xFF\xFFz", 5)});
    row("cut extra field", brokenExtra);
}

void TestZipIndex::forms() {
    QFETCH(QByteArray, bytes);
    Diagnostics diagnostics;
    const auto zip = open(bytes.toStdString(), diagnostics);
    QVERIFY(zip);
    QVERIFY2(diagnostics.empty(), diagnostics.empty() ? "" : diagnostics.items()[0].code.c_str());
    QVERIFY(!zip->recovered());
    QCOMPARE(zip->entries().size(), std::size_t{2});
    QCOMPARE(zip->entries()[0].name, std::string("a"));
    QCOMPARE(zipIndexContentOf(*zip, "a"), std::string("first"));
    QCOMPARE(zipIndexContentOf(*zip, "b/c"), std::string(300, 'x'));
    for (const ZipEntry& entry : zip->entries()) {
        const auto holds = zip->checksumHolds(entry);
        QVERIFY(holds && *holds);
    }
}

void TestZipIndex::dataLieInPlace() {
    const ZipBuilder builder = twoEntries();
    Diagnostics diagnostics;
    const auto zip = *open(builder.bytes(), diagnostics);
    const auto offsets = builder.dataOffsets();
    for (std::size_t i = 0; i < offsets.size(); ++i) {
        const auto data = zip.data(zip.entries()[i]);
        QVERIFY(data);
        QCOMPARE(data->offset, offsets[i]);
        QCOMPARE(data->source.get(), zip.archive().source.get());
    }
}

void TestZipIndex::deflatedIsInflated() {
    const std::string content = test::repeated("etscope ", 100'000);
    ZipBuilder builder;
    builder.deflated("text", content).deflated("empty", "");
    Diagnostics diagnostics;
    const auto zip = *open(builder.bytes(), diagnostics);
    QCOMPARE(zip.find("text")->method, std::uint16_t{8});
    QVERIFY(zip.find("text")->compressedSize < content.size() / 100);
    QVERIFY(zipIndexContentOf(zip, "text") == content);
    QCOMPARE(zipIndexContentOf(zip, "empty"), std::string());
    QVERIFY(!zip.content(*zip.find("text"))->source->isFile());
}

void TestZipIndex::zip64Entry() {
    ZipBuilder builder;
    builder.stored("a", "first").add({.name = "big", .content = "second", .zip64 = true});
    Diagnostics diagnostics;
    const auto zip = *open(builder.bytes(), diagnostics);
    QVERIFY(diagnostics.empty());
    QCOMPARE(zip.find("big")->size, std::uint64_t{6});
    QCOMPARE(zipIndexContentOf(zip, "big"), std::string("second"));
}

void TestZipIndex::manyEntries() {
    ZipBuilder builder;
    for (int i = 0; i < 70'000; ++i) builder.stored("e" + std::to_string(i), "");
    builder.stored("last", "x").zip64End();
    Diagnostics diagnostics;
    const auto zip = open(builder.bytes(), diagnostics);
    QVERIFY(zip);
    QCOMPARE(zip->entries().size(), std::size_t{70'001});
    QCOMPARE(zipIndexContentOf(*zip, "last"), std::string("x"));
}

void TestZipIndex::prefixIsFound_data() {
    QTest::addColumn<bool>("counted");
    QTest::newRow("offsets without it") << false;
    QTest::newRow("offsets with it") << true;
}

void TestZipIndex::prefixIsFound() {
    QFETCH(bool, counted);
    Diagnostics diagnostics;
    const auto zip = *open(twoEntries().prefix(std::string(77, '#'), counted).bytes(), diagnostics);
    QCOMPARE(zip.prefixSize(), std::uint64_t{counted ? 0U : 77U});
    QCOMPARE(zipIndexContentOf(zip, "a"), std::string("first"));
}

// Three end records inside the comment: one whose comment does not fit, one whose directory does not, one that is just text.
void TestZipIndex::commentWithFakeEndRecords() {
    const std::string mark = "PK\x05\x06";
    const std::string tooLong = mark + std::string(16, '\0') + "\xFF\xFF";
    const std::string noRoom = mark + std::string(8, '\0') + test::little<std::uint32_t>(0x7FFFFFFF) +
                               test::little<std::uint32_t>(0) + std::string("\x00\x00", 2);
    Diagnostics diagnostics;
    const auto zip = open(twoEntries().comment("about " + tooLong + mark + noRoom).bytes(), diagnostics);
    QVERIFY(zip);
    QCOMPARE(zip->entries().size(), std::size_t{2});
    QCOMPARE(zipIndexContentOf(*zip, "a"), std::string("first"));
}

void TestZipIndex::nestedInPlace() {
    ZipBuilder outer;
    outer.stored("pad", "odd").stored("inner", twoEntries().zip64End().bytes());
    const ByteRange file = test::inMemory(outer.bytes(), "outer");
    Diagnostics diagnostics;
    const auto zip = *ZipIndex::read(file, diagnostics);
    const auto content = zip.content(*zip.find("inner"));
    QVERIFY(content);
    const auto inner = ZipIndex::read(*content, diagnostics);
    QVERIFY(inner);
    QVERIFY(diagnostics.empty());
    const auto data = inner->data(*inner->find("a"));
    QVERIFY(data);
    QCOMPARE(data->source.get(), file.source.get());
    QCOMPARE(data->offset, outer.dataOffsets()[1] + twoEntries().dataOffsets()[0]);
    QCOMPARE(test::toText(*data->readAll()), std::string("first"));
}

void TestZipIndex::emptyArchive() {
    Diagnostics diagnostics;
    const auto zip = open(ZipBuilder().bytes(), diagnostics);
    QVERIFY(zip);
    QVERIFY(zip->entries().empty());
    QVERIFY(diagnostics.empty());
    QCOMPARE(zip->find("a"), static_cast<const ZipEntry*>(nullptr));
}

void TestZipIndex::oddNames() {
    const std::string names[] = {"",         "../../etc/passwd",       "/absolute", "C:\\x", std::string("nul\0l", 5),
                                 "\xFF\xFE", std::string(65'000, 'n'), "größe"};
    ZipBuilder builder;
    for (const std::string& name : names) builder.stored(name, "content of it");
    Diagnostics diagnostics;
    const auto zip = *open(builder.bytes(), diagnostics);
    for (const std::string& name : names) QCOMPARE(zipIndexContentOf(zip, nameText(name)), std::string("content of it"));
}

void TestZipIndex::duplicateNames() {
    ZipBuilder builder;
    builder.stored("same", "first").stored("other", "").stored("same", "last");
    Diagnostics diagnostics;
    const auto zip = *open(builder.bytes(), diagnostics);
    QCOMPARE(zip.entries().size(), std::size_t{3});
    QCOMPARE(zipIndexContentOf(zip, "same"), std::string("last"));
    QCOMPARE(test::toText(*zip.content(zip.entries()[0])->readAll()), std::string("first"));
}

void TestZipIndex::checksums() {
    ZipBuilder builder;
    builder.add({.name = "wrong", .content = "abc", .crc = 1})
        .add({.name = "none", .content = "abc", .crc = 0})
        .stored("right", "abc");
    Diagnostics diagnostics;
    const auto zip = *open(builder.bytes(), diagnostics);
    QCOMPARE(*zip.checksumHolds(*zip.find("wrong")), false);
    QCOMPARE(*zip.checksumHolds(*zip.find("none")), true);
    QCOMPARE(*zip.checksumHolds(*zip.find("right")), true);
}

ETSCOPE_TEST(TestZipIndex)
#include "tst_zip_index.moc"
