// PlaceWriters: which value holds what an instruction reads. Programs leave out views of fixed shape: the value that stands for the
// view is written by nobody, it lies where another value was written. One pass through a plan in order; not thread safe.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "program/plan.h"

namespace etscope::program {

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

}  // namespace etscope::program
