#include "evaluate/paused_run.h"

#include "evaluate/graph_run.h"

namespace etscope::evaluate {

PausedRun::PausedRun(const PreparedGraph& prepared, const std::map<std::string, Array>& buffers, const Surroundings& surroundings,
                     const Context& context)
    : m_prepared(prepared), m_buffers(buffers), m_run(std::make_unique<GraphRun>(prepared, surroundings, context, m_plain)) {}

PausedRun::~PausedRun() = default;

Result<void> PausedRun::begin(Values inputs) {
    return unlessRefused<void>([&]() -> Result<void> {
        m_run->begin(std::move(inputs), m_buffers);
        return {};
    });
}

Result<void> PausedRun::advance(std::size_t position) {
    return unlessRefused<void>([&]() -> Result<void> {
        m_run->runTo(m_position, position);
        m_position = std::max(m_position, position);
        return {};
    });
}

Result<RunResult> PausedRun::finish(Probe& probe) const {
    return unlessRefused<RunResult>([&]() -> Result<RunResult> {
        GraphRun rest(*m_run, m_prepared, probe);
        rest.runTo(m_position, m_prepared.model.top().nodes.size());
        return rest.end();
    });
}

}  // namespace etscope::evaluate
