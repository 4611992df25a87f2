#include "report/html/viewer.h"

#include <zlib.h>

#include <span>
#include <vector>

#include "base/base64.h"
#include "base/base_name.h"
#include "base/bytes_text.h"
#include "io/source.h"
#include "io/temporary_folder.h"
#include "slim/slim.h"

namespace etscope::report::html {
namespace {

/// Of a record without weights, as it is and as it is handed over.
constexpr std::uint64_t kMostSlim = std::uint64_t{256} << 20U, kMostHanded = std::uint64_t{8} << 20U;

/// What a link in a report may open: no script, and nothing with another scheme.
bool isAddress(const std::string& address) {
    const std::size_t colon = address.find(':');
    const bool relative = colon == std::string::npos || address.find_first_of("/?#") < colon;
    return !address.empty() && (relative || address.starts_with("https://") || address.starts_with("http://"));
}

Failure tooLong(std::uint64_t bytes, const std::string& name) {
    return fail("limit-exceeded", "without its weights the record has " + bytesText(bytes) + ": more than a report hands over", name);
}

}  // namespace

Result<Viewer> viewerOf(const session::Session& session, const std::string& address, const JobContext& job) {
    if (!isAddress(address)) return fail("usage", "the page's address is a relative path, or begins with https:// or http://", address);
    Viewer viewer{address, {}, {}};
    const session::SessionFile* file = session.recordFile();
    if (file == nullptr || file->record == nullptr) return viewer;
    auto folder = TemporaryFolder::make("etscope-report");
    if (!folder) return folder.failure();
    viewer.name = baseName(file->path);
    const std::string path = folder->file("record");
    if (const auto done = slim::slim(*file->record, {.weights = true}, path, job); !done) return done.failure();
    const auto source = Source::open(path);
    if (!source) return source.failure();
    if ((*source)->size() > kMostSlim) return tooLong((*source)->size(), viewer.name);
    const auto bytes = (*source)->read(0, (*source)->size());
    if (!bytes) return bytes.failure();
    auto size = compressBound(static_cast<uLong>(bytes->size()));
    std::vector<std::byte> small(size);
    if (compress2(reinterpret_cast<Bytef*>(small.data()), &size, reinterpret_cast<const Bytef*>(bytes->data()),
                  static_cast<uLong>(bytes->size()), Z_BEST_COMPRESSION) != Z_OK)
        return fail("out-of-memory", "the record could not be compressed", viewer.name);
    if (size > kMostHanded) return tooLong(size, viewer.name);
    viewer.record = encodeBase64(std::span(small).first(size));
    return viewer;
}

}  // namespace etscope::report::html
