// ETDumps with a debug buffer: the last quarter of the input is the buffer.
#include "etdump/debug_buffer.h"
#include "etdump/statistics.h"
#include "fuzz/fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace etscope;
    Diagnostics diagnostics;
    const std::size_t dumpSize = size - size / 4;
    const ByteRange buffer = fuzz::rangeOf(data + dumpSize, size - dumpSize);
    const auto dump = etdump::Dump::open(fuzz::rangeOf(data, dumpSize), diagnostics);
    if (!dump) return 0;
    for (const etdump::Run& run : (*dump)->runs()) {
        static_cast<void>(etdump::parents(**dump, run));
        for (const etdump::Event& event : (*dump)->events(run)) {
            static_cast<void>((*dump)->metadata(event));
            for (const std::uint32_t value : (*dump)->valuesOf(event))
                if (value >= (*dump)->values(run).size()) __builtin_trap();
        }
        for (const etdump::LoggedValue& value : (*dump)->values(run))
            for (const etdump::LoggedTensor& tensor : (*dump)->tensors(value)) {
                const tensor::Tensor read = etdump::debugTensor(**dump, tensor, buffer);
                if (read.state == tensor::DataState::Dense && read.storage.hasData() && read.storage.size > buffer.size)
                    __builtin_trap();
            }
    }
    static_cast<void>(etdump::checkBuffer(**dump, buffer, diagnostics));
    return 0;
}
