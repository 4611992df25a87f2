#include "findings/related.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>

#include "compare/run_cases.h"
#include "compare/value_tensors.h"
#include "inventory/delegate_rows.h"
#include "inventory/metadata.h"
#include "inventory/named_data.h"
#include "inventory/regions.h"
#include "join/delegate_bodies.h"
#include "join/graph_index.h"
#include "join/links.h"
#include "join/runs.h"
#include "join/weights.h"
#include "profile/module_totals.h"
#include "session/file_names.h"

namespace etscope::findings {
namespace {

using graph::StageId;
using session::Entity;
using Kind = Entity::Kind;

/// Gathers what is found, each thing once.
class Finder {
public:
    Finder(const session::Session& session, const Entity& entity, const JobContext& job)
        : m_session(session), m_entity(entity), m_job(job) {
        m_seen.insert(entity.text());
    }

    Result<RelatedList> run() {
        const auto done = find();
        if (!done) return done.failure();
        if (m_job.cancelled()) return cancelledFailure();
        std::ranges::stable_sort(m_found, {}, &Related::relation);
        m_cut = m_cut || m_found.size() > kMostRelated;
        m_found.resize(std::min(m_found.size(), kMostRelated));
        return RelatedList{std::move(m_found), m_cut};
    }

private:
    void add(Relation relation, Entity entity) {
        // Of each relation no more than may be told of all.
        std::size_t& count = m_counts[relation];
        m_cut = m_cut || count == kMostRelated;
        if (!entity.valid() || count == kMostRelated || !m_seen.insert(entity.text()).second) return;
        ++count;
        m_found.push_back({std::move(entity), relation});
    }

    Result<void> find() {
        switch (m_entity.kind) {
            case Kind::Method: return ofMethod();
            case Kind::Stage: return ofStage();
            case Kind::Node: return ofNode();
            case Kind::Module: return ofModule();
            case Kind::Value: return ofValue();
            case Kind::Result: return ofResult();
            case Kind::Output: return m_entity.index < 0 ? ofCase() : ofOutput();
            case Kind::Tensor: return ofTensor();
            case Kind::Data: return ofData();
            case Kind::Region: return ofRegion();
            case Kind::Run:
            case Kind::Event: return ofRun();
            case Kind::File: return ofFile();
            case Kind::Metadata: return ofMetadata();
            case Kind::None:
            case Kind::Problem: return {};
        }
        return {};
    }

    Result<std::shared_ptr<const modules::GraphIndex>> index() const {
        return join::graphIndex(m_session, m_entity.method, m_entity.stageId(), m_job);
    }
    static Failure noSuch(const Entity& entity) { return fail("no-such-node", "there is no " + entity.text()); }

    /// What a node is in the other stages, and who runs it. `same`: what its counterparts are to the entity.
    Result<void> addLinks(const graph::NodeRef& node, Relation same) {
        const auto links = join::links(m_session, m_entity.method, m_job);
        if (!links) return links.failure();
        addNodes(**links, (*links)->of(node), same);
        return {};
    }
    void addNodes(const join::MethodLinks& links, const join::NodeLinks& found, Relation same) {
        for (const auto* refs : {&found.exported, &found.edge})
            for (const graph::NodeRef& ref : *refs) addRef(links, ref, same);
        for (const std::int64_t instruction : found.instructions) add(same, Entity::ofInstruction(m_entity.method, instruction));
        for (const graph::NodeRef& ref : found.delegateNodes) addRef(links, ref, same);
        for (const std::int64_t delegate : found.delegates)
            add(Relation::Delegate, Entity::ofStage(m_entity.method, StageId::payload(static_cast<std::uint32_t>(delegate))));
    }
    void addRef(const join::MethodLinks& links, const graph::NodeRef& ref, Relation relation) {
        if (const std::string path = links.graphs().path(ref); !path.empty())
            add(relation, Entity::ofNode(m_entity.method, ref.stage, path));
    }

    void addTensors(const StageId& stage, std::span<const graph::ValueId> values) {
        const auto list = compare::tensorList(m_session, m_job);
        const auto tensors = compare::valueTensors(m_session, m_entity.method, stage, m_job);
        if (!list || !tensors) return;
        for (const graph::ValueId value : values)
            if (const auto hit = (*tensors)->find(value); hit != (*tensors)->end())
                add(Relation::Weight, (*list)->entity(hit->second));
    }

    Result<void> ofFile() const {
        const auto names = session::fileNames(m_session);
        return std::ranges::find(names, m_entity.name) != names.end() ? Result<void>() : Result<void>(noSuch(m_entity));
    }
    Result<void> ofMetadata() const {
        const auto metadata = inventory::metadata(m_session);
        const auto there = [this](const auto& one) { return one.key == m_entity.name; };
        // Findings name keys that are missing.
        const bool known = std::ranges::any_of(metadata->entries, there) || std::ranges::any_of(metadata->findings, there);
        return known ? Result<void>() : Result<void>(noSuch(m_entity));
    }

    Result<void> ofMethod() {
        if (m_session.method(m_entity.method) == nullptr) return fail("no-such-method", "there is no method " + m_entity.method);
        return addRuns([this](const join::SessionRun& run) { return run.attribution.method == m_entity.method; });
    }

    template <class Fits>
    Result<void> addRuns(const Fits& fits) {
        const auto runs = compare::runs(m_session, m_job);
        if (!runs) return runs.failure();
        for (const join::SessionRun& run : **runs)
            if (fits(run)) add(Relation::Run, Entity::ofRun(static_cast<std::int64_t>(run.index)));
        return {};
    }

    /// Of the inside of a delegate: who calls it, and the keys that it asks for.
    Result<void> ofStage() {
        const session::Method* method = m_session.method(m_entity.method);
        if (method == nullptr) return fail("no-such-method", "there is no method " + m_entity.method);
        if (!method->has(m_entity.stageId()) && !m_entity.stageId().insideDelegate())
            return fail("no-such-stage", "there is no " + m_entity.text());
        add(Relation::Around, Entity::ofMethod(m_entity.method));
        const StageId stage = m_session.resolved(m_entity.method, m_entity.stageId());
        if (!stage.is(StageId::Kind::Payload)) return {};
        const auto links = join::links(m_session, m_entity.method, m_job);
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

    Result<void> ofNode() {
        const auto node = join::nodeAt(m_session, m_entity.method, m_entity.stageId(), m_entity.name, m_job);
        if (!node) return node.failure();
        if (const auto done = addLinks(*node, Relation::Same); !done) return done;
        const auto made = join::graphIndex(m_session, m_entity.method, node->stage, m_job);
        if (!made) return made.failure();
        const modules::GraphIndex& index = **made;
        addTensors(node->stage, index.flow().inputs(node->node));
        addModule(index, node->stage, index.hierarchy().moduleOf(node->node));
        if (const auto body = join::delegateStage(m_session, m_entity.method, node->stage, index.model(), node->node))
            add(Relation::Delegate, Entity::ofStage(m_entity.method, *body));
        return {};
    }

    void addModule(const modules::GraphIndex& index, const StageId& stage, modules::ModuleId module) {
        const modules::Hierarchy& hierarchy = index.hierarchy();
        if (!module.valid() || module == hierarchy.root()) return;
        add(Relation::Around, Entity::inStage(Kind::Module, m_entity.method, stage, hierarchy.module(module).path));
    }

    /// The module of that path in every stage of the method, and its nodes.
    Result<void> ofModule() {
        const session::Method* method = m_session.method(m_entity.method);
        if (method == nullptr) return fail("no-such-method", "there is no method " + m_entity.method);
        const auto own = index();
        if (!own) return own.failure();
        if (!(*own)->hierarchy().findPath(m_entity.name).valid()) return noSuch(m_entity);
        for (const StageId& stage : method->stages) {
            const auto other = join::graphIndex(m_session, m_entity.method, stage, m_job);
            if (!other) continue;
            if ((*other)->hierarchy().findPath(m_entity.name).valid())
                add(Relation::Same, Entity::inStage(Kind::Module, m_entity.method, stage, m_entity.name));
        }
        return addInside(**own);
    }
    Result<void> addInside(const modules::GraphIndex& index) {
        const auto links = join::links(m_session, m_entity.method, m_job);
        if (!links) return links.failure();
        const StageId stage = m_session.resolved(m_entity.method, m_entity.stageId());
        for (const graph::NodeId node : profile::nodesOfModule(index.hierarchy(), m_entity.name)) {
            if (m_job.cancelled()) return cancelledFailure();
            add(Relation::Inside, Entity::ofNode(m_entity.method, stage, index.model().nodePath(node)));
            addNodes(**links, (*links)->of({stage, node}), Relation::Inside);
        }
        return {};
    }

    Result<void> ofValue() {
        const auto own = index();
        if (!own) return own.failure();
        const graph::GraphModel& model = (*own)->model();
        const graph::ValueId value = model.findValue(m_entity.name);
        return value.valid() ? addValue(**own, value) : noSuch(m_entity);
    }
    Result<void> addValue(const modules::GraphIndex& index, graph::ValueId value) {
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

    Result<void> ofResult() {
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

    /// The results of the stages' graphs that are that output of the method, and the runs of its case.
    Result<void> ofOutput() {
        const session::Method* method = m_session.method(m_entity.method);
        if (method == nullptr) return fail("no-such-method", "there is no method " + m_entity.method);
        add(Relation::Around, Entity::ofMethod(m_entity.method));
        for (const StageId& stage : method->stages)
            if (const auto model = m_session.graph(m_entity.method, stage, m_job)) addOutputOf(**model, stage);
        if (m_found.size() == 1) return noSuch(m_entity);  // the method alone
        return addRunsOfColumn();
    }
    Result<void> addRunsOfColumn() {
        const std::int64_t column = m_entity.column;
        return addRuns([&](const join::SessionRun& run) {
            if (run.attribution.method != m_entity.method) return false;
            return column < 0 ? static_cast<std::int64_t>(run.index) == -1 - column : run.caseIndex == column;
        });
    }
    /// Its outputs, and the runs that it fed.
    Result<void> ofCase() {
        const session::Method* method = m_session.method(m_entity.method);
        if (method == nullptr) return fail("no-such-method", "there is no method " + m_entity.method);
        add(Relation::Around, Entity::ofMethod(m_entity.method));
        for (const StageId& stage : method->stages) {
            const auto model = m_session.graph(m_entity.method, stage, m_job);
            if (!model) continue;
            const auto outputs = std::ranges::count_if(
                (*model)->top().outputs, [&](const graph::GraphOutput& one) { return (*model)->text(one.kind) == "user_output"; });
            for (std::int64_t i = 0; i < outputs; ++i) add(Relation::Inside, Entity::ofOutput(m_entity.method, m_entity.column, i));
            break;
        }
        return addRunsOfColumn();
    }
    void addOutputOf(const graph::GraphModel& model, const StageId& stage) {
        std::int64_t number = 0;
        const auto& outputs = model.top().outputs;
        for (std::size_t i = 0; i < outputs.size(); ++i) {
            if (model.text(outputs[i].kind) != "user_output" || number++ != m_entity.index) continue;
            add(Relation::Same, Entity::ofResult(m_entity.method, stage, static_cast<std::int64_t>(i)));
            if (outputs[i].argument.kind != graph::ArgumentKind::Value) return;
            if (const graph::NodeId maker = model.value(outputs[i].argument.value()).producer; maker.valid())
                add(Relation::Maker, Entity::ofNode(m_entity.method, stage, model.nodePath(maker)));
        }
    }

    /// The values of graphs that are that tensor with the nodes that take them, its keys, the delegates that hold it.
    Result<void> ofTensor() {
        const auto list = compare::tensorList(m_session, m_job);
        if (!list) return list.failure();
        const auto at = (*list)->row(m_entity);
        if (!at) return noSuch(m_entity);
        const inventory::TensorRow& row = (*(*list)->rows())[*at];
        if (!row.method.empty()) add(Relation::Around, Entity::ofMethod(row.method));
        add(Relation::Around, Entity::named(Kind::File, session::fileNames(m_session)[row.file]));
        if (row.run) add(Relation::Run, Entity::ofRun(*row.run));
        for (const session::Method& method : m_session.methods())
            if (row.method.empty() || row.method == method.name)
                if (const auto done = addUses(**list, method, row); !done) return done;
        return addKeys(row.name);
    }
    Result<void> addUses(const compare::TensorList& list, const session::Method& method, const inventory::TensorRow& row) {
        const auto same = [&](const inventory::TensorRow& other) {
            return !row.name.empty() ? other.name == row.name
                                     : other.tensor.storage.source == row.tensor.storage.source &&
                                           other.tensor.storage.offset == row.tensor.storage.offset;
        };
        for (const StageId& stage : method.stages) {
            const auto made = join::graphIndex(m_session, method.name, stage, m_job);
            if (!made) {
                if (made.error().code == "cancelled") return made.failure();
                continue;
            }
            const graph::GraphModel& model = (*made)->model();
            const auto tensors = compare::valueTensors(m_session, method.name, stage, m_job);
            if (!tensors) return tensors.failure();
            for (const auto& [value, at] : **tensors) {
                if (!same((*list.rows())[at])) continue;
                add(Relation::Same, Entity::inStage(Kind::Value, method.name, stage, model.valuePath(value)));
                for (const graph::NodeId user : (*made)->flow().consumers(value))
                    add(Relation::User, Entity::ofNode(method.name, stage, model.nodePath(user)));
            }
        }
        return {};
    }
    Result<void> addKeys(const std::string& name) {
        if (name.empty()) return {};
        const auto weights = join::weights(m_session, m_job);
        if (!weights) return weights.failure();
        for (const join::StoredWeight* weight : (*weights)->of(name, kMostRelated))
            for (const join::WeightUse& use : weight->uses) {
                if (isKey(use)) add(Relation::Data, Entity::named(Kind::Data, use.name));
                if (use.delegate)
                    add(Relation::Delegate,
                        Entity::ofStage(use.method, StageId::payload(static_cast<std::uint32_t>(*use.delegate))));
            }
        return {};
    }

    static bool isKey(const join::WeightUse& use) {
        return use.holder == join::WeightHolder::NamedData || use.holder == join::WeightHolder::External;
    }

    Result<void> ofData() {
        const auto data = inventory::namedData(m_session, false, m_job);
        if (!data) return data.failure();
        if (std::ranges::find(data->rows, m_entity.name, &inventory::NamedDataRow::key) == data->rows.end()) return ofDataNamed();
        const auto users = inventory::keyUsers(m_session, m_job);
        const auto weights = join::weights(m_session, m_job);
        const auto list = compare::tensorList(m_session, m_job);
        if (!users) return users.failure();
        if (!weights) return weights.failure();
        if (!list) return list.failure();
        if (const auto hit = users->find(m_entity.name); hit != users->end())
            for (const inventory::NamedDataUser& user : hit->second)
                add(Relation::User, user.delegate
                                        ? Entity::ofStage(user.method, StageId::payload(static_cast<std::uint32_t>(*user.delegate)))
                                        : Entity::ofMethod(user.method));
        std::set<std::string_view> names;
        for (const join::StoredWeight& weight : (*weights)->weights())
            if (weight.record && std::ranges::any_of(weight.uses, [this](const join::WeightUse& use) {
                    return isKey(use) && use.name == m_entity.name;
                }))
                names.insert(weight.record->names.begin(), weight.record->names.end());
        for (std::size_t i = 0; i < (*list)->rows()->size(); ++i)
            if (const inventory::TensorRow& row = (*(*list)->rows())[i]; names.contains(row.name) || row.name == m_entity.name)
                add(Relation::Weight, (*list)->entity(i));
        return {};
    }

    /// The keys of what the record calls so.
    Result<void> ofDataNamed() {
        const auto weights = join::weights(m_session, m_job);
        if (!weights) return weights.failure();
        for (const join::StoredWeight* weight : (*weights)->of(m_entity.name, kMostRelated))
            for (const join::WeightUse& use : weight->uses)
                if (isKey(use)) add(Relation::Same, Entity::named(Kind::Data, use.name));
        return m_found.empty() ? Result<void>(noSuch(m_entity)) : Result<void>();
    }

    /// What begins within a region of a file.
    Result<void> ofRegion() {
        const auto files = session::fileNames(m_session);
        const std::size_t mark = m_entity.name.rfind('@');
        const auto file = std::ranges::find(files, m_entity.name.substr(0, mark));
        std::uint64_t offset = 0;
        if (mark == std::string::npos || file == files.end()) return noSuch(m_entity);
        const std::string_view number = std::string_view(m_entity.name).substr(mark + 1);
        const auto [end, wrong] = std::from_chars(number.data(), number.data() + number.size(), offset);
        if (wrong != std::errc() || end != number.data() + number.size()) return noSuch(m_entity);
        const auto index = static_cast<std::size_t>(file - files.begin());
        add(Relation::Around, Entity::named(Kind::File, *file));
        const auto regions = inventory::fileRegions(m_session, index, m_job);
        const auto hit = std::ranges::find(regions, offset, &flat::Region::offset);
        if (hit == regions.end()) return noSuch(m_entity);
        const auto list = compare::tensorList(m_session, m_job);
        if (!list) return list.failure();
        for (std::size_t i = 0; i < (*list)->rows()->size(); ++i) {
            const inventory::TensorRow& row = (*(*list)->rows())[i];
            const auto at = row.tensor.dataOffset();  // nothing for what is not stored as it is in the file
            if (row.file == index && at && *at >= offset && *at - offset < hit->size) add(Relation::Weight, (*list)->entity(i));
        }
        if (hit->kind == flat::RegionKind::NamedData) add(Relation::Data, Entity::named(Kind::Data, hit->owner));
        return {};
    }

    Result<void> ofRun() {
        const auto runs = join::runs(m_session, m_job);
        if (!runs) return runs.failure();
        if (m_entity.column < 0 || static_cast<std::size_t>(m_entity.column) >= (*runs)->size())
            return fail("no-such-run", "there is no run " + std::to_string(m_entity.column));
        const join::SessionRun& run = (**runs)[static_cast<std::size_t>(m_entity.column)];
        add(Relation::Around, Entity::named(Kind::File, session::fileNames(m_session)[run.file]));
        const std::string method = run.attribution.method.value_or(std::string());
        if (!method.empty()) add(Relation::Around, Entity::ofMethod(method));
        if (m_entity.kind != Kind::Event) return {};
        add(Relation::Run, Entity::ofRun(m_entity.column));
        const auto events = run.dump->events(run.run());
        if (m_entity.index < 0 || static_cast<std::size_t>(m_entity.index) >= events.size())
            return fail("no-such-run", "there is no event " + m_entity.text());
        const etdump::Place& place = events[static_cast<std::size_t>(m_entity.index)].place;
        if (method.empty() || place.chain != 0 || place.instruction < 0) return {};
        add(Relation::Maker, Entity::ofInstruction(method, place.instruction));
        const auto links = join::links(m_session, method, m_job);
        if (!links) return links.failure();
        m_entity.method = method;
        addNodes(**links, (*links)->ofInstruction(place.instruction), Relation::Maker);
        return {};
    }

    const session::Session& m_session;
    Entity m_entity;
    const JobContext& m_job;
    std::vector<Related> m_found;
    std::set<std::string> m_seen;
    std::map<Relation, std::size_t> m_counts;
    bool m_cut = false;
};

}  // namespace

std::string_view relationName(Relation relation) noexcept {
    static constexpr std::array<std::string_view, 9> kNames{"same", "made by", "used by", "delegate", "inside",
                                                            "in",   "weight",  "data",    "run"};
    return kNames[static_cast<std::size_t>(relation)];
}

Result<RelatedList> related(const session::Session& session, const session::Entity& entity, const JobContext& job) {
    return Finder(session, entity, job).run();
}

}  // namespace etscope::findings
