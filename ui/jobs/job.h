// Job: one question asked of the core in the background. Nobody waits for a job: the destructor cancels it, and starting again
// cancels the run before; their answers are dropped. Work must own what it touches, therefore. What the user cancels is answered
// with the error `cancelled`, what throws with `internal`. Results arrive in the GUI thread. GUI thread only.
#pragma once

#include <QFutureWatcher>
#include <QObject>
#include <QPointer>
#include <QPromise>
#include <QThreadPool>
#include <QTimer>
#include <atomic>
#include <functional>
#include <memory>
#include <stop_token>
#include <utility>

#include "base/job_context.h"
#include "base/out_of_memory.h"
#include "base/result.h"

namespace etscope::ui {

/// Whether a person waits for a job, or it fills in what is beside that: of the latter some always wait, so that there is room.
enum class Urgency { Awaited, Filling };

/// The running jobs of one window, for its status bar and for pictures that wait until all is shown. A child of the window.
class JobRegistry : public QObject {
    Q_OBJECT
public:
    explicit JobRegistry(QObject* window = nullptr);
    /// Of the window that the owner of a job is in; owners that are in none share one.
    static JobRegistry& of(const QObject* owner);
    struct Running {
        QString title;
        std::stop_source stop;
        /// Written by the work as often as it likes; changed() tells of it at most 20 times a second.
        std::atomic<double> fraction = 0;
        double told = 0;  ///< the fraction that changed() told last
    };
    using RunningPtr = std::shared_ptr<Running>;
    const QList<RunningPtr>& running() const { return m_running; }
    RunningPtr add(const QString& title);
    void remove(const RunningPtr& job);
    void cancelAll();
    /// Runs work in the pool. Any thread.
    static void run(std::function<void()> work, Urgency urgency);
    /// The work of this thread waits for another one, or goes on: the pool has one thread more meanwhile.
    static void setWaiting(bool waiting);
    /// Where jobs run. Not Qt's own pool: pictures that Qt converts in parallel would make the window wait for jobs.
    static QThreadPool& pool();

signals:
    /// Told from the event loop: jobs also end while their owners are destroyed.
    void changed();

private:
    void tell();
    void tellProgress();

    bool m_told = false;  ///< and not emitted yet
    QList<RunningPtr> m_running;
    QTimer m_progress;
};

template <class T>
class Job {
public:
    using Work = std::function<Result<T>(const JobContext&)>;
    using Done = std::function<void(Result<T>)>;

    /// `owner`: what the job is a part of; its window shows the job.
    explicit Job(const QObject* owner = nullptr) : m_owner(owner) {}
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;
    ~Job() { cancel(); }

    /// Runs `work` on a pool thread, then `done` here, unless cancel() was called, or the job started anew or destroyed meanwhile.
    void start(const QString& title, Work work, Done done, Urgency urgency = Urgency::Awaited) {
        cancel();
        m_registry = &JobRegistry::of(m_owner);
        m_entry = m_registry->add(title);
        auto promise = std::make_shared<QPromise<std::shared_ptr<Result<T>>>>();
        promise->start();
        m_future = promise->future();
        m_watcher = std::make_unique<QFutureWatcher<std::shared_ptr<Result<T>>>>();
        QObject::connect(m_watcher.get(), &QFutureWatcherBase::finished, m_watcher.get(),
                         [this, done = std::move(done)] { finish(done); });
        m_watcher->setFuture(m_future);
        JobRegistry::run(
            [work = std::move(work), promise, entry = m_entry]() mutable {
                JobContext context;
                context.stop = entry->stop.get_token();
                context.progress = [entry](double fraction) { entry->fraction.store(fraction, std::memory_order_relaxed); };
                context.waiting = JobRegistry::setWaiting;
                auto result = std::make_shared<Result<T>>(answer(work, context));
                work = {};  // lets go of what it owns before the answer arrives
                promise->addResult(std::move(result));
                promise->finish();
            },
            urgency);
    }

    bool running() const { return m_entry != nullptr; }
    /// What the registry knows of the running job; null: it does not run.
    const JobRegistry::RunningPtr& entry() const { return m_entry; }

    /// The answer is dropped.
    void cancel() {
        if (m_entry == nullptr) return;
        m_entry->stop.request_stop();
        m_watcher.reset();
        m_future = {};
        forget();
    }

private:
    /// What a cancelled job still made is dropped here: nobody would fetch it, and it may hold a session.
    static Result<T> answer(const Work& work, const JobContext& context) {
        if (context.cancelled()) return cancelledFailure();
        try {
            Result<T> result = withinMemory([&] { return work(context); });
            if (context.cancelled()) return cancelledFailure();
            return result;
        } catch (const std::exception& thrown) {
            return fail("internal", thrown.what());
        }
    }

    void forget() {
        if (m_registry != nullptr) m_registry->remove(m_entry);
        m_entry.reset();
    }

    void finish(const Done& done) {
        forget();
        auto result = std::exchange(m_future, {}).result();
        // `done` may start the job again: the watcher that called us must outlive this call.
        m_watcher.release()->deleteLater();
        done(std::move(*result));
    }

    const QObject* m_owner;
    QPointer<JobRegistry> m_registry;  ///< a window may let go of it before its parts
    JobRegistry::RunningPtr m_entry;
    QFuture<std::shared_ptr<Result<T>>> m_future;
    std::unique_ptr<QFutureWatcher<std::shared_ptr<Result<T>>>> m_watcher;
};

/// The last owner of something large gives it up on another thread: that takes a while, too.
template <class T>
void letGo(std::shared_ptr<T> large) {
    if (large != nullptr) JobRegistry::run([large = std::move(large)]() mutable { large.reset(); }, Urgency::Filling);
}

}  // namespace etscope::ui
