#include "base/checked_math.h"

void add(int a, int b) {
#ifdef WRONG
    etscope::checkedAdd(a, b);
#else
    static_cast<void>(etscope::checkedAdd(a, b));
#endif
}
