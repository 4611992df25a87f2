// What is told of a delegate of a program: its payload, and what it is of its method.
#include <algorithm>
#include <map>
#include <set>

#include "base/hex.h"
#include "compare/run_cases.h"
#include "delegates/ethos_u_commands.h"
#include "docks/facts/node_parts.h"
#include "docks/inspector.h"
#include "etdump/statistics.h"
#include "inventory/delegate_rows.h"
#include "join/call_titles.h"
#include "join/links.h"
#include "join/stage_graph.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "session/parts.h"

namespace etscope::ui {
namespace {

QString escapedText(const std::string& words) { return html(text(words)); }

QString stageLink(const QString& method, const QString& stage, const QString& shown) {
    return link(Address::ofStage(method, stage).text(), shown);
}

/// Opens the payload as text.
QString textLink(Link::Does shows, const QString& method, const QString& stage, const QString& shown) {
    return link(Link{shows, PageId::None, Address::ofStage(method, stage)}, shown);
}

QString graphText(const QString& method, const QString& stage, const graph::GraphModel& graph) {
    return QObject::tr("%1, %n node(s)", nullptr, counted(graph.top().nodes.size())).arg(stageLink(method, stage, stage));
}

constexpr qsizetype kMostModules = 8;

/// Time of instructions over all runs of a method.
struct DelegateTimes {
    std::vector<std::uint64_t> own;  ///< of those that are asked for
    std::uint64_t ofOwn = 0, ofAll = 0;
};

DelegateTimes timesOf(const session::Session& session, const inventory::DelegateRow& row, const JobContext& job) {
    DelegateTimes times;
    const auto runs = compare::runs(session, job);
    if (!runs) return times;
    for (const join::SessionRun& run : **runs) {
        if (run.attribution.method != row.method) continue;
        for (const etdump::Event& event : run.dump->events(run.run())) {
            if (event.place.chain != 0 || event.kind == etdump::EventKind::Delegate) continue;
            const std::string_view name = run.dump->text(event.name);
            if (name != "OPERATOR_CALL" && name != "DELEGATE_CALL") continue;
            times.ofAll += event.duration();
            if (std::ranges::find(row.calls, event.place.instruction) == row.calls.end()) continue;
            times.ofOwn += event.duration();
            times.own.push_back(event.duration());
        }
    }
    return times;
}

QString percentText(double part, double whole) {
    return whole > 0 ? QString::number(100 * part / whole, 'f', 1) + QStringLiteral(" %") : QString();
}

/// Nodes of the method's edge graph that the calls run, and the modules around them.
struct Covered {
    std::size_t nodes = 0, all = 0;
    std::map<std::string, std::size_t> modules;
};

Covered coveredBy(const session::Session& session, const inventory::DelegateRow& row, const JobContext& job) {
    Covered covered;
    const auto links = join::links({session, row.method}, job);
    const auto index = join::graphIndex({session, row.method}, graph::StageId::edge(), job);
    if (!links || !index) return covered;
    covered.all = (*index)->model().top().nodes.size();
    std::set<graph::NodeRef> seen;
    for (const std::int64_t call : row.calls)
        for (const graph::NodeRef& node : (*links)->ofInstruction(call).edge) {
            if (!node.stage.is(graph::StageId::Kind::Edge) || !seen.insert(node).second) continue;
            ++covered.nodes;
            const modules::ModuleId module = (*index)->hierarchy().moduleOf(node.node);
            if (module.valid()) ++covered.modules[(*index)->hierarchy().module(module).path];
        }
    return covered;
}

Fact modulesFact(const Address& address, const Covered& covered) {
    QStringList shown;
    for (const auto& [path, nodes] : covered.modules)
        if (!path.empty() && shown.size() < kMostModules)
            shown.append(linkTo(Address::ofModule(address.method, QStringLiteral("edge"), text(path))));
    const auto more =
        static_cast<qsizetype>(covered.modules.size()) - static_cast<qsizetype>(covered.modules.count("")) - shown.size();
    if (more > 0) shown.append(Inspector::tr("%1 more").arg(more));
    return {Inspector::tr("Modules"), shown.isEmpty() ? Inspector::tr("not recorded") : shown.join(QStringLiteral("<br>"))};
}

/// What it is of its method: calls, share of the nodes, time.
FactGroup shareGroup(const session::Session& session, const Address& address, const inventory::DelegateRow& row,
                     const JobContext& job) {
    FactGroup group{QT_TRANSLATE_NOOP("etscope::ui::Inspector", "In the method"), {}, {}};
    QStringList calls;
    for (const std::int64_t call : row.calls)
        calls.append(linkTo(Address::ofInstruction(address.method, call), QStringLiteral("0/%1").arg(call)));
    group.facts.append({Inspector::tr("Method"), linkTo(Address::ofMethod(address.method))});
    group.facts.append({Inspector::tr("Called by"), calls.isEmpty() ? Inspector::tr("no instruction") : joinedLinks(calls)});
    const Covered covered = coveredBy(session, row, job);
    group.facts.append({Inspector::tr("Share"),
                        covered.nodes == 0 ? Inspector::tr("not known")
                                           : Inspector::tr("%1 of %n node(s)", nullptr, counted(covered.all)).arg(covered.nodes),
                        covered.nodes == 0 ? Inspector::tr("only an ETRecord tells it")
                                           : percentText(static_cast<double>(covered.nodes), static_cast<double>(covered.all))});
    DelegateTimes times = timesOf(session, row, job);
    if (times.own.empty()) {
        group.facts.append({Inspector::tr("Time"), Inspector::tr("no run tells")});
    } else {
        group.facts.append({Inspector::tr("Time"), html(durationText(etdump::durationStatistics(times.own).p50)),
                            Inspector::tr("median of %n call(s), %1 of the method", nullptr, counted(times.own.size()))
                                .arg(percentText(static_cast<double>(times.ofOwn), static_cast<double>(times.ofAll)))});
    }
    group.facts.append(modulesFact(address, covered));
    return group;
}

/// What the payload says of itself, the files that it names, and what of them nobody has.
void addContent(const delegates::Decoded& content, FactGroup& group) {
    constexpr std::size_t kMostFacts = 24, kMostFiles = 8;
    for (std::size_t i = 0; i < content.facts.size() && i < kMostFacts; ++i)
        group.facts.append({plainWord(content.facts[i].name), escapedText(content.facts[i].text)});
    QStringList files, missing;
    for (const delegates::NestedFile& file : content.nested)
        if (file.bytes.hasData() && files.size() < static_cast<qsizetype>(kMostFiles))
            files.append(escapedText(file.name) + QStringLiteral(", ") + bytesText(file.bytes.size));
    const std::size_t absent = content.missing.size() + content.missingBeside.size();
    for (const auto* list : {&content.missingBeside, &content.missing})
        for (const std::string& name : *list)
            if (missing.size() < static_cast<qsizetype>(kMostFiles)) missing.append(escapedText(name));
    if (!files.isEmpty()) group.facts.append({Inspector::tr("Files inside"), files.join(QStringLiteral("<br>"))});
    if (absent > static_cast<std::size_t>(missing.size()))
        missing.append(Inspector::tr("%1 more").arg(absent - static_cast<std::size_t>(missing.size())));
    if (!missing.isEmpty()) group.facts.append({Inspector::tr("Not at hand"), missing.join(QStringLiteral("<br>"))});
}

}  // namespace

std::optional<FactGroup> delegateGroup(const session::MethodView& method, std::size_t index, const JobContext& job) {
    const program::ExecutionPlan* plan = method.plan();
    if (plan == nullptr || index >= plan->delegates.size()) return std::nullopt;
    const program::Delegate& delegate = plan->delegates[index];
    const QString name = text(method.name), stage = text(graph::StageId::payload(static_cast<std::uint32_t>(index)));
    FactGroup group{
        QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Delegate"), stage, {{Inspector::tr("Backend"), escapedText(delegate.id)}}};
    const auto bytes = method.session.programFile()->program->delegateBytes(delegate);
    if (bytes)
        group.facts.append(
            {Inspector::tr("Bytes"), Inspector::tr("%1 at %2, %3")
                                         .arg(bytesText(bytes->size), hexText(bytes->offset),
                                              textLink(Link::Does::ShowBytes, name, stage, Inspector::tr("show bytes")))});
    const auto decoded = method.delegate(index, job);
    if (!decoded) {
        group.facts.append({Inspector::tr("Payload"), escapedText(decoded.error().message)});
        return group;
    }
    const delegates::Decoded& content = **decoded;
    group.facts.append(
        {Inspector::tr("Format"), escapedText(content.version.empty() ? content.format : content.format + " " + content.version)});
    group.facts.append(
        {Inspector::tr("Graph"), content.graph != nullptr ? graphText(name, stage, *content.graph) : escapedText(content.reason)});
    if (bytes && delegates::ethosUCommandBlock(content, *bytes))
        group.facts.append(
            {Inspector::tr("Commands"), textLink(Link::Does::ShowListing, name, stage, Inspector::tr("show listing"))});
    constexpr std::size_t kShown = 8;
    for (std::size_t i = 0; i < content.otherGraphs.size() && i < kShown; ++i)
        if (const delegates::NamedGraph& other = content.otherGraphs[i]; other.graph != nullptr && !other.name.empty())
            group.facts.append({QString(), graphText(name, stage + QLatin1Char('/') + text(other.name), *other.graph)});
    addContent(content, group);
    if (!content.weights.empty())
        group.facts.append({Inspector::tr("Weights"), Inspector::tr("%n constant(s)", nullptr, counted(content.weights.size()))});
    if (const auto part = session::openablePart(method.name, static_cast<std::int64_t>(index), content))
        group.facts.append({Inspector::tr("File inside"),
                            link(Link::open(text(method.session.programFile()->path) + QLatin1Char('#') + text(*part)),
                                 Inspector::tr("open in a window of its own"))});
    return group;
}

Result<EntityFacts> tellDelegate(const EntityQuestion& question, const JobContext& job) {
    const session::Session& session = *question.session;
    const Address& address = question.address;
    const std::size_t index = session.resolved(question.method(), address.stageId()).index();
    EntityFacts told{entityTitle(address), {}, {}, {}};
    const auto rows = inventory::delegateRows(session, job);
    if (!rows) return rows.failure();
    for (const inventory::DelegateRow& row : *rows) {
        if (row.method != question.method() || row.index != static_cast<std::int64_t>(index)) continue;
        const join::CallTitle title = join::delegateTitle({session, row.method}, row.index, job);
        told.title = text(title.name());
        told.second = Inspector::tr("delegate of %1").arg(address.method);
        if (!title.work.what.empty()) told.second.prepend(text(title.title()) + QStringLiteral(" · "));
        told.groups.append(shareGroup(session, address, row, job));
    }
    if (auto group = delegateGroup({session, question.method()}, index, job)) told.groups.append(*std::move(group));
    return told;
}

}  // namespace etscope::ui
