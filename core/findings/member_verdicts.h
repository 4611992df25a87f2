// Verdicts of the programs beside the one in view. A job: each program is opened and judged, one after the other. Any thread.
// Rules: docs/FORMATS.md "Families of programs".
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/sentence.h"
#include "findings/verdict.h"
#include "session/session.h"

namespace etscope::findings {

struct MemberVerdict {
    std::string member;
    Verdict state = Verdict::Unknown;
    bool silent = false;  ///< it can be read, and its files hold nothing to compare
    Sentence text;        ///< the first of its verdict; why there is none
};

/// Of the other programs that were opened together with that of the session; none where it was chosen among them. Kept after the
/// first call. Errors: `cancelled`, those of join::family().
Result<std::shared_ptr<const std::vector<MemberVerdict>>> otherVerdicts(const session::Session& session, const JobContext& job);

/// Of programs that were opened together: differ where one does; what is silent beside one that matches says nothing against that.
Verdict stateOfAll(const SessionVerdict& own, const std::vector<MemberVerdict>& others);

}  // namespace etscope::findings
