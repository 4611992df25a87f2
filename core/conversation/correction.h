// What a runtime made of a value beside what is computed in its place, kept to be put onto what is computed there in other
// circumstances: the error moves along. Values; any thread.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "evaluate/array.h"
#include "evaluate/context.h"

namespace etscope::conversation {

class Correction {
public:
    Correction() = default;
    /// Of `given` against `computed`, row-major, of one number of elements. Errors: `shape-mismatch`, those of reading.
    static Result<Correction> between(const evaluate::Array& computed, const std::vector<double>& given);

    bool none() const noexcept { return m_at.empty(); }
    /// ‖given − computed‖ / ‖given‖; infinite where a number that is not finite stands on one side only.
    double relative() const noexcept { return m_relative; }
    /// Bytes that it takes.
    std::uint64_t size() const noexcept { return m_at.size() * sizeof(std::uint32_t) + 2 * m_was.size() * sizeof(double); }
    /// What was computed then gives what was given; anything else is moved as far. Whole numbers, and what is not finite, only
    /// where they are what they were then. Errors: those of reading, `limit-exceeded`.
    Result<evaluate::Array> onto(const evaluate::Context& context, const evaluate::Array& computed) const;

private:
    std::vector<std::uint32_t> m_at;  ///< elements that differ
    std::vector<double> m_was, m_is;  ///< computed and given there
    double m_relative = 0;
    std::size_t m_count = 0;
};

}  // namespace etscope::conversation
