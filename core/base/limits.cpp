#include "base/limits.h"

#include <array>
#include <string_view>
#include <utility>

namespace etscope::limits {

Settable& settable() noexcept {
    static Settable instance;
    return instance;
}

bool set(const char* name, std::uint64_t value) noexcept {
    using Field = std::uint64_t Settable::*;
    static constexpr std::array<std::pair<std::string_view, Field>, 7> kNames{{{"json-bytes", &Settable::jsonBytes},
                                                                               {"pickle-bytes", &Settable::pickleBytes},
                                                                               {"inflated-bytes", &Settable::inflatedBytes},
                                                                               {"inflate-ratio", &Settable::inflateRatio},
                                                                               {"elements", &Settable::elements},
                                                                               {"evaluated-bytes", &Settable::evaluatedBytes},
                                                                               {"operations", &Settable::operations}}};
    for (const auto& [known, field] : kNames) {
        if (known != name) continue;
        settable().*field = value;
        return true;
    }
    return false;
}

}  // namespace etscope::limits
