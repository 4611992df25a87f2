// How a weight is kept: float, or integers with scales, and what becomes of what it is multiplied with. The words are those of
// schemes.h where that table has the scheme. Value type and pure functions; any thread. Rules: docs/FORMATS.md "Schemes of modules".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/scalar_type.h"
#include "base/sentence.h"

namespace etscope::advisor {

/// Which elements share a scale.
enum class Grain : std::uint8_t { Tensor, Channel, Group, Block };
/// "per_tensor", "per_channel", "per_group", "per_block".
std::string_view grainName(Grain grain) noexcept;

/// What the weight is multiplied with, while it runs.
enum class Operand : std::uint8_t { AsIs, Dynamic, Static };
/// "as_is", "dynamic", "static".
std::string_view operandName(Operand operand) noexcept;

struct WeightScheme {
    ScalarType type = ScalarType::Unknown;  ///< of a weight that is no integers; Unknown: it is, or nobody tells
    int bits = 0;                           ///< of an integer; 0: of a weight that is none
    Grain grain = Grain::Tensor;
    std::int64_t group = 0;          ///< Grain::Group: elements
    std::optional<bool> zeroPoints;  ///< another than the middle of the range; nothing: they cannot be read
    Operand operand = Operand::AsIs;
    int operandBits = 0;  ///< of Dynamic and Static; 0: not told

    bool known() const noexcept { return bits > 0 || type != ScalarType::Unknown; }
    /// The word of the advisor's table, "8da4w-32"; empty: the table has no such scheme.
    std::string id() const;
    /// "float", "8da4w, groups of 32", "int8, operands in int8 with fixed scales".
    Sentence text() const;
    /// Both are known, and not alike as far as both tell.
    bool differsFrom(const WeightScheme& other) const noexcept;
    friend bool operator==(const WeightScheme&, const WeightScheme&) = default;
};

/// Bits of integers between the two: 4 of −8 … 7; 0: no such number.
int bitsBetween(double least, double greatest) noexcept;

}  // namespace etscope::advisor
