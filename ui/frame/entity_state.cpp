#include "frame/entity_state.h"

#include <QCoreApplication>
#include <algorithm>

#include "frame/verdict_words.h"
#include "inventory/metadata.h"
#include "look/language.h"
#include "look/numbers.h"

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
        case Mark::Differ:
            return {mark, States::tr("%1 of %n case(s) differ", nullptr, counted(outcome.columns)).arg(outcome.differing.size())};
        case Mark::Incomparable: return {mark, States::tr("%n not comparable", nullptr, counted(outcome.outputs.incomparable))};
        case Mark::Match:
            if (outcome.outputs.missing == 0)
                return {mark, States::tr("%n output(s) match", nullptr, counted(outcome.outputs.match))};
            return {Mark::Missing, States::tr("%n output(s) not compared", nullptr, counted(outcome.outputs.missing))};
        default: return {Mark::Missing, States::tr("not compared")};
    }
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
    if (one.state == findings::Verdict::Match) return {Mark::Match, States::tr("belongs, no doubt")};
    return {Mark::Missing, States::tr("nothing tells")};
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

}  // namespace etscope::ui
