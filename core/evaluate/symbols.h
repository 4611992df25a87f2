// Symbols: the sizes that names of a graph stand for, taken from its values, and expressions over them, computed exactly. Internal
// to core/evaluate; functions refuse.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "evaluate/value.h"
#include "graph/graph_model.h"

namespace etscope::evaluate {

class Symbols {
public:
    /// What a value says of its model's symbols: sizes that are one symbol, a number that is one. The first value counts; a name
    /// that stands for two numbers is refused where it is used. Hints of the file say nothing.
    void learn(const graph::GraphModel& model, graph::ValueId id, const Value& value);
    /// `from`: who says so; a value that is made again, in a loop, says it anew.
    void bind(std::string_view name, std::int64_t number, graph::ValueId from);

    /// The number of an expression as sympy prints it ("2*s0 + 1", "FloorDiv(s0, 2)", "Mul(2, s0)"): an integer where it is one,
    /// else the nearest double. Rational arithmetic in 64 bits. Refuses symbols that no value has told, other functions, results
    /// beyond 64 bits, expressions that are too long or too deep.
    Value number(std::string_view expression) const;

private:
    struct Bound {
        std::int64_t number = 0;
        graph::ValueId from;
        std::optional<std::int64_t> other;  ///< what another value says
    };
    std::map<std::string, Bound, std::less<>> m_bound;
};

/// Whether an argument or output of the model is an expression, or a name of no value, which may be one: only then are symbols
/// learnt.
bool usesSymbols(const graph::GraphModel& model);

}  // namespace etscope::evaluate
