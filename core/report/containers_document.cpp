#include "report/containers_document.h"

#include <algorithm>

#include "inventory/containers.h"
#include "inventory/limits.h"
#include "report/json_values.h"

namespace etscope::report {
namespace {

Json countedJson(const inventory::CountedBytes& counted) { return {{"count", counted.count}, {"bytes", counted.bytes}}; }

Json variantJson(const inventory::ContainerVariant& variant, std::size_t index) {
    Json operators = Json::array();
    const std::size_t listed = std::min(variant.operators.size(), limits::kMaxVariantOperators);
    for (std::size_t i = 0; i < listed; ++i)
        operators.push_back({{"operator", variant.operators[i].first}, {"count", variant.operators[i].second}});
    Json constants = countedJson(variant.constants);
    constants["missing"] = variant.missingConstants;
    return {{"index", index},
            {"backend", variant.backend},
            {"format", variant.format},
            {"soc", textOrNull(variant.soc)},
            {"function", textOrNull(variant.function)},
            {"inputs", variant.signatureKnown ? Json(variant.inputs) : Json(nullptr)},
            {"outputs", variant.signatureKnown ? Json(variant.outputs) : Json(nullptr)},
            {"bytes", variant.bytes},
            {"shared_by_place", variant.sharedPlace},
            {"shared_by_content", variant.constantsKnown ? Json(variant.sharedContent) : Json(nullptr)},
            {"own", variant.own()},
            {"constants", variant.constantsKnown ? std::move(constants) : Json(nullptr)},
            {"nodes", variant.nodes ? Json(*variant.nodes) : Json(nullptr)},
            {"operators", variant.nodes ? std::move(operators) : Json(nullptr)},
            {"operators_left_out", variant.operators.size() - listed},
            {"reason", textOrNull(variant.reason)}};
}

/// What stands for a variant in the table of pairs: "XnnpackBackend forward".
std::string nameOf(const inventory::ContainerVariant& variant) {
    return variant.function.empty() ? variant.backend : variant.backend + " " + variant.function;
}

Json operatorsJson(const inventory::VariantPair& pair) {
    if (!pair.operators) return nullptr;
    Json list = Json::array();
    for (const inventory::OperatorDifference& one : *pair.operators)
        list.push_back({{"operator", one.name}, {"left", one.left}, {"right", one.right}});
    return list;
}

Json constantsJson(const inventory::VariantPair& pair) {
    if (!pair.constantsKnown) return nullptr;
    return {{"equal", countedJson(pair.equal)},
            {"different", countedJson(pair.different)},
            {"only_left", countedJson(pair.onlyLeft)},
            {"only_right", countedJson(pair.onlyRight)},
            {"unknown", pair.unknown}};
}

/// Inputs that are not of one type and shape; null where a side has none.
Json inputsJson(const inventory::ContainerVariant& left, const inventory::ContainerVariant& right) {
    if (!left.signatureKnown || !right.signatureKnown) return nullptr;
    Json list = Json::array();
    const auto at = [](const std::vector<std::string>& types, std::size_t i) {
        return i < types.size() ? Json(types[i]) : Json(nullptr);
    };
    const std::size_t count = std::max(left.inputs.size(), right.inputs.size());
    for (std::size_t i = 0; i < count && list.size() < limits::kMaxOperatorDifferences; ++i)
        if (at(left.inputs, i) != at(right.inputs, i))
            list.push_back({{"index", i}, {"left", at(left.inputs, i)}, {"right", at(right.inputs, i)}});
    return list;
}

Json pairJson(const inventory::VariantPair& pair, const inventory::Container& container) {
    const inventory::ContainerVariant &left = container.variants[pair.left], &right = container.variants[pair.right];
    const auto nodes = [](const inventory::ContainerVariant& one) { return one.nodes ? Json(*one.nodes) : Json(nullptr); };
    return {{"left", pair.left},
            {"right", pair.right},
            {"left_name", nameOf(left)},
            {"right_name", nameOf(right)},
            {"constants", constantsJson(pair)},
            {"same_inputs", pair.sameInputs ? Json(*pair.sameInputs) : Json(nullptr)},
            {"inputs", inputsJson(left, right)},
            {"left_nodes", nodes(left)},
            {"right_nodes", nodes(right)},
            {"operators", operatorsJson(pair)},
            {"operators_left_out", pair.operatorsLeftOut}};
}

Json containerJson(const inventory::Container& container) {
    Json users = Json::array(), methods = Json::array(), variants = Json::array(), pairs = Json::array();
    for (const inventory::ContainerUser& user : container.users) {
        users.push_back({{"method", user.method}, {"delegate", user.delegate}, {"function", textOrNull(user.function)}});
        if (std::ranges::find(methods, Json(user.method)) == methods.end()) methods.push_back(user.method);
    }
    for (std::size_t i = 0; i < container.variants.size(); ++i) variants.push_back(variantJson(container.variants[i], i));
    for (const inventory::VariantPair& pair : container.pairs) pairs.push_back(pairJson(pair, container));
    return {{"file", container.file ? Json(*container.file) : Json(nullptr)},
            {"methods", std::move(methods)},
            {"users", std::move(users)},
            {"format", container.format},
            {"data_offset", container.file ? Json(container.bytes.offset) : Json(nullptr)},
            {"bytes", container.bytes.size},
            {"variants", std::move(variants)},
            {"variants_left_out", container.variantsLeftOut},
            {"pairs", std::move(pairs)},
            {"pairs_left_out", container.pairsLeftOut}};
}

bool isOf(const inventory::Container& container, const std::string& method) {
    return method.empty() ||
           std::ranges::find(container.users, method, &inventory::ContainerUser::method) != container.users.end() ||
           std::ranges::find(container.variants, method, &inventory::ContainerVariant::function) != container.variants.end();
}

}  // namespace

Result<Json> containersDocument(const session::Session& session, const Selection& selection, bool pairs, const JobContext& job) {
    const auto containers = inventory::containers(session, job);
    if (!containers) return containers.failure();
    Json document = beginDocument("containers", session);
    if (pairs) document["table"] = "pairs";
    Json& list = document["containers"] = Json::array();
    for (const inventory::Container& container : *containers)
        if (isOf(container, selection.method)) list.push_back(containerJson(container));
    endDocument(document, session);
    return document;
}

}  // namespace etscope::report
