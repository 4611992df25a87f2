// `survey`: all sessions below folders as one table, several at a time, each by itself: one that cannot be read is a row that says
// so.
#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <mutex>
#include <thread>

#include "answer.h"
#include "base/out_of_memory.h"
#include "commands.h"
#include "io/output_file.h"
#include "io/platform.h"
#include "join/family.h"
#include "report/survey_document.h"
#include "report/table_form.h"
#include "survey/places.h"
#include "survey_tables.h"

namespace etscope::cli {
namespace {

using report::Json;

using SessionPtr = std::shared_ptr<const session::Session>;

Result<SessionPtr> openPlace(const survey::Place& place, const JobContext& job) {
    Options alone;
    alone.files = place.files;
    return openSession(alone, job);
}

/// Where it cannot be opened the row says why.
Json rowsOf(const survey::Place& place, const Result<SessionPtr>& session, const JobContext& job) {
    const auto made = withinMemory([&]() -> Result<Json> {
        if (!session) return session.failure();
        auto document = report::surveyDocument(*session, place, job);
        if (!document) return document.failure();
        return std::move((*document)["rows"]);
    });
    return made ? *made : Json::array({report::surveyFailure(made.error(), place)});
}

/// The programs of the session; null where they cannot be told.
std::shared_ptr<const join::Family> familyOf(const SessionPtr& session, const JobContext& job) {
    const auto found = withinMemory([&] { return join::family(session->whole(), job); });
    return found ? *found : nullptr;
}

/// Of each program of the place; all files are opened once.
Json rowsOf(const survey::Place& place, const JobContext& job) {
    if (place.files.empty()) return Json::array({report::surveyFailure(*place.failure, place)});
    const auto session = withinMemory([&] { return openPlace(place, job); });
    const auto family = session ? familyOf(*session, job) : nullptr;
    if (family == nullptr || family->members.size() < 2) return rowsOf(place, session, job);
    Json rows = Json::array();
    for (const join::Member& member : family->members)
        for (Json& row : rowsOf(place, withinMemory([&] { return join::openMember((*session)->whole(), member, job); }), job)) {
            row["member"] = member.name;
            rows.push_back(std::move(row));
        }
    for (const Diagnostic& one : family->diagnostics.items())
        if (one.code == "limit-exceeded") rows.push_back(report::surveyFailure({one.code, one.message, one.where}, place));
    return rows;
}

/// In the order of the places, `workers` at a time.
Result<Json> rowsOfAll(const std::vector<survey::Place>& places, std::size_t workers, const JobContext& job) {
    std::vector<Json> found(places.size());
    std::atomic<std::size_t> next = 0, done = 0;
    std::mutex reporting;
    const auto work = [&] {
        JobContext alone;
        alone.stop = job.stop;
        for (std::size_t at = next++; at < places.size() && !job.cancelled(); at = next++) {
            found[at] = rowsOf(places[at], alone);
            const std::lock_guard lock(reporting);
            job.report(static_cast<double>(++done) / static_cast<double>(places.size()));
        }
    };
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 1; i < std::min(workers, places.size()); ++i) threads.emplace_back(work);
        work();
    }
    if (job.cancelled()) return cancelledFailure();
    Json rows = Json::array();
    for (Json& some : found)
        for (Json& row : some) rows.push_back(std::move(row));
    return rows;
}

Result<void> writeTable(const Json& document, const Options& o, const JobContext& job) {
    if (o.output.ends_with(".parquet")) return writeParquet(document["rows"], o.output, o.python, job);
    std::string text;
    if (o.output.ends_with(".csv"))
        text = report::rowsText(document, report::RowFormat::Csv);
    else if (o.output.ends_with(".tsv"))
        text = report::rowsText(document, report::RowFormat::Tsv);
    else
        for (const Json& row : document["rows"]) text += report::jsonText(row) + "\n";
    return writeFile(o.output, std::as_bytes(std::span(text)), job);
}

/// Nothing is written over a file that is looked at, by whatever name. Errors: `output-is-input`.
Result<void> checkTarget(const std::string& output, const std::vector<survey::Place>& places) {
    namespace fs = std::filesystem;
    std::error_code error;
    const auto isOutput = [&](const fs::path& file) {
        std::error_code absent;
        return fs::equivalent(file, output, absent);
    };
    const Failure refused =
        fail("output-is-input", "cannot be written: it is one of the files that are read; choose another name", output);
    if (output.empty() || !fs::is_regular_file(output, error)) return {};
    for (const survey::Place& place : places)
        for (const std::string& file : place.files) {
            if (isOutput(file)) return refused;
            for (fs::directory_iterator it(file, error), end; !error && it != end; it.increment(error))
                if (isOutput(it->path())) return refused;
        }
    return {};
}

}  // namespace

int runSurvey(const Options& o, const JobContext& job) {
    const auto isKnown = [&](const char* end) { return o.output.ends_with(end); };
    if (!o.output.empty() && std::ranges::none_of(std::array{".parquet", ".csv", ".tsv", ".jsonl"}, isKnown))
        return usage("-o wants a name that ends in .parquet, .csv, .tsv or .jsonl");
    if (!o.member.empty() || !o.runMethods.empty() || !o.pairs.empty() || !o.debugBuffers.empty())
        return usage(
            "survey looks at every program and run by itself: --member, --run-method, --pair and --debug-buffer are of one "
            "session");
    const auto places = survey::placesOf(o.files, job);
    if (!places) return complain(places.error());
    if (const auto free = checkTarget(o.output, *places); !free) return complain(free.error());
    if (o.listPlaces) return printDocument(o, report::placesDocument(*places), false);
    const std::size_t workers = platform::hasThreads() ? o.jobs.value_or(std::max(1U, std::thread::hardware_concurrency())) : 1;
    auto rows = rowsOfAll(*places, workers, job);
    if (!rows) return complain(rows.error());
    const Json document = report::surveyDocument(places->size(), *std::move(rows));
    if (o.output.empty()) return printDocument(o, document, false);
    if (const auto written = writeTable(document, o, job); !written) return complain(written.error());
    standardError() << "etscope-cli: " << document["rows"].size() << " rows, sessions: " << places->size() << "\n";
    return kDone;
}

int runSurveyOf(const Options& o, const std::shared_ptr<const session::Session>& session, const JobContext& job) {
    if (session == nullptr) return runSurvey(o, job);
    const survey::Place place{o.files.empty() ? std::string() : o.files.front(), ".", {}, {}};
    return printDocument(o, report::surveyDocument(session, place, job), false);
}

}  // namespace etscope::cli
