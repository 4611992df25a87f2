// What delegates hold that is not the record's, as culprits. Internal to core/causes; any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "causes/culprit.h"
#include "replay/audit.h"
#include "replay/computable_graph.h"
#include "session/session.h"

namespace etscope::causes {

class InsideDelegates {
public:
    /// Keeps references. `rows`: of the method's runs.
    InsideDelegates(const session::MethodView& method, const std::vector<replay::AuditRow>& rows, const JobContext& job)
        : m_method(method), m_rows(rows), m_job(job) {}

    /// Weights inside delegates of the method that are not the record's though the others are; `only`: of this delegate. Errors:
    /// `cancelled`.
    Result<std::vector<Culprit>> weights(std::optional<std::size_t> run, std::optional<std::size_t> only = {}) const;
    /// Integers of weights that are not the record's, of delegates whose calls of the run could not be looked at. Errors:
    /// `cancelled`.
    Result<void> addOpen(std::size_t run, std::vector<Culprit>& found) const;
    /// "constant 'x' inside delegate 0 at instruction 3 differs from the record's: …"; of a culprit that names it.
    static Sentence text(const Culprit& culprit, const Sentence& how);

private:
    Culprit misscaled(std::optional<std::size_t> run, const replay::MisscaledBias& bias) const;
    Culprit constant(std::optional<std::size_t> run, std::size_t delegate, const std::string& name, const Sentence& how) const;
    /// The first instruction that calls the delegate.
    std::optional<std::int64_t> callOf(std::size_t delegate) const;

    const session::MethodView& m_method;
    const std::vector<replay::AuditRow>& m_rows;
    const JobContext& m_job;
};

}  // namespace etscope::causes
