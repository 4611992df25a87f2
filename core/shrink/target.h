// Target: what is to be shrunk: the culprit that was asked for, the nodes that it is about, the fault that is kept. Internal to
// core/shrink; any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "shrink/search.h"

namespace etscope::shrink {

struct Target {
    std::string method, address;
    causes::Culprit culprit;
    Wanted wanted;
    StateAs states = StateAs::Input;
    std::vector<std::string> backends;
    std::string foreign;  ///< the backend of the delegate at fault, whose partitioner is not known; empty: there is none
};

/// Nodes of one stage's graph.
struct Site {
    std::vector<graph::NodeId> seeds;   ///< at fault, of the top graph
    std::vector<graph::NodeId> inner;   ///< at fault, of bodies of control flow, which the seeds hold
    std::vector<graph::NodeId> within;  ///< that were lowered together with them
};

/// The culprit that `of` names; nothing and a sentence: there is none that is a program's. Errors: `no-such-method`,
/// `shrink-not-at-fault`, `shrink-no-run`, `cancelled`.
struct Choice {
    std::optional<Target> target;
    Sentence why;
    bool open = false;  ///< whether anything is at fault cannot be told
};
Result<Choice> chooseTarget(const session::Session& session, const std::string& of, const JobContext& job);

/// Where it is in the graph of a stage, which is the edge graph or the exported one.
Result<Site> siteOf(const session::Session& session, const Target& target, const Material& material, const JobContext& job);

/// The orders of dimensions that a caller may have fed in place of the export's, by the name of the input: of Cause::Layout.
std::map<std::string, std::vector<std::uint8_t>> ordersOf(const Target& target, const Material& material);

}  // namespace etscope::shrink
