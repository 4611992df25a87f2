#include "report/conversation_document.h"

namespace etscope::report {
namespace {

using conversation::Finding;

Json placeJson(const conversation::Place& place) {
    return object(F("text", conversation::placeText(place)), F("line", place.line == 0 ? Json(nullptr) : Json(place.line)),
                  F("line_kind", textOrNull(place.lineKind)), F("call", orNull(place.call)), F("choice", orNull(place.choice)),
                  F("method", textOrNull(place.method)), F("input", orNull(place.input)), F("output", orNull(place.output)),
                  F("position", orNull(place.position)), F("state", place.state), F("module", textOrNull(place.module)),
                  F("node", textOrNull(place.node)), F("address", textOrNull(place.address)));
}

Json findingJson(const Finding& finding) {
    return object(F("check", conversation::checkName(finding.check)), F("kind", finding.kind), F("place", placeJson(finding.place)),
                  F("sentence", finding.sentence), F("evidence", conversation::evidenceName(finding.evidence)));
}

Json checkRowJson(const conversation::CheckRow& row) {
    return object(F("check", conversation::checkName(row.check)), F("state", conversation::stateName(row.state)),
                  F("looked_at", row.looked), F("open", row.open), F("reason", textOrNull(row.reason.text())));
}

Json methodRolesJson(const conversation::MethodSummary& method) {
    const auto input = [](const conversation::RoleOfInput& one) {
        return object(F("role", conversation::roleName(one.role)), F("name", textOrNull(one.name)),
                      F("reason", textOrNull(one.reason)));
    };
    const auto output = [](const conversation::RoleOfOutput& one) {
        return object(F("role", conversation::roleName(one.role)), F("reason", textOrNull(one.reason)));
    };
    return object(F("method", method.name), F("kind", conversation::kindName(method.roles.kind)), F("calls", method.roles.calls),
                  F("inputs", listOf(method.roles.inputs, input)), F("outputs", listOf(method.roles.outputs, output)));
}

Json candidateJson(const conversation::Candidate& one) {
    return object(F("id", one.id), F("text", textOrNull(one.text)), F("probability", orNull(one.probability)),
                  F("reference_probability", orNull(one.reference)));
}

Json tokenJson(const conversation::ChosenToken& token) {
    const conversation::TokenValues& values = token.values;
    const bool read = token.rows > 0;
    return object(F("line", token.line), F("conversation", textOrNull(token.conversation)), F("call", orNull(token.call)),
                  F("id", orNull(token.id)), F("text", textOrNull(token.text)), F("probability", orNull(token.probability)),
                  F("address", conversation::addressOf(token).text()), F("message", token.message),
                  F("row", read ? Json(token.row) : Json(nullptr)), F("rows", read ? Json(token.rows) : Json(nullptr)),
                  F("greedy", token.greedy), F("likeliest", orNull(values.likeliest)), F("reference", orNull(values.reference)),
                  F("margin", orNull(values.margin)), F("error", orNull(values.error)),
                  F("candidates", listOf(values.candidates, candidateJson)), F("calls", token.calls));
}

Json rangeJson(const conversation::SpliceRange& range) {
    const bool known = range.from != conversation::SpliceRange::From::Unknown;
    return object(F("from", conversation::fromName(range.from)), F("state", conversation::stateName(range.state)),
                  F("first", range.first), F("count", range.count), F("call", orNull(range.call)),
                  F("row", known ? Json(range.row) : Json(nullptr)));
}

Json callJson(const conversation::CallFacts& call) {
    return object(F("index", call.index), F("line", call.line), F("conversation", textOrNull(call.conversation)),
                  F("method", call.method), F("kind", conversation::kindName(call.kind)),
                  F("state", conversation::stateName(call.state)), F("given", call.given), F("gave", call.gave),
                  F("ns", orNull(call.nanoseconds)), F("image", textOrNull(call.image)), F("first", orNull(call.first)),
                  F("count", call.count), F("token", orNull(call.token)), F("splice", listOf(call.splice, rangeJson)));
}

Json messageJson(const conversation::MessageFacts& message) {
    return object(F("line", message.line), F("conversation", textOrNull(message.conversation)),
                  F("role", message.answer ? Json(nullptr) : Json(message.role)),
                  F("tokens", message.answer ? Json(message.tokens) : Json(nullptr)));
}

Json blamePartJson(const conversation::BlamePart& part) {
    return object(F("kind", conversation::partKindName(part.kind)), F("title", part.title), F("method", part.method),
                  F("calls", part.calls), F("module", textOrNull(part.module)), F("names", part.names),
                  F("node", textOrNull(part.node)), F("source", textOrNull(part.source)), F("address", textOrNull(part.address)),
                  F("share", part.measured ? Json(part.share) : Json(nullptr)),
                  F("token", part.measured ? Json(part.token) : Json(nullptr)), F("brings_back", part.bringsBack),
                  F("parts", listOf(part.parts, blamePartJson)));
}

Json blameJson(const conversation::Blame& blame) {
    const auto id = [](std::int64_t one) { return one < 0 ? Json(nullptr) : Json(one); };
    const conversation::BlamePart* culprit = blame.part(blame.culprit);
    return object(F("state", conversation::blameStateName(blame.state)), F("sentence", blame.sentence), F("choice", blame.choice),
                  F("call", id(blame.call)), F("chosen", id(blame.chosen)), F("reference", id(blame.reference)),
                  F("lead", blame.lead), F("lost", blame.lost), F("candidates", listOf(blame.candidates, candidateJson)),
                  F("culprit", culprit == nullptr ? Json(nullptr) : blamePartJson(*culprit)),
                  F("parts", listOf(blame.parts, blamePartJson)), F("exchanges", blame.exchanges),
                  F("operations", blame.operations), F("notes", blame.notes));
}

}  // namespace

Result<Json> conversationDocument(const session::Session& session, const ConversationQuestion& question, conversation::State& state,
                                  const JobContext& job) {
    const auto known = conversation::conversation(session, job, {question.values});
    if (!known) return known.failure();
    const conversation::Answer& answer = **known;
    state = answer.state;
    Json blamed;
    if (question.blame) {
        const auto found = conversation::blame(session, *question.blame, job);
        if (!found) return found.failure();
        blamed = blameJson(**found);
    }
    return documentOf("conversation", session, F("state", conversation::stateName(answer.state)), F("file", answer.file),
                      F("runner", textOrNull(answer.runner)), F("device", textOrNull(answer.device)), F("lines", answer.lines),
                      F("unread_lines", answer.unread), F("calls", answer.calls), F("checks", listOf(answer.checks, checkRowJson)),
                      F("findings", listOf(answer.findings, findingJson)), F("methods", listOf(answer.methods, methodRolesJson)),
                      F("tokens", listOf(answer.tokens, tokenJson)), F("told_calls", listOf(answer.told, callJson)),
                      F("messages", listOf(answer.messages, messageJson)), F("blame", std::move(blamed)));
}

}  // namespace etscope::report
