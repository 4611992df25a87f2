// What attention is told of who may be seen. Internal to core/consistency; pure functions.
#pragma once

#include <string_view>
#include <utility>

#include "consistency/subject.h"

namespace etscope::consistency {

/// A softmax, or an operator of attention.
bool isAttention(std::string_view stem) noexcept;

/// The operand of attention that says who is seen: what is added to the scores, chosen by, or given as a mask, and follows from
/// nothing that is said: the node that made it (of a constant the first move of it), and its value. Invalid: there is none.
std::pair<graph::NodeId, graph::ValueId> maskOperandOf(const Subject& subject, graph::NodeId attention);

}  // namespace etscope::consistency
