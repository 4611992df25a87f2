#include "conversation/finding.h"

#include "base/enum_table.h"

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

}  // namespace etscope::conversation
