// Run records: what the session's `run.json` files prove of its dumps and outputs: which run was which call, with nothing guessed.
// A record whose hashes do not match the files proves nothing of them, and the session says so. Any thread. Rules: docs/FORMATS.md
// "Run record".
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runrecord/run_record.h"
#include "session/session.h"

namespace etscope::join {

/// A call that a record tells of, and what is proven of it. Keeps the record.
struct RecordedCall {
    std::shared_ptr<const runrecord::RunRecord> record;
    std::size_t call = 0;  ///< of record->calls
    runrecord::Pass pass = runrecord::Pass::Unknown;
    std::string folder;  ///< of the record: what its files are below

    const runrecord::RunCall& facts() const& noexcept { return record->calls[call]; }
    const runrecord::RunCall& facts() const&& = delete;
    /// The case that fed it: one that the session's bundle, record or files have; nothing: it was fed something else.
    std::optional<std::int64_t> caseIndex() const noexcept;
};

/// An output file that a record tells of.
struct RecordedOutput {
    RecordedCall call;
    std::int64_t output = 0;
};

/// One `run.json`.
struct OpenRecord {
    unsigned file = 0;  ///< of the session
    std::shared_ptr<const runrecord::RunRecord> record;
    std::string doubt;  ///< why nothing is taken from it; empty: it holds
};

struct RunRecords {
    std::vector<OpenRecord> records;
    std::map<std::pair<unsigned, std::size_t>, RecordedCall> runs;  ///< by file and run of dump
    std::map<std::string, RecordedOutput> outputs;                  ///< by path, as the session has it
    std::map<std::string, std::size_t> folders;                     ///< with a record that holds; index into `records`
};

/// Of all records of the session. Hashes program, data, dumps and outputs once; kept after the first call. What does not hold is a
/// diagnostic of the session (`run-record-other-program`, `run-record-other-file`). Errors: `cancelled`.
Result<std::shared_ptr<const RunRecords>> runRecords(const session::Session& session, const JobContext& job);

}  // namespace etscope::join
