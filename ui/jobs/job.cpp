#include "jobs/job.h"

namespace etscope::ui {

JobRegistry& JobRegistry::instance() {
    static JobRegistry registry;
    return registry;
}

QThreadPool& JobRegistry::pool() {
    static QThreadPool pool;
    return pool;
}

std::shared_ptr<JobRegistry::Running> JobRegistry::add(const QString& title) {
    auto job = std::make_shared<Running>();
    job->title = title;
    m_running.append(job);
    tell();
    return job;
}

void JobRegistry::remove(const std::shared_ptr<Running>& job) {
    m_running.removeOne(job);
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

void JobRegistry::progress(const std::shared_ptr<Running>& job, double fraction) {
    QMetaObject::invokeMethod(
        this,
        [this, job, fraction] {
            job->fraction = fraction;
            if (m_running.contains(job)) emit changed();
        },
        Qt::QueuedConnection);
}

void JobRegistry::cancelAll() {
    for (const auto& job : m_running) job->stop.request_stop();
}

}  // namespace etscope::ui
