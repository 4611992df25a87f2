#include "compare/module_changes.h"

#include <algorithm>
#include <charconv>

#include "base/lists.h"
#include "compare/module_sentence.h"
#include "modules/operator_family.h"

namespace etscope::compare {
namespace {

using graph::NodeId;

void addOptional(std::optional<std::uint64_t>& sum, const std::optional<std::uint64_t>& part) {
    if (part) sum = sum.value_or(0) + *part;
}

/// A module while the tree is built: the change, and what its repeats are compared by.
struct Built {
    ModuleChange change;
    std::string key;  ///< equal of modules that are alike in all that is told
    Tally tally;      ///< of itself and all inside
    bool differs = false;
};

bool numbered(std::string_view path) {
    const std::string_view last = path.substr(path.rfind('.') + 1);
    return !last.empty() && std::ranges::all_of(last, [](char c) { return c >= '0' && c <= '9'; });
}

bool onBothSides(const ModuleChange& change) { return change.state != ChangeState::Added && change.state != ChangeState::Removed; }

class TreeOf {
public:
    TreeOf(const MethodChange& method, const StageDiff& stage, const SessionDiff& diff) : m_method(method), m_stage(stage) {
        for (const ValueChange& change : diff.tensors)
            if (change.maxAbs && (change.method.empty() || change.method == stage.method)) m_values.emplace(change.name, &change);
        orderPaths();
        sortNodes();
    }

    Built root() { return build(""); }
    std::size_t relabelled() const { return m_relabelled; }

private:
    /// Paths of both sides, those of the left first; children by parent.
    void orderPaths() {
        const auto add = [&](const MethodFacts& facts) {
            for (const std::string& path : facts.order)
                if (!path.empty() && m_known.insert(path).second) m_paths.push_back(path);
        };
        add(m_method.left);
        add(m_method.right);
        for (const std::string& path : m_paths) {
            std::string_view parent = parentPath(path);
            while (!parent.empty() && !m_known.contains(parent)) parent = parentPath(parent);
            m_children[std::string(parent)].push_back(path);
        }
    }

    /// Changes of nodes by the module that they are directly in.
    void sortNodes() {
        const auto pathOf = [](const MethodFacts& facts, NodeId node) {
            const modules::ModuleId module = facts.index->hierarchy().moduleOf(node);
            return module.valid() ? facts.index->hierarchy().module(module).path : std::string();
        };
        for (const NodeId node : m_stage.removed) m_nodes[pathOf(m_method.left, node)].push_back({node, {}, {}});
        for (const NodeId node : m_stage.added) m_nodes[pathOf(m_method.right, node)].push_back({{}, node, {}});
        for (const ChangedNode& one : m_stage.changed) {
            const NodeId other = m_stage.match.rightOf[one.left.index()];
            const std::string before = pathOf(m_method.left, one.left), after = pathOf(m_method.right, other);
            const auto told = std::ranges::find_if(
                one.changes, [&](const modules::FieldChange& change) { return change.field != "module" || before != after; });
            if (told == one.changes.end()) {
                ++m_relabelled;
                continue;
            }
            const std::string text = told->field == "module" ? inModule(before) + " → " + inModule(after)
                                                             : told->field + ": " + told->left + " → " + told->right;
            m_nodes[before].push_back({one.left, other, text});
        }
    }

    static std::string inModule(const std::string& path) { return path.empty() ? "in no module" : "in " + path; }

    Built build(const std::string& path) {
        Built built;
        ModuleChange& change = built.change;
        change.paths = {path};
        change.title = path;
        const auto left = m_method.left.modules.find(path), right = m_method.right.modules.find(path);
        const bool inLeft = left != m_method.left.modules.end(), inRight = right != m_method.right.modules.end();
        if (inLeft) addOptional(change.bytesLeft, left->second.bytes);
        if (inRight) addOptional(change.bytesRight, right->second.bytes);
        change.type = inRight ? right->second.type : inLeft ? left->second.type : std::string();
        if (const auto nodes = m_nodes.find(path); nodes != m_nodes.end()) change.nodes = nodes->second;
        std::vector<Clause> own;
        if (inLeft && inRight) {
            own = clausesOf(left->second, right->second, m_values);
            addClass(left->second.type, right->second.type, own);
            addArguments(change.nodes, own);
            const auto computes = [](const Clause& clause) { return clause.about != About::Place && clause.about != About::Class; };
            if (std::ranges::any_of(own, computes)) change.state = ChangeState::Changed;
        } else if (!path.empty()) {
            change.state = inRight ? ChangeState::Added : ChangeState::Removed;
        }
        built.tally.add(change.type, own);
        if (change.state == ChangeState::Removed) ++built.tally.gone;
        if (change.state == ChangeState::Added) ++built.tally.fresh;
        if (own.empty() && onBothSides(change) && !change.nodes.empty())
            ++(hasUnpaired(path, change.nodes) ? built.tally.unpaired : built.tally.rewired);
        addChildren(path, built);
        built.differs = built.differs || change.state || !own.empty() || !change.nodes.empty();
        change.sentence = sentenceOf(built, own);
        built.key += change.type + "\x1f" + std::to_string(change.state ? static_cast<int>(*change.state) : -1);
        for (const Clause& clause : own) built.key += "\x1f" + clause.alike;
        for (const NodeChange& node : change.nodes) built.key += "\x1f" + std::to_string(static_cast<int>(node.state()));
        return built;
    }

    /// A class of another name computes the same as far as is known: what it does otherwise is told by its operators.
    static void addClass(const std::string& before, const std::string& after, std::vector<Clause>& clauses) {
        if (before.empty() || after.empty() || before == after) return;
        const std::string text = before + " is now " + after;
        clauses.push_back({About::Class, text, text});
    }

    /// What calibration found: numbers that are others in every export of a quantised model.
    class Calibration {
    public:
        /// Whether the change is one of these.
        bool take(std::string_view target, const modules::FieldChange& change) {
            if (modules::describeOperator(target).family != modules::OperatorFamily::Quantise) return false;
            const bool scale = change.field == "argument scale";
            if (!scale && change.field != "argument zero_point") return false;
            (scale ? m_scales : m_zeros).insert(change.left + " → " + change.right);
            return true;
        }
        void say(std::vector<Clause>& clauses) const {
            if (m_scales.empty() && m_zeros.empty()) return;
            const std::string alike = m_zeros.empty()    ? "with other scales"
                                      : m_scales.empty() ? "with other zero points"
                                                         : "with other scales and zero points";
            std::string text = alike;
            if (m_scales.size() + m_zeros.size() == 1)
                text = m_zeros.empty() ? "scale: " + *m_scales.begin() : "zero point: " + *m_zeros.begin();
            clauses.push_back({About::Meaning, alike, text});
        }

    private:
        std::set<std::string> m_scales, m_zeros;
    };

    /// Operators that are called with other numbers or words, each kind of change once.
    void addArguments(const std::vector<NodeChange>& nodes, std::vector<Clause>& clauses) const {
        constexpr std::size_t kMostTold = 3;
        std::set<std::string> told;
        Calibration calibration;
        for (const NodeChange& node : nodes) {
            if (node.state() != ChangeState::Changed) continue;
            const graph::GraphModel &left = *m_stage.left, &right = *m_stage.right;
            const std::string_view target = left.text(left.node(node.left).target);
            if (target != right.text(right.node(node.right).target)) continue;
            for (const modules::FieldChange& change : modules::constantChanges(left, right, node.left, node.right))
                if (!calibration.take(target, change))
                    told.insert(modules::operatorWord(target) + ", " + change.field + ": " + change.left + " → " + change.right);
        }
        for (const std::string& text : told) {
            if (clauses.size() >= kMostTold && told.size() > kMostTold) break;
            clauses.push_back({About::Meaning, text, text});
        }
        if (told.size() > kMostTold) {
            const std::string rest = "further arguments are others";
            clauses.push_back({About::Meaning, rest, rest});
        }
        calibration.say(clauses);
    }

    /// Whether nodes of one side have none that is theirs on the other, of operators that both sides have.
    bool hasUnpaired(const std::string& path, const std::vector<NodeChange>& nodes) const {
        const auto facts = m_method.left.modules.find(path);
        return std::ranges::any_of(nodes, [&](const NodeChange& node) {
            if (node.state() != ChangeState::Removed || facts == m_method.left.modules.end()) return false;
            const std::string word = modules::operatorWord(m_stage.left->text(m_stage.left->node(node.left).target));
            return std::ranges::find(facts->second.operators, word) != facts->second.operators.end();
        });
    }

    /// Children that differ; of numbered ones those that are alike as one, and those that are not beside them.
    void addChildren(const std::string& path, Built& built) {
        const auto children = m_children.find(path);
        if (children == m_children.end()) return;
        std::vector<Built> list;
        for (const std::string& child : children->second) list.push_back(build(child));
        for (const Built& one : list) {
            addOptional(built.change.bytesLeft, one.change.bytesLeft);
            addOptional(built.change.bytesRight, one.change.bytesRight);
            if (onBothSides(built.change)) built.tally.add(one.tally);
            built.differs = built.differs || one.differs;
            built.key +=
                "(" +
                std::string(parentPath(one.change.title) == path ? one.change.title.substr(path.empty() ? 0 : path.size() + 1)
                                                                 : one.change.title) +
                ":" + one.key + ")";
        }
        if (!onBothSides(built.change)) return;  // what is inside is new, or gone, as well
        fold(list);
        for (Built& one : list)
            if (one.differs) built.change.children.push_back(std::move(one.change));
        for (ModuleChange& child : built.change.children) child.title = pathsText(shortened(child.paths, path));
    }

    static std::vector<std::string> shortened(std::vector<std::string> paths, const std::string& around) {
        for (std::string& path : paths)
            if (!around.empty() && path.starts_with(around + ".")) path = path.substr(around.size() + 1);
        return paths;
    }

    /// Numbered siblings of one key become one; where most are alike, the others are odd.
    static void fold(std::vector<Built>& list) {
        std::map<std::string, std::size_t> first, most;  ///< by key; by class, of those that are alike
        std::vector<Built> folded;
        for (Built& one : list) {
            if (!numbered(one.change.paths.front())) {
                folded.push_back(std::move(one));
                continue;
            }
            const std::string group = std::string(parentPath(one.change.paths.front())) + one.key;
            const auto [at, fresh] = first.try_emplace(group, folded.size());
            if (fresh) {
                folded.push_back(std::move(one));
                continue;
            }
            ModuleChange& into = folded[at->second].change;
            into.paths.push_back(one.change.paths.front());
            addOptional(into.bytesLeft, one.change.bytesLeft);
            addOptional(into.bytesRight, one.change.bytesRight);
        }
        for (const Built& one : folded)
            if (onBothSides(one.change)) most[one.change.type] = std::max(most[one.change.type], one.change.paths.size());
        for (Built& one : folded)
            one.change.odd = onBothSides(one.change) && numbered(one.change.paths.front()) &&
                             most[one.change.type] > 2 * one.change.paths.size();
        list = std::move(folded);
    }

    std::string sentenceOf(const Built& built, const std::vector<Clause>& own) const {
        const ModuleChange& change = built.change;
        const std::string kind = change.type.empty() ? "" : change.type + ", ";
        if (change.state == ChangeState::Removed) return kind + "no longer there";
        if (change.state == ChangeState::Added) return kind + "new";
        if (!change.children.empty()) return built.tally.text();
        if (!own.empty() || change.nodes.empty()) return joined(own, "; ", &Clause::text);
        return hasUnpaired(change.paths.front(), change.nodes)
                   ? "operators of the same kinds that could not be paired: they may differ"
                   : "the same operators with the same arguments, around them other nodes";
    }

    const MethodChange& m_method;
    const StageDiff& m_stage;
    WeightChanges m_values;
    std::vector<std::string> m_paths;
    std::set<std::string, std::less<>> m_known;
    std::map<std::string, std::vector<std::string>> m_children;
    std::map<std::string, std::vector<NodeChange>> m_nodes;
    std::size_t m_relabelled = 0;
};

/// The stage of the method that both sides recorded and that says most: the edge graph, unless operators are already inside
/// delegates there, else the exported one, else any. nullptr: there is none.
const StageDiff* comparedStage(const SessionDiff& diff, const std::string& method) {
    const auto worth = [](const StageDiff& stage) {
        const bool whole = stage.left->delegates().empty() && stage.right->delegates().empty();
        if (stage.stage == graph::StageId::edge()) return whole ? 3 : 0;
        return stage.stage == graph::StageId::exported() ? 2 : stage.stage.is(graph::StageId::Kind::Extra) ? 1 : 0;
    };
    const StageDiff* best = nullptr;
    for (const StageDiff& stage : diff.stages)
        if (stage.method == method && stage.left != nullptr && stage.right != nullptr &&
            (best == nullptr || worth(stage) > worth(*best)))
            best = &stage;
    return best;
}

std::size_t renamed(const StageDiff& stage) {
    std::size_t count = 0;
    for (std::uint32_t n = 0; n < stage.match.rightOf.size(); ++n)
        if (const NodeId right = stage.match.rightOf[n];
            right.valid() && stage.left->text(stage.left->node(NodeId(n)).id) != stage.right->text(stage.right->node(right).id))
            ++count;
    return count;
}

}  // namespace

std::string pathsText(const std::vector<std::string>& paths) {
    std::string text;
    for (std::size_t i = 0; i < paths.size();) {
        const auto number = [&](std::size_t at) -> std::optional<std::uint64_t> {
            const std::string_view last = std::string_view(paths[at]).substr(paths[at].rfind('.') + 1);
            std::uint64_t value = 0;
            const auto done = std::from_chars(last.data(), last.data() + last.size(), value);
            return done.ec == std::errc() && done.ptr == last.data() + last.size() ? std::optional(value) : std::nullopt;
        };
        const bool goesOn = i > 0 && parentPath(paths[i]) == parentPath(paths[i - 1]) && number(i) && number(i - 1);
        text += (i > 0 ? ", " : "") + (goesOn ? std::to_string(*number(i)) : paths[i]);
        std::size_t last = i;
        while (last + 1 < paths.size() && parentPath(paths[last + 1]) == parentPath(paths[i]) && number(last) && number(last + 1) &&
               *number(last + 1) == *number(last) + 1)
            ++last;
        if (last > i) text += (last > i + 1 ? " … " : ", ") + std::to_string(*number(last));
        i = last + 1;
    }
    return text;
}

Result<ModuleChanges> moduleChanges(const session::Session& left, const session::Session& right, const SessionDiff& diff,
                                    const JobContext& job) {
    ModuleChanges changes;
    for (const session::Method& one : left.methods()) {
        if (right.method(one.name) == nullptr) continue;
        const StageDiff* stage = comparedStage(diff, one.name);
        auto before =
            stage != nullptr ? methodFacts({left, one.name}, stage->stage, job) : Result<MethodFacts>(fail("no-such-stage", ""));
        if (before.cancelled()) return before.failure();
        auto after = before ? methodFacts({right, one.name}, stage->stage, job) : Result<MethodFacts>(fail("no-such-stage", ""));
        if (after.cancelled()) return after.failure();
        if (!before || !after) {
            changes.untold.push_back(one.name);
            continue;
        }
        MethodChange method{{}, stage->stage, renamed(*stage), 0, *std::move(before), *std::move(after)};
        TreeOf tree(method, *stage, diff);
        Built built = tree.root();
        method.relabelledNodes = tree.relabelled();
        if (!built.differs) {
            changes.same.push_back(one.name);
            continue;
        }
        method.root = std::move(built.change);
        method.root.title = one.name;
        changes.methods.push_back(std::move(method));
    }
    return changes;
}

}  // namespace etscope::compare
