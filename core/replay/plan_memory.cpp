#include "replay/plan_memory.h"

#include <algorithm>
#include <iterator>

#include "base/checked_math.h"

namespace etscope::replay {
namespace {

constexpr std::size_t kNothing = SIZE_MAX;

std::uint64_t sizeOf(const evaluate::Array& array) { return static_cast<std::uint64_t>(array.count()) * itemSize(array.type); }

/// Nothing where a size is negative or the product overflows.
std::optional<std::uint64_t> bytesOf(const evaluate::Dims& shape, std::size_t item) {
    std::optional<std::uint64_t> bytes = item;
    for (const std::int64_t size : shape) {
        if (size < 0 || !bytes) return std::nullopt;
        bytes = checkedMul(*bytes, static_cast<std::uint64_t>(size));
    }
    return bytes;
}

}  // namespace

PlanMemory::PlanMemory(const program::ExecutionPlan& plan)
    : m_plan(plan),
      m_mostContents(2 * plan.values.size() + 1),
      m_given(plan.values.size(), kNothing),
      m_starts(plan.values.size()) {
    for (std::size_t i = 0; i < plan.values.size(); ++i)
        if (const program::TensorInfo* tensor = plan.tensor(static_cast<std::int64_t>(i)); tensor != nullptr && tensor->allocation)
            m_starts[i] = Start{tensor->allocation->memoryId, tensor->allocation->offset};
}

/// Runs without end write to as many values and places as one does.
void PlanMemory::dropUnreferred() {
    std::vector<std::size_t> places(m_contents.size(), kNothing);
    std::vector<Content> kept;
    const auto move = [&](std::size_t& content) {
        if (content == kNothing) return;
        std::size_t& place = places[content];
        if (place == kNothing) {
            place = kept.size();
            kept.push_back(std::move(m_contents[content]));
        }
        content = place;
    };
    for (std::size_t& content : m_given) move(content);
    for (auto& [start, place] : m_places) move(place.content);
    m_contents = std::move(kept);
    m_mostContents = 2 * (m_contents.size() + m_given.size()) + 1;
}

/// Of what is not known the plan's upper bound.
std::uint64_t PlanMemory::bytesOf(program::ValueIndex value, const Content& content) const {
    if (content.array) return sizeOf(*content.array);
    const program::TensorInfo* tensor = m_plan.tensor(value);
    return tensor == nullptr ? 0 : tensor->byteCount().value_or(0);
}

void PlanMemory::write(program::ValueIndex value, Content content) {
    if (m_plan.value(value) == nullptr) return;
    const auto v = static_cast<std::size_t>(value);
    const std::uint64_t bytes = bytesOf(value, content);
    content.value = value;
    if (m_contents.size() >= m_mostContents) dropUnreferred();
    m_given[v] = m_contents.size();
    m_contents.push_back(std::move(content));
    const auto start = m_starts[v];
    if (!start || bytes == 0) return;
    const std::uint64_t end = checkedAdd(start->second, bytes).value_or(~std::uint64_t{0});
    auto at = m_places.lower_bound(*start);
    if (at != m_places.begin()) {
        const auto before = std::prev(at);
        if (before->first.first == start->first && before->second.bytes > start->second - before->first.second) at = before;
    }
    while (at != m_places.end() && at->first.first == start->first && at->first.second < end) at = m_places.erase(at);
    m_places.emplace(*start, Place{bytes, m_given[v]});
}

void PlanMemory::alias(program::ValueIndex from, program::ValueIndex to) {
    if (m_plan.value(from) == nullptr || m_plan.value(to) == nullptr) return;
    const auto f = static_cast<std::size_t>(from), t = static_cast<std::size_t>(to);
    m_given[t] = m_given[f];
    m_starts[t] = m_starts[f];
    m_shapes.erase(to);
    if (const auto shape = m_shapes.find(from); shape != m_shapes.end()) m_shapes[to] = shape->second;
}

void PlanMemory::view(program::ValueIndex from, program::ValueIndex to, std::optional<evaluate::Dims> shape) {
    alias(from, to);
    m_shapes[to] = std::move(shape);
}

/// The bytes as the value that is read takes them: what it was given as it is, other bytes in its own type, shape and order of
/// axes.
std::optional<evaluate::Array> PlanMemory::reshaped(program::ValueIndex value, const Content& content, bool given) const {
    const evaluate::Array& array = *content.array;
    evaluate::Array seen = array;
    if (const auto shape = m_shapes.find(value); shape != m_shapes.end()) {
        if (!shape->second) return std::nullopt;
        seen.shape = *shape->second;
        seen.strides = evaluate::rowMajor(seen.shape);
    } else if (!given) {
        const program::TensorInfo* tensor = m_plan.tensor(value);
        const auto strides = tensor != nullptr ? tensor->strides() : std::nullopt;
        if (!strides) return std::nullopt;
        const bool sameShape = std::ranges::equal(tensor->sizes, array.shape) && tensor->scalarType == array.type;
        if (sameShape) return seen;
        seen.type = seen.stored = tensor->scalarType;
        seen.shape.assign(tensor->sizes.begin(), tensor->sizes.end());
        seen.strides = *strides;
    }
    if (given && !m_shapes.contains(value)) return seen;
    // Other elements over the same bytes: as many of these, and all of them in the storage, whatever strides a dump states.
    const auto bytes = replay::bytesOf(seen.shape, itemSize(seen.type));
    const bool fits =
        bytes && *bytes == sizeOf(array) && array.offset == 0 && array.storage != nullptr && *bytes <= array.storage->size();
    return fits ? std::optional(seen) : std::nullopt;
}

PlanMemory::Seen PlanMemory::read(program::ValueIndex value) const {
    Seen seen;
    if (m_plan.value(value) == nullptr) {
        seen.unknown = Sentence::of("the plan has no such value");
        return seen;
    }
    const auto v = static_cast<std::size_t>(value);
    const Content* given = m_given[v] == kNothing ? nullptr : &m_contents[m_given[v]];
    seen.found = given;
    if (m_starts[v]) {
        const auto place = m_places.find(*m_starts[v]);
        const Content* there = place == m_places.end() ? nullptr : &m_contents[place->second.content];
        const bool empty = given != nullptr && bytesOf(value, *given) == 0;
        if (there != given && !empty) seen.found = there, seen.given = given;
    }
    if (seen.found == nullptr) {
        seen.unknown = given == nullptr ? Sentence::of("nothing that was logged was written to v%1", value)
                                        : Sentence::of("a part of v%1 was written over since", value);
        return seen;
    }
    if (!seen.found->array) {
        const bool input = std::ranges::find(m_plan.inputs, seen.found->value) != m_plan.inputs.end();
        seen.unknown = seen.found->writer < 0 ? input ? Sentence::of("the inputs of the run are not known")
                                                      : Sentence::of("what an earlier run left in v%1 is not known", value)
                                              : Sentence::of("what instruction %1 gave was not logged", seen.found->writer);
        return seen;
    }
    seen.array = reshaped(value, *seen.found, seen.found == given);
    const auto shape = m_shapes.find(value);
    const bool shapeless = shape != m_shapes.end() && !shape->second;
    if (!seen.array)
        seen.unknown = shapeless ? Sentence::of("the sizes of v%1 are not known", value)
                                 : Sentence::of("what lies in v%1 has not its size", value);
    return seen;
}

bool PlanMemory::touched(program::ValueIndex value) const {
    const auto v = static_cast<std::size_t>(value);
    return m_plan.value(value) != nullptr && (m_given[v] != kNothing || (m_starts[v] && m_places.contains(*m_starts[v])));
}

}  // namespace etscope::replay
