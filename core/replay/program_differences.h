// What the instructions of a program have of their own against the nodes that they were lowered from: constants, numbers among the
// arguments, element types, operators, operands. Nothing is run. Any thread. Rules: docs/FORMATS.md "Causes".
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/sentence.h"
#include "evaluate/value.h"
#include "session/session.h"

namespace etscope::replay {

struct ProgramDifference {
    enum class Kind : std::uint8_t {
        Constant,  ///< a weight has other values than the record's
        Argument,  ///< a number is another one: an epsilon, a dimension, a scale
        Type,      ///< its result has another element type
        Operator,  ///< it runs another operator than any of its nodes; of a delegate's call an operator inside does
        Operand,   ///< it reads another value
    };
    Kind kind = Kind::Constant;
    std::int64_t instruction = 0;
    std::string node;      ///< of the edge graph
    std::string name;      ///< of the constant in the record; of the argument
    std::string argument;  ///< of the operator, that differs; empty: none
    /// What the record has there, for Constant and Argument.
    std::optional<evaluate::Value> recorded;
    Sentence text;  ///< "1 of 5 elements differs, first [3]: 0.5 in the program, 0.25 in the record"
};

/// By instruction. Weights that are byte for byte tensors of the record are not read again. Kept after the first call. Empty
/// without record, program or edge graph. Errors: `cancelled`.
Result<std::shared_ptr<const std::vector<ProgramDifference>>> programDifferences(const session::MethodView& method,
                                                                                 const JobContext& job);

/// "1 of 5 elements differs, …" of two tensors that should be equal; nothing where they are. Errors: those of tensor::compare().
Result<std::optional<Sentence>> constantDifference(const tensor::Tensor& recorded, const tensor::Tensor& stored,
                                                   const JobContext& job);

}  // namespace etscope::replay
