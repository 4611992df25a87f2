#include "etrecord/record.h"

etscope::etrecord::Record open();
#ifdef WRONG
const auto& stages() { return open().stages(); }
#else
std::size_t stages() {
    const etscope::etrecord::Record record = open();
    return record.stages().size();
}
#endif
