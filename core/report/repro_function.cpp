#include "report/repro_function.h"

#include <algorithm>

namespace etscope::report {
namespace {

constexpr std::string_view kPython[] = {"add", "sub", "mul", "floordiv", "mod", "truediv", "pow", "eq",  "ne",     "lt",
                                        "le",  "gt",  "ge",  "and_",     "or_", "not_",    "xor", "neg", "getitem"};
/// Operators of aten with names that Python keeps for itself. Others of the kind are what Python's objects lead on by.
constexpr std::string_view kKept[] = {"__and__",  "__or__",  "__xor__",  "__lshift__",  "__rshift__",
                                      "__iand__", "__ior__", "__ixor__", "__ilshift__", "__irshift__"};
constexpr std::string_view kFormats[] = {"strided",         "sparse_coo",    "sparse_csr",      "contiguous_format",
                                         "preserve_format", "channels_last", "channels_last_3d"};

bool plain(std::string_view part) {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    if (part.empty() || !letter(part.front())) return false;
    if (part.starts_with("__") && std::ranges::find(kKept, part) == std::end(kKept)) return false;
    return std::ranges::all_of(part, [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

}  // namespace

std::optional<std::string> reproFunction(std::string_view target) {
    constexpr std::string_view kOperator = "_operator.";
    if (target.starts_with(kOperator)) {
        const std::string_view name = target.substr(kOperator.size());
        return std::ranges::find(kPython, name) != std::end(kPython) ? std::optional("operator." + std::string(name))
                                                                     : std::nullopt;
    }
    constexpr std::size_t kFewest = 2, kMost = 3;  // namespace, name, overload
    std::size_t parts = 0;
    for (std::string_view rest = target; parts <= kMost; ++parts) {
        const std::size_t end = rest.find('.');
        if (!plain(rest.substr(0, end))) return std::nullopt;
        if (end == std::string_view::npos) break;
        rest.remove_prefix(end + 1);
    }
    ++parts;
    return parts >= kFewest && parts <= kMost ? std::optional("torch.ops." + std::string(target)) : std::nullopt;
}

std::optional<std::string> reproFormat(std::string_view text) {
    constexpr std::string_view kTorch = "torch.";
    if (text.starts_with(kTorch)) text.remove_prefix(kTorch.size());
    return std::ranges::find(kFormats, text) != std::end(kFormats) ? std::optional(std::string(text)) : std::nullopt;
}

}  // namespace etscope::report
