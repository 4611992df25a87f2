#include "io/user_file.h"

#include <algorithm>
#include <cstdlib>

#include "base/limits.h"
#include "io/source.h"

namespace etscope {

Result<std::optional<UserFile>> userFile(std::string_view name) {
    const char* const config = std::getenv("XDG_CONFIG_HOME");
    const char* const home = std::getenv("HOME");
    if (config == nullptr && home == nullptr) return std::optional<UserFile>();
    UserFile file;
    file.path = (config != nullptr ? std::string(config) : std::string(home) + "/.config") + "/etscope/";
    file.path += name;
    const auto source = Source::open(file.path);
    if (!source) return std::optional<UserFile>();
    const auto bytes = (*source)->read(0, std::min<std::uint64_t>((*source)->size(), limits::kMaxDomJson));
    if (!bytes) return bytes.failure();
    file.text.assign(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    return std::optional(std::move(file));
}

}  // namespace etscope
