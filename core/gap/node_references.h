// Reference values by debug handle, those of nodes with several results included. Internal to core/gap; pure functions.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gap/reference_values.h"
#include "join/handles.h"

namespace etscope::gap {

/// A node as files of values name it.
struct NodeName {
    std::string path;
    std::vector<std::string> results;  ///< their names; none where the only one has the node's
};
/// The nodes of each handle.
using NodeNames = std::map<std::int64_t, std::vector<NodeName>>;
/// What stands against a call: one value; the results of a node with several, in order, as far as they are known.
using Reference = std::vector<std::optional<tensor::Value>>;

/// Several results stand under the node's name as a list, or each under its own; empty: there is none.
Reference referenceOf(const NodeName& node, const ReferenceValues& references);

/// Getitem nodes hold parts of others.
bool holdsPart(const std::string& path);

/// The stage whose nodes carry handles: edge nodes keep their names in the stages recorded around it.
graph::StageId homeOf(const graph::StageId& stage);
/// The nodes of that home which carry handles.
join::NodesByHandle nodesOf(const join::MethodHandles& handles, const graph::StageId& stage);
NodeNames namesOf(const join::MethodHandles& handles, const graph::StageId& stage);

/// The reference of each handle: that of the last of its nodes which has one.
std::map<std::int64_t, Reference> referenceByHandle(const NodeNames& nodes, const ReferenceValues& references);

}  // namespace etscope::gap
