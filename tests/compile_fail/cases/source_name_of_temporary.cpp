#include "io/source.h"

#ifdef WRONG
const std::string& name(const etscope::Source& source) { return static_cast<const etscope::Source&&>(source).name(); }
#else
const std::string& name(const etscope::Source& source) { return source.name(); }
#endif
