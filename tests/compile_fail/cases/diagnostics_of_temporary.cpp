#include "base/diagnostics.h"

const etscope::Diagnostics diagnostics();
std::size_t count() {
    std::size_t n = 0;
#ifdef WRONG
    for (const auto& item : diagnostics().items()) n += item.count;
#else
    const etscope::Diagnostics list = diagnostics();
    for (const auto& item : list.items()) n += item.count;
#endif
    return n;
}
