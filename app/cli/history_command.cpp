// `history`: tables of surveys over time, as a document or a page.
#include <filesystem>
#include <map>
#include <set>

#include "answer.h"
#include "base/base_name.h"
#include "base/escaped.h"
#include "commands.h"
#include "gate/budgets.h"
#include "history/history.h"
#include "io/output_file.h"
#include "report/history_document.h"
#include "report/html/history_page.h"
#include "report/html/html_report.h"
#include "survey_tables.h"
#include "version.h"

namespace etscope::cli {
namespace {

/// Names of files without what they end in; whole paths where two are called the same.
std::vector<report::HistoryTable> tablesOf(const std::vector<std::string>& paths) {
    std::vector<report::HistoryTable> tables;
    std::map<std::string, int> counts;
    for (const std::string& path : paths) {
        const std::string_view name = baseName(path);
        tables.push_back({path, std::string(name.substr(0, name.rfind('.'))), {}});
        ++counts[tables.back().name];
    }
    for (report::HistoryTable& table : tables)
        if (table.name.empty() || counts[table.name] > 1) table.name = table.path;
    return tables;
}

/// A table that is read twice would confirm itself. Errors: `usage`.
Result<void> checkTwice(const std::vector<std::string>& paths) {
    std::set<std::string> seen;
    for (const std::string& path : paths) {
        std::error_code error;
        const auto whole = std::filesystem::weakly_canonical(path, error);
        if (!seen.insert(error ? path : whole.generic_string()).second)
            return fail("usage", "this table is named twice", escaped(path));
    }
    return {};
}

using Files = std::vector<std::shared_ptr<const Source>>;

/// Open until the page is written, so that nothing is written over a table.
Result<Files> openTables(const std::vector<std::string>& paths) {
    Files files;
    for (const std::string& path : paths) {
        auto source = Source::open(path);
        if (!source) return source.failure();
        files.push_back(*std::move(source));
    }
    return files;
}

Result<ByteRange> rowsOfTable(const std::shared_ptr<const Source>& file, const std::string& path, const Options& o,
                              const JobContext& job) {
    const auto packed = history::isParquet(ByteRange::whole(file));
    if (!packed) return packed.failure();
    if (!*packed) return ByteRange::whole(file);
    const auto lines = linesOfParquet(path, o.python, job);
    if (!lines) return lines.failure();
    return ByteRange::whole(*lines);
}

Result<std::vector<history::Series>> seriesOf(std::vector<report::HistoryTable>& tables, const Files& files, const Options& o,
                                              const history::HistoryOptions& options, const JobContext& job) {
    auto collector = history::Collector::make(options);
    if (!collector) return collector.failure();
    for (std::size_t i = 0; i < tables.size(); ++i) {
        const auto file = rowsOfTable(files[i], tables[i].path, o, job);
        if (!file) return file.failure();
        collector->beginTable(tables[i].name);
        auto read = history::readTable(
            *file, tables[i].path, [&](const auto& row) { return collector->take(row); }, job);
        if (!read) return read.failure();
        tables[i].read = *std::move(read);
    }
    return std::move(*collector).finish(job);
}

}  // namespace

int runHistory(const Options& o, const std::shared_ptr<const session::Session>& session, const JobContext& job) {
    if (session != nullptr) return usage("history is of tables that survey wrote, not of one session");
    std::optional<gate::Budgets> budgets;
    if (!o.budget.empty()) {
        auto read = gate::readBudgets(o.budget);
        if (!read) return complain(read.error());
        budgets = *std::move(read);
    }
    auto tables = tablesOf(o.files);
    if (const auto alone = checkTwice(o.files); !alone) return complain(alone.error());
    const history::HistoryOptions options{o.order, o.exportPattern, budgets ? &*budgets : nullptr, o.ticksPerSecond};
    const auto files = openTables(o.files);
    if (!files) return complain(files.error());
    const auto series = seriesOf(tables, *files, o, options, job);
    if (!series) return complain(series.error());
    bool failed = false;
    const report::Json document = report::historyDocument(tables, *series, options, failed);
    if (o.output.empty()) return printDocument(o, document, failed);
    const std::string page = report::historyPage(document, "Made by etscope-cli " ETSCOPE_VERSION ", " + report::today());
    if (o.output == "-") {
        if (o.json || o.csv || o.tsv) return usage("the page itself is printed: --json, --csv and --tsv want -o FILE");
        standardOutput() << page;
        return failed ? kFailed : kDone;
    }
    if (const auto written = writeFile(o.output, std::as_bytes(std::span(page)), job); !written) return complain(written.error());
    return printDocument(o, document, failed);
}

}  // namespace etscope::cli
