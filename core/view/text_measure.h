// TextMeasure: how wide a text is, in base units. The window answers with its font metrics, exports with a table.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace etscope::view {

enum class TextRole : std::uint8_t {
    Title,  ///< 13 px semibold: node titles, group names
    Body,   ///< 13 px: class names
    Small,  ///< 11 px: counts
    Code,   ///< 11.5 px fixed: node ids, stubs, edge labels, tags
};

class TextMeasure {
public:
    virtual ~TextMeasure() = default;
    virtual double width(std::string_view text, TextRole role) const = 0;
};

/// Average advances of a common sans-serif and a fixed font: good to some 5 %, the same on every machine.
class TableTextMeasure final : public TextMeasure {
public:
    double width(std::string_view text, TextRole role) const override;
};

/// The text shortened in the middle with "…" so that `measure` says at most `width`; keeps the end, which often is a number.
std::string elidedMiddle(std::string_view text, double width, TextRole role, const TextMeasure& measure);

}  // namespace etscope::view
