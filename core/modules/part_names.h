// PartNames: what the runs of a split module (hierarchy.h) are called. The largest keeps the module's name, or the first of equally
// large ones; the others say what lies in them ("layers.0 · aten.where") and when they run. Immutable; any thread.
#pragma once

#include <string>
#include <unordered_map>

#include "modules/hierarchy.h"

namespace etscope::modules {

struct PartName {
    std::string title;  ///< of the part alone
    std::string note;   ///< "runs before the rest of layers.0", "called again"
};

class PartNames {
public:
    PartNames(const graph::GraphModel& model, const Hierarchy& hierarchy);
    /// Null: the module is whole, or the largest part, and its own name says what it is.
    const PartName* of(ModuleId module) const& noexcept;

private:
    std::unordered_map<ModuleId, PartName> m_names;
};

}  // namespace etscope::modules
