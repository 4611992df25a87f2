// Archives that lie: each gives its code, and what is true of them stays readable.
#include <QtTest>
#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/limits.h"
#include "io/zip_index.h"
#include "support/bytes.h"
#include "support/temp_dir.h"
#include "support/test_case.h"
#include "support/zip_builder.h"

using namespace etscope;
using test::ZipBuilder;

class TestZipHostile : public QObject {
    Q_OBJECT
private slots:
    void directoryLies_data();
    void directoryLies();
    void contentFails_data();
    void contentFails();
    void tooManyEntries();
    void notAnArchive_data();
    void notAnArchive();
    void ratioLimitIsSettable();
    void oneBombUnderManyNames();
    void entriesInsideEntries();
    void offsetIntoAnotherEntry();
    void claimedDirectoryIsNotRead();
    void everyCutIsHandled();
    void everyFlipIsHandled();
};

namespace {

Result<ZipIndex> zipHostileOpen(const std::string& bytes, Diagnostics& diagnostics) {
    return ZipIndex::read(test::inMemory(bytes), diagnostics);
}

ZipBuilder oneGood() {
    ZipBuilder zip;
    zip.stored("good", "whole");
    return zip;
}

/// Reads everything that an index offers.
void readAll(const std::string& bytes) {
    Diagnostics diagnostics;
    const auto zip = zipHostileOpen(bytes, diagnostics);
    if (!zip) return;
    for (const ZipEntry& entry : zip->entries()) {
        const auto content = zip->content(entry);
        if (content) QVERIFY(content->size <= std::max<std::uint64_t>(bytes.size(), entry.size));
        static_cast<void>(zip->checksumHolds(entry));
    }
}

}  // namespace

void TestZipHostile::directoryLies_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("code");
    const auto row = [](const char* name, const ZipBuilder& zip, const char* code) {
        QTest::newRow(name) << QByteArray::fromStdString(zip.bytes()) << QString(code);
    };
    row("offset beyond the file", oneGood().add({.name = "bad", .content = "abc", .headerOffset = 1'000'000}),
        "zip-entry-out-of-range");
    row("size beyond the file", oneGood().add({.name = "bad", .content = "abc", .size = 1'000'000, .compressedSize = 1'000'000}),
        "zip-entry-out-of-range");
    row("stored sizes differ", oneGood().add({.name = "bad", .content = "abc", .size = 4}), "zip-entry-out-of-range");
    row("zip64 size of 2^64-1",
        oneGood().add({.name = "bad", .content = "abc", .zip64 = true, .size = UINT64_MAX, .compressedSize = UINT64_MAX}),
        "zip-entry-out-of-range");
    row("zip64 offset of 2^64-1", oneGood().add({.name = "bad", .content = "abc", .zip64 = true, .headerOffset = UINT64_MAX}),
        "zip-entry-out-of-range");
    row("data in the directory", oneGood().add({.name = "bad", .content = "abc", .size = 60, .compressedSize = 60}),
        "zip-entry-out-of-range");
    row("two entries of the same bytes", oneGood().add({.name = "bad", .content = "whole", .headerOffset = 0}),
        "zip-entry-overlap");
    row("more entries than directory", oneGood().claimEntries(5), "zip-directory-damaged");
    row("several disks", oneGood().claimDisk(3), "zip-multi-disk");
}

void TestZipHostile::directoryLies() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, code);
    Diagnostics diagnostics;
    const auto zip = zipHostileOpen(bytes.toStdString(), diagnostics);
    QVERIFY(zip);
    QVERIFY2(diagnostics.has(code.toStdString()), diagnostics.empty() ? "no diagnostic" : diagnostics.items()[0].code.c_str());
    QCOMPARE(test::toText(*zip->content(*zip->find("good"))->readAll()), std::string("whole"));
    readAll(bytes.toStdString());
}

void TestZipHostile::contentFails_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("code");
    const auto row = [](const char* name, const test::ZipMember& member, const char* code) {
        QTest::newRow(name) << QByteArray::fromStdString(oneGood().add(member).bytes()) << QString(code);
    };
    const std::string longText(5000, 'y');
    row("no local header", {.name = "bad", .content = "abc", .localSignature = 0}, "zip-local-header-damaged");
    row("encrypted", {.name = "bad", .content = "abc", .flags = 1}, "zip-entry-encrypted");
    row("bzip2", {.name = "bad", .content = "abc", .method = 12}, "zip-method-unsupported");
    row("unusable place", {.name = "bad", .content = "abc", .headerOffset = 1'000'000}, "zip-entry-truncated");
    row("longer than declared", {.name = "bad", .content = longText, .deflated = true, .size = 100}, "zip-inflate-failed");
    row("shorter than declared", {.name = "bad", .content = longText, .deflated = true, .size = 6000}, "zip-inflate-failed");
    row("no deflate stream", {.name = "bad", .content = "\xFF\xFF\xFF\xFF", .method = 8, .size = 10}, "zip-inflate-failed");
    row("bomb by ratio", {.name = "bad", .content = longText, .deflated = true, .size = 500'000'000}, "limit-exceeded");
    row("bomb by size", {.name = "bad", .content = longText, .deflated = true, .zip64 = true, .size = 1ULL << 40},
        "limit-exceeded");
    row("size of 2^64-1", {.name = "bad", .content = longText, .deflated = true, .zip64 = true, .size = UINT64_MAX},
        "limit-exceeded");
}

void TestZipHostile::contentFails() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, code);
    Diagnostics diagnostics;
    const auto zip = zipHostileOpen(bytes.toStdString(), diagnostics);
    QVERIFY(zip);
    const auto content = zip->content(*zip->find("bad"));
    const auto read = content ? content->readAll() : Result<std::vector<std::byte>>(content.failure());
    QVERIFY(!read);
    QCOMPARE(QString::fromStdString(read.error().code), code);
    QVERIFY(!read.error().message.empty());
    QCOMPARE(test::toText(*zip->content(*zip->find("good"))->readAll()), std::string("whole"));
}

void TestZipHostile::tooManyEntries() {
    Diagnostics diagnostics;
    const auto zip = zipHostileOpen(oneGood().zip64End(true).claimEntries(1ULL << 40).bytes(), diagnostics);
    QVERIFY(!zip);
    QCOMPARE(zip.error().code, std::string("zip-too-many-entries"));
}

void TestZipHostile::notAnArchive_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("text") << QByteArray("hello");
    QTest::newRow("two letters") << QByteArray("PK");
    QTest::newRow("cut header") << QByteArray("PK\x03\x04zzzzzzzzzzz");
    QTest::newRow("zeros") << QByteArray(100'000, '\0');
    QTest::newRow("many marks") << QByteArray::fromStdString(test::repeated("PK\x05\x06", 20'000));
}

void TestZipHostile::notAnArchive() {
    QFETCH(QByteArray, bytes);
    Diagnostics diagnostics;
    const auto zip = zipHostileOpen(bytes.toStdString(), diagnostics);
    QVERIFY(!zip);
    QCOMPARE(zip.error().code, std::string("zip-not-an-archive"));
}

void TestZipHostile::ratioLimitIsSettable() {
    ZipBuilder builder;
    builder.add({.name = "zeros", .content = std::string(100'000, '\0'), .deflated = true, .size = 100'000'000});
    builder.add({.name = "few zeros", .content = std::string(100'000, '\0'), .deflated = true, .size = 60'000'000});
    Diagnostics diagnostics;
    const auto zip = *zipHostileOpen(builder.bytes(), diagnostics);
    QVERIFY2(zip.content(*zip.find("few zeros")), "what inflates quickly is free of the limit");
    const auto refused = zip.content(*zip.find("zeros"));
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, std::string("limit-exceeded"));
    const limits::Settable before = limits::settable();
    QVERIFY(limits::set("inflate-ratio", 1'000'000));
    QVERIFY(zip.content(*zip.find("zeros")));
    limits::settable() = before;
}

// Two thousand directory records on one bomb: its stream is read once.
void TestZipHostile::oneBombUnderManyNames() {
    ZipBuilder builder;
    builder.deflated("a name that is as long as the others", std::string(1'000'000, '\0'));
    for (int i = 0; i < 2000; ++i)
        builder.add({.name = "n" + std::to_string(i),
                     .content = "",
                     .method = 8,
                     .crc = test::crcOf(std::string(1'000'000, '\0')),
                     .size = 1'000'000,
                     .compressedSize = 1000,
                     .headerOffset = 0});
    const auto source = Source::fromBytes(test::toBytes(builder.bytes()), "file");
    Diagnostics diagnostics;
    const auto zip = *ZipIndex::read(ByteRange::whole(source), diagnostics);
    QVERIFY(diagnostics.has("zip-entry-overlap"));
    QCOMPARE(zip.entries().size(), std::size_t{2001});
    const std::uint64_t before = source->bytesRead();
    std::size_t read = 0;
    for (const ZipEntry& entry : zip.entries()) {
        const auto holds = zip.checksumHolds(entry);
        if (holds)
            ++read;
        else
            QCOMPARE(holds.error().code, std::string("zip-entry-overlap"));
    }
    QCOMPARE(read, std::size_t{1});
    QVERIFY2(source->bytesRead() - before < 10'000, qPrintable(QString::number(source->bytesRead() - before)));
}

// The overlapping bomb that is no quine: each entry claims all that stands behind it.
void TestZipHostile::entriesInsideEntries() {
    ZipBuilder builder;
    for (int i = 0; i < 20; ++i)
        builder.add({.name = "entry " + std::to_string(10 + i),
                     .content = "x",
                     .method = 8,
                     .size = 1000,
                     .compressedSize = static_cast<std::uint64_t>((30 + 8 + 1) * (20 - i) - 38)});
    Diagnostics diagnostics;
    const auto zip = *zipHostileOpen(builder.bytes(), diagnostics);
    const auto usable = std::ranges::count_if(zip.entries(), [](const ZipEntry& entry) { return entry.usable; });
    QCOMPARE(usable, std::ptrdiff_t{1});
    QVERIFY(zip.find("entry 29")->usable);
}

// A damaged offset leads into the data of an entry that is as it should be: that one stays readable.
void TestZipHostile::offsetIntoAnotherEntry() {
    ZipBuilder builder;
    builder.stored("good", std::string(500, 'g')).add({.name = "bad", .content = "abc", .headerOffset = 100});
    Diagnostics diagnostics;
    const auto zip = *zipHostileOpen(builder.bytes(), diagnostics);
    QVERIFY(diagnostics.has("zip-entry-overlap"));
    QCOMPARE(test::toText(*zip.content(*zip.find("good"))->readAll()), std::string(500, 'g'));
    const auto bad = zip.content(*zip.find("bad"));
    QVERIFY(!bad);
    QCOMPARE(bad.error().code, std::string("zip-entry-overlap"));
}

// A sparse file of 3 GiB whose end record makes all of it the directory.
void TestZipHostile::claimedDirectoryIsNotRead() {
    const test::TempDir dir;
    const std::string path = dir.write("a.zip", oneGood().bytes());
    constexpr std::uint64_t kSize = 3ULL << 30;
    std::error_code error;
    std::filesystem::resize_file(path, kSize, error);
    if (error) QSKIP("no room for a sparse file");
    ZipBuilder end;
    end.zip64End(true).claimEntries(10).claimDirectorySize(kSize - 100).claimDirectoryOffset(100);
    std::ofstream(path, std::ios::app | std::ios::binary) << end.bytes();
    const auto source = *Source::open(path);
    Diagnostics diagnostics;
    QVERIFY(ZipIndex::read(ByteRange::whole(source), diagnostics));
    QVERIFY2(source->bytesRead() < (8U << 20), qPrintable(QString::number(source->bytesRead())));
}

namespace {
std::string mixed() {
    ZipBuilder zip;
    zip.stored("a", "first").deflated("b", std::string(200, 'x')).add({.name = "c", .content = "third", .descriptor = true});
    return zip.add({.name = "d", .content = "fourth", .zip64 = true}).zip64End().comment("end").bytes();
}
}  // namespace

void TestZipHostile::everyCutIsHandled() {
    const std::string bytes = mixed();
    for (std::size_t size = 0; size < bytes.size(); ++size) readAll(bytes.substr(0, size));
}

void TestZipHostile::everyFlipIsHandled() {
    const std::string bytes = mixed();
    for (std::size_t at = 0; at < bytes.size(); ++at)
        for (const unsigned flip : {0x01U, 0x80U, 0xFFU}) {
            std::string damaged = bytes;
            damaged[at] = static_cast<char>(static_cast<unsigned char>(damaged[at]) ^ flip);
            readAll(damaged);
        }
}

ETSCOPE_TEST(TestZipHostile)
#include "tst_zip_hostile.moc"
