#include "base/strong_id.h"

using Node = etscope::StrongId<struct NodeTag>;
using Value = etscope::StrongId<struct ValueTag>;

#ifdef WRONG
bool same = Node(1U) == Value(1U);
#else
bool same = Node(1U) == Node(1U);
#endif
