// The `stages` document: the same inputs through every recorded graph of a method. Any thread.
#pragma once

#include <optional>
#include <string>

#include "replay/graph_inputs.h"
#include "report/documents.h"

namespace etscope::report {

/// Of one method; of all where `method` is empty: in a list where there are several. `breaks` becomes true when the outputs change
/// on the way by more than rounding. Errors: those of stages::stageArrows(); of all methods, those of the last where none could be
/// computed.
Result<Json> stagesDocument(const session::MethodView& method, const std::optional<replay::InputChoice>& inputs, bool& breaks,
                            const JobContext& job);

/// The document as people read it.
std::string stagesText(const Json& document);

}  // namespace etscope::report
