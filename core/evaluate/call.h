// Call: an operator's arguments by the names of its schema, defaults filled in, as a kernel asks for them. Records leave arguments
// with their default value out. Accessors refuse what is not of the kind they name. Lives as long as one call.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "evaluate/context.h"
#include "evaluate/value.h"

namespace etscope::evaluate {

/// One parameter of an operator.
struct Parameter {
    std::string_view name;
    bool written = false;  ///< the operator writes into the tensor that is given
    std::optional<Value> fallback;
};

/// "self! other alpha=1 dim=[] approximate="none" scale=none": names in order, '!' behind those that are written, defaults behind
/// '='.
class Signature {
public:
    explicit Signature(std::string_view text);
    const std::vector<Parameter>& parameters() const& noexcept { return m_parameters; }
    /// Whether the operator writes into something that it is given.
    bool writes() const noexcept { return std::ranges::any_of(m_parameters, &Parameter::written); }

private:
    std::vector<Parameter> m_parameters;
};

/// Words of the tables' texts: the first, taken from the front.
inline std::string_view nextWord(std::string_view& text, char separator) {
    const std::size_t end = std::min(text.find(separator), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return word;
}

/// An argument as a graph gives it; without a name its place counts.
struct NamedValue {
    std::string name;
    Value value;
};

/// The arguments in the order of the parameters (each with a name and a fallback), defaults filled in. Refuses names that the
/// parameters lack, and arguments that are missing.
template <class Parameters>
Values placed(const Parameters& parameters, std::vector<NamedValue> arguments) {
    std::vector<std::optional<Value>> given(parameters.size());
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& name = arguments[i].name;
        const auto named = std::ranges::find_if(parameters, [&](const auto& parameter) { return parameter.name == name; });
        const std::size_t at = name.empty() ? i : static_cast<std::size_t>(named - parameters.begin());
        if (at >= parameters.size() || given[at])
            refuseArguments("the operator takes no argument '" + name + "' in place " + std::to_string(i + 1));
        given[at] = std::move(arguments[i].value);
    }
    Values values;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (!given[i] && !parameters[i].fallback)
            refuseArguments("the argument '" + std::string(parameters[i].name) + "' is missing");
        values.push_back(given[i] ? *std::move(given[i]) : *parameters[i].fallback);
    }
    return values;
}

class Call {
public:
    /// Refuses names that the signature lacks, and arguments that are missing.
    Call(const Context& context, const Signature& signature, std::vector<NamedValue> arguments);

    const Context& context() const noexcept { return m_context; }

    const Value& value(std::string_view name) const;
    bool has(std::string_view name) const noexcept;  ///< whether the operator takes it and it is not none

    const Array& array(std::string_view name) const;
    const Array* arrayIf(std::string_view name) const;  ///< nullptr: none
    std::vector<Array> arrays(std::string_view name) const;
    std::vector<std::optional<Array>> optionalArrays(std::string_view name) const;
    std::int64_t integer(std::string_view name) const;
    double number(std::string_view name) const;  ///< of an integer, a float or a bool
    bool flag(std::string_view name) const;
    Dims integers(std::string_view name) const;  ///< of one integer: a list of one
    std::vector<double> numbers(std::string_view name) const;
    std::string_view text(std::string_view name) const;
    ScalarType typeOr(std::string_view name, ScalarType otherwise) const;
    double numberOr(std::string_view name, double otherwise) const { return has(name) ? number(name) : otherwise; }
    std::int64_t integerOr(std::string_view name, std::int64_t otherwise) const { return has(name) ? integer(name) : otherwise; }

private:
    const Context& m_context;
    const Signature& m_signature;
    Values m_values;
};

/// As a number; refuses what is none.
std::int64_t integerOf(const Value& value);
double numberOf(const Value& value);

/// A dimension counted from the end when negative. Refuses what the rank lacks; rank 0 counts as 1.
std::size_t axisOf(std::int64_t dim, std::size_t rank);
/// Each once; all of them when the list is empty. Refuses those given twice.
std::vector<bool> axesOf(const Dims& dims, std::size_t rank);

/// What computes an operator's results.
using Kernel = Values (*)(const Call&);

inline Values one(Array array) {
    Values values;
    values.emplace_back(std::move(array));
    return values;
}
/// A list of tensors is one result.
inline Values oneList(Values list) {
    Values values;
    values.emplace_back(std::move(list));
    return values;
}

}  // namespace etscope::evaluate
