// ExecutionPlan: one method of a program, decoded: values, instructions, operators, delegates. Numbers are kept as the file has
// them, also when they point nowhere; program.h's diagnostics name those. Plain values that own what they hold, except bytes,
// which are ranges of the file. Immutable once decoded; any thread. Format: docs/FORMATS.md "Program file".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/scalar_type.h"
#include "io/source.h"

namespace etscope::program {

/// Index into ExecutionPlan::values. Signed as in the file; -1 is "None" in optional tensor lists.
using ValueIndex = std::int32_t;

/// What the bytes of a tensor are and where they come from (docs/FORMATS.md "Where a tensor's bytes come from").
enum class TensorKind : std::uint8_t {
    Constant,          ///< in the program
    InitialValue,      ///< planned, copied from a mutable data segment at load
    Planned,           ///< planned, no bytes in the file
    RuntimeSupplied,   ///< no bytes and no plan: given by the caller, or an optional tensor that is absent
    ExternalConstant,  ///< in a `.ptd`, found by name
    ExternalMutable,   ///< planned, copied from a `.ptd` at load
};

enum class Dynamism : std::uint8_t { Static, UpperBound, Unbounded, Unknown };

struct Device {
    std::int8_t type = 0;  ///< 0 CPU, 1 CUDA; others are shown as numbers
    std::int8_t index = 0;
};

struct Allocation {
    std::uint32_t memoryId = 0;  ///< 1-based: index into ExecutionPlan::bufferSizes
    std::uint64_t offset = 0;    ///< bytes from the start of that buffer
};

struct ExtraTensorInfo {
    std::uint64_t mutableDataSegment = 0;
    std::string fullyQualifiedName;
    std::int8_t location = 0;  ///< 0 in the program's segments, 1 external
    Device device;
};

struct TensorInfo {
    ScalarType scalarType = ScalarType::U8;
    std::int32_t storageOffset = 0;
    std::vector<std::int32_t> sizes;  ///< upper bounds when `dynamism` says so
    std::vector<std::uint8_t> dimOrder;
    bool requiresGrad = false;
    std::uint32_t dataBufferIndex = 0;
    std::optional<Allocation> allocation;
    std::int8_t layout = 0;  ///< 0 strided, 1 sparse
    Dynamism dynamism = Dynamism::Static;
    std::optional<ExtraTensorInfo> extra;

    bool external() const noexcept { return extra && extra->location == 1; }
    TensorKind kind() const noexcept;
    /// "" when the file gives no name.
    std::string_view name() const& noexcept { return extra ? std::string_view(extra->fullyQualifiedName) : std::string_view(); }
    std::string_view name() const&& = delete;
    /// Product of the sizes; nothing when a size is negative or the product overflows.
    std::optional<std::uint64_t> elementCount() const noexcept;
    /// elementCount · item size; nothing as well when the item size is unknown.
    std::optional<std::uint64_t> byteCount() const noexcept;
    /// Whether a tensor of that shape can be this value: exactly, up to the bounds, or (unbounded, unknown) of that rank.
    bool fits(std::span<const std::int64_t> shape) const noexcept;
    /// Whether `dimOrder` is a permutation of the dimensions.
    bool dimOrderIsPermutation() const;
    /// In elements, by dimension; nothing when `dimOrder` is no permutation or a stride overflows.
    std::optional<std::vector<std::int64_t>> strides() const;
};

struct NoneValue {};
/// A type code the schema does not know, or a value that is missing.
struct UnknownValue {
    std::uint8_t type = 0;
};
/// Index into ExecutionPlan::tensors.
struct TensorValue {
    std::uint32_t index = 0;
};
struct IntList {
    std::vector<std::int64_t> items;  ///< indices of Int values
};
struct DoubleList {
    std::vector<double> items;
};
struct BoolList {
    std::vector<std::uint8_t> items;
};
struct TensorList {
    std::vector<ValueIndex> items;
};
struct OptionalTensorList {
    std::vector<ValueIndex> items;  ///< -1: None
};
using Value = std::variant<UnknownValue, NoneValue, std::int64_t, bool, double, TensorValue, std::string, IntList, DoubleList,
                           BoolList, TensorList, OptionalTensorList>;

/// "none", "int", "tensor", "int list", …, "unknown".
std::string_view valueKindName(const Value& value) noexcept;

struct Operator {
    std::string name;
    std::string overload;

    /// "aten::add.out"; just the name when there is no overload.
    std::string fullName() const { return overload.empty() ? name : name + "." + overload; }
};

struct KernelCall {
    std::int32_t operatorIndex = 0;
    std::vector<ValueIndex> arguments;  ///< in schema order, then the returned values again
};
struct DelegateCall {
    std::int32_t delegateIndex = 0;
    std::vector<ValueIndex> arguments;  ///< inputs, then outputs
};
struct MoveCall {
    ValueIndex from = 0, to = 0;
};
struct JumpFalseCall {
    ValueIndex condition = 0;
    std::int32_t destination = 0;  ///< instruction of the same chain
};
struct FreeCall {
    ValueIndex value = 0;
};
struct UnknownInstruction {
    std::uint8_t type = 0;
};
using Instruction = std::variant<UnknownInstruction, KernelCall, DelegateCall, MoveCall, JumpFalseCall, FreeCall>;
/// "kernel", "delegate", "move", "jump_false", "free"; "" of an unknown one.
std::string_view instructionKind(const Instruction& instruction) noexcept;

struct Frame {
    std::string file;
    std::int32_t line = 0;
    std::string function;
    std::string text;
};

struct Chain {
    std::vector<ValueIndex> inputs, outputs;  ///< written empty
    std::vector<Instruction> instructions;
    std::vector<std::vector<Frame>> stackTraces;  ///< empty, or one per instruction
};

struct CompileSpec {
    std::string key;
    ByteRange value;
};

enum class DataLocation : std::uint8_t { Inline, Segment, Unknown };

struct Delegate {
    std::string id;
    bool hasData = false;  ///< false: the reference to the bytes is missing
    DataLocation location = DataLocation::Inline;
    std::uint32_t dataIndex = 0;  ///< of the inline list or of the segments
    std::vector<CompileSpec> compileSpecs;
};

struct BufferDevice {
    std::int32_t buffer = 0;  ///< memory id
    Device device;
};

struct ExecutionPlan {
    std::string name;
    bool damaged = false;                       ///< it did not verify: everything else is empty
    std::string encodedInputs, encodedOutputs;  ///< trees of inputs and outputs, in one of two encodings
    std::vector<Value> values;
    std::vector<TensorInfo> tensors;
    std::vector<ValueIndex> inputs, outputs;
    std::vector<Chain> chains;
    std::vector<Operator> operators;
    std::vector<Delegate> delegates;
    std::vector<std::int64_t> bufferSizes;  ///< by memory id; entry 0 is reserved
    std::vector<BufferDevice> bufferDevices;

    /// nullptr when there is no such value.
    const Value* value(std::int64_t index) const& noexcept {
        return index >= 0 && static_cast<std::uint64_t>(index) < values.size() ? &values[static_cast<std::size_t>(index)] : nullptr;
    }
    const Value* value(std::int64_t index) const&& = delete;
    /// nullptr when there is no such value or it is no tensor.
    const TensorInfo* tensor(std::int64_t index) const& noexcept;
    const TensorInfo* tensor(std::int64_t index) const&& = delete;
    /// Of a list of tensors, those that may be absent included; nullptr for other values.
    const std::vector<ValueIndex>* tensorItems(std::int64_t index) const& noexcept;
    const std::vector<ValueIndex>* tensorItems(std::int64_t index) const&& = delete;
    /// The values, of lists of tensors their items.
    std::vector<ValueIndex> flattened(const std::vector<ValueIndex>& values) const;
    /// Of kernel calls and delegate calls; nullptr: there is none of that number.
    const Operator* operatorAt(std::int64_t index) const& noexcept { return at(operators, index); }
    const Operator* operatorAt(std::int64_t index) const&& = delete;
    const Delegate* delegateAt(std::int64_t index) const& noexcept { return at(delegates, index); }
    const Delegate* delegateAt(std::int64_t index) const&& = delete;
    const Instruction* instructionAt(std::int64_t chain, std::int64_t index) const& noexcept;
    const Instruction* instructionAt(std::int64_t chain, std::int64_t index) const&& = delete;
    /// The operator of a kernel call; nullptr for other instructions, and where the plan has no such operator.
    const Operator* calledOperator(const Instruction& instruction) const& noexcept;
    const Operator* calledOperator(const Instruction& instruction) const&& = delete;
    /// The number of the delegate that is called; nothing for other instructions, and where the plan has no such delegate.
    std::optional<std::size_t> calledDelegate(const Instruction& instruction) const noexcept;
    /// The first chain, which is the one that runs: record and ETDump number its instructions. Empty where there is none.
    const std::vector<Instruction>& mainInstructions() const& noexcept;
    const std::vector<Instruction>& mainInstructions() const&& = delete;
    /// The integers of an int list, through the values it names; nothing where an item names no Int.
    std::vector<std::optional<std::int64_t>> integers(const IntList& list) const;
    std::size_t instructionCount() const noexcept;
    Device bufferDevice(std::uint32_t memoryId) const noexcept;

private:
    template <class T>
    static const T* at(const std::vector<T>& list, std::int64_t index) noexcept {
        return index >= 0 && static_cast<std::uint64_t>(index) < list.size() ? &list[static_cast<std::size_t>(index)] : nullptr;
    }
};

}  // namespace etscope::program
