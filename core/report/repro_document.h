// The pack of one operator or delegate call: its inputs, weights, reference and runtime outputs, and a script for PyTorch.
#pragma once

#include <optional>
#include <string>

#include "report/documents.h"

namespace etscope::report {

/// Writes the pack of the thing at `address` (METHOD/STAGE/NODE, METHOD/program/0/4) as a folder, and says what is in it. Its
/// inputs are those that `run` (unless told the method's first run) logged, else those that the record's graph gives; the document
/// says which, and what is unknown and why. Errors: `no-such-address`, `no-such-run`, `repro-nothing`, those of replay::audit(),
/// stages::computeGraph() and of writing.
Result<Json> reproDocument(const session::Session& session, const std::string& address, std::optional<std::size_t> run,
                           const std::string& folder, const JobContext& job);

std::string reproText(const Json& document);

}  // namespace etscope::report
