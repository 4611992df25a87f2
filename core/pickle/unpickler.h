// Restricted unpickler: reads a pickle stream (protocols 0 to 5, binary opcodes) into inert Values. It maps no global to any
// behaviour: calls become Objects, except those of a fixed table of Python's own containers. Rules and limits:
// docs/FORMATS.md "Pickle". Any thread.
#pragma once

#include <cstdint>
#include <span>

#include "base/job_context.h"
#include "base/result.h"
#include "io/source.h"
#include "pickle/values.h"

namespace etscope::pickle {

/// The bytes of a stream and where they lie.
struct Stream {
    std::span<const std::byte> bytes;  ///< the Values refer to them
    ByteRange place;                   ///< for messages; `place` starts where `bytes` start
    std::uint64_t available = 0;       ///< bytes there are in the file, when `bytes` is only their beginning; else bytes.size()

    static Stream whole(std::span<const std::byte> bytes, ByteRange place) { return {bytes, std::move(place), bytes.size()}; }
};

/// Reads one pickle up to its STOP; what follows is not looked at (`Values::consumed`). The memory stays below
/// limits::kPickleMemoryFactor · length + limits::kPickleMemoryFloor, and below what the bytes in the file are worth
/// (limits.h). Errors, each with opcode and offset: `pickle-truncated`, `pickle-opcode-refused` (known, never needed),
/// `pickle-opcode-unknown`, `pickle-malformed` (the stack does not hold what the opcode needs, or a wrong argument),
/// `pickle-protocol-unsupported`, `pickle-limit`, `cancelled`; `pickle-window` when the stream goes on beyond `bytes` but not
/// beyond `available`.
Result<Values> unpickle(const Stream& stream, const JobContext& job = {});

}  // namespace etscope::pickle
