#include "history/ordering.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <numeric>
#include <utility>

#include "base/number_text.h"

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

/// Where the rest of a version stands beside one that ends here, by its first letters (PEP 440).
int rankOfRest(std::string_view rest) {
    struct Rank {
        std::string_view word;
        int rank;
    };
    constexpr std::array kRanks{Rank{"dev", -4}, Rank{"alpha", -3}, Rank{"a", -3},  Rank{"beta", -2},
                                Rank{"b", -2},   Rank{"rc", -1},    Rank{"c", -1},  Rank{"preview", -1},
                                Rank{"pre", -1}, Rank{"post", 2},   Rank{"rev", 2}, Rank{"r", 2}};
    if (rest.empty()) return 0;
    if (rest.front() == '+') return 1;  // the same, built somewhere
    takeChar(rest, ".-_");
    const auto letters = static_cast<std::size_t>(
        std::ranges::find_if_not(rest, [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }) - rest.begin());
    const auto* hit = std::ranges::find(kRanks, rest.substr(0, letters), &Rank::word);
    return hit == kRanks.end() ? 3 : hit->rank;
}

/// Without zeros before it.
std::string_view takeDigits(std::string_view& text) {
    while (text.size() > 1 && text.front() == '0' && isDigit(text[1])) text.remove_prefix(1);
    const auto digits = text.substr(0, static_cast<std::size_t>(std::ranges::find_if_not(text, isDigit) - text.begin()));
    text.remove_prefix(digits.size());
    return digits;
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

bool textBefore(std::string_view left, std::string_view right, TextOrder order) {
    bool behindDigit = false;
    while (true) {
        const bool numbers = !left.empty() && !right.empty() && isDigit(left.front()) && isDigit(right.front());
        if (!numbers && behindDigit && order == TextOrder::Versions)
            if (const int a = rankOfRest(left), b = rankOfRest(right); a != b) return a < b;
        if (left.empty() || right.empty()) return left.empty() && !right.empty();
        if (!numbers) {
            if (left.front() != right.front()) return left.front() < right.front();
            left.remove_prefix(1), right.remove_prefix(1);
            behindDigit = false;
            continue;
        }
        const std::string_view a = takeDigits(left), b = takeDigits(right);
        if (a.size() != b.size()) return a.size() < b.size();
        if (a != b) return a < b;
        behindDigit = true;
    }
}

std::vector<std::size_t> placesInOrder(const std::vector<std::string_view>& texts, TextOrder order) {
    std::vector<std::size_t> told, places;
    std::vector<std::optional<double>> days(texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (texts[i].empty()) continue;
        told.push_back(i);
        if (order == TextOrder::Times) days[i] = daysOf(texts[i]);
    }
    const bool times = order == TextOrder::Times && std::ranges::all_of(told, [&](std::size_t i) { return days[i].has_value(); });
    std::ranges::stable_sort(
        told, [&](std::size_t a, std::size_t b) { return times ? *days[a] < *days[b] : textBefore(texts[a], texts[b], order); });
    const auto addSilent = [&](std::size_t from) {
        for (std::size_t i = from; i < texts.size() && texts[i].empty(); ++i) places.push_back(i);
    };
    addSilent(0);
    for (const std::size_t i : told) places.push_back(i), addSilent(i + 1);
    return places;
}

}  // namespace etscope::history
