// ProgramBuilder: a real program taken apart, changed, and put together again: the FlatBuffers part as objects, the header and the
// segments as they are. Layout: docs/FORMATS.md "Program file".
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "schema/program_generated.h"

namespace etscope::test {

namespace wire = schema::program;

/// The committed program of one addition: one method, one constant method or none, one constant.
const std::string& trivialProgram();
/// The committed program with three methods, delegates, named data and constant methods.
const std::string& vlmProgram();

class ProgramBuilder {
public:
    /// Takes a sound program apart.
    explicit ProgramBuilder(const std::string& bytes);
    /// A program with one method "forward" of one addition over planned tensors, without segments.
    ProgramBuilder();

    wire::ProgramT program;
    std::string segments;  ///< bytes from the segment base on
    bool header = true;
    std::uint32_t headerLength = 32;
    std::optional<std::uint64_t> programSize, segmentBase, segmentDataSize;  ///< what the header says, where it is not the truth

    wire::ExecutionPlanT& plan(std::size_t index = 0) { return *program.execution_plan[index]; }
    /// Adds a segment of these bytes, aligned to 16, and returns its index.
    std::uint32_t addSegment(const std::string& content);
    std::uint32_t addNamedData(const std::string& key, const std::string& content);
    /// Adds a method without inputs and instructions that returns these values.
    wire::ExecutionPlanT& addConstantMethod(const std::string& name, std::vector<wire::KernelTypesUnion> values,
                                            const std::string& outputs);

    std::string bytes() const;
};

wire::KernelTypesUnion intValue(std::int64_t value);
wire::KernelTypesUnion boolValue(bool value);
wire::KernelTypesUnion doubleValue(double value);
wire::KernelTypesUnion stringValue(const std::string& value);
wire::KernelTypesUnion noneValue();
/// A planned float tensor; change what is to be different.
wire::KernelTypesUnion tensorValue(std::vector<std::int32_t> sizes, std::uint32_t memoryId, std::uint32_t offset);
void addValue(wire::ExecutionPlanT& plan, wire::KernelTypesUnion value);
void addInstruction(wire::ExecutionPlanT& plan, wire::InstructionArgumentsUnion instruction);
wire::InstructionArgumentsUnion kernelCall(std::int32_t operatorIndex, std::vector<std::int32_t> arguments);
wire::InstructionArgumentsUnion moveCall(std::int32_t from, std::int32_t to);
wire::InstructionArgumentsUnion jumpFalse(std::int32_t condition, std::int32_t destination);

}  // namespace etscope::test
