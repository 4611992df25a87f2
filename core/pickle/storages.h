// Storages: where the bytes of a torch archive's storages lie, by key. Nothing is read until a storage is asked for; then at
// most its local header, or all of it when it is deflated (shared while in use, bounded in sum). Any thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/scalar_type.h"
#include "io/source.h"
#include "io/zip_index.h"
#include "pickle/torch_globals.h"
#include "pickle/values.h"

namespace etscope::pickle {

class Storages {
public:
    /// `idPrefix` is put before keys to make storage ids; `bigEndian` is the byte order of all elements.
    Storages(std::string idPrefix, bool bigEndian) : m_idPrefix(std::move(idPrefix)), m_bigEndian(bigEndian) {}
    Storages(const Storages&) = delete;
    Storages& operator=(const Storages&) = delete;

    /// Filling, before the object is shared. A later entry of the same key replaces an earlier one, as in Python's zipfile.
    void setArchive(std::shared_ptr<const ZipIndex> zip) { m_zip = std::move(zip); }
    void addEntry(std::string key, std::size_t zipEntry);
    void addRange(std::string key, ByteRange bytes);

    /// Size in bytes as the directory says, without reading anything; nothing when there is no such storage.
    std::optional<std::uint64_t> size(std::string_view key) const;
    /// The bytes. Errors: `torch-save-storage-missing`, `limit-exceeded`, those of ZipIndex::content.
    Result<ByteRange> bytes(std::string_view key) const;
    std::string id(std::string_view key) const { return m_idPrefix + std::string(key); }
    bool bigEndian() const noexcept { return m_bigEndian; }

private:
    struct Record {
        std::optional<std::size_t> entry;  ///< of m_zip
        ByteRange range;                   ///< known or once resolved, for bytes in the file
        std::weak_ptr<const Source> inflated;
        bool resolved = false;
    };

    Result<ByteRange> inflate(Record& record, const ZipEntry& entry) const;

    std::string m_idPrefix;
    bool m_bigEndian;
    std::shared_ptr<const ZipIndex> m_zip;
    mutable std::mutex m_mutex;
    mutable std::map<std::string, Record, std::less<>> m_records;
    std::shared_ptr<std::atomic<std::uint64_t>> m_inflatedBytes = std::make_shared<std::atomic<std::uint64_t>>(0);
};

// What a pickle says about a torch storage where it refers to one: `("storage", type, key, location, numel)`.

struct StorageReference {
    std::string key;
    ScalarType type = ScalarType::U8;  ///< of the elements that numel and offsets count; untyped storages count bytes
    std::string_view typeName;         ///< "FloatStorage"; lives as long as the values
    std::string_view location;         ///< "cpu", "cuda:0", "meta"
    std::int64_t numel = 0;
    std::int64_t viewOffset = 0;  ///< legacy streams: elements before the view in the storage of that key
};

/// Nothing when the persistent id has another form.
std::optional<StorageReference> storageReference(const Values& values, ValueId persistent);

/// A storage key as text: a string of reasonable length, or an integer.
std::optional<std::string> storageKey(const Values& values, ValueId key);

}  // namespace etscope::pickle
