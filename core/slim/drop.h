// What is to be taken out of a record, and what the parts of the work share. One thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/job_context.h"
#include "base/result.h"
#include "slim/names.h"

namespace etscope::slim {

/// What `--drop` names.
struct Drop {
    bool weights = false;  ///< parameters, buffers, constants, and what delegates hold
    bool sources = false;  ///< stack traces: files, lines, source texts
    bool inputs = false;   ///< example inputs, representative inputs, reference outputs
    bool names = false;    ///< modules, parameters, inputs, classes; source texts have them, too

    bool any() const noexcept { return weights || sources || inputs || names; }
    bool dropsSources() const noexcept { return sources || names; }
    /// "weights", "sources", …, in this order.
    std::vector<std::string> words() const;
};

/// "weights,sources". Errors: `usage`.
Result<Drop> parseDrop(std::string_view text);

/// What was taken out.
struct Counts {
    std::uint64_t tensors = 0, tensorBytes = 0;    ///< emptied; with what hash, their artifact says
    std::uint64_t payloads = 0, payloadBytes = 0;  ///< of delegates, and data that goes with them
    std::uint64_t traces = 0;
    std::uint64_t names = 0;
};

/// Of one run of slim(): what every part of it knows and adds to.
struct Work {
    Drop drop;
    const JobContext& job;
    Names names{};
    Counts counts{};
    std::vector<std::string> leftOut{};  ///< sentences: what could not be rewritten, and is not in the new record
};

}  // namespace etscope::slim
