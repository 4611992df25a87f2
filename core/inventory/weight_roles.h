// Which roles of tensors are weights. Pure; any thread.
#pragma once

#include "inventory/tensor_rows.h"

namespace etscope::inventory {

/// A parameter, buffer or constant.
constexpr bool isWeight(TensorRole role) noexcept {
    return role == TensorRole::Parameter || role == TensorRole::Buffer || role == TensorRole::Constant;
}
/// The same, or a tensor of external or named data.
constexpr bool isStoredWeight(TensorRole role) noexcept {
    return isWeight(role) || role == TensorRole::External || role == TensorRole::NamedData;
}

}  // namespace etscope::inventory
