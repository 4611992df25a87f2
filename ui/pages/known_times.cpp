#include "pages/known_times.h"

#include "compare/run_cases.h"
#include "look/numbers.h"
#include "profile/likes.h"

namespace etscope::ui {
namespace {

Result<std::shared_ptr<const MethodTimes>> makeTimes(const session::Session& session, const QString& method,
                                                     const JobContext& job) {
    const auto all = compare::runs(session, job);
    if (!all) return all.failure();
    auto made = std::make_shared<MethodTimes>();
    for (const join::SessionRun& run : **all)
        if (text(run.attribution.method.value_or("")) == method) made->runs.push_back(run);
    if (made->runs.empty()) return std::shared_ptr<const MethodTimes>(std::move(made));
    auto summary = profile::summary(session, made->runs, job);
    if (!summary) return summary.failure();
    made->summary = *std::move(summary);
    auto tree = profile::callTree(made->summary, made->runs, {}, job);
    if (!tree) return tree.failure();
    made->tree = *std::move(tree);
    const CallNames names(session, method, made->runs, job);
    made->likes = profile::likes(
        made->summary, [&](const profile::SummaryRow& row) { return names.of(*row.event.instruction).brief.toStdString(); });
    return std::shared_ptr<const MethodTimes>(std::move(made));
}

}  // namespace

Result<std::shared_ptr<const MethodTimes>> methodTimes(const session::Session& session, const QString& method,
                                                       const JobContext& job) {
    return session.store().get<MethodTimes>(method.toStdString(), job, [&] { return makeTimes(session, method, job); });
}

}  // namespace etscope::ui
