#include "shrink/search.h"

#include <algorithm>
#include <tuple>

#include "base/enum_table.h"
#include "base/number_text.h"
#include "shrink/bodies.h"
#include "shrink/code_text.h"
#include "shrink/quantisers.h"

namespace etscope::shrink {
namespace {

using Clock = std::chrono::steady_clock;
using Nodes = std::vector<graph::NodeId>;

/// Of so many nodes each is tried to be passed by.
constexpr std::size_t kFewNodes = 16;

/// So many kinds of operators are tried before the whole.
constexpr std::size_t kFewKinds = 4;

/// Neighbourhoods grow to this distance, then to all.
constexpr int kFurthest = 16;

std::string nodesText(std::size_t count) { return counted(count, "operator", "operators"); }

Nodes without(const Nodes& nodes, std::size_t first, std::size_t count) {
    Nodes left(nodes.begin(), nodes.begin() + static_cast<std::ptrdiff_t>(first));
    left.insert(left.end(), nodes.begin() + static_cast<std::ptrdiff_t>(std::min(nodes.size(), first + count)), nodes.end());
    return left;
}

std::vector<Place> placesOf(const Sketch& sketch, std::int64_t size) {
    std::vector<Place> places;
    for (std::size_t f = 0; f < sketch.feeds.size(); ++f)
        for (std::size_t a = 0; a < sketch.feeds[f].array.rank(); ++a)
            if (sketch.feeds[f].array.shape[a] == size) places.push_back({f, a});
    return places;
}

void takePart(evaluate::Array& array, std::size_t axis, std::int64_t first, std::int64_t count) {
    array.offset += first * array.strides[axis];
    array.shape[axis] = count;
}

/// The sketch with `to` elements of the places' axes, which have `from`.
Sketch resized(Sketch sketch, const std::vector<Place>& places, std::int64_t from, std::int64_t first, std::int64_t to) {
    for (const Place& place : places) {
        Feed& feed = sketch.feeds[place.feed];
        takePart(feed.array, place.axis, first, to);
        for (evaluate::Array& further : feed.further)
            if (further.rank() > place.axis && further.shape[place.axis] == from) takePart(further, place.axis, first, to);
    }
    for (auto& [original, now] : sketch.sizes)
        if (now == from) now = to;
    sketch.sizes.emplace(from, to);
    return sketch;
}

/// What a size is cut to, smallest first: nothing is gained by taking single elements of many.
std::set<std::int64_t> partsOf(std::int64_t size) {
    constexpr std::int64_t kFew = 8, kMany = 64;
    std::set<std::int64_t> parts{1, 2, (size + 1) / 2, (3 * size) / 4};
    if (size <= kFew) parts.insert(size - 1);
    if (size > kMany) parts.insert((size + 7) / 8);
    parts.erase(0);
    return parts;
}

std::set<std::int64_t, std::greater<>> sizesOf(const Sketch& sketch) {
    std::set<std::int64_t, std::greater<>> sizes;
    for (const Feed& feed : sketch.feeds)
        for (const std::int64_t size : feed.array.shape)
            if (size > 1) sizes.insert(size);
    return sizes;
}

}  // namespace

std::string_view phaseName(Phase phase) noexcept {
    static constexpr EnumTable<Phase::Sizes> kNames({"cut", "nodes", "weights", "sizes"});
    return kNames[phase];
}

bool Search::isLate() const {
    const auto spent = Clock::now() - m_options.began;
    const bool isSmall =
        m_best && m_best->sketch.operators() <= m_options.operators && m_best->sketch.inputBytes() <= m_options.bytes;
    return spent > (isSmall ? std::min(m_options.fair, m_options.time) : m_options.time);
}

Result<bool> Search::keeps(Phase phase, std::string what, const Result<Sketch>& made, const JobContext& job) {
    Step step;
    step.phase = phase;
    step.what = std::move(what);
    if (!made) {
        if (made.error().code == Error::kCancelled) return made.failure();
        step.state = TrialState::NotBuilt;
        step.message = made.error().message + (made.error().where.empty() ? "" : ": " + made.error().where);
    } else {
        Sketch sketch = *made;
        sketch.backends = m_options.backends;
        for (const Feed& feed : sketch.feeds)
            if (const auto order = m_options.orders.find(feed.name); order != m_options.orders.end()) sketch.orders.insert(*order);
        auto trial = m_bench.tryOut(sketch, m_options.head, job);
        if (!trial) return trial.failure();
        step.state = trial->state;
        step.message = trial->message;
        step.operators = sketch.operators();
        step.inputBytes = sketch.inputBytes();
        step.constantBytes = sketch.constantBytes();
        step.seconds = trial->seconds;
        if (trial->judgement) step.ownError = ownErrorOf(*trial->judgement);
        if (trial->state == TrialState::StillWrong) m_best = Found{std::move(sketch), *std::move(trial)};
    }
    m_steps.push_back(step);
    if (m_options.onStep) m_options.onStep(step);
    return step.state == TrialState::StillWrong;
}

Result<bool> Search::keeps(Phase phase, std::string what, const Nodes& nodes, const JobContext& job) {
    if (nodes.empty() || !m_tried.insert(nodes).second) return false;
    return keeps(phase, std::move(what), cut(m_material, nodes, m_options.states), job);
}

Search::Nodes Search::grown(const Nodes& nodes, const std::set<graph::NodeId>& within) const {
    std::set<graph::NodeId> all(nodes.begin(), nodes.end());
    const auto add = [&](graph::NodeId node) {
        const bool isTop = m_material.graph->node(node).graph == graph::GraphId(0U);
        if (isTop && (within.empty() || within.contains(node))) all.insert(node);
    };
    for (const graph::NodeId node : nodes) {
        for (const graph::ValueId value : m_material.flow->inputs(node)) {
            if (const graph::NodeId maker = m_material.graph->value(value).producer; maker.valid()) add(maker);
            // What reads the same value may be computed together with it.
            if (m_material.graph->value(value).producer.valid())
                for (const graph::NodeId reader : m_material.flow->consumers(value)) add(reader);
        }
        for (const graph::ValueId value : m_material.flow->results(node))
            for (const graph::NodeId reader : m_material.flow->consumers(value)) add(reader);
    }
    return {all.begin(), all.end()};
}

/// Nodes of each kind of operator, the first of each, with the quantisers around it; quantisers alone come last. What follows from
/// weights alone is no candidate.
std::vector<std::pair<std::string, Search::Nodes>> Search::kindsOf(const Nodes& nodes) const {
    const graph::GraphModel& model = *m_material.graph;
    std::vector<std::pair<std::string, Nodes>> kinds, last;
    std::set<std::string> names;
    for (const graph::NodeId node : nodes) {
        const std::string kind = operatorName(model, node);
        const auto results = m_material.flow->results(node);
        const bool isFixed = std::ranges::all_of(results, [&](graph::ValueId id) { return m_material.fixed.contains(id); });
        if (isFixed || !names.insert(kind).second) continue;
        if (isQuantiser(model, node)) {
            last.emplace_back(kind, Nodes{node});
            continue;
        }
        const Nodes group = withQuantisers(model, *m_material.flow, node);
        if (group.size() > 1) kinds.emplace_back(kind + " and what rounds for it", group);
        kinds.emplace_back(kind, Nodes{node});
    }
    kinds.insert(kinds.end(), last.begin(), last.end());
    return kinds;
}

Result<void> Search::attempt(const std::string& what, Nodes nodes, const JobContext& job) {
    if (m_best || isLate()) return {};
    std::ranges::sort(nodes);
    const auto kept = keeps(Phase::Cut, what, nodes, job);
    return kept ? Result<void>() : kept.failure();
}

Result<void> Search::cutAt(const Nodes& seeds, const Nodes& within, const JobContext& job) {
    if (auto done = cutInBodies(job); !done) return done;
    // What is named together, each kind of operator once.
    if (seeds.size() > 1 && seeds.size() <= m_options.operators)
        if (auto done = attempt(nodesText(seeds.size()) + " at fault", seeds, job); !done) return done;
    auto kinds = kindsOf(seeds);
    if (kinds.size() > kFewKinds) kinds.resize(kFewKinds);
    for (const auto& [kind, nodes] : kinds)
        if (auto done = attempt(kind + " alone", nodes, job); !done) return done;
    if (m_best || isLate()) return {};
    // Where all of it is right, no part of it is wrong.
    const Nodes all = m_material.graph->top().nodes;
    if (auto done = attempt("all " + nodesText(all.size()), all, job); !done) return done;
    if (!m_best && !m_steps.empty() && m_steps.back().state == TrialState::Right) return {};
    std::optional<Found> whole = std::move(m_best);
    m_best.reset();
    if (auto done = growFrom(seeds, within, job); !done) {
        if (!m_best) m_best = std::move(whole);
        return done;
    }
    if (!m_best) m_best = std::move(whole);
    return {};
}

/// What is at fault inside bodies of control flow: by itself, then each body whole, as if no condition chose it.
Result<void> Search::cutInBodies(const JobContext& job) {
    std::set<graph::GraphId> bodies;
    for (const graph::NodeId node : m_options.inner)
        if (auto done = attempt(operatorName(*m_material.graph, node) + " of a body alone", {node}, job); !done) return done;
    for (const graph::NodeId node : m_options.inner) {
        const graph::GraphId body = m_material.graph->node(node).graph;
        if (!bodies.insert(body).second) continue;
        const Nodes& nodes = m_material.graph->graph(body).nodes;
        if (auto done = attempt(nodesText(nodes.size()) + " of a body", nodes, job); !done) return done;
    }
    return {};
}

/// Neighbourhoods of what is at fault, first among what was lowered together with it.
Result<void> Search::growFrom(const Nodes& seeds, const Nodes& within, const JobContext& job) {
    Nodes named = seeds;
    named.insert(named.end(), within.begin(), within.end());
    for (const auto& [kind, nodes] : kindsOf(named))
        if (auto done = attempt(kind + " alone", nodes, job); !done) return done;
    if (auto done = attempt(nodesText(seeds.size()) + " at fault", seeds, job); !done) return done;
    const std::set<graph::NodeId> inside(within.begin(), within.end());
    for (const std::set<graph::NodeId>& limit : {inside, std::set<graph::NodeId>{}}) {
        Nodes nodes = seeds.empty() ? within : seeds;
        for (int distance = 1; distance <= kFurthest && !m_best; distance *= 2) {
            for (int i = 0; i < (distance + 1) / 2; ++i) nodes = grown(nodes, limit);
            if (auto done = attempt(nodesText(nodes.size()) + " around it", nodes, job); !done) return done;
        }
    }
    return attempt(nodesText(within.size()) + " that were lowered together", within, job);
}

Result<void> Search::lessNodes(const JobContext& job) {
    for (std::size_t parts = 2; m_best->sketch.nodes.size() > 1 && !isLate();) {
        const Nodes nodes = m_best->sketch.nodes;
        parts = std::min(parts, nodes.size());
        const std::size_t size = (nodes.size() + parts - 1) / parts;
        bool isLess = false;
        for (std::size_t first = 0; first < nodes.size() && !isLess && !isLate(); first += size) {
            const Nodes left = without(nodes, first, size);
            auto kept = keeps(Phase::Nodes, nodesText(left.size()) + " of " + std::to_string(nodes.size()), left, job);
            if (!kept) return kept.failure();
            isLess = *kept;
        }
        if (isLess)
            parts = std::max<std::size_t>(2, parts - 1);
        else if (size == 1)
            break;
        else
            parts *= 2;
    }
    return {};
}

Result<void> Search::passBy(const JobContext& job) {
    const graph::GraphModel& model = *m_material.graph;
    Nodes some = nodesOfBodies(m_best->sketch);
    const Nodes& top = m_best->sketch.nodes;
    if (top.size() > 1 && top.size() <= kFewNodes) some.insert(some.end(), top.begin(), top.end());
    std::erase_if(some, [&](graph::NodeId node) { return !standInOf(model, *m_material.flow, node); });
    for (std::size_t size = some.size(); size > 0 && !isLate(); size /= 2)
        for (std::size_t first = 0; first < some.size() && !isLate(); first += size) {
            Sketch sketch = m_best->sketch;
            const std::size_t before = sketch.passed.size();
            for (std::size_t i = first; i < std::min(first + size, some.size()); ++i)
                sketch.passed.emplace(some[i], *standInOf(model, *m_material.flow, some[i]));
            const bool isNothing = std::ranges::all_of(sketch.nodes, [&](auto node) { return sketch.passed.contains(node); });
            if (sketch.passed.size() == before || isNothing || givesWhatItReads(sketch)) continue;
            dropUnread(sketch, *m_material.flow);
            const std::string what = std::to_string(sketch.passed.size() - before) + " passed by";
            if (auto kept = keeps(Phase::Nodes, what, sketch, job); !kept) return kept.failure();
        }
    return {};
}

Result<void> Search::simplerWeights(const JobContext& job) {
    std::vector<std::size_t> large;
    for (std::size_t f = 0; f < m_best->sketch.feeds.size(); ++f) {
        const Feed& feed = m_best->sketch.feeds[f];
        const std::int64_t few = feed.kind == FeedKind::Input ? kMostLiterals : 16;
        if (feed.array.floating() && feed.array.count() > few && !isFilled(feed.array)) large.push_back(f);
    }
    const auto seeded = [&](const std::vector<std::size_t>& feeds) {
        Sketch sketch = m_best->sketch;
        for (const std::size_t f : feeds) {
            Feed& feed = sketch.feeds[f];
            const auto range = feed.kind == FeedKind::Input ? rangeOf(feed.array) : std::nullopt;
            if (range) std::tie(feed.low, feed.high) = *range;
            feed.seeded = true;
        }
        return sketch;
    };
    if (large.empty() || isLate()) return {};
    auto all = keeps(Phase::Weights, "numbers of a seed", seeded(large), job);
    if (!all || *all || large.size() == 1) return all ? Result<void>() : all.failure();
    for (const std::size_t f : large) {
        if (isLate()) break;
        if (auto one = keeps(Phase::Weights, m_best->sketch.feeds[f].name + " of a seed", seeded({f}), job); !one)
            return one.failure();
    }
    return {};
}

Result<bool> Search::keepsPart(const std::string& what, const std::vector<Place>& places, std::int64_t from, std::int64_t to,
                               const JobContext& job) {
    auto first = keeps(Phase::Sizes, what, resized(m_best->sketch, places, from, 0, to), job);
    // What cannot be built of the first elements cannot be built of the last.
    if (!first || *first || m_steps.back().state == TrialState::NotBuilt || isLate()) return first;
    return keeps(Phase::Sizes, what + ", the last", resized(m_best->sketch, places, from, from - to, to), job);
}

Result<bool> Search::keepsSize(std::int64_t from, std::int64_t to, const JobContext& job) {
    const auto places = placesOf(m_best->sketch, from);
    if (places.empty() || to >= from || isLate()) return false;
    const std::string what = std::to_string(to) + " of " + std::to_string(from);
    auto together = keepsPart(what, places, from, to, job);
    if (!together || *together || places.size() == 1) return together;
    for (const Place& place : places) {
        if (isLate()) break;
        const std::string where = m_best->sketch.feeds[place.feed].name + ", axis " + std::to_string(place.axis) + ": ";
        auto alone = keepsPart(where + what, {place}, from, to, job);
        if (!alone || *alone) return alone;
    }
    return false;
}

Result<void> Search::smallerSizes(const JobContext& job) {
    std::set<std::int64_t> settled;
    for (;;) {
        const auto sizes = sizesOf(m_best->sketch);
        const auto next = std::ranges::find_if(sizes, [&](std::int64_t size) { return !settled.contains(size); });
        if (next == sizes.end() || isLate()) return {};
        const std::int64_t size = *next;
        bool isLess = false;
        for (const std::int64_t to : partsOf(size)) {
            if (isLess) break;
            auto kept = keepsSize(size, to, job);
            if (!kept) return kept.failure();
            isLess = *kept;
        }
        if (!isLess) settled.insert(size);
    }
}

Result<std::optional<Found>> Search::run(const Nodes& seeds, const Nodes& within, const JobContext& job) {
    using Part = Result<void> (Search::*)(const JobContext&);
    auto ended = cutAt(seeds, within, job);
    for (const Part part : {&Search::lessNodes, &Search::passBy, &Search::smallerSizes, &Search::simplerWeights})
        if (ended && m_best) ended = (this->*part)(job);
    if (!ended && !(m_best && ended.error().code == Error::kCancelled)) return ended.failure();
    return std::move(m_best);
}

}  // namespace etscope::shrink
