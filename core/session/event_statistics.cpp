#include "session/event_statistics.h"

#include <map>
#include <tuple>
#include <unordered_map>

#include "base/text.h"

namespace etscope::session {
namespace {

std::string idText(const etdump::Dump& dump, const etdump::DelegateId& id) {
    switch (id.kind) {
        case etdump::DelegateId::Kind::None: return {};
        case etdump::DelegateId::Kind::Int: return std::to_string(id.number);
        case etdump::DelegateId::Kind::Text: return repairedUtf8(std::string(dump.text(id.text)));
    }
    return {};
}

struct Group {
    EventStatistics row;
    std::vector<std::uint64_t> durations;
};

/// Within one dump places and names are numbers: texts are made once a group.
struct LocalKey {
    std::uint32_t name = 0;
    std::int32_t chain = 0, instruction = 0, number = 0;
    std::uint32_t text = 0;
    friend bool operator==(const LocalKey&, const LocalKey&) = default;
};
struct LocalHash {
    std::size_t operator()(const LocalKey& key) const noexcept {
        std::uint64_t h = 0;
        for (const std::uint64_t part :
             {std::uint64_t{key.name}, static_cast<std::uint64_t>(key.chain), static_cast<std::uint64_t>(key.instruction),
              static_cast<std::uint64_t>(key.number), std::uint64_t{key.text}})
            h = (h ^ part) * 0x9E37'79B9'7F4A'7C15ULL;
        return static_cast<std::size_t>(h ^ (h >> 29U));
    }
};

}  // namespace

std::vector<EventStatistics> eventStatistics(std::span<const SessionRun> runs, std::size_t least) {
    std::vector<Group> groups;
    std::map<std::tuple<std::string, std::string, std::int64_t, std::string>, std::size_t> known;
    std::map<std::pair<const etdump::Dump*, std::string>, std::unordered_map<LocalKey, std::size_t, LocalHash>> local;
    for (const SessionRun& run : runs) {
        const std::string method = run.attribution.method.value_or("");
        auto& ofDump = local[{run.dump.get(), method}];
        for (const etdump::Event& event : run.dump->events(run.run())) {
            const LocalKey key{event.name, event.place.chain, event.place.instruction, event.place.delegate.number,
                               event.place.delegate.text};
            const auto [at, fresh] = ofDump.try_emplace(key, groups.size());
            if (fresh) {
                const std::string id = idText(*run.dump, event.place.delegate);
                const std::string name = event.name == etdump::kNoText ? id : repairedUtf8(std::string(run.dump->text(event.name)));
                const auto [all, first] = known.try_emplace({method, name, event.place.instruction, id}, groups.size());
                at->second = all->second;
                if (first) {
                    Group& group = groups.emplace_back();
                    group.row = {method, name, {}, id, event.kind, {}};
                    if (event.place.chain >= 0) group.row.instruction = event.place.instruction;
                }
            }
            groups[at->second].durations.push_back(event.duration());
        }
    }
    std::vector<EventStatistics> rows;
    for (Group& group : groups) {
        if (group.durations.size() < least) continue;
        group.row.durations = etdump::durationStatistics(std::move(group.durations));
        rows.push_back(std::move(group.row));
    }
    return rows;
}

}  // namespace etscope::session
