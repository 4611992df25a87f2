#include "program/place_writers.h"

#include <iterator>

#include "base/checked_math.h"

namespace etscope::program {

void PlaceWriters::write(ValueIndex value) {
    if (m_plan.value(value) == nullptr) return;
    m_written[static_cast<std::size_t>(value)] = true;
    const auto place = placeOf(value);
    if (!place) return;
    const auto [memory, begin] = place->start;
    const std::uint64_t end = checkedAdd(begin, place->bytes).value_or(~std::uint64_t{0});
    auto at = m_last.lower_bound(place->start);
    if (at != m_last.begin()) {
        const auto before = std::prev(at);
        if (before->first.first == memory && before->second.bytes > begin - before->first.second) at = before;
    }
    while (at != m_last.end() && at->first.first == memory && at->first.second < end) at = m_last.erase(at);
    m_last.emplace(place->start, Content{place->bytes, value});
}

std::optional<ValueIndex> PlaceWriters::holding(ValueIndex value) const {
    if (written(value)) return value;
    const auto place = placeOf(value);
    const auto last = place ? m_last.find(place->start) : m_last.end();
    const bool same = last != m_last.end() && last->second.bytes == place->bytes;
    return same ? std::optional(last->second.value) : std::nullopt;
}

std::optional<PlaceWriters::Place> PlaceWriters::placeOf(ValueIndex value) const {
    const TensorInfo* tensor = m_plan.tensor(value);
    if (tensor == nullptr || !tensor->allocation || tensor->kind() != TensorKind::Planned) return std::nullopt;
    const auto bytes = tensor->byteCount();
    if (!bytes || *bytes == 0) return std::nullopt;
    return Place{{tensor->allocation->memoryId, tensor->allocation->offset}, *bytes};
}

}  // namespace etscope::program
