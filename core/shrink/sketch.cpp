#include "shrink/sketch.h"

#include <algorithm>
#include <iterator>

#include "evaluate/operator_table.h"
#include "shrink/code_text.h"
#include "shrink/quantisers.h"

namespace etscope::shrink {
namespace {

std::uint64_t bytesOf(const evaluate::Array& array) { return static_cast<std::uint64_t>(array.count()) * itemSize(array.type); }

std::uint64_t bytesOf(const std::vector<Feed>& feeds, bool inputs) {
    std::uint64_t bytes = 0;
    for (const Feed& feed : feeds) {
        if ((feed.kind == FeedKind::Input) != inputs || feed.seeded) continue;
        const bool isOne = feed.array.count() > kMostLiterals && isFilled(feed.array);
        bytes += isOne ? itemSize(feed.array.type) : bytesOf(feed.array);
    }
    return bytes;
}

}  // namespace

std::size_t Sketch::calls() const noexcept {
    std::size_t further = 0;
    for (const Feed& feed : feeds) further = std::max(further, feed.further.size());
    return 1 + further;
}

std::uint64_t Sketch::inputBytes() const noexcept { return bytesOf(feeds, true); }
std::uint64_t Sketch::constantBytes() const noexcept { return bytesOf(feeds, false); }

std::size_t Sketch::operators() const { return computing().size(); }

std::vector<graph::NodeId> Sketch::computing() const {
    std::vector<graph::NodeId> some;
    for (const graph::NodeId node : nodes)
        if (!isQuantiser(*graph, node) && !passed.contains(node)) some.push_back(node);
    if (some.empty())
        std::ranges::copy_if(nodes, std::back_inserter(some), [&](graph::NodeId node) { return !passed.contains(node); });
    return some;
}

Sketch plain(Sketch sketch) {
    sketch.plain = true;
    std::set<std::string> taken;
    std::vector<Feed*> made;
    for (Feed& feed : sketch.feeds) {
        const bool isMade = feed.kind == FeedKind::Input && sketch.graph->value(feed.value).producer.valid();
        if (isMade)
            made.push_back(&feed);
        else
            taken.insert(feed.name);
    }
    constexpr std::string_view kNames = "xyz";
    if (made.size() > kNames.size()) return sketch;
    for (std::size_t i = 0; i < made.size(); ++i) made[i]->name = freeName(kNames.substr(i, 1), taken);
    return sketch;
}

std::string operatorName(const graph::GraphModel& model, graph::NodeId node) {
    const std::string_view name = evaluate::shortTarget(model.text(model.node(node).target));
    constexpr std::string_view kHigherOrder = "higher_order.";
    return std::string(name.starts_with(kHigherOrder) ? name.substr(kHigherOrder.size()) : name);
}

std::set<std::string> operatorNames(const graph::GraphModel& model, const std::vector<graph::NodeId>& nodes) {
    std::set<std::string> names;
    for (const graph::NodeId node : nodes) names.insert(operatorName(model, node));
    return names;
}

}  // namespace etscope::shrink
