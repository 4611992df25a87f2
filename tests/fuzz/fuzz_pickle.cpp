// Artifacts in all three forms: torch.save archives, legacy streams, raw pickles.
#include "fuzz/fuzz_input.h"
#include "fuzz/fuzz_tensor.h"
#include "pickle/torch_archive.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace etscope;
    Diagnostics diagnostics;
    const auto artifact = pickle::Artifact::open(fuzz::rangeOf(data, size), diagnostics);
    if (!artifact) return 0;
    std::size_t visited = 0;
    (*artifact)->forEachLeaf((*artifact)->root(), pickle::LeafScope::WithInner, [&](const pickle::Path& path, pickle::ValueId id) {
        static_cast<void>(pickle::pathText(path));
        static_cast<void>((*artifact)->typeName(id));
        static_cast<void>((*artifact)->text(id));
        static_cast<void>((*artifact)->leaf(id));
        if (const auto tensor = (*artifact)->tensor(id)) fuzz::readTensor(*tensor);
        return ++visited < 2'000;
    });
    static_cast<void>((*artifact)->children((*artifact)->root(), 0, 100));
    return 0;
}
