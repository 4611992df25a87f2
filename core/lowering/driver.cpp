#include "lowering/driver.h"

#include <filesystem>

#include "base/escaped.h"
#include "base/name_text.h"
#include "io/output_file.h"
#include "io/platform.h"
#include "lowering/resources.h"
#include "run/target.h"

namespace etscope::lowering {
namespace {

using Json = nlohmann::json;
using run::ChildEnd;

constexpr std::string_view kMark = "@etscope ";
constexpr std::size_t kLongestAnswer = std::size_t{1} << 20U;
/// As often as a request's time may pass until torch is loaded.
constexpr int kLoading = 3;

/// The answer of that number, of a line that may say anything.
std::optional<Json> answerOf(std::string_view line, std::int64_t number) {
    if (!line.starts_with(kMark) || line.size() > kLongestAnswer) return std::nullopt;
    Json found = Json::parse(line.substr(kMark.size()), nullptr, false);
    if (!found.is_object() || !found.contains("answer") || found["answer"] != Json(number)) return std::nullopt;
    return found;
}

std::string textOf(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? validName(found->get<std::string>()) : std::string();
}

/// The last line of what was said.
std::string lastLine(std::string_view said) {
    while (said.ends_with('\n')) said.remove_suffix(1);
    const auto start = said.rfind('\n');
    return validName(std::string(said.substr(start == std::string_view::npos ? 0 : start + 1)));
}

std::string howItEnded(const ChildEnd& end) {
    switch (end.how) {
        case ChildEnd::How::TimedOut: return "it took too long";
        case ChildEnd::How::SaidTooMuch: return "it said too much";
        case ChildEnd::How::Signalled: return "it ended by " + platform::signalName(end.code);
        default: return "it ended with " + std::to_string(end.code);
    }
}

}  // namespace

Result<Driver> Driver::start(const DriverOptions& options, const JobContext& job) {
    std::error_code error;
    const std::string script = std::filesystem::absolute(options.folder, error).generic_string() + "/driver.py";
    const std::string_view text = resource("driver.py");
    if (auto written = writeFile(script, std::as_bytes(std::span(text)), job); !written) return written.failure();
    Driver driver(options, script);
    if (auto awake = driver.wake(job); !awake) return awake.failure();
    return driver;
}

Result<void> Driver::wake(const JobContext& job) {
    if (m_child && m_child->alive()) return {};
    auto child = run::TalkingChild::start({run::fromAnywhere(m_options.python), "-u", m_script},
                                          {kLoading * m_options.time, m_options.memory, m_options.folder});
    if (!child) return child.failure();
    m_child = *std::move(child);
    ++m_starts;
    const auto answer = exchange({{"do", "hello"}}, {}, job);
    if (!answer) return answer.failure();
    if (m_child) m_child->allow(m_options.time);
    if (!answer->done()) {
        m_child.reset();
        return fail("run-no-executorch", "torch and executorch cannot be loaded: " + answer->message, escaped(m_options.python));
    }
    m_versions = {textOf(answer->facts, "python"),
                  textOf(answer->facts, "torch"),
                  textOf(answer->facts, "executorch"),
                  {},
                  textOf(answer->facts, "platform")};
    for (const Json& backend : answer->facts.value("backends", Json::array()))
        if (backend.is_string()) m_versions.backends.push_back(validName(backend.get<std::string>()));
    return {};
}

Result<Answer> Driver::exchange(Json request, const run::OnLine& onLine, const JobContext& job) {
    const std::int64_t number = m_next++;
    request["id"] = number;
    Answer answer;
    const auto began = std::chrono::steady_clock::now();
    const auto isAnswer = [&](std::string_view line) {
        auto found = answerOf(line, number);
        if (found) answer.facts = *std::move(found);
        return !answer.facts.is_null();
    };
    auto reply = m_child->ask(request.dump(-1, ' ', true, Json::error_handler_t::replace), isAnswer, onLine, job);
    if (!reply) return reply.failure();
    answer.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    answer.said = validName(std::move(reply->end.said));
    if (reply->answered) {
        answer.state = textOf(answer.facts, "state") == "done" ? Answer::State::Done : Answer::State::Failed;
        answer.step = textOf(answer.facts, "step");
        answer.message = textOf(answer.facts, "message");
    } else {
        const std::string last = lastLine(answer.said);
        answer.message = howItEnded(reply->end) + (last.empty() ? "" : "; it said: " + last);
    }
    return answer;
}

Result<Answer> Driver::ask(Json request, const run::OnLine& onLine, const JobContext& job) {
    if (auto awake = wake(job); !awake) return awake.failure();
    return exchange(std::move(request), onLine, job);
}

Result<Answer> Driver::build(const BuildRequest& request, const JobContext& job) {
    std::error_code error;
    Json asked{{"do", "build"}, {"folder", std::filesystem::absolute(request.folder, error).generic_string()}, {"code", request.code}};
    if (!request.record.empty()) {
        asked["record"] = std::filesystem::absolute(request.record, error).generic_string();
        asked["graph"] = request.graph;
        if (!request.methods.empty()) asked["methods"] = request.methods;
    }
    return ask(std::move(asked), {}, job);
}

run::Executor Driver::executor() {
    return [this](const std::string& folder, const run::OnLine& onLine, const JobContext& job) -> Result<ChildEnd> {
        auto answer = ask({{"do", "execute"}, {"folder", folder}}, onLine, job);
        if (!answer) return answer.failure();
        ChildEnd end{ChildEnd::How::Exited, answer->done() ? 0 : 1, std::move(answer->said)};
        if (!answer->done() && end.said.find(answer->message) == std::string::npos) end.said += answer->message + "\n";
        return end;
    };
}

}  // namespace etscope::lowering
