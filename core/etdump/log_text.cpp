#include "etdump/log_text.h"

#include "base/base64.h"

namespace etscope::etdump {
namespace {

constexpr std::string_view kDump = "\" | base64 -d >etdump.bin", kBuffer = "\" | base64 -d >debug_buffer.bin";

/// The content of `echo "…"`, which ends at `end`.
std::vector<std::byte> decoded(std::string_view text, std::size_t end) {
    constexpr std::string_view kEcho = "echo \"";
    const auto begin = text.rfind(kEcho, end);
    if (begin == std::string_view::npos) return {};
    const std::string_view base64 = text.substr(begin + kEcho.size(), end - begin - kEcho.size());
    return decodeBase64(base64).value_or(std::vector<std::byte>());
}

}  // namespace

// The buffer comes before its dump: one that stands before another dump is that one's.
std::optional<LoggedFiles> filesInLog(std::string_view text) {
    const auto dump = text.rfind(kDump);
    if (dump == std::string_view::npos) return std::nullopt;
    const auto before = dump == 0 ? std::string_view::npos : text.rfind(kDump, dump - 1);
    const auto buffer = text.rfind(kBuffer, dump);
    const bool own = buffer != std::string_view::npos && (before == std::string_view::npos || buffer > before);
    LoggedFiles files{decoded(text, dump), own ? decoded(text, buffer) : std::vector<std::byte>()};
    return files.dump.empty() ? std::nullopt : std::optional(std::move(files));
}

}  // namespace etscope::etdump
