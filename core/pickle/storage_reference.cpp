#include "pickle/storage_reference.h"

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
