#include "report/html/html_report.h"

#include <algorithm>
#include <array>
#include <ctime>

#include "base/base_name.h"
#include "base/name_text.h"
#include "io/platform.h"
#include "report/html/html_text.h"
#include "report/html/page.h"
#include "report/html/sections.h"
#include "session/file_names.h"

namespace etscope::report {
namespace {

struct SectionForm {
    const char *id, *title;
    std::size_t room;  ///< bytes
    double share;      ///< of the work, about
    html::Fill fill;
};
constexpr std::array kSections{SectionForm{"verdict", "Verdict", 100'000, 0.00, html::fillVerdict},
                               SectionForm{"findings", "Findings", 500'000, 0.05, html::fillFindings},
                               SectionForm{"methods", "Methods", 800'000, 0.10, html::fillMethods},
                               SectionForm{"outputs", "Outputs", 850'000, 0.10, html::fillOutputs},
                               SectionForm{"gap", "Numeric gap", 900'000, 0.30, html::fillGap},
                               SectionForm{"consistency", "Consistency", 90'000, 0.01, html::fillConsistency},
                               SectionForm{"conversation", "Conversation", 160'000, 0.01, html::fillConversation},
                               SectionForm{"metadata", "Metadata", 250'000, 0.01, html::fillMetadata},
                               SectionForm{"sizes", "Sizes", 450'000, 0.04, html::fillSizes},
                               SectionForm{"memory", "Memory", 250'000, 0.03, html::fillMemory},
                               SectionForm{"time", "Time", 300'000, 0.05, html::fillTime},
                               SectionForm{"files", "Files", 130'000, 0.05, html::fillFiles},
                               SectionForm{"diagnostics", "Diagnostics", 130'000, 0.00, html::fillDiagnostics}};
constexpr double kVerdictShare = 0.25;

constexpr std::size_t roomOfAll() {
    std::size_t room = html::kPageRoom;
    for (const SectionForm& form : kSections) room += form.room;
    return room;
}
static_assert(roomOfAll() <= html::kMostReport);

/// What the export is called: the folder that all files are in, else the first file without its suffix.
std::string titleOf(const session::Session& session) {
    if (session.files().empty()) return "nothing";
    const auto folderOf = [](const session::SessionFile& file) {
        return file.path.substr(0, file.path.size() - baseName(file.path).size());
    };
    std::string folder = folderOf(session.files().front());
    const bool together = std::ranges::all_of(session.files(), [&](const auto& file) { return folderOf(file) == folder; });
    while (folder.ends_with('/')) folder.pop_back();
    if (const std::string_view name = baseName(folder);
        together && session.files().size() > 1 && name.find_first_not_of('.') != name.npos)
        return std::string(name);
    const std::string_view first = baseName(session.files().front().path);
    return std::string(first.substr(0, first.rfind('.')));
}

Json sectionJson(const html::Section& section) {
    const bool known = section.why().empty();
    return object(F("name", section.id()), F("title", section.title()), F("state", known ? "shown" : "unknown"),
                  F("reason", known ? Json(nullptr) : Json(section.why())), F("rows", section.rows()),
                  F("rows_shown", section.rowsShown()), F("pictures", section.pictures()), F("parts_left_out", section.leftOut()));
}

Result<html::Facts> factsOf(const std::shared_ptr<const session::Session>& session, const HtmlOptions& options,
                            const JobContext& job) {
    html::Facts facts{.session = session, .ticksPerSecond = options.ticksPerSecond, .files = session::fileNames(*session)};
    auto outcome = findings::verdict(*session, job);
    if (!outcome) return outcome.failure();
    facts.outcome = *std::move(outcome);
    findings::Verdict state = findings::Verdict::Unknown;
    bool unreadable = false;
    auto document = verdictDocument(*session, state, unreadable, job);
    if (!document) return document.failure();
    facts.verdict = *std::move(document);
    return facts;
}

}  // namespace

Result<HtmlReport> htmlReport(const std::shared_ptr<const session::Session>& session, const HtmlOptions& options,
                              const JobContext& job) {
    html::Viewer viewer;
    if (!options.viewer.empty()) {
        auto made = html::viewerOf(*session, options.viewer, job);
        if (!made) return made.failure();
        viewer = *std::move(made);
    }
    const auto facts = factsOf(session, options, html::part(job, 0, kVerdictShare));
    if (!facts) return facts.failure();
    std::vector<html::Section> sections;
    HtmlReport report;
    report.sections = Json::array();
    double done = kVerdictShare;
    for (const SectionForm& form : kSections) {
        if (job.cancelled()) return cancelledFailure();
        html::Section section(form.id, form.title, form.room);
        const auto filled = form.fill(section, *facts, html::part(job, done, done + form.share));
        if (filled.cancelled()) return filled.failure();
        if (!filled && filled.error().code == html::kNoSubject) continue;
        if (!filled) section.unknown(html::sentence(filled.error().message));
        job.report(done += form.share);
        report.sections.push_back(sectionJson(section));
        sections.push_back(std::move(section));
    }
    if (job.cancelled()) return cancelledFailure();
    report.html = html::page({titleOf(*session), options.made, std::move(viewer)}, sections);
    return report;
}

Json reportDocument(const session::Session& session, const HtmlReport& report, const std::string& output) {
    return documentOf("report", session, F("output", validName(output)), F("bytes", report.html.size()),
                      F("sections", report.sections));
}

std::string today() {
    static constexpr std::array kMonths{"January", "February", "March",     "April",   "May",      "June",
                                        "July",    "August",   "September", "October", "November", "December"};
    const std::tm utc = platform::utc(std::time(nullptr));
    return std::to_string(utc.tm_mday) + " " + kMonths[static_cast<std::size_t>(utc.tm_mon)] + " " +
           std::to_string(utc.tm_year + 1900);
}

}  // namespace etscope::report
