// Quantised weights: integers that stand for real numbers, with scale and zero point wherever a file states them: arguments of
// dequantising nodes (by the names of their operators' schemas), tensors of quantized types, constants of decoded delegates. Reads
// graphs and payloads' tables, no weight. Any thread. Rules: docs/FORMATS.md "Quantised weights".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "session/session.h"
#include "tensor/tensor.h"

namespace etscope::inventory {

/// Numbers that lie in a file, or in an argument.
struct Parameters {
    std::vector<double> values;
    std::optional<tensor::Tensor> tensor;  ///< instead of `values`
    bool known() const noexcept { return tensor.has_value() || !values.empty(); }
};

struct QuantisedWeight {
    std::string name;  ///< qualified name; of delegates the key or value
    std::string method, stage;
    std::optional<std::int64_t> delegate;
    unsigned file = 0;
    tensor::Tensor values;            ///< the integers
    std::vector<std::int64_t> block;  ///< elements along each axis that have one scale
    /// Row-major over ceil(shape / block); zero points: of the same number, one for all, or not known to differ from 0.
    Parameters scales, zeroPoints;
    std::optional<double> least, greatest;  ///< of the integers
    std::string format;                     ///< the payload's own word; of nodes their operator

    /// "per_tensor", "per_channel", "per_group".
    std::string_view scheme() const noexcept;
    /// The only axis along which scales differ and blocks are of one element; nothing for other schemes.
    std::optional<std::size_t> axis() const noexcept;
    /// Elements along the last axis that have one scale, of "per_group"; 0 for others.
    std::int64_t groupSize() const noexcept;
};

/// Each weight once, in the session's order. Errors: `cancelled`.
Result<std::vector<QuantisedWeight>> quantisedWeights(const session::Session& session, const JobContext& job);

}  // namespace etscope::inventory
