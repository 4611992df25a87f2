#include "command_line.h"

#include <csignal>
#include <cstdio>
#include <iostream>
#include <stop_token>
#include <thread>

#include <fcntl.h>
#include <unistd.h>

#include "commands.h"
#include "io/output_file.h"
#include "mcp/serve.h"
#include "version.h"

namespace {

/// A closed standard stream would give its number to the next file that is opened. What stands in for it fails as it would.
void holdStandardStreams() {
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(descriptor, F_GETFD) < 0) static_cast<void>(open("/dev/null", O_RDONLY));
}

/// Turns SIGINT and SIGTERM into a stop request, on a thread of its own so that no signal handler is needed. The signals
/// must be blocked in all threads. A second signal ends the process at once.
void listenForInterrupt(const sigset_t& signals, std::stop_source stop) {
    std::thread([signals, stop]() mutable {
        int signal = 0;
        sigwait(&signals, &signal);
        stop.request_stop();
        sigwait(&signals, &signal);
        _exit(etscope::cli::kInterrupted);
    }).detach();
}

void drawProgress(double fraction) {
    constexpr int kWidth = 40;
    const int filled = static_cast<int>(fraction * kWidth);
    std::fprintf(stderr, "\r[%.*s%*s] %3d %%%s", filled, "########################################", kWidth - filled, "",
                 static_cast<int>(fraction * 100), fraction >= 1 ? "\r\033[K" : "");
    std::fflush(stderr);
}

int runCommandLine(int argc, char** argv) {
    etscope::cli::Options options;
    const auto parser = etscope::cli::makeParser(options);
    try {
        parser->parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return parser->exit(error) == 0 ? etscope::cli::kDone : etscope::cli::kUsage;
    }
    if (options.command == "completion") {
        std::cout << etscope::describe::completionScript(etscope::cli::programText(*parser), options.shell);
        return etscope::cli::kDone;
    }
    if (options.command == "help") return etscope::cli::printHelp(*parser, options.target);
    if (options.command == "schema") return etscope::cli::printSchema(options.target);
    if (options.command == "manual") {
        std::cout << etscope::describe::manualPage(etscope::cli::programText(*parser), ETSCOPE_VERSION, ETSCOPE_DATE);
        return etscope::cli::kDone;
    }
    etscope::cli::readNames(options);
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    std::stop_source stop;
    listenForInterrupt(signals, stop);

    if (options.command == "mcp") return etscope::mcp::serve(options.files, stop.get_token());
    etscope::JobContext job;
    job.stop = stop.get_token();
    if (isatty(STDERR_FILENO) != 0) job.progress = drawProgress;
    const int status = etscope::cli::run(options, job);
    return stop.stop_requested() ? etscope::cli::kInterrupted : status;
}

}  // namespace

int etscope::cli::runProgram(int argc, char** argv) {
    holdStandardStreams();
    std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow further is an error, not the end
    StandardOutput output;
    const int status = runCommandLine(argc, argv);
    const auto written = output.finish();
    return written || status == kInterrupted ? status : complain(written.error());
}
