// What differs because two sources of one side contradict each other, and nothing else. Any thread.
#pragma once

#include "findings/verdict.h"

namespace etscope::findings {

/// What contradicts, where that alone tells why outputs differ: nothing is at fault in any method, and of every method whose outputs
/// differ the sources contradict each other, some calls were judged, and those are right. Null: something else may be.
const compare::SourceConflict* conflictAlone(const SessionVerdict& verdict) noexcept;

}  // namespace etscope::findings
