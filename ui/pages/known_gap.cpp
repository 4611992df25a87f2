#include "pages/known_gap.h"

#include <algorithm>

namespace etscope::ui {
namespace {

/// What tells the rows of an answer apart: values that were computed are of one run's inputs.
std::string auditKey(const std::string& method, const GapAnswer& answer, const GapChoice& choice) {
    const bool computed = answer.found.references->computed() != nullptr;
    std::string key = session::storeKey(method, computed ? "computed" : choice.file.toStdString());
    for (const std::optional<std::size_t>& run : {choice.referenceRun, choice.options.run, answer.run})
        key = session::storeKey(key, run ? std::to_string(*run) : std::string());
    return key;
}

bool isJudged(const gap::RowParts& row) { return row.audit && row.audit->judgement() != nullptr; }

/// Where that is quick; else what was made before.
Result<AuditPtr> quickAudit(const session::Session& session, const std::string& method, const GapAnswer& answer,
                            const GapChoice& choice, const JobContext& job) {
    const auto plan = computingPlan(session, method, job);
    if (plan && isQuick(*plan)) return keptAudit(session, method, answer, choice, job);
    return kept<gap::AuditedGap>(session, auditKey(method, answer, choice), job);
}

}  // namespace

Result<AuditPtr> keptAudit(const session::Session& session, const std::string& method, const GapAnswer& answer,
                           const GapChoice& choice, const JobContext& job) {
    return session.store().get<gap::AuditedGap>(auditKey(method, answer, choice), job, [&]() -> Result<AuditPtr> {
        auto made = gap::auditedGap(session, method, answer.table, job);
        if (!made) return made.failure();
        return std::make_shared<const gap::AuditedGap>(*std::move(made));
    });
}

profile::GapRows knownRows(const KnownGap& gap) {
    const auto& rows = gap.answer->table.rows;
    return {rows, [&](std::size_t r) { return rows[r].compared() || gap.audited->rows[r].audit; }};
}

/// What is not known is not kept: it may be asked for later.
Result<std::shared_ptr<const KnownGap>> knownGap(const session::Session& session, const std::string& method,
                                                 const JobContext& job) {
    using Made = Result<std::shared_ptr<const KnownGap>>;
    auto known = session.store().get<KnownGap>(method, job, [&]() -> Made {
        const GapChoice choice;
        auto answer = gapAnswer(session, method, choice, job);
        if (!answer) return answer.failure();
        auto audited = quickAudit(session, method, **answer, choice, job);
        if (!audited) return audited.failure();
        if (*audited == nullptr) return Made(nullptr);
        if (std::ranges::none_of((*audited)->rows, isJudged)) return std::make_shared<const KnownGap>();
        return std::make_shared<const KnownGap>(KnownGap{*std::move(answer), *std::move(audited)});
    });
    const bool nothing = known ? *known == nullptr || (*known)->audited == nullptr : known.error().code != "cancelled";
    return nothing ? Made(nullptr) : known;
}

}  // namespace etscope::ui
