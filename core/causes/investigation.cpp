#include "causes/investigation.h"

#include <algorithm>
#include <utility>

namespace etscope::causes {
namespace {

std::string numberOrNone(const std::optional<std::size_t>& number) { return number ? std::to_string(*number) : std::string(); }

/// Computed values are of one run's inputs, whoever asked for them.
std::string auditKey(const HeldRun& held, const ReferenceChoice& choice) {
    const std::string references = held.references->computed() != nullptr ? "computed" : choice.key();
    return session::storeKey(session::storeKey(held.method, references), numberOrNone(held.run));
}

std::string referencesKey(const std::string& method, std::optional<std::size_t> run) {
    return session::storeKey(method, numberOrNone(run));
}

Result<HeldRun> holdAgainst(const session::MethodView& method, References references, gap::GapOptions options,
                            const JobContext& job) {
    if (references == nullptr) return HeldRun{method.name, nullptr, {}, {}};
    if (const gap::ComputedSource* computed = references->computed(); computed != nullptr && !options.run)
        options.run = computed->run;
    auto fitting = gap::fittingGap(method, *references, options, job);
    if (!fitting) return fitting.failure();
    return HeldRun{method.name, std::move(references), std::move(fitting->table), fitting->run ? fitting->run : options.run};
}

}  // namespace

std::string ReferenceChoice::key() const {
    return session::storeKey(std::to_string(static_cast<int>(kind)), kind == Kind::Run ? std::to_string(run) : file);
}

Result<References> givenReferences(const session::MethodView& method, const ReferenceChoice& choice, const graph::StageId& stage,
                                   const JobContext& job) {
    switch (choice.kind) {
        case ReferenceChoice::Kind::Found: return gap::sessionReferences(method, job);
        case ReferenceChoice::Kind::Run: return gap::runReferences(method, choice.run, stage, job);
        case ReferenceChoice::Kind::Computed: return References();
        case ReferenceChoice::Kind::File: break;
    }
    Diagnostics diagnostics;
    auto references = gap::fileReferences(choice.file, diagnostics, job);
    method.session.addDiagnostics(diagnostics);
    return references;
}

Result<References> keptReferences(const session::MethodView& method, std::optional<std::size_t> run, const JobContext& job) {
    return method.store().get<gap::ReferenceValues>(referencesKey(method.name, run), job, [&] {
        return stages::computedReferences(method, graph::StageId::edge(), {std::nullopt, run, false}, job);
    });
}

References knownReferences(const session::MethodView& method, std::optional<std::size_t> run, const JobContext& job) {
    return method.store().known<gap::ReferenceValues>(referencesKey(method.name, run), job);
}

bool isMisfit(const gap::GapTable& table) noexcept {
    const auto compared = std::ranges::count_if(table.rows, &gap::GapRow::compared);
    const auto otherShape = std::ranges::count(table.rows, gap::GapState::ShapeMismatch, &gap::GapRow::state);
    return otherShape > 0 && 2 * otherShape > compared;
}

Result<HeldRun> heldRun(const session::MethodView& method, const ReferenceChoice& choice, const gap::GapOptions& options,
                        const ComputeReferences& compute, const JobContext& job) {
    auto given = givenReferences(method, choice, options.stage, job);
    if (!given) return given.failure();
    std::optional<HeldRun> found;
    if (*given != nullptr) {
        auto held = holdAgainst(method, *std::move(given), options, job);
        if (!held || choice.kind != ReferenceChoice::Kind::Found || !isMisfit(held->table)) return held;
        found = *std::move(held);
    }
    auto computed = compute();
    if (computed) {
        auto held = holdAgainst(method, *std::move(computed), options, job);
        if (held && held->references == nullptr && found) return *std::move(found);
        if (held || !found || held.cancelled()) return held;
    } else if (!found || computed.cancelled()) {
        return computed.failure();
    }
    return *std::move(found);
}

Result<AuditPtr> keptAudit(const session::Session& session, const HeldRun& held, const ReferenceChoice& choice,
                           const JobContext& job) {
    return session.store().get<AuditedGap>(auditKey(held, choice), job, [&]() -> Result<AuditPtr> {
        auto made = auditedGap({session, held.method}, held.table, job);
        if (!made) return made.failure();
        return std::make_shared<const AuditedGap>(*std::move(made));
    });
}

AuditPtr knownAudit(const session::Session& session, const HeldRun& held, const ReferenceChoice& choice, const JobContext& job) {
    return session.store().known<AuditedGap>(auditKey(held, choice), job);
}

std::optional<std::size_t> beginningOf(const gap::GapTable& table, const AuditedGap& audited, const std::vector<Origin>& origins) {
    for (std::size_t r = 0; r < table.rows.size(); ++r)
        if (table.rows[r].compared() && (origins[r] == Origin::Introduced || origins[r] == Origin::Constant)) return r;
    const auto first = audited.firstDivergence(table);
    if (!first) return std::nullopt;
    const auto& audit = audited.rows[*first].audit;
    return audit && audit->judgement() != nullptr ? std::nullopt : first;
}

Result<Investigation> investigate(const session::MethodView& method, const ReferenceChoice& choice, const gap::GapOptions& options,
                                  const JobContext& job) {
    const auto compute = [&] { return keptReferences(method, options.run, job); };
    auto held = heldRun(method, choice, options, compute, job);
    if (!held) return held.failure();
    auto audited = keptAudit(method.session, *held, choice, job);
    if (!audited) return audited.failure();
    Investigation made{*std::move(held), *std::move(audited), {}, {}};
    made.origins = blames(made.held.table, *made.audited);
    made.beginning = beginningOf(made.held.table, *made.audited, made.origins);
    return made;
}

}  // namespace etscope::causes
