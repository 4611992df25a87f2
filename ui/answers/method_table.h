// What was checked of the methods of the session, the worst first: a mark and what was found, for each check; where nothing could
// be checked, how large and how fast they are. GUI thread only.
#pragma once

#include <map>

#include "findings/lint.h"
#include "inventory/summary.h"
#include "models/rows.h"
#include "workspace/workspace.h"

namespace etscope::ui {

/// What the runs say of a method.
struct MethodRuns {
    std::uint64_t runs = 0;
    std::optional<double> ticks;  ///< median of an execution
};

/// What the outputs of a method say as choices of tokens.
struct MethodTokens {
    std::size_t positions = 0, agreeing = 0;
    double divergence = 0;  ///< the largest of a position, in nats
};
/// Of methods with outputs over a vocabulary that have both sides. Reads these; the session keeps what it found. Errors:
/// `cancelled`.
Result<std::map<std::string, MethodTokens>> tokensOfMethods(const session::Session& session, const JobContext& job);
/// How many buffers the method's graph writes: its state. Errors: `cancelled`.
Result<std::map<std::string, std::size_t>> stateOfMethods(const session::Session& session, const JobContext& job);

/// What is known of the methods; it arrives bit by bit.
struct MethodFacts {
    SessionPtr session = nullptr;
    std::map<std::string, std::uint64_t> cases = {};  ///< with references, by method
    /// By the session's methods; empty: not read yet.
    std::vector<std::shared_ptr<const inventory::MethodSummary>> summaries = {};
    std::map<std::string, MethodRuns> runs = {};
    std::map<std::string, MethodTokens> tokens = {};
    std::map<std::string, std::size_t> buffers = {};              ///< of state
    std::optional<std::vector<findings::LintFinding>> lint = {};  ///< nothing: not looked for yet
    VerdictPtr verdict = nullptr;                                 ///< null: not known yet
};

/// The worst first; without a verdict in the order of the session.
Rows methodRows(const MethodFacts& facts);
/// The check that a column tells of: what a click on its cells shows; None: they are what the method is.
PageId pageOfMethodColumn(const Column& column);

}  // namespace etscope::ui
