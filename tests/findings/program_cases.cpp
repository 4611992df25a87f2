// Rules about plans, kernels, delegates and constants.
#include <limits>

#include "findings/lint_cases.h"
#include "support/bytes.h"

namespace etscope::test {

void addOperator(ProgramBuilder& builder, const char* name, const char* overload) {
    auto one = std::make_unique<wire::OperatorT>();
    one->name = name;
    one->overload = overload;
    builder.plan().operators.push_back(std::move(one));
}

void addDelegate(ProgramBuilder& builder, const char* backend) {
    auto delegate = std::make_unique<wire::BackendDelegateT>();
    delegate->id = backend;
    delegate->processed = std::make_unique<wire::BackendDelegateDataReferenceT>();
    delegate->processed->location = 1;  // a segment
    delegate->processed->index = builder.addSegment("payload");
    builder.plan().delegates.push_back(std::move(delegate));
}

void addDelegateCall(ProgramBuilder& builder, std::int32_t delegate) {
    wire::DelegateCallT call;
    call.delegate_index = delegate;
    call.args = {0, 2};
    wire::InstructionArgumentsUnion instruction;
    instruction.Set(std::move(call));
    addInstruction(builder.plan(), std::move(instruction));
}

namespace {

using Change = std::function<void(ProgramBuilder&)>;

wire::KernelCallT& callAt(ProgramBuilder& builder, std::size_t instruction) {
    return *builder.plan().chains.front()->instructions[instruction]->instr_args.AsKernelCall();
}

Change buffer(std::int64_t bytes) {
    return [bytes](ProgramBuilder& builder) { builder.plan().non_const_buffer_sizes = {0, bytes}; };
}
Change secondInputAt(std::uint32_t offset) {
    return [offset](ProgramBuilder& builder) { tensorAt(builder, 1).allocation_info->memory_offset_low = offset; };
}
/// A second call reads the inputs again, behind the result of the first.
Change readAgain(std::uint32_t resultAt) {
    return [resultAt](ProgramBuilder& builder) {
        tensorAt(builder, 2).allocation_info->memory_offset_low = resultAt;
        addInstruction(builder.plan(), kernelCall(0, {0, 1, 3, 2, 2}));
    };
}
/// Two views of the result, each with the place of it: the first is read behind what made the second, a view or a copy.
Change viewsOfOne(const char* second, const char* overload) {
    return [=](ProgramBuilder& builder) {
        addOperator(builder, "executorch_prim::et_view", "default");
        addOperator(builder, second, overload);
        const std::uint32_t place = tensorAt(builder, 2).allocation_info->memory_offset_low;
        const auto first = static_cast<std::int32_t>(builder.plan().values.size());
        for (int view = 0; view < 2; ++view) addValue(builder.plan(), test::tensorValue({3, 2}, 1, place));
        const bool views = std::string_view(second).ends_with("et_view");
        addInstruction(builder.plan(), kernelCall(1, {2, 3, first, first}));
        addInstruction(builder.plan(),
                       views ? kernelCall(2, {2, 3, first + 1, first + 1}) : kernelCall(2, {2, first + 1, first + 1}));
        addInstruction(builder.plan(), kernelCall(0, {first, first + 1, 3, 2, 2}));
    };
}
Change inputsOf2MiB(std::int64_t planned) {
    return [planned](ProgramBuilder& builder) {
        for (const std::size_t value : {0U, 1U}) {
            tensorAt(builder, value).sizes = {512, 512};
            tensorAt(builder, value).allocation_info->memory_offset_low = static_cast<std::uint32_t>(value) << 20;
        }
        tensorAt(builder, 2).allocation_info->memory_offset_low = 2U << 20;
        builder.plan().non_const_buffer_sizes = {0, planned};
    };
}
Change twin(const char* overload) {
    return [overload](ProgramBuilder& builder) {
        ProgramBuilder other;
        other.plan().name = "again";
        other.plan().operators.front()->overload = overload;
        builder.program.execution_plan.push_back(std::move(other.program.execution_plan.front()));
    };
}
Change inlineConstant(std::size_t bytes) {
    return [bytes](ProgramBuilder& builder) {
        for (const std::size_t size : {std::size_t{0}, bytes}) {
            builder.program.constant_buffer.push_back(std::make_unique<wire::BufferT>());
            builder.program.constant_buffer.back()->storage.assign(size, 7);
        }
    };
}

/// A tensor of f32 over constant 1 of a segment with this content, `offset` bytes into it.
Change constant(std::string content, std::vector<std::int32_t> sizes, std::uint64_t offset = 0, bool named = true) {
    return [=](ProgramBuilder& builder) {
        auto& segment = builder.program.constant_segment;
        segment = std::make_unique<wire::SubsegmentOffsetsT>();
        segment->segment_index = builder.addSegment(std::string(offset, '\0') + content);
        segment->offsets = {0, offset};
        if (!named) return;
        wire::KernelTypesUnion value = tensorValue(sizes, 0, 0);
        value.AsTensor()->allocation_info.reset();
        value.AsTensor()->data_buffer_idx = 1;
        addValue(builder.plan(), std::move(value));
    };
}
std::string fill(float value, std::size_t count, float last) {
    std::string bytes;
    for (std::size_t i = 0; i + 1 < count; ++i) bytes += floats({value});
    return bytes + floats({last});
}
Change twoKeys(std::string second) {
    return [second](ProgramBuilder& builder) {
        builder.addNamedData("first", std::string(64, 'a'));
        builder.addNamedData("second", second);
    };
}
/// call, the operator, call.
Change between(const char* name, const char* overload) {
    return [=](ProgramBuilder& builder) {
        addOperator(builder, name, overload);
        addDelegate(builder, "XnnpackBackend");
        addDelegateCall(builder);
        addInstruction(builder.plan(), kernelCall(1, {0, 1, 2, 2}));
        addDelegateCall(builder);
    };
}
Change operatorAlone(const char* name, const char* overload) {
    return [=](ProgramBuilder& builder) {
        builder.plan().operators.front()->name = name;
        builder.plan().operators.front()->overload = overload;
    };
}
Change delegate(const char* backend, bool called) {
    return [=](ProgramBuilder& builder) {
        addDelegate(builder, backend);
        if (called) addDelegateCall(builder);
    };
}

}  // namespace

std::vector<LintCase> planCases() {
    const auto type = [](std::int8_t scalar) { return program([=](ProgramBuilder& b) { tensorAt(b, 1).scalar_type = scalar; }); };
    const auto dynamism = [](std::int8_t kind) {
        return program([=](ProgramBuilder& b) { tensorAt(b, 1).shape_dynamism = kind; });
    };
    const auto arguments = [](std::vector<std::int32_t> list) {
        return program([=](ProgramBuilder& b) { callAt(b, 0).args = list; });
    };
    return {
        {"lint-double-tensor", type(7), type(6), "1 tensor has elements of f64, 48 bytes", "forward"},
        {"lint-unbounded-size", dynamism(2), dynamism(1), "1 tensor", "forward"},
        {"lint-unused-input", arguments({0, 0, 3, 2, 2}), program(), "input 1 (v1 f32[2,3])", "forward"},
        {"lint-output-unwritten", arguments({0, 1, 3, 0, 0}), program(), "output 0 (v2 f32[2,3])", "forward"},
        {"lint-plan-alignment", program(secondInputAt(34)), program(secondInputAt(36)), "v1 f32[2,3] at 34"},
        {"lint-plan-overlap", program(secondInputAt(16)), program(secondInputAt(24)), "v0 f32[2,3] with v1 f32[2,3]"},
        {"lint-plan-overlap", program(secondInputAt(16)), program(secondInputAt(0)), "1 pair"},
        {"lint-plan-overlap", program(readAgain(0)), program(readAgain(64)),
         "1 value is lost before it is read: v0 f32[2,3], an input, which instruction 0 writes over before instruction 1 reads it"},
        {"lint-plan-overlap", program(viewsOfOne("aten::neg", "out")), program(viewsOfOne("executorch_prim::et_view", "default")),
         "lost before", "forward"},
        {"lint-plan-above-peak", program(buffer(1 << 20)), program(buffer(64 + 65536)), "1048576 bytes, while tensors of"},
        {"lint-planned-inputs", program(inputsOf2MiB((4 << 20) - 2)), program(inputsOf2MiB(4 << 20)),
         "2097152 of the 4194302 bytes"},
        {"lint-method-empty", program([](ProgramBuilder& b) { b.plan().chains.front()->instructions.clear(); }), program(),
         "computes nothing"},
        {"lint-identical-methods", program(twin("out")), program(twin("Scalar_out")), "of forward", "again"},
        {"lint-inline-data", program(inlineConstant(65536)), program(inlineConstant(65535)), "65536 bytes of constants"},
    };
}

std::vector<LintCase> kernelCases() {
    const auto beside = [](const char* name) { return program(between(name, "out")); };
    return {
        {"lint-kernel-beside-delegates", beside("aten::mm"), beside("aten::mul"), "aten::mm.out runs in 1 call", "forward"},
        {"lint-fragmented", beside("dim_order_ops::_clone_dim_order"), beside("aten::mul"),
         "split into 2 delegate calls, with 1 layout conversion"},
        {"lint-kernel-missing", program(operatorAlone("aten::bucketize", "out")), program(), "aten::bucketize.out, 1 call"},
        {"lint-known-bug", program(operatorAlone("aten::max_pool2d_with_indices_backward", "grad_input")),
         program(operatorAlone("aten::max_pool2d_with_indices", "out")),
         "https://github.com/pytorch/executorch/issues/21686): gradients hold leftovers", "forward"},
        {"lint-kernel-library", program(operatorAlone("cortex_m::pad", "out")), program(), "1 operator of cortex_m"},
        {"lint-delegate-never-called", program(delegate("XnnpackBackend", false)), program(delegate("XnnpackBackend", true)),
         "1 delegate is loaded", "forward"},
        {"lint-backend-library", program(delegate("QnnBackend", true)), program(delegate("XnnpackBackend", true)),
         "1 method needs QnnBackend: forward", "QnnBackend"},
    };
}

std::vector<LintCase> constantCases() {
    std::string other64(64, 'a');
    other64.back() = 'b';
    const float nan = std::numeric_limits<float>::quiet_NaN();
    return {
        {"lint-one-value", program(constant(fill(2.5F, 1024, 2.5F), {1024})), program(constant(fill(2.5F, 1024, 2.25F), {1024})),
         "1 constant of 4096 bytes holds one value throughout: v4 f32[1024] of 2.5", "forward"},
        {"lint-one-value", program(constant(fill(0, 1024, 0), {32, 32})), program(constant(fill(0, 1023, 0), {1023})), "of 0"},
        {"lint-nan-constant", program(constant(fill(1, 8, nan), {8})),
         program(constant(fill(1, 8, std::numeric_limits<float>::infinity()), {8})), "1 of 8 elements of v4 f32[8]", "forward"},
        {"lint-constant-alignment", program(constant(fill(1, 8, 2), {8}, 2)), program(constant(fill(1, 8, 2), {8}, 4)),
         "v4 f32[8] at"},
        {"lint-constant-unread", program(constant(fill(1, 8, 2), {8}, 0, false)), program(constant(fill(1, 8, 2), {8})),
         "1 constant of 32 bytes", "program"},
        {"lint-equal-data", program(twoKeys(std::string(64, 'a'))), program(twoKeys(other64)), "2 copies of the same 64 bytes"},
        {"lint-external-absent",
         [] {
             return LintFiles{{"/external/model.pte", ""}};
         },
         [] {
             return LintFiles{{"/external/model.pte", ""}, {"/external/model.ptd", ""}};
         },
         "in no file of this session"},
        {"lint-external-absent",
         [] {
             return LintFiles{{"/cuda/model.pte", ""}};
         },
         [] {
             return LintFiles{{"/cuda/model.pte", ""}, {"/cuda/aoti_cuda_blob.ptd", ""}};
         },
         "6 keys that delegates ask for are in no file of this session: cuda_fqn_weight:cpu:scale"},
        {"lint-sidecar-absent",
         [] {
             return LintFiles{{"/core_ai/sidecar.pte", ""}};
         },
         [] {
             return LintFiles{{"/core_ai/sidecar.pte", ""}, {"/core_ai/beside", ""}};
         },
         "1 model lies beside the program and is in no file of this session: "},
    };
}

}  // namespace etscope::test
