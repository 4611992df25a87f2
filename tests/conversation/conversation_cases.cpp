// conversation_cases FOLDER [NAME…]: every trace below the folder whose truth.json says what is wrong in it. A healthy one may have
// no finding; of a faulty one the first finding is of the right check and at the right place. Prints a line for each and ends with
// "N passed, M failed". Exit status 1: one failed; 77: the folder does not exist.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>

#include <nlohmann/json.hpp>

#include "conversation/conversation.h"
#include "session/session.h"

namespace {

using namespace etscope;
namespace fs = std::filesystem;
using Json = nlohmann::json;
using conversation::Check;
using conversation::Finding;

/// Which checks may find a kind of fault, by how the kind's name begins. Of other kinds the place alone decides.
const std::vector<std::pair<std::string, std::set<Check>>> kChecks{
    {"template", {Check::Template}},
    {"wrong_image_id_ids", {Check::Tokens}},
    {"bos", {Check::Tokens}},
    {"tokenizer", {Check::Tokens}},
    {"expand", {Check::Tokens}},
    {"detokenise", {Check::Text}},
    {"wrong_id", {Check::Embedding}},
    {"image", {Check::Image}},
    {"position", {Check::Positions}},
    {"cache_beyond", {Check::Positions}},
    {"mask", {Check::Mask}},
    {"rows", {Check::Splice}},
    {"splice", {Check::Splice}},
    {"missing", {Check::Splice}},
    {"wrong_image", {Check::Splice}},
    {"sampler", {Check::Choice}},
    {"argmax", {Check::Choice}},
    {"logits", {Check::Choice}},
    {"state", {Check::State}},
    {"stale", {Check::State}},
    {"wrong_weight", {Check::Program, Check::Values}},
    {"wrong_kernel", {Check::Program, Check::Values}},
    {"int4", {Check::Program, Check::Values}},
};

bool isRightCheck(const std::string& kind, Check check) {
    for (const auto& [begin, checks] : kChecks)
        if (kind.starts_with(begin)) return checks.contains(check);
    return true;
}

bool isAt(const Json& where, const char* key, std::optional<std::int64_t> found) {
    if (!where.contains(key) || !where[key].is_number_integer()) return true;
    return found && *found == where[key].get<std::int64_t>();
}

/// Positions of outputs may count from the end.
bool isAtPosition(const Json& where, const Finding& finding) {
    if (isAt(where, "position", finding.place.position)) return true;
    return where["position"].get<std::int64_t>() < 0 && finding.check == Check::Choice;
}

/// Whether the place is the truth's. `truth`: for faults of choices that no record shows before a token is another one.
bool isRightPlace(const Json& truth, const Finding& finding) {
    const Json& where = truth["where"];
    const auto& place = finding.place;
    if (where.contains("line")) return place.lineKind == where["line"] && isAt(where, "position", place.position);
    if (where.contains("layer")) {
        const std::string layer = where["layer"], method = where.value("method", "");
        return (place.module + ".").find(layer + ".") != std::string::npos &&
               (place.method.empty() || method.find(place.method) != std::string::npos);
    }
    if (finding.check == Check::Choice && truth.contains("first_flipped_token") &&
        truth["first_flipped_token"].is_number_integer() && truth["kind"] == "logits_noise")
        return place.choice == truth["first_flipped_token"].get<std::int64_t>();
    if (where.contains("choice") && !isAt(where, "choice", place.choice)) return false;
    const auto number = [](const std::optional<std::size_t>& value) {
        return value ? std::optional(static_cast<std::int64_t>(*value)) : std::nullopt;
    };
    if (where.contains("input") && where["input"] == "state" && !place.state) return false;
    return isAt(where, "call", place.call) && isAt(where, "input", number(place.input)) &&
           isAt(where, "output", number(place.output)) && isAtPosition(where, finding);
}

std::string text(const Finding& finding) {
    std::string out = std::string(conversation::checkName(finding.check)) + "/" + finding.kind;
    const auto& place = finding.place;
    if (!place.lineKind.empty()) out += " line=" + place.lineKind;
    if (place.call) out += " call=" + std::to_string(*place.call);
    if (place.choice) out += " choice=" + std::to_string(*place.choice);
    if (place.input) out += " input=" + std::to_string(*place.input);
    if (place.output) out += " output=" + std::to_string(*place.output);
    if (place.position) out += " position=" + std::to_string(*place.position);
    if (place.state) out += " state";
    if (!place.module.empty()) out += " module=" + place.module;
    return out + ": " + finding.sentence.text();
}

bool judge(const fs::path& folder, const std::string& name) {
    std::ifstream file(folder / "truth.json");
    const Json truth = Json::parse(file, nullptr, false);
    const bool healthy = truth.is_object() && truth.value("healthy", false);
    const std::string kind = truth.is_object() ? truth.value("kind", "") : "";
    const auto begin = std::chrono::steady_clock::now();
    const auto session = session::Session::open({(folder / "trace.jsonl").string()}, {}, {});
    const auto answer = session ? conversation::conversation(**session, {}) : session.failure();
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    if (!answer) {
        std::printf("%-24s FAILED: %s: %s\n", name.c_str(), kind.c_str(), answer.error().message.c_str());
        return false;
    }
    const auto& findings = (*answer)->findings;
    const bool right =
        healthy ? findings.empty()
                : !findings.empty() && isRightCheck(kind, findings.front().check) && isRightPlace(truth, findings.front());
    std::printf("%-24s %s %-20s %s %.2f s %zu findings%s%s\n", name.c_str(), right ? "passed" : "FAILED", kind.c_str(),
                truth.contains("where") && !truth["where"].is_null() ? truth["where"].dump().c_str() : "-", seconds.count(),
                findings.size(), findings.empty() ? "" : ", ", findings.empty() ? "" : text(findings.front()).c_str());
    std::string open;
    for (const auto& row : (*answer)->checks)
        if (row.open > 0) open += " " + std::string(conversation::checkName(row.check)) + " (" + row.reason.text() + ")";
    if (!open.empty() && std::getenv("SHOW_OPEN") != nullptr) std::printf("    open:%s\n", open.c_str());
    return right;
}

}  // namespace

int main(int count, char** arguments) {
    const fs::path root(count > 1 ? arguments[1] : "");
    if (!fs::is_directory(root)) {
        std::printf("skipped: there are no traces in %s\n", root.string().c_str());
        return 77;
    }
    const std::set<std::string> wanted(arguments + std::min(count, 2), arguments + count);
    std::vector<fs::path> folders;
    for (const auto& entry : fs::recursive_directory_iterator(root))
        if (entry.path().filename() == "truth.json" && fs::exists(entry.path().parent_path() / "trace.jsonl"))
            folders.push_back(entry.path().parent_path());
    std::ranges::sort(folders);
    std::size_t passed = 0, failed = 0;
    for (const fs::path& folder : folders) {
        const std::string name = folder.filename().string();
        if (!wanted.empty() && !wanted.contains(name)) continue;
        ++(judge(folder, name) ? passed : failed);
        std::fflush(stdout);
    }
    std::printf("%zu passed, %zu failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
