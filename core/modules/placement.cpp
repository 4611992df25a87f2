#include "modules/placement.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "graph/module_stack.h"
#include "modules/operator_family.h"

namespace etscope::modules {
namespace {

/// The module that exporters wrap around a model.
constexpr std::string_view kExportWrapper = "torch.export._trace.";

/// "layers.7" and "7", not "conv2d".
bool isNumbered(std::string_view path) {
    const auto dot = path.rfind('.');
    const std::string_view last = dot == std::string_view::npos ? path : path.substr(dot + 1);
    return !last.empty() && last.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

Placement::Placement(const graph::GraphModel& model, const graph::DataFlow& flow, const ModuleStackParser& parser)
    : m_model(model), m_flow(flow), m_where(model.nodeCount()), m_prepares(model.nodeCount(), false) {
    readStacks(parser);
    findPreparing();
    for (std::uint32_t g = 0; g < model.graphCount(); ++g) {
        const auto& nodes = model.graph(graph::GraphId(g)).nodes;
        for (auto at = nodes.rbegin(); at != nodes.rend(); ++at) placeByUsers(*at, false);
        for (const graph::NodeId node : nodes) placeByMakers(node);
        for (auto at = nodes.rbegin(); at != nodes.rend(); ++at) placeByUsers(*at, true);
    }
}

const Placement::Stack& Placement::stack(graph::StringId text, const ModuleStackParser& parser) {
    auto [hit, fresh] = m_stacks.try_emplace(text);
    if (!fresh || !text.valid() || !parser) return hit->second;
    Stack& stack = hit->second;
    for (ModuleStep& step : parser(m_model.text(text))) {
        if (graph::isNoModule(step.path)) continue;
        stack.saysModule = stack.saysModule || !step.path.empty() || !step.type.starts_with(kExportWrapper);
        if (!step.path.empty() && (stack.steps.empty() || stack.steps.back().path != step.path))
            stack.steps.push_back(std::move(step));
    }
    return stack;
}

void Placement::readStacks(const ModuleStackParser& parser) {
    for (std::uint32_t i = 0; i < m_model.nodeCount(); ++i) {
        const Stack& own = stack(m_model.node(graph::NodeId(i)).moduleStack, parser);
        if (own.saysModule) m_where[i] = {&own.steps, own.steps.size(), true};
    }
}

bool Placement::isFloating(graph::ValueId id) const {
    const graph::Value& value = m_model.value(id);
    if (!value.meta.valid()) return value.kind == graph::ValueKind::Tensor;
    const auto type = m_model.meta(value.meta).type;
    return !type || etscope::isFloating(*type);
}

void Placement::findPreparing() {
    std::vector<bool> callInput(m_model.valueCount(), false);
    for (const graph::GraphInput& input : m_model.top().inputs)
        if (input.value.valid() && !graph::isHeld(input.kind)) callInput[input.value.index()] = true;
    const auto isPrepared = [&](graph::ValueId value) {
        const graph::NodeId maker = m_model.value(value).producer;
        return maker.valid() ? m_prepares[maker.index()] : callInput[value.index()];
    };
    for (std::uint32_t g = 0; g < m_model.graphCount(); ++g)
        for (const graph::NodeId node : m_model.graph(graph::GraphId(g)).nodes)
            m_prepares[node.index()] =
                m_flow.graphs(node).empty() && std::ranges::all_of(m_flow.inputs(node), isPrepared) &&
                std::ranges::none_of(m_flow.results(node), [this](graph::ValueId value) { return isFloating(value); });
}

/// Whether the node quantises one value that a node makes.
bool Placement::quantises(graph::NodeId node) const {
    if (!operatorWord(m_model.text(m_model.node(node).target)).starts_with("quantize")) return false;
    std::set<graph::NodeId> makers;
    for (const graph::ValueId value : m_flow.inputs(node))
        if (const graph::NodeId maker = m_model.value(value).producer; maker.valid()) makers.insert(maker);
    return makers.size() == 1;
}

void Placement::addTo(Search& search, graph::NodeId node) const {
    const Where& its = m_where[node.index()];
    if (search.nodes++ == 0) {
        search.where = its;
        search.guest.because = node;
        return;
    }
    if (node != search.guest.because) ++search.guest.others;
    std::size_t same = 0;
    while (same < search.where.depth && same < its.depth && (*search.where.steps)[same].path == (*its.steps)[same].path) ++same;
    search.where.depth = same;
}

/// False: not all of them have a place, or the node's results are seen outside.
bool Placement::usersOf(graph::NodeId node, Search& search) const {
    for (const graph::ValueId value : m_flow.results(node)) {
        if (m_flow.leavesGraph(value)) return false;
        for (const graph::NodeId user : m_flow.consumers(value)) {
            if (!m_where[user.index()].known || m_model.node(user).graph != m_model.node(node).graph) return false;
            addTo(search, user);
        }
    }
    return search.nodes > 0 && search.where.depth > 0;
}

bool Placement::makersOf(graph::NodeId node, Search& search) const {
    for (const graph::ValueId value : m_flow.inputs(node)) {
        const graph::NodeId maker = m_model.value(value).producer;
        if (!maker.valid()) continue;
        if (!m_where[maker.index()].known || m_model.node(maker).graph != m_model.node(node).graph) return false;
        addTo(search, maker);
    }
    return search.nodes > 0 && search.where.depth > 0;
}

void Placement::place(graph::NodeId node, const Search& search) {
    m_where[node.index()] = search.where;
    Guest& guest = m_guests[node] = search.guest;
    guest.prepares = m_prepares[node.index()];
}

/// Whether `found` lies further inside than `own`, in a numbered module between.
bool Placement::inBlockBelow(const Where& own, const Where& found) const {
    if (found.depth <= own.depth) return false;
    for (std::size_t i = 0; i < own.depth; ++i)
        if ((*own.steps)[i].path != (*found.steps)[i].path) return false;
    return std::any_of(found.steps->begin() + static_cast<std::ptrdiff_t>(own.depth),
                       found.steps->begin() + static_cast<std::ptrdiff_t>(found.depth),
                       [](const ModuleStep& step) { return isNumbered(step.path); });
}

void Placement::placeByUsers(graph::NodeId node, bool quantising) {
    const Where& own = m_where[node.index()];
    if (own.known ? !m_prepares[node.index()] : !quantising && quantises(node)) return;
    Search search;
    if (!usersOf(node, search) || (own.known && !inBlockBelow(own, search.where))) return;
    place(node, search);
}

void Placement::placeByMakers(graph::NodeId node) {
    Search search;
    const Where& own = m_where[node.index()];
    if ((own.known && m_model.node(node).delegate < 0) || !makersOf(node, search)) return;
    if (own.known && !inBlockBelow(own, search.where)) return;
    search.guest.byMaker = true;
    place(node, search);
}

std::vector<graph::NodeId> Placement::order(graph::GraphId graph) const {
    std::vector<graph::NodeId> nodes = m_model.graph(graph).nodes;
    std::vector<std::uint32_t> ranks(nodes.size());
    std::iota(ranks.begin(), ranks.end(), 0U);
    bool moved = false;
    for (auto at = nodes.rbegin(); at != nodes.rend(); ++at) {
        const auto guest = m_guests.find(*at);
        if (guest == m_guests.end() || guest->second.byMaker) continue;
        std::uint32_t first = 0xFFFF'FFFF;
        for (const graph::ValueId value : m_flow.results(*at))
            for (const graph::NodeId user : m_flow.consumers(value)) first = std::min(first, ranks[m_flow.position(user)]);
        // What is used before it is made (loops) stays where it is.
        std::uint32_t& own = ranks[m_flow.position(*at)];
        moved = moved || first > own;
        own = std::max(own, first);
    }
    if (moved) std::ranges::stable_sort(nodes, {}, [&](graph::NodeId node) { return ranks[m_flow.position(node)]; });
    return nodes;
}

Sentence guestText(const graph::GraphModel& model, const Guest& guest) {
    const graph::Node& node = model.node(guest.because);
    const std::string because = describeOperator(model.text(node.target)).title + " " + std::string(model.text(node.id));
    if (guest.byMaker)
        return guest.others == 0 ? Sentence::of("placed here because it takes what %1 makes", because)
                                 : Sentence::of("placed here because it takes what %1 and %2 more make", because, guest.others);
    return guest.others == 0 ? Sentence::of("placed here because only %1 uses it", because)
                             : Sentence::of("placed here because only %1 and %2 more use it", because, guest.others);
}

}  // namespace etscope::modules
