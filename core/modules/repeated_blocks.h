// RepeatedBlocks: runs of equal modules that follow each other (the layers of a decoder), of which a view shows one and folds the
// rest, and what tells apart blocks that are almost equal. Made once per stage in O((nodes + arguments) × depth); immutable; any
// thread.
//
// Only numbered siblings make a run: q, k and v of an attention are equal, too, but what is read there is how they differ.
// Two modules are equal by Hierarchy::repeats(): operators, types, shapes and wiring. The rest of a run is contracted to one item
// only as far as that makes no circle: where work outside of it lies between two of its blocks, the run is cut there.
#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "modules/hierarchy.h"

namespace etscope::modules {

class RepeatedBlocks {
public:
    RepeatedBlocks(const graph::GraphModel& model, const graph::DataFlow& flow, const Hierarchy& hierarchy);

    /// The modules after this one that are like it, at least two, in order; empty for modules that lead no run.
    std::span<const ModuleId> restOf(ModuleId leader) const& noexcept;
    /// The leader of the run in whose rest the module lies; else invalid.
    ModuleId leaderOf(ModuleId module) const noexcept;
    /// "layers.1 … 23" of a leader's rest.
    const std::string& restText(ModuleId leader) const& noexcept;
    /// What a module has that the equal ones beside it have not: "almost like layers.0: +1 aten.cat"; empty for all others.
    const Sentence& nearText(ModuleId module) const& noexcept;

private:
    friend class BlockFinder;
    struct Run {
        graph::Slice rest;  ///< in m_modules
        std::string text;
    };

    std::unordered_map<ModuleId, Run> m_runs;  ///< by leader
    std::unordered_map<ModuleId, ModuleId> m_leader;
    std::vector<ModuleId> m_modules;  ///< the rests, one after the other
    std::unordered_map<ModuleId, Sentence> m_near;
};

}  // namespace etscope::modules
