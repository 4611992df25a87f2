// Target: where a run is executed: a Python that has executorch, a runner program, a device behind adb. One interface, three rows.
// Internal to core/run; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace etscope::run {

enum class TargetKind : std::uint8_t { Python, Runner, Adb };
/// "python", "runner", "adb".
std::string_view targetKindName(TargetKind kind) noexcept;

struct TargetChoice {
    TargetKind kind = TargetKind::Python;
    std::string path;         ///< interpreter or runner; of a device the runner that is pushed to it (the device's own build)
    std::string serial;       ///< of a device
    std::string adb = "adb";  ///< the program that reaches devices
};

/// A file that stands in the results' folder beside the plan: what runs it there, by hand too.
struct Driver {
    std::string_view name;  ///< empty: none is needed
    std::string_view text;
};
Driver driverOf(TargetKind kind) noexcept;

/// Whether values leave the program while it runs.
bool streamsValues(TargetKind kind) noexcept;

/// Whether it can give the methods of a module one memory, as programs whose methods share what they keep want it.
bool sharesMemory(TargetKind kind) noexcept;

/// The path as the child finds it from another folder: what holds a slash is made absolute, a bare name is looked up by the system.
std::string fromAnywhere(const std::string& program);

/// The words that run the plan in the folder. `inputs`: what a device is given beside the folder (program, data).
std::vector<std::string> wordsOf(const TargetChoice& target, const std::string& folder);

}  // namespace etscope::run
