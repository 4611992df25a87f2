#include <sys/stat.h>
#include <unistd.h>

#include <QtTest>
#include <chrono>
#include <filesystem>

#include "io/source.h"
#include "support/bytes.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;

namespace {

/// Whatever the clock of the file system can tell apart.
void backdate(const std::string& path) {
    std::filesystem::last_write_time(path, std::filesystem::file_time_type::clock::now() - std::chrono::minutes(1));
}

}  // namespace

class TestSource : public QObject {
    Q_OBJECT
private slots:
    void readsParts();
    void countsReads();
    void refusesBeyondTheEnd();
    void refusesWhatIsNoFile_data();
    void refusesWhatIsNoFile();
    void unreadableFile();
    void cutWhileOpen();
    void writtenWhileOpen();
    void noticesChanges();
    void memory();
    void ranges();
    void emptyFile();
};

void TestSource::readsParts() {
    const test::TempDir dir;
    const auto source = Source::open(dir.write("f", "0123456789"));
    QVERIFY(source);
    QCOMPARE((*source)->size(), std::uint64_t{10});
    QVERIFY((*source)->isFile());
    const auto part = (*source)->read(3, 4);
    QVERIFY(part);
    QCOMPARE(test::toText(*part), std::string("3456"));
    QVERIFY((*source)->read(10, 0));
}

void TestSource::countsReads() {
    const test::TempDir dir;
    const auto source = *Source::open(dir.write("f", "0123456789"));
    QCOMPARE(source->readCount(), std::uint64_t{0});
    QVERIFY(source->read(0, 4));
    QVERIFY(source->read(2, 1));
    QCOMPARE(source->readCount(), std::uint64_t{2});
    QCOMPARE(source->bytesRead(), std::uint64_t{5});
}

void TestSource::refusesBeyondTheEnd() {
    const test::TempDir dir;
    const auto source = *Source::open(dir.write("f", "0123456789"));
    for (const auto& [offset, size] :
         {std::pair<std::uint64_t, std::uint64_t>{7, 4}, {11, 0}, {UINT64_MAX, 1}, {0, UINT64_MAX}, {1, UINT64_MAX}}) {
        const auto part = source->read(offset, size);
        QVERIFY(!part);
        QCOMPARE(part.error().code, std::string("read-beyond-end"));
        QVERIFY(part.error().where.find(" @ 0x") != std::string::npos);
    }
}

void TestSource::refusesWhatIsNoFile_data() {
    QTest::addColumn<QString>("path");
    QTest::newRow("missing") << "missing";
    QTest::newRow("directory") << "directory";
    QTest::newRow("fifo") << "fifo";
    QTest::newRow("device") << "/dev/zero";
    QTest::newRow("dangling link") << "link";
    QTest::newRow("empty name") << "";
}

void TestSource::refusesWhatIsNoFile() {
    QFETCH(QString, path);
    const test::TempDir dir;
    QCOMPARE(::mkdir(dir.path("directory").c_str(), 0700), 0);
    QCOMPARE(::mkfifo(dir.path("fifo").c_str(), 0600), 0);
    QCOMPARE(::symlink("nowhere", dir.path("link").c_str()), 0);
    const std::string full = path.startsWith('/') || path.isEmpty() ? path.toStdString() : dir.path(path.toStdString());
    const auto source = Source::open(full);
    QVERIFY(!source);
    QCOMPARE(source.error().code, std::string("file-unreadable"));
}

void TestSource::unreadableFile() {
    if (::geteuid() == 0) QSKIP("root may read everything");
    const test::TempDir dir;
    const std::string path = dir.write("f", "x");
    QCOMPARE(::chmod(path.c_str(), 0), 0);
    QVERIFY(!Source::open(path));
}

void TestSource::cutWhileOpen() {
    const test::TempDir dir;
    const std::string path = dir.write("f", std::string(10'000, 'x'));
    backdate(path);
    const auto source = *Source::open(path);
    QVERIFY(source->unchangedOnDisk());
    QCOMPARE(::truncate(path.c_str(), 5'000), 0);
    const auto part = source->read(4'000, 2'000);
    QVERIFY(!part);
    QCOMPARE(part.error().code, std::string("read-beyond-end"));
    const auto rest = source->read(0, 5'000);
    QVERIFY(!rest);
    QCOMPARE(rest.error().code, std::string("file-changed"));
    QVERIFY(!source->unchangedOnDisk());
}

/// Of what was written to meanwhile nothing is read; what took its name leaves it as it is.
void TestSource::writtenWhileOpen() {
    const test::TempDir dir;
    const std::string path = dir.write("f", "old bytes");
    backdate(path);
    const auto source = *Source::open(path);
    QVERIFY(source->read(0, 9));
    std::filesystem::rename(dir.write("new", "new bytes"), path);
    QCOMPARE(test::toText(*source->read(0, 9)), std::string("old bytes"));
    const auto renamed = *Source::open(path);
    backdate(path);
    const auto changed = renamed->read(0, 9);
    QVERIFY(!changed);
    QCOMPARE(changed.error().code, std::string("file-changed"));
}

void TestSource::noticesChanges() {
    const test::TempDir dir;
    const std::string path = dir.write("f", "abc");
    const auto source = *Source::open(path);
    QVERIFY(source->unchangedOnDisk());
    QCOMPARE(::unlink(path.c_str()), 0);
    QVERIFY(!source->unchangedOnDisk());
    QVERIFY(source->read(0, 3));
}

void TestSource::memory() {
    const auto source = Source::fromBytes(test::toBytes("abcdef"), "name");
    QVERIFY(!source->isFile());
    QVERIFY(source->unchangedOnDisk());
    QCOMPARE(source->name(), std::string("name"));
    QCOMPARE(test::toText(*source->read(2, 3)), std::string("cde"));
    QVERIFY(!source->read(6, 1));
}

void TestSource::ranges() {
    const ByteRange whole = test::inMemory("0123456789", "dir/fi\nle");
    const auto part = whole.part(2, 6);
    QVERIFY(part);
    QCOMPARE(test::toText(*part->readAll()), std::string("234567"));
    const auto inner = part->part(1, 5);
    QVERIFY(inner);
    QCOMPARE(inner->offset, std::uint64_t{3});
    QCOMPARE(part->where(1), std::string("fi\\x0Ale @ 0x00000003"));
    for (const auto& [at, size] : {std::pair<std::uint64_t, std::uint64_t>{1, 6}, {7, 0}, {UINT64_MAX, 2}}) {
        const auto beyond = part->part(at, size);
        QVERIFY(!beyond);
        QCOMPARE(beyond.error().code, std::string("range-beyond-end"));
    }
    std::array<std::byte, 3> buffer{};
    QVERIFY(part->read(3, buffer));
    QVERIFY2(!part->read(4, buffer), "the range ends before its source does");
    QVERIFY(!ByteRange{}.hasData());
}

void TestSource::emptyFile() {
    const test::TempDir dir;
    const auto source = Source::open(dir.write("f", ""));
    QVERIFY(source);
    QCOMPARE((*source)->size(), std::uint64_t{0});
    QVERIFY((*source)->read(0, 0));
    QVERIFY(!(*source)->read(0, 1));
}

ETSCOPE_TEST(TestSource)
#include "tst_source.moc"
