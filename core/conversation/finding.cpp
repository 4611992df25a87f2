#include "conversation/finding.h"

#include "base/enum_table.h"
#include "base/escaped.h"

namespace etscope::conversation {

std::string_view checkName(Check check) noexcept {
    static constexpr EnumTable<Check::Values> kNames({"files", "template", "tokens", "image", "embedding", "splice", "positions",
                                                      "mask", "choice", "text", "state", "program", "values"});
    return kNames[check];
}

std::string_view stateName(State state) noexcept {
    static constexpr EnumTable<State::Wrong> kNames({"right", "unknown", "wrong"});
    return kNames[state];
}

std::string_view evidenceName(Evidence evidence) noexcept {
    static constexpr EnumTable<Evidence::Claim> kNames({"bytes", "hash", "order", "computed", "claim"});
    return kNames[evidence];
}

std::string placeText(const Place& place) {
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
    if (place.call) {
        add((place.method.empty() ? "" : place.method + " ") + "call " + std::to_string(*place.call));
    } else if (!place.method.empty()) {
        add(place.method);
    }
    if (place.choice) add("choice " + std::to_string(*place.choice));
    if (place.input) add("input " + std::to_string(*place.input));
    if (place.output) add("output " + std::to_string(*place.output));
    if (place.state && !place.input) add("state");
    if (place.position) add("position " + std::to_string(*place.position));
    if (!place.module.empty()) add(place.module);
    if (!place.call && place.line > 0) add("line " + std::to_string(place.line));
    return escaped(text);
}

}  // namespace etscope::conversation
