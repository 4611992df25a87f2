// What is told of a tensor of the session's files: of a weight, where it is stored, who takes it, and whether the program's is the
// record's.
#include <algorithm>

#include "compare/tensor_list.h"
#include "docks/facts/entity_facts.h"
#include "docks/inspector.h"
#include "frame/file_names.h"
#include "inventory/sharing.h"
#include "inventory/weight_roles.h"
#include "join/constants.h"
#include "join/weights.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "pages/tensor_model.h"

namespace etscope::ui {
namespace {

constexpr unsigned kMostPlaces = 12;

FactGroup tensorGroup(const EntityQuestion& question, const inventory::TensorRow& tensor) {
    const auto offset = tensor.tensor.dataOffset();
    QString strides;
    for (const auto stride : tensor.tensor.effectiveStrides())
        strides += (strides.isEmpty() ? QString() : QStringLiteral(", ")) + QString::number(stride);
    const auto bytes = tensor.tensor.byteCount();
    const QString file = fileNames(*question.session).value(static_cast<qsizetype>(tensor.file));
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
    const QStringList files = fileNames(*question.session);
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

}  // namespace etscope::ui
