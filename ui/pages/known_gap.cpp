#include "pages/known_gap.h"

#include <algorithm>

#include "pages/shown_by_method.h"

namespace etscope::ui {
namespace {

bool knownGapIsJudged(const causes::RowParts& row) { return row.audit && row.audit->judgement() != nullptr; }

using ShownGaps = ShownByMethod<KnownGapPtr>;

/// Where that is quick; else what was made before.
Result<AuditPtr> quickAudit(const session::MethodView& method, const causes::HeldRun& held, const JobContext& job) {
    const auto plan = computingPlan(method, job);
    if (plan && isQuick(*plan)) return causes::keptAudit(method.session, held, {}, job);
    return causes::knownAudit(method.session, held, {}, job);
}

}  // namespace

profile::GapRows knownRows(const KnownGap& gap) {
    const auto& rows = gap.answer->table().rows;
    return {rows, [&](std::size_t r) { return rows[r].compared() || gap.audited->rows[r].audit; }};
}

void showGap(const session::MethodView& method, KnownGapPtr gap) {
    ShownGaps::in(method.session)->set(method.name, std::move(gap));
}

/// What is not known is not kept: it may be asked for later.
Result<KnownGapPtr> knownGap(const session::MethodView& method, const JobContext& job) {
    using Made = Result<KnownGapPtr>;
    if (KnownGapPtr shown = ShownGaps::in(method.session)->of(method.name)) return shown;
    auto known = method.store().get<KnownGap>(method.name, job, [&]() -> Made {
        auto answer = gapAnswer(method, {}, job);
        if (!answer) return answer.failure();
        auto audited = quickAudit(method, (*answer)->chosen.held, job);
        if (!audited) return audited.failure();
        if (*audited == nullptr) return Made(nullptr);
        if (std::ranges::none_of((*audited)->rows, knownGapIsJudged)) return std::make_shared<const KnownGap>();
        return std::make_shared<const KnownGap>(KnownGap{*std::move(answer), *std::move(audited)});
    });
    const bool nothing = known ? *known == nullptr || (*known)->audited == nullptr : !known.cancelled();
    return nothing ? Made(nullptr) : known;
}

Result<std::optional<RowInView>> rowInView(const session::MethodView& method, const graph::NodeRef& node, const JobContext& job) {
    const auto known = knownGap(method, job);
    if (!known) return known.failure();
    if (*known == nullptr) return std::optional<RowInView>();
    const auto links = join::links(method, job);
    if (!links) return links.failure();
    const auto at = knownRows(**known).of((*links)->of(node), node.stage, (*links)->graphs().path(node));
    return at ? std::optional(RowInView{*known, *at}) : std::nullopt;
}

}  // namespace etscope::ui
