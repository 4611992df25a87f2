// Decompositions: operators that an exporter brought along, as lists of operators of the table. Their data file is described in
// docs/FORMATS.md "Operators of your own". Immutable while graphs are computed; any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "evaluate/operator_table.h"

namespace etscope::evaluate {

/// What stands for an argument or a result: a literal, a parameter ("%x"), a result of an earlier step ("%0", "%0.1"), a list.
struct Term {
    struct Parameter {
        std::size_t index = 0;
    };
    struct StepResult {
        std::size_t step = 0, result = 0;
    };
    std::variant<Value, Parameter, StepResult, std::vector<Term>> is;
};

struct Decomposition {
    struct Parameter {
        std::string name;
        std::optional<Value> fallback;
    };
    struct Step {
        const Operator* op = nullptr;
        std::vector<std::pair<std::string, Term>> arguments;
    };
    std::string target;  ///< "my.scaled_add.default"
    std::vector<Parameter> parameters;
    std::vector<Step> steps;
    std::vector<Term> results;
};

using Decompositions = std::vector<Decomposition>;

/// Errors: `operators-invalid`, which names the operator, the step and what is wrong with it.
Result<Decompositions> parseDecompositions(std::string_view json, const std::string& where);

/// nullptr: there is none. `target` with or without its prefix. The operators of the table are never replaced.
const Decomposition* findDecomposition(std::string_view target);
/// The first of a target counts. One instance per process, changed before any graph is computed.
void addDecompositions(Decompositions decompositions);
/// Adds those of "etscope/operators.json" in the user's configuration folder; no such file is no error. Errors: those of reading
/// and parseDecompositions.
Result<void> addUserDecompositions();

/// The results of its steps, one after the other; refuses what they refuse.
Values decomposed(const Decomposition& decomposition, const Context& context, std::vector<NamedValue> arguments);

}  // namespace etscope::evaluate
