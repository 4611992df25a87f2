// The signs of states on the pages of a report: shape and colour, and always a word. Pure; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace etscope::report::html {

enum class Mark : std::uint8_t {
    None,
    Match,
    Differ,
    Ambiguous,
    Incomparable,
    Missing,
    Unreadable,
    Note,
    Warning,
    Error,
    Introduced,
    Constant,
    Inherited
};

/// Of a state as documents write it: "match", "shape_mismatch", "doubtful", "warning", …; None: it is none of these.
Mark markOf(std::string_view state) noexcept;
/// What the state is called for people: "not comparable", "missing"; other words stay, without underscores.
std::string wordOf(std::string_view state);

/// The sign alone (its shape is one of resources/report/marks.svg), with `word` as what it says to those who do not see it; empty:
/// the word stands beside it.
std::string markHtml(Mark mark, std::string_view word = {});
/// The sign and its word.
std::string stateHtml(std::string_view state);

}  // namespace etscope::report::html
