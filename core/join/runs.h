// Runs: the executions that ETDumps of the session record, each with the method it ran, as far as that can be told, and the
// evidence. Any thread. Rules: docs/FORMATS.md "Which method ran".
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "etdump/dump.h"
#include "join/attribution.h"
#include "join/run_records.h"
#include "session/session.h"

namespace etscope::join {

/// Why a run is of a case.
enum class Pairing : std::uint8_t {
    None,
    ByOrder,    ///< there are as many runs as cases
    Told,       ///< by the dump or the user
    ByOutputs,  ///< its outputs are those of the case
};

struct SessionRun {
    std::size_t index = 0;  ///< over all dumps of the session, in the order of the files
    unsigned file = 0;      ///< of the dump
    std::shared_ptr<const etdump::Dump> dump;
    std::size_t runOfDump = 0;
    ByteRange buffer;  ///< of the dump; empty: the session has none
    Attribution attribution;
    std::optional<std::int64_t> caseIndex;
    Pairing pairing = Pairing::None;
    Sentence caseEvidence;                         ///< the same in words; or why it is none
    std::shared_ptr<const RecordedCall> recorded;  ///< the call that it was, as a run.json proves it: nothing is guessed then
    bool ofNoCase = false;                         ///< its outputs were held against those of all cases, and are those of none

    const etdump::Run& run() const& noexcept { return dump->runs()[runOfDump]; }
    const etdump::Run& run() const&& = delete;
    etdump::BlockKind kind() const noexcept { return dump->blockKind(run()); }
};

/// What the events of a run say about its method.
RunTrace traceOf(const etdump::Dump& dump, const etdump::Run& run);

/// The runs of the session's ETDumps with the methods they ran, as far as that can be told; kept after the first call. Which case
/// fed them is told by compare::runs(). Errors: `cancelled`.
Result<std::shared_ptr<const std::vector<SessionRun>>> runs(const session::Session& session, const JobContext& job);

struct RunOutput {
    std::int64_t position = 0;  ///< among the outputs of the method
    tensor::Value value;
};
/// The outputs that a run logged, in order; lists of tensors count one output for each tensor. Of several executions in one block,
/// those of the last.
std::vector<RunOutput> runOutputs(const session::Session& session, const SessionRun& run);

// How far what a run executed fits the side tables of the session's record, operators and results of the edge nodes, and outputs of
// the edge graph. Internal to core/join; not for several threads at once.

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
