// A slow job: keeps all jobs of the window waiting for as long as a test wants.
#pragma once

#include <QSemaphore>
#include <QThreadPool>
#include <memory>

#include "jobs/job.h"

namespace etscope::test {

/// One worker for all jobs; it is occupied between begin(), once it has done what waits, and end().
class Busy {
public:
    Busy() { m_pool.setMaxThreadCount(1); }
    ~Busy() {
        end();
        m_pool.setMaxThreadCount(m_threads);
    }
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;
    void begin() const {
        m_pool.start([begun = m_begun, end = m_end] {
            begun->release();
            end->acquire();
        });
    }
    void waitUntilBusy() const { m_begun->acquire(); }
    void end() const { m_end->release(); }

private:
    QThreadPool& m_pool = ui::JobRegistry::pool();
    int m_threads = m_pool.maxThreadCount();
    std::shared_ptr<QSemaphore> m_begun = std::make_shared<QSemaphore>(), m_end = std::make_shared<QSemaphore>();
};

}  // namespace etscope::test
