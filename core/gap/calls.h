// The calls of runs that logged values, with the debug handles they stand for. Internal to core/gap.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "gap/matching.h"
#include "join/handles.h"
#include "join/runs.h"
#include "tensor/tensor.h"

namespace etscope::gap {

/// What one call of a run logged.
struct Call {
    gap::Handles handles;
    std::int64_t instruction = 0;
    std::size_t run = 0;
    std::string name;
    std::size_t outputs = 1;
    bool kernel = false, inside = false;  ///< of the plan; of what runs inside a delegate
    std::vector<tensor::Value> values;
};

struct KeptCalls {
    std::vector<Call> calls;
    std::size_t leftOut = 0;  ///< instructions whose handles are those of a kept one
};

/// Gathers the calls in the order of their events. Iterations of a loop are one call. Keeps references to both arguments.
class CallCollector {
public:
    /// `known`: handles that nodes of the stage in question carry.
    CallCollector(const join::MethodHandles& handles, const std::set<std::int64_t>& known);
    /// `stopped`: the instruction at which the run ended before its time: what that left is no result.
    void add(const join::SessionRun& run, std::optional<std::int64_t> stopped = std::nullopt);
    /// A delegate call gives way to what its inside logged. `folded`: one call for each tuple of handles, that of the largest
    /// instruction, the first of equal ones.
    KeptCalls finish(bool folded = true) &&;

private:
    void addCall(const join::SessionRun& run, const etdump::Event& event, const join::HandleRow& row);
    bool insideLogged(const Call& call) const;

    const std::set<std::int64_t>& m_known;
    std::map<std::int64_t, const join::HandleRow*> m_rows;
    std::vector<Call> m_calls;
    std::set<std::int64_t> m_inside;  ///< handles that events inside delegates logged values for
};

}  // namespace etscope::gap
