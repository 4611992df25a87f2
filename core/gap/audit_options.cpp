// What a session knows for an audit: the inputs that fed a run, the graphs that delegates were made from.
#include <algorithm>

#include "base/limits.h"
#include "gap/audit.h"
#include "gap/evaluated_values.h"
#include "gap/graph_inputs.h"
#include "gap/record_surroundings.h"
#include "join/links.h"

namespace etscope::gap {
namespace {

using OptionalValues = std::vector<std::optional<evaluate::Value>>;

OptionalValues inputsOfRun(const session::Session& session, const std::string& method, const join::SessionRun& run,
                           const std::shared_ptr<evaluate::Memory>& memory, const JobContext& job) {
    if (!run.caseIndex || *run.caseIndex < 0) return {};
    const InputChoice choice{InputChoice::Kind::Case, static_cast<std::size_t>(*run.caseIndex), {}};
    const auto inputs = graphInputs(session, method, graph::StageId::edge(), choice, job);
    OptionalValues values;
    if (!inputs) return values;
    for (const tensor::Value& value : inputs->values) {
        auto one = evaluatedValue(value, memory);
        values.push_back(one ? std::optional(*std::move(one)) : std::nullopt);
    }
    return values;
}

/// The graphs behind a method's delegate calls: by the nodes that an instruction carries the handles of, else by order.
class DelegateBodies {
public:
    static Result<std::shared_ptr<const DelegateBodies>> make(const session::Session& session, const std::string& method,
                                                              const JobContext& job) {
        auto bodies = std::make_shared<DelegateBodies>();
        const auto edge = session.program(method, graph::StageId::edge(), job);
        if (!edge) return edge.failure();
        bodies->m_model = (*edge)->graph;
        const auto surroundings = recordSurroundings(session, method, graph::StageId::edge(), job);
        if (!surroundings) return surroundings.failure();
        bodies->m_surroundings = *surroundings;
        if (const auto links = join::links(session, method, job)) bodies->m_links = *links;
        if (const program::ExecutionPlan* plan = session.plan(method))
            for (std::size_t i = 0; i < plan->mainInstructions().size(); ++i)
                if (plan->calledDelegate(plan->mainInstructions()[i])) bodies->m_calls.push_back(static_cast<std::int64_t>(i));
        return std::shared_ptr<const DelegateBodies>(std::move(bodies));
    }

    Result<DelegateBody> of(std::int64_t instruction, const JobContext& job) const {
        const auto number = numberOf(instruction);
        if (!number) return fail("no-such-delegate", "nothing tells which call of the recorded graph it is");
        auto body = m_surroundings->lowered(*m_model, *number, job);
        if (!body) return body.failure();
        return DelegateBody{*std::move(body), graph::StageId::lowered(static_cast<std::uint32_t>(*number)).text()};
    }

private:
    std::optional<std::size_t> numberOf(std::int64_t instruction) const {
        const std::size_t all = m_model->delegates().size();
        if (m_links)
            for (const graph::NodeRef& node : m_links->ofInstruction(instruction).edge)
                if (node.stage.is(graph::StageId::Kind::Lowered) && node.stage.index() < all) return node.stage.index();
        const auto at = std::ranges::find(m_calls, instruction);
        if (all != m_calls.size() || at == m_calls.end()) return std::nullopt;
        return static_cast<std::size_t>(at - m_calls.begin());
    }

    std::shared_ptr<const graph::GraphModel> m_model;
    std::shared_ptr<const evaluate::Surroundings> m_surroundings;
    std::shared_ptr<const join::MethodLinks> m_links;
    std::vector<std::int64_t> m_calls;  ///< instructions
};

}  // namespace

AuditOptions auditOptions(const session::Session& session, const std::string& method, const JobContext& job) {
    AuditOptions options;
    const auto memory = std::make_shared<evaluate::Memory>(limits::settable().evaluatedBytes);
    options.inputs = [&session, method, memory, &job](const join::SessionRun& run) {
        return inputsOfRun(session, method, run, memory, job);
    };
    if (session.recordFile() == nullptr) return options;
    options.delegate = [bodies = DelegateBodies::make(session, method, job), &job](std::int64_t instruction) -> Result<DelegateBody> {
        return bodies ? (*bodies)->of(instruction, job) : Result<DelegateBody>(bodies.failure());
    };
    return options;
}

Result<std::vector<AuditRow>> auditOf(const session::Session& session, const std::string& method,
                                      const std::vector<const join::SessionRun*>& runs, const JobContext& job) {
    return audit(session, method, runs, auditOptions(session, method, job), job);
}

}  // namespace etscope::gap
