#include "evaluate/altered.h"

#include <algorithm>
#include <cmath>

#include "evaluate/elements.h"
#include "evaluate/operators/elementwise.h"

namespace etscope::evaluate {

namespace {

/// Every value of the arguments, lists element by element.
template <class Change>
Value changed(const Value& value, Change& change) {
    const Values* list = value.list();
    if (list == nullptr) return change(value);
    Values items;
    for (const Value& item : *list) items.push_back(changed(item, change));
    return items;
}

template <class Change>
Arguments changed(const Arguments& arguments, Change change) {
    Arguments others;
    for (const NamedValue& argument : arguments) others.push_back({argument.name, changed(argument.value, change)});
    return others;
}

/// The elements with other signs, kept as they are: nothing is rounded, and products of what f32 holds stay exact.
template <class F>
Array withSigns(const Context& context, const Array& array, const F& f) {
    Array out = context.makeStored(array.type, array.stored, array.shape, Content::Unset);
    detail::mapInto<double>(context, std::array{&array}, out, f);
    return out;
}

bool heldByF32(double number) noexcept { return static_cast<double>(static_cast<float>(number)) == number || std::isnan(number); }

}  // namespace

std::uint64_t scrambled(std::uint64_t x) noexcept {  // splitmix64
    x = (x + 0x9E3779B97F4A7C15U) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
    return x ^ (x >> 31U);
}

double direction(std::uint64_t seed, std::uint64_t index) noexcept {
    return (scrambled(scrambled(seed) ^ index) & 1U) != 0 ? 1 : -1;
}

std::string_view nameOf(const Operator& op, const Arguments& arguments, std::size_t i) noexcept {
    const auto& parameters = op.signature.parameters();
    if (!arguments[i].name.empty()) return arguments[i].name;
    return i < parameters.size() ? parameters[i].name : std::string_view();
}

Values flattened(Values results) {
    Values flat;
    for (Value& result : results) {
        if (const Values* items = result.list())
            flat.insert(flat.end(), items->begin(), items->end());
        else
            flat.push_back(std::move(result));
    }
    return flat;
}

Values applied(const Operator& op, const Context& context, const Arguments& arguments) {
    const auto& parameters = op.signature.parameters();
    Arguments own = arguments;
    for (std::size_t i = 0; i < own.size(); ++i) {
        const Array* array = own[i].value.array();
        const std::string_view name = nameOf(op, arguments, i);
        const bool written = std::any_of(parameters.begin(), parameters.end(),
                                         [&](const Parameter& parameter) { return parameter.written && parameter.name == name; });
        if (!written || array == nullptr) continue;
        Array copy = context.make(array->type, array->shape);
        assign(context, copy, *array);
        own[i].value = std::move(copy);
    }
    return flattened(orRefuse(apply(op, context, std::move(own))));
}

Value absolute(const Context& context, const Value& value) {
    if (const auto* number = std::get_if<double>(&value.base())) return std::fabs(*number);
    const Array* array = value.array();
    if (array == nullptr) return value;
    if (array->floating()) return withSigns(context, *array, [](double x) { return std::fabs(x); });
    if (array->type != ScalarType::I8) return value;
    return mapInts<1>(context, {array}, array->type, [](std::int64_t x) { return std::min<std::int64_t>(std::llabs(x), 127); });
}

namespace {

/// A zero point that the values are further from than from the one given.
Value belowZero(const Context& context, const Value& value) {
    const Array* array = value.array();
    if (array == nullptr) return value;
    if (array->floating()) return withSigns(context, *array, [](double x) { return -std::fabs(x); });
    return mapInts<1>(context, {array}, array->type, [](std::int64_t x) { return x < 0 ? x : -x; });
}

}  // namespace

Arguments absolute(const Operator& op, const Context& context, const Arguments& arguments) {
    Arguments others = changed(arguments, [&](const Value& value) { return absolute(context, value); });
    for (std::size_t i = 0; i < others.size(); ++i)
        if (nameOf(op, arguments, i).find("zero_point") != std::string_view::npos)
            others[i].value = belowZero(context, arguments[i].value);
    return others;
}

namespace {

/// Whether the value is one that nudged() moves.
bool movable(const Value& value) noexcept {
    if (const auto* number = std::get_if<double>(&value.base())) return !heldByF32(*number);
    return value.array() != nullptr && value.array()->floating();
}

Value nudged(const Context& context, const Value& value, const Nudge& nudge, std::uint32_t operand) {
    const double way = ((nudge.ways >> (operand % 32U)) & 1U) != 0 ? -1 : 1;
    if (const auto* number = std::get_if<double>(&value.base())) return *number * (1 + way * nudge.relative);
    const Array& array = *value.array();
    if (!nudge.scattered)
        return mapDoubles<1>(context, {&array}, array.type, [&](double x) { return x * (1 + way * nudge.relative); });
    const std::uint64_t seed = (std::uint64_t{nudge.ways} << 8U) + operand;
    return mapDoubles<1>(context, {&array}, array.type, Numbered{[&](std::uint64_t index, double x) {
                             return x * (1 + direction(seed, index) * nudge.relative);
                         }});
}

}  // namespace

Arguments nudged(const Context& context, const Arguments& arguments, const Nudge& nudge) {
    std::uint32_t operand = 0;
    return changed(arguments,
                   [&](const Value& value) { return movable(value) ? nudged(context, value, nudge, operand++) : value; });
}

std::size_t movableOperands(const Arguments& arguments) {
    std::size_t count = 0;
    changed(arguments, [&](const Value& value) {
        if (movable(value)) ++count;
        return value;
    });
    return count;
}

}  // namespace etscope::evaluate
