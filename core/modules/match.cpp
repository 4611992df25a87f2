#include "modules/match.h"

#include <algorithm>
#include <deque>
#include <map>

#include "base/text_hash.h"
#include "modules/graph_index.h"

namespace etscope::modules {
namespace {

/// A use of a value by a node: which argument, and where in its list.
struct Use {
    graph::ValueId value;
    std::string_view argument;
    std::size_t place = 0;  ///< among the references of the argument, in order
};

void addUses(const graph::GraphModel& model, const graph::Argument& argument, std::string_view name, std::size_t& place,
             std::vector<Use>& uses) {
    if (argument.kind == graph::ArgumentKind::Value) uses.push_back({argument.value(), name, place++});
    if (argument.kind == graph::ArgumentKind::List)
        for (const graph::Argument& item : model.listItems(argument)) addUses(model, item, name, place, uses);
}

std::vector<Use> usesOf(const graph::GraphModel& model, const graph::Node& node) {
    std::vector<Use> uses;
    for (const graph::Argument& argument : model.arguments(node)) {
        std::size_t place = 0;
        addUses(model, argument, model.text(argument.name), place, uses);
    }
    return uses;
}

/// What a graph input is: the weight behind it, else its name.
std::string inputText(const graph::GraphModel& model, graph::ValueId value) {
    const graph::Value& input = model.value(value);
    const auto& inputs = model.graph(input.graph).inputs;
    const bool known = input.output < inputs.size() && inputs[input.output].value == value;
    if (known && inputs[input.output].target.valid()) return std::string(model.text(inputs[input.output].target));
    // Values of a plan have numbers for names, which move.
    const std::string name(model.text(input.id));
    const bool number =
        name.size() > 1 && name[0] == 'v' && std::all_of(name.begin() + 1, name.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!number) return name;
    if (!known) return valueText(model, value);
    const graph::GraphInput& port = inputs[input.output];
    if (!graph::isUser(port.kind)) return std::string(model.kindWord(port)) + " " + valueText(model, value);
    return "input " + std::to_string(input.output);  // a plan's own inputs come first
}

/// An argument as text; `reference` writes values.
template <class Reference>
void writeArgument(const graph::GraphModel& model, const graph::Argument& argument, const Reference& reference, std::string& out) {
    switch (argument.kind) {
        case graph::ArgumentKind::None: out += "None"; return;
        case graph::ArgumentKind::Value: reference(argument.value(), out); return;
        case graph::ArgumentKind::Int: out += std::to_string(argument.integer); return;
        case graph::ArgumentKind::Bool: out += argument.integer != 0 ? "True" : "False"; return;
        case graph::ArgumentKind::Float: {
            char text[32];
            std::snprintf(text, sizeof(text), "%.17g", argument.number);
            out += text;
            return;
        }
        case graph::ArgumentKind::DType:
            out += argument.integer >= 0 ? scalarTypeName(static_cast<ScalarType>(argument.integer))
                                         : "unknown:" + std::to_string(-1 - argument.integer);
            return;
        case graph::ArgumentKind::Graph: out += model.text(model.graph(argument.graph()).argument); return;
        case graph::ArgumentKind::List: {
            out += '[';
            bool first = true;
            for (const graph::Argument& item : model.listItems(argument)) {
                if (!first) out += ", ";
                first = false;
                writeArgument(model, item, reference, out);
            }
            out += ']';
            return;
        }
        default: out += model.text(argument.text()); return;
    }
}

/// A module stack is of items "key,path,type", parted by ';'. Keys may be addresses, which are others in each export.
std::string withoutKeys(std::string_view stack) {
    std::string text;
    while (!stack.empty()) {
        const std::string_view item = stack.substr(0, stack.find(';'));
        int depth = 0;
        const auto* comma = std::ranges::find_if(item, [&depth](char c) {
            depth += c == '[' || c == '(' ? 1 : c == ']' || c == ')' ? -1 : 0;
            return c == ',' && depth == 0;
        });
        text.append(comma == item.end() ? item.begin() : comma, item.end()) += ';';
        stack.remove_prefix(std::min(stack.size(), item.size() + 1));
    }
    return text;
}

/// One side with everything that matching asks for.
class Side {
public:
    explicit Side(const graph::GraphModel& model) : m_model(model), m_flow(model), m_descriptions(model.nodeCount()) {
        for (std::uint32_t n = 0; n < model.nodeCount(); ++n) m_descriptions[n] = describe(graph::NodeId(n));
    }

    const graph::GraphModel& model() const { return m_model; }
    const graph::DataFlow& flow() const { return m_flow; }
    const std::string& description(graph::NodeId node) const { return m_descriptions[node.index()]; }
    /// Operator, module and place among nested graphs.
    std::string kind(graph::NodeId id) const {
        const graph::Node& node = m_model.node(id);
        std::string text(m_model.text(node.target));
        text += '\n';
        text += withoutKeys(m_model.text(node.moduleStack));
        text += '\n';
        text += m_model.text(m_model.graph(node.graph).argument);
        return text;
    }

private:
    std::string describe(graph::NodeId id) const {
        const graph::Node& node = m_model.node(id);
        std::string text = kind(id);
        for (const graph::Argument& argument : m_model.arguments(node)) {
            text += '\n';
            text += m_model.text(argument.name);
            text += '=';
            writeArgument(
                m_model, argument,
                [this](graph::ValueId value, std::string& out) {
                    out += m_model.value(value).producer.valid() ? std::string("·") : inputText(m_model, value);
                },
                text);
        }
        for (const graph::ValueId value : m_flow.results(id)) text += '\n' + valueText(m_model, value);
        return text;
    }

    const graph::GraphModel& m_model;
    graph::DataFlow m_flow;
    std::vector<std::string> m_descriptions;
};

class Matcher {
public:
    Matcher(const graph::GraphModel& left, const graph::GraphModel& right, const JobContext& job)
        : m_left(left), m_right(right), m_job(job) {
        m_match.rightOf.resize(left.nodeCount());
        m_match.leftOf.resize(right.nodeCount());
        m_match.by.resize(left.nodeCount());
    }

    Result<GraphMatch> run(std::span<const NodePair> byHand) {
        for (const auto& [left, right] : byHand)
            if (isFree(m_match.rightOf, left) && isFree(m_match.leftOf, right)) pair(left, right, MatchedBy::Hand);
        spread();
        pairUnique(MatchedBy::Description, [](const Side& side, graph::NodeId node) { return side.description(node); });
        spread();
        pairInOrder();
        spread();
        pairUnique(MatchedBy::Name, [](const Side& side, graph::NodeId node) {
            return std::string(side.model().text(side.model().node(node).target)) + '\n' + side.model().nodePath(node);
        });
        spread();
        pairReplaced();
        if (m_job.cancelled()) return cancelledFailure();
        return std::move(m_match);
    }

private:
    bool isFree(const std::vector<graph::NodeId>& other, graph::NodeId node) const { return !other[node.index()].valid(); }

    void pair(graph::NodeId left, graph::NodeId right, MatchedBy by) {
        m_match.by[left.index()] = by;
        m_match.rightOf[left.index()] = right;
        m_match.leftOf[right.index()] = left;
        ++m_match.matched;
        m_queue.emplace_back(left, right);
    }

    template <class Key>
    static std::map<std::string, std::vector<graph::NodeId>> group(const Side& side, const std::vector<graph::NodeId>& other,
                                                                   const Key& key) {
        std::map<std::string, std::vector<graph::NodeId>> groups;
        for (std::uint32_t n = 0; n < side.model().nodeCount(); ++n)
            if (!other[n].valid()) groups[key(side, graph::NodeId(n))].push_back(graph::NodeId(n));
        return groups;
    }

    template <class Key>
    void pairUnique(MatchedBy by, const Key& key) {
        if (m_job.cancelled()) return;
        const auto left = group(m_left, m_match.rightOf, key);
        const auto right = group(m_right, m_match.leftOf, key);
        for (const auto& [text, nodes] : left) {
            const auto hit = right.find(text);
            if (nodes.size() == 1 && hit != right.end() && hit->second.size() == 1) pair(nodes[0], hit->second[0], by);
        }
    }

    /// Free nodes of one kind in execution order: all of them where the numbers are equal, else runs of equal descriptions from
    /// both ends.
    void pairInOrder() {
        if (m_job.cancelled()) return;
        noteNeighbours();
        const auto key = [](const Side& side, graph::NodeId node) { return side.kind(node); };
        const auto left = group(m_left, m_match.rightOf, key);
        const auto right = group(m_right, m_match.leftOf, key);
        for (const auto& [text, ours] : left) {
            const auto hit = right.find(text);
            if (hit == right.end()) continue;
            const auto& theirs = hit->second;
            const auto same = [&](graph::NodeId a, graph::NodeId b) { return m_left.description(a) == m_right.description(b); };
            const auto fits = [&](graph::NodeId a, graph::NodeId b) { return same(a, b) || inPlace(a, b); };
            std::size_t begin = 0, end = 0;
            const std::size_t most = std::min(ours.size(), theirs.size());
            const bool all = ours.size() == theirs.size();
            while (begin < most && (all ? fits(ours[begin], theirs[begin]) : same(ours[begin], theirs[begin])))
                pair(ours[begin], theirs[begin], MatchedBy::Order), ++begin;
            while (begin + end < most && same(ours[ours.size() - 1 - end], theirs[theirs.size() - 1 - end])) {
                pair(ours[ours.size() - 1 - end], theirs[theirs.size() - 1 - end], MatchedBy::Order);
                ++end;
            }
        }
    }

    /// For each left node, where the nearest matched nodes before and behind it lie on the right.
    void noteNeighbours() {
        const std::size_t n = m_left.model().nodeCount();
        m_after.assign(n, 0);
        m_before.assign(n, static_cast<std::uint32_t>(m_right.model().nodeCount()));
        std::uint32_t last = 0;
        for (std::size_t i = 0; i < n; ++i) {
            m_after[i] = last;
            if (m_match.rightOf[i].valid()) last = m_match.rightOf[i].index() + 1;
        }
        last = static_cast<std::uint32_t>(m_right.model().nodeCount());
        for (std::size_t i = n; i-- > 0;) {
            m_before[i] = last;
            if (m_match.rightOf[i].valid()) last = m_match.rightOf[i].index();
        }
    }
    /// Whether a pair would lie between the pairs around it: nodes that were changed stay where they are.
    bool inPlace(graph::NodeId left, graph::NodeId right) const {
        return right.index() >= m_after[left.index()] && right.index() < m_before[left.index()];
    }

    /// From matched pairs to the producers of the same arguments and the only consumers of the same kind.
    void spread() {
        for (std::size_t steps = 0; !m_queue.empty(); ++steps) {
            if (steps % 4096 == 0 && m_job.cancelled()) return;
            const auto [left, right] = m_queue.front();
            m_queue.pop_front();
            spreadUp(left, right);
            spreadDown(left, right);
        }
    }

    bool alike(graph::NodeId left, graph::NodeId right) const {
        return left.valid() && right.valid() && isFree(m_match.rightOf, left) && isFree(m_match.leftOf, right) &&
               m_left.model().text(m_left.model().node(left).target) == m_right.model().text(m_right.model().node(right).target);
    }

    void spreadUp(graph::NodeId left, graph::NodeId right) {
        const auto ours = usesOf(m_left.model(), m_left.model().node(left));
        const auto theirs = usesOf(m_right.model(), m_right.model().node(right));
        for (std::size_t i = 0, k = 0; i < ours.size() && k < theirs.size(); ++i, ++k) {
            if (ours[i].argument != theirs[k].argument || ours[i].place != theirs[k].place) return;
            const graph::Value &a = m_left.model().value(ours[i].value), &b = m_right.model().value(theirs[k].value);
            if (a.output == b.output && alike(a.producer, b.producer)) pair(a.producer, b.producer, neighbourOf(left));
        }
    }

    void spreadDown(graph::NodeId left, graph::NodeId right) {
        const auto ours = m_left.flow().results(left);
        const auto theirs = m_right.flow().results(right);
        for (std::size_t i = 0; i < std::min(ours.size(), theirs.size()); ++i) {
            const auto a = freeConsumers(m_left, m_match.rightOf, ours[i]);
            const auto b = freeConsumers(m_right, m_match.leftOf, theirs[i]);
            for (const auto& [kind, node] : a)
                if (const auto hit = b.find(kind);
                    hit != b.end() && node.valid() && hit->second.valid() && alike(node, hit->second))
                    pair(node, hit->second, neighbourOf(left));
        }
    }

    /// What hangs together with a pair is as certain as that.
    MatchedBy neighbourOf(graph::NodeId left) const {
        const MatchedBy by = m_match.by[left.index()];
        return isCertain(by) ? MatchedBy::Neighbour : by;
    }

    /// By description; invalid where several are alike. Values that very many take tell nothing.
    static std::map<std::string_view, graph::NodeId> freeConsumers(const Side& side, const std::vector<graph::NodeId>& other,
                                                                   graph::ValueId value) {
        constexpr std::size_t kMost = 16;
        std::map<std::string_view, graph::NodeId> found;
        const auto users = side.flow().consumers(value);
        if (users.size() > kMost) return found;
        for (const graph::NodeId user : users) {
            if (other[user.index()].valid()) continue;
            const auto [at, fresh] = found.try_emplace(side.description(user), user);
            if (!fresh) at->second = graph::NodeId();
        }
        return found;
    }

    /// The matched inputs of a free node as a key; empty when one of them is free, or there are none.
    static std::string placeOf(const Side& side, graph::NodeId node, const std::vector<graph::NodeId>* toRight) {
        std::string key;
        for (const graph::ValueId input : side.flow().inputs(node)) {
            const graph::Value& value = side.model().value(input);
            if (!value.producer.valid()) continue;
            const graph::NodeId name = toRight != nullptr ? (*toRight)[value.producer.index()] : value.producer;
            if (!name.valid()) return {};
            key += std::to_string(name.index()) + ":" + std::to_string(value.output) + " ";
        }
        if (!key.empty()) key += withoutKeys(side.model().text(side.model().node(node).moduleStack));
        return key;
    }

    void pairReplaced() {
        if (m_job.cancelled()) return;
        TextMap<graph::NodeId> places;
        for (std::uint32_t n = 0; n < m_right.model().nodeCount(); ++n) {
            const graph::NodeId node(n);
            if (!isFree(m_match.leftOf, node)) continue;
            std::string key = placeOf(m_right, node, nullptr);
            if (key.empty()) continue;
            const auto [at, fresh] = places.try_emplace(std::move(key), node);
            if (!fresh) at->second = graph::NodeId();
        }
        for (std::uint32_t n = 0; n < m_left.model().nodeCount(); ++n) {
            const graph::NodeId node(n);
            if (!isFree(m_match.rightOf, node)) continue;
            const auto hit = places.find(placeOf(m_left, node, &m_match.rightOf));
            if (hit != places.end() && hit->second.valid() && isFree(m_match.leftOf, hit->second))
                pair(node, hit->second, MatchedBy::Place);
        }
    }

    Side m_left, m_right;
    const JobContext& m_job;
    GraphMatch m_match;
    std::deque<std::pair<graph::NodeId, graph::NodeId>> m_queue;
    std::vector<std::uint32_t> m_after, m_before;
};

/// Writes values of the left graph by the names that their matches have in the right one, and both by weights and inputs.
class References {
public:
    References(const graph::GraphModel& model, const graph::GraphModel* other, const std::vector<graph::NodeId>* match)
        : m_model(model), m_other(other), m_match(match) {}

    void operator()(graph::ValueId value, std::string& out) const {
        const graph::Value& one = m_model.value(value);
        if (!one.producer.valid()) {
            out += inputText(m_model, value);
            return;
        }
        const graph::NodeId there = m_match != nullptr ? (*m_match)[one.producer.index()] : graph::NodeId();
        const bool mapped = m_match != nullptr && there.valid();
        out += mapped ? m_other->nodePath(there) : m_model.nodePath(one.producer);
        if (m_match != nullptr && !mapped) out += " (removed)";
        if (one.output > 0 || one.element > 0)
            out += "." + std::to_string(one.output + static_cast<std::uint32_t>(std::max(one.element, 0)));
    }

private:
    const graph::GraphModel& m_model;
    const graph::GraphModel* m_other;
    const std::vector<graph::NodeId>* m_match;
};

template <class LeftReference, class RightReference>
void addArgumentChanges(const graph::GraphModel& left, const graph::Node& a, const LeftReference& leftReference,
                        const graph::GraphModel& right, const graph::Node& b, const RightReference& rightReference,
                        std::vector<FieldChange>& changes) {
    const auto ours = left.arguments(a), theirs = right.arguments(b);
    for (std::size_t i = 0; i < std::max(ours.size(), theirs.size()); ++i) {
        std::string x, y;
        if (i < ours.size()) writeArgument(left, ours[i], leftReference, x);
        if (i < theirs.size()) writeArgument(right, theirs[i], rightReference, y);
        const std::string_view name = i < theirs.size() ? right.text(theirs[i].name) : left.text(ours[i].name);
        if (x != y) changes.push_back({"argument " + (name.empty() ? std::to_string(i) : std::string(name)), x, y});
    }
}

}  // namespace

Result<GraphMatch> matchGraphs(const graph::GraphModel& left, const graph::GraphModel& right, const JobContext& job,
                               std::span<const NodePair> byHand) {
    return Matcher(left, right, job).run(byHand);
}

std::vector<FieldChange> changesOf(const graph::GraphModel& left, const graph::GraphModel& right, const GraphMatch& match,
                                   graph::NodeId leftNode) {
    const graph::Node &a = left.node(leftNode), &b = right.node(match.rightOf[leftNode.index()]);
    std::vector<FieldChange> changes;
    const auto compare = [&changes](std::string field, std::string x, std::string y) {
        if (x != y) changes.push_back({std::move(field), std::move(x), std::move(y)});
    };
    compare("target", std::string(left.text(a.target)), std::string(right.text(b.target)));
    if (const std::string_view x = left.text(a.moduleStack), y = right.text(b.moduleStack); withoutKeys(x) != withoutKeys(y))
        compare("module", std::string(x), std::string(y));
    addArgumentChanges(left, a, References(left, &right, &match.rightOf), right, b, References(right, nullptr, nullptr), changes);
    const auto results = [](const graph::GraphModel& model, const graph::Node& node) {
        std::vector<std::string> texts;
        for (const graph::OutputSlot& slot : model.outputs(node))
            for (const graph::ValueId value : model.values(slot)) texts.push_back(valueText(model, value));
        return texts;
    };
    const auto x = results(left, a), y = results(right, b);
    for (std::size_t i = 0; i < std::max(x.size(), y.size()); ++i)
        compare("output " + std::to_string(i), i < x.size() ? x[i] : "", i < y.size() ? y[i] : "");
    return changes;
}

std::vector<FieldChange> constantChanges(const graph::GraphModel& left, const graph::GraphModel& right, graph::NodeId leftNode,
                                         graph::NodeId rightNode) {
    const auto anyValue = [](graph::ValueId, std::string& out) { out += "a value"; };
    std::vector<FieldChange> changes;
    addArgumentChanges(left, left.node(leftNode), anyValue, right, right.node(rightNode), anyValue, changes);
    return changes;
}

}  // namespace etscope::modules
