// Weights of a recorded graph that can be kept narrow: constants that an operator multiplies with, or takes rows of. Any thread.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "advisor/held_weights.h"
#include "advisor/pt2e.h"
#include "advisor/schemes.h"
#include "evaluate/prepared_graph.h"

namespace etscope::advisor {

/// An argument of a node of the top graph.
struct Place {
    graph::NodeId node;
    std::size_t argument = 0;
};

struct Weight {
    std::string name;    ///< of the constant: "layers.0.attention.wq.weight"
    std::string module;  ///< path of the module that takes it: "layers.0.attention.wq"; empty: not told
    std::string table;   ///< of a matrix that is a table, too: path of the module that takes rows of it
    OperatorKind kind = OperatorKind::Linear;
    ScalarType type = ScalarType::F32;
    std::int64_t channels = 0, inputs = 0;  ///< rows that may have scales of their own, elements of each
    bool turned = false;                    ///< its first axis are the inputs
    std::size_t axes = 2;                   ///< of the constant
    std::int64_t places = 1;                ///< of a convolution's kernel: each has rows of its own, as torchao has it
    std::vector<Place> readers;             ///< where the constant itself is taken
    std::vector<Place> operands;            ///< what it is multiplied with
    std::vector<graph::NodeId> operators;
    std::vector<Site> sites;   ///< one for each operator where PT2E's quantizer takes all of them, else none
    std::size_t position = 0;  ///< of the first reader in the graph
    std::shared_ptr<Held> held;  ///< the graph makes it of codes; then it is an inner value, and as it is it is narrow
    /// Another export's, in the same layout: what the scheme "today" puts in its place.
    std::shared_ptr<const Held> today;
    std::uint64_t bytes() const noexcept {
        if (held) return held->bytes;
        return static_cast<std::uint64_t>(channels) * static_cast<std::uint64_t>(inputs) * itemSize(type);
    }
    /// With a matrix that is a table, too, both modules have one of their own in the end: a scheme changes what each of them takes,
    /// those of PT2E what the matrix's takes.
    std::uint64_t bytesIn(const Scheme& scheme) const noexcept;
    /// The scheme that leaves it as the graph has it.
    const Scheme& asItIs() const noexcept;
    /// Whether it can be kept so, by the recipe too.
    bool takes(const Scheme& scheme) const noexcept;
};

/// Its name where that module takes it.
std::string nameIn(const std::string& module, const std::string& weight);

/// In the order of the graph. Weights that several kinds of operators take in different layouts are left out.
std::vector<Weight> weightsOf(const evaluate::PreparedGraph& graph);

/// Schemes by place in the list of weights; nullptr: as it is.
using Choice = std::vector<const Scheme*>;

}  // namespace etscope::advisor
