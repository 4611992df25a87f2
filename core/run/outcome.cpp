#include "run/outcome.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/bytes_text.h"
#include "base/escaped.h"
#include "base/number_text.h"
#include "etdump/dump.h"
#include "io/platform.h"
#include "io/sha256.h"
#include "run/plan_text.h"

namespace etscope::run {
namespace {

namespace fs = std::filesystem;
using runrecord::CallState;
using runrecord::Pass;
using runrecord::RunRecord;

/// "I 00:00:01.269970 executorch:…": the runtime's log tells, and complains of nothing.
bool isChatter(std::string_view line) {
    const bool told = line.size() > 2 && (line[0] == 'I' || line[0] == 'D') && line[1] == ' ' && line[2] >= '0' && line[2] <= '9';
    return told || line.find_first_not_of(" \t\r") == std::string_view::npos || line.starts_with("[cpuinfo_utils.cpp");
}

/// " in the call of 'forward' with case 3 of the record"; while what else.
std::string placeOf(const RunPlan& plan, const Heard& heard) {
    if (heard.call) {
        const runrecord::RunCall& call = plan.calls[*heard.call].facts;
        return " in the call of '" + escaped(call.method) + "' with " + call.caseText;
    }
    if (heard.module) return " while the program was loaded or its dump written";
    return heard.knowsTarget ? " before the program was loaded" : " before it said which runtime it has";
}

bool isOfMemory(std::string_view said) {
    return said.find("bad_alloc") != std::string_view::npos || said.find("MemoryError") != std::string_view::npos ||
           said.find("annot allocate memory") != std::string_view::npos;
}

/// What to do about a run that was ended.
std::string adviceOf(const RunPlan& plan, const Heard& heard, const ChildEnd& end, const RunRequest& request) {
    if (request.memory > 0 && (isOfMemory(end.said) || platform::signalName(end.code) == "SIGKILL"))
        return "; the run may take " + bytesText(request.memory) + ": --memory allows more";
    const bool logs = heard.module && plan.modules[*heard.module].pass == Pass::Values;
    return logs ? "; --values outputs runs it without logging values" : "";
}

std::string versionText(const Heard& heard) {
    return heard.target.executorch.empty() ? std::string("the runtime") : "executorch " + escaped(heard.target.executorch);
}

std::string kernelsText(const std::vector<std::string>& kernels) {
    std::string text;
    constexpr std::size_t kTold = 5;
    for (std::size_t i = 0; i < std::min(kTold, kernels.size()); ++i) text += (i > 0 ? ", " : "") + escaped(kernels[i]);
    return text + (kernels.size() > kTold ? ", …" : "");
}

Error refusal(const Heard& heard, const ChildEnd& end) {
    std::string text = versionText(heard) + " refuses the program: " + visible(*heard.refused) + lastSaid(end.said);
    if (!heard.missingKernels.empty()) text += "; it has no kernel " + kernelsText(heard.missingKernels);
    return {"run-refused", text, {}};
}

/// Files of the folder that are part of the run.
class Collector {
public:
    Collector(const RunPlan& plan, const Heard& heard, const std::string& folder, RunRecord& record, const JobContext& job)
        : m_plan(plan), m_heard(heard), m_folder(folder), m_record(record), m_job(job) {}

    Result<void> collect() {
        for (const PlannedCall& call : m_plan.calls) m_record.calls.push_back(call.facts);
        for (std::size_t m = 0; m < m_plan.modules.size(); ++m)
            if (auto added = addModule(m); !added) return added;
        for (runrecord::RunCall& call : m_record.calls)
            for (runrecord::CallOutput& output : call.outputs)
                if (!output.file.empty() && !add(output.file)) output = {};
        for (const runrecord::RunCall& call : m_record.calls)
            for (const runrecord::CallInput& input : call.inputs)
                if (!input.file.empty()) add(input.file);
        removeOthers();
        return hash();
    }

private:
    fs::path path(const std::string& name) const { return fs::path(m_folder) / name; }

    /// Whether it is a regular file of its own: a target may leave anything there.
    bool add(const std::string& name) {
        std::error_code error;
        if (m_files.contains(name)) return true;
        if (!fs::is_regular_file(fs::symlink_status(path(name), error))) return false;
        m_files[name] = {};
        return true;
    }

    Result<void> addModule(std::size_t m) {
        runrecord::RunModule& module = m_record.passes.emplace_back();
        module.pass = m_plan.modules[m].pass;
        module.calls = m_heard.executed[m];
        const std::string dump = dumpFile(m_plan, m), buffer = bufferFile(m_plan, m);
        std::error_code error;
        if (dump.empty() || !fs::exists(path(dump), error)) return {};
        const auto opened = open(dump);
        if (opened == nullptr) {
            note(dump + " cannot be read and is left out: it was not written to its end, as where the disk is full");
            return {};
        }
        if (add(dump)) module.dump = dump;
        setRuns(*opened, m, module);
        if (buffer.empty() || !add(buffer)) return {};
        module.buffer = buffer;
        const std::uint64_t used = opened->highestByte(), size = fs::file_size(path(buffer), error);
        if (!error && used < size && !opened->rebuilt()) fs::resize_file(path(buffer), used, error);
        return error ? fail("write-failed", "cannot be cut: " + error.message(), escaped(buffer)) : Result<void>();
    }

    std::shared_ptr<const etdump::Dump> open(const std::string& dump) {
        std::error_code error;
        if (!fs::is_regular_file(fs::symlink_status(path(dump), error))) return nullptr;
        const auto source = Source::open(path(dump).generic_string());
        Diagnostics diagnostics;
        const auto opened = source ? etdump::Dump::open(ByteRange::whole(*source), diagnostics, m_job)
                                   : Result<std::shared_ptr<const etdump::Dump>>(source.failure());
        if (diagnostics.has("etdump-half") || diagnostics.has("etdump-rebuilt"))
            note(dump +
                 " is broken by values of float16 or bfloat16, as this runtime does; what of it could be rebuilt is used, and "
                 "outputs are whole. A runner program (--runner) writes it whole");
        return opened ? *opened : nullptr;
    }

    /// A call has one block where it was executed; the runtime refuses some before that.
    void setRuns(const etdump::Dump& dump, std::size_t m, runrecord::RunModule& module) {
        std::vector<std::int64_t> blocks;
        for (std::size_t r = 0; r < dump.runs().size(); ++r)
            if (dump.blockKind(dump.runs()[r]) == etdump::BlockKind::Execute) blocks.push_back(static_cast<std::int64_t>(r));
        std::vector<std::size_t> calls = m_heard.executed[m], finished;
        for (std::size_t i = 0; i < calls.size(); ++i)
            if (m_heard.finished[m][i]) finished.push_back(calls[i]);
        if (calls.size() != blocks.size()) calls = std::move(finished);
        if (calls.size() != blocks.size())
            return note("which run of " + module.dump + " was which call is not known: it has " + std::to_string(blocks.size()) +
                        " for " + std::to_string(calls.size()) + " calls");
        for (std::size_t i = 0; i < blocks.size(); ++i) module.runs.push_back({blocks[i], calls[i]});
    }

    void note(std::string text) { m_record.notes.push_back(std::move(text)); }

    /// What is not whole, or nobody knows.
    void removeOthers() const {
        std::error_code error, ofEntry;
        std::vector<fs::path> others;
        for (fs::directory_iterator it(m_folder, error), end; !error && it != end; it.increment(error)) {
            const std::string name = it->path().filename().generic_string();
            const bool own =
                m_files.contains(name) || name == "plan.txt" || name == "run.py" || name == "run.sh" || name == "inputs";
            if (!own) others.push_back(it->path());
        }
        for (const fs::path& other : others) fs::remove_all(other, ofEntry);
    }

    Result<void> hash() {
        for (auto& [name, file] : m_files) {
            const auto source = Source::open(path(name).generic_string());
            if (!source) return source.failure();
            auto digest = sha256(ByteRange::whole(*source), m_job);
            if (!digest) return digest.failure();
            m_record.written.push_back({name, (*source)->size(), *std::move(digest)});
        }
        return {};
    }

    const RunPlan& m_plan;
    const Heard& m_heard;
    const std::string& m_folder;
    RunRecord& m_record;
    const JobContext& m_job;
    std::map<std::string, runrecord::HashedFile> m_files;
};

}  // namespace

std::string lastSaid(std::string_view said) {
    constexpr std::size_t kMost = 400;
    while (!said.empty()) {
        const std::size_t begin = said.rfind('\n');
        const std::string_view line = said.substr(begin == std::string_view::npos ? 0 : begin + 1);
        if (!isChatter(line)) return "; it said: " + visible(line.substr(0, kMost));
        said = said.substr(0, begin == std::string_view::npos ? 0 : begin);
    }
    return {};
}

std::optional<Error> endOf(const RunPlan& plan, const Heard& heard, const ChildEnd& end, const RunRequest& request) {
    const std::string target = escaped(request.target.kind == TargetKind::Adb ? request.target.adb : request.target.path);
    if (heard.absent && request.target.kind == TargetKind::Python)
        return Error{"run-no-executorch",
                     "this Python" + (heard.target.version.empty() ? "" : " (" + escaped(heard.target.version) + ")") +
                         " has no executorch that can be loaded: " + visible(*heard.absent) +
                         "; install it there (pip install executorch), or name another with --python",
                     target};
    if (heard.absent) return Error{"run-target-failed", visible(*heard.absent) + lastSaid(end.said), target};
    if (heard.refused) return refusal(heard, end);
    switch (end.how) {
        case ChildEnd::How::TimedOut:
            return Error{"run-timeout",
                         "it did not end within " + shortest(static_cast<double>(request.time.count()) / 1000) +
                             " s and was stopped" + placeOf(plan, heard) + (plan.calls.empty() ? "" : "; --time allows more"),
                         target};
        case ChildEnd::How::SaidTooMuch:
            return Error{"run-said-too-much", "it prints without end and was stopped" + placeOf(plan, heard) + lastSaid(end.said),
                         target};
        case ChildEnd::How::Signalled:
            return Error{"run-aborted",
                         versionText(heard) + " was ended by " + platform::signalName(end.code) + placeOf(plan, heard) + lastSaid(end.said) +
                             adviceOf(plan, heard, end, request),
                         target};
        default: break;
    }
    if (heard.ended && end.code == 0) return std::nullopt;
    return Error{"run-target-failed",
                 "it ended with status " + std::to_string(end.code) + placeOf(plan, heard) + lastSaid(end.said) +
                     (isOfMemory(end.said) ? adviceOf(plan, heard, end, request) : ""),
                 target};
}

Result<void> collect(const RunPlan& plan, const Heard& heard, const std::string& folder, RunRecord& record, const JobContext& job) {
    record.target.executorch = heard.target.executorch;
    record.target.torch = heard.target.torch;
    record.target.version = heard.target.version;
    record.target.backends = heard.target.backends;
    if (heard.withoutDumps)
        record.notes.push_back(versionText(heard) +
                               " is built without event tracing: there are outputs, and neither values of operators nor times");
    if (!heard.missingKernels.empty()) record.notes.push_back("the runtime has no kernel " + kernelsText(heard.missingKernels));
    if (auto collected = Collector(plan, heard, folder, record, job).collect(); !collected) return collected;
    bool whole = std::ranges::all_of(record.calls, [](const auto& call) { return call.state == CallState::Done; });
    for (std::size_t m = 0; m < plan.modules.size() && !heard.withoutDumps; ++m)
        whole &= dumpFile(plan, m).empty() || !record.passes[m].dump.empty() || !heard.written.contains(m);
    record.state = record.error ? runrecord::RunState::Failed : whole ? runrecord::RunState::Done : runrecord::RunState::Partial;
    if (record.error && isOfUse(record)) record.state = runrecord::RunState::Partial;
    return {};
}

bool isOfUse(const RunRecord& record) {
    const auto hasOutput = [](const runrecord::RunCall& call) {
        return std::ranges::any_of(call.outputs, [](const runrecord::CallOutput& output) { return !output.file.empty(); });
    };
    const auto hasRuns = [](const runrecord::RunModule& module) { return !module.dump.empty() && !module.runs.empty(); };
    const bool done = std::ranges::any_of(record.calls, [](const auto& call) { return call.state == CallState::Done; });
    return std::ranges::any_of(record.calls, hasOutput) || std::ranges::any_of(record.passes, hasRuns) || (done && !record.error);
}

}  // namespace etscope::run
