#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QtTest>
#include <filesystem>
#include <iostream>
#include <thread>

#include "io/output_file.h"
#include "support/bytes.h"
#include "support/full_disk.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

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
    void fullDiskKeepsTheOldFile();
    void followsLinks();
    void linkToNothingMakesItsTarget();
    void circleOfLinks();
    void keepsPermissions();
    void readOnlyFileStays();
    void longestName();
    void deviceStaysADevice();
    void fullDevice();
    void fifoReceives();
    void waitForAFifoEnds();
    void openFileOfProc();
    void standardOutputTellsThatItIsFull();
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
        QVERIFY(!std::filesystem::exists(dir.path("out")));  // a file without a name, or of another
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
    const std::string code = written.error().code;  // which of both, hangs on how finely the file system tells times apart
    QVERIFY2(code == "file-changed" || code == "read-beyond-end", code.c_str());
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

void TestOutputFile::fullDiskKeepsTheOldFile() {
    const test::FullDisk disk;
    disk.write("out", "old");
    for (const std::uint64_t room : {0U, 8192U}) {
        const test::FullDisk::Filled filled(disk, room);
        const auto written = writeFile(disk.path("out"), bytesOf(std::string(20'000, 'x')));
        QVERIFY(!written);
        QCOMPARE(written.error().code, std::string("write-failed"));
        QVERIFY(written.error().where.ends_with("out"));
        QCOMPARE(*test::readFile(disk.path("out")), std::string("old"));
        QCOMPARE(disk.names(), Names{"out"});
    }
    QVERIFY(writeFile(disk.path("out"), bytesOf("new")));
    QCOMPARE(*test::readFile(disk.path("out")), std::string("new"));
}

void TestOutputFile::followsLinks() {
    const test::TempDir dir;
    std::filesystem::create_directory(dir.path("inner"));
    dir.write("inner/file", "old");
    std::filesystem::create_symlink("inner/file", dir.path("relative"));
    std::filesystem::create_symlink(dir.path("relative"), dir.path("absolute"));
    QVERIFY(writeFile(dir.path("absolute"), bytesOf("new")));
    QCOMPARE(*test::readFile(dir.path("inner/file")), std::string("new"));
    QVERIFY(std::filesystem::is_symlink(dir.path("relative")) && std::filesystem::is_symlink(dir.path("absolute")));
    QCOMPARE(dir.names(), (Names{"absolute", "inner", "relative"}));
}

void TestOutputFile::linkToNothingMakesItsTarget() {
    const test::TempDir dir;
    std::filesystem::create_symlink("later", dir.path("link"));
    QVERIFY(writeFile(dir.path("link"), bytesOf("new")));
    QVERIFY(std::filesystem::is_symlink(dir.path("link")));
    QCOMPARE(*test::readFile(dir.path("later")), std::string("new"));
}

void TestOutputFile::circleOfLinks() {
    const test::TempDir dir;
    std::filesystem::create_symlink("b", dir.path("a"));
    std::filesystem::create_symlink("a", dir.path("b"));
    QVERIFY(!writeFile(dir.path("a"), bytesOf("new")));
    QCOMPARE(dir.names(), (Names{"a", "b"}));
    QVERIFY(std::filesystem::is_symlink(dir.path("a")));
}

void TestOutputFile::keepsPermissions() {
    const test::TempDir dir;
    dir.write("out", "old");
    QCOMPARE(::chmod(dir.path("out").c_str(), 0640), 0);
    QVERIFY(writeFile(dir.path("out"), bytesOf("new")));
    struct stat info {};
    QCOMPARE(::stat(dir.path("out").c_str(), &info), 0);
    QCOMPARE(info.st_mode & 07777U, 0640U);
}

void TestOutputFile::readOnlyFileStays() {
    if (::geteuid() == 0) QSKIP("root may write every file");
    const test::TempDir dir;
    dir.write("out", "old");
    QCOMPARE(::chmod(dir.path("out").c_str(), 0400), 0);
    QVERIFY(!writeFile(dir.path("out"), bytesOf("new")));
    QCOMPARE(*test::readFile(dir.path("out")), std::string("old"));
}

void TestOutputFile::longestName() {
    const test::TempDir dir;
    const std::string name(255, 'n');
    QVERIFY(writeFile(dir.path(name), bytesOf("new")));
    QCOMPARE(dir.names(), Names{name});
}

void TestOutputFile::deviceStaysADevice() {
    const test::TempDir dir;
    std::filesystem::create_symlink("/dev/null", dir.path("null"));
    for (const std::string& path : {std::string("/dev/null"), dir.path("null")}) QVERIFY(writeFile(path, bytesOf("away")));
    QVERIFY(std::filesystem::is_character_file("/dev/null"));
    QVERIFY(std::filesystem::is_symlink(dir.path("null")));
}

void TestOutputFile::fullDevice() {
    const auto written = writeFile("/dev/full", bytesOf("x"));
    QVERIFY(!written);
    QCOMPARE(written.error().code, std::string("write-failed"));
    QVERIFY(std::filesystem::is_character_file("/dev/full"));
}

void TestOutputFile::fifoReceives() {
    const test::TempDir dir;
    QCOMPARE(::mkfifo(dir.path("fifo").c_str(), 0600), 0);
    const std::string content(300'000, 'x');  // more than it holds at once
    std::string received;
    std::thread reader([&] { received = *test::readFile(dir.path("fifo")); });
    const auto written = writeFile(dir.path("fifo"), bytesOf(content));
    reader.join();
    QVERIFY(written);
    QVERIFY(received == content);
    QVERIFY(std::filesystem::is_fifo(dir.path("fifo")));
    QCOMPARE(dir.names(), Names{"fifo"});
}

void TestOutputFile::waitForAFifoEnds() {
    const test::TempDir dir;
    QCOMPARE(::mkfifo(dir.path("fifo").c_str(), 0600), 0);
    std::stop_source stop;
    stop.request_stop();
    const auto written = writeFile(dir.path("fifo"), bytesOf("x"), {.stop = stop.get_token(), .progress = {}});
    QVERIFY(!written);
    QCOMPARE(written.error().code, std::string("cancelled"));
}

// As /dev/stdout is, when the shell has opened a file for it.
void TestOutputFile::openFileOfProc() {
    const test::TempDir dir;
    dir.write("out", "before ");
    const int descriptor = ::open(dir.path("out").c_str(), O_WRONLY);
    struct stat before {
    }, after{};
    QCOMPARE(::fstat(descriptor, &before), 0);
    std::filesystem::create_symlink("/proc/self/fd/" + std::to_string(descriptor), dir.path("stdout"));
    QVERIFY(writeFile(dir.path("stdout"), bytesOf("new")));
    QCOMPARE(*test::readFile(dir.path("out")), std::string("before new"));
    QCOMPARE(::stat(dir.path("out").c_str(), &after), 0);
    QCOMPARE(after.st_ino, before.st_ino);
    ::close(descriptor);
}

void TestOutputFile::standardOutputTellsThatItIsFull() {
    std::cout.flush();
    ::fflush(stdout);
    const int kept = ::dup(STDOUT_FILENO), full = ::open("/dev/full", O_WRONLY), null = ::open("/dev/null", O_WRONLY);
    const auto print = [](int descriptor, const std::string& text) {
        ::dup2(descriptor, STDOUT_FILENO);
        StandardOutput out;
        std::cout << text << "\n";
        return out.finish();
    };
    const auto little = print(full, "little"), much = print(full, std::string(1'000'000, 'x')), fits = print(null, "little");
    ::dup2(kept, STDOUT_FILENO);
    for (const int descriptor : {kept, full, null}) ::close(descriptor);
    for (const auto* one : {&little, &much}) {
        QVERIFY(!*one);
        QCOMPARE(one->error().code, std::string("write-failed"));
        QCOMPARE(one->error().where, std::string("standard output"));
    }
    QVERIFY(fits);
}

ETSCOPE_TEST(TestOutputFile)
#include "tst_output_file.moc"
