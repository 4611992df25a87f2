#include "pickle/values.h"

etscope::pickle::Values read();
#ifdef WRONG
auto symbols() { return read().symbols().size(); }
#else
auto symbols() {
    const etscope::pickle::Values values = read();
    return values.symbols().size();
}
#endif
