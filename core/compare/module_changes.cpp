#include "compare/module_changes.h"

#include <algorithm>
#include <charconv>
#include <cstdio>

namespace etscope::compare {
namespace {

using graph::NodeId;

/// What a clause is about: the type of the weight, else what the module computes, values of its weights, where it runs.
enum class About : std::uint8_t { Type, Meaning, Values, Place };

struct Clause {
    About about = About::Meaning;
    std::string alike;  ///< the clause of modules that are alike: without numbers of delegates and sizes of errors
    std::string text;
};

std::string shortText(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", value);
    return text;
}

std::string weightText(const ModuleWeight& weight) { return weight.type + (weight.scheme.empty() ? "" : " " + weight.scheme); }

/// The weight that speaks for the module: the first of most axes.
const ModuleWeight* mainWeight(const ModuleFacts& facts) {
    const auto axes = [](const ModuleWeight& weight) { return std::ranges::count(weight.shape, ','); };
    const auto most = std::ranges::max_element(facts.weights, {}, axes);
    return most == facts.weights.end() ? nullptr : &*most;
}

/// "Xnnpack 3, 4": of `backends`.
std::string backendText(const std::map<std::string, std::set<std::int64_t>>& runs, bool numbers) {
    std::string text;
    for (const auto& [backend, delegates] : runs) {
        text += (text.empty() ? "" : " and ") + backend;
        if (!numbers || delegates.size() > 4) continue;
        for (const std::int64_t delegate : delegates)
            text += (delegate == *delegates.begin() ? " " : ", ") + std::to_string(delegate);
    }
    return text;
}

std::vector<std::string> backendsOf(const ModuleFacts& facts) {
    std::vector<std::string> names;
    for (const auto& [backend, delegates] : facts.runs) names.push_back(backend);
    return names;
}

/// "mm became linear", "now with gelu, without tanh and mul".
std::string operatorsText(const ModuleFacts& left, const ModuleFacts& right) {
    std::vector<std::string> gone, fresh;
    std::ranges::set_difference(left.operators, right.operators, std::back_inserter(gone));
    std::ranges::set_difference(right.operators, left.operators, std::back_inserter(fresh));
    if (gone.empty() && fresh.empty()) return {};
    if (gone.size() == 1 && fresh.size() == 1) return gone.front() + " became " + fresh.front();
    const auto list = [](std::vector<std::string> words) {
        std::string text;
        for (std::size_t i = 0; i < words.size();) {
            const std::size_t count = static_cast<std::size_t>(std::ranges::count(words, words[i]));
            text += (text.empty() ? "" : ", ") + words[i] + (count > 1 ? " × " + std::to_string(count) : "");
            i += count;
        }
        return text;
    };
    std::string text = fresh.empty() ? "" : "now with " + list(fresh);
    if (!gone.empty()) text += (text.empty() ? "now without " : ", without ") + list(gone);
    return text;
}

/// What the two modules differ in; `values`: changes of weights by name.
class Sentence {
public:
    Sentence(const ModuleFacts& left, const ModuleFacts& right, const std::map<std::string_view, const ValueChange*>& values)
        : m_left(left), m_right(right) {
        if (left.type != right.type && !left.type.empty() && !right.type.empty()) add(left.type + " became " + right.type);
        addWeights(values);
        addInput();
        if (std::string text = operatorsText(left, right); !text.empty()) add(text);
        m_changed = !m_clauses.empty();
        addPlaces();
    }
    /// Whether more than the place where it runs is another.
    bool changed() const noexcept { return m_changed; }
    const std::vector<Clause>& clauses() const& noexcept { return m_clauses; }
    const std::vector<Clause>& clauses() const&& = delete;

private:
    void add(const std::string& text) { m_clauses.push_back({About::Meaning, text, text}); }

    void addWeights(const std::map<std::string_view, const ValueChange*>& values) {
        const ModuleWeight *before = mainWeight(m_left), *after = mainWeight(m_right);
        if ((before == nullptr) != (after == nullptr)) return add(before == nullptr ? "now with a weight" : "now without a weight");
        if (before == nullptr) return;
        if (weightText(*before) != weightText(*after)) {
            const std::string text = weightText(*before) + " → " + weightText(*after);
            m_clauses.push_back({About::Type, text, text});
        }
        if (before->shape != after->shape) add(before->shape + " → " + after->shape);
        if (m_left.weights.size() != m_right.weights.size())
            add(std::to_string(m_left.weights.size()) + " → " + std::to_string(m_right.weights.size()) + " weights");
        addValues(values);
    }

    void addValues(const std::map<std::string_view, const ValueChange*>& values) {
        std::string names;
        std::size_t count = 0;
        double most = 0;
        for (const ModuleWeight& weight : m_left.weights) {
            const auto change = values.find(weight.name);
            if (change == values.end()) continue;
            names += (count++ > 0 ? ", " : "") + weight.name.substr(weight.name.rfind('.') + 1);
            most = std::max(most, change->second->maxAbs.value_or(0));
        }
        if (count == 0) return;
        const std::string text = names + (count == 1 ? " has" : " have") + " other values";
        m_clauses.push_back({About::Values, text, text + ", max |d| " + shortText(most)});
    }

    void addInput() {
        if (m_left.input == m_right.input) return;
        if (m_right.input.empty()) return add("input no longer quantised");
        add("input " + (m_left.input.empty() ? "" : m_left.input + " → ") + m_right.input);
    }

    void addPlaces() {
        if (!m_left.placed() || !m_right.placed() || backendsOf(m_left) == backendsOf(m_right)) return;
        const auto place = [&](bool numbers) {
            if (m_right.runs.empty()) return "no longer in " + backendText(m_left.runs, false);
            return "now in " + backendText(m_right.runs, numbers) +
                   (m_left.runs.empty() ? "" : ", was in " + backendText(m_left.runs, false));
        };
        m_clauses.push_back({About::Place, place(false), place(true)});
    }

    const ModuleFacts &m_left, &m_right;
    std::vector<Clause> m_clauses;
    bool m_changed = false;
};

std::string joined(const std::vector<Clause>& clauses) {
    std::string text;
    for (const Clause& clause : clauses) text += (text.empty() ? "" : "; ") + clause.text;
    return text;
}

/// What is said of modules, added up: "Linear: f32 → int4 per channel; mm became linear" → how many, and so on.
struct Tally {
    std::map<std::string, std::size_t> meanings, places;
    std::size_t values = 0, gone = 0, fresh = 0;

    void add(const std::string& type, const std::vector<Clause>& clauses) {
        std::string meaning;
        const bool typed = std::ranges::any_of(clauses, [](const Clause& one) { return one.about == About::Type; });
        for (const Clause& clause : clauses) {  // of a weight's new type the rest follows
            if (clause.about == (typed ? About::Type : About::Meaning)) meaning += (meaning.empty() ? "" : ", ") + clause.alike;
            if (clause.about == About::Place) ++places[clause.alike];
            if (clause.about == About::Values) ++values;
        }
        if (!meaning.empty()) ++meanings[(type.empty() ? "" : type + " ") + meaning];
    }
    void add(const Tally& other) {
        for (const auto& [text, count] : other.meanings) meanings[text] += count;
        for (const auto& [text, count] : other.places) places[text] += count;
        values += other.values;
        gone += other.gone;
        fresh += other.fresh;
    }
    /// "7 Linear f32 → int4 in groups of 32; 12 modules now in XnnpackBackend": what is said of most first.
    std::string text() const {
        constexpr std::size_t kMost = 3;
        std::vector<std::string> parts;
        std::vector<std::pair<std::string, std::size_t>> rows(meanings.begin(), meanings.end());
        std::ranges::stable_sort(rows, std::greater{}, &std::pair<std::string, std::size_t>::second);
        for (std::size_t i = 0; i < rows.size() && i < kMost; ++i)
            parts.push_back(rows[i].second > 1 ? std::to_string(rows[i].second) + " " + rows[i].first : rows[i].first);
        if (rows.size() > kMost)
            parts.push_back(rows.size() == kMost + 1 ? "another kind of change"
                                                     : std::to_string(rows.size() - kMost) + " more kinds of change");
        const auto counted = [&](std::size_t count, const std::string& what) {
            if (count > 0) parts.push_back(std::to_string(count) + (count == 1 ? " module " : " modules ") + what);
        };
        counted(gone, "removed");
        counted(fresh, "added");
        counted(values, "with other values of weights");
        for (const auto& [where, count] : places) counted(count, where);
        std::string text;
        for (const std::string& part : parts) text += (text.empty() ? "" : "; ") + part;
        return text;
    }
};

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
            const modules::FieldChange& first = one.changes.front();
            m_nodes[pathOf(m_method.left, one.left)].push_back(
                {one.left, m_stage.match.rightOf[one.left.index()], first.field + ": " + first.left + " → " + first.right});
        }
    }

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
            const Sentence sentence(left->second, right->second, m_values);
            own = sentence.clauses();
            if (sentence.changed()) change.state = ChangeState::Changed;
        } else if (!path.empty()) {
            change.state = inRight ? ChangeState::Added : ChangeState::Removed;
        }
        built.tally.add(change.type, own);
        if (change.state == ChangeState::Removed) ++built.tally.gone;
        if (change.state == ChangeState::Added) ++built.tally.fresh;
        addChildren(path, built);
        built.differs = built.differs || change.state || !own.empty() || !change.nodes.empty();
        change.sentence = sentenceOf(built, own);
        built.key += change.type + "\x1f" + std::to_string(change.state ? static_cast<int>(*change.state) : -1);
        for (const Clause& clause : own) built.key += "\x1f" + clause.alike;
        for (const NodeChange& node : change.nodes) built.key += "\x1f" + std::to_string(static_cast<int>(node.state()));
        return built;
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

    static std::string sentenceOf(const Built& built, const std::vector<Clause>& own) {
        const ModuleChange& change = built.change;
        const std::string kind = change.type.empty() ? "" : change.type + ", ";
        if (change.state == ChangeState::Removed) return kind + "no longer there";
        if (change.state == ChangeState::Added) return kind + "new";
        if (!change.children.empty()) return built.tally.text();
        return own.empty() && !change.nodes.empty() ? "the same, of other nodes" : joined(own);
    }

    const MethodChange& m_method;
    const StageDiff& m_stage;
    std::map<std::string_view, const ValueChange*> m_values;
    std::vector<std::string> m_paths;
    std::set<std::string, std::less<>> m_known;
    std::map<std::string, std::vector<std::string>> m_children;
    std::map<std::string, std::vector<NodeChange>> m_nodes;
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
            stage != nullptr ? methodFacts(left, one.name, stage->stage, job) : Result<MethodFacts>(fail("no-such-stage", ""));
        if (!before && before.error().code == "cancelled") return before.failure();
        auto after = before ? methodFacts(right, one.name, stage->stage, job) : Result<MethodFacts>(fail("no-such-stage", ""));
        if (!after && after.error().code == "cancelled") return after.failure();
        if (!before || !after) {
            changes.untold.push_back(one.name);
            continue;
        }
        MethodChange method{{},
                            stage->stage,
                            stage->removed.size() + stage->added.size() + stage->changed.size(),
                            renamed(*stage),
                            *std::move(before),
                            *std::move(after)};
        Built built = TreeOf(method, *stage, diff).root();
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
