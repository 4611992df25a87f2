#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "answer.h"
#include "base/number_text.h"
#include "commands.h"
#include "io/json.h"
#include "join/family.h"
#include "session_file.h"

namespace etscope::cli {
namespace {

/// Commands whose tables a wrong --method would only empty.
constexpr std::array<std::string_view, 8> kTablesOfMethods{"containers",   "delegates", "listing",     "memory",
                                                           "quantisation", "tensors",   "undelegated", "kernels"};

/// "3=text_decoder" and "3=0"; the text that is wrong, or nothing.
std::string applyRuns(const Options& options, session::OpenOptions& open) {
    const auto each = [](const std::vector<std::string>& texts, auto&& take) -> std::string {
        for (const std::string& text : texts) {
            const auto equals = text.find('=');
            const auto run = equals == std::string::npos ? std::nullopt : parseInt(std::string_view(text).substr(0, equals));
            if (!run || *run < 0 || !take(static_cast<std::size_t>(*run), text.substr(equals + 1))) return text;
        }
        return {};
    };
    const std::string wrong = each(options.runMethods, [&](std::size_t run, const std::string& method) {
        open.runMethods[run] = method;
        return !method.empty();
    });
    if (!wrong.empty()) return wrong;
    return each(options.pairs, [&](std::size_t run, const std::string& text) {
        const auto number = parseInt(text);
        if (number) open.runCases[run] = *number;
        return number && *number >= 0;
    });
}

constexpr std::uint64_t kMostOfSession = std::uint64_t{4} << 20U;
constexpr const char* kVersionOfSession = "etscope-session";

}  // namespace

Result<std::optional<SessionFile>> sessionFile(const std::string& path) {
    const auto none = std::optional<SessionFile>();
    std::error_code failed;
    if (!std::filesystem::is_regular_file(path, failed)) return none;
    const auto source = Source::open(path);
    if (!source || (*source)->size() > kMostOfSession) return none;
    if (const auto first = (*source)->read(0, 1); !first || (*first)[0] != std::byte{'{'}) return none;
    const auto bytes = (*source)->read(0, (*source)->size());
    if (!bytes) return none;
    const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    if (!text.starts_with('{') || text.find(kVersionOfSession) == std::string_view::npos) return none;
    auto json = parseJson(text, text.size());
    if (!json || !json->is_object() || !json->contains(kVersionOfSession)) return none;
    const auto& version = (*json)[kVersionOfSession];
    if (!version.is_number() || version.get<double>() > 1) return fail("session-version", "a newer etscope wrote it", path);
    SessionFile made{path, {}, {}, *std::move(json)};
    const auto& files = made.json.contains("files") ? made.json["files"] : nlohmann::json();
    const bool texts = files.is_array() && !files.empty() &&
                       std::ranges::all_of(files, [](const nlohmann::json& one) { return one.is_string() && one != ""; });
    if (!texts) return fail("json-syntax", "\"files\" is not a list of texts", path);
    const std::filesystem::path folder = std::filesystem::absolute(path, failed).parent_path();
    for (const nlohmann::json& one : files) made.files.push_back((folder / one.get<std::string>()).lexically_normal().string());
    if (made.json.contains("program") && made.json["program"].is_string()) made.program = made.json["program"].get<std::string>();
    return std::optional(std::move(made));
}

Result<std::string> sessionFileText(const nlohmann::json& json) {
    const auto textOf = [](const nlohmann::json& one) {
        return one.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    };
    std::string text;
    for (const auto& [key, value] : json.items()) text += (text.empty() ? "{\n " : ",\n ") + textOf(key) + ": " + textOf(value);
    text += "\n}\n";
    return text.size() <= kMostOfSession ? Result<std::string>(std::move(text))
                                         : fail("limit-exceeded", "a session file has at most 4 MiB");
}

Result<std::optional<SessionFile>> sessionFileOf(const Options& options) {
    for (const std::string& path : options.files) {
        auto found = sessionFile(path);
        if (!found || *found) return found;
    }
    return std::optional<SessionFile>();
}

Result<std::shared_ptr<const session::Session>> openSession(const Options& options, const JobContext& job) {
    session::OpenOptions open;
    if (const auto readable = checkReadable(options.npy); !readable) return readable.failure();
    if (const auto readable = checkReadable(options.references); !readable) return readable.failure();
    open.outputFolders = options.npy;
    std::vector<std::string> files = options.files;
    if (!options.file.empty()) files.insert(files.begin(), options.file);
    if (!options.fromRun.empty())  // the runs are joined with the program and with where the cases are from
        for (const std::string& other : {options.fromRun, options.from, options.fromRecord})
            if (!other.empty()) files.push_back(other);
    open.debugBuffers = options.debugBuffers;
    if (const std::string wrong = applyRuns(options, open); !wrong.empty())
        return fail("usage", "--run-method wants RUN=METHOD and --pair RUN=CASE, not " + wrong);
    std::string member = options.member;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const auto saved = sessionFile(files[i]);
        if (!saved) return saved.failure();
        if (!*saved) continue;
        files.erase(files.begin() + static_cast<std::ptrdiff_t>(i));
        files.insert(files.begin() + static_cast<std::ptrdiff_t>(i), (*saved)->files.begin(), (*saved)->files.end());
        i += (*saved)->files.size() - 1;
        if (member.empty()) member = (*saved)->program;
    }
    const auto whole = session::Session::open(files, open, job);
    if (!whole) return whole.failure();
    for (const session::SessionFile& file : (*whole)->files())
        if (file.source == nullptr) return Failure{*file.error};
    const bool anyRead =
        std::any_of((*whole)->files().begin(), (*whole)->files().end(), [](const session::SessionFile& f) { return !f.error; });
    if (!anyRead) return Failure{*(*whole)->files().front().error};
    const auto session = join::programInView(*whole, member, job);
    if (!session) return session.failure();
    if (const auto known = checkRuns(**session, job); !known) return known.failure();
    return *session;
}

Result<void> checkMethod(const Options& o, const session::Session& session) {
    const bool asks = !o.method.empty() && std::ranges::find(kTablesOfMethods, o.command) != kTablesOfMethods.end();
    if (!asks || session.method(o.method) != nullptr || session.plan(o.method) != nullptr) return {};
    std::string known;
    for (const session::Method& method : session.methods()) known += (known.empty() ? "" : ", ") + method.name;
    return fail("no-such-method", known.empty() ? "the session has no methods" : "there is no such method; there are: " + known,
                o.method);
}

}  // namespace etscope::cli
