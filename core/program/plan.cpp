#include "program/plan.h"

#include <array>

#include "flat/tensor_shape.h"

namespace etscope::program {

TensorKind TensorInfo::kind() const noexcept {
    if (external()) return allocation ? TensorKind::ExternalMutable : TensorKind::ExternalConstant;
    if (dataBufferIndex > 0) return allocation ? TensorKind::InitialValue : TensorKind::Constant;
    return allocation ? TensorKind::Planned : TensorKind::RuntimeSupplied;
}

std::optional<std::uint64_t> TensorInfo::elementCount() const noexcept { return flat::elementCount(sizes); }
std::optional<std::uint64_t> TensorInfo::byteCount() const noexcept { return flat::byteCount(scalarType, sizes); }
bool TensorInfo::dimOrderIsPermutation() const { return flat::isPermutation(dimOrder, sizes.size()); }
std::optional<std::vector<std::int64_t>> TensorInfo::strides() const { return flat::stridesOf(sizes, dimOrder); }

std::string_view valueKindName(const Value& value) noexcept {
    static constexpr std::string_view kNames[] = {"unknown",     "none",      "int",         "bool",
                                                  "double",      "tensor",    "string",      "int list",
                                                  "double list", "bool list", "tensor list", "optional tensor list"};
    static_assert(std::size(kNames) == std::variant_size_v<Value>);
    return value.valueless_by_exception() ? kNames[0] : kNames[value.index()];
}

const TensorInfo* ExecutionPlan::tensor(std::int64_t index) const& noexcept {
    const Value* found = value(index);
    const auto* reference = found == nullptr ? nullptr : std::get_if<TensorValue>(found);
    return reference != nullptr && reference->index < tensors.size() ? &tensors[reference->index] : nullptr;
}

std::vector<std::optional<std::int64_t>> ExecutionPlan::integers(const IntList& list) const {
    std::vector<std::optional<std::int64_t>> numbers;
    numbers.reserve(list.items.size());
    for (const std::int64_t item : list.items) {
        const Value* found = value(item);
        const auto* number = found == nullptr ? nullptr : std::get_if<std::int64_t>(found);
        numbers.push_back(number == nullptr ? std::nullopt : std::optional(*number));
    }
    return numbers;
}

bool TensorInfo::fits(std::span<const std::int64_t> shape) const noexcept {
    if (shape.size() != sizes.size()) return false;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (dynamism == Dynamism::Static && shape[i] != sizes[i]) return false;
        if (dynamism == Dynamism::UpperBound && shape[i] > sizes[i]) return false;
    }
    return true;
}

std::string_view instructionKind(const Instruction& instruction) noexcept {
    static constexpr std::array<std::string_view, 6> kNames{"", "kernel", "delegate", "move", "jump_false", "free"};
    static_assert(kNames.size() == std::variant_size_v<Instruction>);
    return kNames[instruction.index()];
}

const std::vector<ValueIndex>* ExecutionPlan::tensorItems(std::int64_t index) const& noexcept {
    const Value* known = value(index);
    if (known == nullptr) return nullptr;
    if (const auto* list = std::get_if<TensorList>(known)) return &list->items;
    const auto* optional = std::get_if<OptionalTensorList>(known);
    return optional == nullptr ? nullptr : &optional->items;
}

std::vector<ValueIndex> ExecutionPlan::flattened(const std::vector<ValueIndex>& taken) const {
    std::vector<ValueIndex> flat;
    for (const ValueIndex value : taken) {
        const std::vector<ValueIndex>* items = tensorItems(value);
        items != nullptr ? flat.insert(flat.end(), items->begin(), items->end()) : flat.insert(flat.end(), value);
    }
    return flat;
}

const Instruction* ExecutionPlan::instructionAt(std::int64_t chain, std::int64_t index) const& noexcept {
    const Chain* of = at(chains, chain);
    return of != nullptr ? at(of->instructions, index) : nullptr;
}

const Operator* ExecutionPlan::calledOperator(const Instruction& instruction) const& noexcept {
    const auto* call = std::get_if<KernelCall>(&instruction);
    return call != nullptr ? operatorAt(call->operatorIndex) : nullptr;
}

std::optional<std::size_t> ExecutionPlan::calledDelegate(const Instruction& instruction) const noexcept {
    const auto* call = std::get_if<DelegateCall>(&instruction);
    return call != nullptr && delegateAt(call->delegateIndex) != nullptr
               ? std::optional(static_cast<std::size_t>(call->delegateIndex))
               : std::nullopt;
}

const std::vector<Instruction>& ExecutionPlan::mainInstructions() const& noexcept {
    static const std::vector<Instruction> kNone;
    return chains.empty() ? kNone : chains[0].instructions;
}

std::size_t ExecutionPlan::instructionCount() const noexcept {
    std::size_t count = 0;
    for (const Chain& chain : chains) count += chain.instructions.size();
    return count;
}

Device ExecutionPlan::bufferDevice(std::uint32_t memoryId) const noexcept {
    for (const BufferDevice& entry : bufferDevices)
        if (entry.buffer >= 0 && static_cast<std::uint32_t>(entry.buffer) == memoryId) return entry.device;
    return {};
}

}  // namespace etscope::program
