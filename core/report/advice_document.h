// The document of advice on quantisation.
#pragma once

#include "advisor/several.h"
#include "report/documents.h"

namespace etscope::report {

/// "etscope.advice/1". `recipe`: lines of code for the chosen set; empty: there is none.
Json adviceDocument(const session::Session& session, const advisor::Advice& advice, const std::string& recipe);
/// The same of several methods. `recipes`: of each; empty: there is none.
Json adviceDocument(const session::Session& session, const advisor::Several& several, const std::vector<std::string>& recipes);
/// The same of what it would take.
Json adviceEstimate(const session::Session& session, const std::string& method, const advisor::Estimate& estimate);

}  // namespace etscope::report
