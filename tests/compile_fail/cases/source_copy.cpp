// A Source owns a file descriptor.
#include "io/source.h"

#ifdef WRONG
void use(const etscope::Source& source) { etscope::Source copy = source; }
#else
void use(const std::shared_ptr<const etscope::Source>& source) { std::shared_ptr<const etscope::Source> copy = source; }
#endif
