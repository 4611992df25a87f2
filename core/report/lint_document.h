// Documents of what is expected: findings of lint with suppressions, the rules of lint, the metadata keys that runners read. The
// latter two need no file. Any thread.
#pragma once

#include <string>

#include "report/documents.h"

namespace etscope::report {

/// lintDocument() without the findings that a file of suppressions names; `failed`: one of the rest is an error. An empty path is
/// no file. Errors: those of findings::Suppressions::read, `cancelled`.
Result<Json> lintDocument(const session::Session& session, const std::string& suppressions, bool& failed, const JobContext& job);

/// "etscope.lint-rules/1".
Json lintRulesDocument();

/// "etscope.metadata-known/1": every key of program::knownKeys().
Json knownKeysDocument();

/// How many findings were suppressed; empty without suppressions.
std::string suppressedText(const Json& document);

}  // namespace etscope::report
