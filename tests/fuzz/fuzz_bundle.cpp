// Bundled programs: every case, every byte accounted for, and what is sound written again.
#include "bundle/bundle.h"
#include "fuzz/fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace etscope;
    Diagnostics diagnostics;
    const auto bundle = bundle::Bundle::open(fuzz::rangeOf(data, size), diagnostics);
    if (!bundle) return 0;
    for (const bundle::TestSuite& suite : (*bundle)->suites())
        for (const bundle::TestCase& one : suite.cases)
            for (const auto* values : {&one.inputs, &one.expected})
                for (const tensor::Value& value : *values)
                    if (const auto* tensor = std::get_if<tensor::Tensor>(&value); tensor != nullptr && tensor->storage.hasData())
                        static_cast<void>(tensor->storage.readAll());
    std::uint64_t end = 0;
    for (const flat::Region& region : bundle::regions(**bundle)) {
        if (region.offset != end) __builtin_trap();
        end += region.size;
    }
    if (end != size) __builtin_trap();
    return 0;
}
