// What a verdict could not find out, as causes with a reason. Internal to core/findings and the answers.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "findings/possible_causes.h"

namespace etscope::findings {

/// An error other than `cancelled` ended a part of the verdict, the others stand: outputs of all methods, calls of one, or all of
/// it.
inline constexpr std::string_view kNotCompared = "not-compared", kNotJudged = "not-judged", kNotChecked = "not-checked";

/// Whether a cause of that kind says what a verdict could not find out for an error.
inline bool isNotChecked(std::string_view kind) noexcept {
    return kind == kNotCompared || kind == kNotJudged || kind == kNotChecked;
}

/// Whether a cause of that kind says why nothing was compared.
inline bool saysWhyNothing(std::string_view kind) noexcept {
    constexpr std::array<std::string_view, 3> kKinds{"reference-outputs-absent", "runtime-values-absent", kFileDamaged};
    return std::ranges::find(kKinds, kind) != kKinds.end();
}

}  // namespace etscope::findings
