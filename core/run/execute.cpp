#include "run/execute.h"

#include <ctime>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/escaped.h"
#include "base/name_text.h"
#include "io/output_file.h"
#include "io/output_folder.h"
#include "io/platform.h"
#include "io/sha256.h"
#include "run/outcome.h"
#include "run/plan_text.h"

namespace etscope::run {
namespace {

namespace fs = std::filesystem;

Result<void> writeText(const std::string& path, std::string_view text, const JobContext& job) {
    return writeFile(path, std::as_bytes(std::span(text)), job);
}

std::string now() {
    const std::time_t seconds = std::time(nullptr);
    const std::tm utc = platform::utc(seconds);
    char text[32];
    return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc)};
}

/// A file as the target reads it: the user's own, else a copy beside the inputs (a program inside a bundle).
Result<std::string> placed(const std::string& path, const ByteRange& bytes, bool isFile, const std::string& folder,
                           const std::string& name, const JobContext& job) {
    std::error_code error;
    if (isFile) return fs::absolute(path, error).generic_string();
    if (auto written = writeFile(folder + "/inputs/" + name, bytes, job); !written) return written.failure();
    return "inputs/" + name;
}

class Execution {
public:
    Execution(RunPlan plan, const RunRequest& request, const JobContext& job)
        : m_plan(std::move(plan)), m_request(request), m_job(job) {}

    Result<RunOutcome> run(const std::string& folder) {
        auto output = OutputFolder::create(folder);
        if (!output) return output.failure();
        m_folder = output->absolute();
        if (auto written = prepare(); !written) return written.failure();
        const auto began = std::chrono::steady_clock::now();
        m_record.started = now();
        Listener listener(m_plan, m_job, m_request.onProgress);
        const OnLine take = [&](std::string_view line) { return listener.take(line); };
        const auto end = m_request.by ? m_request.by(m_folder, take, m_job)
                                      : runChild(words(), {m_request.time, m_request.memory, m_folder}, take, m_job);
        if (!end) return end.failure();
        m_record.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
        m_record.said = validName(end->said);
        m_record.error = endOf(m_plan, listener.heard(), *end, m_request);
        if (auto collected = collect(m_plan, listener.heard(), m_folder, m_record, m_job); !collected) return collected.failure();
        if (!isOfUse(m_record)) return Failure{m_record.error.value_or(nothingGiven())};
        if (auto written = finish(); !written) return written.failure();
        if (auto done = output->commit(); !done) return done.failure();
        return RunOutcome{folder, std::move(m_record), listener.heard().shared};
    }

private:
    /// Every call failed, each for its reason.
    Error nothingGiven() const {
        for (const PlannedCall& call : m_plan.calls)
            if (!call.facts.message.empty())
                return {"run-no-values",
                        "no call came to its end; the first, " + call.facts.caseText + " of '" + call.facts.method +
                            "', failed: " + call.facts.message + lastSaid(m_record.said),
                        {}};
        return {"run-no-values", "the run gave nothing" + lastSaid(m_record.said), {}};
    }
    /// Everything that the target reads, and what of the record is known before.
    Result<void> prepare() {
        if (auto written = writeInputs(m_plan, m_folder, m_job); !written) return written;
        const bool isDevice = m_request.target.kind == TargetKind::Adb;
        auto program = placed(m_plan.programPath, m_plan.program, m_plan.programIsFile, m_folder, "program.pte", m_job);
        if (!program) return program.failure();
        m_program = *std::move(program);
        for (std::size_t d = 0; d < m_plan.data.size(); ++d) {
            const ByteRange& bytes = m_plan.data[d];
            const bool isFile = bytes.offset == 0 && bytes.source->isFile() && bytes.size == bytes.source->size();
            auto data = placed(m_plan.dataPaths[d], bytes, isFile, m_folder, "data-" + std::to_string(d) + ".ptd", m_job);
            if (!data) return data.failure();
            m_data.push_back(*std::move(data));
        }
        std::vector<std::string> onDevice;
        for (std::size_t d = 0; d < m_data.size(); ++d) onDevice.push_back("data-" + std::to_string(d) + ".ptd");
        const std::string text = planText(m_plan, isDevice ? "program.pte" : m_program, isDevice ? onDevice : m_data);
        if (auto written = writeText(m_folder + "/plan.txt", text, m_job); !written) return written;
        if (const Driver driver = driverOf(m_request.target.kind); !driver.name.empty())
            if (auto written = writeText(m_folder + "/" + std::string(driver.name), driver.text, m_job); !written) return written;
        return describe();
    }

    Result<void> describe() {
        m_record.etscope = m_request.version;
        m_record.target.kind = targetKindName(m_request.target.kind);
        m_record.target.path =
            validName(m_request.target.kind == TargetKind::Adb ? m_request.target.serial : m_request.target.path);
        m_record.system = platform::systemText();
        m_record.processors = platform::processors();
        m_record.values = valuesName(m_plan.values);
        m_record.modules = modulesName(m_plan.loaded);
        m_record.repeat = m_plan.repeat;
        m_record.methods = m_plan.methods;
        m_record.notes = m_plan.notes;
        auto program = sha256(m_plan.program, m_job);
        if (!program) return program.failure();
        m_record.program = {validName(m_plan.programPath), m_plan.program.size, *std::move(program)};
        for (std::size_t d = 0; d < m_plan.data.size(); ++d) {
            auto hash = sha256(m_plan.data[d], m_job);
            if (!hash) return hash.failure();
            m_record.data.push_back({validName(m_plan.dataPaths[d]), m_plan.data[d].size, *std::move(hash)});
        }
        return {};
    }

    std::vector<std::string> words() const {
        std::vector<std::string> words = wordsOf(m_request.target, m_folder);
        if (m_request.target.kind != TargetKind::Adb) return words;
        words.push_back(here(m_program));
        for (const std::string& file : m_data) words.push_back(here(file));
        return words;
    }
    std::string here(const std::string& file) const { return file.starts_with('/') ? file : m_folder + "/" + file; }

    Result<void> finish() {
        const std::string text = runrecord::toJson(m_record).dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
        return writeText(m_folder + "/run.json", text, m_job);
    }

    RunPlan m_plan;
    const RunRequest& m_request;
    const JobContext& m_job;
    std::string m_folder, m_program;
    std::vector<std::string> m_data;
    runrecord::RunRecord m_record;
};

}  // namespace

Result<RunOutcome> execute(RunPlan plan, const RunRequest& request, const std::string& folder, const JobContext& job) {
    return Execution(std::move(plan), request, job).run(folder);
}

Result<runrecord::Target> askTarget(const TargetChoice& target, const JobContext& job) {
    std::vector<std::string> words{fromAnywhere(target.path), "--ask"};
    if (target.kind == TargetKind::Python)
        words = {fromAnywhere(target.path), "-c", std::string(driverOf(target.kind).text), "--ask"};
    if (target.kind == TargetKind::Adb) words = {fromAnywhere(target.adb), "-s", target.serial, "get-state"};
    RunPlan none;
    RunRequest request;
    request.target = target;
    request.time = std::chrono::minutes(2);
    Listener listener(none, job, {});
    const auto end = runChild(
        words, {request.time, request.memory, {}}, [&](std::string_view line) { return listener.take(line); }, job);
    if (!end) return end.failure();
    const bool isReached = end->how == ChildEnd::How::Exited && end->code == 0;
    if (!isReached || (target.kind != TargetKind::Adb && !listener.heard().knowsTarget))
        return Failure{endOf(none, listener.heard(), *end, request)
                           .value_or(Error{"run-target-failed", "it does not say which runtime it has", escaped(words.front())})};
    runrecord::Target found = listener.heard().target;
    found.kind = targetKindName(target.kind);
    found.path = target.kind == TargetKind::Adb ? target.serial : target.path;
    return found;
}

}  // namespace etscope::run
