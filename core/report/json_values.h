// Values of documents that may be absent: null where nothing is known.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "report/documents.h"
#include "report/metrics_json.h"

namespace etscope::report {

inline Json textOrNull(std::string_view text) { return text.empty() ? Json(nullptr) : Json(std::string(text)); }

/// Doubles as number(): texts for NaN and infinities.
template <class T>
Json orNull(const std::optional<T>& value) {
    if (!value) return nullptr;
    if constexpr (std::is_same_v<T, double>)
        return number(*value);
    else
        return *value;
}

}  // namespace etscope::report
