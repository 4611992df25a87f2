// Weights inside a delegate against the record's: backends fold normalisations into them, so that equal bytes are not to be had.
// Any thread. Rules: docs/FORMATS.md "Causes".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/sentence.h"
#include "session/session.h"
#include "tensor/tensor.h"

namespace etscope::replay {

struct DelegateWeight {
    enum class Kind : std::uint8_t {
        Differs,  ///< it is neither the record's tensor nor that folded with the normalisation behind its operator
        Folded,   ///< a normalisation of another axis than the operator's features is folded into it
    };
    Kind kind = Kind::Differs;
    bool integers = false;           ///< of a quantised weight, which backends take as they are
    std::string name;                ///< in the record
    std::vector<std::string> nodes;  ///< of the edge graph: the operator, the normalisation
    Sentence text;
    std::optional<tensor::Tensor> stored;  ///< what it is, as the record has it; nothing: the backend keeps it in another order
};

/// Of delegate `delegate` of the method's plan: those that are not what the record says. Weights that are the record's by content,
/// those that are quantised and those whose operator is not known are not looked at. Errors: `cancelled`, those of reading the
/// record.
Result<std::vector<DelegateWeight>> delegateWeights(const session::MethodView& method, std::size_t delegate, const JobContext& job);

}  // namespace etscope::replay
