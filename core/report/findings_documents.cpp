// The documents of findings: verdict, lint, what lint and runners look for, damage, what runs outside delegates, what is elsewhere.
#include <algorithm>

#include "base/base_name.h"
#include "base/escaped.h"
#include "base/name_text.h"
#include "findings/answers.h"
#include "findings/consistency_rows.h"
#include "findings/lint.h"
#include "findings/lint_rules.h"
#include "findings/member_verdicts.h"
#include "findings/related.h"
#include "findings/suppressions.h"
#include "findings/undelegated.h"
#include "findings/verify.h"
#include "inventory/metadata.h"
#include "join/weights.h"
#include "program/known_keys.h"
#include "report/answer_json.h"
#include "report/audit_json.h"
#include "report/documents.h"

namespace etscope::report {
namespace {

Json countsJson(const findings::OutputCounts& counts) {
    return object(F("match", counts.match), F("differ", counts.differ), F("incomparable", counts.incomparable),
                  F("missing", counts.missing));
}

/// What does not agree, and what could not be asked.
Json consistencyJson(const findings::Consistencies& methods) {
    Json rows = Json::array();
    for (const consistency::MethodConsistency& method : methods)
        for (const consistency::CheckResult& check : method.checks) {
            if (check.state != consistency::State::Disagree && check.state != consistency::State::NotSetUp) continue;
            rows.push_back(object(F("method", method.method), F("check", check.id), F("state", consistency::stateName(check.state)),
                                  F("reason", check.reason), F("node", check.blame ? Json(check.blame->first.node) : Json(nullptr)),
                                  F("source", check.blame ? textOrNull(check.blame->first.source) : Json(nullptr))));
        }
    return rows;
}

Json methodJson(const findings::MethodOutcome& outcome) {
    return object(F("method", outcome.method), F("outputs", countsJson(outcome.outputs)), F("cases", outcome.columns),
                  F("differing", listOf(outcome.differing, session::columnText)),
                  F("worst", textOrNull(outcome.worstOutput.text())), F("max_abs", orNull(outcome.maxAbs)),
                  F("not_finite", outcome.notFinite),
                  F("calls", object(F("right", outcome.right), F("wrong", outcome.wrong), F("unknown", outcome.open))));
}

Json joinJson(const findings::JoinOutcome& one) {
    return object(F("files", one.files), F("state", one.ambiguous ? "ambiguous" : findings::verdictName(one.state)),
                  F("finding", textOrNull(one.finding.text())), F("evidence", one.join.evidence));
}

Json causeJson(const findings::PossibleCause& cause) {
    return object(F("kind", cause.kind), F("state", findings::causeStateName(cause.state)), F("title", cause.title),
                  F("address", textOrNull(cause.address)), F("method", textOrNull(cause.method)),
                  F("source", textOrNull(cause.source)), F("evidence", cause.evidence),
                  F("action", textOrNull(cause.action.text())));
}

Json leadJson(const findings::Lead& lead) {
    if (lead.target == findings::Target::None) return nullptr;
    return object(F("target", findings::targetName(lead.target)), F("title", lead.title), F("address", textOrNull(lead.address)));
}

}  // namespace

Json answerJson(const findings::Answer& answer) {
    const auto view = [](const findings::ViewAnswer& one) {
        return object(F("view", findings::targetName(one.view)), F("text", one.text), F("more", textOrNull(one.more.text())),
                      F("method", textOrNull(one.method)), F("runs", one.runs));
    };
    return object(F("question", findings::questionName(answer.question)),
                  F("state", answer.state ? findings::causeStateName(*answer.state) : std::string_view("fact")),
                  F("status", answer.status), F("text", answer.text), F("more", textOrNull(answer.more.text())),
                  F("address", textOrNull(answer.address)), F("source", textOrNull(answer.source)),
                  F("cause", textOrNull(answer.cause)), F("evidence", leadJson(answer.evidence)), F("next", leadJson(answer.next)),
                  F("views", listOf(answer.views, view)));
}

namespace {

Json suppressedJson(const findings::Suppressions& suppressions, const std::string& path) {
    const auto line = [](const findings::Suppression& one) {
        return object(F("line", one.line), F("rule", one.rule), F("place", textOrNull(one.place)), F("findings", one.findings));
    };
    return object(F("file", validName(path)), F("findings", suppressions.suppressed()),
                  F("lines", listOf(suppressions.lines(), line)));
}

/// Why a method has no rows.
std::string reasonOfNone(const session::Session& session, const session::Method& method) {
    const program::ExecutionPlan* plan = session.plan(method.name);
    if (plan != nullptr && plan->damaged) return method.name + ": its plan is damaged";
    if (plan != nullptr && plan->delegates.empty()) return method.name + " has no delegate: all it runs is outside";
    if (plan != nullptr) return "no operator of " + method.name + " was found outside its delegates";
    return method.name + ": no operator was found outside delegates, and no program tells which there are";
}

/// A document that needs no session.
Json listDocument(const char* schema, const char* list, Json rows) {
    return object(F("schema", schema), F("files", Json::array()), F(list, std::move(rows)), F("diagnostics", Json::array()));
}

}  // namespace

Result<Json> verdictDocument(const session::Session& session, findings::Verdict& state, bool& unreadable, const JobContext& job) {
    const auto verdict = findings::verdict(session, job);
    if (!verdict) return verdict.failure();
    unreadable = (*verdict)->unreadable;
    const auto answers = findings::answers(session, {}, job);
    if (!answers) return answers.failure();
    const auto consistent = findings::consistencies(session, job);
    if (!consistent) return consistent.failure();
    const auto others = findings::otherVerdicts(session, job);
    if (!others) return others.failure();
    state = findings::stateOfAll(**verdict, **others);
    Json causes = listOf((*verdict)->causes, causeJson);
    const auto memberJson = [](const findings::MemberVerdict& one) {
        return object(F("member", one.member), F("state", findings::verdictName(one.state)), F("text", one.text));
    };
    const auto statement = [](const findings::Statement& one) {
        return object(F("state", findings::causeStateName(one.state)), F("text", one.text), F("address", textOrNull(one.address)));
    };
    Json culprits = Json::array();
    for (const findings::MethodOutcome& outcome : (*verdict)->methods)
        if (outcome.culprit)
            culprits.push_back(object(F("method", outcome.method), F("run", orNull(outcome.culprit->run)),
                                      F("culprit", culpritJson(outcome.culprit))));
    return documentOf("verdict", session, F("state", findings::verdictName(state)),
                      F("member", session.options().part != nullptr ? Json(session.options().part->member) : Json(nullptr)),
                      F("sentences", listOf((*verdict)->sentences, statement)), F("other_members", listOf(**others, memberJson)),
                      F("outputs", countsJson((*verdict)->outputs)),
                      F("constants", object(F("compared", (*verdict)->constants), F("differ", (*verdict)->differentConstants))),
                      F("methods", listOf((*verdict)->methods, [](const findings::MethodOutcome& one) { return methodJson(one); })),
                      F("joins", listOf((*verdict)->joins, joinJson)), F("culprits", std::move(culprits)),
                      F("causes", std::move(causes)), F("consistency", consistencyJson(**consistent)),
                      F("answers", listOf(*answers, answerJson)));
}

Result<Json> lintDocument(const session::Session& session, const std::string& path, bool& failed, const JobContext& job,
                          const std::vector<std::string>& registered) {
    auto suppressions =
        path.empty() ? Result<findings::Suppressions>(findings::Suppressions{}) : findings::Suppressions::read(path);
    if (!suppressions) return suppressions.failure();
    program::RegisteredKernels kernels;
    for (const std::string& file : registered)
        if (auto added = kernels.add(file, job); !added) return added.failure();
    auto findings = registered.empty() ? findings::lint(session, job) : findings::lint(session, kernels, job);
    if (!findings) return findings.failure();
    if (auto applied = suppressions->apply(*findings, job); !applied) return applied.failure();
    Json document = beginDocument("lint", session);
    document["findings"] = listOf(*findings, [](const findings::LintFinding& one) {
        return object(F("severity", severityName(one.severity)), F("code", one.code), F("where", one.where),
                      F("message", one.message), F("suggestion", one.suggestion));
    });
    failed = failed || std::ranges::count(*findings, Severity::Error, &findings::LintFinding::severity) > 0;
    const auto metadata = inventory::metadata(session);
    document["runner"] = runnerJson(*metadata);
    document["suppressed"] = path.empty() ? Json(nullptr) : suppressedJson(*suppressions, path);
    document["registered"] =
        registered.empty() ? Json(nullptr) : listOf(kernels.files(), [](const program::KernelFile& one) { return one.path; });
    document = endDocument(document, session);
    Diagnostics ofFile;
    suppressions->tell(escaped(baseName(validName(path))), ofFile);
    for (Json& row : diagnosticsJson(ofFile)) document["diagnostics"].push_back(std::move(row));
    return document;
}

Result<Json> lintDocument(const session::Session& session, bool& failed, const JobContext& job) {
    return lintDocument(session, std::string(), failed, job);
}

Json lintRulesDocument() {
    const auto row = [](const findings::LintRule& rule) {
        return object(F("id", rule.id), F("severity", severityName(rule.severity)), F("description", rule.description()),
                      F("hint", rule.hint), F("section", rule.section()));
    };
    return listDocument("etscope.lint-rules/1", "rules", listOf(findings::lintRules(), row));
}

Json knownKeysDocument() {
    const auto row = [](const program::KnownKey& key) {
        return object(F("key", key.key), F("type", program::knownTypeName(key.type)), F("meaning", key.meaning),
                      F("used_by", program::keyReaderName(key.usedBy)), F("required", key.required),
                      F("default", textOrNull(key.fallback)), F("absent", key.absent != nullptr ? Json(key.absent) : Json(nullptr)),
                      F("since", textOrNull(key.since)));
    };
    return listDocument("etscope.metadata-known/1", "keys", listOf(program::knownKeys(), row));
}

Result<Json> verifyDocument(const session::Session& session, bool& failed, const JobContext& job) {
    const auto seen = findings::verify(session, job);
    if (!seen) return seen.failure();
    failed = !seen->sound;
    return documentOf("verify", session,
                      F("checked", object(F("zip_entries", seen->zipEntries), F("graphs", seen->graphs), F("nodes", seen->nodes),
                                          F("tensors", seen->tensors))),
                      F("ok", seen->sound));
}

Result<Json> undelegatedDocument(const session::Session& session, const Selection& selection, const JobContext& job) {
    const auto rows = findings::undelegated({session, selection.method}, job);
    if (!rows) return rows.failure();
    const auto row = [](const findings::UndelegatedOperator& one) {
        return object(F("method", one.method), F("stage", one.stage.text()), F("operator", one.target),
                      F("count", one.nodes.size()), F("ticks", orNull(one.ticks)), F("share", orNull(one.share)),
                      F("reason", one.reason), F("evidence", one.evidence), F("nodes", one.nodes));
    };
    Json notes = Json::array();
    for (const session::Method& method : session.methods())
        if ((selection.method.empty() || selection.method == method.name) &&
            std::ranges::find(*rows, method.name, &findings::UndelegatedOperator::method) == rows->end())
            notes.push_back(reasonOfNone(session, method));
    return documentOf("undelegated", session, F("operators", listOf(*rows, row)), F("notes", std::move(notes)));
}

Result<Json> relatedDocument(const session::Session& session, const std::string& address, const JobContext& job) {
    const session::Entity entity = session::Entity::parse(address, session.methodNames());
    if (!entity.valid()) return fail("no-such-address", "this names nothing of the session: " + address);
    const auto found = findings::related(session, entity, job);
    if (!found) return found.failure();
    const auto row = [](const findings::Related& one) {
        return object(F("relation", findings::relationName(one.relation)), F("address", one.entity.text()),
                      F("by", one.by ? Json(join::sameByName(*one.by)) : Json(nullptr)));
    };
    return documentOf("related", session, F("address", entity.text()), F("more", found->cut),
                      F("related", listOf(found->things, row)));
}

}  // namespace etscope::report
