#include "report/consistency_document.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "run/execute.h"
#include "session/pt2_stages.h"

namespace etscope::report {

namespace {

using consistency::State;

Json axisJson(const consistency::Axis& axis) {
    if (!axis.there) return nullptr;
    return object(F("symbol", textOrNull(axis.symbol)), F("size", axis.symbolic() ? Json(nullptr) : Json(axis.fixed)),
                  F("most", axis.symbolic() && axis.most > 0 ? Json(axis.most) : Json(nullptr)));
}

Json roleJson(const consistency::InputRole& input) {
    const auto axis = [](int at) { return at < 0 ? Json(nullptr) : Json(at); };
    return object(F("input", input.name), F("role", consistency::roleName(input.role)), F("reason", input.reason),
                  F("told", input.told), F("sequence_axis", axis(input.sequence)), F("batch_axis", axis(input.batch)));
}

Json placeJson(const std::optional<consistency::Place>& place) {
    if (!place) return nullptr;
    return object(F("node", place->node), F("operator", place->target), F("module", textOrNull(place->module)),
                  F("source", textOrNull(place->source)), F("code", textOrNull(place->code)),
                  F("reads", textOrNull(place->constant)));
}

/// What the program gave; null: nobody asked.
Json runtimeJson(const std::optional<consistency::RuntimeResult>& result) {
    if (!result) return nullptr;
    const bool played = result->state != consistency::RuntimeState::NotPlayed;
    return object(F("state", consistency::runtimeStateName(result->state)), F("at_fault", consistency::faultName(result->fault)),
                  F("reason", result->reason), F("left", result->left.empty() ? Json(nullptr) : Json(result->left)),
                  F("right", result->right.empty() ? Json(nullptr) : Json(result->right)), F("compared", result->compared),
                  F("difference", played ? number(result->difference) : Json(nullptr)),
                  F("envelope", played ? number(result->envelope) : Json(nullptr)),
                  F("left_apart", played ? Json(result->leftApart) : Json(nullptr)),
                  F("right_apart", played ? Json(result->rightApart) : Json(nullptr)),
                  F("output", played ? Json(result->output) : Json(nullptr)), F("position", orNull(result->position)),
                  F("row", orNull(result->row)));
}

Json factsJson(const std::optional<consistency::RuntimeFacts>& facts) {
    if (!facts) return nullptr;
    Json error = nullptr;
    if (facts->error) error = object(F("code", facts->error->code), F("message", facts->error->message));
    return object(F("kind", facts->kind), F("path", facts->path), F("executorch", textOrNull(facts->executorch)),
                  F("calls", facts->calls), F("seconds", facts->seconds), F("error", error));
}

Json checkJson(const std::string& method, const consistency::CheckResult& check) {
    const auto names = consistency::checkNames();
    const auto name = std::ranges::find(names, check.id, &consistency::CheckName::id);
    const bool asked = check.compared > 0;
    const auto& blame = check.blame;
    return object(
        F("method", method), F("check", check.id), F("title", name == names.end() ? check.id : std::string(name->title)),
        F("state", consistency::stateName(check.state)), F("reason", check.reason),
        F("left", check.left.empty() ? Json(nullptr) : Json(check.left)),
        F("right", check.right.empty() ? Json(nullptr) : Json(check.right)), F("compared", check.compared),
        F("difference", asked ? number(check.difference) : Json(nullptr)),
        F("envelope", asked ? number(check.envelope) : Json(nullptr)), F("output", asked ? Json(check.output) : Json(nullptr)),
        F("position", orNull(check.position)), F("row", orNull(check.row)), F("other_method", textOrNull(check.otherMethod)),
        F("first", placeJson(blame ? std::optional(blame->first) : std::nullopt)),
        F("begins", placeJson(blame ? blame->from : std::nullopt)), F("seen", placeJson(blame ? blame->seen : std::nullopt)),
        F("carried_by", blame ? textOrNull(blame->state) : Json(nullptr)), F("path", blame ? Json(blame->path) : Json::array()),
        F("runtime", runtimeJson(check.runtime)));
}

Json methodJson(const consistency::MethodConsistency& made) {
    Json error = nullptr;
    if (made.error) error = object(F("code", made.error->code), F("message", made.error->message));
    return object(
        F("method", made.method), F("stage", made.stage.text()), F("error", error), F("inputs", listOf(made.roles, roleJson)),
        F("sequence", axisJson(made.sequence)), F("batch", axisJson(made.batch)), F("states", made.states),
        F("runtime", factsJson(made.runtime)),
        F("checks", listOf(made.checks, [&](const consistency::CheckResult& check) { return checkJson(made.method, check); })));
}

}  // namespace

Result<Json> consistencyDocument(const session::Session& session, const std::string& method, const consistency::Options& options,
                                 ConsistencyState& state, const JobContext& job) {
    if (session.recordFile() == nullptr && !session::hasPt2Stage(session))
        return fail("no-record", "graphs that can be computed are in an ETRecord or a .pt2 archive; the session has none");
    const auto names = method.empty() ? session.methodNames() : std::vector{method};
    Json methods = Json::array();
    consistency::ToldRoles told = options.roles;
    if (options.runtime)
        if (const auto target = run::askTarget(options.runtime->target, job); !target) return target.failure();
    std::size_t agree = 0, disagree = 0, open = 0, other = 0;
    std::array<std::size_t, 4> played{};
    for (const std::string& name : names) {
        const auto made = consistency::consistencyOf({session, name}, options, job);
        if (!made) return made.failure();
        for (const consistency::InputRole& input : made->roles) told.erase(input.name);
        for (const consistency::CheckResult& check : made->checks) {
            agree += check.state == State::Agree ? 1 : 0;
            disagree += check.state == State::Disagree ? 1 : 0;
            open += check.state == State::NotSetUp ? 1 : 0;
            other += check.state == State::NotApplicable ? 1 : 0;
            if (check.runtime) ++played[static_cast<std::size_t>(check.runtime->state)];
        }
        methods.push_back(methodJson(*made));
    }
    if (!told.empty())
        return fail("no-such-input", "--role tells what '" + told.begin()->first + "' is, and no method has an input of that name");
    const bool isKnown = agree > 0 && (!options.runtime || played[0] > 0);
    state = disagree > 0 || played[1] > 0 ? ConsistencyState::Disagree
            : isKnown                     ? ConsistencyState::Agree
                                          : ConsistencyState::Unknown;
    Json runtime = nullptr;
    if (options.runtime)
        runtime = object(F("agree", played[0]), F("disagree", played[1]), F("unknown", played[2]), F("not_played", played[3]));
    constexpr const char* kStates[] = {"agree", "disagree", "unknown"};
    return documentOf(
        "consistency", session, F("state", kStates[static_cast<std::size_t>(state)]),
        F("counts", object(F("agree", agree), F("disagree", disagree), F("not_set_up", open), F("not_applicable", other))),
        F("runtime_counts", std::move(runtime)), F("methods", std::move(methods)));
}

}  // namespace etscope::report
