#include "pickle/storages.h"

#include "base/escaped.h"
#include "base/limits.h"

namespace etscope::pickle {

void Storages::addEntry(std::string key, std::size_t zipEntry) {
    Record record;
    record.entry = zipEntry;
    m_records.insert_or_assign(std::move(key), std::move(record));
}

void Storages::addRange(std::string key, ByteRange bytes) {
    Record record;
    record.range = std::move(bytes);
    record.resolved = true;
    m_records.insert_or_assign(std::move(key), std::move(record));
}

std::optional<std::uint64_t> Storages::size(std::string_view key) const {
    const std::scoped_lock lock(m_mutex);
    const auto hit = m_records.find(key);
    if (hit == m_records.end()) return std::nullopt;
    return hit->second.entry ? m_zip->entries()[*hit->second.entry].size : hit->second.range.size;
}

Result<ByteRange> Storages::bytes(std::string_view key) const {
    const std::scoped_lock lock(m_mutex);
    const auto hit = m_records.find(key);
    if (hit == m_records.end())
        return fail("torch-save-storage-missing", "the archive has no storage \"" + escaped(key) + "\"");
    Record& record = hit->second;
    if (record.resolved) return record.range;
    const ZipEntry& entry = m_zip->entries()[*record.entry];
    if (!entry.stored()) return inflate(record, entry);
    auto range = m_zip->content(entry);
    if (!range) return range.failure();
    record.range = *range;
    record.resolved = true;
    return range;
}

/// Called with the lock held: two threads that want the same storage inflate it once.
Result<ByteRange> Storages::inflate(Record& record, const ZipEntry& entry) const {
    if (auto alive = record.inflated.lock()) return ByteRange::whole(std::move(alive));
    const std::uint64_t inUse = m_inflatedBytes->load();
    const std::uint64_t cap = limits::settable().inflatedBytes;
    if (entry.size > cap || inUse > cap - entry.size)
        return fail("limit-exceeded",
                    "inflating " + std::to_string(entry.size) + " bytes beside the " + std::to_string(inUse) +
                        " in use exceeds the limit; raise --limits inflated-bytes if that is meant",
                    escaped(entry.name));
    auto range = m_zip->content(entry);
    if (!range) return range.failure();
    m_inflatedBytes->fetch_add(range->size);
    const Source* raw = range->source.get();
    // The last user gives the bytes back to the account.
    range->source = std::shared_ptr<const Source>(
        raw, [owner = range->source, account = m_inflatedBytes, size = range->size](const Source*) mutable {
            owner.reset();
            account->fetch_sub(size);
        });
    record.inflated = range->source;
    return range;
}

}  // namespace etscope::pickle
