#include "base/result.h"

etscope::Result<int> work();
void call() {
#ifdef WRONG
    work();
#else
    static_cast<void>(work());
#endif
}
