// What the graphs of a record or of a `.pt2` archive read: their parameters, buffers and constants, and the programs of delegate
// calls. Any thread.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evaluate/interpreter.h"
#include "join/weights.h"
#include "session/session.h"

namespace etscope::replay {

/// Parameters, buffers and constants of a graph, by name. Keeps the artifacts that hold them.
class RecordConstants {
public:
    using Artifacts = std::vector<std::shared_ptr<const pickle::Artifact>>;
    /// What an archive holds one by one: a tensor, or the archive that has it as its only value.
    struct Single {
        tensor::Tensor tensor;
        std::shared_ptr<const pickle::Artifact> artifact;  ///< null: `tensor` is it
    };

    explicit RecordConstants(Artifacts artifacts) : m_artifacts(std::move(artifacts)) {}
    RecordConstants(Artifacts artifacts, std::map<std::string, Single, std::less<>> singles)
        : m_artifacts(std::move(artifacts)), m_singles(std::move(singles)) {}
    /// Nothing: there is none of that name.
    std::optional<tensor::Value> find(std::string_view name) const;
    /// Whether these contents are those of the tensor of that name, which other methods may have, too.
    bool holds(std::string_view name, const join::RecordName& contents) const;

private:
    std::optional<tensor::Value> findSingle(std::string_view name) const;

    Artifacts m_artifacts;
    std::map<std::string, Single, std::less<>> m_singles;
};

/// Of a recorded stage of a method. Errors: as below.
Result<RecordConstants> recordConstants(const session::MethodView& method, const graph::StageId& stage, const JobContext& job);
/// Of a recorded stage of a method. Keeps the session's artifacts, not the session. Errors: `no-record`, `no-such-stage`, those of
/// reading the artifacts.
Result<std::shared_ptr<const evaluate::Surroundings>> recordSurroundings(const session::MethodView& method,
                                                                         const graph::StageId& stage, const JobContext& job);

}  // namespace etscope::replay
