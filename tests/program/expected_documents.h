// The shared fixtures: their files, and what the original implementation says about them (expected/*.json).
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace etscope::test {

/// Whether the folder of shared files is there; the tests that need it skip otherwise.
bool haveSharedFiles();

/// Files below the shared folder whose name ends so: "fixtures/add/model.pte".
std::vector<std::string> sharedFiles(const std::string& folder, const std::string& suffix);
std::string sharedPath(const std::string& name);

struct ExpectedDocument {
    std::string name;                ///< "fixtures/add/expected/memory.json"
    std::vector<std::string> files;  ///< paths of the files it is about, in order
    nlohmann::json document;
};
ExpectedDocument expectedDocument(const std::string& name);
/// Every document of one command.
std::vector<ExpectedDocument> expectedDocuments(const std::string& command);

/// The stated rows of a list with directives, or of a plain array.
const nlohmann::json& rowsOf(const nlohmann::json& list);

}  // namespace etscope::test
