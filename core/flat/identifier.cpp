#include "flat/identifier.h"

#include <algorithm>

namespace etscope::flat {

IdentifierAge ageOf(std::string_view identifier, std::string_view known) noexcept {
    constexpr std::size_t kSize = 4, kLetters = 2;
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    if (identifier.size() != kSize || identifier.substr(0, kLetters) != known.substr(0, kLetters) ||
        !std::ranges::all_of(identifier.substr(kLetters), isDigit))
        return IdentifierAge::Foreign;
    if (identifier == known) return IdentifierAge::Known;
    return identifier > known ? IdentifierAge::Newer : IdentifierAge::Older;
}

void reportNewer(std::string_view identifier, std::string_view known, std::string_view code, const std::string& where,
                 Diagnostics& diagnostics) {
    diagnostics.error(code, where,
                      "a newer version: the identifier is " + std::string(identifier) + ", this reader knows " +
                          std::string(known) + "; it is read as such, and what is shown may be wrong");
}

bool isReadable(std::string_view identifier, std::string_view known, std::string_view code, const std::string& where,
                Diagnostics& diagnostics) {
    const IdentifierAge age = ageOf(identifier, known);
    if (age == IdentifierAge::Newer) reportNewer(identifier, known, code, where, diagnostics);
    return age == IdentifierAge::Known || age == IdentifierAge::Newer;
}

std::string textOf(std::span<const std::byte> bytes) {
    return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

}  // namespace etscope::flat
