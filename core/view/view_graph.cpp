#include "view/view_graph.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <unordered_map>

namespace etscope::view {
namespace {

/// Flags of one kind that a collapsed module has at most.
constexpr std::size_t kMostStubs = 3;
/// Far readers that a value beside the trunk has at least, to be flags there.
constexpr std::size_t kLeastFar = 2;

constexpr std::array<std::string_view, 8> kNoOps{
    "getitem",      "aten.alias",          "aten.alias_copy",    "aten.detach",
    "aten.detach_", "aten._assert_scalar", "aten._assert_async", "aten.sym_constrain_range_for_size"};

}  // namespace

/// Items top-down, then edges and stubs from the uses of every value.
class ViewBuilder {
public:
    ViewBuilder(ViewGraph& out)
        : m_out(out),
          m_index(*out.m_index),
          m_model(m_index.model()),
          m_hierarchy(m_index.hierarchy()),
          m_side(m_index.sideValues()) {}

    void build() {
        m_out.m_itemOf.resize(m_model.nodeCount());
        m_out.m_itemOfModule.resize(m_hierarchy.size());
        m_out.m_itemOfValue.resize(m_model.valueCount());
        Item root;
        root.kind = ItemKind::Group;
        root.module = m_hierarchy.root();
        m_out.m_items.push_back(root);
        addModule(m_hierarchy.root(), ItemId(std::uint32_t{0}));
        placeHidden();
        addPorts();
        m_seenBy.resize(m_out.m_items.size());
        for (std::uint32_t v = 0; v < m_model.valueCount(); ++v) addUses(graph::ValueId(v));
        markTypes();
        if (m_out.m_options.gatherStubs) gatherStubs();
    }

private:
    ItemId add(Item item, ItemId parent) {
        item.parent = parent.index() == 0 ? ItemId() : parent;
        item.depth = parent.index() == 0 ? 1 : m_out.m_items[parent.index()].depth + 1;
        m_out.m_items.push_back(std::move(item));
        return ItemId(m_out.m_items.size() - 1);
    }

    bool opens(const modules::Module& module, modules::ModuleId id) const {
        if (module.kind == modules::ModuleKind::Branch) return true;
        if (module.kind == modules::ModuleKind::Module && !m_out.m_options.modules) return true;
        return m_out.m_options.expanded.contains(id);
    }

    /// The module's own nodes and children in the order of execution. Depth is bounded by the reader of the modules.
    void addModule(modules::ModuleId id, ItemId group) {
        m_out.m_itemOfModule[id.index()] = group;
        const modules::Module& module = m_hierarchy.module(id);
        for (const graph::NodeId node : module.nodes) addNode(node, group);
        const auto& children = module.children;
        for (std::size_t i = 0; i < children.size(); ++i) {
            addChild(children[i], group);
            if (const auto rest = foldedAfter(children[i]); !rest.empty()) {
                addRest(children[i], rest, group);
                i += rest.size();
            }
        }
    }

    std::span<const modules::ModuleId> foldedAfter(modules::ModuleId leader) const {
        const ViewOptions& options = m_out.m_options;
        if (!options.foldRepeats || !options.modules || options.expandedRuns.contains(leader)) return {};
        return m_index.blocks().restOf(leader);
    }

    /// One item for the blocks after the leader.
    void addRest(modules::ModuleId leader, std::span<const modules::ModuleId> rest, ItemId group) {
        Item item;
        item.kind = ItemKind::Module;
        item.module = rest.front();
        item.expandable = true;
        item.blocks = static_cast<std::uint32_t>(rest.size());
        item.nodeCount = 0;
        for (const modules::ModuleId block : rest) item.nodeCount += m_hierarchy.module(block).nodeCount;
        item.title = m_index.blocks().restText(leader) + "  ×" + std::to_string(rest.size());
        item.detail = std::string(m_hierarchy.module(leader).className());
        item.note = Sentence::of("like %1", m_hierarchy.module(leader).name);
        const ItemId added = add(std::move(item), group);
        for (const modules::ModuleId block : rest) {
            for (const graph::NodeId node : m_hierarchy.nodesBelow(block)) m_out.m_itemOf[node.index()] = added;
            coverModules(block, added);
        }
    }

    void addChild(modules::ModuleId id, ItemId group) {
        const modules::Module& module = m_hierarchy.module(id);
        const bool flat = module.kind == modules::ModuleKind::Module && !m_out.m_options.modules;
        if (flat) return addModule(id, group);
        if (module.kind == modules::ModuleKind::Operator && !opens(module, id)) {
            // The owner's own item stands for what is inside.
            const ItemId owner = m_out.m_itemOf[module.owner.index()];
            m_out.m_itemOfModule[id.index()] = owner;
            for (const graph::NodeId node : m_hierarchy.nodesBelow(id)) m_out.m_itemOf[node.index()] = owner;
            coverModules(id, owner);
            return;
        }
        Item item;
        item.module = id;
        item.node = module.owner;
        item.title = module.kind == modules::ModuleKind::Operator ? ownTitle(module.owner).value_or(m_index.titleOf(id))
                                                                  : m_index.titleOf(id);
        item.detail = module.kind == modules::ModuleKind::Module ? std::string(module.className()) : std::string();
        item.nodeCount = module.nodeCount;
        item.note = m_hierarchy.repeatText(id);
        if (const auto rest = foldedAfter(id); !rest.empty())
            item.note = Sentence::list({"×" + std::to_string(rest.size() + 1), item.note}, ", ");
        if (item.note.empty()) item.note = m_index.blocks().nearText(id);
        if (const modules::PartName* part = m_index.parts().of(id); part != nullptr) item.note = part->note;
        const bool open = opens(module, id);
        item.kind = open ? ItemKind::Group : ItemKind::Module;
        item.expandable = !open;
        const ItemId added = add(std::move(item), group);
        // An open body takes the place of its node.
        if (open && module.kind == modules::ModuleKind::Operator) m_out.m_itemOf[module.owner.index()] = added;
        if (open) return addModule(id, added);
        for (const graph::NodeId node : m_hierarchy.nodesBelow(id)) m_out.m_itemOf[node.index()] = added;
        m_out.m_itemOfModule[id.index()] = added;
        coverModules(id, added);
    }

    void coverModules(modules::ModuleId id, ItemId item) {
        std::vector<modules::ModuleId> open{id};
        while (!open.empty()) {
            const modules::ModuleId at = open.back();
            open.pop_back();
            m_out.m_itemOfModule[at.index()] = item;
            const auto& children = m_hierarchy.module(at).children;
            open.insert(open.end(), children.begin(), children.end());
        }
    }

    /// Whether the node is left out: its values come from whatever makes the first of those that it takes.
    bool isHidden(graph::NodeId node) const {
        if (!m_out.m_options.hideNoOps || std::ranges::find(kNoOps, m_index.operatorOf(node).title) == kNoOps.end()) return false;
        const auto inputs = m_index.flow().inputs(node);
        return !inputs.empty() && m_model.value(inputs.front()).producer.valid() &&
               m_model.node(m_model.value(inputs.front()).producer).graph == m_model.node(node).graph;
    }

    /// Hidden nodes stand in the item of what they pass on. Producers come before them in execution order.
    void placeHidden() {
        for (std::uint32_t i = 0; m_out.m_options.hideNoOps && i < m_model.nodeCount(); ++i)
            if (const graph::NodeId node(i); !m_out.m_itemOf[i].valid() && isHidden(node))
                m_out.m_itemOf[i] = m_out.m_itemOf[m_model.value(m_index.flow().inputs(node).front()).producer.index()];
    }

    void addNode(graph::NodeId node, ItemId group) {
        if (isHidden(node)) return;
        const modules::PatternId pattern = m_out.m_options.foldPatterns ? m_index.folding().patternOf(node) : modules::PatternId();
        if (pattern.valid() && !m_out.m_options.expandedPatterns.contains(pattern)) {
            const modules::Pattern& folded = m_index.folding().pattern(pattern);
            const graph::NodeId first = *std::ranges::find_if(folded.nodes, [this](graph::NodeId one) { return !isHidden(one); });
            if (first != node) {
                m_out.m_itemOf[node.index()] = m_out.m_itemOf[first.index()];
                return;
            }
            Item item = patternItem(ItemKind::Pattern, pattern);
            item.node = folded.nodes.back();
            item.note = guestText(node);
            item.expandable = true;
            m_out.m_itemOf[node.index()] = add(std::move(item), group);
            return;
        }
        if (const modules::ModuleId body = m_hierarchy.bodyOf(node); body.valid() && m_out.m_options.expanded.contains(body))
            return;  // addChild adds it
        if (pattern.valid()) group = patternGroup(pattern, group);
        const modules::OperatorName& op = m_index.operatorOf(node);
        Item item;
        item.kind = ItemKind::Node;
        item.family = op.family;
        item.oneLine = op.oneLine;
        item.node = node;
        item.module = m_hierarchy.bodyOf(node);
        item.expandable = item.module.valid();
        item.title = titleOf(node);
        item.detail = m_index.shownNodes().of(node);
        item.note = guestText(node);
        m_out.m_itemOf[node.index()] = add(std::move(item), group);
    }

    std::string titleOf(graph::NodeId node) const {
        return ownTitle(node).value_or(modules::shownOperator(m_index.operatorOf(node).title));
    }

    /// That a node has in place of its operator's.
    std::optional<std::string> ownTitle(graph::NodeId node) const {
        const auto& titles = m_out.m_options.titles;
        if (titles == nullptr) return std::nullopt;
        const auto known = titles->find(node);
        return known != titles->end() ? std::optional(known->second) : std::nullopt;
    }

    Sentence guestText(graph::NodeId node) const {
        const modules::Guest* guest = m_hierarchy.guest(node);
        return guest == nullptr ? Sentence() : modules::guestText(m_model, *guest);
    }

    /// The group of an opened pattern, made with its first node.
    ItemId patternGroup(modules::PatternId pattern, ItemId around) {
        auto [hit, fresh] = m_patternGroups.try_emplace(pattern);
        if (fresh) hit->second = add(patternItem(ItemKind::Group, pattern), around);
        return hit->second;
    }

    Item patternItem(ItemKind kind, modules::PatternId pattern) const {
        const modules::Pattern& folded = m_index.folding().pattern(pattern);
        Item item;
        item.kind = kind;
        item.family = folded.family;
        item.pattern = pattern;
        item.title = folded.name;
        item.nodeCount = static_cast<std::uint32_t>(folded.nodes.size());
        return item;
    }

    /// Inputs and outputs of the top graph; weights are stubs and get no item.
    void addPorts() {
        const graph::Graph& top = m_model.top();
        m_constant.assign(m_model.valueCount(), false);
        m_state.assign(m_model.valueCount(), false);
        m_inputName.assign(m_model.valueCount(), {});
        for (std::uint32_t i = 0; i < top.inputs.size(); ++i) {
            const graph::GraphInput& input = top.inputs[i];
            if (!input.value.valid()) continue;
            const bool constant = graph::isHeld(input.kind);
            m_constant[input.value.index()] = constant;
            m_state[input.value.index()] = input.kind == graph::InputKind::ProgramState;
            m_inputName[input.value.index()] = nameOf(input);
            if (constant) continue;
            Item item;
            item.kind = ItemKind::Input;
            item.family = modules::OperatorFamily::Input;
            item.value = input.value;
            item.index = i;
            item.title = !isNumber(m_model.text(input.id)) ? std::string(m_model.text(input.id))
                         : named(input.value).empty()      ? "input " + std::to_string(i)
                                                           : named(input.value);
            item.detail = modules::valueText(m_model, input.value);
            m_out.m_itemOfValue[input.value.index()] = add(std::move(item), ItemId(std::uint32_t{0}));
        }
        for (std::uint32_t i = 0; i < top.outputs.size(); ++i) {
            const graph::GraphOutput& output = top.outputs[i];
            if (output.argument.kind != graph::ArgumentKind::Value) continue;
            const graph::ValueId value = output.argument.value();
            if (graph::isMutation(output.kind)) {
                m_writes[value] = std::string(m_model.text(output.target));
                markState(output.target);
                continue;
            }
            Item item;
            item.kind = ItemKind::Output;
            item.family = modules::OperatorFamily::Input;
            item.value = value;
            item.index = i;
            item.title = "output " + std::to_string(m_outputs.size());
            item.detail = modules::valueText(m_model, value);
            m_outputs.emplace(value, add(std::move(item), ItemId(std::uint32_t{0})));
        }
    }

    /// "v12": values of plans and delegates have numbers, which say nothing to a person.
    bool isNumber(std::string_view id) const {
        return m_out.m_options.names != nullptr && id.size() > 1 && id.front() == 'v' &&
               std::all_of(id.begin() + 1, id.end(), [](char c) { return c >= '0' && c <= '9'; });
    }

    std::string named(graph::ValueId value) const {
        const auto& names = m_out.m_options.names;
        const auto known = names != nullptr ? names->find(value) : decltype(names->end()){};
        return names != nullptr && known != names->end() ? known->second : std::string();
    }

    /// Empty: it has but a number.
    std::string nameOf(const graph::GraphInput& input) const {
        if (const std::string known = named(input.value); !known.empty()) return known;
        const std::string_view name = m_model.text(input.target.valid() ? input.target : input.id);
        return isNumber(name) ? std::string() : std::string(name);
    }

    /// Of what a node makes, the operator's name where the value has none; empty: nothing is known.
    std::string stubName(graph::ValueId value) const {
        if (!m_inputName[value.index()].empty()) return m_inputName[value.index()];
        const std::string_view id = m_model.text(m_model.value(value).id);
        if (!isNumber(id)) return std::string(id);
        const graph::NodeId producer = m_model.value(value).producer;
        return producer.valid() ? titleOf(producer) : std::string();
    }

    /// What is taken from a table is called as the table is, by the last part of its path.
    std::string sharedName(graph::ValueId value) const {
        const graph::ValueId table = m_side.contains(value) ? m_side.tableOf(value) : graph::ValueId();
        if (!table.valid() || !m_constant[table.index()]) return stubName(value);
        const std::string& path = m_inputName[table.index()];
        return path.empty() ? stubName(value) : path.substr(path.rfind('.') + 1);
    }

    /// Buffers that the graph writes are state.
    void markState(graph::StringId target) {
        for (const graph::GraphInput& input : m_model.top().inputs)
            if (input.value.valid() && input.target == target) m_state[input.value.index()] = true;
    }

    ItemId groupOf(ItemId item) const { return m_out.m_items[item.index()].parent; }

    void addUses(graph::ValueId value) {
        const graph::NodeId producer = m_model.value(value).producer;
        if (producer.valid()) m_out.m_itemOfValue[value.index()] = m_out.m_itemOf[producer.index()];
        const ItemId from = m_out.m_itemOfValue[value.index()];
        std::vector<ItemId> users, far;
        std::set<std::uint32_t> groups;
        for (const graph::NodeId user : m_index.flow().consumers(value)) {
            const ItemId item = m_out.m_itemOf[user.index()];
            if (!item.valid() || (!from.valid() && hiddenInput(value, user))) continue;
            if (item == from || m_seenBy[item.index()] == value) continue;
            m_seenBy[item.index()] = value;
            users.push_back(item);
            groups.insert(groupOf(item).index());
            if (from.valid() && isFar(value, from, user, item)) far.push_back(item);
        }
        if (const auto write = m_writes.find(value); write != m_writes.end() && from.valid())
            m_out.m_stubs.push_back({from, value, StubClass::State, true, 1, "→ " + write->second});
        const auto [first, last] = m_outputs.equal_range(value);
        for (auto it = first; it != last; ++it)
            if (from.valid()) m_out.m_edges.push_back({from, it->second, value, EdgeClass::Value, false, groupOf(from).valid()});
        if (users.empty()) return;
        const bool wide = users.size() > m_out.m_options.fanOutLimit || groups.size() > m_out.m_options.groupLimit;
        const bool stub = (m_constant[value.index()] || wide || m_out.m_options.drawnAsStubs.contains(value)) &&
                          !m_out.m_options.drawnAsEdges.contains(value);
        if (!from.valid() || stub) return addStubs(value, from, users);
        if (far.size() < kLeastFar || m_out.m_options.drawnAsEdges.contains(value)) far.clear();
        // Readers nearby keep their edges.
        for (const ItemId user : users)
            if (std::ranges::find(far, user) == far.end())
                m_out.m_edges.push_back({from, user, value, EdgeClass::Value, false, groupOf(from) != groupOf(user)});
        if (!far.empty()) addStubs(value, from, far);
    }

    /// Of a value beside the trunk: in another group, inside a closed module, or many steps below.
    bool isFar(graph::ValueId value, ItemId from, graph::NodeId user, ItemId item) const {
        return m_side.contains(value) && (groupOf(item) != groupOf(from) || m_out.m_items[item.index()].kind == ItemKind::Module ||
                                          m_side.isFar(value, user));
    }

    /// Whether a nested graph's own input is used where that graph is not shown.
    bool hiddenInput(graph::ValueId value, graph::NodeId user) const {
        const Item& item = m_out.m_items[m_out.m_itemOf[user.index()].index()];
        return m_model.value(value).graph.index() != 0 && !(item.kind == ItemKind::Node && item.node == user) &&
               item.kind != ItemKind::Pattern;
    }

    void addStubs(graph::ValueId value, ItemId from, const std::vector<ItemId>& users) {
        const StubClass kind = m_state[value.index()]      ? StubClass::State
                               : m_constant[value.index()] ? StubClass::Constant
                                                           : StubClass::FanOut;
        const std::string name = kind == StubClass::FanOut ? sharedName(value) : stubName(value);
        const std::string type = modules::valueText(m_model, value);
        for (const ItemId user : users) {
            std::string text = name;
            // Inside its module a weight is called by the rest of its path.
            const Item& item = m_out.m_items[user.index()];
            const modules::ModuleId module = item.node.valid() ? m_hierarchy.moduleOf(item.node) : item.module;
            if (module.valid() && kind != StubClass::FanOut && !m_hierarchy.module(module).path.empty() &&
                name.starts_with(m_hierarchy.module(module).path + "."))
                text = name.substr(m_hierarchy.module(module).path.size() + 1);
            if (kind == StubClass::Constant) text += (text.empty() ? "" : " ") + type;
            if (text.empty()) text = kind == StubClass::State ? "state" : type;
            m_out.m_stubs.push_back({user, value, kind, false, static_cast<std::uint32_t>(users.size()), std::move(text)});
        }
        if (from.valid())
            m_out.m_stubs.push_back({from, value, StubClass::FanOut, true, static_cast<std::uint32_t>(users.size()),
                                     name + " → " + std::to_string(users.size())});
    }

    /// A collapsed module with many weights or states has one flag for all of them.
    void gatherStubs() {
        std::map<std::tuple<ItemId, StubClass, bool>, std::vector<std::size_t>> alike;
        for (std::size_t i = 0; i < m_out.m_stubs.size(); ++i)
            if (const Stub& stub = m_out.m_stubs[i];
                stub.kind != StubClass::FanOut && m_out.m_items[stub.item.index()].kind == ItemKind::Module)
                alike[{stub.item, stub.kind, stub.atProducer}].push_back(i);
        std::vector<bool> gone(m_out.m_stubs.size(), false);
        for (const auto& [key, which] : alike) {
            if (which.size() <= kMostStubs) continue;
            for (const std::size_t i : which) gone[i] = true;
            Stub& first = m_out.m_stubs[which.front()];
            gone[which.front()] = false;
            first.values = static_cast<std::uint32_t>(which.size());
            first.text = (first.atProducer ? "→ " : "") + std::to_string(which.size()) +
                         (first.kind == StubClass::State ? " states" : " weights");
        }
        std::size_t at = 0;
        std::erase_if(m_out.m_stubs, [&](const Stub&) { return gone[at++]; });
    }

    /// An edge brings another type or shape than all that the edges to its source bring.
    void markTypes() {
        std::vector<std::vector<graph::MetaId>> inflow(m_out.m_items.size());
        for (const ViewEdge& edge : m_out.m_edges) inflow[edge.to.index()].push_back(m_model.value(edge.value).meta);
        for (auto& known : inflow) {
            std::ranges::sort(known);
            known.erase(std::unique(known.begin(), known.end()), known.end());
        }
        for (ViewEdge& edge : m_out.m_edges) {
            const auto& known = inflow[edge.from.index()];
            const graph::MetaId meta = m_model.value(edge.value).meta;
            edge.typeChanges = meta.valid() && m_out.m_items[edge.from.index()].kind != ItemKind::Input &&
                               std::ranges::none_of(known, [&](graph::MetaId one) { return sameShape(one, meta); });
        }
    }

    /// Strides and devices are not told.
    bool sameShape(graph::MetaId a, graph::MetaId b) const {
        if (a == b || !a.valid()) return a == b;
        const graph::TensorMeta &one = m_model.meta(a), &other = m_model.meta(b);
        const auto same = [](const graph::Dim& x, const graph::Dim& y) {
            return x.value == y.value && x.expression == y.expression;
        };
        return one.type == other.type && one.typeCode == other.typeCode &&
               std::ranges::equal(m_model.dims(one.sizes), m_model.dims(other.sizes), same);
    }

    ViewGraph& m_out;
    const modules::GraphIndex& m_index;
    const graph::GraphModel& m_model;
    const modules::Hierarchy& m_hierarchy;
    const modules::SideValues& m_side;
    std::vector<bool> m_constant, m_state;
    std::vector<std::string> m_inputName;
    std::unordered_map<graph::ValueId, std::string> m_writes;
    std::multimap<graph::ValueId, ItemId> m_outputs;
    std::map<modules::PatternId, ItemId> m_patternGroups;
    std::vector<graph::ValueId> m_seenBy;  ///< per item: the value whose uses were counted last
};

ViewGraph::ViewGraph(std::shared_ptr<const modules::GraphIndex> index, ViewOptions options)
    : m_index(std::move(index)), m_options(std::move(options)) {
    ViewBuilder(*this).build();
    if (!m_options.stubs) m_stubs.clear();
    m_items.shrink_to_fit();
    m_edges.shrink_to_fit();
    m_stubs.shrink_to_fit();
}

std::span<const graph::NodeId> ViewGraph::nodesOf(ItemId id) const& noexcept {
    const Item& item = m_items[id.index()];
    if (item.pattern.valid()) return m_index->folding().pattern(item.pattern).nodes;
    if (item.kind == ItemKind::Node) return std::span(&item.node, 1);
    if (!item.module.valid()) return {};
    // Those of siblings that follow each other lie one after the other, too.
    const auto first = m_index->hierarchy().nodesBelow(item.module);
    return item.blocks == 1 ? first : std::span(first.data(), item.nodeCount);
}

}  // namespace etscope::view
