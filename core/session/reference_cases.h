// The cases of a record's reference outputs, by method. Any thread.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "session/session.h"

namespace etscope::session {

/// The method that the record's values without a method name belong to: "forward", or the only method; empty otherwise.
std::string defaultMethod(const Session& session);

/// The cases of a `reference_outputs` artifact by method, in file order: a dict of method → list of cases; a plain list
/// belongs to `fallback`. Each case is the value below which the outputs are found (docs/FORMATS.md "Reference outputs").
std::vector<std::pair<std::string, std::vector<pickle::ValueId>>> referenceCases(const pickle::Artifact& artifact,
                                                                                 const std::string& fallback);

/// The flat values that a stored object holds, in order.
std::vector<tensor::Value> leafValues(const pickle::Artifact& artifact, pickle::ValueId from, const JobContext& job);

/// Representative inputs: a list of containers is a list of cases; empty: the whole, a flat list, is one.
std::vector<pickle::ValueId> representativeCases(const pickle::Artifact& artifact);

}  // namespace etscope::session
