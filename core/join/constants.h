// The program's weights against the record's tensors, by content: of one export, they are the same. Reads all of them whole, once;
// any thread. Rules: docs/FORMATS.md "Constants of a program and its record".
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/escaped.h"
#include "base/sentence.h"
#include "session/session.h"

namespace etscope::join {

/// Weights of one kind. All numbers are of weights.
struct WeightsCompared {
    std::size_t all = 0;
    std::size_t unread = 0;   ///< their type, shape or bytes are not known
    std::size_t uniform = 0;  ///< one value throughout, as every export has them: they say nothing
    std::size_t looked = 0;   ///< the others
    std::size_t same = 0;     ///< of these: tensors of the record, byte for byte
    std::size_t moved = 0;    ///< tensors of the record with their axes in another order
    std::size_t packed = 0;   ///< integers of the record, several to a byte
    std::size_t rounded = 0;  ///< tensors of the record in a shorter floating type
    std::string roundedTo;    ///< "f16"

    std::size_t folded = 0;  ///< of those that are none of them: the record's with the batch norm behind them folded in

    std::size_t alike = 0;  ///< of those that are none of them: the record has tensors of their type and sizes

    std::size_t others = 0;  ///< that hold what no tensor of the record does, least of all the one that their operator takes

    std::size_t found() const noexcept { return same + moved + packed + rounded; }
    /// Whether more are others than the record's: no table that trainings of one model share decides.
    bool areOthers() const noexcept { return others >= 2 && others > found() + folded; }
};

/// "out.weight f32[8,16]: 1 of 128 elements differs, first [3,5]: 0.5 in the program, 0.25 in the record".
struct Difference {
    std::string name;  ///< of the record's tensor
    Sentence how;      ///< what follows the name

    Sentence text() const { return escaped(name) + " " + how; }
};

/// A weight of the program that is none of the record's though the tensor that it must be is there.
struct DifferentConstant : Difference {
    tensor::Tensor stored;  ///< the program's
    bool inside = false;    ///< only a delegate holds it
};

struct ConstantsCompared {
    WeightsCompared constants;  ///< of the program
    WeightsCompared inside;     ///< of delegates that were decoded
    std::vector<DifferentConstant> different;
};

/// Kept after the first call; empty where the session lacks a program, or a record and a `.pt2` archive that names its weights.
/// Errors: `cancelled`.
Result<std::shared_ptr<const ConstantsCompared>> constants(const session::Session& session, const JobContext& job);

}  // namespace etscope::join
