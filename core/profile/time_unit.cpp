#include "profile/time_unit.h"

#include <array>

#include "base/enum_table.h"

namespace etscope::profile {
namespace {

/// The first row that fits tells; an empty text fits everything.
struct UnitRule {
    std::string_view backend, idStart, idEnd;
    TimeUnit unit;
};
/// QNN's profiler names the unit at the end of an id, all else are cycles; Vulkan's shaders are JSON and counted by the GPU.
constexpr std::array kRules{UnitRule{"", "", " (us)", TimeUnit::Microseconds}, UnitRule{"", "", " (bytes)", TimeUnit::Bytes},
                            UnitRule{"", "", " (count)", TimeUnit::Count},     UnitRule{"", "{\"", "", TimeUnit::Nanoseconds},
                            UnitRule{"", "ETVK_", "", TimeUnit::Ticks},        UnitRule{"", "VGF_", "", TimeUnit::Ticks},
                            UnitRule{"Xnnpack", "", "", TimeUnit::Ticks},      UnitRule{"Vulkan", "", "", TimeUnit::Ticks},
                            UnitRule{"Vgf", "", "", TimeUnit::Ticks},          UnitRule{"VGF", "", "", TimeUnit::Ticks},
                            UnitRule{"CoreML", "", "", TimeUnit::Nanoseconds}, UnitRule{"Qnn", "", "", TimeUnit::Cycles},
                            UnitRule{"Neutron", "", "", TimeUnit::NpuTicks}};

bool looksLikeXnnpack(std::string_view id) noexcept {
    const auto mark = id.rfind(" #");
    return mark != std::string_view::npos && mark + 2 < id.size() &&
           id.find_first_not_of("0123456789", mark + 2) == std::string_view::npos;
}

}  // namespace

std::string_view timeUnitName(TimeUnit unit) noexcept {
    static constexpr EnumTable<TimeUnit::Unknown> kNames({"ticks", "ns", "us", "cycles", "npu_ticks", "bytes", "count", ""});
    return kNames[unit];
}

TimeUnit timeUnitOf(std::string_view backend, std::string_view name, std::string_view delegateId) noexcept {
    if (delegateId.empty()) return name.starts_with("+EthosUBackend::execute()NPU") ? TimeUnit::Cycles : TimeUnit::Ticks;
    for (const UnitRule& rule : kRules)
        if (backend.find(rule.backend) != std::string_view::npos && delegateId.starts_with(rule.idStart) &&
            delegateId.ends_with(rule.idEnd))
            return rule.unit;
    return looksLikeXnnpack(delegateId) ? TimeUnit::Ticks : TimeUnit::Unknown;
}

std::optional<double> secondsOf(TimeUnit unit, std::optional<double> ticksPerSecond) noexcept {
    switch (unit) {
        case TimeUnit::Ticks: return ticksPerSecond ? std::optional(1 / *ticksPerSecond) : std::nullopt;
        case TimeUnit::Nanoseconds: return 1e-9;
        case TimeUnit::Microseconds: return 1e-6;
        default: return std::nullopt;
    }
}

}  // namespace etscope::profile
