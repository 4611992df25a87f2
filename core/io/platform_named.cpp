// Systems that reach an open file by its name only: macOS, Windows, WASI.
#include <map>
#include <mutex>
#include <utility>

#include "io/platform.h"

namespace etscope::platform {
namespace {

class ScratchNames {
public:
    static ScratchNames& all() {
        static ScratchNames& names = *new ScratchNames;  // files may outlive what is static
        return names;
    }
    void add(int descriptor, std::string name) {
        const std::scoped_lock lock(m_mutex);
        m_names[descriptor] = std::move(name);
    }
    std::string of(int descriptor) {
        const std::scoped_lock lock(m_mutex);
        return m_names[descriptor];
    }
    std::string take(int descriptor) {
        const std::scoped_lock lock(m_mutex);
        return std::move(m_names.extract(descriptor).mapped());
    }

private:
    std::mutex m_mutex;
    std::map<int, std::string> m_names;
};

}  // namespace

int openUnnamed(const std::string&) noexcept { return -1; }

std::string nameUnnamed(int, const std::string&, const std::string&) { return {}; }

int openScratch(const std::string& folder) {
    std::string name = folder + "/etscope-XXXXXX";
    const int descriptor = openTemporary(name);
    if (descriptor >= 0) ScratchNames::all().add(descriptor, std::move(name));
    return descriptor;
}

std::string nameOfScratch(int descriptor) { return ScratchNames::all().of(descriptor); }

void closeScratch(int descriptor) noexcept {
    const std::string name = ScratchNames::all().take(descriptor);
    close(descriptor);
    removeFile(name);
}

}  // namespace etscope::platform
