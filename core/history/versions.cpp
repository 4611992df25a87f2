#include "history/versions.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>

namespace etscope::history {
namespace {

/// PEP 440, appendix B.
constexpr char kPattern[] = R"((?i)\s*v?(?:([0-9]+)!)?([0-9]+(?:\.[0-9]+)*))"
                            R"((?:[-_.]?(alpha|beta|preview|pre|a|b|c|rc)[-_.]?([0-9]*))?)"
                            R"(((?:-[0-9]+)|(?:[-_.]?(?:post|rev|r)[-_.]?[0-9]*))?)"
                            R"(((?:[-_.]?dev[-_.]?[0-9]*))?)"
                            R"((?:\+([a-z0-9]+(?:[-_.][a-z0-9]+)*))?\s*)";

bool isVersionDigit(char c) { return c >= '0' && c <= '9'; }
std::string lowerVersion(std::string_view text) {
    std::string made(text);
    for (char& c : made)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return made;
}

std::vector<std::string_view> partsOf(std::string_view text, std::string_view between) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const std::size_t end = text.find_first_of(between);
        parts.push_back(text.substr(0, end));
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    }
    return parts;
}

/// The digits that the text ends with.
std::string_view lastDigits(std::string_view text) {
    const auto end = std::find_if_not(text.rbegin(), text.rend(), isVersionDigit);
    return text.substr(static_cast<std::size_t>(text.rend() - end));
}

Version::Phase phaseOf(std::string_view word) {
    if (word.empty()) return Version::Phase::Final;
    const char first = lowerVersion(word.substr(0, 1)).front();
    return first == 'a' ? Version::Phase::Alpha : first == 'b' ? Version::Phase::Beta : Version::Phase::Candidate;
}

LocalPart localPart(std::string_view text) {
    if (std::ranges::all_of(text, isVersionDigit)) return {true, VersionNumber(text), {}};
    return {false, {}, lowerVersion(text)};
}

}  // namespace

VersionNumber::VersionNumber(std::string_view text) {
    const std::size_t first = text.find_first_not_of('0');
    if (first != std::string_view::npos) digits = text.substr(first);
}

std::strong_ordering operator<=>(const VersionNumber& left, const VersionNumber& right) noexcept {
    const auto lengths = left.digits.size() <=> right.digits.size();
    return lengths != 0 ? lengths : left.digits <=> right.digits;
}

std::optional<Version> versionOf(std::string_view text) {
    static const re2::RE2 pattern(kPattern);
    if (text.size() > kLongestVersion) return std::nullopt;
    std::array<re2::StringPiece, 8> found;
    const re2::StringPiece whole(text.data(), text.size());
    if (!pattern.Match(whole, 0, whole.size(), re2::RE2::ANCHOR_BOTH, found.data(), static_cast<int>(found.size())))
        return std::nullopt;
    const auto group = [&](std::size_t number) { return std::string_view(found[number].data(), found[number].size()); };
    const std::string_view post = group(5), development = group(6);
    Version version;
    version.epoch = VersionNumber(group(1));
    for (const std::string_view part : partsOf(group(2), ".")) version.release.emplace_back(part);
    while (!version.release.empty() && version.release.back().digits.empty()) version.release.pop_back();
    version.isPost = !post.empty();
    version.isDone = development.empty();
    version.phase = phaseOf(group(3));
    if (version.phase == Version::Phase::Final && !version.isPost && !version.isDone)
        version.phase = Version::Phase::DevelopmentAlone;
    version.phaseNumber = VersionNumber(group(4));
    version.post = VersionNumber(lastDigits(post));
    version.development = VersionNumber(lastDigits(development));
    for (const std::string_view part : partsOf(group(7), "-_.")) version.local.push_back(localPart(part));
    return version;
}

}  // namespace etscope::history
