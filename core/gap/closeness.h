// How far one value is from another, and whether rounding explains it: measured in the noise of the graphs that made them. Any
// thread.
#pragma once

#include <string_view>

#include "base/job_context.h"
#include "base/result.h"
#include "base/scalar_type.h"
#include "tensor/tensor.h"

namespace etscope::gap {

enum class Agreement : std::uint8_t { Exact, Normal, High, NotRounding, Unknown };
/// "exact", "normal", "high", "not_rounding", "unknown".
std::string_view agreementName(Agreement agreement) noexcept;

/// Units of noise up to which a difference is normal, and up to which rounding could have made it. In 296 graphs of real exports
/// the f32 values of another implementation lie within 7 units, the worst of 10,000 within 84.
inline constexpr double kNormalUnits = 8, kHighUnits = 128;

struct Closeness {
    bool fits = false;                  ///< both are numbers of one shape; what follows says nothing otherwise
    bool equal = false;                 ///< every element; NaN equals NaN
    bool finite = true;                 ///< false: a side has NaN or infinity where the other has another value
    bool floating = false;              ///< one side is
    ScalarType type = ScalarType::F64;  ///< the shorter floating type of both sides
    double distance = 0, norm = 0;      ///< ‖to − from‖ and ‖from‖, L2 over the finite positions
    double maxAbs = 0, snrDb = 0;

    /// ‖to − from‖ / ‖from‖; infinite where NaN or infinity stands on one side only.
    double relative() const noexcept;
};

/// Integers and booleans are compared exactly; axes of size 1 do not count. Errors: those of reading, `cancelled`.
Result<Closeness> closeness(const tensor::Value& from, const tensor::Value& to, const JobContext& job);

/// The least noise that values of that norm and type have: each element rounded once.
double roundingOf(ScalarType type, double norm) noexcept;

/// `noise`: L2 distance by which rounding moves the values, both sides together; at least each element's own rounding is added.
/// `derived`: the values follow from floating ones, so that rounding can turn integers.
Agreement agreementOf(const Closeness& closeness, double noise, bool derived) noexcept;

}  // namespace etscope::gap
