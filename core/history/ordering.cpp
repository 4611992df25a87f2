#include "history/ordering.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <utility>

#include "base/number_text.h"
#include "history/versions.h"

namespace etscope::history {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// The next number of so many digits; nothing: there is none.
std::optional<std::int64_t> takeNumber(std::string_view& text, std::size_t digits) {
    if (text.size() < digits || !std::ranges::all_of(text.substr(0, digits), isDigit)) return std::nullopt;
    const auto number = parseInt(text.substr(0, digits));
    text.remove_prefix(digits);
    return number;
}

bool takeChar(std::string_view& text, std::string_view any) {
    if (text.empty() || any.find(text.front()) == std::string_view::npos) return false;
    text.remove_prefix(1);
    return true;
}

/// Seconds of "16:24:33.25"; without seconds those of the minute.
std::optional<double> takeTime(std::string_view& text) {
    const auto hour = takeNumber(text, 2);
    if (!hour || !takeChar(text, ":")) return std::nullopt;
    const auto minute = takeNumber(text, 2);
    const bool hasSeconds = takeChar(text, ":");
    const auto second = hasSeconds ? takeNumber(text, 2) : std::optional<std::int64_t>(0);
    const bool midnight = *hour == 24 && minute == 0 && second == 0;
    if (!minute || !second || (*hour > 23 && !midnight) || *minute > 59 || *second > 60) return std::nullopt;
    double seconds = static_cast<double>(*hour * 3600 + *minute * 60 + *second), place = 1;
    if (hasSeconds && takeChar(text, ".,"))
        while (!text.empty() && isDigit(text.front())) seconds += (text.front() - '0') * (place /= 10), text.remove_prefix(1);
    return seconds;
}

/// Seconds of "Z", "+01:00", "-0530", and of nothing, which is UTC.
std::optional<double> takeOffset(std::string_view& text) {
    if (text.empty() || takeChar(text, "Zz")) return 0;
    const double sign = text.front() == '-' ? -1 : 1;
    if (!takeChar(text, "+-")) return std::nullopt;
    const auto hours = takeNumber(text, 2);
    takeChar(text, ":");
    const auto minutes = text.empty() ? std::optional<std::int64_t>(0) : takeNumber(text, 2);
    if (!hours || !minutes || *hours > 23 || *minutes > 59) return std::nullopt;
    return sign * static_cast<double>(*hours * 3600 + *minutes * 60);
}

/// Without zeros before it.
std::string_view takeDigits(std::string_view& text) {
    while (text.size() > 1 && text.front() == '0' && isDigit(text[1])) text.remove_prefix(1);
    const auto digits = text.substr(0, static_cast<std::size_t>(std::ranges::find_if_not(text, isDigit) - text.begin()));
    text.remove_prefix(digits.size());
    return digits;
}

struct Name {
    std::string_view text;
    friend bool operator<(const Name& left, const Name& right) { return nameBefore(left.text, right.text); }
};

/// Of texts that are not empty, where it can be made of them.
template <typename Make>
auto keysOf(const std::vector<std::string_view>& texts, const Make& make) {
    std::vector<decltype(make(std::string_view()))> keys(texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i)
        if (!texts[i].empty()) keys[i] = make(texts[i]);
    return keys;
}

/// Nothing: no text has a key.
template <typename Key>
std::optional<TextsInOrder> sortedBy(const std::vector<std::string_view>& texts, const std::vector<std::optional<Key>>& keys) {
    std::vector<std::size_t> told;
    for (std::size_t i = 0; i < keys.size(); ++i)
        if (keys[i]) told.push_back(i);
    if (told.empty() && std::ranges::any_of(texts, [](std::string_view text) { return !text.empty(); })) return std::nullopt;
    TextsInOrder made;
    made.untold = keys.size() - told.size();
    std::ranges::stable_sort(told, [&](std::size_t a, std::size_t b) { return *keys[a] < *keys[b]; });
    const auto addSilent = [&](std::size_t from) {
        for (std::size_t i = from; i < keys.size() && !keys[i]; ++i) made.places.push_back(i);
    };
    addSilent(0);
    for (const std::size_t i : told) made.places.push_back(i), addSilent(i + 1);
    return made;
}

/// What stands before its first digit, without the "v" of versions.
std::string_view headOf(std::string_view name) {
    name = name.substr(0, static_cast<std::size_t>(std::ranges::find_if(name, isDigit) - name.begin()));
    return name.ends_with('v') || name.ends_with('V') ? name.substr(0, name.size() - 1) : name;
}
std::optional<Version> versionInName(std::string_view name) { return versionOf(name.substr(headOf(name).size())); }

/// "et-1.5.0", "et-1.5.0rc1": the same before a version with a dot. "9b" is none: it stands behind "9".
bool areVersions(const std::vector<std::string_view>& names) {
    return !names.empty() && std::ranges::all_of(names, [&](std::string_view name) {
        return name.find('.') != std::string_view::npos && headOf(name) == headOf(names.front()) && versionInName(name);
    });
}

}  // namespace

std::optional<double> daysOf(std::string_view text) {
    const auto year = takeNumber(text, 4);
    const bool dashes = takeChar(text, "-");
    const auto month = takeNumber(text, 2);
    if (dashes && !takeChar(text, "-")) return std::nullopt;
    const auto day = takeNumber(text, 2);
    if (!year || !month || !day) return std::nullopt;
    using namespace std::chrono;
    const year_month_day date{std::chrono::year{static_cast<int>(*year)}, std::chrono::month{static_cast<unsigned>(*month)},
                              std::chrono::day{static_cast<unsigned>(*day)}};
    if (!date.ok()) return std::nullopt;
    const auto days = static_cast<double>(sys_days{date}.time_since_epoch().count());
    if (text.empty()) return days;
    if (!takeChar(text, "Tt ")) return std::nullopt;
    const auto seconds = takeTime(text);
    const auto offset = seconds ? takeOffset(text) : std::nullopt;
    if (!offset || !text.empty()) return std::nullopt;
    return days + (*seconds - *offset) / 86400;
}

bool nameBefore(std::string_view left, std::string_view right) {
    while (!left.empty() && !right.empty()) {
        if (!isDigit(left.front()) || !isDigit(right.front())) {
            if (left.front() != right.front()) return left.front() < right.front();
            left.remove_prefix(1), right.remove_prefix(1);
            continue;
        }
        const std::string_view a = takeDigits(left), b = takeDigits(right);
        if (a.size() != b.size()) return a.size() < b.size();
        if (a != b) return a < b;
    }
    return left.empty() && !right.empty();
}

TextsInOrder textsInOrder(const std::vector<std::string_view>& texts, TextOrder order) {
    std::optional<TextsInOrder> sorted;
    if (order == TextOrder::Times) sorted = sortedBy(texts, keysOf(texts, daysOf));
    if (order == TextOrder::Versions) sorted = sortedBy(texts, keysOf(texts, versionOf));
    if (order == TextOrder::Names && areVersions(texts)) sorted = sortedBy(texts, keysOf(texts, versionInName));
    return sorted ? *std::move(sorted)
                  : *sortedBy(texts, keysOf(texts, [](std::string_view text) { return std::optional(Name{text}); }));
}

}  // namespace etscope::history
