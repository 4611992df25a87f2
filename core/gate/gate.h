// The gate: budgets held against a session, and against a base where they are relative to one. What cannot be measured is unknown,
// and no pass. Any thread. Rules: docs/FORMATS.md "Gates".
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/job_context.h"
#include "gate/budgets.h"
#include "session/session.h"

namespace etscope::gate {

enum class GateState : std::uint8_t { Held, Broken, Unknown };
/// "held", "broken", "unknown".
std::string_view gateStateName(GateState state) noexcept;

/// One limit of a budget on what it is of.
struct GateRow {
    Budget budget;
    std::string method;                  ///< empty: of the session
    std::optional<std::int64_t> output;  ///< of outputs
    std::string limitText;               ///< as the file has it
    std::optional<double> limit;         ///< in the unit of the measure
    std::optional<double> measured, base;
    std::string word;                                   ///< of what is measured and no number: "normal"
    bool bound = false;                                 ///< of what is measured: what is not known can make it worse
    std::optional<std::pair<double, double>> interval;  ///< of measured − limit, where noise is known
    GateState state = GateState::Unknown;
    bool withinNoise = false;  ///< beyond the limit, and held
    std::string note;
    std::vector<std::string> addresses;

    /// How much is left; negative: how far beyond. Nothing without numbers.
    std::optional<double> margin() const noexcept;
    bool fails() const noexcept { return state == GateState::Broken || (state == GateState::Unknown && !budget.allowUnknown); }
};

struct GateBase {
    std::shared_ptr<const session::Session> files;  ///< null: none was given
    std::shared_ptr<const session::Session> runs;   ///< the same with the own program where they bring none
};

struct GateOptions {
    GateBase base;
    std::optional<double> ticksPerSecond;  ///< before that of the file
};

/// Rows in the order of the file, then of methods and outputs. Errors: `cancelled`, `limit-exceeded`, `no-such-method` of a budget,
/// `budget-base` of one that is relative without a base; their places have the line.
Result<std::vector<GateRow>> gate(const std::shared_ptr<const session::Session>& session, const Budgets& budgets,
                                  const GateOptions& options, const JobContext& job);

/// Of a budget whose method is none of these: `no-such-method`, its place has the line.
Failure noSuchMethod(const Budgets& budgets, const Budget& budget, const std::vector<std::string>& methods);

/// A base of these files. Errors: those of Session::open.
Result<GateBase> openBase(const session::Session& own, const std::vector<std::string>& files, const JobContext& job);

}  // namespace etscope::gate
