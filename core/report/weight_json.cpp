#include "report/weight_json.h"

#include <algorithm>

namespace etscope::report {
namespace {

Json textOrNull(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json quantisationJson(const std::optional<delegates::Quantization>& quantization) {
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

bool isWeight(const inventory::TensorRow& row) {
    using enum inventory::TensorRole;
    return row.role == Parameter || row.role == Buffer || row.role == Constant || row.role == External || row.role == NamedData;
}

}  // namespace

Json recordNameJson(const join::StoredWeight* weight) {
    Json names{{"name_in_record", weight != nullptr ? textOrNull(weight->nameInRecord()) : Json(nullptr)},
               {"record_by", weight != nullptr ? byJson(*weight) : Json(nullptr)}};
    if (weight != nullptr && !weight->operators.empty()) names["operators"] = operatorsJson(weight->operators);
    return names;
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
                 {"quantisation", quantisationJson(weight.quantization)}};
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
    if (!isWeight(row)) return nullptr;
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
    for (const join::StoredWeight* weight : m_weights.of(row.name, kMostLinks)) addStored(*weight, chain);
    return chain;
}

}  // namespace etscope::report
