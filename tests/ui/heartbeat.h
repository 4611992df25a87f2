// Heartbeat: how long the event loop does not turn.
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <algorithm>

namespace etscope::test {

/// Beats as often as the loop lets it, or every so many milliseconds: the longest pause between two beats is the longest turn.
class Heartbeat {
public:
    explicit Heartbeat(int every = 0) {
        m_beat.setTimerType(Qt::PreciseTimer);
        m_beat.callOnTimeout([this] {
            m_longest = longest();
            m_since.restart();
        });
        m_since.start();
        m_beat.start(every);
    }
    /// In milliseconds; the pause that lasts counts, too.
    double longest() const { return std::max(m_longest, static_cast<double>(m_since.nsecsElapsed()) / 1e6); }
    void restart() {
        m_longest = 0;
        m_since.restart();
    }

private:
    double m_longest = 0;
    QTimer m_beat;
    QElapsedTimer m_since;
};

}  // namespace etscope::test
