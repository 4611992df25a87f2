// Blame: the first node that differs between two ways, found back from an output that does. Internal to core/consistency; pure
// functions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/sentence.h"
#include "consistency/agreement.h"

namespace etscope::consistency {

/// A node of a graph as people find it.
struct Place {
    std::string node;      ///< its path
    std::string target;    ///< "aten.slice.Tensor"
    std::string module;    ///< path of the innermost module; empty: the root, or not told
    std::string source;    ///< "model.py:30"; empty: not told
    std::string code;      ///< the line's text
    std::string constant;  ///< the buffer or parameter that it reads first; empty: none
};

struct Blame {
    Place first;                ///< the node that makes the difference
    std::optional<Place> from;  ///< where it begins, if that is before `first`: arithmetic of positions that a mask is made of
    std::optional<Place> seen;  ///< where it is seen first, if that is behind `first`: the softmax that a mask lets see too much
    std::string state;          ///< what carries it from call to call; empty: nothing does
    std::vector<std::string> path;    ///< nodes that differ, from `first` to the output
    std::size_t left = 0, right = 0;  ///< calls of both ways in which it is first met
};

struct BlameOptions {
    bool leftOver = false;  ///< a state differs because of what was said before: who reads it is to blame, not who wrote it
    bool leaks = false;     ///< what differs is seen though a mask should hide it: the mask is to blame
};

/// The ways have their nodes. Nothing: no node differs that can be compared.
std::optional<Blame> blame(const session::MethodView& method, const Way& left, const Way& right, const std::vector<Pair>& pairs,
                           const Disagreement& found, const BlameOptions& options, const JobContext& job);

/// The node as people find it.
Place placeOf(const session::MethodView& method, const Subject& subject, graph::NodeId node, const JobContext& job);

}  // namespace etscope::consistency
