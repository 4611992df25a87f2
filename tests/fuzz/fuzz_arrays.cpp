// numpy's files and safetensors.
#include "fuzz/fuzz_input.h"
#include "fuzz/fuzz_tensor.h"
#include "io/zip_index.h"
#include "tensor/npy.h"
#include "tensor/safetensors.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace etscope;
    const ByteRange file = fuzz::rangeOf(data, size);
    Diagnostics diagnostics;
    if (const auto array = tensor::readNpy(file)) fuzz::readTensor(*array);
    if (const auto tensors = tensor::readSafetensors(file, diagnostics))
        for (const auto& named : tensors->tensors) fuzz::readTensor(named.tensor);
    if (const auto zip = ZipIndex::read(file, diagnostics); zip && zip->entries().size() < 200)
        for (const auto& named : tensor::readNpz(*zip, diagnostics)) fuzz::readTensor(named.tensor);
    return 0;
}
