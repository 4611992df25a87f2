#include "report/weight_json.h"

#include <algorithm>

#include "compare/quantised_error.h"
#include "inventory/weight_roles.h"
#include "report/json_values.h"

namespace etscope::report {
namespace {

/// Of a tensor's row; of more, the row says where they lie.
constexpr std::uint64_t kListedScales = 1024;

Json statedJson(const std::optional<delegates::Quantization>& quantization) {
    if (!quantization) return nullptr;
    Json scale = nullptr;
    if (quantization->scale) scale = number(*quantization->scale);
    if (!quantization->scaleValues.empty()) {
        scale = Json::array();
        for (const float one : quantization->scaleValues) scale.push_back(number(static_cast<double>(one)));
    }
    return {{"scheme", quantization->scheme},
            {"format", textOrNull(quantization->format)},
            {"axis", quantization->axis ? Json(*quantization->axis) : Json(nullptr)},
            {"group_size", quantization->groupSize > 0 ? Json(quantization->groupSize) : Json(nullptr)},
            {"scale", std::move(scale)},
            {"scale_key", textOrNull(quantization->scaleKey)},
            {"zero_point", quantization->zeroPoint ? Json(*quantization->zeroPoint) : Json(nullptr)}};
}

Json numbersJson(const std::vector<double>& values) {
    if (values.empty()) return nullptr;
    if (values.size() == 1) return number(values.front());
    Json list = Json::array();
    for (const double value : values) list.push_back(number(value));
    return list;
}

/// One number, a list, or where the list lies.
Json parametersJson(const inventory::Parameters& parameters) {
    if (parameters.tensor)
        return {{"value_type", scalarTypeName(parameters.tensor->type)},
                {"shape", parameters.tensor->shape},
                {"data_offset", parameters.tensor->dataOffset() ? Json(*parameters.tensor->dataOffset()) : Json(nullptr)}};
    return numbersJson(parameters.values);
}

Json link(std::string_view kind, const std::string& name, unsigned file, const Json& by) {
    return {{"kind", kind}, {"name", textOrNull(name)}, {"file", file}, {"by", by}};
}

/// "operator": nothing but the operator that it was made for tells.
Json byJson(const join::StoredWeight& weight) {
    if (weight.record) return join::sameByName(weight.record->by);
    return weight.operators.empty() ? Json(nullptr) : Json("operator");
}

Json operatorsJson(const std::vector<join::WeightOperator>& operators) {
    Json list = Json::array();
    for (const join::WeightOperator& op : operators)
        list.push_back({{"stage", op.stage},
                        {"node", op.node},
                        {"argument", op.argument},
                        {"module", textOrNull(op.module)},
                        {"name", textOrNull(op.name)}});
    return list;
}

}  // namespace

Json recordNameJson(const join::StoredWeight* weight) {
    Json names{{"name_in_record", weight != nullptr ? textOrNull(weight->nameInRecord()) : Json(nullptr)},
               {"record_by", weight != nullptr ? byJson(*weight) : Json(nullptr)}};
    if (weight != nullptr && !weight->operators.empty()) names["operators"] = operatorsJson(weight->operators);
    return names;
}

Json quantisationJson(const inventory::QuantisedWeight& weight) {
    return {{"scheme", weight.scheme()},
            {"format", textOrNull(weight.format)},
            {"axis", weight.axis() ? Json(*weight.axis()) : Json(nullptr)},
            {"group_size", weight.groupSize() > 0 ? Json(weight.groupSize()) : Json(nullptr)},
            {"block", weight.block},
            {"scale", parametersJson(weight.scales)},
            {"zero_point", parametersJson(weight.zeroPoints)},
            {"quant_min", weight.least ? number(*weight.least) : Json(nullptr)},
            {"quant_max", weight.greatest ? number(*weight.greatest) : Json(nullptr)}};
}

Json tensorQuantisationJson(const inventory::QuantisedWeight* weight) {
    if (weight == nullptr) return nullptr;
    Json json{{"value_type", scalarTypeName(weight->values.type)}, {"shape", weight->values.shape}};
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
    Json list = Json::array();
    for (const delegates::Weight& weight : decoded.weights) {
        Json row{{"value", textOrNull(weight.name)},
                 {"key", textOrNull(weight.key)},
                 {"value_type", weight.type ? Json(scalarTypeName(*weight.type)) : Json(nullptr)},
                 {"shape", weight.shape},
                 {"bytes", weight.size},
                 {"data_offset", weight.bytes.hasData() ? Json(weight.bytes.offset) : Json(nullptr)},
                 {"quantisation", statedJson(weight.quantization)}};
        row.update(recordNameJson(weight.bytes.hasData() ? weights.at(weight.bytes) : nullptr));
        list.push_back(std::move(row));
    }
    return list;
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
        one["data_offset"] = weight.tensor.storage.hasData() ? Json(weight.tensor.storage.offset) : Json(nullptr);
        chain.push_back(std::move(one));
    }
}

Json ChainWriter::of(const inventory::TensorRow& row) {
    if (!inventory::isStoredWeight(row.role)) return nullptr;
    Json chain = links(row);
    if (chain.size() <= kMostLinks) return chain;
    chain.erase(chain.begin() + static_cast<std::ptrdiff_t>(kMostLinks), chain.end());
    chain.push_back({{"kind", "more"}});
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
