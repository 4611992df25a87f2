// The calls that led to one choice, played again: each on what it was given, or on what earlier calls give once a part of them is
// the reference's. The device is the record's graph with the program's constants and with the errors that it made, which move
// along. One thread. Rules: docs/FORMATS.md "Blame of a token".
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "conversation/call_graph.h"
#include "conversation/correction.h"
#include "conversation/opened.h"
#include "gap/logged_results.h"
#include "replay/audit.h"

namespace etscope::conversation {

/// What is the reference's.
struct Exchange {
    std::set<std::size_t> whole;   ///< calls, by their place among the played ones
    std::set<std::size_t> inside;  ///< calls of which only `names` are
    std::set<std::string> names;   ///< constants, and values of the edge graph
};

/// A row of logits that a call gives.
struct LogitsRow {
    std::size_t call = 0, output = 0, row = 0;
};

/// A part of a call that is not the reference's.
struct OwnError {
    std::string name;  ///< of the constant, or path of the value
    bool constant = false;
    bool state = false;                    ///< its operator takes what lies in memory: that may be what is wrong
    std::optional<std::int64_t> delegate;  ///< the instruction that calls it: the error is of all its nodes
};

class PlayedCalls {
public:
    /// `steps`: the calls of one conversation, from a reset on.
    PlayedCalls(const Opened& opened, const std::vector<const CallStep*>& steps, const JobContext& job);
    ~PlayedCalls();
    PlayedCalls(const PlayedCalls&) = delete;
    PlayedCalls& operator=(const PlayedCalls&) = delete;

    /// Plays the conversation as it was and takes note of what each call did itself; once, before all else. Errors: `cancelled`.
    Result<void> observe();
    /// The rows that come of it. Of calls that are exchanged as a whole rounding stays as it was. Errors: `cancelled`,
    /// `limit-exceeded`, those of evaluate::run(), `depends-on-unknown`.
    Result<std::vector<std::vector<double>>> logits(const Exchange& exchange, const std::vector<LogitsRow>& wanted);

    std::size_t size() const noexcept { return m_calls.size(); }
    const CallStep& step(std::size_t call) const&;
    const CallStep& step(std::size_t call) const&& = delete;
    const CallGraph& graph(std::size_t call) const&;
    const CallGraph& graph(std::size_t call) const&& = delete;
    /// Why the call is taken as it was, whatever is exchanged; empty: it is computed.
    const Sentence& why(std::size_t call) const&;
    const Sentence& why(std::size_t call) const&& = delete;
    /// What of it is told apart.
    std::vector<OwnError> ownErrors(std::size_t call) const;
    /// Whether values inside the call were logged.
    bool logged(std::size_t call) const;
    /// Whether an input of the call is what an earlier one gave.
    bool linked(std::size_t call) const;
    std::uint64_t operations() const noexcept { return m_operations; }

private:
    struct Call;
    struct Given;

    CallGraph& graphOf(const std::string& method);
    void addConstants(const std::string& name, const CallGraph& graph);
    void addOperators(const std::string& name, const CallGraph& graph);
    const evaluate::PreparedGraph& preparedFor(const Call& call, const std::set<std::string>* without);
    std::string key(const CallStep& step) const;
    void findLinks();
    Result<void> observe(std::size_t index, replay::Buffers& state);
    static Result<void> leave(Call& call, evaluate::RunResult result, replay::Buffers& state);
    Result<std::map<std::string, gap::LoggedResult>> loggedOf(std::size_t index, const evaluate::Values& inputs,
                                                              const replay::Buffers& buffers,
                                                              const std::shared_ptr<evaluate::Memory>& memory);
    Result<std::set<std::int64_t>> wrongDelegates(const Call& call);
    Result<replay::Buffers> stateBefore(std::size_t index, const std::shared_ptr<evaluate::Memory>& memory);
    Result<evaluate::Values> inputsOf(std::size_t index,
                                      const std::map<std::pair<std::size_t, std::size_t>, evaluate::Array>& given,
                                      const std::shared_ptr<evaluate::Memory>& memory, bool& changed) const;
    Result<evaluate::RunResult> compute(std::size_t index, evaluate::Values inputs, const replay::Buffers& buffers,
                                        evaluate::Probe& probe, const std::shared_ptr<evaluate::Memory>& memory,
                                        const evaluate::PreparedGraph& graph);
    std::shared_ptr<evaluate::Memory> memory() const;

    const Opened& m_opened;
    const JobContext& m_job;
    std::vector<std::unique_ptr<Call>> m_calls;
    std::map<std::string, CallGraph> m_graphs;
    std::map<std::string, replay::Buffers> m_constants;  ///< by method: the program's, where they are not the record's
    /// Operators of the program that are not the record's: by method and path of the result.
    std::map<std::string, std::map<std::string, std::string>> m_operators;
    struct Altered;
    std::map<std::string, std::unique_ptr<Altered>> m_altered;      ///< graphs with some of them, by method and which
    std::map<std::string, std::vector<replay::AuditRow>> m_audits;  ///< by method
    std::uint64_t m_operations = 0;
};

}  // namespace etscope::conversation
