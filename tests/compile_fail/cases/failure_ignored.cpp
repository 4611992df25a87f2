#include "base/result.h"

etscope::Result<void> work() {
#ifdef WRONG
    etscope::fail("code", "message");
    return {};
#else
    return etscope::fail("code", "message");
#endif
}
