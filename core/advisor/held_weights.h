// What an export holds narrow already, as its graph says before anything is computed: nodes that make floating numbers of codes
// which are constant, and nodes that put changing values into few bits with fixed scales. Pure functions; any thread. Rules:
// docs/FORMATS.md "Exports that are quantised".
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "advisor/weight_scheme.h"
#include "evaluate/prepared_graph.h"

namespace etscope::advisor {

/// How an operator that unfolds codes calls what it takes.
struct UnfoldingForm {
    std::string_view target;  ///< "torchao.dequantize_affine"
    std::string_view codes, scale, zeroPoint;
    bool rows = false;   ///< it takes rows of the weight and gives those: an embedding
    int packed = 0;      ///< bits of a code where a byte has several; 0: each code has a place of its own
    bool opaque = false;  ///< what is in the bytes is its own affair
};

/// A node that makes floating numbers of a constant's codes.
struct Unfolding {
    graph::NodeId node;
    std::string name;  ///< of the constant with the codes, without what a parametrisation adds
    const UnfoldingForm* form = nullptr;
};
/// In the order of the graph. Codes that a run changes (a cache) are no weights.
std::vector<Unfolding> unfoldingsOf(const evaluate::PreparedGraph& graph);

/// What of a weight's codes is not needed. Parts: channels; of a weight that has scales for groups or blocks those.
struct Waste {
    int bits = 0;    ///< that a code has
    int needed = 0;  ///< that would hold all of its codes, with the scales as they are
    std::uint64_t used = 0, possible = 0;  ///< different codes
    std::uint64_t parts = 0;
    std::uint64_t zero = 0;      ///< parts of zeros alone
    std::uint64_t half = 0;      ///< others whose codes reach half of what is possible, or less
    std::uint64_t outliers = 0;  ///< others in which one element alone reaches twice as far as any other, or further
    double spare = 0;  ///< bits: the mean over all parts but those of zeros of log2(what is possible / what is reached)
};

/// A weight that the export holds narrow. What is read of its codes is known once the graph was played.
struct Held {
    std::vector<Unfolding> unfoldings;  ///< of these codes, in the order of the graph
    WeightScheme scheme;
    std::uint64_t bytes = 0;     ///< codes, scales and zero points, as docs/FORMATS.md counts them
    std::optional<Waste> waste;  ///< nothing: codes of this form are not looked into
    /// The weight as floating numbers, made anew; empty: it was not met.
    std::function<Result<evaluate::Array>(const evaluate::Context&)> unfolded;
    bool rows() const noexcept { return unfoldings.front().form->rows; }
    /// "int8", "8da4w, groups of 32"; of other forms their operator.
    Sentence text() const;
};

/// Nodes that put a value which is no constant into few bits, with a scale that is one.
std::vector<graph::NodeId> fixedQuantisersOf(const evaluate::PreparedGraph& graph);

/// In how many bits an operand is that an operator takes, and whether its scale was known before.
struct OperandForm {
    Operand operand = Operand::AsIs;
    int bits = 0;  ///< 0: not told
};
OperandForm operandOf(const evaluate::PreparedGraph& graph, graph::ValueId value);

}  // namespace etscope::advisor
