#include "report/documents.h"

#include <algorithm>

#include "inventory/containers.h"
#include "inventory/limits.h"

namespace etscope::report {
namespace {

Json countedJson(const inventory::CountedBytes& counted) { return object(F("count", counted.count), F("bytes", counted.bytes)); }

Json variantJson(const inventory::ContainerVariant& variant, std::size_t index) {
    const std::size_t listed = std::min(variant.operators.size(), limits::kMaxVariantOperators);
    Json operators = listOf(std::span(variant.operators).first(listed),
                            [](const auto& one) { return object(F("operator", one.first), F("count", one.second)); });
    Json constants = countedJson(variant.constants);
    constants["missing"] = variant.missingConstants;
    return object(F("index", index), F("backend", variant.backend), F("format", variant.format), F("soc", textOrNull(variant.soc)),
                  F("function", textOrNull(variant.function)),
                  F("inputs", variant.signatureKnown ? Json(variant.inputs) : Json(nullptr)),
                  F("outputs", variant.signatureKnown ? Json(variant.outputs) : Json(nullptr)), F("bytes", variant.bytes),
                  F("shared_by_place", variant.sharedPlace),
                  F("shared_by_content", variant.constantsKnown ? Json(variant.sharedContent) : Json(nullptr)),
                  F("own", variant.own()), F("constants", variant.constantsKnown ? std::move(constants) : Json(nullptr)),
                  F("nodes", orNull(variant.nodes)), F("operators", variant.nodes ? std::move(operators) : Json(nullptr)),
                  F("operators_left_out", variant.operators.size() - listed), F("reason", textOrNull(variant.reason)));
}

/// What stands for a variant in the table of pairs: "XnnpackBackend forward".
std::string nameOf(const inventory::ContainerVariant& variant) {
    return variant.function.empty() ? variant.backend : variant.backend + " " + variant.function;
}

Json operatorsJson(const inventory::VariantPair& pair) {
    if (!pair.operators) return nullptr;
    return listOf(*pair.operators, [](const inventory::OperatorDifference& one) {
        return object(F("operator", one.name), F("left", one.left), F("right", one.right));
    });
}

Json constantsJson(const inventory::VariantPair& pair) {
    if (!pair.constantsKnown) return nullptr;
    return object(F("equal", countedJson(pair.equal)), F("different", countedJson(pair.different)),
                  F("only_left", countedJson(pair.onlyLeft)), F("only_right", countedJson(pair.onlyRight)),
                  F("unknown", pair.unknown));
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
            list.push_back(object(F("index", i), F("left", at(left.inputs, i)), F("right", at(right.inputs, i))));
    return list;
}

Json pairJson(const inventory::VariantPair& pair, const inventory::Container& container) {
    const inventory::ContainerVariant &left = container.variants[pair.left], &right = container.variants[pair.right];
    return object(F("left", pair.left), F("right", pair.right), F("left_name", nameOf(left)), F("right_name", nameOf(right)),
                  F("constants", constantsJson(pair)), F("same_inputs", orNull(pair.sameInputs)),
                  F("inputs", inputsJson(left, right)), F("left_nodes", orNull(left.nodes)), F("right_nodes", orNull(right.nodes)),
                  F("operators", operatorsJson(pair)), F("operators_left_out", pair.operatorsLeftOut));
}

Json containerJson(const inventory::Container& container) {
    Json users = Json::array(), methods = Json::array();
    for (const inventory::ContainerUser& user : container.users) {
        users.push_back(object(F("method", user.method), F("delegate", user.delegate), F("function", textOrNull(user.function))));
        if (std::ranges::find(methods, Json(user.method)) == methods.end()) methods.push_back(user.method);
    }
    const auto variant = [number = std::size_t{0}](const auto& one) mutable { return variantJson(one, number++); };
    return object(F("file", orNull(container.file)), F("methods", std::move(methods)), F("users", std::move(users)),
                  F("format", container.format), F("data_offset", container.file ? Json(container.bytes.offset) : Json(nullptr)),
                  F("bytes", container.bytes.size), F("variants", listOf(container.variants, variant)),
                  F("variants_left_out", container.variantsLeftOut),
                  F("pairs", listOf(container.pairs, [&](const auto& pair) { return pairJson(pair, container); })),
                  F("pairs_left_out", container.pairsLeftOut));
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
    return endDocument(document, session);
}

}  // namespace etscope::report
