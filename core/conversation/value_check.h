// Values of calls: the record's graph computed on what each call was given, its state carried, held against what it gave. One
// thread. Rules: docs/FORMATS.md "Conversations".
#pragma once

#include <deque>
#include <map>
#include <set>
#include <span>
#include <string>

#include "conversation/call_graph.h"
#include "conversation/opened.h"

namespace etscope::conversation {

class ValueCheck {
public:
    ValueCheck(const Opened& opened, Findings& findings, const JobContext& job)
        : m_opened(opened), m_findings(findings), m_job(job) {}

    /// Whether the method keeps something in memory between its calls; false where that is not known.
    bool keepsState(const std::string& method);
    /// A row of an output that a choice may be made from.
    struct Kept {
        std::size_t output = 0, row = 0;
    };
    /// Errors: `cancelled`.
    Result<void> call(const CallStep& step, std::optional<Kept> kept = {});
    void reset(const std::string& conversation);
    /// Done so far.
    std::uint64_t operations() const noexcept { return m_operations; }
    /// Of the call before: right where its outputs are what the record computes.
    State last() const noexcept { return m_last; }
    /// What the record's graph gives for the row that was kept of a call; empty: it is not computed, or was many calls ago.
    std::span<const double> rowOf(std::int64_t call) const&;
    std::span<const double> rowOf(std::int64_t call) const&& = delete;

private:
    using Graph = CallGraph;
    struct Past {
        replay::Buffers buffers;
        bool known = true;
    };
    struct Computed;
    struct Row {
        std::int64_t call = -1;
        std::vector<double> values;
    };

    Graph& graph(const std::string& method);
    std::string key(const CallStep& step) const;
    Result<void> judge(const CallStep& step, Graph& graph, Past& past);
    /// Of a method that was found wrong: its values alone.
    Result<void> follow(const CallStep& step, Graph& graph, Past& past);
    void keep(const CallStep& step, const Graph& graph, const Computed& computed);
    /// The other state with which the call gives what it gave; empty: none.
    std::string otherState(const CallStep& step, Graph& graph, const Computed& own);
    void tell(const CallStep& step, const Graph& graph, std::size_t output, const Sentence& units);

    const Opened& m_opened;
    Findings& m_findings;
    const JobContext& m_job;
    std::map<std::string, Graph> m_graphs;
    std::map<std::string, Past> m_pasts;              ///< by conversation and method
    std::map<std::string, replay::Buffers> m_resets;  ///< what was there before the last reset
    std::set<std::string> m_wrong;                    ///< methods that were found wrong
    std::uint64_t m_operations = 0;
    std::optional<Kept> m_kept;  ///< of the call that is looked at
    std::deque<Row> m_rows;      ///< of the last ones
    State m_last = State::Unknown;
};

}  // namespace etscope::conversation
