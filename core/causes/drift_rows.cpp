#include "causes/drift_rows.h"

#include <algorithm>
#include <cctype>

#include "modules/operator_family.h"

namespace etscope::causes {
namespace {

using modules::Module;
using modules::ModuleId;
using modules::ModuleKind;

/// "layers.7", "7".
bool isNumbered(const Module& module) {
    const std::string last = module.name.substr(module.name.rfind('.') + 1);
    return module.kind == ModuleKind::Module && !last.empty() &&
           std::ranges::all_of(last, [](unsigned char c) { return std::isdigit(c) != 0; });
}

/// Guests may stand long before what they were made for.
std::uint32_t firstNode(const modules::Hierarchy& hierarchy, ModuleId module) {
    std::uint32_t first = UINT32_MAX, guests = UINT32_MAX;
    for (const graph::NodeId node : hierarchy.nodesBelow(module)) {
        std::uint32_t& least = hierarchy.guest(node) != nullptr ? guests : first;
        least = std::min(least, node.index());
    }
    return first != UINT32_MAX ? first : guests;
}

void worsen(std::optional<double>& worst, const std::optional<double>& other) {
    if (other && (!worst || *other > *worst)) worst = other;
}

void addTo(DriftCell& cell, const DriftCell& call) {
    cell.calls += call.calls;
    cell.compared += call.compared;
    if (call.state > cell.state || cell.reason.empty()) cell.reason = call.reason;
    cell.state = std::max(cell.state, call.state);
    if (cell.state == DriftState::Known) cell.reason = {};
    if (call.total && (!cell.total || *call.total > *cell.total)) {
        cell.parts = call.parts;
        cell.node = call.node;
        cell.instruction = call.instruction;
    }
    if (call.own && (!cell.own || *call.own > *cell.own)) {
        cell.ownNode = call.ownNode;
        cell.ownInstruction = call.ownInstruction;
    }
    cell.ownWrong = cell.ownWrong || call.ownWrong;
    worsen(cell.total, call.total);
    worsen(cell.own, call.own);
    worsen(cell.constant, call.constant);
}

}  // namespace

DriftRows::DriftRows(std::shared_ptr<const modules::GraphIndex> index, std::size_t steps)
    : m_index(std::move(index)), m_steps(steps) {
    findOpened();
    addTops();
}

bool DriftRows::isLayer(ModuleId module) const {
    const modules::Hierarchy& hierarchy = m_index->hierarchy();
    const Module& one = hierarchy.module(module);
    if (!isNumbered(one)) return false;
    const auto& siblings = hierarchy.module(one.parent).children;
    return std::ranges::count_if(siblings, [&](ModuleId child) { return isNumbered(hierarchy.module(child)); }) > 1;
}

/// Modules around layers stand for nothing of their own. Without layers: the root, and what alone lies in it.
void DriftRows::findOpened() {
    const modules::Hierarchy& hierarchy = m_index->hierarchy();
    std::vector<bool> holds(hierarchy.size());
    m_opened.resize(hierarchy.size());
    m_layers.resize(hierarchy.size());
    for (std::size_t m = hierarchy.size(); m-- > 1;) {
        const ModuleId parent = hierarchy.module(ModuleId(m)).parent;
        if (!isLayer(ModuleId(m)) && !holds[m]) continue;
        holds[parent.index()] = true;
        if (!isLayer(ModuleId(m))) continue;
        auto& first = m_layers[parent.index()];
        first = std::min(first.value_or(UINT32_MAX), firstNode(hierarchy, ModuleId(m)));
    }
    m_opened[0] = true;
    for (std::size_t m = 1; m < hierarchy.size(); ++m) {
        const Module& module = hierarchy.module(ModuleId(m));
        const bool alone = !holds[0] && hierarchy.module(module.parent).children.size() == 1;
        m_opened[m] = m_opened[module.parent.index()] && !isLayer(ModuleId(m)) && module.kind == ModuleKind::Module &&
                      (holds[m] || (alone && !module.children.empty()));
    }
}

void DriftRows::addTops() {
    const modules::Hierarchy& hierarchy = m_index->hierarchy();
    for (std::size_t m = 1; m < hierarchy.size(); ++m) {
        const Module& module = hierarchy.module(ModuleId(m));
        if (!m_opened[m] && m_opened[module.parent.index()] && module.kind == ModuleKind::Module)
            moduleRow(ModuleId(m), std::nullopt);
    }
}

std::size_t DriftRows::make(const std::string& key, DriftRow row, std::uint64_t order, std::optional<std::size_t> parent) {
    const auto [found, isNew] = m_byKey.emplace(key, m_rows.size());
    if (!isNew) {
        m_rows[found->second].order = std::min(m_rows[found->second].order, order);
        return found->second;
    }
    row.parent = parent;
    row.cells.resize(m_steps);
    if (parent) m_rows[*parent].children.push_back(m_rows.size());
    m_rows.push_back({std::move(row), order, {}});
    return m_rows.size() - 1;
}

/// The parts of a module that is called several times are one row.
std::size_t DriftRows::moduleRow(ModuleId module, std::optional<std::size_t> parent) {
    const modules::Hierarchy& hierarchy = m_index->hierarchy();
    const Module& one = hierarchy.module(module);
    DriftRow row;
    row.name = parent ? one.name : one.path;
    row.path = one.path;
    row.type = one.className();
    row.repeated = isLayer(module);
    return make("m" + one.path, std::move(row), firstNode(hierarchy, module), parent);
}

std::size_t DriftRows::operatorsRow(ModuleId opened, graph::NodeId node) {
    const std::string& path = m_index->hierarchy().module(opened).path;
    const auto layers = m_layers[opened.index()];
    const bool behind = layers && node.index() > *layers;
    DriftRow row;
    row.kind = DriftRow::Kind::Operators;
    row.path = path;
    row.name = !layers ? "operators" : behind ? "after layers" : "before layers";
    if (!path.empty()) row.name = path + ": " + row.name;
    return make("o" + row.name, row, node.index(), std::nullopt);
}

/// Of a graph without modules none: its operators are the rows.
std::optional<std::size_t> DriftRows::parentRowOf(graph::NodeId node) {
    const modules::Hierarchy& hierarchy = m_index->hierarchy();
    const ModuleId home = hierarchy.moduleOf(node);
    if (!home.valid() || hierarchy.size() == 1) return std::nullopt;
    std::optional<std::size_t> row;
    ModuleId opened = hierarchy.root();
    for (const ModuleId module : hierarchy.chain(home)) {
        if (m_opened[module.index()])
            opened = module;
        else if (hierarchy.module(module).kind == ModuleKind::Module)
            row = moduleRow(module, row);
    }
    return row ? row : operatorsRow(opened, node);
}

/// The one that the call is named by, of a delegate, too: a row here is where the row of the same call is elsewhere.
graph::NodeId DriftRows::nodeOf(const gap::GapRow& call) const {
    return call.nodes.empty() ? graph::NodeId() : m_index->model().findNode(call.nodes[modules::namedNode(call.nodes)]);
}

std::size_t DriftRows::rowOf(const gap::GapRow& call) {
    const graph::NodeId node = nodeOf(call);
    DriftRow row;
    row.kind = DriftRow::Kind::Operator;
    row.path = node.valid() ? m_index->model().nodePath(node) : std::string();
    row.name = node.valid() ? row.path : call.runtime + " 0/" + std::to_string(call.instruction);
    const auto parent = node.valid() ? parentRowOf(node) : std::nullopt;
    const std::uint64_t order = node.valid() ? node.index() : UINT32_MAX + static_cast<std::uint64_t>(call.instruction);
    return make("n" + row.name, row, order, parent);
}

std::optional<std::size_t> DriftRows::topOf(graph::NodeId node) {
    if (!node.valid()) return std::nullopt;
    auto row = parentRowOf(node);
    while (row && m_rows[*row].row.parent) row = m_rows[*row].row.parent;
    return row;
}

void DriftRows::add(std::size_t row, std::size_t step, const DriftCell& call) {
    for (std::optional<std::size_t> at = row; at; at = m_rows[*at].row.parent) addTo(m_rows[*at].row.cells[step], call);
}

void DriftRows::explain(std::size_t step, const Sentence& reason) {
    for (Made& made : m_rows)
        if (DriftCell& cell = made.row.cells[step]; cell.calls == 0) cell.reason = reason;
}

std::vector<DriftRow> DriftRows::finish(std::vector<std::size_t>& moved) && {
    const auto inOrder = [this](std::vector<std::size_t>& rows) {
        std::ranges::stable_sort(rows, std::greater(), [this](std::size_t r) { return m_rows[r].order; });
    };
    std::vector<std::size_t> open;  // the next one last
    for (std::size_t r = 0; r < m_rows.size(); ++r)
        if (!m_rows[r].row.parent) open.push_back(r);
    inOrder(open);
    moved.assign(m_rows.size(), 0);
    std::vector<DriftRow> rows;
    while (!open.empty()) {
        const std::size_t r = open.back();
        open.pop_back();
        moved[r] = rows.size();
        DriftRow& row = rows.emplace_back(std::move(m_rows[r].row));
        if (row.parent) {
            row.parent = moved[*row.parent];
            row.depth = rows[*row.parent].depth + 1;
        }
        inOrder(m_rows[r].children);
        open.insert(open.end(), m_rows[r].children.begin(), m_rows[r].children.end());
    }
    for (std::size_t r = rows.size(); r-- > 0;)
        if (rows[r].parent) rows[*rows[r].parent].below += rows[r].below + 1;
    return rows;
}

}  // namespace etscope::causes
