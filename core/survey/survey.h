// Survey: what one session says in a table of many, a row for each method and run. Any thread. Rules: docs/FORMATS.md "Survey".
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "findings/verdict.h"
#include "session/session.h"

namespace etscope::survey {

/// One method in one run; a method that no run executed has a row without one, and so has a session without methods and runs. What
/// is not known is nothing, or an empty text.
struct Row {
    std::string program;             ///< name of the program's file, else of the record's
    std::string method;              ///< empty: not known
    std::optional<std::size_t> run;  ///< SessionRun::index
    std::optional<std::int64_t> caseIndex;
    std::string dump;     ///< name of its file
    std::string started;  ///< "2026-11-30T16:24:33Z", as its run.json tells

    findings::Verdict state =
        findings::Verdict::Unknown;               ///< of this run: outputs that differ or a culprit, else all that is there
    std::string cause;                            ///< "kernel", "constant", … of what is at fault in it
    std::string node, source, sentence;           ///< the first node, its line, what is said
    std::size_t match = 0, differ = 0, open = 0;  ///< outputs
    std::optional<double> maxAbs, snrDb;          ///< the worst of its outputs
    std::optional<double> kl;                     ///< mean over tokens, nats; NaN where the run has no distribution of one
    std::optional<std::size_t> tokens, stay;      ///< of outputs over a vocabulary: rows, and those with the same choice
    std::size_t callsRight = 0, callsOpen = 0;
    bool culprit = false;

    std::optional<double> ticks;                                     ///< of the run
    std::optional<double> p50;                                       ///< of all runs of the method, ticks
    std::optional<double> programBytes, weightBytes, memoryBytes;    ///< of the file; of the method
    std::optional<double> kernels, delegateCalls;                    ///< of the method's plan
    std::string executorch, torch, etscope, target, device, system;  ///< as run.json tells
    std::string programHash;                                         ///< SHA-256 of the program, as run.json tells
    std::string recordTorch;                                         ///< of the method's graph
    std::optional<std::uint64_t> exportId;                           ///< of the record
    std::string backends;                                            ///< of the program, with commas between
};

/// Errors: `cancelled`. What cannot be found out is not known.
Result<std::vector<Row>> rowsOf(const std::shared_ptr<const session::Session>& session, const JobContext& job);

}  // namespace etscope::survey
