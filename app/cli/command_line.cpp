#include "command_line.h"

#include <cstdio>
#include <iostream>
#include <stop_token>

#include "commands.h"
#include "io/output_file.h"
#include "io/platform.h"
#include "mcp/serve.h"
#include "version.h"

namespace {

void drawProgress(double fraction) {
    constexpr int kWidth = 40;
    const int filled = static_cast<int>(fraction * kWidth);
    std::fprintf(stderr, "\r[%.*s%*s] %3d %%%s", filled, "########################################", kWidth - filled, "",
                 static_cast<int>(fraction * 100), fraction >= 1 ? "\r\033[K" : "");
    std::fflush(stderr);
}

int runCommandLine(const std::vector<std::string>& words) {
    etscope::cli::Options options;
    const auto parser = etscope::cli::makeParser(options);
    try {
        // CLI11 takes them from the back.
        parser->parse(std::vector<std::string>(words.rbegin(), words.rend() - (words.empty() ? 0 : 1)));
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
    std::stop_source stop;
    etscope::platform::listenForInterrupt(stop, etscope::cli::kInterrupted);

    if (options.command == "mcp" && !etscope::platform::hasThreads())
        return etscope::cli::usage("mcp needs threads, which this system has not");
    if (options.command == "mcp") return etscope::mcp::serve(options.files, stop.get_token());
    etscope::JobContext job;
    job.stop = stop.get_token();
    if (etscope::platform::isTerminal(etscope::platform::kErrors)) job.progress = drawProgress;
    const int status = etscope::cli::run(options, job);
    return stop.stop_requested() ? etscope::cli::kInterrupted : status;
}

}  // namespace

int etscope::cli::runProgram(const std::vector<std::string>& words) {
    platform::holdStandardStreams();
    StandardOutput output;
    const int status = runCommandLine(words);
    const auto written = output.finish();
    return written || status == kInterrupted ? status : complain(written.error());
}
