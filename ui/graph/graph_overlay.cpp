#include "graph/graph_overlay.h"

#include <algorithm>
#include <array>

#include "join/delegate_bodies.h"
#include "join/links.h"
#include "look/numbers.h"
#include "look/words.h"

namespace etscope::ui {
namespace {

/// Fills of value types in the order in which they appear: families that differ in hue and lightness.
constexpr std::array kTypeHues{modules::OperatorFamily::Compute,    modules::OperatorFamily::Memory,
                               modules::OperatorFamily::Quantise,   modules::OperatorFamily::Control,
                               modules::OperatorFamily::Activation, modules::OperatorFamily::Normalise,
                               modules::OperatorFamily::Shape,      modules::OperatorFamily::Constant};

QColor mixed(const QColor& a, const QColor& b, double share) {
    const auto part = [share](int x, int y) { return static_cast<int>(x * share + y * (1 - share) + 0.5); };
    return QColor(part(a.red(), b.red()), part(a.green(), b.green()), part(a.blue(), b.blue()));
}

/// The delegate call that the node is, or in whose body it lies; invalid: neither.
graph::NodeId callAround(const graph::GraphModel& model, graph::NodeId node) {
    while (node.valid() && model.node(node).delegate < 0) node = model.graph(model.node(node).graph).owner;
    return node;
}

}  // namespace

QString OverlayName::title() const { return OverlayMap::tr(id); }

std::span<const OverlayName> overlayNames() {
    static constexpr OverlayName kNames[] = {
        {QT_TRANSLATE_NOOP("OverlayMap", "none")},         {QT_TRANSLATE_NOOP("OverlayMap", "delegation")},
        {QT_TRANSLATE_NOOP("OverlayMap", "latency")},      {QT_TRANSLATE_NOOP("OverlayMap", "error")},
        {QT_TRANSLATE_NOOP("OverlayMap", "weight bytes")}, {QT_TRANSLATE_NOOP("OverlayMap", "value type")},
        {QT_TRANSLATE_NOOP("OverlayMap", "module")},       {QT_TRANSLATE_NOOP("OverlayMap", "values of a file")}};
    return kNames;
}

Result<OverlayPtr> OverlayMap::make(Overlay overlay, const OverlaySubject& subject, const JobContext& job) {
    auto map = std::make_shared<OverlayMap>();
    map->m_overlay = overlay;
    map->m_title = overlay == Overlay::None ? tr("operators") : overlayNames()[static_cast<std::size_t>(overlay)].title();
    map->m_classOf.assign(subject.index->model().nodeCount(), 0);
    switch (overlay) {
        case Overlay::None: map->addFamilies(*subject.index); break;
        case Overlay::ValueType: map->addTypes(*subject.index); break;
        case Overlay::Module: map->addModules(*subject.index); break;
        case Overlay::WeightBytes: map->addWeights(*subject.index); break;
        case Overlay::Delegation: map->addDelegation(subject, job); break;
        case Overlay::Latency: map->addLatency(subject, job); break;
        case Overlay::Error: map->addError(subject, job); break;
        case Overlay::Custom: map->addCustom(subject, job); break;
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

void OverlayMap::addFamilies(const modules::GraphIndex& index) {
    std::array<std::int64_t, modules::kOperatorFamilyCount> classOf;
    classOf.fill(-1);
    for (std::uint32_t i = 0; i < m_classOf.size(); ++i) {
        const auto family = static_cast<std::size_t>(index.operatorOf(graph::NodeId(i)).family);
        if (classOf[family] < 0)
            classOf[family] = classNamed(ui::word(text(modules::familyName(static_cast<modules::OperatorFamily>(family)))),
                                         static_cast<int>(family));
        m_classOf[i] = static_cast<std::uint32_t>(classOf[family]);
    }
}

void OverlayMap::addTypes(const modules::GraphIndex& index) {
    const graph::GraphModel& model = index.model();
    std::unordered_map<std::string, std::uint32_t> known;
    for (std::uint32_t i = 0; i < m_classOf.size(); ++i) {
        const auto results = index.flow().results(graph::NodeId(i));
        std::string type = results.empty() ? std::string() : modules::valueText(model, results.front());
        type.resize(std::min(type.size(), type.find('[')));
        const auto [at, fresh] = known.try_emplace(type, 0);
        if (fresh) at->second = classNamed(type.empty() ? tr("no value") : text(type), static_cast<int>(known.size() - 1));
        m_classOf[i] = at->second;
    }
}

/// By the modules at which the tree branches first; from the twelfth on they share a class.
void OverlayMap::addModules(const modules::GraphIndex& index) {
    constexpr std::size_t kMost = 11;
    const modules::Hierarchy& hierarchy = index.hierarchy();
    modules::ModuleId top = hierarchy.root();
    while (hierarchy.module(top).children.size() == 1 && hierarchy.module(top).nodes.empty())
        top = hierarchy.module(top).children.front();
    std::fill(m_classOf.begin(), m_classOf.end(), classNamed(tr("outside of them"), kNotRun));
    const auto& modules = hierarchy.module(top).children;
    for (std::size_t i = 0; i < modules.size(); ++i) {
        const std::uint32_t which = i < kMost ? classNamed(text(hierarchy.module(modules[i]).name), static_cast<int>(i))
                                              : classNamed(tr("further modules"), static_cast<int>(kMost));
        for (const graph::NodeId node : hierarchy.nodesBelow(modules[i])) m_classOf[node.index()] = which;
    }
}

void OverlayMap::addDelegation(const OverlaySubject& subject, const JobContext& job) {
    m_numbers.assign(m_classOf.size(), -1);
    m_further.assign(m_classOf.size(), false);
    if (addDelegateStage(subject, job) || addCalls(subject) || addLinks(subject, job)) return;
    m_classes.clear();
    std::fill(m_classOf.begin(), m_classOf.end(), classNamed(tr("not recorded"), kNotRun));
    m_note = tr("Neither a program nor a record tells what runs this stage.");
}

/// Inside a delegate everything is its backend's.
bool OverlayMap::addDelegateStage(const OverlaySubject& subject, const JobContext& job) {
    if (!subject.stage.insideDelegate()) return false;
    const std::size_t call = subject.stage.index();
    if (subject.stage.is(graph::StageId::Kind::Payload)) {
        const auto* plan = subject.session->plan(subject.method);
        if (plan == nullptr || call >= plan->delegates.size()) return false;
        std::fill(m_classOf.begin(), m_classOf.end(), backendNamed(text(plan->delegates[call].id)));
        return true;
    }
    const auto edge = subject.session->program(subject.method, graph::StageId::edge(), job);
    if (!edge || call >= (*edge)->graph->delegates().size()) return false;
    std::fill(m_classOf.begin(), m_classOf.end(),
              backendNamed(text((*edge)->graph->text((*edge)->graph->delegates()[call].backend))));
    return true;
}

/// A stage that holds delegate calls as nodes, and the program, which holds whatever runs.
bool OverlayMap::addCalls(const OverlaySubject& subject) {
    const graph::GraphModel& model = subject.index->model();
    const bool program = subject.stage.is(graph::StageId::Kind::Program);
    if (model.delegates().empty() && !program) return false;
    if (program && subject.session->plan(subject.method) == nullptr) {
        std::fill(m_classOf.begin(), m_classOf.end(), backendNamed(tr("native graph")));
        m_note = tr("The file is a graph of a backend: nothing runs outside it.");
        return true;
    }
    const bool proven = program || subject.session->plan(subject.method) != nullptr;
    const std::uint32_t cpu =
        proven ? classNamed(tr("CPU kernel"), kCpu) : classNamed(tr("in no delegate of this stage"), kNoDelegate);
    for (std::uint32_t i = 0; i < m_classOf.size(); ++i) {
        const graph::NodeId call = callAround(model, graph::NodeId(i));
        if (!call.valid()) {
            m_classOf[i] = cpu;
            continue;
        }
        const auto& delegate = model.delegates()[static_cast<std::size_t>(model.node(call).delegate)];
        m_classOf[i] = backendNamed(text(model.text(delegate.backend)));
        const auto stage = join::delegateStage({*subject.session, subject.method}, subject.stage, model, call);
        if (stage) m_numbers[i] = stage->index();
    }
    m_note = model.delegates().empty() ? tr("The program has no delegates.") : tr("Number: the delegate.");
    return true;
}

/// Debug handles and the side tables say which instruction runs a node; the program, which delegate that calls.
bool OverlayMap::addLinks(const OverlaySubject& subject, const JobContext& job) {
    const auto found = join::links({*subject.session, subject.method}, job);
    if (!found || !(*found)->hasHandles()) return false;
    std::fill(m_classOf.begin(), m_classOf.end(), classNamed(tr("not known"), kNotRun));
    const std::uint32_t cpu = classNamed(tr("CPU kernel"), kCpu);
    bool any = false;
    for (std::uint32_t i = 0; i < m_classOf.size(); ++i) {
        if (i % 1024 == 0 && job.cancelled()) return true;
        const join::NodeLinks of = (*found)->of({subject.stage, graph::NodeId(i)});
        const join::RunsIn where = (*found)->runsIn(of);
        if (where == join::RunsIn::Unknown) continue;
        any = true;
        // Of several instructions the first one speaks: it has the backend when any of them is a delegate call.
        m_classOf[i] = where == join::RunsIn::Kernels ? cpu
                       : of.backends.empty()          ? backendNamed(tr("delegate"))
                                                      : backendNamed(text(of.backends.front()));
        if (!of.instructions.empty()) m_numbers[i] = of.instructions.front();
        m_further[i] = of.instructions.size() > 1;
    }
    if (!(*found)->hasProgram())
        m_note = tr("Number: the instruction. Only a program (.pte) proves what runs outside delegates.");
    else
        m_note = tr("Number: the instruction (+: and others). Left bar: family.");
    return any;
}

QString OverlayMap::word(graph::NodeId node) const {
    const Class& which = classOf(node);
    if (hasAmounts()) return amountText(amountOf({&node, 1}));
    if (m_overlay == Overlay::None) return {};
    if (!m_signOf.empty()) return m_signOf[node.index()] == Mark::Inherited ? QString() : blamedText(node);
    if (m_overlay != Overlay::Delegation) return which.hue == kNotRun ? QString() : which.name;
    if (which.hue == kNotRun || which.hue == kNoDelegate) return {};
    if (which.hue == kCpu) return QStringLiteral("CPU");
    const std::int64_t number = m_numbers[node.index()];
    if (number < 0) return shortBackend(which.name);
    const QLatin1String more(m_further[node.index()] ? "+" : "");
    return QStringLiteral("%1 %2%3").arg(shortBackend(which.name)).arg(number).arg(more);
}

FamilyColours OverlayMap::colours(const Class& which) const {
    const Tokens& t = tokens();
    const auto family = [&t](modules::OperatorFamily one) { return t.families[static_cast<std::size_t>(one)]; };
    if (m_overlay == Overlay::None) return t.families[static_cast<std::size_t>(which.hue)];
    if (which.hue == kNotRun) return t.delegation[2];
    if (!m_signOf.empty()) return verdictColours(which.hue);
    if (hasAmounts()) return which.hue == 0 ? FamilyColours{t.base, t.control} : FamilyColours{heatColour(0.6), t.control};
    if (m_overlay != Overlay::Delegation) return family(kTypeHues[static_cast<std::size_t>(which.hue) % kTypeHues.size()]);
    if (which.hue == kCpu || which.hue == kNoDelegate) return t.delegation[1];
    if (which.hue == 0) return t.delegation[0];
    const QColor bar = t.series[static_cast<std::size_t>(which.hue) % t.series.size()];
    return {mixed(bar, t.base, 0.4), bar};
}

}  // namespace etscope::ui
