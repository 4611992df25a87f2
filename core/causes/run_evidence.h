// What the rows of a run say beside which of its calls are wrong: the constants that it had, and whether an input or the lone call
// that reads it is at fault. Internal to core/causes; pure functions, any thread.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "base/sentence.h"
#include "program/plan.h"
#include "replay/audit.h"
#include "replay/fed_inputs.h"

namespace etscope::causes {

/// Constants that calls of a run only moved: that gave the program's elements, and that gave none of them.
struct MovedConstants {
    std::set<program::ValueIndex> own, others;
    /// Several: it is not the kernels that move them.
    bool areOthers() const noexcept { return others.size() > 1; }
};
MovedConstants movedConstants(const std::vector<replay::AuditRow>& rows, std::size_t run);

Sentence otherWeightsText(const MovedConstants& moved);
/// Of a row that shows other elements.
Sentence otherConstantText(const program::ExecutionPlan& plan, const replay::AuditRow& row);

/// Of a refuted input of a run that has a case: what is said of it. A lone call that says so may itself be wrong, unless others of
/// its kernel are right; nothing: others are wrong, too, and it is the kernel.
std::optional<Sentence> refutedText(const program::ExecutionPlan& plan, const std::vector<replay::AuditRow>& rows, std::size_t run,
                                    const replay::Fed& fed, std::size_t input);

}  // namespace etscope::causes
