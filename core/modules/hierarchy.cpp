#include "modules/hierarchy.h"

#include <algorithm>
#include <map>

#include "base/limits.h"

namespace etscope::modules {
namespace {

std::uint64_t mix(std::uint64_t seed, std::uint64_t value) noexcept {
    return (seed ^ (value + 0x9E37'79B9'7F4A'7C15ULL + (seed << 6U) + (seed >> 2U))) * 0xBF58'476D'1CE4'E5B9ULL;
}

/// Removes the parent's path: "layers.0.attention" below "layers.0" is "attention".
std::string relativeName(const std::string& path, const std::string& parent) {
    if (parent.empty() || !path.starts_with(parent + ".")) return path;
    return path.substr(parent.size() + 1);
}

}  // namespace

std::string_view Module::className() const& noexcept {
    const auto dot = std::string_view(type).rfind('.');
    return dot == std::string_view::npos ? std::string_view(type) : std::string_view(type).substr(dot + 1);
}

/// Strongly connected components of a small graph (Tarjan 1972), without recursion: the component of each vertex.
class Components {
public:
    explicit Components(const std::vector<std::vector<std::uint32_t>>& out)
        : m_out(out), m_index(out.size(), 0), m_low(out.size(), 0), m_component(out.size(), kNone) {
        for (std::uint32_t v = 0; v < out.size(); ++v)
            if (m_index[v] == 0) visit(v);
    }
    const std::vector<std::uint32_t>& component() const { return m_component; }
    std::uint32_t count() const { return m_count; }

private:
    static constexpr std::uint32_t kNone = 0xFFFF'FFFF;

    void visit(std::uint32_t start) {
        std::vector<std::pair<std::uint32_t, std::size_t>> path;  ///< vertex, next edge
        const auto open = [&](std::uint32_t v) {
            m_index[v] = m_low[v] = ++m_time;
            m_stack.push_back(v);
            path.emplace_back(v, 0);
        };
        for (open(start); !path.empty();) {
            const std::uint32_t v = path.back().first;
            if (path.back().second < m_out[v].size()) {
                const std::uint32_t to = m_out[v][path.back().second++];
                if (m_index[to] == 0)
                    open(to);
                else if (m_component[to] == kNone)
                    m_low[v] = std::min(m_low[v], m_index[to]);
                continue;
            }
            path.pop_back();
            if (!path.empty()) m_low[path.back().first] = std::min(m_low[path.back().first], m_low[v]);
            if (m_low[v] == m_index[v]) close(v);
        }
    }

    void close(std::uint32_t v) {
        std::uint32_t member = kNone;
        do {
            member = m_stack.back();
            m_stack.pop_back();
            m_component[member] = m_count;
        } while (member != v);
        ++m_count;
    }

    const std::vector<std::vector<std::uint32_t>>& m_out;
    std::vector<std::uint32_t> m_index, m_low, m_component, m_stack;
    std::uint32_t m_time = 0, m_count = 0;
};

/// Makes the tree from the root down: the nodes of a module are grouped by the next step of their stacks, and groups that feed
/// each other in a circle are split (hierarchy.h).
class HierarchyBuilder {
public:
    HierarchyBuilder(Hierarchy& out, const graph::GraphModel& model, const graph::DataFlow& flow, const ModuleStackParser& parser)
        : m_out(out), m_model(model), m_flow(flow), m_placement(model, flow, parser), m_unitOf(model.nodeCount(), kNoUnit) {}

    void build() {
        m_out.m_moduleOf.resize(m_model.nodeCount());
        m_out.m_bodyOf.resize(m_model.nodeCount());
        Module& root = m_out.m_modules.emplace_back();
        root.kind = ModuleKind::Root;
        root.graph = graph::GraphId(std::uint32_t{0});
        addGraph(graph::GraphId(std::uint32_t{0}), m_out.root());
        // Nested graphs come after their owners: the list grows while it is walked.
        for (std::size_t i = 0; i < m_bodies.size(); ++i) addBody(m_bodies[i]);
        numberParts();
        takeGuests();
    }

private:
    static constexpr std::uint32_t kNoUnit = 0xFFFF'FFFF;

    /// Nodes of a module that still have to be shared out among its children, by step `depth` of their stacks.
    struct Work {
        ModuleId module;
        std::vector<graph::NodeId> nodes;
        std::size_t depth = 0;
        ModuleId top;  ///< where the stacks of the graph's nodes begin: the root, or the branch of a nested graph
    };
    /// A child in the making, or a node that lies in the module itself.
    struct Unit {
        const ModuleStep* step = nullptr;  ///< null: a node of its own
        std::vector<graph::NodeId> nodes;
    };

    ModuleId addModule(Module module, ModuleId parent) {
        module.parent = parent;
        module.depth = m_out.m_modules[parent.index()].depth + 1;
        m_out.m_modules.push_back(std::move(module));
        const ModuleId id(m_out.m_modules.size() - 1);
        m_out.m_modules[parent.index()].children.push_back(id);
        return id;
    }

    void addGraph(graph::GraphId id, ModuleId top) {
        std::vector<Work> open{{top, m_placement.order(id), 0, top}};
        for (std::size_t i = 0; i < open.size(); ++i) {
            const Work work = std::move(open[i]);
            for (Unit& unit : unitsOf(work)) {
                if (unit.step == nullptr) {
                    place(unit.nodes.front(), work.module);
                    continue;
                }
                Module module;
                module.kind = ModuleKind::Module;
                module.path = unit.step->path;
                module.name = relativeName(module.path, m_out.m_modules[work.module.index()].path);
                module.type = unit.step->type;
                module.graph = id;
                open.push_back({addModule(std::move(module), work.module), std::move(unit.nodes), work.depth + 1, top});
            }
        }
    }

    void place(graph::NodeId node, ModuleId module) {
        m_out.m_moduleOf[node.index()] = module;
        m_out.m_modules[module.index()].nodes.push_back(node);
        if (!m_flow.graphs(node).empty()) m_bodies.push_back(node);
    }

    /// The units of a module in the order of their first nodes, without circles among them.
    std::vector<Unit> unitsOf(const Work& work) {
        std::vector<Unit> units;
        std::map<std::string_view, std::uint32_t> known;
        for (const graph::NodeId node : work.nodes) {
            const ModuleStep* step = stepAt(node, work);
            auto number = static_cast<std::uint32_t>(units.size());
            if (step != nullptr) number = known.try_emplace(step->path, number).first->second;
            if (number == units.size()) units.push_back({step, {}});
            units[number].nodes.push_back(node);
            m_unitOf[node.index()] = number;
        }
        std::vector<Unit> whole = splitCircles(work, std::move(units));
        for (const graph::NodeId node : work.nodes) m_unitOf[node.index()] = kNoUnit;
        return whole;
    }

    /// Step `depth` of the node's stack, where a first step that repeats the top does not count. None where there are too many
    /// modules already: the node then lies in the module itself.
    const ModuleStep* stepAt(graph::NodeId node, const Work& work) {
        if (m_out.m_modules.size() >= limits::kMaxModules) return nullptr;
        const ModuleStep* first = m_placement.step(node, 0);
        const bool repeatsTop = first != nullptr && first->path == m_out.m_modules[work.top.index()].path;
        return m_placement.step(node, work.depth + (repeatsTop ? 1 : 0));
    }

    std::vector<Unit> splitCircles(const Work& work, std::vector<Unit> units) {
        std::vector<std::vector<std::uint32_t>> out(units.size());
        for (const graph::NodeId node : work.nodes)
            for (const graph::ValueId value : m_flow.inputs(node)) {
                const graph::NodeId producer = m_model.value(value).producer;
                if (!producer.valid() || m_unitOf[producer.index()] == kNoUnit ||
                    m_flow.position(producer) >= m_flow.position(node))
                    continue;
                const std::uint32_t from = m_unitOf[producer.index()], to = m_unitOf[node.index()];
                if (from != to && (out[from].empty() || out[from].back() != to)) out[from].push_back(to);
            }
        const Components components(out);
        if (components.count() == units.size()) return units;
        std::vector<std::uint32_t> sizes(components.count(), 0);
        for (const std::uint32_t c : components.component()) ++sizes[c];
        std::vector<Unit> split;
        std::vector<std::uint32_t> current(units.size(), kNoUnit), lastOf(components.count(), kNoUnit);
        for (const graph::NodeId node : work.nodes) {
            const std::uint32_t unit = m_unitOf[node.index()], component = components.component()[unit];
            // Within a circle, work of another unit of it in between ends a run.
            const bool circle = sizes[component] > 1, again = current[unit] != kNoUnit && !(circle && lastOf[component] != unit);
            if (!again) {
                current[unit] = static_cast<std::uint32_t>(split.size());
                split.push_back({units[unit].step, {}});
            }
            lastOf[component] = unit;
            split[current[unit]].nodes.push_back(node);
        }
        return split;
    }

    void addBody(graph::NodeId owner) {
        const ModuleId around = m_out.m_moduleOf[owner.index()];
        Module body;
        body.kind = ModuleKind::Operator;
        body.path = m_out.m_modules[around.index()].path;
        body.name = std::string(m_model.text(m_model.node(owner).id));
        body.owner = owner;
        const ModuleId bodyId = addModule(std::move(body), around);
        m_out.m_bodyOf[owner.index()] = bodyId;
        for (const graph::GraphId inner : m_flow.graphs(owner)) {
            Module branch;
            branch.kind = ModuleKind::Branch;
            branch.path = m_out.m_modules[around.index()].path;
            branch.name = std::string(m_model.text(m_model.graph(inner).argument));
            branch.owner = owner;
            branch.graph = inner;
            addGraph(inner, addModule(std::move(branch), bodyId));
        }
    }

    void numberParts() {
        std::map<std::pair<ModuleId, std::string>, std::vector<ModuleId>> same;
        for (std::uint32_t i = 1; i < m_out.m_modules.size(); ++i)
            if (m_out.m_modules[i].kind == ModuleKind::Module)
                same[{m_out.m_modules[i].parent, m_out.m_modules[i].path}].push_back(ModuleId(i));
        for (const auto& [key, parts] : same)
            for (std::uint32_t p = 0; p < parts.size(); ++p) {
                m_out.m_modules[parts[p].index()].part = p;
                m_out.m_modules[parts[p].index()].parts = static_cast<std::uint32_t>(parts.size());
            }
    }

    /// Their modules list them in the order of execution, like all others.
    void takeGuests() {
        m_out.m_guests = m_placement.guests();
        for (const auto& [node, guest] : m_out.m_guests) {
            const ModuleId module = m_out.m_moduleOf[node.index()];
            if (!module.valid()) continue;
            m_unsorted.push_back(module);
            m_out.m_modules[module.index()].guestCount += guest.prepares ? 1 : 0;
        }
        std::ranges::sort(m_unsorted);
        m_unsorted.erase(std::unique(m_unsorted.begin(), m_unsorted.end()), m_unsorted.end());
        for (const ModuleId module : m_unsorted)
            std::ranges::sort(m_out.m_modules[module.index()].nodes, {},
                              [this](graph::NodeId node) { return m_flow.position(node); });
    }

    Hierarchy& m_out;
    const graph::GraphModel& m_model;
    const graph::DataFlow& m_flow;
    const Placement m_placement;
    std::vector<ModuleId> m_unsorted;
    std::vector<std::uint32_t> m_unitOf;  ///< of the nodes in work
    std::vector<graph::NodeId> m_bodies;
};

Hierarchy::Hierarchy(const graph::GraphModel& model, const graph::DataFlow& flow, const ModuleStackParser& parser) {
    HierarchyBuilder(*this, model, flow, parser).build();
    orderNodes();
    findRepeats(model, flow);
}

/// Counts bottom-up and lists nodes top-down: parents have smaller ids.
void Hierarchy::orderNodes() {
    for (Module& module : m_modules) module.nodeCount = static_cast<std::uint32_t>(module.nodes.size());
    for (std::size_t i = m_modules.size(); i-- > 1;) {
        Module& parent = m_modules[m_modules[i].parent.index()];
        parent.nodeCount += m_modules[i].nodeCount;
        parent.guestCount += m_modules[i].guestCount;
    }
    std::vector<std::uint32_t> next(m_modules.size(), 0);
    m_below.resize(m_modules.front().nodeCount);
    for (std::size_t i = 0; i < m_modules.size(); ++i) {
        Module& module = m_modules[i];
        if (i > 0) {
            module.firstBelow = next[module.parent.index()];
            next[module.parent.index()] += module.nodeCount;
        }
        std::copy(module.nodes.begin(), module.nodes.end(), m_below.begin() + module.firstBelow);
        next[i] = module.firstBelow + static_cast<std::uint32_t>(module.nodes.size());
    }
}

/// Hashes of types and shapes: what else a meta says (hints of symbols, gradients, strides) tells no blocks apart.
class ShapeHashes {
public:
    explicit ShapeHashes(const graph::GraphModel& model) : m_model(model) {}

    std::uint64_t of(graph::MetaId id) {
        if (!id.valid()) return 0;
        if (const auto known = m_known.find(id); known != m_known.end()) return known->second;
        const graph::TensorMeta& meta = m_model.meta(id);
        std::uint64_t hash =
            mix(static_cast<std::uint64_t>(meta.typeCode), meta.type ? static_cast<std::uint64_t>(*meta.type) + 1 : 0);
        for (const graph::Dim& dim : m_model.dims(meta.sizes))
            hash = dim.expression.valid() ? mix(mix(hash, 1), dim.expression.index())
                                          : mix(mix(hash, 0), static_cast<std::uint64_t>(dim.value));
        m_known.emplace(id, hash);
        return hash;
    }

private:
    const graph::GraphModel& m_model;
    std::unordered_map<graph::MetaId, std::uint64_t> m_known;
};

/// Structural hash: operators, result types and relative wiring of all nodes below, in execution order.
void Hierarchy::findRepeats(const graph::GraphModel& model, const graph::DataFlow& flow) {
    std::map<std::pair<ModuleId, std::uint64_t>, std::vector<ModuleId>> classes;
    ShapeHashes shapes(model);
    // Only siblings of one size can be alike: modules within modules are not hashed over and over.
    std::map<std::pair<ModuleId, std::uint32_t>, std::uint32_t> siblings;
    const auto size = [](const Module& module) { return module.nodeCount - module.guestCount; };
    for (const Module& module : m_modules) ++siblings[{module.parent, size(module)}];
    for (std::uint32_t i = 1; i < m_modules.size(); ++i) {
        const Module& module = m_modules[i];
        if (module.kind != ModuleKind::Module || size(module) == 0 || siblings[{module.parent, size(module)}] < 2) continue;
        std::uint64_t hash = mix(std::hash<std::string>{}(module.type), size(module));
        std::unordered_map<graph::NodeId, std::uint32_t> local;
        std::uint32_t position = 0;
        for (const graph::NodeId node : nodesBelow(ModuleId(i))) {
            if (const Guest* own = guest(node); own != nullptr && own->prepares) continue;
            local[node] = position++;
            hash = mix(hash, model.node(node).target.index());
            for (const graph::ValueId value : flow.inputs(node)) {
                const auto hit = local.find(model.value(value).producer);
                hash = mix(hash, hit != local.end() ? hit->second + 1 : 0);
            }
            for (const graph::ValueId value : flow.results(node)) hash = mix(hash, shapes.of(model.value(value).meta));
        }
        classes[{module.parent, hash}].push_back(ModuleId(i));
    }
    m_repeatClass.assign(m_modules.size(), {});
    for (const auto& [key, members] : classes) {
        if (members.size() < 2) continue;
        const graph::Slice slice{static_cast<std::uint32_t>(m_repeats.size()), static_cast<std::uint32_t>(members.size())};
        m_repeats.insert(m_repeats.end(), members.begin(), members.end());
        for (const ModuleId member : members) m_repeatClass[member.index()] = slice;
    }
}

std::span<const graph::NodeId> Hierarchy::nodesBelow(ModuleId id) const& noexcept {
    const Module& module = m_modules[id.index()];
    return std::span(m_below).subspan(module.firstBelow, module.nodeCount);
}

const Guest* Hierarchy::guest(graph::NodeId node) const& noexcept {
    const auto hit = m_guests.find(node);
    return hit == m_guests.end() ? nullptr : &hit->second;
}

std::vector<ModuleId> Hierarchy::chain(ModuleId id) const {
    std::vector<ModuleId> chain;
    for (; id.valid(); id = m_modules[id.index()].parent) chain.push_back(id);
    std::reverse(chain.begin(), chain.end());
    return chain;
}

ModuleId Hierarchy::findPath(std::string_view path) const {
    ModuleId found;
    for (std::uint32_t i = 0; i < m_modules.size(); ++i) {
        const Module& module = m_modules[i];
        if (module.path != path || (module.kind != ModuleKind::Module && module.kind != ModuleKind::Root)) continue;
        if (!found.valid() || module.nodeCount > m_modules[found.index()].nodeCount) found = ModuleId(i);
    }
    return found;
}

std::span<const ModuleId> Hierarchy::repeats(ModuleId id) const& noexcept {
    const graph::Slice slice = m_repeatClass[id.index()];
    return std::span(m_repeats).subspan(slice.first, slice.count);
}

Sentence Hierarchy::repeatText(ModuleId id) const {
    const auto others = repeats(id);
    if (others.size() < 2) return {};
    const std::string& first = m_modules[others[others.front() == id ? 1 : 0].index()].name;
    const std::string& last = m_modules[others[others.size() - (others.back() == id ? 2 : 1)].index()].name;
    // "layers.1" … "layers.10" are "layers 1 … 10".
    const auto dot = first.rfind('.');
    if (dot == std::string::npos || !last.starts_with(first.substr(0, dot + 1)))
        return Sentence::of("like %1", first + (first == last ? "" : " … " + last));
    return Sentence::of("like %1",
                        first.substr(0, dot) + " " + first.substr(dot + 1) + (first == last ? "" : " … " + last.substr(dot + 1)));
}

}  // namespace etscope::modules
