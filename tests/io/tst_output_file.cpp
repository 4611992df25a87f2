#include <sys/stat.h>
#include <unistd.h>

#include <QtTest>

#include "io/output_file.h"
#include "support/bytes.h"
#include "support/temp_dir.h"

using namespace etscope;

class TestOutputFile : public QObject {
    Q_OBJECT
private slots:
    void writesWhole();
    void leavesNothingWithoutCommit();
    void keepsTheOldFileUntilCommit();
    void cancelledCopyLeavesNothing();
    void failingSourceLeavesNothing();
    void unwritableFolder();
    void targetIsAFolder();
    void copiesLargeRanges();
};

namespace {
std::span<const std::byte> bytesOf(std::string_view text) { return std::as_bytes(std::span(text.data(), text.size())); }
using Names = std::vector<std::string>;
}  // namespace

void TestOutputFile::writesWhole() {
    const test::TempDir dir;
    QVERIFY(writeFile(dir.path("out"), bytesOf("content")));
    QCOMPARE(*test::readFile(dir.path("out")), std::string("content"));
    QCOMPARE(dir.names(), Names{"out"});
    struct stat info {};
    QCOMPARE(::stat(dir.path("out").c_str(), &info), 0);
    const mode_t mask = ::umask(0);
    ::umask(mask);
    QCOMPARE(info.st_mode & 0777U, 0666U & ~mask);
}

void TestOutputFile::leavesNothingWithoutCommit() {
    const test::TempDir dir;
    {
        auto file = OutputFile::create(dir.path("out"));
        QVERIFY(file);
        QVERIFY(file->write(bytesOf("half")));
        QCOMPARE(dir.names().size(), std::size_t{1});
    }
    QVERIFY(dir.names().empty());
}

void TestOutputFile::keepsTheOldFileUntilCommit() {
    const test::TempDir dir;
    dir.write("out", "old");
    auto file = OutputFile::create(dir.path("out"));
    QVERIFY(file);
    QVERIFY(file->write(bytesOf("new")));
    QCOMPARE(*test::readFile(dir.path("out")), std::string("old"));
    QVERIFY(file->commit());
    QCOMPARE(*test::readFile(dir.path("out")), std::string("new"));
    QCOMPARE(dir.names(), Names{"out"});
}

void TestOutputFile::cancelledCopyLeavesNothing() {
    const test::TempDir dir;
    std::stop_source stop;
    JobContext job;
    job.stop = stop.get_token();
    job.progress = [&stop](double) { stop.request_stop(); };
    const auto written = writeFile(dir.path("out"), test::inMemory(std::string(5'000'000, 'x')), job);
    QVERIFY(!written);
    QCOMPARE(written.error().code, std::string("cancelled"));
    QVERIFY(dir.names().empty());
}

void TestOutputFile::failingSourceLeavesNothing() {
    const test::TempDir dir;
    const std::string path = dir.write("in", std::string(3'000'000, 'x'));
    const auto source = *Source::open(path);
    QCOMPARE(::truncate(path.c_str(), 2'000'000), 0);
    const auto written = writeFile(dir.path("out"), ByteRange::whole(source), {});
    QVERIFY(!written);
    QCOMPARE(written.error().code, std::string("read-beyond-end"));
    QCOMPARE(dir.names(), Names{"in"});
}

void TestOutputFile::unwritableFolder() {
    const test::TempDir dir;
    const auto written = writeFile(dir.path("no/such/folder/out"), bytesOf("x"));
    QVERIFY(!written);
    QCOMPARE(written.error().code, std::string("write-failed"));
}

void TestOutputFile::targetIsAFolder() {
    const test::TempDir dir;
    QCOMPARE(::mkdir(dir.path("out").c_str(), 0700), 0);
    QVERIFY(!writeFile(dir.path("out"), bytesOf("x")));
    QCOMPARE(dir.names(), Names{"out"});
}

void TestOutputFile::copiesLargeRanges() {
    const test::TempDir dir;
    std::string content(2'500'000, '\0');
    for (std::size_t i = 0; i < content.size(); ++i) content[i] = static_cast<char>(i * 31 % 251);
    double last = 0;
    JobContext job;
    job.progress = [&last](double fraction) { last = fraction; };
    QVERIFY(writeFile(dir.path("out"), *test::inMemory(content).part(7, content.size() - 7), job));
    QVERIFY(*test::readFile(dir.path("out")) == content.substr(7));
    QCOMPARE(last, 1.0);
    QVERIFY(writeFile(dir.path("empty"), *test::inMemory(content).part(7, 0), {}));
    QCOMPARE(*test::readFile(dir.path("empty")), std::string());
}

QTEST_GUILESS_MAIN(TestOutputFile)
#include "tst_output_file.moc"
