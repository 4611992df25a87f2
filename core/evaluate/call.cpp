#include "evaluate/call.h"

#include <algorithm>
#include <charconv>

#include "base/real_text.h"

namespace etscope::evaluate {

namespace {

Value parsedNumber(std::string_view text) {
    std::int64_t integer = 0;
    const char* end = text.data() + text.size();
    if (const auto [at, error] = std::from_chars(text.data(), end, integer); error == std::errc() && at == end) return integer;
    double number = 0;
    readReal(text.data(), end, number);
    return number;
}

/// none, true, false, "text", [1,1], 1, 0.5.
Value parsedDefault(std::string_view text) {
    if (text == "none") return Nothing{};
    if (text == "true" || text == "false") return text == "true";
    if (text.starts_with('"')) return std::string(text.substr(1, text.size() - 2));
    if (!text.starts_with('[')) return parsedNumber(text);
    Values items;
    text = text.substr(1, text.size() - 2);
    while (!text.empty()) items.push_back(parsedNumber(nextWord(text, ',')));
    return items;
}

}  // namespace

Signature::Signature(std::string_view text) {
    while (!text.empty()) {
        std::string_view word = nextWord(text, ' ');
        Parameter parameter;
        if (const std::size_t equals = word.find('='); equals != std::string_view::npos) {
            parameter.fallback = parsedDefault(word.substr(equals + 1));
            word = word.substr(0, equals);
        }
        if (word.ends_with('!')) {
            parameter.written = true;
            word.remove_suffix(1);
        }
        parameter.name = word;
        m_parameters.push_back(std::move(parameter));
    }
}

Call::Call(const Context& context, const Signature& signature, std::vector<NamedValue> arguments)
    : m_context(context), m_signature(signature), m_values(placed(signature.parameters(), std::move(arguments))) {}

bool Call::has(std::string_view name) const noexcept {
    const auto& parameters = m_signature.parameters();
    for (std::size_t i = 0; i < parameters.size(); ++i)
        if (parameters[i].name == name) return !m_values[i].none();
    return false;
}

const Value& Call::value(std::string_view name) const {
    const auto& parameters = m_signature.parameters();
    for (std::size_t i = 0; i < parameters.size(); ++i)
        if (parameters[i].name == name) return m_values[i];
    refuseArguments("the operator has no argument '" + std::string(name) + "'");
}

namespace {

[[noreturn]] void refuseKind(std::string_view name, const char* wanted) {
    refuseArguments("the argument '" + std::string(name) + "' is not " + wanted);
}

}  // namespace

const Array& Call::array(std::string_view name) const {
    if (const Array* array = value(name).array()) return *array;
    refuseKind(name, "a tensor");
}

const Array* Call::arrayIf(std::string_view name) const { return has(name) ? &array(name) : nullptr; }

std::vector<Array> Call::arrays(std::string_view name) const {
    const Values* list = value(name).list();
    if (list == nullptr) refuseKind(name, "a list of tensors");
    std::vector<Array> arrays;
    for (const Value& item : *list) {
        if (item.array() == nullptr) refuseKind(name, "a list of tensors");
        arrays.push_back(*item.array());
    }
    return arrays;
}

std::vector<std::optional<Array>> Call::optionalArrays(std::string_view name) const {
    const Values* list = value(name).list();
    if (list == nullptr) refuseKind(name, "a list of tensors");
    std::vector<std::optional<Array>> arrays;
    for (const Value& item : *list) {
        if (item.array() == nullptr && !item.none()) refuseKind(name, "a list of tensors");
        arrays.push_back(item.none() ? std::nullopt : std::optional(*item.array()));
    }
    return arrays;
}

std::int64_t integerOf(const Value& value) {
    if (const auto* integer = std::get_if<std::int64_t>(&value.base())) return *integer;
    if (const auto* flag = std::get_if<bool>(&value.base())) return *flag ? 1 : 0;
    refuseArguments("an integer is wanted");
}

double numberOf(const Value& value) {
    if (const auto* number = std::get_if<double>(&value.base())) return *number;
    return static_cast<double>(integerOf(value));
}

std::int64_t Call::integer(std::string_view name) const { return integerOf(value(name)); }
double Call::number(std::string_view name) const { return numberOf(value(name)); }
bool Call::flag(std::string_view name) const { return integerOf(value(name)) != 0; }

namespace {

/// Of one value: a list of one.
template <class T>
std::vector<T> listOf(const Value& given, T (*itemOf)(const Value&)) {
    const Values* list = given.list();
    if (list == nullptr) return {itemOf(given)};
    std::vector<T> items;
    for (const Value& item : *list) items.push_back(itemOf(item));
    return items;
}

}  // namespace

Dims Call::integers(std::string_view name) const { return listOf(value(name), integerOf); }
std::vector<double> Call::numbers(std::string_view name) const { return listOf(value(name), numberOf); }

std::string_view Call::text(std::string_view name) const {
    if (const auto* text = std::get_if<std::string>(&value(name).base())) return *text;
    refuseKind(name, "a text");
}

ScalarType Call::typeOr(std::string_view name, ScalarType otherwise) const {
    if (!has(name)) return otherwise;
    if (const auto* type = std::get_if<ScalarType>(&value(name).base())) return *type;
    if (const auto* number = std::get_if<std::int64_t>(&value(name).base())) return scalarTypeFromC10(*number);
    refuseKind(name, "an element type");
}

std::size_t axisOf(std::int64_t dim, std::size_t rank) {
    const auto dims = static_cast<std::int64_t>(std::max<std::size_t>(rank, 1));
    if (dim < -dims || dim >= dims)
        refuseArguments("dimension " + std::to_string(dim) + " of a tensor of " + std::to_string(rank) + " dimensions");
    return static_cast<std::size_t>(dim < 0 ? dim + dims : dim);
}

std::vector<bool> axesOf(const Dims& dims, std::size_t rank) {
    std::vector<bool> axes(std::max<std::size_t>(rank, 1), dims.empty());
    for (const std::int64_t dim : dims) {
        const std::size_t axis = axisOf(dim, rank);
        if (axes[axis]) refuseArguments("dimension " + std::to_string(dim) + " is given twice");
        axes[axis] = true;
    }
    return axes;
}

}  // namespace etscope::evaluate
