// `gate`: budgets held against the session; the result as JUnit and SARIF; a budget file to start from.
#include <filesystem>

#include "answer.h"
#include "commands.h"
#include "gate/todays_budgets.h"
#include "io/output_file.h"
#include "report/gate_document.h"
#include "version.h"

namespace etscope::cli {
namespace {

Result<void> writeText(const std::string& path, const std::string& text, const JobContext& job) {
    return writeFile(path, std::as_bytes(std::span(text)), job);
}

int writeBudget(const Options& o, const std::shared_ptr<const session::Session>& session, const JobContext& job) {
    const auto text = gate::todaysBudgets(session, job);
    if (!text) return complain(text.error());
    if (o.writeBudget == "-" && o.json && Caught::current() == nullptr)
        return complain({"usage", "the budgets themselves are printed: --json wants --write-budget FILE", {}});
    if (o.writeBudget == "-") {
        standardOutput() << *text;
        return kDone;
    }
    if (const auto written = writeText(o.writeBudget, *text, job); !written) return complain(written.error());
    return o.json ? printDocument(o, report::budgetsDocument(*session, o.writeBudget, text->size()), false) : kDone;
}

/// The files that CI reads. Errors: `write-failed`.
Result<void> writeFiles(const Options& o, const report::Json& document, const JobContext& job) {
    if (!o.junit.empty())
        if (auto written = writeText(o.junit, report::junitOfGate(document), job); !written) return written;
    if (o.sarif.empty()) return {};
    std::error_code error;
    const std::string folder = std::filesystem::current_path(error).generic_string();
    return writeText(o.sarif, report::jsonText(report::sarifOfGate(document, folder, ETSCOPE_VERSION), 2) + "\n", job);
}

}  // namespace

int runGate(const Options& o, const std::shared_ptr<const session::Session>& session, const JobContext& job) {
    if (!o.writeBudget.empty()) return writeBudget(o, session, job);
    if (o.budget.empty())
        return complain({"usage", "say --budget FILE.toml, or --write-budget FILE.toml for one to start from", {}});
    const auto budgets = gate::readBudgets(o.budget);
    if (!budgets) return complain(budgets.error());
    auto base = gate::openBase(*session, o.against, job);
    if (!base) return complain(base.error());
    bool failed = false;
    const auto document = report::gateDocument(session, *budgets, {*std::move(base), o.ticksPerSecond}, failed, job);
    if (document)
        if (const auto written = writeFiles(o, *document, job); !written) return complain(written.error());
    return printDocument(o, document, failed);
}

}  // namespace etscope::cli
