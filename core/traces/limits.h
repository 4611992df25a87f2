// Caps of traces, with their reasons. Internal to core/traces.
#pragma once

#include <cstddef>
#include <cstdint>

namespace etscope::traces {

/// Bytes of one line: the ids of a prompt of a million tokens take 8 MB.
inline constexpr std::uint64_t kMaxLine = 16ULL << 20;
/// Lines of one trace; a conversation of a thousand tokens has some four thousand. Each takes some 600 bytes here, however short.
inline constexpr std::size_t kMaxLines = 200'000;
/// Values of all calls; a thousand tokens with 400 caches have 800,000. Each takes some 130 bytes here.
inline constexpr std::size_t kMaxValues = 1'000'000;
/// Bytes of one trace: of a conversation of a thousand tokens some 500 KB.
inline constexpr std::uint64_t kMaxTrace = 256ULL << 20;
/// Values of one call; an export with a cache for each of a hundred layers has some 400.
inline constexpr std::size_t kMaxCallValues = 4096;
/// Values of archives that are looked up; an archive is read once.
inline constexpr std::size_t kMaxArchives = 4096;
/// Elements of one value that are read.
inline constexpr std::uint64_t kMaxValueBytes = 1ULL << 30;

}  // namespace etscope::traces
