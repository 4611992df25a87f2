#include "job.h"

#include <atomic>
#include <chrono>
#include <exception>
#include <future>
#include <thread>

#include "base/out_of_memory.h"

namespace nb = nanobind;

namespace etscope::python {
namespace {

constexpr std::chrono::milliseconds kSlice{50};  ///< between looks at signals: Ctrl+C is obeyed within 0.2 s

/// What the work throws is an error of ours, told as one.
Result<void> guarded(const std::function<void(const JobContext&)>& work, const JobContext& job) {
    try {
        return withinMemory([&]() -> Result<void> {
            work(job);
            return {};
        });
    } catch (const std::exception& thrown) {
        return fail("internal", thrown.what());
    }
}

/// Tells what the work has last said.
class Teller {
public:
    explicit Teller(const nb::object& progress) : m_progress(progress) {}
    void note(double fraction) noexcept { m_fraction.store(fraction, std::memory_order_relaxed); }
    void tell() {
        const double fraction = m_fraction.load(std::memory_order_relaxed);
        if (fraction == m_told || m_progress.is_none()) return;
        m_told = fraction;
        m_progress(fraction);
    }
    void finish() {
        if (m_told >= 0 && m_told < 1) m_progress(1.0);
    }

private:
    const nb::object& m_progress;
    std::atomic<double> m_fraction{-1};
    double m_told = -1;
};

/// Whether the work has ended meanwhile.
bool ended(const std::future<Result<void>>& done) {
    const nb::gil_scoped_release released;
    return done.wait_for(kSlice) == std::future_status::ready;
}

/// What is to be raised, if anything is.
std::exception_ptr raised(Teller& teller) {
    try {
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        teller.tell();
    } catch (...) {
        return std::current_exception();
    }
    return {};
}

}  // namespace

void waitFor(const std::function<void(const JobContext&)>& work, const nb::object& progress) {
    std::stop_source stop;
    Teller teller(progress);
    JobContext job;
    job.stop = stop.get_token();
    job.progress = [&teller](double fraction) { teller.note(fraction); };
    std::promise<Result<void>> promise;
    std::future<Result<void>> done = promise.get_future();
    std::thread thread([&] { promise.set_value(guarded(work, job)); });
    std::exception_ptr stopped;
    while (!ended(done)) {
        if (stopped) continue;
        stopped = raised(teller);
        if (stopped) stop.request_stop();
    }
    thread.join();
    if (stopped) std::rethrow_exception(stopped);
    teller.finish();
    const Result<void> outcome = done.get();
    if (!outcome) throw CoreError{outcome.error()};
}

}  // namespace etscope::python
