// Taps as calls of the numeric gap: what runs gave as outputs of values inside the method, and the references of these. Internal to
// core/gap. One thread. Rules: docs/FORMATS.md "Taps".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gap/calls.h"
#include "gap/gap.h"

namespace etscope::gap {

struct TapCall {
    join::Tap tap;
    Call call;         ///< its only value is the output
    std::string node;  ///< path in the stage; empty: nothing tells what it is of
    std::optional<tensor::Value> reference;
    Sentence note;  ///< why there is none
};

/// Of each tap the first of these runs that gave it. `stage`: whose nodes the references are of. Errors: `cancelled`, those of
/// join::taps().
Result<std::vector<TapCall>> tapCalls(const session::MethodView& method, const std::vector<join::SessionRun>& runs,
                                      const graph::StageId& stage, const join::MethodHandles& handles,
                                      const ReferenceValues& references, const JobContext& job);

/// What the reducer of the tap makes of a value. Errors: those of evaluate::apply().
Result<tensor::Value> tapped(const join::Tap& tap, const tensor::Value& value, bool wide, const JobContext& job);

}  // namespace etscope::gap
