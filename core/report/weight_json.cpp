#include "report/weight_json.h"

#include <algorithm>

#include "compare/quantised_error.h"
#include "inventory/weight_roles.h"

namespace etscope::report {
namespace {

/// Of a tensor's row; of more, the row says where they lie.
constexpr std::uint64_t kListedScales = 1024;

Json statedJson(const std::optional<delegates::Quantization>& quantization) {
    if (!quantization) return nullptr;
    Json scale = orNull(quantization->scale);
    if (!quantization->scaleValues.empty())
        scale = listOf(quantization->scaleValues, [](float one) { return number(static_cast<double>(one)); });
    return object(
        F("scheme", quantization->scheme), F("format", textOrNull(quantization->format)), F("axis", orNull(quantization->axis)),
        F("group_size", quantization->groupSize > 0 ? Json(quantization->groupSize) : Json(nullptr)), F("scale", std::move(scale)),
        F("scale_key", textOrNull(quantization->scaleKey)), F("zero_point", orNull(quantization->zeroPoint)));
}

Json numbersJson(const std::vector<double>& values) {
    if (values.empty()) return nullptr;
    return values.size() == 1 ? number(values.front()) : listOf(values, number);
}

/// One number, a list, or where the list lies.
Json parametersJson(const inventory::Parameters& parameters) {
    if (parameters.tensor)
        return object(F("value_type", scalarTypeName(parameters.tensor->type)), F("shape", parameters.tensor->shape),
                      F("data_offset", orNull(parameters.tensor->dataOffset())));
    return numbersJson(parameters.values);
}

Json link(std::string_view kind, const std::string& name, unsigned file, const Json& by) {
    return object(F("kind", kind), F("name", textOrNull(name)), F("file", file), F("by", by));
}

/// "operator": nothing but the operator that it was made for tells.
Json byJson(const join::StoredWeight& weight) {
    if (weight.record) return join::sameByName(weight.record->by);
    return weight.operators.empty() ? Json(nullptr) : Json("operator");
}

Json operatorsJson(const std::vector<join::WeightOperator>& operators) {
    return listOf(operators, [](const join::WeightOperator& op) {
        return object(F("stage", op.stage), F("node", op.node), F("argument", op.argument), F("module", textOrNull(op.module)),
                      F("name", textOrNull(op.name)));
    });
}

}  // namespace

Json recordNameJson(const join::StoredWeight* weight) {
    Json names = object(F("name_in_record", weight != nullptr ? textOrNull(weight->nameInRecord()) : Json(nullptr)),
                        F("record_by", weight != nullptr ? byJson(*weight) : Json(nullptr)));
    if (weight != nullptr && !weight->operators.empty()) names["operators"] = operatorsJson(weight->operators);
    return names;
}

Json quantisationJson(const inventory::QuantisedWeight& weight) {
    return object(F("scheme", weight.scheme()), F("format", textOrNull(weight.format)), F("axis", orNull(weight.axis())),
                  F("group_size", weight.groupSize() > 0 ? Json(weight.groupSize()) : Json(nullptr)), F("block", weight.block),
                  F("scale", parametersJson(weight.scales)), F("zero_point", parametersJson(weight.zeroPoints)),
                  F("quant_min", orNull(weight.least)), F("quant_max", orNull(weight.greatest)));
}

Json tensorQuantisationJson(const inventory::QuantisedWeight* weight) {
    if (weight == nullptr) return nullptr;
    Json json = object(F("value_type", scalarTypeName(weight->values.type)), F("shape", weight->values.shape));
    json.update(quantisationJson(*weight));
    if (const auto& scales = weight->scales.tensor; scales && scales->elementCount().value_or(~std::uint64_t{0}) > kListedScales)
        return json;
    if (const auto blocks = compare::Blocks::read(*weight)) {
        json["scale"] = numbersJson(blocks->scales());
        json["zero_point"] = numbersJson(blocks->zeroPoints());
    }
    return json;
}

Json weightsJson(const delegates::Decoded& decoded, const join::WeightMap& weights) {
    return listOf(decoded.weights, [&weights](const delegates::Weight& weight) {
        Json row =
            object(F("value", textOrNull(weight.name)), F("key", textOrNull(weight.key)),
                   F("value_type", weight.type ? Json(scalarTypeName(*weight.type)) : Json(nullptr)), F("shape", weight.shape),
                   F("strides", weight.strides.empty() ? Json(nullptr) : Json(weight.strides)),
                   F("storage_offset", weight.storageOffset), F("bytes", weight.size), F("device", textOrNull(weight.device)),
                   F("data_offset", offsetOrNull(weight.bytes)), F("quantisation", statedJson(weight.quantization)));
        row.update(recordNameJson(weight.bytes.hasData() ? weights.at(weight.bytes) : nullptr));
        return row;
    });
}

const ChainWriter::InputsByTarget& ChainWriter::inputs(const std::string& method, const std::string& stage) {
    const auto [at, fresh] = m_inputs.try_emplace({method, stage});
    if (!fresh || stage.empty() || stage == "program") return at->second;
    const auto graph = m_session.graph(method, stage, m_job);
    for (std::size_t i = 0; graph && i < (*graph)->top().inputs.size(); ++i) {
        const graph::GraphInput& input = (*graph)->top().inputs[i];
        if (input.target.valid()) at->second.try_emplace(std::string((*graph)->text(input.target)), (*graph)->text(input.id));
    }
    return at->second;
}

void ChainWriter::addStored(const join::StoredWeight& weight, Json& chain) const {
    for (const join::WeightUse& use : weight.uses) {
        if (chain.size() > kMostLinks) return;
        Json one = link(join::weightHolderName(use.holder), use.name, weight.file, byJson(weight));
        if (!use.method.empty()) one["method"] = use.method;
        if (use.delegate) one["delegate"] = *use.delegate;
        one["data_offset"] = offsetOrNull(weight.tensor.storage);
        chain.push_back(std::move(one));
    }
}

Json ChainWriter::of(const inventory::TensorRow& row) {
    if (!inventory::isStoredWeight(row.role)) return nullptr;
    Json chain = links(row);
    if (chain.size() <= kMostLinks) return chain;
    chain.erase(chain.begin() + static_cast<std::ptrdiff_t>(kMostLinks), chain.end());
    chain.push_back(object(F("kind", "more")));
    return chain;
}

Json ChainWriter::links(const inventory::TensorRow& row) {
    Json chain = Json::array();
    const auto* stored = row.tensor.storage.hasData() ? m_weights.at(row.tensor.storage) : nullptr;
    if (stored != nullptr) {
        for (std::size_t i = 0; stored->record && i < std::min(stored->record->names.size(), kMostLinks + 1); ++i)
            chain.push_back(link("fqn", stored->record->names[i], row.file, byJson(*stored)));
        addStored(*stored, chain);
        return chain;
    }
    chain.push_back(link("fqn", row.name, row.file, nullptr));
    const InputsByTarget& placeholders = inputs(row.method, row.stage);
    if (const auto input = placeholders.find(row.name); input != placeholders.end())
        chain.push_back(link("placeholder", input->second, row.file, "name"));
    for (const join::StoredWeight* weight : m_weights.of(row, kMostLinks)) addStored(*weight, chain);
    return chain;
}

}  // namespace etscope::report
