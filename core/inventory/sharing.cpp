#include "inventory/sharing.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "inventory/delegate_tensors.h"
#include "inventory/named_data.h"
#include "io/sha256.h"
#include "session/store.h"

namespace etscope::inventory {
namespace {

/// Shorter ranges are scalars and paddings: equal by chance.
constexpr std::uint64_t kLeastBytes = 32;
constexpr std::size_t kShownOverlaps = 1000;

struct Place {
    BytesPlace at;
    ByteRange bytes;
    std::vector<BytesUser> users;
    std::set<std::tuple<std::string, std::optional<std::int64_t>, std::string>> seen;  ///< users
};

class Collector {
public:
    explicit Collector(const session::Session& session) : m_session(session) {}

    Result<void> collect(const JobContext& job) {
        if (m_session.programFile() == nullptr) return {};
        const program::Program& program = *m_session.programFile()->program;
        for (const program::ExecutionPlan& plan : program.plans()) {
            const std::string method = plan.name;
            for (const program::TensorInfo& tensor : plan.tensors) addTensor(program, method, tensor);
            for (std::size_t i = 0; i < plan.delegates.size(); ++i) {
                const auto decoded = m_session.delegate(method, i, job);
                if (decoded.cancelled()) return decoded.failure();
                if (decoded) addDelegate(method, static_cast<std::int64_t>(i), **decoded);
            }
        }
        addUnused(job);
        return {};
    }
    std::map<std::tuple<unsigned, std::uint64_t, std::uint64_t>, Place> places;  ///< by file, offset, size

private:
    void addTensor(const program::Program& program, const std::string& method, const program::TensorInfo& tensor) {
        BytesUser user{method, {}, std::string(tensor.name())};
        if (!tensor.external()) {
            if (const auto bytes = program.tensorBytes(tensor)) add(*bytes, std::move(user));
            return;
        }
        for (const session::SessionFile& file : m_session.files()) {
            const auto* entry = file.tensorData != nullptr ? file.tensorData->entry(tensor.name()) : nullptr;
            if (entry == nullptr) continue;
            if (const auto bytes = file.tensorData->entryBytes(*entry)) return add(*bytes, std::move(user));
        }
    }

    void addDelegate(const std::string& method, std::int64_t index, const delegates::Decoded& decoded) {
        for (const delegates::Weight& weight : decoded.weights)
            if (weight.bytes.hasData()) add(weight.bytes, {method, index, weight.key.empty() ? weight.name : weight.key});
    }

    /// Named data that nobody was seen to read are stored all the same.
    void addUnused(const JobContext& job) {
        const auto data = namedData(m_session, false, job);
        if (!data) return;
        for (const NamedDataRow& row : data->rows)
            if (row.users.empty() && row.bytes.hasData()) add(row.bytes, {"", {}, row.key});
    }

    void add(const ByteRange& bytes, BytesUser user) {
        if (bytes.size < kLeastBytes) return;
        const auto file = fileOf(m_session, bytes);
        if (!file) return;  // inflated into memory: it has no place in a file
        Place& place = places[{*file, bytes.offset, bytes.size}];
        place.at = {*file, bytes.offset};
        place.bytes = bytes;
        if (place.seen.insert({user.method, user.delegate, user.method.empty() ? user.name : std::string()}).second)
            place.users.push_back(std::move(user));
    }

    const session::Session& m_session;
};

SharedBytes merged(const std::vector<const Place*>& group, std::string sha256) {
    SharedBytes shared;
    shared.size = group.front()->bytes.size;
    shared.sha256 = std::move(sha256);
    std::set<std::string> methods;
    for (const Place* place : group) {
        shared.saved += shared.size * (place->users.size() - 1);
        for (const BytesUser& user : place->users) {
            shared.users.push_back(user);
            shared.users.back().place = shared.places.size();
            if (!user.method.empty()) methods.insert(user.method);
        }
        shared.places.push_back(place->at);
    }
    shared.wasted = shared.size * (group.size() - 1);
    shared.methods.assign(methods.begin(), methods.end());
    return shared;
}

/// Places of one size with equal content, and places with several readers. Only sizes that occur twice are hashed.
Result<void> findShared(const Collector& collector, SharingMap& map, const JobContext& job) {
    std::map<std::uint64_t, std::vector<const Place*>> bySize;
    for (const auto& [key, place] : collector.places) bySize[place.bytes.size].push_back(&place);
    std::size_t done = 0;
    for (const auto& [size, list] : bySize) {
        std::map<std::string, std::vector<const Place*>> byContent;
        for (const Place* place : list) {
            auto hash = list.size() > 1 ? sha256(place->bytes, job) : Result<std::string>(std::string());
            if (hash.cancelled()) return hash.failure();
            job.report(static_cast<double>(++done) / static_cast<double>(collector.places.size()));
            if (hash) byContent[*hash].push_back(place);
        }
        for (const auto& [hash, group] : byContent)
            if (group.size() > 1 || group.front()->users.size() > 1) map.shared.push_back(merged(group, hash));
    }
    std::ranges::stable_sort(map.shared, std::greater{}, [](const SharedBytes& one) { return std::pair(one.wasted, one.saved); });
    for (const SharedBytes& one : map.shared) {
        map.saved += one.saved;
        map.wasted += one.wasted;
        map.sharedOnce += one.saved > 0 ? 1U : 0U;
        map.copied += one.wasted > 0 ? 1U : 0U;
    }
    return {};
}

/// Ranges in order of their start: each is compared with the one that reaches furthest before it.
void findOverlaps(const Collector& collector, SharingMap& map) {
    const Place* furthest = nullptr;
    for (const auto& [key, place] : collector.places) {
        const std::uint64_t end = place.bytes.offset + place.bytes.size;
        const bool sameFile = furthest != nullptr && furthest->at.file == place.at.file;
        const std::uint64_t reach = sameFile ? furthest->bytes.offset + furthest->bytes.size : 0;
        if (sameFile && reach > place.bytes.offset && map.overlaps.size() < kShownOverlaps)
            map.overlaps.push_back({place.at.file, place.bytes.offset, std::min(reach, end) - place.bytes.offset,
                                    furthest->users.front(), place.users.front()});
        if (!sameFile || end > reach) furthest = &place;
    }
}

Result<std::shared_ptr<const SharingMap>> make(const session::Session& session, const JobContext& job) {
    Collector collector(session);
    if (auto collected = collector.collect(job); !collected) return collected.failure();
    auto map = std::make_shared<SharingMap>();
    if (auto found = findShared(collector, *map, job); !found) return found.failure();
    findOverlaps(collector, *map);
    return std::shared_ptr<const SharingMap>(std::move(map));
}

}  // namespace

std::vector<std::size_t> copiesRead(const SharedBytes& shared, std::string_view method) {
    std::set<std::size_t> places;
    for (const BytesUser& user : shared.users)
        if (user.method == method) places.insert(user.place);
    return {places.begin(), places.end()};
}

Result<std::shared_ptr<const SharingMap>> sharingMap(const session::Session& session, const JobContext& job) {
    return session.store().get<SharingMap>("inventory::sharingMap", job, [&] { return make(session, job); });
}

}  // namespace etscope::inventory
