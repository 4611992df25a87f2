#include "replay/evaluated_values.h"

namespace etscope::replay {

Result<evaluate::Value> evaluatedValue(const tensor::Value& value, const std::shared_ptr<evaluate::Memory>& memory) {
    if (const auto* tensor = std::get_if<tensor::Tensor>(&value)) {
        auto array = evaluate::borrowed(*tensor, memory);
        if (!array) return array.failure();
        return evaluate::Value(*std::move(array));
    }
    if (const auto* flag = std::get_if<bool>(&value)) return evaluate::Value(*flag);
    if (const auto* integer = std::get_if<std::int64_t>(&value)) return evaluate::Value(*integer);
    if (const auto* number = std::get_if<double>(&value)) return evaluate::Value(*number);
    if (const auto* text = std::get_if<std::string>(&value)) return evaluate::Value(*text);
    return evaluate::Value(evaluate::Nothing{});
}

Result<evaluate::Values> evaluatedValues(const std::vector<tensor::Value>& values,
                                         const std::shared_ptr<evaluate::Memory>& memory) {
    evaluate::Values made;
    for (const tensor::Value& value : values) {
        auto one = evaluatedValue(value, memory);
        if (!one) return one.failure();
        made.push_back(*std::move(one));
    }
    return made;
}

}  // namespace etscope::replay
