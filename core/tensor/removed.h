// Removed tensors: whose elements were taken out of their file on purpose (`slim`), and what the file kept of them. Such a tensor
// is Meta: it has type and shape, and no bytes; its note says that they were removed, so that nobody takes them for missing.
// Stateless; any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tensor/content_hash.h"
#include "tensor/tensor.h"

namespace etscope::tensor {

/// What is known of elements that are not there any more.
struct RemovedContent {
    std::string sha256;  ///< elementsSha256() of them
    ContentHash hash;    ///< contentHash() of them
};

/// 64 digits of the SHA-256, 32 of the other.
std::string removedText(const RemovedContent& content);
/// Nothing for a text of another form.
std::optional<RemovedContent> parseRemoved(std::string_view text);

/// Makes it one; nothing: the file kept no hash.
void setRemoved(Tensor& tensor, const std::optional<RemovedContent>& content);
bool isRemoved(const Tensor& tensor);
/// Nothing for a tensor that is not removed, and where the file kept no hash.
std::optional<RemovedContent> removedContent(const Tensor& tensor);

}  // namespace etscope::tensor
