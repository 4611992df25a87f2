#include "findings/consistency_rows.h"

#include <algorithm>

#include "evaluate/array.h"
#include "findings/limits.h"
#include "session/pt2_stages.h"

namespace etscope::findings {

Result<std::shared_ptr<const Consistencies>> consistencies(const session::Session& session, const JobContext& job) {
    return session.store().get<Consistencies>("consistency", job, [&]() -> Result<std::shared_ptr<const Consistencies>> {
        auto made = std::make_shared<Consistencies>();
        if (session.recordFile() == nullptr && !session::hasPt2Stage(session)) return std::shared_ptr<const Consistencies>(made);
        const evaluate::Allowance::Scope scope(std::make_shared<evaluate::Allowance>(
            limits::kMaxConsistencyOperations, limits::kMaxConsistencyBytes, limits::kMaxLookScratch));
        consistency::Options options;
        options.operations = limits::kMaxConsistencyOperations / 4;
        for (const std::string& name : session.methodNames()) {
            auto one = consistency::consistencyOf({session, name}, options, job);
            if (one.cancelled()) return one.failure();
            if (one) made->push_back(*std::move(one));
        }
        return std::shared_ptr<const Consistencies>(made);
    });
}

Result<void> addConsistency(const session::Session& session, std::vector<PossibleCause>& causes, const JobContext& job) {
    const auto found = consistencies(session, job);
    if (!found) return found.failure();
    std::vector<PossibleCause> warnings;
    for (const consistency::MethodConsistency& method : **found)
        for (const consistency::CheckResult& check : method.checks) {
            if (check.state != consistency::State::Disagree) continue;
            PossibleCause cause{CauseState::Warning,
                                "consistency-" + check.id,
                                Sentence::of("%1: %2", method.method, check.reason),
                                {Sentence::list({check.left, check.right}, " | ")},
                                method.method,
                                method.method,
                                {},
                                Sentence::of("the model itself gives two answers: see Consistency")};
            if (check.blame) {
                cause.address = method.method + "/" + method.stage.text() + "/" + check.blame->first.node;
                cause.source = check.blame->first.source;
            }
            warnings.push_back(std::move(cause));
        }
    const auto later = [](const PossibleCause& one) { return one.state > CauseState::Warning; };
    causes.insert(std::ranges::find_if(causes, later), warnings.begin(), warnings.end());
    return {};
}

}  // namespace etscope::findings
