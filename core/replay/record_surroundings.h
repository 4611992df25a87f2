// What the graphs of a record read: their parameters, buffers and constants, and the programs of delegate calls. Any thread.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "evaluate/interpreter.h"
#include "join/weights.h"
#include "session/session.h"

namespace etscope::replay {

/// Parameters, buffers and constants of a graph, by name. Keeps the artifacts that hold them.
class RecordConstants {
public:
    explicit RecordConstants(std::vector<std::shared_ptr<const pickle::Artifact>> artifacts) : m_artifacts(std::move(artifacts)) {}
    /// Nothing: there is none of that name.
    std::optional<tensor::Value> find(std::string_view name) const;
    /// Whether these contents are those of the tensor of that name, which other methods may have, too.
    bool holds(std::string_view name, const join::RecordName& contents) const;

private:
    std::vector<std::shared_ptr<const pickle::Artifact>> m_artifacts;
};

/// Of a recorded stage of a method. Errors: as below.
Result<RecordConstants> recordConstants(const session::MethodView& method, const graph::StageId& stage, const JobContext& job);
/// Of a recorded stage of a method. Keeps the session's artifacts, not the session. Errors: `no-record`, `no-such-stage`, those of
/// reading the artifacts.
Result<std::shared_ptr<const evaluate::Surroundings>> recordSurroundings(const session::MethodView& method,
                                                                         const graph::StageId& stage, const JobContext& job);

}  // namespace etscope::replay
