#include "program/expected_documents.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace etscope::test {

namespace files = std::filesystem;

bool haveSharedFiles() { return files::is_directory(sharedPath("fixtures")); }

std::string sharedPath(const std::string& name) {
    return name.starts_with('/') ? name : std::string(ETSCOPE_SHARED_FOLDER) + "/" + name;
}

std::vector<std::string> sharedFiles(const std::string& folder, const std::string& suffix) {
    std::vector<std::string> names;
    if (!files::is_directory(sharedPath(folder))) return names;
    for (const auto& entry : files::recursive_directory_iterator(sharedPath(folder)))
        if (entry.is_regular_file() && entry.path().string().ends_with(suffix))
            names.push_back(folder + "/" + files::relative(entry.path(), sharedPath(folder)).string());
    std::sort(names.begin(), names.end());
    return names;
}

ExpectedDocument expectedDocument(const std::string& name) {
    std::ifstream stream(sharedPath(name));
    const auto content = nlohmann::json::parse(stream, nullptr, false);
    ExpectedDocument document{name, {}, {}};
    if (!content.is_object() || !content.contains("document")) return document;
    document.document = content["document"];
    const files::path folder = files::path(sharedPath(name)).parent_path().parent_path();
    for (const auto& argument : content["argv"])
        if (files::is_regular_file(folder / argument.get<std::string>()))
            document.files.push_back((folder / argument.get<std::string>()).string());
    return document;
}

std::vector<ExpectedDocument> expectedDocuments(const std::string& command) {
    std::vector<ExpectedDocument> documents;
    for (const std::string& name : sharedFiles("fixtures", ".json")) {
        const auto slash = name.rfind('/');
        if (name.find("/expected/") == std::string::npos || name.find(command, slash) == std::string::npos) continue;
        auto document = expectedDocument(name);
        if (document.document.is_object() && document.document.value("schema", "") == "etscope." + command + "/1")
            documents.push_back(std::move(document));
    }
    return documents;
}

const nlohmann::json& rowsOf(const nlohmann::json& list) {
    static const nlohmann::json kNone = nlohmann::json::array();
    if (list.is_array()) return list;
    if (list.contains("$list")) return list["$list"].contains("items") ? list["$list"]["items"] : kNone;
    return list.contains("$set") ? list["$set"] : kNone;
}

}  // namespace etscope::test
