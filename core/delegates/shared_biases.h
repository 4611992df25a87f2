// Biases of XNNPACK's payloads that are wrong for an operator that adds them. Any thread.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/sentence.h"
#include "delegates/delegates.h"

namespace etscope::delegates {

/// An integer bias is added to products of integers, so that its scale is that of the operator's input times the filter's. Stored
/// once, it is right for one of the inputs of different scales behind which operators with the same filter add it.
struct SharedBias {
    static constexpr const char* kAction = Sentence::phrase(
        "give each call a layer of its own, with a copy of weight and bias, or leave the layer out of the quantisation");
    std::string bias;  ///< id of the value
    std::vector<graph::NodeId> operators;
    std::set<double> scales;  ///< of their inputs, at least two

    /// "stored once, and added behind inputs of 2 scales: 0.004, 0.007".
    Sentence text() const;
};

/// None of payloads without a graph, or of other backends.
std::vector<SharedBias> sharedBiases(const Decoded& decoded);

}  // namespace etscope::delegates
