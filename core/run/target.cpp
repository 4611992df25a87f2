#include "run/target.h"

#include <filesystem>

#include "base/enum_table.h"
#include "run/resources.h"

namespace etscope::run {

std::string_view targetKindName(TargetKind kind) noexcept {
    static constexpr EnumTable<TargetKind::Adb> kNames({"python", "runner", "adb"});
    return kNames[kind];
}

Driver driverOf(TargetKind kind) noexcept {
    if (kind == TargetKind::Python) return {"run.py", resource("run.py")};
    return kind == TargetKind::Adb ? Driver{"run.sh", resource("run.sh")} : Driver{};
}

bool streamsValues(TargetKind kind) noexcept { return kind != TargetKind::Python; }

bool sharesMemory(TargetKind kind) noexcept { return kind != TargetKind::Python; }

std::string fromAnywhere(const std::string& program) {
    std::error_code error;
    const bool isPath = program.find('/') != std::string::npos;
    const auto absolute = isPath ? std::filesystem::absolute(program, error) : std::filesystem::path(program);
    return error ? program : absolute.generic_string();
}

std::vector<std::string> wordsOf(const TargetChoice& target, const std::string& folder) {
    switch (target.kind) {
        case TargetKind::Runner: return {fromAnywhere(target.path), folder + "/plan.txt"};
        case TargetKind::Adb:
            return {"/bin/sh", folder + "/run.sh", fromAnywhere(target.adb), target.serial, fromAnywhere(target.path)};
        default: return {fromAnywhere(target.path), folder + "/run.py"};
    }
}

}  // namespace etscope::run
