// The mark of an artifact whose storages were zeroed on purpose (`slim`): that they were, and the hashes of the tensors' elements.
// It stands in the artifact itself: a record of the archive, or behind the end of a pickle, where PyTorch does not look. Stateless;
// any thread. Format: docs/FORMATS.md "Removed content".
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/job_context.h"
#include "base/result.h"
#include "io/source.h"
#include "pickle/storages.h"
#include "tensor/removed.h"

namespace etscope::pickle {

/// The record's name, behind the archive's prefix.
inline constexpr std::string_view kRemovedRecord = "etscope_removed";

/// Which tensor it is, whatever it is called: storage, place in it, shape, type.
std::string removedKey(const tensor::Tensor& tensor, std::string_view storage);

/// What was removed, by removedKey().
using RemovedTensors = std::map<std::string, tensor::RemovedContent, std::less<>>;

/// The text of a mark, and the same with what tells its length and that it is one, to stand at the end of a file.
std::string markText(const RemovedTensors& tensors);
std::string markTail(const RemovedTensors& tensors);
/// The mark at the end of a file; nothing when there is none.
std::optional<ByteRange> markAtEnd(const ByteRange& file);

/// Keeps a mark beside the storages, as ranges of its own that no storage's key can name. Errors: those of JsonReader,
/// `removed-mark-damaged`; that there is a mark is kept all the same.
Result<void> keepMark(const ByteRange& mark, Storages& storages, const JobContext& job);
bool hasMark(const Storages& storages);
/// Nothing where the mark keeps no hash of the tensor.
std::optional<tensor::RemovedContent> removedContent(const Storages& storages, const tensor::Tensor& tensor,
                                                     std::string_view storage);

}  // namespace etscope::pickle
