#include "modules/fold.h"

#include <algorithm>

#include "modules/pattern_rules.h"

namespace etscope::modules {
namespace {

/// Shape operators between two steps that are folded with them, at most.
constexpr std::size_t kMostBetween = 3;
/// Users of one value that are tried for a step.
constexpr std::size_t kMostUsers = 12;
/// Candidates that one rule tries from one node on: graphs that nearly fit in many ways stay cheap.
constexpr std::size_t kMostTries = 2048;
/// Users that are looked at for one step, and for all rules over the whole graph: the rest stays unfolded.
constexpr std::size_t kMostReached = 48, kMostWork = 20'000'000;
/// What stands for the operator in the name of a rule.
constexpr std::string_view kOperator = "{op}";

class Folder {
public:
    Folder(const graph::GraphModel& model, const graph::DataFlow& flow, const Hierarchy& hierarchy)
        : m_model(model), m_flow(flow), m_hierarchy(hierarchy), m_words(model.strings().size()) {}

    const std::string& word(graph::NodeId node) {
        const graph::StringId target = m_model.node(node).target;
        if (!target.valid()) return m_none;
        std::string& known = m_words[target.index()];
        if (known.empty()) known = operatorWord(m_model.text(target));
        return known;
    }
    bool together(graph::NodeId a, graph::NodeId b) const {
        return m_hierarchy.moduleOf(a) == m_hierarchy.moduleOf(b) && m_model.node(a).graph == m_model.node(b).graph;
    }
    bool isShape(graph::NodeId node) const {
        return describeOperator(m_model.text(m_model.node(node).target)).family == OperatorFamily::Shape &&
               m_flow.graphs(node).empty();
    }

    /// The only consumer of all results, in the same module; invalid when there is another or none.
    graph::NodeId next(graph::NodeId node) const {
        graph::NodeId only;
        for (const graph::ValueId value : m_flow.results(node)) {
            if (m_flow.leavesGraph(value)) return {};
            for (const graph::NodeId user : m_flow.consumers(value)) {
                if (only.valid() && only != user) return {};
                only = user;
            }
        }
        return only.valid() && together(only, node) ? only : graph::NodeId();
    }

    /// The pattern of a rule from `start` on, or one without nodes.
    Pattern match(const PatternRule& rule, graph::NodeId start) {
        if (m_work > kMostWork || !isOne(start, rule.steps[0].words)) return {};
        Trial trial{rule, std::vector<graph::NodeId>(rule.steps.size()), {start}};
        trial.steps[0] = start;
        m_tries = 0;
        if (!fill(trial, 1)) return {};
        std::ranges::sort(trial.nodes, {}, [this](graph::NodeId node) { return m_flow.position(node); });
        Pattern found{rule.name, rule.family, std::move(trial.nodes)};
        if (!rule.like) return found;
        const graph::NodeId served = trial.steps[*rule.like];
        found.family = describeOperator(m_model.text(m_model.node(served).target)).family;
        if (const auto at = found.name.find(kOperator); at != std::string::npos)
            found.name.replace(at, kOperator.size(), word(served));
        return found;
    }

private:
    /// A rule on its way: which node each step is, and all nodes with the shape operators between them.
    struct Trial {
        const PatternRule& rule;
        std::vector<graph::NodeId> steps;
        std::vector<graph::NodeId> nodes;

        /// The node of a step; of a missing optional one, that which it hangs on. The first is never missing.
        graph::NodeId nodeOf(std::size_t step) const {
            while (!steps[step].valid()) {
                const PatternStep& missing = rule.steps[step];
                step = missing.into ? *missing.into : missing.of.empty() ? *missing.shares : missing.of.front();
            }
            return steps[step];
        }
        bool has(graph::NodeId node) const { return std::ranges::find(nodes, node) != nodes.end(); }
    };
    /// A user of a value with the shape operators on the way to it.
    struct Reached {
        graph::NodeId node;
        std::vector<graph::NodeId> between;
    };

    bool isOne(graph::NodeId node, const std::vector<std::string>& words) {
        const std::string& mine = word(node);
        return m_flow.graphs(node).empty() &&
               std::ranges::any_of(words, [&mine](const std::string& begin) { return mine.starts_with(begin); });
    }

    /// The nodes beside a node, those behind shape operators, too; `each` calls for those beside one.
    template <class Each>
    std::vector<Reached> reachedFrom(graph::NodeId node, const Each& each) {
        std::vector<Reached> reached;
        std::vector<Reached> front{{node, {}}};
        for (std::size_t hops = 0; hops <= kMostBetween && !front.empty(); ++hops) {
            std::vector<Reached> next;
            for (const Reached& from : front)
                each(from.node, [&](graph::NodeId beside) {
                    if (reached.size() == kMostReached || !together(beside, node)) return;
                    ++m_work;
                    reached.push_back({beside, from.between});
                    if (!isShape(beside)) return;
                    next.push_back({beside, from.between});
                    next.back().between.push_back(beside);
                });
            front = std::move(next);
        }
        return reached;
    }

    /// Of a node's results.
    std::vector<Reached> usersOf(graph::NodeId node) {
        return reachedFrom(node, [this](graph::NodeId from, const auto& take) {
            for (const graph::ValueId value : m_flow.results(from))
                for (const graph::NodeId user : m_flow.consumers(value).first(std::min(kMostUsers, m_flow.consumers(value).size())))
                    if (user != from) take(user);
        });
    }

    /// Of what the node takes.
    std::vector<Reached> makersOf(graph::NodeId node) {
        return reachedFrom(node, [this](graph::NodeId from, const auto& take) {
            for (const graph::ValueId value : m_flow.inputs(from))
                if (const graph::NodeId maker = m_model.value(value).producer; maker.valid()) take(maker);
        });
    }

    bool fill(Trial& trial, std::size_t step) {
        if (step == trial.rule.steps.size()) return closed(trial.nodes);
        const PatternStep& rule = trial.rule.steps[step];
        for (const Reached& candidate : candidates(trial, rule)) {
            if (++m_tries > kMostTries || m_work > kMostWork) return false;
            if (trial.has(candidate.node) || !isOne(candidate.node, rule.words)) continue;
            std::vector<graph::NodeId> between;
            if (!takes(trial, rule, candidate, between)) continue;
            const std::size_t before = trial.nodes.size();
            for (const graph::NodeId node : between)
                if (!trial.has(node)) trial.nodes.push_back(node);
            trial.nodes.push_back(candidate.node);
            trial.steps[step] = candidate.node;
            if (fill(trial, step + 1)) return true;
            trial.steps[step] = graph::NodeId();
            trial.nodes.resize(before);
        }
        return rule.optional && fill(trial, step + 1);
    }

    /// What the step hangs on says where it is: makers for its result; users of the first step that it takes; else other users
    /// of the inputs that it shares.
    std::vector<Reached> candidates(const Trial& trial, const PatternStep& rule) {
        if (rule.into) return makersOf(trial.nodeOf(*rule.into));
        if (!rule.of.empty()) return usersOf(trial.nodeOf(rule.of.front()));
        std::vector<Reached> found;
        const graph::NodeId with = trial.nodeOf(*rule.shares);
        for (const graph::ValueId value : m_flow.inputs(with)) {
            const auto users = m_flow.consumers(value);
            for (const graph::NodeId user : users.first(std::min(kMostUsers, users.size())))
                if (user != with && together(user, with)) found.push_back({user, {}});
        }
        return found;
    }

    /// Whether the candidate hangs on all that the step wants; the shape operators on the ways are added to `between`.
    bool takes(const Trial& trial, const PatternStep& rule, const Reached& candidate, std::vector<graph::NodeId>& between) {
        between = candidate.between;
        for (std::size_t i = 1; i < rule.of.size(); ++i) {
            const auto ways = usersOf(trial.nodeOf(rule.of[i]));
            const auto way = std::ranges::find(ways, candidate.node, &Reached::node);
            if (way == ways.end()) return false;
            between.insert(between.end(), way->between.begin(), way->between.end());
        }
        const auto inputs = m_flow.inputs(candidate.node);
        if (rule.shares) {
            const auto theirs = m_flow.inputs(trial.nodeOf(*rule.shares));
            if (std::ranges::none_of(theirs,
                                     [&](graph::ValueId value) { return std::ranges::find(inputs, value) != inputs.end(); }))
                return false;
        }
        return rule.other.empty() || std::ranges::any_of(inputs, [&](graph::ValueId value) { return isMadeBy(value, rule.other); });
    }

    bool isMadeBy(graph::ValueId value, const std::vector<std::string>& words) {
        for (std::size_t hops = 0; hops <= kMostBetween; ++hops) {
            const graph::NodeId producer = m_model.value(value).producer;
            if (!producer.valid()) return false;
            if (isOne(producer, words)) return true;
            if (!isShape(producer) || m_flow.inputs(producer).empty()) return false;
            value = m_flow.inputs(producer).front();
        }
        return false;
    }

    /// Whether the values of all but the last to run stay inside.
    bool closed(const std::vector<graph::NodeId>& nodes) const {
        const graph::NodeId last =
            *std::ranges::max_element(nodes, {}, [this](graph::NodeId node) { return m_flow.position(node); });
        return std::ranges::all_of(nodes, [&](graph::NodeId node) {
            return node == last || std::ranges::all_of(m_flow.results(node), [&](graph::ValueId value) {
                       return !m_flow.leavesGraph(value) && std::ranges::all_of(m_flow.consumers(value), [&](graph::NodeId user) {
                           return std::ranges::find(nodes, user) != nodes.end();
                       });
                   });
        });
    }

    const graph::GraphModel& m_model;
    const graph::DataFlow& m_flow;
    const Hierarchy& m_hierarchy;
    std::vector<std::string> m_words;  ///< by target, as they are asked for
    const std::string m_none;
    std::size_t m_tries = 0, m_work = 0;
};

}  // namespace

Folding::Folding(const graph::GraphModel& model, const graph::DataFlow& flow, const Hierarchy& hierarchy)
    : m_patternOf(model.nodeCount()) {
    Folder folder(model, flow, hierarchy);
    const auto take = [&](Pattern pattern) {
        const PatternId id(m_patterns.size());
        for (const graph::NodeId node : pattern.nodes) m_patternOf[node.index()] = id;
        m_patterns.push_back(std::move(pattern));
    };
    const auto free = [&](const std::vector<graph::NodeId>& nodes) {
        return std::none_of(nodes.begin(), nodes.end(), [&](graph::NodeId node) { return patternOf(node).valid(); });
    };
    for (std::uint32_t i = 0; i < model.nodeCount(); ++i) {
        const graph::NodeId node(i);
        if (patternOf(node).valid() || !flow.graphs(node).empty()) continue;
        for (const PatternRule& rule : patternRules()) {
            Pattern found = folder.match(rule, node);
            if (found.nodes.empty() || !free(found.nodes)) continue;
            take(std::move(found));
            break;
        }
    }
    // Runs of shape operators last: a rule may begin with one.
    for (std::uint32_t i = 0; i < model.nodeCount(); ++i) {
        const graph::NodeId node(i);
        if (patternOf(node).valid() || !folder.isShape(node)) continue;
        std::vector<graph::NodeId> run{node};
        std::string name = folder.word(node);
        for (graph::NodeId at = folder.next(node); at.valid() && !patternOf(at).valid() && folder.isShape(at);
             at = folder.next(at)) {
            run.push_back(at);
            if (run.size() <= 3) name += " · " + folder.word(at);
        }
        if (run.size() > 3) name += " …";
        if (run.size() > 1) take({std::move(name), OperatorFamily::Shape, std::move(run)});
    }
}

}  // namespace etscope::modules
