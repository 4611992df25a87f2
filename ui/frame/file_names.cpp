#include "frame/file_names.h"

#include <algorithm>
#include <numeric>

#include "look/numbers.h"
#include "session/file_names.h"

namespace etscope::ui {

QStringList fileNames(const session::Session& session) {
    return **session.store().get<QStringList>("file names", {}, [&]() -> Result<std::shared_ptr<const QStringList>> {
        return std::make_shared<const QStringList>(texts(session::fileNames(session)));
    });
}

std::vector<std::size_t> filesByKind(const session::Session& session) {
    std::vector<std::size_t> files(session.files().size());
    std::iota(files.begin(), files.end(), 0);
    std::ranges::stable_sort(files, {}, [&](std::size_t file) { return session.files()[file].kind; });
    return files;
}

}  // namespace etscope::ui
