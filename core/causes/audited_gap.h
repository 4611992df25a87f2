// The numeric gap with what each call did itself: introduced by the call, by its constants, inherited from what it read. Any
// thread. Rules: docs/FORMATS.md "Audit of a run".
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "causes/run_culprits.h"
#include "gap/gap.h"

namespace etscope::causes {

/// Of one row of a gap. R: the reference, A: what was logged, L: the operator on the logged inputs with the program's constants.
/// Norms are L2, relative to ‖R‖; infinite where one side is not finite and the other is not the same.
struct RowParts {
    /// The same parts by their largest element.
    struct Largest {
        std::optional<double> introduced, constant, inherited;
    };
    std::optional<double> introduced;       ///< ‖A − L‖ / ‖R‖
    std::optional<double> constant;         ///< ‖L with the record's constants − L‖ / ‖R‖; 0 where none differs
    std::optional<double> inherited;        ///< ‖L − R‖ / ‖R‖
    std::optional<replay::AuditRow> audit;  ///< nothing: the call was not replayed
    bool differs = false;                   ///< what the call computes, or reads, is not the record's, or it is a culprit
    /// How far rounding alone may have moved the value, of the same norm; nothing: not known.
    std::optional<double> limit = {};
    /// It follows from memory that nobody wrote, or from numbers that delegates have of their own: there is no such limit.
    bool untold = false;
    Largest largest = {};  ///< max |A − L|, max |L with the record's constants − L|, max |L − R|

    /// Outside the tolerance, and not by rounding.
    bool diverges(const gap::GapRow& row) const noexcept {
        return row.diverges && !isOpen(row) && (differs || !limit || row.error > *limit);
    }
    /// Outside the tolerance, and whether by rounding nothing tells.
    bool isOpen(const gap::GapRow& row) const noexcept { return row.assumed || (untold && row.diverges && !differs); }
};

struct AuditedGap {
    std::vector<RowParts> rows;         ///< one for each of the table
    std::vector<RunCulprits> culprits;  ///< of the runs that were judged
    /// The first row of the table that is outside the tolerance and that rounding does not explain.
    std::optional<std::size_t> firstDivergence(const gap::GapTable& table) const;
    /// Of the table's runs the first one's, else of another run; nothing: none has one.
    std::optional<Culprit> culprit(const gap::GapTable& table) const;
};

/// Audits the runs of the table; with `allRuns` the first 64 of the method, for their culprits. Without a program there are no
/// parts. Errors: `cancelled`.
Result<AuditedGap> auditedGap(const session::MethodView& method, const gap::GapTable& table, const JobContext& job,
                              bool allRuns = false);

/// Who supplies the tables of runs and takes what their calls did. An error of either ends the audit.
struct RunTables {
    std::function<Result<gap::GapTable>(const join::SessionRun&)> table;
    std::function<Result<void>(const join::SessionRun&, const gap::GapTable&, const std::vector<RowParts>&)> done;
};

/// Audits runs of a method, which stand in their order, in one replay; only one table is held at a time. Gives the culprits of the
/// runs. Without a program the rows have no parts. Errors: `cancelled`, those of `tables`.
Result<std::vector<RunCulprits>> auditRuns(const session::MethodView& method, const std::vector<const join::SessionRun*>& runs,
                                           const RunTables& tables, const JobContext& job);

}  // namespace etscope::causes
