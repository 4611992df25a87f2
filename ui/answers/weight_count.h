// How many weights and buffers a session has: each once, however many stages, programs and files hold it.
#pragma once

#include <vector>

#include "inventory/tensor_rows.h"

namespace etscope::ui {

/// Weights, constants, buffers: what is not computed, fed or expected.
bool isWeight(inventory::TensorRole role);
bool isBuffer(inventory::TensorRole role);

struct WeightCount {
    struct Place {
        unsigned file = 0;
        std::string stage;  ///< empty: of none
        std::size_t rows = 0;
    };
    std::size_t distinct = 0;   ///< weights and buffers
    std::size_t rows = 0;       ///< that list them
    std::vector<Place> places;  ///< by file and stage, as they come
};
/// One of a method has one name in all stages; one that several methods share has one storage. Of what has no name (constants of
/// programs, named data) only those count that are more than all others of their size in other files. Any thread.
WeightCount countWeights(const std::vector<inventory::TensorRow>& rows);

}  // namespace etscope::ui
