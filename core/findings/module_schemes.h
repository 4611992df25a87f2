// How the weights of a method's modules are kept, as its recorded graph tells, and without one its program: constants of the plan
// and of decoded delegates. Reads graphs, payloads' tables and zero points; stored bytes by join::weights(). Any thread. Rules:
// docs/FORMATS.md "Schemes of modules".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "findings/weight_schemes.h"
#include "graph/stage_id.h"

namespace etscope::findings {

/// One module, by the largest of its weights with two axes and more.
struct ModuleScheme {
    std::string module;     ///< path; empty: of none, or no file tells
    std::string type;       ///< class: "Linear"; empty: no file tells
    graph::NodeRef reader;  ///< the operator that takes the weight
    std::string node;       ///< its path in its stage
    std::string op;         ///< its word: "linear", "xnnconv2d"
    std::string_view
        kind;  ///< "linear", "convolution", "embedding", "recurrent", "other": what operators of all stages have in common
    WeightScheme scheme;
    std::size_t otherwise = 0;           ///< further weights of the module that are kept otherwise
    std::uint64_t elements = 0;          ///< of the weight
    std::optional<std::uint64_t> bytes;  ///< that the program stores for the module; nothing: not known
};

struct MethodSchemes {
    graph::StageId stage;            ///< that was read; of program() delegates as well
    std::vector<ModuleScheme> rows;  ///< in the order of the graph
    std::vector<Sentence> untold;    ///< what may hold weights and cannot be read
};

/// Errors: `cancelled`. What cannot be read is `untold`.
Result<MethodSchemes> moduleSchemes(const session::MethodView& method, const JobContext& job);

}  // namespace etscope::findings
