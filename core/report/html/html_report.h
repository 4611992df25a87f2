// The report: one HTML file of a session that is complete in itself: verdict, findings, methods, outputs, numeric gap, metadata,
// sizes, memory, time, files, diagnostics. At most kMostReport bytes whatever the session, and the record that it hands to a
// viewer; what does not fit is counted in it. Any thread.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "report/documents.h"

namespace etscope::report {

struct HtmlOptions {
    std::optional<double> ticksPerSecond;  ///< of the dumps
    std::string made;                      ///< "etscope 1.0, 2 March 2026"; below the heading; may be empty
    std::string viewer = {};               ///< address of the page of docs/browser.md, which the report links to; empty: no link
};

struct HtmlReport {
    std::string html;
    Json sections;  ///< of the document: what each shows, or why nothing
};

/// Asks what all commands ask, and computes the graphs of methods with runs. A section of which nothing is known says why. Errors:
/// `cancelled`, those of html::viewerOf() where there is one.
Result<HtmlReport> htmlReport(const std::shared_ptr<const session::Session>& session, const HtmlOptions& options,
                              const JobContext& job);

/// "etscope.report/1": what was written where.
Json reportDocument(const session::Session& session, const HtmlReport& report, const std::string& output);
/// "2 March 2026", in UTC.
std::string today();

}  // namespace etscope::report
