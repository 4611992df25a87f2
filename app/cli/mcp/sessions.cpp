#include "mcp/sessions.h"

#include <algorithm>
#include <chrono>
#include <filesystem>

namespace etscope::mcp {
namespace {

constexpr std::size_t kMost = 3;

void addPath(std::string& key, const std::string& path) {
    namespace fs = std::filesystem;
    std::error_code ignored;
    const fs::path file = path.substr(0, path.find('#'));
    const auto add = [&](const fs::path& one) {
        key += one.generic_string() + '\0' + std::to_string(fs::file_size(one, ignored)) + '\0' +
               std::to_string(
                   std::chrono::duration_cast<std::chrono::nanoseconds>(fs::last_write_time(one, ignored).time_since_epoch())
                       .count()) +
               '\n';
    };
    add(file);
    if (!fs::is_directory(file, ignored)) return;
    for (fs::directory_iterator at(file, ignored), end; at != end && !ignored; at.increment(ignored)) add(at->path());
}

/// What cli::openSession() reads of the options.
std::string keyOf(const cli::Options& options) {
    std::string key;
    for (const auto* paths : {&options.files, &options.debugBuffers, &options.npy, &options.references}) {
        key += '\f';
        for (const std::string& path : *paths) addPath(key, path);
    }
    addPath(key, options.file);
    for (const auto* texts : {&options.runMethods, &options.pairs})
        for (const std::string& text : *texts) key += text + '\v';
    return key + options.member;
}

std::size_t foundIn(const session::Session& session) {
    const Diagnostics all = session.diagnostics();
    return all.items().size();
}

}  // namespace

Result<std::shared_ptr<const session::Session>> Sessions::open(const cli::Options& options, const JobContext& job) {
    const std::string key = keyOf(options);
    const auto known = std::ranges::find(m_open, key, &Open::key);
    if (known != m_open.end() && foundIn(*known->session) != known->found) {
        m_open.erase(known);
    } else if (known != m_open.end()) {
        std::rotate(m_open.begin(), known, known + 1);
        return m_open.front().session;
    }
    auto session = cli::openSession(options, job);
    if (!session) return session;
    m_open.push_front({key, *session, foundIn(**session)});
    if (m_open.size() > kMost) m_open.pop_back();
    return session;
}

}  // namespace etscope::mcp
