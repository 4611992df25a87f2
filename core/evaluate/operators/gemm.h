// Sums of products in double: C += A · B, each element summed in the order of k, so that its bits are the same on every machine and
// for any number of threads (the product of two f32 is exact in double). Internal to core/evaluate.
#pragma once

#include <cstdint>

#include "evaluate/call.h"

namespace etscope::evaluate {

/// A part of a file that is read at once.
inline constexpr std::int64_t kWindowBytes = std::int64_t{16} << 20U;

/// Batches of matrices [batch…, M, K] · [batch…, K, N], batches broadcast: f64 [batch…, M, N]. Refuses shapes that do not fit.
Array matrixProducts(const Context& context, const Array& a, const Array& b);
/// c, row-major [M, N], += a [M, K] · b [K, N]: sums go on where they stand. Refuses shapes that do not fit.
void addProducts(const Context& context, const Array& a, const Array& b, double* c);

}  // namespace etscope::evaluate
