// Values that a file names: arrays of an .npz or .safetensors, entries of a dict that torch.save wrote. Any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/job_context.h"
#include "session/session.h"
#include "tensor/tensor.h"

namespace etscope::compare {

struct NamedValue {
    std::string name;
    tensor::Value value;
    std::optional<std::size_t> element;  ///< of a list of several under this name; nothing: the name has one value
};

/// Headers are read, contents on demand; none for files of other kinds. The values of a list follow each other. Errors: those of
/// the readers.
Result<std::vector<NamedValue>> namedValues(const session::SessionFile& file, Diagnostics& diagnostics, const JobContext& job);

}  // namespace etscope::compare
