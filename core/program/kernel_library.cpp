// Names of operators in ELF files and archives. Nothing is loaded or run: sections are found by the file's own tables, texts by
// their form. Formats: System V ABI (ELF), ar(5).
#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "base/byte_cursor.h"
#include "base/checked_math.h"
#include "program/registered_kernels.h"

namespace etscope::program {
namespace {

/// Read-only data of the largest runtime libraries are some 4 MB; of a whole app more.
constexpr std::uint64_t kMostSectionBytes = 512ULL << 20U;
constexpr std::size_t kMostSections = 65'536;
constexpr std::size_t kMostMembers = 100'000;
/// What is read at once. Names are shorter than the overlap.
constexpr std::uint64_t kPiece = 1ULL << 20U, kOverlap = 512;

enum SectionType : std::uint32_t { kProgbits = 1, kStrtab = 3 };
constexpr std::uint64_t kAllocated = 2, kExecutable = 4;

struct Section {
    std::uint32_t type = 0;
    std::uint64_t flags = 0, offset = 0, size = 0;
};

class LibraryReader {
public:
    explicit LibraryReader(const JobContext& job) : m_job(job) {}

    Result<void> elf(const ByteRange& file);
    Result<void> archive(const ByteRange& file);
    LibraryKernels take() && { return std::move(m_found); }

private:
    Result<std::vector<Section>> sections(const ByteRange& file) const;
    Result<void> texts(const ByteRange& section, bool symbols);
    void text(std::string_view said, bool symbols);

    const JobContext& m_job;
    std::uint64_t m_read = 0;
    LibraryKernels m_found;
};

/// Section headers of little-endian ELF of 32 and 64 bits.
Result<std::vector<Section>> LibraryReader::sections(const ByteRange& file) const {
    std::array<std::byte, 64> head{};
    const auto wrong = [&](const char* why) { return fail("kernels-form", why, file.where()); };
    if (file.size < 52) return wrong("the ELF header is cut");
    if (auto read = file.read(0, std::span(head).first(static_cast<std::size_t>(std::min<std::uint64_t>(64, file.size)))); !read)
        return read.failure();
    const bool wide = head[4] == std::byte{2};
    if ((!wide && head[4] != std::byte{1}) || head[5] != std::byte{1} || (wide && file.size < 64))
        return wrong("only ELF files of little-endian machines are read");
    const std::uint64_t table = wide ? loadLittle<std::uint64_t>(head.data() + 40) : loadLittle<std::uint32_t>(head.data() + 32);
    const std::size_t counts = wide ? 58 : 46;
    const std::size_t step = loadLittle<std::uint16_t>(head.data() + counts);
    std::uint64_t count = loadLittle<std::uint16_t>(head.data() + counts + 2);
    const std::size_t header = wide ? 64 : 40;
    if (table == 0) return wrong("the ELF file has no sections: its names were stripped with them");
    if (step < header || !rangeFits(table, step, file.size)) return wrong("the table of sections does not lie in the file");
    std::vector<std::byte> bytes(header);
    if (auto read = file.read(table, bytes); !read) return read.failure();
    if (count == 0) count = wide ? loadLittle<std::uint64_t>(bytes.data() + 32) : loadLittle<std::uint32_t>(bytes.data() + 20);
    if (count > kMostSections || !rangeFits(table, count * step, file.size))
        return wrong("the table of sections does not lie in the file");
    std::vector<Section> found;
    for (std::uint64_t i = 0; i < count; ++i) {
        if (auto read = file.read(table + i * step, bytes); !read) return read.failure();
        const auto number = [&](std::size_t wideAt, std::size_t narrowAt) -> std::uint64_t {
            return wide ? loadLittle<std::uint64_t>(bytes.data() + wideAt) : loadLittle<std::uint32_t>(bytes.data() + narrowAt);
        };
        found.push_back({loadLittle<std::uint32_t>(bytes.data() + 4), number(8, 8), number(24, 16), number(32, 20)});
    }
    return found;
}

void LibraryReader::text(std::string_view said, bool symbols) {
    if (symbols) {
        // executorch::runtime::register_kernels() and register_kernel(), also those inside aten builds, as compilers write them.
        m_found.registers = m_found.registers || said.find("15register_kernel") != std::string_view::npos ||
                            said.find("16register_kernels") != std::string_view::npos;
    } else if (isOperatorName(said)) {
        m_found.names.emplace(said);
    }
}

/// Texts that end with NUL and begin behind what is no text.
Result<void> LibraryReader::texts(const ByteRange& section, bool symbols) {
    m_read += section.size;
    if (m_read > kMostSectionBytes)
        return fail("limit-exceeded", "the library has more read-only data than is read", section.where());
    const auto isText = [](std::byte b) { return b >= std::byte{0x20} && b < std::byte{0x7f}; };
    for (std::uint64_t at = 0; at < section.size; at += kPiece - kOverlap) {
        if (m_job.cancelled()) return cancelledFailure();
        const std::uint64_t size = std::min(kPiece, section.size - at);
        std::vector<std::byte> bytes(static_cast<std::size_t>(size));
        if (auto read = section.read(at, bytes); !read) return read;
        for (std::size_t i = 0; i < bytes.size();) {
            std::size_t end = i;
            while (end < bytes.size() && isText(bytes[end])) ++end;
            // One that begins with a piece that is not the first may be the rest of a longer one: the piece before has it whole.
            const bool whole = end < bytes.size() && bytes[end] == std::byte{0} && (i > 0 || at == 0);
            if (whole && end > i) text({reinterpret_cast<const char*>(bytes.data()) + i, end - i}, symbols);
            i = end + 1;
        }
        if (size < kPiece) break;
    }
    return {};
}

Result<void> LibraryReader::elf(const ByteRange& file) {
    const auto all = sections(file);
    if (!all) return all.failure();
    for (const Section& section : *all) {
        const bool symbols = section.type == kStrtab;
        const bool data = section.type == kProgbits && (section.flags & kAllocated) != 0 && (section.flags & kExecutable) == 0;
        if (!symbols && !data) continue;
        const auto bytes = file.part(section.offset, section.size);
        if (!bytes) return fail("kernels-form", "a section does not lie in the file", file.where());
        if (auto read = texts(*bytes, symbols); !read) return read;
    }
    return {};
}

Result<void> LibraryReader::archive(const ByteRange& file) {
    constexpr std::uint64_t kMagic = 8, kHeader = 60;
    std::array<std::byte, kHeader> head{};
    std::uint64_t at = kMagic;
    for (std::size_t members = 0; at + kHeader <= file.size; ++members) {
        if (members >= kMostMembers) return fail("limit-exceeded", "the archive has more members than are read", file.where(at));
        if (auto read = file.read(at, head); !read) return read;
        const std::string_view text(reinterpret_cast<const char*>(head.data()), head.size());
        std::uint64_t size = 0;
        for (const char c : text.substr(48, 10)) {
            if (c == ' ') break;
            if (c < '0' || c > '9') return fail("kernels-form", "a member's size is no number", file.where(at));
            size = size * 10 + static_cast<std::uint64_t>(c - '0');
        }
        if (text.substr(58) != "`\n" || !rangeFits(at + kHeader, size, file.size))
            return fail("kernels-form", "a member of the archive does not lie in the file", file.where(at));
        const auto member = file.part(at + kHeader, size);
        std::array<std::byte, 4> magic{};
        if (member && size >= 64 && member->read(0, magic) &&
            std::string_view(reinterpret_cast<const char*>(magic.data()), 4) == "\177ELF")
            if (auto read = elf(*member); !read) return read;
        at += kHeader + size + size % 2;
    }
    return {};
}

}  // namespace

Result<LibraryKernels> libraryKernels(const ByteRange& file, const JobContext& job) {
    std::array<std::byte, 8> head{};
    if (file.size < head.size()) return fail("kernels-form", "the library is cut", file.where());
    if (auto read = file.read(0, head); !read) return read.failure();
    const std::string_view magic(reinterpret_cast<const char*>(head.data()), head.size());
    if (magic == "!<thin>\n") return fail("kernels-form", "a thin archive names its members and does not hold them", file.where());
    LibraryReader reader(job);
    const auto done = magic == "!<arch>\n" ? reader.archive(file) : reader.elf(file);
    if (!done) return done.failure();
    return std::move(reader).take();
}

}  // namespace etscope::program
