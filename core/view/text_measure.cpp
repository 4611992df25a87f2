#include "view/text_measure.h"

#include "base/enum_table.h"

namespace etscope::view {
namespace {

/// Advance per character at 13 px: narrow, usual, wide letters.
double advance(unsigned char c) noexcept {
    static constexpr std::string_view kNarrow = "iIl.,:;'|!()[]tfjr ", kWide = "mwMW@%";
    if ((c & 0xC0U) == 0x80U) return 0;
    if (kNarrow.find(static_cast<char>(c)) != std::string_view::npos) return 4.2;
    return kWide.find(static_cast<char>(c)) != std::string_view::npos ? 11 : 7.4;
}

std::size_t nextStart(std::string_view text, std::size_t at) noexcept {
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) ++at;
    return at;
}

}  // namespace

double TableTextMeasure::width(std::string_view text, TextRole role) const {
    static constexpr EnumTable<TextRole::Code, double> kScale({1.04, 1.0, 0.87, 0});
    double width = 0;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        width += role == TextRole::Code ? ((byte & 0xC0U) == 0x80U ? 0 : 6.9) : advance(byte) * kScale[role];
    }
    return width;
}

std::string elidedMiddle(std::string_view text, double width, TextRole role, const TextMeasure& measure) {
    if (measure.width(text, role) <= width) return std::string(text);
    for (std::size_t keep = text.size(); keep > 3; keep = keep > 40 ? keep * 9 / 10 : keep - 1) {
        const std::size_t tail = nextStart(text, text.size() - keep / 2), head = nextStart(text, keep - keep / 2);
        std::string shorter = std::string(text.substr(0, head)) + "…" + std::string(text.substr(tail));
        if (measure.width(shorter, role) <= width) return shorter;
    }
    return "…";
}

}  // namespace etscope::view
