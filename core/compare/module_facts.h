// What the modules of a recorded graph are made of: operators, types of weights and inputs, where they run, bytes that the program
// stores for them. One side of module_changes.h. Any thread. Rules: docs/FORMATS.md "Difference by modules".
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "modules/graph_index.h"
#include "session/session.h"

namespace etscope::compare {

/// A weight that the module's operators take. Scales and zero points are no weights here.
struct ModuleWeight {
    std::string name;                         ///< qualified: "layers.0.attention.wq.weight"
    std::string type;                         ///< "f32", "int4"
    std::string scheme;                       ///< "per tensor", "per channel", "in groups of 32"; empty: not quantised
    std::string shape;                        ///< "[576,576]"
    std::optional<std::uint64_t> bytes = {};  ///< of the recorded tensor; nothing: its sizes do not tell
    std::vector<std::string> readers = {};    ///< paths of the modules whose operators take it, each once
};

/// Of one module: what lies directly inside, not in its children.
struct ModuleFacts {
    std::string type;                    ///< class: "Linear"
    std::vector<std::string> operators;  ///< words, sorted, each as often as it is there; shapes and quantisation aside
    std::vector<ModuleWeight> weights;   ///< in the order of the graph's inputs
    std::string input;                   ///< "int8 per token": how inputs are quantised when it runs; empty: they are not
    std::map<std::string, std::set<std::int64_t>> runs;  ///< delegates by backend
    bool kernels = false;                                ///< an operator runs as a kernel of its own
    bool partly = false;                                 ///< of several together: of some it is not known where they run
    std::vector<graph::NodeId> nodes;
    std::optional<std::uint64_t> bytes;  ///< of weights that the program stores for it; nothing: it has no weight, or none is known

    /// Whether it is known where its operators run.
    bool placed() const noexcept { return kernels || !runs.empty(); }
};

/// A method at a stage: modules by path, "" for what is in none.
struct MethodFacts {
    graph::StageId stage;
    std::shared_ptr<const modules::GraphIndex> index;
    std::vector<std::string> order;  ///< paths as the hierarchy has them: parents before children
    std::map<std::string, ModuleFacts, std::less<>> modules;
};

/// Reads graphs, contents of weights (join::weights()) and links. Errors: those of join::graphIndex(), `cancelled`.
Result<MethodFacts> methodFacts(const session::MethodView& method, const graph::StageId& stage, const JobContext& job);

/// Of a module and all inside, of the whole method for "": operators, weights, places, nodes and bytes of all together. Class and
/// input are the module's own.
ModuleFacts factsInside(const MethodFacts& facts, std::string_view path);

/// The path of the module around: "layers.0" of "layers.0.attention"; "" of "layers".
std::string_view parentPath(std::string_view path) noexcept;

}  // namespace etscope::compare
