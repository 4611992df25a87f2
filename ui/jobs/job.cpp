#include "jobs/job.h"

#include <QCoreApplication>
#include <algorithm>
#include <deque>
#include <mutex>

namespace etscope::ui {
namespace {

constexpr int kProgressInterval = 50;  // ms

/// Jobs that fill in: one thread of the pool is never theirs.
struct FillingJobs {
    std::mutex mutex;
    std::deque<std::function<void()>> waiting;
    int running = 0;
};

FillingJobs& fillingJobs() {
    static FillingJobs jobs;
    return jobs;
}

/// Runs that one, then those that wait, one after the other.
void startFilling(std::function<void()> work) {
    JobRegistry::pool().start([work = std::move(work)]() mutable {
        work();
        work = {};
        FillingJobs& jobs = fillingJobs();
        {
            const std::lock_guard lock(jobs.mutex);
            if (jobs.waiting.empty()) return void(--jobs.running);
            work = std::move(jobs.waiting.front());
            jobs.waiting.pop_front();
        }
        startFilling(std::move(work));
    });
}

}  // namespace

JobRegistry::JobRegistry(QObject* window) : QObject(window) {
    m_progress.setInterval(kProgressInterval);
    connect(&m_progress, &QTimer::timeout, this, &JobRegistry::tellProgress);
    if (QCoreApplication::instance() != nullptr)
        connect(QCoreApplication::instance(), &QCoreApplication::aboutToQuit, this, &JobRegistry::cancelAll);
}

JobRegistry& JobRegistry::of(const QObject* owner) {
    for (const QObject* at = owner; at != nullptr; at = at->parent())
        if (auto* found = at->findChild<JobRegistry*>(QString(), Qt::FindDirectChildrenOnly)) return *found;
    static JobRegistry common;
    return common;
}

QThreadPool& JobRegistry::pool() {
    static QThreadPool pool;
    static const bool prepared = [] {
        fillingJobs();  // outlives the pool
        pool.setMaxThreadCount(std::max(2, QThread::idealThreadCount()));
        // Work measures texts and makes pictures: it ends before the application does.
        qAddPostRoutine([] { JobRegistry::pool().waitForDone(); });
        return true;
    }();
    Q_UNUSED(prepared)
    return pool;
}

void JobRegistry::setWaiting(bool waiting) { waiting ? pool().releaseThread() : pool().reserveThread(); }

void JobRegistry::run(std::function<void()> work, Urgency urgency) {
    constexpr int kAwaitedFirst = 1;
    if (urgency == Urgency::Awaited) return pool().start(std::move(work), kAwaitedFirst);
    FillingJobs& jobs = fillingJobs();
    {
        const std::lock_guard lock(jobs.mutex);
        if (jobs.running >= std::max(1, pool().maxThreadCount() - 1)) return jobs.waiting.push_back(std::move(work));
        ++jobs.running;
    }
    startFilling(std::move(work));
}

JobRegistry::RunningPtr JobRegistry::add(const QString& title) {
    auto job = std::make_shared<Running>();
    job->title = title;
    m_running.append(job);
    m_progress.start();
    tell();
    return job;
}

void JobRegistry::remove(const RunningPtr& job) {
    m_running.removeOne(job);
    if (m_running.isEmpty()) m_progress.stop();
    tell();
}

void JobRegistry::tell() {
    if (m_told) return;
    m_told = true;
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_told = false;
            emit changed();
        },
        Qt::QueuedConnection);
}

void JobRegistry::tellProgress() {
    bool moved = false;
    for (const RunningPtr& job : m_running) {
        const double fraction = job->fraction.load(std::memory_order_relaxed);
        moved = std::exchange(job->told, fraction) != fraction || moved;
    }
    if (moved) emit changed();
}

void JobRegistry::cancelAll() {
    for (const RunningPtr& job : m_running) job->stop.request_stop();
}

}  // namespace etscope::ui
