// The methods of the session as the Overview shows them, the worst first: what goes in and out, whether it is right, which
// operator is the first that is not, how large and how fast. GUI thread only.
#pragma once

#include <map>

#include "inventory/summary.h"
#include "models/rows.h"
#include "workspace/workspace.h"

namespace etscope::ui {

/// What the runs say of a method.
struct MethodRuns {
    std::uint64_t runs = 0;
    std::optional<double> ticks;  ///< median of an execution
};

/// Of methods with an operator at fault: the path of the module that it stands in.
using CulpritModules = std::map<std::string, std::string>;
/// Errors: `cancelled`.
Result<CulpritModules> culpritModules(const session::Session& session, const findings::SessionVerdict& verdict,
                                      const JobContext& job);

/// What is known of the methods; it arrives bit by bit.
struct MethodFacts {
    SessionPtr session = nullptr;
    std::map<std::string, std::uint64_t> cases = {};  ///< with references, by method
    /// By the session's methods; empty: not read yet.
    std::vector<std::shared_ptr<const inventory::MethodSummary>> summaries = {};
    std::map<std::string, MethodRuns> runs = {};
    CulpritModules modules = {};
    VerdictPtr verdict = nullptr;  ///< null: not known yet
};

/// The worst first; without a verdict in the order of the session.
Rows methodRows(const MethodFacts& facts);
/// The page that a column is about: what double-clicking its cells shows.
PageId pageOfMethodColumn(const Column& column);

}  // namespace etscope::ui
