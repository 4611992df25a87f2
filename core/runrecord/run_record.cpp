#include "runrecord/run_record.h"

#include <algorithm>

#include "base/enum_table.h"

namespace etscope::runrecord {

std::string_view caseSourceName(CaseSource source) noexcept {
    static constexpr EnumTable<CaseSource::Unknown> kNames(
        {"bundle", "record", "files", "example", "given", "sizes", "random", "unknown"});
    return kNames[source];
}

std::string_view callStateName(CallState state) noexcept {
    static constexpr EnumTable<CallState::Unknown> kNames({"not_run", "done", "failed", "unknown"});
    return kNames[state];
}

std::string_view runStateName(RunState state) noexcept {
    static constexpr EnumTable<RunState::Unknown> kNames({"done", "partial", "failed", "cancelled", "unknown"});
    return kNames[state];
}

std::string_view inputKindName(CallInput::Kind kind) noexcept {
    static constexpr EnumTable<CallInput::Kind::Tensor> kNames({"none", "bool", "int", "float", "tensor"});
    return kNames[kind];
}

std::string_view passName(Pass pass) noexcept {
    static constexpr EnumTable<Pass::Unknown> kNames({"values", "outputs", "times", "unknown"});
    return kNames[pass];
}

bool staysBelow(std::string_view name) noexcept {
    constexpr std::size_t kLongest = 1024;
    if (name.empty() || name.size() > kLongest) return false;
    const auto isBad = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\\' || c == '\x7F'; };
    if (std::ranges::any_of(name, isBad)) return false;
    for (std::size_t at = 0; at <= name.size();) {
        const std::size_t end = std::min(name.find('/', at), name.size());
        const std::string_view part = name.substr(at, end - at);
        if (part.empty() || part == "." || part == "..") return false;
        at = end + 1;
    }
    return true;
}

}  // namespace etscope::runrecord
