#include "findings/conflict_alone.h"

#include <algorithm>

namespace etscope::findings {

const compare::SourceConflict* conflictAlone(const SessionVerdict& verdict) noexcept {
    const compare::SourceConflict* first = nullptr;
    for (const MethodOutcome& one : verdict.methods) {
        if (one.culprit || one.wrong > 0) return nullptr;
        const auto found = std::ranges::find(verdict.conflicts, one.method, &compare::SourceConflict::method);
        const bool isExplained = found != verdict.conflicts.end() && one.right > 0;
        if (one.outputs.differ > 0 && !isExplained) return nullptr;
        if (first == nullptr && isExplained) first = &*found;
    }
    return first;
}

}  // namespace etscope::findings
