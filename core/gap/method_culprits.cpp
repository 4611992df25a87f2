#include "gap/method_culprits.h"

#include <algorithm>

#include "gap/audit.h"
#include "gap/kept_whole.h"

namespace etscope::gap {
namespace {

Result<std::shared_ptr<const MethodCulprits>> judge(const session::Session& session, const std::string& method,
                                                    const JobContext& job) {
    auto made = std::make_shared<MethodCulprits>();
    made->method = method;
    if (session.plan(method) == nullptr) return made;
    const auto runs = executionsOf(session, method, job);
    if (!runs) return runs.failure();
    std::vector<const join::SessionRun*> judged;
    for (const join::SessionRun& run : *runs)
        if (judged.size() < kMostJudgedRuns) judged.push_back(&run);
    if (judged.empty()) return made;
    const auto rows = auditOf(session, method, judged, job);
    if (!rows) return rows.failure();
    for (const AuditRow& row : *rows)
        if (!row.wrong()) ++(row.judgement() == nullptr ? made->calls[row.run].open : made->calls[row.run].right);
    for (const AuditRow& row : *rows) ++(row.judgement() == nullptr ? made->open : row.wrong() ? made->wrong : made->right);
    auto culprits = culpritsOf(session, method, judged, *rows, job);
    if (!culprits) return culprits.failure();
    made->runs = *std::move(culprits);
    return made;
}

}  // namespace

const Culprit* MethodCulprits::first() const noexcept {
    const auto found = std::ranges::find_if(runs, [](const RunCulprits& one) { return !one.culprits.empty(); });
    return found == runs.end() ? nullptr : &found->culprits.front();
}

Result<std::shared_ptr<const MethodCulprits>> methodCulprits(const session::Session& session, const std::string& method,
                                                             const JobContext& job) {
    return keptWhole<MethodCulprits>(session, method, job, [&] { return judge(session, method, job); });
}

}  // namespace etscope::gap
