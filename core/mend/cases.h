// Cases: what every trial is fed and held against: the inputs of the session's cases with the outputs that they should give. Any
// thread.
#pragma once

#include <string>
#include <vector>

#include "bundle/writer.h"
#include "session/session.h"

namespace etscope::mend {

struct Cases {
    std::vector<bundle::SuiteContent> suites;
    std::size_t expected = 0;        ///< cases with outputs that they should give
    std::vector<std::string> notes;  ///< a sentence each: where values are from, what is left out
    std::size_t count() const noexcept {
        std::size_t all = 0;
        for (const bundle::SuiteContent& suite : suites) all += suite.cases.size();
        return all;
    }
};

/// Of every method that has inputs. Outputs are the session's references; where it has none, and the method keeps no state, those
/// that its recorded graph gives. Errors: those of run::makePlan() and compare::pairOutputs(), `cancelled`.
Result<Cases> casesOf(const session::Session& session, const JobContext& job);

/// Writes the cases beside a program into a bundled program. Errors: those of bundle::checkSuites() and bundle::write().
Result<void> writeCases(const Cases& cases, const std::string& program, const std::string& path, const JobContext& job);

}  // namespace etscope::mend
