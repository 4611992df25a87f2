#include "etdump/salvage.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "base/utf8.h"
#include "etdump/dump_slots.h"

namespace etscope::etdump {
namespace {

using flat::RawTable;

constexpr std::size_t kWord = 4;

std::size_t wordsUp(std::size_t bytes) { return (bytes + kWord - 1) / kWord * kWord; }

/// A text with the zero behind it.
std::optional<std::string_view> textAt(std::span<const std::byte> bytes, std::optional<std::size_t> position) {
    if (!position || !rangeFits(*position, kWord, bytes.size())) return std::nullopt;
    const std::size_t first = *position + kWord, size = loadLittle<std::uint32_t>(bytes.data() + *position);
    if (!rangeFits(first, size, bytes.size()) || first + size == bytes.size() || bytes[first + size] != std::byte{0})
        return std::nullopt;
    return std::string_view(reinterpret_cast<const char*>(bytes.data()) + first, size);
}

/// An event and what it holds.
struct FoundEvent {
    RawTable event, content;
    unsigned slot = 0;
};

/// Slots and bytes that each kind of content has at most.
struct Shape {
    unsigned slots;
    std::size_t size;
};
constexpr std::array<Shape, 3> kShapes{{{8, 56}, {2, 24}, {6, 40}}};

bool hasShape(const RawTable& table, Shape shape) {
    return table.vtableSize() <= kWord + 2 * shape.slots && table.size() >= kWord && table.size() <= shape.size;
}

bool isContent(std::span<const std::byte> bytes, const RawTable& table, unsigned slot) {
    if (!hasShape(table, kShapes[slot])) return false;
    if (slot == event_slot::Debug) {
        const auto entry = table.target(debug_slot::Entry);
        const auto value = entry ? RawTable::at(bytes, *entry) : std::nullopt;
        return value && hasShape(*value, {8, 40}) && value->number<std::int8_t>(value_slot::Tag).value_or(0) != 0;
    }
    if (slot == event_slot::Allocation) return true;
    const bool named = table.has(profile_slot::Name);
    return named ? textAt(bytes, table.target(profile_slot::Name)).has_value() : table.has(profile_slot::Metadata);
}

/// An event: one offset, to what was written just before it.
std::optional<FoundEvent> eventAt(std::span<const std::byte> bytes, std::size_t position) {
    constexpr std::size_t kSize = 8, kFurthest = 40;  // a vtable and padding may stand between
    const auto table = RawTable::at(bytes, position);
    if (!table || !hasShape(*table, {3, kSize}) || table->size() != kSize) return std::nullopt;
    std::optional<FoundEvent> found;
    for (unsigned slot = 0; slot < kShapes.size(); ++slot) {
        if (!table->has(slot)) continue;
        const auto target = table->target(slot);
        if (found || !target || *target < position + kSize || *target > position + kFurthest) return std::nullopt;
        const auto content = RawTable::at(bytes, *target);
        if (!content || !isContent(bytes, *content, slot)) return std::nullopt;
        found = FoundEvent{*table, *content, slot};
    }
    return found;
}

/// Which words of the file the events use, so that what is left over can be told.
class UsedWords {
public:
    explicit UsedWords(std::size_t size) : m_words(size / kWord + 1), m_left(m_words.size()) {}

    /// False: so much is shared that no writer wrote it.
    bool add(std::size_t begin, std::size_t size) {
        const std::size_t first = begin / kWord, end = std::min(wordsUp(begin + size) / kWord, m_words.size());
        if (first < end && m_words[first] && m_words[end - 1]) return true;
        if (end - first > m_left) return false;
        m_left -= end - first;
        std::fill(m_words.begin() + static_cast<std::ptrdiff_t>(first), m_words.begin() + static_cast<std::ptrdiff_t>(end), true);
        return true;
    }
    bool add(const RawTable& table) {
        return add(table.position(), table.size()) && add(table.vtablePosition(), table.vtableSize());
    }
    bool add(std::span<const std::byte> bytes, const FoundEvent& found) {
        if (!add(found.event) || !add(found.content)) return false;
        if (found.slot == event_slot::Allocation) return true;
        const bool profile = found.slot == event_slot::Profile;
        for (const unsigned slot : {profile ? unsigned{profile_slot::Name} : unsigned{debug_slot::Name},
                                    profile ? unsigned{profile_slot::DelegateText} : unsigned{debug_slot::DelegateText}})
            if (const auto text = textAt(bytes, found.content.target(slot));
                text && !add(*found.content.target(slot), kWord + text->size() + 1))
                return false;
        const auto metadata = profile ? found.content.vector(profile_slot::Metadata, 1) : std::nullopt;
        return !metadata || add(metadata->first - kWord, kWord + metadata->count);
    }
    /// The next word from there on that is, or is not, in use; the number of words: there is none.
    std::size_t next(std::size_t from, bool used) const {
        return static_cast<std::size_t>(std::find(m_words.begin() + static_cast<std::ptrdiff_t>(from), m_words.end(), used) -
                                        m_words.begin());
    }
    std::size_t size() const noexcept { return m_words.size(); }

private:
    std::vector<bool> m_words;
    std::size_t m_left;
};

bool isPrintable(std::string_view text) {
    return !text.empty() && isValidUtf8(text) &&
           std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
}

/// The text that stands there and ends, zeros included, before `end`.
std::optional<std::string_view> textWithin(std::span<const std::byte> bytes, std::size_t position, std::size_t end) {
    const auto text = textAt(bytes, position);
    if (!text || text->size() > end - position) return std::nullopt;
    const std::size_t first = position + kWord + text->size(), last = wordsUp(first + 1);
    if (last > wordsUp(end)) return std::nullopt;
    const auto padding = bytes.subspan(first, std::min(last, bytes.size()) - first);
    return std::ranges::all_of(padding, [](std::byte byte) { return byte == std::byte{0}; }) ? text : std::nullopt;
}

/// Positions of names of blocks in the words from `first` to `end`, which no event uses. The lists of the block before stand behind
/// a name, the end of the file behind the first one; where an application tracks allocators, their tables stand before it.
void addNames(std::span<const std::byte> bytes, std::size_t first, std::size_t end, std::vector<std::size_t>& names) {
    const std::size_t limit = std::min(end * kWord, bytes.size());
    bool start = first > 0;
    for (std::size_t at = first * kWord; at + kWord <= limit; at += kWord) {
        const auto text = textWithin(bytes, at, limit);
        const bool own = text && (*text == "Default" || *text == "Execute");
        const bool before = text && start && (limit == bytes.size() || wordsUp(at + kWord + text->size() + 1) < limit);
        if (own || (before && isPrintable(*text))) names.push_back(at);
        start = start && loadLittle<std::uint32_t>(bytes.data() + at) == 0;
    }
}

/// Whether lists lead from the root to as many events as that: then nothing is lost.
bool listsLeadTo(std::span<const std::byte> bytes, const RawTable& root, std::size_t events) {
    constexpr unsigned kRuns = 1;
    const auto runs = root.vectorPrefix(kRuns, kWord);
    std::size_t looked = 0, reached = 0;
    for (std::uint32_t r = 0; runs && r < runs->count; ++r) {
        const auto position = flat::followOffset(bytes, runs->first + r * kWord);
        const auto run = position ? RawTable::at(bytes, *position) : std::nullopt;
        const auto list = run ? run->vectorPrefix(run_slot::Events, kWord) : std::nullopt;
        for (std::uint32_t e = 0; list && e < list->count && reached < events && looked < bytes.size() / kWord; ++e, ++looked) {
            const auto event = flat::followOffset(bytes, list->first + e * kWord);
            reached += event && eventAt(bytes, *event) ? 1U : 0U;
        }
    }
    return reached >= events;
}

/// Whether every entry of the list of runs is one with a name, and there is one.
bool namesAllRuns(std::span<const std::byte> bytes, const RawTable& root) {
    constexpr unsigned kRuns = 1;
    const auto runs = root.vectorPrefix(kRuns, kWord);
    if (!runs || runs->count == 0) return false;
    for (std::uint32_t r = 0; r < runs->count; ++r) {
        const auto position = flat::followOffset(bytes, runs->first + r * kWord);
        const auto run = position ? RawTable::at(bytes, *position) : std::nullopt;
        if (!run || !textAt(bytes, run->target(run_slot::Name))) return false;
    }
    return true;
}

/// Whether a block named by the runtime holds several executions: the name of one of them is not found.
bool isSeveral(std::span<const std::byte> bytes, const SalvagedRun& run) {
    const auto executes = [&](std::size_t position) {
        const auto found = eventAt(bytes, position);
        return found->slot == event_slot::Profile && textAt(bytes, found->content.target(profile_slot::Name)) == "Method::execute";
    };
    return textAt(bytes, run.name) == "Execute" && std::ranges::count_if(run.events, executes) > 1;
}

/// The runtime's writer puts the layout of a table behind the first table that has it; nobody else does.
bool isOfRuntime(const FoundEvent& found) {
    return found.event.vtablePosition() > found.event.position() && found.content.vtablePosition() > found.content.position();
}

}  // namespace

std::vector<SalvagedRun> salvagedRuns(std::span<const std::byte> bytes, const RawTable& root) {
    if (namesAllRuns(bytes, root)) return {};
    std::vector<std::size_t> events, names;  // ascending: the last written first
    UsedWords used(bytes.size());
    for (std::size_t at = 0; at + kWord <= bytes.size(); at += kWord) {
        const auto found = eventAt(bytes, at);
        if (!found) continue;
        if (!isOfRuntime(*found) || !used.add(bytes, *found)) return {};
        events.push_back(at);
    }
    if (listsLeadTo(bytes, root, events.size())) return {};
    for (std::size_t at = used.next(0, false); at < used.size();) {
        const std::size_t end = used.next(at, true);
        addNames(bytes, at, end, names);
        at = end < used.size() ? used.next(end, false) : end;
    }
    std::vector<SalvagedRun> runs;
    while (!names.empty()) {
        SalvagedRun& run = runs.emplace_back();
        run.name = names.back();
        names.pop_back();
        if (runs.size() == 1 && !events.empty() && events.back() > run.name) return {};
        for (; !events.empty() && (names.empty() || events.back() > names.back()); events.pop_back())
            run.events.push_back(events.back());
        if (isSeveral(bytes, run)) return {};
    }
    return runs;
}

}  // namespace etscope::etdump
