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
                             State{"not_rounding", Mark::Differ, "not rounding"},
                             State{"high", Mark::Warning, {}},
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

std::string_view markShapes() noexcept {
    return R"(<svg class="shapes" width="0" height="0" aria-hidden="true" focusable="false"><defs>
<symbol id="mark-match" viewBox="0 0 14 14"><circle class="ink" cx="7" cy="7" r="6"/><path class="cut" d="M4.2 7.2 6.2 9.2 9.9 5.2"/></symbol>
<symbol id="mark-differ" viewBox="0 0 14 14"><rect class="ink" x="1" y="1" width="12" height="12" rx="2"/><path class="cut" d="M4 5.4H10M4 8.6H10M8.6 3.4 5.4 10.6"/></symbol>
<symbol id="mark-ambiguous" viewBox="0 0 14 14"><path class="ink" d="M7 .6 13.4 7 7 13.4 .6 7z"/><path class="cut" d="M5.4 5.6C5.4 3.9 8.6 3.9 8.6 5.7 8.6 6.8 7 6.8 7 8"/><circle class="hole" cx="7" cy="9.9" r=".85"/></symbol>
<symbol id="mark-incomparable" viewBox="0 0 14 14"><path class="line" d="M1.7 1.7h10.6v10.6H1.7zM4.4 4.4l5.2 5.2M9.6 4.4 4.4 9.6"/></symbol>
<symbol id="mark-missing" viewBox="0 0 14 14"><circle class="line dashed" cx="7" cy="7" r="5.4"/></symbol>
<symbol id="mark-unreadable" viewBox="0 0 14 14"><path class="line" d="M2 1.5H9L12 4.5V12.5H2zM7 5.4V8.4"/><circle class="ink" cx="7" cy="10.5" r=".9"/></symbol>
<symbol id="mark-note" viewBox="0 0 14 14"><circle class="ink" cx="7" cy="7" r="6"/><path class="cut" d="M7 6.6V10"/><circle class="hole" cx="7" cy="4.2" r=".95"/></symbol>
<symbol id="mark-warning" viewBox="0 0 14 14"><path class="ink" d="M7 1 13.4 12.6H.6z"/><path class="cut" d="M7 5.2V8.6"/><circle class="hole" cx="7" cy="10.6" r=".9"/></symbol>
<symbol id="mark-error" viewBox="0 0 14 14"><path class="ink" d="M4.3.8h5.4l3.5 3.5v5.4l-3.5 3.5H4.3L.8 9.7V4.3z"/><path class="cut" d="M4.9 4.9l4.2 4.2M9.1 4.9 4.9 9.1"/></symbol>
<symbol id="mark-introduced" viewBox="0 0 14 14"><path class="ink" d="M7 1.6 12.4 7 7 12.4 1.6 7z"/></symbol>
<symbol id="mark-constant" viewBox="0 0 14 14"><rect class="ink" x="2.5" y="2.5" width="9" height="9"/></symbol>
<symbol id="mark-inherited" viewBox="0 0 14 14"><circle class="line" cx="7" cy="7" r="4"/></symbol>
</defs></svg>
)";
}

}  // namespace etscope::report::html
