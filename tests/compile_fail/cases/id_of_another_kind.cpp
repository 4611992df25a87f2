// A node is not a value.
#include "base/strong_id.h"

using Node = etscope::StrongId<struct NodeTag>;
using Value = etscope::StrongId<struct ValueTag>;
std::uint32_t indexOf(Node node) { return node.index(); }

#ifdef WRONG
std::uint32_t x = indexOf(Value(1U));
#else
std::uint32_t x = indexOf(Node(1U));
#endif
