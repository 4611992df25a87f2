// The graph of an execution plan, for views and reports: instructions as nodes `<chain>/<instruction>`, values as `v<index>`.
// Immutable; any thread. Rules: docs/FORMATS.md "Graph of a plan".
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/graph_model.h"
#include "program/plan.h"

namespace etscope::program {

// PlanCalls: what each instruction of a plan takes and makes, read in order. Instructions list values without saying which are
// results; schemas, repetitions and what was written before tell. Not thread safe. Rules: docs/FORMATS.md "Graph of a plan".

// PlaceWriters: which value holds what an instruction reads. Programs leave out views of fixed shape: the value that stands for the
// view is written by nobody, it lies where another value was written. One pass through a plan in order; not thread safe.

class PlaceWriters {
public:
    explicit PlaceWriters(const ExecutionPlan& plan) : m_plan(plan), m_written(plan.values.size()) {}

    /// An input of the method, or what an instruction makes.
    void write(ValueIndex value);
    bool written(ValueIndex value) const noexcept {
        return m_plan.value(value) != nullptr && m_written[static_cast<std::size_t>(value)];
    }
    /// The value itself, when it was written; else the last one that was written to the same memory, offset and number of bytes,
    /// unless something was written over a part of it since; nothing: neither.
    std::optional<ValueIndex> holding(ValueIndex value) const;

private:
    using Start = std::pair<std::uint32_t, std::uint64_t>;  ///< memory id, offset
    struct Place {
        Start start;
        std::uint64_t bytes = 0;
    };
    struct Content {
        std::uint64_t bytes = 0;
        ValueIndex value = 0;
    };
    std::optional<Place> placeOf(ValueIndex value) const;

    const ExecutionPlan& m_plan;
    std::vector<bool> m_written;
    std::map<Start, Content> m_last;  ///< what lies where; no two overlap
};

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
    /// Of a list, those that are looked at.
    std::span<const ValueIndex> itemsOf(ValueIndex value);
    bool isThere(ValueIndex value) const;
    bool isView(ValueIndex value) const;

    const ExecutionPlan& m_plan;
    PlaceWriters m_writers;
    std::set<ValueIndex> m_state;  ///< what is copied into them goes on to the next run: they are there before it
    std::uint32_t m_now = 0;       ///< instructions that ran
    std::size_t m_itemsLeft;       ///< of lists, that are still looked at: each call names all items of its lists
    std::vector<std::vector<std::uint32_t>> m_named;  ///< per value: the instructions that name it, ascending
    /// Per value: the instruction that last made it; that last took it, or a view of it.
    std::vector<std::uint32_t> m_writtenAt, m_readAt;
};

/// A kernel's out arguments are its results, not its arguments; a value written in place gets a new version of the same name.
std::shared_ptr<const graph::GraphModel> planGraph(const ExecutionPlan& plan);

}  // namespace etscope::program
