// consistency_cases FOLDER…: asks every export in the folders of FOLDER whether it is consistent, and holds the answer against its
// truth.json (`healthy`, `check`, `where`); a folder without one must be healthy. Prints a line for each, then `N passed, M
// failed`. Exit status 1: something failed; 77: a folder does not exist.
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "consistency/consistency.h"

namespace {

using namespace etscope;
using consistency::State;

/// The words of the design page, as truth.json has them.
const std::map<std::string, std::string> kIds{{"prefill = stepping", "prefill_stepping"},
                                              {"chunks", "chunks"},
                                              {"below the bound", "below_bound"},
                                              {"order of the cache", "cache_order"},
                                              {"reset", "reset"},
                                              {"batch = single", "batch_single"},
                                              {"causality", "causality"},
                                              {"padding", "padding"},
                                              {"repeat", "repeat"},
                                              {"methods agree", "methods_agree"}};

std::string placeText(const consistency::Blame& blame) {
    std::string text = blame.first.node + " (" + blame.first.target + ") at " + blame.first.source;
    if (!blame.first.constant.empty()) text += ", reads " + blame.first.constant;
    if (blame.from) text += ", from " + blame.from->node;
    if (blame.seen) text += ", seen in " + blame.seen->node;
    if (!blame.state.empty()) text += ", state " + blame.state;
    return text;
}

/// Whether a word of `where` stands in what is named: operators, nodes, constants.
bool names(const consistency::Blame& blame, const std::string& where) {
    const std::string text = placeText(blame) + " " + blame.first.code;
    std::string word;
    for (const char c : where + " ") {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
            word += c;
            continue;
        }
        const bool tells = !word.empty() && word != "of" && word != "the" && word != "axes" && word != "and" && word != "before";
        if (tells && text.find(word) != std::string::npos) return true;
        word.clear();
    }
    return where.empty();
}

struct CasesAnswer {
    std::map<std::string, State> states;
    std::string disagreements;
    std::vector<consistency::CheckResult> wrong;
    std::string error;
};

CasesAnswer answerOf(const std::filesystem::path& folder, bool verbose) {
    CasesAnswer answer;
    std::vector<std::string> files;
    if (std::filesystem::is_regular_file(folder)) files.push_back(folder.string());
    if (files.empty())
        for (const auto& entry : std::filesystem::directory_iterator(folder))
            if (const auto extension = entry.path().extension();
                extension == ".etrecord" || extension == ".pte" || extension == ".pt2")
                files.push_back(entry.path().string());
    std::ranges::sort(files);
    const auto session = session::Session::open(files, {}, {});
    if (!session) {
        answer.error = session.error().message;
        return answer;
    }
    for (const std::string& method : (*session)->methodNames()) {
        const auto made = consistency::consistencyOf({**session, method}, {}, {});
        if (!made || made->error) {
            answer.error = made ? made->error->message : made.error().message;
            continue;
        }
        if (verbose)
            for (const auto& role : made->roles)
                std::printf("    %s.%s: %s (%s)\n", method.c_str(), role.name.c_str(),
                            std::string(consistency::roleName(role.role)).c_str(), role.reason.text().c_str());
        for (const auto& check : made->checks) {
            if (verbose)
                std::printf("    %-18s %-15s %s | %s | %s; %g of %g, %zu compared\n", check.id.c_str(),
                            std::string(consistency::stateName(check.state)).c_str(), check.reason.text().c_str(),
                            check.left.text().c_str(), check.right.text().c_str(), check.difference, check.envelope,
                            check.compared);
            State& state = answer.states.try_emplace(check.id, check.state).first->second;
            if (check.state == State::Disagree) {
                state = State::Disagree;
                answer.wrong.push_back(check);
                answer.disagreements +=
                    " " + method + ":" + check.id + (check.blame ? " " + placeText(*check.blame) : " nowhere") + ";";
            }
        }
    }
    return answer;
}

/// Empty: passed.
std::string judged(const CasesAnswer& answer, const nlohmann::json& truth) {
    if (truth.value("healthy", true)) return answer.wrong.empty() ? "" : "a false alarm:" + answer.disagreements;
    const std::string check = truth.value("check", ""), id = kIds.contains(check) ? kIds.at(check) : check;
    const std::string where = truth.contains("where") && truth["where"].is_string() ? truth["where"].get<std::string>() : "";
    std::string why = "not found; found:" + answer.disagreements;
    for (const auto& wrong : answer.wrong) {
        if (wrong.id != id) continue;
        if (wrong.blame && names(*wrong.blame, where)) return {};
        why = "found, and not at '" + where + "':" + answer.disagreements;
    }
    return why;
}

}  // namespace

int main(int argc, char** argv) {
    std::size_t passed = 0, failed = 0;
    bool verbose = false;
    for (int i = 1; i < argc; ++i) {
        const std::filesystem::path root(argv[i]);
        if (root == "-v") {
            verbose = true;
            continue;
        }
        if (!std::filesystem::exists(root)) return 77;
        std::vector<std::filesystem::path> folders;
        if (std::filesystem::is_regular_file(root)) folders.push_back(root);
        if (folders.empty())
            for (const auto& entry : std::filesystem::recursive_directory_iterator(root))
                if (entry.is_regular_file() && (entry.path().extension() == ".etrecord" || entry.path().extension() == ".pt2"))
                    folders.push_back(std::filesystem::exists(entry.path().parent_path() / "truth.json")
                                          ? entry.path().parent_path()
                                          : entry.path());
        std::ranges::sort(folders);
        for (const auto& folder : folders) {
            nlohmann::json truth = nlohmann::json::object();
            if (std::filesystem::is_directory(folder))
                truth = nlohmann::json::parse(std::ifstream(folder / "truth.json"), nullptr, false);
            const CasesAnswer answer = answerOf(folder, verbose);
            const std::string why = judged(answer, truth);
            (why.empty() ? passed : failed) += 1;
            std::printf("%s  %s%s%s%s\n", why.empty() ? "ok  " : "FAIL", folder.lexically_relative(root).c_str(),
                        why.empty() ? answer.disagreements.c_str() : "  ", why.c_str(),
                        answer.error.empty() ? "" : (" [" + answer.error + "]").c_str());
            std::fflush(stdout);
        }
    }
    std::printf("%zu passed, %zu failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
