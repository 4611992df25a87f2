// What the session knows of pictures: which tensors are some, and what was done to their pixels. Any thread. Rules: docs/FORMATS.md
// "Pictures".
#pragma once

#include <optional>
#include <vector>

#include "inventory/tensor_rows.h"
#include "tensor/picture.h"
#include "tensor/statistics.h"

namespace etscope::inventory {

/// By the metadata of the program: two keys that differ by "mean" and "std" and speak of images, pixels or preprocessing, with one
/// number or three. Nothing: there are none.
std::optional<tensor::Normalisation> pictureNormalisation(const session::Session& session);

/// Whether it is worth offering as a picture: at least 4 × 4 pixels, and no strip.
bool looksLikePicture(const tensor::Tensor& tensor);

/// Whether a tensor is what a case is fed with. Raw inputs have no role of their own: "in-vision_encoder-0-0.npy".
bool isInput(const TensorRow& row);

struct PictureInput {
    TensorRow row;
    bool ofOtherMethod = false;  ///< that it belongs to the case is told by the numbers of the cases alone
};
/// Inputs in colours of that case of the method, else of the same case of another method.
std::vector<PictureInput> pictureInputs(const std::vector<TensorRow>& tensors, const std::string& method,
                                        std::optional<std::int64_t> caseIndex);

/// What speaks for a picture being the one that a case was fed with.
struct PictureChecks {
    tensor::Statistics values;
    std::vector<unsigned> equal, different;  ///< files that hold the same input of the same case, with equal or other elements
};

/// Of one of pictureInputs() of these tensors. Reads its elements and those of its counterparts; what cannot be read is left out.
/// Errors: those of reading the picture, `cancelled`.
Result<PictureChecks> pictureChecks(const std::vector<TensorRow>& tensors, const PictureInput& picture, const JobContext& job);

}  // namespace etscope::inventory
