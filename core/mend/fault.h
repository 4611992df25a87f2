// What is at fault in a session, as remedies take it: each culprit with the operators of the record's graph that it may be. Any
// thread.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "causes/method_culprits.h"
#include "session/session.h"

namespace etscope::mend {

/// How much of a method is about the suspicious nodes of an operator.
struct Counts {
    std::size_t all = 0;                    ///< nodes that run this operator
    std::size_t like = 0;                   ///< of these, with the arguments of a suspicious one as far as they are no values
    std::size_t around = 0;                 ///< operators that suspicious ones read from or are read by, with them
    std::vector<std::string> modules = {};  ///< that suspicious ones stand in, as paths: "layers.0.mlp"
    std::size_t inModules = 0;              ///< nodes with operators that stand there

    Counts& operator+=(const Counts& other);
};

/// An operator of the edge graph that may be at fault, and where it stands.
struct Suspect {
    std::string op;                       ///< "aten.gelu.default"
    std::vector<std::string> nodes = {};  ///< their names, without the graphs around them
    /// Of all faults of the method: what is done about an operator is done about all nodes of it that any of them names.
    Counts counts = {};
    std::set<std::uint32_t> ids = {};  ///< of `nodes` in the edge graph
};

struct Fault {
    std::string method;
    causes::Culprit culprit;
    std::string address;            ///< of the instruction, else the method
    std::string backend;            ///< of its delegate; empty: it is in none
    std::vector<Suspect> suspects;  ///< those of which least would be changed first
};

/// "aten.gelu.default" of a target of the edge dialect; empty: it is none. It becomes code: what is no name with dots is none.
std::string edgeOperator(std::string_view target);

/// All culprits of the session that are of one cause: that of the answer, or of what `of` names (an address or a method; empty:
/// all). Errors: `no-such-address`, `cancelled`, those of findings::verdict().
Result<std::vector<Fault>> faultsOf(const session::Session& session, const std::string& of, const JobContext& job);

/// Suspects of all faults together, each operator once, with the sums of their methods.
std::vector<Suspect> suspectsOf(const std::vector<Fault>& faults);

}  // namespace etscope::mend
