#include "run/events.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/name_text.h"
#include "base/scalar_type.h"
#include "run/plan_text.h"

namespace etscope::run {
namespace {

using Json = nlohmann::json;
using runrecord::CallState;

constexpr std::string_view kMark = "@etscope ";
constexpr std::size_t kMostOutputs = 10'000;
constexpr std::size_t kMostKernels = 1'000;

std::string textOf(const Json& json, const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? validName(found->get<std::string>()) : std::string();
}

std::optional<std::size_t> numberOf(const Json& json, std::size_t below) {
    const auto found = json.find("number");
    if (found == json.end() || !found->is_number_unsigned() || found->get<std::uint64_t>() >= below) return std::nullopt;
    return found->get<std::size_t>();
}

std::vector<std::string> textsOf(const Json& json, const char* key) {
    std::vector<std::string> texts;
    const auto found = json.find(key);
    if (found == json.end() || !found->is_array()) return texts;
    for (const Json& one : *found)
        if (one.is_string() && texts.size() < kMostKernels) texts.push_back(validName(one.get<std::string>()));
    return texts;
}

/// The outputs as the call's own names say them; another name is none that was to be written.
std::vector<runrecord::CallOutput> outputsOf(const Json& json, const std::string& method, std::size_t call) {
    std::vector<runrecord::CallOutput> outputs;
    const auto found = json.find("outputs");
    if (found == json.end() || !found->is_array()) return outputs;
    for (const Json& one : *found) {
        if (outputs.size() >= kMostOutputs) break;
        const std::string own =
            "out-" + wordOf(method) + "-" + std::to_string(call) + "-" + std::to_string(outputs.size()) + ".npy";
        const bool written = one.is_object() && textOf(one, "file") == own;
        outputs.push_back(written ? runrecord::CallOutput{own, textOf(one, "type")} : runrecord::CallOutput{});
    }
    return outputs;
}

/// What the runtime's number of an error means (runtime/core/error.h), behind a message that ends with it.
std::string withMeaning(std::string message) {
    struct Meaning {
        std::string_view number, text;
    };
    static constexpr Meaning kMeanings[] = {{"0x1", "internal error"},
                                            {"0x2", "invalid state"},
                                            {"0x10", "not supported"},
                                            {"0x11", "not implemented"},
                                            {"0x12", "invalid argument: an input of a kind, type or size that it does not take"},
                                            {"0x13", "invalid type"},
                                            {"0x14", "a kernel is missing"},
                                            {"0x20", "not found: mostly a backend that this runtime does not have"},
                                            {"0x21", "memory could not be allocated"},
                                            {"0x22", "a file could not be read"},
                                            {"0x23", "invalid program"},
                                            {"0x24", "invalid external data"},
                                            {"0x25", "out of resources"},
                                            {"0x30", "a delegate's payload is of another version"},
                                            {"0x31", "a delegate could not allocate memory"},
                                            {"0x32", "invalid handle of a delegate"}};
    for (const Meaning& one : kMeanings)
        if (message.ends_with(" " + std::string(one.number))) return message + " (" + std::string(one.text) + ")";
    return message;
}

}  // namespace

Listener::Listener(RunPlan& plan, const JobContext& job, const OnProgress& onProgress)
    : m_plan(plan), m_job(job), m_onProgress(onProgress) {
    m_heard.executed.resize(plan.modules.size());
    m_heard.finished.resize(plan.modules.size());
    m_progress.all = plan.executions();
}

bool Listener::take(std::string_view line) {
    if (!line.starts_with(kMark)) return false;
    const Json json = Json::parse(line.substr(kMark.size()), nullptr, false);
    if (!json.is_object()) return false;
    const std::string event = textOf(json, "event");
    const auto call = numberOf(json, m_plan.calls.size()), module = numberOf(json, m_plan.modules.size());
    if (event == "target") {
        m_heard.knowsTarget = true;
        m_heard.target.executorch = textOf(json, "executorch");
        m_heard.target.torch = textOf(json, "torch");
        m_heard.target.version = textOf(json, "version");
        m_heard.target.backends = textsOf(json, "backends");
    } else if (event == "absent") {
        m_heard.absent = textOf(json, "message");
        m_heard.target.version = textOf(json, "version");
    } else if (event == "missing") {
        m_heard.missingKernels = textsOf(json, "kernels");
    } else if (event == "refused") {
        m_heard.refused = withMeaning(textOf(json, "message"));
    } else if (event == "no-dump") {
        m_heard.withoutDumps = true;
    } else if (event == "module" && module) {
        m_heard.module = module;
        if (textOf(json, "memory") == "shared") m_heard.shared.insert(*module);
        m_heard.call.reset();
    } else if (event == "call" && call) {
        onCall(*call);
    } else if (event == "done" && call && m_heard.call == call) {
        onEnd(*call, CallState::Done);
        runrecord::RunCall& facts = m_plan.calls[*call].facts;
        if (m_plan.modules[*m_heard.module].pass == runrecord::Pass::Times) return true;
        facts.outputs = outputsOf(json, facts.method, *call);
        const auto spent = json.find("ns");
        if (spent != json.end() && spent->is_number_unsigned() && spent->get<std::uint64_t>() < std::uint64_t{1} << 62U)
            facts.nanos = spent->get<std::int64_t>();
    } else if (event == "failed" && call && m_heard.call == call) {
        onEnd(*call, CallState::Failed);
        m_plan.calls[*call].facts.message = withMeaning(textOf(json, "message"));
    } else if (event == "written" && module) {
        m_heard.written.insert(*module);
    } else if (event == "end") {
        m_heard.ended = true;
    }
    return true;
}

void Listener::onCall(std::size_t call) {
    if (!m_heard.module) return;
    const auto& planned = m_plan.modules[*m_heard.module].calls;
    const std::size_t next = m_heard.executed[*m_heard.module].size();
    if (next >= planned.size() || planned[next] != call) return;
    m_heard.call = call;
    m_heard.executed[*m_heard.module].push_back(call);
    m_heard.finished[*m_heard.module].push_back(false);
    m_progress.method = m_plan.calls[call].facts.method;
    if (m_onProgress) m_onProgress(m_progress);
}

/// Of several executions of a call the worst counts.
void Listener::onEnd(std::size_t call, CallState state) {
    CallState& known = m_plan.calls[call].facts.state;
    if (known != CallState::Failed) known = state;
    m_heard.finished[*m_heard.module].back() = state == CallState::Done;
    m_heard.call.reset();
    ++m_progress.done;
    if (m_progress.all > 0) m_job.report(static_cast<double>(m_progress.done) / static_cast<double>(m_progress.all));
    if (m_onProgress) m_onProgress(m_progress);
}

}  // namespace etscope::run
