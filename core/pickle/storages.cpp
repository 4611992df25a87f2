#include "pickle/storages.h"

#include "base/escaped.h"
#include "base/limits.h"
#include "base/name_text.h"

namespace etscope::pickle {
namespace {

constexpr std::size_t kFields = 5;
constexpr std::size_t kLegacyFields = 6;

bool isText(const Values& values, ValueId id, std::string_view text) {
    return values.is(id, Kind::String) && values.text(id) == text;
}

/// view_metadata of legacy streams: None or (view key, offset, size). Nothing when it is neither.
std::optional<std::int64_t> viewOffset(const Values& values, ValueId view) {
    if (values.is(view, Kind::None)) return 0;
    const auto parts = values.items(view);
    if (!values.is(view, Kind::Tuple) || parts.size() != 3 || !values.is(parts[1], Kind::Int)) return std::nullopt;
    const std::int64_t offset = values.integer(parts[1]);
    return offset >= 0 ? std::optional(offset) : std::nullopt;
}

}  // namespace

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

std::optional<std::string> storageKey(const Values& values, ValueId key) {
    if (values.is(key, Kind::Int)) return std::to_string(values.integer(key));
    if (!values.is(key, Kind::String) || values.text(key).size() > limits::kMaxStorageKey) return std::nullopt;
    return nameText(values.text(key));
}

std::optional<StorageReference> storageReference(const Values& values, ValueId persistent) {
    const ValueId id = values.items(persistent).front();
    const auto fields = values.items(id);
    if (!values.is(id, Kind::Tuple) || (fields.size() != kFields && fields.size() != kLegacyFields)) return std::nullopt;
    if (!isText(values, fields[0], "storage") || !values.is(fields[1], Kind::Symbol) || !values.is(fields[3], Kind::String) ||
        !values.is(fields[4], Kind::Int))
        return std::nullopt;
    const Symbol& type = values.symbol(fields[1]);
    auto key = storageKey(values, fields[2]);
    const auto view = fields.size() == kLegacyFields ? viewOffset(values, fields[5]) : std::optional(std::int64_t{0});
    const auto element = meaningOf(type) == Meaning::UntypedStorage ? std::optional(ScalarType::U8) : storageType(type);
    if (!key || !view) return std::nullopt;
    return StorageReference{std::move(*key),
                            element.value_or(ScalarType::Unknown),
                            type.name,
                            values.text(fields[3]),
                            values.integer(fields[4]),
                            *view};
}

}  // namespace etscope::pickle
