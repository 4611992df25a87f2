// What the window says nowhere else of a thing, because it names nothing: kinds of instructions, numbers of values, ids, clocks. As
// the files have them.
#include <algorithm>

#include "compare/run_cases.h"
#include "docks/facts/entity_facts.h"
#include "docks/inspector.h"
#include "join/delegate_bodies.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "profile/event_statistics.h"

namespace etscope::ui {
namespace {

using program::ValueIndex;

constexpr std::size_t kMostNumbers = 24;

/// "12, 3, 40".
QString numbersText(std::span<const ValueIndex> values) {
    QStringList numbers;
    for (const ValueIndex value : values.first(std::min(values.size(), kMostNumbers))) numbers.append(QString::number(value));
    if (values.size() > kMostNumbers) numbers.append(QStringLiteral("…"));
    if (numbers.isEmpty()) return Inspector::tr("none");
    return code(numbers.join(QStringLiteral(", ")));
}

Facts factsOf(const program::Instruction& instruction) {
    if (const auto* kernel = std::get_if<program::KernelCall>(&instruction))
        return {{Inspector::tr("Instruction"), code(QStringLiteral("KERNEL_CALL"))},
                {Inspector::tr("Operator number"), QString::number(kernel->operatorIndex)},
                {Inspector::tr("Value numbers"), numbersText(kernel->arguments)}};
    if (const auto* call = std::get_if<program::DelegateCall>(&instruction))
        return {{Inspector::tr("Instruction"), code(QStringLiteral("DELEGATE_CALL"))},
                {Inspector::tr("Delegate number"), QString::number(call->delegateIndex)},
                {Inspector::tr("Value numbers"), numbersText(call->arguments)}};
    if (const auto* move = std::get_if<program::MoveCall>(&instruction))
        return {{Inspector::tr("Instruction"), code(QStringLiteral("MOVE_CALL"))},
                {Inspector::tr("Value numbers"), code(QStringLiteral("%1 → %2").arg(move->from).arg(move->to))}};
    if (const auto* jump = std::get_if<program::JumpFalseCall>(&instruction))
        return {{Inspector::tr("Instruction"), code(QStringLiteral("JUMP_FALSE_CALL"))},
                {Inspector::tr("Value numbers"), code(QString::number(jump->condition))},
                {Inspector::tr("Jumps to"), QString::number(jump->destination)}};
    if (const auto* freed = std::get_if<program::FreeCall>(&instruction))
        return {{Inspector::tr("Instruction"), code(QStringLiteral("FREE_CALL"))},
                {Inspector::tr("Value numbers"), code(QString::number(freed->value))}};
    return {};
}

Facts rawInstruction(const EntityQuestion& question) {
    const program::ExecutionPlan* plan = question.session->plan(question.method());
    const QString name = question.address.name;
    const auto* instruction =
        plan != nullptr ? plan->instructionAt(name.section(u'/', 0, 0).toLongLong(), name.section(u'/', -1).toLongLong()) : nullptr;
    return instruction != nullptr ? factsOf(*instruction) : Facts();
}

Facts rawNode(const EntityQuestion& question, const JobContext& job) {
    const Address& address = question.address;
    const bool inDelegate = join::callAround(address.stageId(), address.name.toStdString()).has_value();
    if (address.stageId().is(graph::StageId::Kind::Program) && !inDelegate) return rawInstruction(question);
    const auto ref = join::nodeAt({*question.session, question.method()}, address.stageId(), address.name.toStdString(), job);
    if (!ref) return {};
    const auto read = question.session->graph(question.method(), ref->stage, job);
    if (!read) return {};
    const graph::GraphModel& model = **read;
    const graph::Node& node = model.node(ref->node);
    Facts facts{{Inspector::tr("Node number"), QString::number(ref->node.index())},
                {Inspector::tr("Target"), code(text(model.text(node.target)))}};
    if (node.debugHandle) facts.append({Inspector::tr("Debug handle"), QString::number(*node.debugHandle)});
    if (node.syntheticId) facts.append({Inspector::tr("Name"), Inspector::tr("not in the file: made from its results")});
    if (node.torchFn.valid()) facts.append({QStringLiteral("torch_fn"), code(text(model.text(node.torchFn)))});
    return facts;
}

std::optional<join::SessionRun> runAt(const EntityQuestion& question, const JobContext& job) {
    const auto runs = compare::runs(*question.session, job);
    const qint64 at = question.address.column;
    if (!runs || at < 0 || static_cast<std::size_t>(at) >= (*runs)->size()) return std::nullopt;
    return (**runs)[static_cast<std::size_t>(at)];
}

Facts rawRun(const EntityQuestion& question, const JobContext& job) {
    const auto run = runAt(question, job);
    if (!run) return {};
    Facts facts{{Inspector::tr("Block name"), code(text(run->dump->text(run->run().name)))},
                {Inspector::tr("Allocations"), countText(run->run().allocations.count)}};
    facts.append({Inspector::tr("Bundled input"),
                  run->run().bundledInput < 0 ? Inspector::tr("not noted") : QString::number(run->run().bundledInput)});
    return facts;
}

Facts rawEvent(const EntityQuestion& question, const JobContext& job) {
    const auto run = runAt(question, job);
    if (!run) return {};
    const auto events = run->dump->events(run->run());
    const qint64 at = question.address.index;
    if (at < 0 || static_cast<std::size_t>(at) >= events.size()) return {};
    const etdump::Event& event = events[static_cast<std::size_t>(at)];
    return {{Inspector::tr("Event name"), code(text(profile::eventName(*run->dump, event)))},
            {Inspector::tr("Number"), QString::number(at), Inspector::tr("in its run")},
            {Inspector::tr("Start"), code(countText(event.start)), Inspector::tr("ticks")},
            {Inspector::tr("End"), code(countText(event.end)), Inspector::tr("ticks")},
            {Inspector::tr("Clock"),
             event.clockWrapped ? Inspector::tr("started again within the event") : Inspector::tr("a tick is taken as 1 ns")},
            {Inspector::tr("Logged values"), countText(event.valueCount)}};
}

Facts rawValue(const EntityQuestion& question, const JobContext&) {
    const Address& address = question.address;
    const program::ExecutionPlan* plan = question.session->plan(question.method());
    if (plan == nullptr || !address.stageId().is(graph::StageId::Kind::Program) || !address.name.startsWith(u'v')) return {};
    bool isNumber = false;
    const qint64 number = address.name.mid(1).toLongLong(&isNumber);
    const program::Value* value = isNumber ? plan->value(number) : nullptr;
    if (value == nullptr) return {};
    return {{Inspector::tr("Value number"), QString::number(number)},
            {Inspector::tr("Kind"), html(text(program::valueKindName(*value)))}};
}

Facts rawDelegate(const EntityQuestion& question, const JobContext&) {
    const graph::StageId stage = question.address.stageId();
    const program::ExecutionPlan* plan = question.session->plan(question.method());
    const program::Delegate* delegate = plan != nullptr && stage.is(graph::StageId::Kind::Payload)
                                            ? plan->delegateAt(static_cast<std::int64_t>(stage.index()))
                                            : nullptr;
    if (delegate == nullptr) return {};
    Facts facts{{Inspector::tr("Delegate number"), QString::number(stage.index())}};
    if (delegate->location == program::DataLocation::Segment)
        facts.append({Inspector::tr("Segment"), QString::number(delegate->dataIndex)});
    if (delegate->location == program::DataLocation::Inline)
        facts.append({Inspector::tr("In the program"), QString::number(delegate->dataIndex)});
    for (const program::CompileSpec& spec : delegate->compileSpecs)
        if (static_cast<std::size_t>(facts.size()) < kMostNumbers)
            facts.append({text(spec.key), bytesText(spec.value.size), Inspector::tr("compile spec")});
    return facts;
}

struct RawRow {
    Address::Kind kind;
    Facts (*tell)(const EntityQuestion&, const JobContext&);
};
constexpr RawRow kRawFactsRows[] = {{Address::Kind::Node, rawNode},
                                    {Address::Kind::Run, rawRun},
                                    {Address::Kind::Event, rawEvent},
                                    {Address::Kind::Value, rawValue},
                                    {Address::Kind::Stage, rawDelegate}};

}  // namespace

FactGroup rawGroup(const EntityQuestion& question, const JobContext& job) {
    const auto* const hit = std::ranges::find(kRawFactsRows, question.address.kind, &RawRow::kind);
    return {kRawTitle, {}, hit != std::end(kRawFactsRows) ? hit->tell(question, job) : Facts()};
}

}  // namespace etscope::ui
