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

/// What is directly inside a folder.
struct Inside {
    std::vector<fs::path> files, folders;
    std::vector<fs::path> others;  ///< links that lead nowhere, pipes, what may not be looked at
};

/// By name. Errors: `file-unreadable`.
Result<Inside> listed(const fs::path& folder) {
    Inside inside;
    std::error_code error, ofEntry;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        const fs::file_status status = it->status(ofEntry);
        if (!fs::is_directory(status))
            (fs::is_regular_file(status) ? inside.files : inside.others).push_back(it->path());
        else if (!it->is_symlink(ofEntry))
            inside.folders.push_back(it->path());
    }
    if (error) return fail("file-unreadable", "cannot be listed: " + error.message(), escaped(folder.generic_string()));
    for (auto* list : {&inside.files, &inside.folders, &inside.others}) std::ranges::sort(*list);
    return inside;
}

/// Whether a file is called like one of an export or a run; Unknown: it is not.
FileKind namedKind(const fs::path& file) {
    if (file.filename() == "run.json") return FileKind::RunRecord;
    const auto doubt = doubtOf(ByteRange{}, file.generic_string());
    return doubt ? doubt->kind : FileKind::Unknown;
}
bool isWanted(FileKind kind) { return isModel(kind) || isRun(kind); }

/// Why a file that is called like one of an export or a run, or seems to have been one, is read as none; nothing: it is another.
std::optional<Error> whyUnread(const fs::path& file) {
    const auto source = Source::open(file.generic_string());
    if (!source) return isWanted(namedKind(file)) ? std::optional(source.error()) : std::nullopt;
    const ByteRange bytes = ByteRange::whole(*source);
    const auto doubt = doubtOf(bytes, file.generic_string());
    const FileKind kind = doubt ? doubt->kind : namedKind(file);
    if (!isWanted(kind)) return std::nullopt;
    const std::string name = escaped(file.generic_string());
    if (bytes.size == 0) return Error{"file-unreadable", "the file is empty", name};
    return Error{"file-unreadable",
                 "it is named like a file of kind " + std::string(fileKindName(kind)) + ", and does not begin as one", name};
}

class Finder {
public:
    explicit Finder(const JobContext& job) : m_job(job) {}

    /// `above`: files of an export in the nearest folder above that has one.
    Result<void> look(const fs::path& folder, const std::vector<std::string>& above, int depth) {
        if (m_job.cancelled()) return cancelledFailure();
        if (++m_folders > kMostFolders)
            return fail("limit-exceeded", "there are more than 1,000,000 folders", escaped(folder.generic_string()));
        Place place{folder.generic_string(), {}, {}, {}};
        const auto inside = listed(folder);
        if (!inside) {
            place.failure = inside.error();
            m_found.push_back(std::move(place));
            return {};
        }
        const auto found = kindsIn(*inside, place.failure);
        if (!found) return found.failure();
        if (found->model || found->run) place.files = {place.name};
        if (found->run && !found->model) place.files.insert(place.files.end(), above.begin(), above.end());
        if (depth == kDeepest && !inside->folders.empty() && !place.failure)
            place.failure =
                Error{"limit-exceeded", "folders deeper than 32 below what is named are not looked at", escaped(place.name)};
        if (!place.files.empty() || place.failure) m_found.push_back(std::move(place));
        if (depth == kDeepest) return {};
        for (const fs::path& inner : inside->folders)
            if (const auto looked = look(inner, found->model ? found->shared : above, depth + 1); !looked) return looked;
        return {};
    }
    std::vector<Place> found() && { return std::move(m_found); }

private:
    struct Kinds {
        bool model = false, run = false;
        std::vector<std::string> shared;  ///< what runs below take from it
    };

    /// `failure`: of the first that cannot be read. Errors: `cancelled`.
    Result<Kinds> kindsIn(const Inside& inside, std::optional<Error>& failure) const {
        Kinds found;
        for (const fs::path& file : inside.files) {
            const auto kinds = session::kindsOf({file.generic_string()}, m_job);
            if (!kinds) return kinds.failure();
            const FileKind kind = kinds->empty() ? FileKind::Unknown : kinds->front();
            found.model = found.model || isModel(kind);
            found.run = found.run || isRun(kind);
            if (isShared(kind)) found.shared.push_back(file.generic_string());
            if (kind == FileKind::Unknown && !failure) failure = whyUnread(file);
        }
        for (const fs::path& other : inside.others)
            if (!failure && isWanted(namedKind(other)))
                failure = Error{"file-unreadable", "is a link that leads nowhere, or no file", escaped(other.generic_string())};
        return found;
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
            places.push_back({path, {}, {path}, {}});
        else if (const auto looked = finder.look(path, {}, 0); !looked)
            return looked.failure();
    }
    auto found = std::move(finder).found();
    places.insert(places.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
    // What is named twice, or lies in what else is named, is looked at once.
    std::set<std::string> seen;
    std::erase_if(places, [&](const Place& place) {
        std::error_code error;
        const fs::path whole = fs::weakly_canonical(place.name, error);
        return !seen.insert((error ? fs::path(place.name) : whole).generic_string()).second;
    });
    if (paths.empty()) return places;
    const fs::path common = commonOf(paths);
    for (Place& place : places) {
        place.folder = fs::path(place.name).lexically_normal().lexically_relative(common).generic_string();
        if (place.folder.empty()) place.folder = place.name;
    }
    return places;
}

}  // namespace etscope::survey
