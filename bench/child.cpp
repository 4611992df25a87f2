#include "bench/child.h"

#include <cstdio>
#include <cstdlib>
#include <thread>

#include "bench/measure.h"
#include "exported/program.h"
#include "session/session.h"

namespace etscope::bench {
namespace {

template <class T>
T need(Result<T> result) {
    if (result) return *std::move(result);
    std::fprintf(stderr, "%s: %s\n", result.error().code.c_str(), result.error().message.c_str());
    std::exit(2);
}

/// Opens the record and decodes the graphs of both its programs.
void openRecord(const std::string& path, bool twoThreads) {
    const auto session = need(session::Session::open({path}, {}, {}));
    const auto decode = [&session](const char* stage) { static_cast<void>(need(session->program("forward", stage, {}))); };
    if (!twoThreads) {
        decode("exported");
        decode("edge");
        return;
    }
    std::jthread other(decode, "exported");
    decode("edge");
}

/// Reads the bytes of both programs into fresh memory.
void readPrograms(const std::string& path, bool twoThreads) {
    const auto session = need(session::Session::open({path}, {}, {}));
    const auto& record = *session->recordFile()->record;
    const auto read = [&record](std::size_t stage) {
        static_cast<void>(need(need(record.content(record.stages()[stage].program)).readAll()));
    };
    if (!twoThreads) {
        read(0);
        read(1);
        return;
    }
    std::jthread other(read, 1U);
    read(0);
}

}  // namespace

int runChild(const std::vector<std::string>& arguments) {
    const std::string& what = arguments.at(0);
    const std::string& path = arguments.at(1);
    const bool twoThreads = arguments.size() > 2 && arguments[2] == "2";
    if (what == "open") std::printf("%.9f\n", secondsOf([&] { openRecord(path, twoThreads); }));
    if (what == "floor") std::printf("%.9f\n", secondsOf([&] { readPrograms(path, twoThreads); }));
    if (what == "open-memory") std::printf("%llu\n", static_cast<unsigned long long>(peakGrowth([&] { openRecord(path, false); })));
    if (what == "memory")
        std::printf("%llu\n", static_cast<unsigned long long>(peakGrowth([&] {
                        Diagnostics diagnostics;
                        const auto source = need(Source::open(path));
                        static_cast<void>(need(exported::Program::read(ByteRange::whole(source), diagnostics, {})));
                    })));
    return 0;
}

}  // namespace etscope::bench
