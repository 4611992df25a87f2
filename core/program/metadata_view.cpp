#include "program/metadata_view.h"

namespace etscope::program {
namespace {

std::optional<std::int64_t> integerOf(const MetadataValue& value) {
    if (const auto* number = std::get_if<std::int64_t>(&value.value)) return *number;
    if (const auto* flag = std::get_if<bool>(&value.value)) return *flag ? 1 : 0;
    return std::nullopt;
}

}  // namespace

MetadataView::MetadataView(std::span<const MetadataEntry> entries) {
    for (const MetadataEntry& entry : entries) m_entries.emplace(entry.key, &entry);
}

const MetadataEntry* MetadataView::entry(std::string_view key) const {
    if (const auto hit = m_entries.find(key); hit != m_entries.end()) return hit->second;
    for (const EquivalentKeys& pair : equivalentKeys()) {
        const std::string_view other = pair.first == key ? pair.second : pair.second == key ? pair.first : std::string_view{};
        if (other.empty()) continue;
        if (const auto hit = m_entries.find(other); hit != m_entries.end()) return hit->second;
    }
    return nullptr;
}

std::optional<std::int64_t> MetadataView::integer(std::string_view key) const {
    const MetadataEntry* found = entry(key);
    return found == nullptr ? std::nullopt : integerOf(found->chosen().value);
}

std::vector<std::int64_t> MetadataView::integers(std::string_view key) const {
    const MetadataEntry* found = entry(key);
    std::vector<std::int64_t> numbers;
    if (found == nullptr) return numbers;
    const MetadataValue& value = found->chosen().value;
    if (const auto one = integerOf(value)) numbers.push_back(*one);
    if (const auto* list = std::get_if<std::vector<MetadataValue>>(&value.value))
        for (const MetadataValue& item : *list)
            if (const auto one = integerOf(item)) numbers.push_back(*one);
    return numbers;
}

}  // namespace etscope::program
