// What two exports of a model cost, before and after: bytes of files and of memory, calls, times of runs. Any thread. Rules:
// docs/FORMATS.md "Difference of two exports".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/sentence.h"
#include "session/session.h"

namespace etscope::findings {

enum class CostUnit : std::uint8_t { Bytes, Count, Ticks };
/// "bytes", "count", "ticks".
std::string_view costUnitName(CostUnit unit) noexcept;

struct CostChange {
    std::string_view id;  ///< "shipped", "resident", a kind of resident memory; of a method "run", "delegate-calls", "kernels"
    std::string of;       ///< the method; of memory the backend or the method; empty: the whole export
    Sentence title;
    CostUnit unit = CostUnit::Bytes;
    std::optional<double> before, after;               ///< nothing: not known, or that side has no such thing
    std::optional<std::size_t> runsBefore, runsAfter;  ///< of times: how many runs the median is of
    /// after ÷ before; nothing: one is not known, or there was none before.
    std::optional<double> ratio() const noexcept;
};

/// The whole export first, then memory by kind, then the methods in the order of the export after, those that are gone last. What
/// neither side tells is left out. Errors: `cancelled`.
Result<std::vector<CostChange>> costChanges(const session::Session& before, const session::Session& after, const JobContext& job);

}  // namespace etscope::findings
