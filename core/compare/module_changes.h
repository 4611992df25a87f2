// The difference of two exports by meaning: a sentence for each module that is not the same, repeated blocks told once, then the
// nodes. Any thread. Rules: docs/FORMATS.md "Difference by modules".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compare/diff.h"
#include "compare/module_facts.h"

namespace etscope::compare {

/// A node of a module that only one side has, or that is another one there.
struct NodeChange {
    graph::NodeId left, right;  ///< invalid: the side does not have it
    std::string text;           ///< "was aten_mm_default", "argument dim: 1 → 2"; empty of added and removed
    ChangeState state() const noexcept {
        return !left.valid() ? ChangeState::Added : !right.valid() ? ChangeState::Removed : ChangeState::Changed;
    }
};

struct ModuleChange {
    std::string title;               ///< "layers.0 … 29"; relative to the module around; of a method its name
    std::vector<std::string> paths;  ///< of the modules that it tells of: one, or all that are alike
    std::string type;                ///< class of the module
    std::string sentence;            ///< "f32 → int4 in groups of 32; now in XnnpackBackend 3"
    bool odd = false;                ///< it differs from those that it is a repeat of
    /// Nothing: it computes the same of the same weights, and only where it runs or what is inside is another.
    std::optional<ChangeState> state;
    std::optional<std::uint64_t> bytesLeft, bytesRight;  ///< of weights that programs store for it and all inside, of all paths
    std::vector<ModuleChange> children;
    std::vector<NodeChange> nodes;  ///< directly inside the first of `paths`
};

/// A method that both exports have at one recorded stage.
struct MethodChange {
    ModuleChange root;
    graph::StageId stage;          ///< that was compared
    std::size_t renamedNodes = 0;    ///< nodes whose name alone is another
    std::size_t relabelledNodes = 0;  ///< nodes that are in the same module, and only a class around them has another name
    MethodFacts left, right;
};

struct ModuleChanges {
    std::vector<MethodChange> methods;  ///< that differ, in the order of the left session
    std::vector<std::string> same;      ///< methods without any difference
    std::vector<std::string> untold;    ///< methods that have no stage in common; they may differ
};

/// `diff`: of these two sessions, all stages. Errors: `cancelled`; a graph that cannot be read leaves its method `untold`.
Result<ModuleChanges> moduleChanges(const session::Session& left, const session::Session& right, const SessionDiff& diff,
                                    const JobContext& job);

/// "layers.0 … 29", "layers.0, 2 … 5", "a, b" of paths in their order.
std::string pathsText(const std::vector<std::string>& paths);

}  // namespace etscope::compare
