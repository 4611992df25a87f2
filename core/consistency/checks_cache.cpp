#include <algorithm>
#include <cmath>
#include <set>

#include "consistency/checks.h"
#include "consistency/uses.h"

namespace etscope::consistency {

namespace {

constexpr std::int64_t kMostCache = 96;

/// A softmax over the places of a cache.
struct Attention {
    graph::NodeId node;
    std::string name;
    std::int64_t places = 0;
};

std::vector<Attention> attentionsOf(const Subject& subject) {
    std::vector<Attention> found;
    for (const graph::NodeId node : subject.model().top().nodes) {
        if (operatorStem(subject.model(), node).find("softmax") == std::string::npos) continue;
        const auto results = subject.prepared->flow.results(node);
        if (results.empty()) continue;
        const auto sizes = sizesOf(subject.model(), results.front());
        if (sizes.empty() || sizes.back().expression.valid() || sizes.back().value < 2) continue;
        found.push_back({node, std::string(subject.text(subject.model().value(results.front()).id)), sizes.back().value});
    }
    return found;
}

/// A buffer with that many places, by the axis that they lie along, as it is before a call.
struct Cache {
    std::string value;  ///< the graph's input
    std::size_t axis = 0;
    std::int64_t places = 0;
};

std::optional<Cache> cacheOf(const Subject& subject, std::int64_t places) {
    for (const KeptState& state : subject.states)
        for (const graph::GraphInput& input : subject.model().top().inputs) {
            if (!input.value.valid() ||
                (state.input ? input.value != subject.inputs[*state.input].value : subject.text(input.target) != state.buffer))
                continue;
            const auto sizes = sizesOf(subject.model(), input.value);
            const auto type = typeOf(subject.model(), input.value);
            if (!type || !isFloating(*type) || sizes.size() < 2) continue;
            for (std::size_t d = 0; d < sizes.size(); ++d)
                if (!sizes[d].expression.valid() && sizes[d].value == places)
                    return Cache{std::string(subject.text(subject.model().value(input.value).id)), d, places};
        }
    return std::nullopt;
}

/// What lies in each place; empty: the value has no such axis.
std::vector<std::vector<double>> contents(const Held& held, std::size_t axis) {
    if (axis >= held.shape.size()) return {};
    std::size_t inner = 1, outer = 1;
    for (std::size_t d = 0; d < held.shape.size(); ++d)
        if (d != axis) (d < axis ? outer : inner) *= static_cast<std::size_t>(held.shape[d]);
    const auto places = static_cast<std::size_t>(held.shape[axis]);
    std::vector<std::vector<double>> all(places);
    for (std::size_t o = 0; o < outer; ++o)
        for (std::size_t p = 0; p < places; ++p) {
            const auto from = held.data.begin() + static_cast<std::ptrdiff_t>((o * places + p) * inner);
            all[p].insert(all[p].end(), from, from + static_cast<std::ptrdiff_t>(inner));
        }
    return all;
}

/// Which position's content is in which place, followed from call to call by what the places hold.
class Follower {
public:
    explicit Follower(std::size_t places) : m_positions(places, -1) {}
    /// False: what is there cannot be told apart.
    bool take(const std::vector<std::vector<double>>& now, std::int64_t position) {
        if (now.size() != m_positions.size()) return false;
        if (m_contents.empty()) {
            m_contents = now;
            return true;
        }
        std::vector<std::int64_t> next(now.size(), -1);
        std::size_t fresh = 0;
        for (std::size_t p = 0; p < now.size(); ++p) {
            const auto same = now[p] == m_contents[p] ? m_contents.begin() + static_cast<std::ptrdiff_t>(p)
                                                      : std::ranges::find(m_contents, now[p]);
            if (same != m_contents.end()) {
                next[p] = m_positions[static_cast<std::size_t>(same - m_contents.begin())];
            } else {
                next[p] = position;
                ++fresh;
            }
        }
        m_positions = std::move(next);
        m_contents = now;
        return fresh == 1;
    }
    const std::vector<std::int64_t>& positions() const noexcept { return m_positions; }

private:
    std::vector<std::vector<double>> m_contents;
    std::vector<std::int64_t> m_positions;
};

/// The positions that each call sees are the latest ones, and the first ones where these are kept; as many as before the wrap.
struct Unseen {
    std::int64_t position = 0;
    Sentence words;
};

std::optional<Unseen> unseenOf(const std::vector<std::set<std::int64_t>>& seen) {
    std::size_t most = 0;
    for (std::size_t p = 0; p < seen.size(); ++p) {
        const auto& here = seen[p];
        const auto at = static_cast<std::int64_t>(p);
        if (here.empty()) continue;
        if (!here.contains(at)) return Unseen{at, Sentence::of("position %1 does not see itself", std::to_string(at))};
        if (here.size() < most)
            return Unseen{at, Sentence::of("position %1 sees %2 positions, the ones before it %3", std::to_string(at),
                                           std::to_string(here.size()), std::to_string(most))};
        most = std::max(most, here.size());
        std::int64_t first = at;
        while (here.contains(first - 1)) --first;
        std::int64_t sinks = 0;
        while (sinks < first && here.contains(sinks)) ++sinks;
        if (static_cast<std::int64_t>(here.size()) != at - first + 1 + sinks)
            return Unseen{at, Sentence::of("position %1 sees positions out of order", std::to_string(at))};
    }
    return std::nullopt;
}

}  // namespace

void askCacheOrder(Bench& bench, CheckResult& result) {
    const Subject& subject = bench.subject();
    if (!subject.sequence.there || !subject.keepsState())
        return (void)notApplicable(result, Sentence::of("it keeps no cache of positions"));
    const auto attentions = attentionsOf(subject);
    std::optional<Cache> cache;
    std::optional<Attention> attention;
    for (const Attention& one : attentions)
        if (!cache && (cache = cacheOf(subject, one.places))) attention = one;
    if (!cache) return (void)notApplicable(result, Sentence::of("no attention goes over the places of a cache that it keeps"));
    if (subject.context > 0 && subject.context <= cache->places)
        return (void)notApplicable(
            result, Sentence::of("texts end where the cache does, at %1 positions", std::to_string(subject.context)));
    if (cache->places > kMostCache)
        return (void)notSetUp(result, Sentence::of("a cache of %1 places takes too many calls", std::to_string(cache->places)));
    if (bench.callSize(1) != 1)
        return (void)notSetUp(result, Sentence::of("a call has %1 positions at least", std::to_string(bench.callSize(1))));
    std::int64_t length = cache->places + cache->places / 2 + 2;
    if (subject.context > 0) length = std::min(length, subject.context);
    Script script;
    for (std::int64_t at = 0; at <= length; ++at) {
        script.push_back(bench.step(std::min(at, length - 1), 1));
        script.back().distinct = true;
    }
    const auto way = play(script, {true, Draws::Mean}, bench.budget(), bench.job());
    if (!way) return (void)notSetUp(result, Sentence(way.error().message));
    for (std::int64_t at = 0; at < length; ++at)
        if (!way->wide[static_cast<std::size_t>(at)].refused.empty()) length = at;
    if (length <= cache->places)
        return (void)notApplicable(
            result, Sentence::of("texts end where the cache does: position %1 cannot be computed", std::to_string(length)));
    Follower follower(static_cast<std::size_t>(cache->places));
    std::vector<std::set<std::int64_t>> seen;
    for (std::int64_t at = 0; at < length; ++at) {
        const Seen &now = way->wide[static_cast<std::size_t>(at)], &next = way->wide[static_cast<std::size_t>(at + 1)];
        const auto before = now.values.find(cache->value), after = next.values.find(cache->value),
                   weights = now.values.find(attention->name);
        if (before == now.values.end() || after == next.values.end() || weights == now.values.end())
            return (void)notSetUp(result, Sentence::of("what the cache holds cannot be computed"));
        if (at == 0) follower.take(contents(before->second, cache->axis), -1);
        if (!follower.take(contents(after->second, cache->axis), at))
            return (void)notSetUp(result, Sentence::of("what the cache holds cannot be followed from call to call"));
        std::set<std::int64_t> visible;
        const auto& data = weights->second.data;
        for (std::size_t i = 0; i < data.size(); ++i)
            if (data[i] > 1e-30) visible.insert(follower.positions()[i % static_cast<std::size_t>(cache->places)]);
        seen.push_back(std::move(visible));
    }
    Trial trial;
    trial.left = script;
    trial.leftWords =
        Sentence::of("%1 positions one by one, through a cache of %2", std::to_string(length), std::to_string(cache->places));
    bench.remember(trial, *way, {});
    result.compared = seen.size();
    result.left =
        Sentence::of("%1 positions one by one, through a cache of %2", std::to_string(length), std::to_string(cache->places));
    result.right = Sentence::of("what each of them may see");
    const auto fault = unseenOf(seen);
    result.state = fault ? State::Disagree : State::Agree;
    result.reason = fault ? fault->words : Sentence::of("each position sees the latest ones, beyond the cache's length as well");
    if (!fault) return;
    result.position = fault->position;
    Blame blame;
    blame.first = placeOf(bench.method(), subject, attention->node, bench.job());
    blame.state = cache->value;
    result.blame = std::move(blame);
}

}  // namespace etscope::consistency
