// PlaceWriters: which value holds what an instruction reads. Programs leave out views of fixed shape: the value that stands for the
// view is written by nobody, it lies where another value was written. One pass through a plan in order; not thread safe.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
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
    /// The value itself, when it was written; else the last one that was written to the same memory, offset and number of bytes;
    /// nothing: neither.
    std::optional<ValueIndex> holding(ValueIndex value) const;

private:
    using Place = std::tuple<std::uint32_t, std::uint64_t, std::uint64_t>;  ///< memory id, offset, bytes
    std::optional<Place> placeOf(ValueIndex value) const;

    const ExecutionPlan& m_plan;
    std::vector<bool> m_written;
    std::map<Place, ValueIndex> m_last;
};

}  // namespace etscope::program
