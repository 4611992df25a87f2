// The `character` document: what a device's arithmetic is like, and what changed against other runs.
#include "character/changes.h"
#include "character/character.h"
#include "report/documents.h"

namespace etscope::report {
namespace {

using character::Changes;
using character::ChangeState;
using character::TraitFound;

Json exampleJson(const TraitFound& found) {
    if (!found.example) return nullptr;
    const auto& [seen, element, right, given] = *found.example;
    // Of a repetition no element is named.
    const bool values = found.trait != character::Trait::NotDeterministic;
    return object(F("method", seen.method), F("run", seen.run), F("instruction", seen.instruction), F("operator", seen.op),
                  F("result", seen.result), F("element", values ? Json(element) : Json(nullptr)),
                  F("right", values ? number(right) : Json(nullptr)), F("given", values ? number(given) : Json(nullptr)));
}

Json traitJson(const TraitFound& found) {
    const bool scaled = found.trait == character::Trait::Scales && found.shown > 0;
    return object(F("trait", character::traitName(found.trait)), F("state", character::stateName(found.state)),
                  F("shown", found.shown), F("looked", found.looked), F("unit", character::unitOf(found.trait)),
                  F("factor", scaled ? number(found.factor) : Json(nullptr)), F("example", exampleJson(found)),
                  F("sentence", character::sentenceOf(found).text()));
}

Json callChangeJson(const character::CallChange& change) {
    return object(F("kind", "call"), F("name", change.after.op), F("state", character::stateName(change.state)),
                  F("method", change.after.method), F("instruction", change.after.instruction), F("result", change.after.result),
                  F("inputs", change.cases), F("apart", change.apart), F("chance", number(change.chance)),
                  F("before", number(change.unitsBefore)), F("after", number(change.unitsAfter)),
                  F("sentence", character::sentenceOf(change).text()));
}

Json traitChangeJson(const character::TraitChange& change) {
    return object(F("kind", "trait"), F("name", character::traitName(change.after.trait)),
                  F("state", character::stateName(ChangeState::Changed)), F("method", nullptr), F("instruction", nullptr),
                  F("result", nullptr), F("inputs", nullptr), F("apart", nullptr), F("chance", nullptr), F("before", nullptr),
                  F("after", nullptr), F("sentence", character::sentenceOf(change).text()));
}

Json changesJson(const Changes& changes) {
    Json all = Json::array();
    for (const auto& change : changes.traits) all.push_back(traitChangeJson(change));
    for (const ChangeState state : {ChangeState::Changed, ChangeState::Differs, ChangeState::Varies})
        for (const auto& change : changes.calls)
            if (change.state == state) all.push_back(callChangeJson(change));
    return all;
}

}  // namespace

Result<Json> characterDocument(const session::Session& session, const session::Session* against, const std::string& method,
                               bool& changed, const JobContext& job) {
    const auto made = character::characterOf(session, method, job);
    if (!made) return made.failure();
    Json changes = nullptr, other = nullptr;
    if (against != nullptr) {
        const auto before = character::characterOf(*against, method, job);
        if (!before) return before.failure();
        const Changes found = character::changesBetween(before->traits, made->traits);
        changed = !found.traits.empty() || found.count(ChangeState::Changed) > 0;
        other =
            object(F("files", beginDocument("character", *against)["files"]), F("runs", before->runs),
                   F("results", before->traits.results()), F("traits", listOf(before->traits.found(), traitJson)),
                   F("calls", found.calls.size()), F("same", found.count(ChangeState::Same)), F("other_inputs", found.otherInputs));
        changes = changesJson(found);
    }
    return documentOf("character", session, F("runs", made->runs), F("results", made->traits.results()),
                      F("traits", listOf(made->traits.found(), traitJson)), F("against", std::move(other)),
                      F("changes", std::move(changes)));
}

}  // namespace etscope::report
