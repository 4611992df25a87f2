#include "stages/shared_buffers.h"

#include <map>
#include <set>

#include "compare/run_cases.h"
#include "replay/state.h"
#include "stages/carried_state.h"

namespace etscope::stages {
namespace {

using graph::StageId;

/// Runs before the one in question that are computed; of more the last ones.
constexpr std::size_t kMostRuns = 64;

class SharedBuffers {
public:
    SharedBuffers(const session::Session& session, const JobContext& job) : m_session(session), m_job(job) {}

    /// Names that this method reads and another one writes.
    std::set<std::string> namesFor(const std::string& method) {
        std::set<std::string> read, shared;
        if (const auto program = m_session.program(method, StageId::edge(), m_job))
            for (const graph::GraphInput& input : (*program)->graph->top().inputs)
                if (input.target.valid()) read.emplace((*program)->graph->text(input.target));
        for (const session::Method& other : m_session.methods()) {
            if (other.name == method) continue;
            if (const auto state = replay::stateOf({m_session, other.name}, StageId::edge(), m_job))
                for (const replay::StateBuffer& buffer : **state)
                    if (read.contains(buffer.name)) shared.insert(buffer.name);
        }
        return shared;
    }

    /// The run's graph on what was left; nothing where a run on the way cannot be computed.
    Result<std::optional<ComputedGraph>> compute(const join::SessionRun& run) {
        if (!run.caseIndex || *run.caseIndex < 0) return std::optional<ComputedGraph>();
        const std::string& method = *run.attribution.method;
        const auto inputs =
            replay::graphInputs({m_session, method}, StageId::edge(),
                                {replay::InputChoice::Kind::Case, static_cast<std::size_t>(*run.caseIndex), {}}, m_job);
        const auto begun = programState({m_session, method}, StageId::edge(), m_job);
        if (!inputs || !begun) return std::optional<ComputedGraph>();
        ComputeOptions options;
        options.buffers = begun->buffers;
        for (const auto& [name, array] : m_left) options.buffers.insert_or_assign(name, array);
        options.keep = [](const std::string&) { return false; };
        auto computed = computeGraph({m_session, method}, StageId::edge(), *inputs, options, m_job);
        if (computed.cancelled()) return computed.failure();
        if (!computed) return std::optional<ComputedGraph>();
        for (const auto& [name, array] : computed->buffers) m_left.insert_or_assign(name, array);
        return std::optional(*std::move(computed));
    }

private:
    const session::Session& m_session;
    const JobContext& m_job;
    std::map<std::string, evaluate::Array> m_left;  ///< by name
};

/// Of that dump, up to that run.
std::vector<const join::SessionRun*> runsUpTo(const std::vector<join::SessionRun>& all, std::size_t run) {
    std::vector<const join::SessionRun*> found;
    for (std::size_t i = 0; i <= run; ++i)
        if (all[i].file == all[run].file && all[i].kind() != etdump::BlockKind::Load && all[i].attribution.method)
            found.push_back(&all[i]);
    if (found.size() > kMostRuns) found.erase(found.begin(), found.end() - kMostRuns);
    return found;
}

}  // namespace

Result<std::vector<std::string>> buffersOfOthers(const session::MethodView& method, std::size_t run,
                                                 const std::function<Result<bool>(const ComputedGraph&)>& follows,
                                                 const JobContext& job) {
    using Names = std::vector<std::string>;
    SharedBuffers buffers(method.session, job);
    const std::set<std::string> names = buffers.namesFor(method.name);
    const auto all = compare::runs(method.session, job);
    if (all.cancelled()) return all.failure();
    if (names.empty() || !all || run >= (*all)->size()) return Names();
    for (const join::SessionRun* one : runsUpTo(**all, run)) {
        if (job.cancelled()) return cancelledFailure();
        const auto computed = buffers.compute(*one);
        if (!computed) return computed.failure();
        if (!*computed) return Names();
        if (one->index != run) continue;
        const auto right = follows(**computed);
        if (!right) return right.failure();
        return *right ? Names(names.begin(), names.end()) : Names();
    }
    return Names();
}

}  // namespace etscope::stages
