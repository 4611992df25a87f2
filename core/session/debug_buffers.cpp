#include "session/debug_buffers.h"

#include <vector>

#include "base/base_name.h"

namespace etscope::session {
namespace {

std::string_view stemOf(std::string_view path) {
    const std::string_view name = baseName(path);
    return name.substr(0, name.rfind('.'));
}

std::string_view folderOf(std::string_view path) { return path.substr(0, path.find_last_of('/') + 1); }

}  // namespace

ByteRange bufferOf(const Session& session, const SessionFile& dump) {
    std::vector<const SessionFile*> buffers, sameName;
    std::size_t dumps = 0, namesakes = 0;
    for (const SessionFile& file : session.files()) {
        const bool named = stemOf(file.path) == stemOf(dump.path);
        if (file.dump != nullptr) ++dumps, namesakes += named ? 1U : 0U;
        if (file.kind != FileKind::DebugBuffer || file.source == nullptr) continue;
        if (named && folderOf(file.path) == folderOf(dump.path)) return file.bytes;
        buffers.push_back(&file);
        if (named) sameName.push_back(&file);
    }
    if (namesakes == 1 && sameName.size() == 1) return sameName.front()->bytes;
    return dumps == 1 && !buffers.empty() ? buffers.front()->bytes : ByteRange{};
}

}  // namespace etscope::session
