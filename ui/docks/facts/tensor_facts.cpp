// What is told of a tensor of the session's files: of a weight, where it is stored, who takes it, and whether the program's is the
// record's; of a value of a graph, an output of it, and a value of a program's memory plan.
#include <algorithm>

#include "answers/memory_rows.h"
#include "answers/tensor_model.h"
#include "compare/tensor_list.h"
#include "docks/facts/entity_facts.h"
#include "docks/inspector.h"
#include "inventory/sharing.h"
#include "inventory/weight_roles.h"
#include "join/constants.h"
#include "join/weights.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/words.h"
#include "models/address.h"
#include "modules/graph_index.h"
#include "modules/operator_family.h"

namespace etscope::ui {
namespace {

constexpr unsigned kMostPlaces = 12;

FactGroup tensorGroup(const EntityQuestion& question, const inventory::TensorRow& tensor) {
    const auto offset = tensor.tensor.dataOffset();
    QString strides;
    for (const auto stride : tensor.tensor.effectiveStrides())
        strides += (strides.isEmpty() ? QString() : QStringLiteral(", ")) + QString::number(stride);
    const auto bytes = tensor.tensor.byteCount();
    const QString file = namesOfFiles(*question.session).value(static_cast<qsizetype>(tensor.file));
    Facts facts{{Inspector::tr("Role"), plainWord(tensorRoleName(tensor.role))},
                {Inspector::tr("Type"), code(tensorTypeText(tensor.tensor))},
                {Inspector::tr("Bytes"), bytes ? countText(*bytes) : Inspector::tr("not known")},
                {Inspector::tr("Strides"), strides},
                {Inspector::tr("Stored in"), linkTo(Address::ofFile(file))},
                {Inspector::tr("Offset"), offset ? hexText(*offset) : Inspector::tr("not in the file")},
                {Inspector::tr("Storage"), html(text(tensor.tensor.storageId))}};
    if (!tensor.method.empty()) facts.append({Inspector::tr("Method"), linkTo(Address::ofMethod(text(tensor.method)))});
    if (tensor.caseIndex && !tensor.method.empty())
        facts.append({Inspector::tr("Case"), linkTo(caseAddress(text(tensor.method), *tensor.caseIndex))});
    if (tensor.run) facts.append({Inspector::tr("Run"), linkTo(Address::ofRun(*tensor.run))});
    if (!tensor.tensor.note.empty()) facts.append({Inspector::tr("Note"), html(text(tensor.tensor.note))});
    facts.append({Inspector::tr("Elements"), pageLink("values", question.address, Inspector::tr("show values"))});
    return {QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Tensor"), {}, facts};
}

std::optional<FactGroup> quantisationGroup(const tensor::Tensor& tensor) {
    if (!tensor.quantization) return std::nullopt;
    const tensor::Quantization& q = *tensor.quantization;
    return FactGroup{QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Quantisation"),
                     text(q.scheme),
                     {{Inspector::tr("Scales"), countText(q.scales.size())},
                      {Inspector::tr("First scale"), q.scales.empty() ? QString() : floatText(q.scales.front())},
                      {Inspector::tr("First zero point"), q.zeroPoints.empty() ? QString() : floatText(q.zeroPoints.front())}}};
}

/// "constant of text_decoder", "delegate 3 of text_decoder".
QString useText(const join::WeightUse& use) {
    const QString method = text(use.method);
    if (use.delegate)
        return linkTo(Address::ofStage(method, graph::StageId::payload(static_cast<std::uint32_t>(*use.delegate))),
                      Inspector::tr("delegate %1 of %2").arg(*use.delegate).arg(method));
    if (!use.name.empty() && (use.holder == join::WeightHolder::NamedData || use.holder == join::WeightHolder::External))
        return linkTo(Address::ofData(text(use.name)), Inspector::tr("named data"));
    const QString holder = plainWord(weightHolderName(use.holder));
    return method.isEmpty() ? holder : Inspector::tr("%1 of %2").arg(holder, html(method));
}

/// Where the program and the files beside it hold it, and what says that it is the same.
QList<MarkedFact> placesOf(const EntityQuestion& question, const std::vector<const join::StoredWeight*>& stored) {
    const QStringList files = namesOfFiles(*question.session);
    QList<MarkedFact> places;
    for (const join::StoredWeight* weight : stored) {
        if (static_cast<std::size_t>(places.size()) == kMostPlaces) break;
        const QString file = files.value(static_cast<qsizetype>(weight->file));
        const std::uint64_t offset = weight->tensor.storage.offset;
        const bool equal = weight->record != nullptr && weight->record->by < join::SameBy::Key;
        QStringList uses;
        for (const join::WeightUse& use : weight->uses)
            if (const QString one = useText(use); !uses.contains(one)) uses.append(one);
        places.append(
            {equal ? Mark::Match : Mark::Ambiguous, file,
             linkTo(Address::ofRegion(file, offset), hexText(offset)) + QLatin1Char(' ') + uses.join(QStringLiteral(", ")),
             weight->record != nullptr ? Inspector::tr("the record's by %1").arg(plainWord(sameByName(weight->record->by)))
                                       : QString()});
    }
    return places;
}

const inventory::SharedBytes* sharedOf(const inventory::SharingMap& map, const std::vector<const join::StoredWeight*>& stored) {
    const auto holds = [&](const inventory::SharedBytes& one) {
        return std::ranges::any_of(stored, [&](const join::StoredWeight* weight) {
            const inventory::BytesPlace place{weight->file, weight->tensor.storage.offset};
            return std::ranges::find(one.places, place) != one.places.end();
        });
    };
    const auto hit = std::ranges::find_if(map.shared, holds);
    return hit == map.shared.end() ? nullptr : &*hit;
}

/// Whether the program has the record's.
EntityState weightState(const EntityQuestion& question, const std::string& name) {
    if (question.marks == nullptr) return checkingState(question.checking || question.verdict != nullptr);
    const EntityState state = question.marks->weightOf(name);
    return state.mark != Mark::None ? state : EntityState{Mark::Missing, Inspector::tr("not compared")};
}

Result<void> addWeight(const EntityQuestion& question, const inventory::TensorRow& row, EntityFacts& told, const JobContext& job) {
    const auto weights = join::weights(*question.session, job);
    if (!weights) return weights.failure();
    const auto compared = join::constants(*question.session, job);
    if (!compared) return compared.failure();
    const auto stored = (*weights)->of(row, kMostPlaces + 1);
    told.state = weightState(question, row.name);
    QList<MarkedFact> places = placesOf(question, stored);
    for (std::size_t i = 0; i < (*compared)->differentTensors.size(); ++i)
        if ((*compared)->differentTensors[i].name == row.name)
            places.prepend({Mark::Differ, Inspector::tr("Differs"), html(text((*compared)->different[i])),
                            Inspector::tr("the program's against the record's")});
    if (places.isEmpty())
        places.append({Mark::Missing, Inspector::tr("Program"), Inspector::tr("not found"),
                       Inspector::tr("no weight of the program, its delegates or external data has these contents")});
    const QString count = countText(stored.size());
    told.groups.append({QT_TRANSLATE_NOOP("etscope::ui::Inspector", "In the program"), count, {}, std::move(places)});
    const auto map = inventory::sharingMap(*question.session, job);
    if (!map) return map.failure();
    const inventory::SharedBytes* shared = sharedOf(**map, stored);
    told.groups.append(
        {QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Sharing"),
         {},
         {shared == nullptr ? Fact{Inspector::tr("Stored"), Inspector::tr("by one reader alone, once")}
          : shared->wasted > 0
              ? Fact{Inspector::tr("Stored"), Inspector::tr("%n times, equal bytes", nullptr, counted(shared->places.size())),
                     Inspector::tr("one copy would save %1").arg(bytesText(shared->wasted))}
              : Fact{Inspector::tr("Stored"), Inspector::tr("once, shared"),
                     Inspector::tr("saves %1").arg(bytesText(shared->saved))}}});
    return {};
}

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

Told tellTensor(const EntityQuestion& question, const JobContext& job) {
    const auto list = compare::tensorList(*question.session, job);
    if (!list) return list.failure();
    const auto at = (*list)->row(question.address.entity());
    if (!at) return fail("no-such-node", Inspector::tr("this tensor is not in the session any more").toStdString());
    const inventory::TensorRow& row = (*(*list)->rows())[*at];
    EntityFacts told{text(row.name), tensorTypeText(row.tensor), {}, {tensorGroup(question, row)}};
    if (auto group = quantisationGroup(row.tensor)) told.groups.append(*std::move(group));
    if (inventory::isWeight(row.role) && !row.name.empty())
        if (const auto added = addWeight(question, row, told, job); !added) return added.failure();
    return told;
}

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
