// Synthetic graphs of any size in the four families that layouts are judged by, and the layout input made from them. The same
// kind and size give the same nodes, sizes and edges, on every machine. No Qt, so that benchmarks may use them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "layout/layout.h"

namespace etscope::test {

enum class Family : std::uint8_t {
    Decoder,         ///< "tf": transformer decoder; mask and rotary tables are shared by all layers
    CutDecoder,      ///< "tfcut": the same, with mask and tables repeated where they are used
    Convolutions,    ///< "cnn": residual blocks, and skips over up to the whole depth
    SplitAttention,  ///< "sha": every attention head by itself, which makes wide blocks
};
inline constexpr Family kFamilies[] = {Family::Decoder, Family::CutDecoder, Family::Convolutions, Family::SplitAttention};

/// "tf", "tfcut", "cnn", "sha".
std::string_view familyWord(Family family) noexcept;

struct FamilyNode {
    std::string label;
    std::string module;  ///< "layers_0/attention"; empty: the root
    layout::Size size;
};

struct FamilyGraph {
    std::vector<FamilyNode> nodes;                               ///< in execution order
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;  ///< producer, consumer; each pair once
};

/// At least `size` nodes: whole blocks are added until there are that many.
FamilyGraph makeFamily(Family family, std::size_t size);

/// One group, every edge drawn; edges of one producer are one value.
layout::LayoutInput flatInput(const FamilyGraph& graph);
/// One group for each module, nested by the parts of its name.
layout::LayoutInput nestedInput(const FamilyGraph& graph);

/// A producer and a chain of `count` consumers, each taking a value of its own (`ownValues`) or all the same one.
layout::LayoutInput splitIntoChain(std::uint32_t count, bool ownValues);
/// A producer of `count` values, each for one consumer, which one last node joins.
layout::LayoutInput splitAndJoin(std::uint32_t count);

}  // namespace etscope::test
