#include "findings/related.h"

#include <algorithm>

#include "base/enum_table.h"
#include "findings/related_finder.h"
#include "inventory/metadata.h"
#include "join/runs.h"
#include "session/file_names.h"
#include "traces/trace.h"

namespace etscope::findings {

using session::Entity;
using Kind = Entity::Kind;

Result<RelatedList> RelatedFinder::run() {
    const auto done = find();
    if (!done) return done.failure();
    if (m_job.cancelled()) return cancelledFailure();
    std::ranges::stable_sort(m_found, {}, &Related::relation);
    m_cut = m_cut || m_found.size() > kMostRelated;
    m_found.resize(std::min(m_found.size(), kMostRelated));
    return RelatedList{std::move(m_found), m_cut};
}

void RelatedFinder::add(Relation relation, Entity entity, std::optional<join::SameBy> by) {
    // Of each relation no more than may be told of all.
    std::size_t& count = m_counts[relation];
    m_cut = m_cut || count == kMostRelated;
    if (!entity.valid() || count == kMostRelated || !m_seen.insert(entity.text()).second) return;
    ++count;
    m_found.push_back({std::move(entity), relation, by});
}

Result<void> RelatedFinder::find() {
    const bool ofMethods = m_entity.kind == Kind::Method || m_entity.kind == Kind::Stage || m_entity.kind == Kind::Module ||
                           m_entity.kind == Kind::Output;
    if (ofMethods && method() == nullptr) return fail("no-such-method", "there is no method " + m_entity.method);
    switch (m_entity.kind) {
        case Kind::Method: return ofMethod();
        case Kind::Stage: return ofStage();
        case Kind::Node: return ofNode();
        case Kind::Module: return ofModule();
        case Kind::Value: return ofValue();
        case Kind::Result: return ofResult();
        case Kind::Output: return m_entity.index < 0 ? ofCase() : ofOutput();
        case Kind::Given: return ofGiven();
        case Kind::Tensor: return ofTensor();
        case Kind::Data: return ofData();
        case Kind::Region: return ofRegion();
        case Kind::Run:
        case Kind::Event: return ofRun();
        case Kind::File: return ofFile();
        case Kind::Metadata: return ofMetadata();
        case Kind::Call: return ofCall();
        case Kind::None:
        case Kind::Problem:
        case Kind::Token: return {};
    }
    return {};
}

Result<void> RelatedFinder::ofFile() const {
    const auto& names = session::fileNames(m_session);
    return std::ranges::find(names, m_entity.name) != names.end() ? Result<void>() : Result<void>(noSuch(m_entity));
}

Result<void> RelatedFinder::ofMetadata() const {
    const auto metadata = inventory::metadata(m_session);
    const auto there = [this](const auto& one) { return one.key == m_entity.name; };
    // Findings name keys that are missing.
    const bool known = std::ranges::any_of(metadata->entries, there) || std::ranges::any_of(metadata->findings, there);
    return known ? Result<void>() : Result<void>(noSuch(m_entity));
}

Result<void> RelatedFinder::ofMethod() {
    return addRuns([this](const join::SessionRun& run) { return run.attribution.method == m_entity.method; });
}

Result<void> RelatedFinder::ofRun() {
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
    const auto links = join::links({m_session, method}, m_job);
    if (!links) return links.failure();
    m_entity.method = method;
    addNodes(**links, (*links)->ofInstruction(place.instruction), Relation::Maker);
    return {};
}

/// Of the session's first trace: the method that it was of.
Result<void> RelatedFinder::ofCall() {
    for (const session::SessionFile& file : m_session.files()) {
        if (file.trace == nullptr) continue;
        for (const traces::Line& line : file.trace->lines()) {
            const auto* call = line.as<traces::Call>();
            if (call == nullptr || call->index != m_entity.index) continue;
            if (m_session.method(call->method) != nullptr) add(Relation::Around, Entity::ofMethod(call->method));
            return {};
        }
        break;
    }
    return noSuch(m_entity);
}

std::string_view relationName(Relation relation) noexcept {
    static constexpr EnumTable<Relation::Run> kNames(
        {"same", "made by", "used by", "delegate", "inside", "in", "weight", "data", "run"});
    return kNames[relation];
}

Result<RelatedList> related(const session::Session& session, const session::Entity& entity, const JobContext& job) {
    return RelatedFinder(session, entity, job).run();
}

}  // namespace etscope::findings
