// Versions of Python's packages and where they stand among each other (PEP 440). Pure functions; any thread.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace etscope::history {

/// A number of any length: digits without zeros before them.
struct VersionNumber {
    std::string digits;

    VersionNumber() = default;
    explicit VersionNumber(std::string_view text);
    friend bool operator==(const VersionNumber&, const VersionNumber&) = default;
    friend std::strong_ordering operator<=>(const VersionNumber& left, const VersionNumber& right) noexcept;
};

/// A part of what follows "+": numbers stand behind words.
struct LocalPart {
    bool isNumber = false;
    VersionNumber number;
    std::string word;

    friend auto operator<=>(const LocalPart&, const LocalPart&) = default;
};

/// Compared member by member in this order.
struct Version {
    enum class Phase : unsigned char { DevelopmentAlone, Alpha, Beta, Candidate, Final };

    VersionNumber epoch;
    std::vector<VersionNumber> release;  ///< without zeros at its end
    Phase phase = Phase::Final;
    VersionNumber phaseNumber;
    bool isPost = false;
    VersionNumber post;
    bool isDone = true;  ///< no development release
    VersionNumber development;
    std::vector<LocalPart> local;

    friend auto operator<=>(const Version&, const Version&) = default;
};

/// Nothing: the text is none, or is longer than kLongestVersion.
std::optional<Version> versionOf(std::string_view text);

inline constexpr std::size_t kLongestVersion = 256;

}  // namespace etscope::history
