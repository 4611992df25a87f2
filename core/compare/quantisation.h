// Quantised weights against the real numbers that they were made from, where any file of the session still has them: the unused
// leftovers of a quantised export, an earlier stage, a checkpoint. Reads whole weights: a job. Any thread. Rules: docs/FORMATS.md
// "Quantised weights".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/sentence.h"
#include "inventory/quantised_weights.h"
#include "session/session.h"

namespace etscope::compare {

/// Of one channel, or of a whole weight; d = (q − zero point) · scale − original.
struct QuantisationError {
    std::uint64_t count = 0;
    std::uint64_t clipped = 0;     ///< originals further than half a step beyond the least or greatest integer
    double signal = 0, noise = 0;  ///< sums of squares of originals and of d
    double maxAbs = 0;             ///< of d
    /// 10·log10(signal / noise): infinite where nothing is lost, NaN where both are 0.
    double sqnrDb() const noexcept;
};

struct QuantisationRow {
    inventory::QuantisedWeight weight;
    std::uint64_t bytes = 0;
    std::string original;  ///< name; empty: no tensor of the session fits (`reason`)
    unsigned originalFile = 0;
    std::string originalStage;
    QuantisationError all;
    std::size_t channelAxis = 0;              ///< the axis of scales, else the first
    std::vector<QuantisationError> channels;  ///< empty without an original
    Sentence reason;
};

struct Quantisation {
    std::vector<QuantisationRow> rows;  ///< least SQNR first; those without an original last
    std::uint64_t bytes = 0;            ///< of the rows
    std::uint64_t weightBytes = 0;      ///< of all weights of the recorded graphs that rows are of, each storage once
};

/// Errors: `cancelled`.
Result<Quantisation> quantisation(const session::Session& session, const JobContext& job);

}  // namespace etscope::compare
