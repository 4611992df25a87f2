#include "session/sidecars.h"

#include <algorithm>
#include <filesystem>

#include "io/sha256.h"
#include "program/program.h"

namespace etscope::session {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kAsset = ".aimodel", kModelFormat = "Core AI model", kBackend = "CoreAIBackend";
/// Folders that are looked into.
constexpr std::size_t kMostFolders = 4096;

/// The folders directly inside one.
std::vector<fs::path> foldersIn(const fs::path& folder) {
    std::vector<fs::path> folders;
    std::error_code error, ofEntry;
    for (fs::directory_iterator it(folder, error), end; !error && it != end && folders.size() < kMostFolders; it.increment(error))
        if (it->is_directory(ofEntry)) folders.push_back(it->path());
    return folders;
}

bool isAsset(const fs::path& folder) { return folder.filename().generic_string().ends_with(kAsset); }

bool isModel(const SessionFile& file) { return file.native != nullptr && file.native->format == kModelFormat; }

}  // namespace

std::vector<std::string> assetPrograms(const std::string& folder) {
    std::vector<std::string> programs;
    std::error_code error;
    std::size_t looked = 0;
    const auto add = [&](const fs::path& asset) {
        if (const fs::path file = asset / "main.mlirb"; fs::is_regular_file(file, error)) programs.push_back(file.generic_string());
    };
    for (const fs::path& inner : foldersIn(folder)) {
        if (++looked > kMostFolders) break;
        if (isAsset(inner)) {
            add(inner);
            continue;
        }
        for (const fs::path& asset : foldersIn(inner))
            if (++looked <= kMostFolders && isAsset(asset)) add(asset);
    }
    std::ranges::sort(programs);
    return programs;
}

std::optional<ByteRange> sidecar(const std::vector<SessionFile>& files, std::string_view path, std::string_view hash,
                                 const JobContext& job) {
    const std::string end = "/" + std::string(path);
    for (const SessionFile& file : files)
        if (const std::string place = "/" + fs::path(file.path).generic_string(); file.source != nullptr && place.ends_with(end))
            return file.bytes;
    for (const SessionFile& file : files) {
        if (hash.empty() || !isModel(file)) continue;
        if (const auto digest = sha256(file.bytes, job); digest && *digest == hash) return file.bytes;
    }
    return std::nullopt;
}

bool isSidecarOf(const SessionFile& file, const program::Program& program) {
    return isModel(file) && std::ranges::any_of(program.plans(), [](const program::ExecutionPlan& plan) {
               return std::ranges::find(plan.delegates, kBackend, &program::Delegate::id) != plan.delegates.end();
           });
}

}  // namespace etscope::session
