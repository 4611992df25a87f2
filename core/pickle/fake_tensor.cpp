#include "pickle/fake_tensor.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/escaped.h"
#include "base/limits.h"

namespace etscope::pickle {
namespace {

using nlohmann::json;

/// Real descriptions have some 500 bytes.
constexpr std::size_t kMaxDescription = 65'536;

const json* member(const json& object, const char* name) {
    if (!object.is_object()) return nullptr;
    const auto hit = object.find(name);
    return hit == object.end() ? nullptr : &*hit;
}

/// A size or code, which is never negative; kNone when there is none.
constexpr std::int64_t kNone = -1;
std::int64_t integer(const json* value) {
    if (value == nullptr) return kNone;
    if (value->is_boolean()) return value->get<bool>() ? 1 : 0;
    return value->is_number_integer() ? std::max(kNone, value->get<std::int64_t>()) : kNone;
}

/// SymInt: {"as_int": 3} or {"as_expr": {"expr_str": "s0", "hint": {"as_int": 3}}}.
std::int64_t symbolic(const json& value, std::string& note) {
    if (const std::int64_t plain = integer(member(value, "as_int")); plain != kNone) return plain;
    const json* expression = member(value, "as_expr");
    const json* hint = expression == nullptr ? nullptr : member(*expression, "hint");
    const std::int64_t known = hint == nullptr ? kNone : integer(member(*hint, "as_int"));
    const json* text = expression == nullptr ? nullptr : member(*expression, "expr_str");
    const std::string name = text != nullptr && text->is_string() ? escaped(text->get_ref<const std::string&>()) : "?";
    note += "; size " + name + (known == kNone ? " has no example" : " is " + std::to_string(known) + " in the example");
    return known;
}

std::vector<std::int64_t> sizes(const json* list, std::string& note) {
    std::vector<std::int64_t> result;
    if (list == nullptr || !list->is_array() || list->size() > limits::kMaxRank) return result;
    for (const json& item : *list) result.push_back(symbolic(item, note));
    return result;
}

}  // namespace

tensor::Tensor fakeTensor(std::string_view text) {
    tensor::Tensor tensor;
    const json description = text.size() > kMaxDescription ? json() : json::parse(text, nullptr, false);
    if (!description.is_object()) {
        tensor.state = tensor::DataState::Unreadable;
        tensor.note = "the description of the fake tensor is damaged";
        return tensor;
    }
    tensor.state = tensor::DataState::Meta;
    tensor.note = "fake tensor: it has no data";
    tensor.type = scalarTypeFromProgramJson(integer(member(description, "dtype"))).value_or(ScalarType::Unknown);
    tensor.shape = sizes(member(description, "sizes"), tensor.note);
    std::string repeated;  // strides speak of the same symbols
    tensor.strides = sizes(member(description, "strides"), repeated);
    const json* grad = member(description, "requires_grad");
    tensor.requiresGrad = grad != nullptr && grad->is_boolean() && grad->get<bool>();
    return tensor;
}

}  // namespace etscope::pickle
