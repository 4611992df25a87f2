// The border of a payload: what it says of the values that go into it and come out of it, in the order of the call's arguments.
// Rules: docs/FORMATS.md "Border of a delegate". Value types; any thread.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "delegates/delegates.h"

namespace etscope::delegates {

/// A size as the payload states it. Fixed: least = most.
struct BorderSize {
    static constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();
    std::int64_t least = 0, most = kNoLimit;

    bool fixed() const noexcept { return least == most; }
    /// "8", "1..8", "1..", "?".
    std::string text() const;
};

/// An input or output of a payload. What it does not state is absent.
struct BorderPort {
    std::string name;  ///< of the value; may be empty
    bool tensor = true;
    std::optional<ScalarType> type;
    std::optional<std::uint64_t> elementBytes;  ///< where the type is not stated: of an integer
    std::optional<std::vector<BorderSize>> sizes;

    /// "qint8[1,8]", "integers of 1 byte [1,1,1,2,8,8]", "not stated".
    std::string text() const;
};

struct Border {
    std::vector<BorderPort> inputs, outputs;
    bool outputsStated = true;
};

/// In which order of axes a payload states sizes.
enum class SizeOrder : std::uint8_t {
    Logical,  ///< that of the model
    Memory,   ///< outermost axis first, as the tensor lies in memory
    Either,   ///< one of these: the payload does not say which
    Padded,   ///< logical, with axes of 1 before the first one
};

/// What a backend's runtime does with the values of a call; a row for each format that states its border.
struct BorderRule {
    std::string_view format;  ///< Decoded::format
    SizeOrder order = SizeOrder::Logical;
    bool resizes = false;                                         ///< other sizes than the stated ones are computed with
    bool convertsKinds = false;                                   ///< any float to any float, any integer to any integer
    std::span<const std::pair<ScalarType, ScalarType>> converts;  ///< type of the plan, of the payload
};

/// The rule of the payload's format; nullptr: its border is not known.
const BorderRule* borderRule(const Decoded& decoded) noexcept;

/// Nothing: the payload does not state its border, or not in a form that is read. `method`: whose delegate it is, which chooses
/// among several graphs of a payload.
std::optional<Border> borderOf(const Decoded& decoded, const ByteRange& payload, std::string_view method);

}  // namespace etscope::delegates
