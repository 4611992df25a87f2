// RelatedFinder: gathers what a thing of a session is elsewhere, each thing once: the parts of findings/related. One thread.
#pragma once

#include <map>
#include <set>
#include <span>

#include "compare/run_cases.h"
#include "compare/tensor_list.h"
#include "findings/related.h"
#include "inventory/tensor_rows.h"
#include "join/links.h"
#include "join/weights.h"
#include "modules/graph_index.h"

namespace etscope::findings {

class RelatedFinder {
    using Entity = session::Entity;
    using StageId = graph::StageId;

public:
    RelatedFinder(const session::Session& session, const Entity& entity, const JobContext& job)
        : m_session(session), m_entity(entity), m_job(job) {
        m_seen.insert(entity.text());
    }
    Result<RelatedList> run();

private:
    void add(Relation relation, Entity entity, std::optional<join::SameBy> by = {});
    Result<void> find();
    /// nullptr: the session has none of that name.
    const session::Method* method() const { return m_session.method(m_entity.method); }
    static Failure noSuch(const Entity& entity) { return fail("no-such-node", "there is no " + entity.text()); }
    template <class Fits>
    Result<void> addRuns(const Fits& fits) {
        const auto runs = compare::runs(m_session, m_job);
        if (!runs) return runs.failure();
        for (const join::SessionRun& run : **runs)
            if (fits(run)) add(Relation::Run, Entity::ofRun(static_cast<std::int64_t>(run.index)));
        return {};
    }
    Result<void> ofFile() const;
    Result<void> ofMetadata() const;
    Result<void> ofMethod();
    Result<void> ofRun();
    Result<void> ofCall();

    // related_graph.cpp
    Result<std::shared_ptr<const modules::GraphIndex>> index() const;
    /// What a node is in the other stages, and who runs it. `same`: what its counterparts are to the entity.
    Result<void> addLinks(const graph::NodeRef& node, Relation same);
    void addNodes(const join::MethodLinks& links, const join::NodeLinks& found, Relation same);
    void addRef(const join::MethodLinks& links, const graph::NodeRef& ref, Relation relation);
    void addTensors(const StageId& stage, std::span<const graph::ValueId> values);
    /// Of the inside of a delegate: who calls it, and the keys that it asks for.
    Result<void> ofStage();
    Result<void> ofNode();
    void addModule(const modules::GraphIndex& index, const StageId& stage, modules::ModuleId module);
    /// The module of that path in every stage of the method, and its nodes.
    Result<void> ofModule();
    Result<void> addInside(const modules::GraphIndex& index);
    Result<void> ofValue();
    Result<void> addValue(const modules::GraphIndex& index, graph::ValueId value);
    Result<void> ofResult();
    /// The results of the stages' graphs that are that output of the method, and the runs of its case.
    Result<void> ofOutput();
    Result<void> ofGiven();
    Result<void> addRunsOfColumn();
    /// Its outputs, and the runs that it fed.
    Result<void> ofCase();
    void addOutputOf(const graph::GraphModel& model, const StageId& stage);

    // related_data.cpp
    /// The values of graphs that are that tensor with the nodes that take them, its keys, the delegates that hold it.
    Result<void> ofTensor();
    Result<void> addUses(const compare::TensorList& list, const session::Method& method, const inventory::TensorRow& row);
    Result<void> addKeys(const inventory::TensorRow& row);
    static bool isKey(const join::WeightUse& use);
    Result<void> ofData();
    /// The keys of what the record calls so.
    Result<void> ofDataNamed();
    /// What begins within a region of a file.
    Result<void> ofRegion();

    const session::Session& m_session;
    Entity m_entity;
    const JobContext& m_job;
    std::vector<Related> m_found;
    std::set<std::string> m_seen;
    std::map<Relation, std::size_t> m_counts;
    bool m_cut = false;
};

}  // namespace etscope::findings
