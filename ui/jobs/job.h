// Job: one question asked of the core in the background. The destructor cancels and waits; starting again cancels the run
// before and drops its answer without waiting for it: work must own what it touches. What the user cancels is answered with the
// error `cancelled`. Results arrive in the GUI thread. GUI thread only.
#pragma once

#include <QFutureWatcher>
#include <QObject>
#include <QPromise>
#include <QThreadPool>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "base/job_context.h"
#include "base/out_of_memory.h"
#include "base/result.h"

namespace etscope::ui {

/// The running jobs, for the status bar and for pictures that wait until all is shown.
class JobRegistry : public QObject {
    Q_OBJECT
public:
    static JobRegistry& instance();
    struct Running {
        QString title;
        double fraction = 0;
        std::stop_source stop;
    };
    const QList<std::shared_ptr<Running>>& running() const { return m_running; }
    std::shared_ptr<Running> add(const QString& title);
    void remove(const std::shared_ptr<Running>& job);
    /// From any thread.
    void progress(const std::shared_ptr<Running>& job, double fraction);
    void cancelAll();
    /// Where jobs run. Not Qt's own pool: pictures that Qt converts in parallel would make the window wait for jobs.
    static QThreadPool& pool();

signals:
    /// Told from the event loop: jobs also end while their owners are destroyed.
    void changed();

private:
    void tell();

    bool m_told = false;  ///< and not emitted yet
    QList<std::shared_ptr<Running>> m_running;
};

template <class T>
class Job {
public:
    using Work = std::function<Result<T>(const JobContext&)>;
    using Done = std::function<void(Result<T>)>;

    Job() = default;
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;
    ~Job() {
        cancel();
        for (auto& ended : m_ended) ended.waitForFinished();
    }

    /// Runs `work` on a pool thread, then `done` here, unless cancel() was called, or the job started anew or destroyed meanwhile.
    void start(const QString& title, Work work, Done done) {
        cancel();
        auto entry = JobRegistry::instance().add(title);
        auto promise = std::make_shared<QPromise<std::shared_ptr<Result<T>>>>();
        promise->start();
        m_future = promise->future();
        m_entry = entry;
        m_watcher = std::make_unique<QFutureWatcher<std::shared_ptr<Result<T>>>>();
        QObject::connect(m_watcher.get(), &QFutureWatcherBase::finished, m_watcher.get(),
                         [this, done = std::move(done)] { finish(done); });
        m_watcher->setFuture(m_future);
        JobRegistry::pool().start([work = std::move(work), promise, entry] {
            JobContext context;
            context.stop = entry->stop.get_token();
            context.progress = [entry](double fraction) { JobRegistry::instance().progress(entry, fraction); };
            promise->addResult(std::make_shared<Result<T>>(run(work, context)));
            promise->finish();
        });
    }

    bool running() const { return m_entry != nullptr; }

    void cancel() {
        if (m_entry == nullptr) return;
        m_entry->stop.request_stop();
        m_watcher.reset();
        std::erase_if(m_ended, [](const auto& ended) { return ended.isFinished(); });
        // An answer that nobody fetches any more may hold a session.
        if (auto left = std::exchange(m_future, {}); !left.isFinished()) m_ended.push_back(std::move(left));
        JobRegistry::instance().remove(m_entry);
        m_entry.reset();
    }

private:
    /// What a cancelled job still made is dropped here: nobody would fetch it, and it may hold a session.
    static Result<T> run(const Work& work, const JobContext& context) {
        if (context.cancelled()) return cancelledFailure();
        Result<T> result = withinMemory([&] { return work(context); });
        if (context.cancelled()) return cancelledFailure();
        return result;
    }

    void finish(const Done& done) {
        JobRegistry::instance().remove(m_entry);
        m_entry.reset();
        auto result = std::exchange(m_future, {}).result();
        // `done` may start the job again: the watcher that called us must outlive this call.
        m_watcher.release()->deleteLater();
        done(std::move(*result));
    }

    std::shared_ptr<JobRegistry::Running> m_entry;
    QFuture<std::shared_ptr<Result<T>>> m_future;
    std::unique_ptr<QFutureWatcher<std::shared_ptr<Result<T>>>> m_watcher;
    std::vector<QFuture<std::shared_ptr<Result<T>>>> m_ended;  ///< cancelled, and perhaps still running
};

}  // namespace etscope::ui
