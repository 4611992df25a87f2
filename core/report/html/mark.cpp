#include "report/html/mark.h"

#include <algorithm>
#include <array>

#include "base/enum_table.h"
#include "report/html/html_text.h"

namespace etscope::report::html {
namespace {

struct State {
    std::string_view name;
    Mark mark;
    std::string_view word;  ///< empty: the name
};
constexpr std::array kStates{State{"match", Mark::Match, {}},
                             State{"matched", Mark::Match, {}},
                             State{"differ", Mark::Differ, {}},
                             State{"mismatched", Mark::Differ, {}},
                             State{"shape_mismatch", Mark::Incomparable, "other shape"},
                             State{"type_mismatch", Mark::Incomparable, "other type"},
                             State{"incomparable", Mark::Incomparable, "not comparable"},
                             State{"ambiguous", Mark::Ambiguous, {}},
                             State{"inferred", Mark::Ambiguous, {}},
                             State{"doubtful", Mark::Ambiguous, {}},
                             State{"missing_reference", Mark::Missing, "no reference"},
                             State{"missing_runtime", Mark::Missing, "no runtime value"},
                             State{"no_reference", Mark::Missing, "no reference"},
                             State{"no_runtime_value", Mark::Missing, "not logged"},
                             State{"missing", Mark::Missing, {}},
                             State{"unknown", Mark::Missing, "not known"},
                             State{"unreadable", Mark::Unreadable, {}},
                             State{"note", Mark::Note, {}},
                             State{"warning", Mark::Warning, {}},
                             State{"error", Mark::Error, {}},
                             State{"introduced", Mark::Introduced, {}},
                             State{"constant", Mark::Constant, {}},
                             State{"inherited", Mark::Inherited, {}},
                             State{"not_rounding", Mark::Differ, "wrong"},
                             State{"high", Mark::Warning, "suspicious"},
                             State{"normal", Mark::Match, {}},
                             State{"exact", Mark::Match, {}}};

constexpr EnumTable<Mark::Inherited> kIds({"", "match", "differ", "ambiguous", "incomparable", "missing", "unreadable", "note",
                                           "warning", "error", "introduced", "constant", "inherited"});

const State* stateNamed(std::string_view name) noexcept {
    const auto found = std::ranges::find(kStates, name, &State::name);
    return found == kStates.end() ? nullptr : &*found;
}

}  // namespace

Mark markOf(std::string_view state) noexcept {
    const State* known = stateNamed(state);
    return known == nullptr ? Mark::None : known->mark;
}

std::string wordOf(std::string_view state) {
    const State* known = stateNamed(state);
    return known != nullptr && !known->word.empty() ? std::string(known->word) : words(state);
}

std::string markHtml(Mark mark, std::string_view word) {
    if (mark == Mark::None) return {};
    const std::string id(kIds[mark]);
    const std::string said = word.empty() ? " aria-hidden=\"true\"" : " role=\"img\" aria-label=\"" + escape(word) + "\"";
    return "<svg class=\"mark m-" + id + "\" viewBox=\"0 0 14 14\"" + said + "><use href=\"#mark-" + id + "\"/></svg>";
}

std::string stateHtml(std::string_view state) {
    const Mark mark = markOf(state);
    return "<span class=\"state\">" + markHtml(mark) + escape(wordOf(state)) + "</span>";
}

}  // namespace etscope::report::html
