// A Result must be looked into before its value is taken.
#include "base/result.h"

etscope::Result<int> work();
int call() {
#ifdef WRONG
    int value = work();
    return value;
#else
    const auto result = work();
    return result ? *result : 0;
#endif
}
