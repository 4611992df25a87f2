#include "profile/event_statistics.h"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

#include "base/checked_math.h"
#include "base/name_text.h"
#include "base/text_hash.h"

namespace etscope::profile {
namespace {

using Number = std::uint32_t;
constexpr Number kNone = 0xFFFF'FFFF;

/// Texts as numbers: equal texts of several dumps have the same.
class Names {
public:
    Number of(std::string text) {
        const auto [at, fresh] = m_numbers.try_emplace(std::move(text), static_cast<Number>(m_texts.size()));
        if (fresh) m_texts.push_back(&at->first);
        return at->second;
    }
    const std::string& text(Number number) const { return *m_texts[number]; }

private:
    TextMap<Number> m_numbers;
    std::vector<const std::string*> m_texts;
};

/// What makes events the same.
struct Key {
    Number set = 0, name = 0, id = 0;
    std::int32_t instruction = 0;
    friend bool operator==(const Key&, const Key&) = default;
};
struct KeyHash {
    std::size_t operator()(const Key& key) const noexcept {
        std::uint64_t h = std::uint64_t{key.name} << 32U | static_cast<std::uint32_t>(key.instruction);
        h = (h ^ (std::uint64_t{key.set} << 32U | key.id)) * 0x9E37'79B9'7F4A'7C15ULL;
        return static_cast<std::size_t>(h ^ (h >> 29U));
    }
};

struct Group {
    Key key;
    etdump::EventKind kind = etdump::EventKind::Other;
    bool inChain = false;
    std::uint32_t events = 0;
    std::uint32_t runs = 0;  ///< that have one
    Number lastRun = kNone;
};

/// Names of one dump as the numbers of all.
class NamesOfDump {
public:
    NamesOfDump(const etdump::Dump& dump, Names& names) : m_dump(dump), m_names(names), m_none(names.of({})) {}

    Number name(const etdump::Event& event) { return event.name == etdump::kNoText ? id(event.place.delegate) : text(event.name); }
    Number id(const etdump::DelegateId& id) {
        switch (id.kind) {
            case etdump::DelegateId::Kind::None: return m_none;
            case etdump::DelegateId::Kind::Int: return number(id.number);
            case etdump::DelegateId::Kind::Text: return text(id.text);
        }
        return m_none;
    }

private:
    Number text(etdump::TextId id) {
        if (id >= m_texts.size()) m_texts.resize(std::size_t{id} + 1, kNone);
        if (m_texts[id] == kNone) m_texts[id] = m_names.of(nameText(m_dump.text(id)));
        return m_texts[id];
    }
    Number number(std::int32_t number) {
        const auto [at, fresh] = m_numbers.try_emplace(number, kNone);
        if (fresh) at->second = m_names.of(std::to_string(number));
        return at->second;
    }

    const etdump::Dump& m_dump;
    Names& m_names;
    Number m_none;
    std::vector<Number> m_texts;
    std::unordered_map<std::int32_t, Number> m_numbers;
};

/// Groups in the order of their first events. Runs of a method repeat one sequence: the group behind that of the event before is
/// tried first, and mostly is the one.
class Groups {
public:
    void add(const Key& key, const etdump::Event& event, Number run) {
        const std::size_t next = m_last + 1;
        m_last = next < m_groups.size() && m_groups[next].key == key ? next : find(key, event);
        Group& group = m_groups[m_last];
        ++group.events;
        if (std::exchange(group.lastRun, run) != run) ++group.runs;
        m_groupOfEvent.push_back(static_cast<std::uint32_t>(m_last));
    }
    void reserve(std::size_t events) { m_groupOfEvent.reserve(events); }
    const std::vector<Group>& groups() const noexcept { return m_groups; }

    /// The durations of all runs' events, those of a group together, groups in their order.
    std::vector<std::uint64_t> durations(std::span<const join::SessionRun> runs) const {
        std::vector<std::uint64_t> result(m_groupOfEvent.size());
        std::vector<std::size_t> places;
        places.reserve(m_groups.size());
        std::size_t place = 0, at = 0;
        for (const Group& group : m_groups) {
            places.push_back(place);
            place += group.events;
        }
        for (const join::SessionRun& run : runs)
            for (const etdump::Event& event : run.dump->events(run.run()))
                result[places[m_groupOfEvent[at++]]++] = event.duration();
        return result;
    }

    /// Of a group whose events occur several times in a run: what they take together in each run.
    struct Sums {
        Number lastRun = kNone;
        std::vector<std::uint64_t> ticks;
    };
    std::unordered_map<std::size_t, Sums> sums(std::span<const join::SessionRun> runs) const {
        std::unordered_map<std::size_t, Sums> result;
        for (std::size_t g = 0; g < m_groups.size(); ++g)
            if (m_groups[g].runs < m_groups[g].events) result.try_emplace(g);
        if (result.empty()) return result;
        std::size_t at = 0;
        for (std::size_t r = 0; r < runs.size(); ++r)
            for (const etdump::Event& event : runs[r].dump->events(runs[r].run())) {
                const auto group = result.find(m_groupOfEvent[at++]);
                if (group == result.end()) continue;
                auto& [lastRun, ticks] = group->second;
                if (std::exchange(lastRun, static_cast<Number>(r)) != r) ticks.push_back(0);
                ticks.back() = checkedAdd(ticks.back(), event.duration()).value_or(std::numeric_limits<std::uint64_t>::max());
            }
        return result;
    }

private:
    std::size_t find(const Key& key, const etdump::Event& event) {
        const auto [at, fresh] = m_known.try_emplace(key, m_groups.size());
        if (fresh) m_groups.push_back({key, event.kind, event.place.chain >= 0});
        return at->second;
    }

    std::vector<Group> m_groups;
    std::unordered_map<Key, std::size_t, KeyHash> m_known;
    std::vector<std::uint32_t> m_groupOfEvent;
    std::size_t m_last = 0;
};

std::string idText(const etdump::Dump& dump, const etdump::DelegateId& id) {
    switch (id.kind) {
        case etdump::DelegateId::Kind::None: return {};
        case etdump::DelegateId::Kind::Int: return std::to_string(id.number);
        case etdump::DelegateId::Kind::Text: return nameText(dump.text(id.text));
    }
    return {};
}

EventStatistics rowOf(const Group& group, const RunSets& sets, const Names& names, std::span<std::uint64_t> durations) {
    EventStatistics row{group.key.set, sets.sets[group.key.set].method, names.text(group.key.name), {}, names.text(group.key.id),
                        group.kind};
    if (group.inChain) row.instruction = group.key.instruction;
    row.durations = etdump::durationStatisticsInPlace(durations);
    row.perRun = row.durations.p50;
    return row;
}

/// Calls `visit(statistics, durations)` for each event that occurs at least `least` times; the durations ascend.
template <class Visit>
void forEachEvent(std::span<const join::SessionRun> runs, std::size_t least, Visit&& visit) {
    Names names;
    Groups groups;
    std::unordered_map<const etdump::Dump*, NamesOfDump> dumps;
    std::size_t events = 0;
    for (const join::SessionRun& run : runs) events += run.run().events.count;
    groups.reserve(events);
    const RunSets sets = runSets(runs);
    for (std::size_t r = 0; r < runs.size(); ++r) {
        const join::SessionRun& run = runs[r];
        const auto set = static_cast<Number>(sets.setOfRun[r]);
        NamesOfDump& ofDump = dumps.try_emplace(run.dump.get(), *run.dump, names).first->second;
        for (const etdump::Event& event : run.dump->events(run.run()))
            groups.add({set, ofDump.name(event), ofDump.id(event.place.delegate), event.place.instruction}, event,
                       static_cast<Number>(r));
    }
    std::vector<std::uint64_t> durations = groups.durations(runs);
    std::unordered_map<std::size_t, Groups::Sums> sums = groups.sums(runs);
    std::span<std::uint64_t> rest(durations);
    for (std::size_t g = 0; g < groups.groups().size(); ++g) {
        const Group& group = groups.groups()[g];
        const auto own = rest.first(group.events);
        rest = rest.subspan(group.events);
        if (group.events < least) continue;
        EventStatistics row = rowOf(group, sets, names, own);
        if (const auto sum = sums.find(g); sum != sums.end())
            row.perRun = etdump::durationStatistics(std::move(sum->second.ticks)).p50;
        visit(std::move(row), own);
    }
}

}  // namespace

std::string eventName(const etdump::Dump& dump, const etdump::Event& event) {
    const etdump::DelegateId& id = event.place.delegate;
    if (event.name == etdump::kNoText && id.kind == etdump::DelegateId::Kind::Int) return std::to_string(id.number);
    return nameText(dump.text(event.name == etdump::kNoText ? id.text : event.name));
}

std::vector<EventStatistics> eventStatistics(std::span<const join::SessionRun> runs, std::size_t least) {
    std::vector<EventStatistics> rows;
    forEachEvent(runs, least, [&rows](EventStatistics row, std::span<const std::uint64_t>) { rows.push_back(std::move(row)); });
    return rows;
}

std::vector<std::uint64_t> durationsOf(std::span<const join::SessionRun> runs, const EventStatistics& row) {
    const RunSets sets = runSets(runs);
    std::vector<std::uint64_t> durations;
    for (std::size_t r = 0; r < runs.size(); ++r) {
        if (sets.setOfRun[r] != row.set) continue;
        const etdump::Dump& dump = *runs[r].dump;
        for (const etdump::Event& event : dump.events(runs[r].run())) {
            if (event.place.chain < 0 || event.place.instruction != row.instruction) continue;
            if (idText(dump, event.place.delegate) == row.delegateId && eventName(dump, event) == row.name)
                durations.push_back(event.duration());
        }
    }
    std::ranges::sort(durations);
    return durations;
}

std::vector<EventDurations> eventDurations(std::span<const join::SessionRun> runs, std::size_t least) {
    std::vector<EventDurations> rows;
    forEachEvent(runs, least, [&rows](EventStatistics row, std::span<const std::uint64_t> durations) {
        rows.push_back({std::move(row), {durations.begin(), durations.end()}});
        std::ranges::sort(rows.back().durations);
    });
    return rows;
}

}  // namespace etscope::profile
