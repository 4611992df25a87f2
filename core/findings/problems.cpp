#include "findings/problems.h"

#include "compare/run_cases.h"
#include "inventory/metadata.h"
#include "join/handles.h"
#include "join/joins.h"

namespace etscope::findings {
namespace {

/// What is kept of having looked.
struct Looked {};

}  // namespace

Result<void> lookForProblems(const session::Session& session, const JobContext& job) {
    using Kept = std::shared_ptr<const Looked>;
    const auto looked = session.store().get<Looked>("findings::lookForProblems", job, [&]() -> Result<Kept> {
        inventory::metadata(session);
        if (const auto runs = compare::runs(session, job); runs.cancelled()) return runs.failure();
        join::addMismatches(session, job);
        for (const session::Method& method : session.methods()) {
            if (session.recordFile() == nullptr) break;
            // A method that the map does not know has none: no problem.
            if (const auto handles = join::handles({session, method.name}, job); handles.cancelled()) return handles.failure();
        }
        return std::make_shared<const Looked>();
    });
    if (!looked) return looked.failure();
    return {};
}

}  // namespace etscope::findings
