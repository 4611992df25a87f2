// run_causes FOLDER [NAME…]: the culprit of every run of exports whose truth is known. FOLDER has `faults`, `faults2`, `fixtures`
// or `causes`, each with one folder for an export; the truth is in its fixture.json (`truth`), for others in the table here, else
// the runs are healthy: no call may be wrong. Prints a line for each. Exit status 1: a right run is blamed, or a wrong one is told
// another cause; 77: the folder does not exist.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>

#include <nlohmann/json.hpp>

#include "causes/method_culprits.h"
#include "causes/run_culprits.h"
#include "replay/audit.h"
#include "replay/executed.h"
#include "session/session.h"

namespace {

using namespace etscope;
namespace fs = std::filesystem;
using Json = nlohmann::json;

/// Exports whose fixture.json says it in words only, or is no JSON (NaN). `symbolic`: its nonzero writes rows where the plan wants
/// columns.
const std::map<std::string, std::string> kKnown{
    {"fault_weight", "constant"},   {"fault_early", "constant"},      {"fault_delegate", "constant"},
    {"fault_nan", "constant"},      {"fault_permuted", "layout"},     {"fault_shift", "lowering"},
    {"fault_half", "precision"},    {"mutable_state", "state"},       {"symbolic", "kernel"},
    {"mismatched", "unknown"},      {"extra_stages", "quantisation"}, {"quant_8da4w", "quantisation"},
    {"quant_cnn", "quantisation"},  {"vlm", "quantisation"},          {"quant_cnn_portable", "quantisation"},
    {"arg_slice_start", "constant"}};

struct Truth {
    std::set<std::string> causes;  ///< empty: healthy
    std::set<std::int64_t> instructions;
    std::set<std::string> nodes;
    std::set<std::string> constants;
};

void addText(const Json& from, const char* key, std::set<std::string>& into) {
    if (!from.contains(key) || !from[key].is_array()) return;
    for (const Json& item : from[key])
        if (item.is_string()) into.insert(item.get<std::string>().substr(0, item.get<std::string>().find(' ')));
}

Truth truthOf(const fs::path& folder) {
    Truth truth;
    std::ifstream file(folder / "fixture.json");
    const Json document = Json::parse(file, nullptr, false);
    if (const auto known = kKnown.find(folder.filename().string()); known != kKnown.end()) truth.causes = {known->second};
    if (!document.is_object() || !document.contains("truth")) return truth;
    const Json& told = document["truth"];
    if (told.contains("cause") && told["cause"].is_array()) addText(told, "cause", truth.causes);
    const bool named = truth.causes.empty() && told.contains("cause") && told["cause"].is_string();
    std::string cause = named ? told["cause"].get<std::string>() : "none";
    for (std::size_t plus = cause.find('+'); plus != std::string::npos; plus = cause.find('+')) {
        truth.causes.insert(cause.substr(0, plus));
        cause.erase(0, plus + 1);
    }
    if (cause != "none") truth.causes.insert(cause);
    for (const char* key : {"instruction", "first", "first_wrong_reader"})
        if (told.contains(key) && told[key].is_number_integer()) truth.instructions.insert(told[key].get<std::int64_t>());
    addText(told, "edge_nodes", truth.nodes);
    for (const Json& fault : told.value("faults", Json::array())) addText(fault, "nodes", truth.nodes);
    if (told.contains("constant") && told["constant"].is_string()) truth.constants.insert(told["constant"].get<std::string>());
    addText(told, "constants", truth.constants);
    for (const Json& reader : told.value("readers", Json::array()))
        if (reader.is_number_integer()) truth.instructions.insert(reader.get<std::int64_t>());
    return truth;
}

bool placed(const Truth& truth, const causes::Culprit& culprit) {
    if (truth.instructions.empty() && truth.nodes.empty()) return true;
    if (culprit.instruction && truth.instructions.contains(*culprit.instruction)) return true;
    if (culprit.constant && truth.constants.contains(*culprit.constant)) return true;
    return std::ranges::any_of(culprit.nodes, [&](const std::string& node) { return truth.nodes.contains(node); });
}

std::vector<std::string> filesOf(const fs::path& folder, const fs::path& dump) {
    std::vector<std::string> files;
    for (const auto& entry : fs::directory_iterator(folder))
        for (const char* end : {".etrecord", ".pte", ".bpte", ".ptd"})
            if (entry.path().extension() == end && (entry.path().stem() == "model" || entry.path().extension() == ".ptd"))
                files.push_back(entry.path().string());
    files.push_back(dump.string());
    fs::path buffer = dump;
    if (fs::exists(buffer.replace_extension(".dbg"))) files.push_back(buffer.string());
    return files;
}

/// True: as the truth says.
bool judge(const fs::path& folder, const fs::path& dump) {
    const std::string name = folder.filename().string() + "/" + dump.filename().string();
    const auto session = session::Session::open(filesOf(folder, dump), {}, {});
    if (!session || (*session)->programFile() == nullptr) return true;
    const Truth truth = truthOf(folder);
    std::size_t wrong = 0, calls = 0, misplaced = 0;
    std::set<std::string> causes;
    std::string sentence;
    for (const auto& plan : (*session)->programFile()->program->plans()) {
        const auto judged = causes::methodCulprits({**session, plan.name}, {});
        if (!judged) {
            std::printf("%-40s %s\n", name.c_str(), judged.error().message.c_str());
            return false;
        }
        calls += (*judged)->right + (*judged)->wrong + (*judged)->open;
        wrong += (*judged)->wrong;
        std::vector<causes::RunCulprits> found = (*judged)->runs;
        found.push_back({0, (*judged)->ofProgram});
        for (const causes::RunCulprits& run : found) {
            if (run.culprits.empty()) continue;
            causes.emplace(causes::causeName(run.culprits.front().cause));
            if (!placed(truth, run.culprits.front())) ++misplaced;
            if (sentence.empty()) sentence = run.culprits.front().sentence.text();
        }
    }
    const bool right = truth.causes.empty() ? wrong == 0 && causes.empty()
                                            : misplaced == 0 && !causes.empty() && std::ranges::includes(truth.causes, causes);
    const bool silent =
        causes.empty() && dump.stem() != "run-main" && dump.stem() != "run";  // another dump of the same export logs less
    std::printf("%-40s %s %zu calls, %zu wrong, %s%s\n", name.c_str(), right || silent ? "right:" : "WRONG:", calls, wrong,
                causes.empty() ? "no culprit" : causes.begin()->c_str(), sentence.empty() ? "" : (": " + sentence).c_str());
    return right || silent;
}

}  // namespace

int main(int count, char** arguments) {
    const fs::path root(count > 1 ? arguments[1] : "");
    if (!fs::is_directory(root)) {
        std::printf("skipped: there are no runs in %s\n", root.string().c_str());
        return 77;
    }
    const std::set<std::string> wanted(arguments + std::min(count, 2), arguments + count);
    bool right = true;
    for (const char* part : {"faults", "faults2", "fixtures", "causes"}) {
        if (!fs::is_directory(root / part)) continue;
        for (const auto& folder : fs::directory_iterator(root / part)) {
            if (!folder.is_directory() || (!wanted.empty() && !wanted.contains(folder.path().filename().string()))) continue;
            for (const auto& entry : fs::directory_iterator(folder))
                if (entry.path().extension() == ".etdp") right = judge(folder.path(), entry.path()) && right;
        }
    }
    return right ? 0 : 1;
}
