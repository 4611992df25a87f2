// Native files on their own: NPTG graphs, fat containers, packages.
#include "delegates/delegates.h"
#include "fuzz/fuzz_input.h"

namespace {

using namespace etscope;

void use(const delegates::Decoded& decoded, std::uint64_t size) {
    if (decoded.graph != nullptr)
        for (std::uint32_t g = 0; g < decoded.graph->graphCount(); ++g) static_cast<void>(decoded.graph->edges(graph::GraphId(g)));
    for (const delegates::Weight& weight : decoded.weights)
        if (weight.bytes.hasData()) static_cast<void>(weight.bytes.readAll());
    std::uint64_t end = 0;
    for (const delegates::Region& region : decoded.regions) {
        if (region.offset != end) __builtin_trap();
        end += region.size;
    }
    if (!decoded.regions.empty() && end != size) __builtin_trap();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Diagnostics diagnostics;
    if (const auto decoded = delegates::decodeNativeFile(fuzz::rangeOf(data, size), diagnostics, {})) use(*decoded, size);
    return 0;
}
