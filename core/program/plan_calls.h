// PlanCalls: what each instruction of a plan takes and makes, read in order. Instructions list values without saying which are
// results; schemas, repetitions and what was written before tell. Not thread safe. Rules: docs/FORMATS.md "Graph of a plan".
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "program/place_writers.h"
#include "program/plan.h"

namespace etscope::program {

struct PlanCall {
    std::string target;  ///< "aten::add.out", "delegate_call", "move", "jump_false", "free"
    std::vector<ValueIndex> takes, makes;
    std::vector<std::string_view> names;      ///< of what it takes; may be fewer
    std::optional<std::int32_t> destination;  ///< of a jump: instruction of its chain
    std::int32_t delegate = -1;               ///< that is called, as the file says
};

class PlanCalls {
public:
    /// The plan must live as long; its inputs count as written.
    explicit PlanCalls(const ExecutionPlan& plan);

    /// The next instruction in the order of chains.
    PlanCall read(const Instruction& instruction) const;
    /// It ran: what it makes counts as written, members of lists too.
    void finish(const PlanCall& call);
    const PlaceWriters& writers() const& noexcept { return m_writers; }
    const PlaceWriters& writers() const&& = delete;

private:
    void splitKernel(const std::vector<ValueIndex>& given, PlanCall& call) const;
    void splitDelegate(const std::vector<ValueIndex>& given, PlanCall& call) const;
    bool isThere(ValueIndex value) const;
    bool isView(ValueIndex value) const;

    const ExecutionPlan& m_plan;
    PlaceWriters m_writers;
    std::set<ValueIndex> m_state;  ///< what is copied into them goes on to the next run: they are there before it
    std::uint32_t m_now = 0;       ///< instructions that ran
    std::vector<std::vector<std::uint32_t>> m_named;  ///< per value: the instructions that name it, ascending
    /// Per value: the instruction that last made it; that last took it, or a view of it.
    std::vector<std::uint32_t> m_writtenAt, m_readAt;
};

}  // namespace etscope::program
