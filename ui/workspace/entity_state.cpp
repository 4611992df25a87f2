#include "workspace/entity_state.h"

#include <QCoreApplication>
#include <set>
#include <utility>

#include "inventory/metadata.h"
#include "inventory/sharing.h"
#include "inventory/weight_roles.h"
#include "join/constants.h"
#include "join/weights.h"
#include "look/language.h"
#include "look/numbers.h"
#include "workspace/verdict_words.h"

namespace etscope::ui {
namespace {

using findings::MethodOutcome;
using findings::SessionVerdict;

struct States {
    Q_DECLARE_TR_FUNCTIONS(etscope::ui::States)
};

EntityState outputsState(const MethodOutcome& outcome) {
    const Mark mark = outputsMark(outcome);
    switch (mark) {
        case Mark::Warning:  // by what quantising costs
        case Mark::Differ:
            return {mark, States::tr("%1 of %n case(s) differ", nullptr, counted(outcome.columns)).arg(outcome.differing.size())};
        case Mark::Incomparable: return {mark, States::tr("%n not comparable", nullptr, counted(outcome.outputs.incomparable))};
        case Mark::Match: return {mark, States::tr("%n output(s) match", nullptr, counted(outcome.outputs.match))};
        default: break;
    }
    if (outcome.outputs.match == 0) return {mark, States::tr("not compared")};
    return {mark, States::tr("%n output(s) not compared", nullptr, counted(outcome.outputs.missing))};
}

/// Nothing where the file can be read as a whole.
EntityState damageState(const session::SessionFile& file) {
    if (file.error) return {Mark::Error, States::tr("cannot be read")};
    if (file.damage || file.readable < 1 || (file.zip != nullptr && file.zip->recovered()))
        return {Mark::Warning, States::tr("readable in part")};
    return {};
}

EntityState joinState(const findings::JoinOutcome& one) {
    if (one.join.state == join::JoinState::Mismatched) return {Mark::Differ, States::tr("does not belong")};
    if (!one.join.differences.empty())
        return {Mark::Differ, States::tr("belongs, %n constant(s) differ(s)", nullptr, counted(one.join.differences.size()))};
    if (one.ambiguous || one.join.state == join::JoinState::Ambiguous) return {Mark::Ambiguous, States::tr("may belong")};
    if (one.state == findings::Verdict::Match) return {Mark::Match, States::tr("matches")};
    return {Mark::Missing, States::tr("nothing tells")};
}

struct EntityStates {
    Q_DECLARE_TR_FUNCTIONS(etscope::ui::States)
};

/// Contents of the program say that a weight of the record is there as it was recorded; zeros, of which there are many, say
/// nothing.
bool isProven(const join::StoredWeight& weight) {
    return weight.record != nullptr && weight.record->by < join::SameBy::Key && !weight.uniform;
}

std::map<std::string, EntityState, std::less<>> weightStates(const join::ConstantsCompared& compared,
                                                             const join::WeightMap& weights) {
    std::map<std::string, EntityState, std::less<>> states;
    for (const join::StoredWeight& weight : weights.weights())
        if (isProven(weight))
            for (const std::string& name : weight.record->names)
                states[name] = {Mark::Match, EntityStates::tr("the program has the same")};
    for (const join::DifferentConstant& one : compared.different)
        states[one.name] = {Mark::Differ, EntityStates::tr("differs from the program's")};
    return states;
}

/// Of those of each method: what differs, else whether all are equal.
void addMethods(const std::vector<inventory::TensorRow>& rows, SessionMarks& marks) {
    std::map<std::string, std::pair<std::set<std::string>, std::set<std::string>>> named;  // all, and those that differ
    std::map<std::string, bool> open;
    for (const inventory::TensorRow& row : rows) {
        if (!inventory::isWeight(row.role) || row.method.empty() || row.name.empty()) continue;
        auto& [all, differing] = named[row.method];
        all.insert(row.name);
        const Mark mark = marks.weightOf(row.name).mark;
        if (mark == Mark::Differ) differing.insert(row.name);
        if (mark != Mark::Match) open[row.method] = true;
    }
    for (const auto& [method, names] : named) {
        if (!names.second.empty())
            marks.weights[method] = {Mark::Differ,
                                     EntityStates::tr("%n weight(s) differ(s)", nullptr, counted(names.second.size()))};
        else if (!open[method])
            marks.weights[method] = {Mark::Match, EntityStates::tr("%n weight(s) equal", nullptr, counted(names.first.size()))};
    }
}

}  // namespace

Mark severityMark(Severity severity) {
    return severity == Severity::Error ? Mark::Error : severity == Severity::Warning ? Mark::Warning : Mark::Note;
}

EntityState checkingState(bool checking) {
    return {Mark::Missing, checking ? States::tr("checking …") : States::tr("not checked")};
}

EntityState methodState(const SessionVerdict& verdict, const QString& method) {
    const MethodOutcome* outcome = outcomeOf(verdict, method);
    if (outcome == nullptr) return {Mark::Missing, States::tr("not compared")};
    EntityState state = outputsState(*outcome);
    if (worse(state.mark, callsMark(*outcome)) == state.mark) return state;
    if (outcome->culprit)
        return {callsMark(*outcome),
                text(VerdictPart{VerdictPart::Kind::Call, 1, 1, text(causes::causeName(outcome->culprit->cause))})};
    return state;
}

std::vector<EntityState> fileStates(const session::Session& session, const SessionVerdict* verdict) {
    std::vector<EntityState> states;
    for (const session::SessionFile& file : session.files()) states.push_back(damageState(file));
    if (verdict == nullptr) return states;
    for (const findings::JoinOutcome& one : verdict->joins) {
        // What contradicts is said of the file that was joined; what it was joined to is of one export with the others.
        const std::size_t file = one.join.fromFile.value_or(static_cast<unsigned>(states.size()));
        if (file >= states.size() || damageState(session.files()[file]).mark != Mark::None) continue;
        EntityState state = joinState(one);
        if (worse(states[file].mark, state.mark) != states[file].mark) states[file] = std::move(state);
    }
    return states;
}

EntityState runState(const SessionVerdict& verdict, std::int64_t run) {
    for (const MethodOutcome& outcome : verdict.methods)
        for (const findings::RunOutcome& one : outcome.runs)
            if (static_cast<std::int64_t>(one.run) == run) {
                const QString words = runText(one);
                return {runMark(one), words.isEmpty() ? States::tr("not compared") : words};
            }
    return {Mark::Missing, States::tr("not compared")};
}

EntityState metadataState(const session::Session& session, const QString& key) {
    EntityState state;
    for (const program::MetadataFinding& one : inventory::metadata(session)->findings) {
        const Mark mark = severityMark(one.severity);
        if (text(one.key) == key && worse(state.mark, mark) != state.mark) state = {mark, text(one.code)};
    }
    return state;
}

EntityState SessionMarks::weightsOf(const std::string& method) const {
    const auto hit = weights.find(method);
    return hit == weights.end() ? EntityState() : hit->second;
}

EntityState SessionMarks::weightOf(std::string_view name) const {
    const auto hit = weight.find(name);
    return hit == weight.end() ? EntityState() : hit->second;
}

EntityState metadataPageState(const session::Session& session) {
    EntityState state;
    int findings = 0;
    for (const program::MetadataFinding& one : inventory::metadata(session)->findings) {
        if (one.severity == Severity::Note) continue;
        state.mark = worse(state.mark, one.severity == Severity::Error ? Mark::Error : Mark::Warning);
        ++findings;
    }
    if (findings > 0) state.words = EntityStates::tr("%n finding(s)", nullptr, findings);
    return state;
}

Result<SessionMarksPtr> sessionMarks(const session::Session& session, const JobContext& job) {
    auto marks = std::make_shared<SessionMarks>();
    marks->metadata = metadataPageState(session);
    const auto map = inventory::sharingMap(session, job);
    if (!map) return map.failure();
    if ((*map)->copied > 0)
        marks->namedData = {Mark::Warning, EntityStates::tr("%n stored twice or more", nullptr, counted((*map)->copied))};
    const auto compared = join::constants(session, job);
    if (!compared) return compared.failure();
    const auto weights = join::weights(session, job);
    if (!weights) return weights.failure();
    const auto rows = inventory::tensors(session, job);
    if (!rows) return rows.failure();
    marks->weight = weightStates(**compared, **weights);
    addMethods(**rows, *marks);
    return SessionMarksPtr(std::move(marks));
}

SessionMarker::SessionMarker(Workspace& workspace) : QObject(&workspace), m_workspace(workspace) {
    connect(&workspace, &Workspace::verdictChanged, this, &SessionMarker::find);
    connect(&workspace, &Workspace::sessionChanged, this, &SessionMarker::find);
}

Mark SessionMarker::pageMark(PageId page) const {
    if (m_marks == nullptr) return Mark::None;
    if (page == PageId::Metadata) return m_marks->metadata.mark;
    return page == PageId::NamedData ? m_marks->namedData.mark : Mark::None;
}

void SessionMarker::find() {
    m_job.cancel();
    const bool knew = std::exchange(m_marks, nullptr) != nullptr;
    if (knew) emit changed();
    if (m_workspace.session() == nullptr || m_workspace.verdict() == nullptr) return;
    m_job.start(
        tr("Checking weights and named data"),
        [session = m_workspace.session()](const JobContext& job) { return sessionMarks(*session, job); },
        [this](Result<SessionMarksPtr> marks) {
            if (!marks) return;
            m_marks = *std::move(marks);
            emit changed();
        },
        Urgency::Filling);
}

}  // namespace etscope::ui
