// Whole outputs in files: raw .npy files of either side, and files of references that are given apart from the session's.
// Internal to core/compare.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "compare/output_sources.h"

namespace etscope::compare {

enum class FileSide : std::uint8_t { Reference, Runtime };

/// Of the session's .npy files: ref-<method>-<number>-<output>.npy or out-…, or one of two lone files of other names (or of one
/// name in two folders), of which the first is the reference. Empty when there is none.
OutputSource fileOutputs(std::shared_ptr<const session::Session> session, FileSide side);

/// Cases of the files ref-<method>-<number>-<output>.npy by method, from their names alone.
std::map<std::string, std::size_t> referenceFileCases(const session::Session& session);

/// References of folders (ref-… files, else out-… files) and of .npy, .npz, .safetensors and torch.save files: named
/// METHOD/CASE/OUTPUT, else in order the outputs of case 0 of `method`, when there is only one. Errors: those of the readers,
/// `reference-method`, `reference-empty`.
Result<std::vector<OutputValue>> givenReferences(const std::vector<std::string>& paths, const std::string& method,
                                                 Diagnostics& diagnostics, const JobContext& job);

}  // namespace etscope::compare
