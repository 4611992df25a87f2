// How far what a run executed fits the side tables of the session's record, operators and results of the edge nodes, and outputs of
// the edge graph. Internal to core/join; not for several threads at once.
#pragma once

#include <map>
#include <string>

#include "join/attribution.h"
#include "session/session.h"

namespace etscope::join {

class RecordFitter {
public:
    /// The session has a record. Keeps references to both.
    RecordFitter(const session::Session& session, const JobContext& job) : m_session(session), m_job(job) {}
    /// Reads the method's edge graph at the first call.
    Fit fit(const RunTrace& run, const std::string& method);

private:
    const RecordedMethod& recorded(const std::string& method);

    const session::Session& m_session;
    const JobContext& m_job;
    std::map<std::string, RecordedMethod> m_methods;
};

}  // namespace etscope::join
