// What the command line says about outputs and runs, checked: `compare`, and --run-method and --pair of every command.
#include <filesystem>
#include <set>

#include "base/escaped.h"
#include "base/number_text.h"
#include "commands.h"
#include "compare/run_cases.h"
#include "io/source.h"
#include "join/runs.h"
#include "tensor/comparison.h"

namespace etscope::cli {
namespace {

/// "METHOD:INDEX=RTOL,ATOL"; methods may hold colons.
bool addOutputTolerance(const std::string& text, compare::OutputCompareOptions& options) {
    const auto equals = text.rfind('=');
    const auto colon = text.rfind(':', equals);
    const auto comma = text.find(',', equals == std::string::npos ? 0 : equals);
    if (equals == std::string::npos || colon == std::string::npos || comma == std::string::npos) return false;
    const auto index = parseInt(std::string_view(text).substr(colon + 1, equals - colon - 1));
    const auto rtol = toleranceOf(text.substr(equals + 1, comma - equals - 1)), atol = toleranceOf(text.substr(comma + 1));
    if (!index || *index < 0 || !rtol || !atol) return false;
    options.perOutput[{text.substr(0, colon), *index}] = {*rtol, *atol, false};
    return true;
}

/// Case numbers of a method, or of any, that the session has references for.
Result<std::set<std::int64_t>> casesOf(const std::shared_ptr<const session::Session>& session,
                                       const std::optional<std::string>& method, const JobContext& job) {
    std::set<std::int64_t> cases;
    for (const auto& source : compare::referenceSources(session)) {
        const auto values = source(job);
        if (!values) return values.failure();
        for (const compare::OutputValue& value : *values)
            if (value.caseIndex && value.method == method.value_or(value.method)) cases.insert(*value.caseIndex);
    }
    return cases;
}

Result<void> checkRun(std::size_t run, std::size_t runs, const std::string& option) {
    if (run < runs) return {};
    const std::string where = option + " " + std::to_string(run);
    if (runs == 0) return fail("no-runs", "no file of this session is an ETDump with runs", where);
    return fail("no-such-run", "there is no such run; there are " + std::to_string(runs) + ", numbered from 0", where);
}

Result<void> checkRunMethod(const session::Session& session, std::size_t run, const std::string& method) {
    if (session.methods().empty() || session.method(method) != nullptr) return {};
    std::string names;
    for (const session::Method& one : session.methods()) names += (names.empty() ? "" : ", ") + one.name;
    return fail("no-such-method", "there is no such method; there are: " + names,
                "--run-method " + std::to_string(run) + "=" + escaped(method));
}

Result<void> checkRunCase(const session::Session& session, const join::SessionRun& run, std::int64_t number,
                          const JobContext& job) {
    const auto cases = casesOf(session.shared_from_this(), run.attribution.method, job);
    if (!cases) return cases.failure();
    if (cases->empty() || cases->contains(number)) return {};
    return fail("no-such-case", "there is no such case; the last one with reference values is " + std::to_string(*cases->rbegin()),
                "--pair " + std::to_string(run.index) + "=" + std::to_string(number));
}

}  // namespace

Result<compare::OutputCompareOptions> compareOptions(const Options& o) {
    compare::OutputCompareOptions options;
    options.tolerance = {o.rtol, o.atol, o.equalNan};
    options.references = o.references;
    options.worst = o.worst.value_or(o.json ? 10 : 3);
    for (const std::string& text : o.outputTolerances)
        if (!addOutputTolerance(text, options))
            return fail("usage", "--output-tolerance wants METHOD:INDEX=RTOL,ATOL with numbers from 0 up, not " + text);
    if (o.metric.empty() || tensor::metricColumn(o.metric) != nullptr) return options;
    std::string known;
    for (const tensor::MetricColumn& column : tensor::metricColumns()) known += " " + std::string(column.name);
    return fail("usage", "there is no metric " + o.metric + "; there are:" + known);
}

Result<void> checkRuns(const session::Session& session, const JobContext& job) {
    const session::OpenOptions& given = session.options();
    if (given.runMethods.empty() && given.runCases.empty()) return {};
    const auto runs = compare::runs(session, job);
    if (!runs) return runs.failure();
    for (const auto& [run, method] : given.runMethods) {
        if (const auto known = checkRun(run, (*runs)->size(), "--run-method"); !known) return known;
        if (const auto known = checkRunMethod(session, run, method); !known) return known;
    }
    for (const auto& [run, number] : given.runCases) {
        if (const auto known = checkRun(run, (*runs)->size(), "--pair"); !known) return known;
        if (const auto known = checkRunCase(session, (**runs)[run], number, job); !known) return known;
    }
    return {};
}

Result<void> checkReadable(const std::vector<std::string>& paths) {
    for (const std::string& path : paths) {
        std::error_code error;
        if (!std::filesystem::is_directory(path, error)) {
            if (const auto opened = Source::open(path); !opened) return opened.failure();
            continue;
        }
        if (std::filesystem::directory_iterator(path, error); error)
            return fail("file-unreadable", "cannot be listed: " + error.message(), escaped(path));
    }
    return {};
}

}  // namespace etscope::cli
