// The buffers that a method's graph writes, step by step, for drift(): what a step leaves in them against the reference, and what
// the reference would have been on what the runtime had in them. Internal to core/causes. One thread.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "causes/drift.h"
#include "causes/error_limits.h"
#include "graph/graph_model.h"

namespace etscope::causes {

class DriftCaches {
public:
    /// Keeps session and model.
    DriftCaches(const session::MethodView& method, const graph::GraphModel& model, std::size_t steps);

    /// Values that the graph gives on what the runtime had in its buffers, by path of node; none: not known, or no buffer of theirs
    /// was wrong.
    using Shifted = std::map<std::string, tensor::Tensor>;
    struct Before {
        bool exact = false;  ///< the buffers held what they should, within rounding
        Sentence reason;     ///< nothing is known; else empty
        Shifted values;
    };
    /// Before take() of the step. `nodes`: whose values are asked for. Errors: `cancelled`.
    Result<Before> before(const join::SessionRun& run, const gap::ReferenceValues& references, const std::set<std::string>& nodes,
                          const JobContext& job) const;
    /// What is in the buffers before take() of the step, and how far it is off. A process begins with what the reference does.
    Begun begun(const join::SessionRun& run) const;
    /// What the step left. Errors: `cancelled`.
    Result<void> take(std::size_t step, const join::SessionRun& run, const gap::GapTable& table, const std::vector<RowParts>& parts,
                      const JobContext& job);
    /// A step of which nothing is known.
    void skip(std::size_t step, const Sentence& reason);
    bool empty() const noexcept { return m_caches.empty(); }
    /// `topOf`: the row of a node that writes one.
    std::vector<DriftCache> finish(const std::function<std::optional<std::size_t>(graph::NodeId)>& topOf) &&;

private:
    struct Left {
        std::map<std::string, tensor::Tensor> values;  ///< by target, as they were logged
        Begun begun;                                   ///< for the next step
        unsigned file = 0;
        bool wrong = false;
        Sentence reason;  ///< not all are known; else empty
    };

    const session::MethodView m_method;
    const graph::GraphModel& m_model;
    std::vector<DriftCache> m_caches;
    std::vector<graph::NodeId> m_writers;  ///< of each cache
    std::optional<Left> m_left;            ///< by the step before
};

}  // namespace etscope::causes
