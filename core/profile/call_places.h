// Where a call of a method belongs: its operator, who runs it, its module; and what the steps inside delegates do. One thread.
// Rules: docs/FORMATS.md "Times".
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "join/links.h"
#include "profile/event_statistics.h"
#include "program/plan.h"
#include "session/session.h"

namespace etscope::profile {

/// What an instruction runs; empty: not known, or there is none.
struct CallPlace {
    std::string op;       ///< "aten::add.out"; without a program the kernel's name; empty for delegate calls, jumps, moves
    std::string backend;  ///< "CPU", the delegate's id; "delegate" without a program
    std::string module;   ///< the innermost around all nodes that it runs: "layers.0.attention"
    bool delegateCall = false;
    // Of a step inside a delegate, as far as its id or the record's delegate map tells.
    std::string delegateNode;        ///< the node of the delegate's own graph
    std::vector<std::string> nodes;  ///< of the record's edge graph
};

struct DumpedCall {
    /// Of a run at the median; of an instruction that was not noted itself those of its longest event. Nothing: only steps inside
    /// were noted.
    std::optional<double> ticks;
    std::string kernel;         ///< of "native_call_<kernel>"; empty: none was noted
    bool delegateCall = false;  ///< DELEGATE_CALL, or a step inside
};
/// What a dump itself tells of the instructions that ran in one set of runs.
struct DumpedCalls {
    std::map<std::int64_t, DumpedCall> byInstruction;
    double ticks = 0;   ///< of all of them
    bool added = true;  ///< whether their times can be added: they do not overlap and have one unit

    const DumpedCall* find(std::int64_t instruction) const;
    /// The share that calls which took so long together have in the time of all: the one that all tables, answers and findings
    /// say. Nothing: the times cannot be added, or have no length.
    std::optional<double> shareOf(double part) const;
};
DumpedCalls callsOf(std::span<const EventStatistics> events);

/// A method's calls. Without a record nothing is said of modules.
class CallPlaces {
public:
    /// `method` empty: not known, then only the names of the dump tell.
    CallPlaces(const session::MethodView& method, const JobContext& job);

    /// The plan's word counts, else that of the dump.
    CallPlace of(std::int64_t instruction, const DumpedCall& noted) const;
    /// A step that a backend noted inside the instruction: the operator that its id names, else that of the nodes that the
    /// record's delegate map or the decoded delegate gives it.
    CallPlace ofStep(std::int64_t instruction, const std::string& delegateId) const;

    /// Words of the operators that a delegate call runs, in graph order, each once: "linear", "gelu"; those that only arrange
    /// elements where there are no others. Empty: the record does not tell.
    std::vector<std::string> operatorsOf(std::int64_t instruction) const;

private:
    std::vector<graph::NodeRef> nodesOfStep(std::int64_t instruction, const std::string& delegateId) const;
    std::string delegateNodeOf(std::int64_t instruction, const std::string& id) const;
    std::string targetOfStep(std::int64_t instruction, const std::string& delegateId,
                             const std::vector<graph::NodeRef>& nodes) const;

    const session::MethodView m_method;
    const JobContext& m_job;
    const program::ExecutionPlan* m_plan = nullptr;
    std::shared_ptr<const join::MethodLinks> m_links;
    std::shared_ptr<const join::MethodHandles> m_handles;
    std::map<std::int64_t, std::size_t> m_rowOf;  ///< instruction → row of the handles
};

/// "Convolution (NHWC, F32) IGEMM #3" → "Convolution (NHWC, F32) IGEMM"; of the JSON that Vulkan writes the operator's or shader's
/// name; empty: the id is a number, or the backend's word for something else.
std::string stepType(std::string_view delegateId);

/// The id by which the backend's graph and the record's delegate map know a step: that which Vulkan's JSON names
/// (`delegate_node_id`), else the delegate id itself.
std::string stepNode(std::string_view delegateId);

/// "layers.3.attention" → {"layers.3", 3}: up to the first part that is a number; nothing without one.
struct LayerOfModule {
    std::string path;
    std::int64_t index = 0;
};
std::optional<LayerOfModule> layerOf(std::string_view module);

}  // namespace etscope::profile
