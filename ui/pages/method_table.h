// The methods of the session as the Overview shows them, the worst first: what goes in and out, whether it is right, which
// operator is the first that is not, how large and how fast. GUI thread only.
#pragma once

#include <map>

#include "frame/workspace.h"
#include "inventory/summary.h"
#include "models/table_model.h"

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

/// What is known of the methods arrives bit by bit.
class MethodModel : public TableModel {
    Q_OBJECT
public:
    using TableModel::TableModel;
    void setSession(SessionPtr session);
    void setSummaries(std::vector<std::shared_ptr<const inventory::MethodSummary>> summaries);
    /// Orders the rows; null: in the order of the session.
    void setVerdict(VerdictPtr verdict);
    void setRuns(std::map<std::string, MethodRuns> runs);
    void setModules(CulpritModules modules);
    std::span<const Column> columns() const override;
    int rows() const override { return static_cast<int>(m_order.size()); }
    Cell cell(int row, int column) const override;
    Address address(int row) const override;
    static constexpr int kNodesColumn = 4;
    /// The page that a column is about: what double-clicking its cells shows.
    static QString pageOf(int column);

private:
    const session::Method& method(int row) const { return m_session->methods()[m_order[static_cast<std::size_t>(row)]]; }
    const findings::MethodOutcome* outcome(const std::string& method) const;
    void order();
    Cell name(const session::Method& method) const;
    Cell ports(const session::Method& method) const;
    Cell worst(const session::Method& method) const;
    Cell firstWrong(const session::Method& method) const;
    Cell nodes(const session::Method& method) const;
    Cell time(const session::Method& method) const;
    Cell weights(const session::Method& method) const;
    const inventory::MethodSummary& summary(const session::Method& method) const;

    SessionPtr m_session;
    std::vector<std::size_t> m_order;  ///< of the session's methods
    std::map<std::string, std::shared_ptr<const inventory::MethodSummary>> m_summaries;
    std::map<std::string, MethodRuns> m_runs;
    CulpritModules m_modules;
    std::map<std::string, std::uint64_t> m_cases;
    VerdictPtr m_verdict;
};

}  // namespace etscope::ui
