// What the values of a plan's memory are in the record: plans have numbers for them. Any thread.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "join/links.h"
#include "modules/graph_index.h"
#include "program/plan.h"

namespace etscope::replay {

class PlannedNames {
public:
    /// Of a plan of the session's program. Without a record nothing has a name. Errors: `cancelled`.
    static Result<PlannedNames> make(const session::Session& session, const program::ExecutionPlan& plan, const JobContext& job);

    /// "k_cache" of an input, a weight or a state; else the value of the edge graph that it is, as its writer, its readers or the
    /// method's outputs tell. Empty: not known.
    std::string name(program::ValueIndex value) const;
    /// Whether it is an input, a weight or a state: what no operator names better.
    bool isHeld(program::ValueIndex value) const { return m_held.contains(value); }
    /// The module that what the instruction is lies in; empty: none, or not known.
    std::string module(std::optional<std::int64_t> writer) const;

private:
    class Finder;
    std::map<program::ValueIndex, std::string> m_names;
    std::set<program::ValueIndex> m_held;
    std::shared_ptr<const join::MethodLinks> m_links;
    std::shared_ptr<const modules::GraphIndex> m_index;  ///< of the plan; null: not known
};

}  // namespace etscope::replay
