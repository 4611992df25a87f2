// Parts of what is told of an operator: its links to the other stages, its calls, its error. Made in a job.
#pragma once

#include <optional>

#include "docks/facts/entity_facts.h"
#include "graph/data_flow.h"
#include "graph/graph_model.h"
#include "graph/stage_id.h"

namespace etscope::ui {

struct NodeFacts {
    QString id, target, family;
    QString modulePath, moduleClass;
    QList<MarkedFact> chain;  ///< what it is elsewhere
    Facts inputs, outputs, consumers, attributes;
    QList<FactGroup> groups;  ///< further ones
};

/// At most this many links of one kind in a line.
inline constexpr qsizetype kShownLinks = 8;
QString joinedLinks(const QStringList& links);

// node_links.cpp
/// What the node is in the other stages, and where it runs.
void addLinks(const SessionPtr& session, const Address& address, const graph::NodeRef& ref, const graph::Node& node,
              NodeFacts& facts, const JobContext& job);
/// Events and logged values of the instructions that the node became, in the runs of its method.
void addRuntime(const SessionPtr& session, const Address& address, const graph::NodeRef& ref, NodeFacts& facts,
                const JobContext& job);
/// The value that the node, or the call that it became, is held against: what the Numeric gap compares.
void addReference(const SessionPtr& session, const Address& address, const graph::NodeRef& ref, NodeFacts& facts,
                  const JobContext& job);
/// The innermost frame of the own code; for nodes that were made from others, that of the first of them.
void addSource(const SessionPtr& session, const Address& address, NodeFacts& facts, const JobContext& job);
/// The delegate of the plan that a node calls or runs in; nothing when there is none or several.
std::optional<std::size_t> delegateOf(const session::Session& session, const Address& address, const graph::GraphModel& model,
                                      graph::NodeId node, const JobContext& job);

// delegate_facts.cpp
/// Payload, format, graph and files inside of a delegate; nothing where the program has none of that number.
std::optional<FactGroup> delegateGroup(const session::MethodView& method, std::size_t index, const JobContext& job);
/// With its share of the method; no groups where the session has no program with it.
Result<EntityFacts> tellDelegate(const EntityQuestion& question, const JobContext& job);

// node_links.cpp
/// Where the error of an operator comes from; none where nothing is known of its call.
Result<QList<MarkedFact>> gapFacts(const SessionPtr& session, const Address& address, const JobContext& job);

}  // namespace etscope::ui
