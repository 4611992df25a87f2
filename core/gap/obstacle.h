// Why there is no numeric gap, or nothing in it, as a person is told: what is missing or damaged, and what can be done. Any thread.
#pragma once

#include <optional>
#include <string>

#include "base/sentence.h"
#include "session/session.h"

namespace etscope::gap {

/// `code` is a stable word; `todo` is empty where nothing helps but another export or run.
struct Obstacle {
    std::string code;  ///< "no-record", "no-runs", "dump-damaged", "no-execution", "debug-buffer-absent", "no-handles", …
    Sentence what;     ///< "run-main.etdp is damaged"
    Sentence why;      ///< "It holds 3 blocks, none of them a run of a method"; of damage the message, as it is
    Sentence todo;     ///< "Add the debug buffer of run-main.etdp (.dbg)"
};

/// Of the files alone, read from what opening them told; names only what is missing. Nothing: values can be compared.
std::optional<Obstacle> gapObstacle(const session::Session& session);

/// Of a method whose table has no row, or of which no row was compared: that of the files, else what keeps the method, or its run
/// (SessionRun::index; nothing: any) from being compared. Nothing: it is not known. Errors: `cancelled`.
Result<std::optional<Obstacle>> gapObstacle(const session::MethodView& method, const std::optional<std::size_t>& run,
                                            const JobContext& job);

}  // namespace etscope::gap
