// What one logged result of a call says of the arithmetic that made it. Values. Rules: docs/FORMATS.md "Character of a device".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "base/scalar_type.h"
#include "evaluate/judgement.h"
#include "tensor/content_hash.h"

namespace etscope::character {

/// Where it was seen.
struct Seen {
    std::string method;
    std::size_t run = 0;           ///< SessionRun::index
    std::int64_t instruction = 0;  ///< of chain 0
    std::string op;                ///< "aten::add.out", "delegate_call"
    std::size_t result = 0;        ///< of several of one call
    std::size_t process = 0;       ///< that ran it: a dump is one
};

struct Observation {
    Seen seen;
    bool sums = false;         ///< its operator sums values or products
    bool elementwise = false;  ///< it computes, and sums nothing: a tiny right result is no difference of large ones
    ScalarType type = ScalarType::F32;
    std::optional<evaluate::Accumulator> accumulator;
    bool rounded = false;              ///< it differs from the right result: which type it was summed in shows
    bool wrong = false;                ///< and by more than rounding
    double units = 0;                  ///< the largest difference, of what is normal for the operator
    tensor::ContentHash inputs, bits;  ///< of what the call read, and of this result
    std::span<const double> right, given;
};

}  // namespace etscope::character
