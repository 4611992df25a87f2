// Independent tiles of one large operator on several threads. What a tile gives must not depend on which thread makes it, nor on
// the others: bits are the same for any number of threads. Internal to core/evaluate.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace etscope::evaluate {

/// Products of sums from which on an operator's tiles are shared out: some 10 ms. Starting threads takes some 0.1 ms.
inline constexpr std::uint64_t kSharedProducts = std::uint64_t{1} << 24U;

/// How many threads work at once: as many as the processor runs, at most 16.
std::size_t threadCount() noexcept;
/// Another number, for tests; 0: the processor's.
void useThreads(std::size_t count) noexcept;

/// Calls `tile(0)` … `tile(count − 1)`, each once, and returns when all are done. Inside of a tile everything is done in its
/// thread. What a tile throws ends the others that have not begun, and is thrown here; polls of the job end those that have.
void inParallel(std::size_t count, const std::function<void(std::size_t)>& tile);

}  // namespace etscope::evaluate
