#include "mcp/server.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>

#include "base/out_of_memory.h"
#include "mcp/resources.h"
#include "report/text_report.h"
#include "version.h"

namespace etscope::mcp {
namespace {

using report::Json;

/// Of JSON-RPC 2.0, section 5.1, and of the protocol for what is not there.
enum : int { kParse = -32700, kInvalid = -32600, kNoMethod = -32601, kParameters = -32602, kNoResource = -32002 };

/// Revisions that begin with `initialize`, and the one where every request tells its own.
constexpr std::array<std::string_view, 4> kRevisions{"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"};
constexpr const char* kStateless = "2026-07-28";
constexpr const char* kRevisionKey = "io.modelcontextprotocol/protocolVersion";
constexpr std::array<std::string_view, 7> kMethods{"initialize",     "server/discover",          "tools/list",    "tools/call",
                                                   "resources/list", "resources/templates/list", "resources/read"};
constexpr auto kProgressEvery = std::chrono::milliseconds(300);

constexpr const char* kInstructions =
    "etscope reads what an ExecuTorch export leaves: ETRecord, .pte, .ptd, .bpte, ETDump with its debug buffer, traces of "
    "conversations. Nothing is executed and nothing is written. Begin with `verdict` (right or wrong, and the cause) and `info` "
    "(methods, stages, files); then `gap`, `check`, `stages` for the first wrong operator, `related` for one thing in all files, "
    "`events`, `memory`, `sizes` for cost. Answers are cut to fit (`rows` of each list, `characters` in all): what is left out is "
    "told "
    "with the JSON Pointer to ask for (`at`, and `first_row` within it). `form`: `text` prints tables as a terminal shows them.";

Json text(const std::string& words) { return {{"type", "text"}, {"text", words}}; }

std::string cutsText(const std::vector<Cut>& cuts) {
    std::string out;
    for (const Cut& cut : cuts) {
        out += out.empty() ? "Left out, ask for it with `at` and `first_row`, of one text with more `characters`:" : "";
        out += "\n" + (cut.at.empty() ? std::string("the document") : cut.at) + ": " + (cut.isText ? "characters " : "rows ") +
               std::to_string(cut.from) + " to " + std::to_string(cut.from + cut.shown) + " of " + std::to_string(cut.of);
    }
    return out;
}

std::string errorText(const cli::Answer& answer) {
    std::string out;
    for (const Error& error : answer.errors)
        out += (error.where.empty() ? "" : error.where + ": ") + error.message + " [" + error.code + "]\n";
    return boundedText(out.empty() ? answer.messages : out, {}).text;
}

Json contents(Json::initializer_list_t each, bool isError = false) {
    return {{"content", Json::array(each)}, {"isError", isError}};
}

Json failed(const Error& error) {
    return contents({text((error.where.empty() ? "" : error.where + ": ") + error.message + " [" + error.code + "]")}, true);
}

/// What a call answers: the document as far as it fits, and what is left out.
Result<Json> contentOf(const Question& question, const cli::Answer& answer) {
    if (!answer.document) return contents({text(errorText(answer))}, true);
    Json content = Json::array();
    if (question.asText) {
        const BoundedText page = boundedText(report::textOf(*answer.document), question.bounds);
        content.push_back(text(page.text));
        if (const auto cuts = page.cuts("the text"); !cuts.empty()) content.push_back(text(cutsText(cuts)));
    } else {
        const auto part = bounded(*answer.document, question.at, question.bounds);
        if (!part) return failed(part.error());
        content.push_back(text(part->value.dump(-1, ' ', false, Json::error_handler_t::replace)));
        if (!part->cuts.empty()) content.push_back(text(cutsText(part->cuts)));
    }
    return Json{{"content", std::move(content)}, {"isError", false}};
}

Json resourceContents(const Json& uri, const char* type, const char* as, const std::string& data) {
    return {{"contents", Json::array({{{"uri", uri}, {"mimeType", type}, {as, data}}})}};
}

Json capabilities() { return {{"tools", Json::object()}, {"resources", Json::object()}}; }
Json identity() { return {{"name", "etscope"}, {"title", "etscope"}, {"version", ETSCOPE_VERSION}}; }

Result<Json> initialised(const Json& parameters) {
    const Json version = parameters.value("protocolVersion", Json());  // the protocol requires it
    if (!version.is_string()) return fail("usage", "initialize wants protocolVersion, a text");
    const std::string asked = version.get<std::string>();
    const bool known = std::ranges::find(kRevisions, asked) != kRevisions.end();
    return Json{{"protocolVersion", known ? asked : std::string(kRevisions.front())},
                {"capabilities", capabilities()},
                {"serverInfo", identity()},
                {"instructions", kInstructions}};
}

Json discovered() {
    Json versions = Json::array({kStateless});
    for (const std::string_view one : kRevisions) versions.push_back(one);
    return {{"supportedVersions", std::move(versions)},
            {"capabilities", capabilities()},
            {"instructions", kInstructions},
            {"_meta", {{"io.modelcontextprotocol/serverInfo", identity()}}}};
}

/// What results of the stateless revision say, too: that they are whole, and that nobody may keep them.
void complete(const Json& parameters, const std::string& method, Json& result) {
    const Json meta = parameters.value("_meta", Json::object());
    if (!meta.is_object() || meta.value(kRevisionKey, Json()) != kStateless) return;
    result["resultType"] = "complete";
    if (method == "tools/call") return;
    result["ttlMs"] = 0;
    result["cacheScope"] = "private";
}

/// Whether brackets stand in more of their kind than any message needs: what reads JSON would go as deep.
bool isDeep(std::string_view line) {
    constexpr int kDeepest = 100;
    int depth = 0;
    bool inText = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (inText && c == '\\') {
            ++i;
            continue;
        }
        if (c == '"') inText = !inText;
        if (inText) continue;
        depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
        if (depth > kDeepest) return true;
    }
    return false;
}

bool isId(const Json& id) { return id.is_string() || id.is_number_integer(); }

}  // namespace

Server::Server(std::vector<std::string> files, std::function<void(const std::string&)> send)
    : m_tools(std::move(files)), m_send(std::move(send)), m_worker([this] { work(); }) {}

Server::~Server() {
    stop();
    finish();
}

void Server::send(const Json& message) {
    const std::string line = message.dump(-1, ' ', false, Json::error_handler_t::replace);
    const std::lock_guard lock(m_sending);
    m_send(line);
}

void Server::sendError(const Json& id, int code, const std::string& message) {
    send({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", message}}}});
}

void Server::receive(const std::string& line) {
    if (isDeep(line)) return sendError(nullptr, kParse, "this line is nested too deeply");
    const Json message = Json::parse(line, nullptr, false);
    if (message.is_discarded()) return sendError(nullptr, kParse, "this line is not JSON");
    if (!message.is_array()) return take(message);
    if (message.empty()) return sendError(nullptr, kInvalid, "an empty batch");
    for (const Json& one : message) take(one);  // a batch, of revision 2025-03-26
}

void Server::take(const Json& message) {
    const bool named = message.is_object() && message.contains("method") && message["method"].is_string();
    if (!named) {
        const bool reply = message.is_object() && (message.contains("result") || message.contains("error"));
        if (!reply) sendError(nullptr, kInvalid, "this message is no request");
        return;
    }
    const std::string method = message["method"].get<std::string>();
    Json parameters = message.value("params", Json::object());
    if (!parameters.is_object()) parameters = Json::object();
    if (!message.contains("id")) {
        if (method == "notifications/cancelled" && parameters.contains("requestId")) cancel(parameters["requestId"]);
        return;
    }
    if (!isId(message["id"])) return sendError(nullptr, kInvalid, "an id is text or a whole number");
    if (method == "ping") return send({{"jsonrpc", "2.0"}, {"id", message["id"]}, {"result", Json::object()}});
    const std::lock_guard lock(m_mutex);
    m_waiting.push_back(std::make_shared<Request>(Request{message["id"], method, std::move(parameters), {}}));
    m_changed.notify_all();
}

void Server::cancel(const Json& id) {
    const std::lock_guard lock(m_mutex);
    if (m_current && m_current->id == id) m_current->stop.request_stop();
    std::erase_if(m_waiting, [&](const auto& request) { return request->id == id; });  // it gets no answer
}

void Server::stop() {
    const std::lock_guard lock(m_mutex);
    m_waiting.clear();
    if (m_current) m_current->stop.request_stop();
}

void Server::finish() {
    {
        const std::lock_guard lock(m_mutex);
        m_ends = true;
        m_changed.notify_all();
    }
    if (m_worker.joinable()) m_worker.join();
}

void Server::work() {
    while (true) {
        std::shared_ptr<Request> request;
        {
            std::unique_lock lock(m_mutex);
            m_current.reset();
            m_changed.wait(lock, [this] { return m_ends || !m_waiting.empty(); });
            if (m_waiting.empty()) return;
            request = m_current = m_waiting.front();
            m_waiting.pop_front();
        }
        answer(*request);
    }
}

void Server::answer(Request& request) {
    if (std::ranges::find(kMethods, request.method) == kMethods.end())
        return sendError(request.id, kNoMethod, "there is no method " + request.method);
    auto result = checkedResultOf(request);
    if (request.stop.stop_requested()) return;  // a request that was cancelled gets no answer
    if (result) complete(request.parameters, request.method, *result);
    if (result) return send({{"jsonrpc", "2.0"}, {"id", request.id}, {"result", *result}});
    const std::string& code = result.error().code;
    sendError(request.id, code == "no-such-resource" ? kNoResource : kParameters,
              result.error().message + (result.error().where.empty() ? "" : ": " + result.error().where));
}

Result<Json> Server::checkedResultOf(Request& request) {
    return withinMemory([&]() -> Result<Json> {
        try {
            return resultOf(request);
        } catch (const Json::exception& error) {  // a parameter that is not of its type
            return fail("usage", error.what());
        }
    });
}

Result<Json> Server::resultOf(Request& request) {
    if (request.method == "initialize") return initialised(request.parameters);
    if (request.method == "server/discover") return discovered();
    if (request.method == "tools/list") {
        Json tools = m_tools.list();
        tools.push_back(pictureTool(!m_tools.files().empty()));
        return Json{{"tools", std::move(tools)}};
    }
    if (request.method == "tools/call") return call(request);
    if (request.method == "resources/list") return resources();
    if (request.method == "resources/templates/list") return Json{{"resourceTemplates", resourceTemplates()}};
    return read(request);
}

JobContext Server::jobOf(const Request& request) {
    JobContext job;
    job.stop = request.stop.get_token();
    const Json meta = request.parameters.value("_meta", Json::object());
    if (!meta.is_object() || !meta.contains("progressToken")) return job;
    struct Told {
        std::mutex mutex;
        double fraction = 0;
        std::chrono::steady_clock::time_point at{};
    };
    job.progress = [this, token = meta["progressToken"], told = std::make_shared<Told>()](double fraction) {
        const std::lock_guard lock(told->mutex);
        const auto now = std::chrono::steady_clock::now();
        if (fraction <= told->fraction || now - told->at < kProgressEvery) return;  // it grows with every message
        told->fraction = fraction;
        told->at = now;
        send({{"jsonrpc", "2.0"},
              {"method", "notifications/progress"},
              {"params", {{"progressToken", token}, {"progress", fraction}, {"total", 1}}}});
    };
    return job;
}

cli::Answer Server::ask(const Question& question, const JobContext& job) {
    cli::Options options;
    cli::Answer answer;
    const auto refuse = [&](const Error& error) {
        answer.errors.push_back(error);
        return std::move(answer);
    };
    if (const auto parsed = cli::parseWords(question.words, options); !parsed) return refuse(parsed.error());
    const auto session = m_sessions.open(options, job);
    return session ? cli::answer(options, *session, job) : refuse(session.error());
}

Result<Json> Server::call(Request& request) {
    const Json& parameters = request.parameters;
    const Json arguments = parameters.value("arguments", Json::object());
    if (!parameters.contains("name") || !parameters["name"].is_string() || !arguments.is_object())
        return fail("usage", "a call wants a name and arguments");
    const JobContext job = jobOf(request);
    const std::string name = parameters["name"].get<std::string>();
    if (name == "picture") {
        const auto wish = pictureWish(arguments, m_tools.files());
        if (!wish) return failed(wish.error());
        const auto picture = pictureOf(*wish, job);
        if (!picture) return failed(picture.error());
        if (picture->isSvg) return contents({text(picture->data)});
        return contents({{{"type", "image"}, {"data", picture->data}, {"mimeType", "image/png"}}});
    }
    const auto question = m_tools.question(name, arguments);
    if (!question) return question.error().code == "no-such-tool" ? Result<Json>(question.failure()) : failed(question.error());
    return contentOf(*question, ask(*question, job));
}

Result<Json> Server::resources() {
    if (m_tools.files().empty()) return Json{{"resources", Json::array()}};
    const auto question = m_tools.question("info", Json::object());
    if (!question) return question.failure();
    const auto answer = ask(*question, {});
    if (!answer.document) return fail("no-such-resource", errorText(answer));
    return Json{{"resources", listedResources(*answer.document)}};
}

Result<Json> Server::read(Request& request) {
    const Json& uri = request.parameters.contains("uri") ? request.parameters["uri"] : Json();
    const auto resource = uri.is_string() ? resourceOf(uri.get<std::string>()) : std::nullopt;
    if (!resource || m_tools.files().empty())
        return fail("no-such-resource", "no resource", uri.is_string() ? uri.get<std::string>() : "");
    const JobContext job = jobOf(request);
    if (resource->isPicture) {
        PictureWish wish;
        wish.files = m_tools.files();
        wish.page = "graph";
        wish.method = resource->method;
        wish.stage = resource->stage;
        const auto picture = pictureOf(wish, job);
        if (!picture) return fail("no-such-resource", picture.error().message, uri.get<std::string>());
        return resourceContents(uri, picture->isSvg ? "image/svg+xml" : "image/png", picture->isSvg ? "text" : "blob",
                                picture->data);
    }
    const auto question = m_tools.question(resource->tool, resource->arguments);
    if (!question) return question.failure();
    const auto answer = ask(*question, job);
    if (!answer.document) return fail("no-such-resource", errorText(answer), uri.get<std::string>());
    const auto part = bounded(*answer.document, "", question->bounds);
    if (!part) return part.failure();
    Json answered =
        resourceContents(uri, "application/json", "text", part->value.dump(-1, ' ', false, Json::error_handler_t::replace));
    if (!part->cuts.empty())
        answered["contents"].push_back({{"uri", uri}, {"mimeType", "text/plain"}, {"text", cutsText(part->cuts)}});
    return answered;
}

}  // namespace etscope::mcp
