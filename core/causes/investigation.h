// Investigation: a run of a method held against reference values, with what each call did itself and where that begins. The one
// answer that the window, reports and the command line show. Any thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "causes/origin.h"
#include "stages/computed_references.h"

namespace etscope::causes {

using References = std::shared_ptr<const gap::ReferenceValues>;

/// Whose values a run is held against.
struct ReferenceChoice {
    enum class Kind : std::uint8_t {
        Found,     ///< those of the first value file of the session that has some of the method and fits; else computed
        Computed,  ///< the record's graph on what fed the run
        File,
        Run,  ///< what another run logged
    };
    Kind kind = Kind::Found;
    std::string file = {};  ///< of File
    std::size_t run = 0;    ///< of Run: SessionRun::index

    /// Names the choice in keys of what is kept.
    std::string key() const;
};

/// Values that are there: of a file, of a run; null where they are to be computed. Errors: those of runReferences(),
/// fileReferences(), sessionReferences().
Result<References> givenReferences(const session::MethodView& method, const ReferenceChoice& choice, const graph::StageId& stage,
                                   const JobContext& job);

/// computedReferences() of the edge graph on what fed a run (nothing: the first one of the method), kept while the session is open.
Result<References> keptReferences(const session::MethodView& method, std::optional<std::size_t> run, const JobContext& job);
/// The same where they were computed before; else null.
References knownReferences(const session::MethodView& method, std::optional<std::size_t> run, const JobContext& job);

/// A run, or all of a method folded, against references.
struct HeldRun {
    std::string method;              ///< whose run it is
    References references;           ///< null: nobody computed them
    gap::GapTable table;             ///< without rows then
    std::optional<std::size_t> run;  ///< SessionRun::index; nothing: all runs, folded
};

/// Most values have other shapes than their references: those are of another call, or of another method.
bool isMisfit(const gap::GapTable& table) noexcept;

/// Who computes references where none are given: keptReferences(), or what says that nobody waits for them (null).
using ComputeReferences = std::function<Result<References>()>;

/// By fittingGap(): values that were computed are of one run's inputs. Where what was found does not fit, computed values stand for
/// it. Errors: those of givenReferences(), fittingGap() and `compute`.
Result<HeldRun> heldRun(const session::MethodView& method, const ReferenceChoice& choice, const gap::GapOptions& options,
                        const ComputeReferences& compute, const JobContext& job);

using AuditPtr = std::shared_ptr<const AuditedGap>;
/// auditedGap() of that run, kept while the session is open: neither metric nor tolerance change it. Errors: those of auditedGap().
Result<AuditPtr> keptAudit(const session::Session& session, const HeldRun& held, const ReferenceChoice& choice,
                           const JobContext& job);
/// The same where it was made before; else null.
AuditPtr knownAudit(const session::Session& session, const HeldRun& held, const ReferenceChoice& choice, const JobContext& job);

struct Investigation {
    HeldRun held;
    AuditPtr audited;
    std::vector<Origin> origins;           ///< blames() of the rows
    std::optional<std::size_t> beginning;  ///< beginningOf() them
};

/// The first call that is at fault, else the first divergence that nobody could judge.
std::optional<std::size_t> beginningOf(const gap::GapTable& table, const AuditedGap& audited, const std::vector<Origin>& origins);

/// Errors: those of heldRun(), keptReferences() and auditedGap().
Result<Investigation> investigate(const session::MethodView& method, const ReferenceChoice& choice, const gap::GapOptions& options,
                                  const JobContext& job);

}  // namespace etscope::causes
