// Timelines for other viewers: the Trace Event Format that Chrome and Perfetto open. Any thread.
#pragma once

#include <map>

#include "report/documents.h"

namespace etscope::report {

/// One process a run, one thread a lane (calls, kernels, inside delegates); times in microseconds. Errors: `no-runs`.
Result<Json> traceDocument(const session::Session& session, const Selection& selection, double ticksPerSecond,
                           const JobContext& job);

/// Test cases as JUnit XML, in the order in which they are added.
class JunitSuite {
public:
    explicit JunitSuite(std::string name) : m_name(std::move(name)) {}
    /// `element`: "failure", "error" or "skipped", with a message that is safe XML; empty: it passed.
    void add(const std::string& owner, const std::string& name, std::string_view element = {}, const std::string& message = {});
    std::string text();

private:
    std::string m_name, m_cases;
    std::size_t m_tests = 0;
    std::map<std::string, std::size_t> m_counts;  ///< by element
};

/// The comparisons of a `compare` document as JUnit XML: a test case for each, failed unless it matches, skipped where a side is
/// missing.
std::string junitOf(const Json& compareDocument);

}  // namespace etscope::report
