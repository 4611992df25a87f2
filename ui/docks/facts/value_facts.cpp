// What is told of a value of a graph, an output of it, and a value of a program's memory plan.
#include <algorithm>

#include "docks/facts/entity_facts.h"
#include "docks/inspector.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/words.h"
#include "modules/operator_family.h"
#include "pages/memory_rows.h"

namespace etscope::ui {
namespace {

Failure noSuch(const QString& words) { return fail("no-such-node", words.toStdString()); }

/// What the graph says of it.
Result<FactGroup> graphFacts(const EntityQuestion& question, const JobContext& job) {
    const Address& address = question.address;
    const bool output = address.kind == Address::Kind::Result;
    const auto read = question.session->graph(question.method(), address.stageId(), job);
    if (!read) return read.failure();
    const graph::GraphModel& model = **read;
    const auto& outputs = model.top().outputs;
    const auto at = static_cast<std::size_t>(address.index);
    const bool there = output && address.index >= 0 && at < outputs.size();
    if (output && !there) return noSuch(Inspector::tr("the graph has no such output"));
    const graph::ValueId value = !output ? model.findValue(address.name.toStdString())
                                 : outputs[at].argument.kind == graph::ArgumentKind::Value ? outputs[at].argument.value()
                                                                                           : graph::ValueId();
    FactGroup group{QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Value"), {}, {}};
    if (output) group.facts.append({Inspector::tr("Kind"), html(plainWord(model.kindWord(outputs[at])))});
    if (output && outputs[at].target.valid())
        group.facts.append({Inspector::tr("Target"), html(text(model.text(outputs[at].target)))});
    if (!value.valid()) return output ? Result<FactGroup>(group) : noSuch(Inspector::tr("the stage has no such value"));
    group.facts.append({Inspector::tr("Value"), html(text(model.valuePath(value)))});
    group.facts.append({Inspector::tr("Type"), code(text(modules::valueText(model, value)))});
    for (const graph::GraphInput& input : model.top().inputs) {
        if (input.value != value) continue;
        group.facts.append({Inspector::tr("Input"), html(plainWord(model.kindWord(input)))});
        if (input.target.valid()) group.facts.append({Inspector::tr("Is"), html(text(model.text(input.target)))});
    }
    return group;
}

QString instructionLink(const Address& address, std::int64_t instruction) {
    return linkTo(Address::ofInstruction(address.method, instruction), QStringLiteral("0/%1").arg(instruction));
}

QString firstText(const Address& address, const program::PlannedTensor& tensor) {
    return tensor.firstUse < 0 ? Inspector::tr("before the first instruction") : instructionLink(address, tensor.firstUse);
}

QString lastText(const Address& address, const program::PlannedTensor& tensor, std::int64_t instructions) {
    return tensor.lastUse >= instructions ? Inspector::tr("after the last instruction") : instructionLink(address, tensor.lastUse);
}

FactGroup placementOf(const Address& address, const MethodMemory& memory, const program::PlannedTensor& tensor) {
    const std::uint64_t arena = memory.bytesOf(tensor.memoryId);
    Facts facts{{Inspector::tr("Arena"), QString::number(tensor.memoryId), bytesText(arena)},
                {Inspector::tr("Offset"), bytesText(tensor.offset), hexText(tensor.offset)},
                {Inspector::tr("Size"), tensor.sizeUnknown ? Inspector::tr("not known") : bytesText(tensor.bytes),
                 tensor.upperBound ? Inspector::tr("at most") : QString()}};
    if (arena > 0 && !tensor.sizeUnknown)
        facts.append({Inspector::tr("Share"),
                      Inspector::tr("%1 % of the arena")
                          .arg(QString::number(100.0 * static_cast<double>(tensor.bytes) / static_cast<double>(arena), 'f', 1))});
    if (tensor.used) {
        facts.append({Inspector::tr("Lives from"), firstText(address, tensor)});
        facts.append({Inspector::tr("Lives to"), lastText(address, tensor, memory.instructions)});
    } else {
        facts.append({Inspector::tr("Lives"), Inspector::tr("no instruction, input or output names it")});
    }
    if (const program::MemoryPeak* peak = memory.peakOf(tensor.memoryId))
        facts.append(
            {Inspector::tr("At the peak"),
             std::ranges::find(peak->live, tensor.value) != peak->live.end() ? Inspector::tr("live") : Inspector::tr("not live"),
             Inspector::tr("%1 at 0/%2").arg(bytesText(peak->bytes)).arg(peak->atInstruction)});
    if (!tensor.fits) facts.append({Inspector::tr("Doubt"), Inspector::tr("it ends behind its arena")});
    return {QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Placement"), {}, facts};
}

}  // namespace

Told tellValue(const EntityQuestion& question, const JobContext& job) {
    auto group = graphFacts(question, job);
    if (!group) return group.failure();
    return EntityFacts{entityTitle(question.address), question.address.text(), {}, {*std::move(group)}};
}

/// What the plan does not place is told as any value is.
Told tellMemory(const EntityQuestion& question, const JobContext& job) {
    const Address& address = question.address;
    const auto memory = methodMemory(*question.session, address.method, job);
    if (!memory) return memory.failure();
    const auto& tensors = (*memory)->plan.tensors;
    const auto hit = std::ranges::find_if(
        tensors, [&](const program::PlannedTensor& one) { return Address::ofMemory(address.method, one.value) == address; });
    if (hit == tensors.end()) return tellValue(question, job);
    const auto name = (*memory)->names.find(hit->value);
    const MemoryName known = name == (*memory)->names.end() ? MemoryName() : name->second;
    EntityFacts told{known.name.isEmpty() ? entityTitle(address) : known.name, known.module, {}, {}};
    if (!hit->fits) told.state = {Mark::Warning, Inspector::tr("behind its arena")};
    told.groups.append(placementOf(address, **memory, *hit));
    told.groups.append(
        {QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Value"),
         {},
         {{Inspector::tr("Shape"), known.shape.isEmpty() ? Inspector::tr("not known") : code(known.shape)},
          {Inspector::tr("Operator"), known.maker.isEmpty() ? Inspector::tr("none: the caller gives it") : html(known.maker)},
          {Inspector::tr("Family"), word(text(modules::familyName(known.family)))},
          {Inspector::tr("Module"), known.module.isEmpty() ? Inspector::tr("not recorded") : html(known.module)},
          {Inspector::tr("Memory"), pageLink("memory", address, Inspector::tr("show among the others"))}}});
    return told;
}

}  // namespace etscope::ui
