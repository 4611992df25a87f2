// Lists of kernels of every form: what they say of a few operators.
#include "fuzz/fuzz_input.h"
#include "program/registered_kernels.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace etscope;
    program::RegisteredKernels registered;
    if (!registered.add(fuzz::rangeOf(data, size), "list", {})) return 0;
    for (const auto& [name, kernel] : registered.kernels()) {
        if (!program::isOperatorName(name)) __builtin_trap();
        program::KernelNeed need;
        need.name = name;
        need.types = {6};
        need.keys = {"v1/6;0,1|6;0,1"};
        if (registered.answerTo(need).state == program::KernelState::Missing) __builtin_trap();
    }
    return 0;
}
