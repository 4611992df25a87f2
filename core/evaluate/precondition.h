// Preconditions: what must hold of an operator's arguments before its kernel runs, so that kernels may index by the sizes of other
// operands. Stated in one table; constant data, any thread.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "evaluate/call.h"

namespace etscope::evaluate {

/// A text of conditions, each about one argument; those that the operator lacks, or that are none, hold.
///   input:N,C,*   a tensor of these sizes: a capital letter is the same size wherever it stands, `_` any size, `*` any sizes
///   weight#C      a tensor of so many elements
///   step>=1       each of these integers is at least that
class Precondition {
public:
    explicit Precondition(std::string_view text);
    /// Refuses `operator-arguments-invalid`.
    void check(const Call& call) const;

private:
    enum class Kind : std::uint8_t { Sizes, Count, Least };
    struct Condition {
        std::string_view argument, text;  ///< "N,C,*"
        Kind kind = Kind::Sizes;
        std::int64_t least = 0;
    };
    class Letters;

    std::vector<Condition> m_conditions;
};

/// Of an operator by its target, whatever its overload is; nullptr: it has none.
const Precondition* preconditionOf(std::string_view target);

}  // namespace etscope::evaluate
