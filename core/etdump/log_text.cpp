#include "etdump/log_text.h"

#include <openssl/evp.h>

#include <limits>

namespace etscope::etdump {
namespace {

constexpr std::string_view kDump = "\" | base64 -d >etdump.bin", kBuffer = "\" | base64 -d >debug_buffer.bin";

/// The content of `echo "…"`, which ends at `end`.
std::vector<std::byte> decoded(std::string_view text, std::size_t end) {
    constexpr std::string_view kEcho = "echo \"";
    const auto begin = text.rfind(kEcho, end);
    if (begin == std::string_view::npos) return {};
    const std::string_view base64 = text.substr(begin + kEcho.size(), end - begin - kEcho.size());
    if (base64.size() % 4 != 0 || base64.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) return {};
    std::vector<std::byte> bytes(base64.size() / 4 * 3 + 1);
    const int size = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()),
                                     reinterpret_cast<const unsigned char*>(base64.data()), static_cast<int>(base64.size()));
    if (size < 0) return {};
    const std::size_t padding = base64.ends_with("==") ? 2 : base64.ends_with("=") ? 1 : 0;
    bytes.resize(static_cast<std::size_t>(size) - padding);
    return bytes;
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
