// Graphs of the committed records, read as the product reads them: directory, entry, program, module stacks.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "modules/graph_index.h"

namespace etscope::test {

struct FixtureStage {
    std::string record;  ///< below tests/fixtures: "vlm/model.etrecord"
    std::string method;
    std::string stage;
    std::string name() const { return record + " " + method + " " + stage; }
};

/// Every stage of every committed record.
std::vector<FixtureStage> fixtureStages();

/// Ends the process with a message when the stage cannot be read: the readers have tests of their own.
std::shared_ptr<const modules::GraphIndex> fixtureIndex(const FixtureStage& stage);

}  // namespace etscope::test
