// What the script of a repro pack may call and name: operators of torch.ops and arithmetic of Python, by names that lead nowhere
// else. Targets come from files: nothing of a file gets the script to run anything but an operator. Any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace etscope::report {

/// "torch.ops.aten.add.Tensor" of "aten.add.Tensor", "operator.add" of "_operator.add"; nothing: no operator.
std::optional<std::string> reproFunction(std::string_view target);

/// "channels_last" of "torch.channels_last"; nothing: no layout or memory format.
std::optional<std::string> reproFormat(std::string_view text);

}  // namespace etscope::report
