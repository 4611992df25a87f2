#include "pages/known_gap.h"

#include <algorithm>
#include <map>
#include <mutex>

namespace etscope::ui {
namespace {

bool knownGapIsJudged(const causes::RowParts& row) { return row.audit && row.audit->judgement() != nullptr; }

/// Of each method; kept with the session, which many threads ask.
class ShownGaps {
public:
    void set(const std::string& method, KnownGapPtr gap) const {
        const std::scoped_lock lock(m_mutex);
        m_gaps[method] = std::move(gap);
    }
    KnownGapPtr of(const std::string& method) const {
        const std::scoped_lock lock(m_mutex);
        const auto found = m_gaps.find(method);
        return found == m_gaps.end() ? nullptr : found->second;
    }

private:
    mutable std::mutex m_mutex;
    mutable std::map<std::string, KnownGapPtr> m_gaps;
};

std::shared_ptr<const ShownGaps> shownGaps(const session::Session& session) {
    return *session.store().get<ShownGaps>(
        "", JobContext(), [] { return Result<std::shared_ptr<const ShownGaps>>(std::make_shared<const ShownGaps>()); });
}

/// Where that is quick; else what was made before.
Result<AuditPtr> quickAudit(const session::MethodView& method, const causes::HeldRun& held, const JobContext& job) {
    const auto plan = computingPlan(method, job);
    if (plan && isQuick(*plan)) return causes::keptAudit(method, held, {}, job);
    return causes::knownAudit(method, held, {}, job);
}

}  // namespace

profile::GapRows knownRows(const KnownGap& gap) {
    const auto& rows = gap.answer->table().rows;
    return {rows, [&](std::size_t r) { return rows[r].compared() || gap.audited->rows[r].audit; }};
}

void showGap(const session::MethodView& method, KnownGapPtr gap) { shownGaps(method.session)->set(method.name, std::move(gap)); }

/// What is not known is not kept: it may be asked for later.
Result<KnownGapPtr> knownGap(const session::MethodView& method, const JobContext& job) {
    using Made = Result<KnownGapPtr>;
    if (KnownGapPtr shown = shownGaps(method.session)->of(method.name)) return shown;
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
    const auto at = knownRows(**known).of((*links)->of(node), node.stage);
    return at ? std::optional(RowInView{*known, *at}) : std::nullopt;
}

}  // namespace etscope::ui
