// What the memory page tells: the planned tensors of a method with the words for them, computed once for a session, and the rows of
// one arena. Any thread.
#pragma once

#include <map>
#include <memory>

#include "models/rows.h"
#include "modules/operator_family.h"
#include "program/memory_plan.h"
#include "workspace/workspace.h"

namespace etscope::ui {

/// What a planned tensor is to a person.
struct MemoryName {
    QString name;    ///< the program's own name, its role ("input 0", "state"), else the operator that makes it
    QString module;  ///< around that operator; may be empty
    QString maker;   ///< the operator with all that it is called
    QString shape;
    modules::OperatorFamily family = modules::OperatorFamily::Other;
};
using MemoryNames = std::map<program::ValueIndex, MemoryName>;

struct MethodMemory {
    program::MemoryPlan plan;
    MemoryNames names;
    std::int64_t instructions = 0;  ///< of the method
    QStringList modules;            ///< of each instruction; empty names where none is known, empty where of none is
    /// nullptr: nothing lies in that arena.
    const program::MemoryPeak* peakOf(std::uint32_t arena) const;
    std::uint64_t bytesOf(std::uint32_t arena) const;
    /// Occupied at an instruction; bytes that several tensors share count once.
    std::uint64_t occupied(std::uint32_t arena, std::int64_t instruction) const;
    std::size_t liveAt(std::uint32_t arena, std::int64_t instruction) const;
};

/// Kept after the first call. Empty where the program has no such method. Errors: `cancelled`.
Result<std::shared_ptr<const MethodMemory>> methodMemory(const session::Session& session, const QString& method,
                                                         const JobContext& job);

/// The arena that is shown first.
std::uint32_t firstArena(const MethodMemory& memory);
/// `arena` 0: the first one.
Result<Rows> memoryRows(const SessionPtr& session, const QString& method, std::uint32_t arena, const JobContext& job);

}  // namespace etscope::ui
