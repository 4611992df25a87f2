// Readings of one stored metadata value: untagged (nothing but the value) and tagged (a leading type byte). Pure functions.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "program/metadata.h"

namespace etscope::program {

/// What the other entries of the file tell about its writer.
enum class WireForm : std::uint8_t { Unclear, Untagged, Tagged };

/// Whether these bytes, alone, prove a form: sizes that only one of them has.
WireForm provenForm(std::span<const std::byte> bytes, const KnownKey* known);

struct Interpretation {
    std::vector<MetadataReading> readings;  ///< the chosen one first, "bytes" always among them
    bool guessed = false;
    bool mismatch = false;
};
Interpretation interpret(std::span<const std::byte> bytes, const KnownKey* known, WireForm form);

}  // namespace etscope::program
