// The archive reader against libzip: random archives that libzip wrote, random ones of the test builder that libzip reads, too, and
// those that our writer writes. Both must tell the same names, sizes, checksums and contents. Seeded, so every run is the same.
#include <zip.h>

#include <QtTest>
#include <memory>
#include <random>

#include "io/zip_index.h"
#include "io/zip_writer.h"
#include "support/bytes.h"
#include "support/temp_dir.h"
#include "support/test_case.h"
#include "support/zip_builder.h"

using namespace etscope;
using ZipRandom = std::mt19937_64;

class TestZipDifferential : public QObject {
    Q_OBJECT
private slots:
    void writtenByLibzip();
    void writtenByTheBuilder();
    void writtenByUs();
    void moreMembersThanSixteenBitsCount();
    void namesThatAreTooLong();
};

namespace {

struct Member {
    std::string name, content;
    std::uint64_t size = 0, compressed = 0;
    std::uint32_t crc = 0;
    bool operator==(const Member&) const = default;
};

std::string randomContent(ZipRandom& random) {
    std::string content(random() % 3 == 0 ? random() % 20 : random() % 5000, '\0');
    const bool dense = random() % 2 == 0;
    for (char& c : content) c = static_cast<char>(dense ? random() : random() % 4);
    return content;
}

std::string randomName(ZipRandom& random, std::size_t number) {
    static const char* const folders[] = {"", "a/", "archive/data/", "deep/er/and/deeper/", "\xC3\xA9/"};
    return folders[random() % std::size(folders)] + std::to_string(number) + (random() % 4 == 0 ? std::string(200, 'n') : "");
}

struct Closer {
    void operator()(zip_t* archive) const { zip_discard(archive); }
};
using Archive = std::unique_ptr<zip_t, Closer>;

/// What libzip tells of an archive; nothing when it does not open it.
std::optional<std::vector<Member>> byLibzip(const std::string& path) {
    const Archive archive(zip_open(path.c_str(), ZIP_RDONLY, nullptr));
    if (archive == nullptr) return std::nullopt;
    std::vector<Member> members;
    for (zip_int64_t i = 0; i < zip_get_num_entries(archive.get(), 0); ++i) {
        const auto index = static_cast<zip_uint64_t>(i);
        zip_stat_t stat;
        if (zip_stat_index(archive.get(), index, ZIP_FL_ENC_RAW, &stat) != 0) return std::nullopt;
        std::string content(stat.size, '\0');
        zip_file_t* file = zip_fopen_index(archive.get(), index, 0);
        if (file == nullptr || zip_fread(file, content.data(), content.size()) != static_cast<zip_int64_t>(content.size()))
            return std::nullopt;
        zip_fclose(file);
        members.push_back({stat.name, std::move(content), stat.size, stat.comp_size, stat.crc});
    }
    return members;
}

std::optional<std::vector<Member>> byOurs(const std::string& path, std::string& trouble) {
    const auto source = Source::open(path);
    Diagnostics diagnostics;
    const auto zip = ZipIndex::read(ByteRange::whole(*source), diagnostics);
    if (!zip) return std::nullopt;
    for (const Diagnostic& one : diagnostics.items()) trouble += one.code + " ";
    std::vector<Member> members;
    for (const ZipEntry& entry : zip->entries()) {
        const auto content = zip->content(entry);
        const auto bytes = content ? content->readAll() : content.failure();
        if (!bytes) return std::nullopt;
        if (const auto holds = zip->checksumHolds(entry); !holds || !*holds) trouble += entry.name + " does not hold ";
        members.push_back({entry.name, test::toText(*bytes), entry.size, entry.compressedSize, entry.crc});
    }
    return members;
}

void verifySame(const std::string& path) {
    std::string trouble;
    const auto expected = byLibzip(path), seen = byOurs(path, trouble);
    QVERIFY2(expected, "libzip reads it");
    QVERIFY2(seen, "we read it");
    QVERIFY2(trouble.empty(), trouble.c_str());
    QCOMPARE(seen->size(), expected->size());
    for (std::size_t i = 0; i < seen->size(); ++i)
        QVERIFY2((*seen)[i] == (*expected)[i], ((*seen)[i].name + " is not " + (*expected)[i].name).c_str());
}

void writeWithLibzip(const std::string& path, ZipRandom& random) {
    zip_t* archive = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, nullptr);
    QVERIFY(archive != nullptr);
    std::vector<std::string> contents(1 + random() % 12);  // libzip reads them when it closes
    for (std::size_t i = 0; i < contents.size(); ++i) {
        contents[i] = randomContent(random);
        zip_source_t* source = zip_source_buffer(archive, contents[i].data(), contents[i].size(), 0);
        const auto index = zip_file_add(archive, randomName(random, i).c_str(), source, ZIP_FL_ENC_UTF_8);
        QVERIFY(index >= 0);
        const auto at = static_cast<zip_uint64_t>(index);
        zip_set_file_compression(archive, at, random() % 2 == 0 ? ZIP_CM_STORE : ZIP_CM_DEFLATE,
                                 static_cast<zip_uint32_t>(1 + random() % 9));
        if (random() % 4 == 0) zip_file_set_comment(archive, at, "a comment PK\x05\x06", 13, 0);
        if (random() % 4 == 0)
            zip_file_extra_field_set(archive, at, 0x9999, ZIP_EXTRA_FIELD_NEW, reinterpret_cast<const zip_uint8_t*>("extra"), 5,
                                     ZIP_FL_LOCAL | ZIP_FL_CENTRAL);
    }
    if (random() % 3 == 0) zip_set_archive_comment(archive, "about the archive", 17);
    QCOMPARE(zip_close(archive), 0);
}

/// In parts; the contents by name.
void writeByUs(const std::string& path, const std::vector<std::pair<std::string, std::string>>& members) {
    auto zip = ZipWriter::create(path, {});
    QVERIFY(zip);
    for (const auto& [name, content] : members) {
        QVERIFY(zip->begin(name, content.size()));
        for (std::size_t at = 0; at < content.size(); at += 1000)
            QVERIFY(zip->write(std::as_bytes(std::span(content)).subspan(at, std::min<std::size_t>(1000, content.size() - at))));
        QVERIFY(zip->end());
    }
    QVERIFY(zip->commit());
}

}  // namespace

void TestZipDifferential::writtenByLibzip() {
    const test::TempDir dir;
    ZipRandom random(1);
    for (int round = 0; round < 150; ++round) {
        const std::string path = dir.path("archive.zip");
        writeWithLibzip(path, random);
        verifySame(path);
        if (QTest::currentTestFailed()) return;
    }
}

// Forms that libzip reads but does not write: descriptors, zip64 fields where they are not needed, junk in front.
void TestZipDifferential::writtenByTheBuilder() {
    const test::TempDir dir;
    ZipRandom random(2);
    for (int round = 0; round < 150; ++round) {
        test::ZipBuilder zip;
        for (std::size_t i = 0, n = 1 + random() % 12; i < n; ++i)
            zip.add({.name = randomName(random, i),
                     .content = randomContent(random),
                     .deflated = random() % 2 == 0,
                     .descriptor = random() % 4 == 0,
                     .zip64 = random() % 4 == 0,
                     .localExtra = random() % 4 == 0 ? std::string("FB\x03\x00ZZZ", 7) : "",
                     .comment = random() % 4 == 0 ? "about it" : ""});
        if (random() % 3 == 0) zip.comment("about all");
        if (random() % 3 == 0) zip.zip64End(random() % 2 == 0);
        if (random() % 3 == 0) zip.prefix(std::string(random() % 2000, 'p'), true);
        verifySame(dir.write("archive.zip", zip.bytes()));
        if (QTest::currentTestFailed()) return;
    }
}

void TestZipDifferential::writtenByUs() {
    const test::TempDir dir = test::TempDir::inMemory();
    ZipRandom random(3);
    const std::string path = dir.path("archive.zip");
    for (int round = 0; round < 50; ++round) {
        std::vector<std::pair<std::string, std::string>> members(random() % 12);
        for (std::size_t i = 0; i < members.size(); ++i) members[i] = {randomName(random, i), randomContent(random)};
        writeByUs(path, members);
        verifySame(path);
        std::string trouble;
        const auto seen = byOurs(path, trouble);
        QCOMPARE(seen->size(), members.size());
        for (std::size_t i = 0; i < members.size(); ++i)
            QVERIFY((*seen)[i].name == members[i].first && (*seen)[i].content == members[i].second);
        if (QTest::currentTestFailed()) return;
    }
}

void TestZipDifferential::moreMembersThanSixteenBitsCount() {
    const test::TempDir dir = test::TempDir::inMemory();
    std::vector<std::pair<std::string, std::string>> members(70'000);
    for (std::size_t i = 0; i < members.size(); ++i) members[i] = {std::to_string(i), std::to_string(i % 7)};
    const std::string path = dir.path("archive.zip");
    writeByUs(path, members);
    verifySame(path);
    std::string trouble;
    QCOMPARE(byOurs(path, trouble)->size(), members.size());
}

void TestZipDifferential::namesThatAreTooLong() {
    const test::TempDir dir;
    auto zip = ZipWriter::create(dir.path("archive.zip"), {});
    QVERIFY(zip && zip->begin(std::string(65'535, 'n'), 0) && zip->end());
    const auto refused = zip->begin(std::string(65'536, 'n'), 0);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, std::string("write-failed"));
}

ETSCOPE_TEST(TestZipDifferential)
#include "tst_zip_differential.moc"
