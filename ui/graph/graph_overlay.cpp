#include "graph/graph_overlay.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

#include "base/checked_math.h"
#include "base/scalar_type.h"
#include "base/text.h"
#include "look/numbers.h"
#include "session/handles.h"

namespace etscope::ui {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("OverlayMap", text); }

/// Fills of value types in the order in which they appear: families that differ in hue and lightness.
constexpr std::array kTypeHues{graph::OperatorFamily::Compute, graph::OperatorFamily::Memory,     graph::OperatorFamily::Quantise,
                               graph::OperatorFamily::Control, graph::OperatorFamily::Activation, graph::OperatorFamily::Normalise,
                               graph::OperatorFamily::Shape,   graph::OperatorFamily::Constant};

QColor mixed(const QColor& a, const QColor& b, double share) {
    const auto part = [share](int x, int y) { return static_cast<int>(x * share + y * (1 - share) + 0.5); };
    return QColor(part(a.red(), b.red()), part(a.green(), b.green()), part(a.blue(), b.blue()));
}

/// Bytes of a tensor value; 0 for other values, unknown types, and sizes without a hint.
std::uint64_t valueBytes(const graph::GraphModel& model, graph::ValueId id) {
    const graph::Value& value = model.value(id);
    if (value.kind != graph::ValueKind::Tensor || !value.meta.valid()) return 0;
    const graph::TensorMeta& meta = model.meta(value.meta);
    if (!meta.type) return 0;
    std::uint64_t bytes = itemSize(*meta.type);
    for (const graph::Dim& dim : model.dims(meta.sizes)) {
        if (!dim.hasHint || dim.value < 0) return 0;
        const auto product = checkedMul(bytes, static_cast<std::uint64_t>(dim.value));
        if (!product) return 0;
        bytes = *product;
    }
    return bytes;
}

/// "XNN" of "XnnpackBackend".
QString shortBackend(const QString& backend) { return backend.left(3).toUpper(); }

}  // namespace

QStringList overlayNames() { return {tr("none"), tr("delegation"), tr("value type"), tr("weight bytes")}; }

Result<OverlayPtr> OverlayMap::make(Overlay overlay, const OverlaySubject& subject, const JobContext& job) {
    auto map = std::make_shared<OverlayMap>();
    map->m_overlay = overlay;
    map->m_classOf.assign(subject.index->model().nodeCount(), 0);
    switch (overlay) {
        case Overlay::None: map->addFamilies(*subject.index); break;
        case Overlay::ValueType: map->addTypes(*subject.index); break;
        case Overlay::WeightBytes: map->addWeights(*subject.index); break;
        case Overlay::Delegation: map->addDelegation(subject, job); break;
    }
    if (job.cancelled()) return cancelledFailure();
    map->count();
    return OverlayPtr(std::move(map));
}

std::uint32_t OverlayMap::classNamed(const QString& name, int hue) {
    for (std::uint32_t i = 0; i < m_classes.size(); ++i)
        if (m_classes[i].name == name && m_classes[i].hue == hue) return i;
    m_classes.push_back({name, 0, hue});
    return static_cast<std::uint32_t>(m_classes.size() - 1);
}

std::uint32_t OverlayMap::backendNamed(const QString& backend) {
    for (std::uint32_t i = 0; i < m_classes.size(); ++i)
        if (m_classes[i].hue >= 0 && m_classes[i].name == backend) return i;
    return classNamed(backend, m_backends++);
}

void OverlayMap::count() {
    for (const std::uint32_t which : m_classOf) ++m_classes[which].nodes;
}

void OverlayMap::addFamilies(const graph::GraphIndex& index) {
    std::array<std::int64_t, graph::kOperatorFamilyCount> classOf;
    classOf.fill(-1);
    for (std::uint32_t i = 0; i < m_classOf.size(); ++i) {
        const auto family = static_cast<std::size_t>(index.operatorOf(graph::NodeId(i)).family);
        if (classOf[family] < 0)
            classOf[family] =
                classNamed(text(graph::familyName(static_cast<graph::OperatorFamily>(family))), static_cast<int>(family));
        m_classOf[i] = static_cast<std::uint32_t>(classOf[family]);
    }
}

void OverlayMap::addTypes(const graph::GraphIndex& index) {
    const graph::GraphModel& model = index.model();
    std::unordered_map<std::string, std::uint32_t> known;
    for (std::uint32_t i = 0; i < m_classOf.size(); ++i) {
        const auto results = index.flow().results(graph::NodeId(i));
        std::string type = results.empty() ? std::string() : graph::valueText(model, results.front());
        type.resize(std::min(type.size(), type.find('[')));
        const auto [at, fresh] = known.try_emplace(type, 0);
        if (fresh) at->second = classNamed(type.empty() ? tr("no value") : text(type), static_cast<int>(known.size() - 1));
        m_classOf[i] = at->second;
    }
}

void OverlayMap::addWeights(const graph::GraphIndex& index) {
    const graph::GraphModel& model = index.model();
    std::vector<bool> constant(model.valueCount());
    for (std::uint32_t g = 0; g < model.graphCount(); ++g)
        for (const graph::GraphInput& input : model.graph(graph::GraphId(g)).inputs)
            if (input.value.valid()) constant[input.value.index()] = model.text(input.kind) != "user_input";
    m_classes.push_back({tr("takes no weights"), 0, 0});
    m_classes.push_back({tr("takes weights"), 0, 1});
    m_amounts.assign(m_classOf.size(), 0);
    for (std::uint32_t i = 0; i < m_classOf.size(); ++i) {
        for (const graph::ValueId value : index.flow().inputs(graph::NodeId(i)))
            if (constant[value.index()]) m_amounts[i] = checkedAdd(m_amounts[i], valueBytes(model, value)).value_or(m_amounts[i]);
        m_classOf[i] = m_amounts[i] > 0 ? 1 : 0;
        m_largest = std::max(m_largest, m_amounts[i]);
    }
    m_note = tr("Bytes of parameters, buffers and constants that an operator takes.");
}

void OverlayMap::addDelegation(const OverlaySubject& subject, const JobContext& job) {
    m_numbers.assign(m_classOf.size(), -1);
    if (addCalls(subject, job) || addHandles(subject, job)) return;
    m_classes.clear();
    std::fill(m_classOf.begin(), m_classOf.end(), classNamed(tr("not recorded"), kNotRun));
    m_note = tr("The record names no delegate for this stage.");
}

/// A delegate's own graph, or a stage that holds delegate calls as nodes.
bool OverlayMap::addCalls(const OverlaySubject& subject, const JobContext& job) {
    const graph::GraphModel& model = subject.index->model();
    if (subject.stage.starts_with("delegate:")) {
        const QString number = QString::fromStdString(subject.stage.substr(9)).section(QLatin1Char('/'), 0, 0);
        const std::size_t call = static_cast<std::size_t>(std::max(0, number.toInt()));
        if (const auto* plan = subject.session->plan(subject.method); plan != nullptr && call < plan->delegates.size()) {
            std::fill(m_classOf.begin(), m_classOf.end(), backendNamed(text(repairedUtf8(plan->delegates[call].id))));
            return true;
        }
        const auto edge = subject.session->program(subject.method, "edge", job);
        if (!edge || call >= (*edge)->graph->delegates().size()) return false;
        std::fill(m_classOf.begin(), m_classOf.end(),
                  backendNamed(text((*edge)->graph->text((*edge)->graph->delegates()[call].backend))));
        return true;
    }
    if (model.delegates().empty()) return false;
    const std::uint32_t cpu = classNamed(tr("CPU kernel"), kCpu);
    for (std::uint32_t i = 0; i < m_classOf.size(); ++i) {
        const std::int32_t call = model.node(graph::NodeId(i)).delegate;
        m_classOf[i] = call < 0 ? cpu : backendNamed(text(model.text(model.delegates()[static_cast<std::size_t>(call)].backend)));
        m_numbers[i] = call;
    }
    m_note = tr("Number: the delegate call.");
    return true;
}

/// The debug handle map and the delegate map say which instruction runs which nodes.
bool OverlayMap::addHandles(const OverlaySubject& subject, const JobContext& job) {
    const bool edge = subject.stage == "edge";
    if (!edge && subject.stage != "exported") return false;
    const auto all = session::handles(*subject.session, job);
    if (!all) return false;
    const auto mine =
        std::find_if(all->begin(), all->end(), [&](const session::MethodHandles& one) { return one.method == subject.method; });
    if (mine == all->end() || mine->rows.empty()) return false;
    const graph::GraphModel& model = subject.index->model();
    std::unordered_map<std::string, std::uint32_t> byPath;
    for (std::uint32_t i = 0; i < model.nodeCount(); ++i) byPath.try_emplace(repairedUtf8(model.nodePath(graph::NodeId(i))), i);
    std::fill(m_classOf.begin(), m_classOf.end(), classNamed(tr("not run"), kNotRun));
    const std::uint32_t cpu = classNamed(tr("CPU kernel"), kCpu);
    for (const session::HandleRow& row : mine->rows)
        for (const std::string& path : edge ? row.edgeNodes : row.exportedNodes)
            if (const auto hit = byPath.find(path); hit != byPath.end() && m_numbers[hit->second] < 0) {
                m_classOf[hit->second] = row.isDelegate ? backendNamed(text(row.backend)) : cpu;
                m_numbers[hit->second] = row.instruction;
            }
    m_note = tr("Number: the instruction. Left bar: family.");
    return true;
}

QString OverlayMap::word(graph::NodeId node) const {
    const Class& which = classOf(node);
    switch (m_overlay) {
        case Overlay::None: return {};
        case Overlay::ValueType: return which.name;
        case Overlay::WeightBytes: return amount(node) > 0 ? bytesText(amount(node)) : QString();
        case Overlay::Delegation: break;
    }
    if (which.hue == kNotRun) return {};
    if (which.hue == kCpu) return QStringLiteral("CPU");
    const std::int64_t number = m_numbers[node.index()];
    return number < 0 ? shortBackend(which.name) : QStringLiteral("%1 %2").arg(shortBackend(which.name)).arg(number);
}

FamilyColours OverlayMap::colours(const Class& which) const {
    const Tokens& t = tokens();
    const auto family = [&t](graph::OperatorFamily one) { return t.families[static_cast<std::size_t>(one)]; };
    switch (m_overlay) {
        case Overlay::None: return t.families[static_cast<std::size_t>(which.hue)];
        case Overlay::ValueType: return family(kTypeHues[static_cast<std::size_t>(which.hue) % kTypeHues.size()]);
        case Overlay::WeightBytes:
            return which.hue == 0 ? FamilyColours{t.base, t.control} : FamilyColours{heatColour(0.6), t.control};
        case Overlay::Delegation: break;
    }
    if (which.hue == kNotRun) return t.delegation[2];
    if (which.hue == kCpu) return t.delegation[1];
    if (which.hue == 0) return t.delegation[0];
    const QColor bar = t.series[static_cast<std::size_t>(which.hue) % t.series.size()];
    return {mixed(bar, t.base, 0.4), bar};
}

/// Logarithmic: four decades below the largest amount are the colour of "nothing".
FamilyColours OverlayMap::amountColours(std::uint64_t amount) const {
    const Tokens& t = tokens();
    if (amount == 0 || m_largest == 0) return {t.base, t.control};
    const double below = std::log10(static_cast<double>(m_largest) / static_cast<double>(std::min(amount, m_largest)));
    return {heatColour(std::clamp(1 - below / 4, 0.05, 1.0)), t.control};
}

}  // namespace etscope::ui
