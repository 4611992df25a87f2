#include "mapping.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/escaped.h"

namespace etscope::python {
namespace {

/// The whole file in memory, for reading.
class Mapping {
public:
    Mapping(void* start, std::size_t size) noexcept : m_start(start), m_size(size) {}
    ~Mapping() { ::munmap(m_start, m_size); }
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;
    const std::byte* start() const noexcept { return static_cast<const std::byte*>(m_start); }

private:
    void* m_start;
    std::size_t m_size;
};

/// The file under the source's name, if it is still the one that was opened. The caller closes it.
Result<int> sameFile(const Source& source) {
    const int descriptor = ::open(source.name().c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) return fail("file-unreadable", std::strerror(errno), escaped(source.name()));
    struct stat info {};
    const bool whole = ::fstat(descriptor, &info) == 0 && static_cast<std::uint64_t>(info.st_size) == source.size();
    if (whole && source.unchangedOnDisk()) return descriptor;
    ::close(descriptor);
    return fail("file-changed", "the file has changed since it was opened; open it again, or read a copy of what was opened",
                escaped(source.name()));
}

}  // namespace

bool hasPlace(const ByteRange& range) noexcept {
    return range.hasData() && (range.source->isFile() || !range.source->bytesInMemory().empty());
}

Result<HeldBytes> Mappings::mapped(const std::shared_ptr<const Source>& source) {
    const std::lock_guard lock(m_mutex);
    const auto size = static_cast<std::size_t>(source->size());
    auto& kept = m_files[source];
    if (const auto held = std::static_pointer_cast<const Mapping>(kept.lock())) return HeldBytes{held, {held->start(), size}};
    const auto descriptor = sameFile(*source);
    if (!descriptor) return descriptor.failure();
    void* start = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, *descriptor, 0);
    const int reason = errno;
    ::close(*descriptor);
    if (start == MAP_FAILED) return fail("file-unreadable", std::strerror(reason), escaped(source->name()));
    const auto mapping = std::make_shared<const Mapping>(start, size);
    kept = mapping;
    return HeldBytes{mapping, {mapping->start(), size}};
}

Result<HeldBytes> Mappings::view(const ByteRange& range) {
    if (!hasPlace(range)) return fail("tensor-not-in-place", "the bytes are inflated as they are read; a copy can be had");
    const auto size = static_cast<std::size_t>(range.size);
    if (size == 0) return HeldBytes{range.source, {}};
    if (!range.source->isFile()) {
        const auto bytes = range.inMemory(0, size);
        if (bytes.size() != size) return fail("range-beyond-end", "the part reaches beyond its memory", range.where());
        return HeldBytes{range.source, bytes};
    }
    const auto whole = mapped(range.source);
    if (!whole) return whole.failure();
    if (range.offset > whole->bytes.size() || size > whole->bytes.size() - range.offset)
        return fail("range-beyond-end", "the part reaches beyond the file", range.where());
    return HeldBytes{whole->owner, whole->bytes.subspan(static_cast<std::size_t>(range.offset), size)};
}

}  // namespace etscope::python
