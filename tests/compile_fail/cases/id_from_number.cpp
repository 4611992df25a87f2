#include "base/strong_id.h"

using Node = etscope::StrongId<struct NodeTag>;
std::uint32_t indexOf(Node node) { return node.index(); }

#ifdef WRONG
std::uint32_t x = indexOf(1U);
#else
std::uint32_t x = indexOf(Node(1U));
#endif
