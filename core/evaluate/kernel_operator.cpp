#include "evaluate/kernel_operator.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <string>

namespace etscope::evaluate {

namespace {

/// "aten::add.Scalar_out" → namespace and name "aten.add", overload "Scalar".
struct KernelName {
    std::string base, overload;
};

std::string lower(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

KernelName nameOf(std::string_view kernel) {
    KernelName name;
    const std::size_t colons = kernel.find("::");
    const std::size_t start = colons == std::string_view::npos ? 0 : colons + 2;
    const std::size_t dot = std::min(kernel.find('.', start), kernel.size());
    if (colons != std::string_view::npos) name.base = std::string(kernel.substr(0, colons)) + ".";
    name.base += kernel.substr(start, dot - start);
    std::string overload = lower(kernel.substr(std::min(dot + 1, kernel.size())));
    if (overload.ends_with("_out")) overload.resize(overload.size() - 4);
    if (overload == "out") overload.clear();
    name.overload = std::move(overload);
    return name;
}

/// All rows of one name, in the order of the table.
const std::vector<const Operator*>& overloadsOf(const std::string& base) {
    static const auto kByBase = [] {
        std::map<std::string, std::vector<const Operator*>> map;
        for (const Operator& op : operators()) map[std::string(op.row.target.substr(0, op.row.target.rfind('.')))].push_back(&op);
        return map;
    }();
    static const std::vector<const Operator*> kNone;
    const auto found = kByBase.find(base);
    return found == kByBase.end() ? kNone : found->second;
}

/// Whether the operator has all that it must have; names that it lacks (memory formats, implicit flags) say nothing about values.
bool takes(const Operator& op, std::span<const std::string_view> arguments) {
    const auto given = [&](std::string_view name) { return std::ranges::find(arguments, name) != arguments.end(); };
    const auto& parameters = op.signature.parameters();
    return std::ranges::all_of(parameters, [&](const Parameter& p) { return p.fallback || given(p.name); });
}

/// How many of the arguments the operator lacks.
std::ptrdiff_t unknownTo(const Operator& op, std::span<const std::string_view> arguments) {
    return std::ranges::count_if(arguments, [&](std::string_view name) {
        return std::ranges::none_of(op.signature.parameters(), [&](const Parameter& p) { return p.name == name; });
    });
}

/// 0: the same overload; then one of whose words it is; then what kernels without an overload are.
int distance(const std::string& kernel, std::string_view target) {
    const std::string overload = lower(target.substr(target.rfind('.') + 1));
    if (kernel == overload) return 0;
    const bool plain = overload == "default" || overload == "tensor";
    if (kernel.empty()) return plain ? 1 : 3;
    const bool part = overload.find(kernel) != std::string::npos || kernel.find(overload) != std::string::npos;
    return part ? 1 : plain ? 2 : 3;
}

}  // namespace

const Operator* operatorOfKernel(std::string_view kernel, std::span<const std::string_view> arguments) {
    const KernelName name = nameOf(kernel);
    const Operator* best = nullptr;
    std::pair<std::ptrdiff_t, int> bestRank;
    for (const Operator* op : overloadsOf(name.base)) {
        if (!takes(*op, arguments)) continue;
        const std::pair rank(unknownTo(*op, arguments), distance(name.overload, op->row.target));
        if (best == nullptr || rank < bestRank) best = op, bestRank = rank;
    }
    return best;
}

}  // namespace etscope::evaluate
