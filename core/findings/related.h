// What a thing of a session is elsewhere: an operator's other nodes, its instruction, delegate, weights, module; a weight's keys
// and uses; a key's users. Any thread. Rules: docs/FORMATS.md "Joining" and "Weights of a session".
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "join/weights.h"
#include "session/entity.h"
#include "session/session.h"

namespace etscope::findings {

/// What one thing is to the other.
enum class Relation : std::uint8_t {
    Same,      ///< the same operator, value, module in another stage
    Maker,     ///< makes the value, ran for the event, gave the output
    User,      ///< takes the value, weight or key
    Delegate,  ///< runs the operator, or is called by it
    Inside,    ///< is a part of it: nodes of a module or delegate
    Around,    ///< it is a part of: the module, method, run or file
    Weight,    ///< the tensor that a value, key or argument is
    Data,      ///< the key whose bytes it is
    Run        ///< executed it
};
/// "same", "made by", "used by", "delegate", "inside", "in", "weight", "data", "run".
std::string_view relationName(Relation relation) noexcept;

struct Related {
    session::Entity entity;
    Relation relation = Relation::Same;
    std::optional<join::SameBy> by{};  ///< of weights and keys: what says so; by key or operator the contents are others
};

inline constexpr std::size_t kMostRelated = 10'000;

struct RelatedList {
    std::vector<Related> things;  ///< each once, in the order of the relations; at most `kMostRelated`
    bool cut = false;             ///< there are more
};

/// The entity itself is left out. Nothing is guessed: what no handle, name or byte joins is absent. Errors: `no-such-method`,
/// `no-such-stage`, `no-such-node`, `no-such-run` where the entity is not in the session (of problems this is not asked),
/// `cancelled`.
Result<RelatedList> related(const session::Session& session, const session::Entity& entity, const JobContext& job);

}  // namespace etscope::findings
