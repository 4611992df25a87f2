#include "survey/places.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/escaped.h"
#include "io/source.h"
#include "session/file_kinds.h"

namespace etscope::survey {
namespace {

namespace fs = std::filesystem;

constexpr int kDeepest = 32;
constexpr std::size_t kMostFolders = 1'000'000;

bool isModel(FileKind kind) {
    return kind == FileKind::EtRecord || kind == FileKind::Pte || kind == FileKind::Bpte || kind == FileKind::ExportedProgram;
}
bool isRun(FileKind kind) { return kind == FileKind::EtDump || kind == FileKind::Trace || kind == FileKind::RunRecord; }
/// What runs below a folder take from it.
bool isShared(FileKind kind) { return isModel(kind) || kind == FileKind::Ptd || kind == FileKind::Tokenizer; }

class Finder {
public:
    explicit Finder(const JobContext& job) : m_job(job) {}

    /// `above`: files of an export in the nearest folder above that has one.
    Result<void> look(const fs::path& folder, const std::vector<std::string>& above, int depth) {
        if (m_job.cancelled()) return cancelledFailure();
        if (++m_folders > kMostFolders)
            return fail("limit-exceeded", "there are more than 1,000,000 folders", escaped(folder.generic_string()));
        const auto kinds = session::kindsOf({folder.generic_string()}, m_job);
        if (!kinds) return kinds.failure();
        const bool model = std::ranges::any_of(*kinds, isModel), run = std::ranges::any_of(*kinds, isRun);
        if (model || run) {
            Place place{folder.generic_string(), {}, {folder.generic_string()}};
            if (!model) place.files.insert(place.files.end(), above.begin(), above.end());
            m_found.push_back(std::move(place));
        }
        const auto shared = model ? sharedOf(folder) : Result<std::vector<std::string>>(above);
        if (!shared) return shared.failure();
        if (depth == kDeepest) return {};
        for (const fs::path& inside : foldersOf(folder))
            if (const auto looked = look(inside, *shared, depth + 1); !looked) return looked;
        return {};
    }
    std::vector<Place> found() && { return std::move(m_found); }

private:
    static std::vector<fs::path> foldersOf(const fs::path& folder) {
        std::error_code error, ofEntry;
        std::vector<fs::path> folders;
        for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
            if (it->is_directory(ofEntry) && !it->is_symlink(ofEntry)) folders.push_back(it->path());
        std::ranges::sort(folders);
        return folders;
    }
    Result<std::vector<std::string>> sharedOf(const fs::path& folder) const {
        std::error_code error, ofEntry;
        std::vector<std::string> files;
        for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
            if (!it->is_regular_file(ofEntry)) continue;
            const auto kinds = session::kindsOf({it->path().generic_string()}, m_job);
            if (!kinds) return kinds.failure();
            if (!kinds->empty() && isShared(kinds->front())) files.push_back(it->path().generic_string());
        }
        std::ranges::sort(files);
        return files;
    }

    const JobContext& m_job;
    std::vector<Place> m_found;
    std::size_t m_folders = 0;
};

/// The folder that all of these lie in; of one the path itself.
fs::path commonOf(const std::vector<std::string>& paths) {
    fs::path common = fs::path(paths.front()).lexically_normal();
    for (const std::string& path : paths) {
        const fs::path other = fs::path(path).lexically_normal();
        fs::path both;
        for (auto a = common.begin(), b = other.begin(); a != common.end() && b != other.end() && *a == *b; ++a, ++b) both /= *a;
        common = both;
    }
    return common;
}

/// What is named has to be there and readable; below it what is not has a row that says so. Errors: `file-unreadable`.
Result<void> checkReadable(const std::string& path) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
        const auto source = Source::open(path);
        return source ? Result<void>() : source.failure();
    }
    const fs::directory_iterator listed(path, error);
    return error ? fail("file-unreadable", "cannot be listed: " + error.message(), escaped(path)) : Result<void>();
}

}  // namespace

Result<std::vector<Place>> placesOf(const std::vector<std::string>& paths, const JobContext& job) {
    Finder finder(job);
    std::vector<Place> places;
    for (const std::string& path : paths) {
        std::error_code error;
        if (const auto readable = checkReadable(path); !readable) return readable.failure();
        if (!fs::is_directory(path, error))
            places.push_back({path, {}, {path}});
        else if (const auto looked = finder.look(path, {}, 0); !looked)
            return looked.failure();
    }
    auto found = std::move(finder).found();
    places.insert(places.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
    // What is named twice, or lies in what else is named, is looked at once.
    std::set<std::string> seen;
    std::erase_if(places,
                  [&](const Place& place) { return !seen.insert(fs::path(place.name).lexically_normal().generic_string()).second; });
    if (paths.empty()) return places;
    const fs::path common = commonOf(paths);
    for (Place& place : places) {
        place.folder = fs::path(place.name).lexically_normal().lexically_relative(common).generic_string();
        if (place.folder.empty()) place.folder = place.name;
    }
    return places;
}

}  // namespace etscope::survey
