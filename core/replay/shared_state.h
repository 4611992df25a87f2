// State that methods of one program share: mutable buffers that were planned together lie at the same place of a memory of their
// own in every method (docs/FORMATS.md "Memory of a run"). What a run finds there is what the last run of any of them left. Not
// thread safe.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "replay/plan_memory.h"

namespace etscope::replay {

/// A tensor's place in memory.
struct SharedPlace {
    std::uint32_t memoryId = 0;
    std::uint64_t offset = 0, bytes = 0;
    friend auto operator<=>(const SharedPlace&, const SharedPlace&) = default;
};

/// Values of a plan by their place.
using SharedValues = std::map<SharedPlace, std::vector<program::ValueIndex>>;

class SharedState {
public:
    /// The plans are of one program and must live as long.
    explicit SharedState(const std::vector<program::ExecutionPlan>& plans);

    /// The values of `plan` at places where another of the plans has tensors of the same type and size, in a memory beside the
    /// first that is of one size in both and of no device. Inputs and outputs are none.
    const SharedValues& shared(const program::ExecutionPlan& plan) const&;
    const SharedValues& shared(const program::ExecutionPlan& plan) const&& = delete;
    /// Plans that share a place with it.
    std::vector<const program::ExecutionPlan*> sharers(const program::ExecutionPlan& plan) const;
    /// Before a run: its memory holds what the last run of any method left, written by nobody. Unknown where that is not known.
    void enter(const program::ExecutionPlan& plan, PlanMemory& memory) const;
    /// After a run.
    void leave(const program::ExecutionPlan& plan, const PlanMemory& memory);
    /// After a run of which nothing tells what it wrote.
    void forget();
    /// Before the first run of a process: nothing was left yet.
    void restart() { m_left.clear(); }

private:
    const std::vector<program::ExecutionPlan>& m_plans;
    std::map<std::string_view, SharedValues> m_shared;  ///< by name of the method
    std::map<SharedPlace, std::optional<evaluate::Array>> m_left;
};

}  // namespace etscope::replay
