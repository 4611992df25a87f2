// Text of elements and shapes, as tables, tooltips and csv show them.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/scalar_type.h"
#include "tensor/element_reader.h"

namespace etscope::tensor {

/// The element exactly: the shortest decimal that reads back as the same value of `type` (0.1 for an f16 of 0.0999756);
/// "true", "-5", "NaN", "Infinity", "1.5-2i"; bit types as "0x3F".
std::string elementText(const Element& element, ScalarType type);

/// "[1,576]"
std::string shapeText(std::span<const std::int64_t> shape);
/// "f32[1,576]"
std::string typeAndShapeText(ScalarType type, std::span<const std::int64_t> shape);
/// "[0, 3, 1]": a place
std::string indexText(std::span<const std::int64_t> index);

}  // namespace etscope::tensor
