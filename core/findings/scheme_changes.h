// How the modules of two exports keep their weights, before and after. Any thread. Rules: docs/FORMATS.md "Schemes of modules".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compare/diff.h"
#include "findings/module_schemes.h"

namespace etscope::findings {

/// What says that two modules are one.
enum class SchemeJoin : std::uint8_t {
    Path,  ///< their paths
    Node,  ///< the operators that take their weights, matched by the difference
    Order  ///< the order of those with weights of one size and kind
};
/// "path", "node", "order".
std::string_view schemeJoinName(SchemeJoin join) noexcept;

struct SchemeChange {
    std::string method;
    std::optional<ModuleScheme> before, after;  ///< nothing: that side has no such module, or it could not be joined
    std::optional<SchemeJoin> join;             ///< of those with both sides

    bool open = false;  ///< of those with one side: the other one's file need not tell all modules

    /// Whether it is known that the weights are kept otherwise, or by another module.
    bool changed() const noexcept { return before && after ? before->scheme.differsFrom(after->scheme) : !open; }
    /// Of the side after, else of the one before; where no file tells the module, its operator's stage and node.
    std::string name() const;
};

struct SchemeChanges {
    std::vector<SchemeChange>
        rows;  ///< by method in the order of the session before; then in the order of its graph, what is new last
    struct Untold {
        std::string method;
        bool after = false;  ///< else of the session before
        Sentence why;
    };
    std::vector<Untold> untold;
};

/// Of the methods that both sessions have, or of one. `diff`: of these two sessions; its stages tell which nodes are one. Errors:
/// `cancelled`.
Result<SchemeChanges> schemeChanges(const session::Session& before, const session::Session& after, const compare::SessionDiff& diff,
                                    const std::string& method, const JobContext& job);

}  // namespace etscope::findings
