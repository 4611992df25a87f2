#include "delegates/mlir_bytecode.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "base/checked_math.h"
#include "delegates/limits.h"

namespace etscope::delegates {

std::optional<std::uint64_t> MlirCursor::number() noexcept {
    const auto first = m_cursor.take<std::uint8_t>();
    if (!first) return std::nullopt;
    if (*first == 0) return m_cursor.take<std::uint64_t>();
    const auto extra = static_cast<unsigned>(std::countr_zero(*first));
    std::uint64_t value = *first;
    for (unsigned i = 0; i < extra; ++i) {
        const auto next = m_cursor.take<std::uint8_t>();
        if (!next) return std::nullopt;
        value |= static_cast<std::uint64_t>(*next) << (8 * (i + 1));
    }
    return value >> (extra + 1);
}

std::optional<std::int64_t> MlirCursor::signedNumber() noexcept {
    const auto value = number();
    if (!value) return std::nullopt;
    const std::uint64_t sign = std::uint64_t{0} - (*value & 1U);
    return static_cast<std::int64_t>((*value >> 1U) ^ sign);
}

std::optional<std::uint32_t> MlirCursor::index() noexcept {
    const auto value = number();
    if (!value || *value > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
    return static_cast<std::uint32_t>(*value);
}

namespace {

enum class MlirSection : std::uint8_t {
    Strings,
    Dialects,
    Entries,
    EntrySizes,
    Operations,
    Resources,
    ResourceSizes,
    Versions,
    Properties
};
struct MlirSectionKind {
    std::string_view name;
    std::uint64_t most;  ///< bytes that are read; 0: left in the file
};
constexpr std::array kSectionKinds{MlirSectionKind{"strings", limits::kMaxMlirTexts},
                                   MlirSectionKind{"dialects", limits::kMaxMlirTable},
                                   MlirSectionKind{"attributes and types", limits::kMaxMlirAttributes},
                                   MlirSectionKind{"sizes of attributes and types", limits::kMaxMlirTable},
                                   MlirSectionKind{"operations", limits::kMaxMlirOperations},
                                   MlirSectionKind{"resources", 0},
                                   MlirSectionKind{"sizes of resources", limits::kMaxMlirTable},
                                   MlirSectionKind{"dialect versions", 0},
                                   MlirSectionKind{"properties", limits::kMaxMlirTexts}};
constexpr std::size_t kMlirHead = 1024;   ///< magic word, version, producer
constexpr std::size_t kSectionHead = 64;  ///< of a section: id, length, alignment
constexpr std::uint64_t kFirstVersion = 5, kLastVersion = 6;
/// Of resources and of sections that are aligned; others have seen 16 and 64.
constexpr std::uint64_t kLargestAlignment = 1U << 20;

std::optional<std::uint64_t> alignedUp(std::uint64_t at, std::uint64_t alignment) noexcept {
    if (alignment == 0 || alignment > kLargestAlignment || !std::has_single_bit(alignment)) return std::nullopt;
    const auto sum = checkedAdd(at, alignment - 1);
    return sum ? std::optional(*sum / alignment * alignment) : std::nullopt;
}

Failure damagedMlir(const ByteRange& file, std::uint64_t at, std::string what) {
    return fail("mlir-damaged", "the MLIR bytecode is damaged: " + std::move(what), file.where(at));
}

}  // namespace

/// Finds the sections of a file and reads their tables.
class MlirSections {
public:
    MlirSections(const ByteRange& file, const JobContext& job) : m_file(file), m_job(job) { m_out.file = file; }

    Result<MlirBytecode> read() {
        using Step = Result<void> (MlirSections::*)();
        for (const Step step : {&MlirSections::readHead, &MlirSections::findSections, &MlirSections::readStrings,
                                &MlirSections::readDialects, &MlirSections::readEntries, &MlirSections::readResources,
                                &MlirSections::readProperties, &MlirSections::readOperations}) {
            if (m_job.cancelled()) return cancelledFailure();
            if (auto done = (this->*step)(); !done) return done.failure();
        }
        return std::move(m_out);
    }

private:
    struct Place {
        std::uint64_t offset = 0, size = 0;
        bool present = false;
    };
    const Place& place(MlirSection section) const { return m_places[static_cast<std::size_t>(section)]; }
    Failure damaged(std::uint64_t at, std::string what) const { return damagedMlir(m_file, at, std::move(what)); }

    Result<void> readHead() {
        std::vector<std::byte> head(static_cast<std::size_t>(std::min<std::uint64_t>(m_file.size, kMlirHead)));
        if (auto read = m_file.read(0, head); !read) return read.failure();
        MlirCursor cursor(head);
        static_cast<void>(cursor.take(4));
        const auto version = cursor.number();
        const auto producer = cursor.text();
        if (!version || !producer) return damaged(4, "it ends in its header");
        if (*version < kFirstVersion || *version > kLastVersion)
            return fail("mlir-version-unknown",
                        "version " + std::to_string(*version) + " of MLIR bytecode is not read, 5 and 6 are", m_file.where(4));
        m_out.version = *version;
        m_out.producer = *producer;
        m_out.regions.push_back({"header", 0, cursor.position()});
        m_at = cursor.position();
        return {};
    }

    Result<void> findSections() {
        while (m_at < m_file.size) {
            std::array<std::byte, kSectionHead> bytes{};
            const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(kSectionHead, m_file.size - m_at));
            if (auto read = m_file.read(m_at, std::span(bytes).first(size)); !read) return read.failure();
            const std::span<const std::byte> head = std::span(bytes).first(size);
            MlirCursor cursor(head);
            const auto word = cursor.byte();
            const auto length = cursor.number();
            const bool aligned = word && (*word & 0x80U) != 0;
            const auto alignment = aligned ? cursor.number() : std::optional<std::uint64_t>(1);
            const auto start = length && alignment ? alignedUp(m_at + cursor.position(), *alignment) : std::nullopt;
            if (!start || !rangeFits(*start, *length, m_file.size)) return damaged(m_at, "a section reaches beyond its end");
            const unsigned id = *word & 0x7FU;
            if (id < m_places.size() && m_places[id].present) return damaged(m_at, "it has a section twice");
            if (id < m_places.size()) m_places[id] = {*start, *length, true};
            if (m_out.regions.size() >= limits::kMaxPayloadParts) return damaged(m_at, "it has thousands of sections");
            m_out.regions.push_back(
                {id < kSectionKinds.size() ? std::string(kSectionKinds[id].name) : "section " + std::to_string(id), *start,
                 *length});
            m_at = *start + *length;
        }
        for (const MlirSection needed :
             {MlirSection::Strings, MlirSection::Dialects, MlirSection::Entries, MlirSection::EntrySizes, MlirSection::Operations})
            if (!place(needed).present)
                return damaged(0, "it has no section of " + std::string(kSectionKinds[static_cast<std::size_t>(needed)].name));
        return {};
    }

    /// The bytes of a section, which the result keeps; empty where the file has none.
    Result<std::span<const std::byte>> load(MlirSection section) {
        const Place& one = place(section);
        if (!one.present) return std::span<const std::byte>{};
        const MlirSectionKind& kind = kSectionKinds[static_cast<std::size_t>(section)];
        if (one.size > kind.most)
            return fail("limit-exceeded",
                        "the " + std::string(kind.name) + " of the MLIR bytecode take " + std::to_string(one.size) +
                            " bytes, at most " + std::to_string(kind.most) + " are read",
                        m_file.where(one.offset));
        const auto range = m_file.part(one.offset, one.size);
        if (!range) return range.failure();
        auto bytes = range->readAll();
        if (!bytes) return bytes.failure();
        m_out.m_buffers.push_back(*std::move(bytes));
        return std::span<const std::byte>(m_out.m_buffers.back());
    }

    /// A number, the lengths of the texts from the last to the first, the texts, each with a NUL.
    Result<void> readStrings() {
        const auto bytes = load(MlirSection::Strings);
        if (!bytes) return bytes.failure();
        const std::uint64_t at = place(MlirSection::Strings).offset;
        MlirCursor cursor(*bytes);
        const auto count = cursor.index();
        if (!count || *count > cursor.remaining()) return damaged(at, "it counts more strings than there are");
        m_out.strings.resize(*count);
        std::size_t end = bytes->size();
        for (std::uint32_t i = 0; i < *count; ++i) {
            const auto length = cursor.number();
            if (!length || *length == 0 || *length > end) return damaged(at, "a string lies outside");
            end -= static_cast<std::size_t>(*length);
            const auto* text = reinterpret_cast<const char*>(bytes->data()) + end;
            if (text[*length - 1] != '\0') return damaged(at + end, "a string does not end");
            m_out.strings[*count - 1 - i] = {text, static_cast<std::size_t>(*length - 1)};
        }
        return end < cursor.position() ? damaged(at, "its strings lie over their lengths") : Result<void>{};
    }

    /// Dialects with their versions, then the names of operations, by dialect.
    Result<void> readDialects() {
        const auto bytes = load(MlirSection::Dialects);
        if (!bytes) return bytes.failure();
        const std::uint64_t at = place(MlirSection::Dialects).offset;
        MlirCursor cursor(*bytes);
        const auto count = cursor.index();
        if (!count || *count > cursor.remaining()) return damaged(at, "it counts more dialects than there are");
        for (std::uint32_t i = 0; i < *count; ++i) {
            const auto name = cursor.number();
            std::optional<std::span<const std::byte>> version(std::span<const std::byte>{});
            if (name && (*name & 1U) != 0) {
                const auto id = cursor.byte();
                const auto size = cursor.number();
                version = id && (*id & 0x80U) == 0 && size ? cursor.take(*size) : std::nullopt;
            }
            if (!name || !version || (*name >> 1U) >= m_out.strings.size()) return damaged(at, "a dialect breaks off");
            m_out.dialects.push_back({m_out.string(*name >> 1U), *version});
        }
        if (cursor.remaining() == 0) return {};
        if (!cursor.number()) return damaged(at, "its operations break off");
        while (cursor.remaining() > 0)
            if (!readOperationNames(cursor)) return damaged(at + cursor.position(), "the name of an operation breaks off");
        return {};
    }

    bool readOperationNames(MlirCursor& cursor) {
        const auto dialect = cursor.index(), count = cursor.index();
        if (!dialect || !count || *dialect >= m_out.dialects.size() || *count > cursor.remaining()) return false;
        for (std::uint32_t i = 0; i < *count; ++i) {
            const auto name = cursor.number();
            if (!name || (*name >> 1U) >= m_out.strings.size()) return false;
            m_out.operationNames.push_back({*dialect, m_out.string(*name >> 1U)});
        }
        return true;
    }

    Result<void> readEntries() {
        const auto bytes = load(MlirSection::Entries), sizes = load(MlirSection::EntrySizes);
        if (!bytes) return bytes.failure();
        if (!sizes) return sizes.failure();
        const std::uint64_t at = place(MlirSection::EntrySizes).offset;
        MlirCursor cursor(*sizes);
        const auto attributes = cursor.index(), types = cursor.index();
        if (!attributes || !types || *attributes > sizes->size() || *types > sizes->size())
            return damaged(at, "it counts more attributes and types than there are");
        std::vector<MlirEntry> all;
        std::uint64_t next = 0;
        while (cursor.remaining() > 0) {
            const auto dialect = cursor.index(), count = cursor.index();
            if (!dialect || !count || *count > cursor.remaining()) return damaged(at, "a group of attributes breaks off");
            for (std::uint32_t i = 0; i < *count; ++i) {
                const auto size = cursor.number();
                if (!size || !rangeFits(next, *size >> 1U, bytes->size()))
                    return damaged(at, "an attribute or a type lies outside");
                const auto length = static_cast<std::size_t>(*size >> 1U);
                all.push_back({*dialect, (*size & 1U) != 0, bytes->subspan(static_cast<std::size_t>(next), length),
                               place(MlirSection::Entries).offset + next});
                next += length;
            }
        }
        if (all.size() != std::size_t{*attributes} + *types)
            return damaged(at, "it counts other attributes and types than there are");
        const auto split = all.begin() + static_cast<std::ptrdiff_t>(*attributes);
        m_out.types.assign(split, all.end());
        all.erase(split, all.end());
        m_out.attributes = std::move(all);
        return {};
    }

    Result<void> readResources() {
        if (!place(MlirSection::ResourceSizes).present) return {};
        const auto sizes = load(MlirSection::ResourceSizes);
        if (!sizes) return sizes.failure();
        const std::uint64_t at = place(MlirSection::ResourceSizes).offset;
        const Place& data = place(MlirSection::Resources);
        MlirCursor cursor(*sizes);
        const auto external = cursor.index();
        if (!external) return damaged(at, "its resources break off");
        std::uint64_t next = 0;
        for (std::uint64_t group = 0; cursor.remaining() > 0; ++group) {
            const auto owner = cursor.index(), count = cursor.index();
            if (!owner || !count || *count > cursor.remaining()) return damaged(at, "a group of resources breaks off");
            for (std::uint32_t i = 0; i < *count; ++i) {
                if (m_job.cancelled()) return cancelledFailure();
                const auto key = cursor.number(), size = cursor.number();
                const auto kind = cursor.byte();
                if (!key || !size || !kind || !rangeFits(next, *size, data.size)) return damaged(at, "a resource lies outside");
                if (group >= *external)
                    m_out.resources.push_back({m_out.string(*key), *kind == 0 ? blob(data.offset + next, *size) : ByteRange{}});
                next += *size;
            }
        }
        return {};
    }

    /// Alignment, size, padding, bytes.
    ByteRange blob(std::uint64_t at, std::uint64_t size) const {
        std::array<std::byte, 18> bytes{};
        const auto head = std::span(bytes).first(static_cast<std::size_t>(std::min<std::uint64_t>(size, bytes.size())));
        if (!m_file.read(at, head)) return {};
        MlirCursor cursor(head);
        const auto alignment = cursor.number(), length = cursor.number();
        const auto start =
            alignment && length ? alignedUp(at + cursor.position(), std::max<std::uint64_t>(*alignment, 1)) : std::nullopt;
        if (!start || *start - at > size || *length > size - (*start - at)) return {};
        auto part = m_file.part(*start, *length);
        return part ? *std::move(part) : ByteRange{};
    }

    Result<void> readProperties() {
        const auto bytes = load(MlirSection::Properties);
        if (!bytes) return bytes.failure();
        const std::uint64_t at = place(MlirSection::Properties).offset;
        MlirCursor cursor(*bytes);
        const auto count = bytes->empty() ? std::optional<std::uint32_t>(0) : cursor.index();
        if (!count || *count > bytes->size()) return damaged(at, "it counts more properties than there are");
        for (std::uint32_t i = 0; i < *count; ++i) {
            const auto size = cursor.number();
            const auto content = size ? cursor.take(*size) : std::nullopt;
            if (!content) return damaged(at, "the properties of an operation lie outside");
            m_out.properties.push_back(*content);
        }
        return {};
    }

    Result<void> readOperations() {
        const auto bytes = load(MlirSection::Operations);
        if (!bytes) return bytes.failure();
        m_out.operations = *bytes;
        m_out.operationsAt = place(MlirSection::Operations).offset;
        return {};
    }

    const ByteRange& m_file;
    const JobContext& m_job;
    MlirBytecode m_out;
    std::array<Place, kSectionKinds.size()> m_places{};
    std::uint64_t m_at = 0;
};

Result<MlirBytecode> MlirBytecode::read(const ByteRange& file, const JobContext& job) { return MlirSections(file, job).read(); }

}  // namespace etscope::delegates
