// The structural difference of two exports: nodes, weights, metadata. Any thread. Rules: docs/FORMATS.md "Difference of two
// exports".
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "modules/match.h"
#include "session/session.h"

namespace etscope::compare {

struct ChangedNode {
    graph::NodeId left;
    std::vector<modules::FieldChange> changes;
};

/// One stage of one method. A side that does not have it is null, and all nodes of the other are added or removed.
struct StageDiff {
    std::string method;
    graph::StageId stage;
    std::shared_ptr<const graph::GraphModel> left, right;
    modules::GraphMatch match;
    std::vector<graph::NodeId> removed;  ///< of the left graph
    std::vector<graph::NodeId> added;    ///< of the right graph
    std::vector<ChangedNode> changed;

    bool empty() const noexcept { return removed.empty() && added.empty() && changed.empty(); }
};

enum class ChangeState : std::uint8_t {
    Added,
    Removed,
    Changed,
    Moved,       ///< a weight: the same contents at another place
    NotCompared  ///< a weight of the same name, type and shape whose contents cannot be read
};
/// "added", "removed", "changed", "moved", "not_compared".
std::string_view changeStateName(ChangeState state) noexcept;

/// How the cases of an output stand against their references.
struct Standing {
    std::size_t match = 0, compared = 0;
    friend bool operator==(const Standing&, const Standing&) = default;
};

/// A weight or a metadata entry that is not the same on both sides.
struct ValueChange {
    std::string name, method;
    std::string role;  ///< of tensors; of delegates the backend
    ChangeState state = ChangeState::Changed;
    std::vector<modules::FieldChange> changes;
    std::optional<double> maxAbs;                          ///< of tensors of one type and shape whose contents differ
    std::optional<std::int64_t> caseIndex = std::nullopt;  ///< of outputs: that differs most
    std::int64_t output = -1;                              ///< of outputs: which
    std::optional<Standing> before = std::nullopt, after = std::nullopt;  ///< of outputs; nothing: no case has a reference
};

struct SessionDiff {
    std::vector<StageDiff> stages;
    std::vector<ValueChange> tensors, metadata;
    std::vector<ValueChange> delegates;  ///< whose backend or payload is not the same, by method and number
    std::vector<ValueChange> outputs;    ///< of methods, over their cases
    std::size_t equalTensors = 0;

    bool empty() const noexcept;
};

/// Two nodes of a stage that a person says are one, by their paths.
struct HandPair {
    std::string method;
    graph::StageId stage;
    std::string left, right;
    friend bool operator==(const HandPair&, const HandPair&) = default;
};

/// Whether anything of an export is in its files: a method, a weight, metadata. Errors: `cancelled`.
Result<bool> isExport(const session::Session& session, const JobContext& job);

/// `method`, `stage`: only these; empty: all. Reads the contents of all weights and of the outputs of all cases that both sides
/// have. Errors: `no-such-method`, `no-such-stage`, `no-such-node` of a pair, `cancelled`; a stage that cannot be read on one side
/// counts as absent there, and is a diagnostic of that session.
Result<SessionDiff> difference(const session::Session& left, const session::Session& right, const std::string& method,
                               const std::string& stage, const JobContext& job, std::span<const HandPair> pairs = {});
/// Of one stage; pairs of others are no matter. Errors: `no-such-node` of a pair, `cancelled`.
Result<StageDiff> stageDifference(const session::Session& left, const session::Session& right, const std::string& method,
                                  const graph::StageId& stage, const JobContext& job, std::span<const HandPair> pairs = {});

}  // namespace etscope::compare
