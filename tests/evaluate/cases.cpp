#include "evaluate/cases.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <map>

#include "base/diagnostics.h"
#include "evaluate/elements.h"
#include "evaluate/walk.h"
#include "io/zip_index.h"
#include "tensor/npy.h"

namespace etscope::tests {

using evaluate::Array;
using evaluate::Context;
using evaluate::Value;
using nlohmann::json;

namespace {

using Members = std::map<std::string, tensor::Tensor>;

ScalarType typeOf(const json& tensor) {
    return scalarTypeFromName(tensor.at("dtype").get<std::string>()).value_or(ScalarType::Unknown);
}

std::optional<tensor::Tensor> memberOf(const Members& members, std::size_t number, const json& tensor) {
    const auto found = members.find(std::to_string(number) + "/" + tensor.at("tensor").get<std::string>());
    if (found == members.end()) return std::nullopt;
    tensor::Tensor value = found->second;
    const ScalarType type = typeOf(tensor);
    if (type == ScalarType::BF16 || (isFloating(type) && itemSize(type) == 1)) value.type = type;  // stored as their bits
    return value;
}

/// The member's elements with the strides of the case.
Value laidOut(const Context& context, const Members& members, std::size_t number, const json& tensor, std::byte fill) {
    const auto member = memberOf(members, number, tensor);
    if (!member) evaluate::refuse("case-without-tensor", tensor.dump());
    const Array given = evaluate::arrayOf(*member, context.memory);
    Array array = given;
    array.strides = tensor.at("strides").get<std::vector<std::int64_t>>();
    std::int64_t reach = 1;
    for (std::size_t d = 0; d < array.rank(); ++d) reach += std::max<std::int64_t>(array.shape[d] - 1, 0) * array.strides[d];
    array.offset = 0;
    array.storage =
        evaluate::Storage::allocate(context.memory, static_cast<std::uint64_t>(array.count() == 0 ? 0 : reach) * array.item());
    std::fill_n(array.storage->data(), array.storage->size(), fill);
    const std::size_t size = array.item();
    evaluate::Walk<2>({&array, &given}, array.shape).each(1024, [&](const auto& places, const auto& steps, std::size_t n) {
        std::byte* into = array.storage->data() + (places[0] - array.storage->data());
        for (std::size_t i = 0; i < n; ++i)
            std::memcpy(into + static_cast<std::ptrdiff_t>(i) * steps[0], places[1] + static_cast<std::ptrdiff_t>(i) * steps[1],
                        size);
    });
    return array;
}

double specialNumber(const std::string& word) {
    if (word == "nan") return std::numeric_limits<double>::quiet_NaN();
    return word == "inf" ? std::numeric_limits<double>::infinity() : -std::numeric_limits<double>::infinity();
}

Value valueOf(const Context& context, const Members& members, std::size_t number, const json& given, std::byte fill) {
    if (given.is_null()) return evaluate::Nothing{};
    if (given.is_boolean()) return given.get<bool>();
    if (given.is_number_integer()) return given.get<std::int64_t>();
    if (given.is_number_float()) return given.get<double>();
    if (given.is_string()) return given.get<std::string>();
    if (given.is_array()) {
        evaluate::Values items;
        for (const json& item : given) items.push_back(valueOf(context, members, number, item, fill));
        return items;
    }
    if (given.contains("tensor")) return laidOut(context, members, number, given, fill);
    if (given.contains("float")) return specialNumber(given["float"].get<std::string>());
    if (given.contains("dtype")) return typeOf(given);
    return given.begin().value().dump();  // memory format, layout, device
}

ExpectedResult expectedOf(const Members& members, std::size_t number, const json& result, const json& wide) {
    ExpectedResult expected;
    if (result.is_object() && result.contains("tensor")) {
        expected.value = memberOf(members, number, result);
        expected.type = result.at("dtype").get<std::string>();
        expected.shape = result.at("sizes").get<std::vector<std::int64_t>>();
        if (wide.is_object()) expected.wide = memberOf(members, number, wide);
    } else {
        expected.plain = result;
    }
    return expected;
}

OperatorCase caseOf(const Context& context, const Members& members, std::size_t number, const json& given, std::byte fill) {
    OperatorCase one;
    one.number = number;
    for (const auto& [name, value] : given.at("args").items())
        one.arguments.push_back({name, valueOf(context, members, number, value, fill)});
    const json wide = given.value("results64", json::array());
    const json& results = given.at("results");
    for (std::size_t i = 0; i < results.size(); ++i)
        one.results.push_back(expectedOf(members, number, results[i], i < wide.size() ? wide[i] : json()));
    if (given.contains("bound")) one.bound = memberOf(members, number, given["bound"]);
    if (given.contains("near_tie")) one.nearTie = memberOf(members, number, given["near_tie"]);
    one.rule = given.at("rule").get<std::string>();
    one.tags = given.value("tags", std::vector<std::string>());
    return one;
}

}  // namespace

bool OperatorCase::tagged(std::string_view tag) const { return std::find(tags.begin(), tags.end(), tag) != tags.end(); }

Result<std::vector<OperatorCase>> readCases(const std::string& folder, const Context& context, std::byte fill) {
    std::ifstream text(folder + "/cases.json");
    const json cases = json::parse(text, nullptr, false);
    if (!cases.is_array()) return fail("cases-damaged", "there is no list of cases", folder);
    auto source = Source::open(folder + "/values.npz");
    if (!source) return source.failure();
    Diagnostics diagnostics;
    const auto zip = ZipIndex::read(ByteRange::whole(*source), diagnostics);
    if (!zip) return zip.failure();
    Members members;
    for (auto& [name, tensor] : tensor::readNpz(*zip, diagnostics)) members.emplace(name, tensor);
    std::vector<OperatorCase> all;
    try {
        for (std::size_t i = 0; i < cases.size(); ++i) all.push_back(caseOf(context, members, i, cases[i], fill));
    } catch (const evaluate::Refusal& refusal) {
        return Failure{refusal.error};
    } catch (const json::exception& error) {
        return fail("cases-damaged", error.what(), folder);
    }
    return all;
}

}  // namespace etscope::tests
