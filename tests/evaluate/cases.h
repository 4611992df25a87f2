// Calls of single operators with their results, as a folder of cases describes them: `<overload>/cases.json` and `values.npz`.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "evaluate/operator_table.h"
#include "tensor/tensor.h"

namespace etscope::tests {

struct ExpectedResult {
    nlohmann::json plain;                 ///< numbers, null
    std::optional<tensor::Tensor> value;  ///< as torch computes it
    std::optional<tensor::Tensor> wide;   ///< with operands widened to f64
    std::string type;                     ///< "bfloat16"
    std::vector<std::int64_t> shape;
};

struct OperatorCase {
    std::size_t number = 0;
    std::vector<evaluate::NamedValue> arguments;
    std::vector<ExpectedResult> results;  ///< of a list result: its elements
    std::optional<tensor::Tensor> bound, nearTie;
    std::string rule;
    std::vector<std::string> tags;
    bool tagged(std::string_view tag) const;
};

/// The cases of one overload's folder; tensors lie in memory with the strides that the cases state, between their elements stands
/// `fill`.
Result<std::vector<OperatorCase>> readCases(const std::string& folder, const evaluate::Context& context, std::byte fill = {});

}  // namespace etscope::tests
