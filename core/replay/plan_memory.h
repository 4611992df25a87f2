// PlanMemory: what lies in the memory of a running method: what each value of its plan was given, and what an instruction that
// reads it finds there. Both are the same unless something wrote over it. Values that nothing tells are unknown, never guessed. Not
// thread safe. Rules: docs/FORMATS.md "Memory of a run".
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/sentence.h"
#include "evaluate/array.h"
#include "program/plan.h"

namespace etscope::replay {

/// What was written at once.
struct Content {
    std::optional<evaluate::Array> array;  ///< nothing: it was not logged
    std::int64_t writer = -1;              ///< instruction; -1: before the first
    program::ValueIndex value = -1;        ///< that was written
    bool derived = false;                  ///< not logged, computed from what was
};

class PlanMemory {
public:
    explicit PlanMemory(const program::ExecutionPlan& plan);

    void write(program::ValueIndex value, Content content);
    /// `to` is what `from` is from now on, memory and all: a move, a view with a type and shape of its own.
    void alias(program::ValueIndex from, program::ValueIndex to);
    /// The same, in another shape; nothing: in one that is not known.
    void view(program::ValueIndex from, program::ValueIndex to, std::optional<evaluate::Dims> shape);

    /// Pointers hold until the next write.
    struct Seen {
        const Content* found = nullptr;        ///< what lies there
        std::optional<evaluate::Array> array;  ///< of it, in the value's shape; nothing: `unknown` says why
        const Content* given = nullptr;        ///< what the value was given, where something else lies there now
        Sentence unknown;
    };
    Seen read(program::ValueIndex value) const;
    /// Whether anything was ever written to the value or its place.
    bool touched(program::ValueIndex value) const;

private:
    using Start = std::pair<std::uint32_t, std::uint64_t>;  ///< memory id, offset
    struct Place {
        std::uint64_t bytes = 0;
        std::size_t content = 0;
    };
    std::uint64_t bytesOf(program::ValueIndex value, const Content& content) const;
    std::optional<evaluate::Array> reshaped(program::ValueIndex value, const Content& content, bool given) const;

    void dropUnreferred();

    const program::ExecutionPlan& m_plan;
    std::vector<Content> m_contents;             ///< what values were given or lies at a place, and less than as much again
    std::size_t m_mostContents = 0;              ///< from there on what is referred to no more is dropped
    std::vector<std::size_t> m_given;            ///< per value: the content that it was given
    std::vector<std::optional<Start>> m_starts;  ///< per value: where it lies
    std::map<program::ValueIndex, std::optional<evaluate::Dims>> m_shapes;  ///< of views
    std::map<Start, Place> m_places;                                        ///< no two overlap
};

}  // namespace etscope::replay
