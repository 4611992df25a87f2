// Test cases for every method of a record, and cases of what runs gave. Any thread. Rules: docs/FORMATS.md "Cases of a record" and
// "Cases of runs".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bundle/writer.h"
#include "session/session.h"

namespace etscope::compare {

struct CollectedCases {
    std::vector<bundle::SuiteContent> suites;
    std::vector<std::string> notes;  ///< a sentence each: where the values are from, and what which method lacks
};

/// One suite for each method of the record that has inputs: representative ones, else those that it was exported with. Expected
/// outputs are the record's reference outputs, case by case. Errors: `no-record`, `no-representative-inputs` (no method has any),
/// `bundle-shape` where the graph's sizes say that a case's inputs and outputs cannot be of one call.
Result<CollectedCases> casesOfRecord(const session::Session& session, const JobContext& job);

/// The cases that runs of the session's ETDumps executed, with the outputs that the runs logged in the place of the expected ones.
/// `known`: where inputs are, which no dump holds. `run`: only this one; SessionRun::index. Errors: `no-runs`, `no-such-run`,
/// `run-without-inputs` (no run has any), `cancelled`.
Result<CollectedCases> casesOfRuns(const session::Session& session, const std::vector<bundle::SuiteContent>& known,
                                   std::optional<std::size_t> run, const JobContext& job);

}  // namespace etscope::compare
