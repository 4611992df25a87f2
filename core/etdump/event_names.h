// What the names of events say: the runtime writes them as texts, its kernels as "native_call_<operator>.<overload>".
#pragma once

#include <string_view>

namespace etscope::etdump {

/// "native_call_add.out" → "add.out"; empty: the event is of no kernel. Kernels whose calls are written by hand have their library
/// in the name: "native_call_llama::gated_delta_rule.out".
constexpr std::string_view kernelOf(std::string_view eventName) noexcept {
    constexpr std::string_view kNativeCall = "native_call_", kLibrary = "::";
    if (!eventName.starts_with(kNativeCall)) return {};
    const std::size_t library = eventName.rfind(kLibrary);
    return eventName.substr(library == std::string_view::npos ? kNativeCall.size() : library + kLibrary.size());
}

/// Whether the event is of a kernel whose call is written by hand: it logs none of its results.
constexpr bool logsNothing(std::string_view eventName) noexcept {
    return !kernelOf(eventName).empty() && eventName.find("::") != std::string_view::npos;
}

/// "native_call_add.out" → "add"; empty: the event is of no kernel.
constexpr std::string_view kernelWord(std::string_view eventName) noexcept {
    const std::string_view kernel = kernelOf(eventName);
    return kernel.substr(0, kernel.find('.'));
}

/// Instructions that are no kernels: jumps, moves, frees.
constexpr bool isControlCall(std::string_view eventName) noexcept {
    return eventName == "JF_CALL" || eventName == "MOVE_CALL" || eventName == "FREE_CALL";
}

}  // namespace etscope::etdump
