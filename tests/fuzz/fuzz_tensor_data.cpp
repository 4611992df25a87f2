// Tensor data, both directories: every entry, every segment, the account of bytes.
#include "fuzz/fuzz_input.h"
#include "tensordata/tensor_data.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace etscope;
    Diagnostics diagnostics;
    const auto opened = tensordata::TensorData::open(fuzz::rangeOf(data, size), diagnostics);
    if (!opened) return 0;
    for (const tensordata::Entry& entry : (*opened)->entries()) {
        if (const auto bytes = (*opened)->entryBytes(entry)) static_cast<void>(bytes->readAll());
        if (const auto bytes = (*opened)->tensorBytes(entry)) static_cast<void>(bytes->readAll());
        if (entry.layout) static_cast<void>(entry.layout->strides());
    }
    std::uint64_t end = 0;
    for (const flat::Region& region : tensordata::regions(**opened)) {
        if (region.offset != end) __builtin_trap();
        end += region.size;
    }
    if (end != size) __builtin_trap();
    return 0;
}
