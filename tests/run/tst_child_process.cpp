// What keeps a child within its bounds, and that nothing of it is left.
#include <fcntl.h>
#include <unistd.h>
#include <QtTest>

#include <csignal>
#include <fstream>
#include <thread>

#include "io/platform.h"
#include "run/child_process.h"
#include "support/temp_dir.h"
#include "support/test_case.h"

using namespace etscope;
using run::ChildEnd;

namespace {

Result<ChildEnd> shell(const std::string& script, const run::ChildOptions& options = {}, const run::OnLine& onLine = {},
                       const JobContext& job = {}) {
    return run::runChild({"sh", "-c", script}, options, onLine, job);
}

/// Whether the process is gone, or soon is.
bool isGone(pid_t pid) {
    for (int turn = 0; turn < 100; ++turn) {
        if (::kill(pid, 0) != 0) return true;
        std::ifstream state("/proc/" + std::to_string(pid) + "/stat");
        std::string number, name, letter;
        if (state >> number >> name >> letter && letter == "Z") return true;
        QThread::msleep(20);
    }
    return false;
}

}  // namespace

class TestChildProcess : public QObject {
    Q_OBJECT
private slots:
    void linesAndStatus();
    void theSignalThatEndsIt();
    void whatCannotBeStarted();
    void timeEndsTheWholeGroup();
    void cancelEndsTheWholeGroup();
    void aFloodIsEnded();
    void theEndOfALongTextIsKept();
    void hasNothingOfThisProcess();
    void memory();
};

void TestChildProcess::linesAndStatus() {
    std::vector<std::string> lines;
    const auto end = shell("echo one; echo two >&2; printf three; exit 5", {}, [&](std::string_view line) {
        lines.emplace_back(line);
        return line == "one";
    });
    QVERIFY(end);
    QCOMPARE(end->code, 5);
    QVERIFY(end->how == ChildEnd::How::Exited);
    QCOMPARE(lines, (std::vector<std::string>{"one", "two", "three"}));
    QCOMPARE(end->said, std::string("two\nthree\n"));
}

void TestChildProcess::theSignalThatEndsIt() {
    const auto end = shell("kill -SEGV $$");
    QVERIFY(end);
    QVERIFY(end->how == ChildEnd::How::Signalled);
    QCOMPARE(platform::signalName(end->code), std::string("SIGSEGV"));
    QCOMPARE(platform::signalName(63), std::string("signal 63"));
}

void TestChildProcess::whatCannotBeStarted() {
    for (const char* name : {"/nowhere/at/all", "/etc/passwd", "no-such-program-at-all"}) {
        const auto end = run::runChild({name}, {}, {}, {});
        QVERIFY2(!end, name);
        QCOMPARE(end.error().code, std::string("run-not-started"));
    }
}

void TestChildProcess::timeEndsTheWholeGroup() {
    pid_t inner = 0;
    const auto end = shell("sleep 600 & echo $!; wait", {std::chrono::milliseconds(300)}, [&](std::string_view line) {
        inner = static_cast<pid_t>(std::stoi(std::string(line)));
        return true;
    });
    QVERIFY(end);
    QVERIFY(end->how == ChildEnd::How::TimedOut);
    QVERIFY(inner > 0 && isGone(inner));
}

void TestChildProcess::cancelEndsTheWholeGroup() {
    std::stop_source stop;
    JobContext job;
    job.stop = stop.get_token();
    pid_t inner = 0;
    const auto end = shell(
        "sleep 600 & echo $!; wait", {},
        [&](std::string_view line) {
            inner = static_cast<pid_t>(std::stoi(std::string(line)));
            stop.request_stop();
            return true;
        },
        job);
    QVERIFY(!end && end.cancelled());
    QVERIFY(inner > 0 && isGone(inner));
}

void TestChildProcess::aFloodIsEnded() {
    run::ChildOptions options;
    options.mostSaid = 1 << 20;
    const auto end = shell("while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done", options);
    QVERIFY(end);
    QVERIFY(end->how == ChildEnd::How::SaidTooMuch);
    QVERIFY(end->said.size() <= options.said);
}

void TestChildProcess::theEndOfALongTextIsKept() {
    run::ChildOptions options;
    options.said = 100;
    const auto end = shell("i=0; while [ $i -lt 2000 ]; do echo line $i; i=$((i+1)); done", options);
    QVERIFY(end);
    QVERIFY(end->said.size() <= 100);
    QVERIFY(end->said.ends_with("line 1999\n"));
}

/// No input, no open files, no blocked signals.
void TestChildProcess::hasNothingOfThisProcess() {
    const int leaked = ::open("/etc/passwd", O_RDONLY);  // without O_CLOEXEC
    QVERIFY(leaked > 2);
    const auto end = shell("cat; ls /proc/self/fd | wc -l; grep SigBlk /proc/self/status");
    ::close(leaked);
    QVERIFY(end);
    const auto lines = QString::fromStdString(end->said).split('\n');
    QVERIFY2(lines[0].trimmed().toInt() <= 4, qPrintable(lines[0]));
    QVERIFY2(lines[1].contains("0000000000000000"), qPrintable(lines[1]));
}

void TestChildProcess::memory() {
    run::ChildOptions options;
    options.memory = std::uint64_t{64} << 20U;
    const auto end = shell("ulimit -d", options);
    QVERIFY(end);
    QCOMPARE(end->said, std::string("65536\n"));
}

ETSCOPE_TEST(TestChildProcess)
#include "tst_child_process.moc"
