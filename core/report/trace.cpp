#include "report/trace.h"

#include "base/name_text.h"
#include "base/text.h"
#include "compare/run_cases.h"
#include "join/runs.h"
#include "profile/event_statistics.h"

namespace etscope::report {
namespace {

using join::SessionRun;

enum Lane { Whole = 1, Calls, Kernels, Inside };

Lane laneOf(const etdump::Event& event, std::string_view name) {
    if (event.kind == etdump::EventKind::Delegate) return Inside;
    if (event.place.chain < 0) return Whole;
    return name == "OPERATOR_CALL" || event.kind != etdump::EventKind::Operator ? Calls : Kernels;
}

Json metadata(const char* what, std::size_t process, int thread, const std::string& name) {
    return object(F("ph", "M"), F("name", what), F("pid", process), F("tid", thread), F("args", object(F("name", name))));
}

void addRun(const SessionRun& run, double ticksPerSecond, Json& events) {
    const etdump::Dump& dump = *run.dump;
    const double microseconds = 1e6 / ticksPerSecond;
    const std::string method = run.attribution.method.value_or("");
    events.push_back(metadata(
        "process_name", run.index, 0,
        "run " + std::to_string(run.index) + " " + nameText(dump.text(run.run().name)) + (method.empty() ? "" : " · " + method)));
    for (const auto& [lane, name] :
         {std::pair{Whole, "execution"}, {Calls, "instructions"}, {Kernels, "kernels"}, {Inside, "inside delegates"}})
        events.push_back(metadata("thread_name", run.index, lane, name));
    for (const etdump::Event& event : dump.events(run.run())) {
        Json row = object(F("ph", "X"), F("name", profile::eventName(dump, event)), F("cat", etdump::eventKindName(event.kind)),
                          F("pid", run.index), F("tid", laneOf(event, dump.text(event.name))),
                          F("ts", static_cast<double>(event.start) * microseconds),
                          F("dur", static_cast<double>(event.duration()) * microseconds));
        if (event.place.chain >= 0) row["args"] = object(F("instruction", event.place.instruction));
        events.push_back(std::move(row));
    }
}

/// What failed, in one line.
std::string failureText(const Json& row) {
    std::string text = row["state"].get<std::string>();
    if (const Json& metrics = row["metrics"]; !metrics.is_null())
        text += ": " + metrics["mismatched"].dump() + " of " + metrics["count"].dump() + " elements, max_abs " +
                metrics["max_abs"].dump();
    if (!row["note"].is_null()) text += "; " + row["note"].get<std::string>();
    return text;
}

}  // namespace

Result<Json> traceDocument(const session::Session& session, const Selection& selection, double ticksPerSecond,
                           const JobContext& job) {
    const auto runs = compare::runs(session, job);
    if (!runs) return runs.failure();
    if ((*runs)->empty()) return fail("no-runs", "no file of this session is an ETDump with runs");
    Json events = Json::array();
    for (const SessionRun& run : **runs) {
        if (job.cancelled()) return cancelledFailure();
        if (selection.method.empty() || run.attribution.method == selection.method) addRun(run, ticksPerSecond, events);
    }
    return object(F("traceEvents", std::move(events)), F("displayTimeUnit", "ms"));
}

void JunitSuite::add(const std::string& owner, const std::string& name, std::string_view element, const std::string& message) {
    m_cases += "    <testcase classname=\"" + xmlText(owner) + "\" name=\"" + xmlText(name) + "\"";
    ++m_tests;
    if (element.empty()) return void(m_cases += "/>\n");
    ++m_counts[std::string(element)];
    m_cases.append("><").append(element) += " message=\"" + message + "\"/></testcase>\n";
}

std::string JunitSuite::text() {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"etscope " + m_name + "\" tests=\"" +
           std::to_string(m_tests) + "\" failures=\"" + std::to_string(m_counts["failure"]) + "\" errors=\"" +
           std::to_string(m_counts["error"]) + "\" skipped=\"" + std::to_string(m_counts["skipped"]) + "\">\n" + m_cases +
           "  </testsuite>\n</testsuites>\n";
}

std::string junitOf(const Json& document) {
    JunitSuite suite("compare");
    for (const Json& row : document["comparisons"]) {
        const std::string state = row["state"].get<std::string>();
        const std::string place = row["case"].is_null() ? "run " + row["run"].dump() : "case " + row["case"].dump();
        const std::string name = place + ", output " + row["output"].dump(), method = row["method"].get<std::string>();
        if (state == "match")
            suite.add(method, name);
        else if (state.starts_with("missing"))
            suite.add(method, name, "skipped", state);
        else
            suite.add(method, name, "failure", xmlText(failureText(row)));
    }
    if (document["summary"]["match"] == 0 && document["summary"]["differ"] == 0)
        suite.add("compare", "outputs", "error", "nothing was compared");
    return suite.text();
}

}  // namespace etscope::report
