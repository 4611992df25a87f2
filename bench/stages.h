// Large stages for the goals about graphs: nodes and modules of the synthetic families.
#pragma once

#include "layout/families.h"
#include "modules/graph_index.h"

namespace etscope::bench {

/// A stage of that many nodes with the modules of the family.
std::shared_ptr<const modules::GraphIndex> stageOf(test::Family family, std::size_t size);

}  // namespace etscope::bench
