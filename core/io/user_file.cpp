#include "io/user_file.h"

#include <algorithm>

#include "base/limits.h"
#include "io/platform.h"
#include "io/source.h"

namespace etscope {

Result<std::optional<UserFile>> userFile(std::string_view name) {
    const std::string folder = platform::settingsFolder();
    if (folder.empty()) return std::optional<UserFile>();
    UserFile file;
    file.path = folder + "etscope/";
    file.path += name;
    const auto source = Source::open(file.path);
    if (!source) return std::optional<UserFile>();
    const auto bytes = (*source)->read(0, std::min<std::uint64_t>((*source)->size(), limits::kMaxDomJson));
    if (!bytes) return bytes.failure();
    file.text.assign(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    return std::optional(std::move(file));
}

}  // namespace etscope
