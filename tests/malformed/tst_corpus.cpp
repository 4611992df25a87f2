// The project's fixtures, and found files, odd and hostile: each is opened in a fresh child process, with everything asked for,
// under a time and a memory limit.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QtTest>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "malformed/everything.h"
#include "support/test_case.h"

using namespace etscope::test;
namespace fs = std::filesystem;

class TestCorpus : public QObject {
    Q_OBJECT
private slots:
    void files_data();
    void files();
};

namespace {

constexpr std::uint64_t kMemoryFactor = 4;
constexpr std::uint64_t kMemoryFloor = 64ULL << 20;
#ifdef ETSCOPE_SANITIZED
constexpr bool kSanitized = true;  ///< its shadow and quarantine count as memory, too
#else
constexpr bool kSanitized = false;
#endif
constexpr unsigned kSeconds = kSanitized ? 20 : 2;

std::uint64_t peakKiB() {
    std::ifstream status("/proc/self/status");
    std::string line;
    while (std::getline(status, line))
        if (line.starts_with("VmHWM:")) return std::strtoull(line.c_str() + 6, nullptr, 10);
    return 0;
}

enum ChildStatus : int { kGood = 0, kTrouble = 10, kMemory = 11 };

/// Runs in the child. VmHWM counts all resident pages since the fork, so growth is what lies above the start.
int visit(const std::string& path) {
    std::ofstream("/proc/self/clear_refs") << "5";  // the peak starts anew
    const std::uint64_t before = peakKiB();
    const Everything seen = openEverything(path);
    if (!seen.trouble.empty()) {
        std::fprintf(stderr, "%s\n", seen.trouble.c_str());
        return kTrouble;
    }
    const std::uint64_t growth = (peakKiB() - before) * 1024;
    const std::uint64_t most = kMemoryFactor * fs::file_size(path) + kMemoryFloor;
    if (growth <= most || kSanitized) return kGood;
    std::fprintf(stderr, "%llu bytes of memory\n", static_cast<unsigned long long>(growth));
    return kMemory;
}

}  // namespace

void TestCorpus::files_data() {
    QTest::addColumn<QString>("path");
    const auto addFolder = [](const fs::path& root) {
        if (!fs::is_directory(root)) return;
        for (const auto& entry : fs::directory_iterator(root))
            if (entry.is_regular_file())
                QTest::addRow("%s/%s", root.filename().c_str(), entry.path().filename().c_str())
                    << QString::fromStdString(entry.path().string());
    };
    for (const char* folder : {"trivial", "variants", "vlm", "delegated", "methods", "external", "nested"})
        addFolder(fs::path(ETSCOPE_SOURCE_DIR "/tests/fixtures") / folder);
    for (const char* folder : {"etrecord", "torchsave", "hostile", "exported_program", "pte", "etdump", "bpte", "ptd"})
        addFolder(fs::path(ETSCOPE_SHARED_DIR "/corpus") / folder);
}

void TestCorpus::files() {
    QFETCH(QString, path);
    const pid_t child = ::fork();
    QVERIFY(child >= 0);
    if (child == 0) {
        const rlimit time{kSeconds, kSeconds};
        ::setrlimit(RLIMIT_CPU, &time);
        const rlimit noCore{0, 0};
        ::setrlimit(RLIMIT_CORE, &noCore);
        _exit(visit(path.toStdString()));
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QVERIFY2(!WIFSIGNALED(status), strsignal(WTERMSIG(status)));
    QCOMPARE(WEXITSTATUS(status), static_cast<int>(kGood));
}

ETSCOPE_TEST(TestCorpus)
#include "tst_corpus.moc"
