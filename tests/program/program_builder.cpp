#include "program/program_builder.h"

#include <cstdio>
#include <cstdlib>

#include "base/byte_cursor.h"
#include "support/bytes.h"

namespace etscope::test {
namespace {

constexpr std::size_t kSegmentAlignment = 128;

const std::string& committed(const char* name) {
    static std::string files[2];
    std::string& file = files[name[0] == 't' ? 0 : 1];
    if (file.empty()) {
        const auto content = readFile(std::string(ETSCOPE_TESTS_FOLDER "/fixtures/") + name + "/model.pte");
        if (!content) {
            std::fprintf(stderr, "the committed program of %s is missing\n", name);
            std::abort();
        }
        file = *content;
    }
    return file;
}

template <class T>
T loadAt(const std::string& bytes, std::size_t position) {
    return loadLittle<T>(reinterpret_cast<const std::byte*>(bytes.data()) + position);
}

std::size_t alignUp(std::size_t value, std::size_t alignment) { return (value + alignment - 1) / alignment * alignment; }

}  // namespace

const std::string& trivialProgram() { return committed("trivial"); }
const std::string& vlmProgram() { return committed("vlm"); }

ProgramBuilder::ProgramBuilder(const std::string& bytes) {
    const std::vector<std::byte> aligned = toBytes(bytes);
    wire::GetProgram(aligned.data())->UnPackTo(&program);
    header = bytes.substr(8, 4) == "eh00";
    if (header && loadAt<std::uint64_t>(bytes, 24) != 0) segments = bytes.substr(loadAt<std::uint64_t>(bytes, 24));
}

ProgramBuilder::ProgramBuilder() {
    auto& forward = *program.execution_plan.emplace_back(std::make_unique<wire::ExecutionPlanT>());
    forward.name = "forward";
    forward.container_meta_type = std::make_unique<wire::ContainerMetadataT>();
    forward.container_meta_type->encoded_out_str = "$";
    forward.non_const_buffer_sizes = {0, 96};
    for (std::uint32_t i = 0; i < 3; ++i) addValue(forward, tensorValue({2, 3}, 1, 32 * i));
    addValue(forward, intValue(1));
    forward.inputs = {0, 1};
    forward.outputs = {2};
    auto add = std::make_unique<wire::OperatorT>();
    add->name = "aten::add";
    add->overload = "out";
    forward.operators.push_back(std::move(add));
    forward.chains.push_back(std::make_unique<wire::ChainT>());
    addInstruction(forward, kernelCall(0, {0, 1, 3, 2, 2}));
    header = false;
}

std::uint32_t ProgramBuilder::addSegment(const std::string& content) {
    segments.resize(alignUp(segments.size(), 16), '\0');
    auto segment = std::make_unique<wire::DataSegmentT>();
    segment->offset = segments.size();
    segment->size = content.size();
    segments += content;
    header = true;
    program.segments.push_back(std::move(segment));
    return static_cast<std::uint32_t>(program.segments.size() - 1);
}

std::uint32_t ProgramBuilder::addNamedData(const std::string& key, const std::string& content) {
    auto entry = std::make_unique<wire::NamedDataT>();
    entry->key = key;
    entry->segment_index = addSegment(content);
    program.named_data.push_back(std::move(entry));
    return program.named_data.back()->segment_index;
}

wire::ExecutionPlanT& ProgramBuilder::addConstantMethod(const std::string& name, std::vector<wire::KernelTypesUnion> values,
                                                        const std::string& outputs) {
    auto& method = *program.execution_plan.emplace_back(std::make_unique<wire::ExecutionPlanT>());
    method.name = name;
    method.container_meta_type = std::make_unique<wire::ContainerMetadataT>();
    method.container_meta_type->encoded_out_str = outputs;
    method.chains.push_back(std::make_unique<wire::ChainT>());
    method.non_const_buffer_sizes = {0};
    for (auto& value : values) {
        method.outputs.push_back(static_cast<std::int32_t>(method.values.size()));
        addValue(method, std::move(value));
    }
    return method;
}

std::string ProgramBuilder::bytes() const {
    flatbuffers::FlatBufferBuilder builder;
    builder.Finish(wire::Program::Pack(builder, &program), wire::ProgramIdentifier());
    std::string region(reinterpret_cast<const char*>(builder.GetBufferPointer()), builder.GetSize());
    if (!header) return region;
    const std::size_t padded = alignUp(headerLength, 16);
    const std::size_t size = region.size() + padded, base = segments.empty() ? 0 : alignUp(size, kSegmentAlignment);
    std::string fields = "eh00" + little(headerLength) + little<std::uint64_t>(programSize.value_or(size)) +
                         little<std::uint64_t>(segmentBase.value_or(base));
    if (headerLength >= 32) fields += little<std::uint64_t>(segmentDataSize.value_or(segments.size()));
    fields.resize(padded, '\0');
    std::string file = little(loadAt<std::uint32_t>(region, 0) + static_cast<std::uint32_t>(padded)) + region.substr(4, 4) +
                       fields + region.substr(8);
    file.resize(std::max(file.size(), base), '\0');
    return file + segments;
}

namespace {

template <class Union, class T>
Union unionOf(T value) {
    Union result;
    result.Set(std::move(value));
    return result;
}

}  // namespace

wire::KernelTypesUnion intValue(std::int64_t value) {
    wire::IntT content;
    content.int_val = value;
    return unionOf<wire::KernelTypesUnion>(std::move(content));
}
wire::KernelTypesUnion boolValue(bool value) {
    wire::BoolT content;
    content.bool_val = value;
    return unionOf<wire::KernelTypesUnion>(std::move(content));
}
wire::KernelTypesUnion doubleValue(double value) {
    wire::DoubleT content;
    content.double_val = value;
    return unionOf<wire::KernelTypesUnion>(std::move(content));
}
wire::KernelTypesUnion stringValue(const std::string& value) {
    wire::StringT content;
    content.string_val = value;
    return unionOf<wire::KernelTypesUnion>(std::move(content));
}
wire::KernelTypesUnion noneValue() { return unionOf<wire::KernelTypesUnion>(wire::NullT{}); }

wire::KernelTypesUnion tensorValue(std::vector<std::int32_t> sizes, std::uint32_t memoryId, std::uint32_t offset) {
    wire::TensorT tensor;
    tensor.scalar_type = 6;
    for (std::size_t i = 0; i < sizes.size(); ++i) tensor.dim_order.push_back(static_cast<std::uint8_t>(i));
    tensor.sizes = std::move(sizes);
    tensor.allocation_info = std::make_unique<wire::AllocationDetailsT>();
    tensor.allocation_info->memory_id = memoryId;
    tensor.allocation_info->memory_offset_low = offset;
    return unionOf<wire::KernelTypesUnion>(std::move(tensor));
}

void addValue(wire::ExecutionPlanT& plan, wire::KernelTypesUnion value) {
    plan.values.push_back(std::make_unique<wire::EValueT>());
    plan.values.back()->val = std::move(value);
}

void addInstruction(wire::ExecutionPlanT& plan, wire::InstructionArgumentsUnion instruction) {
    auto& instructions = plan.chains.front()->instructions;
    instructions.push_back(std::make_unique<wire::InstructionT>());
    instructions.back()->instr_args = std::move(instruction);
}

wire::InstructionArgumentsUnion kernelCall(std::int32_t operatorIndex, std::vector<std::int32_t> arguments) {
    wire::KernelCallT call;
    call.op_index = operatorIndex;
    call.args = std::move(arguments);
    return unionOf<wire::InstructionArgumentsUnion>(std::move(call));
}
wire::InstructionArgumentsUnion moveCall(std::int32_t from, std::int32_t to) {
    wire::MoveCallT call;
    call.move_from = from;
    call.move_to = to;
    return unionOf<wire::InstructionArgumentsUnion>(std::move(call));
}
wire::InstructionArgumentsUnion jumpFalse(std::int32_t condition, std::int32_t destination) {
    wire::JumpFalseCallT call;
    call.cond_value_index = condition;
    call.destination_instruction = destination;
    return unionOf<wire::InstructionArgumentsUnion>(std::move(call));
}

}  // namespace etscope::test
