#include "report/repro_call.h"

#include "base/escaped.h"
#include "base/number_text.h"
#include "join/handles.h"
#include "session/entity.h"

namespace etscope::report {
namespace {

Result<ReproCall> askedOf(const session::Session& session, const std::string& address) {
    const session::Entity entity = session::Entity::parse(address, session.methodNames());
    if (entity.kind != session::Entity::Kind::Node)
        return fail("no-such-address", "this names no operator and no call: say METHOD/STAGE/NODE or METHOD/program/0/4",
                    escaped(address));
    ReproCall asked{entity.method, std::nullopt, std::nullopt, entity.name, {}};
    if (!entity.stageId().is(graph::StageId::Kind::Program)) {
        asked.stage = entity.stageId();
        return asked;
    }
    const program::ExecutionPlan* plan = session.plan(entity.method);
    const auto slash = entity.name.find('/');
    const auto number = slash == std::string::npos ? std::nullopt : parseInt(std::string_view(entity.name).substr(slash + 1));
    if (plan == nullptr || !number || entity.name.substr(0, slash) != "0" || plan->instructionAt(0, *number) == nullptr)
        return fail("no-such-address", "the program has no such instruction", escaped(address));
    asked.instruction = *number;
    return asked;
}

/// The other of both, by debug handles, where it is one. Without a record's tables there is none.
void complete(const session::Session& session, ReproCall& asked, const JobContext& job) {
    std::string& why = asked.whyAlone;
    const auto handles = join::handles({session, asked.method}, job);
    if (!handles) return void(why = handles.error().message);
    const bool edge = asked.stage && asked.stage->is(graph::StageId::Kind::Edge);
    if (asked.stage && !edge) return void(why = "only nodes of the edge graph are joined with instructions");
    std::shared_ptr<const graph::GraphModel> model;
    if (const auto program = session.program(asked.method, graph::StageId::edge(), job)) model = (*program)->graph;
    if (model == nullptr) return void(why = "the record has no edge graph of the method");
    const auto wanted = edge ? model->findNode(asked.node) : graph::NodeId();
    for (const join::HandleRow& row : (*handles)->rows) {
        const bool one = row.edgeNodes.size() == 1 && row.edgeNodes.front().stage == graph::StageId::edge() && !row.isDelegate;
        if (asked.instruction && row.instruction == *asked.instruction) {
            if (!one)
                return void(why =
                                "the instruction stands for " + std::to_string(row.edgeNodes.size()) + " nodes of the edge graph");
            asked.stage = graph::StageId::edge();
            asked.node = model->nodePath(row.edgeNodes.front().node);
            return;
        }
        if (!asked.instruction && one && row.edgeNodes.front().node == wanted) return void(asked.instruction = row.instruction);
    }
    why = asked.instruction ? "no debug handle joins the instruction with a node" : "no instruction of its own comes from the node";
}

}  // namespace

Result<ReproCall> reproCall(const session::Session& session, const std::string& address, const JobContext& job) {
    auto asked = askedOf(session, address);
    if (asked) complete(session, *asked, job);
    return asked;
}

Result<std::vector<const join::SessionRun*>> executionsUpTo(const std::vector<join::SessionRun>& all, const std::string& method,
                                                            std::optional<std::size_t> wanted) {
    std::vector<const join::SessionRun*> runs;
    for (const join::SessionRun& run : all) {
        if (run.attribution.method != method || run.kind() == etdump::BlockKind::Load) continue;
        runs.push_back(&run);
        if (!wanted || run.index == *wanted) return runs;
    }
    if (wanted) return fail("no-such-run", "run " + std::to_string(*wanted) + " is no execution of the method");
    return std::vector<const join::SessionRun*>{};
}

}  // namespace etscope::report
