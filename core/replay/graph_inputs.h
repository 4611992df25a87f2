// Inputs that a method's graph is computed on: those it was exported with, a case, files. Any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/job_context.h"
#include "base/result.h"
#include "session/session.h"
#include "tensor/tensor.h"

namespace etscope::replay {

/// Which inputs are wanted.
struct InputChoice {
    enum class Kind : std::uint8_t { Example, Case, Files };
    Kind kind = Kind::Example;
    std::size_t caseIndex = 0;
    std::vector<std::string> files;
};
/// "example", "case:2", else the paths of files. Errors: `inputs-invalid`.
Result<InputChoice> inputChoice(const std::vector<std::string>& words);

struct GraphInputs {
    std::vector<tensor::Value> values;  ///< user inputs in the order of the graph
    std::string from;                   ///< "case", "example", "bundle", "file"
    std::optional<std::size_t> caseIndex;
    std::string source;  ///< for people: the entry or file
};

/// Of the stage, else of another stage of the method. Cases: of a bundled program of the session, else the record's representative
/// inputs, else the session's files in-<method>-<number>-<input>.npy. Errors: `no-example-inputs`, `no-such-case`, those of
/// reading.
Result<GraphInputs> graphInputs(const session::MethodView& method, const graph::StageId& stage, const InputChoice& choice,
                                const JobContext& job);

}  // namespace etscope::replay
