#include "mcp/serve.h"

#include <array>
#include <iostream>
#include <utility>

#include "commands.h"
#include "io/platform.h"
#include "mcp/server.h"

namespace etscope::mcp {
namespace {

constexpr std::size_t kMostLine = std::size_t{16} << 20U;  ///< bytes of a message
constexpr int kLookEvery = 100;                            ///< milliseconds between looks at whether to stop

/// Lines of the standard input. Of one that is too long the beginning comes, which is no JSON, and the rest is passed over.
class Lines {
public:
    /// False: there are no more.
    bool next(std::string& line, const std::stop_token& stop) {
        while (true) {
            if (const auto end = m_read.find('\n'); end != std::string::npos) {
                const bool rest = std::exchange(m_long, false);
                line = m_read.substr(0, end);
                m_read.erase(0, end + 1);
                if (!rest) return true;
                continue;
            }
            if (m_read.size() > kMostLine) {
                const bool first = !std::exchange(m_long, true);
                line = "[";
                m_read.clear();
                if (first) return true;
            }
            if (!more(stop)) return false;
        }
    }

private:
    bool more(const std::stop_token& stop) {
        while (!platform::waitToRead(platform::kInput, kLookEvery))
            if (stop.stop_requested()) return false;
        std::array<char, 1U << 16U> part{};
        const std::int64_t got = stop.stop_requested() ? 0 : platform::read(platform::kInput, part.data(), part.size());
        if (got > 0) m_read.append(part.data(), static_cast<std::size_t>(got));
        return got > 0;
    }

    std::string m_read;
    bool m_long = false;  ///< what comes is the rest of a line that is too long
};

}  // namespace

int serve(std::vector<std::string> files, const std::stop_token& stop) {
    Server server(std::move(files), [](const std::string& message) { std::cout << message << std::endl; });
    const std::stop_callback stopping(stop, [&server] { server.stop(); });
    Lines lines;
    for (std::string line; lines.next(line, stop);)
        if (line.find_first_not_of(" \t\r") != std::string::npos) server.receive(line);
    server.finish();
    return stop.stop_requested() ? cli::kInterrupted : cli::kDone;
}

}  // namespace etscope::mcp
