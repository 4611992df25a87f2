#include "program/place_writers.h"

namespace etscope::program {

void PlaceWriters::write(ValueIndex value) {
    if (m_plan.value(value) == nullptr) return;
    m_written[static_cast<std::size_t>(value)] = true;
    if (const auto place = placeOf(value)) m_last[*place] = value;
}

std::optional<ValueIndex> PlaceWriters::holding(ValueIndex value) const {
    if (written(value)) return value;
    const auto place = placeOf(value);
    const auto last = place ? m_last.find(*place) : m_last.end();
    return last == m_last.end() ? std::nullopt : std::optional(last->second);
}

std::optional<PlaceWriters::Place> PlaceWriters::placeOf(ValueIndex value) const {
    const TensorInfo* tensor = m_plan.tensor(value);
    if (tensor == nullptr || !tensor->allocation || tensor->kind() != TensorKind::Planned) return std::nullopt;
    const auto bytes = tensor->byteCount();
    if (!bytes || *bytes == 0) return std::nullopt;
    return Place{tensor->allocation->memoryId, tensor->allocation->offset, *bytes};
}

}  // namespace etscope::program
