// Metadata of program nodes: module stack, stack trace, provenance, source functions. Parsed when shown, never while a program
// is read. All parsers take untrusted text and never fail a node because of an odd item. Stateless; any thread.
// Rules: docs/FORMATS.md "Node metadata".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "graph/graph_model.h"

namespace etscope::exported {

/// One item of `nn_module_stack`, outermost first; at most limits::kMaxModuleDepth of them.
struct ModuleCall {
    std::string path;  ///< "layers.0.attn"; "" is the root. A leading L['self'] is removed
    std::string type;  ///< "torch.nn.modules.linear.Linear"
    std::string key;   ///< tells calls of one module apart
};
std::vector<ModuleCall> parseModuleStack(std::string_view text);

/// One frame of a Python traceback, outermost first.
struct Frame {
    std::string file;
    std::int64_t line = 0;
    std::string function;  ///< empty: not stated
    std::string text;      ///< the source line, trimmed; empty: not stated
};
std::vector<Frame> parseStackTrace(std::string_view text);

/// One provenance record: a node of an earlier graph.
struct NodeSource {
    std::string name;
    std::string target;
    std::int64_t graphId = -1;
    std::string passName;
    std::string action;  ///< "create", "replace", joined with "+"
};
/// The chain through the last record of each level: nearest ancestor first, greatest ancestor last. Empty for `null` and `[]`.
/// Errors: `provenance-damaged` (what was read before is lost: it is one item of one node).
Result<std::vector<NodeSource>> parseFromNode(std::string_view json);

/// The decoded text of a slice of the model's document; empty when absent. Invalid UTF-8 is repaired.
/// Errors: those of reading, `json-string-damaged` (bad escape), `limit-exceeded`.
Result<std::string> decodedText(const graph::GraphModel& model, const TextSlice& slice);

/// The node's own metadata, read from the file and parsed.
std::vector<ModuleCall> moduleStack(const graph::GraphModel& model, const graph::Node& node);
Result<std::vector<Frame>> stackTrace(const graph::GraphModel& model, const graph::Node& node);
Result<std::vector<NodeSource>> fromNode(const graph::GraphModel& model, const graph::Node& node);

}  // namespace etscope::exported
