// What stages, operators, modules, values and outputs of methods are elsewhere.
#include <algorithm>

#include "compare/value_tensors.h"
#include "findings/related_finder.h"
#include "inventory/delegate_rows.h"
#include "inventory/named_data.h"
#include "join/delegate_bodies.h"
#include "join/stage_graph.h"
#include "profile/module_totals.h"
#include "replay/instruction_nodes.h"

namespace etscope::findings {

using graph::StageId;
using session::Entity;
using Kind = Entity::Kind;

Result<std::shared_ptr<const modules::GraphIndex>> RelatedFinder::index() const {
    return join::graphIndex({m_session, m_entity.method}, m_entity.stageId(), m_job);
}

Result<void> RelatedFinder::addLinks(const graph::NodeRef& node, Relation same) {
    const auto links = join::links({m_session, m_entity.method}, m_job);
    if (!links) return links.failure();
    const auto own = replay::nodeLinks({m_session, m_entity.method}, node, m_job);
    if (!own) return own.failure();
    addNodes(**links, *own, same);
    return {};
}

void RelatedFinder::addNodes(const join::MethodLinks& links, const join::NodeLinks& found, Relation same) {
    for (const auto* refs : {&found.exported, &found.edge})
        for (const graph::NodeRef& ref : *refs) addRef(links, ref, same);
    for (const std::int64_t instruction : found.instructions) add(same, Entity::ofInstruction(m_entity.method, instruction));
    for (const graph::NodeRef& ref : found.delegateNodes) addRef(links, ref, same);
    for (const std::int64_t delegate : found.delegates)
        add(Relation::Delegate, Entity::ofStage(m_entity.method, StageId::payload(static_cast<std::uint32_t>(delegate))));
}

void RelatedFinder::addRef(const join::MethodLinks& links, const graph::NodeRef& ref, Relation relation) {
    if (const std::string path = links.graphs().path(ref); !path.empty())
        add(relation, Entity::ofNode(m_entity.method, ref.stage, path));
}

void RelatedFinder::addTensors(const StageId& stage, std::span<const graph::ValueId> values) {
    const auto list = compare::tensorList(m_session, m_job);
    const auto tensors = compare::valueTensors({m_session, m_entity.method}, stage, m_job);
    if (!list || !tensors) return;
    for (const graph::ValueId value : values)
        if (const auto hit = (*tensors)->find(value); hit != (*tensors)->end()) add(Relation::Weight, (*list)->entity(hit->second));
}

Result<void> RelatedFinder::ofStage() {
    if (!method()->has(m_entity.stageId()) && !m_entity.stageId().insideDelegate())
        return fail("no-such-stage", "there is no " + m_entity.text());
    add(Relation::Around, Entity::ofMethod(m_entity.method));
    const StageId stage = m_session.resolved(m_entity.method, m_entity.stageId());
    if (!stage.is(StageId::Kind::Payload)) return {};
    const auto links = join::links({m_session, m_entity.method}, m_job);
    const auto rows = inventory::delegateRows(m_session, m_job);
    const auto users = inventory::keyUsers(m_session, m_job);
    if (!links) return links.failure();
    if (!rows) return rows.failure();
    if (!users) return users.failure();
    const auto self = std::ranges::find_if(*rows, [&](const inventory::DelegateRow& row) {
        return row.method == m_entity.method && row.index == static_cast<std::int64_t>(stage.index());
    });
    if (self == rows->end()) return fail("no-such-stage", "there is no " + m_entity.text());
    for (const inventory::DelegateRow& row : *rows) {
        if (row.method != m_entity.method || row.index != static_cast<std::int64_t>(stage.index())) continue;
        for (const std::int64_t call : row.calls) {
            add(Relation::User, Entity::ofInstruction(row.method, call));
            join::NodeLinks inside = (*links)->ofInstruction(call);
            inside.instructions.clear();
            inside.delegates.clear();
            inside.delegateNodes.clear();
            addNodes(**links, inside, Relation::Inside);
        }
    }
    const inventory::NamedDataUser user{m_entity.method, static_cast<std::int64_t>(stage.index())};
    for (const auto& [key, list] : *users)
        if (std::ranges::find(list, user) != list.end()) add(Relation::Data, Entity::named(Kind::Data, key));
    return {};
}

Result<void> RelatedFinder::ofNode() {
    const auto node = join::nodeAt({m_session, m_entity.method}, m_entity.stageId(), m_entity.name, m_job);
    if (!node) return node.failure();
    if (const auto done = addLinks(*node, Relation::Same); !done) return done;
    const auto made = join::graphIndex({m_session, m_entity.method}, node->stage, m_job);
    if (!made) return made.failure();
    const modules::GraphIndex& index = **made;
    addTensors(node->stage, index.flow().inputs(node->node));
    addModule(index, node->stage, index.hierarchy().moduleOf(node->node));
    if (const auto body = join::delegateStage({m_session, m_entity.method}, node->stage, index.model(), node->node))
        add(Relation::Delegate, Entity::ofStage(m_entity.method, *body));
    return {};
}

void RelatedFinder::addModule(const modules::GraphIndex& index, const StageId& stage, modules::ModuleId module) {
    const modules::Hierarchy& hierarchy = index.hierarchy();
    if (!module.valid() || module == hierarchy.root()) return;
    add(Relation::Around, Entity::inStage(Kind::Module, m_entity.method, stage, hierarchy.module(module).path));
}

Result<void> RelatedFinder::ofModule() {
    const auto own = index();
    if (!own) return own.failure();
    if (!(*own)->hierarchy().findPath(m_entity.name).valid()) return noSuch(m_entity);
    for (const StageId& stage : method()->stages) {
        const auto other = join::graphIndex({m_session, m_entity.method}, stage, m_job);
        if (!other) continue;
        if ((*other)->hierarchy().findPath(m_entity.name).valid())
            add(Relation::Same, Entity::inStage(Kind::Module, m_entity.method, stage, m_entity.name));
    }
    return addInside(**own);
}

Result<void> RelatedFinder::addInside(const modules::GraphIndex& index) {
    const auto links = join::links({m_session, m_entity.method}, m_job);
    if (!links) return links.failure();
    const StageId stage = m_session.resolved(m_entity.method, m_entity.stageId());
    for (const graph::NodeId node : profile::nodesOfModule(index.hierarchy(), m_entity.name)) {
        if (m_job.cancelled()) return cancelledFailure();
        add(Relation::Inside, Entity::ofNode(m_entity.method, stage, index.model().nodePath(node)));
        addNodes(**links, (*links)->of({stage, node}), Relation::Inside);
    }
    return {};
}

Result<void> RelatedFinder::ofValue() {
    const auto own = index();
    if (!own) return own.failure();
    const graph::GraphModel& model = (*own)->model();
    const graph::ValueId value = model.findValue(m_entity.name);
    return value.valid() ? addValue(**own, value) : noSuch(m_entity);
}

Result<void> RelatedFinder::addValue(const modules::GraphIndex& index, graph::ValueId value) {
    const graph::GraphModel& model = index.model();
    const StageId stage = m_session.resolved(m_entity.method, m_entity.stageId());
    addTensors(stage, std::span(&value, 1));
    for (const graph::NodeId user : index.flow().consumers(value))
        add(Relation::User, Entity::ofNode(m_entity.method, stage, model.nodePath(user)));
    const graph::NodeId maker = model.value(value).producer;
    if (!maker.valid()) return {};
    add(Relation::Maker, Entity::ofNode(m_entity.method, stage, model.nodePath(maker)));
    return addLinks({stage, maker}, Relation::Maker);
}

Result<void> RelatedFinder::ofResult() {
    const auto own = index();
    if (!own) return own.failure();
    const auto& outputs = (*own)->model().top().outputs;
    if (m_entity.index < 0 || static_cast<std::size_t>(m_entity.index) >= outputs.size()) return noSuch(m_entity);
    const graph::Argument& argument = outputs[static_cast<std::size_t>(m_entity.index)].argument;
    if (argument.kind != graph::ArgumentKind::Value) return {};
    add(Relation::Same, Entity::inStage(Kind::Value, m_entity.method, m_session.resolved(m_entity.method, m_entity.stageId()),
                                        (*own)->model().valuePath(argument.value())));
    return addValue(**own, argument.value());
}

Result<void> RelatedFinder::ofGiven() {
    const auto node = join::nodeAt({m_session, m_entity.method}, m_entity.stageId(), m_entity.name, m_job);
    if (!node) return node.failure();
    add(Relation::Maker, Entity::ofNode(m_entity.method, m_session.resolved(m_entity.method, node->stage), m_entity.name));
    add(Relation::Around, Entity::ofMethod(m_entity.method));
    if (const auto done = addLinks(*node, Relation::Maker); !done || m_entity.column == 0) return done;
    const auto run = static_cast<std::size_t>(m_entity.column - 1);
    if (const auto runs = join::runs(m_session, m_job); runs && run >= (*runs)->size())
        return fail("no-such-run", "there is no run " + std::to_string(run));
    add(Relation::Run, Entity::ofRun(m_entity.column - 1));
    return {};
}

Result<void> RelatedFinder::ofOutput() {
    add(Relation::Around, Entity::ofMethod(m_entity.method));
    for (const StageId& stage : method()->stages)
        if (const auto model = m_session.graph(m_entity.method, stage, m_job)) addOutputOf(**model, stage);
    if (m_found.size() == 1) return noSuch(m_entity);  // the method alone
    return addRunsOfColumn();
}

Result<void> RelatedFinder::addRunsOfColumn() {
    const std::int64_t column = m_entity.column;
    return addRuns([&](const join::SessionRun& run) {
        if (run.attribution.method != m_entity.method) return false;
        return column < 0 ? static_cast<std::int64_t>(run.index) == -1 - column : run.caseIndex == column;
    });
}

Result<void> RelatedFinder::ofCase() {
    add(Relation::Around, Entity::ofMethod(m_entity.method));
    for (const StageId& stage : method()->stages) {
        const auto model = m_session.graph(m_entity.method, stage, m_job);
        if (!model) continue;
        const auto outputs = static_cast<std::int64_t>((*model)->userOutputs().size());
        for (std::int64_t i = 0; i < outputs; ++i) add(Relation::Inside, Entity::ofOutput(m_entity.method, m_entity.column, i));
        break;
    }
    return addRunsOfColumn();
}

void RelatedFinder::addOutputOf(const graph::GraphModel& model, const StageId& stage) {
    const auto outputs = model.userOutputs();
    if (m_entity.index < 0 || static_cast<std::size_t>(m_entity.index) >= outputs.size()) return;
    const graph::GraphOutput& output = *outputs[static_cast<std::size_t>(m_entity.index)];
    add(Relation::Same, Entity::ofResult(m_entity.method, stage, &output - model.top().outputs.data()));
    if (output.argument.kind != graph::ArgumentKind::Value) return;
    if (const graph::NodeId maker = model.value(output.argument.value()).producer; maker.valid())
        add(Relation::Maker, Entity::ofNode(m_entity.method, stage, model.nodePath(maker)));
}
}  // namespace etscope::findings
