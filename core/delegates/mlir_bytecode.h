// MlirBytecode: the tables of a file of MLIR bytecode (strings, dialects, attributes and types as bytes, resources) and its
// operations, still encoded. Owns what it read; resources, which hold the weights, stay in the file. Immutable; any thread. Format:
// mlir.llvm.org "MLIR Bytecode Format"; rules: docs/FORMATS.md "MLIR bytecode".
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_cursor.h"
#include "delegates/delegates.h"

namespace etscope::delegates {

/// Numbers as this format writes them: the zeros at the low end of the first byte say how many bytes follow.
class MlirCursor {
public:
    explicit MlirCursor(std::span<const std::byte> bytes) noexcept : m_cursor(bytes) {}

    std::optional<std::uint64_t> number() noexcept;
    /// Zigzag: 0, −1, 1, −2, ….
    std::optional<std::int64_t> signedNumber() noexcept;
    /// A number below 2³²: an index, a count.
    std::optional<std::uint32_t> index() noexcept;
    std::optional<std::uint8_t> byte() noexcept { return m_cursor.take<std::uint8_t>(); }
    std::optional<std::span<const std::byte>> take(std::uint64_t size) noexcept { return m_cursor.takeBytes(size); }
    /// Text up to the next NUL.
    std::optional<std::string_view> text() noexcept { return m_cursor.takeLine('\0'); }
    std::size_t position() const noexcept { return m_cursor.position(); }
    std::size_t remaining() const noexcept { return m_cursor.remaining(); }

private:
    ByteCursor m_cursor;
};

struct MlirDialect {
    std::string_view name;
    std::span<const std::byte> version;  ///< the dialect's own form; empty: none
};

struct MlirOperationName {
    std::uint32_t dialect = 0;
    std::string_view name;  ///< without the dialect's
};

/// An attribute or a type. `custom`: in the dialect's own form; else a text that ends in NUL.
struct MlirEntry {
    std::uint32_t dialect = 0;
    bool custom = false;
    std::span<const std::byte> bytes;
    std::uint64_t at = 0;  ///< in the file
};

struct MlirResource {
    std::string_view key;
    ByteRange bytes;  ///< empty: no blob, or it lies outside
};

class MlirBytecode {
public:
    /// Errors: `mlir-damaged`, `mlir-version-unknown`, `limit-exceeded`, `cancelled`, those of reading.
    static Result<MlirBytecode> read(const ByteRange& file, const JobContext& job);

    MlirBytecode(MlirBytecode&&) noexcept = default;
    MlirBytecode& operator=(MlirBytecode&&) noexcept = default;
    MlirBytecode(const MlirBytecode&) = delete;
    MlirBytecode& operator=(const MlirBytecode&) = delete;
    ~MlirBytecode() = default;

    std::uint64_t version = 0;
    std::string producer;
    std::vector<std::string_view> strings;
    std::vector<MlirDialect> dialects;
    std::vector<MlirOperationName> operationNames;
    std::vector<MlirEntry> attributes, types;
    std::vector<MlirResource> resources;  ///< of dialects, in the order that attributes count them by
    std::vector<std::span<const std::byte>> properties;
    std::span<const std::byte> operations;  ///< one block without arguments
    ByteRange file;
    std::uint64_t operationsAt = 0;  ///< in the file
    std::vector<Region> regions;     ///< the sections

    /// The text of that number; empty: there is none.
    std::string_view string(std::uint64_t number) const noexcept {
        return number < strings.size() ? strings[static_cast<std::size_t>(number)] : std::string_view{};
    }
    std::string_view dialectOf(const MlirEntry& entry) const noexcept {
        return entry.dialect < dialects.size() ? dialects[entry.dialect].name : std::string_view{};
    }
    std::string where(std::uint64_t at) const { return file.where(at); }

private:
    MlirBytecode() = default;
    friend class MlirSections;
    std::vector<std::vector<std::byte>> m_buffers;  ///< of sections: what the views above look at
};

}  // namespace etscope::delegates
