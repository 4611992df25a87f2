#include "session/file_kinds.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>

#include "base/diagnostics.h"
#include "io/source.h"
#include "io/zip_index.h"
#include "session/open_file.h"
#include "session/sidecars.h"

namespace etscope::session {
namespace {

namespace fs = std::filesystem;

struct Found {
    fs::path path;
    bool inFolder = false;
    FileKind kind = FileKind::Unknown;
    bool isText = false;  ///< of an unknown one
};

std::vector<Found> filesOf(const std::vector<std::string>& paths) {
    std::vector<Found> files;
    std::error_code error, ofEntry;
    for (const std::string& path : paths) {
        if (files.size() >= kMostLookedAt) break;
        if (!fs::is_directory(path, error)) {
            files.push_back({path});
            continue;
        }
        for (fs::directory_iterator it(path, error), end; !error && it != end && files.size() < kMostLookedAt; it.increment(error))
            if (it->is_regular_file(ofEntry)) files.push_back({it->path(), true});
        for (const std::string& program : assetPrograms(path))
            if (files.size() < kMostLookedAt) files.push_back({program, true});
    }
    return files;
}

void lookAt(Found& file, const JobContext& job) {
    const auto source = Source::open(file.path.generic_string());
    if (!source) return;
    const ByteRange bytes = ByteRange::whole(*source);
    std::array<std::byte, 4> start{};
    std::optional<ZipIndex> zip;
    if (bytes.size >= start.size() && bytes.read(0, start) && sniff(start) == ContentKind::TorchZip) {
        Diagnostics ignored;
        if (auto index = ZipIndex::read(bytes, ignored, job)) zip = std::move(*index);
    }
    file.kind = recognise(bytes, zip ? &*zip : nullptr).valueOr(FileKind::Unknown);
    file.isText = file.kind == FileKind::Unknown && startsAsText(bytes);
}

}  // namespace

Result<std::vector<FileKind>> kindsOf(const std::vector<std::string>& paths, const JobContext& job) {
    std::vector<Found> files = filesOf(paths);
    std::vector<fs::path> dumps;
    for (Found& file : files) {
        if (job.cancelled()) return cancelledFailure();
        lookAt(file, job);
        if (file.kind == FileKind::EtDump) dumps.push_back(file.path.stem());
    }
    std::vector<FileKind> kinds;
    for (const Found& file : files) {
        const bool named = std::ranges::count(dumps, file.path.stem()) > 0, only = dumps.size() == 1 && !file.inFolder;
        if (file.kind == FileKind::Unknown && !file.isText && (named || only))
            kinds.push_back(FileKind::DebugBuffer);
        else if (file.kind != FileKind::Unknown || !file.inFolder)
            kinds.push_back(file.kind);
    }
    return kinds;
}

}  // namespace etscope::session
