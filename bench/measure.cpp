#include "bench/measure.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <thread>

namespace etscope::bench {
namespace {

bool g_smoke = false;

}  // namespace

bool isSmoke() { return g_smoke; }

std::vector<std::string> benchArguments(int count, char** arguments) {
    std::vector<std::string> given(arguments + 1, arguments + count);
    g_smoke = std::erase(given, "--smoke") > 0;
    return given;
}

double secondsOf(const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double processorSecondsOf(const std::function<void()>& work) {
    const auto now = [] {
        timespec time{};
        ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    };
    const double start = now();
    work();
    return now() - start;
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values.empty() ? 0 : values[values.size() / 2];
}

Ratio interleaved(int rounds, const std::function<double()>& work, const std::function<double()>& floor) {
    std::vector<double> ofWork, ofFloor;
    rounds = sized(rounds, 1);
    for (int i = 0; i < rounds; ++i) {
        ofFloor.push_back(floor());
        ofWork.push_back(work());
    }
    return {median(ofWork), median(ofFloor)};
}

std::uint64_t rssAnon() {
    std::ifstream status("/proc/self/status");
    std::string line;
    while (std::getline(status, line))
        if (line.starts_with("RssAnon:")) return std::strtoull(line.c_str() + 8, nullptr, 10) * 1024;
    return 0;
}

std::uint64_t peakGrowth(const std::function<void()>& work) {
    const std::uint64_t before = rssAnon();
    std::atomic<std::uint64_t> peak{before};
    std::jthread sampler([&peak](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            peak = std::max(peak.load(), rssAnon());
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    });
    work();
    peak = std::max(peak.load(), rssAnon());
    return peak.load() - before;
}

std::string outputOf(const std::vector<std::string>& command) {
    int ends[2];
    if (::pipe(ends) != 0) return {};
    const pid_t child = ::fork();
    if (child == 0) {
        ::dup2(ends[1], STDOUT_FILENO);
        ::close(ends[0]);
        std::vector<char*> arguments;
        for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
        arguments.push_back(nullptr);
        ::execvp(arguments[0], arguments.data());
        _exit(127);
    }
    ::close(ends[1]);
    std::string out;
    char buffer[4096];
    for (ssize_t n = 0; (n = ::read(ends[0], buffer, sizeof(buffer))) > 0;) out.append(buffer, static_cast<std::size_t>(n));
    ::close(ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? out : std::string();
}

double inFreshProcess(const std::vector<std::string>& arguments) {
    std::vector<std::string> command{"/proc/self/exe", "--child"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    const std::string out = outputOf(command);
    if (out.empty()) {
        std::fprintf(stderr, "the child process %s failed\n", arguments[0].c_str());
        std::exit(2);
    }
    return std::strtod(out.c_str(), nullptr);
}

}  // namespace etscope::bench
