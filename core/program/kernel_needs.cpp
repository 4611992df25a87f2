#include "program/kernel_needs.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

#include "base/escaped.h"
#include "base/lists.h"
#include "program/stock_kernels.h"

namespace etscope::program {
namespace {

/// By number, as runtime/core/portable_type/scalar_type.h has them.
constexpr std::array<std::string_view, 30> kTypeNames{"Byte",
                                                      "Char",
                                                      "Short",
                                                      "Int",
                                                      "Long",
                                                      "Half",
                                                      "Float",
                                                      "Double",
                                                      "ComplexHalf",
                                                      "ComplexFloat",
                                                      "ComplexDouble",
                                                      "Bool",
                                                      "QInt8",
                                                      "QUInt8",
                                                      "QInt32",
                                                      "BFloat16",
                                                      "QUInt4x2",
                                                      "QUInt2x4",
                                                      "Bits1x8",
                                                      "Bits2x4",
                                                      "Bits4x2",
                                                      "Bits8",
                                                      "Bits16",
                                                      "Float8_e5m2",
                                                      "Float8_e4m3fn",
                                                      "Float8_e5m2fnuz",
                                                      "Float8_e4m3fnuz",
                                                      "UInt16",
                                                      "UInt32",
                                                      "UInt64"};

/// Of a tensor of the runtime (kTensorDimensionLimit).
constexpr std::size_t kMostAxes = 16;

/// Keys of a plan's calls. Lists are searched once each: many calls may name a long one.
class KeyMaker {
public:
    explicit KeyMaker(const ExecutionPlan& plan) : m_plan(plan) {}

    void add(const KernelCall& call, KernelNeed& need);

private:
    /// The tensor that stands for a value: itself, of a list its first one.
    const TensorInfo* tensorOf(ValueIndex value) {
        const auto* items = m_plan.tensorItems(value);
        if (items == nullptr) return m_plan.tensor(value);
        const auto [at, fresh] = m_firsts.try_emplace(value, nullptr);
        if (!fresh) return at->second;
        for (const ValueIndex item : *items)
            if ((at->second = m_plan.tensor(item)) != nullptr) break;
        return at->second;
    }

    const ExecutionPlan& m_plan;
    std::map<ValueIndex, const TensorInfo*> m_firsts;
};

void KeyMaker::add(const KernelCall& call, KernelNeed& need) {
    std::string key = "v1/";
    for (const ValueIndex value : call.arguments) {
        const TensorInfo* tensor = tensorOf(value);
        if (tensor == nullptr) continue;
        const auto code = static_cast<std::int32_t>(tensor->scalarType);
        need.types.insert(code);
        if (key.back() != '/') key += '|';
        key += std::to_string(code) + ";";
        if (tensor->dimOrder.size() <= kMostAxes)  // the runtime has no tensor of more
            key += joined(tensor->dimOrder, ",", [](std::uint8_t axis) { return static_cast<int>(axis); });
    }
    need.keys.insert(std::move(key));
}

/// A name in a YAML line: plain where it is an operator's, else quoted.
std::string yamlText(std::string_view text) {
    const bool plain = !text.empty() && std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == ':' || c == '.' ||
               c == '/' || c == '-';
    });
    if (plain && text.back() != ':' && text.front() != '-' && text.front() != ':') return std::string(text);
    std::string quoted = "'";
    for (const char c : escaped(text)) quoted += c == '\'' ? std::string("''") : std::string(1, c);
    return quoted + "'";
}

/// What a table of the file needs; the first release whose schema has it.
struct Feature {
    std::string_view release, what;
    bool (*used)(const Program& program);
};
bool anyTensor(const Program& program, bool (*is)(const TensorInfo&)) {
    return std::ranges::any_of(program.plans(), [&](const ExecutionPlan& plan) { return std::ranges::any_of(plan.tensors, is); });
}
constexpr Feature kFeatures[] = {
    {"1.3.1", "memory or tensors of another device than the CPU",
     [](const Program& program) {
         return anyTensor(program, [](const TensorInfo& one) { return one.extra && one.extra->device.type != 0; }) ||
                std::ranges::any_of(program.plans(), [](const ExecutionPlan& plan) { return !plan.bufferDevices.empty(); });
     }},
    {"0.6.0", "named data", [](const Program& program) { return !program.namedData().empty(); }},
    {"0.5.0", "tensors in files of their own",
     [](const Program& program) { return anyTensor(program, [](const TensorInfo& one) { return one.external(); }); }},
    {"0.4.0", "initial values of state", [](const Program& program) { return !program.mutableDataSegments().empty(); }},
};

/// "1.3.1" as 1003001.
std::int64_t rankOf(std::string_view release) noexcept {
    std::int64_t rank = 0;
    for (int part = 0; part < 3; ++part) {
        const auto dot = std::min(release.find('.'), release.size());
        std::int64_t number = 0;
        std::from_chars(release.data(), release.data() + dot, number);
        rank = rank * 1000 + number;
        release.remove_prefix(std::min(dot + 1, release.size()));
    }
    return rank;
}

}  // namespace

std::vector<KernelNeed> kernelNeeds(const ExecutionPlan& plan) {
    std::map<std::string, KernelNeed> needs;
    KeyMaker keys(plan);
    for (std::size_t c = 0; c < plan.chains.size(); ++c)
        for (std::size_t i = 0; i < plan.chains[c].instructions.size(); ++i) {
            const auto* call = std::get_if<KernelCall>(&plan.chains[c].instructions[i]);
            const Operator* op = plan.calledOperator(plan.chains[c].instructions[i]);
            if (call == nullptr || op == nullptr) continue;
            KernelNeed& need = needs[op->fullName()];
            if (need.calls++ == 0) need.chain = static_cast<std::int64_t>(c), need.instruction = static_cast<std::int64_t>(i);
            keys.add(*call, need);
        }
    for (const Operator& op : plan.operators) needs.try_emplace(op.fullName());
    std::vector<KernelNeed> list;
    for (auto& [name, need] : needs) {
        need.name = name;
        list.push_back(std::move(need));
    }
    return list;
}

std::string runtimeTypeName(std::int32_t code) {
    return code >= 0 && static_cast<std::size_t>(code) < kTypeNames.size() ? std::string(kTypeNames[static_cast<std::size_t>(code)])
                                                                           : std::to_string(code);
}

std::int32_t runtimeTypeCode(std::string_view name) noexcept {
    const auto found = std::ranges::find(kTypeNames, name);
    return found == kTypeNames.end() ? -1 : static_cast<std::int32_t>(found - kTypeNames.begin());
}

std::vector<KernelNeed> merged(const std::vector<std::vector<KernelNeed>>& methods) {
    std::map<std::string, KernelNeed> all;
    for (const std::vector<KernelNeed>& needs : methods)
        for (const KernelNeed& need : needs) {
            const auto [at, fresh] = all.try_emplace(need.name, need);
            if (fresh) continue;
            at->second.calls += need.calls;
            at->second.keys.insert(need.keys.begin(), need.keys.end());
            at->second.types.insert(need.types.begin(), need.types.end());
        }
    std::vector<KernelNeed> list;
    for (auto& [name, need] : all) list.push_back(std::move(need));
    return list;
}

std::string selectedOperatorsYaml(const std::vector<KernelNeed>& needs, std::string_view source) {
    const auto section = [&](const std::string& key, const auto& isIn, const auto& linesOf) {
        std::string lines;
        for (const KernelNeed& need : needs)
            if (isIn(need)) lines += "  " + yamlText(need.name) + ":\n" + linesOf(need);
        return key + ":" + (lines.empty() ? " {}\n" : "\n" + lines);
    };
    const auto keys = [](const KernelNeed& need) {
        std::string lines;
        for (const std::string& key : need.keys) lines += "  - " + (key == "v1/" ? "v1" : key) + "\n";
        return lines;
    };
    const auto details = [&](const KernelNeed&) {
        return "    debug_info:\n    - " + yamlText(source) +
               "\n    include_all_overloads: false\n    is_root_operator: true\n    is_used_for_training: true\n";
    };
    return "build_features: []\ncustom_classes: []\n" +
           section(
               "et_kernel_metadata", [](const KernelNeed& need) { return need.calls > 0; }, keys) +
           "include_all_non_op_selectives: false\ninclude_all_operators: false\nkernel_metadata: {}\n" +
           section(
               "operators", [](const KernelNeed&) { return true; }, details);
}

std::vector<ReleaseNeed> releaseNeeds(const Program& program) {
    std::vector<ReleaseNeed> needs;
    for (const Feature& feature : kFeatures)
        if (feature.used(program)) needs.push_back({feature.release, std::string(feature.what)});
    std::set<std::string> told;
    for (const ExecutionPlan& plan : program.plans())
        for (const KernelNeed& need : kernelNeeds(plan))
            if (const std::string_view release = kernelSince(need.name);
                need.calls > 0 && !release.empty() && told.insert(need.name).second)
                needs.push_back({release, need.name});
    std::stable_sort(needs.begin(), needs.end(),
                     [](const ReleaseNeed& a, const ReleaseNeed& b) { return rankOf(a.release) > rankOf(b.release); });
    return needs;
}

}  // namespace etscope::program
