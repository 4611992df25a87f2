// What a method looks like from outside: inputs, outputs, size of its graphs, parameters, delegates. Any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "session/session.h"

namespace etscope::inventory {

/// One dimension as the command line prints it: an integer or an expression.
using ShapeDim = std::variant<std::int64_t, std::string>;

/// An input or output of a method.
struct Port {
    std::string name;                      ///< of outputs: the value's name
    std::string kind;                      ///< tensor, int, float, bool, string, none, list, other
    std::optional<std::string> valueType;  ///< tensors
    std::optional<std::vector<ShapeDim>> shape;
};

/// Tensors of one kind; elements and bytes are nothing where the size of one is not known.
struct DataTotals {
    std::uint64_t count = 0;
    std::optional<std::uint64_t> elements = 0, bytes = 0;
};

/// What a method uses, each nothing where no file tells.
struct MethodData {
    /// Of the primary stage: parameters of its signature; of others, what its graph reads.
    std::optional<DataTotals> parameters, buffers, constants;
    std::optional<DataTotals> unusedParameters;  ///< of its signature, or left in its state dict, that it does not read
    /// Constants of its delegates, those of one key once: of payloads, without a program those of the record's lowered modules.
    std::optional<DataTotals> delegateData;
};

struct DelegateTotals {
    std::string backend;
    std::uint64_t calls = 0;
    std::uint64_t bytes = 0;  ///< of the payloads; 0 without a program
};

/// What needs the method's graphs to be decoded.
struct MethodSummary {
    std::vector<Port> inputs, outputs;                                 ///< of the primary stage
    std::vector<std::pair<graph::StageId, std::uint64_t>> nodeCounts;  ///< per stage, in order of Method::stages
    MethodData data;
    std::vector<DelegateTotals> delegates;  ///< as the program says; without one, as the record's graphs and maps say
};

/// Decodes the method's graphs; the session keeps them and the answer. Errors: `no-such-method`, `cancelled`.
Result<std::shared_ptr<const MethodSummary>> summary(const session::MethodView& method, const JobContext& job);

}  // namespace etscope::inventory
