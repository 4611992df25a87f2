// A folder that appears whole or not at all; what was left by processes that are gone is removed, and nothing else.
#include <sys/stat.h>

#include <QtTest>
#include <filesystem>

#include "io/output_file.h"
#include "io/output_folder.h"
#include "support/bytes.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
namespace fs = std::filesystem;
using Names = std::vector<std::string>;

namespace {

constexpr const char* kLeft = ".etscope-unfinished.AbCdEf";

void fill(const OutputFolder& folder) {
    constexpr std::string_view kText = "content";
    if (!writeFile(folder.file("a"), std::as_bytes(std::span(kText)))) qFatal("cannot be written");
}

}  // namespace

class TestOutputFolder : public QObject {
    Q_OBJECT
private slots:
    void appearsWhole() {
        const test::TempDir dir;
        auto folder = OutputFolder::create(dir.path("out/"));
        QVERIFY(folder);
        fill(*folder);
        QVERIFY(!fs::exists(dir.path("out")));
        QVERIFY(folder->commit());
        QCOMPARE(dir.names(), Names{"out"});
        QCOMPARE(*test::readFile(dir.path("out/a")), std::string("content"));
        const mode_t mask = ::umask(0);
        ::umask(mask);
        struct stat info {};
        QCOMPARE(::stat(dir.path("out").c_str(), &info), 0);
        QCOMPARE(info.st_mode & 0777U, 0777U & ~mask);
    }
    void leavesNothingWithoutCommit() {
        const test::TempDir dir;
        {
            auto folder = OutputFolder::create(dir.path("out"));
            QVERIFY(folder);
            fill(*folder);
        }
        QVERIFY(dir.names().empty());
    }
    void whatStandsThereStays() {
        const test::TempDir dir;
        dir.write("file", "x");
        fs::create_directories(dir.path("full/inner"));
        fs::create_directory(dir.path("empty"));
        for (const char* name : {"file", "full", "absent/out", ""})
            QVERIFY2(!OutputFolder::create(name[0] ? dir.path(name) : ""), name);
        auto folder = OutputFolder::create(dir.path("empty"));
        QVERIFY(folder && folder->commit());
        QCOMPARE(dir.names(), (Names{"empty", "file", "full"}));
    }
    /// Also from a folder that is named without one.
    void theDeadsAreRemoved() {
        const test::TempDir dir;
        fs::create_directories(dir.path(std::string(kLeft) + "/inner"));
        dir.write(std::string(kLeft) + "/half", "x");
        const fs::path before = fs::current_path();
        fs::current_path(dir.path());
        {
            auto folder = OutputFolder::create("out");
            QVERIFY(folder && folder->commit());
        }
        fs::current_path(before);
        QCOMPARE(dir.names(), Names{"out"});
    }
    void whatSomebodyWritesStays() {
        const test::TempDir dir;
        auto one = OutputFolder::create(dir.path("one")), two = OutputFolder::create(dir.path("two"));
        QVERIFY(one && two);
        fill(*one);
        fill(*two);
        QVERIFY(one->commit() && two->commit());
        QCOMPARE(dir.names(), (Names{"one", "two"}));
        QVERIFY(fs::exists(dir.path("one/a")) && fs::exists(dir.path("two/a")));
    }
    /// Files, links, and folders of other names are somebody else's.
    void onlyItsOwnAreRemoved() {
        const test::TempDir dir;
        const Names others{".etscope-unfinished", ".etscope-unfinished.AbCdE", ".etscope-unfinished.AbCdEfG", ".etscope.AbCdEf"};
        for (const std::string& name : others) {
            fs::create_directory(dir.path(name));
            dir.write(name + "/kept", "x");
        }
        dir.write(".etscope-unfinished.aFile_", "x");
        fs::create_directory_symlink(others[3], dir.path(".etscope-unfinished.aLink_"));
        const Names before = dir.names();
        { QVERIFY(OutputFolder::create(dir.path("out"))); }
        QCOMPARE(dir.names(), before);
        for (const std::string& name : others) QVERIFY(fs::exists(dir.path(name + "/kept")));
    }
};

ETSCOPE_TEST(TestOutputFolder)
#include "tst_output_folder.moc"
