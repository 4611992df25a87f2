#include "io/source.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <set>
#include <utility>

#include "base/base_name.h"
#include "base/checked_math.h"
#include "base/escaped.h"
#include "base/hex.h"
#include "base/limits.h"
#include "io/inflated_bytes.h"
#include "io/platform.h"

namespace etscope {
namespace {

Failure unreadable(const std::string& path, const char* reason) {
    return fail("file-unreadable", std::string("cannot be opened: ") + reason, escaped(path));
}

/// The files that sources have open, once for each.
class OpenFiles {
public:
    using File = decltype(platform::FileFacts::identity);

    static OpenFiles& all() {
        static OpenFiles& files = *new OpenFiles;  // sources may outlive what is static
        return files;
    }
    void add(File file) {
        const std::scoped_lock lock(m_mutex);
        m_files.insert(file);
    }
    void remove(File file) {
        const std::scoped_lock lock(m_mutex);
        if (const auto one = m_files.find(file); one != m_files.end()) m_files.erase(one);
    }
    bool has(File file) {
        const std::scoped_lock lock(m_mutex);
        return m_files.contains(file);
    }

private:
    std::mutex m_mutex;
    std::multiset<File> m_files;
};

}  // namespace

Source::Source(std::string name, int descriptor, std::uint64_t size, std::int64_t modified)
    : m_name(std::move(name)), m_descriptor(descriptor), m_size(size), m_storedSize(size), m_modified(modified) {}

Source::Source(std::string name, std::vector<std::byte> bytes)
    : m_name(std::move(name)), m_size(bytes.size()), m_storedSize(bytes.size()), m_bytes(std::move(bytes)) {}

Source::Source(std::string name, std::unique_ptr<InflatedBytes> inflated)
    : m_name(std::move(name)),
      m_size(inflated->size()),
      m_storedSize(std::min(inflated->size(), inflated->deflated().storedSize())),
      m_inflated(std::move(inflated)) {}

Source::~Source() {
    if (m_descriptor < 0) return;
    platform::FileFacts facts;
    if (platform::factsOf(m_descriptor, facts)) OpenFiles::all().remove(facts.identity);
    platform::close(m_descriptor);
}

bool Source::isOpen(const platform::FileFacts& file) { return OpenFiles::all().has(file.identity); }

Result<std::shared_ptr<const Source>> Source::open(const std::string& path) {
    int descriptor = platform::openForReading(path);
    if (descriptor < 0 && errno == EMFILE && platform::raiseFileLimit()) descriptor = platform::openForReading(path);
    if (descriptor < 0) return unreadable(path, std::strerror(errno));
    platform::FileFacts facts;
    if (!platform::factsOf(descriptor, facts) || facts.kind != platform::FileFacts::Kind::Regular) {
        platform::close(descriptor);
        return unreadable(path, "not a regular file");
    }
    OpenFiles::all().add(facts.identity);
    platform::adviseRandomReads(descriptor);
    return std::shared_ptr<const Source>(new Source(path, descriptor, facts.size, facts.modified));
}

std::shared_ptr<const Source> Source::fromBytes(std::vector<std::byte> bytes, std::string name) {
    return std::shared_ptr<const Source>(new Source(std::move(name), std::move(bytes)));
}

std::shared_ptr<const Source> Source::fromDeflated(std::unique_ptr<InflatedBytes> content, std::string name) {
    return std::shared_ptr<const Source>(new Source(std::move(name), std::move(content)));
}

Result<void> Source::read(std::uint64_t offset, std::span<std::byte> into) const {
    m_reads.fetch_add(1, std::memory_order_relaxed);
    if (!rangeFits(offset, into.size(), m_size))
        return fail("read-beyond-end", std::to_string(into.size()) + " bytes are asked for, the file has " + std::to_string(m_size),
                    escaped(m_name) + " @ " + hexOffset(offset));
    m_bytesRead.fetch_add(into.size(), std::memory_order_relaxed);
    if (m_inflated != nullptr) return m_inflated->read(offset, into);
    if (m_descriptor < 0) {
        if (!into.empty()) std::memcpy(into.data(), m_bytes.data() + offset, into.size());
        return {};
    }
    std::size_t done = 0;
    while (done < into.size()) {
        const std::int64_t got = platform::readAt(m_descriptor, into.data() + done, into.size() - done, offset + done);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0)
            return fail(got == 0 ? "read-beyond-end" : "read-failed",
                        got == 0 ? "the file has become shorter while it was read" : std::strerror(errno),
                        escaped(m_name) + " @ " + hexOffset(offset + done));
        done += static_cast<std::size_t>(got);
    }
    platform::FileFacts facts;
    if (platform::factsOf(m_descriptor, facts) && facts.modified != m_modified)
        return fail("file-changed", "the file was written to after it was opened; open it again",
                    escaped(m_name) + " @ " + hexOffset(offset));
    return {};
}

Result<std::vector<std::byte>> Source::read(std::uint64_t offset, std::uint64_t size) const {
    if (!rangeFits(offset, size, m_size))
        return fail("read-beyond-end", std::to_string(size) + " bytes are asked for, the file has " + std::to_string(m_size),
                    escaped(m_name) + " @ " + hexOffset(offset));
    if (m_inflated != nullptr && size > limits::kWholeFloor && (size - limits::kWholeFloor) / limits::kWholeFactor > m_storedSize)
        return fail("limit-exceeded",
                    std::to_string(size) + " bytes would have to be in memory at once that are " + std::to_string(m_storedSize) +
                        " in the file",
                    escaped(m_name) + " @ " + hexOffset(offset));
    if (!std::in_range<std::size_t>(size))
        return fail("limit-exceeded", std::to_string(size) + " bytes at once are more than this system can hold",
                    escaped(m_name) + " @ " + hexOffset(offset));
    std::vector<std::byte> bytes(static_cast<std::size_t>(size));
    if (auto r = read(offset, std::span(bytes)); !r) return r.failure();
    return bytes;
}

bool Source::unchangedOnDisk() const noexcept {
    if (m_descriptor < 0) return true;
    platform::FileFacts facts;
    return platform::factsOf(m_name, facts) && facts.size == m_size && facts.modified == m_modified;
}

std::uint64_t ByteRange::storedSize() const noexcept {
    if (source == nullptr || source->size() == source->storedSize()) return size;
    return static_cast<std::uint64_t>(static_cast<double>(size) / static_cast<double>(source->size()) *
                                      static_cast<double>(source->storedSize()));
}

Result<void> ByteRange::read(std::uint64_t at, std::span<std::byte> into) const {
    if (!rangeFits(at, into.size(), size))
        return fail("range-beyond-end", std::to_string(into.size()) + " bytes are asked for, the part has " + std::to_string(size),
                    where(at));
    if (source == nullptr) return {};
    return source->read(offset + at, into);
}

Result<std::vector<std::byte>> ByteRange::readAll() const {
    if (source == nullptr) return std::vector<std::byte>{};
    return source->read(offset, size);
}

std::span<const std::byte> ByteRange::inMemory(std::uint64_t at, std::size_t length) const& noexcept {
    if (!source || !rangeFits(at, length, size)) return {};
    const auto bytes = source->bytesInMemory();
    return rangeFits(offset + at, length, bytes.size()) ? bytes.subspan(static_cast<std::size_t>(offset + at), length)
                                                        : std::span<const std::byte>();
}

Result<ByteRange> ByteRange::part(std::uint64_t at, std::uint64_t length) const {
    if (!rangeFits(at, length, size))
        return fail("range-beyond-end", std::to_string(length) + " bytes are asked for, the part has " + std::to_string(size),
                    where(at));
    return ByteRange{source, offset + at, length};
}

std::string ByteRange::where(std::uint64_t at) const {
    if (source == nullptr) return "(no data)";
    return escaped(baseName(source->name())) + " @ " + hexOffset(offset + at);
}

}  // namespace etscope
