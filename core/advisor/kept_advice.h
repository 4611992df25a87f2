// What is known of an advice as JSON, as session files keep it (docs/FORMATS.md "Session files"), and taken up again: effects of
// single weights, sets that were evaluated. Any thread.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "advisor/advice.h"

namespace etscope::advisor {

/// What an advice is of: the contents of the session's files, but for runs and what belongs to them. Reads all of them, once.
/// Errors: `cancelled`, those of reading.
Result<std::string> identityOf(const session::Session& session, const JobContext& job);

/// An item of the list "advice" of a session file.
nlohmann::json keptAdvice(const Advice& advice, const Options& options, const std::string& identity);
/// Adds what an older item of the same files and weights knows beside it: other schemes, other sets.
void addKept(nlohmann::json& kept, const nlohmann::json& older);
/// The list, at most 2 MiB of it, so that a session file stays one that is read: every second set goes, then whole items, the first
/// ones. What is of no method goes, too.
void shorten(nlohmann::json& list);
/// What it was asked with: schemes, ties, cases; what is missing or damaged is as if nobody had asked.
Options keptOptions(const nlohmann::json& kept);
/// "" where it has none.
std::string keptText(const nlohmann::json& kept, const char* key);

/// The item of that method; nullptr: the list has none.
const nlohmann::json* keptOf(const nlohmann::json& list, const std::string& method);

/// Fills effects of the advice's cells, and adds sets, that were found before in the same way: of the same stage, cases and rows.
/// The number of effects and sets that were taken. Damaged ones are left out.
std::size_t takeKept(Advice& advice, const nlohmann::json& kept);

/// The advice that an item keeps, without computing anything. Errors: those of Bench::open() and outlineOf(); `no-such-set` (it is
/// of other weights, cases or another stage).
Result<Advice> recalled(const session::MethodView& method, const nlohmann::json& kept, const JobContext& job);

}  // namespace etscope::advisor
