// State of a method: the buffers in which its calls leave something. Who holds each and what it begins with is decided here, for
// all that compute, judge or lint. Any thread. Rules: docs/FORMATS.md "Memory of a run".
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/scalar_type.h"
#include "program/plan.h"
#include "session/session.h"

namespace etscope::replay {

struct StateBuffer {
    enum class Owner : std::uint8_t { Program, Delegate };
    /// What a process finds there at its first call.
    enum class Initial : std::uint8_t {
        Program,  ///< the program's values, those of `tensor`
        Zeros,    ///< what runtimes begin with, where the program carries no values
        Given,    ///< what the delegate was given when it was exported
        Unknown,  ///< the program carries values, and nothing tells whose they are
    };

    std::string name;  ///< target of the graph's input
    Owner owner = Owner::Program;
    Initial initial = Initial::Zeros;
    const program::TensorInfo* tensor = nullptr;
    ScalarType type{};                ///< of the record's tensor, as is `shape`; not of Given and Unknown
    std::vector<std::int64_t> shape;
};

using State = std::vector<StateBuffer>;
/// Of a recorded stage's graph and the programs of its delegates, in order. Of graphs that write in place: what any recorded stage
/// of the method states. Kept after the first call. Errors: those of session::Session::program() and recordConstants().
Result<std::shared_ptr<const State>> stateOf(const session::MethodView& method, const graph::StageId& stage, const JobContext& job);

}  // namespace etscope::replay
