#include "findings/consistency_rows.h"

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

}  // namespace etscope::findings
