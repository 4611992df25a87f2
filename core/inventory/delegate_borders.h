// The border of delegates: each value that a call hands over, as the payload states it and as the plan has it. Reads no weights and
// needs no run. Any thread. Rules: docs/FORMATS.md "Border of a delegate".
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/sentence.h"
#include "delegates/border.h"
#include "session/session.h"

namespace etscope::inventory {

enum class BorderState : std::uint8_t {
    Fits,       ///< all that is stated
    Converted,  ///< of another type that the backend's runtime converts
    Differs,
    Unknown,  ///< one side states nothing, or not what can be compared
};
/// "fits", "converted", "differs", "unknown".
std::string_view borderStateName(BorderState state) noexcept;

/// What two sides may differ in.
enum class BorderPart : std::uint8_t { Count, Type, Bytes, Rank, Sizes, Order };
/// "count", "type", "bytes", "rank", "sizes", "order of axes".
std::string_view borderPartName(BorderPart part) noexcept;

struct BorderRow {
    std::string method;
    std::size_t delegate = 0;      ///< in its plan
    std::int64_t instruction = 0;  ///< of the first chain: the first call that hands over such values
    bool output = false;
    std::size_t index = 0;           ///< among the call's inputs, or outputs
    program::ValueIndex value = -1;  ///< of the plan; -1: the call has fewer than the payload
    delegates::BorderPort payload;
    std::string plan;  ///< "f32[1,8]", "f32[1,3,8,8] in order 0,2,3,1", "int"
    BorderState state = BorderState::Unknown;
    std::vector<BorderPart> parts;  ///< that differ

    /// "input 0: the payload takes qint8[1,8], the plan gives f32[1,8] (v3)".
    Sentence text() const;
};

/// Of every delegate whose payload states its border and that is called, in order; of several calls the first that differs, else
/// the first. Kept after the first call. Errors: `cancelled`.
Result<std::shared_ptr<const std::vector<BorderRow>>> delegateBorders(const session::Session& session, const JobContext& job);

}  // namespace etscope::inventory
