// What the sections of the report say. Each is filled from the documents of the command line, or the functions that make them; an
// error is why nothing is known of it. Any thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "findings/verdict.h"
#include "report/documents.h"
#include "report/html/section.h"

namespace etscope::report::html {

struct Facts {
    std::shared_ptr<const session::Session> session;
    std::optional<double> ticksPerSecond;
    std::vector<std::string> files;  ///< session::fileNames()
    Json verdict;                    ///< the document
    std::shared_ptr<const findings::SessionVerdict> outcome;
};

/// An error of a section that the session has no subject for: it is left out.
inline constexpr std::string_view kNoSubject = "no-subject";
/// Errors: `cancelled`, kNoSubject; others say why the section is empty.
using Fill = Result<void> (*)(Section& section, const Facts& facts, const JobContext& job);

Result<void> fillVerdict(Section& section, const Facts& facts, const JobContext& job);
Result<void> fillFindings(Section& section, const Facts& facts, const JobContext& job);
Result<void> fillMethods(Section& section, const Facts& facts, const JobContext& job);
Result<void> fillOutputs(Section& section, const Facts& facts, const JobContext& job);
Result<void> fillGap(Section& section, const Facts& facts, const JobContext& job);
Result<void> fillConsistency(Section& section, const Facts& facts, const JobContext& job);
Result<void> fillConversation(Section& section, const Facts& facts, const JobContext& job);
Result<void> fillMetadata(Section& section, const Facts& facts, const JobContext& job);
Result<void> fillSizes(Section& section, const Facts& facts, const JobContext& job);
Result<void> fillMemory(Section& section, const Facts& facts, const JobContext& job);
Result<void> fillTime(Section& section, const Facts& facts, const JobContext& job);
Result<void> fillFiles(Section& section, const Facts& facts, const JobContext& job);
Result<void> fillDiagnostics(Section& section, const Facts& facts, const JobContext& job);

/// A text of a document; empty for null.
std::string textOf(const Json& value);
/// A number of a document: "NaN" and infinities are texts there. Nothing for null.
std::optional<double> numberOf(const Json& value);
/// numberCell(), bytesCell(), countCell() of what may be null.
Cell numberCellOf(const Json& value);
Cell bytesCellOf(const Json& value);
Cell countCellOf(const Json& value);
/// Lines of a cell, as many as are read; of the others how many there are.
Cell linesCell(const std::vector<std::string>& lines);
/// A part of a job: its progress is from `from` to `to` of the whole.
JobContext part(const JobContext& job, double from, double to);

}  // namespace etscope::report::html
