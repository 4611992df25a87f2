#include "base/result.h"

etscope::Result<int> work();
#ifdef WRONG
const std::string& code() { return work().error().code; }
#else
std::string code() {
    const auto result = work();
    return result.error().code;
}
#endif
