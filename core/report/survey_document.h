// The document of `survey`: rows of one session or of many.
#pragma once

#include "report/documents.h"
#include "survey/places.h"
#include "survey/survey.h"

namespace etscope::report {

/// One row as the document, the table and Python have it.
Json surveyRow(const survey::Row& row, const survey::Place& place);
/// The row of a session that cannot be opened.
Json surveyFailure(const Error& error, const survey::Place& place);
/// Of one session. Errors: `cancelled`.
Result<Json> surveyDocument(const std::shared_ptr<const session::Session>& session, const survey::Place& place,
                            const JobContext& job);
/// Only which sessions there are.
Json placesDocument(const std::vector<survey::Place>& places);
/// Of many: their rows together.
Json surveyDocument(std::size_t sessions, Json rows);

}  // namespace etscope::report
