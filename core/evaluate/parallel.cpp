#include "evaluate/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace etscope::evaluate {

namespace {

constexpr std::size_t kMostThreads = 16;

std::atomic<std::size_t>& chosenThreads() noexcept {
    static std::atomic<std::size_t> chosen{0};
    return chosen;
}

thread_local bool insideTile = false;

/// Takes tiles until there are none, or one has thrown.
class Workers {
public:
    Workers(std::size_t count, const std::function<void(std::size_t)>& tile) : m_count(count), m_tile(tile) {}

    void work() {
        insideTile = true;
        for (std::size_t i = m_next++; i < m_count && !m_failed; i = m_next++) {
            try {
                m_tile(i);
            } catch (...) {
                const std::scoped_lock lock(m_mutex);
                if (!m_failed.exchange(true)) m_error = std::current_exception();
            }
        }
        insideTile = false;
    }
    void rethrow() const {
        if (m_error) std::rethrow_exception(m_error);
    }

private:
    std::size_t m_count;
    const std::function<void(std::size_t)>& m_tile;
    std::atomic<std::size_t> m_next{0};
    std::atomic<bool> m_failed{false};
    std::mutex m_mutex;
    std::exception_ptr m_error;
};

}  // namespace

std::size_t threadCount() noexcept {
    static const std::size_t kProcessors =
        std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, kMostThreads);  // reads files
    const std::size_t chosen = chosenThreads();
    return chosen > 0 ? chosen : kProcessors;
}

void useThreads(std::size_t count) noexcept { chosenThreads() = std::min(count, kMostThreads); }

void inParallel(std::size_t count, const std::function<void(std::size_t)>& tile) {
    const std::size_t threads = insideTile ? 1 : std::min(count, threadCount());
    if (threads <= 1) {
        for (std::size_t i = 0; i < count; ++i) tile(i);
        return;
    }
    Workers workers(count, tile);
    {
        std::vector<std::jthread> others;
        others.reserve(threads - 1);
        try {
            for (std::size_t i = 1; i < threads; ++i) others.emplace_back([&] { workers.work(); });
        } catch (const std::system_error&) {
            // The system gives no more threads: those that there are do it.
        }
        workers.work();
    }
    workers.rethrow();
}

}  // namespace etscope::evaluate
