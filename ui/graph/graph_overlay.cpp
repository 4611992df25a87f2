#include "graph/graph_overlay.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "answers/gap_columns.h"
#include "answers/known_gap.h"
#include "join/call_titles.h"
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

/// The delegate call that the node is, or in whose body it lies; invalid: neither.
graph::NodeId callAround(const graph::GraphModel& model, graph::NodeId node) {
    while (node.valid() && model.node(node).delegate < 0) node = model.graph(model.node(node).graph).owner;
    return node;
}

using evaluate::Verdict;

constexpr double kGraphVerdictsNone = std::numeric_limits<double>::quiet_NaN();
/// Of a relative error that nothing judged.
constexpr double kLarge = 1e-3;
constexpr std::array kVerdicts{Verdict::Exact, Verdict::Normal, Verdict::High, Verdict::NotRounding};
/// The class of what is to be blamed although its call was right; worse than all verdicts.
constexpr int kAtFault = static_cast<int>(kVerdicts.size());
/// In the order of the legend; of several nodes the first that one of them wears.
constexpr std::array kOrigins{causes::Origin::Introduced, causes::Origin::Constant, causes::Origin::Inherited};

/// The part of the error that the blame names; all of it where the row is of a later call than the one at fault.
double blamedPart(const gap::GapRow& row, const causes::RowParts& parts, causes::Origin blame) {
    const double part = blame == causes::Origin::Introduced ? parts.introduced.value_or(0)
                        : blame == causes::Origin::Constant ? parts.constant.value_or(0)
                                                            : 0;
    return part > 0 ? part : row.error;
}

QString noteOf(const GapAnswer& answer) {
    const gap::ReferenceValues& references = answer.references();
    const QString note = OverlayMap::tr("What each call did itself; unknown: not recorded or not evaluated. Reference: %1.")
                             .arg(sourceText(references));
    return answer.run() ? note + QLatin1Char(' ') + OverlayMap::tr("Run %1.").arg(*answer.run()) : note;
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

Result<OverlayPtr> OverlayMap::make(Overlay overlay, const GraphSubject& subject, const JobContext& job) {
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

void OverlayMap::addDelegation(const GraphSubject& subject, const JobContext& job) {
    m_numbers.assign(m_classOf.size(), -1);
    m_further.assign(m_classOf.size(), false);
    if (addDelegateStage(subject, job) || addCalls(subject) || addLinks(subject, job)) return;
    m_classes.clear();
    std::fill(m_classOf.begin(), m_classOf.end(), classNamed(tr("not recorded"), kNotRun));
    m_note = tr("Neither a program nor a record tells what runs this stage.");
}

/// Inside a delegate everything is its backend's.
bool OverlayMap::addDelegateStage(const GraphSubject& subject, const JobContext& job) {
    if (!subject.stage.insideDelegate()) return false;
    const std::size_t call = subject.stage.index();
    if (subject.stage.is(graph::StageId::Kind::Payload)) {
        const auto* plan = subject.session->plan(subject.method);
        if (plan == nullptr || call >= plan->delegates.size()) return false;
        std::fill(m_classOf.begin(), m_classOf.end(), backendNamed(text(join::shortBackendName(plan->delegates[call].id))));
        return true;
    }
    const auto edge = subject.session->program(subject.method, graph::StageId::edge(), job);
    if (!edge || call >= (*edge)->graph->delegates().size()) return false;
    const graph::GraphModel& graph = *(*edge)->graph;
    std::fill(m_classOf.begin(), m_classOf.end(),
              backendNamed(text(join::shortBackendName(graph.text(graph.delegates()[call].backend)))));
    return true;
}

/// A stage that holds delegate calls as nodes, and the program, which holds whatever runs.
bool OverlayMap::addCalls(const GraphSubject& subject) {
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
        m_classOf[i] = backendNamed(text(join::shortBackendName(model.text(delegate.backend))));
        const auto stage = join::delegateStage(subject.at(), subject.stage, model, call);
        if (stage) m_numbers[i] = stage->index();
    }
    m_note = model.delegates().empty() ? tr("The program has no delegates.") : tr("Number: the delegate.");
    return true;
}

/// Debug handles and the side tables say which instruction runs a node; the program, which delegate that calls.
bool OverlayMap::addLinks(const GraphSubject& subject, const JobContext& job) {
    const auto found = join::links(subject.at(), job);
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
                                                      : backendNamed(text(join::shortBackendName(of.backends.front())));
        if (!of.delegates.empty()) m_numbers[i] = of.delegates.front();
        m_further[i] = of.instructions.size() > 1;
    }
    m_note = (*found)->hasProgram() ? tr("Number: the delegate (+: and others). Left bar: family.")
                                    : tr("Only a program (.pte) has numbers of delegates and proves what runs outside them.");
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
    return {mixed(t.base, bar, 0.4), bar};
}

/// False where nothing is known of the calls themselves.
bool OverlayMap::addVerdicts(const GraphSubject& subject, const JobContext& job) {
    const auto known = knownGap(subject.at(), job);
    if (!known || *known == nullptr) return false;
    const std::vector<gap::GapRow>& rows = (*known)->answer->table().rows;
    const causes::AuditedGap& audited = *(*known)->audited;
    const auto rowOf = profile::nodeRows(subject.at(), subject.stage, subject.index->model(), knownRows(**known), job);
    if (!rowOf) return false;
    const auto blames = causes::blames((*known)->answer->table(), audited);
    for (const Verdict verdict : kVerdicts) classNamed(verdictText(verdict), static_cast<int>(verdict));
    const std::uint32_t unknown = classNamed(tr("unknown"), kNotRun);
    for (const causes::Origin origin : kOrigins) m_signs.push_back({ui::signOf(origin), originText(origin), 0});
    m_amounts.assign(m_classOf.size(), kGraphVerdictsNone);
    m_shares.assign(m_classOf.size(), -1);
    m_blamed.assign(m_classOf.size(), kGraphVerdictsNone);
    m_signOf.assign(m_classOf.size(), Mark::None);
    m_sums = false;
    std::size_t firstRow = rows.size();
    std::vector<bool> told(rows.size(), false);  // what one call did is told at the first of its nodes
    for (std::uint32_t n = 0; n < m_classOf.size(); ++n) {
        m_classOf[n] = unknown;
        if (!(*rowOf)[n]) continue;
        const std::size_t r = *(*rowOf)[n];
        const evaluate::Judgement* judgement = audited.rows[r].audit ? audited.rows[r].audit->judgement() : nullptr;
        if (judgement != nullptr) m_classOf[n] = static_cast<std::uint32_t>(judgement->verdict);
        if (rows[r].compared()) m_amounts[n] = rows[r].error;
        if (blames[r] == causes::Origin::None) continue;
        // Right on what it read, or not judged: its constant, its delegate or what it was lowered to is wrong.
        if (blames[r] != causes::Origin::Inherited && (judgement == nullptr || judgement->verdict < Verdict::High))
            m_classOf[n] = classNamed(tr("at fault"), kAtFault);
        m_signOf[n] = ui::signOf(blames[r]);
        if (!told[r]) m_blamed[n] = blamedPart(rows[r], audited.rows[r], blames[r]);
        told[r] = true;
        if (blames[r] != causes::Origin::Inherited && r < firstRow) {
            firstRow = r;
            m_firstBlamed = graph::NodeId(n);
        }
        ++std::ranges::find(m_signs, m_signOf[n], &Sign::mark)->nodes;
    }
    m_note = noteOf(*(*known)->answer);
    return true;
}

std::shared_ptr<const OverlayMap> OverlayMap::ofSigns(const modules::GraphIndex& index, std::vector<Mark> signs,
                                                      std::span<const Mark> named) {
    auto map = std::make_shared<OverlayMap>();
    map->m_classOf.resize(index.model().nodeCount());
    map->addFamilies(index);
    for (const Mark mark : named)
        map->m_signs.push_back({mark, markName(mark), static_cast<std::uint64_t>(std::ranges::count(signs, mark))});
    map->m_signOf = std::move(signs);
    map->count();
    return map;
}

QString OverlayMap::blamedText(graph::NodeId node) const {
    const QString amount = amountText(m_blamed[node.index()]);
    return node == m_firstBlamed ? tr("first %1").arg(amount) : amount;
}

graph::NodeId OverlayMap::speakerOf(std::span<const graph::NodeId> nodes) const {
    // A folded pattern wears the class of its last node: that one's results go on.
    if (m_signOf.empty()) return nodes.back();
    const auto rank = [this](graph::NodeId node) {
        const Mark sign = m_signOf[node.index()];
        return std::tuple(node == m_firstBlamed,
                          sign == Mark::None ? 0 : static_cast<int>(Mark::Inherited) - static_cast<int>(sign) + 1,
                          classOf(node).hue);
    };
    return *std::ranges::max_element(nodes, {}, rank);
}

Mark OverlayMap::signOf(std::span<const graph::NodeId> nodes) const {
    return m_signOf.empty() ? Mark::None : m_signOf[speakerOf(nodes).index()];
}

bool OverlayMap::standsOut(graph::NodeId node) const {
    if (m_signOf.empty()) return hasAmounts() && amountOf({&node, 1}) > kLarge;
    return m_signOf[node.index()] == Mark::Introduced || m_signOf[node.index()] == Mark::Constant;
}

FamilyColours OverlayMap::verdictColours(int verdict) const {
    const Tokens& t = tokens();
    if (verdict == kAtFault) return {t.differBack, t.differ};
    switch (kVerdicts[static_cast<std::size_t>(verdict)]) {
        case Verdict::Exact: return {t.base, t.match};
        case Verdict::Normal: return {t.matchBack, t.match};
        case Verdict::High: return {t.amberBack, t.amberMark};
        case Verdict::NotRounding: return {t.differBack, t.differ};
    }
    return t.delegation[2];
}

}  // namespace etscope::ui
