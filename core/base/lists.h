// Lists as texts for people. Pure functions; any thread.
#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/sentence.h"

namespace etscope {

/// What `make` makes of each item, texts or numbers, parted by `between`.
template <class Make = std::identity>
std::string joined(const auto& items, std::string_view between, const Make& make = {}) {
    std::string text;
    for (const auto& item : items) {
        if (!text.empty()) text += between;
        if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(std::invoke(make, item))>>)
            text += std::to_string(std::invoke(make, item));
        else
            text += std::invoke(make, item);
    }
    return text;
}

/// "3, 5, 7 and 4 more": the first `most` of a vector. The words stand in findings/plan_lint.cpp, too, where translators find them.
template <class Make = std::identity>
Sentence firstOf(const auto& items, std::size_t most, const Make& make = {}) {
    const std::string text = joined(std::span(items).first(std::min(most, items.size())), ", ", make);
    return items.size() > most ? Sentence::of("%1 and %2 more", text, items.size() - most) : Sentence(text);
}

}  // namespace etscope
