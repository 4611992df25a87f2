// Parts of Python text: names, numbers, types, small tensors. Internal to core/shrink; any thread.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "evaluate/value.h"

namespace etscope::shrink {

/// A name of Python that is none of `taken`, which it joins: "l.weight" gives "l_weight", then "l_weight_1".
std::string freeName(std::string_view wish, std::set<std::string>& taken);
/// Whether a text of a file can be a name of code as it stands: letters, digits, single underscores. What else it says is never
/// written into code.
bool isWord(std::string_view text) noexcept;
/// "torch.float32"; empty: PyTorch has none of that name.
std::string torchType(ScalarType type);
/// "0.1", "torch.nan", "-torch.inf".
std::string numberText(double value, bool single = false);
/// "(2, 3)", "(4,)".
std::string shapeText(const evaluate::Dims& shape);
/// "float32 [2, 3]", of a comment.
std::string typeText(const evaluate::Array& array);

/// Elements that code states as they are, at most; more of them stand in a file beside it.
constexpr std::int64_t kMostLiterals = 32;
/// Whether all elements are the same, bit by bit; of one that cannot be read: false.
bool isFilled(const evaluate::Array& array);
/// The smallest and the largest finite element; nothing: there is none, or they cannot be read.
std::optional<std::pair<double, double>> rangeOf(const evaluate::Array& array);
/// "torch.full((2, 3), 0.5)" of one whose elements are all the same. Errors: those of reading.
Result<std::string> fullText(const evaluate::Array& array);
/// The text in lines of at most so many characters where it has spaces.
std::string wrapped(std::string_view text, std::size_t columns);

/// "torch.tensor([[1.0, 2.0]])". Errors: those of reading.
Result<std::string> tensorText(const evaluate::Array& array);

}  // namespace etscope::shrink
