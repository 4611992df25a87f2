// A run of a graph that stops before a node and is gone on with from there several times, each time with another probe: what comes
// before is computed once. One thread.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "evaluate/interpreter.h"
#include "evaluate/prepared_graph.h"

namespace etscope::evaluate {

class GraphRun;

class PausedRun {
public:
    /// Keeps references to all three, and to the buffers.
    PausedRun(const PreparedGraph& prepared, const std::map<std::string, Array>& buffers, const Surroundings& surroundings,
              const Context& context);
    ~PausedRun();
    PausedRun(const PausedRun&) = delete;
    PausedRun& operator=(const PausedRun&) = delete;

    /// Of graphs in which nothing writes into a tensor: what was computed before stays as it is.
    static bool possible(const PreparedGraph& prepared) noexcept { return prepared.functional; }

    /// Takes the user inputs, in order; first of all. Errors: as run().
    Result<void> begin(Values inputs);
    /// Computes the top graph's nodes up to the one at `position`, which is not computed; never back. Errors: as run().
    Result<void> advance(std::size_t position);
    /// From here to the end. Errors: as run().
    Result<RunResult> finish(Probe& probe) const;

private:
    Probe m_plain;
    const PreparedGraph& m_prepared;
    const std::map<std::string, Array>& m_buffers;
    std::unique_ptr<GraphRun> m_run;
    std::size_t m_position = 0;
};

}  // namespace etscope::evaluate
