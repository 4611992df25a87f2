// What the values of a plan's memory are in the record: plans have numbers for them. Any thread.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "join/links.h"
#include "modules/graph_index.h"
#include "program/plan.h"

namespace etscope::join {

class PlannedNames {
public:
    /// Of a plan of the session's program. Without a record nothing has a name. Errors: `cancelled`.
    static Result<PlannedNames> make(const session::Session& session, const program::ExecutionPlan& plan, const JobContext& job);

    /// "k_cache" of an input, a weight or a state; of what an instruction makes the only edge node that the instruction is. Empty:
    /// not known. `writer`: the instruction of the first chain that makes the value.
    std::string name(program::ValueIndex value, std::optional<std::int64_t> writer) const;
    /// The module that what the instruction is lies in; empty: none, or not known.
    std::string module(std::optional<std::int64_t> writer) const;

private:
    std::map<std::int64_t, std::string> m_held;  ///< by value
    std::shared_ptr<const MethodLinks> m_links;
    std::shared_ptr<const modules::GraphIndex> m_index;  ///< of the plan; null: not known
};

}  // namespace etscope::join
