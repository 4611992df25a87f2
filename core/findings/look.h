// A look at a session: what is computed of it without being asked for, when it is opened, verified or judged as a whole, within an
// allowance that grows with its files.
#pragma once

#include "evaluate/array.h"
#include "session/session.h"

namespace etscope::findings {

/// While one lives, what this thread computes is within the allowance of one look.
class Look {
public:
    explicit Look(const session::Session& session);
    /// Whether anything was left out because of it.
    bool leftOut() const { return m_allowance->cuts() > 0; }

private:
    std::shared_ptr<evaluate::Allowance> m_allowance;
    evaluate::Allowance::Scope m_scope;
};

}  // namespace etscope::findings
