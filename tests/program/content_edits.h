// Short forms of the edits that malformed programs are made with.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "program/program_builder.h"
#include "program/program_cases.h"

namespace etscope::test {

template <class Edit>
std::string built(Edit&& edit) {
    ProgramBuilder builder;
    edit(builder);
    return builder.bytes();
}
template <class Edit>
std::string rebuilt(Edit&& edit, const std::string& file = trivialProgram()) {
    ProgramBuilder builder(file);
    edit(builder);
    return builder.bytes();
}
inline wire::TensorT& tensor(ProgramBuilder& builder, std::size_t value) { return *builder.plan().values[value]->val.AsTensor(); }
inline wire::ExtraTensorInfoT& extra(ProgramBuilder& builder, std::size_t value) {
    auto& info = tensor(builder, value).extra_tensor_info;
    info = std::make_unique<wire::ExtraTensorInfoT>();
    return *info;
}
inline wire::KernelCallT& kernel(ProgramBuilder& builder) {
    return *builder.plan().chains[0]->instructions[0]->instr_args.AsKernelCall();
}

inline wire::BackendDelegateT& addDelegate(ProgramBuilder& builder, std::int8_t location, std::uint32_t index) {
    auto delegate = std::make_unique<wire::BackendDelegateT>();
    delegate->id = "XnnpackBackend";
    delegate->processed = std::make_unique<wire::BackendDelegateDataReferenceT>();
    delegate->processed->location = location;
    delegate->processed->index = index;
    builder.plan().delegates.push_back(std::move(delegate));
    return *builder.plan().delegates.back();
}

template <class List>
void addList(ProgramBuilder& builder, decltype(List::items) items) {
    List list;
    list.items = std::move(items);
    wire::KernelTypesUnion value;
    value.Set(std::move(list));
    addValue(builder.plan(), std::move(value));
}

template <class Call>
void addCall(ProgramBuilder& builder, Call call) {
    wire::InstructionArgumentsUnion instruction;
    instruction.Set(std::move(call));
    addInstruction(builder.plan(), std::move(instruction));
}

inline void useConstants(ProgramBuilder& builder, std::uint32_t segment, std::vector<std::uint64_t> offsets) {
    builder.program.constant_segment = std::make_unique<wire::SubsegmentOffsetsT>();
    builder.program.constant_segment->segment_index = segment;
    builder.program.constant_segment->offsets = std::move(offsets);
}
inline void useInitialValues(ProgramBuilder& builder, std::uint32_t segment, std::vector<std::uint64_t> offsets) {
    auto list = std::make_unique<wire::SubsegmentOffsetsT>();
    list->segment_index = segment;
    list->offsets = std::move(offsets);
    builder.program.mutable_data_segments.push_back(std::move(list));
}

using B = ProgramBuilder;

/// Parts of contentCases().
std::vector<ProgramCase> tensorCases();

}  // namespace etscope::test
