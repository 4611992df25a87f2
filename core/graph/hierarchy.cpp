#include "graph/hierarchy.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace etscope::graph {
namespace {

std::uint64_t mix(std::uint64_t seed, std::uint64_t value) noexcept { return (seed ^ (value + 0x9E37'79B9'7F4A'7C15ULL + (seed << 6U) + (seed >> 2U))) * 0xBF58'476D'1CE4'E5B9ULL; }

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

/// Walks the nodes in execution order. A module that is left and entered again starts a new part when work outside it lies
/// between that depends on it: here every re-entry after foreign work of the same parent is one, which never makes a cycle.
class HierarchyBuilder {
public:
    HierarchyBuilder(Hierarchy& out, const GraphModel& model, const DataFlow& flow, const ModuleStackParser& parser)
        : m_out(out), m_model(model), m_flow(flow), m_parser(parser) {}

    void build() {
        m_out.m_moduleOf.resize(m_model.nodeCount());
        m_out.m_bodyOf.resize(m_model.nodeCount());
        m_out.m_modules.emplace_back().graph = GraphId(std::uint32_t{0});
        addGraph(GraphId(std::uint32_t{0}), m_out.root());
        // Nested graphs come after their owners: the list grows while it is walked.
        for (std::size_t i = 0; i < m_bodies.size(); ++i) addBody(m_bodies[i]);
        numberParts();
    }

private:
    const std::vector<ModuleStep>& steps(StringId stack) {
        static const std::vector<ModuleStep> kNone;
        if (!stack.valid() || !m_parser) return kNone;
        auto [hit, fresh] = m_parsed.try_emplace(stack);
        if (fresh) {
            for (ModuleStep& step : m_parser(m_model.text(stack)))
                if (!step.path.empty() && !step.path.starts_with("_empty_nn_module_stack")) hit->second.push_back(std::move(step));
        }
        return hit->second;
    }

    ModuleId addModule(Module module, ModuleId parent) {
        module.parent = parent;
        module.depth = m_out.m_modules[parent.index()].depth + 1;
        m_out.m_modules.push_back(std::move(module));
        const ModuleId id(m_out.m_modules.size() - 1);
        m_out.m_modules[parent.index()].children.push_back(id);
        return id;
    }

    /// The open module with that path below `parent`, if entering it again makes no cycle; else a new part.
    ModuleId enter(ModuleId parent, const ModuleStep& step, GraphId graph, NodeId node) {
        auto& known = m_children[{parent, step.path}];
        if (known.valid() && !wouldCycle(known, parent, node)) return known;
        Module module;
        module.kind = ModuleKind::Module;
        module.path = step.path;
        module.name = relativeName(step.path, m_out.m_modules[parent.index()].path);
        module.type = step.type;
        module.graph = graph;
        known = addModule(std::move(module), parent);
        return known;
    }

    /// Whether the node depends on work of `parent` outside `module` that was done after the module's own work began.
    bool wouldCycle(ModuleId module, ModuleId parent, NodeId node) const {
        const auto last = m_last.find(module);
        if (last == m_last.end()) return false;
        for (const ValueId value : m_flow.inputs(node)) {
            const NodeId producer = m_model.value(value).producer;
            if (!producer.valid() || m_model.node(producer).graph != m_model.node(node).graph) continue;
            if (m_flow.position(producer) > m_flow.position(last->second) && !inside(m_out.m_moduleOf[producer.index()], module)) return true;
        }
        static_cast<void>(parent);
        return false;
    }

    bool inside(ModuleId module, ModuleId around) const {
        while (module.valid() && module != around) module = m_out.m_modules[module.index()].parent;
        return module == around;
    }

    void addGraph(GraphId id, ModuleId top) {
        for (const NodeId node : m_model.graph(id).nodes) {
            ModuleId at = top;
            for (const ModuleStep& step : steps(m_model.node(node).moduleStack)) {
                if (step.path == m_out.m_modules[at.index()].path) continue;
                at = enter(at, step, id, node);
            }
            m_out.m_moduleOf[node.index()] = at;
            m_out.m_modules[at.index()].nodes.push_back(node);
            for (ModuleId m = at; m.valid(); m = m_out.m_modules[m.index()].parent) m_last[m] = node;
            if (!m_flow.graphs(node).empty()) m_bodies.push_back(node);
        }
    }

    void addBody(NodeId owner) {
        const ModuleId around = m_out.m_moduleOf[owner.index()];
        Module body;
        body.kind = ModuleKind::Operator;
        body.path = m_out.m_modules[around.index()].path;
        body.name = std::string(m_model.text(m_model.node(owner).id));
        body.owner = owner;
        const ModuleId bodyId = addModule(std::move(body), around);
        m_out.m_bodyOf[owner.index()] = bodyId;
        for (const GraphId inner : m_flow.graphs(owner)) {
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
            if (m_out.m_modules[i].kind == ModuleKind::Module) same[{m_out.m_modules[i].parent, m_out.m_modules[i].path}].push_back(ModuleId(i));
        for (const auto& [key, parts] : same)
            for (std::uint32_t p = 0; p < parts.size(); ++p) {
                m_out.m_modules[parts[p].index()].part = p;
                m_out.m_modules[parts[p].index()].parts = static_cast<std::uint32_t>(parts.size());
            }
    }

    Hierarchy& m_out;
    const GraphModel& m_model;
    const DataFlow& m_flow;
    const ModuleStackParser& m_parser;
    std::unordered_map<StringId, std::vector<ModuleStep>> m_parsed;
    std::map<std::pair<ModuleId, std::string>, ModuleId> m_children;
    std::unordered_map<ModuleId, NodeId> m_last;
    std::vector<NodeId> m_bodies;
};

Hierarchy::Hierarchy(const GraphModel& model, const DataFlow& flow, const ModuleStackParser& parser) {
    HierarchyBuilder(*this, model, flow, parser).build();
    orderNodes();
    findRepeats(model, flow);
}

/// Counts bottom-up and lists nodes top-down: parents have smaller ids.
void Hierarchy::orderNodes() {
    for (Module& module : m_modules) module.nodeCount = static_cast<std::uint32_t>(module.nodes.size());
    for (std::size_t i = m_modules.size(); i-- > 1;) m_modules[m_modules[i].parent.index()].nodeCount += m_modules[i].nodeCount;
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

/// Structural hash: operators, result types and relative wiring of all nodes below, in execution order.
void Hierarchy::findRepeats(const GraphModel& model, const DataFlow& flow) {
    std::map<std::pair<ModuleId, std::uint64_t>, std::vector<ModuleId>> classes;
    for (std::uint32_t i = 1; i < m_modules.size(); ++i) {
        const Module& module = m_modules[i];
        if (module.kind != ModuleKind::Module || module.nodeCount == 0) continue;
        std::uint64_t hash = mix(std::hash<std::string>{}(module.type), module.nodeCount);
        std::unordered_map<NodeId, std::uint32_t> local;
        std::uint32_t position = 0;
        for (const NodeId node : nodesBelow(ModuleId(i))) {
            local[node] = position++;
            hash = mix(hash, model.node(node).target.index());
            for (const ValueId value : flow.inputs(node)) {
                const auto hit = local.find(model.value(value).producer);
                hash = mix(hash, hit != local.end() ? hit->second + 1 : 0);
            }
            for (const ValueId value : flow.results(node)) hash = mix(hash, model.value(value).meta.index());
        }
        classes[{module.parent, hash}].push_back(ModuleId(i));
    }
    m_repeatClass.assign(m_modules.size(), {});
    for (const auto& [key, members] : classes) {
        if (members.size() < 2) continue;
        const Slice slice{static_cast<std::uint32_t>(m_repeats.size()), static_cast<std::uint32_t>(members.size())};
        m_repeats.insert(m_repeats.end(), members.begin(), members.end());
        for (const ModuleId member : members) m_repeatClass[member.index()] = slice;
    }
}

std::span<const NodeId> Hierarchy::nodesBelow(ModuleId id) const& noexcept {
    const Module& module = m_modules[id.index()];
    return std::span(m_below).subspan(module.firstBelow, module.nodeCount);
}

std::vector<ModuleId> Hierarchy::chain(ModuleId id) const {
    std::vector<ModuleId> chain;
    for (; id.valid(); id = m_modules[id.index()].parent) chain.push_back(id);
    std::reverse(chain.begin(), chain.end());
    return chain;
}

ModuleId Hierarchy::findPath(std::string_view path) const {
    for (std::uint32_t i = 0; i < m_modules.size(); ++i)
        if (m_modules[i].path == path && (m_modules[i].kind == ModuleKind::Module || m_modules[i].kind == ModuleKind::Root)) return ModuleId(i);
    return {};
}

std::span<const ModuleId> Hierarchy::repeats(ModuleId id) const& noexcept {
    const Slice slice = m_repeatClass[id.index()];
    return std::span(m_repeats).subspan(slice.first, slice.count);
}

std::string Hierarchy::repeatText(ModuleId id) const {
    std::string first, last;
    for (const ModuleId other : repeats(id)) {
        if (other == id) continue;
        if (first.empty()) first = m_modules[other.index()].name;
        last = m_modules[other.index()].name;
    }
    if (first.empty()) return {};
    const auto number = last.rfind('.');
    return "like " + first + (first == last ? "" : " … " + (number == std::string::npos ? last : last.substr(number + 1)));
}

}  // namespace etscope::graph
