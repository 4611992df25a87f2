// Sketch: a part of a recorded graph as a program of its own: which nodes, what they are fed, what they give. What shrink changes,
// lowers and judges, and what code is written from. Value type; any thread.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "evaluate/value.h"
#include "graph/graph_model.h"

namespace etscope::shrink {

enum class FeedKind : std::uint8_t {
    Input,     ///< a caller gives it
    Constant,  ///< the program holds it
    State,     ///< the same, and the program writes it
};

/// A value that the part reads and does not make.
struct Feed {
    graph::ValueId value;
    FeedKind kind = FeedKind::Input;
    std::string name;                      ///< of the code, unique among the feeds
    evaluate::Array array;                 ///< row-major; of a State what it begins with
    std::vector<evaluate::Array> further;  ///< of an Input what further calls are fed
    bool seeded = false;                   ///< the code makes it of random numbers of a fixed seed, not of `array`'s elements
    double low = 0, high = 1;              ///< between which those are
};

/// What a call leaves in a State.
struct Write {
    graph::ValueId state, value;
};

struct Sketch {
    std::shared_ptr<const graph::GraphModel> graph;
    std::vector<graph::NodeId> nodes;  ///< of the top graph, in its order
    std::vector<Feed> feeds;
    std::map<graph::ValueId, evaluate::Value> numbers;  ///< sizes and other numbers that nodes outside make
    std::vector<graph::ValueId> outputs;
    std::vector<Write> writes;
    /// Nodes, of bodies too, that are left out, and what stands for what they give: a value that they read.
    std::map<graph::NodeId, graph::ValueId> passed;
    std::vector<std::string> backends;           ///< whose partitioners take what they can, in this order
    std::map<std::int64_t, std::int64_t> sizes;  ///< in place of the graph's, where its arguments name sizes
    std::map<std::string, std::vector<std::uint8_t>>
        orders;          ///< by feed: the dimensions as a caller lays them out, against the export
    bool plain = false;  ///< written as a person writes models: `torch.pow(x, 3)`, where the operator is only lowered to

    std::size_t calls() const noexcept;
    /// Of what callers give in one call; of what the program holds; both as data, without what is of a seed or all one number.
    std::uint64_t inputBytes() const noexcept;
    std::uint64_t constantBytes() const noexcept;
    /// Nodes that compute: quantisers around them are part of them, and count where there is nothing else.
    std::vector<graph::NodeId> computing() const;
    std::size_t operators() const;
};

/// The sketch as a person writes it: plain calls, and what operators gave is called x, y, z.
Sketch plain(Sketch sketch);

/// "aten.pow.Tensor_Scalar" of the node; "cond" of control flow.
std::string operatorName(const graph::GraphModel& model, graph::NodeId node);
std::set<std::string> operatorNames(const graph::GraphModel& model, const std::vector<graph::NodeId>& nodes);

}  // namespace etscope::shrink
